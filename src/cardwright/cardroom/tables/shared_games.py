"""Games with the same options, which the tables of a process share."""

import functools

import msgspec

from cardwright import games
from cardwright.game import AnyGame


@functools.lru_cache(maxsize=256)
def shared_game(name: str, options: bytes) -> AnyGame:
    """Return a game; in each process equal options share one, with its compiled tables."""
    return games.create(name, **msgspec.json.decode(options))
