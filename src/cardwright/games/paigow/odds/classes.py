"""All hands of seven in 293,000 classes: how a hand can be set depends on its ranks, and on at most one suit.

A hand is of a *flush* class if five of its cards, the joker among them, can be of one suit: then the ranks in that suit
matter, and the ranks of the others. Each hand has a *plain* class as well: its ranks alone. So hands can be counted by
plain classes, and hands of flush classes then moved to their own class.
"""

import functools
import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.paigow.hands import BUG
from cardwright.games.paigow.odds import _kernels

HAND_CARDS = 7
FLUSH_CARDS = 5
HEIGHT_COUNT = 13  # 0 is a two, 12 an ace
SUIT_COUNT = 4
KEY_BITS = 3  # in a class's key, for the number of cards of each height


def _binomials(numbers: Iterable[int]) -> NDArray[np.int64]:
    """Return the ways to choose 0 to 4 cards (column) from each of these numbers of cards (row)."""
    return np.array([[math.comb(number, count) for count in range(SUIT_COUNT + 1)] for number in numbers], np.int64)


SUIT_WAYS = _binomials(range(SUIT_COUNT + 1))  # to choose k (column) of n (row) suits


class Classes:
    """The classes of a deck of the ``ranks`` highest ranks in four suits, with a joker or without.

    ``plain_counts`` has the number of cards of each height, then of the joker. A flush class has the mask of the
    heights in its suit, a number of cards beside them (a row of ``others``: the number of each height), the joker or
    not, and the plain class of its hands. ``flush_blocks`` are flush classes that have all of some masks with all of
    some others: the joker, the size of the masks, and the first and the last class. ``cards`` has a hand of each
    class, ascending, as `hands.DECK` numbers them: first the plain classes, then the flush classes.
    """

    def __init__(self, ranks: int, joker: bool) -> None:
        self.lowest, self.joker = HEIGHT_COUNT - ranks, joker
        self.size = SUIT_COUNT * ranks + joker
        heights = range(self.lowest, HEIGHT_COUNT)
        jokers = (0, 1) if joker else (0,)
        plain = [_multisets(heights, HAND_CARDS - with_joker) for with_joker in jokers]
        self.others = np.concatenate([_count_heights(_multisets(heights, size)) for size in range(3)])
        flush = [
            (*_suited_with_others(heights, size, HAND_CARDS - with_joker - size), with_joker)
            for with_joker in jokers
            for size in range(FLUSH_CARDS - with_joker, min(HAND_CARDS - with_joker, ranks) + 1)
        ]
        flush = flush or [(np.zeros((0, FLUSH_CARDS), np.int64), np.zeros((0, 2), np.int64), 0)]
        self.plain_counts = np.concatenate(
            [_count_heights(held, with_joker) for held, with_joker in zip(plain, jokers)]
        )
        self.plain_keys = _key(self.plain_counts)
        flush_counts = np.concatenate([_count_heights(np.hstack(each[:2]), each[2]) for each in flush])
        self.flush_masks = np.concatenate([(1 << suited).sum(axis=1) for suited, _, _ in flush]).astype(np.uint16)
        beside = np.concatenate([_key(_count_heights(each[1])) for each in flush])
        self.flush_others = _find_keys(_key(self.others), beside).astype(np.uint8)
        self.flush_jokers = np.concatenate([np.full(len(each[0]), each[2], np.uint8) for each in flush])
        self.flush_plain = _find_keys(self.plain_keys, _key(flush_counts)).astype(np.int32)
        self.cards = np.concatenate([
            *(_cards(held, np.arange(held.shape[1]) % SUIT_COUNT, jokers) for jokers, held in enumerate(plain)),
            *(_cards(np.hstack(each[:2]), _suits_of_flush(*each[:2]), each[2]) for each in flush),
        ])  # fmt: skip

        ends = np.cumsum([0, *(len(each[0]) for each in flush)]).tolist()
        self.flush_blocks = [
            (with_joker, suited.shape[1], first, last)
            for (suited, _, with_joker), (first, last) in zip(flush, itertools.pairwise(ends), strict=True)
            if last > first
        ]

    @property
    def total(self) -> int:
        """The number of deals of two hands."""
        return math.comb(self.size, HAND_CARDS) * math.comb(self.size - HAND_CARDS, HAND_CARDS)

    @functools.cached_property
    def hands(self) -> NDArray[np.int64]:
        """The number of hands of each class; a hand of a flush class counts only there."""
        plain, flush = self.weights()
        np.subtract.at(plain, self.flush_plain, flush)
        return np.concatenate((plain, flush))

    def weights(self, held: Sequence[Card] = ()) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many hands without these cards each plain and each flush class has, flush hands in both."""
        free = np.zeros((SUIT_COUNT, HEIGHT_COUNT), np.int64)
        free[:, self.lowest :] = 1
        for card in held:
            if card != BUG:
                free[card % SUIT_COUNT, (card // SUIT_COUNT + 12) % HEIGHT_COUNT] = 0
        jokers = int(self.joker and BUG not in held)
        masks = (free << np.arange(HEIGHT_COUNT)).sum(axis=1).astype(np.uint16)
        beside = np.stack([_count_ways(self.others, free.sum(axis=0) - each) for each in free])
        plain, flush = np.zeros(len(self.plain_counts), np.int64), np.zeros(len(self.flush_masks), np.int64)
        choices = _binomials((*free.sum(axis=0).tolist(), jokers))
        _kernels.weigh_plain(self.plain_counts, choices, plain)
        _kernels.weigh_flush(self.flush_masks, self.flush_others, self.flush_jokers, masks, beside, jokers, flush)
        return plain, flush


@functools.lru_cache(maxsize=2)
def all_classes(ranks: int = HEIGHT_COUNT, joker: bool = True) -> Classes:
    """Return the classes of a deck; those last used are kept."""
    return Classes(ranks, joker)


def multisets(heights: Sequence[int], size: int, jokers: int) -> NDArray[np.uint8]:
    """Return the number of cards of each height, and of jokers, of all multisets of heights."""
    return _count_heights(_multisets(heights, size), jokers)


def _multisets(heights: Sequence[int], size: int) -> NDArray[np.int64]:
    """Return all multisets of heights, each at most four times, ascending in each row."""
    rows = list(itertools.combinations_with_replacement(heights, size))
    multisets = np.array(rows, np.int64).reshape(len(rows), size)
    allowed = (
        (multisets[:, SUIT_COUNT:] != multisets[:, :-SUIT_COUNT]).all(axis=1) if size > SUIT_COUNT else slice(None)
    )
    return multisets[allowed]


def _suited_with_others(heights: Sequence[int], size: int, beside: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return every set of ``size`` heights with every multiset of ``beside`` others."""
    suited = np.array(list(itertools.combinations(heights, size)), np.int64)
    others = _multisets(heights, beside)
    return np.repeat(suited, len(others), axis=0), np.tile(others, (len(suited), 1))


