"""The flexdeck: the 55 dominoes from 0-0 to 9-9, each lying one way up.

A card as it lies is the number ``10 * upper + lower``, so a domino of two different values has two, and a double one.

>>> text(37), upper(37), DOMINO[37] == DOMINO[73]
('3-7', 3, True)
>>> parse("3-7")
37
"""

from collections.abc import Iterable

from cardwright.cards import Card, Face
from cardwright.errors import BadCard
from cardwright.wording import NUMBER_WORDS

VALUE_COUNT = 10
CARD_COUNT = VALUE_COUNT * VALUE_COUNT
VALUE_WORDS = ("zero", *NUMBER_WORDS[1:VALUE_COUNT])

_PAIRS = [(high, low) for high in range(VALUE_COUNT) for low in range(high + 1)]
SIZE = len(_PAIRS)
DOMINO: tuple[int, ...] = tuple(
    _PAIRS.index((max(divmod(card, VALUE_COUNT)), min(divmod(card, VALUE_COUNT)))) for card in range(CARD_COUNT)
)
HALVES: tuple[tuple[int, int], ...] = tuple(_PAIRS)
ORIENTATIONS: tuple[tuple[Card, Card], ...] = tuple(
    (VALUE_COUNT * high + low, VALUE_COUNT * low + high) for high, low in _PAIRS
)
DOMINO_TEXTS: tuple[str, ...] = tuple(f"{low}-{high}" for high, low in _PAIRS)

_TEXTS = tuple(f"{card // VALUE_COUNT}-{card % VALUE_COUNT}" for card in range(CARD_COUNT))
_CARDS = {text: card for card, text in enumerate(_TEXTS)}
_FACES = tuple(Face(text=text, corner=text[0], lower=text[2], shape="domino", symbol="") for text in _TEXTS)


def upper(card: Card) -> int:
    """The value of the half on top."""
    return card // VALUE_COUNT


def lower(card: Card) -> int:
    """The value of the other half."""
    return card % VALUE_COUNT


def turn(card: Card) -> Card:
    """The same domino seen from the other side of the table."""
    return lower(card) * VALUE_COUNT + upper(card)


def text(card: Card) -> str:
    """A card's notation, upper half first: "3-7"."""
    return _TEXTS[card]


def face(card: Card) -> Face:
    """The picture of a card as it lies."""
    return _FACES[card]


def parse(text: str) -> Card:
    """The inverse of `text`. Raises `BadCard`."""
    if text not in _CARDS:
        raise BadCard(f"{text!r} is not a card: write the upper half, then the lower, as 3-7", text)
    return _CARDS[text]


def halves(dominoes: Iterable[int]) -> tuple[int, ...]:
    """For each value, the number of halves of these dominoes that show it: the odds of the next card flipped."""
    counts = [0] * VALUE_COUNT
    for domino in dominoes:
        for value in HALVES[domino]:
            counts[value] += 1
    return tuple(counts)
