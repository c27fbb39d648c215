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

import contextlib
import itertools
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies

from cardwright import games
from cardwright.errors import BadText, GameOver, IllegalAction, NotYourTurn, PlayError
from cardwright.game import CHANCE, SPECTATOR, Action, Game, Player, State, View
from cardwright.scene import Number, Scene, named

AnyGame = Game[Any, Any, Any]
Secrets = Callable[[AnyGame, Any, Player], Iterable[Sequence[str]]]
Draw = Callable[[AnyGame, Any], Scene]
Law = Callable[["Moment"], None]

PLAYS = (strategies.integers(0, 2**32), strategies.lists(strategies.integers(0, 50), max_size=40))
LAYOUTS = {"fan", "row", "grid", "pyramid", "pile", "pegboard", "lamps", "chips", "text"}
LAWS: dict[str, Law] = {}


def seeds(few: int) -> range:
    """Seeds for so many games in an ordinary run, or for CARDWRIGHT_GAMES games in a long one."""
    return range(int(os.environ.get("CARDWRIGHT_GAMES", few)))


_encode = msgspec.json.Encoder(order="deterministic").encode


class Broken(AssertionError):
    """A law that does not hold; ``law`` is its name."""

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"{law}: {message}")
        self.law = law


class Step(NamedTuple):
    """One action of a game, and the state in which it was taken."""

    state: State
    player: Player
    action: Action


class Moment:
    """A state under examination, and how it came about."""

    def __init__(
        self,
        game: AnyGame,
        state: State,
        history: list[Step],
        rng: Random,
        secrets: Secrets | None,
        draw: Draw,
        tally: Counter[str],
    ) -> None:
        self.game, self.state, self.history, self.rng = game, state, history, rng
        self.secrets, self.draw, self.tally = secrets, draw, tally
        self.to_act: tuple[Player, ...] = game.players_to_act(state)
        self.law = ""

    @property
    def seats(self) -> tuple[Player, ...]:
        """The seats to act."""
        return tuple(player for player in self.to_act if player != CHANCE)

    def viewers(self, most: int = 4) -> list[Player]:
        """Who looks: every seat and the spectator; in large games some of the seats."""
        seats = list(range(self.game.players))
        if len(seats) >= most:
            seats = sorted(set(self.rng.sample(seats, most - 2)) | set(self.seats[:1]))
        return [*seats, SPECTATOR]

    def demand(self, holds: bool, message: str) -> None:
        """Raise `Broken` unless it holds."""
        self.tally[self.law] += 1
        if not holds:
            raise Broken(self.law, message)


def law(check: Law) -> Law:
    """Enter a law in `LAWS` under its own name."""
    LAWS[check.__name__] = check
    return check


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
        problem.add_note("\n".join(_lines(game, history)))
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


def _lines(game: AnyGame, history: Iterable[Step]) -> Iterator[str]:
    for step in history:
        yield f"{step.player}: {game.text(step.action)}"


def _actions(moment: Moment) -> list[tuple[Player, Action]]:
    """All that could happen next."""
    game, state = moment.game, moment.state
    if moment.to_act == (CHANCE,):
        return [(CHANCE, outcome) for outcome, _ in game.chance_outcomes(state)]
    return [(seat, action) for seat in moment.to_act for action in game.legal_actions(state, seat)]


# --- the machine


@law
def acting(m: Moment) -> None:
    """Chance acts alone, or seats of the game do, each with something to do, and no choice is offered twice."""
    chance = m.to_act == (CHANCE,)
    seats = set(range(m.game.players))
    m.demand(chance or (set(m.to_act) <= seats and len(set(m.to_act)) == len(m.to_act)), f"{m.to_act} are to act")
    for seat in m.seats:
        legal = m.game.legal_actions(m.state, seat)
        m.demand(len(legal) > 0, f"player {seat} is to act and has no legal action")
        m.demand(len(set(legal)) == len(legal), f"player {seat} is offered an action twice")


@law
def chance(m: Moment) -> None:
    """Outcomes are distinct, and their weights positive integers."""
    if m.to_act == (CHANCE,):
        outcomes = m.game.chance_outcomes(m.state)
        m.demand(len(outcomes) > 0, "chance is to act and nothing can happen")
        m.demand(len({outcome for outcome, _ in outcomes}) == len(outcomes), "an outcome stands twice")
        bad = [weight for _, weight in outcomes if type(weight) is not int or weight <= 0]
        m.demand(not bad, f"weights {bad[:3]} are not positive integers")


