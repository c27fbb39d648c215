"""Hands that the seats of a table may hold, with their strengths and weights.

Rows are hands, columns are scenarios: the cards that come to the board and to the hands. Where they are few all are
taken. A hand's quality is its place among a seat's hands by the strength that it has on average, from 0 to 1. A seat
that has paid more holds better hands: the weight of a hand is (k + 1) quality ** k, where k grows with what the seat
paid. A part of the weight is the same for all hands, because some players bet on anything.

Where cards are exchanged, hands are drawn from a pool of hands that have exchanged well: hands that exchanged as many
cards as the seat did.
"""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Budget
from cardwright.game import Player
from cardwright.games.poker import forced
from cardwright.games.poker.cards.dice import DiceRanking
from cardwright.games.poker.odds import _kernels
from cardwright.games.poker.odds.rivals import bet_unit, is_blind_round, raiser, rivals
from cardwright.games.poker.odds.unseen import (
    Cards,
    Strengths,
    Unseen,
    are_compatible,
    known_cards,
    shares_won,
    weighted_share,
)
from cardwright.games.poker.odds.words import Share
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import DRAW
from cardwright.games.poker.state import PokerView
from cardwright.ranking import Ranking
from cardwright.ranking.rows import beside, have_repeats, shuffled
from cardwright.standard_error import mean_error

MAX_ROWS = 1_400  # all pairs of the largest usual deck
SAMPLED_ROWS = 400  # hands and scenarios that are drawn where there are more
MIN_ROWS = 8  # of fewer hands all may share cards with the scenarios
OMAHA_DIVISOR = 2  # such a part of them where an exact number of cards of a hand plays
GROUPS_COUNT = 24  # of hands of similar quality
MAX_GROUP_ROWS = 8
MAX_OWN_GROUP_ROWS = 4
COMPARED_ROWS = 96  # hands by which the difference of the share between scenarios is found
SAME_WEIGHT_SHARE = 0.12  # of a seat's weight that does not depend on the quality
EARLIER_FACTOR = 0.5  # of chips that were paid in earlier rounds, to those of this round
CALLED_FACTOR = 0.6  # of a seat that called, to one that raised
RERAISE_FACTOR = 0.35  # more for each raise of a raise
OWN_FACTOR = 0.7  # for the own seat: others do not look so closely
MIN_OTHERS, MAX_COMPARISONS = 24, 1_000_000  # limits for finding a hand's quality
MAX_REPLACEMENTS_PER_HAND = 80
POOL_ROWS = 3_000
POOL_COLUMNS = 24  # replacements for each exchange of a hand of the pool

FloatArray = NDArray[np.float64]


class Range(NamedTuple):
    """Hands of one side: strengths (hand, scenario), -1 where a hand is not possible or does not qualify."""

    high: Strengths
    low: Strengths
    weight: FloatArray
    quality: FloatArray

    def take(self, rows: NDArray[np.int64]) -> "Range":
        """Return some of the hands, of equal weight."""
        same = np.full(len(rows), 1 / len(rows))
        return Range(self.high[rows], self.low[rows], same, self.quality[rows] if len(self.quality) else self.quality)

    def quantile_rows(self, count: int) -> NDArray[np.int64]:
        """Return ``count`` rows that stand for parts of equal weight, worst first."""
        order = np.argsort(self.quality, kind="stable")
        bounds = np.cumsum(self.weight[order])
        places = (np.arange(count) + 0.5) / count * bounds[-1]
        rows: NDArray[np.int64] = order[np.minimum(np.searchsorted(bounds, places), len(order) - 1)]
        return rows


