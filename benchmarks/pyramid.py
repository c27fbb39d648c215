"""Pyramid Poker: how fast random matches are played, and how many choices the basic bot makes."""

from collections.abc import Callable

from benchmarks._play import bot_play, random_play

from cardwright.games.pyramid.rules import Pyramid


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """What is measured: its name, the work, which returns how much of it was done, and the unit."""
    return {
        "pyramid played at random": (lambda: random_play(Pyramid(), 60), "actions"),
        "pyramid played by the basic bot": (lambda: bot_play(Pyramid(), 1), "choices"),
    }
