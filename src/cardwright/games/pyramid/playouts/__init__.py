"""The chance to win with each move, by games played out in random worlds.

A hand's worth is the mean share of final hands that it beats, if it takes the best of three bricks each time; the final
hands are those of games played so. In a playout both players take the brick that gains most for their hands, of those
that they know; a brick that they do not know counts as any. Half of the moves, the worse ones, are dropped after each
round of worlds. While the pyramid is built, the other bricks come to random spaces.
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
from cardwright.standard_error import gap_error, mean_error

OFFERED_COUNT = 3  # bricks of which a hand takes the best
TRAINING_GAMES = 3_000
TRAINING_ROUNDS = 2
DENIAL_SHARE = 0.3  # of what a brick would gain for the other
FIRST_WORLDS_COUNT = 100  # of the first round
MAX_WORLDS = 800
BEST_HAND, BUILD = -1, -2  # in place of a hand: the one that gains most; the move is a space to build on

DIGITS = np.array(list(itertools.product(range(3), repeat=1 + HANDS)))  # of the codes of the kernel

Ints = NDArray[np.int32]
Doubles = NDArray[np.float64]


class Tables(NamedTuple):
    """The arrays of the kernel: hands' worth, their mean after any brick, binomials, strengths of full hands."""

    worth: NDArray[np.float32]
    blind: NDArray[np.float32]
    choose: Ints
    strengths: Ints


class Outcomes(NamedTuple):
    """The results of each move in the worlds that it met, the first of all: (match and hands, world), from 0 to 1."""

    results: list[Doubles]

    def mean(self, move: int, part: int = 0) -> float:
        """Return the chance to win the match, or a hand, with a move."""
        return float(self.results[move][part].mean())

    def error(self, move: int, part: int = 0) -> float:
        """Return its standard error."""
        return mean_error(self.results[move][part])

    def gap_error(self, best: int, move: int) -> float:
        """Return the standard error of the difference of two moves, over the worlds that both met."""
        both = min(self.results[best].shape[1], self.results[move].shape[1])
        return gap_error(self.results[best][0, :both] - self.results[move][0, :both])


def evaluate(game: Pyramid, view: PyramidView, moves: Sequence[tuple[int, int]], samples: int = 0) -> Outcomes:
    """Return the outcomes of moves: (space, hand), (-1, hand) for the brick taken, or (space, BUILD)."""
    return _Worlds(game, view).outcomes(moves, samples or MAX_WORLDS)


