"""Evaluate hands where a ranking has no tables by ranks (`Compiled.by_table` is false): `evaluator` chooses it.

The ranking looks at single cards, or at hands of more than seven, or the tables for its many ranks would be too large.
Each hand among the cards is looked up by itself. Many rows are walked (`walks`).
"""

import functools
import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking import _kernels
from cardwright.ranking.arrays import _kernels as array_kernels
from cardwright.ranking.by_card import _kernels as card_kernels
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.compile import Strengths, has_large_tables
from cardwright.ranking.hand_checks import HandChecks
from cardwright.ranking.model import Hand
from cardwright.ranking.rows import in_blocks
from cardwright.ranking.walks.tables import DeferredTables

MAX_HANDS_AT_ONCE = 200_000

MIN_HANDS_OF_TABLES = 2_000_000
"""The number of hands, a quarter of a second of look-ups one by one, from which a table of single cards has tables."""


class OneByOne:
    """The strengths of hands, with the methods of the kernel's evaluator."""

    def __init__(self, ranking: HandChecks) -> None:
        self.ranking = ranking
        self.declaration = ranking.declaration
        self.size = ranking.size
        self._deferred = DeferredTables(ranking.compiled, MIN_HANDS_OF_TABLES)
        self._large: dict[int, bool] = {}  # for each number of cards, true if there are tables by ranks

    def strength(self, hand: Hand) -> int:
        """Return the strength of the best hand among some cards. Raises `BadCount` and `BadCard`."""
        cards = self.checked(self.ranking.cards(hand))
        return int(self.strengths(np.array([cards], np.uint8))[0])

    def strength_with_hole(self, hole: Hand, board: Hand, from_hole: int = 2) -> int:
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
        if tables := self._by_ranks(rows.shape[1]):
            return self._read(tables, rows)
        if not self.declaration.by_card:
            return self._best_of(rows, list(itertools.combinations(range(rows.shape[1]), self.size)))
        return self._best_by_place(rows)

    def tables(self, cards: int, number: int) -> _kernels.Tables | None:
        """Return the kernel's tables for ``number`` rows of this many cards; None where it has none for such hands.

        A table that looks at single cards has them once `MIN_HANDS_OF_TABLES` hands are looked up.
        """
        if tables := self._by_ranks(cards):
            return tables
        if not self.declaration.by_card or not self.size <= cards <= _kernels.MAX_CARDS:
            return None
        return self._deferred.tables(cards, number * math.comb(cards, self.size))

    def _by_ranks(self, cards: int) -> _kernels.Tables | None:
        """Return the kernel's tables by ranks for hands larger than the evaluator's, None if there are none."""
        if cards not in self._large:
            self._large[cards] = bool(self.ranking.compiled.parts) and has_large_tables(self.declaration, cards)
        return self.ranking.prepare(cards) if self._large[cards] else None

    def _best_of(self, rows: NDArray[np.uint8], choices: Sequence[tuple[int, ...]]) -> Strengths:
        """Return the best strength among these choices from each row."""
        parts = [some[:, choices] for some in in_blocks(rows, max(MAX_HANDS_AT_ONCE // len(choices), 1))]
        strengths = [self._of_rows(part.reshape(-1, self.size)).reshape(part.shape[:2]).max(axis=1) for part in parts]
        return np.concatenate(strengths)

    def _best_by_place(self, rows: NDArray[np.uint8]) -> Strengths:
        """Return the strength of the best hand in each row, by the types of its cards."""
        every, table = hands_by_card(self.declaration), self._table
        best = np.zeros(len(rows), table.dtype)
        if len(rows):
            choices = _choices(rows.shape[1], self.size)
            numbers = np.array([*rows.shape, *every.adds.shape, len(choices)], np.int32)
            flat = rows.reshape(-1), self._type_of, every.adds.reshape(-1), choices.reshape(-1)
            card_kernels.best_by_place(table, best, *flat, numbers, table.dtype == np.uint32)
        return best

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
        if tables := self.tables(self.size, len(rows)):
            return self._read(tables, rows)
        return self._best_by_place(rows) if self.declaration.by_card else self.ranking.compiled.strengths_by_rank(rows)

    def _read(self, tables: _kernels.Tables, rows: NDArray[np.uint8]) -> Strengths:
        strengths = np.empty(len(rows), self.ranking.compiled.dtype)
        if len(rows):
            array_kernels.rows(tables, rows.reshape(-1), strengths, 0, len(rows), np.zeros(1, np.uint8), False, True)
        return strengths

    @functools.cached_property
    def _type_of(self) -> NDArray[np.uint8]:
        """The type of each of 256 cards, 0 for those that are not in the deck."""
        types = np.zeros(256, np.uint8)
        types[: self.ranking.deck.size] = hands_by_card(self.declaration).type_of
        return types

    @functools.cached_property
    def _table(self) -> Strengths:
        compiled = self.ranking.compiled
        every = hands_by_card(self.declaration)
        rows, _, strengths = every.row_strengths(compiled.values, compiled.dtype)
        return every.table_of(rows, strengths)


@functools.lru_cache(maxsize=64)
def _choices(cards: int, size: int) -> NDArray[np.uint8]:
    """Return the columns of each hand of this size among some cards (hand, place)."""
    return np.array(list(itertools.combinations(range(cards), size)), np.uint8)
