"""The last ten bricks of a pyramid, every order of taking and putting them looked at.

`exact` needs no samples: both players take all placements of the bricks that they do not know as equal, choose the move
that wins most matches on average, and are known to do the same; nothing is inferred from what was left lying. Bricks
that are equal to all hands count as one, and positions in which the same can still happen are solved once; even so the
work grows about tenfold with each brick, so it has a limit. `opened` solves one world after another as if both players
saw every brick.
"""

import itertools
from collections import Counter
from collections.abc import Iterator
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

EXACT_BRICKS, OPENED_BRICKS = 7, 10  # not yet put away, up to which each method is used
DIGITS = np.array(list(itertools.product(range(3), repeat=HANDS)))  # of a code: each hand lost, tied or won by player 0

Counts: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.int8]


class Chances(NamedTuple):
    """The share of the match and of each hand; a tie counts half."""

    match: Fraction
    hands: tuple[Fraction, ...]


class _Ending:
    """A view in the terms of the kernels: spaces from 0, ``bricks`` that may lie in them and the one taken."""

    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.view, self.player = view, view.player
        self.ranking = ranking(game.settings["ranking"])
        self.spaces = [space for space, brick in enumerate(view.bricks) if brick != EMPTY]
        self.above = np.array(
            [sum(1 << self.spaces.index(over) for over in self._over(game, space)) for space in self.spaces], np.int32
        )
        self.lying = [view.bricks[space] for space in self.spaces]
        self.room = np.array([HAND - len(hand) for hands in view.hands for hand in hands], np.int32)
        priority = -1 if view.priority < 0 else 1 - view.priority
        self.tied = 1 if priority < 0 else 2 * priority
        lead = DIGITS.sum(axis=1) - HANDS
        self.match: Bytes = np.where(lead > 0, 2, np.where(lead < 0, 0, self.tied)).astype(np.uint8)

    def _over(self, game: Pyramid, space: int) -> Iterator[int]:
        return (over for over in game.board.above[space] if over in self.spaces)

    def open_hands(self) -> list[int]:
        return [hand for hand in range(HANDS) if self.room[self.player * HANDS + hand]]

    def exposed(self) -> list[int]:
        present = (1 << len(self.spaces)) - 1
        return [at for at, above in enumerate(self.above) if not above & present]

    def masks(self, number: int) -> list[NDArray[np.int32]]:
        """Return for each of the six hands the sets of what it lacks, out of a number of bricks."""
        return [_masks(number, int(room)) for room in self.room]

    def chances(self, counts: Counts) -> Chances:
        """Return the seat's chances from the numbers of placements by code."""
        total = int(counts.sum())
        shares = [Fraction(int(counts @ worth), 2 * total) for worth in (self.match.astype(np.int64), *DIGITS.T)]
        mine = shares if self.player == 0 else [1 - share for share in shares]
        return Chances(mine[0], tuple(mine[1:]))


def exact(game: Pyramid, view: PyramidView, limit: int) -> dict[Action, tuple[Chances, int]]:
    """Return for every take or put its exact chances, and the hand for the brick (-1 if that depends on the brick).

    {} where more than ``limit`` placements would have to be solved.
    """
    try:
        return _Exact(game, view, limit).lines()
    except _TooMany:
        return {}


class _TooMany(Exception):
    """The limit of work was reached."""


