"""The conditions that a line of a table of hands has on ranks, besides kinds, runs and the ranks allowed.

Each says which of many hands fit it. So a new condition is a class here, and its key in `category_reader`.
"""

import functools
import operator
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.rows import Bools

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, as pairs of the first and the last."""


class RankHands(NamedTuple):
    """The ranks of many hands whose groups of equal rank have the same sizes, ``kinds``.

    ``heights`` (hand, group) are the places of their ranks on the ``ladder``; ``totals`` computes the total of each.
    """

    kinds: tuple[int, ...]
    heights: NDArray[np.intp]
    ladder: tuple[int, ...]
    totals: Callable[[], NDArray[np.int64]]

    def are_of(self, ranks: frozenset[int], heights: NDArray[np.intp]) -> Bools:
        """Return where heights are of one of some ranks."""
        inside: Bools = np.array([rank in ranks for rank in self.ladder])[heights]
        return inside


class RankCondition(msgspec.Struct, frozen=True):
    """A condition on the ranks of a hand."""

    @property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        """The sets of ranks that it names: ranks that lie in the same of them are alike to it."""
        return ()

    def all_fit(self, hands: RankHands) -> Bools:
        """Return which hands fit."""
        raise NotImplementedError


class OneSet(RankCondition, frozen=True):
    """A condition that names one set of ranks."""

    ranks: frozenset[int]

    @property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        """The ranks."""
        return (self.ranks,)


class Lowest(OneSet, frozen=True):
    """The lowest card has one of some ranks."""

    def all_fit(self, hands: RankHands) -> Bools:
        """Return where the lowest rank held is allowed."""
        return hands.are_of(self.ranks, hands.heights.min(axis=1))


class Highest(OneSet, frozen=True):
    """The highest card has one of some ranks."""

    def all_fit(self, hands: RankHands) -> Bools:
        """Return where the highest rank held is allowed."""
        return hands.are_of(self.ranks, hands.heights.max(axis=1))


class Totals(RankCondition, frozen=True):
    """The total is in some ranges."""

    ranges: Ranges

    def all_fit(self, hands: RankHands) -> Bools:
        """Return where the total is in one of them."""
        total = hands.totals()
        return functools.reduce(operator.or_, [(total >= low) & (total <= high) for low, high in self.ranges])


class RanksHeld(OneSet, frozen=True):
    """The hand holds ``low`` to ``high`` cards of some ranks."""

    low: int
    high: int

    def all_fit(self, hands: RankHands) -> Bools:
        """Return where that number of them is held."""
        number = hands.are_of(self.ranks, hands.heights) @ hands.kinds
        return (number >= self.low) & (number <= self.high)


class GroupsOf(RankCondition, frozen=True):
    """The groups of equal rank, the larger first, have ranks of these sets, one set for each group; further groups
    have any."""

    sets: tuple[frozenset[int], ...]

    @property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        """The ranks of each group."""
        return self.sets

    def all_fit(self, hands: RankHands) -> Bools:
        """Return where groups of the same size can be put in such an order."""
        good = [hands.are_of(ranks, hands.heights) for ranks in self.sets]
        return functools.reduce(operator.or_, self._assigned(hands.kinds, good, ()))

    def _assigned(self, kinds: tuple[int, ...], good: list[Bools], chosen: tuple[int, ...]) -> Iterator[Bools]:
        """Yield where each order of groups that begins with those chosen fits; ``good`` is (set, hand, group)."""
        if len(chosen) == len(self.sets):
            yield functools.reduce(operator.and_, [fits[:, group] for fits, group in zip(good, chosen)])
            return
        size = kinds[len(chosen)]
        for group, of in enumerate(kinds):
            if of == size and group not in chosen:
                yield from self._assigned(kinds, good, (*chosen, group))
