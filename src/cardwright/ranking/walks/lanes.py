"""The hands that a ranking which looks at single cards must walk: those that may be worth more than their ranks."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.hands import HandsByCard
from cardwright.ranking.by_card.rows import Ways
from cardwright.ranking.compile import RankStrengths, Strengths
from cardwright.ranking.rows import Bools, Ints, Rows
from cardwright.ranking.walks.walk import Lane, every_card

MAX_WALKED_SHARE = 0.5
"""Where a larger share of all hands would be walked, all are."""

MAX_LANES = 4
MAX_CLASSES_ALONE = 16  # of a facet: each of them is tried as a lane, in 0.1 seconds where hands are three million
LAST_LANE_FACTOR = 4  # all hands among its cards are walked, where another lane has a few
MAX_SAMPLE_ROWS = 200_000  # sample for estimating shares
MAX_SAMPLE_HANDS = 1_000  # sample for finding types that count alike
LEAST_SHARE = 1e-9


class Candidate(NamedTuple):
    """Some lanes, which of the rows that must be walked one of them holds, and their share of all hands."""

    lanes: tuple[Lane, ...]
    holds: Bools
    share: float


class Worth:
    """The least strengths of ranks, and the lanes with the hands that are worth more.

    ``least`` has the least strength of each multiset of ranks. ``lanes`` hold most rows that are ``worthy`` of a walk.
    The others have ranks for which ``unsure`` is 1, and the last lane, of all cards, holds all hands of these ranks;
    ``walks_all`` is true if it holds all hands.

    Where groups of types that count alike are fewer than ranks, and no hand is worth more than its groups, these are in
    place of ranks, as where a table counts some cards. ``group`` is the group of each type.
    """

    def __init__(self, hands: HandsByCard, rows: Rows, ways: Ways, strengths: Strengths) -> None:
        self._hands, self._rows, self._ways, self._strengths = hands, rows, ways, strengths
        self._some = slice(None, None, max(len(rows) // MAX_SAMPLE_ROWS, 1))
        ranks = len(hands.declaration.deck.ranks)
        alike = np.full(1, ranks) if hands.alike else alike_types(hands, rows, strengths)
        if alike.max() >= ranks or self._read(alike).any():
            self._read(np.where(hands.rank < 0, ranks, hands.rank)[: len(hands.cards)])
        self.lanes: list[Lane] = []
        unsure = self._choose() if self.worthy.any() else np.zeros(len(self.least.counts), np.bool_)
        self.walks_all = bool(unsure.all())
        self.held_by_ranks = self.worthy & unsure[self._ranks]
        self.unsure = RankStrengths(self.least.counts, unsure.astype(strengths.dtype))

    @property
    def holds_ranks(self) -> bool:
        """True if the last lane is the lane of all cards."""
        return bool(self.unsure.strengths.any())

    def _read(self, group: Ints) -> Bools:
        """Read the least strengths of ranks, or of groups that are in their place; return which rows are worth more."""
        self.group = group
        self._ranks, counts = self._by_group()
        least = np.full(len(counts), np.iinfo(self._strengths.dtype).max, self._strengths.dtype)
        np.minimum.at(least, self._ranks, self._strengths)
        self.least = RankStrengths(counts, least)
        self.worthy = self._strengths > least[self._ranks]
        return self.worthy

    def _by_group(self) -> tuple[Ints, NDArray[np.uint8]]:
        """Return a number for the groups of each row, and for each number how many cards of each group."""
        size, groups = self._hands.size, int(self.group.max()) + 1
        rows = np.sort(self.group.astype(np.uint8)[self._rows], axis=1)
        places = np.zeros(len(rows), np.int64)
        for place, column in enumerate(rows.T):
            places += np.array([math.comb(group + place, place + 1) for group in range(groups)], np.int64)[column]
        last = np.full(math.comb(groups + size - 1, size), -1, np.int64)
        last[places] = np.arange(len(rows))
        used = np.flatnonzero(last >= 0)
        counts = (rows[last[used]][:, :, None] == np.arange(groups)).sum(axis=1, dtype=np.uint8)
        last[used] = np.arange(len(used))
        return last[places], counts

    def _choose(self) -> Bools:
        """Choose lanes, those first that hold the most worthy rows for their share; return which ranks are unsure."""
        candidates = list(self._candidates())
        left, share = np.ones(int(self.worthy.sum()), np.bool_), 0.0
        chosen: list[Lane] = []
        unsure = np.zeros(len(self.least.counts), np.bool_)
        while left.any():
            unsure[self._ranks[self.worthy][left]] = True
            rest = max(self._share(unsure[self._ranks[self._some]]), LEAST_SHARE)
            best = max(candidates, key=lambda each: (each.holds & left).sum() / each.share, default=None)
            if best is None or (best.holds & left).sum() / best.share <= left.sum() / (rest * LAST_LANE_FACTOR):
                share += rest
                break
            left &= ~best.holds
            share += best.share
            chosen += best.lanes
            unsure[:] = False
        self.lanes = [one for one in chosen if not any(_is_within(one, other) for other in chosen)]
        if share > MAX_WALKED_SHARE or len(self.lanes) > MAX_LANES:
            self.lanes, unsure[:] = [], True
        self.lanes += [every_card(self._hands)] if unsure.any() else []
        return unsure

    def _share(self, held: Bools) -> float:
        """Return the share of hands that have a property, given as a mask for some rows."""
        ways = self._ways[self._some]
        return float(ways[held].sum() / ways.sum())

    def _candidates(self) -> Iterator[Candidate]:
        """Yield the classes of each facet with each number of cards, and single classes and sets where suits differ."""
        hands, types = self._hands, len(self._hands.cards)
        facets = [of[:types] for of in hands.facets.values()]
        groupings = [[of == each for each in np.unique(of[of >= 0])] for of in facets]
        if not hands.alike:
            sets = [[inside[:types] for inside, _, _ in line.sets] for line in hands.lines if line.sets]
            named = [grouping for grouping in (*groupings, *sets) if len(grouping) <= MAX_CLASSES_ALONE]
            groupings += [[each] for grouping in named for each in grouping]
            groupings += [[np.any(each, axis=0)] for each in sets]
        for grouping in groupings:
            if len(grouping) > MAX_LANES:
                continue
            held, held_by_some = (
                np.max([inside[rows].sum(axis=1) for inside in grouping], axis=0)
                for rows in (self._rows[self.worthy], self._rows[self._some])
            )
            for least in range(1, hands.size + 1):
                if (held >= least).any():
                    share = max(self._share(held_by_some >= least), LEAST_SHARE)
                    yield Candidate(tuple(Lane(inside, least) for inside in grouping), held >= least, share)


def alike_types(hands: HandsByCard, rows: Rows, strengths: Strengths) -> Ints:
    """Return a group for each type: types of one group count alike in some random hands. ``rows`` are all hands."""
    table = np.full(hands.places_count(hands.size), -1, np.int32)
    table[hands.places(rows)] = strengths
    rng = np.random.default_rng(0)
    some = rows[rng.integers(0, len(rows), MAX_SAMPLE_HANDS)]
    without = np.arange(hands.size) != rng.integers(0, hands.size, MAX_SAMPLE_HANDS)[:, None]
    by_type = table[hands.places_with(some[without].reshape(-1, hands.size - 1))]  # (type, hand), -1 for none
    group = np.arange(len(by_type))
    for card_type in range(1, len(by_type)):
        differ = (by_type[:card_type] != by_type[card_type]) & (by_type[:card_type] >= 0) & (by_type[card_type] >= 0)
        like = np.flatnonzero(~differ.any(axis=1))
        group[card_type] = group[like[0]] if len(like) else card_type
    return np.unique(group, return_inverse=True)[1]


def _is_within(one: Lane, other: Lane) -> bool:
    """Return true if a lane holds no hand that another of the same cards does not hold."""
    return one.least > other.least and bool((one.inside == other.inside).all())
