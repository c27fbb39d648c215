"""How the other player lays away and plays, estimated from past deals.

There are three styles, estimated separately for laying away and for the play. A *loose* player tends to choose what
loses little by the averages, a *careful* one chooses the best by them but for a few slips. A *greedy* one chooses what
counts most by itself: in laying away without the starter, in the play without regard to the reply.
"""

import functools
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.cribbage.counting import Cards
from cardwright.games.cribbage.crib_average import crib_table
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.scoring import RANK
from cardwright.games.cribbage.state import CribbageView, PastDeal

LOOSE, CAREFUL, GREEDY = range(3)
PRIOR = np.array([0.5, 0.3, 0.2])
LAYING_LOSS_FACTOR = 0.6  # points: a loose player does what loses this much an eighth as often as the best
PLAY_LOSS_FACTOR = 0.8  # points: the same of a card played
SLIPS_SHARE = 0.05  # of the choices of a careful or a greedy player
OTHER_LAYINGS_COUNT = 14
OTHER_CARDS_COUNT = 1.5  # about as many as can be played besides, where there is a choice
NO_LOSS_POINTS = 1e-9

Shares: TypeAlias = NDArray[np.float64]  # by style


def laying_likelihoods(cards: NDArray[np.uint8], own: bool) -> NDArray[np.float64]:
    """Return the chance that a player of each style keeps the first four of each six cards (style, row).

    ``own`` if the crib is the player's own.
    """
    by_row = np.empty((3, len(cards)))
    _kernels.laying_losses(cards, crib_table(own=own), LAYING_LOSS_FACTOR, by_row)
    losses, loose, is_other = by_row
    slip = SLIPS_SHARE / OTHER_LAYINGS_COUNT
    by_slips = [np.where(slipped, slip, 1 - SLIPS_SHARE) for slipped in (losses > NO_LOSS_POINTS, is_other > 0)]
    return np.stack([loose, *by_slips])


def play_likelihoods(
    own_six: NDArray[np.uint8], dealer: int, starter: Card, cards: NDArray[np.uint8], history: NDArray[np.int32]
) -> NDArray[np.float64]:
    """Return the chance that a player of each style who holds ``cards`` plays as in a history (style, row).

    For the arguments see `_kernels.play_losses`.
    """
    by_row = np.empty((5, len(cards)))
    _kernels.play_losses(own_six, dealer, starter, cards, history, PLAY_LOSS_FACTOR, by_row)
    _, loose, *slips, choices = by_row
    slip = SLIPS_SHARE / OTHER_CARDS_COUNT
    return np.stack([loose, *(slip**each * (1 - SLIPS_SHARE) ** (choices - each) for each in slips)])


def style_shares(view: CribbageView) -> tuple[Shares, Shares]:
    """Return the probability of each style of the other player, in laying away and in the play."""
    both = np.array([PRIOR, PRIOR])
    for deal, laid in zip(view.past, view.past_laid, strict=True):
        both *= _likelihoods(deal, laid, view.player)
        both /= both.sum(axis=1, keepdims=True)
    return both[0], both[1]


@functools.lru_cache(maxsize=1024)
def _likelihoods(deal: PastDeal, laid: Cards, player: Player) -> NDArray[np.float64]:
    """Return the likelihoods of the other's choices in a deal: in laying away, in the play (2, style)."""
    hands: list[list[Card]] = [[], []]
    for who, card in deal.played:
        hands[who].append(card)
    own_six = np.array([*hands[player], *laid], np.uint8)
    others = np.array([[*hands[1 - player], *(card for card in deal.crib if card not in laid)]], np.uint8)
    history = np.array([RANK[card] for _, card in deal.played], np.int32)
    is_own = deal.dealer != player
    laying = laying_likelihoods(others, is_own)
    play = play_likelihoods(own_six, int(is_own), deal.starter, others, history)
    return np.stack([laying[:, 0], play[:, 0]])
