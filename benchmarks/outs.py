"""Outs: the categories that a random hand can still end in.

Caches are cleared between hands. The peer is the evaluator on every run-out, in arrays.
"""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright import ranking
from cardwright.games.poker.low_hand import low_of
from cardwright.ranking import Ranking
from cardwright.ranking.outs import _reachable, reachable

Work = Callable[[], int]

HANDS = 20
HIGH = ranking.load("dual-piecepacks")
LOW = low_of(HIGH, "table_inverted")
CASES: dict[str, tuple[Ranking, int, dict[str, Any]]] = {
    "hold'em before the flop, 52 cards": (ranking.load("standard"), 2, {"to_board": 5}),
    "hold'em before the flop, piecepacks": (HIGH, 2, {"to_board": 5}),
    "omaha before the flop, piecepacks": (HIGH, 4, {"to_board": 5, "from_hole": 2}),
    "omaha before the flop, the table upside down": (LOW, 4, {"to_board": 5, "from_hole": 2}),
    "razz, third street, the table upside down": (LOW, 3, {"to_own": 4}),
}


def random_hands(table: Ranking, own: int) -> list[list[int]]:
    """Return random hands, always the same."""
    rng = np.random.default_rng(1)
    return [rng.permutation(table.deck.size)[:own].tolist() for _ in range(HANDS)]


def searched(table: Ranking, own: int, to_come: dict[str, Any]) -> Work:
    """Return the work of the table of hands beside the cards."""
    hands = random_hands(table, own)

    def work() -> int:
        _reachable.cache_clear()
        for hand in hands:
            reachable(table, hand, **to_come)
        return len(hands)

    return work


def enumerated(table: Ranking, own: int, to_come: dict[str, Any]) -> Work:
    """Return work that evaluates every run-out of one hand."""
    (hand, *_) = random_hands(table, own)
    number = to_come.get("to_board", 0) + to_come.get("to_own", 0)
    unseen = [card for card in range(table.deck.size) if card not in hand]
    every = itertools.chain.from_iterable(itertools.combinations(unseen, number))
    runouts = np.fromiter(every, np.uint8).reshape(math.comb(len(unseen), number), number)
    holes = np.broadcast_to(np.array(hand, np.uint8), (len(runouts), own))

    def work() -> int:
        if "from_hole" in to_come:
            strengths = table.strengths_with_hole(holes, runouts, to_come["from_hole"], trusted=True)
        else:
            strengths = table.strengths(np.column_stack([holes, runouts]), trusted=True)
        {table.category_index(int(strength)) for strength in np.unique(strengths)}
        return 1

    return work


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures, in hands."""
    return {name: (searched(*case), "hands") for name, case in CASES.items()}


def peers() -> dict[str, dict[str, Work]]:
    """Return the enumeration of every run-out for each measure."""
    return {name: {"every run-out": enumerated(*case)} for name, case in CASES.items()}
