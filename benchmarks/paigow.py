"""Pai Gow Poker: set hands by the house way, compare deals and play random games.

No other package sets pai gow hands, so the kernels are compared with `house_way.set_hand`, the reference.
"""

from collections.abc import Callable

import numpy as np
from benchmarks._play import random_play

from cardwright.games.paigow import _kernels
from cardwright.games.paigow.house_way import set_hand
from cardwright.games.paigow.match import count_fouls, house_way_match
from cardwright.games.paigow.rules import PaiGow

DEALS = 500_000


def random_hands(count: int, seed: int = 1) -> np.ndarray:
    """Return random hands of seven, each in ascending order."""
    rng = np.random.default_rng(seed)
    return np.sort(rng.random((count, 53)).argpartition(7, axis=1)[:, :7].astype(np.uint8), axis=1)


def array_of_hands(hands: np.ndarray) -> int:
    """Set an array of hands by Trump Plaza."""
    places, values = np.empty((len(hands), 2), np.uint8), np.empty((len(hands), 2), np.int32)
    _kernels.set_hands(hands, 0, 0, places, values)
    return len(hands)


def with_reasons(hands: list[list[int]]) -> int:
    """Set hands with reasons."""
    for hand in hands:
        set_hand(hand)
    return len(hands)


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    hands = random_hands(100_000)
    few = hands[:2_000].tolist()
    return {
        "all 154,143,080 pai gow hands, set by Trump Plaza": (lambda: count_fouls("trump_plaza")[0], "hands"),
        "Trump Plaza against itself": (lambda: house_way_match("trump_plaza", DEALS, 1).deals, "deals"),
        "random pai gow hands set, as an array": (lambda: array_of_hands(hands), "hands"),
        "random pai gow hands set, with reasons": (lambda: with_reasons(few), "hands"),
        "pai gow played at random": (lambda: random_play(PaiGow(), 20), "actions"),
        "pai gow at home, played at random": (lambda: random_play(PaiGow(form="home", players=4), 100), "actions"),
    }
