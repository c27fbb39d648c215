"""Evaluate hands by a ranking that the kernel has no tables for: one that looks at single cards, or at large hands."""

import bisect
import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.by_card import hands_by_card
from cardwright.ranking.classify import ascending, classify
from cardwright.ranking.compile import Strengths

if TYPE_CHECKING:
    from cardwright.ranking.by_card import Columns
    from cardwright.ranking.evaluator import Hand, Ranking

MAX_CARDS = 16
"""The most cards that a hand may be chosen from."""


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
        best = np.zeros(len(rows), self.ranking.compiled.dtype)
        if self.declaration.by_card:
            every = hands_by_card(self.declaration)
            types = np.sort(every.type_of[rows], axis=1)
            self._grow(best, every.columns(types), 0, 0, np.zeros(len(rows), np.int32))
            return best
        for chosen in itertools.combinations(range(rows.shape[1]), self.size):
            np.maximum(best, self._of_rows(rows[:, chosen]), out=best)
        return best

    def _grow(self, best: Strengths, adds: "Columns", number: int, first: int, place: NDArray[np.int32]) -> None:
        """Raise ``best`` to the strengths of all hands of ``number`` cards chosen before and others from ``first``."""
        if number == self.size:
            np.maximum(best, self._table[place], out=best)
            return
        for column in range(first, len(adds[number])):
            self._grow(best, adds, number + 1, column + 1, place + adds[number][column])

    def strengths_with_hole(self, holes: NDArray[np.uint8], boards: NDArray[np.uint8], from_hole: int) -> Strengths:
        """Return `strength_with_hole` of each row of holes with its row of boards, or with one board."""
        best = np.zeros(len(holes), self.ranking.compiled.dtype)
        for ours in itertools.combinations(range(holes.shape[1]), from_hole):
            for theirs in itertools.combinations(range(boards.shape[1]), self.size - from_hole):
                board = np.broadcast_to(boards[:, theirs], (len(holes), len(theirs)))
                np.maximum(best, self._of_rows(np.concatenate([holes[:, ours], board], axis=1)), out=best)
        return best

    def checked(self, cards: Sequence[Card]) -> Sequence[Card]:
        """Return some cards. Raises `BadCard` for one that is not in the deck or a duplicate."""
        distinct = self.declaration.dice or len(set(cards)) == len(cards)
        if not distinct or not all(0 <= card < self.ranking.deck.size for card in cards):
            self.ranking.refuse(cards)
        return cards

    def _strength(self, cards: tuple[Card, ...]) -> int:
        held = Counter(self.declaration.rank_of[card] for card in cards)
        counts = tuple(held[rank] for rank in range(len(self.ranking.deck.ranks)))
        plain = {card for card in cards if self.declaration.rank_of[card] >= 0}
        facets = [name for name in self.declaration.facets if self._share(name, plain)]
        value = classify(self.declaration, counts, held[-1], frozenset(facets))
        assert value is not None
        return bisect.bisect_left(self._keys, ascending(value))

    def _share(self, facet: str, cards: set[Card]) -> bool:
        return any(cards <= of for of in self.declaration.cards_of(facet))

    def _of_rows(self, rows: NDArray[np.uint8]) -> Strengths:
        """Return the strengths of rows of exactly one hand."""
        if not self.declaration.by_card:
            return np.array([self._strength(tuple(row)) for row in rows.tolist()], self.ranking.compiled.dtype)
        every = hands_by_card(self.declaration)
        found: Strengths = self._table[every.places(np.sort(every.type_of[rows], axis=1))]
        return found

    @functools.cached_property
    def _table(self) -> Strengths:
        compiled = self.ranking.compiled
        return hands_by_card(self.declaration).table(compiled.values, compiled.dtype)

    @functools.cached_property
    def _keys(self) -> list[tuple[int, tuple[int, ...]]]:
        return [ascending(value) for value in self.ranking.compiled.values]
