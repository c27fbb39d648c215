"""The categories that lines may still become, and when a game can certainly no longer be won.

The argument is one of necessary conditions, each of which holds in every game that is won from here:

* The cards of a row or column stay together, after every shift, and only cards not yet placed can join them. So a
  line can end only in a category that some of those cards complete. The cards of a diagonal stay together where layouts
  cannot be shifted any more; until then a diagonal is taken as able to make anything.
* Eight categories need eight different lines, each of which can make its category.
* A card takes part at the end in some line through it, in a category that this line can still make.
* With few cells left empty, all ways to fill them are tried.

Nothing is assumed of the order of the cards to come, so a game that is reported as lost is lost in every order.
"""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TypeAlias

from cardwright.cards import Card
from cardwright.games.patience.scoring import (
    CATEGORIES,
    CELL_NAMES,
    CELLS,
    DECK,
    EDGES,
    EMPTY,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    LINE_NAMES,
    LINES,
    LINES_THROUGH,
    PAIR,
    SIDE_CELLS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIRS,
    complete,
    read_line,
)
from cardwright.ranking.matching import find_matching

PATTERNS = {FOUR: (4, 1), FULL_HOUSE: (3, 2), THREE: (3, 1, 1), TWO_PAIRS: (2, 2, 1), PAIR: (2, 1, 1, 1)}
RUNS = tuple(frozenset((low + step) % 13 for step in range(SIDE_CELLS)) for low in range(10))
DIAGONALS = (10, 11)  # indices into `LINES`
MAX_TRIED_CELLS = 4  # with this many cells empty in both layouts together, all ways to fill them are tried

# For each category that a line can still make, the cards in it that can take part.
Prospects: TypeAlias = Mapping[int, frozenset[Card]]


class Supply:
    """The cards that can still be placed, and the combinations that lines can make with them."""

    def __init__(self, cards: frozenset[Card]) -> None:
        self.cards = cards
        self.rank_counts = Counter(DECK.rank_of[card] for card in cards)
        self.prospects = functools.cache(self._find_prospects)

    def _find_prospects(self, cards: tuple[Card, ...]) -> Prospects:
        """The categories that a line with these cards can make in the end."""
        if len(cards) == SIDE_CELLS:
            reading = read_line(cards)
            return {reading.category: reading.active} if reading.category >= 0 else {}
        ranks = Counter(DECK.rank_of[card] for card in cards)
        prospects = dict(self._equal_rank_prospects(cards, ranks))
        if len(ranks) == len(cards):
            prospects |= {category: frozenset(cards) for category in self._other_prospects(cards, frozenset(ranks))}
        return prospects

    def _equal_rank_prospects(
        self, cards: Sequence[Card], ranks: Counter[int]
    ) -> Iterator[tuple[int, frozenset[Card]]]:
        """The categories of equal ranks."""
        for category, pattern in PATTERNS.items():
            fitting = [
                groups for groups in set(permutations(pattern, len(ranks))) if self._fits(pattern, groups, ranks)
            ]
            if fitting:
                active = {rank for groups in fitting for rank, size in zip(ranks, groups) if size > 1}
                yield category, frozenset(card for card in cards if DECK.rank_of[card] in active)

    def _fits(self, pattern: tuple[int, ...], groups: tuple[int, ...], ranks: Counter[int]) -> bool:
        """Return True if the ranks held can grow to groups of these sizes, and other ranks can make the groups left."""
        for (rank, held_count), size in zip(ranks.items(), groups):
            if not held_count <= size <= held_count + self.rank_counts[rank]:
                return False
        groups_left = list(pattern)
        for size in groups:
            groups_left.remove(size)
        other_rank_counts = sorted(
            (count for rank, count in self.rank_counts.items() if rank not in ranks), reverse=True
        )
        return len(groups_left) <= len(other_rank_counts) and all(
            size <= count for size, count in zip(groups_left, other_rank_counts)
        )

    def _other_prospects(self, cards: Sequence[Card], ranks: frozenset[int]) -> Iterator[int]:
        """Straight flush, flush and straight, for cards of different ranks."""
        suits = {DECK.suit_of[card] for card in cards}
        runs = [run - ranks for run in RUNS if ranks <= run]
        if any(all(self.rank_counts[rank] for rank in missing) for missing in runs):
            yield STRAIGHT  # also where all such cards share the suit: then too few games are reported as lost
        if len(suits) > 1:
            return
        for suit in suits or range(len(DECK.suits)):
            suited_ranks = {DECK.rank_of[card] for card in self.cards if DECK.suit_of[card] == suit} - ranks
            if len(suited_ranks) >= SIDE_CELLS - len(cards):
                yield FLUSH
            if any(missing <= suited_ranks for missing in runs):
                yield STRAIGHT_FLUSH


