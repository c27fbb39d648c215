"""The worth of a position with all cards known, for separating luck from play: a deal is played out by fast players.

Before a deal is laid away both players lay away by averages, and all starters are counted; in the play the cards kept
are those of the game. The end of the deal is valued by `match.worth`.
"""

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.crib_average import laid_away, way_of
from cardwright.games.cribbage.odds.board import Chances
from cardwright.games.cribbage.odds.match import CHANCE_TO_WIN, unit, worth
from cardwright.games.cribbage.odds.worlds import crib_table
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.state import CribbageState

FROM_THE_LEAD = np.array([-1], np.int32)  # no first card is given


def columns(game: Cribbage) -> int:
    """Return in how many ways a position is valued."""
    return 1


def values(game: Cribbage, state: CribbageState) -> list[list[float]]:
    """Return what the position is worth to each seat."""
    pone = 1 - state.dealer
    need, others_need = (game.to - state.scores[seat] for seat in (pone, state.dealer))
    worths = worth(game, state, pone)
    if state.phase == "lay away":
        value = _dealt(state.hands[pone], state.hands[state.dealer], need, others_need, worths)
    elif state.phase == "play" and state.starter is not None:
        value = _started(state, state.starter, need, others_need, worths)
    else:
        value = float(worths[1, need, others_need])
    both = [value, int(unit(game) is CHANCE_TO_WIN) - value]
    return [[each] for each in (both if pone == 0 else reversed(both))]


def _dealt(pone: tuple[Card, ...], dealer: tuple[Card, ...], need: int, others_need: int, worths: Chances) -> float:
    """Return the worth to the pone with these six cards each, over all starters."""
    hand = np.array(sorted(pone), np.uint8)
    away = laid_away(hand[None], crib_table(own=False))[0]
    way = np.array([way_of(hand, away)], np.int32)
    seen = next(card for card in range(DECK.size) if card not in pone and card not in dealer)
    world = np.array([[*sorted(dealer), seen]], np.uint8)
    out = np.empty((1, 1, 5))
    _kernels.lay_values(hand, 1, world, crib_table(own=True), need, others_need, worths, way, out)
    return float(out[0, 0, 0])


def _started(state: CribbageState, starter: Card, need: int, others_need: int, worths: Chances) -> float:
    """Return the worth to the pone with the cards that both kept, and this starter, before the first card is played."""
    pone = 1 - state.dealer
    mine = np.array([*state.hands[pone], *state.laid[pone]], np.uint8)
    theirs: NDArray[np.uint8] = np.array([[*state.hands[state.dealer], *state.laid[state.dealer]]], np.uint8)
    nothing, out = np.zeros(0, np.int32), np.empty((1, 1))
    _kernels.play_values(mine, 1, starter, theirs, nothing, need, others_need, worths, FROM_THE_LEAD, out)
    return float(out[0, 0])
