"""The last bricks of a pyramid in random worlds, each solved as if both players saw every brick.

This is perfect information Monte Carlo.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.games.pyramid.actions import HAND, HANDS
from cardwright.games.pyramid.endgame.perfect import _kernels
from cardwright.games.pyramid.endgame.position import CODE_DIGITS, Bytes, Position, members_of
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import HIDDEN, PyramidView, unseen_bricks
from cardwright.ranking.rows import shuffled

Codes: TypeAlias = NDArray[np.int8]


class SolvedWorlds(NamedTuple):
    """The results of best play, by world and move: index * 3 + hand.

    The index is a place in ``spaces``, or their number for the brick taken.

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


class _WorldSolver(Position):
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
        order = shuffled(np.array(unseen_bricks(self.view), np.uint8), worlds, rng)
        hidden = [index for index, brick in enumerate(self.lying_bricks) if brick == HIDDEN]
        lying = np.array(self.lying_bricks + [self.view.taken] * (self.view.taken >= 0), np.int16)
        worlds_dealt = np.broadcast_to(lying, (worlds, len(lying))).astype(np.uint8)
        worlds_dealt[:, hidden] = order[:, : len(hidden)]
        return worlds_dealt

    def _strengths(self, lying: Bytes, hand_index: int, masks: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return a hand's strength by world and set of bricks added."""
        hand = self.view.hands[hand_index // HANDS][hand_index % HANDS]
        members = members_of(masks, lying.shape[1], HAND - len(hand))
        added = lying[:, members]
        holding = np.broadcast_to(np.array(hand, np.uint8), (*added.shape[:2], len(hand)))
        rows = np.concatenate([holding, added], axis=2).reshape(-1, HAND)
        return self.ranking.strengths(rows, trusted=True).astype(np.int32).reshape(added.shape[:2])
