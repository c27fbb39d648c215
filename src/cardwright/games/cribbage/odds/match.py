"""The value of every score by the options: the chance to win the match, or the games won where one game counts several.

A match of several games is won or lost, and a win by a skunk counts for more than one game of it. In a single game with
skunks the value of a win is 1, 2 or 4 games, and that of a loss -1, -2 or -4.
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

ResultValues: TypeAlias = tuple[float, ...]  # of winning by the three margins, then of losing by them


def unit(game: Cribbage) -> Unit:
    """Return the unit of the values of a game."""
    return GAMES_WON if game.settings["skunks"] and game.settings["games"] == 1 else CHANCE_TO_WIN


def value_table(game: Cribbage, seen: CribbagePublic, player: int) -> Chances:
    """Return the values for a player at [0 if the player deals next else 1, points needed, points the other needs].

    Where a player needs nothing the game is over, and the value is that of its result.
    """
    won = tuple(sum(each.games for each in seen.won if each.player == seat) for seat in (player, 1 - player))
    return _value_table(_result_values(game, won, seen.opener == player))


def value_before_deal(game: Cribbage, needs: tuple[int, int], deals: bool, won: tuple[int, int]) -> float:
    """Return the value before a deal, by the points that both still need; ``deals`` if this player deals.

    ``won`` are the games of the match that each has won. This player dealt first in the game.
    """
    return float(_value_table(_result_values(game, won, opened=True))[int(not deals), *needs])


@functools.lru_cache(maxsize=16)
def _value_table(result_values: ResultValues) -> Chances:
    by_result, chances = np.array(result_values), results()
    values = np.stack([
        np.tensordot(by_result, chances, axes=1),
        np.tensordot(by_result, np.roll(chances, MARGINS_COUNT, axis=0).swapaxes(1, 2), axes=1),
    ])  # fmt: skip
    margins = np.array([margin(needs) for needs in range(values.shape[1])])
    values[:, 0, :] = by_result[margins]
    values[:, :, 0] = by_result[MARGINS_COUNT + margins]
    values.flags.writeable = False
    return values


def _result_values(game: Cribbage, won: tuple[int, ...], opened: bool) -> ResultValues:
    """Return the value of each result of the game in play for a player; ``opened`` if they dealt first in it."""
    games_by_margin = GAMES_COUNTED if game.settings["skunks"] else (1,) * MARGINS_COUNT
    if unit(game) is GAMES_WON:
        return (*map(float, games_by_margin), *(-float(games) for games in games_by_margin))
    loser_deals = game.settings["next_deal"] == "loser"
    games_needed, other_games_needed = (game.settings["games"] - each for each in won)
    return match_chances_by_result(game.to, games_needed, other_games_needed, opened, loser_deals, games_by_margin)


def match_chances_by_result(
    to: int,
    games_needed: int,
    other_games_needed: int,
    opened: bool,
    loser_deals: bool,
    games_by_margin: tuple[int, ...],
) -> ResultValues:
    """Return the chance to win a match after each result of a game, by the games that each needed before it."""
    # whether this player deals first in the next game
    deals_after_win = not loser_deals and not opened
    deals_after_loss = loser_deals or not opened
    after_win = (
        match_chance(to, games_needed - games, other_games_needed, deals_after_win, loser_deals, games_by_margin)
        for games in games_by_margin
    )
    after_loss = (
        match_chance(to, games_needed, other_games_needed - games, deals_after_loss, loser_deals, games_by_margin)
        for games in games_by_margin
    )
    return *after_win, *after_loss


@functools.lru_cache(maxsize=4096)
def match_chance(
    to: int,
    games_needed: int,
    other_games_needed: int,
    deals: bool,
    loser_deals: bool,
    games_by_margin: tuple[int, ...],
) -> float:
    """Return the chance to win a match before a game, by the games that each still needs; ``deals``: first to deal."""
    if games_needed <= 0 or other_games_needed <= 0:
        return float(games_needed <= 0)
    chances = results()[:, to, to]
    if not deals:
        chances = np.roll(chances, MARGINS_COUNT)
    by_result = match_chances_by_result(to, games_needed, other_games_needed, deals, loser_deals, games_by_margin)
    return float(chances @ by_result)
