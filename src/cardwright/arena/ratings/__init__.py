"""Measured ratings of the bots: one file for each game, as ``cardwright league GAME --json`` prints its results."""

import functools
import shlex
from importlib import resources

from cardwright import decoding, games
from cardwright.arena.league import LeagueResult, Rating

FILES = resources.files(__package__)


@functools.cache
def load_leagues() -> tuple[LeagueResult, ...]:
    """Return the leagues that were played, in the order of the games."""
    files = [FILES.joinpath(f"{name}.json") for name in games.GAMES]
    return tuple(decoding.decode(file.read_bytes(), LeagueResult) for file in files if file.is_file())


@functools.cache
def elo(game: str) -> dict[str, str]:
    """Return the rating of each measured bot of a game: "1694 ± 30"."""
    return {each.bot: f"{each.elo.mean:.0f} ± {each.elo.margin:.0f}" for each in _ratings(game)}


@functools.cache
def elo_below_best(game: str, bots: frozenset[str]) -> dict[str, float]:
    """Return by how many Elo points each of these bots is below the best of them, of those that were measured."""
    means = {each.bot: each.elo.mean for each in _ratings(game) if each.bot in bots}
    return {bot: max(means.values()) - mean for bot, mean in means.items()}


def _ratings(game: str) -> list[Rating]:
    return [each for league in load_leagues() if league.game == game for each in league.ratings]


@functools.cache
def beaten_by(game: str, bot: str) -> frozenset[str]:
    """Return the bots of a game that lost to this one in its league, by more than the interval of their results."""
    decided = [each for league in load_leagues() if league.game == game for each in league.pairings if each.decided]
    pairs = [(each.first, each.second) if each.result.mean > 0 else (each.second, each.first) for each in decided]
    return frozenset(loser for winner, loser in pairs if winner == bot)


def bots_of(league: LeagueResult) -> list[str]:
    """Return the bots of a league, weakest first as the game lists them."""
    measured = {each.bot for each in league.ratings}
    return [name for name in games.bot_names(league.game) if name in measured]


def command(league: LeagueResult) -> str:
    """Return the command that measures a league again."""
    usual = games.create(league.game, **games.room(league.game).match_options).settings
    chosen = [f"-o {name}={value}" for name, value in league.options.items() if usual[name] != value]
    words = ["cardwright", "league", league.game, *bots_of(league)]
    words += ["--deals", str(league.deals), "--seed", str(league.seed)]
    return " ".join([shlex.join(words), *chosen])
