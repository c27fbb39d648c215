"""What holds for every game, checked while random games are played.

    laws.check(game, seed, secrets=secrets)              one game; a moment of each kind and some more are examined
    laws.check_many(game, range(2000), secrets=secrets)  many; also fails if a law was never put to the test

A broken law raises `Broken`, which names the law, tells what was found, and ends with the record that led there.
In Hypothesis: ``@given(*laws.PLAYS)`` gives ``seed, opening``; the opening (which choice to take at each step) is
what shrinks. The scene function is the room's own; ``draw=`` passes another, for a game that is not in GAMES.

**Secrets.** That a seat's view shows too much cannot be found by asking the view. So the room's test says from the
rules, and from the full state, what a seat may not know:

    def secrets(game, state, seat) -> list[list[str]]:
        "Groups of words of the notation (cards, most often) that this seat cannot tell apart now."

For cribbage: one group, the opponent's cards that have not been played, those in the crib that the seat did not lay
there, and all that is still in the deck. For `SPECTATOR`: everything face down. At a showdown, and until the next
deal: what was not shown and is not shown again, most often the undealt cards and the folded hands (none, if the state
no longer holds them). A group that holds a card which the seat was shown in this deal makes the law fail.

The law `secrecy` then takes the record of the game, exchanges words of one group for one another in all actions
since they were last together among chance's outcomes (the start of the deal), and plays it again. Where that is a
legal record in which the same players act in the same order, the seat was dealt the same and saw the same: its
view, its scene and its legal actions must be the same to the byte. It knows nothing of how a room keeps its state.
Words are parted by spaces. Where seats choose at once, the law `unseen` does the like without any help.
A game whose views differ from seat to seat must pass ``secrets``.
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies

import laws_of_games
import laws_of_scenes
import laws_of_secrets
from cardwright import games
from cardwright.game import CHANCE, SPECTATOR
from moment import LAWS, AnyGame, Broken, Draw, Moment, Secrets, Step, lines

__all__ = ["LAWS", "PLAYS", "Broken", "Draw", "Secrets", "check", "check_many", "seeds"]

BOOKS = (laws_of_games, laws_of_secrets, laws_of_scenes)  # each enters its own in LAWS
PLAYS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))


def seeds(few: int) -> range:
    """Seeds for so many games in an ordinary run, or for CARDWRIGHT_GAMES games in a long one."""
    return range(int(os.environ.get("CARDWRIGHT_GAMES", few)))


def check(
    game: AnyGame,
    seed: int,
    opening: Sequence[int] = (),
    *,
    secrets: Secrets | None = None,
    draw: Draw = games.scene,
    longest: int = 5000,
    more: float = 0.02,
) -> Counter[str]:
    """Play one random game and hold it to every law; how often each was put to the test.

    The first moment of every kind is examined, the last, and each other one with chance ``more``. ``opening``
    says which of the actions to take in the first moments; ``longest`` bounds the number of actions.
    """
    rng = Random(seed)
    tally: Counter[str] = Counter()
    history: list[Step] = []
    seen: set[object] = set()
    state = game.initial_state()
    choices = iter(opening)
    try:
        while True:
            moment = Moment(game, state, history, rng, secrets, draw, tally)
            kind = _kind(moment)
            if kind not in seen or rng.random() < more:
                seen.add(kind)
                for name, holds in LAWS.items():
                    moment.law = name
                    holds(moment)
            if not moment.to_act:
                return tally
            moment.law = "bounded"
            moment.demand(len(history) < longest, f"no end after {longest} actions")
            step = _choose(moment, next(choices, None))
            history.append(step)
            state = game.play(*step)
    except Exception as problem:
        problem.add_note(f"{game.name} {dict(game.settings)}, seed {seed}, opening {list(opening)}")
        problem.add_note("\n".join(lines(game, history)))
        raise


def check_many(game: AnyGame, seeds: Iterable[int], **more: Any) -> Counter[str]:
    """`check` with each seed; and no law may have been left untried, unless the game gives it no occasion."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        tally += check(game, seed, **more)
    idle = set(LAWS) - set(tally) - {"together", "unseen", "secrecy"}
    if idle:
        raise Broken(min(idle), f"never put to the test in {game.name}")
    for viewer in [*range(game.players), SPECTATOR]:
        if tally[f"secret from {viewer}"] and not tally[f"exchanged for {viewer}"]:
            raise Broken("secrecy", f"no exchange of what {viewer} may not know came out legal in {game.name}")
    return tally


def _kind(moment: Moment) -> object:
    """Moments of the same kind ask for the same things: who kind of acts, and with which kinds of actions."""
    game, state, to_act = moment.game, moment.state, moment.to_act
    if to_act == (CHANCE,):
        return CHANCE, type(game.chance_outcomes(state)[0][0])
    return len(to_act), frozenset(type(action) for seat in to_act for action in game.legal_actions(state, seat))


def _choose(moment: Moment, choice: int | None) -> Step:
    """The next step: the one an opening asks for, else a random one."""
    game, state, rng = moment.game, moment.state, moment.rng
    if moment.to_act == (CHANCE,):
        if choice is None:
            return Step(state, CHANCE, game.draw(state, rng))
        outcomes = game.chance_outcomes(state)
        return Step(state, CHANCE, outcomes[choice % len(outcomes)][0])
    seat = rng.choice(moment.to_act)
    legal = game.legal_actions(state, seat)
    return Step(state, seat, rng.choice(legal) if choice is None else legal[choice % len(legal)])
