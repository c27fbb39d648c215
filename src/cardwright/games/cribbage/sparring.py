"""Simple players to test bots against; they are in no lobby.

`cardwright match cribbage expert cardwright.games.cribbage.sparring:Greedy`: takes what counts most at once;
`ISMCTS` searches the cards of the deal.
"""

from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardwright.bots import Advice
from cardwright.games.cribbage.actions import LAYS, PLAYS
from cardwright.games.cribbage.bot import BasicBot
from cardwright.games.cribbage.crib_average import SPLITS, crib_table, divide
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.moves import stakes
from cardwright.games.cribbage.odds.worlds import (
    history,
    own_six,
    uniform_worlds_in_play,
    worlds_before_play,
)
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import RANK, VALUE, combinations_in, pegging
from cardwright.games.cribbage.state import CribbageView, playable

ITERATIONS_COUNT = 2_000
EXPLORATION_FACTOR = 0.3  # as a multiple of the spread of the values


class Greedy(BasicBot):
    """Keeps the four cards that count most by themselves, and plays the card that scores most, else the highest."""

    def _lay_away(self, view: CribbageView) -> Advice:
        ways = combinations(view.hand, 4)
        kept = max(ways, key=lambda cards: (_points_without_starter(cards), -sum(VALUE[card] for card in cards)))
        low, high = (card for card in view.hand if card not in kept)
        return Advice(LAYS[low, high])

    def _play(self, view: CribbageView) -> Advice:
        pile = [card for _, card in view.played[view.opened :]]
        return Advice(PLAYS[max(playable(view), key=lambda card: (pegging([*pile, card]).points, card))])


class ISMCTS(BasicBot):
    """Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

    Each of `ITERATIONS_COUNT` iterations plays one uniform world of the cards that the player does not see. The tree
    holds both players' cards of the deal as far as they are seen, chosen by UCB1; from a new node on the deal is played
    at random, and its end is valued by `match.value_table`. The most visited move is played.
    """

    def __init__(self, game: Cribbage, rng: Random) -> None:
        super().__init__(game, rng)
        self.generator = np.random.default_rng(rng.getrandbits(64))

    def _lay_away(self, view: CribbageView) -> Advice:
        worlds = worlds_before_play(view, ITERATIONS_COUNT, self.generator)
        split = SPLITS[self._search(view, np.array(view.hand, np.uint8), worlds, lays=True)]
        return Advice(LAYS[divide(view.hand, split)[1]])

    def _play(self, view: CribbageView) -> Advice:
        ranks = {RANK[card]: PLAYS[card] for card in playable(view)}
        if len(ranks) == 1:
            return Advice(next(iter(ranks.values())))
        worlds = uniform_worlds_in_play(view, ITERATIONS_COUNT, self.generator)
        starters = np.full((ITERATIONS_COUNT, 1), view.starter, np.uint8)
        return Advice(ranks[self._search(view, own_six(view), np.concatenate([worlds, starters], axis=1), lays=False)])

    def _search(self, view: CribbageView, mine: NDArray[np.uint8], worlds: NDArray[np.uint8], *, lays: bool) -> int:
        """Return the most visited choice: a way of `SPLITS`, or a rank."""
        dealer = int(view.dealer != view.player)
        visits = _kernels.search(
            mine, dealer, worlds, history(view), lays, crib_table(own=bool(dealer)), stakes(self.game, view),
            EXPLORATION_FACTOR, int(self.generator.integers(1, 2**63)),
        )  # fmt: skip
        return int(np.argmax(visits))


def _points_without_starter(cards: tuple[int, ...]) -> int:
    return sum(part.points for part in combinations_in(cards))
