"""Run-outs: choices of the cards to come, and the categories in which they end."""

import functools
import itertools
import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.compile import Strengths, cards_by_rank, shape
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import Rows, beside

MAX_ENUMERATED_RUNOUTS = 25_000
SAMPLED_RUNOUTS = 2_000  # run-outs that are drawn first if there are more


class Lines(NamedTuple):
    """A prepared table: the category of each strength (-1: none, below ``least``), and the hands of each part.

    Where strengths are codes, the categories are not listed in ``of``.
    """

    ranking: Ranking
    least: int
    of: NDArray[np.int16]
    parts: tuple["PartLines", ...]

    def at(self, strengths: Strengths) -> NDArray[np.int16]:
        """Return the category of each strength."""
        if self.ranking.declaration.by_code:
            return np.where(strengths < self.least, np.int16(-1), self.ranking.compiled.line_of(strengths))
        return self.of[strengths]

    def span(self, line: int) -> tuple[int, int]:
        """Return the weakest and the strongest strength of a category; (0, -1) if it has none."""
        places = np.flatnonzero(self.of == line)
        return (int(places[0]), int(places[-1])) if len(places) else (0, -1)


class PartLines(NamedTuple):
    """A part's cards by rank, jokers last; its hands as counts, by category (-1: none); the facet of which it is a
    class, unless a part around it shares that facet.
    """

    cards: tuple[tuple[Card, ...], ...]
    hands: dict[int, NDArray[np.uint8]]
    of_facet: str | None


@functools.lru_cache(64)
def lines_of(ranking: Ranking, least: int) -> Lines:
    """Return the prepared table of a ranking; strengths below ``least`` have no category."""
    if ranking.declaration.by_code:
        return Lines(ranking, least, np.zeros(0, np.int16), ())
    of = ranking.compiled.line_of(np.arange(len(ranking)))
    of[:least] = -1
    every = ranking.compiled.parts
    parts = []
    for part in every:
        held = ranking.compiled.part_strengths[shape(part)]
        around = [other.same for other in every if other.cards > part.cards]
        facet = next((facet for facet in sorted(part.same) if not any(facet in same for same in around)), None)
        lines = of[held.strengths]
        hands = {line: held.counts[lines == line] for line in np.unique(lines).tolist()}
        parts.append(PartLines(cards_by_rank(ranking.declaration, sorted(part.cards)), hands, facet))
    return Lines(ranking, least, of, tuple(parts))


def by_rank(part: PartLines, cards: Iterable[Card]) -> NDArray[np.int16]:
    """Count the cards of a part by rank."""
    held = set(cards)
    return np.array([sum(card in held for card in there) for there in part.cards], np.int16)


class RunOut(NamedTuple):
    """Known cards, and the number of cards to come to the board from those ``unseen``.

    If any cards make the hand, all are the board's and ``own`` is empty.
    """

    ranking: Ranking
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    to_board: int
    from_hole: int
    unseen: Rows

    @property
    def from_board(self) -> int:
        """The number of cards from the board in a hand."""
        return self.ranking.size - self.from_hole

    @property
    def begin(self) -> int:
        """The number of cards that must come to make a hand, at most all that come."""
        return min(max(self.from_board - len(self.board), 0), self.to_board)

    def strengths(self, rows: Rows) -> Strengths:
        """Return the strength of the hand after each row of cards to come."""
        boards = beside(self.board, rows)
        if not self.from_hole:
            return self.ranking.strengths(boards, trusted=True)
        holes = np.broadcast_to(np.array(self.own, np.uint8), (len(rows), len(self.own)))
        return self.ranking.strengths_with_hole(holes, boards, self.from_hole, trusted=True)

    def every(self, number: int) -> Rows:
        """Return all choices of this many cards to come, in order."""
        cards: Rows = self.unseen[choices(len(self.unseen), number)]
        return cards


@functools.lru_cache(64)
def choices(of: int, number: int) -> NDArray[np.intp]:
    """Return all choices of ``number`` of ``of`` things."""
    places = itertools.chain.from_iterable(itertools.combinations(range(of), number))
    return np.fromiter(places, np.intp).reshape(math.comb(of, number), number)


@functools.lru_cache(256)
def draw_sample(of: int, number: int) -> NDArray[np.intp]:
    """Return a fixed sample of choices, each in random order."""
    return np.random.default_rng(of).random((SAMPLED_RUNOUTS, of)).argsort(axis=1)[:, :number]


def find_ends(runout: RunOut, lines: Lines, rows: Rows) -> set[int]:
    """Return the categories in which these run-outs end."""
    return set(np.flatnonzero(np.bincount(lines.at(runout.strengths(rows)) + 1)[1:]).tolist())
