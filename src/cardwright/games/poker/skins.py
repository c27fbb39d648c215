"""Other cards that show the same tiles (DP13): faces and names only, so that play and notation stay what they are.

The eight suits of the dual piecepacks are, in order, black spades, hearts, diamonds, clubs, and white ones; the six
ranks null, ace, two to five. Each skin says what stands for them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cardwright.cards import FRENCH_SUITS, Deck, Face, ranks
from cardwright.ranking import declaration

_FRENCH = {"s": FRENCH_SUITS[3], "h": FRENCH_SUITS[2], "d": FRENCH_SUITS[1], "c": FRENCH_SUITS[0]}
_LINKS = ("spades", "hearts", "diamonds", "clubs")
_SYMBOLS = ("♠", "♥", "♦", "♣")
_OUTLINES = ("♤", "♡", "♢", "♧")
_INKS = ("black", "red", "blue", "green")  # of a four-colour deck
_SPOKEN = {rank.text: rank.name for rank in ranks("A 2 3 4 5 6 7 8 9 J Q K N")}


class Skin(NamedTuple):
    """How each card of a deck looks and is spoken of."""

    title: str
    faces: tuple[Face, ...]
    names: tuple[str, ...]

    def short(self, card: int) -> str:
        """A card in the middle of a line: "10♥"."""
        return self.faces[card].short


class Suited(NamedTuple):
    """What stands for a suit."""

    text: str
    name: str
    symbol: str
    ink: str
    outlined: bool = False


# The links of the rule book: suns with hearts, moons with spades, crowns with clubs, arms with diamonds.
_PIECEPACK = (
    Suited("Mo", "moons", "☾", "black"),
    Suited("Su", "suns", "☼", "red"),
    Suited("Ar", "arms", "⚜", "blue"),
    Suited("Cr", "crowns", "♛", "green"),
)


def _shown(title: str, letters: str, suits: tuple[Suited, ...]) -> Skin:
    """A skin of six ranks and eight suits."""
    faces, names = [], []
    for rank in letters.split():
        for suit in suits:
            faces.append(Face(rank + suit.text, rank, suit.symbol, suit.ink, suit.outlined))
            names.append(f"{_SPOKEN[rank]} of {suit.name}")
    return Skin(title, tuple(faces), tuple(names))


def _french(prefix: str, said: str, symbols: tuple[str, ...], outlined: bool) -> Iterator[Suited]:
    for link, symbol, ink in zip(_LINKS, symbols, _INKS):
        yield Suited(prefix + link[0].upper(), f"{said} {link}", symbol, ink, outlined)


def _piecepack() -> Skin:
    plain = tuple(Suited(link[0].upper(), link, symbol, ink) for link, symbol, ink in zip(_LINKS, _SYMBOLS, _INKS))
    return _shown("piecepack and French suits", "N A 2 3 4 5", _PIECEPACK + plain)


def _rainbow() -> Skin:
    """Dark and light French suits; the king is the null and the jack the ace."""
    suits = (*_french("d", "dark", _SYMBOLS, False), *_french("l", "light", _OUTLINES, True))
    return _shown("Rainbow Deck", "K J 2 3 4 5", suits)


def _dice_cards() -> Skin:
    """The black and the red cards, told apart by their colour alone as printed, and by outlines here as well."""
    black = tuple(Suited("k" + link[0].upper(), f"black {link}", s, "black") for link, s in zip(_LINKS, _SYMBOLS))
    red = tuple(Suited("r" + link[0].upper(), f"red {link}", s, "red", True) for link, s in zip(_LINKS, _OUTLINES))
    return _shown("piecepack dice cards", "N A 2 3 4 5", black + red)


def _playing_cards() -> Skin:
    """A 52-card deck without tens: Q A 2 3 4 5 are the white null, ace, two ...; K J 6 7 8 9 the black ones."""
    faces, names = [], []
    for white, black in zip("QA2345", "KJ6789"):
        for rank in (black, white):
            for letter, ink in zip("shdc", _INKS):
                suit = _FRENCH[letter]
                faces.append(Face(rank + letter, rank, suit.symbol, ink, rank == white))
                names.append(f"{_SPOKEN[rank]} of {suit.name}")
    return Skin("52 playing cards", tuple(faces), tuple(names))


SKINS = {
    "piecepack": _piecepack,
    "rainbow": _rainbow,
    "dice-cards": _dice_cards,
    "playing-cards": _playing_cards,
}


def skin(name: str, deck: Deck) -> Skin:
    """A skin of this deck by its name; "own" is the deck as it is."""
    return Skin(deck.title, deck.faces, deck.names) if name == "own" else SKINS[name]()


def fits(deck: Deck) -> bool:
    """Return true for the 48 tiles that the skins show: a deck with the same ranks and suits, whatever its title."""
    tiles = declaration.load("dual-piecepacks").deck
    return (deck.ranks, deck.suits, deck.jokers) == (tiles.ranks, tiles.suits, tiles.jokers)
