"""Laws of the rules: who acts, what may be done, notation, states as values, records, returns."""

import itertools
from random import Random

import msgspec

from cardwright import decoding
from cardwright.errors import BadText, GameOver, IllegalAction, NotYourTurn, PlayError
from cardwright.game import CHANCE, SPECTATOR, State
from cardwright.testing.position import Position, encode, law, possible


@law
def acting(p: Position) -> None:
    """Chance acts alone, or seats of the game do, each with something to do, and no choice is offered twice."""
    chance = p.to_act == (CHANCE,)
    seats = set(range(p.game.players))
    p.demand(chance or (set(p.to_act) <= seats and len(set(p.to_act)) == len(p.to_act)), f"{p.to_act} are to act")
    for seat in p.seats:
        legal = p.game.legal_actions(p.state, seat)
        p.demand(len(legal) > 0, f"player {seat} is to act and has no legal action")
        p.demand(len(set(legal)) == len(legal), f"player {seat} is offered an action twice")


@law
def chance(p: Position) -> None:
    """Outcomes are distinct, and their weights positive integers."""
    if p.to_act == (CHANCE,):
        outcomes = p.game.chance_outcomes(p.state)
        p.demand(len(outcomes) > 0, "chance is to act and nothing can happen")
        p.demand(len({outcome for outcome, _ in outcomes}) == len(outcomes), "duplicate outcome")
        bad = [weight for _, weight in outcomes if type(weight) is not int or weight <= 0]
        p.demand(not bad, f"weights {bad[:3]} are not positive integers")


@law
def notation(p: Position) -> None:
    """An action's text is one line of words, and ``parse(text(x)) == x``; invalid text is refused as such."""
    actions = [action for _, action in possible(p)]
    for action in actions if len(actions) <= 100 else p.rng.sample(actions, 100):
        text = p.game.text(action)
        p.demand(bool(text) and text == " ".join(text.split()), f"{text!r} is not words parted by single spaces")
        p.demand(p.game.parse(text) == action, f"{text!r} is read as another action than it is the text of")
    if actions:
        text = _garble(p.game.text(p.rng.choice(actions)), p.rng)
        try:
            read = p.game.parse(text)
        except BadText:
            return
        p.demand(p.game.parse(p.game.text(read)) == read, f"{text!r} is read as an action without an inverse")


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
def legality(p: Position) -> None:
    """`play` takes every legal action of the player to act and refuses all else; a refusal changes nothing."""
    before = encode(p.state)
    offers = possible(p)
    offered = set(offers)
    for player, action in p.rng.sample(offers, min(len(offers), 12)):
        after = p.game.play(p.state, player, action)
        p.demand(after == p.game.apply(p.state, player, action), f"play and apply differ on {p.game.text(action)!r}")
    met = {step.action for step in p.history[-200:]} | {action for _, action in offers}
    tried = p.rng.sample(sorted(met, key=p.game.text), min(len(met), 12))
    for player, action in itertools.product([*range(p.game.players), CHANCE, SPECTATOR, p.game.players], tried):
        wanted = GameOver if not p.to_act else NotYourTurn if player not in p.to_act else IllegalAction
        if (player, action) in offered:
            continue
        text = p.game.text(action)
        try:
            p.game.play(p.state, player, action)
        except PlayError as refusal:
            p.demand(
                type(refusal) is wanted, f"{text!r} by {player} is refused with {refusal!r}, not {wanted.__name__}"
            )
            p.demand(encode(p.state) == before, f"refusing {text!r} changed the state")
        else:
            p.demand(False, f"{text!r} by {player} is taken, and is not among the legal actions")


