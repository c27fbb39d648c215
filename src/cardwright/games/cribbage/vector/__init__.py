"""Many games of cribbage at once: see `cardwright.vector`.

An action is its place among the legal ones: a pair of the sorted hand laid away, seat 1 first, or a card played.
"""

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.vector import _kernels
from cardwright.vector import Ints, Seen, Vector, leads

SCORES = slice(5, 7)


class CribbageVector(Vector):
    """Games of cribbage. In the observations a card is its number, and -1 none."""

    options: ClassVar = {"first_deal": "random"}
    free = frozenset({"to", "first_deal"})
    columns = (
        *("seat", "deals", "score", "other score", *(f"hand {place}" for place in range(6)), "laid 0", "laid 1"),
        *("starter", "other's cards", "count begins", *(f"played {place}" for place in range(8))),
        *(f"own {place}" for place in range(8)),
    )
    width, cards, drawn = 44, DECK.size, 13

    def observe(self) -> Seen:
        seen = np.empty((self.count, len(self.columns)), np.int16)
        _kernels.observe(self.state, seen)
        return seen

    def _play(self, actions: Ints) -> None:
        _kernels.play(self.state, actions, self.game.settings["to"])

    def _deal(self, rows: NDArray[np.int64]) -> None:
        fixed = self.game.settings["first_deal"] == "fixed"
        openers = np.zeros(len(rows), np.int64) if fixed else self.rng.integers(2, size=len(rows))
        _kernels.deal(self.state, rows, self.dealt, openers)

    def _returns(self) -> Ints:
        return leads(self.state[:, SCORES])
