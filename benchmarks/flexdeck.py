"""Flexdeck Dice Poker: how fast random games are played, and how many turns the basic bot reckons out."""

from collections.abc import Callable
from random import Random

from cardwright import bots
from cardwright.game import CHANCE
from cardwright.games.flexdeck.rules import Flexdeck


def random_play(games: int, **options: object) -> int:
    """Actions, chance's included, of whole games in which everything is chosen at random."""
    game, rng, actions = Flexdeck(**options), Random(1), 0
    for _ in range(games):
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            seat = to_act[0]
            action = game.draw(state, rng) if seat == CHANCE else rng.choice(game.legal_actions(state, seat))
            state = game.apply(state, seat, action)
            actions += 1
    return actions


def turns_of_the_bot(rounds: int) -> int:
    """Turns that the basic bot takes, with its plan made beforehand."""
    game, rng, turns = Flexdeck(rounds=rounds), Random(1), 0
    player = bots.create("basic", game, rng)
    state = game.initial_state()
    while to_act := game.players_to_act(state):
        seat = to_act[0]
        if seat == CHANCE:
            action = game.draw(state, rng)
        else:
            action = player.advise(game.view(state, seat)).action
            turns += 1
        state = game.apply(state, seat, action)
    return turns


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """What is measured: its name, the work, which returns how much of it was done, and the unit."""
    return {
        "flexdeck played at random": (lambda: random_play(100), "actions"),
        "flexdeck played by the basic bot": (lambda: turns_of_the_bot(10), "turns"),
    }
