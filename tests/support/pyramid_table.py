"""Random games of Pyramid Poker, taken down to some number of bricks."""

from random import Random

from cardwright.game import CHANCE
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import PyramidState
from support.playouts import random_states


def state_after(taken: int, seed: int, game: Pyramid, *, putting: bool = False) -> PyramidState:
    """A random game in which this many bricks have been put away: before the next take, or after one with a choice."""
    return next(
        state
        for state in random_states(game, Random(seed))
        if game.players_to_act(state)[0] != CHANCE
        and sum(len(hand) for hands in state.hands for hand in hands) >= taken
        and state.down
        and (state.taken >= 0) == putting
    )
