"""Every deal of two hands of seven, counted exactly with best play by the player. For two house ways see `pairs`.

A deal is a player's hand and a dealer's, without a card in common: 8,250,459,031,214,400 with 53 cards. `Deals`
numbers the hands of a deck, up to the names of the suits; `Codes` is what a way of setting makes of each hand. The
counting is by inclusion and exclusion over the cards that two hands would share: see ``_kernels``.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount
from cardwright.games.paigow import _kernels as setting_kernels
from cardwright.games.paigow.odds import _kernels
from cardwright.games.paigow.odds.way_table import set_all

HAND_CARDS = 7
DECK_CARDS = 53
SETS_PER_SHARD = 8192
BEST = "best"
Progress = Callable[[int, int], None]


class Deals:
    """All hands of seven from a deck of the ``ranks`` highest ranks in four suits, with a joker or without.

    ``hands[c]`` are the four suit masks and the joker of class c, ``weights[c]`` the number of hands in it, and
    ``classes[i]`` the class of the hand of index i (colexicographic).
    """

    def __init__(self, ranks: int = 13, joker: bool = True) -> None:
        self.ranks, self.joker = ranks, joker
        self.cards = 4 * ranks + joker
        if self.cards < 2 * HAND_CARDS:
            raise BadCount(f"two hands of seven need 14 cards, and this deck has {self.cards}", self.cards)
        rows = [[math.comb(n, k) for k in range(HAND_CARDS + 1)] for n in range(self.cards + 1)]
        self.choose = np.array(rows, np.int64)
        self.hands = self.subsets(HAND_CARDS)
        orders = np.array(list(itertools.permutations(range(4))), np.uint8)
        self.classes = np.zeros(math.comb(self.cards, HAND_CARDS), np.uint32)
        _kernels.number_classes(self.hands, orders, ranks, self.choose, self.classes)

    @functools.cached_property
    def weights(self) -> NDArray[np.int64]:
        """The number of hands in each class."""
        return np.bincount(self.classes, minlength=len(self.hands)).astype(np.int64)

    def subsets(self, size: int) -> NDArray[np.uint16]:
        """Return all classes of sets of ``size`` cards: four suit masks in descending order, and the joker."""
        masks = sorted(range(1 << self.ranks), key=lambda mask: (mask.bit_count(), mask))
        counts = [mask.bit_count() for mask in masks]
        starts = np.searchsorted(counts, range(HAND_CARDS + 2)).astype(np.int32)
        arguments = (size, np.array(masks, np.uint16), starts, int(self.joker))
        found = np.zeros((_kernels.subsets(*arguments, np.zeros((0, 5), np.uint16)), 5), np.uint16)
        _kernels.subsets(*arguments, found)
        return found

    @property
    def total(self) -> int:
        """The number of deals of two hands."""
        return math.comb(self.cards, HAND_CARDS) * math.comb(self.cards - HAND_CARDS, HAND_CARDS)

    @functools.cached_property
    def deck_cards(self) -> NDArray[np.uint8]:
        """Each class's seven cards as `hands.DECK` numbers them, ascending."""
        held = np.zeros((len(self.hands), DECK_CARDS), bool)
        for suit, rank in itertools.product(range(4), range(self.ranks)):
            height = rank + 13 - self.ranks  # 0 is a two, 12 an ace
            held[:, (height + 1) % 13 * 4 + suit] = self.hands[:, suit] >> rank & 1
        held[:, DECK_CARDS - 1] = self.hands[:, 4]
        return np.nonzero(held)[1].reshape(-1, HAND_CARDS).astype(np.uint8)


class Codes(msgspec.Struct, frozen=True):
    """Settings as numbers that compare: ``front << 16 | back``, each the rank of its value in ``fronts`` and ``backs``.

    Class c has the settings ``codes[starts[c]:starts[c + 1]]``: one by a house way, and for best play all that are
    worth a thought: no foul, and none better both in front and behind.
    """

    starts: NDArray[np.int32]
    codes: NDArray[np.uint32]
    fronts: NDArray[np.int32]
    backs: NDArray[np.int32]


class Outcome(msgspec.Struct, frozen=True):
    """How many deals the player wins, pushes and loses."""

    win: int
    push: int
    lose: int


@functools.lru_cache(maxsize=1)
def all_deals(ranks: int = 13, joker: bool = True) -> Deals:
    """Return the deals of a deck; the last one used is kept (53 cards: 700 MB, a few seconds)."""
    return Deals(ranks, joker)


