"""Walks of cards in order: the best hand of any number of cards by one look-up for each card.

Cards are sorted first, and their suits numbered as they come where suits are alike. That leaves so few classes of cards
that one walk finds the best of all hands among them (`ClassesInOrder` of the kernel).
"""

import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking import _kernels
from cardwright.ranking.by_card import _kernels as card_kernels
from cardwright.ranking.by_card.card_types import hands_count
from cardwright.ranking.by_card.hands import HandsByCard
from cardwright.ranking.compile import Strengths
from cardwright.ranking.rows import Ints, Rows
from cardwright.ranking.walks import _kernels as walk_kernels
from cardwright.ranking.walks.walk import MAX_CELLS, Lane, Walk

Table: TypeAlias = NDArray[np.uint32]

MAX_CLASSES = 125_000
"""The most classes of one number of cards. With more, walks of all choices are as fast."""

MAX_MARKS = 1 << 18
"""The room for marks by which classes are found again: a power of two above `MAX_CLASSES`."""

MAX_STATES = 1 << 21
"""The room for states of cards on the way to classes, a power of two; half of it is used."""

MAX_VISITS = 8_000_000
"""The most states that are visited: the best badugi of eight cards takes three seconds."""

MAX_SAMPLE_ROWS = 1_000  # tried first where suits may be alike

MAX_HANDS = 15_000_000
"""The most hands of one card less, of cards of which all are walked: seven of 78 with four suits have 10.7 million."""


class Slots(NamedTuple):
    """The numbers of types in the order of a walk.

    Where ``mask`` is not 0, suits that are alike get new names, and the suit is the lowest bits of a number, those of
    the mask. Types of other suits come last, from ``plain`` on, each with room for any suit.
    """

    mask: int
    plain: int
    of_type: Ints
    types: Ints
    copies: NDArray[np.int32]

    @property
    def number(self) -> int:
        return len(self.types)

    @property
    def suits(self) -> int:
        """The number of suits that are alike; 1 if none are."""
        return int(np.count_nonzero(self.copies[: self.mask + 1])) if self.mask else 1

    @property
    def unused(self) -> int:
        """The number of slots of each rank that no card has: the mask may have room for more suits."""
        return self.mask + 1 - self.suits

    @property
    def used(self) -> Ints:
        """The slots that a card may have."""
        return np.flatnonzero(np.arange(self.number) & self.mask < self.suits)


def named_slots(hands: HandsByCard, suit: Ints, rank: Ints, low: bool) -> Slots:
    """Return slots in which low ranks come first, or else high ones: if they win, fewer classes are left.

    ``suit`` is the suit of each type, from 0 on for suits that are alike, and -1 for types without such a suit.
    """
    mask = (1 << int(suit.max()).bit_length()) - 1
    ranks = np.unique(rank[suit >= 0])
    place = np.searchsorted(ranks, rank)
    if not low:
        place = len(ranks) - 1 - place
    of_type = place * (mask + 1) + suit
    plain, others = len(ranks) * (mask + 1), np.flatnonzero(suit < 0)
    of_type[others] = plain + np.arange(len(others)) * (mask + 1)
    return _slots(hands, mask, plain, of_type, plain + len(others) * (mask + 1))


def _slots(hands: HandsByCard, mask: int, plain: int, of_type: Ints, count: int) -> Slots:
    types = np.zeros(count, np.int64)
    types[of_type] = np.arange(len(of_type))
    copies = np.bincount(of_type, hands.copies, count).astype(np.int32)
    return Slots(mask, plain, of_type, types, copies)


def all_slots(hands: HandsByCard) -> Slots:
    """Return the slots for a walk of all hands: types, or where suits are alike named ones."""
    if hands.alike:
        return _alike_slots(hands, hands.declaration.low)
    types = np.arange(len(hands.cards))
    return _slots(hands, 0, len(types), types, len(types))


def _alike_slots(hands: HandsByCard, low: bool) -> Slots:
    types, suits = np.arange(len(hands.cards)), len(hands.declaration.deck.suits)
    return named_slots(hands, np.where(types < hands.plain_count, types % suits, -1), hands.rank[: len(types)], low)