class _Exact(_Ending):
    def __init__(self, game: Pyramid, view: PyramidView, limit: int) -> None:
        super().__init__(game, view)
        self.unseen = unseen_bricks(view)
        known = [brick for brick in self.lying if brick >= 0]
        self.bricks = sorted({*self.unseen, *known}) + [view.taken] * (view.taken >= 0)
        owners = [view.placer[space] if game.memory else -1 for space in self.spaces]
        self.knows = np.array([sum(1 << at for at, each in enumerate(owners) if each == seat) for seat in (0, 1)])
        self.knows[view.player] |= sum(1 << at for at, brick in enumerate(self.lying) if brick >= 0)
        self.shapes = _Shapes(self.above, self.knows)
        left = (1 << len(self.spaces)) - 1
        self.later = {at: self.shapes.add(left & ~(1 << at)) for at in self.exposed()} | {-1: self.shapes.add(left)}
        groups = np.array(self._kernel(np.ones(len(self.bricks), np.int64), limit).groups())
        order = np.argsort(groups, kind="stable")
        self.bricks = [self.bricks[each] for each in order]
        self.number = dict(zip(self.bricks, groups[order].tolist(), strict=True))
        self.kernel = self._kernel(np.bincount(groups), limit)
        self.known = np.array([self.number[brick] if brick >= 0 else -1 for brick in self.lying], np.int32)

    def _kernel(self, sizes: NDArray[np.int64], limit: int) -> _kernels.Closed:
        return _kernels.Closed(self._strengths(), self.shapes.arrays(), self.match, self.room, sizes, limit)

    def _strengths(self) -> NDArray[np.int32]:
        """Return the place of each strength among those of two hands that meet."""
        found = np.zeros((2 * HANDS, 1 << len(self.bricks)), np.int32)
        names = np.array(self.bricks, np.uint8)
        hands = [hand for hands in self.view.hands for hand in hands]
        masks = self.masks(len(self.bricks))
        for number in range(HANDS):
            places, strengths = (number, HANDS + number), []
            for place in places:
                more = names[_members(masks[place], len(self.bricks), HAND - len(hands[place]))]
                held = np.broadcast_to(np.array(hands[place], np.uint8), (len(more), len(hands[place])))
                strengths.append(self.ranking.strengths(np.concatenate([held, more], axis=1), trusted=True))
            order = np.unique(np.concatenate(strengths))
            for place, each in zip(places, strengths, strict=True):
                found[place, masks[place]] = np.searchsorted(order, each)
        return found

    def lines(self) -> dict[Action, tuple[Chances, int]]:
        if self.view.taken >= 0:
            put = self._after(-1, self.number[self.view.taken])
            return {PUTS[hand]: (self.chances(counts), hand) for hand, counts in put.items()}
        return {TAKES[self.spaces[at]]: self._take(at) for at in self.exposed()}

    def _take(self, at: int) -> tuple[Chances, int]:
        if self.lying[at] >= 0:
            hand, counts = self._best(at, self.number[self.lying[at]])
            return self.chances(counts), hand
        alike = Counter(self.number[brick] for brick in self.unseen)
        return self.chances(np.sum([ways * self._best(at, each)[1] for each, ways in alike.items()], axis=0)), -1

    def _best(self, at: int, brick: int) -> tuple[int, Counts]:
        return max(self._after(at, brick).items(), key=lambda each: self.chances(each[1]).match)

    def _after(self, at: int, brick: int) -> dict[int, Counts]:
        """Return by hand how the game ends, over all placements, when the brick of a space (-1: taken) is put there."""
        known = np.delete(self.known, at) if at >= 0 else self.known
        found = {}
        for hand in self.open_hands():
            found[hand] = np.zeros(3**HANDS, np.int64)
            if not self.kernel.count(self.later[at], self.player * HANDS + hand, brick, known, found[hand]):
                raise _TooMany
        return found


