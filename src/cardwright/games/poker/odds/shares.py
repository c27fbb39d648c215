"""The share of the pot that a seat wins on average against hands weighed by what their holders did.

Rows are hands that a rival may hold, columns are *scenarios*: what comes to the board and to the own hand. Where they
are few all are taken, and against one rival the share is exact for these weights. A hand's quality is the share of
the pot that it would win from a random hand. The last to bet or raise, having put in 2 ** k big blinds, holds it with a
probability in proportion to quality ** k, the others to quality ** (k / 2), and half as much in stud. The cards of
several rivals are taken as independent of each other.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.game import Player
from cardwright.games.poker.odds.rivals import bet_unit, raiser
from cardwright.games.poker.odds.unseen import Shares, Strengths, Unseen, possible, seen, shares_won, weighed
from cardwright.games.poker.odds.words import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import UNSEEN, PokerView
from cardwright.ranking.rows import beside

MAX_HANDS = 1_300  # of a rival: all pairs of the largest usual deck
MAX_SCENARIOS = 1_100  # all boards after a flop
MAX_QUALITY_SCENARIOS = 100  # by which a hand's quality is found
SAMPLED_ROWS = 400  # of either, where there are more
SAMPLED_OMAHA_ROWS = 150


class Chances:
    """A view's table: the shares of the seat against each rival, by the rival's hand and the scenario."""

    def __init__(self, game: Poker, view: PokerView, samples: int = 0) -> None:
        self.game, self.view = game, view
        self.unseen = Unseen(game, view)
        self.rivals = self.unseen.rivals
        self.rows = samples or (SAMPLED_OMAHA_ROWS if self.unseen.slow else SAMPLED_ROWS)
        own = seen(view.down[view.player] + view.up[view.player])
        to_board = self.unseen.to_board
        to_own = max(min(game.variant.kept - len(own), len(self.unseen.cards) - to_board), 0)
        count_all = self.unseen.by_table and not samples
        self.max_hands, most = (MAX_HANDS, MAX_SCENARIOS) if count_all else (self.rows, self.rows)
        scenarios, self.all_scenarios = self.unseen.to_come(to_board + to_own, most, self.rows)
        self.boards = beside(view.board, scenarios[:, :to_board])
        self.scenarios = scenarios
        face_down = self.unseen.face_down(view.player, after_up=False)
        self.mine = self.unseen.strengths(beside(own, scenarios[:, to_board:])[None], self.boards, face_down)
        self.faced = [self._face(seat) for seat in self.rivals]

    def share(self, folds: Sequence[float] = ()) -> Share:
        """Return the share of the pot if every rival first gives up the worst of their hands: these parts of them."""
        found = np.ones(len(self.scenarios))
        for place, faced in enumerate(self.faced):
            fold = folds[place] if folds else 0.0
            weight = faced.weight if not fold else _without_worst(faced, fold)
            possible = weight @ faced.fits
            won = (weight @ faced.shares) / np.maximum(possible, 1e-12)
            # Of several rivals some fold: the others are met by those who call.
            found *= won if len(self.faced) == 1 else fold + (1 - fold) * won
        if folds and len(self.faced) > 1:
            none = math.prod(folds)
            found = (found - none) / max(1 - none, 1e-9)
        weights = self.faced[0].weight @ self.faced[0].fits if len(self.faced) == 1 else np.ones(len(found))
        each = weighed(found, weights)
        by_scenario = 0.0 if self.all_scenarios else each.error
        by_hand = [
            0.0 if faced.every else _by_hand(faced, folds[place] if folds else 0.0)
            for place, faced in enumerate(self.faced)
        ]
        return Share(each.mean, math.hypot(by_scenario, *by_hand))

    def _face(self, seat: Player) -> "_Faced":
        known = seen(self.view.down[seat] + self.view.up[seat])
        held = self.view.down[seat] + self.view.up[seat]
        missing = max(self.game.variant.kept, len(held)) - len(known)
        hands, every = self.unseen.ways(min(missing, len(self.unseen.cards)), self.max_hands, self.rows)
        whole = beside(known, hands)
        fits = possible(hands, self.scenarios)
        theirs = self.unseen.strengths(
            np.broadcast_to(whole[:, None], (len(whole), len(self.scenarios), whole.shape[1])),
            self.boards,
            self.unseen.face_down(seat, after_up=UNSEEN in held),
        )
        shares = shares_won(self.mine, theirs, self.game.setup.least_low)
        quality = self._quality(theirs, fits)
        weight = np.maximum(quality, 1e-3) ** self._pressure(seat)
        return _Faced(weight / weight.sum(), quality, fits.astype(np.float32), shares * fits, every)

    def _quality(self, theirs: list[Strengths], fits: NDArray[np.bool_]) -> Shares:
        """Return the share of a rival's other hands that each hand beats, on average over the scenarios."""
        step = -(-fits.shape[1] // MAX_QUALITY_SCENARIOS)
        fits = fits[:, ::step]
        found = np.zeros(len(fits))
        for strengths in theirs:
            order = np.where(fits, strengths[:, ::step], -1).argsort(axis=0).argsort(axis=0)
            found += (order * fits).sum(axis=1) / np.maximum(fits.sum(axis=1), 1)
        return (found / (len(theirs) * len(fits))).astype(np.float32)

    def _pressure(self, seat: Player) -> float:
        """Return the exponent of quality in a rival's weights."""
        b = self.view.betting
        if b.unseen >> seat & 1:  # who has not looked bets on anything
            return 0.0
        paid = (b.bets[seat] + b.paid[seat]) / bet_unit(self.game, self.view)
        exponent = math.log2(max(paid, 1.0)) * (1 if seat == raiser(self.game, self.view) else 0.5)
        # In stud the quality is that of a hand with its cards to come, which the rival does not know yet.
        return max(exponent / 2 if self.game.variant.stud else exponent, self.unseen.exchanges)


class _Faced(NamedTuple):
    """A rival's hands: their weights and qualities, the scenarios they fit, and what is won from them in each.

    ``every`` is true if these are all hands.
    """

    weight: Shares
    quality: Shares
    fits: Shares
    shares: Shares
    every: bool


def _by_hand(faced: _Faced, fold: float) -> float:
    """Return the standard error of the share that is won from a rival, of whose hands some are drawn."""
    weight = faced.weight if not fold else _without_worst(faced, fold)
    each = faced.shares.sum(axis=1) / np.maximum(faced.fits.sum(axis=1), 1)
    return weighed(each, weight).error


def _without_worst(faced: _Faced, fold: float) -> Shares:
    """Return the weights without the worst hands, which make up this part of them."""
    order = np.argsort(faced.quality, kind="stable")
    before = np.cumsum(faced.weight[order]) - faced.weight[order]
    kept = np.clip((before + faced.weight[order] - fold) / np.maximum(faced.weight[order], 1e-12), 0, 1)
    weight = np.zeros_like(faced.weight)
    weight[order] = faced.weight[order] * kept
    return weight