class Hands(NamedTuple):
    """The own hand, its range as the others see it, and the range of the rivals taken together."""

    own_hand: Range
    own_range: Range
    rivals: Range
    split: bool
    has_all_hands: bool  # are counted, and
    has_all_scenarios: bool

    def share(self) -> Share:
        """Return the own hand's share of the pot on average."""
        share = weighted_share(pot_shares(self.own_hand, self.rivals, self.split)[0], self.rivals.weight)
        hand_error = 0.0 if self.has_all_hands else share.error
        scenario_error = 0.0 if self.has_all_scenarios else mean_error(self._shares_by_scenario())
        return Share(share.mean, math.hypot(hand_error, scenario_error))

    def _shares_by_scenario(self) -> FloatArray:
        """Return the own hand's share in each scenario, against some of the hands of the rivals."""
        rivals = self.rivals.take(self.rivals.quantile_rows(COMPARED_ROWS))
        own_hand, other_hands = (
            [range_.high, range_.low] if self.split else [range_.high] for range_ in (self.own_hand, rivals)
        )
        won = shares_won(own_hand, other_hands, 0)
        fits = (rivals.high >= 0) & (self.own_hand.high >= 0)
        count = fits.sum(axis=0)
        shares: FloatArray = (won * fits).sum(axis=0)[count > 0] / count[count > 0]
        return shares


def pot_shares(own: Range, others: Range, split: bool) -> FloatArray:
    """Return the share of the pot of each hand of one side against each of the other."""
    shares = np.empty((len(own.high), len(others.high)))
    _kernels.shares(own.high, own.low, others.high, others.low, split, shares)
    return shares


def range_weights(quality: FloatArray, exponent: float) -> FloatArray:
    """Return the weights of hands, whose sum is 1, by (exponent + 1) quality ** exponent and an equal part."""
    relative = (1 - SAME_WEIGHT_SHARE) * (exponent + 1) * quality**exponent + SAME_WEIGHT_SHARE
    weights: FloatArray = relative / relative.sum()
    return weights


def deal_ranges(game: Poker, view: PokerView, budget: Budget, *, blind: bool = False) -> Hands:
    """Return the hands of a view; ``blind``: as if the bets said nothing."""
    return (_DrawRanges if game.variant.exchanges_hands else _DealtRanges)(game, view, budget, blind).hands()


