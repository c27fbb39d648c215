"""Random games of Pyramid Poker, taken down to some number of bricks."""

from random import Random

from cardwright.game import CHANCE
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import PyramidState


def state_after(taken: int, seed: int, game: Pyramid, *, putting: bool = False) -> PyramidState:
    """A random game in which this many bricks have been put away: before the next take, or after one with a choice."""
    state, rng = game.initial_state(), Random(seed)
    while True:
        player = game.players_to_act(state)[0]
        put = sum(len(hand) for hands in state.hands for hand in hands)
        if player != CHANCE and put >= taken and state.down and (state.taken >= 0) == putting:
            return state
        action = game.draw(state, rng) if player == CHANCE else rng.choice(game.legal_actions(state, player))
        state = game.apply(state, player, action)
