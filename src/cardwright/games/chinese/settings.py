"""All ways to set the cards of a layout, as arrays (72,072 of thirteen cards), and a heuristic to set many hands.

The heuristic tries the strongest backs only. It values a setting by the shares of typical fronts, middles and backs
that its rows beat, as if the three were independent.
"""

import functools
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.chinese.rows import Cards, IntArray, Layout, Rows
from cardwright.games.chinese.scoring import ALL_ROWS, Scale
from cardwright.ranking.compile import Strengths

STRONGEST_BACKS_COUNT = 40
TYPICAL_HANDS_COUNT = 400
TYPICAL_ROUNDS = 2

FloatArray = NDArray[np.float32]


def _choices(cards: int, number: int) -> IntArray:
    return np.array(list(combinations(range(cards), number)), np.int64)


def _masks(indices: IntArray) -> IntArray:
    masks: IntArray = (1 << indices).sum(axis=-1)
    return masks


@functools.cache
def front_indices(layout: Layout) -> IntArray:
    """Return the places in a hand of the cards of each possible front, one a row."""
    return _choices(layout.hand, layout.front)


@functools.cache
def row_indices(layout: Layout) -> IntArray:
    """Return the places in a hand of the cards of each possible middle or back, one a row."""
    return _choices(layout.hand, layout.row)


class Splits(NamedTuple):
    """For each row of one kind that is set first, the numbers of the other two: (first, choice)."""

    middles: IntArray
    others: IntArray


@functools.cache
def splits_by_front(layout: Layout) -> Splits:
    """Return for each of `front_indices` the middles and the backs of `row_indices`."""
    return _splits(layout, front_indices(layout))


@functools.cache
def splits_by_back(layout: Layout) -> Splits:
    """Return for each back of `row_indices` the middles of `row_indices` and the numbers of `front_indices`."""
    return _splits(layout, row_indices(layout))


def _splits(layout: Layout, first: IntArray) -> Splits:
    number_of_mask = np.zeros(1 << layout.hand, np.int64)
    for indices in (row_indices(layout), front_indices(layout)):
        number_of_mask[_masks(indices)] = np.arange(len(indices))
    first_masks = _masks(first)
    indices_left = np.array(
        [[index for index in range(layout.hand) if not mask >> index & 1] for mask in first_masks.tolist()]
    )
    middles = _masks(indices_left[:, _choices(indices_left.shape[1], layout.row)])
    other_masks = (1 << layout.hand) - 1 - first_masks[:, None] - middles
    return Splits(number_of_mask[middles], number_of_mask[other_masks])


class Candidates(NamedTuple):
    """Settings of one hand: the numbers of the rows in `front_indices` and `row_indices`, and their strengths."""

    places: tuple[IntArray, IntArray, IntArray]
    strengths: tuple[IntArray, IntArray, IntArray]

    def only(self, kept: NDArray[np.bool_] | IntArray) -> "Candidates":
        """Return some of the settings."""
        places, strengths = ([row[kept] for row in rows] for rows in self)
        return Candidates((places[0], places[1], places[2]), (strengths[0], strengths[1], strengths[2]))


class SetHands(NamedTuple):
    """Rows of many hands: the strengths of front, middle and back, and which hands are fouls."""

    front: IntArray
    middle: IntArray
    back: IntArray
    foul: NDArray[np.bool_]


class TypicalRows(NamedTuple):
    """Typical rows: the strengths of fronts in order, and the shares of middles and backs that each strength beats."""

    fronts: IntArray
    middles: FloatArray
    backs: FloatArray

    def front_shares(self, strengths: IntArray) -> FloatArray:
        """Return the share of fronts that each front beats, ties counting half."""
        below, at_most = (
            np.searchsorted(self.fronts, strengths, "left"),
            np.searchsorted(self.fronts, strengths, "right"),
        )
        return ((below + at_most) / (2 * len(self.fronts))).astype(np.float32)


def expected_points(scale: Scale, front: FloatArray, middle: FloatArray, back: FloatArray) -> FloatArray:
    """Return the expected points of rows that win with these chances, independent of each other."""
    total = 2 * (front + middle + back) - ALL_ROWS
    if scale.sweep:
        total = total + scale.sweep * (front * middle * back - (1 - front) * (1 - middle) * (1 - back))
    if scale.most:
        most_chance = front * (middle + back) + middle * back - 2 * front * middle * back
        total = total + scale.most * (2 * most_chance - 1)
    return total


