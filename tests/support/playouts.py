"""Short games of every kind: how many a test plays, what Hypothesis chooses, and the form that opens one."""

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies

from cardwright import games
from cardwright.bots import Bot
from cardwright.game import CHANCE, Action, AnyGame, Game, Player, S, State
from cardwright.testing import short
from cardwright.testing.configuration import Options

Choose: TypeAlias = Callable[[Any, Player], Any]  # the action of a seat in a state
PLAYOUTS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))  # seed, opening


def game_count(usual: int) -> int:
    """Return the number of games to play: the usual one, or CARDWRIGHT_GAMES in a long run."""
    return int(os.environ.get("CARDWRIGHT_GAMES", usual))


def played_states(game: Game[S, Any, Any], rng: Random, choose: Choose, state: S | None = None) -> Iterator[S]:
    """Yield each state of a game, from this one or the first to the last; ``choose(state, seat)`` is a move."""
    state = state or game.initial_state()
    yield state
    while acting := game.players_to_act(state):
        player = acting[0]
        state = game.play(state, player, game.draw(state, rng) if player == CHANCE else choose(state, player))
        yield state


def random_states(game: Game[S, Any, Any], rng: Random, state: S | None = None) -> Iterator[S]:
    """Yield each state of a game of random moves, from this one or the first to the last."""
    return played_states(game, rng, at_random(game, rng), state)


def at_random(game: AnyGame, rng: Random) -> Choose:
    """Return the choices of a player who takes any legal action."""
    return lambda state, seat: rng.choice(game.legal_actions(state, seat))


def among_first(game: AnyGame, rng: Random, count: int) -> Choose:
    """Return random choices among the first of the legal actions: few of them are raises or folds."""
    return lambda state, seat: rng.choice(game.legal_actions(state, seat)[:count])


def first_choice(game: AnyGame) -> Choose:
    """Return the choices of a player who takes the first legal action."""
    return lambda state, seat: game.legal_actions(state, seat)[0]


def second_choice(game: AnyGame) -> Choose:
    """Return the choices of a player who takes the second legal action, or the only one: in poker mostly a call."""
    return lambda state, seat: game.legal_actions(state, seat)[:2][-1]


def advised(game: AnyGame, *bots: Bot) -> Choose:
    """Return the choices of bots, one for each seat or one for all."""
    return lambda state, seat: bots[seat % len(bots)].advise(game.view(state, seat)).action


def after_chance(game: Game[S, Any, Any], state: S, rng: Random) -> S:
    """Return the state once chance has acted: a player is to act, or the game is over."""
    while game.players_to_act(state) == (CHANCE,):
        state = game.apply(state, CHANCE, game.draw(state, rng))
    return state


def after_moments(game: Game[S, Any, Any], state: S) -> S:
    """Return the state once all moments have passed, each of which has one step that follows it."""
    while game.is_moment(state):
        state = game.play(state, CHANCE, game.draw(state, Random(0)))
    return state


def played_by_bots(game: Game[S, Any, Any], bot: str, seed: int) -> S:
    """Return the end of a game of bots of one name, to each of whom the table is drawn."""
    rng = Random(seed)
    bots = [games.create_bot(bot, game, rng) for _ in range(game.players)]

    def choose(state: S, seat: Player) -> Action:
        view = game.view(state, seat)
        assert games.scene(game, view).status
        return bots[seat].advise(view).action

    *_, state = played_states(game, rng, choose)
    return state


def with_reasons(game: AnyGame, *bots: Bot, end: str = ".") -> Choose:
    """Return the choices of bots, one for each seat, which must be legal and have a reason with this end."""

    def choose(state: State, seat: Player) -> Action:
        view = game.view(state, seat)
        advice = bots[seat].advise(view)
        assert advice.action in game.choices(view)
        assert advice.reason
        assert advice.reason.endswith(end)
        return advice.action

    return choose


def short_form(game: str) -> dict[str, str]:
    """Return the fields of the form that keep a game short."""
    return form_of(short(game))


def form_of(options: Options) -> dict[str, str]:
    """Return the fields of the form for these options."""
    return {
        f"o-{name}": "yes" if value is True else "no" if value is False else str(value)
        for name, value in options.items()
    }
