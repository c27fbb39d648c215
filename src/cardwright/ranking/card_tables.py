"""Tables for the kernel, for a ranking that looks at single cards.

Most hands are worth what their ranks are worth at least, and are read from a table by ranks as in any other ranking.
Where a *lane*, such as a suit, holds enough of some cards, the hands among them with as many cards of the lane are
walked too, and the best counts. Where no lanes hold the hands that are worth more than their ranks, all are walked.
"""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.by_card import Bools, HandsByCard
from cardwright.ranking.card_walk import Lane, Walk
from cardwright.ranking.compile import Compiled, Level, Strengths, copies
from cardwright.ranking.line_by_card import Ints, Rows
from cardwright.ranking.tables import LANE_BITS, Node, Numbering

MAX_WALKED_SHARE = 0.5
"""Where lanes hold a larger share of all hands, all are walked."""

MAX_LANES = 4
MAX_SAMPLE_ROWS = 200_000  # from which the share of a lane is estimated
LEAST_SHARE = 1e-9
WHOLE = 8 << _kernels.LEFT_BITS  # the highest bit of the first lane


class Lanes(NamedTuple):
    """Some lanes, which rows that must be walked one of them holds, and their share of all hands."""

    lanes: tuple[Lane, ...]
    holds: Bools
    share: float


