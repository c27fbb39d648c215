"""What no run of cards drawn blindly has shown: the lines that some run might yet make, sought one by one."""

import functools
import itertools
import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.compile import multisets
from cardwright.ranking.evaluator import Ranking
from cardwright.ranking.outs import runouts
from cardwright.ranking.outs.pruning import Chosen, Fits, Places
from cardwright.ranking.outs.runouts import Lines, Rows, Run, by_rank, choices, drawn, ended

Strengths16: TypeAlias = NDArray[np.uint16]
Need: TypeAlias = tuple[int, tuple[int, ...]]
"""A part, and how many cards of each rank have to come from it."""

BUILT = (8, 64)  # hands of a line for which runs are built, in turn
FEW = 300  # beginnings that are followed at once, before any run is built


class Search:
    """What no run drawn blindly has shown."""

    def __init__(self, run: Run, lines: Lines) -> None:
        self.run, self.lines = run, lines
        self.left = frozenset(run.unseen.tolist())
        self._told: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        self._best: dict[int, dict[int, Rows]] = {}

    def among(self, wanted: set[int]) -> set[int]:
        """Those of some lines in which the hand can end, and others met on the way."""
        found: set[int] = set()
        for line in sorted(wanted):
            if line in found:
                continue
            if self.run.ranking.compiled.overrules and self._beginnings(line) <= FEW:
                found |= {line} if self._exists(line) else set()
                continue
            found |= self._try(line)
            if line not in found and self._may(line) and self._exists(line):
                found.add(line)
        return found

    def _try(self, line: int) -> set[int]:
        """The lines in which runs end that bring the cards for this line."""
        found: set[int] = set()
        for number in BUILT:
            for several in (self._hands, self._ends):
                some = several(line)
                rows = self._built(some[:: max(1, len(some) // number)])
                found |= ended(self.run, self.lines, rows) if len(rows) else set()
                if line in found:
                    return found
        return found

    def _may(self, line: int) -> bool:
        """Whether it cannot be told without looking that no run ends in a line."""
        parts = range(len(self.lines.parts))
        if self.run.ranking.compiled.overrules:
            return bool(self.run.from_hole) or any(self._needs(at, line) for at in parts)
        # By its ranks the hand is worth at least what they say, and more only for what it holds in some part.
        within = any(self._needs(at, line) for at in parts[1:])
        return (within or line in self._by_ranks) and line <= self._weakest

    # What would have to come

    def _hands(self, line: int) -> list[Need]:
        return [(at, need) for at in range(len(self.lines.parts)) for need in self._needs(at, line)]

    def _ends(self, line: int) -> list[Need]:
        return [(0, ranks) for ranks in self._by_ranks.get(line, ())]

    def _needs(self, at: int, line: int) -> list[tuple[int, ...]]:
        """The cards by rank that would have to come for the hands of a line in a part: if there are any they are told,
        though some may be of no use.
        """
        if (at, line) not in self._told:
            counts = (self._with_hole(at) if self.run.from_hole else self.lines.parts[at].hands).get(line)
            self._told[at, line] = [] if counts is None else self._missing(at, counts)
        return self._told[at, line]

    def _missing(self, at: int, counts: Rows) -> list[tuple[int, ...]]:
        part = self.lines.parts[at]
        need = np.maximum(counts.astype(np.int16) - by_rank(part, self.run.board), 0)
        fits = (need <= by_rank(part, self.left)).all(axis=1) & (need.sum(axis=1) <= self.run.to_board)
        return _some(need[fits])

    def _with_hole(self, at: int) -> dict[int, Rows]:
        """The parts of a board that lie in a part, as counts, by the best line that one's own cards make of them."""
        if at not in self._best:
            boards, strengths = self._boards(at)
            of = self.lines.of[strengths]
            self._best[at] = {line: boards[of == line] for line in np.unique(of).tolist()}
        return self._best[at]

    def _boards(self, at: int) -> tuple[Rows, NDArray[np.uint16]]:
        """The parts of a board that lie in a part, as counts, and the best that one's own cards in it make of each."""
        run, part = self.run, self.lines.parts[at]
        boards = _multisets(run.ranking, at, run.from_board)
        layout = run.ranking.layout(run.ranking.size)
        within = [card for card in run.own if any(card in cards for cards in part.cards)]
        best = np.full(len(boards), -1, np.int32)
        copies = np.array([len(cards) for cards in part.cards])
        for hand in {tuple(by_rank(part, cards)) for cards in itertools.combinations(within, run.from_hole)}:
            both = boards + np.array(hand, np.uint8)
            there = (both <= copies).all(axis=1)
            best[there] = np.maximum(best[there], layout.by_ranks(both[there], at))
        return boards[best >= 0], best[best >= 0].astype(np.uint16)

    @functools.cached_property
    def _by_ranks(self) -> dict[int, list[tuple[int, ...]]]:
        """The ranks that may come, as counts, by the line in which they end if no class is shared."""
        run, whole = self.run, self.lines.parts[0]
        counts = _multisets(run.ranking, 0, run.to_board)
        counts = counts[(counts <= by_rank(whole, self.left)).all(axis=1)]
        boards = (counts + by_rank(whole, run.board)).astype(np.uint8)
        if run.from_hole:
            of = self.lines.of[self._plain_with_hole(boards)]
        else:
            of = self.lines.of[run.ranking.layout(boards[0].sum()).by_ranks(boards)]
        return {line: _some(counts[of == line]) for line in np.unique(of).tolist()}

    def _plain_with_hole(self, boards: Rows) -> NDArray[np.uint16]:
        """What boards are worth by their ranks: the best of what each part of one makes with one's own cards."""
        parts, strengths = self._boards(0)
        ranks = boards.shape[1]
        keys = _key(_listed(parts), ranks)
        order = keys.argsort()
        listed = _listed(boards)
        found = np.zeros(len(boards), np.uint16)
        for places in itertools.combinations(range(listed.shape[1]), self.run.from_board):
            at = np.searchsorted(keys, _key(listed[:, places], ranks), sorter=order)
            found = np.maximum(found, strengths[order[at]])
        return found

    @functools.cached_property
    def _weakest(self) -> int:
        """A line below which no run ends: where the cards are so many that some class must hold a hand."""
        run, deck = self.run, self.run.ranking.deck
        weakest = len(run.ranking.categories)
        for facet in () if deck.jokers else run.ranking.declaration.facets:
            classes = [at for at, part in enumerate(self.lines.parts) if part.of_facet == facet]
            cards = [frozenset(itertools.chain(*self.lines.parts[at].cards)) for at in classes]
            room = len(self.left.difference(*cards))
            for held in cards:
                space = run.from_board - 1 - len(held.intersection(run.board))
                if len(held.intersection(run.own)) < run.from_hole:
                    space = run.to_board
                room += min(space, len(held & self.left)) if space >= 0 else -len(run.unseen)
            if room < run.to_board:
                weakest = min(weakest, max(self._weakest_within(at) for at in classes))
        return weakest

    def _weakest_within(self, at: int) -> int:
        held = self._with_hole(at) if self.run.from_hole else self.lines.parts[at].hands
        lines = [line for line in held if self._needs(at, line)]
        return len(self.run.ranking.categories) if -1 in lines else max(lines, default=-1)

    # Looking

    def _built(self, hands: Sequence[Need]) -> Rows:
        """Runs that bring the cards of a part that are needed, each with some others."""
        if not hands:
            return np.empty((0, 0), np.uint8)
        run = self.run
        some = drawn(len(run.unseen), run.to_board)
        rows = np.array(run.unseen[some[: 4 * len(hands)]])
        for row, (at, need) in zip(rows, itertools.cycle(hands)):
            cards: list[Card] = []
            turn = int(row[-1])
            for place, needed in enumerate(need):
                if needed:
                    free = [card for card in self.lines.parts[at].cards[place] if card in self.left]
                    turn = (turn * 5 + place) % len(free)
                    cards += (free[turn:] + free[:turn])[:needed]
            row[: len(cards)] = cards
        ordered = np.sort(rows, axis=1)
        distinct: Rows = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
        return distinct

    def _exists(self, line: int) -> bool:
        """Whether some run ends in a line: all are looked at, but for those that go beyond it on the way.

        More cards never make a hand worse, so what is worth more already stays out, and every run of which it is
        part. The cards that make the hand may come first: they are some of those that come before the last, which
        then come in any order; or they are all that come, in order.
        """
        run, (low, high) = self.run, self.lines.span(line)
        beginnings, worths = self._first
        within = worths <= high
        fits = Fits(len(run.unseen), beginnings[within])
        turn = min(run.from_board, run.to_board - 1)  # from here on the hand is made, or all cards make it
        # Where a beginning makes each hand, those that are told to fit tell what a run is worth.
        told = bool(run.from_hole) and not run.board and fits.table is not None

        def ends(rows: Places, may: Chosen, worths: Strengths16) -> bool:
            within = worths <= high
            rows, may, made = rows[within], may[within], worths[within] >= low
            number = rows.shape[1]
            if number == run.to_board:
                return bool(made.any())
            if number < turn:
                return any(further(*longer) for longer in fits.longer(rows, may, ordered=True))
            if any(further(*longer) for longer in fits.longer(rows[made], may[made], ordered=False)):
                return True
            others = fits.longer(rows[~made], may[~made], ordered=True) if number < run.from_board else ()
            return any(self._is_made_by_all(longer, low, high) for longer, _ in others)

        def further(rows: Places, may: Chosen) -> bool:
            return ends(rows, may, np.full(len(rows), high) if told else run.strengths(run.unseen[rows]))

        return ends(beginnings[within], fits.beside(beginnings[within]), worths[within])

    def _is_made_by_all(self, rows: Places, low: int, high: int) -> bool:
        """Whether a run ends between two strengths, by a hand of all the cards that come."""
        cards = self.run.unseen[rows]
        if not self.run.from_hole and rows.shape[1] == self.run.ranking.size:
            worths = self.run.ranking.strengths(cards, trusted=True)  # much less to do than for the whole run
            cards = cards[(worths >= low) & (worths <= high)]
        worths = self.run.strengths(cards)
        return bool(((worths >= low) & (worths <= high)).any())

    @functools.cached_property
    def _first(self) -> tuple[Places, Strengths16]:
        """All beginnings of which a hand can be made, as places among the cards unseen, and what they are worth."""
        rows = choices(len(self.run.unseen), self.run.begin)
        return rows, self.run.strengths(self.run.unseen[rows])

    def _beginnings(self, line: int) -> float:
        """How many beginnings are not worth more than a line, if there are few enough to count them."""
        if math.comb(len(self.run.unseen), self.run.begin) > runouts.ALL:
            return math.inf
        return int(np.count_nonzero(self._first[1] <= self.lines.span(line)[1]))


def _some(hands: NDArray[np.int16]) -> list[tuple[int, ...]]:
    """No more hands of a line than are ever tried."""
    return list(map(tuple, hands[:: max(1, len(hands) // BUILT[-1])].tolist()))


@functools.lru_cache(64)
def _multisets(ranking: Ranking, part: int, number: int) -> NDArray[np.uint8]:
    """All ways to have so many cards of a part, by rank."""
    return multisets(ranking.compiled.parts[part].copies, number)


def _listed(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The ranks of which there are so many, each listed, the lowest first."""
    ranks = np.broadcast_to(np.arange(counts.shape[1]), counts.shape)
    return np.repeat(ranks.reshape(-1), counts.reshape(-1)).reshape(len(counts), -1)


def _key(listed: NDArray[np.int64], ranks: int) -> NDArray[np.int64]:
    """A number for each list of ranks."""
    return listed @ ranks ** np.arange(listed.shape[1])
