"""The weight that each hand wins from a range of hands, exactly, over all cards that may still come to a board."""

import functools
import math
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.poker.odds import _kernels
from cardwright.games.poker.odds.two_ranges import (
    BOARD_CARDS,
    HOLE_CARDS,
    all_pairs,
    compatible_weight,
    equities,
)
from cardwright.ranking import Ranking
from cardwright.ranking.rows import beside

FloatArray = NDArray[np.float64]


class AgainstRange(NamedTuple):
    """For each pair of cards the weight of the other range's hands that go with it, and the part that it wins."""

    won: FloatArray
    weight: FloatArray


class _RunOuts(NamedTuple):
    """The hands that a board allows, and their strengths on all complete boards (board, hand), -1 where they overlap.

    ``boards_count`` is the number of complete boards that go with two hands.
    """

    pair_indices: NDArray[np.int64]
    cards: NDArray[np.int64]
    strengths: NDArray[np.int32]
    order: NDArray[np.int64]
    boards_count: int


def against_range(ranking: Ranking, board: tuple[Card, ...], weight: FloatArray) -> AgainstRange:
    """Return what all pairs of cards win from a range, given by the weight of all pairs.

    Before the flop, hands that differ only by the names of suits share their mean (see `heads_up`).
    """
    if not board:
        known = equities(ranking, board)
        return AgainstRange(known.won_from(weight), known.compatible_weight(weight))
    run_outs = _run_outs(ranking, board)
    part = weight[run_outs.pair_indices]
    won = np.zeros(len(part))
    _kernels.won(run_outs.strengths, run_outs.order, run_outs.cards, part, won)
    against = AgainstRange(np.zeros(len(weight)), np.zeros(len(weight)))
    against.won[run_outs.pair_indices] = won / run_outs.boards_count
    against.weight[run_outs.pair_indices] = compatible_weight(run_outs.cards, part, ranking.deck.size)
    return against


@functools.lru_cache(maxsize=2)
def _run_outs(ranking: Ranking, board: tuple[Card, ...]) -> _RunOuts:
    hands, size = all_pairs(ranking.deck.size), ranking.deck.size
    pair_indices = np.flatnonzero(~np.isin(hands, board).any(axis=1))
    hands, to_come = hands[pair_indices], BOARD_CARDS - len(board)
    run_outs = list(combinations(ranking.deck.without(board), to_come))
    strengths = np.empty((len(run_outs), len(hands)), np.int32)
    for row, cards in zip(strengths, run_outs, strict=True):
        row[:] = ranking.strengths(beside((*board, *cards), hands), trusted=True)
        for card in cards:
            row[(hands == card).any(axis=1)] = -1
    boards_count = math.comb(size - len(board) - 2 * HOLE_CARDS, to_come)
    return _RunOuts(pair_indices, hands.astype(np.int64), strengths, strengths.argsort(axis=1), boards_count)
