"""Pyramid Poker: play random matches, and with the basic bot."""

from collections.abc import Callable

from benchmarks._play import bot_play, random_play

from cardwright.games.pyramid.rules import Pyramid


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    return {
        "pyramid played at random": (lambda: random_play(Pyramid(), 60), "actions"),
        "pyramid played by the basic bot": (lambda: bot_play(Pyramid(), 1), "choices"),
    }
