"""The table of hands beside the cards: which lines a hand may still end in, for hands drawn at random.

Nothing is remembered between hands. The peer is the evaluator looking at every run of the cards to come, in arrays.
"""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright import ranking
from cardwright.games.poker.setup import low_of
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


def drawn(table: Ranking, own: int) -> list[list[int]]:
    """Random hands, always the same."""
    rng = np.random.default_rng(1)
    return [rng.permutation(table.deck.size)[:own].tolist() for _ in range(HANDS)]


def searched(table: Ranking, own: int, to_come: dict[str, int]) -> Work:
    """What the panel does."""
    hands = drawn(table, own)

    def work() -> int:
        _reachable.cache_clear()
        for hand in hands:
            reachable(table, hand, **to_come)
        return len(hands)

    return work


def looked_at(table: Ranking, own: int, to_come: dict[str, int]) -> Work:
    """Every run of the cards to come, for one hand."""
    (hand, *_) = drawn(table, own)
    number = to_come.get("to_board", 0) + to_come.get("to_own", 0)
    unseen = [card for card in range(table.deck.size) if card not in hand]
    every = itertools.chain.from_iterable(itertools.combinations(unseen, number))
    runs = np.fromiter(every, np.uint8).reshape(math.comb(len(unseen), number), number)
    holes = np.broadcast_to(np.array(hand, np.uint8), (len(runs), own))

    def work() -> int:
        if "from_hole" in to_come:
            strengths = table.strengths_with_hole(holes, runs, to_come["from_hole"], trusted=True)
        else:
            strengths = table.strengths(np.column_stack([holes, runs]), trusted=True)
        {table.category_index(int(strength)) for strength in np.unique(strengths)}
        return 1

    return work


def measures() -> dict[str, tuple[Work, str]]:
    """Hands of which the lines within reach are told."""
    return {name: (searched(*case), "hands") for name, case in CASES.items()}


def peers() -> dict[str, dict[str, Work]]:
    """The plain way beside it."""
    return {name: {"every run": looked_at(*case)} for name, case in CASES.items()}
