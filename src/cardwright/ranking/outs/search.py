"""Search for categories that no sampled run-out has shown, one by one."""

import functools
import itertools
import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.compile import Strengths, multisets
from cardwright.ranking.outs import runouts
from cardwright.ranking.outs.pruning import Mask, Places, Pruning
from cardwright.ranking.outs.runouts import Lines, RunOut, by_rank, choices, draw_sample, find_ends
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import Rows, have_repeats

Need: TypeAlias = tuple[int, tuple[int, ...]]
"""A part, and the number of cards of each rank that must come from it."""

TRIED_HANDS_PER_CATEGORY = (8, 64)  # first a few, then more
MAX_DIRECT_BEGINNINGS = 300  # are followed directly, before run-outs are built


class Search:
    """The search for categories that no sampled run-out has shown."""

    def __init__(self, runout: RunOut, lines: Lines) -> None:
        self.runout, self.lines = runout, lines
        self.left = frozenset(runout.unseen.tolist())
        self._missing_of: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        self._best: dict[int, dict[int, Rows]] = {}

    def among(self, wanted: set[int]) -> set[int]:
        """Return the wanted categories that the hand can end in, and others found on the way."""
        ends: set[int] = set()
        for line in sorted(wanted):
            if line in ends:
                continue
            if self.runout.ranking.compiled.overrules and self._beginnings(line) <= MAX_DIRECT_BEGINNINGS:
                ends |= {line} if self._exists(line) else set()
                continue
            ends |= self._found_by_building(line)
            if line not in ends and self._may_be_possible(line) and self._exists(line):
                ends.add(line)
        return ends

    def _found_by_building(self, line: int) -> set[int]:
        """Return the categories in which run-outs end that are built for this one."""
        ends: set[int] = set()
        for number in TRIED_HANDS_PER_CATEGORY:
            for several in (self._hands, self._ends):
                some = several(line)
                rows = self._built(some[:: max(1, len(some) // number)])
                ends |= find_ends(self.runout, self.lines, rows) if len(rows) else set()
                if line in ends:
                    return ends
        return ends

    def _may_be_possible(self, line: int) -> bool:
        """Return false if the category is provably unreachable without enumeration."""
        parts = range(len(self.lines.parts))
        if self.runout.ranking.compiled.overrules:
            return bool(self.runout.from_hole) or any(self._needs(at, line) for at in parts)
        # The strength of the ranks is a lower bound; a hand beats it only by a part that holds it.
        within = any(self._needs(at, line) for at in parts[1:])
        return (within or line in self._by_ranks) and line <= self._weakest

    # The cards that must come

    def _hands(self, line: int) -> list[Need]:
        return [(at, need) for at in range(len(self.lines.parts)) for need in self._needs(at, line)]

    def _ends(self, line: int) -> list[Need]:
        return [(0, ranks) for ranks in self._by_ranks.get(line, ())]

    def _needs(self, at: int, line: int) -> list[tuple[int, ...]]:
        """Return the cards that must come for the hands of a category in a part, by rank; empty if there are none.

        Some of them may not lead to the category.
        """
        if (at, line) not in self._missing_of:
            counts = (self._with_hole(at) if self.runout.from_hole else self.lines.parts[at].hands).get(line)
            self._missing_of[at, line] = [] if counts is None else self._missing(at, counts)
        return self._missing_of[at, line]

    def _missing(self, at: int, counts: Rows) -> list[tuple[int, ...]]:
        part = self.lines.parts[at]
        need = np.maximum(counts.astype(np.int16) - by_rank(part, self.runout.board), 0)
        fits = (need <= by_rank(part, self.left)).all(axis=1) & (need.sum(axis=1) <= self.runout.to_board)
        return _some(need[fits])

    def _with_hole(self, at: int) -> dict[int, Rows]:
        """Return the choices from the board within a part, as counts, by the best category with own cards."""
        if at not in self._best:
            boards, strengths = self._boards(at)
            category = self.lines.of[strengths]
            self._best[at] = {line: boards[category == line] for line in np.unique(category).tolist()}
        return self._best[at]

    def _boards(self, at: int) -> tuple[Rows, NDArray[np.int32]]:
        """Return the choices from the board within a part, as counts, and their best strength with own cards."""
        runout, part = self.runout, self.lines.parts[at]
        boards = _multisets(runout.ranking, at, runout.from_board)
        layout = runout.ranking.layout(runout.ranking.size)
        within = [card for card in runout.own if any(card in cards for cards in part.cards)]
        best = np.full(len(boards), -1, np.int32)
        copies = np.array([len(cards) for cards in part.cards])
        for hand in {tuple(by_rank(part, cards)) for cards in itertools.combinations(within, runout.from_hole)}:
            both = boards + np.array(hand, np.uint8)
            possible = (both <= copies).all(axis=1)
            best[possible] = np.maximum(best[possible], layout.by_ranks(both[possible], at))
        return boards[best >= 0], best[best >= 0]

    @functools.cached_property
    def _by_ranks(self) -> dict[int, list[tuple[int, ...]]]:
        """The ranks that may come, as counts, by the category in which they end if no class is shared."""
        runout, whole = self.runout, self.lines.parts[0]
        counts = _multisets(runout.ranking, 0, runout.to_board)
        counts = counts[(counts <= by_rank(whole, self.left)).all(axis=1)]
        boards = (counts + by_rank(whole, runout.board)).astype(np.uint8)
        if runout.from_hole:
            strengths: NDArray[Any] = self._plain_with_hole(boards)
        else:
            strengths = runout.ranking.layout(boards[0].sum()).by_ranks(boards)
        category = self.lines.of[strengths]
        return {line: _some(counts[category == line]) for line in np.unique(category).tolist()}

    def _plain_with_hole(self, boards: Rows) -> NDArray[np.int32]:
        """Return the strengths of boards by ranks only: the best of each choice from the board with own cards."""
        parts, strengths = self._boards(0)
        ranks = boards.shape[1]
        keys = _key(_ranks_of_counts(parts), ranks)
        order = keys.argsort()
        listed = _ranks_of_counts(boards)
        best = np.zeros(len(boards), np.int32)
        for places in itertools.combinations(range(listed.shape[1]), self.runout.from_board):
            at = np.searchsorted(keys, _key(listed[:, places], ranks), sorter=order)
            best = np.maximum(best, strengths[order[at]])
        return best

    @functools.cached_property
    def _weakest(self) -> int:
        """The weakest category that a run-out can end in, if some class must hold a hand."""
        runout = self.runout
        weakest = len(runout.ranking.categories)
        for facet in () if runout.ranking.declaration.wilds else runout.ranking.declaration.facets:
            classes = [at for at, part in enumerate(self.lines.parts) if part.of_facet == facet]
            cards = [frozenset(itertools.chain(*self.lines.parts[at].cards)) for at in classes]
            room = len(self.left.difference(*cards))
            for held in cards:
                space = runout.from_board - 1 - len(held.intersection(runout.board))
                if len(held.intersection(runout.own)) < runout.from_hole:
                    space = runout.to_board
                room += min(space, len(held & self.left)) if space >= 0 else -len(runout.unseen)
            if room < runout.to_board:
                weakest = min(weakest, max(self._weakest_within(at) for at in classes))
        return weakest

    def _weakest_within(self, at: int) -> int:
        held = self._with_hole(at) if self.runout.from_hole else self.lines.parts[at].hands
        lines = [line for line in held if self._needs(at, line)]
        return len(self.runout.ranking.categories) if -1 in lines else max(lines, default=-1)

    # Enumeration

    def _built(self, hands: Sequence[Need]) -> Rows:
        """Return run-outs with the needed cards of a part, each completed with some others."""
        if not hands:
            return np.empty((0, 0), np.uint8)
        runout = self.runout
        some = draw_sample(len(runout.unseen), runout.to_board)
        rows = np.array(runout.unseen[some[: 4 * len(hands)]])
        for row, (at, need) in zip(rows, itertools.cycle(hands)):
            cards: list[Card] = []
            turn = int(row[-1])
            for place, needed in enumerate(need):
                if needed:
                    free = [card for card in self.lines.parts[at].cards[place] if card in self.left]
                    turn = (turn * 5 + place) % len(free)
                    cards += (free[turn:] + free[:turn])[:needed]
            row[: len(cards)] = cards
        return rows[~have_repeats(rows)]

    def _exists(self, line: int) -> bool:
        """Return true if some run-out ends in a category, by enumerating all that do not beat it on the way.

        More cards never make a hand worse, so a beginning that beats the category is pruned with all run-outs that
        contain it. The cards of the hand may come first: they are among those before the last, which then come in any
        order; or they are all that come, in order.
        """
        runout, (low, high) = self.runout, self.lines.span(line)
        beginnings, first_strengths = self._first
        within = first_strengths <= high
        pruning = Pruning(len(runout.unseen), beginnings[within])
        turn = min(runout.from_board, runout.to_board - 1)  # from here on the hand is made, or all cards make it
        # If every hand contains a beginning, the allowed beginnings determine the strength of a run-out.
        determined = bool(runout.from_hole) and not runout.board and pruning.table is not None

        def ends(rows: Places, may: Mask, strengths: Strengths) -> bool:
            within = strengths <= high
            rows, may, fits = rows[within], may[within], strengths[within] >= low
            number = rows.shape[1]
            if number == runout.to_board:
                return bool(fits.any())
            if number < turn:
                return any(further(*longer) for longer in pruning.extended(rows, may, ordered=True))
            if any(further(*longer) for longer in pruning.extended(rows[fits], may[fits], ordered=False)):
                return True
            others = pruning.extended(rows[~fits], may[~fits], ordered=True) if number < runout.from_board else ()
            return any(self._is_made_by_all(longer, low, high) for longer, _ in others)

        def further(rows: Places, may: Mask) -> bool:
            return ends(rows, may, np.full(len(rows), high) if determined else runout.strengths(runout.unseen[rows]))

        return ends(beginnings[within], pruning.others(beginnings[within]), first_strengths[within])

    def _is_made_by_all(self, rows: Places, low: int, high: int) -> bool:
        """Return true if a run-out ends between two strengths, by a hand of all the cards that come."""
        cards = self.runout.unseen[rows]
        if not self.runout.from_hole and rows.shape[1] == self.runout.ranking.size:
            own = self.runout.ranking.strengths(cards, trusted=True)  # much faster than for the whole run-out
            cards = cards[(own >= low) & (own <= high)]
        strengths = self.runout.strengths(cards)
        return bool(((strengths >= low) & (strengths <= high)).any())

    @functools.cached_property
    def _first(self) -> tuple[Places, Strengths]:
        """All beginnings that complete a hand, as places among the unseen cards, and their strengths."""
        rows = choices(len(self.runout.unseen), self.runout.begin)
        return rows, self.runout.strengths(self.runout.unseen[rows])

    def _beginnings(self, line: int) -> float:
        """Return the number of beginnings that do not beat a category, or infinity if there are too many to count."""
        if math.comb(len(self.runout.unseen), self.runout.begin) > runouts.MAX_ENUMERATED_RUNOUTS:
            return math.inf
        return int(np.count_nonzero(self._first[1] <= self.lines.span(line)[1]))


def _some(hands: NDArray[np.int16]) -> list[tuple[int, ...]]:
    """Return some of the hands: at most the number that is ever tried."""
    return list(map(tuple, hands[:: max(1, len(hands) // TRIED_HANDS_PER_CATEGORY[-1])].tolist()))


@functools.lru_cache(64)
def _multisets(ranking: Ranking, part: int, number: int) -> NDArray[np.uint8]:
    """Return all choices of this many cards of a part, by rank."""
    return multisets(ranking.compiled.parts[part].copies, number)


def _ranks_of_counts(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return counts by rank as lists of ranks, lowest first."""
    ranks = np.broadcast_to(np.arange(counts.shape[1]), counts.shape)
    return np.repeat(ranks.reshape(-1), counts.reshape(-1)).reshape(len(counts), -1)


def _key(listed: NDArray[np.int64], ranks: int) -> NDArray[np.int64]:
    """Return a number for each list of ranks."""
    return listed @ ranks ** np.arange(listed.shape[1])
