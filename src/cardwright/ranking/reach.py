"""Which lines of a table a hand still in the making holds, and in which it can yet end.

The answer is exact. Most lines are shown possible by an example: a few thousand runs of the cards to come that are
drawn once and kept, then runs built for the line in question. What has no example is out of reach if its cards
cannot all come, or no choice of ranks leads to it; the last few lines are settled by looking at every run that does
not go beyond them. Few cards to come are simply all looked at. The slow twin is `reference.reachable`.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> parse = poker.deck.parse_cards
>>> found = reach(poker, parse("5h 5d"), parse("5s 4h 3h"), to_board=2)
>>> poker.categories[found.held].name, [poker.categories[line].name for line in sorted(found.possible)]
('Three of a kind', ['Straight flush', 'Four of a kind', 'Full house', 'Flush', 'Straight', 'Three of a kind'])
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.compile import multisets, shape
from cardwright.ranking.evaluator import Ranking
from cardwright.ranking.fits import Chosen, Fits, Places
from cardwright.ranking.worth import NOTHING, worth

Rows: TypeAlias = NDArray[np.uint8]
Worths: TypeAlias = NDArray[np.uint16]
Need: TypeAlias = tuple[int, tuple[int, ...]]
"""A part, and how many cards of each rank have to come from it."""

ALL = 25_000  # runs of the cards to come: no more than these are simply all looked at
DRAWN = 2_000  # and of more, so many first
BUILT = (8, 64)  # hands of a line for which runs are built, in turn
FEW = 300  # beginnings that are followed at once, before any run is built


class Reach(NamedTuple):
    """Places in the table of hands: of the line held now, if any, and of those in which the hand can end."""

    held: int | None
    possible: frozenset[int]


def reach(
    ranking: Ranking,
    own: Iterable[Card],
    board: Iterable[Card] = (),
    *,
    to_own: int = 0,
    to_board: int = 0,
    from_hole: int | None = None,
    exchange: int = 0,
    out: Iterable[Card] = (),
    least: int = 0,
) -> Reach:
    """What a hand of ``own`` cards and those of the ``board`` holds, and in which lines it may end.

    So many cards are still to come ``to_own`` and ``to_board``, any but those ``out``, which are seen elsewhere; up
    to ``exchange`` of one's own may be thrown away for others. A hand is the best of all the cards, or made of exactly
    ``from_hole`` of one's own. A strength below ``least`` counts for nothing.

    A line is possible if some run of the cards makes it that of the final hand. What fewer cards than a hand hold is
    what they mostly make with cards of other ranks: a pair is a pair. Raises `BadCount` and `BadCard`.
    """
    hand, table, seen = tuple(sorted(own)), tuple(sorted(board)), tuple(sorted(out))
    return _reach(ranking, hand, table, to_own, to_board, from_hole, exchange, seen, least)


@functools.lru_cache(4096)
def _reach(
    ranking: Ranking,
    own: tuple[Card, ...],
    board: tuple[Card, ...],
    to_own: int,
    to_board: int,
    from_hole: int | None,
    exchange: int,
    out: tuple[Card, ...],
    least: int,
) -> Reach:
    lines = _lines(ranking, least)
    unseen = frozenset(range(ranking.deck.size)) - {*own, *board, *out}
    wanted = set(range(len(ranking.categories)))
    possible: set[int] = set()
    for thrown in range(min(exchange, len(own)), -1, -1):
        for kept in itertools.combinations(own, len(own) - thrown):
            for run in _runs(ranking, kept, board, to_own + thrown, to_board, from_hole, unseen):
                if possible >= wanted:
                    break
                possible |= _ends(run, lines, wanted - possible)
    return Reach(_held(ranking, own, board, from_hole or 0, least), frozenset(possible))


def _runs(
    ranking: Ranking,
    own: tuple[Card, ...],
    board: tuple[Card, ...],
    to_own: int,
    to_board: int,
    from_hole: int | None,
    unseen: frozenset[Card],
) -> Iterator["Run"]:
    """The cards to come as cards to the board, for every choice of those that come to the hand where that matters."""
    if from_hole is None:
        yield Run(ranking, (), own + board, to_own + to_board, 0, np.array(sorted(unseen), np.uint8))
        return
    for more in itertools.combinations(sorted(unseen), to_own):
        left = np.array(sorted(unseen.difference(more)), np.uint8)
        yield Run(ranking, own + more, board, to_board, from_hole, left)


# What is held


def _held(ranking: Ranking, own: tuple[Card, ...], board: tuple[Card, ...], from_hole: int, least: int) -> int | None:
    """The line of the best hand so far."""
    if not from_hole:
        own, board = (), own + board
    from_board = ranking.size - from_hole
    if len(own) >= from_hole and len(board) >= from_board:
        strength = ranking.strength_with_hole(own, board, from_hole) if from_hole else ranking.strength(board)
        return ranking.worth(strength)[0] if strength >= least else None
    if least:
        return None
    begun = (
        _begun(ranking, ours + theirs)
        for ours in itertools.combinations(own, min(len(own), from_hole))
        for theirs in itertools.combinations(board, min(len(board), from_board))
    )
    return min((line for line in begun if line is not None), default=None)


def _begun(ranking: Ranking, cards: Sequence[Card]) -> int | None:
    """The line that some cards mostly make with others of ranks of their own, which have nothing else in common."""
    ranks = len(ranking.deck.ranks)
    held = Counter(ranking.deck.rank_of[card] for card in cards)
    jokers = held.pop(-1, 0)
    return _padded(ranking, tuple(held[rank] for rank in range(ranks)), jokers) if cards else None


@functools.lru_cache(4096)
def _padded(ranking: Ranking, counts: tuple[int, ...], jokers: int) -> int | None:
    others = [rank for rank, count in enumerate(counts) if not count]
    made: Counter[int] = Counter()
    for more in itertools.combinations(others, ranking.size - sum(counts) - jokers):
        found = worth(ranking.declaration, tuple(c + (r in more) for r, c in enumerate(counts)), jokers, NOTHING)
        if found:
            made[found[0]] += 1
    return min(made, key=lambda line: (-made[line], line), default=None)


# What can be reached


class Lines(NamedTuple):
    """A table made ready: the line of each strength (-1: none), and each part's hands."""

    of: NDArray[np.int16]
    parts: tuple["PartLines", ...]

    def span(self, line: int) -> tuple[int, int]:
        """The weakest and the strongest strength of a line; the strongest is below the weakest if it has none."""
        places = np.flatnonzero(self.of == line)
        return (int(places[0]), int(places[-1])) if len(places) else (0, -1)


