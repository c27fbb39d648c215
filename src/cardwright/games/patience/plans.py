"""Plans for a game whose order is not known: full layouts that meet every demand, and how often they succeed.

All but two cards come, so a plan fails by the cards that are left over. Plans are annealed for an estimate of the
chance that every card finds a place, whatever is left over (`_kernels.improve`), and then played out in random orders,
where a card that the plan has no cell for takes another's (`_kernels.playouts`).
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.patience import _kernels
from cardwright.games.patience.scoring import CELLS, DECK, EMPTY
from cardwright.games.patience.state import PLACED_AT_END, Layout

FIND_STEPS_COUNT = 150_000
IMPROVE_STEPS_COUNT = 2_400  # for each order of the answer, divided by the number of open cells
REPAIR_STEPS_COUNT = 30_000  # from a plan that is nearly right
FIND_HEATS = (0.3, 0.1)  # temperatures at the start and the end, in demands of the least weight
REPAIR_HEATS = (0.15, 0.1)
IMPROVE_HEATS = (0.5, 0.02)  # as a share of the worth
MAX_EXACT_CELLS = 11
EXACT_STEPS_COUNT = 1_500_000
MAX_ENDS_COUNT = 1 << 16  # ways to fill the last cells
STACK_FACTOR = 15
MEMO_COUNT = 1 << 17
ANY_TIME = np.full(DECK.size, -1, np.int32)

Cards: TypeAlias = NDArray[np.int32]


class Plan(msgspec.Struct, frozen=True):
    """The cards of all fifty cells and the two left over; ``cell`` (0 to 49) is that of the turned card."""

    cards: tuple[Card, ...]
    cell: int
    worth: float


class Position:
    """Both layouts, the turned card and the cards not yet turned."""

    def __init__(
        self, layouts: tuple[Layout, Layout], turned: Card, unseen: Sequence[Card], open_cells: int, corners: bool
    ) -> None:
        self.cells = (*layouts[0], *layouts[1])
        self.turned, self.unseen, self.open_cells, self.corners = turned, tuple(unseen), open_cells, corners
        self.empty = [cell for cell, card in enumerate(self.cells) if card == EMPTY]
        self.free = np.array([*self.empty, PLACED_AT_END, PLACED_AT_END + 1], np.int32)

    def plan(self, rng: Random, allowed: int, steps: int, start: Plan | None = None) -> Plan | None:
        """Return a plan with the turned card in a cell of ``allowed``, annealed from ``start`` or at random."""
        cards = self._start(rng, allowed, start)
        work = (FIND_STEPS_COUNT, *FIND_HEATS) if start is None else (REPAIR_STEPS_COUNT, *REPAIR_HEATS)
        seed = rng.getrandbits(64)
        if _kernels.solve(cards, self.free, ANY_TIME, self.corners, self.turned, allowed, seed, *work):
            return None
        worth = _kernels.improve(cards, self.free, self.turned, allowed, rng.getrandbits(64), steps, *IMPROVE_HEATS)
        return Plan(tuple(cards.tolist()), int(np.flatnonzero(cards == self.turned)[0]), worth)

    def _start(self, rng: Random, allowed: int, start: Plan | None) -> Cards:
        """Return cards in all places, from ``start`` or at random, with the turned card in a cell of ``allowed``."""
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
        cell = rng.choice([cell for cell in range(2 * CELLS) if allowed >> cell & 1])
        cards[at], cards[cell] = cards[cell], cards[at]
        return np.array(cards, np.int32)

    def exact(self) -> dict[int, float] | None:
        """Return the exact chance to win with the turned card in each cell, without shifts; None if it is too long."""
        number = len(self.empty)
        if number > MAX_EXACT_CELLS:
            return None
        here = [sum(other // CELLS == cell // CELLS for other in self.empty) for cell in self.empty]
        cells = [cell for _, cell in sorted(zip(here, self.empty))]  # the layout that is full first comes first
        values = np.zeros(number)
        if not _kernels.last_cells(
            np.array([*self.cells, EMPTY, EMPTY], np.int32),
            np.array(cells, np.int32),
            np.array([self.turned, *self.unseen], np.int32),
            self.corners,
            EXACT_STEPS_COUNT,
            np.zeros(MAX_ENDS_COUNT, np.uint64),
            np.zeros(STACK_FACTOR * MAX_ENDS_COUNT, np.int32),
            np.zeros(MEMO_COUNT, np.uint64),
            np.zeros(MEMO_COUNT),
            values,
        ):
            return None
        return dict(zip(cells, values.tolist()))

    def wins(self, plan: Plan, seed: int, first: int, orders: int) -> int:
        """Return how many of these random orders a plan wins; equal numbers mean equal orders for all plans."""
        return _kernels.playouts(np.array(plan.cards, np.int32), self.free, self.turned, seed, first, orders)