def candidates(rows: Rows, hand: Sequence[Card]) -> Candidates:
    """Return all settings of a hand that are no fouls."""
    cards = np.array(hand, np.uint8)
    all_rows = cards[row_indices(rows.layout)]
    narrow_strengths = rows.ranking.strengths(all_rows, trusted=True)
    orders, strengths = rows.middle_order(all_rows, narrow_strengths), narrow_strengths.astype(np.int64)
    fronts = rows.front_strengths(cards[front_indices(rows.layout)])
    middles, backs = splits_by_front(rows.layout)
    is_legal = (strengths[backs] >= strengths[middles]) & (orders[middles] >= fronts[:, None])
    front = np.nonzero(is_legal)[0]
    middle, back = middles[is_legal], backs[is_legal]
    return Candidates((front, middle, back), (fronts[front], strengths[middle], strengths[back]))


def random_hands(cards: Cards, size: int, number: int, rng: np.random.Generator) -> Cards:
    """Return random hands of ``size`` of some cards, one a row."""
    if len(cards) == size:
        return np.broadcast_to(cards, (number, size))
    return cards[rng.random((number, len(cards)), np.float32).argpartition(size, axis=1)[:, :size]]


def set_quickly(rows: Rows, hands: Cards, scale: Scale, typical: TypicalRows | None) -> SetHands:
    """Set each hand well against typical rows; with None, with the strongest back and then the strongest middle."""
    count, layout = len(hands), rows.layout
    splits = splits_by_back(layout)
    all_rows = hands[:, row_indices(layout)].reshape(-1, layout.row)
    strengths = rows.ranking.strengths(all_rows, trusted=True)
    in_order = _in_order(rows, all_rows, strengths).reshape(count, -1)
    strengths = strengths.reshape(count, -1)
    fronts = rows.front_strengths(hands[:, front_indices(layout)].reshape(-1, layout.front)).reshape(count, -1)
    least = strengths.shape[1] - STRONGEST_BACKS_COUNT
    backs = np.argpartition(strengths, least, axis=1)[:, least:]
    hand_index = np.arange(count)[:, None]
    middle_of, front_of = splits.middles[backs].reshape(count, -1), splits.others[backs].reshape(count, -1)
    back_of = np.repeat(backs, splits.middles.shape[1], axis=1)
    middle, back = strengths[hand_index, middle_of], strengths[hand_index, back_of]
    is_foul = (middle > back) | (fronts[hand_index, front_of] > in_order[hand_index, middle_of])
    if typical is None:
        values = back.astype(np.float32) * len(rows.ranking) + middle
    else:
        values = expected_points(
            scale, typical.front_shares(fronts)[hand_index, front_of], typical.middles[middle], typical.backs[back]
        )
    values[is_foul] = -np.inf
    best = values.argmax(axis=1)
    chosen = hand_index[:, 0], best
    front = fronts[hand_index[:, 0], front_of[chosen]]
    return SetHands(front, middle[chosen].astype(np.int64), back[chosen].astype(np.int64), is_foul[chosen])


def _in_order(rows: Rows, hands: Cards, strengths: Strengths) -> IntArray:
    """Return `Rows.middle_order` of many hands, looking at one hand of each strength."""
    example_hand = np.zeros(len(rows.ranking), np.int64)
    example_hand[strengths] = np.arange(len(strengths))
    order = rows.middle_order(hands[example_hand], np.arange(len(rows.ranking)))
    return order[strengths]


@functools.lru_cache(maxsize=16)
def typical_rows(rows: Rows, scale: Scale) -> TypicalRows:
    """Return typical rows: rows of random hands, set against each other in a few rounds."""
    cards, rng = np.arange(rows.deck.size, dtype=np.uint8), np.random.default_rng(0)
    hands = random_hands(cards, rows.layout.hand, TYPICAL_HANDS_COUNT, rng)
    typical: TypicalRows | None = None
    for _ in range(TYPICAL_ROUNDS + 1):
        set_hands = set_quickly(rows, hands, scale, typical)
        is_legal = ~set_hands.foul
        typical = TypicalRows(
            np.sort(set_hands.front[is_legal]),
            _shares(rows, set_hands.middle[is_legal]),
            _shares(rows, set_hands.back[is_legal]),
        )
    assert typical is not None
    return typical


def _shares(rows: Rows, known: IntArray) -> FloatArray:
    """Return for each strength of a ranking the share of known rows that it beats, ties counting half."""
    counts = np.bincount(known, minlength=len(rows.ranking))
    return ((counts.cumsum() - counts / 2) / len(known)).astype(np.float32)
