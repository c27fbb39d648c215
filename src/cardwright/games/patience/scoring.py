"""The category of a line of a layout, finished or not, and the cards that take part in it.

A line is read from its cards alone, so readings are kept in a cache and a layout's standing is twelve look-ups.
Rulings PO4, PO5, PO7, PO8 and PO9 are kept here.

>>> from cardwright.cards import standard_deck
>>> read_line(standard_deck().parse_cards("7h 7s 2c 7d")).category, CATEGORIES[5]
(5, 'three of a kind')
"""

import functools
from collections.abc import Sequence

import msgspec

from cardwright.cards import Card, standard_deck

SIDE_CELLS = 5
CELLS = SIDE_CELLS * SIDE_CELLS
EMPTY = -1
NOTHING = -1

CATEGORIES = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pairs",
    "one pair",
)
STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR = range(8)

CELL_NAMES = tuple(f"{'abcde'[cell % SIDE_CELLS]}{cell // SIDE_CELLS + 1}" for cell in range(CELLS))
LINES: tuple[tuple[int, ...], ...] = (
    *(tuple(range(SIDE_CELLS * row, SIDE_CELLS * row + SIDE_CELLS)) for row in range(SIDE_CELLS)),
    *(tuple(range(column, CELLS, SIDE_CELLS)) for column in range(SIDE_CELLS)),
    tuple(range(0, CELLS, SIDE_CELLS + 1)),
    tuple(range(SIDE_CELLS - 1, CELLS - 1, SIDE_CELLS - 1)),
)
EDGES = (LINES[SIDE_CELLS], LINES[2 * SIDE_CELLS - 1], LINES[0], LINES[SIDE_CELLS - 1])  # left, right, top, bottom
LINE_NAMES = (
    *(f"row {row + 1}" for row in range(SIDE_CELLS)),
    *(f"column {letter}" for letter in "abcde"),
    "diagonal a1-e5",
    "diagonal a5-e1",
)
LINES_THROUGH = tuple(tuple(index for index, line in enumerate(LINES) if cell in line) for cell in range(CELLS))

DECK = standard_deck()
_RANK, _SUIT = DECK.rank_of, DECK.suit_of


class Reading(msgspec.Struct, frozen=True):
    """The category of a line: an index into `CATEGORIES`, or `NOTHING`; ``active`` are the cards that take part.

    ``final`` is False while further cards can change it: a pair among three cards is provisional.
    """

    category: int
    active: frozenset[Card]
    final: bool


class Standing(msgspec.Struct, frozen=True):
    """One layout's status window: the twelve lines, and their result."""

    lines: tuple[Reading, ...]
    idle: tuple[Card, ...]

    @property
    def made(self) -> frozenset[int]:
        """The categories made for good."""
        return frozenset(line.category for line in self.lines if line.final) - {NOTHING}

    @property
    def provisional(self) -> frozenset[int]:
        """The categories made by unfinished lines only."""
        return frozenset(line.category for line in self.lines) - self.made - {NOTHING}

    @property
    def missing(self) -> tuple[int, ...]:
        """The categories that no line has permanently, strongest first."""
        return tuple(index for index in range(len(CATEGORIES)) if index not in self.made)

    @property
    def dead(self) -> tuple[int, ...]:
        """The lines that are full and make nothing."""
        return tuple(index for index, line in enumerate(self.lines) if line.final and line.category == NOTHING)


@functools.lru_cache(maxsize=1 << 16)
def read_line(cards: tuple[Card, ...]) -> Reading:
    """The exact category of up to five cards: a full house is not three of a kind."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards:
        by_rank.setdefault(_RANK[card], []).append(card)
    groups = sorted(by_rank.values(), key=len, reverse=True)
    is_full = len(cards) == SIDE_CELLS
    category = _equal_rank_category([len(group) for group in groups])
    if category == NOTHING and is_full:
        category = _other_category(sorted(by_rank), len({_SUIT[card] for card in cards}) == 1)
    if category in (STRAIGHT_FLUSH, FULL_HOUSE, FLUSH, STRAIGHT):
        active = frozenset(cards)
    else:
        active = frozenset(card for group in groups if len(group) > 1 for card in group)
    return Reading(category, active, is_full or category == FOUR)


def _equal_rank_category(sizes: list[int]) -> int:
    """The category of cards of equal rank, from the sizes of their groups, largest first."""
    match sizes:
        case [4, *_]:
            return FOUR
        case [3, 2]:
            return FULL_HOUSE
        case [3, *_]:
            return THREE
        case [2, 2, *_]:
            return TWO_PAIRS
        case [2, *_]:
            return PAIR
    return NOTHING


def _other_category(ranks: list[int], one_suit: bool) -> int:
    """The category of five different ranks; the ace (rank 0) is low or high, and never in the middle."""
    run = ranks[4] - ranks[0] == 4 or ranks == [0, 9, 10, 11, 12]
    if run:
        return STRAIGHT_FLUSH if one_suit else STRAIGHT
    return FLUSH if one_suit else NOTHING


def standing(layout: Sequence[Card]) -> Standing:
    """The standing of a layout: the category of every line so far, and the cards that take part in none."""
    lines = tuple(read_line(tuple(layout[cell] for cell in line if layout[cell] != EMPTY)) for line in LINES)
    active = frozenset().union(*(line.active for line in lines))
    return Standing(lines, tuple(card for card in layout if card != EMPTY and card not in active))


def complete(layout: Sequence[Card]) -> bool:
    """Return True if a full layout meets every demand: all eight categories, no line without one, no idle card."""
    status = standing(layout)
    return EMPTY not in layout and not (status.missing or status.dead or status.idle)


def unmet(layout: Sequence[Card]) -> tuple[str, ...]:
    """The demands that a layout does not meet, in words, one line each."""
    status = standing(layout)
    lacks = []
    if status.missing:
        lacks.append("no " + ", no ".join(CATEGORIES[index] for index in status.missing))
    if status.dead:
        lacks.append("nothing made in " + ", ".join(LINE_NAMES[index] for index in status.dead))
    if status.idle:
        lacks.append("idle: " + DECK.short_of(status.idle))
    return tuple(lacks)
