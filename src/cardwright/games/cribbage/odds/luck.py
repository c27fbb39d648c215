"""The value of a position with all cards known, for separating luck from play: a deal is played out by fast players.

Before a deal is laid away both players lay away by averages, and all starters are counted; in the play the cards kept
are those of the game. The end of the deal is valued by `match.value_table`.
"""

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Player
from cardwright.games.cribbage.crib_average import crib_table, laid_away, split_index
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.match import CHANCE_TO_WIN, unit, value_table
from cardwright.games.cribbage.odds.worlds import history
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK
from cardwright.games.cribbage.state import CribbageState, cards_played_by

NOT_GREEDY = np.zeros(1, np.uint8)
NEXT_CARD = np.array([-1], np.int32)  # none is given


def columns(game: Cribbage) -> int:
    """Return the number of values of a position for each seat."""
    return 1


def values(game: Cribbage, state: CribbageState) -> list[list[float]]:
    """Return the value of the position for each seat."""
    pone = 1 - state.dealer
    needs = game.to - state.scores[pone], game.to - state.scores[state.dealer]
    table = value_table(game, state, pone)
    if state.phase == "lay away":
        value = _value_before_play(_six(state, pone), _six(state, state.dealer), _kernels.Stakes(*needs, table))
    elif state.phase == "play" and state.starter is not None:
        value = _value_of_play(state, state.starter, _kernels.Stakes(*needs, table))
    else:
        value = float(table[1, *needs])
    both = [value, int(unit(game) is CHANCE_TO_WIN) - value]
    return [[each] for each in (both if pone == 0 else reversed(both))]


def _value_before_play(pone: NDArray[np.uint8], dealer: NDArray[np.uint8], stakes: _kernels.Stakes) -> float:
    """Return the value for the pone with these six cards each, over all starters."""
    hand = np.sort(pone)
    away = laid_away(hand[None], crib_table(own=False))[0]
    split = np.array([split_index(hand, away)], np.int32)
    starter_seen = min(set(range(DECK.size)) - {*pone.tolist(), *dealer.tolist()})
    world = np.array([[*sorted(dealer), starter_seen]], np.uint8)
    out = np.empty((1, 1, 5))
    _kernels.lay_values(hand, 1, world, NOT_GREEDY, crib_table(own=True), stakes, split, out)
    return float(out[0, 0, 0])


def _value_of_play(state: CribbageState, starter: Card, stakes: _kernels.Stakes) -> float:
    """Return the value for the pone before the next card is played, with the cards that both kept and this starter."""
    own_cards, other_cards = (_six(state, player) for player in (1 - state.dealer, state.dealer))
    out, replies = np.empty((1, 1, 3)), np.zeros((1, 1), np.int64)
    ranks, world = history(state), other_cards[None]
    _kernels.play_values(own_cards, 1, starter, world, NOT_GREEDY, ranks, len(ranks), stakes, NEXT_CARD, out, replies)
    return float(out[0, 0, 0])


def _six(state: CribbageState, player: Player) -> NDArray[np.uint8]:
    """Return the six cards of a player, those laid away last."""
    return np.array([*cards_played_by(state, player), *state.hands[player], *state.laid[player]], np.uint8)