class _RangeBuilder:
    """The part that all variants share."""

    def __init__(self, game: Poker, view: PokerView, budget: Budget, blind: bool) -> None:
        self.game, self.view, self.blind = game, view, blind
        self.unseen = Unseen(game, view)
        self.rivals, self.rng = self.unseen.rivals, self.unseen.rng
        drawn = (budget.samples or SAMPLED_ROWS) // (OMAHA_DIVISOR if self.unseen.slow else 1)
        self.rows = max(drawn, MIN_ROWS)
        self.split = game.variant.wins == "split" or game.variant.boards > 1
        self.is_fully_compared = True  # each hand with all others, for its quality

    def _range(self, strengths: list[Strengths], weight: FloatArray, quality: FloatArray) -> Range:
        """Return hands with strengths for the pot, or for each half of it, for which a low hand must qualify."""
        if not self.split:
            return Range(strengths[0], strengths[0][:, :0], weight, quality)
        strengths[1][strengths[1] < self.game.setup.least_low] = -1
        return Range(strengths[0], strengths[1], weight, quality)

    def _equal_weights(self, strengths: list[Strengths]) -> Range:
        """Return hands of equal weight."""
        even = self._range(strengths, np.empty(0), np.empty(0))
        quality = self._quality(even)
        return even._replace(weight=range_weights(quality, 0.0), quality=quality)

    def _weight_by_bets(self, even: Range, exponent: float) -> Range:
        """Return the hands with the weights of a seat, by its exponent."""
        return even if self.blind else even._replace(weight=range_weights(even.quality, exponent))

    def _best_of_rivals(self, ranges: list[Range]) -> Range:
        """Return the best hands of several rivals, whose hands are drawn by their weights.

        Those who have yet to meet a bet fold the worst part of their hands; one rival at least is left.
        """
        if len(ranges) == 1:
            return ranges[0]
        picks = np.array([self.rng.choice(len(range_.weight), self.rows, p=range_.weight) for range_ in ranges])
        folds = self._folds(ranges, picks)
        highs = np.array([range_.high[rows] for range_, rows in zip(ranges, picks)])
        lows = np.array([range_.low[rows] for range_, rows in zip(ranges, picks)])
        impossible = highs.min(axis=0) < 0
        high = np.where(impossible, -1, np.where(folds[:, :, None], -1, highs).max(axis=0))
        low = np.where(folds[:, :, None], -1, lows).max(axis=0)
        quality = self._quality(Range(high, low, np.empty(0), np.empty(0)))
        return Range(high, low, np.full(self.rows, 1 / self.rows), quality)

    def _folds(self, ranges: list[Range], picks: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of the hands that were drawn (rival, row) are folded to the bet that lies before them."""
        rival_seats = rivals(self.game, self.view)
        folds = np.zeros(picks.shape, np.bool_)
        if self.blind:
            return folds
        quality = np.array([range_.quality[rows] for range_, rows in zip(ranges, picks)])
        late = [place for place, seat in enumerate(self.rivals) if seat in rival_seats.late]
        folds[late] = quality[late] < 1 - rival_seats.chance
        last = quality.argmax(axis=0)
        folds[last, np.arange(self.rows)] &= ~folds.all(axis=0)
        return folds

    def _quality(self, range_: Range) -> FloatArray:
        """Return each hand's place among all, from 0 to 1, by its share of the pot against some of the others."""
        rows, columns = range_.high.shape
        count = min(rows, max(MIN_OTHERS, MAX_COMPARISONS // (rows * columns)))
        others = self.rng.permutation(rows)[:count]
        self.is_fully_compared &= count == rows
        shares = pot_shares(range_, range_.take(others), self.split).mean(axis=1)
        places: FloatArray = (shares.argsort(kind="stable").argsort(kind="stable") + 0.5) / rows
        return places


class _DealtRanges(_RangeBuilder):
    """Hands of cards that are dealt, some of them face up, and a board."""

    def hands(self) -> Hands:
        view = self.view
        cards = view.down[view.player] + view.up[view.player]
        has_all_scenarios = self._deal_to_come()
        own_hand = self._strengths(np.array([cards], np.uint8), 0, self.unseen.face_down(view.player, after_up=False))
        range_ = self._range(own_hand, np.ones(1), np.ones(1))
        evens, every = self._rivals_hands()
        ranges = [
            self._weight_by_bets(even, weight_exponent(self.game, view, seat)) for even, seat in zip(evens, self.rivals)
        ]
        own_range = self._own_range(evens[0])
        best_rival = self._best_of_rivals(ranges)
        every = every and len(self.rivals) == 1 and self.is_fully_compared
        return Hands(range_, own_range, best_rival, self.split, every, has_all_scenarios)

    def _deal_to_come(self) -> bool:
        """Deal the cards to come, first to the own hand, then to the rivals; return whether all ways are there."""
        view, seats = self.view, (self.view.player, *self.rivals)
        self.to_board = self.unseen.to_board
        most = (len(self.unseen.cards) - self.to_board) // len(seats)
        held = [len(view.down[seat]) + len(view.up[seat]) for seat in seats]
        self.to_hands = [max(min(self.game.variant.kept - each, most), 0) for each in held]
        self.columns, every = self.unseen.to_come(self.to_board + sum(self.to_hands), self.rows, self.rows)
        self.boards = beside(self.view.board, self.columns[:, : self.to_board])
        return every

    def _rivals_hands(self) -> tuple[list[Range], bool]:
        """Return the hands of each rival, of equal weight, and whether they are all; without stud they are the same."""
        ranges: list[Range] = []
        all_ways = True
        for place, seat in enumerate(self.rivals):
            if place and not self.game.variant.stud:
                ranges.append(ranges[0])
                continue
            range_, is_exhaustive = self._hands_of(seat, place + 1)
            ranges.append(range_)
            all_ways = all_ways and is_exhaustive
        return ranges, all_ways

    def _own_range(self, rival: Range) -> Range:
        """Return the hands that the own seat may hold for the others; without stud, those of a rival."""
        view = self.view
        exponent = OWN_FACTOR * weight_exponent(self.game, view, view.player)
        even = self._hands_of(view.player, 0)[0] if self.game.variant.stud else rival
        return self._weight_by_bets(even, exponent)

    def _hands_of(self, seat: Player, place: int) -> tuple[Range, bool]:
        """Return the hands that a seat may hold, of equal weight, and whether they are all."""
        hands, every = self._possible_cards(seat)
        return self._equal_weights(self._strengths(hands, place, self.unseen.face_down(seat, after_up=True))), every

    def _possible_cards(self, seat: Player) -> tuple[Cards, bool]:
        """Return the cards that a seat may hold now."""
        view = self.view
        most = max(self.rows, min(MAX_ROWS, self.rows * self.rows // max(len(self.columns), 1) // 2))
        hands, every = self.unseen.ways(len(view.down[seat]), most, most)
        return beside(known_cards(view.up[seat]), hands), every

    def _strengths(self, hands: Cards, place: int, face_down: Sequence[int]) -> list[Strengths]:
        """Return the strengths of hands (hand, scenario) of the own seat (0) or of a rival (from 1)."""
        start, to_hand = self.to_board + sum(self.to_hands[:place]), self.to_hands[place]
        to_come = self.columns[:, start : start + to_hand]
        number, scenarios = len(hands), len(self.columns)
        cards_now = np.broadcast_to(hands[:, None], (number, scenarios, hands.shape[1]))
        cards_to_come = np.broadcast_to(to_come[None], (number, scenarios, to_hand))
        impossible = ~are_compatible(hands, np.hstack((self.columns[:, : self.to_board], to_come)))
        results = self.unseen.strengths(np.concatenate([cards_now, cards_to_come], axis=2), self.boards, face_down)
        for strengths in results:
            strengths[impossible] = -1
        return results


class _DrawRanges(_RangeBuilder):
    """Cards of one's own, some of which are exchanged."""

    def hands(self) -> Hands:
        game, view = self.game, self.view
        ranking = self.unseen.rankings[0]
        self.draws_done = self.unseen.exchanges
        self.draws_left = sum(step.kind == DRAW for step in game.plan[view.step :])
        self.pool = _hand_pool(ranking)
        own_hand = self._own_hand(ranking, view.down[view.player])
        ranges = [
            self._range_after_draws(ranking, len(view.thrown[seat]), weight_exponent(game, view, seat))
            for seat in self.rivals
        ]
        exponent = OWN_FACTOR * weight_exponent(game, view, view.player)
        own_range = self._range_after_draws(ranking, len(view.thrown[view.player]), exponent)
        return Hands(own_hand, own_range, self._best_of_rivals(ranges), False, False, not self.draws_left)

    def _own_hand(self, ranking: Ranking, own: tuple[int, ...]) -> Range:
        hand = np.array(own, np.uint8)
        kept = np.ones(len(own), np.bool_)
        if self.draws_left:
            kept = _best_kept(ranking, hand[None], self.unseen.cards, self.rng)[0]
        return self._range(self._strengths_after_draw(ranking, hand[None], kept[None]), np.ones(1), np.ones(1))

    def _range_after_draws(self, ranking: Ranking, thrown: int, exponent: float) -> Range:
        """Return hands of a seat that has thrown away this number of cards."""
        hands, kept = self.pool
        free = np.isin(hands, self.unseen.cards).all(axis=1) | self.game.variant.dice
        if self.draws_done:
            asked = min(round(thrown / self.draws_done), hands.shape[1])
            alike = free & ((~kept).sum(axis=1) == asked)
            free = alike if alike.sum() >= self.rows // 8 else free
        rows = self.rng.choice(np.flatnonzero(free), self.rows)
        hands, kept = hands[rows].copy(), kept[rows]
        if self.draws_done:
            self._replace(hands, kept)
            if self.draws_left:
                kept = _best_kept(ranking, hands, self.unseen.cards, self.rng)
        drawn = self._strengths_after_draw(ranking, hands, kept if self.draws_left else np.ones_like(kept))
        return self._weight_by_bets(self._equal_weights(drawn), exponent)

    def _replace(self, hands: Cards, kept: NDArray[np.bool_]) -> None:
        """Replace the cards that are not kept; a few hands may then hold a card twice, and are repaired by chance."""
        hands[:] = np.where(kept, hands, _new_cards(self.unseen.rankings[0], hands, self.unseen.cards, self.rng))

    def _strengths_after_draw(self, ranking: Ranking, hands: Cards, kept: NDArray[np.bool_]) -> list[Strengths]:
        """Return the strengths of hands after their last exchange (hand, scenario), for the pot or each half of it."""
        columns = MAX_REPLACEMENTS_PER_HAND if self.draws_left else 1
        rows = np.repeat(hands, columns, axis=0)
        if self.draws_left:
            if isinstance(ranking, DiceRanking):
                new = ranking.rolls(self.rng, len(rows))
            else:
                new = self.rng.choice(self.unseen.cards, rows.shape)
            rows = np.where(np.repeat(kept, columns, axis=0), rows, new)
        twice = have_repeats(rows)
        rows[twice] = np.repeat(hands, columns, axis=0)[twice]
        results = []
        for half in self.unseen.rankings:
            strengths = half.strengths(np.ascontiguousarray(rows), trusted=True).astype(np.int32)
            strengths[twice] = -1
            results.append(np.ascontiguousarray(strengths.reshape(len(hands), columns)))
        return results


@functools.lru_cache(maxsize=8)
def _hand_pool(ranking: Ranking) -> tuple[Cards, NDArray[np.bool_]]:
    """Return random hands of a deck, and which of their cards are best kept."""
    rng = np.random.default_rng(1)
    deck = np.arange(ranking.deck.size, dtype=np.uint8)
    if isinstance(ranking, DiceRanking):
        hands = ranking.rolls(rng, POOL_ROWS)
    else:
        hands = np.ascontiguousarray(shuffled(deck, POOL_ROWS, rng, ranking.size))
    return hands, _best_kept(ranking, hands, deck, rng)


def _new_cards(ranking: Ranking, hands: Cards, unseen: Cards, rng: np.random.Generator) -> Cards:
    """Return as many cards for each hand, none of which it holds; or a new roll of its dice."""
    if isinstance(ranking, DiceRanking):
        return ranking.rolls(rng, len(hands))
    size = hands.shape[1]
    keys = rng.random((len(hands), len(unseen)), np.float32)
    keys[(unseen[None, :, None] == hands[:, None, :]).any(axis=2)] = 2
    return unseen[np.argpartition(keys, size, axis=1)[:, :size]]


def _best_kept(ranking: Ranking, hands: Cards, unseen: Cards, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return which cards of each hand are best kept, by a few random replacements of the others."""
    number, size = hands.shape
    keep_masks = np.array([[is_kept >> place & 1 for place in range(size)] for is_kept in range(1 << size)], np.bool_)
    best, kept = np.full(number, -1.0), np.ones((number, size), np.bool_)
    new = np.empty((number, POOL_COLUMNS, size), np.uint8)
    for trial in range(POOL_COLUMNS):
        new[:, trial] = _new_cards(ranking, hands, unseen, rng)
    for is_kept in keep_masks[::-1]:
        rows = np.where(is_kept, hands[:, None], new).reshape(-1, size)
        strengths = ranking.strengths(np.ascontiguousarray(rows), trusted=True)
        share_beaten = ranking.shares_beaten(strengths).reshape(number, -1).mean(axis=1)
        is_better = share_beaten > best + 1e-9
        best[is_better], kept[is_better] = share_beaten[is_better], is_kept
    return kept


def weight_exponent(game: Poker, view: PokerView, seat: Player) -> float:
    """Return the exponent of quality in a seat's weights: how much better than random its hands are."""
    b, stakes = view.betting, game.setup.stakes
    if b.unseen >> seat & 1:  # who has not looked bets on anything
        return 0.0
    level, blind, opened = forced.factor(view), bet_unit(game, view), is_blind_round(game, view)
    earlier = EARLIER_FACTOR * math.log2(max(b.paid[seat] / blind, 1.0))
    before = sum(b.paid) + b.dead + (sum(stakes.blinds + stakes.posts) * level if opened else 0)
    posted = forced.blind_of(game.setup, view, seat) if opened else 0
    paid = b.bets[seat] if b.bets[seat] > posted else 0
    again = max(b.raises - opened - 1, 0)
    now = math.log2(1 + 2 * paid / max(before, blind)) * (1 if seat == raiser(game, view) else CALLED_FACTOR)
    return earlier + now * (1 + RERAISE_FACTOR * again)
