"""Pai Gow Poker: set hands by the house way, compare deals and play random games.

No other package sets pai gow hands, so the kernels are compared with `house_way.set_hand`, the reference.
"""

from collections.abc import Callable

import numpy as np
from benchmarks._play import random_play

from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.house_way import set_hand
from cardwright.games.paigow.odds import setting_odds
from cardwright.games.paigow.odds.house_ways import lint
from cardwright.games.paigow.odds.way_table import set_all
from cardwright.games.paigow.rules import PaiGow


def random_hands(count: int, seed: int = 1) -> np.ndarray:
    """Return random hands of seven, each in ascending order."""
    rng = np.random.default_rng(seed)
    return np.sort(rng.random((count, 53)).argpartition(7, axis=1)[:, :7].astype(np.uint8), axis=1)


def array_of_hands(hands: np.ndarray) -> int:
    """Set an array of hands by Trump Plaza."""
    return len(set_all(hands, "trump_plaza")[0])


def odds_of(hand: tuple[int, ...]) -> int:
    """Count every setting of one hand against every hand of the dealer."""
    setting_odds(hand)
    return 1


def with_reasons(hands: list[list[int]]) -> int:
    """Set hands with reasons."""
    for hand in hands:
        set_hand(hand)
    return len(hands)


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return the measures: name, work and unit."""
    hands = random_hands(100_000)
    few, hand = hands[:2_000].tolist(), DECK.parse_cards("Jo Ac Kd Qh Ts 7c 4d")
    return {
        "all 154,143,080 pai gow hands, set by Trump Plaza": (
            lambda: sum(rule.hands for rule in lint("trump_plaza")),
            "hands",
        ),
        "all settings of a pai gow hand against all hands of the dealer": (lambda: odds_of(hand), "hands"),
        "random pai gow hands set, as an array": (lambda: array_of_hands(hands), "hands"),
        "random pai gow hands set, with reasons": (lambda: with_reasons(few), "hands"),
        "pai gow played at random": (lambda: random_play(PaiGow(), 20), "actions"),
        "pai gow at home, played at random": (lambda: random_play(PaiGow(form="home", players=4), 100), "actions"),
    }
