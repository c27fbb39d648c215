"""Walks of cards in order: the best hand of any number of cards by one look-up for each card.

Cards are sorted first, and their suits numbered as they come where suits are alike. That leaves so few classes of cards
that one walk finds the best of all hands among them (`_kernels.ClassesInOrder`).
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking import _kernels
from cardwright.ranking.by_card.card_types import hands_count
from cardwright.ranking.by_card.hands import HandsByCard
from cardwright.ranking.by_rank.rows import Ints
from cardwright.ranking.walks.walk import Walk

Table: TypeAlias = NDArray[np.uint32]

MAX_CELLS = 320_000_000
"""The most pairs of a hand that lacks one card and a slot: eight of 52 cards have 312,163,936, found in two seconds."""

MAX_CACHED_BYTES = 1 << 20
"""The memory of classes above which look-ups wait for memory, and are made for many rows side by side."""

MAX_CLASSES = 100_000
"""The most classes of one number of cards. With more, walks of all choices are as fast."""

MAX_MARKS = 1 << 18
"""The room for marks by which classes are found again: a power of two above `MAX_CLASSES`."""


class Slots:
    """The numbers of cards in the order of a walk.

    Where suits are alike, the suit is the lowest bits of a number, those of ``mask``, and jokers come last, with room
    for any suit; the ranks that win come first, which leaves fewer classes. Elsewhere a slot is a type, and ``mask``
    is 0. ``formula`` is whether the slots of cards are computed, not looked up, and how (`_kernels.Tables`).
    """

    def __init__(self, hands: HandsByCard) -> None:
        suits, deck = len(hands.declaration.deck.suits), len(hands.type_of)
        types, plain = np.arange(len(hands.cards)), hands.plain_count
        self.mask = (1 << (suits - 1).bit_length()) - 1 if hands.alike else 0
        falls = self.mask and not hands.declaration.low
        rank, suit = types // suits, types % suits
        if falls:
            rank = plain // suits - 1 - rank
        of_type = np.where(types < plain, rank * (self.mask + 1) + suit, 0) if self.mask else types
        self.plain = plain // suits * (self.mask + 1) if self.mask else plain
        of_type[plain:] = self.plain + types[: len(types) - plain]
        self.count = self.plain + (self.mask + 1 if self.mask else len(types) - plain)
        self.copies, self.cards = np.zeros(self.count, np.int32), np.zeros(self.count, np.int64)
        self.copies[of_type] = hands.copies
        self.cards[of_type] = [cards[0] for cards in hands.cards]
        self.of_card = np.zeros(256, np.uint8)
        # Suits get new names. With these, slots fall as cards rise in a deck of suits by ranks.
        self.of_card[:deck] = (of_type ^ (self.mask if falls else 0))[hands.type_of]
        flip, adds = (255, self.plain) if falls else (0, 0)
        computed = np.minimum((np.arange(deck) ^ flip) + adds & 255, self.count - 1)
        self.formula = bool((self.of_card[:deck] == computed).all()), flip, adds & 255


def tables(hands: HandsByCard, walk: Walk, cards: int) -> _kernels.Tables | None:
    """Return the kernel's tables for hands chosen from this many cards, None where they would be too large.

    ``walk`` is a walk of all hands.
    """
    slots, size = Slots(hands), hands.size
    if hands.declaration.dice or slots.count > 256 or size < 2 or cards < 3:
        return None
    if _shorter_hands(slots, cards) * slots.count > MAX_CELLS:
        return None
    if (levels := _levels(slots, walk, cards, size)) is None:
        return None
    root, following, strengths = _flat(levels)
    numbers = cards, size, len(hands.type_of), 1, -1
    place = slots.mask, root, slots.count, following.nbytes > MAX_CACHED_BYTES, *slots.formula
    bytes_, ints, counts, words = (np.zeros(8, dtype) for dtype in (np.uint8, np.int32, np.uint32, np.uint64))
    arrays = words, words, bytes_, ints, counts, counts, strengths.astype(walk.last.dtype)
    return _kernels.Tables(numbers, arrays, (), (place, following, slots.of_card))


def _shorter_hands(slots: Slots, cards: int) -> int:
    """Return how many hands of one card less there are, about: those that differ in the names of suits count once."""
    suits = int(np.count_nonzero(slots.copies[: slots.mask + 1])) if slots.mask else 1
    return hands_count(slots.copies.tolist(), cards - 1) // math.factorial(suits)


def _levels(slots: Slots, walk: Walk, cards: int, size: int) -> list[Table] | None:
    """Return the rows of the classes of each number of cards (class, slot), as `_kernels.ClassesInOrder` writes them.

    Return None if there are too many.
    """
    inner, last = (
        array.reshape(-1, walk.stride)[:, slots.cards].astype(np.uint32) for array in (walk.following[:-1], walk.last)
    )
    inner = inner // np.uint32(walk.stride) * np.uint32(slots.count)
    rows = np.empty((cards, MAX_CLASSES + 1, slots.count), np.uint32)
    counts = np.zeros(cards, np.int32)
    choose = np.array([[math.comb(number, of) for of in range(10)] for number in range(10)], np.int32)
    room = np.zeros(cards * MAX_MARKS, np.int32), counts, np.zeros(126 * size, np.uint32)
    best = np.zeros((cards, slots.count), np.uint32)
    arrays = slots.copies, choose, inner, last, rows, *room, best
    numbers = cards, size, slots.count, slots.plain, slots.mask, MAX_CLASSES, MAX_MARKS
    if not _kernels.ClassesInOrder().find(numbers, tuple(array.reshape(-1) for array in arrays)):
        return None
    return [rows[held, :number] for held, number in enumerate(counts.tolist())]


def _flat(levels: list[Table]) -> tuple[int, Table, Table]:
    """Return the place of the classes of two cards, by their slots; what follows each class; the strengths at the end.

    The latter are flat tables by the place of a class plus a slot. Of a row only what begins with the first slot that
    can come next is kept. Before the rows of a level there is room for one more, so that cards out of order, in rows
    that are not checked, read only what leads to the next level. The first two cards are one look-up, in the last of
    the tables that follow.
    """
    slots, tables = levels[0].shape[1], []
    renumbered = np.arange(int(levels[-1].max()) + 1, dtype=np.uint32)  # by an entry of a row, 0 for none
    place_of = np.maximum(renumbered, 1) - 1
    for level in reversed(levels[2:]):
        rows = renumbered[level]
        begins = np.where(rows.any(axis=1), (rows > 0).argmax(axis=1), slots - 1)
        by = _merge_rows(rows, begins)
        kept = np.flatnonzero(by == np.arange(len(rows)))
        entries = rows[kept][np.arange(slots) >= begins[kept, None]]
        tables.append(place_of[np.concatenate([np.zeros(slots, np.uint32), entries])])
        places = sum(map(len, tables[1:-1])) + np.cumsum(slots - begins[kept])
        renumbered = np.concatenate([[0], np.searchsorted(kept, by) + 1]).astype(np.uint32)
        place_of = np.concatenate([places[:1], places]).astype(np.uint32)
    by_two = place_of[renumbered[levels[1]]][np.maximum(levels[0][0], 1) - 1]
    return sum(map(len, tables[1:])), np.concatenate([*tables[1:], by_two.reshape(-1)]), tables[0]


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
