"""Drills: positions to decide, from games between bots or from one's own mistakes, and the worth of each answer."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple

import msgspec

from cardwright import games
from cardwright.answers import Line, gap, is_worse
from cardwright.errors import PlayError, UnknownName
from cardwright.game import CHANCE, AnyGame, Player, State
from cardwright.play import review
from cardwright.play.record import Record
from cardwright.room import Drill


class Exercise(msgspec.Struct, frozen=True):
    """A position in which a seat has to choose, and the lines of its moves, best first.

    With ``by_rule`` the right move is the one that the house way requires of a dealer, whatever it is worth.
    """

    game: AnyGame
    state: State
    seat: Player
    lines: tuple[Line, ...]
    by_rule: bool = False


def stock(game: AnyGame, rng: Random, kind: str = "") -> Iterator[Exercise]:
    """Yield positions of games between bots, without end: of one of the game's kinds of drills, or of all of them.

    Raises `UnknownName` for a kind that does not exist, and `PlayError` for a game without drills.
    """
    known = drills(game.name)
    if kind and kind not in known:
        raise UnknownName(f"drill of {game.name}", kind, known)
    chosen = [known[kind]] if kind else [drill for drill in known.values() if not drill.by_rule]
    while True:
        exercise = position(game, rng.choice(chosen), rng)
        if exercise is not None:
            yield exercise


def drills(name: str) -> Mapping[str, Drill]:
    """Return the drills of a room. Raises `PlayError` if it has none."""
    known = games.room(name).drills
    if not known:
        raise PlayError(f"{name} has no values of moves yet, so there is no drill of it")
    return known


def position(game: AnyGame, drill: Drill, rng: Random) -> Exercise | None:
    """Play one game to a decision of this kind in which some move is a mistake; None if there was no such decision."""
    bot, state = games.create_bot(drill.bot, game, rng), game.initial_state()
    left = rng.randint(drill.first, drill.last)
    while seats := game.players_to_act(state):
        seat = seats[0]
        if seat == CHANCE:
            state = game.apply(state, seat, game.draw(state, rng))
            continue
        view = game.view(state, seat)
        if left <= 0 and any(type(choice).__name__ == drill.action for choice in game.choices(view)):
            lines = games.by_rule(game, view) if drill.by_rule else games.evaluate(game, view)
            if len(lines) > 1 and is_worse(lines[0], lines[-1]):
                return Exercise(game, state, seat, lines, drill.by_rule)
        left -= 1
        state = game.apply(state, seat, bot.advise(view).action)
    return None


def mistakes(records: Iterable[Record]) -> Iterator[Exercise]:
    """Yield the positions of all mistakes in finished games; the worst of each game first."""
    for record in records:
        reviews = review.review_record(record)
        bad = [each for one in reviews for each in one.decisions if each.mistake]
        for mistake in sorted(bad, key=lambda each: -each.cost):
            state = record.states[mistake.at]
            lines = games.evaluate(record.game, record.view(mistake.at, mistake.seat))
            yield Exercise(record.game, state, mistake.seat, lines)


class JudgedMove(NamedTuple):
    """The worth of a move: its line, its cost against the best one, and whether it is a mistake."""

    line: Line
    cost: float
    is_mistake: bool


def worth(exercise: Exercise, text: str) -> JudgedMove | None:
    """Return the value of a move; None if it has no value."""
    line = next((line for line in exercise.lines if exercise.game.text(line.action) == text), None)
    if line is None:
        return None
    best = exercise.lines[0]
    return JudgedMove(line, float(gap(best, line)[0]), is_worse(best, line))