class CardTables:
    """The kernel's tables of one ranking for any number of cards."""

    def __init__(self, compiled: Compiled, hands: HandsByCard) -> None:
        self.declaration, self.hands, self.size = compiled.declaration, hands, hands.size
        rows, ways, found = hands.row_strengths(compiled.values, compiled.dtype)
        self._level, least = self._by_ranks(rows, found)
        self.lanes = self._chosen(rows, ways, found > least)
        self.walks_all = any(lane.inside.all() for lane in self.lanes)
        # What ranks are worth is read anyway: with it left out, more hands are alike to a walk.
        rest = found if self.walks_all else np.where(found > least, found, 0).astype(found.dtype)
        self.walk = Walk(hands, hands.table_of(rows, rest), self.lanes)
        self._known: dict[int, _kernels.Tables | None] = {}

    def _by_ranks(self, rows: Rows, strengths: Strengths) -> tuple[Level, Strengths]:
        """Return the least strength of each multiset of ranks, jokers last, and that of the ranks of each row."""
        number = len(self.declaration.deck.ranks) + 1
        rank_of = np.where(self.hands.rank < 0, number - 1, self.hands.rank)[: len(self.hands.cards)]
        adds = [[math.comb(rank + place, place + 1) for rank in range(number)] for place in range(self.size)]
        places = sum((np.array(adds[place])[rank_of][rows[:, place]] for place in range(self.size)), np.int64(0))
        least = np.full(math.comb(number + self.size - 1, self.size), np.iinfo(strengths.dtype).max, strengths.dtype)
        np.minimum.at(least, places, strengths)
        one = np.zeros(len(least), np.intp)
        one[places] = np.arange(len(rows))
        known = np.unique(places)
        counts = (rank_of[rows[one[known]]][:, :, None] == np.arange(number)).sum(axis=1, dtype=np.uint8)
        return Level(counts, least[known]), least[places]

    def _chosen(self, rows: Rows, ways: Ints, worthy: Bools) -> list[Lane]:
        """Return lanes that hold all rows which are worth more than their ranks, or one of all cards."""
        everything = [Lane(np.ones(len(self.hands.cards), np.bool_), self.size)]
        if ways[worthy].sum() > MAX_WALKED_SHARE * ways.sum():
            return everything
        chosen: list[Lane] = []
        share, left = 0.0, np.ones(int(worthy.sum()), np.bool_)
        some = slice(None, None, max(len(rows) // MAX_SAMPLE_ROWS, 1))
        known = list(self._candidates(rows[worthy], rows[some], ways[some]))
        while left.any():
            best = max(known, key=lambda each: (each.holds & left).sum() / each.share, default=None)
            if best is None or not (best.holds & left).any():
                return everything
            left &= ~best.holds
            share += best.share
            chosen += best.lanes
        wide = [one for one in chosen if not any(_is_within(one, other) for other in chosen)]
        return wide if share <= MAX_WALKED_SHARE and len(wide) <= MAX_LANES else everything

    def _candidates(self, worthy: Rows, some: Rows, ways: Ints) -> Iterator[Lanes]:
        """Yield the classes of each facet with each number of cards, and single classes and sets where suits differ.

        Their shares are those of some rows, each of which stands for a number of hands.
        """
        types = len(self.hands.cards)
        facets = [of[:types] for of in self.hands.facets.values()]
        families = [[of == each for each in np.unique(of[of >= 0])] for of in facets]
        if not self.hands.alike:
            sets = [[inside[:types] for inside, _, _ in line.sets] for line in self.hands.lines if line.sets]
            families += [[each] for family in (*families, *sets) for each in family]
            families += [[np.any(each, axis=0)] for each in sets]
        for family in families:
            if len(family) > MAX_LANES:
                continue
            held, held_by_some = (
                np.max([inside[rows].sum(axis=1) for inside in family], axis=0) for rows in (worthy, some)
            )
            # A lane counts to 15 from 8 less its least number.
            narrow = not self.declaration.dice and all(inside[self.hands.type_of].sum() < 8 for inside in family)
            for least in range(1 if narrow else 2, self.size + 1):
                if (held >= least).any():
                    share = float(ways[held_by_some >= least].sum() / ways.sum())
                    yield Lanes(tuple(Lane(inside, least) for inside in family), held >= least, max(share, LEAST_SHARE))

    def tables(self, cards: int) -> _kernels.Tables | None:
        """Return the kernel's tables for hands chosen from this many cards, None where they would be too large."""
        if cards not in self._known:
            try:
                self._known[cards] = self._built(cards)
            except BadCount:
                self._known[cards] = None
        return self._known[cards]

    def _built(self, cards: int) -> _kernels.Tables:
        deck, node = self.declaration.deck, Node(None, frozenset(), None)
        left, right = np.zeros(1, np.uint32), np.zeros(1, np.uint32)
        table = np.zeros(1, self._level.strengths.dtype)
        if not self.walks_all:
            numbering = Numbering(copies(self.declaration, range(deck.size)), self.size, cards)
            node = Node(None, frozenset(), numbering)
            left, right, table = numbering.left, numbering.right, numbering.table(self._level)
        number = len(self.lanes) + 1
        constants, facts = np.zeros((2, 256), np.uint64), np.zeros((number, 8), np.uint64)
        inside, child = np.zeros((number, 256), np.uint8), np.zeros((number, 64), np.int32)
        keys, rank_of, type_of = node.by_rank(len(deck.ranks)), self.declaration.rank_of, self.hands.type_of
        constants[1, : deck.size] = [keys[rank_of[card]] for card in range(deck.size)]
        start = full = 0
        for place, lane in enumerate(self.lanes):
            lowest = 1 << _kernels.LEFT_BITS + LANE_BITS * place
            full += 8 * lowest
            start += (8 if self.walks_all else 8 - lane.least) * lowest
            inside[place + 1, : deck.size] = lane.inside[type_of]
            child[0, (8 * lowest * _kernels.EACH_BIT) % (1 << 64) >> 58] = place + 1
            if not self.walks_all:
                constants[1] += inside[place + 1] * np.uint64(lowest)
        facts[0, :3] = start, full, node.high
        constants[0] = constants[1] + facts[0, 0]
        numbers = cards, self.size, deck.size, 1, -1
        arrays = constants, facts, inside, child, left, right, np.concatenate([table, self.walk.last])
        direct = self.walks_all and cards == self.size
        plans, starts, plan_count = self._plans(cards)
        walk = (direct, self.walk.stride - 1, len(table), starts, plan_count), self.walk.following, plans
        return _kernels.Tables(numbers, tuple(array.reshape(-1) for array in arrays), walk)

    def _plans(self, cards: int) -> tuple[NDArray[np.int32], int, int]:
        """Return the plans as `_kernels.Tables` explains them, where their starts are listed, and their number."""
        known: dict[tuple[int, ...], int] = {}
        numbers = np.zeros((len(self.lanes) + 1, 10), np.int32)
        for place, lane in enumerate(self.lanes, 1):
            # Where all hands are walked, the lane has its highest bit from the start, and counts no cards.
            numbers[place, 0] = 8 - (cards if self.walks_all else lane.least)
            for held in range(lane.least, cards + 1):
                numbers[place, held] = known.setdefault(plan(cards, self.size, held, lane.least), len(known))
        starts = numbers.size + len(known)
        begins = list(itertools.accumulate(map(len, known), initial=starts))[:-1]
        found = [*numbers.reshape(-1).tolist(), *begins, *itertools.chain.from_iterable(known)]
        return np.array(found, np.int32), numbers.size, len(known)


def _is_within(one: Lane, other: Lane) -> bool:
    """Return true if a lane holds no hand that another of the same cards does not hold."""
    return one.least > other.least and bool((one.inside == other.inside).all())


@functools.lru_cache(maxsize=256)
def plan(cards: int, size: int, held: int, least: int) -> tuple[int, ...]:
    """Return how to walk all choices of ``size`` cards with ``least`` of the first ``held``: see `_walk_entries`.

    The choices share their first cards where they can, so that few classes are found.
    """
    needed = [each for each in itertools.combinations(range(cards), size) if sum(card < held for card in each) >= least]
    last, *inner = _shared(needed, held, least)
    classes: dict[tuple[int, ...], int] = {(): 0}
    steps: list[int] = []
    for level in reversed(inner):
        for longer, shorter in level:
            classes[longer] = len(classes)
            steps += [classes[shorter], *set(longer).difference(shorter)]
    choices = [number for longer, shorter in last for number in (classes[shorter], *set(longer).difference(shorter))]
    return len(steps) // 2, len(choices) // 2, *steps, *choices


def _shared(
    needed: Sequence[tuple[int, ...]], held: int, least: int
) -> Iterator[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Yield pairs of the sets needed and some sets of one card less; then pairs of the latter; and so on."""
    while needed and needed[0]:
        parts: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for one in needed:
            for each in itertools.combinations(one, len(one) - 1):
                if sum(card < held for card in each) >= min(least, len(each)):
                    parts.setdefault(each, set()).add(one)
        left, pairs = set(needed), []
        while left:
            best = max(parts, key=lambda each: (len(parts[each] & left), [-card for card in each]))
            pairs += [(one, best) for one in sorted(parts[best] & left)]
            left -= parts[best]
        yield pairs
        needed = sorted({shorter for _, shorter in pairs})
