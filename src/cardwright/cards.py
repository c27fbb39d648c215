"""Cards and decks: a card is a small int, and every text form has an inverse.

A `Deck` is made of ranks and suits (and jokers); card number ``rank * len(suits) + suit``, jokers last. Suits
may belong to classes of further facets: a piecepack's suit has a link and a group.

>>> deck = standard_deck()
>>> deck.parse_cards("5h Js 10♦ AcKc")
(18, 43, 37, 0, 48)
>>> deck.text_of((18, 43))
'5h Js'
>>> deck.name(43)
'jack of spades'
"""

import functools
import operator
import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from typing import TypeAlias

import msgspec

from cardwright.errors import BadCard, did_you_mean

Card: TypeAlias = int


class Face(msgspec.Struct, frozen=True, cache_hash=True):
    """The front of a card, for any renderer: the text in its corner, its symbol and its ink.

    ``ink`` is "black", "red", "blue", "green", "violet" or "amber"; ``outlined`` distinguishes two groups without
    colour.
    A domino (``shape="domino"``) shows ``corner`` in its upper half and ``lower`` in its lower half; a joker has
    ``shape="joker"``.
    """

    text: str
    corner: str
    symbol: str = ""
    ink: str = "black"
    outlined: bool = False
    shape: str = "card"
    lower: str = ""

    @property
    def short(self) -> str:
        """Return the card as written within a line of text: "10♥", or "10-Luna" where the suit is a word."""
        is_word = self.symbol[1:].isalpha()
        return f"{self.corner}-{self.symbol}" if self.corner and is_word else self.corner + self.symbol


def either_way_up(text: str) -> str:
    """Return one text for a card in either orientation: a domino's name, "4-3", gives its ends in order, "3-4"."""
    return "-".join(sorted(text.split("-")))


class Rank(msgspec.Struct, frozen=True):
    """A rank: its ``text`` in notation ("T"), its ``name`` in words ("ten"), its ``corner`` as drawn ("10")."""

    text: str
    name: str
    corner: str = ""


class Suit(msgspec.Struct, frozen=True):
    """A suit: its ``text`` in notation ("h", "bS"), ``name`` in words, drawing, and class in each further facet.

    ``classes`` is e.g. ``{"group": "black", "link": "spades"}``.
    """

    text: str
    name: str
    symbol: str = ""
    ink: str = "black"
    outlined: bool = False
    classes: dict[str, str] = {}


class Printed(msgspec.Struct, frozen=True):
    """A card of a deck that is given as a list: the places of its rank and suit, its notation, and its name.

    ``classes`` are its classes in further facets.
    """

    rank: int
    suit: int
    text: str
    name: str
    classes: dict[str, str] = {}


class Facet(msgspec.Struct, frozen=True):
    """One way to sort a deck: the names of its ``classes``, and the class of each card in ``of`` (-1 for a joker)."""

    name: str
    classes: tuple[str, ...]
    of: tuple[int, ...]