class _Shapes:
    """The spaces left, numbered by what matters of them: which player knows each (-1: neither), and what lies over it.

    Spaces keep their order, so the first of two equal moves is the same in all pyramids of one shape.
    """

    def __init__(self, above: NDArray[np.int32], knows: NDArray[np.int64]) -> None:
        self.above = above.tolist()
        self.owners = [next((seat for seat in (0, 1) if knows[seat] >> at & 1), -1) for at in range(len(above))]
        self.numbers: dict[tuple[tuple[int, tuple[int, ...]], ...], int] = {}
        self.rows: list[tuple[list[int], list[int]]] = []  # by space, who knows it and the shape after it is taken

    def add(self, present: int) -> int:
        """Return the number of the shape of some spaces, with all that it leads to."""
        spaces = [at for at in range(len(self.above)) if present >> at & 1]
        over = [tuple(i for i, other in enumerate(spaces) if self.above[at] >> other & 1) for at in spaces]
        key = tuple((self.owners[at], each) for at, each in zip(spaces, over, strict=True))
        if key not in self.numbers:
            after = [-1 if each else self.add(present & ~(1 << at)) for at, each in zip(spaces, over, strict=True)]
            self.numbers[key] = len(self.rows)
            self.rows.append(([self.owners[at] for at in spaces], after))
        return self.numbers[key]

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return for all shapes the two lists, filled up with -1, and the numbers of spaces."""
        found = np.full((2, len(self.rows), len(self.above) + 1), -1, np.int32)
        for number, row in enumerate(self.rows):
            found[:, number, : len(row[0])] = row
        return found[0], found[1], np.array([len(owners) for owners, _ in self.rows], np.int32)


class Solved(NamedTuple):
    """The ends of matches, by world and move, place * 3 + hand, where a place is one of ``spaces`` or the brick taken.

    ``lying`` are the bricks there, by world. ``matches`` and ``hands`` (by hand last) are 0, 1 or 2 for the seat, and
    ``legal`` says which moves there are.
    """

    spaces: list[int]
    lying: Bytes
    legal: NDArray[np.bool_]
    matches: Codes
    hands: Codes

    def hands_for(self, place: int) -> list[int]:
        """Return the hands that the brick of a place can go into; [] if it cannot be taken."""
        return [hand for hand in range(HANDS) if self.legal[place * HANDS + hand]]


def opened(game: Pyramid, view: PyramidView, worlds: int, rng: np.random.Generator) -> Solved:
    """Return how the match ends after each move, with best play of both players, in random worlds."""
    return _Opened(game, view).worlds(worlds, rng)


class _Opened(_Ending):
    def worlds(self, worlds: int, rng: np.random.Generator) -> Solved:
        lying = self._deal(worlds, rng)
        bits = lying.shape[1]
        masks = self.masks(bits)
        strengths = [self._strengths(lying, place, each) for place, each in enumerate(masks)]
        kernel = _kernels.Opened(bits, self.above, self.match, self.room.copy(), self.tied)
        table = np.zeros((2 * HANDS, 1 << bits), np.int32)
        matches, codes = (np.zeros((worlds, bits * HANDS), np.int8) for _ in range(2))
        taken = len(self.spaces) if self.view.taken >= 0 else -1
        for world in range(worlds):
            for place, each in enumerate(masks):
                table[place, each] = strengths[place][world]
            kernel.solve(table, (1 << len(self.spaces)) - 1, taken, self.player, matches[world], codes[world])
        hands = DIGITS[codes].astype(np.int8)
        legal = matches[0] >= 0
        if self.player == 1:
            matches, hands = 2 - matches, 2 - hands
        return Solved(self.spaces, lying, legal, matches, hands)

    def _deal(self, worlds: int, rng: np.random.Generator) -> Bytes:
        unseen = np.array(unseen_bricks(self.view), np.uint8)
        order = unseen[rng.random((worlds, len(unseen)), np.float32).argsort(axis=1)]
        hidden = [at for at, brick in enumerate(self.lying) if brick == HIDDEN]
        lying = np.array(self.lying + [self.view.taken] * (self.view.taken >= 0), np.int16)
        found = np.broadcast_to(lying, (worlds, len(lying))).astype(np.uint8)
        found[:, hidden] = order[:, : len(hidden)]
        return found

    def _strengths(self, lying: Bytes, place: int, masks: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return a hand's strength by world and set of bricks added."""
        hand = self.view.hands[place // HANDS][place % HANDS]
        members = _members(masks, lying.shape[1], HAND - len(hand))
        more = lying[:, members]
        held = np.broadcast_to(np.array(hand, np.uint8), (*more.shape[:2], len(hand)))
        rows = np.concatenate([held, more], axis=2).reshape(-1, HAND)
        return self.ranking.strengths(rows, trusted=True).astype(np.int32).reshape(more.shape[:2])


def _masks(number: int, size: int) -> NDArray[np.int32]:
    """Return the sets of a size out of a number of things, as bits."""
    sets = itertools.combinations(range(number), size)
    return np.array([sum(1 << each for each in one) for one in sets], np.int32)


def _members(masks: NDArray[np.int32], number: int, size: int) -> NDArray[np.intp]:
    """Return the members of each set, which all have this size."""
    inside = masks[:, None] >> np.arange(number) & 1
    return np.nonzero(inside)[1].reshape(len(masks), size)
