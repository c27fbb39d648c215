"""The share of the pot that a seat wins on average against hands weighted by the actions of their holders.

Rows are hands that a rival may hold, columns are *scenarios*: the cards that come to the board and to the own hand.
Where they are few all are taken, and against one rival the share is exact for these weights. The cards of several
rivals are taken as independent of each other.

A hand's quality is the share of the pot that it would win from a random hand. With a seat that has put in 2 ** k big
blinds, its weight is quality ** k if the seat was the last to bet or raise, else quality ** (k / 2). In stud k is half
as much.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.poker.odds.rivals import bet_unit, raiser
from cardwright.games.poker.odds.unseen import (
    Shares,
    Strengths,
    Unseen,
    are_compatible,
    known_cards,
    shares_won,
    weighted_share,
)
from cardwright.games.poker.odds.words import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import UNSEEN, PokerView
from cardwright.ranking.rows import beside

MAX_HANDS = 1_300  # of a rival: all pairs of the largest usual deck
MAX_SCENARIOS = 1_100  # all boards after a flop
MAX_QUALITY_SCENARIOS = 100  # scenarios for finding a hand's quality
SAMPLED_ROWS = 400  # of either, where there are more
SAMPLED_OMAHA_ROWS = 150


# What is known of a rival's hand: the cards that are, how many there are, how many face up, and if some are not known.
_Held: TypeAlias = tuple[tuple[Card, ...], int, int, bool]


class Chances:
    """A view's table: the shares of the seat against each rival, by the rival's hand and the scenario."""

    def __init__(self, game: Poker, view: PokerView, samples: int = 0) -> None:
        self.game, self.view = game, view
        self.unseen = Unseen(game, view)
        self.rivals = self.unseen.rivals
        self.rows = samples or (SAMPLED_OMAHA_ROWS if self.unseen.slow else SAMPLED_ROWS)
        own_cards = known_cards(view.down[view.player] + view.up[view.player])
        to_board = self.unseen.to_board
        to_own = max(min(game.variant.kept - len(own_cards), len(self.unseen.cards) - to_board), 0)
        count_all = self.unseen.by_table and not samples
        self.max_hands, most = (MAX_HANDS, MAX_SCENARIOS) if count_all else (self.rows, self.rows)
        scenarios, self.all_scenarios = self.unseen.to_come(to_board + to_own, most, self.rows)
        self.boards = beside(view.board, scenarios[:, :to_board])
        self.scenarios = scenarios
        face_down = self.unseen.face_down(view.player, after_up=False)
        own_hands = beside(own_cards, scenarios[:, to_board:])
        self.own_strengths = self.unseen.strengths(own_hands[None], self.boards, face_down)
        self._hands: dict[_Held, _RivalHands] = {}
        self._ranges: dict[tuple[_Held, float], _RivalRange] = {}
        self.rival_ranges = [self._range_of(seat) for seat in self.rivals]

    def share(self, folds: Sequence[float] = ()) -> Share:
        """Return the share of the pot if every rival first gives up the worst of their hands: these parts of them."""
        folds = folds or [0.0] * len(self.rival_ranges)
        ranges = list(zip(self.rival_ranges, folds, strict=True))
        heads_up = len(ranges) == 1
        share_by_scenario = np.ones(len(self.scenarios))
        shares_by_range = _shares_by_range(ranges)
        for rival, fold in ranges:
            rival_share = shares_by_range[id(rival), fold]
            # Of several rivals some fold: the others are met by those who call.
            share_by_scenario *= rival_share if heads_up else fold + (1 - fold) * rival_share
        if heads_up:
            weights = self.rival_ranges[0].weight @ self.rival_ranges[0].hands.fits
        else:
            weights = np.ones(len(share_by_scenario))
            all_fold_chance = math.prod(folds)
            share_by_scenario = (share_by_scenario - all_fold_chance) / max(1 - all_fold_chance, 1e-9)
        total = weighted_share(share_by_scenario, weights)
        scenario_error = 0.0 if self.all_scenarios else total.error
        hand_errors = [0.0 if rival.hands.is_exhaustive else _hand_error(rival, fold) for rival, fold in ranges]
        return Share(total.mean, math.hypot(scenario_error, *hand_errors))

    def _range_of(self, seat: Player) -> "_RivalRange":
        """Return a rival's range: the same one for rivals of whom as much is known, where all hands are taken."""
        held, up = self.view.down[seat] + self.view.up[seat], self.view.up[seat]
        key, pressure = (known_cards(held), len(held), len(up), UNSEEN in held), self._pressure(seat)
        if (key, pressure) in self._ranges:
            return self._ranges[key, pressure]
        hands = self._hands[key] if key in self._hands else self._hands_of(seat)
        weight = np.maximum(hands.quality, 1e-3) ** pressure
        rival_range = _RivalRange(weight / weight.sum(), hands)
        if hands.is_exhaustive:
            self._hands[key] = hands
            self._ranges[key, pressure] = rival_range
        return rival_range

    def _hands_of(self, seat: Player) -> "_RivalHands":
        held = self.view.down[seat] + self.view.up[seat]
        cards = known_cards(held)
        missing_count = max(self.game.variant.kept, len(held)) - len(cards)
        hands, is_exhaustive = self.unseen.ways(min(missing_count, len(self.unseen.cards)), self.max_hands, self.rows)
        all_hands = beside(cards, hands)
        fits = are_compatible(hands, self.scenarios)
        strengths = self.unseen.strengths(
            np.broadcast_to(all_hands[:, None], (len(all_hands), len(self.scenarios), all_hands.shape[1])),
            self.boards,
            self.unseen.face_down(seat, after_up=UNSEEN in held),
        )
        shares = shares_won(self.own_strengths, strengths, self.game.setup.least_low)
        quality = self._quality(strengths, fits)
        return _RivalHands(quality, fits.astype(np.float32), shares * fits, is_exhaustive)

    def _quality(self, strengths_by_half: list[Strengths], fits: NDArray[np.bool_]) -> Shares:
        """Return the share of a rival's other hands that each hand beats, on average over the scenarios."""
        step = -(-fits.shape[1] // MAX_QUALITY_SCENARIOS)
        fits = fits[:, ::step]
        quality = np.zeros(len(fits))
        for strengths in strengths_by_half:
            order = np.where(fits, strengths[:, ::step], -1).argsort(axis=0)
            places = np.empty_like(order)
            np.put_along_axis(places, order, np.arange(len(order))[:, None], axis=0)
            quality += (places * fits).sum(axis=1) / np.maximum(fits.sum(axis=1), 1)
        return (quality / (len(strengths_by_half) * len(fits))).astype(np.float32)

    def _pressure(self, seat: Player) -> float:
        """Return the exponent of quality in a rival's weights."""
        b = self.view.betting
        if b.unseen >> seat & 1:  # who has not looked bets on anything
            return 0.0
        paid = (b.bets[seat] + b.paid[seat]) / bet_unit(self.game, self.view)
        exponent = math.log2(max(paid, 1.0)) * (1 if seat == raiser(self.game, self.view) else 0.5)
        # In stud the quality is that of a hand with its cards to come, which the rival does not know yet.
        return max(exponent / 2 if self.game.variant.stud else exponent, self.unseen.exchanges)


class _RivalHands(NamedTuple):
    """A rival's hands: their qualities, the scenarios they fit, and the share won from them in each.

    ``is_exhaustive`` is true if these are all hands.
    """

    quality: Shares
    fits: Shares
    shares: Shares
    is_exhaustive: bool


class _RivalRange(NamedTuple):
    """A rival's hands and their weights."""

    weight: Shares
    hands: _RivalHands


def _shares_by_range(ranges: Sequence[tuple[_RivalRange, float]]) -> dict[tuple[int, float], NDArray[np.floating]]:
    """Return the shares won in each scenario from the ranges without the worst hands, by range and part dropped."""
    kept = {(id(rival), fold): (rival.hands, _drop_worst(rival, fold)) for rival, fold in ranges}
    shares_by_range: dict[tuple[int, float], NDArray[np.floating]] = {}
    for hands in {id(hands): hands for hands, _ in kept.values()}.values():
        keys = [key for key, (of, _) in kept.items() if of is hands]
        weights = np.array([kept[key][1] for key in keys])  # in one product: reading the hands takes longest
        shares_by_range.update(
            zip(keys, (weights @ hands.shares) / np.maximum(weights @ hands.fits, 1e-12), strict=True)
        )
    return shares_by_range


def _hand_error(rival: _RivalRange, fold: float) -> float:
    """Return the standard error of the share that is won from a rival, of whose hands some are drawn."""
    shares = rival.hands.shares.sum(axis=1) / np.maximum(rival.hands.fits.sum(axis=1), 1)
    return weighted_share(shares, _drop_worst(rival, fold)).error


def _drop_worst(rival: _RivalRange, fold: float) -> Shares:
    """Return the weights without the worst hands, which make up this part of them."""
    if not fold:
        return rival.weight
    order = np.argsort(rival.hands.quality, kind="stable")
    weight_below = np.cumsum(rival.weight[order]) - rival.weight[order]
    kept = np.clip((weight_below + rival.weight[order] - fold) / np.maximum(rival.weight[order], 1e-12), 0, 1)
    weight = np.zeros_like(rival.weight)
    weight[order] = rival.weight[order] * kept
    return weight
