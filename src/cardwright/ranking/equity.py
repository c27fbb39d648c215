"""Equity: the share of the pot that each of several known hands wins on average, for any ranking.

All deals of the cards to come are enumerated where there are few enough, and the result is exact. Otherwise random
deals are drawn from a seed, and the result has a standard error.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> found = equity(poker, ["Ah Kh", "Qs Qd"], "Qh 7h 2c", to_board=2)
>>> found.deals, [str(hand.share) for hand in found.hands]
(990, ['23/90', '67/90'])
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking.evaluator import Hand, Ranking

MAX_ENUMERATED_DEALS = 3_000_000
SAMPLED_DEALS = 200_000

Rows: TypeAlias = NDArray[np.uint8]
Units: TypeAlias = NDArray[np.int64]


class HandEquity(NamedTuple):
    """The share of deals that a hand wins alone and of those it ties, and its share of the pot with standard error."""

    win: Fraction
    tie: Fraction
    share: Fraction
    error: float


class Equity(NamedTuple):
    """The equity of each hand, over this number of ``deals``; ``exact`` is true if these are all deals."""

    hands: tuple[HandEquity, ...]
    deals: int
    exact: bool


def equity(
    ranking: Ranking,
    hands: Sequence[Hand],
    board: Hand = (),
    dead: Hand = (),
    *,
    to_board: int = 0,
    to_own: int = 0,
    from_hole: int | None = None,
    low: Ranking | None = None,
    least_low: int = 0,
    samples: int = SAMPLED_DEALS,
    seed: int = 0,
) -> Equity:
    """Return the equity of two or more hands, with ``to_board`` and (for each hand) ``to_own`` cards to come.

    Cards that are ``dead`` do not come. A hand is the best of all its cards and the board, or has exactly
    ``from_hole`` of its own. With ``low`` the pot is split between the best hand and the best low hand of a strength of
    at least ``least_low``, if there is one. Raises `BadCard` and `BadCount`.
    """
    own, table, out = [ranking.cards(hand) for hand in hands], ranking.cards(board), ranking.cards(dead)
    unseen = _unseen(ranking, own, table, out)
    sizes = [to_board, *([to_own] * len(own))]
    _check(len(own), sizes, len(unseen))
    total = _count(len(unseen), sizes)
    exact = total <= MAX_ENUMERATED_DEALS
    deals = _every_deal(unseen, sizes) if exact else _random_deals(unseen, sum(sizes), samples, seed)
    boards = _with(table, deals[:, :to_board])
    places = range(to_board, sum(sizes) + 1, to_own) if to_own else [to_board] * len(own)
    full = [_with(hand, deals[:, at : at + to_own]) for hand, at in zip(own, places)]
    pots = [_units(ranking, full, boards, from_hole, 0)]
    if low is not None:
        pots.append(_units(low, full, boards, from_hole, least_low))
    return Equity(_summary(pots, exact), len(deals), exact)


def _unseen(ranking: Ranking, own: Sequence[tuple[Card, ...]], board: tuple[Card, ...], dead: tuple[Card, ...]) -> Rows:
    seen = [*itertools.chain(*own), *board, *dead]
    if len(set(seen)) < len(seen) or not all(0 <= card < ranking.deck.size for card in seen):
        ranking.refuse(seen)
    return np.array([card for card in range(ranking.deck.size) if card not in seen], np.uint8)


def _check(hands: int, sizes: Sequence[int], unseen: int) -> None:
    if hands < 2:
        raise BadCount(f"equity compares two hands or more, not {hands}", hands)
    if min(sizes) < 0 or sum(sizes) > unseen:
        raise BadCount(f"{sum(sizes)} cards are to come, and {unseen} are unseen", sum(sizes))


def _count(unseen: int, sizes: Sequence[int]) -> int:
    """Return the number of deals: a choice of unseen cards for the board, then for each hand."""
    taken = itertools.accumulate(sizes, initial=0)
    return math.prod(math.comb(unseen - before, size) for before, size in zip(taken, sizes))


def _every_deal(unseen: Rows, sizes: Sequence[int]) -> Rows:
    """Return all deals: a row of cards for each, first those to the board, then those to each hand."""
    dealt, left = np.zeros((1, 0), np.uint8), unseen[None, :]
    for size in sizes:
        if not size:
            continue
        choices = _choices(left.shape[1], size)
        rest = np.ones((len(choices), left.shape[1]), np.bool_)
        np.put_along_axis(rest, choices.astype(np.intp), False, 1)
        others = np.nonzero(rest)[1].reshape(len(choices), -1)
        dealt = np.concatenate([np.repeat(dealt, len(choices), axis=0), left[:, choices].reshape(-1, size)], axis=1)
        left = left[:, others].reshape(len(dealt), -1)
    return dealt


def _choices(of: int, number: int) -> Rows:
    every = itertools.chain.from_iterable(itertools.combinations(range(of), number))
    return np.fromiter(every, np.uint8).reshape(-1, number)


def _random_deals(unseen: Rows, cards: int, samples: int, seed: int) -> Rows:
    if samples < 2:
        raise BadCount(f"an estimate takes 2 random deals or more, not {samples}", samples)
    order = np.random.default_rng(seed).random((samples, len(unseen)), np.float32).argsort(axis=1)
    return unseen[order[:, :cards]]


def _with(cards: tuple[Card, ...], more: Rows) -> Rows:
    same = np.broadcast_to(np.array(cards, np.uint8), (len(more), len(cards)))
    return np.concatenate([same, more], axis=1)


def _units(ranking: Ranking, hands: Sequence[Rows], boards: Rows, from_hole: int | None, least: int) -> Units:
    """Return each hand's part of a pot in each deal, (hand, deal), in units that any number of winners can share."""
    if from_hole is None:
        found = [ranking.strengths(np.concatenate([hand, boards], axis=1), trusted=True) for hand in hands]
    else:
        found = [ranking.strengths_with_hole(hand, boards, from_hole, trusted=True) for hand in hands]
    strengths = np.stack(found)
    best = strengths.max(axis=0)
    wins = (strengths == best) & (best >= least)
    whole = math.lcm(*range(1, len(hands) + 1))
    units: Units = wins * (whole // np.maximum(wins.sum(axis=0), 1))
    return units


def _summary(pots: Sequence[Units], exact: bool) -> tuple[HandEquity, ...]:
    """Return the equity of each hand from its parts of the high pot and, if there is one, the low pot."""
    high = pots[0]
    whole, deals = int(high[:, 0].sum()), high.shape[1]
    parts = 2 * high
    if len(pots) > 1:
        contested = pots[1].any(axis=0)  # without a low hand the best hand wins the whole pot
        parts = np.where(contested, high + pots[1], 2 * high)
    found = []
    for hand in parts:
        won, share = hand == 2 * whole, Fraction(int(hand.sum()), 2 * whole * deals)
        error = 0.0 if exact else float(hand.std() / (2 * whole) / math.sqrt(deals))
        tied = np.count_nonzero((hand > 0) & ~won)
        found.append(HandEquity(Fraction(int(np.count_nonzero(won)), deals), Fraction(int(tied), deals), share, error))
    return tuple(found)