class Deck:
    """Distinct cards, each with a text, a name, a face, a rank and a class in every facet.

    ``rank_of`` and ``suit_of`` hold each card's place in ``ranks`` and ``suits``, -1 for a joker. A deck that has not
    just one card of each rank and suit is given as a list of ``cards``; then ``even`` is false.
    Two decks are equal if they have the same title, ranks, suits, jokers and cards.
    """

    def __init__(
        self,
        title: str,
        ranks: Sequence[Rank],
        suits: Sequence[Suit],
        jokers: Sequence[Rank] = (),
        cards: Sequence[Printed] = (),
    ) -> None:
        self.title = title
        self.ranks = tuple(ranks)
        self.suits = tuple(suits)
        self.jokers = tuple(jokers)
        self.listed = tuple(cards)
        self.even = not self.listed
        grid = [(rank, suit) for rank in range(len(ranks)) for suit in range(len(suits))]
        plain = [(card.rank, card.suit) for card in self.listed] or grid
        self.size = len(plain) + len(jokers)
        none = (-1,) * len(jokers)
        self.rank_of: tuple[int, ...] = tuple(rank for rank, _ in plain) + none
        self.suit_of: tuple[int, ...] = tuple(suit for _, suit in plain) + none
        self.facets = self._facets()
        kinds = [(ranks[rank], suits[suit]) for rank, suit in plain]
        self.faces: tuple[Face, ...] = (
            *(self._face(card, *kind) for card, kind in enumerate(kinds)),
            *(Face(text=joker.text, corner=joker.corner or joker.text, symbol="★", shape="joker") for joker in jokers),
        )
        self.texts: tuple[str, ...] = tuple(face.text for face in self.faces)
        self.shorts: tuple[str, ...] = tuple(face.short for face in self.faces)  # as within a line of text
        self.names: tuple[str, ...] = (
            *(self._name(card, *kind) for card, kind in enumerate(kinds)),
            *(joker.name for joker in jokers),
        )

    def _face(self, card: Card, rank: Rank, suit: Suit) -> Face:
        return Face(
            text=self.listed[card].text if self.listed else rank.text + suit.text,
            corner=self._own_text(card) or rank.corner or rank.text,
            symbol=suit.symbol or suit.text,
            ink=suit.ink,
            outlined=suit.outlined,
        )

    def _name(self, card: Card, rank: Rank, suit: Suit) -> str:
        if self.listed:
            return self.listed[card].name
        return f"{rank.name} of {spoken_suit(suit.name)}" if suit.name else rank.name

    def _own_text(self, card: Card) -> str:
        """Return the text of a listed card whose text is not its rank and suit, without the marks of copies."""
        if not self.listed:
            return ""
        listed = self.listed[card]
        text, usual = listed.text.rstrip("'"), self.ranks[listed.rank].text + self.suits[listed.suit].text
        return "" if text == usual.rstrip("'") else text

    def _facets(self) -> tuple[Facet, ...]:
        facets = [Facet("suit", tuple(suit.name or suit.text for suit in self.suits), self.suit_of)]
        for facet in dict.fromkeys(key for suit in self.suits for key in suit.classes):
            classes = tuple(dict.fromkeys(suit.classes[facet] for suit in self.suits if facet in suit.classes))
            of_suit = [classes.index(suit.classes[facet]) if facet in suit.classes else -1 for suit in self.suits]
            facets.append(Facet(facet, classes, tuple(-1 if suit < 0 else of_suit[suit] for suit in self.suit_of)))
        for facet in dict.fromkeys(key for card in self.listed for key in card.classes):
            classes = tuple(dict.fromkeys(card.classes[facet] for card in self.listed))
            of = [classes.index(card.classes[facet]) for card in self.listed]
            facets.append(Facet(facet, classes, (*of, *[-1] * len(self.jokers))))
        return tuple(facets)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self is other or self.contents == other.contents

    def __hash__(self) -> int:
        return hash((self.title, self.texts))

    @property
    def contents(self) -> tuple[object, ...]:
        """The title, ranks, suits, jokers and cards, which are compared with those of another deck."""
        return self.title, self.ranks, self.suits, self.jokers, self.listed

    def __repr__(self) -> str:
        return f"Deck({self.title!r}, {self.size} cards)"

    def __len__(self) -> int:
        return self.size

    def check(self, card: Card, where: str = "") -> Card:
        """Return a card as it is. Raises `BadCard` for a number that is not a card; ``where`` says where it stands."""
        try:
            if 0 <= operator.index(card) < self.size:
                return card
        except TypeError:
            raise BadCard(f"a card is a whole number, not {card!r:.80}", str(card), where) from None
        raise BadCard(f"there is no card {card}: the {self.title} deck has 0 to {self.size - 1}", str(card), where)

    def without(self, cards: Container[Card | None]) -> list[Card]:
        """Return the cards of the deck but these, in order."""
        return [card for card in range(self.size) if card not in cards]

    def text(self, card: Card) -> str:
        """Return a card in notation: "5h", "3bS". Raises `BadCard` for a number that is not a card."""
        return self.texts[self.check(card)]

    def text_of(self, cards: Iterable[Card]) -> str:
        """Return cards in notation, separated by spaces. Raises `BadCard`."""
        return " ".join(map(self.text, cards))

    def face(self, card: Card) -> Face:
        """Return the front of a card. Raises `BadCard`."""
        return self.faces[self.check(card)]

    def short_of(self, cards: Iterable[Card]) -> str:
        """Return cards as written within a line of text: "10♥ 5♠". Raises `BadCard`."""
        return " ".join([self.shorts[self.check(card)] for card in cards])

    def name(self, card: Card) -> str:
        """Return the name of a card: "five of hearts". Raises `BadCard`."""
        return self.names[self.check(card)]

    def parse(self, text: str, *, dice: bool = False) -> Card:
        """Return the card that this text names: the inverse of `text`. Raises `BadCard`, with ``dice`` in their words.

        Also accepts "10h" for "Th", "5♥", "5♥️" as telephones write it, either order, the name of a joker, and either
        case where that is unambiguous.
        """
        if not isinstance(text, str):
            raise BadCard(f"a card is read from text, not {text!r:.80}", str(text))
        written = plain_signs(text)
        card = self._spellings.get(written)
        if card is None:
            card = self._spellings.get(written.casefold())
        if card is None:
            of = f"face of the dice: {' '.join(self.texts)}" if dice else f"card of the {self.title} deck"
            hint = "" if dice else did_you_mean(text, self.texts)
            raise BadCard("; ".join(filter(None, (f"{text!r} is not a {of}", hint))), text)
        return card

    def parse_cards(self, text: str, *, repeats: bool = False, dice: bool = False) -> tuple[Card, ...]:
        """Return the cards in the order written, separated by spaces, commas or nothing ("AhKd").

        Raises `BadCard` for text that is not a card, and for a duplicate card, but with ``repeats`` or ``dice``.
        """
        if not isinstance(text, str):
            raise BadCard(f"cards are read from text, not {text!r:.80}", str(text))
        cards: list[Card] = []
        for word in plain_signs(text).replace(",", " ").split():
            for piece in self._pieces(word):
                card = self.parse(piece, dice=dice)
                if card in cards and not (repeats or dice):
                    other = f"{self.texts[card]}'"
                    hint = f"; the card of the second pack is {other}" if other in self.texts else ""
                    raise BadCard(f"duplicate card: {self.texts[card]}{hint}", self.texts[card])
                cards.append(card)
        return tuple(cards)

    def _pieces(self, word: str) -> list[str]:
        """Split a word into the cards run together in it; one card, or a word that cannot be split, stays whole."""
        if word in self._spellings or word.casefold() in self._spellings:
            return [word]
        pieces = self._pattern.findall(word)
        return pieces if "".join(pieces) == word else [word]

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        spellings = sorted(self._spellings, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, spellings)), re.IGNORECASE)

    @functools.cached_property
    def _spellings(self) -> dict[str, Card]:
        """Every way to write each card. A spelling that two cards share is left out, unless it is a card's `text`."""
        cards_by_spelling: dict[str, set[Card]] = {}
        for card, face in enumerate(self.faces):
            ways = {face.text, face.corner, self.names[card]} if face.shape == "joker" else {face.text}
            if self.suit_of[card] >= 0:
                rank, suit = self.ranks[self.rank_of[card]], self.suits[self.suit_of[card]]
                for rank_text in {rank.text, rank.corner or rank.text}:
                    for suit_text in {suit.text, suit.symbol} - {""} or {""}:
                        ways |= {rank_text + suit_text, suit_text + rank_text}
            for way in map(plain_signs, ways | {way.casefold() for way in ways}):
                cards_by_spelling.setdefault(way, set()).add(card)
        spellings = {way: min(cards) for way, cards in cards_by_spelling.items() if len(cards) == 1}
        return spellings | {plain_signs(text): card for card, text in enumerate(self.texts)}


