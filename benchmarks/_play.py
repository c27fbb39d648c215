"""Play whole games, for the benchmarks of the rooms."""

from collections.abc import Callable
from random import Random
from typing import Any

from cardwright.arena.vector import create, rollout
from cardwright.game import CHANCE, Game
from cardwright.games import create_bot

GAMES_AT_ONCE = 4096


def random_play(game: Game[Any, Any, Any], games: int) -> int:
    """Play whole games at random, and return the number of actions, including those of chance."""
    rng, actions = Random(1), 0
    for _ in range(games):
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            seat = to_act[0]
            action = game.draw(state, rng) if seat == CHANCE else rng.choice(game.legal_actions(state, seat))
            state = game.apply(state, seat, action)
            actions += 1
    return actions


def bot_play(game: Game[Any, Any, Any], games: int, name: str = "basic") -> int:
    """Play whole games with a bot in every seat, and return the number of its choices."""
    rng, chosen = Random(1), 0
    bot = create_bot(name, game, rng)
    for _ in range(games):
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            seat = to_act[0]
            if seat == CHANCE:
                action = game.draw(state, rng)
            else:
                action = bot.advise(game.view(state, seat)).action
                chosen += 1
            state = game.apply(state, seat, action)
    return chosen


def many_at_once(name: str, steps: int) -> Callable[[], int]:
    """Return the work of a rollout at random of many games at once, which returns the number of decisions."""
    vector = create(name, GAMES_AT_ONCE, 1)
    return lambda: rollout(vector, steps).actions.size
