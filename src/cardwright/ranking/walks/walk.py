"""Walks: a hand's strength by one table look-up for each of its cards.

A hand so far is of a class. Its class and the next card give the class of the longer hand, and the class of a hand that
lacks one card and the last card give a strength. Hands that no further cards distinguish are of one class.
"""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.card_types import hands_count
from cardwright.ranking.by_card.hands import HandsByCard
from cardwright.ranking.by_rank.rows import distinct_rows
from cardwright.ranking.compile import Strengths
from cardwright.ranking.rows import Bools, Ints, Rows

MAX_CELLS = 18_000_000
"""The most pairs of a hand that lacks one card and a card: five of 52 have 14,077,700, which take 60 MB at most."""


class Lane(NamedTuple):
    """The cards (by type) of which a hand must hold a number to be walked.

    The kernel counts them in a lane of four bits of its sums, see `_kernels`.
    """

    inside: Bools
    least: int


class Walk:
    """The classes of the hands in a lane and of their parts.

    ``inner`` has for hands of no card, of one card ... the class that each type leads to (class, type), and ``outer``
    the strengths of hands that only lack one card. The first class of each but the first leads nowhere: to strength 0.
    """

    def __init__(self, hands: HandsByCard, rows: Rows, strengths: Strengths, lane: Lane) -> None:
        """``rows`` are the hands of types that have a strength above 0, all in the lane."""
        *self.inner, self.outer = reversed(list(_layers(hands, hands.table(rows, strengths), lane)))

    def flat(self, columns: Ints | NDArray[np.uint8]) -> tuple[NDArray[np.uint32], Strengths]:
        """Return two tables by the place of a class plus a column, each of which is a type; the first class is at 0.

        The first table has the places of the classes of longer hands, the second the strengths of whole hands.
        """
        ends = itertools.accumulate(len(layer) * len(columns) for layer in self.inner[:-1])
        starts = [*ends, 0]  # of the classes that each layer leads to; the last are in a table of their own
        following = [layer[:, columns] * len(columns) + start for layer, start in zip(self.inner, starts)]
        flat = np.concatenate([*(layer.reshape(-1) for layer in following), np.zeros(1, np.uint32)])
        return flat.astype(np.uint32), np.ascontiguousarray(self.outer[:, columns]).reshape(-1)


def every_card(hands: HandsByCard) -> Lane:
    """Return the lane of all cards."""
    return Lane(np.ones(len(hands.cards), np.bool_), hands.size)


def has_room(hands: HandsByCard, lane: Lane) -> bool:
    """Return true if the hands in a lane are few enough for a walk."""
    copies = np.full(len(hands.cards), hands.size) if hands.declaration.dice else hands.copies
    inside, outside = copies[lane.inside].tolist(), copies[~lane.inside].tolist()
    number = sum(
        hands_count(inside, hands.size - 1 - held) * hands_count(outside, held)
        for held in range(min(hands.size - lane.least + 1, hands.size))
    )
    return number * len(copies) <= MAX_CELLS


def _layers(hands: HandsByCard, table: Strengths, lane: Lane) -> Iterator[NDArray[np.uint32] | Strengths]:
    """Yield for hands that lack one card, two cards ... the class or strength that each type leads to (class, type)."""
    numbers: NDArray[np.uint32] | Strengths = table
    for held in range(hands.size - 1, -1, -1):
        rows, _ = hands.multisets(held, len(hands.cards))
        rows = rows[(~lane.inside[rows]).sum(axis=1) <= hands.size - lane.least]
        by_type = numbers[hands.places_with(rows)]
        _fill(by_type, hands, rows, lane)
        classes = np.ascontiguousarray(by_type.T)
        first, of = distinct_rows(classes)
        nowhere = np.zeros((1 if held else 0, classes.shape[1]), classes.dtype)
        yield np.concatenate([nowhere, classes[first]])
        numbers = hands.table(rows, (of + 1).astype(np.uint32))


def _fill(by_type: NDArray[np.uint32] | Strengths, hands: HandsByCard, rows: Rows, lane: Lane) -> None:
    """Let types of which no card is left lead where another type does: more hands are then alike.

    The other is of the same rank, and in the lane if the type is.
    """
    left, ranks = hands.left(rows), 2 * hands.rank[: len(by_type)] + lane.inside
    for rank in np.unique(ranks):
        of = np.flatnonzero(ranks == rank)
        here = np.flatnonzero(~left[of].all(axis=0))
        block, can = by_type[np.ix_(of, here)], left[np.ix_(of, here)]
        other = np.where(can.any(axis=0), block[can.argmax(axis=0), np.arange(len(here))], 0)
        by_type[np.ix_(of, here)] = np.where(can, block, other)
