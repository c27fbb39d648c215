"""Ways to fill both layouts so that they meet every demand, for a game whose order is not known.

The more ways are left, the better the chance to win. With many open cells a walk among full layouts samples the ways
(`_kernels.walk`); the last cells are filled in all ways (`_kernels.list_ends`). From all ways the chance to win follows
exactly (`_kernels.end_values`), or by games in which each card goes where most of the ways have it, which win
nearly as often as best play (`_kernels.end_wins`).
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.patience import _kernels
from cardwright.games.patience.scoring import CELLS, EMPTY
from cardwright.games.patience.state import PLACED_AT_END, Layout

WALK_HEAT_FACTOR = 0.25  # temperature of a walk, in demands of the least weight
COOLING_HEATS = (0.45, 0.4, 0.36, 0.33, 0.3, 0.28)  # before a walk from random cards
COOLING_SHARE = 0.06  # of the steps of a walk, at each of these
SETTLING_SHARE = 0.1  # before a walk goes on with another card
MAX_LISTED_CELLS = 14
LIST_STEPS_COUNT = 6_000_000
MAX_HALVES_COUNT = 1 << 18  # ways to fill both layouts, each by itself
MAX_ENDS_COUNT = 1 << 17
MAX_EXACT_CELLS = 12
EXACT_STEPS_COUNT = 600_000
MAX_EXACT_ENDS_COUNT = 1 << 16
STACK_FACTOR = 15
MEMO_COUNT = 1 << 17

Cards: TypeAlias = NDArray[np.int32]


class Walk(msgspec.Struct, frozen=True):
    """A walk: the cards of all fifty cells and the two left over at its end, and its steps with every demand met.

    ``counts`` are those steps by the cell of the turned card (0 to 49), ``steps`` all of them.
    """

    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    steps: int

    @property
    def found(self) -> int:
        """The number of steps in which every demand was met."""
        return sum(self.counts)


class Ends:
    """All ways to fill the last cells, or a random part of them; ``total`` counts them all."""

    def __init__(self, cells: Cards, ways: NDArray[np.uint64], total: int, corners: bool) -> None:
        self.cells, self.total, self._ways, self._corners = cells, total, ways, corners
        self._stack = np.zeros(STACK_FACTOR * max(1, len(ways)), np.int32)

    @property
    def complete(self) -> bool:
        """True if these are all ways."""
        return len(self._ways) == self.total

    def exact(self) -> dict[int, float] | None:
        """Return the exact chance to win with the turned card in each cell, without shifts; None if it is too long."""
        if not self.total:
            return dict.fromkeys(self.cells.tolist(), 0.0)
        if not self.complete or len(self.cells) > MAX_EXACT_CELLS or self.total > MAX_EXACT_ENDS_COUNT:
            return None
        values = np.zeros(len(self.cells))
        keys, memo = np.zeros(MEMO_COUNT, np.uint64), np.zeros(MEMO_COUNT)
        if not _kernels.end_values(
            self._ways, self.cells, self._corners, EXACT_STEPS_COUNT, self._stack, keys, memo, values
        ):
            return None
        return dict(zip(self.cells.tolist(), values.tolist()))

    def wins(self, place: int, seed: int, games: int) -> int:
        """Return how many games are won with the turned card in a place of ``cells``; equal seeds mean equal orders."""
        return _kernels.end_wins(self._ways, self.cells, self._corners, place, seed, games, self._stack)

    def counts(self) -> dict[int, int]:
        """Return how many of the ways have the turned card in each cell."""
        found = np.bincount((self._ways & np.uint64(15)).astype(np.intp), minlength=len(self.cells) + 1)
        return dict(zip(self.cells.tolist(), found[1:].tolist()))


class Position:
    """Both layouts, the turned card and the cards not yet turned."""

    def __init__(
        self, layouts: tuple[Layout, Layout], turned: Card, unseen: Sequence[Card], open_cells: int, corners: bool
    ) -> None:
        self.cells = (*layouts[0], *layouts[1])
        self.turned, self.unseen, self.open_cells, self.corners = turned, tuple(unseen), open_cells, corners
        self.empty = [cell for cell, card in enumerate(self.cells) if card == EMPTY]
        self.free = np.array([*self.empty, PLACED_AT_END, PLACED_AT_END + 1], np.int32)

    def walk(self, rng: Random, steps: int, start: Walk | None = None) -> Walk:
        """Walk among full layouts from the end of another walk, or from random cards."""
        cards, counts = self._start(rng, start), np.zeros(2 * CELLS, np.int64)
        before = (
            [(heat, COOLING_SHARE) for heat in COOLING_HEATS] if start is None else [(WALK_HEAT_FACTOR, SETTLING_SHARE)]
        )
        for heat, share in before:
            self._go(cards, rng, int(steps * share), heat, np.zeros_like(counts))
        rest = steps - sum(int(steps * share) for _, share in before)
        self._go(cards, rng, rest, WALK_HEAT_FACTOR, counts)
        return Walk(tuple(cards.tolist()), tuple(counts.tolist()), rest)

    def _go(self, cards: Cards, rng: Random, steps: int, heat: float, counts: NDArray[np.int64]) -> None:
        _kernels.walk(cards, self.free, self.turned, self.open_cells, rng.getrandbits(64), steps, heat, counts)

    def _start(self, rng: Random, start: Walk | None) -> Cards:
        """Return cards in all places, from ``start`` or at random, with the turned card in a cell where it may go."""
        if start is not None:
            cards = list(start.cards)
            for cell, card in enumerate(self.cells):
                if card != EMPTY and cards[cell] != card:
                    at = cards.index(card)
                    cards[at], cards[cell] = cards[cell], card
        else:
            rest = rng.sample((*self.unseen, self.turned), len(self.unseen) + 1)
            cards = [rest.pop() if card == EMPTY else card for card in self.cells] + rest
        at = cards.index(self.turned)
        if at >= 2 * CELLS or not self.open_cells >> at & 1:
            cell = rng.choice([cell for cell in range(2 * CELLS) if self.open_cells >> cell & 1])
            cards[at], cards[cell] = cards[cell], cards[at]
        return np.array(cards, np.int32)

    def ends(self, rng: Random) -> Ends | None:
        """Return the ways to fill the last cells; None where there are too many cells, or it takes too long."""
        if len(self.empty) > MAX_LISTED_CELLS:
            return None
        cells = np.array(self.empty, np.int32)
        ways = np.zeros(MAX_ENDS_COUNT, np.uint64)
        total = _kernels.list_ends(
            np.array([*self.cells, EMPTY, EMPTY], np.int32),
            cells,
            np.array([self.turned, *self.unseen], np.int32),
            LIST_STEPS_COUNT,
            rng.getrandbits(64),
            np.zeros(MAX_HALVES_COUNT, np.uint64),
            np.zeros(MAX_HALVES_COUNT, np.int32),
            ways,
        )
        return None if total < 0 else Ends(cells, ways[:total].copy(), total, self.corners)
