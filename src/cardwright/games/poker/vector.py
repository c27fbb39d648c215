"""Many deals of heads-up no-limit hold'em at once, with any ranking: see `cardwright.vector`.

An action is its place among the legal ones: to fold and to call, or to check, then a raise to each amount.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadOption
from cardwright.games.poker import _kernels
from cardwright.games.poker.rules import Poker
from cardwright.vector import SHOWDOWN, STATUS, Ints, Seen, Vector

CALL, LOW, RESULTS = 16, 17, slice(19, 21)
FOLD_SHARE, RAISE_SHARE = 0.1, 0.2  # of random decisions


class PokerVector(Vector):
    """Deals of hold'em for two. The stacks must be larger than the big blind."""

    options: ClassVar = {"players": 2, "deals": 1, "burns": False}
    free = frozenset({"ranking", "stacks", "blinds", "button"})
    columns = (
        *("seat", "button", "street", "card 0", "card 1", *(f"board {place}" for place in range(5))),
        *("stack", "other's stack", "bet", "other's bet", "pot", "to call", "raise from", "raise to"),
    )
    width, drawn = 21, 9

    def __init__(self, game: Poker, count: int, seed: int = 0) -> None:
        self.setup = game.setup
        self.cards = self.setup.ranking.deck.size
        blinds, stacks = self.setup.stakes.blinds, self.setup.stacks
        if min(stacks) <= max(blinds):
            raise BadOption("stacks", game.settings["stacks"], "more than the big blind")
        self.small, self.big = blinds
        super().__init__(game, count, seed)

    def sample(self) -> Ints:
        """Return random actions: of ten decisions one is a fold, two are raises to any amount, the others calls."""
        chance, call = self.rng.random(self.count), self.state[:, CALL] > 0
        first = call.astype(np.int32)  # the place of a call or a check
        raises = self.choices - first - 1
        raised = first + 1 + (self.rng.random(self.count) * raises).astype(np.int32)
        played = np.where((chance >= 1 - RAISE_SHARE) & (raises > 0), raised, first)
        return np.where(call & (chance < FOLD_SHARE), 0, played).astype(np.int32)

    def observe(self) -> Seen:
        """Return the view of the player to act in each deal; chips are whole numbers of 32 bits."""
        seen = np.empty((self.count, len(self.columns)), np.int32)
        _kernels.vector_observe(self.state, self.dealt, seen)
        return seen

    def _play(self, actions: Ints) -> None:
        _kernels.vector_play(self.state, actions, self.big)
        rows = np.flatnonzero(self.state[:, STATUS] == SHOWDOWN)
        if len(rows):
            dealt = self.dealt[rows]
            first, second = (self._strengths(dealt, places) for places in ([0, 2], [1, 3]))  # the big blind's, then
            ahead = np.sign(second - first) * np.where(self.state[rows, 4] == 0, 1, -1)
            _kernels.vector_show(self.state, rows, ahead.astype(np.int32))

    def _strengths(self, dealt: NDArray[np.uint8], places: list[int]) -> NDArray[np.int64]:
        hands = np.ascontiguousarray(dealt[:, [*places, 4, 5, 6, 7, 8]])
        strengths: NDArray[np.int64] = self.setup.ranking.strengths(hands, trusted=True).astype(np.int64)
        return strengths

    def _deal(self, rows: NDArray[np.int64]) -> None:
        button = self.game.settings["button"] - 1
        buttons = np.full(len(rows), button) if button >= 0 else self.rng.integers(2, size=len(rows))
        stacks = np.array(self.setup.stacks, np.int64)
        _kernels.vector_deal(self.state, rows, buttons, stacks, self.small, self.big)

    def _returns(self) -> Ints:
        return self.state[:, RESULTS]
