"""The value of every score by the options: the chance to win the match, or the net wins where one game counts several.

A match of several games is won or lost, and a win by a skunk counts for more than one game of it. In a single game with
skunks a win is worth 1, 2 or 4 games, a loss -1, -2 or -4.
"""

import functools
from typing import NamedTuple, TypeAlias

import numpy as np

from cardwright.answers import Unit
from cardwright.games.cribbage.odds.board_table import MARGINS_COUNT, Chances, results
from cardwright.games.cribbage.rules import GAMES_BY_MARGIN, Cribbage, margin
from cardwright.games.cribbage.state import CribbagePublic

CHANCE_TO_WIN = Unit("chance to win", "share")
NET_WINS = Unit("net wins")
PLAIN_GAMES = (1, 1, 1)

ResultValues: TypeAlias = tuple[float, ...]  # of winning by the three margins, then of losing by them


class MatchTerms(NamedTuple):
    """The options that the chance to win a match follows from."""

    to: int
    loser_deals: bool
    games_by_margin: tuple[int, ...]


def unit(game: Cribbage) -> Unit:
    """Return the unit of the values of a game."""
    return NET_WINS if game.settings["skunks"] and game.settings["games"] == 1 else CHANCE_TO_WIN


def value_table(game: Cribbage, seen: CribbagePublic, player: int) -> Chances:
    """Return the values for a player at [0 if the player deals next else 1, points needed, points the other needs].

    Where a player needs nothing, the game is over and has the value of its result.
    """
    won = tuple(sum(each.games for each in seen.won if each.player == seat) for seat in (player, 1 - player))
    return _value_table(_result_values(game, won, seen.opener == player))


def value_before_deal(game: Cribbage, needs: tuple[int, int], deals: bool, won: tuple[int, int]) -> float:
    """Return the value before a deal, by the points that both still need; ``deals`` if this player deals.

    ``won`` are the games of the match that each has won. This player dealt first in the game, unless this is its first
    deal and the other's.
    """
    opened = deals or needs != (game.to, game.to)
    return float(_value_table(_result_values(game, won, opened=opened))[int(not deals), *needs])


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
    terms = MatchTerms(
        game.to, game.settings["next_deal"] == "loser", GAMES_BY_MARGIN if game.settings["skunks"] else PLAIN_GAMES
    )
    if unit(game) is NET_WINS:
        return (*map(float, terms.games_by_margin), *(-float(games) for games in terms.games_by_margin))
    needed, other_needed = (game.settings["games"] - each for each in won)
    return match_chances_by_result(terms, needed, other_needed, deals=opened)


def match_chances_by_result(terms: MatchTerms, needed: int, other_needed: int, *, deals: bool) -> ResultValues:
    """Return the chance to win a match after each result of a game, by the games that each needed before it.

    ``deals`` if this player deals first in the game.
    """
    after_win, after_loss = not terms.loser_deals and not deals, terms.loser_deals or not deals
    return (
        *(match_chance(terms, needed - games, other_needed, deals=after_win) for games in terms.games_by_margin),
        *(match_chance(terms, needed, other_needed - games, deals=after_loss) for games in terms.games_by_margin),
    )


@functools.lru_cache(maxsize=4096)
def match_chance(terms: MatchTerms, needed: int, other_needed: int, *, deals: bool) -> float:
    """Return the chance to win a match before a game, by the games that each still needs; ``deals``: first to deal."""
    if needed <= 0 or other_needed <= 0:
        return float(needed <= 0)
    chances = results()[:, terms.to, terms.to]
    if not deals:
        chances = np.roll(chances, MARGINS_COUNT)
    return float(chances @ match_chances_by_result(terms, needed, other_needed, deals=deals))
