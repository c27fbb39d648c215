"""Walks: a hand's strength by one table look-up for each of its cards.

A hand so far is of a class. Its class and the next card give the class of the longer hand, and the class of a hand that
lacks one card and the last card give a strength. Hands that no further cards distinguish are of one class.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.hands import Bools, HandsByCard
from cardwright.ranking.by_card.lines import Rows
from cardwright.ranking.compile import Strengths

MAX_CELLS = 18_000_000
"""The most pairs of a hand that lacks one card and a card: five of 52 have 14,077,700, which take 60 MB at most."""


class Lane(NamedTuple):
    """The cards (by type) of which a hand must hold a number to be walked; a walk begins with as many of them.

    The kernel counts them in a lane of four bits of its sums, see `_kernels`.
    """

    inside: Bools
    least: int


class Walk:
    """The classes of hands of all sizes, as two flat tables by the place of a class plus a card.

    ``following`` has the places of the classes of longer hands, and ``last`` the strengths of whole hands; the first
    class is at 0. ``stride`` is the distance between the places of classes: a power of two, and room for the deck.
    """

    def __init__(self, hands: HandsByCard, table: Strengths, lanes: Sequence[Lane]) -> None:
        """``table`` has the strength of every hand by the place of its row of types (`HandsByCard.places`)."""
        cards = np.arange(1 << max(len(hands.type_of) - 1, 1).bit_length())
        self.stride = len(cards)
        # A number that is not a card is read as the first card, so that unchecked rows read only the tables.
        type_of = hands.type_of[np.where(cards < len(hands.type_of), cards, 0)]
        *inner, outer = reversed(list(_layers(hands, table, lanes)))
        ends = itertools.accumulate(len(layer) * self.stride for layer in inner[:-1])
        starts = [*ends, 0]  # of the classes that each layer leads to; the last are in a table of their own
        following = [(layer[:, type_of] * self.stride + start).reshape(-1) for layer, start in zip(inner, starts)]
        self.following = np.concatenate([*following, np.zeros(1, np.uint32)])
        self.last = np.ascontiguousarray(outer[:, type_of]).reshape(-1)
        self.memory = self.following.nbytes + self.last.nbytes


def has_room(hands: HandsByCard) -> bool:
    """Return true if hands are few enough for a walk."""
    types, shorter = len(hands.cards), hands.size - 1
    multisets = math.comb(types + shorter - 1, shorter)
    number = multisets if hands.declaration.dice else min(multisets, math.comb(len(hands.type_of), shorter))
    return number * types <= MAX_CELLS


def _layers(hands: HandsByCard, table: Strengths, lanes: Sequence[Lane]) -> Iterator[NDArray[np.uint32] | Strengths]:
    """Yield for hands that lack one card, two cards ... the class or strength that each type leads to (class, type)."""
    numbers: NDArray[np.uint32] | Strengths = table
    for held in range(hands.size - 1, -1, -1):
        rows, _ = hands.multisets(held, len(hands.cards))
        within = np.zeros(len(rows), np.bool_)
        for lane in lanes:
            within |= lane.inside[rows].sum(axis=1) >= min(lane.least, held)
        rows = rows[within]
        by_type = numbers[hands.places_with(rows)]
        _fill(by_type, hands, rows)
        found = np.ascontiguousarray(by_type.T)
        as_bytes = found.view(f"V{found.itemsize * found.shape[1]}").reshape(-1)
        _, first, of = np.unique(as_bytes, return_index=True, return_inverse=True)
        yield found[first]
        numbers = np.zeros(math.comb(len(hands.cards) + held - 1, held), np.uint32)
        numbers[hands.places(rows)] = of.reshape(-1)


def _fill(by_type: NDArray[np.uint32] | Strengths, hands: HandsByCard, rows: Rows) -> None:
    """Let types of which no card is left lead where another type of their rank does: more hands are then alike."""
    left, ranks = hands.left(rows), hands.rank[: len(by_type)]
    for rank in np.unique(ranks):
        of = np.flatnonzero(ranks == rank)
        here = np.flatnonzero(~left[of].all(axis=0))
        block, can = by_type[np.ix_(of, here)], left[np.ix_(of, here)]
        other = np.where(can.any(axis=0), block[can.argmax(axis=0), np.arange(len(here))], 0)
        by_type[np.ix_(of, here)] = np.where(can, block, other)
