"""Laws of the machine: who acts, what may be done, notation, states as values, records, returns."""

import itertools
from random import Random

import msgspec

from cardwright import decoding
from cardwright.errors import BadText, GameOver, IllegalAction, NotYourTurn, PlayError
from cardwright.game import CHANCE, SPECTATOR, State
from cardwright.testing.position import Position, encode, law, possible


@law
def acting(m: Position) -> None:
    """Chance acts alone, or seats of the game do, each with something to do, and no choice is offered twice."""
    chance = m.to_act == (CHANCE,)
    seats = set(range(m.game.players))
    m.demand(chance or (set(m.to_act) <= seats and len(set(m.to_act)) == len(m.to_act)), f"{m.to_act} are to act")
    for seat in m.seats:
        legal = m.game.legal_actions(m.state, seat)
        m.demand(len(legal) > 0, f"player {seat} is to act and has no legal action")
        m.demand(len(set(legal)) == len(legal), f"player {seat} is offered an action twice")


@law
def chance(m: Position) -> None:
    """Outcomes are distinct, and their weights positive integers."""
    if m.to_act == (CHANCE,):
        outcomes = m.game.chance_outcomes(m.state)
        m.demand(len(outcomes) > 0, "chance is to act and nothing can happen")
        m.demand(len({outcome for outcome, _ in outcomes}) == len(outcomes), "duplicate outcome")
        bad = [weight for _, weight in outcomes if type(weight) is not int or weight <= 0]
        m.demand(not bad, f"weights {bad[:3]} are not positive integers")


@law
def notation(m: Position) -> None:
    """An action's text is one line of words, and ``parse(text(x)) == x``; invalid text is refused as such."""
    actions = [action for _, action in possible(m)]
    for action in actions if len(actions) <= 100 else m.rng.sample(actions, 100):
        text = m.game.text(action)
        m.demand(bool(text) and text == " ".join(text.split()), f"{text!r} is not words parted by single spaces")
        m.demand(m.game.parse(text) == action, f"{text!r} is read as another action than it is the text of")
    if actions:
        text = _garble(m.game.text(m.rng.choice(actions)), m.rng)
        try:
            read = m.game.parse(text)
        except BadText:
            return
        m.demand(m.game.parse(m.game.text(read)) == read, f"{text!r} is read as an action without an inverse")


def _garble(text: str, rng: Random) -> str:
    """The text with something wrong in it, most often."""
    words, place = text.split(), rng.randrange(len(text))
    odd = rng.choice(["x", "0", "-1", "é", "\n", "", " ", "5h", "²", "9" * 30])
    return rng.choice(
        [
            text[:place] + odd + text[place + 1 :],
            text[:place] + odd + text[place:],
            " ".join(words[:-1]),
            " ".join([*words, words[-1]]),
            " ".join(rng.sample(words, len(words))),
            " ".join([*words, odd]),
        ]
    )


@law
def doors(m: Position) -> None:
    """`play` takes every legal action of the player to act and refuses all else; a refusal changes nothing."""
    before = encode(m.state)
    offers = possible(m)
    offered = set(offers)
    for player, action in m.rng.sample(offers, min(len(offers), 12)):
        after = m.game.play(m.state, player, action)
        m.demand(after == m.game.apply(m.state, player, action), f"play and apply differ on {m.game.text(action)!r}")
    met = {step.action for step in m.history[-200:]} | {action for _, action in offers}
    tried = m.rng.sample(sorted(met, key=m.game.text), min(len(met), 12))
    for player, action in itertools.product([*range(m.game.players), CHANCE, SPECTATOR, m.game.players], tried):
        wanted = GameOver if not m.to_act else NotYourTurn if player not in m.to_act else IllegalAction
        if (player, action) in offered:
            continue
        text = m.game.text(action)
        try:
            m.game.play(m.state, player, action)
        except PlayError as refusal:
            m.demand(
                type(refusal) is wanted, f"{text!r} by {player} is refused with {refusal!r}, not {wanted.__name__}"
            )
            m.demand(encode(m.state) == before, f"refusing {text!r} changed the state")
        else:
            m.demand(False, f"{text!r} by {player} is taken, and is not among the legal actions")


