"""The value of a position with all cards known, for separating luck from play: a deal is played out by fast players.

Before the players have laid away, both lay away by averages, and all starters are counted; in the play they hold the
cards that they kept. The end of the deal is valued by `match.value_table`.

How much a move gains over the move of a fast player depends on cards that its player does not see, and that is luck
too. Before the play all unseen cards are equally likely. In the play only hands are possible with which the other would
have laid away and played as it did; this is known only of the basic bot, a fast player.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.cribbage.actions import LayAway, PlayCard
from cardwright.games.cribbage.crib_average import crib_table, laid_away, split_index
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.match import CHANCE_TO_WIN, unit, value_table
from cardwright.games.cribbage.odds.moves import BEST_RANK, lay_values, play_out, stakes
from cardwright.games.cribbage.odds.worlds import worlds_before_play, worlds_of_fast_player
from cardwright.games.cribbage.outlook import peggings
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, RANK
from cardwright.games.cribbage.state import CribbageState, CribbageView, cards_played_by

KNOWN_BOT = "basic"
PLAYED_STARTERS_COUNT = 8  # starters to play out with before anyone lays away


def columns(game: Cribbage) -> int:
    """Return the number of values of a position for each seat."""
    return 1


def values(game: Cribbage, state: CribbageState) -> list[list[float]]:
    """Return the value of the position for each seat."""
    pone = 1 - state.dealer
    needs = game.to - state.scores[pone], game.to - state.scores[state.dealer]
    table = value_table(game, state, pone)
    if state.phase == "lay away":
        dealt, others = _six(state, pone), _six(state, state.dealer)
        starters = np.setdiff1d(np.arange(DECK.size), [*dealt, *others])
        seen = starters[:: len(starters) // PLAYED_STARTERS_COUNT]
        value = float(play_fast(dealt, others, seen, _kernels.Stakes(*needs, table))[:, 0].mean())
    elif state.phase == "play" and state.starter is not None:
        view, others = game.view(state, pone), _six(state, state.dealer)
        value = float(play_out(view, others[None], _kernels.Stakes(*needs, table), [BEST_RANK])[0][0, 0, 0])
    else:
        value = float(table[1, *needs])
    both = [value, int(unit(game) is CHANCE_TO_WIN) - value]
    return [[each] for each in (both if pone == 0 else reversed(both))]


def of_move(
    game: Cribbage, state: CribbageState, action: Action, player: Player, other: str, count: int, rng: Random
) -> list[float]:
    """Return for each seat a move's gain from the other's cards, above the mean over ``count`` hands that it may hold.

    In the play it is 0 unless the other is the basic bot.
    """
    view, generator = game.view(state, player), np.random.default_rng(rng.getrandbits(64))
    gain = 0.0
    if isinstance(action, LayAway):
        gain = _luck_of_laying(game, state, view, action, count, generator)
    elif isinstance(action, PlayCard) and other == KNOWN_BOT:
        gain = _luck_of_card(game, state, view, action, count, generator)
    return [gain if seat == player else -gain for seat in (0, 1)]


def _luck_of_laying(
    game: Cribbage, state: CribbageState, view: CribbageView, action: LayAway, count: int, rng: np.random.Generator
) -> float:
    hand = np.array(view.hand, np.uint8)
    fast_away = laid_away(hand[None], crib_table(own=view.dealer == view.player))[0]
    splits = split_index(hand, action.cards), split_index(hand, fast_away)
    if splits[0] == splits[1]:
        return 0.0
    others = worlds_before_play(view, 2 * count, rng)
    true = _six(state, 1 - view.player)
    starters = rng.choice(np.setdiff1d(np.arange(DECK.size), [*hand, *true]), count)
    worlds = np.array([[*sorted(true), starter] for starter in starters], np.uint8)
    return _mean_gap(lay_values(game, view, splits, np.concatenate([worlds, others]))[..., 0], count)


def _luck_of_card(
    game: Cribbage, state: CribbageState, view: CribbageView, action: PlayCard, count: int, rng: np.random.Generator
) -> float:
    if RANK[action.card] == RANK[peggings(view)[0].card]:
        return 0.0
    others = worlds_of_fast_player(view, count, rng)
    if not len(others):
        return 0.0
    worlds = np.concatenate([_six(state, 1 - view.player)[None], others])
    values, _ = play_out(view, worlds, stakes(game, view), [RANK[action.card], BEST_RANK])
    return _mean_gap(values[..., 0], 1)


def _mean_gap(values: NDArray[np.float64], true_count: int) -> float:
    """Return a move's mean gain over the fast player's in the first rows, less its mean gain in the other rows."""
    gains = values[:, 0] - values[:, 1]
    return float(gains[:true_count].mean() - gains[true_count:].mean())


def play_fast(
    pone: NDArray[np.uint8],
    dealer: NDArray[np.uint8],
    starters: Sequence[Card] | NDArray[np.int64],
    stakes: _kernels.Stakes,
) -> NDArray[np.float64]:
    """Play a deal with these six cards each by fast players; return for each starter the numbers of `lay_values`."""
    hand = np.sort(pone)
    split = np.array([split_index(hand, laid_away(hand[None], crib_table(own=False))[0])], np.int32)
    worlds = np.array([[*sorted(dealer), starter] for starter in starters], np.uint8)
    out = np.empty((len(worlds), 1, 5))
    _kernels.lay_values(hand, 1, worlds, np.zeros(len(worlds), np.uint8), crib_table(own=True), stakes, split, out)
    return out[:, 0]


def _six(state: CribbageState, player: Player) -> NDArray[np.uint8]:
    """Return the six cards of a player, those laid away last."""
    return np.array([*cards_played_by(state, player), *state.hands[player], *state.laid[player]], np.uint8)
