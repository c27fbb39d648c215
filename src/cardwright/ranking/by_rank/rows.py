"""All multisets of ranks as rows of heights.

A multiset is a sorted row of *heights*, the places of its ranks on the declaration's ladder, and its *place* is its
number among all multisets of its size.
"""

import functools
import itertools
import math
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.model import Counts, Declaration, Kinds
from cardwright.ranking.rows import Ints, Rows


@functools.lru_cache(maxsize=16)
def multisets_of(ranks: int, number: int) -> Rows:
    """Return all multisets of this many of the heights of some ranks as sorted rows, in the order of their places."""
    if not number:
        return np.zeros((1, 0), np.uint8)
    fewer = multisets_of(ranks, number - 1)
    begun = np.array([math.comb(last + number - 1, number - 1) for last in range(ranks)], np.int64)
    last = np.repeat(np.arange(ranks, dtype=np.uint8), begun)
    first = np.arange(len(last)) - np.repeat(np.cumsum(begun) - begun, begun)
    return np.column_stack([fewer[first], last])


class Pattern(NamedTuple):
    """Multisets with groups of these sizes at the same columns of their rows: their places, and the height of each
    group (multiset, group), larger groups first, then the higher.
    """

    kinds: Kinds
    places: NDArray[np.int64]
    heights: NDArray[np.intp]


class RankRows:
    """The multisets of ranks of a declaration's hands; with ``rows`` only these, and hands have no jokers.

    Without ``runs`` no hand fits a line that asks for a run.
    """

    def __init__(self, declaration: Declaration, rows: Rows | None = None, *, runs: bool = True) -> None:
        self.declaration, self.rows, self.runs = declaration, rows, runs
        self.size, self.ranks = declaration.size, len(declaration.deck.ranks)
        self.multisets = functools.cache(self._multisets)
        self.patterns = functools.cache(self._patterns)
        self._with_one = functools.cache(self._grown)

    def _multisets(self, number: int) -> Rows:
        """Return all multisets of this many heights as sorted rows, in the order of their places."""
        return multisets_of(self.ranks, number) if self.rows is None else self.rows

    def places(self, rows: NDArray[np.integer]) -> Ints:
        """Return the places of sorted rows of heights."""
        place = np.zeros(len(rows), np.int64)
        for column in range(rows.shape[1]):
            adds = np.array([math.comb(height + column, column + 1) for height in range(self.ranks)], np.int64)
            place += adds[rows[:, column]]
        return place

    def places_of(self, counts: NDArray[np.uint8]) -> Ints:
        """Return the places of multisets of one size, given as the number of cards of each rank of the deck."""
        place, held = np.zeros(len(counts), np.int64), np.zeros(len(counts), np.intp)
        for height, rank in enumerate(self.declaration.ladder):
            adds = [math.comb(height + column, column + 1) for column in range(self.size)]
            below = np.array([0, *itertools.accumulate(adds)], np.int64)
            more = held + counts[:, rank]
            place += below[more] - below[held]
            held = more
        return place

    def counts(self, place: int, cards: int) -> Counts:
        """Return the number of cards of each rank in a multiset of this many cards."""
        ladder = self.declaration.ladder
        held = Counter(ladder[height] for height in self.multisets(cards)[place].tolist())
        return tuple(held[rank] for rank in range(self.ranks))

    def _grown(self, number: int) -> NDArray[np.int64]:
        """Return the place of each multiset with one more card of each height (multiset, height)."""
        rows = self.multisets(number)
        places = np.empty((len(rows), self.ranks), np.int64)
        for height in range(self.ranks):
            more = np.column_stack([rows, np.full(len(rows), height, np.uint8)])
            more.sort(axis=1)
            places[:, height] = self.places(more)
        return places

    @functools.cached_property
    def held(self) -> Rows:
        """The number of cards of each height in each multiset of ``size`` cards (multiset, height)."""
        rows = self.multisets(self.size)
        return np.stack([(rows == height).sum(axis=1, dtype=np.uint8) for height in range(self.ranks)], axis=1)

    def _patterns(self, number: int) -> list[Pattern]:
        """Return the multisets of this many cards by the places of equal heights in their rows."""
        rows = self.multisets(number)
        equal = np.zeros(len(rows), np.int32)
        for column in range(1, number):
            equal |= (rows[:, column] == rows[:, column - 1]).astype(np.int32) << (column - 1)
        order = np.argsort(equal, kind="stable")
        patterns = []
        for some in np.split(order, np.flatnonzero(np.diff(equal[order])) + 1) if len(rows) else ():
            starts = [0, *(column for column in range(1, number) if not equal[some[0]] >> (column - 1) & 1)][:number]
            sizes = np.diff([*starts, number]).tolist()
            groups = sorted(zip(sizes, starts), reverse=True)
            kinds = tuple(size for size, _ in groups)
            patterns.append(Pattern(kinds, some, rows[some][:, [start for _, start in groups]].astype(np.intp)))
        return patterns

    @functools.cached_property
    def totals(self) -> Ints:
        """The total of each multiset of ``size`` cards."""
        values = np.array(self.declaration.values, np.int64)[list(self.declaration.ladder)]
        totals: Ints = values[self.multisets(self.size)].sum(axis=1)
        return totals % self.declaration.modulo if self.declaration.modulo else totals

    @functools.cached_property
    def every_total(self) -> Ints:
        """The totals that hands may have, in order."""
        if not self.declaration.by_code:
            return np.unique(self.totals)
        return np.arange(max(self.declaration.values) * self.size + 1)


def distinct_rows(rows: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first place of each different row, and for every row the number of the one that it equals."""
    as_bytes = np.ascontiguousarray(rows).view(f"V{rows.itemsize * rows.shape[1]}").reshape(-1)
    _, first, of = np.unique(as_bytes, return_index=True, return_inverse=True)
    return first, of.reshape(-1)


def summed(ways: NDArray[Any], of: NDArray[np.intp], groups: int) -> NDArray[Any]:
    """Return the sum of the ways of each group; ``of`` has the group of each place."""
    sums = np.zeros(groups, ways.dtype)
    np.add.at(sums, of, ways)
    return sums


def last_of_fewest(of: NDArray[np.intp], wilds: NDArray[np.integer], groups: int) -> Ints:
    """Return the last place of each group with the fewest wild cards; ``of`` has the group of each place."""
    number = len(of)
    last = np.full(groups, np.iinfo(np.int64).min, np.int64)
    np.maximum.at(last, of, np.arange(number) - wilds.astype(np.int64) * number)
    return last % number


def exact_type(most: int) -> np.dtype[Any]:
    """Return the type of whole numbers up to ``most``: Python's own, where 64 bits may not be enough."""
    return np.dtype(np.int64 if most < 1 << 62 else object)
