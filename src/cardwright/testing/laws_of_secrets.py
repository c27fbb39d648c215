"""Laws of what a seat may know: sampled states, and secrets. `laws` says what a room's test must provide."""

import contextlib
from collections.abc import Sequence
from random import Random

import msgspec

from cardwright.errors import BadText
from cardwright.game import CHANCE, Action, Player, State, View
from cardwright.testing.position import AnyGame, Position, encode, law


@law
def sampling(m: Position) -> None:
    """A state drawn from a view looks like that view, asks the same of the same players, and plays on."""
    for viewer in m.viewers():
        view = m.game.view(m.state, viewer)
        sample = m.game.sample_state(view, Random(m.rng.random()))
        m.demand(m.game.view(sample, viewer) == view, f"a sampled state does not look to {viewer} as the true one does")
        m.demand(m.game.players_to_act(sample) == m.to_act, f"sampled for {viewer}, others are to act")
        legal = set(m.game.legal_actions(m.state, viewer)) if viewer in m.to_act else set()
        may = set(m.game.legal_actions(sample, viewer)) if viewer in m.to_act else set()
        m.demand(may == legal, f"sampled for {viewer}, other actions are legal")
        choices = m.game.choices(view)
        m.demand(set(choices) == legal and len(choices) == len(legal), f"choices for {viewer} are not what is legal")
        _play_on(m, sample, viewer)


def _play_on(m: Position, state: State, viewer: Player, steps: int = 25) -> None:
    for _ in range(steps):
        to_act = m.game.players_to_act(state)
        if not to_act:
            break
        player = m.rng.choice(to_act)
        if player == CHANCE:
            action = m.game.draw(state, m.rng)
        else:
            action = m.rng.choice(m.game.legal_actions(state, player))
        state = m.game.apply(state, player, action)
    won = m.game.returns(state)
    m.demand(not m.game.zero_sum or sum(won) == 0, f"sampled for {viewer} and played on, the returns are {won}")


@law
def secrecy(m: Position) -> None:
    """Exchanging words that a seat cannot distinguish changes no byte of its view, scene and legal actions."""
    if m.secrets is None:
        shown = {encode(_anonymous(m.game.view(m.state, viewer))) for viewer in m.viewers()}
        m.demand(len(shown) == 1, "seats see different things here: pass secrets=, which says what each may not know")
        return
    for viewer in m.viewers():
        groups = [group for group in m.secrets(m.game, m.state, viewer) if len(group) > 1]
        for group in groups:
            m.tally[f"secret from {viewer}"] += 1
            other = _exchanged(m, group)
            if other is not None:
                m.tally[f"exchanged for {viewer}"] += 1
                _look_alike(m, viewer, *other)


def _anonymous(view: View) -> View:
    return msgspec.structs.replace(view, player=0)


def _look_alike(m: Position, viewer: Player, other: State, how: str) -> None:
    views = [m.game.view(state, viewer) for state in (m.state, other)]
    m.demand(encode(views[0]) == encode(views[1]), f"the view of {viewer} reveals {how}")
    scenes = [encode(m.build_scene(m.game, view)) for view in views]
    m.demand(scenes[0] == scenes[1], f"the scene of {viewer} reveals {how}")
    if viewer in m.to_act:
        legal = [list(m.game.legal_actions(state, viewer)) for state in (m.state, other)]
        m.demand(legal[0] == legal[1], f"the legal actions of {viewer} reveal {how}")


def _exchanged(m: Position, group: Sequence[str], tries: int = 8) -> tuple[State, str] | None:
    """A state in which words of this group stand for one another, and which; None where none came out legal."""
    words = sorted(set(group))
    told = set().union(*(step.words for step in m.history))
    dealt = [word for word in words if word in told]
    for number in range(tries if dealt else 0):
        if number == 0:
            swap = dict(zip(words, m.rng.sample(words, len(words))))
        else:
            one = m.rng.choice(dealt)
            two = m.rng.choice([word for word in words if word != one])
            swap = {one: two, two: one}
        start = _together_in_deck(m, set(swap))
        state = _replayed(m, start, swap) if start is not None else None
        if state is not None:
            pairs = [(one, two) for one, two in swap.items() if one != two]
            return state, ", ".join(f"{one} from {two}" for one, two in pairs[:3])
    return None


def _together_in_deck(m: Position, words: set[str]) -> int | None:
    """The last action of chance that could have brought any of these."""
    if words <= m.could_come:
        return None  # all are in the deck: nothing is hidden that has happened
    for place in reversed(range(len(m.history))):
        if words <= m.history[place].could_come:
            return place
    return None


def _replayed(m: Position, start: int, swap: dict[str, str]) -> State | None:
    """The record from ``start`` on, with words exchanged; None if the result is not a record, or has other events."""
    state = m.history[start].state
    changed = False
    for step in m.history[start:]:
        to_act = m.game.players_to_act(state)
        if to_act != m.game.players_to_act(step.state):
            return None
        words = [swap.get(word, word) for word in step.words]
        changed |= words != step.words
        action = _named(m.game, state, step.player, words)
        if action is None:
            return None
        state = m.game.apply(state, step.player, action)
    return state if changed and m.game.players_to_act(state) == m.to_act else None


def _named(game: AnyGame, state: State, player: Player, words: list[str]) -> Action | None:
    """The action that is possible now and is written with these words, in this order or, failing that, in any."""
    if player == CHANCE:
        possible = [outcome for outcome, _ in game.chance_outcomes(state)]
    else:
        possible = list(game.legal_actions(state, player))
    with contextlib.suppress(BadText):
        action: Action = game.parse(" ".join(words))
        if action in possible:
            return action
    found = [action for action in possible if sorted(game.text(action).split()) == sorted(words)]
    return found[0] if len(found) == 1 else None
