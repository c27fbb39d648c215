"""Questions about positions that a person enters: the commands of ``cardwright odds``, asked through a form.

The fields of a form are the arguments of the command's own parser; `answer` runs in a process that can be stopped.
"""

import argparse
import functools
from collections.abc import Mapping, Sequence
from typing import Literal, NoReturn

import msgspec

from cardwright import games
from cardwright.errors import BadText, UnknownName
from cardwright.reports import Report
from cardwright.room import OddsCommand

MAX_LINES = 12  # of a field that takes several values
MAX_FIELD_CHARS = 1_000
ANSWER_S = 20.0  # that an answer may take
ADVICE = "ask for fewer hands, or with more cards known"


class QuestionField(msgspec.Struct, frozen=True):
    """A field of a form: an argument of the command. ``lines`` fields take a value a line, ``words`` some in a row."""

    name: str
    label: str
    help: str
    kind: Literal["text", "lines", "words", "flag", "choice"]
    default: str
    required: bool
    choices: tuple[str, ...] = ()


class _Parser(argparse.ArgumentParser):
    """A parser that raises `BadText` for a mistake."""

    def error(self, message: str) -> NoReturn:
        raise BadText(message.replace("argument ", "", 1))


def page_questions() -> dict[str, OddsCommand]:
    """Return the questions that a page asks, by name."""
    return {name: command for name, command in games.odds_commands().items() if command.entered}


def list_by_game() -> list[tuple[str, dict[str, str]]]:
    """Return the games with such questions: the title, and of each question what it answers."""
    found = [("Any game", {name: each.help.partition(": ")[2] for name, each in games.QUESTIONS.items()})]
    for room in games.GAMES.values():
        own = {name: each.help.partition(": ")[2] for name, each in room.questions.items() if each.entered}
        found += [(room.title, own)] if own else []
    return found


def command(question: str) -> OddsCommand:
    """Return a question. Raises `UnknownName`."""
    if question not in page_questions():
        raise UnknownName("question", question, page_questions())
    return page_questions()[question]


@functools.cache
def _parser(question: str) -> _Parser:
    made = _Parser(prog=question, add_help=False, allow_abbrev=False)
    games.odds_command(question).arguments(made)
    return made


def _actions(question: str) -> list[argparse.Action]:
    """Return the arguments that a page offers, in the order of the command's declaration."""
    known = {action.dest: action for action in _parser(question)._actions}
    return [known[name] for name in command(question).entered]


@functools.cache
def fields(question: str) -> tuple[QuestionField, ...]:
    """Return the fields of a question. Raises `UnknownName`."""
    return tuple(_field(question, action) for action in _actions(question))


def _field(question: str, action: argparse.Action) -> QuestionField:
    choices = tuple(map(str, action.choices or _known_values(question, action.dest)))
    kind: Literal["text", "lines", "words", "flag", "choice"] = "choice" if choices else "text"
    if isinstance(action, argparse._StoreTrueAction):
        kind = "flag"
    elif action.nargs not in (None, "?"):
        kind = "words" if action.type is int else "lines"
    default = action.default
    label = action.dest.replace("_", " ").capitalize()
    label += f" ({' '.join(action.metavar).lower()})" if isinstance(action.metavar, tuple) else ""
    return QuestionField(
        action.dest,
        label,
        "" if action.dest in command(question).known else _help(action),
        kind,
        "" if default is None else " ".join(map(str, default)) if isinstance(default, tuple) else str(default),
        action.required or not action.option_strings,
        choices,
    )


def _help(action: argparse.Action) -> str:
    """Return the help of an argument, for a form: it needs no quotes, and lists the choices itself."""
    shown = (action.help or "").replace("%%", "%").replace(", in quotes", "").replace(" in quotes", "")
    return shown.removesuffix(f": {', '.join(map(str, action.choices))}") if action.choices else shown


def _known_values(question: str, name: str) -> Sequence[object]:
    """Return the values of an argument that name no file; () for one that never does."""
    wanted = command(question).known.get(name)
    if wanted is None:
        return ()
    room = next(room for room, each in games.GAMES.items() if question in each.questions)
    return next(option.choices for option in games.options(room) if option.name == wanted)


def words(question: str, form: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words of the command that a form stands for. Raises `BadText` for what the form cannot hold."""
    options: list[str] = []
    positions: list[str] = []
    for field, action in zip(fields(question), _actions(question), strict=True):
        given = form.get(field.name, "").strip()
        if len(given) > MAX_FIELD_CHARS or given.count("\n") >= MAX_LINES:
            raise BadText(f"{field.name} takes at most {MAX_FIELD_CHARS} characters in {MAX_LINES} lines")
        if field.required and not given:
            raise BadText(f"{field.name} is missing: {field.help or field.label}")
        if field.choices and given and given not in field.choices:
            raise UnknownName(field.name, given, field.choices)
        values = given.splitlines() if field.kind == "lines" else given.split() if field.kind == "words" else [given]
        if field.kind == "flag":
            options += action.option_strings[:1] if given == "yes" else []
        elif not action.option_strings:
            positions += values
        elif field.kind == "words":
            options += [action.option_strings[0], *values] if given else []
        elif given:
            options.append(f"{action.option_strings[0]}={given}")
    return (*options, "--", *(each.strip() for each in positions if each.strip()))


def answer(question: str, given: tuple[str, ...]) -> Report:
    """Return the answer to a question in words. Raises `CardwrightError`."""
    parsed = _parser(question).parse_args(given)
    report: Report = games.odds_command(question).report(parsed, lambda done, total: None)
    return report