@law
def notation(m: Moment) -> None:
    """An action's text is one line of words, and ``parse(text(x)) == x``; what is no text is refused as such."""
    actions = [action for _, action in _actions(m)]
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
def doors(m: Moment) -> None:
    """`play` takes every legal action of whoever is to act, refuses all else, and a refusal changes nothing."""
    before = _encode(m.state)
    offers = _actions(m)
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
            m.demand(_encode(m.state) == before, f"refusing {text!r} changed the state")
        else:
            m.demand(False, f"{text!r} by {player} is taken, and is not among the legal actions")


@law
def values(m: Moment) -> None:
    """A state is a value: no action changes it, it hashes, and it comes back from JSON equal; so do views."""
    before = _encode(m.state)
    hash(m.state)
    offers = _actions(m)
    for player, action in m.rng.sample(offers, min(len(offers), 4)):
        m.game.apply(m.state, player, action)
        m.demand(_encode(m.state) == before, f"{m.game.text(action)!r} changed the state it was applied to")
    m.demand(msgspec.json.decode(before, type=m.game.state_type) == m.state, "the state does not come back from JSON")
    for viewer in m.viewers():
        view = m.game.view(m.state, viewer)
        hash(view)
        back = msgspec.json.decode(_encode(view), type=m.game.view_type)
        m.demand(back == view, f"the view of {viewer} does not come back from JSON")
        m.demand(view.player == viewer, f"the view of {viewer} says it is that of {view.player}")


@law
def together(m: Moment) -> None:
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
def unseen(m: Moment) -> None:
    """While others are still to choose, nobody can tell what the first of them chose."""
    for actor in m.seats if len(m.seats) > 1 else ():
        legal = m.game.legal_actions(m.state, actor)
        x, y = m.rng.choice(legal), m.rng.choice(legal)
        for viewer in {*m.viewers(), *m.seats} - {actor}:
            views = [m.game.view(m.game.apply(m.state, actor, action), viewer) for action in (x, y)]
            told = f"whether player {actor} chose {m.game.text(x)!r} or {m.game.text(y)!r} shows to {viewer}"
            m.demand(_encode(views[0]) == _encode(views[1]), told)


@law
def record(m: Moment) -> None:
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
def returns(m: Moment) -> None:
    """There is one whole number a seat, and they add up to nothing if the game says so."""
    won = m.game.returns(m.state)
    m.demand(len(won) == m.game.players, f"{len(won)} returns for {m.game.players} players")
    m.demand(all(type(each) is int for each in won), f"returns {won} are not all integers")
    m.demand(not m.game.zero_sum or sum(won) == 0, f"returns {won} do not add up to 0, yet the game is zero_sum")


# --- what a seat may know


@law
def sampling(m: Moment) -> None:
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


def _play_on(m: Moment, state: State, viewer: Player, steps: int = 25) -> None:
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
def secrecy(m: Moment) -> None:
    """Exchanging what a seat cannot tell apart leaves its view, scene and legal actions as they are, to the byte."""
    if m.secrets is None:
        shown = {_encode(_anonymous(m.game.view(m.state, viewer))) for viewer in m.viewers()}
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


def _look_alike(m: Moment, viewer: Player, other: State, how: str) -> None:
    views = [m.game.view(state, viewer) for state in (m.state, other)]
    m.demand(_encode(views[0]) == _encode(views[1]), f"the view of {viewer} tells {how}")
    scenes = [_encode(m.draw(m.game, view)) for view in views]
    m.demand(scenes[0] == scenes[1], f"the scene of {viewer} tells {how}")
    if viewer in m.to_act:
        legal = [list(m.game.legal_actions(state, viewer)) for state in (m.state, other)]
        m.demand(legal[0] == legal[1], f"the legal actions of {viewer} tell {how}")


def _exchanged(m: Moment, group: Sequence[str], tries: int = 8) -> tuple[State, str] | None:
    """A state in which words of this group stand for one another, and which; None where none came out legal."""
    words = sorted(set(group))
    told = {word for step in m.history for word in m.game.text(step.action).split()}
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


def _together_in_deck(m: Moment, words: set[str]) -> int | None:
    """The last action of chance that could have brought any of these."""
    if words <= _could_come(m.game, m.state):
        return None  # all are in the deck: nothing is hidden that has happened
    for place in reversed(range(len(m.history))):
        step = m.history[place]
        if step.player == CHANCE and words <= _could_come(m.game, step.state):
            return place
    return None


def _could_come(game: AnyGame, state: State) -> set[str]:
    if game.players_to_act(state) != (CHANCE,):
        return set()
    return {word for outcome, _ in game.chance_outcomes(state) for word in game.text(outcome).split()}