class PartLines(NamedTuple):
    """A part's cards by rank, jokers last; its hands as counts, by line (-1: none); the facet of which it is a class,
    unless a part around it shares that too.
    """

    cards: tuple[tuple[Card, ...], ...]
    hands: dict[int, NDArray[np.uint8]]
    of_facet: str | None


@functools.lru_cache(64)
def _lines(ranking: Ranking, least: int) -> Lines:
    of = np.array([line for line, _ in ranking.compiled.worths], np.int16)
    of[:least] = -1
    every = ranking.compiled.parts
    ranks = (*range(len(ranking.deck.ranks)), -1)
    parts = []
    for part in every:
        level = ranking.compiled.levels[shape(part)]
        around = [other.same for other in every if other.cards > part.cards]
        facet = next((facet for facet in sorted(part.same) if not any(facet in same for same in around)), None)
        by_rank = tuple(tuple(c for c in sorted(part.cards) if ranking.deck.rank_of[c] == rank) for rank in ranks)
        lines = of[level.strengths]
        hands = {line: level.counts[lines == line] for line in np.unique(lines).tolist()}
        parts.append(PartLines(by_rank, hands, facet))
    return Lines(of, tuple(parts))


class Run(NamedTuple):
    """Cards known, and cards to come to the board from those ``unseen``.

    Where any cards make the hand, all are the board's and ``own`` is empty.
    """

    ranking: Ranking
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    to_board: int
    from_hole: int
    unseen: Rows

    @property
    def from_board(self) -> int:
        """How many cards of the board are in a hand."""
        return self.ranking.size - self.from_hole

    @property
    def begin(self) -> int:
        """How many cards must come before there is a hand, or all that come."""
        return min(max(self.from_board - len(self.board), 0), self.to_board)

    def strengths(self, rows: Rows) -> NDArray[np.uint16]:
        """The strength of the hand after each row of cards to come."""
        boards = _after(self.board, rows)
        if not self.from_hole:
            return self.ranking.strengths(boards, trusted=True)
        holes = np.broadcast_to(np.array(self.own, np.uint8), (len(rows), len(self.own)))
        return self.ranking.strengths_with_hole(holes, boards, self.from_hole, trusted=True)

    def every(self, number: int) -> Rows:
        """All ways in which so many cards can come, in order."""
        found: Rows = self.unseen[_choices(len(self.unseen), number)]
        return found


