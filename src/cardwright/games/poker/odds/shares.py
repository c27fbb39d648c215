"""The share of the pot that a seat wins on average against hands weighed by what their holders did.

Rows are hands that a rival may hold, columns are *scenarios*: what comes to the board and to the own hand. Where they
are few all are taken, and against one rival the share is exact for these weights. A hand's quality is the share of
the pot that it would win from a random hand. The last to bet or raise, having put in 2 ** k big blinds, holds it with a
probability in proportion to quality ** k, the others to quality ** (k / 2), and half as much in stud. The cards of
several rivals are taken as independent of each other.
"""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import seed_of
from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker import forced
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import UNSEEN, PokerView
from cardwright.ranking import Ranking

MAX_HANDS = 1_300  # of a rival: all pairs of the largest usual deck
MAX_SCENARIOS = 1_100  # all boards after a flop
MAX_QUALITY_SCENARIOS = 100  # that tell a hand's quality
SAMPLED_ROWS = 400  # of either, where there are more
SAMPLED_OMAHA_ROWS = 150

Cards = NDArray[np.uint8]
Shares = NDArray[np.float32]


class Share(NamedTuple):
    """A share of the pot, from 0 to 1, and its standard error: 0 where all was counted."""

    mean: float
    error: float


class Chances:
    """A view's table: the shares of the seat against each rival, by the rival's hand and the scenario."""

    def __init__(self, game: Poker, view: PokerView, samples: int = 0) -> None:
        self.game, self.view = game, view
        self.by_table = all(ranking.compiled.by_table for ranking in self._rankings)
        few = game.variant.hand == "two" or not self.by_table
        self.rows = samples or (SAMPLED_OMAHA_ROWS if few else SAMPLED_ROWS)
        self.rivals = [seat for seat in seats_of(view.betting.inside) if seat != view.player]
        self.rng = np.random.default_rng(seed_of(game, view))
        seen = {card for hands in (view.down, view.up, view.thrown, (view.board,)) for hand in hands for card in hand}
        self.unseen = np.array([card for card in range(game.deck.size) if card not in seen], np.uint8)
        own = _seen(view.down[view.player] + view.up[view.player])
        to_board = max(game.variant.board * game.variant.boards - len(view.board), 0)
        to_own = max(min(game.variant.kept - len(own), len(self.unseen) - to_board), 0)
        scenarios, self.exact = self._ways(to_board + to_own, MAX_SCENARIOS)
        if game.variant.boards > 1:  # a choice in order would give the lower cards to the first board
            scenarios, self.exact = self.rng.permuted(scenarios, axis=1), self.exact and to_board + to_own < 2
        self.boards = _with(view.board, scenarios[:, :to_board])
        self.scenarios = scenarios
        held = _with(own, scenarios[:, to_board:])[None]
        self.mine = self._strengths(held)
        self.faced = [self._face(seat) for seat in self.rivals]
        self.exact = self.exact and len(self.rivals) == 1

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
        mean = float(found @ weights / weights.sum())
        spread = float(np.sqrt(((found - mean) ** 2 @ weights) / weights.sum()))
        return Share(mean, 0.0 if self.exact else spread / math.sqrt(len(found)))

    def _ways(self, count: int, most: int) -> tuple[Cards, bool]:
        """Return choices of unseen cards, all if they are few, else random ones; and whether it is all."""
        if math.comb(len(self.unseen), count) <= (most if self.by_table else self.rows):
            every = list(combinations(self.unseen.tolist(), count))
            return np.array(every, np.uint8).reshape(len(every), count), True
        order = self.rng.random((self.rows, len(self.unseen)), np.float32).argsort(axis=1)[:, :count]
        return self.unseen[order], False

    def _face(self, seat: Player) -> "_Faced":
        known = _seen(self.view.down[seat] + self.view.up[seat])
        held = self.view.down[seat] + self.view.up[seat]
        missing = max(self.game.variant.kept, len(held)) - len(known)
        hands, every = self._ways(min(missing, len(self.unseen)), MAX_HANDS)
        self.exact = self.exact and every
        whole = _with(known, hands)
        fits = ~np.zeros((len(hands), len(self.scenarios)), np.bool_)
        for card in hands.T:
            for come in self.scenarios.T:
                fits &= card[:, None] != come
        theirs = self._strengths(np.broadcast_to(whole[:, None], (len(whole), len(self.scenarios), whole.shape[1])))
        shares = _compared(self.mine, theirs, self.game.setup.least_low)
        quality = self._quality(theirs, fits)
        weight = np.maximum(quality, 1e-3) ** self._pressure(seat)
        return _Faced(weight / weight.sum(), quality, fits.astype(np.float32), shares * fits)

    def _strengths(self, hands: Cards) -> list[NDArray[np.int32]]:
        """Return the strengths for the pot, or for each half of it, of hands (hand, scenario, card)."""
        number, scenarios, size = hands.shape
        rows = np.ascontiguousarray(hands.reshape(-1, size))
        found = []
        for ranking, board in self._halves:
            boards = np.ascontiguousarray(np.tile(board, (number, 1)))
            if self.game.variant.hand == "two":
                strengths = ranking.strengths_with_hole(rows, boards, 2, trusted=True)
            else:
                strengths = ranking.strengths(np.concatenate([rows, boards], axis=1), trusted=True)
            found.append(strengths.reshape(number, scenarios).astype(np.int32))
        return found

    @property
    def _halves(self) -> list[tuple[Ranking, Cards]]:
        """The rankings and the boards that decide the pot, or its halves."""
        variant = self.game.variant
        if variant.boards == 1:
            return [(ranking, self.boards) for ranking in self._rankings]
        boards = variant.boards_of(tuple(range(self.boards.shape[1])))
        return [(self.game.ranking, self.boards[:, list(columns)]) for columns in boards]

    @property
    def _rankings(self) -> list[Ranking]:
        game = self.game
        if game.low is None or game.variant.wins == "high":
            return [game.ranking]
        return [game.low] if game.variant.wins == "low" else [game.ranking, game.low]

    def _quality(self, theirs: list[NDArray[np.int32]], fits: NDArray[np.bool_]) -> Shares:
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
        game, view, b = self.game, self.view, self.view.betting
        blind = max(max(game.setup.stakes.blinds, default=0), game.setup.stakes.small_bet // 2, 1)
        paid = (b.bets[seat] + b.paid[seat]) / (blind * forced.level(game.setup, view.deal))
        exchanged = sum(step.kind == DRAW for step in game.plan[: view.step])
        pressure = math.log2(max(paid, 1.0)) * (1 if seat == self._raiser else 0.5)
        # In stud the quality is that of a hand with its cards to come, which the rival does not know yet.
        return max(pressure / 2 if game.variant.stud else pressure, exchanged)

    @property
    def _raiser(self) -> Player | None:
        """The last to bet or raise in this round, if any has."""
        game, view, b = self.game, self.view, self.view.betting
        opened = game.variant.open == "blinds" and not game.plan[view.step].street
        posted = max(game.setup.stakes.blinds if opened else (0,)) * forced.level(game.setup, view.deal)
        return b.opener if b.top > posted and not b.bring else None


class _Faced(NamedTuple):
    """A rival's hands: their weights and qualities, the scenarios they fit, and what is won from them in each."""

    weight: Shares
    quality: Shares
    fits: Shares
    shares: Shares


def _without_worst(faced: _Faced, fold: float) -> Shares:
    """Return the weights without the worst hands, which make up this part of them."""
    order = np.argsort(faced.quality, kind="stable")
    before = np.cumsum(faced.weight[order]) - faced.weight[order]
    kept = np.clip((before + faced.weight[order] - fold) / np.maximum(faced.weight[order], 1e-12), 0, 1)
    weight = np.zeros_like(faced.weight)
    weight[order] = faced.weight[order] * kept
    return weight


def _compared(mine: list[NDArray[np.int32]], theirs: list[NDArray[np.int32]], least: int) -> Shares:
    """Return the share of the pot that the seat wins from each hand in each scenario."""
    parts = [(np.sign(own - other) + 1) / np.float32(2) for own, other in zip(mine, theirs, strict=True)]
    found: Shares = parts[0].astype(np.float32)
    if len(parts) > 1:
        contested = np.maximum(mine[1], theirs[1]) >= least
        found = np.where(contested, (parts[0] + parts[1]) / 2, parts[0]).astype(np.float32)
    return found


def _seen(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNSEEN)


def _with(cards: tuple[Card, ...], more: Cards) -> Cards:
    """Return rows of cards that are the same in every row, and further columns."""
    same = np.broadcast_to(np.array(cards, np.uint8), (len(more), len(cards)))
    return np.ascontiguousarray(np.concatenate([same, more], axis=1))
