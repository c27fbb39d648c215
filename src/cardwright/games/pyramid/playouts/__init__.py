"""The chance to win with each move, by playouts in random worlds.

The value of a hand is the mean share of final hands that it beats, if it takes the best of three bricks each time; the
final hands come from earlier playouts. In a playout both players take the known brick that gains most for their hands;
a brick that they do not know has the mean gain of all. After each round of worlds the worse half of the moves is
dropped (sequential halving: Karnin, Koren, Somekh 2013). While the pyramid is built, the other bricks go to random
spaces.
"""

import functools
import itertools
from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import seed_of
from cardwright.games.pyramid.actions import DECK, HAND, HANDS
from cardwright.games.pyramid.board import Board
from cardwright.games.pyramid.playouts import _kernels
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.scoring import ranking
from cardwright.games.pyramid.state import HIDDEN, PYRAMID_CARDS, PyramidView, unseen_bricks
from cardwright.ranking.rows import sets_of, shuffled
from cardwright.standard_error import gap_error, mean_error

OFFERED_COUNT = 3  # bricks of which a hand takes the best
TRAINING_GAMES = 3_000
TRAINING_ROUNDS = 2
DENIAL_SHARE = 0.3  # the part of a brick's gain for the other player that counts as a gain
FIRST_WORLDS_COUNT = 100  # worlds of the first round
MAX_WORLDS = 800
BEST_HAND, BUILD = -1, -2  # in place of a hand: the one that gains most; the move is a space to build on

# by code of the kernel: the match and each hand, 0 lost, 1 tied, 2 won
CODE_DIGITS = np.array(list(itertools.product(range(3), repeat=1 + HANDS)))

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]


class Tables(NamedTuple):
    """The arrays of the kernel: values of hands, means after one more brick, binomials, strengths of full hands."""

    values: NDArray[np.float32]
    values_after_any: NDArray[np.float32]
    binomials: IntArray
    strengths: IntArray


class Outcomes(NamedTuple):
    """The results of each move in the worlds that it met, the first of all: (match and hands, world), from 0 to 1."""

    results: list[FloatArray]

    def mean(self, move: int, part: int = 0) -> float:
        """Return the chance to win the match, or a hand, with a move."""
        return float(self.results[move][part].mean())

    def error(self, move: int, part: int = 0) -> float:
        """Return its standard error."""
        return mean_error(self.results[move][part])

    def gap_error(self, best: int, move: int) -> float:
        """Return the standard error of the difference of two moves, over the worlds that both met."""
        world_count = min(self.results[best].shape[1], self.results[move].shape[1])
        return gap_error(self.results[best][0, :world_count] - self.results[move][0, :world_count])


def evaluate(game: Pyramid, view: PyramidView, moves: Sequence[tuple[int, int]], samples: int = 0) -> Outcomes:
    """Return the outcomes of moves: (space, hand), (-1, hand) for the brick taken, or (space, BUILD)."""
    return _Worlds(game, view).outcomes(moves, samples or MAX_WORLDS)


