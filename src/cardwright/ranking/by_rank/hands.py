"""The values of all hands as multisets of ranks, some jokers and the facets that all other cards share.

The conditions of a line on ranks are computed for all multisets at once. A multiset is a sorted row of *heights*, the
places of its ranks on the declaration's ladder, and its *place* is its number among all multisets of its size.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardwright.ranking.by_rank.lines import LineByRank
from cardwright.ranking.by_rank.rows import RankRows, distinct_rows, exact_type, last_of_fewest, summed
from cardwright.ranking.dice import throws
from cardwright.ranking.model import NOTHING, CountedHand, Counts, Declaration, Same, Value
from cardwright.ranking.rows import Bools, Ints, Rows, in_blocks

Words: TypeAlias = NDArray[np.uint64]

MAX_READINGS_AT_ONCE = 1_000_000

NO_LINE = -1
"""The code of hands without a category; of two others the larger wins."""


class ListedHands(NamedTuple):
    """Hands that the table distinguishes, first those with few jokers and low ranks.

    ``place`` is the place of their other cards, ``same`` the place in `HandsByRank.sames` of the facets that they
    share, ``ways`` the number of real hands (of dice: throws) like each.
    """

    jokers: NDArray[np.int64]
    place: NDArray[np.int64]
    same: NDArray[np.int64]
    ways: NDArray[Any]


class ListedKind(NamedTuple):
    """Hands that fit the same categories and go to the same ``taker`` (-1: none): their number, and the places of the
    first of them in the list and of the last with the fewest jokers.
    """

    fits: frozenset[int]
    taker: int
    number: int
    first: int
    last: int


class HandsByRank(RankRows):
    """The hands of a declaration as multisets of ranks, some jokers, and the facets that all other cards share.

    With ``rows`` they are only the hands of these multisets, without jokers, and each counts ``times`` times. Without
    ``runs`` no hand fits a line that asks for a run.
    """

    def __init__(
        self,
        declaration: Declaration,
        rows: Rows | None = None,
        times: NDArray[Any] | int = 1,
        *,
        runs: bool = True,
    ) -> None:
        super().__init__(declaration, rows, runs=runs)
        self.times = times
        self.standing = np.array(declaration.standing, np.intp)
        facets = sorted(declaration.facets)
        every = (of for number in range(len(facets) + 1) for of in itertools.combinations(facets, number))
        self.sames: list[Same] = [frozenset(of) for of in every]
        self._codes: dict[tuple[int, Same], Ints] = {}
        self._taken: dict[tuple[Same, int, bool], Ints] = {}
        self.lines = [LineByRank(self, index, category) for index, category in declaration.lines]
        weakest_first = sorted(self.lines, key=lambda line: -line.index)
        self._starts = [0, *itertools.accumulate(line.bound for line in weakest_first)]
        for line, start in zip(weakest_first, self._starts):
            line.start = start
        self.codes_count = self._starts.pop()

    # Codes

    def codes(self, jokers: int, same: Same) -> Ints:
        """Return the code of each hand by the place of its cards that are no jokers; `NO_LINE` where no line fits."""
        if (jokers, same) not in self._codes:
            self._codes[jokers, same] = self._read(jokers, same, self._take, np.maximum)
        return self._codes[jokers, same]

    def fitting(self, jokers: int, same: Same) -> Words:
        """Return the lines that each hand fits, by their places in `lines`, as bits (hand, word)."""
        return self._read(jokers, same, self._fits, np.bitwise_or)

    def _read(
        self,
        jokers: int,
        same: Same,
        read: Callable[[Same, int, bool], NDArray[Any]],
        best: np.ufunc,
    ) -> NDArray[Any]:
        """Return the results of ``read`` for hands, the ``best`` of all readings of their jokers."""
        declared = self.declaration
        if not jokers:
            return read(same, 0, False)
        if declared.wild == "any":
            return self._best_reading(jokers, same, lambda facets: read(facets, jokers, False), best)
        place = np.arange(len(self.multisets(self.size - jokers)))
        for number in range(self.size - jokers, self.size):
            place = self._with_one(number)[place, self.standing[declared.plain_rank]]
        plain = read(NOTHING, jokers, False)[place]
        if not declared.completed:
            return plain
        completed = self._best_reading(jokers, same, lambda facets: read(facets, jokers, True), best)
        return np.asarray(best(plain, completed))

    def _best_reading(
        self, jokers: int, same: Same, read: Callable[[Same], NDArray[Any]], best: np.ufunc
    ) -> NDArray[Any]:
        """Return the best of all readings of jokers: each of any rank, and all in one shared facet or in none."""
        heights = [self.standing[rank] for rank in self.declaration.readable]
        extras = np.array(list(itertools.combinations_with_replacement(heights, jokers)), np.intp)
        shared = sorted(same & self.capacity.keys())
        tables = [read(NOTHING), *(read(frozenset((facet,))) for facet in shared)]
        step = max(MAX_READINGS_AT_ONCE // len(self.multisets(self.size - jokers)), 1)
        return functools.reduce(best, (self._best_of(some, shared, tables, best) for some in in_blocks(extras, step)))

    def _best_of(
        self, extras: NDArray[np.intp], shared: Sequence[str], tables: Sequence[NDArray[Any]], best: np.ufunc
    ) -> NDArray[Any]:
        """Return the best that some readings give: by the first table in no facet, by the others in one shared."""
        jokers = extras.shape[1]
        number = self.size - jokers
        place = np.broadcast_to(np.arange(len(self.multisets(number))), (len(extras), len(self.multisets(number))))
        for column in range(jokers):
            place = self._with_one(number + column)[place, extras[:, column, None]]
        values = tables[0][place]
        nothing = values.dtype.type(NO_LINE if values.dtype == np.int64 else 0)
        if self.declaration.upside_down:
            values[~self._can_differ(place, extras, shared)] = nothing
        result: NDArray[Any] = best.reduce(values, axis=0)
        for facet, table in zip(shared, tables[1:], strict=True):
            values = table[place]
            possible = np.ones(place.shape, np.bool_)
            for column in extras.T:
                possible &= self.held[place, column[:, None]] <= self.capacity[facet][column][:, None]
            values[~possible] = nothing
            result = best(result, best.reduce(values, axis=0))
        return result

    def _can_differ(self, place: Ints, extras: NDArray[np.intp], shared: Sequence[str]) -> Bools:
        """Return which jokers of some ranks need not be in a class that the other cards share (reading, hand).

        They must be in it where all cards of these ranks that the hand does not hold are in that class.
        """
        copies = self._by_height(self.declaration.by_printed_rank(range(self.declaration.deck.size)))
        outside = np.ones(len(extras), np.bool_)
        for facet in shared:
            outside &= (copies[extras] > self.capacity[facet][extras]).any(axis=1)
        can_differ = np.broadcast_to(outside[:, None], place.shape).copy()
        for column in extras.T:
            can_differ |= self.held[place, column[:, None]] > copies[column][:, None]
        return can_differ

    @functools.cached_property
    def capacity(self) -> dict[str, NDArray[np.int64]]:
        """The cards of each height in a class of each facet."""
        every = self.declaration.class_copies.items()
        return {name: self._by_height(copies[0]) for name, copies in every}

    def _by_height(self, by_rank: Sequence[int]) -> NDArray[np.int64]:
        return np.array(by_rank, np.int64)[list(self.declaration.ladder)]

    def _lines_for(self, completed: bool) -> list["LineByRank"]:
        return [line for line in self.lines if not completed or line.index in self.declaration.completed]

    def _take(self, same: Same, wild: int, completed: bool) -> Ints:
        """Return the codes of all multisets of ``size`` cards that share some facets, ``wild`` of them wild."""
        wild = wild if any(line.category.wilds for line in self.lines) else 0
        asked = same, wild, completed
        if asked not in self._taken:
            codes = np.full(len(self.multisets(self.size)), NO_LINE, np.int64)
            for line in reversed(self._lines_for(completed)):  # the first that fits takes the hand
                if line.category.same is None or line.category.same in same:
                    for places, keys in line.matches(wild):
                        codes[places] = line.start + keys
            self._taken[asked] = codes
        return self._taken[asked]

    def _fits(self, same: Same, wild: int, completed: bool) -> Words:
        words = np.zeros((len(self.multisets(self.size)), -(-len(self.lines) // 64)), np.uint64)
        for number, line in enumerate(self.lines):
            asked = line in self._lines_for(completed)
            if asked and (line.category.same is None or line.category.same in same):
                for places, _ in line.matches(wild):
                    words[places, number // 64] |= np.uint64(1 << number % 64)
        return words

    def line_of(self, codes: ArrayLike) -> NDArray[np.int16]:
        """Return the index of the category of each code."""
        weaker = np.searchsorted(self._starts, codes, side="right")
        return (len(self._starts) - weaker).astype(np.int16)

    def value(self, code: int) -> Value:
        """Return the value that a code stands for."""
        index = int(self.line_of(code))
        line = next(line for line in self.lines if line.index == index)
        return index, line.key(code - line.start)

    # Counting

    @functools.cached_property
    def listed(self) -> ListedHands:
        """All hands that the table distinguishes."""
        parts = [self._hands_with(jokers) for jokers in range(min(self.size, len(self.declaration.wilds)) + 1)]
        if self.declaration.dice and not self.declaration.even:
            parts = [self._thrown()]
        return ListedHands(*map(np.concatenate, zip(*parts)))

    @functools.cached_property
    def listed_codes(self) -> Ints:
        """The code of each hand."""
        codes = np.full(len(self.listed.place), NO_LINE, np.int64)
        for here, jokers, same in self._blocks():
            codes[here] = self.codes(jokers, same)[self.listed.place[here]]
        return codes

    @functools.cached_property
    def _takers(self) -> NDArray[np.int16]:
        """The index of the category that takes each hand, -1 for none."""
        return np.where(self.listed_codes < 0, np.int16(-1), self.line_of(self.listed_codes))

    def listed_lines(self) -> Words:
        """Return the lines that each hand fits, by their places in `lines`, as bits (hand, word)."""
        fits = np.zeros((len(self.listed.place), -(-len(self.lines) // 64)), np.uint64)
        for here, jokers, same in self._blocks():
            fits[here] = self.fitting(jokers, same)[self.listed.place[here]]
        return fits

    def _blocks(self) -> Iterator[tuple[Ints, int, Same]]:
        """Yield the hands of each number of jokers and each set of shared facets."""
        block = self.listed.jokers * len(self.sames) + self.listed.same
        for number in np.unique(block).tolist():
            jokers, same = divmod(number, len(self.sames))
            yield np.flatnonzero(block == number), jokers, self.sames[same]

    def kinds(self) -> list[ListedKind]:
        """Return the hands by the lines that they fit, in the order of the first hand of each kind."""
        taker = self._takers
        both = np.column_stack([self.listed_lines(), taker.astype(np.int64).view(np.uint64)])
        first, of = distinct_rows(both)
        numbers = summed(self.listed.ways, of, len(first))
        last = last_of_fewest(of, self.listed.jokers, len(first))
        listed = []
        for kind in np.argsort(first).tolist():
            words = both[first[kind], :-1].tolist()
            fits = [line.index for place, line in enumerate(self.lines) if words[place // 64] >> place % 64 & 1]
            places = int(first[kind]), int(last[kind])
            listed.append(ListedKind(frozenset(fits), int(taker[first[kind]]), int(numbers[kind]), *places))
        return listed

    def code_counts(self) -> tuple[Ints, NDArray[Any]]:
        """Return the codes of all hands with a category, the weakest first, and the number of hands of each."""
        covered = np.flatnonzero(self.listed_codes >= 0)
        codes, of = np.unique(self.listed_codes[covered], return_inverse=True)
        return codes, summed(self.listed.ways[covered], of.reshape(-1), len(codes))

    def strength_counts(self) -> dict[int, list[int]]:
        """Return the number of hands of each strength, by category."""
        codes, numbers = self.code_counts()
        lines = self.line_of(codes)
        return {index: numbers[lines == index].tolist() for index in np.unique(lines).tolist()}

    def best(self) -> dict[int, int]:
        """Return the first of the strongest listed hands of each category that takes one."""
        best_hands = {}
        for index in np.unique(self._takers[self._takers >= 0]).tolist():
            here = np.flatnonzero(self._takers == index)
            best_hands[index] = int(here[self.listed_codes[here].argmax()])
        return best_hands

    def hand(self, listed: int) -> CountedHand:
        """Return one of the listed hands: its cards of each rank, its jokers, and the facets that all others share."""
        jokers = int(self.listed.jokers[listed])
        counts = self.counts(int(self.listed.place[listed]), self.size - jokers)
        return counts, jokers, self.sames[int(self.listed.same[listed])]

    def _hands_with(self, jokers: int) -> ListedHands:
        """Return the hands with some jokers, in the order of their ranks in the deck."""
        rows, declared = self.multisets(self.size - jokers), self.declaration
        ranks = np.sort(np.array(declared.ladder, np.uint8)[rows], axis=1)
        ways = self._ways(jokers)
        kept = np.flatnonzero((ways > 0).any(axis=1))
        order = kept[np.lexsort(ranks[kept].T[::-1])] if ranks.shape[1] else kept
        there, same = np.nonzero(ways[order] > 0)
        place = order[there]
        return ListedHands(np.full(len(place), jokers), place, same, ways[place, same])

    def _ways(self, jokers: int) -> NDArray[Any]:
        """Return the number of real hands of each multiset by the exact set of facets they share (multiset, set)."""
        declared, number = self.declaration, self.size - jokers
        places = len(self.multisets(number))
        kind = self._kind
        with_jokers = math.comb(len(declared.wilds), jokers)
        if declared.dice:
            ways_of_set = np.zeros((places, 1), kind)
            held = [rank for rank in range(self.ranks) if declared.copies[rank]]
            possible = np.isin(self.multisets(number), self.standing[held]).all(axis=1)
            for pattern in self.patterns(number):
                ways_of_set[pattern.places, 0] = math.factorial(number) // math.prod(map(math.factorial, pattern.kinds))
            ways_of_set[~possible] = 0
            return ways_of_set
        if not number:
            last = np.zeros((1, len(self.sames)), kind)
            last[0, -1] = with_jokers
            return last
        at_least = np.zeros((places, len(self.sames)), kind)
        for of, same in enumerate(self.sames):
            for copies, alike in Counter(declared.shared_copies[same]).items():
                at_least[:, of] += self._products(number, copies, kind) * alike
        exactly = np.zeros_like(at_least)
        for of, same in enumerate(self.sames):
            for more, other in enumerate(self.sames):
                if other >= same:
                    exactly[:, of] += (-1) ** len(other - same) * at_least[:, more]
        exactly *= with_jokers
        exactly *= np.reshape(self.times, (-1, 1))
        return exactly

    @functools.cached_property
    def _kind(self) -> np.dtype[Any]:
        """The type of numbers of hands."""
        deck, size = self.declaration.deck.size, self.size
        most = deck**size if self.declaration.dice else math.comb(deck, size)
        return exact_type(most << len(self.sames))

    def _products(self, number: int, copies: Counts, kind: np.dtype[Any]) -> NDArray[Any]:
        """Return the ways to take each multiset from this many cards of each rank."""
        of_ladder = [copies[rank] for rank in self.declaration.ladder]
        choices = np.array([[math.comb(there, held) for held in range(number + 1)] for there in of_ladder], kind)
        products = np.zeros(len(self.multisets(number)), kind)
        for pattern in self.patterns(number):
            ways = np.ones(len(pattern.places), kind)
            for group, size in enumerate(pattern.kinds):
                ways *= choices[pattern.heights[:, group], size]
            products[pattern.places] = ways
        return products

    def _thrown(self) -> ListedHands:
        """Return the throws of dice that differ."""
        ways_by_faces = throws(self.declaration.sides, self.declaration.rank_of)
        jokers, place = [], []
        for faces in ways_by_faces:
            plain = sorted(self.declaration.standing[rank] for rank in faces if rank >= 0)
            jokers.append(self.size - len(plain))
            place.append(int(self.places(np.array([plain], np.intp).reshape(1, len(plain)))[0]))
        ways = np.array(list(ways_by_faces.values()), np.int64)
        return ListedHands(np.array(jokers), np.array(place), np.zeros(len(place), np.int64), ways)