@functools.lru_cache(maxsize=8)
def supply(cards: frozenset[Card]) -> Supply:
    """Return the supply of these cards, from a cache: it keeps its own cache of lines."""
    return Supply(cards)


def line_cards(layout: Sequence[Card], index: int) -> tuple[Card, ...]:
    """The cards in a line, in order of their cells."""
    return tuple([layout[cell] for cell in LINES[index] if layout[cell] != EMPTY])


def are_diagonals_fixed(layout: Sequence[Card], shifts: str) -> bool:
    """Return True if no shift can change the diagonals any more."""
    if shifts == "bounded":
        return all(any(layout[cell] != EMPTY for cell in edge) for edge in EDGES)
    return shifts == "none"


def prospects(layout: Sequence[Card], unplaced: frozenset[Card], shifts: str) -> tuple[Prospects | None, ...]:
    """Return the categories that each line can make with the unplaced cards; None for a diagonal that can change."""
    is_fixed = are_diagonals_fixed(layout, shifts)
    unplaced_supply = supply(unplaced)
    return tuple(
        unplaced_supply.prospects(line_cards(layout, index)) if is_fixed or index not in DIAGONALS else None
        for index in range(len(LINES))
    )


@functools.lru_cache(maxsize=64)
def why_lost(
    layouts: tuple[tuple[Card, ...], tuple[Card, ...]], card: Card, unplaced: frozenset[Card], shifts: str
) -> tuple[str, ...]:
    """Return the reasons why this game can certainly not be won any more; () if it may be.

    ``unplaced`` are all cards that are not placed, the turned ``card`` among them if there is one.
    """
    reasons = tuple(
        f"layout {number}: {reason}"
        for number, layout in enumerate(layouts, 1)
        for reason in _unmeetable_demands(layout, prospects(layout, unplaced, shifts))
    )
    if reasons:
        return reasons
    empty = [(number, cell) for number, layout in enumerate(layouts) for cell in range(CELLS) if layout[cell] == EMPTY]
    if 0 < len(empty) <= MAX_TRIED_CELLS and shifts != "cyclic" and not _can_fill(layouts, empty, card, unplaced):
        return ("whatever cards come, no way to place them meets every demand",)
    return ()


def _unmeetable_demands(layout: Sequence[Card], lines: Sequence[Prospects | None]) -> Iterator[str]:
    """The demands that one layout can certainly not meet, in words."""
    known_lines = [(index, line) for index, line in enumerate(lines) if line is not None]
    dead_lines = [index for index, line in known_lines if not line]
    for index in dead_lines:
        full = len(line_cards(layout, index)) == SIDE_CELLS
        yield f"{LINE_NAMES[index]} {'is full and makes nothing' if full else 'can make no combination any more'}"
    lines_by_category = [
        [index for index, line in enumerate(lines) if line is None or category in line]
        for category in range(len(CATEGORIES))
    ]
    impossible_categories = [category for category, places in enumerate(lines_by_category) if not places]
    for category in impossible_categories:
        yield f"no line can make {category_phrase(category)} any more"
    if not impossible_categories and find_matching(lines_by_category) is None:
        yield "too few lines are left for the combinations that are missing"
    for cell, card in enumerate(layout):
        if card != EMPTY and not _can_take_part(lines, cell, card):
            yield f"{DECK.face(card).short} at {CELL_NAMES[cell]} can take part in no combination"


def _can_take_part(lines: Sequence[Prospects | None], cell: int, card: Card) -> bool:
    """Return True if some line through a card can make a category that the card takes part in, now or after shifts."""
    if any(lines[index] is None for index in DIAGONALS):
        return True
    through = (lines[index] for index in LINES_THROUGH[cell])
    return any(card in active for line in through if line is not None for active in line.values())


def _can_fill(
    layouts: Sequence[tuple[Card, ...]], empty: Sequence[tuple[int, int]], card: Card, unplaced: frozenset[Card]
) -> bool:
    """Return True if some way to fill these cells, with the turned card in one of them, meets every demand."""
    for cards in permutations(sorted(unplaced), len(empty)):
        if card != EMPTY and card not in cards:
            continue
        filled = [list(layout) for layout in layouts]
        for (number, cell), new in zip(empty, cards):
            filled[number][cell] = new
        if all(map(complete, filled)):
            return True
    return False


def category_phrase(category: int) -> str:
    """Return a category as a phrase of a sentence: "a flush", "two pairs"."""
    return CATEGORIES[category] if category in (FOUR, THREE, TWO_PAIRS, PAIR) else f"a {CATEGORIES[category]}"