class _Worlds:
    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.game, self.view = game, view
        self.rng = np.random.default_rng(seed_of(game, view))
        self.unseen = np.array(unseen_bricks(view), np.int32)
        self.bricks = np.array(view.bricks, np.int32)
        owners = np.array(view.placer)
        self.is_known = np.array([(owners == player) & game.memory for player in (0, 1)], np.uint8)

    def outcomes(self, moves: Sequence[tuple[int, int]], max_worlds: int) -> Outcomes:
        results = [np.empty((1 + HANDS, 0))] * len(moves)
        moves_left, world_count, worlds_done = list(range(len(moves))), min(FIRST_WORLDS_COUNT, max_worlds), 0
        while True:
            round_results = self._play_round([moves[move] for move in moves_left], world_count)
            for move, move_results in zip(moves_left, round_results, strict=True):
                results[move] = np.concatenate([results[move], move_results], axis=1)
            worlds_done += world_count
            if worlds_done >= max_worlds or len(moves) == 1:
                return Outcomes(results)
            best_first = sorted(moves_left, key=lambda move: -results[move][0].mean())
            moves_left = best_first[: max((len(moves_left) + 1) // 2, 2)]
            world_count = min(worlds_done, max_worlds - worlds_done)

    def _play_round(self, moves: list[tuple[int, int]], world_count: int) -> FloatArray:
        """Play each move out in new worlds; return the results, (move, match and hands, world)."""
        view = self.view
        order = shuffled(self.unseen, world_count, self.rng)
        worlds = np.broadcast_to(self.bricks, (world_count, len(self.bricks))).copy()
        hidden = np.flatnonzero(self.bricks == HIDDEN)
        worlds[:, hidden] = order[:, : len(hidden)]
        coming = np.empty((world_count, 0), np.int32)
        if view.taken >= 0:
            coming = np.full((world_count, 1), view.taken, np.int32)
        elif moves[0][1] == BUILD:
            coming = self._deal_coming(order[:, len(hidden) :], world_count)
        out, _ = play(
            game=self.game, view=view, worlds=worlds, coming=coming, moves=moves, is_known=self.is_known, rng=self.rng
        )
        results: FloatArray = CODE_DIGITS[out].transpose(1, 2, 0) / 2
        return results

    def _deal_coming(self, other_bricks: IntArray, world_count: int) -> IntArray:
        """Return the bricks still to be placed, the own one first."""
        view, brick_count = self.view, PYRAMID_CARDS - self.view.placed
        coming = np.empty((world_count, brick_count), np.int32)
        own_bricks = [brick for brick in view.held[view.player] if brick >= 0]
        coming[:, : 2 * len(own_bricks) : 2] = own_bricks
        other_turns = [turn for turn in range(brick_count) if turn % 2 or turn >= 2 * len(own_bricks)]
        coming[:, other_turns] = other_bricks[:, : len(other_turns)]
        return coming


def play(
    *,
    game: Pyramid,
    view: PyramidView,
    worlds: IntArray,
    coming: IntArray,
    moves: Sequence[tuple[int, int]],
    is_known: NDArray[np.uint8],
    rng: np.random.Generator,
    trained: Tables | None = None,
) -> tuple[NDArray[np.uint8], IntArray]:
    """Play games out; return how they end, (world, move), and the final hands of the last move."""
    hands, sizes = np.zeros((2 * HANDS, HAND), np.int32), np.zeros(2 * HANDS, np.int32)
    for place, hand in enumerate(hand for both in view.hands for hand in both):
        hands[place, : len(hand)], sizes[place] = sorted(hand), len(hand)
    out = np.empty((len(worlds), len(moves)), np.uint8)
    final_hands = np.empty((len(worlds), 2 * HANDS, HAND), np.int32)
    seeds = rng.integers(1, 1 << 63, len(worlds), np.uint64)
    position = _kernels.Playouts(
        trained or tables(game.settings["ranking"]), *spaces_around(game.board), DENIAL_SHARE,
        is_known, hands, sizes, view.player, max(view.first, 0), view.priority,
    )  # fmt: skip
    position.play(worlds, coming, np.array(moves, np.int32), seeds, out, final_hands)
    return out, final_hands


def spaces_around(board: Board) -> tuple[IntArray, IntArray]:
    """Return the two spaces above and below each space, -1 for none."""

    def to_array(spaces_by_space: list[tuple[int, ...]]) -> IntArray:
        return np.array([(*each, -1, -1)[:2] for each in spaces_by_space], np.int32)

    return to_array(board.above), to_array(board.below)


@functools.cache
def tables(order: str) -> Tables:
    """Return the tables of a ranking, trained by playouts: values of hands against players who use these tables."""
    binomials = np.array([[comb(n, k) for k in range(HAND + 2)] for n in range(DECK.size + 1)], np.int32)
    every_hand = sets_of(DECK.size, HAND)  # in the order of their numbers in the kernel
    strengths = ranking(order).strengths(every_hand, trusted=True).astype(np.int32)
    game, rng = Pyramid(ranking=order), np.random.default_rng(1)
    finals = strengths
    for _ in range(TRAINING_ROUNDS):
        trained = _tables(binomials, strengths, finals)
        finals = _final_strengths(game, trained, rng)
    return _tables(binomials, strengths, finals)


def _tables(binomials: IntArray, strengths: IntArray, finals: IntArray) -> Tables:
    ordered = np.sort(finals.ravel())
    below_counts, at_most_counts = (np.searchsorted(ordered, strengths, side) for side in ("left", "right"))
    values, values_after_any = (np.zeros((HAND + 1, len(strengths)), np.float32) for _ in range(2))
    values[HAND] = (below_counts + at_most_counts) / (2 * len(ordered))
    for size in range(HAND - 1, -1, -1):
        bricks_left = DECK.size - size
        weights = np.array([comb(bricks_left - 1 - rank, OFFERED_COUNT - 1) for rank in range(bricks_left)])
        weights = weights / comb(bricks_left, OFFERED_COUNT)
        _kernels.fill_values(size, comb(DECK.size, size), values, values_after_any, weights, binomials)
    return Tables(values, values_after_any, binomials, strengths)


def _final_strengths(game: Pyramid, trained: Tables, rng: np.random.Generator) -> IntArray:
    """Return the strengths of the hands at the end of games in random pyramids."""
    start = game.view(game.initial_state(), 0)
    worlds = np.full((TRAINING_GAMES, game.board.size), -1, np.int32)
    coming = rng.random((TRAINING_GAMES, DECK.size)).argsort(axis=1)[:, :PYRAMID_CARDS].astype(np.int32)
    is_known = np.zeros((2, game.board.size), np.uint8)
    _, final_hands = play(
        game=game,
        view=start,
        worlds=worlds,
        coming=coming,
        moves=[(0, BUILD)],
        is_known=is_known,
        rng=rng,
        trained=trained,
    )
    strengths: IntArray = trained.strengths[trained.binomials[final_hands, np.arange(1, HAND + 1)].sum(axis=2)]
    return strengths
