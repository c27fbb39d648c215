"""Flexdeck Dice Poker: play random games, and with the basic bot."""

from collections.abc import Callable

from benchmarks._play import bot_play, many_at_once, random_play

from cardwright.games.flexdeck.rules import Flexdeck


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    return {
        "flexdeck played at random": (lambda: random_play(Flexdeck(), 100), "actions"),
        "flexdeck at random, 4,096 matches at once": (many_at_once("flexdeck", 100), "decisions"),
        "flexdeck played by the basic bot": (lambda: bot_play(Flexdeck(rounds=10), 1), "turns"),
    }
