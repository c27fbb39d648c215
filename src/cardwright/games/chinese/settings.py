"""All 72,072 ways to set thirteen cards, as arrays, and a quick way to set many random hands.

A quick setting looks at the strongest backs only, and takes rows as they usually are: it values a setting by the shares
of typical fronts, middles and backs that its rows beat, as if the three were independent.
"""

import functools
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.games.chinese.rows import FRONT, HAND, ROW, Cards, Ints, Rows
from cardwright.games.chinese.scoring import ALL_ROWS, Scale
from cardwright.ranking.compile import Strengths

STRONGEST_BACKS_COUNT = 40
TYPICAL_HANDS_COUNT = 400
TYPICAL_ROUNDS = 2

Floats = NDArray[np.float32]


def _choices(cards: int, number: int) -> Ints:
    return np.array(list(combinations(range(cards), number)), np.int64)


def _masks(places: Ints) -> Ints:
    found: Ints = (1 << places).sum(axis=-1)
    return found


FRONTS, FIVES = _choices(HAND, FRONT), _choices(HAND, ROW)


class Splits(NamedTuple):
    """For each row of one kind that is set first, the numbers of the other two: (first, choice)."""

    middles: Ints
    others: Ints


@functools.cache
def by_front() -> Splits:
    """Return for each of `FRONTS` the middles and the backs of `FIVES`."""
    return _splits(FRONTS)


@functools.cache
def by_back() -> Splits:
    """Return for each back of `FIVES` the middles of `FIVES` and the numbers of `FRONTS`."""
    return _splits(FIVES)


def _splits(first: Ints) -> Splits:
    number = np.zeros(1 << HAND, np.int64)
    number[_masks(FIVES)] = np.arange(len(FIVES))
    number[_masks(FRONTS)] = np.arange(len(FRONTS))
    taken = _masks(first)
    left = np.array([[place for place in range(HAND) if not mask >> place & 1] for mask in taken.tolist()])
    middles = _masks(left[:, _choices(left.shape[1], ROW)])
    rest = (1 << HAND) - 1 - taken[:, None] - middles
    return Splits(number[middles], number[rest])


class Set(NamedTuple):
    """Rows of many hands: the strengths of front, middle and back, and which hands are fouls."""

    front: Ints
    middle: Ints
    back: Ints
    foul: NDArray[np.bool_]


class Typical(NamedTuple):
    """Typical rows: the strengths of fronts in order, and the shares of middles and backs that each strength beats."""

    fronts: Ints
    middles: Floats
    backs: Floats

    def front_shares(self, found: Ints) -> Floats:
        """Return the share of fronts that each front beats, ties counting half."""
        below, level = np.searchsorted(self.fronts, found, "left"), np.searchsorted(self.fronts, found, "right")
        return ((below + level) / (2 * len(self.fronts))).astype(np.float32)


def average(scale: Scale, front: Floats, middle: Floats, back: Floats) -> Floats:
    """Return the points that rows gain on average if they win with these chances, independent of each other."""
    total = 2 * (front + middle + back) - ALL_ROWS
    if scale.sweep:
        total = total + scale.sweep * (front * middle * back - (1 - front) * (1 - middle) * (1 - back))
    if scale.most:
        won = front * (middle + back) + middle * back - 2 * front * middle * back
        total = total + scale.most * (2 * won - 1)
    return total


def random_hands(cards: Cards, number: int, rng: np.random.Generator) -> Cards:
    """Return random hands of some cards, one a row."""
    order = rng.random((number, len(cards)), np.float32).argpartition(HAND, axis=1)[:, :HAND]
    return cards[order] if len(cards) > HAND else np.broadcast_to(cards, (number, HAND))


def set_quickly(rows: Rows, hands: Cards, scale: Scale, typical: Typical | None) -> Set:
    """Set each hand well against typical rows; with None, with the strongest back and then the strongest middle."""
    count, splits = len(hands), by_back()
    fives = hands[:, FIVES].reshape(-1, ROW)
    strengths = rows.ranking.strengths(fives, trusted=True)
    in_order = _in_order(rows, fives, strengths).reshape(count, -1)
    strengths = strengths.reshape(count, -1)
    fronts = rows.fronts(hands[:, FRONTS].reshape(-1, FRONT)).reshape(count, -1)
    least = strengths.shape[1] - STRONGEST_BACKS_COUNT
    backs = np.argpartition(strengths, least, axis=1)[:, least:]
    each = np.arange(count)[:, None]
    middle_of, front_of = splits.middles[backs].reshape(count, -1), splits.others[backs].reshape(count, -1)
    back_of = np.repeat(backs, splits.middles.shape[1], axis=1)
    middle, back = strengths[each, middle_of], strengths[each, back_of]
    foul = (middle > back) | (fronts[each, front_of] > in_order[each, middle_of])
    if typical is None:
        value = back.astype(np.float32) * len(rows.ranking) + middle
    else:
        value = average(
            scale, typical.front_shares(fronts)[each, front_of], typical.middles[middle], typical.backs[back]
        )
    value[foul] = -np.inf
    best = value.argmax(axis=1)
    chosen = each[:, 0], best
    front = fronts[each[:, 0], front_of[chosen]]
    return Set(front, middle[chosen].astype(np.int64), back[chosen].astype(np.int64), foul[chosen])


def _in_order(rows: Rows, fives: Cards, strengths: Strengths) -> Ints:
    """Return `Rows.middles` of many hands, looking at one hand of each strength."""
    example = np.zeros(len(rows.ranking), np.int64)
    example[strengths] = np.arange(len(strengths))
    found = rows.middles(fives[example], np.arange(len(rows.ranking)))
    return found[strengths]


@functools.lru_cache(maxsize=16)
def typical(rows: Rows, scale: Scale) -> Typical:
    """Return typical rows: those of random hands, set against each other in a few rounds."""
    hands = random_hands(np.arange(rows.deck.size, dtype=np.uint8), TYPICAL_HANDS_COUNT, np.random.default_rng(0))
    found: Typical | None = None
    for _ in range(TYPICAL_ROUNDS + 1):
        made = set_quickly(rows, hands, scale, found)
        fair = ~made.foul
        found = Typical(np.sort(made.front[fair]), _shares(rows, made.middle[fair]), _shares(rows, made.back[fair]))
    assert found is not None
    return found


def _shares(rows: Rows, known: Ints) -> Floats:
    """Return for each strength of a ranking the share of known rows that it beats, ties counting half."""
    counts = np.bincount(known, minlength=len(rows.ranking))
    return ((counts.cumsum() - counts / 2) / len(known)).astype(np.float32)
