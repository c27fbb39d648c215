"""Evaluate hands by a ranking that the kernel has no tables for.

It looks at single cards, or at hands of more than seven, or there are so many ranks that tables would be too large.
"""

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.by_card import hands_by_card
from cardwright.ranking.compile import Strengths

if TYPE_CHECKING:
    from cardwright.ranking.by_card import Columns
    from cardwright.ranking.evaluator import Hand, Ranking

MAX_CARDS = 16
"""The most cards that a hand may be chosen from."""

MAX_HANDS_AT_ONCE = 200_000


class OneByOne:
    """The strengths of hands, with the methods of the kernel's evaluator."""

    def __init__(self, ranking: "Ranking") -> None:
        self.ranking = ranking
        self.declaration = ranking.declaration
        self.size = ranking.size

    def strength(self, hand: "Hand") -> int:
        """Return the strength of the best hand among some cards. Raises `BadCount` and `BadCard`."""
        cards = self.checked(self.ranking.cards(hand))
        return int(self.strengths(np.array([cards], np.uint8))[0])

    def strength_with_hole(self, hole: "Hand", board: "Hand", from_hole: int = 2) -> int:
        """Return the strength of the best hand of exactly ``from_hole`` hole cards and the rest from the board."""
        hole, board = self.ranking.cards(hole), self.ranking.cards(board)
        if not (0 <= from_hole <= len(hole) and 0 <= self.size - from_hole <= len(board)):
            self.ranking.refuse_hole(hole, board, from_hole)
        self.checked((*hole, *board))
        holes, boards = np.array([hole], np.uint8), np.array([board], np.uint8)
        return int(self.strengths_with_hole(holes, boards, from_hole)[0])

    def strengths(self, rows: NDArray[np.uint8]) -> Strengths:
        """Return the strength of the best hand in each row."""
        self.ranking.check_number(rows.shape[1])
        if not self.declaration.by_card:
            return self._best_of(rows, list(itertools.combinations(range(rows.shape[1]), self.size)))
        best = np.zeros(len(rows), self.ranking.compiled.dtype)
        every = hands_by_card(self.declaration)
        types = np.sort(every.type_of[rows], axis=1)
        self._grow(best, every.columns(types), 0, 0, np.zeros(len(rows), np.int32))
        return best

    def _best_of(self, rows: NDArray[np.uint8], choices: Sequence[tuple[int, ...]]) -> Strengths:
        """Return the strength of the best of these choices from each row."""
        step = max(MAX_HANDS_AT_ONCE // len(choices), 1)
        parts = [rows[start : start + step][:, choices] for start in range(0, max(len(rows), 1), step)]
        found = [self._of_rows(part.reshape(-1, self.size)).reshape(part.shape[:2]).max(axis=1) for part in parts]
        return np.concatenate(found)

    def _grow(self, best: Strengths, adds: "Columns", number: int, first: int, place: NDArray[np.int32]) -> None:
        """Raise ``best`` to the strengths of all hands of ``number`` cards chosen before and others from ``first``."""
        if number == self.size:
            np.maximum(best, self._table[place], out=best)
            return
        for column in range(first, len(adds[number])):
            self._grow(best, adds, number + 1, column + 1, place + adds[number][column])

    def strengths_with_hole(self, holes: NDArray[np.uint8], boards: NDArray[np.uint8], from_hole: int) -> Strengths:
        """Return `strength_with_hole` of each row of holes with its row of boards, or with one board."""
        in_hole, on_board = holes.shape[1], boards.shape[1]
        rows = np.concatenate([holes, np.broadcast_to(boards, (len(holes), on_board))], axis=1)
        ours = itertools.combinations(range(in_hole), from_hole)
        theirs = itertools.combinations(range(in_hole, in_hole + on_board), self.size - from_hole)
        return self._best_of(rows, [own + board for own, board in itertools.product(ours, theirs)])

    def checked(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return some cards. Raises `BadCard` for one that is not in the deck or a duplicate."""
        distinct = self.declaration.dice or len(set(cards)) == len(cards)
        if not distinct or not all(0 <= card < self.ranking.deck.size for card in cards):
            self.ranking.refuse(cards)
        return cards

    def _of_rows(self, rows: NDArray[np.uint8]) -> Strengths:
        """Return the strengths of rows of exactly one hand."""
        if not self.declaration.by_card:
            return self.ranking.compiled.strengths_by_rank(rows)
        every = hands_by_card(self.declaration)
        found: Strengths = self._table[every.places(np.sort(every.type_of[rows], axis=1))]
        return found

    @functools.cached_property
    def _table(self) -> Strengths:
        compiled = self.ranking.compiled
        return hands_by_card(self.declaration).table(compiled.values, compiled.dtype)