def plain_signs(text: str) -> str:
    """Return a text without the mark that asks for a sign in colour, which telephones write after a suit's."""
    return text.replace("\ufe0f", "")


RANK_NAMES = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "N": "null", "0": "zero", "1": "one",
    "10": "ten", "11": "eleven", "12": "twelve", "13": "thirteen", "14": "fourteen", "15": "fifteen", "16": "sixteen",
    "17": "seventeen", "18": "eighteen", "19": "nineteen", "20": "twenty",
}  # fmt: skip

FRENCH_SUITS = (
    Suit("c", "clubs", "♣", "black"),
    Suit("d", "diamonds", "♦", "red"),
    Suit("h", "hearts", "♥", "red"),
    Suit("s", "spades", "♠", "black"),
)
JOKER = Rank("Jo", "joker", "JOKER")
# Signs in words. A deck may name a suit by its sign alone.
SIGN_NAMES = {
    **{suit.symbol: suit.name for suit in FRENCH_SUITS},
    "♤": "white spades", "♡": "white hearts", "♢": "white diamonds", "♧": "white clubs",
    "★": "stars", "☆": "white stars", "☀": "suns", "☼": "suns", "☾": "moons", "☽": "moons", "♛": "crowns", "⚜": "arms",
}  # fmt: skip


def is_sign(text: str) -> bool:
    """Return whether a text is a single sign that has to be put into words: "♠", but not "s" or "+"."""
    return len(text) == 1 and not text.isascii() and not text.isalnum()


def spoken_suit(name: str) -> str:
    """Return the name of a suit in words: for a sign its own name.

    >>> spoken_suit("hearts"), spoken_suit("★"), spoken_suit("⚓")
    ('hearts', 'stars', 'anchor')
    """
    return SIGN_NAMES.get(name) or (unicodedata.name(name, name).lower() if is_sign(name) else name)


def ranks(text: str) -> tuple[Rank, ...]:
    """Return ranks from their letters, "A 2 3 ... T J Q K", each with its English name; T is drawn as 10."""
    return tuple(
        Rank(letter, RANK_NAMES.get(letter, letter), "10" if letter == "T" else letter) for letter in text.split()
    )


@functools.cache
def standard_deck(joker: bool = False) -> Deck:
    """Return the 52 cards, ace first (card 0 is Ac, 51 is Ks), with ``joker`` the joker as card 52."""
    return Deck(
        "53-card" if joker else "standard",
        ranks("A 2 3 4 5 6 7 8 9 T J Q K"),
        FRENCH_SUITS,
        (JOKER,) if joker else (),
    )