@law
def values(p: Position) -> None:
    """A state is a value: no action changes it, it hashes, and it comes back from JSON equal; so do views."""
    before = encode(p.state)
    hash(p.state)
    offers = possible(p)
    for player, action in p.rng.sample(offers, min(len(offers), 4)):
        p.game.apply(p.state, player, action)
        p.demand(encode(p.state) == before, f"{p.game.text(action)!r} changed the state it was applied to")
    p.demand(decoding.decode(before, p.game.state_type) == p.state, "the state does not come back from JSON")
    for viewer in p.viewers():
        view = p.view(viewer)
        hash(view)
        back = decoding.decode(encode(view), p.game.view_type)
        p.demand(back == view, f"the view of {viewer} does not come back from JSON")
        p.demand(view.player == viewer, f"the view of {viewer} says it is that of {view.player}")


@law
def events(p: Position) -> None:
    """The events of a state are those of the last action: it keeps none of those before it."""
    events_before = getattr(p.state, "events", ())
    offers = possible(p) if events_before else []
    for player, action in p.rng.sample(offers, min(len(offers), 4)):
        events = getattr(p.game.apply(p.state, player, action), "events", ())
        kept = any(one is other for one in events for other in events_before)
        p.demand(not kept, f"{p.game.text(action)!r} leaves an event of the action before it in the state")


@law
def together(p: Position) -> None:
    """Those who choose at once may do so in either order: the state is the same, but for its events."""
    for first, second in itertools.islice(itertools.combinations(p.choosing, 2), 3):
        x, y = (p.rng.choice(p.game.legal_actions(p.state, seat)) for seat in (first, second))
        ends = []
        for (a, ax), (b, by) in [((first, x), (second, y)), ((second, y), (first, x))]:
            between = p.game.apply(p.state, a, ax)
            p.demand(b in p.game.players_to_act(between), f"player {b} may no longer choose after player {a} has")
            same = list(p.game.legal_actions(between, b)) == list(p.game.legal_actions(p.state, b))
            p.demand(same, f"what player {b} may do depends on what player {a} chose at the same time")
            ends.append(_without_events(p.game.apply(between, b, by)))
        p.demand(ends[0] == ends[1], f"the order of {p.game.text(x)!r} and {p.game.text(y)!r} matters")


def _without_events(state: State) -> State:
    return msgspec.structs.replace(state, events=()) if hasattr(state, "events") else state


@law
def unseen(p: Position) -> None:
    """While others are still to choose, no seat can detect what the first of them chose."""
    for actor in p.choosing if len(p.choosing) > 1 else ():
        legal = p.game.legal_actions(p.state, actor)
        x, y = p.rng.choice(legal), p.rng.choice(legal)
        for viewer in {*p.viewers(), *p.seats} - {actor}:
            views = [p.game.view(p.game.apply(p.state, actor, action), viewer) for action in (x, y)]
            revealed = f"whether player {actor} chose {p.game.text(x)!r} or {p.game.text(y)!r} shows to {viewer}"
            p.demand(encode(views[0]) == encode(views[1]), revealed)


@law
def record(p: Position) -> None:
    """The record, as text, replays to the same states; asked at the end, where it covers all of the game."""
    if p.to_act:
        return
    state = p.game.initial_state()
    for number, step in enumerate(p.history):
        state = p.game.play(state, step.player, p.game.parse(p.game.text(step.action)))
        wanted = p.history[number + 1].state if number + 1 < len(p.history) else p.state
        if state != wanted:
            p.demand(False, f"replayed, it comes out otherwise at action {number}, {p.game.text(step.action)!r}")
    p.demand(state == p.state, "replayed, it comes out otherwise")


@law
def returns(p: Position) -> None:
    """There is one whole number a seat, and they add up to nothing if the game says so."""
    won = p.game.returns(p.state)
    p.demand(len(won) == p.game.players, f"{len(won)} returns for {p.game.players} players")
    p.demand(all(type(each) is int for each in won), f"returns {won} are not all integers")
    p.demand(not p.game.zero_sum or sum(won) == 0, f"returns {won} do not add up to 0, yet the game is zero_sum")