@law
def values(m: Position) -> None:
    """A state is a value: no action changes it, it hashes, and it comes back from JSON equal; so do views."""
    before = encode(m.state)
    hash(m.state)
    offers = possible(m)
    for player, action in m.rng.sample(offers, min(len(offers), 4)):
        m.game.apply(m.state, player, action)
        m.demand(encode(m.state) == before, f"{m.game.text(action)!r} changed the state it was applied to")
    m.demand(decoding.decode(before, m.game.state_type) == m.state, "the state does not come back from JSON")
    for viewer in m.viewers():
        view = m.game.view(m.state, viewer)
        hash(view)
        back = decoding.decode(encode(view), m.game.view_type)
        m.demand(back == view, f"the view of {viewer} does not come back from JSON")
        m.demand(view.player == viewer, f"the view of {viewer} says it is that of {view.player}")


@law
def together(m: Position) -> None:
    """Those who choose at once may do so in either order: the state is the same, but for its events."""
    for first, second in itertools.islice(itertools.combinations(m.seats, 2), 3):
        x, y = (m.rng.choice(m.game.legal_actions(m.state, seat)) for seat in (first, second))
        ends = []
        for (a, ax), (b, by) in [((first, x), (second, y)), ((second, y), (first, x))]:
            between = m.game.apply(m.state, a, ax)
            m.demand(b in m.game.players_to_act(between), f"player {b} may no longer choose after player {a} has")
            same = list(m.game.legal_actions(between, b)) == list(m.game.legal_actions(m.state, b))
            m.demand(same, f"what player {b} may do depends on what player {a} chose at the same time")
            ends.append(_without_events(m.game.apply(between, b, by)))
        m.demand(ends[0] == ends[1], f"the order of {m.game.text(x)!r} and {m.game.text(y)!r} matters")


def _without_events(state: State) -> State:
    return msgspec.structs.replace(state, events=()) if hasattr(state, "events") else state


@law
def unseen(m: Position) -> None:
    """While others are still to choose, no seat can detect what the first of them chose."""
    for actor in m.seats if len(m.seats) > 1 else ():
        legal = m.game.legal_actions(m.state, actor)
        x, y = m.rng.choice(legal), m.rng.choice(legal)
        for viewer in {*m.viewers(), *m.seats} - {actor}:
            views = [m.game.view(m.game.apply(m.state, actor, action), viewer) for action in (x, y)]
            told = f"whether player {actor} chose {m.game.text(x)!r} or {m.game.text(y)!r} shows to {viewer}"
            m.demand(encode(views[0]) == encode(views[1]), told)


@law
def record(m: Position) -> None:
    """The record, as text, replays to the same states; asked at the end, where it covers all of the game."""
    if m.to_act:
        return
    state = m.game.initial_state()
    for number, step in enumerate(m.history):
        state = m.game.play(state, step.player, m.game.parse(m.game.text(step.action)))
        wanted = m.history[number + 1].state if number + 1 < len(m.history) else m.state
        if state != wanted:
            m.demand(False, f"replayed, it comes out otherwise at action {number}, {m.game.text(step.action)!r}")
    m.demand(state == m.state, "replayed, it comes out otherwise")


@law
def returns(m: Position) -> None:
    """There is one whole number a seat, and they add up to nothing if the game says so."""
    won = m.game.returns(m.state)
    m.demand(len(won) == m.game.players, f"{len(won)} returns for {m.game.players} players")
    m.demand(all(type(each) is int for each in won), f"returns {won} are not all integers")
    m.demand(not m.game.zero_sum or sum(won) == 0, f"returns {won} do not add up to 0, yet the game is zero_sum")