def _replayed(m: Moment, start: int, swap: dict[str, str]) -> State | None:
    """The record from ``start`` on, with words exchanged; None if that is no record, or another course of events."""
    state = m.history[start].state
    changed = False
    for step in m.history[start:]:
        to_act = m.game.players_to_act(state)
        if to_act != m.game.players_to_act(step.state):
            return None
        text = m.game.text(step.action)
        words = [swap.get(word, word) for word in text.split()]
        changed |= words != text.split()
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


# --- scenes


@law
def scenes(m: Moment) -> None:
    """A scene has a place for everything, says who is to act, and leaves no name out and no brace behind."""
    names = [f"Name{seat}" for seat in range(m.game.players)]
    for viewer in m.viewers():
        scene = m.draw(m.game, m.game.view(m.state, viewer))
        back = msgspec.json.decode(_encode(scene), type=Scene)
        m.demand(back == scene, "the scene does not come back from JSON")
        m.demand(scene.player == viewer, f"the scene for {viewer} is as {scene.player} sees it")
        places = [place.id for zone in scene.zones for place in zone.places]
        m.demand(len(set(places)) == len(places), f"two places have the same id: {_twice(places)}")
        zones = [zone.id for zone in scene.zones]
        m.demand(len(set(zones)) == len(zones), f"two zones have the same id: {_twice(zones)}")
        layouts = {zone.layout for zone in scene.zones}
        m.demand(layouts <= LAYOUTS, f"no renderer knows the layouts {layouts - LAYOUTS}")
        seats = [seat.player for seat in scene.seats]
        m.demand(sorted(seats) == list(range(m.game.players)), f"the seats shown are {seats}")
        lit = {seat.player for seat in scene.seats if seat.to_act}
        m.demand(lit == set(m.seats), f"shown to act are {lit}, and to act are {m.seats}")
        m.demand(bool(scene.result) == (not m.to_act), "a result is shown when, and only when, the game has ended")
        m.demand(bool(scene.status or scene.result), "the scene does not say what is going on")
        for text in _texts(scene):
            left = named(text, names)
            m.demand("{" not in left and "}" not in left, f"braces are left in {left!r}")


def _twice(ids: Iterable[str]) -> str:
    return ", ".join(id for id, count in Counter(ids).items() if count > 1)


def _texts(scene: Scene) -> Iterator[str]:
    """All that is there to read."""
    yield from (scene.title, scene.status, scene.result, *scene.news)
    for seat in scene.seats:
        yield from (seat.role, seat.score)
    for zone in scene.zones:
        yield from (zone.title, zone.note, *zone.lines)
        yield from (lamp.label for lamp in zone.lamps)
        yield from (place.label for place in zone.places)
    for move in scene.moves:
        yield move.label.replace("{}", "1") if move.number else move.label


@law
def moves(m: Moment) -> None:
    """Each legal action of a viewer is one move, by itself or in a number's range; and there are no others."""
    for viewer in m.viewers():
        scene = m.draw(m.game, m.game.view(m.state, viewer))
        legal = m.game.legal_actions(m.state, viewer) if viewer in m.to_act else ()
        offered = Counter(text for move in scene.moves for text in _readings(m, move.text, move.number))
        wanted = Counter(m.game.text(action) for action in legal)
        missing, extra = list(wanted - offered), list(offered - wanted)
        m.demand(not missing, f"legal and not offered to {viewer}: {missing[:5]}")
        m.demand(not extra, f"offered to {viewer} and not legal, or twice: {extra[:5]}")
        places = {place.id for zone in scene.zones for place in zone.places}
        for move in scene.moves:
            m.demand(bool(move.label), f"the move {move.text!r} has no label")
            m.demand(move.places <= places, f"{move.text!r} touches {set(move.places - places)}, which are no places")
        sets = [move.places for move in scene.moves if move.places]
        m.demand(len(set(sets)) == len(sets), "two moves touch the same places, so touching cannot tell them apart")
        keys = [move.key for move in scene.moves if move.key]
        m.demand(
            len(set(keys)) == len(keys) and all(map(str.isalpha, keys)), f"the keys {keys} are no distinct letters"
        )
        m.demand(all(len(key) == 1 for key in keys), f"some of the keys {keys} are not single")


def _readings(m: Moment, text: str, number: Number | None) -> list[str]:
    """What a move sends: its text, or its text with each of the numbers it takes."""
    if number is None:
        return [text]
    m.demand("{}" in text, f"the move {text!r} takes a number and has no place for it")
    taken = range(number.low, number.high + 1, number.step)
    wrong = [value for _, value in number.presets if value not in taken]
    m.demand(not wrong, f"the presets {wrong} of {text!r} cannot be chosen")
    return [text.replace("{}", str(value)) for value in taken]
