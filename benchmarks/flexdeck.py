"""Flexdeck Dice Poker: how fast random games are played, and how many turns the basic bot reckons out."""

from collections.abc import Callable

from benchmarks._play import bot_play, random_play

from cardwright.games.flexdeck.rules import Flexdeck


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """What is measured: its name, the work, which returns how much of it was done, and the unit."""
    return {
        "flexdeck played at random": (lambda: random_play(Flexdeck(), 100), "actions"),
        "flexdeck played by the basic bot": (lambda: bot_play(Flexdeck(rounds=10), 1), "turns"),
    }
