"""Match a line of a table of hands with all multisets of ranks at once."""

import bisect
import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np

from cardwright.ranking.by_rank.rows import Pattern, RankRows
from cardwright.ranking.conditions import RankHands
from cardwright.ranking.model import Category, Kinds
from cardwright.ranking.rows import Bools, Ints


class LineByRank:
    """A line of the table, prepared to match all multisets of ``size`` cards.

    A *key* holds the tie-break values of a multiset as one number, the larger wins; ``bound`` is above all keys.
    ``start`` is added to make a code: it is above all codes of weaker lines.
    """

    start: int

    def __init__(self, hands: RankRows, index: int, category: Category) -> None:
        self.hands, self.index, self.category = hands, index, category
        declared = hands.declaration
        self.kinds = {kinds: place for place, kinds in enumerate(sorted(category.kinds))}
        self.runs = declared.runs_of(category)
        self.low = declared.low
        most = {
            "run": max(len(self.runs), 1),
            "first": hands.ranks,
            "ranks": max([1, *(math.prod(math.comb(hands.ranks, n) for n in _levels(kinds)) for kinds in self.kinds)]),
        }
        # The numbers that follow each other in a key, as words with their bounds.
        self.parts: list[tuple[str, int]] = []
        for word in category.tie:
            if word == "none":
                continue
            if word == "ranks" and len(self.kinds) > 1:
                self.parts.append(("kinds", len(self.kinds)))
            self.parts.append((word, len(hands.every_total) if word == "total" else most[word]))
        self.bound = math.prod(bound for _, bound in self.parts)

    def matches(self, wild: int) -> Iterator[tuple[Ints, Ints]]:
        """Yield the places of the multisets that fit, ``wild`` of whose cards are wild, with their keys."""
        if self.category.wilds and not any(low <= wild <= high for low, high in self.category.wilds):
            return
        if self.category.run and not self.hands.runs:
            return
        for pattern in self.hands.patterns(self.hands.size):
            if pattern.kinds in self.kinds:
                fits, run = self._fits(pattern)
                here = np.flatnonzero(fits)
                some = Pattern(pattern.kinds, pattern.places[here], pattern.heights[here])
                yield some.places, self._keys(some, run[here])

    def _fits(self, pattern: Pattern) -> tuple[Bools, Ints]:
        """Return which multisets of a pattern fit, and the place of the highest run of each."""
        line = self.category
        ladder, totals = self.hands.declaration.ladder, lambda: self.hands.totals[pattern.places]
        hands = RankHands(pattern.kinds, pattern.heights, ladder, totals)
        fits: Bools = np.asarray(hands.are_of(line.ranks, hands.heights).all(axis=1))
        for condition in line.conditions:
            fits &= condition.all_fit(hands)
        if not line.run:
            return fits, np.zeros(len(fits), np.int64)
        run = self._run(pattern)
        return fits & (run >= 0), run

    def _run(self, pattern: Pattern) -> Ints:
        """Return the place of the highest run that each multiset holds, -1 for none."""
        groups = [group for group, size in enumerate(pattern.kinds) if size >= self.category.each]
        highest = np.full(len(pattern.places), -1, np.int64)
        if len(groups) < self.category.run:
            return highest
        words = -(-self.hands.ranks // 64)
        held = np.zeros((words, len(highest)), np.uint64)
        for group in groups:
            word, bit = np.divmod(pattern.heights[:, group], 64)
            for number in range(words):
                held[number] |= np.where(word == number, np.uint64(1) << bit.astype(np.uint64), np.uint64(0))
        standing = self.hands.declaration.standing
        for place, run in enumerate(self.runs):  # the lowest first, so that the highest stays
            there = np.ones(len(highest), np.bool_)
            for number in range(words):
                mask = np.uint64(sum(1 << standing[rank] % 64 for rank in run if standing[rank] // 64 == number))
                there &= held[number] & mask == mask
            highest[there] = place
        return highest

    def _keys(self, pattern: Pattern, run: Ints) -> Ints:
        key = np.zeros(len(pattern.places), np.int64)
        for word, bound in self.parts:
            key = key * bound + self._part(word, bound, pattern, run)
        return key

    def _part(self, word: str, bound: int, pattern: Pattern, run: Ints) -> Ints | int:
        if word == "kinds":
            number: Ints | int = self.kinds[pattern.kinds]
        elif word == "ranks":
            number = _set_numbers(self.hands.ranks, pattern)
        elif word == "run":
            number = run
        elif word == "first":
            number = pattern.heights[:, 0]
        else:
            number = np.searchsorted(self.hands.every_total, self.hands.totals[pattern.places])
        return bound - 1 - number if self.low else number

    def key(self, key: int) -> tuple[int, ...]:
        """Return the tie-break values that a key stands for."""
        numbers = []
        for _, bound in reversed(self.parts):
            key, number = divmod(key, bound)
            numbers.append(number)
        values: list[int] = []
        kinds = next(iter(self.kinds))
        for (word, bound), number in zip(self.parts, reversed(numbers), strict=True):
            value = bound - 1 - number if self.low else number
            if word == "kinds":
                kinds = next(of for of, place in self.kinds.items() if place == value)
            if word == "ranks":
                values += _set_heights(self.hands.ranks, kinds, value)
            else:
                values.append(int(self.hands.every_total[value]) if word == "total" else value)
        return tuple(-value if self.low else value for value in values)


# Of groups of one size the highest is compared first. So their sets of ranks are in colexicographic order, and are
# numbered in it; the numbers of larger groups come first.


@functools.lru_cache(maxsize=1024)
def _below(ranks: int, groups: int) -> list[int]:
    """Return for each height the number of sets of this many groups that are all lower."""
    return [math.comb(height, groups) for height in range(ranks)]


def _levels(kinds: Kinds) -> list[int]:
    """Return the number of groups of each size, larger first."""
    return [len(list(alike)) for _, alike in itertools.groupby(kinds)]


def _set_numbers(ranks: int, pattern: Pattern) -> Ints:
    """Return the number of the ranks of each multiset of a pattern."""
    numbers, first = np.zeros(len(pattern.places), np.int64), 0
    for groups in _levels(pattern.kinds):
        numbers *= math.comb(ranks, groups)
        for place in range(groups):
            numbers += np.array(_below(ranks, groups - place), np.int64)[pattern.heights[:, first + place]]
        first += groups
    return numbers


def _set_heights(ranks: int, kinds: Kinds, number: int) -> list[int]:
    """Return the heights of the groups that have a number."""
    levels: list[list[int]] = []
    for groups in reversed(_levels(kinds)):
        number, left = divmod(number, math.comb(ranks, groups))
        heights = []
        for more in range(groups, 0, -1):
            heights.append(bisect.bisect_right(_below(ranks, more), left) - 1)
            left -= math.comb(heights[-1], more)
        levels.append(heights)
    return [height for heights in reversed(levels) for height in heights]
