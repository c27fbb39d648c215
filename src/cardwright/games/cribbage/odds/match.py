"""The chance to win a match of several games, from that of the game in play. A win counts one game here: no skunks."""

import functools
from collections.abc import Iterable

from msgspec.structs import replace

from cardwright.answers import Line
from cardwright.games.cribbage.odds.board import chance
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import CribbageView


def of_match(game: Cribbage, view: CribbageView, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines of the chance to win this game as lines of the chance to win the match."""
    lost, won = after_game(game, view)
    scale = won - lost
    return tuple(
        replace(
            line,
            value=lost + scale * line.value,
            error=scale * line.error,
            gap_error=None if line.gap_error is None else scale * line.gap_error,
        )
        for line in lines
    )


def after_game(game: Cribbage, view: CribbageView) -> tuple[float, float]:
    """Return the chance to win the match if this game is lost, and if it is won."""
    own = sum(won.games for won in view.won if won.player == view.player)
    others = sum(won.games for won in view.won) - own
    loser_deals = game.settings["next_deal"] == "loser"
    opened = view.opener == view.player
    wanted: int = game.settings["games"]
    left, others_left = wanted - own, wanted - others
    if_lost = before_game(game.to, left, others_left - 1, loser_deals or not opened, loser_deals)
    return if_lost, before_game(game.to, left - 1, others_left, not loser_deals and not opened, loser_deals)


@functools.lru_cache(maxsize=4096)
def before_game(to: int, left: int, others_left: int, deals: bool, loser_deals: bool) -> float:
    """Return the chance to win a match before a game, by the games that each still needs; ``deals``: first to deal."""
    if left <= 0 or others_left <= 0:
        return float(left <= 0)
    win = chance(to, to) if deals else 1 - chance(to, to)
    if_won = before_game(to, left - 1, others_left, not loser_deals and not deals, loser_deals)
    if_lost = before_game(to, left, others_left - 1, loser_deals or not deals, loser_deals)
    return win * if_won + (1 - win) * if_lost
