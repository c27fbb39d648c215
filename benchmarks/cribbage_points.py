"""Cribbage: the points of the pone and the dealer in a deal that a bot plays with itself.

Whole deals, each from 0-0, eight in a row, so that the bots know each other's past deals as in a game. Luck is taken
out in two ways, neither of which changes the mean. Hands, crib and heels are averaged over all forty starters, which
no one knew when laying away. And fast players, the basic bot in compiled code, play the same cards: what they score
there beyond their mean of 40 million deals is luck of the cards.
"""

import os
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.game import CHANCE
from cardwright.games import create_bot
from cardwright.games.cribbage.counting import SHOW_COUNT
from cardwright.games.cribbage.crib_average import crib_table, laid_away
from cardwright.games.cribbage.odds._kernels import Stakes
from cardwright.games.cribbage.odds.board_table import mean_points
from cardwright.games.cribbage.odds.luck import play_fast
from cardwright.games.cribbage.odds.match import value_table
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import DECK, JACK_RANK, RANK, scores
from cardwright.games.cribbage.state import CribbageState
from cardwright.standard_error import NORMAL_95_FACTOR

BOT = "expert"
GAMES_COUNT = int(os.environ.get("CARDWRIGHT_GAMES", "40"))
FIRST_GAME = int(os.environ.get("CARDWRIGHT_FIRST_GAME", "1"))
DEALS_PER_GAME = 8
HEELS_POINTS = 2

Points = NDArray[np.float64]  # of the pone and the dealer


def played(bot: str, number: int) -> Points:
    """Return the points of the deals of one game, by deal: as counted, and without luck."""
    game, chance = Cribbage(first_deal="fixed"), Random(number)
    bots = [create_bot(bot, game, Random(f"{number}/{seat}")) for seat in (0, 1)]
    found: list[list[Points]] = []
    state = game.initial_state()
    while len(found) < DEALS_PER_GAME:
        player = game.players_to_act(state)[0]
        drawn = player == CHANCE
        action = game.draw(state, chance) if drawn else bots[player].advise(game.view(state, player)).action
        state = game.apply(state, player, action)
        if state.phase == "deal" and len(state.shown) == SHOW_COUNT and not any(state.hands):  # counted to its end
            pone, dealer = state.dealer, 1 - state.dealer  # the other deals next
            counted = np.array([state.scores[pone], state.scores[dealer]])
            found.append([counted, counted - luck_of_starter(state) - fast_points(game, state)])
            state = replace(state, scores=(0, 0))
    return np.array(found)


def luck_of_starter(state: CribbageState) -> Points:
    """Return the points that the starter of a deal brought at the show and as heels beyond the mean of all starters."""
    pone, dealer, crib = state.shown
    hands = (pone.cards, dealer.cards, crib.cards)
    return show_points(hands, (pone.starter,)) - show_points(hands, starters(state))


def fast_points(game: Cribbage, state: CribbageState) -> Points:
    """Return what fast players score with the same cards, over all starters, beyond their mean."""
    pone, dealer = sixes(state)
    aways = [laid_away(hand[None], crib_table(own=own))[0] for hand, own in ((pone, False), (dealer, True))]
    kept = [np.setdiff1d(hand, away) for hand, away in zip((pone, dealer), aways)]
    stakes = Stakes(game.to, game.to, value_table(game, state, 0))
    pegged = play_fast(pone, dealer, [state.shown[0].starter], stakes)
    shown = show_points((*kept, np.concatenate(aways)), starters(state))
    luck: Points = pegged[0, 1:3] + shown - np.array(mean_points()[::-1])
    return luck


def sixes(state: CribbageState) -> list[NDArray[np.uint8]]:
    """Return the six cards that the pone and the dealer of the deal that was counted were dealt, in order."""
    return [np.array(sorted((*show.cards, *state.past_laid[-1][show.player])), np.uint8) for show in state.shown[:2]]


def starters(state: CribbageState) -> list[Card]:
    """Return the forty cards of which one is turned up."""
    return sorted({*range(DECK.size)} - {card for six in sixes(state) for card in six.tolist()})


def show_points(hands: Sequence[Sequence[Card] | NDArray[np.uint8]], turned: Sequence[Card]) -> Points:
    """Return the mean points, over some starters, of the pone's hand, and of the dealer's hand, crib and heels."""
    rows = [np.array([[*cards, starter] for starter in turned], np.uint8) for cards in hands]
    pone, dealer, crib = (scores(each, crib=place == 2).mean() for place, each in enumerate(rows))
    heels = HEELS_POINTS * np.mean([RANK[starter] == JACK_RANK for starter in turned])
    return np.array([pone, dealer + crib + heels])


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return the points of the expert in self play."""
    games = np.array([played(BOT, FIRST_GAME + number).mean(axis=0) for number in range(GAMES_COUNT)])
    margins = NORMAL_95_FACTOR * games.std(axis=0, ddof=1) / GAMES_COUNT**0.5
    rows: list[tuple[str, ...]] = [("points", "deals", "pone", "dealer")]
    for name, means, ends in zip(("as counted", "without luck"), games.mean(axis=0), margins):
        shown = (f"{mean:.3f} ± {end:.3f}" for mean, end in zip(means, ends))
        rows.append((name, str(GAMES_COUNT * DEALS_PER_GAME), *shown))
    return {f"Points a deal, {BOT} with itself": rows}
