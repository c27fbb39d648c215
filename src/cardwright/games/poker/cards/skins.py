"""Other cards that show the same tiles (DP13): faces and names only, so that play and notation stay the same.

The eight suits of the dual piecepacks are, in order, black spades, hearts, diamonds, clubs, and white ones; the six
ranks null, ace, two to five. Each skin replaces them by its own faces, words and legend.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cardwright.cards import FRENCH_SUITS, Deck, Face, Suit, ranks
from cardwright.ranking import declaration
from cardwright.ranking.describe import RankWords
from cardwright.wording import plural_of

_FRENCH = {"s": FRENCH_SUITS[3], "h": FRENCH_SUITS[2], "d": FRENCH_SUITS[1], "c": FRENCH_SUITS[0]}
_LINKS = ("spades", "hearts", "diamonds", "clubs")
_SYMBOLS = ("♠", "♥", "♦", "♣")
_OUTLINES = ("♤", "♡", "♢", "♧")
_INKS = ("black", "red", "blue", "green")  # of a four-colour deck
_SPOKEN = {rank.text: rank.name for rank in ranks("A 2 3 4 5 6 7 8 9 J Q K N")}


_TILES = (
    "N = null; nulls and aces are high in a high hand, low in a low one",
    "a group is black (filled) or white (outlined); a link is a shape, such as hearts; a suit is both",
)


class Skin(NamedTuple):
    """The faces and names of a deck's cards, its suits as they show them, the ranks in words where they differ, and a
    legend."""

    title: str
    faces: tuple[Face, ...]
    names: tuple[str, ...]
    suits: tuple[Suit, ...]
    words: tuple[RankWords, ...] | None = None
    legend: tuple[str, ...] = ()

    def short(self, card: int) -> str:
        """Return a card in the middle of a line: "10♥"."""
        return self.faces[card].short


# The links of the rule book: suns with hearts, moons with spades, crowns with clubs, arms with diamonds.
_PIECEPACK = (
    Suit("Mo", "moons", "☾", "black"),
    Suit("Su", "suns", "☼", "red"),
    Suit("Ar", "arms", "⚜", "blue"),
    Suit("Cr", "crowns", "♛", "green"),
)


def _make_skin(title: str, letters: str, suits: tuple[Suit, ...], *legend: str) -> Skin:
    """Return a skin of six ranks and eight suits."""
    faces, names = [], []
    for rank in letters.split():
        for suit in suits:
            faces.append(Face(rank + suit.text, rank, suit.symbol, suit.ink, suit.outlined))
            names.append(f"{_SPOKEN[rank]} of {suit.name}")
    return Skin(title, tuple(faces), tuple(names), suits, tuple(map(_words, letters.split())), legend)


def _words(rank: str) -> RankWords:
    return _SPOKEN[rank], plural_of(_SPOKEN[rank])


def _french(letter: str, description: str, symbols: Sequence[str], inks: Sequence[str] = _INKS) -> tuple[Suit, ...]:
    """Return the four French suits, with a letter before each text and a word before each name."""
    return tuple(
        Suit(letter + link[0].upper(), f"{description} {link}".strip(), symbol, ink, symbols is _OUTLINES)
        for link, symbol, ink in zip(_LINKS, symbols, inks)
    )


def _piecepack() -> Skin:
    return _make_skin(
        "piecepack and French suits",
        "N A 2 3 4 5",
        _PIECEPACK + _french("", "", _SYMBOLS),
        "☾ ☼ ⚜ ♛ are one group (black), ♠ ♥ ♦ ♣ the other (white)",
        "links: ☾ with ♠, ☼ with ♥, ⚜ with ♦, ♛ with ♣",
    )


def _rainbow() -> Skin:
    """Dark and light French suits; the king is the null and the jack the ace."""
    suits = _french("d", "dark", _SYMBOLS) + _french("l", "light", _OUTLINES)
    legend = ("K = N (null), J = A (ace), 2 to 5 as printed", "dark suits = black, light suits = white")
    return _make_skin("Rainbow Deck", "K J 2 3 4 5", suits, *legend)


def _dice_cards() -> Skin:
    """The black and the red cards: printed they differ by colour alone, here by outlines as well."""
    suits = _french("k", "black", _SYMBOLS, ("black",) * 4) + _french("r", "red", _OUTLINES, ("red",) * 4)
    legend = "black cards = black, red (outlined) cards = white"
    return _make_skin("piecepack dice cards", "N A 2 3 4 5", suits, legend)


def _playing_cards() -> Skin:
    """A 52-card deck without tens: Q A 2 3 4 5 are the white null, ace, two ...; K J 6 7 8 9 the black ones."""
    faces, names = [], []
    for white, black in zip("QA2345", "KJ6789"):
        for rank in (black, white):
            for letter, ink in zip("shdc", _INKS):
                suit = _FRENCH[letter]
                faces.append(Face(rank + letter, rank, suit.symbol, ink, rank == white))
                names.append(f"{_SPOKEN[rank]} of {suit.name}")
    words = ((f"{_SPOKEN[b]}/{_SPOKEN[w]}", f"{_words(b)[1]}/{_words(w)[1]}") for w, b in zip("QA2345", "KJ6789"))
    legend = (
        "black: K = N (null), J = A (ace), 6 = 2, 7 = 3, 8 = 4, 9 = 5",
        "white (outlined): Q = N (null), A = A (ace), 2 to 5 as printed",
    )
    return Skin("52 playing cards", tuple(faces), tuple(names), FRENCH_SUITS, tuple(words), legend)


SKINS = {
    "piecepack": _piecepack,
    "rainbow": _rainbow,
    "dice-cards": _dice_cards,
    "playing-cards": _playing_cards,
}


def skin(name: str, deck: Deck, *, dice: bool) -> Skin:
    """Return a skin of this deck by its name; "own" is the deck as it is. Dice show their face alone."""
    if name != "own":
        return SKINS[name]()
    if dice:
        faces = tuple(replace(face, symbol="") for face in deck.faces)
        return Skin(deck.title, faces, tuple(deck.ranks[rank].name for rank in deck.rank_of), ())
    return Skin(deck.title, deck.faces, deck.names, deck.suits, legend=_TILES if fits(deck) else ())


def fits(deck: Deck) -> bool:
    """Return true for the 48 tiles that the skins show: a deck with the same ranks and suits, whatever its title."""
    tiles = declaration.load("dual-piecepacks").deck
    return (deck.ranks, deck.suits, deck.jokers) == (tiles.ranks, tiles.suits, tiles.jokers)
