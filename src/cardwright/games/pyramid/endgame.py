"""The last ten bricks of a pyramid, by search of every order of taking and putting them.

`exact` needs no samples. Both players regard all placements of the bricks that they do not know as equally likely, and
choose the move that wins most matches on average; both know that the other does so. Nothing is inferred from the bricks
that a player did not take. Bricks that are equal to all hands count as one, and equal positions are solved once; even
so the work grows about tenfold with each brick, so it has a limit.

`solve_worlds` samples: it solves random worlds, each as if both players saw every brick (perfect information Monte
Carlo).
"""

import itertools
from collections import Counter
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.game import Action
from cardwright.games.pyramid import _kernels
from cardwright.games.pyramid.actions import HAND, HANDS, PUTS, TAKES
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import EMPTY, HIDDEN, PyramidView, unseen_bricks
from cardwright.ranking.rows import beside

MAX_EXACT_BRICKS, MAX_SOLVED_BRICKS = 7, 10  # not yet put away, up to which each method is used
# by code: each hand lost (0), tied or won (2) by player 0
CODE_DIGITS = np.array(list(itertools.product(range(3), repeat=HANDS)))

Counts: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.int8]


class Chances(NamedTuple):
    """The share of the match and of each hand; a tie counts half."""

    match: Fraction
    hands: tuple[Fraction, ...]


class _Endgame:
    """A view in the terms of the kernels: spaces from 0, ``bricks`` that may lie in them and the one taken."""

    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.view, self.player = view, view.player
        self.ranking = ranking(game.settings["ranking"])
        self.spaces = [space for space, brick in enumerate(view.bricks) if brick != EMPTY]
        self.above = np.array([self._mask_above(game, space) for space in self.spaces], np.int32)
        self.lying_bricks = [view.bricks[space] for space in self.spaces]
        self.lacking_counts = np.array([HAND - len(hand) for hands in view.hands for hand in hands], np.int32)
        priority = -1 if view.priority < 0 else 1 - view.priority
        self.tie_result = 1 if priority < 0 else 2 * priority
        lead = CODE_DIGITS.sum(axis=1) - HANDS
        self.match_of_code: Bytes = np.where(lead > 0, 2, np.where(lead < 0, 0, self.tie_result)).astype(np.uint8)

    def _mask_above(self, game: Pyramid, space: int) -> int:
        return sum(1 << self.spaces.index(above) for above in game.board.above[space] if above in self.spaces)

    def open_hands(self) -> list[int]:
        return [hand for hand in range(HANDS) if self.lacking_counts[self.player * HANDS + hand]]

    def exposed(self) -> list[int]:
        all_present = (1 << len(self.spaces)) - 1
        return [index for index, above in enumerate(self.above) if not above & all_present]

    def subsets(self, brick_count: int) -> list[NDArray[np.int32]]:
        """Return for each of the six hands the sets of bricks, as bits, that would complete it."""
        return [_subsets(brick_count, int(room)) for room in self.lacking_counts]

    def chances(self, counts: Counts) -> Chances:
        """Return the seat's chances from the numbers of placements by code."""
        total = int(counts.sum())
        results = (self.match_of_code.astype(np.int64), *CODE_DIGITS.T)
        shares = [Fraction(int(counts @ result), 2 * total) for result in results]
        own_shares = shares if self.player == 0 else [1 - share for share in shares]
        return Chances(own_shares[0], tuple(own_shares[1:]))


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


class _ExactSolver(_Endgame):
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
        """Return the place of each strength among those of two hands that meet."""
        places = np.zeros((2 * HANDS, 1 << len(self.bricks)), np.int32)
        bricks = np.array(self.bricks, np.uint8)
        hands = [hand for hands in self.view.hands for hand in hands]
        masks = self.subsets(len(self.bricks))
        for hand_number in range(HANDS):
            hand_pair, strengths = (hand_number, HANDS + hand_number), []
            for hand_index in hand_pair:
                added = bricks[_subset_members(masks[hand_index], len(self.bricks), HAND - len(hands[hand_index]))]
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


