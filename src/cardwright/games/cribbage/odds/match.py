"""The worth of every score by the options: the chance to win the match, or the games won where one game counts several.

A match of several games is won or lost, and a win by a skunk brings it nearer by more than one game. In a single game
with skunks a win is worth 1, 2 or 4 games, and a loss as many less than nothing.
"""

import functools
from typing import TypeAlias

import numpy as np

from cardwright.answers import Unit
from cardwright.games.cribbage.odds.board import MARGINS_COUNT, Chances, margin, results
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import CribbagePublic

CHANCE_TO_WIN = Unit("chance to win", "share")
GAMES_WON = Unit("games won")
GAMES_COUNTED = (1, 2, 4)  # for a plain win, a skunk and a double skunk

Worths: TypeAlias = tuple[float, ...]  # of winning by the three margins, then of losing by them


def unit(game: Cribbage) -> Unit:
    """Return the unit of the worths of a game."""
    return GAMES_WON if game.settings["skunks"] and game.settings["games"] == 1 else CHANCE_TO_WIN


def worth(game: Cribbage, seen: CribbagePublic, player: int) -> Chances:
    """Return the worth to a player at [0 if the player deals next, own needs, the other's needs] of this game.

    Where a player needs nothing the game is over, and the worth is that of its result.
    """
    won = tuple(sum(each.games for each in seen.won if each.player == seat) for seat in (player, 1 - player))
    return _worth(_after_game(game, won, seen.opener == player))


def before_deal(game: Cribbage, needs: tuple[int, int], deals: bool, won: tuple[int, int]) -> float:
    """Return the worth before a deal, by the points that both still need; ``deals`` if this player deals.

    A match has come to ``won`` games each, and this player dealt first in the game.
    """
    return float(_worth(_after_game(game, won, opened=True))[int(not deals), *needs])


@functools.lru_cache(maxsize=16)
def _worth(worths: Worths) -> Chances:
    of_result, table = np.array(worths), results()
    found = np.stack([
        np.tensordot(of_result, table, axes=1),
        np.tensordot(of_result, np.roll(table, MARGINS_COUNT, axis=0).swapaxes(1, 2), axes=1),
    ])  # fmt: skip
    of_margin = np.array([margin(needs) for needs in range(found.shape[1])])
    found[:, 0, :] = of_result[of_margin]
    found[:, :, 0] = of_result[MARGINS_COUNT + of_margin]
    found.flags.writeable = False
    return found


def _after_game(game: Cribbage, won: tuple[int, ...], opened: bool) -> Worths:
    """Return what each result of the game in play is worth to a player who ``opened`` it, or did not."""
    counted = GAMES_COUNTED if game.settings["skunks"] else (1,) * MARGINS_COUNT
    if unit(game) is GAMES_WON:
        return (*map(float, counted), *(-float(games) for games in counted))
    loser_deals = game.settings["next_deal"] == "loser"
    left, others_left = (game.settings["games"] - each for each in won)
    return after_game(game.to, left, others_left, opened, loser_deals, counted)


def after_game(
    to: int, left: int, others_left: int, opened: bool, loser_deals: bool, counted: tuple[int, ...]
) -> Worths:
    """Return the chance to win a match after each result of a game, by the games that each needed before it."""
    if_won = not loser_deals and not opened
    if_lost = loser_deals or not opened
    return (
        *(before_game(to, left - games, others_left, if_won, loser_deals, counted) for games in counted),
        *(before_game(to, left, others_left - games, if_lost, loser_deals, counted) for games in counted),
    )


@functools.lru_cache(maxsize=4096)
def before_game(
    to: int, left: int, others_left: int, deals: bool, loser_deals: bool, counted: tuple[int, ...]
) -> float:
    """Return the chance to win a match before a game, by the games that each still needs; ``deals``: first to deal."""
    if left <= 0 or others_left <= 0:
        return float(left <= 0)
    of_result = results()[:, to, to]
    if not deals:
        of_result = np.roll(of_result, MARGINS_COUNT)
    return float(of_result @ after_game(to, left, others_left, deals, loser_deals, counted))
