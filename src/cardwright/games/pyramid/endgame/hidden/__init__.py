"""Exact chances with the last bricks of a pyramid, as the players know them. No samples are needed.

Both players regard all placements of the bricks that they do not know as equally likely, and choose the move that wins
most matches on average; both know that the other does so. Nothing is inferred from the bricks that a player did not
take. Bricks that are equal to all hands count as one, and equal positions are solved once; even so the work grows about
tenfold with each brick, so it has a limit.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from cardwright.game import Action
from cardwright.games.pyramid.actions import HAND, HANDS, PUTS, TAKES
from cardwright.games.pyramid.endgame.hidden import _kernels
from cardwright.games.pyramid.endgame.position import Chances, Counts, Position, members_of
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import PyramidView, unseen_bricks
from cardwright.ranking.rows import beside


def exact(game: Pyramid, view: PyramidView, limit: int) -> dict[Action, tuple[Chances, int]]:
    """Return for every take or put its exact chances, and the hand for the brick (-1 if that depends on the brick).

    {} where more than ``limit`` placements would have to be solved.
    """
    try:
        return _ExactSolver(game, view, limit).lines()
    except _LimitReached:
        return {}


class _LimitReached(Exception):
    """The limit of work was reached."""


class _ExactSolver(Position):
    def __init__(self, game: Pyramid, view: PyramidView, limit: int) -> None:
        super().__init__(game, view)
        self.unseen = unseen_bricks(view)
        known = [brick for brick in self.lying_bricks if brick >= 0]
        self.bricks = sorted({*self.unseen, *known}) + [view.taken] * (view.taken >= 0)
        owners = [view.placer[space] if game.memory else -1 for space in self.spaces]
        self.known_masks = np.array([sum((owner == seat) << i for i, owner in enumerate(owners)) for seat in (0, 1)])
        self.known_masks[view.player] |= sum(1 << index for index, brick in enumerate(self.lying_bricks) if brick >= 0)
        self.shape_table = _ShapeTable(self.above, self.known_masks)
        all_present = (1 << len(self.spaces)) - 1
        self.shape_after = {index: self.shape_table.add(all_present & ~(1 << index)) for index in self.exposed()}
        self.shape_after[-1] = self.shape_table.add(all_present)
        groups = np.array(self._kernel(np.ones(len(self.bricks), np.int64), limit).groups())
        order = np.argsort(groups, kind="stable")
        self.bricks = [self.bricks[each] for each in order]
        self.group_of_brick = dict(zip(self.bricks, groups[order].tolist(), strict=True))
        self.kernel = self._kernel(np.bincount(groups), limit)
        known_groups = [self.group_of_brick[brick] if brick >= 0 else -1 for brick in self.lying_bricks]
        self.known = np.array(known_groups, np.int32)

    def _kernel(self, sizes: NDArray[np.int64], limit: int) -> _kernels.HiddenInformation:
        shapes = self.shape_table.arrays()
        return _kernels.HiddenInformation(
            self._strengths(), shapes, self.match_of_code, self.lacking_counts, sizes, limit
        )

    def _strengths(self) -> NDArray[np.int32]:
        """Return the place of each strength among the strengths of two hands that meet."""
        places = np.zeros((2 * HANDS, 1 << len(self.bricks)), np.int32)
        bricks = np.array(self.bricks, np.uint8)
        hands = [hand for hands in self.view.hands for hand in hands]
        masks = self.subsets(len(self.bricks))
        for hand_number in range(HANDS):
            hand_pair, strengths = (hand_number, HANDS + hand_number), []
            for hand_index in hand_pair:
                added = bricks[members_of(masks[hand_index], len(self.bricks), HAND - len(hands[hand_index]))]
                strengths.append(self.ranking.strengths(beside(hands[hand_index], added), trusted=True))
            order = np.unique(np.concatenate(strengths))
            for hand_index, each in zip(hand_pair, strengths, strict=True):
                places[hand_index, masks[hand_index]] = np.searchsorted(order, each)
        return places

    def lines(self) -> dict[Action, tuple[Chances, int]]:
        if self.view.taken >= 0:
            put = self._counts_by_hand(-1, self.group_of_brick[self.view.taken])
            return {PUTS[hand]: (self.chances(counts), hand) for hand, counts in put.items()}
        return {TAKES[self.spaces[index]]: self._take_line(index) for index in self.exposed()}

    def _take_line(self, index: int) -> tuple[Chances, int]:
        if self.lying_bricks[index] >= 0:
            hand, counts = self._best_put(index, self.group_of_brick[self.lying_bricks[index]])
            return self.chances(counts), hand
        unseen_by_group = Counter(self.group_of_brick[brick] for brick in self.unseen)
        counts_by_group = [number * self._best_put(index, group)[1] for group, number in unseen_by_group.items()]
        return self.chances(np.sum(counts_by_group, axis=0)), -1

    def _best_put(self, index: int, brick: int) -> tuple[int, Counts]:
        return max(self._counts_by_hand(index, brick).items(), key=lambda each: self.chances(each[1]).match)

    def _counts_by_hand(self, index: int, brick: int) -> dict[int, Counts]:
        """Return by hand how often each code ends the game, when the brick of a space (-1: the taken one) is put there.

        Raises `_LimitReached`.
        """
        known = np.delete(self.known, index) if index >= 0 else self.known
        counts_by_hand = {}
        for hand in self.open_hands():
            counts = counts_by_hand[hand] = np.zeros(3**HANDS, np.int64)
            if not self.kernel.count(self.shape_after[index], self.player * HANDS + hand, brick, known, counts):
                raise _LimitReached
        return counts_by_hand


class _ShapeTable:
    """Numbered shapes: for the spaces left, which player knows each (-1: neither), and which spaces are above it.

    Spaces keep their order, so the first of two equal moves is the same in all pyramids of one shape.
    """

    def __init__(self, above: NDArray[np.int32], knows: NDArray[np.int64]) -> None:
        self.above = above.tolist()
        self.owners = [next((seat for seat in (0, 1) if knows[seat] >> space & 1), -1) for space in range(len(above))]
        self.numbers: dict[tuple[tuple[int, tuple[int, ...]], ...], int] = {}
        self.rows: list[tuple[list[int], list[int]]] = []  # by space, who knows it and the shape after it is taken

    def add(self, present_mask: int) -> int:
        """Return the number of the shape of some spaces, with all that it leads to."""
        spaces = [space for space in range(len(self.above)) if present_mask >> space & 1]
        spaces_above = [
            tuple(i for i, other in enumerate(spaces) if self.above[space] >> other & 1) for space in spaces
        ]
        key = tuple((self.owners[space], above) for space, above in zip(spaces, spaces_above, strict=True))
        if key not in self.numbers:
            shapes_after = [
                -1 if above else self.add(present_mask & ~(1 << space))
                for space, above in zip(spaces, spaces_above, strict=True)
            ]
            self.numbers[key] = len(self.rows)
            self.rows.append(([self.owners[space] for space in spaces], shapes_after))
        return self.numbers[key]

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return for all shapes the two lists, filled up with -1, and the numbers of spaces."""
        padded = np.full((2, len(self.rows), len(self.above) + 1), -1, np.int32)
        for number, row in enumerate(self.rows):
            padded[:, number, : len(row[0])] = row
        return padded[0], padded[1], np.array([len(owners) for owners, _ in self.rows], np.int32)