def lane_slots(hands: HandsByCard, walk: Walk, lane: Lane, suit: Ints, rank: Ints) -> Slots:
    """Return the slots for a walk of a lane's hands, in which types that the walk does not distinguish have one.

    Cards of the lane come first, and then the ranks that win, which leaves fewer classes. If all types differ, suits
    that are alike are named (`alike_suits`).
    """
    types = np.arange(len(hands.cards))
    ordered = np.lexsort((types if hands.declaration.low else -types, ~lane.inside))
    columns = np.concatenate([*walk.inner, walk.outer, lane.inside[None]])[:, ordered]
    _, first, of = np.unique(columns, axis=1, return_index=True, return_inverse=True)
    if len(first) == len(types) and suit.max() > 0:
        return named_slots(hands, suit, rank, hands.declaration.low)
    of_type = np.zeros(len(types), np.int64)
    of_type[ordered] = np.argsort(np.argsort(first))[of.reshape(-1)]
    return _slots(hands, 0, len(first), of_type, len(first))


def alike_suits(hands: HandsByCard, rows: Rows, strengths: Strengths) -> tuple[Ints, Ints]:
    """Return for each type its place among the most suits that may change places, or -1, and a number for its rank.

    Where suits have facets, such as two groups by four links, these may be the classes of a facet: the other facets are
    then part of the rank. ``rows`` are all hands that are worth something.
    """
    deck, types = hands.declaration.deck, len(hands.cards)
    table = hands.table(rows, strengths)
    some = slice(None, None, max(len(rows) // MAX_SAMPLE_ROWS, 1))

    def may_change(suit: Ints, rank: Ints, one: int, other: int) -> bool:
        here, there = np.flatnonzero(suit == one), np.flatnonzero(suit == other)
        here, there = here[np.argsort(rank[here])], there[np.argsort(rank[there])]
        if len(np.unique(rank[here])) < len(here) or not np.array_equal(rank[here], rank[there]):
            return False
        change = np.arange(types)
        change[here], change[there] = there, here
        return np.array_equal(hands.copies[here], hands.copies[there]) and all(
            np.array_equal(table[hands.places(np.sort(change[rows[part]], axis=1))], strengths[part])
            for part in (some, slice(None))
        )

    most, places = 0, (np.full(types, -1), hands.rank[:types])
    for facet in deck.facets:
        classes = {facet.name: facet.of, **{each.name: each.of for each in deck.facets if each.name != "suit"}}
        of = [{tuple(each[card] for each in classes.values()) for card in cards} for cards in hands.cards]
        known = np.array([next(iter(each)) if len(each) == 1 else (-1,) * len(classes) for each in of])
        suit = np.where(hands.rank[:types] < 0, -1, known[:, 0])
        others = known[:, 1:] if facet.name != "suit" else known[:, :0]
        rank = np.unique(np.column_stack([hands.rank[:types], others]), axis=0, return_inverse=True)[1].reshape(-1)
        groups: list[list[int]] = []
        for each in np.unique(suit[suit >= 0]).tolist():
            group = next((group for group in groups if may_change(suit, rank, each, group[0])), [])
            if not group:
                groups.append(group)
            group.append(each)
        alike = max(groups, key=len, default=[])
        # Of equal facets the last: its classes differ from card to card, so that slots can be computed.
        if len(alike) >= max(most, 1):
            most = len(alike)
            places = np.array([alike.index(each) if each in alike else -1 for each in suit.tolist()]), rank
    return places


def slots_of_cards(hands: HandsByCard, slots: Slots) -> tuple[NDArray[np.uint8], tuple[bool, int, int]]:
    """Return the slot of each of 256 cards, and whether it is computed, not looked up, and how (`_kernels.InOrder`)."""
    deck, used = len(hands.type_of), slots.used
    falls = slots.mask and slots.of_type[0] > slots.mask
    of_type = slots.of_type
    if falls:  # Suits get new names. With these, slots fall as cards rise in a deck of suits by ranks.
        of_type = np.where(of_type < slots.plain, (of_type ^ slots.mask) - slots.unused, of_type)
        of_type[slots.of_type >= slots.plain] += slots.suits - 1
    slot_of_card = np.zeros(256, np.uint8)
    slot_of_card[:deck] = of_type[hands.type_of]
    plain = int(np.count_nonzero(used < slots.plain))
    flip, adds = (255, plain) if falls else (0, 0)
    computed = np.minimum((np.arange(deck) ^ flip) + adds & 255, len(used) - 1)
    # The kernel divides by the number of suits as a product says, which is exact for few slots only.
    exact = not slots.unused or len(used) * (slots.suits - 256 % slots.suits) < 256
    return slot_of_card, (exact and bool((slot_of_card[:deck] == used[computed]).all()), flip, adds & 255)


def tables(hands: HandsByCard, walk: Walk, slots: Slots, cards: int) -> _kernels.Tables | None:
    """Return the kernel's tables for hands chosen from this many cards, None where they would be too large.

    ``walk`` is a walk of all hands.
    """
    if hands.declaration.dice or hands.size < 2 or cards < 3:
        return None
    if _shorter_hands(slots, cards) > MAX_HANDS or (layers := levels(slots, walk, cards)) is None:
        return None
    return _tables(hands, slots, layers, walk.outer.dtype)


def tables_of_hands(hands: HandsByCard, rows: Rows, strengths: Strengths) -> _kernels.Tables | None:
    """Return the kernel's tables for exactly one hand where suits are alike, None where they would be too large.

    A class is the first cards of some hands. ``rows`` are the hands that are counted: their suits are numbered as they
    come, low ranks first, so that sorted cards with new names for their suits are one of them.
    """
    slots = _alike_slots(hands, low=True)
    levels: list[Table] = []
    if hands.size < 3 or slots.number > 256:
        return None
    first = np.zeros(len(rows), np.int64)  # the class of each row
    for held, column in enumerate(slots.of_type[rows].T):
        shorter = int(first.max()) + 1
        if shorter * slots.number > MAX_CELLS:
            return None
        level, cells = np.zeros(shorter * slots.number, np.uint32), first * slots.number + column
        if held == hands.size - 1:
            level[cells] = strengths.astype(np.uint32) + 1
        else:
            level[cells] = 1
            level[level > 0] = np.arange(1, int(level.sum()) + 1)
            first = level[cells].astype(np.int64) - 1
        table = level.reshape(shorter, slots.number)
        table[:, slots.plain :] = table[:, [slot & ~slots.mask for slot in range(slots.plain, slots.number)]]
        levels.append(table)
    return _tables(hands, slots, levels, strengths.dtype)


def _tables(hands: HandsByCard, slots: Slots, levels: list[Table], dtype: np.dtype[Any]) -> _kernels.Tables:
    root, following, strengths = flat(levels, slots, len(slots.used))
    of_card, formula = slots_of_cards(hands, slots)
    place = slots.mask, slots.unused, len(slots.used), *formula
    walk = walk_kernels.InOrder(len(levels), place, following, of_card, np.array([root], np.uint32))
    numbers = len(levels), hands.size, len(hands.type_of), 1, -1
    return _kernels.Tables(numbers, strengths.astype(dtype), in_order=walk)


def _shorter_hands(slots: Slots, cards: int) -> int:
    """Return how many hands of one card less there are, about: hands that differ in the names of suits count once."""
    return hands_count(slots.copies.tolist(), cards - 1) // math.factorial(slots.suits)


def levels(slots: Slots, walk: Walk, cards: int) -> list[Table] | None:
    """Return the rows of the classes of each number of cards (class, slot), as `ClassesInOrder` writes them.

    Return None if there are too many.
    """
    size = len(walk.inner) + 1
    if slots.number > 256:
        return None
    following, last = walk.flat(slots.types)
    rows = np.empty((cards, MAX_CLASSES + 1, slots.number), np.uint32)
    marks, counts = np.zeros(cards * MAX_MARKS, np.int32), np.zeros(cards, np.int32)
    states = np.zeros(MAX_STATES, np.uint64), np.zeros(MAX_STATES, np.int32)
    parts = np.zeros(cards * size * 126, np.uint32), np.zeros(cards * size, np.int32)
    signs = np.zeros(max(len(following), len(last)), np.int32)
    walked = slots.copies, following, last.astype(np.uint32), *_hopes(walk, slots)
    arrays = *walked, rows.reshape(-1), marks, counts, *states, *parts, signs
    numbers = cards, size, slots.number, slots.plain, slots.mask, MAX_CLASSES, MAX_MARKS, MAX_STATES, MAX_VISITS
    if not card_kernels.ClassesInOrder().find(numbers, arrays):
        return None
    return [rows[held, :number] for held, number in enumerate(counts.tolist())]


def _hopes(walk: Walk, slots: Slots) -> tuple[Table, Table]:
    """Return the largest strength that each class leads to with cards from each slot on, as `Walk.flat` does."""
    hopes = [_from_each_on(walk.outer[:, slots.types].astype(np.uint32), slots)]
    for layer in reversed(walk.inner):
        hopes.append(_from_each_on(hopes[-1][layer[:, slots.types], np.arange(slots.number)], slots))
    last, *others = (each.astype(np.uint32).reshape(-1) for each in hopes)
    return np.concatenate([*reversed(others), np.zeros(1, np.uint32)]), last


def _from_each_on(values: NDArray[np.uint32], slots: Slots) -> NDArray[np.uint32]:
    """Return the largest value in each row of the slots from each on that there are cards of."""
    values = np.where(slots.copies > 0, values, 0)
    return np.maximum.accumulate(values[:, ::-1], axis=1)[:, ::-1]


def flat(levels: list[Table], slots: Slots, stride: int, starts: tuple[int, int] = (0, 0)) -> tuple[int, Table, Table]:
    """Return the place of the classes of two cards, by their slots; the next classes; and the strengths at the end.

    The latter are flat tables by the place of a class plus a slot, which begin at ``starts`` of larger tables. A row is
    kept only from the first slot that can come next. Before the rows of a level there is room for one more, so that
    cards out of order, in rows that are not checked, only read entries that lead to the next level. The first two cards
    are one look-up, ``stride`` times the first slot plus the second, in the last of the tables that follow.
    """
    levels, number, tables = [level[:, slots.used] for level in levels], len(slots.used), []
    renumbered = np.arange(int(levels[-1].max()) + 1, dtype=np.uint32)  # by an entry of a row, 0 for none
    place_of = np.maximum(renumbered, 1) - 1
    start = starts[1]  # of the next table
    for level in reversed(levels[2:]):
        rows = renumbered[level]
        begins = np.where(rows.any(axis=1), (rows > 0).argmax(axis=1), number - 1)
        by = _merge_rows(rows, begins)
        kept = np.flatnonzero(by == np.arange(len(rows)))
        entries = rows[kept][np.arange(number) >= begins[kept, None]]
        tables.append(place_of[np.concatenate([np.zeros(number, np.uint32), entries])])
        places = start + np.cumsum(number - begins[kept])
        renumbered = np.concatenate([[0], np.searchsorted(kept, by) + 1]).astype(np.uint32)
        place_of = np.concatenate([places[:1], places]).astype(np.uint32)
        start = starts[0] + sum(map(len, tables[1:]))
    by_two = np.zeros((number, stride), np.uint32)
    by_two[:, :number] = place_of[renumbered[levels[1]]][np.maximum(levels[0][0], 1) - 1]
    return start, np.concatenate([*tables[1:], by_two.reshape(-1)]), tables[0]


def _merge_rows(rows: Table, begins: Ints) -> Ints:
    """Return for each row one that is equal from the slot on that the row begins with, and itself not replaced."""
    number, slots = rows.shape
    multipliers = np.random.default_rng(0).integers(0, 1 << 63, (slots,), dtype=np.uint64)
    sums = np.zeros((slots + 1, number), np.uint64)  # of each row, from a slot on
    for slot in reversed(range(slots)):
        sums[slot] = sums[slot + 1] + rows[:, slot] * multipliers[slot]
    by, kept = np.arange(number), np.zeros(0, np.int64)
    for slot in np.unique(begins).tolist():
        here = np.flatnonzero(begins == slot)
        known = np.concatenate([kept, here])
        _, first, of = np.unique(sums[slot, known], return_index=True, return_inverse=True)
        other = known[first[of.reshape(-1)]][len(kept) :]
        by[here] = np.where((rows[here, slot:] == rows[other, slot:]).all(axis=1), other, here)
        kept = np.concatenate([kept, here[by[here] == here]])
    return by
