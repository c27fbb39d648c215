"""Many matches of flexdeck at once: see `cardwright.vector`. An action is the place of a cover among all of them."""

import functools
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import TURN_COUNT
from cardwright.games.flexdeck.vector import _kernels
from cardwright.ranking import Ranking
from cardwright.vector import Ints, Seen, Vector, leads

SCORES = slice(5, 7)
_BOTH_WAYS = np.array(deck.ORIENTATIONS, np.uint8)


class FlexdeckVector(Vector):
    """Matches of flexdeck."""

    options: ClassVar = {}
    free = frozenset({"four", "criteria", "cover"})
    columns = (
        *("seat", "deals", "turn", "score", "other score", *(f"die {die}" for die in range(DICE_COUNT))),
        *(f"other's die {die}" for die in range(DICE_COUNT)),
        *(f"used {text}" for text in deck.DOMINO_TEXTS),
    )
    width, cards, drawn = 18 + deck.SIZE, deck.SIZE, DICE_COUNT * (1 + TURN_COUNT)

    def __init__(self, game: Flexdeck, count: int, seed: int = 0) -> None:
        covers = game.covers
        self.covers = np.array([[die in each.dice for die in range(DICE_COUNT)] for each in covers], np.int32)
        self.strengths = _strengths(game.table)
        super().__init__(game, count, seed)

    def observe(self) -> Seen:
        seen = np.empty((self.count, len(self.columns)), np.int16)
        _kernels.observe(self.state, seen)
        return seen

    def _play(self, actions: Ints) -> None:
        _kernels.play(self.state, actions, self.covers, self.dealt, self.strengths)

    def _deal(self, rows: NDArray[np.int64]) -> None:
        dominoes = self.dealt[rows]
        self.dealt[rows] = _BOTH_WAYS[dominoes, self.rng.integers(2, size=dominoes.shape)]
        dealers = self.rng.integers(2, size=len(rows))
        _kernels.deal(self.state, rows, self.dealt, dealers, len(self.covers))

    def _returns(self) -> Ints:
        return leads(self.state[:, SCORES])


@functools.lru_cache(maxsize=4)
def _strengths(table: Ranking) -> NDArray[np.uint16]:
    """Return the strength of every roll, whose dice are the digits of its place."""
    rolls = np.arange(10**DICE_COUNT)[:, None] // 10 ** np.arange(DICE_COUNT)[::-1] % 10
    return table.strengths(rolls.astype(np.uint8)).astype(np.uint16)  # at most 2,002, as many as there are rolls
