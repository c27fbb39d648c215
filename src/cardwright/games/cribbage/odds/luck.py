"""The chance to win with all cards known, for separating luck from play: a deal is played out by fast players.

Before a deal is laid away both players lay away by averages, and all starters are counted; in the play the cards kept
are those of the game. The end of the deal is valued by `board`.
"""

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.crib_average import SPLITS, laid_away
from cardwright.games.cribbage.odds.board import board, chance
from cardwright.games.cribbage.odds.match import after_game
from cardwright.games.cribbage.odds.worlds import crib_table
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.state import CribbageState

FROM_THE_LEAD = np.array([-1], np.int32)  # no first card is given


def columns(game: Cribbage) -> int:
    """Return in how many ways a position is valued."""
    return 1


def values(game: Cribbage, state: CribbageState) -> list[list[float]]:
    """Return the chance of each seat to win the match."""
    pone = 1 - state.dealer
    needs = [game.to - score for score in state.scores]
    if state.phase == "lay away":
        won = _dealt(state.hands[pone], state.hands[state.dealer], needs[pone], needs[state.dealer])
    elif state.phase == "play" and state.starter is not None:
        won = _started(state, state.starter, needs[pone], needs[state.dealer])
    else:
        won = 1 - chance(needs[state.dealer], needs[pone])
    first = won if pone == 0 else 1 - won
    if game.settings["games"] > 1:
        if_lost, if_won = after_game(game, game.view(state, 0))
        first = if_lost + (if_won - if_lost) * first
    return [[first], [1 - first]]


def _dealt(pone: tuple[Card, ...], dealer: tuple[Card, ...], need: int, others_need: int) -> float:
    """Return the pone's chance with these six cards each, over all starters."""
    hand = np.array(sorted(pone), np.uint8)
    away = laid_away(hand[None], crib_table(own=False))[0]
    kept = [place for place, card in enumerate(hand) if card not in away]
    way = np.array([SPLITS.index(tuple(kept))], np.int32)
    seen = next(card for card in range(DECK.size) if card not in pone and card not in dealer)
    world = np.array([[*sorted(dealer), seen]], np.uint8)
    out = np.empty((1, 1, 5))
    _kernels.lay_values(hand, 1, world, crib_table(own=True), need, others_need, board(), way, out)
    return float(out[0, 0, 0])


def _started(state: CribbageState, starter: Card, need: int, others_need: int) -> float:
    """Return the pone's chance with the cards that both kept, and this starter, before the first card is played."""
    pone = 1 - state.dealer
    mine = np.array([*state.hands[pone], *state.laid[pone]], np.uint8)
    theirs: NDArray[np.uint8] = np.array([[*state.hands[state.dealer], *state.laid[state.dealer]]], np.uint8)
    nothing, out = np.zeros(0, np.int32), np.empty((1, 1))
    _kernels.play_values(mine, 0, 0, 1, starter, theirs, nothing, 1, 1, need, others_need, board(), FROM_THE_LEAD, out)
    return float(out[0, 0])
