"""What the rooms' benchmarks share: games played from beginning to end."""

from random import Random
from typing import Any

from cardwright.game import CHANCE, Game


def random_play(game: Game[Any, Any, Any], games: int) -> int:
    """Actions, chance's included, of whole games in which everything is chosen at random."""
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
    """Choices of a bot that plays every seat of whole games."""
    rng, chosen = Random(1), 0
    bot = games.create_bot(name, game, rng)
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
