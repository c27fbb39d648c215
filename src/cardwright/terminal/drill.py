"""``cardwright drill``: positions to decide, one after another, in words."""

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from cardwright import games
from cardwright.answers import Line
from cardwright.errors import BadAction, BadOption, BadText
from cardwright.play import drill, hints, session
from cardwright.play.drill import Exercise
from cardwright.play.record import PERSON, read
from cardwright.scenes import Scene, named, typed_moves, words
from cardwright.terminal import storage
from cardwright.terminal.drawing import detect
from cardwright.terminal.plain import print_line
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.progress import progress
from cardwright.terminal.seat_names import seat_names

LISTED = ("?", "help")
GIVEN_UP = ("best", "show")
LEFT = ("q", "quit")
BY_RULE = "house-way"  # the drill for dealers


def run(game: str | None, *, record: str, seed: int | None, questions: int, kind: str, house_way: str) -> int:
    """Ask for the best move in some positions, and print the value of each answer; return the exit code."""
    warn_if_slow()
    look = detect.letters_only(ascii=False)

    def say(line: str) -> None:
        print_line(look.text(words.spell_cards(line)))

    right = asked = count = 0
    exercises = _exercises(game, record, seed, kind, house_way)
    while count < questions:
        with progress("looking for a position"):
            exercise = next(exercises, None)
        if exercise is None:
            break
        count += 1
        say("")
        say(f"Question {count} of at most {questions}.")
        tried = _ask(exercise, say)
        if tried.right is not None:
            right, asked = right + tried.right, asked + 1
        if tried.leaves:
            break
    if asked:
        say(f"{right} of {asked} right at the first try.")
    else:
        say("No question was answered." if count else "There was nothing to ask.")
    return 0


def _exercises(game: str | None, record: str, seed: int | None, kind: str, house_way: str) -> Iterator[Exercise]:
    if record:
        with storage.file_errors(record):
            played = read(record)
        if game not in (None, played.game.name):
            raise BadOption("record", record, f"a game of {game}, and this one is of {played.game.name}")
        return drill.mistakes([played])
    if game is None:
        raise BadAction("name a game, or a record with --record", "")
    rng = Random() if seed is None else Random(seed)
    if house_way:
        if BY_RULE not in drill.drills(game):
            raise BadOption("house-way", house_way, f"no value in {game}: no house sets its hands")
        return drill.stock(games.create(game, house_way=house_way), rng, BY_RULE)
    return drill.stock(games.create(game), rng, kind)


class Tried(NamedTuple):
    """The answer to a question: whether the first try was right, None for no try, and whether the person leaves."""

    right: bool | None
    leaves: bool = False


def _ask(exercise: Exercise, say: Callable[[str], None]) -> Tried:
    """Ask until the best move is found or shown, or the person leaves."""
    names = seat_names([PERSON if seat == exercise.seat else "basic" for seat in range(exercise.game.players)])
    scene = session.build_scene(exercise.game, exercise.game.view(exercise.state, exercise.seat))

    def label(text: str) -> str:
        return named(hints.move_label(scene.moves, text), names)

    for text in [*words.table(scene, names), *words.choices(scene, names), "best shows the best move, q leaves."]:
        say(words.spell_cards(text, scene.suits))
    first: bool | None = None
    while True:
        print("> ", end="", flush=True)
        typed = sys.stdin.readline()
        if not sys.stdin.isatty():
            print()  # a terminal has shown the line that was typed, and its end
        if not typed or typed.strip().casefold() in LEFT:
            return Tried(first, leaves=True)
        if typed.strip().casefold() in LISTED:
            for text in words.menu(scene, names):
                say(text)
        elif typed.strip().casefold() in GIVEN_UP:
            say(_describe_move(exercise, exercise.lines[0], label))
            return Tried(bool(first))
        else:
            right = _judge(exercise, scene, typed.strip(), label, say)
            if right:
                return Tried(first is None)
            first = first if right is None else False


def _judge(
    exercise: Exercise, scene: Scene, typed: str, label: Callable[[str], str], say: Callable[[str], None]
) -> bool | None:
    """Print the value of a move; return whether it is right, None for a text without a value."""
    try:
        text = typed_moves.move_of(scene, typed)
    except BadText as error:
        say(str(error))
        return None
    worth = drill.worth(exercise, text)
    if worth is None:
        say(f"{label(text)} has no value of its own; try one that has: {_alike(exercise, text)}")
        return None
    if not worth.is_mistake:
        say(f"Right: {_describe_move(exercise, worth.line, label)}")
    elif exercise.by_rule:
        say(f"{label(text)} is not what the house way asks. Try again.")
    else:
        cost = hints.loss_text(games.unit(exercise.game), worth.line, exercise.lines[0])
        reason = f": {worth.line.reason.removesuffix('.')}" if worth.line.reason else ""
        say(f"{label(text)} loses {cost} against the best move{reason}. Try again.")
    return not worth.is_mistake


def _alike(exercise: Exercise, text: str) -> str:
    """Return the moves that have a value, such as other amounts of a raise."""
    valued = [exercise.game.text(line.action) for line in exercise.lines]
    return ", ".join([each for each in valued if each.split()[0] == text.split()[0]] or valued)


def _describe_move(exercise: Exercise, line: Line, label: Callable[[str], str]) -> str:
    """Return a move with its value and the reason for it, in words."""
    value = hints.value_text(games.unit(exercise.game), line, exercise.lines[0])
    worth = "" if exercise.by_rule else f", {value}"
    return f"{label(exercise.game.text(line.action))}{worth}{f': {line.reason}' if line.reason else ''}"
