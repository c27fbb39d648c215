"""How many random games a test of laws plays, and what Hypothesis chooses for one of them."""

import os

from hypothesis import strategies

PLAYOUTS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))  # seed, opening


def game_count(usual: int) -> int:
    """Return the number of games to play: the usual one, or CARDWRIGHT_GAMES in a long run."""
    return int(os.environ.get("CARDWRIGHT_GAMES", usual))