def _after(known: tuple[Card, ...], rows: Rows) -> Rows:
    found = np.empty((len(rows), len(known) + rows.shape[1]), np.uint8)
    found[:, : len(known)] = known
    found[:, len(known) :] = rows
    return found


@functools.lru_cache(64)
def _choices(of: int, number: int) -> NDArray[np.intp]:
    """All ways to choose so many."""
    found = itertools.chain.from_iterable(itertools.combinations(range(of), number))
    return np.fromiter(found, np.intp).reshape(math.comb(of, number), number)


@functools.lru_cache(256)
def _drawn(of: int, number: int) -> NDArray[np.intp]:
    """Some ways to choose so many, each in some order; always the same ones."""
    order = np.random.default_rng(of).random((DRAWN, of))
    return order.argsort(axis=1)[:, :number]


def _ends(run: Run, lines: Lines, wanted: set[int]) -> set[int]:
    """Those of some lines in which the hand can end."""
    left = len(run.unseen)
    if run.to_board > left or len(run.board) + run.to_board < run.from_board or len(run.own) < run.from_hole:
        return set()
    if math.comb(left, run.to_board) <= ALL:
        return _seen(run, lines, run.every(run.to_board)) & wanted
    found = _seen(run, lines, run.unseen[_drawn(left, run.to_board)])
    if wanted - found:
        found |= _Search(run, lines).among(wanted - found)
    return found & wanted


def _seen(run: Run, lines: Lines, rows: Rows) -> set[int]:
    """The lines in which some runs end."""
    return set(np.flatnonzero(np.bincount(lines.of[run.strengths(rows)] + 1)[1:]).tolist())


class _Search:
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
                found |= _seen(self.run, self.lines, rows) if len(rows) else set()
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
        need = np.maximum(counts.astype(np.int16) - _by_rank(part, self.run.board), 0)
        fits = (need <= _by_rank(part, self.left)).all(axis=1) & (need.sum(axis=1) <= self.run.to_board)
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
        for hand in {tuple(_by_rank(part, cards)) for cards in itertools.combinations(within, run.from_hole)}:
            both = boards + np.array(hand, np.uint8)
            there = (both <= copies).all(axis=1)
            best[there] = np.maximum(best[there], layout.by_ranks(both[there], at))
        return boards[best >= 0], best[best >= 0].astype(np.uint16)

    @functools.cached_property
    def _by_ranks(self) -> dict[int, list[tuple[int, ...]]]:
        """The ranks that may come, as counts, by the line in which they end if no class is shared."""
        run, whole = self.run, self.lines.parts[0]
        counts = _multisets(run.ranking, 0, run.to_board)
        counts = counts[(counts <= _by_rank(whole, self.left)).all(axis=1)]
        boards = (counts + _by_rank(whole, run.board)).astype(np.uint8)
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
        drawn = _drawn(len(run.unseen), run.to_board)
        rows = np.array(run.unseen[drawn[: 4 * len(hands)]])
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

        def ends(rows: Places, may: Chosen, worths: Worths) -> bool:
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
    def _first(self) -> tuple[Places, Worths]:
        """All beginnings of which a hand can be made, as places among the cards unseen, and what they are worth."""
        rows = _choices(len(self.run.unseen), self.run.begin)
        return rows, self.run.strengths(self.run.unseen[rows])

    def _beginnings(self, line: int) -> float:
        """How many beginnings are not worth more than a line, if there are few enough to count them."""
        if math.comb(len(self.run.unseen), self.run.begin) > ALL:
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


def _by_rank(part: PartLines, cards: Iterable[Card]) -> NDArray[np.int16]:
    held = set(cards)
    return np.array([sum(card in held for card in there) for there in part.cards], np.int16)
