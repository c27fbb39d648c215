"""The points of a crib, exactly, given the six cards that one player holds.

The model of the other player: every hand that they may hold is equally likely. They keep the four cards that are worth
most by ranks alone: the mean of fifteens, pairs and runs over all starters, and the value of the two laid away by
`crib_average`. Of cards of one rank all are equally likely to be laid away.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.cribbage.crib_average import crib_table
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.scoring import DECK, RANK


def laid_away(held: Sequence[Card], dealer: bool, deck: Sequence[Card] = range(DECK.size)) -> NDArray[np.int64]:
    """Return how often the other lays away cards a < b while c may be the starter, at [a, b, c], by some scale.

    ``dealer`` is true if the other deals.
    """
    unseen = np.array([card for card in deck if card not in held], np.uint8)
    by_rank = np.bincount([RANK[card] for card in deck], minlength=len(DECK.ranks)).astype(np.int32)
    weights = np.zeros((DECK.size,) * 3, np.int64)
    _kernels.laid_by_rank(unseen, by_rank, crib_table(own=dealer), weights)
    return weights


def mean(away: tuple[Card, Card], weights: NDArray[np.int64]) -> Fraction:
    """Return the mean points of a crib with these two cards, by the weights of the other two and the starter."""
    sums = np.zeros(2, np.int64)
    _kernels.crib_points(*away, weights, sums)
    return Fraction(int(sums[1]), int(sums[0]))