def _suits_of_flush(suited: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the suits of a flush hand's cards: one, then the next ones for the others."""
    return np.concatenate((np.zeros(suited.shape[1], np.int64), 1 + np.arange(others.shape[1])))


def _count_heights(held: NDArray[np.int64], jokers: int = 0) -> NDArray[np.uint8]:
    """Return the number of cards of each height, and of jokers."""
    counts = np.zeros((len(held), HEIGHT_COUNT + 1), np.uint8)
    for column in held.T:
        counts[np.arange(len(held)), column] += 1
    counts[:, HEIGHT_COUNT] = jokers
    return counts


def _key(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    keys: NDArray[np.int64] = (counts.astype(np.int64) << KEY_BITS * np.arange(HEIGHT_COUNT + 1)).sum(axis=1)
    return keys


def _find_keys(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the place of each wanted key."""
    order = keys.argsort()
    indices: NDArray[np.intp] = order[np.searchsorted(keys, wanted, sorter=order)]
    return indices


def _cards(held: NDArray[np.int64], suits: NDArray[np.int64], jokers: int) -> NDArray[np.uint8]:
    cards = (held + 1) % HEIGHT_COUNT * SUIT_COUNT + suits
    return np.sort(np.pad(cards, ((0, 0), (0, jokers)), constant_values=BUG), axis=1).astype(np.uint8)


def _count_ways(counts: NDArray[np.uint8], free: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the ways to choose each row's number of cards of each height from those that are free."""
    ways: NDArray[np.int64] = _binomials(free.tolist())[np.arange(HEIGHT_COUNT), counts[:, :HEIGHT_COUNT]].prod(axis=1)
    return ways
