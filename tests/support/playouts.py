"""Short games of every kind: how many a test plays, what Hypothesis chooses, and the form that opens one."""

import os

from hypothesis import strategies

from cardwright.testing import short
from cardwright.testing.rooms import Options

PLAYOUTS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))  # seed, opening


def game_count(usual: int) -> int:
    """Return the number of games to play: the usual one, or CARDWRIGHT_GAMES in a long run."""
    return int(os.environ.get("CARDWRIGHT_GAMES", usual))


def short_form(game: str) -> dict[str, str]:
    """Return the fields of the form that keep a game short."""
    return form_of(short(game))


def form_of(options: Options) -> dict[str, str]:
    """Return the fields of the form for these options."""
    return {
        f"o-{name}": "yes" if value is True else "no" if value is False else str(value)
        for name, value in options.items()
    }
