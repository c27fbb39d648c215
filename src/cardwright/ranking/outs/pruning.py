"""Runs of cards grown card by card, where of some cards it is known which few may lie together."""

import itertools
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Places: TypeAlias = NDArray[np.intp]
"""Rows of cards, as places among those unseen."""
Chosen: TypeAlias = NDArray[np.bool_]

BLOCK = 1 << 10  # rows grown together
TABLE = 1 << 23  # the most bytes of a table of beginnings


class Fits:
    """Which cards may come beside which, if whatever few of them would make a beginning must be one of some.

    The cards of a beginning are in order.
    """

    def __init__(self, cards: int, beginnings: Places) -> None:
        self.cards = cards
        self.few = beginnings.shape[1]
        self.table: Chosen | None = None
        if self.few and cards**self.few <= TABLE:
            self.table = np.zeros((cards,) * self.few, np.bool_)
            for last in range(self.few):
                columns = [*(each for each in range(self.few) if each != last), last]
                self.table[tuple(beginnings[:, columns].T)] = True

    def beside(self, rows: Places) -> Chosen:
        """The cards that are not in each row."""
        may = np.ones((len(rows), self.cards), np.bool_)
        np.put_along_axis(may, rows, False, 1)
        return may

    def longer(self, rows: Places, may: Chosen, ordered: bool) -> Iterator[tuple[Places, Chosen]]:
        """Rows of one card more, and what may come to them by what came before; each is met once.

        The new card is later than all in its row, or than those to come.
        """
        every = np.arange(self.cards)
        for first in range(0, len(rows), BLOCK):
            some = rows[first : first + BLOCK]
            come = self._kept(some, may[first : first + BLOCK])
            at, new = (come & (every > some[:, -1:]) if ordered and some.shape[1] else come).nonzero()
            if len(at):
                still = come[at] & (every != new[:, None] if ordered else every > new[:, None])
                yield np.column_stack([some[at], new]), still

    def _kept(self, rows: Places, may: Chosen) -> Chosen:
        """Those cards that make beginnings with all of a row, where its last card leaves that open."""
        if self.table is None:
            return may
        last = rows.shape[1] - 1
        columns = itertools.combinations(range(last + 1), self.few - 1)
        for some in (each for each in columns if last < self.few or last in each):
            may = may & self.table[tuple(np.sort(rows[:, some], axis=1).T)]
        return may