class SolvedWorlds(NamedTuple):
    """The results of best play, by world and move: index * 3 + hand.

    The index is that of one of ``spaces``, or their number for the brick taken.

    ``lying`` are the bricks there, by world. ``matches`` and ``hands`` (by hand last) are 0, 1 or 2 for the seat, and
    ``is_legal`` says which moves are possible.
    """

    spaces: list[int]
    lying: Bytes
    is_legal: NDArray[np.bool_]
    matches: Codes
    hands: Codes

    def hands_for(self, index: int) -> list[int]:
        """Return the hands that a brick can go into; [] if it cannot be taken."""
        return [hand for hand in range(HANDS) if self.is_legal[index * HANDS + hand]]


def solve_worlds(game: Pyramid, view: PyramidView, worlds: int, rng: np.random.Generator) -> SolvedWorlds:
    """Return how the match ends after each move, with best play of both players, in random worlds."""
    return _WorldSolver(game, view).worlds(worlds, rng)


class _WorldSolver(_Endgame):
    def worlds(self, worlds: int, rng: np.random.Generator) -> SolvedWorlds:
        lying = self._deal(worlds, rng)
        brick_count = lying.shape[1]
        masks = self.subsets(brick_count)
        strengths = [self._strengths(lying, hand_index, subsets) for hand_index, subsets in enumerate(masks)]
        lacking_counts = self.lacking_counts.copy()
        kernel = _kernels.PerfectInformation(
            brick_count, self.above, self.match_of_code, lacking_counts, self.tie_result
        )
        table = np.zeros((2 * HANDS, 1 << brick_count), np.int32)
        matches, codes = (np.zeros((worlds, brick_count * HANDS), np.int8) for _ in range(2))
        taken = len(self.spaces) if self.view.taken >= 0 else -1
        for world in range(worlds):
            for hand_index, subsets in enumerate(masks):
                table[hand_index, subsets] = strengths[hand_index][world]
            kernel.solve(table, (1 << len(self.spaces)) - 1, taken, self.player, matches[world], codes[world])
        hands = CODE_DIGITS[codes].astype(np.int8)
        is_legal = matches[0] >= 0
        if self.player == 1:
            matches, hands = 2 - matches, 2 - hands
        return SolvedWorlds(self.spaces, lying, is_legal, matches, hands)

    def _deal(self, worlds: int, rng: np.random.Generator) -> Bytes:
        unseen = np.array(unseen_bricks(self.view), np.uint8)
        order = unseen[rng.random((worlds, len(unseen)), np.float32).argsort(axis=1)]
        hidden = [index for index, brick in enumerate(self.lying_bricks) if brick == HIDDEN]
        lying = np.array(self.lying_bricks + [self.view.taken] * (self.view.taken >= 0), np.int16)
        worlds_dealt = np.broadcast_to(lying, (worlds, len(lying))).astype(np.uint8)
        worlds_dealt[:, hidden] = order[:, : len(hidden)]
        return worlds_dealt

    def _strengths(self, lying: Bytes, hand_index: int, masks: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return a hand's strength by world and set of bricks added."""
        hand = self.view.hands[hand_index // HANDS][hand_index % HANDS]
        members = _subset_members(masks, lying.shape[1], HAND - len(hand))
        added = lying[:, members]
        holding = np.broadcast_to(np.array(hand, np.uint8), (*added.shape[:2], len(hand)))
        rows = np.concatenate([holding, added], axis=2).reshape(-1, HAND)
        return self.ranking.strengths(rows, trusted=True).astype(np.int32).reshape(added.shape[:2])


def _subsets(brick_count: int, size: int) -> NDArray[np.int32]:
    """Return all subsets of this size of a number of bricks, as bits."""
    subsets = itertools.combinations(range(brick_count), size)
    return np.array([sum(1 << brick for brick in subset) for subset in subsets], np.int32)


def _subset_members(masks: NDArray[np.int32], number: int, size: int) -> NDArray[np.intp]:
    """Return the members of each set, which all have this size."""
    inside = masks[:, None] >> np.arange(number) & 1
    return np.nonzero(inside)[1].reshape(len(masks), size)
