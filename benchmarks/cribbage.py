"""Cribbage: count shows and play random games.

No other package counts arrays of shows, so the kernels are compared with the reference implementation, `scoring.show`.
"""

from collections.abc import Callable
from random import Random

import numpy as np
from benchmarks._play import many_at_once, random_play
from numpy.typing import NDArray

from cardwright.games.cribbage.outlook import layings
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.scoring import histogram, points, scores, show

SHOWS = 12_994_800


def random_shows(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Return random hands with a starter: rows of five different cards."""
    rng = np.random.default_rng(seed)
    parts = [rng.random((some, 52)).argpartition(5, axis=1)[:, :5] for some in [10_000] * (count // 10_000)]
    return np.concatenate(parts).astype(np.uint8)


def every_show() -> int:
    """Count all hands with a starter into a histogram."""
    return sum(histogram())


def array_of_shows(hands: NDArray[np.uint8]) -> int:
    """Count an array of shows."""
    return len(scores(hands))


def one_at_a_time(hands: list[list[int]]) -> int:
    """Call the fast count from Python for each hand."""
    for a, b, c, d, starter in hands:
        points((a, b, c, d), starter)
    return len(hands)


def with_reasons(hands: list[list[int]]) -> int:
    """Count with reasons."""
    for a, b, c, d, starter in hands:
        show((a, b, c, d), starter)
    return len(hands)


def laid_away(hands: list[list[int]]) -> int:
    """Decide with the basic bot: all fifteen ways to lay away, over all starters."""
    for hand in hands:
        layings(hand, own=True)
    return len(hands)


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    hands = random_shows(1_000_000)
    few = hands[:10_000].tolist()
    sixes = [Random(seed).sample(range(52), 6) for seed in range(200)]
    return {
        f"all {SHOWS:,} cribbage hands with starter": (every_show, "hands"),
        "random cribbage shows, as an array": (lambda: array_of_shows(hands), "hands"),
        "random cribbage shows, one at a time": (lambda: one_at_a_time(few), "hands"),
        "random cribbage shows, with reasons": (lambda: with_reasons(few), "hands"),
        "cribbage hands laid away by the basic bot": (lambda: laid_away(sixes), "hands"),
        "cribbage played at random": (lambda: random_play(Cribbage(), 20), "actions"),
        "cribbage at random, 4,096 games at once": (many_at_once("cribbage", 100), "decisions"),
    }
