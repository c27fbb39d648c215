"""The end of a pyramid in the terms of the kernels, for both ways to solve it."""

import itertools
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.games.pyramid.actions import HAND, HANDS
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, PyramidView

# by code: each hand lost (0), tied or won (2) by player 0
CODE_DIGITS = np.array(list(itertools.product(range(3), repeat=HANDS)))

Counts: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]


class Chances(NamedTuple):
    """The share of the match and of each hand; a tie counts half."""

    match: Fraction
    hands: tuple[Fraction, ...]


class Position:
    """A view in the terms of the kernels: spaces from 0, ``bricks`` that may lie in them and the one taken."""

    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.view, self.player = view, view.player
        self.ranking = ranking(game.settings["ranking"])
        self.spaces = [space for space, brick in enumerate(view.bricks) if brick != EMPTY]
        number = {space: number for number, space in enumerate(self.spaces)}
        above = ([1 << number[each] for each in game.board.above[space] if each in number] for space in self.spaces)
        self.above = np.array(list(map(sum, above)), np.int32)
        self.lying_bricks = [view.bricks[space] for space in self.spaces]
        self.lacking_counts = np.array([HAND - len(hand) for hands in view.hands for hand in hands], np.int32)
        priority = -1 if view.priority < 0 else 1 - view.priority
        self.tie_result = 1 if priority < 0 else 2 * priority
        lead = CODE_DIGITS.sum(axis=1) - HANDS
        self.match_of_code: Bytes = np.where(lead > 0, 2, np.where(lead < 0, 0, self.tie_result)).astype(np.uint8)

    def open_hands(self) -> list[int]:
        """Return the hands of the player that lack a brick."""
        return [hand for hand in range(HANDS) if self.lacking_counts[self.player * HANDS + hand]]

    def exposed(self) -> list[int]:
        """Return the spaces with none above them."""
        all_present = (1 << len(self.spaces)) - 1
        return [index for index, above in enumerate(self.above) if not above & all_present]

    def subsets(self, brick_count: int) -> list[NDArray[np.int32]]:
        """Return for each of the six hands the sets of bricks, as bits, that would complete it."""
        return [subsets_of(brick_count, int(room)) for room in self.lacking_counts]

    def chances(self, counts: Counts) -> Chances:
        """Return the seat's chances from the numbers of placements by code."""
        total = int(counts.sum())
        results = (self.match_of_code.astype(np.int64), *CODE_DIGITS.T)
        shares = [Fraction(int(counts @ result), 2 * total) for result in results]
        own_shares = shares if self.player == 0 else [1 - share for share in shares]
        return Chances(own_shares[0], tuple(own_shares[1:]))


def subsets_of(brick_count: int, size: int) -> NDArray[np.int32]:
    """Return all subsets of this size of a number of bricks, as bits."""
    subsets = itertools.combinations(range(brick_count), size)
    return np.array([sum(1 << brick for brick in subset) for subset in subsets], np.int32)


def members_of(masks: NDArray[np.int32], number: int, size: int) -> NDArray[np.intp]:
    """Return the members of each set, which all have this size."""
    return np.nonzero(masks[:, None] >> np.arange(number) & 1)[1].reshape(len(masks), size)
