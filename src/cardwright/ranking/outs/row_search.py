"""Search for categories that no sampled run-out has shown, for rankings that the kernel has no tables for."""

import functools
import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cardwright.errors import BadCount
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.hands_table import best_examples
from cardwright.ranking.outs.runouts import Lines, RunOut, find_ends
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import Rows

MAX_TRIED_HANDS_PER_CATEGORY = 2_000
MAX_BEGINNINGS = 250_000  # first hands of which the weakest is looked for
MAX_LOOKUPS = 5_000_000  # hands within all run-outs, which take some tenths of a second
MAX_ROWS_AT_ONCE = 100_000


class RowSearch:
    """The search for categories that no sampled run-out has shown."""

    def __init__(self, runout: RunOut, lines: Lines) -> None:
        self.runout, self.lines = runout, lines

    def among(self, wanted: set[int]) -> set[int]:
        """Return the wanted categories that the hand can end in, and others found on the way.

        Raises `BadCount` if there are too many run-outs to decide it.
        """
        ends: set[int] = set()
        left = set()
        for line in sorted(wanted - self._too_weak()):
            hands = _hands_of_lines(self.runout.ranking)[line]
            rows = self._built(hands.cards)
            ends |= find_ends(self.runout, self.lines, rows) if len(rows) else set()
            if line not in ends and (len(rows) or not hands.every):
                left.add(line)
        return ends | (self._enumerate_lines(left - ends) if left - ends else set())

    def _too_weak(self) -> set[int]:
        """Return the categories that every first hand beats: more cards never make a hand worse."""
        runout, size = self.runout, self.runout.ranking.size
        missing = max(size - len(runout.board), 0)
        if runout.from_hole or math.comb(len(runout.unseen), missing) > MAX_BEGINNINGS:
            return set()
        least = int(runout.strengths(runout.every(missing)).min())
        return set(range(len(runout.ranking.categories))) - set(
            runout.ranking.compiled.lines_from(max(least, self.lines.least))
        )

    def _built(self, hands: Rows) -> Rows:
        """Return run-outs with the cards that these hands need, each completed with some others."""
        runout = self.runout
        from_unseen = np.isin(hands, runout.unseen)
        own, board = np.isin(hands, runout.own), np.isin(hands, runout.board)
        fits = (from_unseen | own | board).all(axis=1) & (from_unseen.sum(axis=1) <= runout.to_board)
        fits &= own.sum(axis=1) == runout.from_hole
        rng = np.random.default_rng(0)
        rows = []
        for hand, needed in zip(hands[fits].tolist(), from_unseen[fits].tolist(), strict=True):
            cards = list(itertools.compress(hand, needed))
            others = [card for card in runout.unseen.tolist() if card not in cards]
            rows.append([*cards, *rng.permutation(others)[: runout.to_board - len(cards)].tolist()])
        return np.array(rows, np.uint8)

    def _enumerate_lines(self, wanted: set[int]) -> set[int]:
        """Return the categories in which run-outs end; stop once all wanted ones are found."""
        runout, size = self.runout, self.runout.ranking.size
        number = math.comb(len(runout.unseen), runout.to_board)
        cards = len(runout.board) + runout.to_board
        within = math.comb(cards, runout.from_board) * math.comb(len(runout.own), runout.from_hole)
        if number * within > MAX_LOOKUPS:
            raise BadCount(f"{number:,} ways to deal the cards to come are too many for hands of {size} cards", number)
        ends: set[int] = set()
        for rows in _blocks(runout):
            ends |= find_ends(runout, self.lines, rows)
            if ends >= wanted:
                break
        return ends


def _blocks(runout: RunOut) -> Iterator[Rows]:
    every = itertools.chain.from_iterable(itertools.combinations(runout.unseen.tolist(), runout.to_board))
    size = MAX_ROWS_AT_ONCE * runout.to_board
    while len(some := np.fromiter(itertools.islice(every, size), np.uint8)):
        yield some.reshape(-1, runout.to_board)


class _LineHands(NamedTuple):
    """Hands of a category; ``every`` is true if these are all."""

    cards: Rows
    every: bool


@functools.lru_cache(maxsize=8)
def _hands_of_lines(ranking: Ranking) -> tuple[_LineHands, ...]:
    if not ranking.declaration.by_card:
        return tuple(_LineHands(np.array([hand], np.uint8), False) for hand in best_examples(ranking))
    hands = hands_by_card(ranking.declaration)
    alone = bool((hands.copies == 1).all())
    line_hands = []
    for line in range(len(ranking.categories)):
        rows, every = hands.some_of_line(line, MAX_TRIED_HANDS_PER_CATEGORY)
        cards = hands.first[rows] if alone else [hands.example(tuple(row)) for row in rows.tolist()]
        line_hands.append(_LineHands(np.array(cards, np.uint8), alone and every))
    return tuple(line_hands)
