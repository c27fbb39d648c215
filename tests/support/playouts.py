"""Short games of every kind: how many a test plays, what Hypothesis chooses, and the form that opens one."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies

from cardwright import games
from cardwright.game import CHANCE, Game, S, State
from cardwright.testing import short
from cardwright.testing.configuration import Options
from cardwright.testing.position import AnyGame

PLAYOUTS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))  # seed, opening


def game_count(usual: int) -> int:
    """Return the number of games to play: the usual one, or CARDWRIGHT_GAMES in a long run."""
    return int(os.environ.get("CARDWRIGHT_GAMES", usual))


def random_states(game: Game[S, Any, Any], rng: Random, state: S | None = None) -> Iterator[S]:
    """Yield each state of a game of random moves, from this one or the first to the last."""
    state = state or game.initial_state()
    yield state
    while acting := game.players_to_act(state):
        player = acting[0]
        action = game.draw(state, rng) if player == CHANCE else rng.choice(game.legal_actions(state, player))
        state = game.apply(state, player, action)
        yield state


def after_chance(game: Game[S, Any, Any], state: S, rng: Random) -> S:
    """Return the state once chance has acted: a player is to act, or the game is over."""
    while game.players_to_act(state) == (CHANCE,):
        state = game.apply(state, CHANCE, game.draw(state, rng))
    return state


def played_by_bots(game: AnyGame, bot: str, seed: int) -> State:
    """Return the end of a game of bots of one name, to each of whom the table is drawn."""
    state: State = game.initial_state()
    rng = Random(seed)
    bots = [games.create_bot(bot, game, rng) for _ in range(game.players)]
    while acting := game.players_to_act(state):
        if acting[0] == CHANCE:
            state = game.play(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, acting[0])
        assert games.scene(game, view).status
        state = game.play(state, acting[0], bots[acting[0]].advise(view).action)
    return state


def short_form(game: str) -> dict[str, str]:
    """Return the fields of the form that keep a game short."""
    return form_of(short(game))


def form_of(options: Options) -> dict[str, str]:
    """Return the fields of the form for these options."""
    return {
        f"o-{name}": "yes" if value is True else "no" if value is False else str(value)
        for name, value in options.items()
    }
