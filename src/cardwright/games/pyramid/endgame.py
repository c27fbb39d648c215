"""The last ten bricks of a pyramid, every order of taking and putting them looked at.

`exact` needs no samples: both players take all placements of the bricks that they do not know as equal, choose the move
that wins most matches on average, and are known to do the same; nothing is inferred from what was left lying. Its work
grows more than thirtyfold with each brick. `opened` solves one world after another as if both players saw every brick.
"""

import itertools
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

EXACT_BRICKS, OPENED_BRICKS = 5, 10  # not yet put away, up to which each method is used
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


def exact(game: Pyramid, view: PyramidView) -> dict[Action, tuple[Chances, int]]:
    """Return for every take or put its exact chances, and the hand for the brick (-1 if that depends on the brick)."""
    return _Exact(game, view).lines()


class _Exact(_Ending):
    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        super().__init__(game, view)
        self.unseen = unseen_bricks(view)
        known = [brick for brick in self.lying if brick >= 0]
        self.bricks = sorted({*self.unseen, *known}) + [view.taken] * (view.taken >= 0)
        self.number = {brick: number for number, brick in enumerate(self.bricks)}
        owners = [view.placer[space] if game.memory else -1 for space in self.spaces]
        knows = [sum(1 << at for at, owner in enumerate(owners) if owner == player) for player in (0, 1)]
        knows[view.player] |= sum(1 << at for at, brick in enumerate(self.lying) if brick >= 0)
        self.kernel = _kernels.Closed(
            len(self.bricks), self._strengths(), self.above, self.match, np.array(knows, np.int32)
        )

    def _strengths(self) -> NDArray[np.int32]:
        found = np.zeros((2 * HANDS, 1 << len(self.bricks)), np.int32)
        names = np.array(self.bricks, np.uint8)
        hands = [hand for hands in self.view.hands for hand in hands]
        for place, (hand, masks) in enumerate(zip(hands, self.masks(len(self.bricks)), strict=True)):
            more = names[_members(masks, len(self.bricks), HAND - len(hand))]
            held = np.broadcast_to(np.array(hand, np.uint8), (len(masks), len(hand)))
            found[place, masks] = self.ranking.strengths(np.concatenate([held, more], axis=1), trusted=True)
        return found

    def lines(self) -> dict[Action, tuple[Chances, int]]:
        if self.view.taken >= 0:
            put = self._after(-1, self.view.taken)
            return {PUTS[hand]: (self.chances(counts), hand) for hand, counts in put.items()}
        return {TAKES[self.spaces[at]]: self._take(at) for at in self.exposed()}

    def _take(self, at: int) -> tuple[Chances, int]:
        if self.lying[at] >= 0:
            hand, counts = self._best(at, self.lying[at])
            return self.chances(counts), hand
        return self.chances(np.sum([self._best(at, brick)[1] for brick in self.unseen], axis=0)), -1

    def _best(self, at: int, brick: int) -> tuple[int, Counts]:
        return max(self._after(at, brick).items(), key=lambda each: self.chances(each[1]).match)

    def _after(self, at: int, brick: int) -> dict[int, Counts]:
        """Return by hand how the game ends, over all placements, when the brick of a space (-1: taken) is put there."""
        left = (1 << len(self.spaces)) - 1 & ~(1 << at if at >= 0 else 0)
        unseen = sum(1 << number for other, number in self.number.items() if other != brick)
        known = np.array([self.number[other] if other >= 0 else -1 for other in self.lying], np.int32)
        found = {}
        for hand in self.open_hands():
            place = self.player * HANDS + hand
            masks, room = np.zeros(2 * HANDS, np.int32), self.room.copy()
            masks[place], room[place] = 1 << self.number[brick], room[place] - 1
            found[hand] = np.zeros(3**HANDS, np.int64)
            self.kernel.count(left, unseen, masks, room, 1 - self.player, known, found[hand])
        return found


class Solved(NamedTuple):
    """How matches end: by world and move, place * 3 + hand, where a place is one of ``spaces`` or the brick taken.

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
