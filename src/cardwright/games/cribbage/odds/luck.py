"""The value of a position with all cards known, for separating luck from play: a deal is played out by fast players.

Before a deal is laid away both players lay away by averages, and all starters are counted; in the play the cards kept
are those of the game. The end of the deal is valued by `match.value_table`.
"""

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.crib_average import crib_table, laid_away, split_index
from cardwright.games.cribbage.odds.board import Chances
from cardwright.games.cribbage.odds.match import CHANCE_TO_WIN, unit, value_table
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.state import CribbageState

FROM_THE_LEAD = np.array([-1], np.int32)  # no first card is given


def columns(game: Cribbage) -> int:
    """Return the number of values of a position for each seat."""
    return 1


def values(game: Cribbage, state: CribbageState) -> list[list[float]]:
    """Return the value of the position for each seat."""
    pone = 1 - state.dealer
    needs = game.to - state.scores[pone], game.to - state.scores[state.dealer]
    table = value_table(game, state, pone)
    if state.phase == "lay away":
        value = _value_before_play(state.hands[pone], state.hands[state.dealer], needs, table)
    elif state.phase == "play" and state.starter is not None:
        value = _value_of_play(state, state.starter, needs, table)
    else:
        value = float(table[1, *needs])
    both = [value, int(unit(game) is CHANCE_TO_WIN) - value]
    return [[each] for each in (both if pone == 0 else reversed(both))]


def _value_before_play(
    pone: tuple[Card, ...], dealer: tuple[Card, ...], needs: tuple[int, int], table: Chances
) -> float:
    """Return the value for the pone with these six cards each, over all starters."""
    hand = np.array(sorted(pone), np.uint8)
    away = laid_away(hand[None], crib_table(own=False))[0]
    split = np.array([split_index(hand, away)], np.int32)
    starter_seen = next(card for card in range(DECK.size) if card not in pone and card not in dealer)
    world = np.array([[*sorted(dealer), starter_seen]], np.uint8)
    out = np.empty((1, 1, 5))
    _kernels.lay_values(hand, 1, world, crib_table(own=True), *needs, table, split, out)
    return float(out[0, 0, 0])


def _value_of_play(state: CribbageState, starter: Card, needs: tuple[int, int], table: Chances) -> float:
    """Return the value for the pone before the first card is played, with the cards that both kept and this starter."""
    pone = 1 - state.dealer
    own_cards = np.array([*state.hands[pone], *state.laid[pone]], np.uint8)
    other_cards: NDArray[np.uint8] = np.array([[*state.hands[state.dealer], *state.laid[state.dealer]]], np.uint8)
    no_history, out = np.zeros(0, np.int32), np.empty((1, 1))
    _kernels.play_values(own_cards, 1, starter, other_cards, no_history, *needs, table, FROM_THE_LEAD, out)
    return float(out[0, 0])
