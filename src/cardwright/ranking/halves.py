"""The multisets of each half of the ranks, numbered so that a sum of weights finds each."""

import functools
import math
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.model import Counts
from cardwright.ranking.rows import Ints

UInt32s: TypeAlias = NDArray[np.uint32]

MAX_PLACES = 1 << 25
"""The most places in one table; of more cards, each hand among them is looked up instead."""
MAX_LEFT_KEY: int = (1 << _kernels.LEFT_BITS) - 1


MAX_CARDS_TO_DIVIDE = 5
"""Where ranks are divided for this number of cards, they are divided for more: to compare halves takes 1 to 30 ms."""


class Half(NamedTuple):
    """The multisets over half of the ranks: fewest cards first, then fewest pairs.

    A row has the number of cards of each rank (``digits``) and the sum of their weights (``keys``), which is unique.
    ``first[n]`` is the first row of n cards.
    """

    weights: tuple[int, ...]
    digits: NDArray[np.uint8]
    keys: Ints
    first: Ints

    def rows(self, number: int) -> slice:
        """Return the rows of the multisets of this many cards."""
        return slice(int(self.first[number]), int(self.first[number + 1]))


@functools.lru_cache(64)
def half(copies: Counts, most: int, largest_key: int) -> Half:
    """Return the multisets of up to ``most`` cards, with at most ``copies`` of each rank. Raises `BadCount`."""
    digits = np.zeros((1, 0), np.uint8)
    keys = np.zeros(1, np.int64)
    held = np.zeros(1, np.int64)
    weights: list[int] = []
    limits = [min(number, most) for number in copies]
    for limit in limits:
        # A weight that did not fit an earlier rank of no more copies does not fit now: that rank's sums remain.
        above = max((weight for weight, earlier in zip(weights, limits) if earlier <= limit), default=0)
        weights.append(_next_weight(keys, held, limit, most, above) if limit else 0)
        if weights[-1] * most > largest_key:
            raise too_many(most)
        kept = [held <= most - number for number in range(limit + 1)]
        keys = np.concatenate([keys[rows] + number * weights[-1] for number, rows in enumerate(kept)])
        digits = np.concatenate(
            [np.insert(digits[rows], digits.shape[1], number, axis=1) for number, rows in enumerate(kept)]
        )
        held = np.concatenate([held[rows] + number for number, rows in enumerate(kept)])
    # Hands with few pairs are common: next to each other, their places share cache lines.
    order = np.lexsort(((digits.astype(np.int64) ** 2).sum(axis=1), held))
    return Half(tuple(weights), digits[order], keys[order], np.searchsorted(held[order], np.arange(most + 2)))


@functools.lru_cache(64)
def divide(copies: Counts, most: int) -> int:
    """Return how many ranks the left half has: the middle, or where both look-ups of up to ``most`` cards are smaller.

    Ranks may differ in their copies, as in a tarot deck: then halves with equally many ranks may differ tenfold in
    size.
    """
    few = min(most, MAX_CARDS_TO_DIVIDE)
    middle = (len(copies) + 1) // 2
    sizes = _sizes(copies, middle, few)
    step = -1 if sizes[0] > sizes[1] else 1
    while sum(after := _sizes(copies, middle + step, few)) < sum(sizes):
        middle, sizes = middle + step, after
    return middle


def _sizes(copies: Counts, middle: int, most: int) -> tuple[float, float]:
    """Return the largest keys of both halves, infinite where there is no room; then the right one is not looked for."""

    def largest(part: Counts, limit: int) -> float:
        try:
            return max(half(part, most, limit).weights, default=0) * most
        except BadCount:
            return math.inf

    left = largest(copies[:middle], MAX_LEFT_KEY)
    return left, 0 if math.isinf(left) else largest(copies[middle:], MAX_PLACES)


def has_room(copies: Counts, size: int) -> bool:
    """Return true if the keys of hands of this size have room in the kernel's numbers."""
    middle = divide(copies, size)
    try:
        half(copies[:middle], size, MAX_LEFT_KEY)
        half(copies[middle:], size, MAX_PLACES)
    except BadCount:
        return False
    return True


def _next_weight(keys: Ints, held: Ints, limit: int, most: int, above: int) -> int:
    largest = int(keys.max())
    if (limit + 1) * (largest + 1) > MAX_PLACES:
        raise too_many(most)
    seen = np.zeros((limit + 1) * (largest + 1) + 1, np.int32)
    seen[keys] = -1
    return _kernels.next_weight(keys, held, limit, most, above, seen)


def lookup(half: Half, places: Ints, most: int) -> UInt32s:
    """Return places by key, with room for the keys of duplicate cards."""
    by_key = np.zeros(max(half.weights, default=0) * most + 1, np.uint32)
    by_key[half.keys] = places
    return by_key


def too_many(cards: int) -> BadCount:
    """Return the error for hands of more cards than a table has room for."""
    return BadCount(
        f"{cards} cards are too many: with this number of ranks and suits their table would be too large", cards
    )
