"""Completions: ways to fill both layouts so that they meet every demand, for a game whose order is not known.

The more completions are left, the better the chance to win. With many open cells they are sampled by parallel
tempering (replica exchange: Geyer 1991), a Markov chain Monte Carlo method. At each of a few temperatures a Metropolis
walk (`_kernels.FullLayouts.walk`) exchanges cards of full layouts, and walks at neighbouring temperatures exchange
their layouts. The coldest walk meets every demand in most of its steps; the hottest keeps it from staying among few
completions.

The last cells are filled in all ways (`_kernels.list_completions`). From all completions the chance to win is computed
exactly (`LastCells.exact_values`), or by playouts in which each card goes where most completions have it, which win
nearly as often as best play (`LastCells.play_out`).
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

TEMPERATURES = (0.2, 0.24, 0.29, 0.35)  # of the walks, coldest first; a temperature of 1 is the cost of one idle card
ROUND_STEPS_COUNT = 1000  # steps of each walk between two exchanges of layouts
# the shares of the steps that are not counted (burn-in), for walks from random cards and for walks that are continued
STARTING_SHARE, SETTLING_SHARE = 0.3, 0.1
MAX_LOSS = 63
# With two given cards left over, the chance to win grows with this power of the number of completions. Any two are
# equally likely to be left over, so the value of a cell is the sum of these powers: completions that leave over many
# different pairs of cards are worth more than the same number that leave over one pair.
PAIR_EXPONENT_FACTOR = 0.3
MAX_LISTED_CELLS = 14
LIST_STEPS_COUNT = 3_000_000
MAX_LAYOUT_COMPLETIONS = 1 << 18  # ways to fill one layout alone, of both layouts together
MAX_COMPLETIONS = 1 << 17
MAX_EXACT_CELLS = 12
EXACT_STEPS_COUNT = 600_000
MAX_EXACT_COMPLETIONS = 1 << 12
MEMO_COUNT = 1 << 17  # slots of the memo table

Cards: TypeAlias = NDArray[np.int32]

# The Metropolis rule: for each temperature the chance to accept each loss, as a multiple of 2**-32. The last is 0.
ACCEPTANCE_CHANCES = [
    np.array([*(int((2**32 - 1) * exp(-loss / temperature)) for loss in range(MAX_LOSS)), 0], np.uint64)
    for temperature in TEMPERATURES
]


class Walk(msgspec.Struct, frozen=True):
    """The result of the walks at all temperatures, coldest first.

    ``plans`` are the last layouts of each: the cards of fifty cells, then the two left over. ``counts[cell]`` is the
    number of steps with every demand met and the turned card in this cell (0 to 49). ``cell_values`` are proportional
    to the chance to win with the card in each cell. ``spread`` is 1 where any two cards are left over equally often,
    and near 0 where hardly any two are.
    """

    plans: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    cell_values: tuple[float, ...]
    spread: float

    @property
    def found(self) -> int:
        """The number of steps in which every demand was met."""
        return sum(self.counts)


class Completions:
    """All completions of the last cells, or a random sample of them; ``total`` counts them all.

    A completion holds four bits for each card, the turned card lowest: the index of its cell in ``cells`` plus 1, or 0
    for a card that is left over.
    """

    def __init__(self, cells: Cards, completions: NDArray[np.uint64], total: int, corners: bool) -> None:
        self.cells, self.total, self._completions = cells, total, completions
        self._last_cells = _kernels.LastCells(completions, cells, corners)

    @property
    def is_exhaustive(self) -> bool:
        """True if these are all completions, not a sample."""
        return len(self._completions) == self.total

    def exact_values(self) -> dict[int, float] | None:
        """Return the chance to win by best play, without shifts, for each cell; None if that takes too long."""
        if not self.total:
            return dict.fromkeys(self.cells.tolist(), 0.0)
        if not self.is_exhaustive or len(self.cells) > MAX_EXACT_CELLS or self.total > MAX_EXACT_COMPLETIONS:
            return None
        values = np.zeros(len(self.cells))
        if not self._last_cells.exact_values(EXACT_STEPS_COUNT, MEMO_COUNT, values):
            return None
        return dict(zip(self.cells.tolist(), values.tolist()))

    def games_won(self, place: int, seed: int, games: int) -> int:
        """Return how many playouts are won with the turned card in ``cells[place]``; the seed determines the orders."""
        return self._last_cells.play_out(place, seed, games)

    def counts(self) -> dict[int, int]:
        """Return how many of the completions have the turned card in each cell."""
        counts = np.bincount((self._completions & np.uint64(15)).astype(np.intp), minlength=len(self.cells) + 1)
        return dict(zip(self.cells.tolist(), counts[1:].tolist()))


def _exchange_replicas(layouts: list[_kernels.FullLayouts], costs: Sequence[int], first: int, rng: Random) -> None:
    """Exchange the layouts of neighbouring temperatures, each pair with the chance of parallel tempering."""
    for level in range(first, len(TEMPERATURES) - 1, 2):
        gain = (costs[level] - costs[level + 1]) * (1 / TEMPERATURES[level] - 1 / TEMPERATURES[level + 1])
        if gain >= 0 or rng.random() < exp(gain):
            layouts[level], layouts[level + 1] = layouts[level + 1], layouts[level]


class Position:
    """Both layouts, the turned card and the cards not yet turned."""

    def __init__(
        self, layouts: tuple[Layout, Layout], turned: Card, unseen: Sequence[Card], open_cells: int, corners: bool
    ) -> None:
        self.cells = (*layouts[0], *layouts[1])
        self.turned, self.unseen, self.open_cells, self.corners = turned, tuple(unseen), open_cells, corners
        self.empty = [cell for cell, card in enumerate(self.cells) if card == EMPTY]
        self.exchangeable = np.array([*self.empty, PLACED_AT_END, PLACED_AT_END + 1], np.int32)

    def walk(self, rng: Random, steps: int, start: Walk | None = None) -> Walk:
        """Sample completions by parallel tempering, from the last layouts of another walk or from random cards."""
        layouts = [self._start(rng, start.plans[level] if start else None) for level in range(len(TEMPERATURES))]
        rounds = max(2, steps // (ROUND_STEPS_COUNT * len(TEMPERATURES)))
        first_counted = int(rounds * (SETTLING_SHARE if start else STARTING_SHARE))
        tally = np.zeros((DECK.size, DECK.size, 2 * CELLS), np.int32)
        for round_number in range(rounds):
            if round_number == first_counted:
                tally[:] = 0
            costs = [self._round(each, rng, chances, tally) for each, chances in zip(layouts, ACCEPTANCE_CHANCES)]
            _exchange_replicas(layouts, costs, round_number % 2, rng)
        counts_by_pair = tally[tally.any(axis=2)]
        counts, pair_count = counts_by_pair.sum(axis=0), comb(len(self.unseen), 2)
        pair_shares = counts_by_pair.sum(axis=1) / max(1, counts.sum())
        return Walk(
            tuple(tuple(each.plan()) for each in layouts),
            tuple(counts.tolist()),
            tuple((counts_by_pair**PAIR_EXPONENT_FACTOR).sum(axis=0).tolist()),
            float(((pair_count * pair_shares) ** PAIR_EXPONENT_FACTOR).sum()) / pair_count,
        )

    def _round(self, layouts: _kernels.FullLayouts, rng: Random, chances: NDArray[np.uint64], tally: Cards) -> int:
        seed = rng.getrandbits(64)
        return layouts.walk(self.exchangeable, self.turned, self.open_cells, seed, ROUND_STEPS_COUNT, chances, tally)

    def _start(self, rng: Random, plan: tuple[Card, ...] | None) -> _kernels.FullLayouts:
        """Return cards in all places, from ``plan`` or at random, with the turned card in a cell where it may go."""
        if plan is not None:
            cards = list(plan)
            for cell, card in enumerate(self.cells):
                if card != EMPTY and cards[cell] != card:
                    place = cards.index(card)
                    cards[place], cards[cell] = cards[cell], card
        else:
            cards_left = rng.sample((*self.unseen, self.turned), len(self.unseen) + 1)
            cards = [cards_left.pop() if card == EMPTY else card for card in self.cells] + cards_left
        place = cards.index(self.turned)
        if place >= 2 * CELLS or not self.open_cells >> place & 1:
            cell = rng.choice([cell for cell in range(2 * CELLS) if self.open_cells >> cell & 1])
            cards[place], cards[cell] = cards[cell], cards[place]
        return _kernels.FullLayouts(np.array(cards, np.int32))

    def completions(self, rng: Random) -> Completions | None:
        """Return the completions of the last cells; None with too many cells, or where that takes too long."""
        if len(self.empty) > MAX_LISTED_CELLS:
            return None
        cells = np.array(self.empty, np.int32)
        completions = np.zeros(MAX_COMPLETIONS, np.uint64)
        total = _kernels.list_completions(
            np.array([*self.cells, EMPTY, EMPTY], np.int32),
            cells,
            np.array([self.turned, *self.unseen], np.int32),
            LIST_STEPS_COUNT,
            rng.getrandbits(64),
            np.zeros(MAX_LAYOUT_COMPLETIONS, np.uint64),
            np.zeros(MAX_LAYOUT_COMPLETIONS, np.int32),
            completions,
        )
        return None if total < 0 else Completions(cells, completions[:total].copy(), total, self.corners)
