"""Grow run-outs card by card, and prune those whose first cards are not an allowed combination."""

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Places: TypeAlias = NDArray[np.intp]
"""Rows of cards, as places among those unseen."""
Mask: TypeAlias = NDArray[np.bool_]
"""The cards that may come to each row."""

BLOCK_ROWS = 1 << 10  # grown together
MAX_BEGINNINGS_TABLE_BYTES = 1 << 23


class Pruning:
    """Prunes run-outs: any ``few`` cards of one must be an allowed beginning.

    The cards of a beginning are in order.
    """

    def __init__(self, cards: int, beginnings: Places) -> None:
        self.cards = cards
        self.few = beginnings.shape[1]
        self.table: Mask | None = None
        if self.few and cards**self.few <= MAX_BEGINNINGS_TABLE_BYTES:
            self.table = np.zeros((cards,) * self.few, np.bool_)
            for last in range(self.few):
                columns = [*(each for each in range(self.few) if each != last), last]
                self.table[tuple(beginnings[:, columns].T)] = True

    def others(self, rows: Places) -> Mask:
        """Return the cards that are not in each row."""
        may = np.ones((len(rows), self.cards), np.bool_)
        np.put_along_axis(may, rows, False, 1)
        return may

    def extended(self, rows: Places, may: Mask, ordered: bool) -> Iterator[tuple[Places, Mask]]:
        """Yield rows with one more card, and the cards that may come to them; each set of cards once.

        If ``ordered`` the new card is later than all in its row, else earlier than those to come.
        """
        every = np.arange(self.cards)
        for first in range(0, len(rows), BLOCK_ROWS):
            some = rows[first : first + BLOCK_ROWS]
            come = self._allowed_next(some, may[first : first + BLOCK_ROWS])
            at, new = (come & (every > some[:, -1:]) if ordered and some.shape[1] else come).nonzero()
            if len(at):
                still = come[at] & (every != new[:, None] if ordered else every > new[:, None])
                yield np.column_stack([some[at], new]), still

    def _allowed_next(self, rows: Places, may: Mask) -> Mask:
        """Return the cards that form allowed beginnings with every choice of cards in a row that includes its last."""
        if self.table is None:
            return may
        last = rows.shape[1] - 1
        columns = itertools.combinations(range(last + 1), self.few - 1)
        for some in (each for each in columns if last < self.few or last in each):
            may = may & self.table[tuple(np.sort(rows[:, some], axis=1).T)]
        return may
