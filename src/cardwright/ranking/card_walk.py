"""Walks: a hand's strength by one table look-up for each of its cards.

A hand so far is of a class, and its class and the next card give the class of the longer hand; that of a hand which lacks
one card, and the last card, give a strength. Hands that no further cards can tell apart are of one class.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card import Bools, HandsByCard, Strength
from cardwright.ranking.compile import Strengths
from cardwright.ranking.line_by_card import Ints, Rows

MAX_CELLS = 20_000_000
"""The most pairs of a hand that lacks one card and a card: five of 52 have 14,077,700, which take a second."""

MAX_BYTES = 64_000_000
"""The most room that a walk takes."""


class Walk:
    """The classes of hands of all sizes, as two flat tables by the place of a class plus a card.

    ``following`` has the places of the classes of longer hands, and ``last`` the strengths of whole hands; the first class
    is at 0. ``stride`` is the distance between the places of classes: a power of two, no less than the deck has cards.
    """

    def __init__(self, hands: HandsByCard, table: Strengths) -> None:
        """``table`` has the strength of every hand by the place of its row of types (`HandsByCard.places`)."""
        cards = np.arange(1 << max(len(hands.type_of) - 1, 1).bit_length())
        self.stride = len(cards)
        # A number that is no card leads to where the first card leads: nothing outside the tables is ever read.
        type_of = hands.type_of[np.where(cards < len(hands.type_of), cards, 0)]
        *inner, outer = reversed(list(_layers(hands, table)))
        starts = np.cumsum([0] + [len(layer) * self.stride for layer in inner[:-1]])[1:].tolist() + [0]
        following = [(layer[:, type_of] * self.stride + start).reshape(-1) for layer, start in zip(inner, starts)]
        self.following = np.concatenate([*following, np.zeros(1, np.uint32)])
        self.last = np.ascontiguousarray(outer[:, type_of]).reshape(-1)


def has_room(hands: HandsByCard) -> bool:
    """Return true if hands are few enough for a walk."""
    types, shorter = len(hands.cards), hands.size - 1
    return math.comb(types + shorter - 1, shorter) * types <= MAX_CELLS * 5 // 4


def _layers(hands: HandsByCard, table: Strengths) -> Iterator[NDArray[np.uint32] | Strengths]:
    """Yield for hands that lack one card, two cards ... the class or strength that each type leads to (class, type)."""
    numbers: NDArray[np.uint32] | Strengths = table
    for held in range(hands.size - 1, -1, -1):
        rows, _ = hands.multisets(held, len(hands.cards))
        found = numbers[hands.places_with(rows)]
        _fill(found, hands, rows)
        as_bytes = np.ascontiguousarray(found).view(f"V{found.itemsize * found.shape[1]}").reshape(-1)
        _, first, of = np.unique(as_bytes, return_index=True, return_inverse=True)
        yield found[first]
        numbers = np.zeros(math.comb(len(hands.cards) + held - 1, held), np.uint32)
        numbers[hands.places(rows)] = of.reshape(-1)


def _fill(found: NDArray[np.uint32] | Strengths, hands: HandsByCard, rows: Rows) -> None:
    """Let types of which no card is left lead to where another type of the same rank does: more hands are then alike."""
    types = np.arange(len(hands.cards))
    left = np.stack([(rows == each).sum(axis=1) < hands.copies[each] for each in types], axis=1)
    ranks = hands.rank[: len(types)]
    for rank in np.unique(ranks):
        of = np.flatnonzero(ranks == rank)
        here = np.flatnonzero(~left[:, of].all(axis=1))
        block, can = found[np.ix_(here, of)], left[np.ix_(here, of)]
        other = np.where(can.any(axis=1), block[np.arange(len(here)), can.argmax(axis=1)], 0)
        found[np.ix_(here, of)] = np.where(can, block, other[:, None])
