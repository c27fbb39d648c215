"""Flexdeck Dice Poker: play random games, and with the basic bot."""

from collections.abc import Callable

from benchmarks._play import bot_play, random_play

from cardwright.games.flexdeck.rules import Flexdeck


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    return {
        "flexdeck played at random": (lambda: random_play(Flexdeck(), 100), "actions"),
        "flexdeck played by the basic bot": (lambda: bot_play(Flexdeck(rounds=10), 1), "turns"),
    }