class _Worlds:
    def __init__(self, game: Pyramid, view: PyramidView) -> None:
        self.game, self.view = game, view
        self.rng = np.random.default_rng(seed_of(game, view))
        self.unseen = np.array(unseen_bricks(view), np.int32)
        self.lying = np.array(view.bricks, np.int32)
        owners = np.array(view.placer)
        keeps = game.memory
        self.knows = np.array([(owners == player) & keeps for player in (0, 1)], np.uint8)

    def outcomes(self, moves: Sequence[tuple[int, int]], most: int) -> Outcomes:
        results = [np.empty((1 + HANDS, 0))] * len(moves)
        left, count, done = list(range(len(moves))), min(FIRST_WORLDS_COUNT, most), 0
        while True:
            for move, won in zip(left, self._round([moves[move] for move in left], count), strict=True):
                results[move] = np.concatenate([results[move], won], axis=1)
            done += count
            if done >= most or len(moves) == 1:
                return Outcomes(results)
            left = sorted(left, key=lambda move: -results[move][0].mean())[: max(-(-len(left) // 2), 2)]
            count = min(done, most - done)

    def _round(self, moves: list[tuple[int, int]], count: int) -> Doubles:
        """Play each move out in new worlds; return the results, (move, match and hands, world)."""
        view = self.view
        order = self.unseen[self.rng.random((count, len(self.unseen)), np.float32).argsort(axis=1)]
        worlds = np.broadcast_to(self.lying, (count, len(self.lying))).copy()
        hidden = np.flatnonzero(self.lying == HIDDEN)
        worlds[:, hidden] = order[:, : len(hidden)]
        coming = np.empty((count, 0), np.int32)
        if view.taken >= 0:
            coming = np.full((count, 1), view.taken, np.int32)
        elif moves[0][1] == BUILD:
            coming = self._coming(order[:, len(hidden) :], count)
        out, _ = play(
            game=self.game, view=view, worlds=worlds, coming=coming, moves=moves, knows=self.knows, rng=self.rng
        )
        found: Doubles = DIGITS[out].transpose(1, 2, 0) / 2
        return found

    def _coming(self, others: Ints, count: int) -> Ints:
        """Return the bricks still to be placed, the own one first."""
        view, number = self.view, PYRAMID_CARDS - self.view.placed
        coming = np.empty((count, number), np.int32)
        own = [brick for brick in view.held[view.player] if brick >= 0]
        coming[:, : 2 * len(own) : 2] = own
        rest = [at for at in range(number) if at % 2 or at >= 2 * len(own)]
        coming[:, rest] = others[:, : len(rest)]
        return coming


def play(
    *,
    game: Pyramid,
    view: PyramidView,
    worlds: Ints,
    coming: Ints,
    moves: Sequence[tuple[int, int]],
    knows: NDArray[np.uint8],
    rng: np.random.Generator,
    made: Tables | None = None,
) -> tuple[NDArray[np.uint8], Ints]:
    """Play games out; return how they end, (world, move), and the final hands of the last move."""
    used = made or tables(game.settings["ranking"])
    hands, sizes = np.zeros((2 * HANDS, HAND), np.int32), np.zeros(2 * HANDS, np.int32)
    for place, hand in enumerate(hand for both in view.hands for hand in both):
        hands[place, : len(hand)], sizes[place] = sorted(hand), len(hand)
    out = np.empty((len(worlds), len(moves)), np.uint8)
    ends = np.empty((len(worlds), 2 * HANDS, HAND), np.int32)
    seeds = rng.integers(1, 1 << 63, len(worlds), np.uint64)
    above, below = neighbours(game.board)
    _kernels.playouts(
        worlds, coming, np.array(moves, np.int32), above, below, knows, hands, sizes, view.player, max(view.first, 0),
        view.priority, used.worth, used.blind, used.choose, used.strengths, DENIAL_SHARE, seeds, out, ends,
    )  # fmt: skip
    return out, ends


def neighbours(board: Board) -> tuple[Ints, Ints]:
    """Return the two spaces above and below each space, -1 for none."""

    def pairs(found: list[tuple[int, ...]]) -> Ints:
        return np.array([(*each, -1, -1)[:2] for each in found], np.int32)

    return pairs(board.above), pairs(board.below)


@functools.cache
def tables(order: str) -> Tables:
    """Return the tables of a ranking: the worth of hands among hands of players who go by these tables."""
    choose = np.array([[comb(n, k) for k in range(HAND + 2)] for n in range(DECK.size + 1)], np.int32)
    full = _sets(HAND)
    strengths = ranking(order).strengths(full, trusted=True).astype(np.int32)
    game, rng = Pyramid(ranking=order), np.random.default_rng(1)
    finals = strengths
    for _ in range(TRAINING_ROUNDS):
        made = _tables(choose, strengths, finals)
        finals = _finals(game, made, rng)
    return _tables(choose, strengths, finals)


def _sets(size: int) -> NDArray[np.uint8]:
    """Return all sets of bricks of a size, by number."""
    found = np.zeros((1, 0), np.uint8)
    for each in range(1, size + 1):
        parts = [
            np.column_stack([found[: comb(last, each - 1)], np.full(comb(last, each - 1), last, np.uint8)])
            for last in range(each - 1, DECK.size)
        ]
        found = np.concatenate(parts).astype(np.uint8)
    return np.ascontiguousarray(found)


def _tables(choose: Ints, strengths: Ints, finals: Ints) -> Tables:
    ordered = np.sort(finals.ravel())
    below, at_most = (np.searchsorted(ordered, strengths, side) for side in ("left", "right"))
    worth, blind = (np.zeros((HAND + 1, len(strengths)), np.float32) for _ in range(2))
    worth[HAND] = (below + at_most) / (2 * len(ordered))
    for size in range(HAND - 1, -1, -1):
        left = DECK.size - size
        weights = np.array([comb(left - 1 - place, OFFERED_COUNT - 1) for place in range(left)]) / comb(
            left, OFFERED_COUNT
        )
        _kernels.outlook(size, comb(DECK.size, size), worth, blind, weights, choose)
    return Tables(worth, blind, choose, strengths)


def _finals(game: Pyramid, made: Tables, rng: np.random.Generator) -> Ints:
    """Return the strengths of the hands at the end of games in random pyramids."""
    start = game.view(game.initial_state(), 0)
    worlds = np.full((TRAINING_GAMES, game.board.size), -1, np.int32)
    coming = rng.random((TRAINING_GAMES, DECK.size)).argsort(axis=1)[:, :PYRAMID_CARDS].astype(np.int32)
    knows = np.zeros((2, game.board.size), np.uint8)
    _, ends = play(
        game=game, view=start, worlds=worlds, coming=coming, moves=[(0, BUILD)], knows=knows, rng=rng, made=made
    )
    found: Ints = made.strengths[made.choose[ends, np.arange(1, HAND + 1)].sum(axis=2)]
    return found
