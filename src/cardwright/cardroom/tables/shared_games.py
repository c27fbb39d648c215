"""Games with the same options, which the tables of a process share."""

import functools
from typing import NamedTuple

import msgspec

from cardwright import games
from cardwright.game import AnyGame


class GameRules(NamedTuple):
    """The game that a table plays, in a form that every process can create it from."""

    game: str
    options: bytes  # JSON
    version: int


@functools.lru_cache(maxsize=256)
def shared_game(name: str, options: bytes, version: int | None = None) -> AnyGame:
    """Return a game; in each process equal options share one, with its compiled tables.

    With a version it is played by the rules of that version, if the game still knows them: see `Game.by_version`.
    """
    if version is not None:
        return shared_game(name, options).by_version(version)
    return games.create(name, **msgspec.json.decode(options))
