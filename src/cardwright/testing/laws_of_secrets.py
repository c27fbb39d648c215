"""Laws of the information that a seat has: sampled states, and secrets, which `configuration` takes from the game."""

import contextlib
import itertools
from collections.abc import Sequence
from random import Random
from typing import cast

import msgspec

from cardwright.errors import BadText
from cardwright.game import CHANCE, Action, AnyGame, Player, State, Uniform
from cardwright.testing.position import Position, TakenStep, encode, law

MAX_STEPS_PLAYED_ON = 25
MAX_EXCHANGES = 8  # of words of a group, until one of them was legal


@law
def sampling(p: Position) -> None:
    """A state drawn from a view looks like that view, asks the same of the same players, and plays on."""
    for viewer in p.viewers():
        view = p.view(viewer)
        sample = p.game.sample_state(view, Random(p.rng.random()))
        p.demand(p.game.view(sample, viewer) == view, f"a sampled state does not look to {viewer} as the true one does")
        p.demand(p.game.players_to_act(sample) == p.to_act, f"sampled for {viewer}, others are to act")
        legal = set(p.game.legal_actions(p.state, viewer)) if viewer in p.to_act else set()
        may = set(p.game.legal_actions(sample, viewer)) if viewer in p.to_act else set()
        p.demand(may == legal, f"sampled for {viewer}, other actions are legal")
        choices = p.game.choices(view)
        p.demand(set(choices) == legal and len(choices) == len(legal), f"choices for {viewer} are not what is legal")
        _play_on(p, sample, viewer)


def _play_on(p: Position, state: State, viewer: Player) -> None:
    for _ in range(MAX_STEPS_PLAYED_ON):
        to_act = p.game.players_to_act(state)
        if not to_act:
            break
        player = p.rng.choice(to_act)
        if player == CHANCE:
            action = p.game.draw(state, p.rng)
        else:
            action = p.rng.choice(p.game.legal_actions(state, player))
        state = p.game.apply(state, player, action)
    won = p.game.returns(state)
    p.demand(not p.game.zero_sum or sum(won) == 0, f"sampled for {viewer} and played on, the returns are {won}")


@law
def secrecy(p: Position) -> None:
    """Exchanging words that a seat cannot distinguish changes no byte of its view, scene and legal actions."""
    if p.secrets is None:
        views = {encode(msgspec.structs.replace(p.view(viewer), player=0)) for viewer in p.viewers()}
        p.demand(len(views) == 1, "seats see different things here: pass secrets=, which says what each may not know")
        return
    for viewer in p.viewers():
        groups = [group for group in p.secrets(p.game, p.state, viewer) if len(group) > 1]
        for group in groups:
            p.tally[f"secret from {viewer}"] += 1
            other = _exchange(p, group)
            if other is not None:
                p.tally[f"exchanged for {viewer}"] += 1
                _demand_alike(p, viewer, *other)


def _demand_alike(p: Position, viewer: Player, other: State, how: str) -> None:
    view = p.game.view(other, viewer)
    p.demand(encode(view) == encode(p.view(viewer)), f"the view of {viewer} reveals {how}")
    scene = p.build_scene(p.game, view)
    p.demand(encode(scene) == encode(p.scene(viewer)), f"the scene of {viewer} reveals {how}")
    if viewer in p.to_act:
        legal = [list(p.game.legal_actions(state, viewer)) for state in (p.state, other)]
        p.demand(legal[0] == legal[1], f"the legal actions of {viewer} reveal {how}")


def _exchange(p: Position, group: Sequence[str]) -> tuple[State, str] | None:
    """Return a state with words of this group exchanged, and which those are; None if no exchange was legal."""
    words = sorted(set(group))
    dealt = [word for word in words if word in p.written]
    for number in range(MAX_EXCHANGES if dealt else 0):
        if number == 0:
            swap = dict(zip(words, p.rng.sample(words, len(words))))
        else:
            one = p.rng.choice(dealt)
            two = p.rng.choice([word for word in words if word != one])
            swap = {one: two, two: one}
        start = _together_in_deck(p, set(swap))
        state = _replay(p, start, swap) if start is not None else None
        if state is not None:
            pairs = [(one, two) for one, two in swap.items() if one != two]
            return state, ", ".join(f"{one} from {two}" for one, two in pairs[:3])
    return None


def _together_in_deck(p: Position, words: set[str]) -> int | None:
    """The last action of chance that could have dealt any of these words."""
    if words <= p.could_come:
        return None  # all are in the deck: nothing is hidden that has happened
    for place in reversed(range(len(p.history))):
        if words <= p.history[place].could_come:
            return place
    return None


def _replay(p: Position, start: int, swap: dict[str, str]) -> State | None:
    """The record from ``start`` on, with words exchanged; None if the result is not a record, or other players act."""
    exchanged = {one for one, two in swap.items() if one != two}
    steps = list(itertools.dropwhile(lambda step: exchanged.isdisjoint(step.words), p.history[start:]))
    if not steps:
        return None
    state = steps[0].state  # until then, all is as it was
    for step in steps:
        if p.game.players_to_act(state) != step.to_act:
            return None
        action = _find_action(p.game, state, step, [swap.get(word, word) for word in step.words])
        if action is None:
            return None
        state = p.game.apply(state, step.player, action)
    return state if p.game.players_to_act(state) == p.to_act else None


def _find_action(game: AnyGame, state: State, step: TakenStep, words: list[str]) -> Action | None:
    """The action that is possible now and is written with these words, in this order or, failing that, in any."""
    action = step.action if words == step.words else _read(game, words)
    if step.player == CHANCE:
        outcomes = game.chance_outcomes(state)
        if isinstance(outcomes, Uniform) and outcomes.allows(action):
            return action
        possible = [outcome for outcome, _ in outcomes]
    else:
        possible = list(game.legal_actions(state, step.player))
    if action in possible:
        return action
    wanted = sorted(words)
    actions = [action for action in possible if sorted(game.text(action).split()) == wanted]
    return actions[0] if len(actions) == 1 else None


def _read(game: AnyGame, words: list[str]) -> Action | None:
    with contextlib.suppress(BadText):
        return cast("Action", game.parse(" ".join(words)))
    return None
