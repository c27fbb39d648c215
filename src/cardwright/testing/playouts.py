"""Random games, held to every law while they are played."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random

from cardwright import games
from cardwright.game import CHANCE, SPECTATOR, AnyGame
from cardwright.testing import laws_of_moments, laws_of_play, laws_of_scenes, laws_of_secrets
from cardwright.testing.position import (
    LAWS,
    LawBroken,
    Position,
    Public,
    SceneBuilder,
    Secrets,
    TakenStep,
    lines,
    out_of_turn,
)

LAW_MODULES = (laws_of_play, laws_of_secrets, laws_of_scenes, laws_of_moments)  # imported, to register their laws
OUT_OF_TURN_PROBABILITY = 0.02  # of an action that is legal also while others are to act
EXAMINED_PROBABILITY = 0.02
OCCASIONAL = {"moments", "together", "unseen", "secrecy"}  # laws that some games give no occasion to check


def check_playout(
    game: AnyGame,
    seed: int,
    opening: Sequence[int] = (),
    *,
    secrets: Secrets | None = None,
    public: Public | None = None,
    build_scene: SceneBuilder = games.scene,
    max_actions: int = 5000,
    only: Collection[str] = (),
) -> Counter[str]:
    """Play one random game, check every law on it, or ``only`` some, and return how often each law was checked.

    The first position of every kind is examined, the last one, and each other one with `EXAMINED_PROBABILITY`.
    ``opening`` chooses the first actions by their numbers; a game of more than ``max_actions`` breaks the law
    "bounded". Raises `LawBroken`, with the record of the game in its notes.
    """
    rng = Random(seed)
    tally: Counter[str] = Counter()
    history: list[TakenStep] = []
    seen: set[object] = set()
    state = game.initial_state()
    choices = iter(opening)
    try:
        while True:
            position = Position(game, state, history, rng, secrets, build_scene, tally, public)
            kind = _kind(position)
            if kind not in seen or rng.random() < EXAMINED_PROBABILITY:
                seen.add(kind)
                _examine(position, only or LAWS)
            if not position.to_act:
                return tally
            position.law = "bounded"
            position.demand(len(history) < max_actions, f"no end after {max_actions} actions")
            step = _choose(position, next(choices, None))
            history.append(step)
            state = game.play(step.state, step.player, step.action)
    except Exception as problem:
        problem.add_note(f"{game.name} {dict(game.settings)}, seed {seed}, opening {list(opening)}")
        problem.add_note("\n".join(lines(history)))
        raise


def _examine(position: Position, laws: Iterable[str]) -> None:
    for name in laws:
        position.law = name
        LAWS[name](position)


def check_game(
    game: AnyGame,
    games: int = 20,
    seed: int = 0,
    *,
    secrets: Secrets | None = None,
    public: Public | None = None,
    build_scene: SceneBuilder = games.scene,
    max_actions: int = 5000,
    only: Collection[str] = (),
) -> Counter[str]:
    """Check every law on random games with the seeds from ``seed`` on, as `check_playout` does with one.

    A law that none of these games could check is an error too: faults of the game may be hidden.
    """
    tally: Counter[str] = Counter()
    for number in range(seed, seed + games):
        tally += check_playout(
            game, number, secrets=secrets, public=public, build_scene=build_scene, max_actions=max_actions, only=only
        )
    idle = set(only or LAWS) - set(tally) - OCCASIONAL
    if idle:
        raise LawBroken(min(idle), f"never checked in {games} games of {game.name}")
    for viewer in [*range(game.players), SPECTATOR]:
        if tally[f"secret from {viewer}"] and not tally[f"exchanged for {viewer}"]:
            raise LawBroken("secrecy", f"no exchange of what {viewer} may not know was legal in {game.name}")
    return tally


def _kind(position: Position) -> object:
    """Return the key of positions of one kind: the kind of player to act, and the kinds of actions offered."""
    game, state, to_act = position.game, position.state, position.to_act
    if to_act == (CHANCE,):
        return CHANCE, type(game.chance_outcomes(state)[0][0])
    return len(to_act), frozenset(type(action) for seat in to_act for action in game.legal_actions(state, seat))


def _choose(position: Position, choice: int | None) -> TakenStep:
    """Return the next step: the one that an opening asks for, else a random one."""
    game, state, rng = position.game, position.state, position.rng
    if position.to_act == (CHANCE,):
        if choice is None:
            return TakenStep(game, state, CHANCE, game.draw(state, rng))
        outcomes = game.chance_outcomes(state)
        return TakenStep(game, state, CHANCE, outcomes[choice % len(outcomes)][0])
    free = out_of_turn(position)
    if choice is None and free and rng.random() < OUT_OF_TURN_PROBABILITY:
        return TakenStep(game, state, *rng.choice(free))
    seat = rng.choice(position.to_act)
    if (parting := game.parting_action(state, seat)) is not None:
        return TakenStep(game, state, seat, parting)
    legal = game.legal_actions(state, seat)
    return TakenStep(game, state, seat, rng.choice(legal) if choice is None else legal[choice % len(legal)])
