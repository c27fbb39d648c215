"""The value of a position with all cards known, for separating luck from play: a deal is played out by fast players.

Before a deal is laid away both players lay away by averages, and all starters are counted; in the play the cards kept
are those of the game. The end of the deal is valued by `match.value_table`.

What a move brings beside that of a fast player depends on cards that its player does not see, and these are luck too:
before the play any cards that are left are equally likely, and in the play those with which the other would have laid
away and played as it did. They are known of the basic bot, which is a fast player.
"""

from random import Random

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import Action, Player
from cardwright.games.cribbage.actions import LayAway, PlayCard
from cardwright.games.cribbage.crib_average import crib_table, laid_away, split_index
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.match import CHANCE_TO_WIN, unit, value_table
from cardwright.games.cribbage.odds.moves import lay_values, stakes
from cardwright.games.cribbage.odds.worlds import history, own_six, worlds_before_play, worlds_of_fast_player
from cardwright.games.cribbage.outlook import peggings
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, RANK
from cardwright.games.cribbage.state import CribbageState, CribbageView, cards_played_by

KNOWN_BOT = "basic"
SEEN_STARTERS_COUNT = 8  # with which the play is played out before anyone lays away
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


def of_move(
    game: Cribbage, state: CribbageState, action: Action, player: Player, other: str, count: int, rng: Random
) -> list[float]:
    """Return for each seat what a move gains by the other's cards, above the mean of ``count`` others that it may hold.

    That is nothing in the play against another bot than the basic one.
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
    assert view.starter is not None
    if RANK[action.card] == RANK[peggings(view)[0].card]:
        return 0.0
    others = worlds_of_fast_player(view, count, rng)
    if not len(others):
        return 0.0
    worlds = np.concatenate([_six(state, 1 - view.player)[None], others])
    out, replies = np.empty((len(worlds), 2, 3)), np.zeros((len(worlds), 2), np.int64)
    ranks, styles = history(view), np.zeros(len(worlds), np.uint8)
    nexts = np.array([RANK[action.card], NEXT_CARD[0]], np.int32)
    _kernels.play_values(
        own_six(view), int(view.dealer != view.player), view.starter, worlds, styles, ranks, len(ranks),
        stakes(game, view), nexts, out, replies,
    )  # fmt: skip
    return _mean_gap(out[..., 0], 1)


def _mean_gap(values: NDArray[np.float64], true_count: int) -> float:
    """Return what a move gains beside a fast player's in the first rows, less what it gains in the others."""
    gains = values[:, 0] - values[:, 1]
    return float(gains[:true_count].mean() - gains[true_count:].mean())


def _value_before_play(pone: NDArray[np.uint8], dealer: NDArray[np.uint8], stakes: _kernels.Stakes) -> float:
    """Return the value for the pone with these six cards each, over all starters."""
    hand = np.sort(pone)
    away = laid_away(hand[None], crib_table(own=False))[0]
    split = np.array([split_index(hand, away)], np.int32)
    starters = np.setdiff1d(np.arange(DECK.size), [*pone, *dealer])
    seen = starters[:: len(starters) // SEEN_STARTERS_COUNT]
    worlds = np.array([[*sorted(dealer), starter] for starter in seen], np.uint8)
    out = np.empty((len(worlds), 1, 5))
    _kernels.lay_values(hand, 1, worlds, NOT_GREEDY.repeat(len(worlds)), crib_table(own=True), stakes, split, out)
    return float(out[:, 0, 0].mean())


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