def way_values(deals: Deals, way: str, wheel: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return where each class's settings by a way (or `BEST`) begin, and their values in front and behind.

    Raises `UnknownName` for a way that does not exist.
    """
    cards, low_wheel = deals.deck_cards, int(wheel == "lowest")
    if way == BEST:
        starts = np.zeros(len(cards) + 1, np.int32)
        nothing = np.zeros((0, 2), np.int32)
        values = np.zeros((setting_kernels.best_settings(cards, low_wheel, starts, nothing), 2), np.int32)
        setting_kernels.best_settings(cards, low_wheel, starts, values)
        return starts, values
    return np.arange(len(cards) + 1, dtype=np.int32), set_all(cards, way, wheel)[1]


@functools.lru_cache(maxsize=2)
def encode(ranks: int, joker: bool, ways: tuple[str, ...], wheel: str) -> tuple[Codes, ...]:
    """Return the codes of several ways, numbered together so that they compare."""
    found = [way_values(all_deals(ranks, joker), way, wheel) for way in ways]
    fronts, backs = (np.unique(np.concatenate([values[:, side] for _, values in found])) for side in (0, 1))
    return tuple(
        Codes(starts, _numbered(values[:, 0], fronts) << np.uint32(16) | _numbered(values[:, 1], backs), fronts, backs)
        for starts, values in found
    )


def _numbered(values: NDArray[np.int32], known: NDArray[np.int32]) -> NDArray[np.uint32]:
    numbers = np.zeros(known[-1] + 1, np.uint32)  # a value has at most 24 bits
    numbers[known] = np.arange(len(known), dtype=np.uint32)
    return numbers[values]


class Match(msgspec.Struct, frozen=True):
    """A question: how one way fares against another's dealer, over all deals of a deck. The dealer wins copies."""

    player: str
    dealer: str
    wheel: str = "second"
    ranks: int = 13
    joker: bool = True

    @property
    def deals(self) -> Deals:
        """The deals of the deck."""
        return all_deals(self.ranks, self.joker)

    @property
    def codes(self) -> tuple[Codes, Codes]:
        """The player's settings and the dealer's."""
        ways = tuple(dict.fromkeys((self.player, self.dealer)))
        found = encode(self.ranks, self.joker, ways, self.wheel)
        return found[0], found[-1]


def _shards(match: Match) -> Iterator[tuple[int, int]]:
    """All shards of the work: a size of sets, and the first of `SETS_PER_SHARD` sets of that size."""
    for size in range(HAND_CARDS):
        for first in range(0, len(_sets(match, size)), SETS_PER_SHARD):
            yield size, first
    yield HAND_CARDS, 0


@functools.lru_cache(maxsize=HAND_CARDS)  # one for each size
def _sets(match: Match, size: int) -> NDArray[np.uint16]:
    return match.deals.subsets(size)


def _numbers(deals: Deals) -> tuple[int, int, NDArray[np.int64], NDArray[np.uint32]]:
    return deals.ranks, deals.cards, deals.choose, deals.classes


def _memory(deals: Deals, codes: Codes, size: int) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Return the working memory of a kernel for sets of ``size`` cards."""
    found = np.zeros(math.comb(deals.cards - size, HAND_CARDS - size), np.uint32)
    return found, np.zeros((2, len(codes.fronts), len(codes.backs)), np.int64)


def _table(codes: Codes, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many hands have each front and back."""
    table = np.zeros((len(codes.fronts), len(codes.backs)), np.int64)
    np.add.at(table, (codes.codes >> 16, codes.codes & 0xFFFF), weights)
    return table


def _compared(mine: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where both of mine are higher, and where neither is."""
    front, back = mine >> 16 > theirs >> 16, (mine & 0xFFFF) > (theirs & 0xFFFF)
    return front & back, ~front & ~back


def best_outcome(match: Match, *, win: int = 1, lose: int = 1, progress: Progress | None = None) -> Outcome:
    """Count all deals when the player always makes the setting of the best expectation against the dealer's way.

    A bet brings ``win`` and costs ``lose``: 19 and 20 with a commission of 5 %. Ties go to the fewer losses.
    """
    deals, player = match.deals, match.codes[0]
    tally = _weighed(match, progress)
    gain = win * tally[:, 0] - lose * tally[:, 1]
    owner = np.repeat(np.arange(len(deals.hands)), np.diff(player.starts))
    order = np.lexsort((tally[:, 1], -gain, owner))
    best = tally[order[player.starts[:-1]]]
    won, lost = int(best[:, 0].sum()), int(best[:, 1].sum())
    return Outcome(won, deals.total - won - lost, lost)


def _weighed(match: Match, progress: Progress | None) -> NDArray[np.int64]:
    """Return for each setting of each class the deals won and lost by it, summed over the hands of the class."""
    deals, (player, dealer) = match.deals, match.codes
    tally = np.zeros((len(player.codes), 2), np.int64)
    shards = list(_shards(match))
    per_class = np.diff(player.starts)
    for done, (size, first) in enumerate(shards, 1):
        sign = -1 if size % 2 else 1
        if size == HAND_CARDS:
            higher, lower = _compared(player.codes, np.repeat(dealer.codes, per_class))
            weights = np.repeat(deals.weights, per_class)
            tally += sign * np.stack((weights * higher, weights * lower), axis=1)
        elif size == 0:
            below = _table(dealer, deals.weights)
            above = np.zeros_like(below)
            _kernels.accumulate(below, above)
            below = np.pad(below, ((1, 0), (1, 0)))
            fronts, backs = player.codes >> 16, player.codes & 0xFFFF
            weights = np.repeat(deals.weights, per_class)
            tally += np.stack((weights * below[fronts, backs], weights * above[fronts, backs]), axis=1)
        else:
            sets = _sets(match, size)[first : first + SETS_PER_SHARD]
            arguments = (*_numbers(deals), dealer.codes, player.starts, player.codes)
            _kernels.best_settings(sets, sign, *arguments, *_memory(deals, dealer, size), tally)
        if progress:
            progress(done, len(shards))
    return tally
