"""Ways to fill both layouts so that they meet every demand, for a game whose order is not known.

The more ways are left, the better the chance to win. With many open cells walks among full layouts sample the ways
(`_kernels.walk`): one at each of a few temperatures, which change places at random, by the odds of parallel tempering.
The coldest then meet every demand in most of their steps, and the hottest, which leave any region, keep them from
staying in a poor one. The last cells are filled in all ways (`_kernels.list_ends`). From all ways the chance to win
follows exactly (`_kernels.end_values`), or by games in which each card goes where most of the ways have it, which win
nearly as often as best play (`_kernels.end_wins`).
"""

from collections.abc import Sequence
from math import comb, exp
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.patience import _kernels
from cardwright.games.patience.scoring import CELLS, DECK, EMPTY
from cardwright.games.patience.state import PLACED_AT_END, Layout

HEATS = (0.2, 0.24, 0.29, 0.35)  # temperatures of the walks, in demands of the least weight
ROUND_STEPS_COUNT = 1000  # of each walk, before walks change places
STARTING_SHARE = 0.3  # of all steps, before those of walks from random cards are counted
SETTLING_SHARE = 0.1  # before those of walks that go on with another card are counted
MAX_LOSS = 63
# With two given cards left over, the chance to win grows with this power of the ways. Any two are equally likely to be
# left over, so a cell is worth the sum of these: ways that leave over many different cards are worth more than as many
# ways that leave over the same two.
WAYS_EXPONENT_FACTOR = 0.3
MAX_LISTED_CELLS = 14
LIST_STEPS_COUNT = 3_000_000
MAX_HALVES_COUNT = 1 << 18  # ways to fill both layouts, each by itself
MAX_ENDS_COUNT = 1 << 17
MAX_EXACT_CELLS = 12
EXACT_STEPS_COUNT = 600_000
MAX_EXACT_ENDS_COUNT = 1 << 12
STACK_FACTOR = 15
MEMO_COUNT = 1 << 17

Cards: TypeAlias = NDArray[np.int32]

# the chance of a walk to accept a loss, of 2 to the 32nd power; 0 for the last
CHANCES = [
    np.array([*(int((2**32 - 1) * exp(-loss / heat)) for loss in range(MAX_LOSS)), 0], np.uint64) for heat in HEATS
]


class Walk(msgspec.Struct, frozen=True):
    """The walks at all temperatures, coldest first: the cards of fifty cells and the two left over at the end of each.

    ``counts`` are the steps with every demand met by the cell of the turned card (0 to 49), and ``worths`` the chances
    to win with the card in each cell, in proportion to one another. ``spread`` is 1 where any two cards are left over
    equally often, and near 0 where hardly any two are.
    """

    plans: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    worths: tuple[float, ...]
    spread: float

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
        plans = [self._start(rng, start.plans[at] if start else None) for at in range(len(HEATS))]
        rounds = max(2, steps // (ROUND_STEPS_COUNT * len(HEATS)))
        before = int(rounds * (SETTLING_SHARE if start else STARTING_SHARE))
        tally = np.zeros((DECK.size, DECK.size, 2 * CELLS), np.int32)
        for number in range(rounds):
            if number == before:
                tally[:] = 0
            costs = [self._round(plan, rng, chances, tally) for plan, chances in zip(plans, CHANCES)]
            for at in range(number % 2, len(HEATS) - 1, 2):
                gain = (costs[at] - costs[at + 1]) * (1 / HEATS[at] - 1 / HEATS[at + 1])
                if gain >= 0 or rng.random() < exp(gain):
                    plans[at], plans[at + 1] = plans[at + 1], plans[at]
        pairs = tally[tally.any(axis=2)]
        counts, possible = pairs.sum(axis=0), comb(len(self.unseen), 2)
        shares = pairs.sum(axis=1) / max(1, counts.sum())
        return Walk(
            tuple(tuple(plan.tolist()) for plan in plans),
            tuple(counts.tolist()),
            tuple((pairs**WAYS_EXPONENT_FACTOR).sum(axis=0).tolist()),
            float(((possible * shares) ** WAYS_EXPONENT_FACTOR).sum()) / possible,
        )

    def _round(self, plan: Cards, rng: Random, chances: NDArray[np.uint64], tally: Cards) -> int:
        seed = rng.getrandbits(64)
        return _kernels.walk(plan, self.free, self.turned, self.open_cells, seed, ROUND_STEPS_COUNT, chances, tally)

    def _start(self, rng: Random, plan: tuple[Card, ...] | None) -> Cards:
        """Return cards in all places, from ``plan`` or at random, with the turned card in a cell where it may go."""
        if plan is not None:
            cards = list(plan)
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
