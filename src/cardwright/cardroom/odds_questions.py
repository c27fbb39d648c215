"""Questions about positions that a person enters: the commands of ``cardwright odds``, asked through a form.

The fields of a form are the arguments of the command's own parser; `answer` runs in a process that can be stopped.
"""

import argparse
import functools
import shlex
from collections.abc import Mapping
from typing import Any, Literal, NoReturn

import msgspec

from cardwright import games, questions
from cardwright.argument_types import whole
from cardwright.errors import BadOption, BadText, CardwrightError, UnknownName
from cardwright.game import Option
from cardwright.reports import Report
from cardwright.room import OddsCommand

MAX_VALUES_OF_FIELD = 12
MAX_FIELD_CHARS = 1_000
MAX_TYPED_CHARS = 3_000  # more than that would not fit in an address, and be lost
ANSWER_TIMEOUT_S = 20.0
ADVICE = "ask for fewer hands, or with more cards known"


class QuestionField(msgspec.Struct, frozen=True):
    """A field of a form: an argument of the command. ``lines`` fields take a value a line, ``words`` some in a row.

    Each of the ``choices`` has a title, which people read in its place.
    """

    name: str
    label: str
    help: str
    kind: Literal["text", "lines", "words", "flag", "choice"]
    default: str
    required: bool
    choices: Mapping[str, str] = {}


class _Parser(argparse.ArgumentParser):
    """A parser that raises `BadText` for a mistake, with the argument as its place."""

    def __init__(self, question: str) -> None:
        super().__init__(prog=question, add_help=False, allow_abbrev=False)
        self.register("type", int, whole)

    def error(self, message: str) -> NoReturn:
        place, colon, problem = message.removeprefix("argument ").partition(": ")
        if place == "the following arguments are required":  # of several values some are there
            place, problem = problem.rpartition(", ")[2], "one more is needed"
        if problem.startswith("expected "):  # of another number of values
            problem = f"{problem.split()[1]} values are needed, with a space between them"
        raise BadText(problem, where=place) if colon else BadText(message)


def page_questions() -> dict[str, OddsCommand]:
    """Return the questions that a page asks, by name."""
    return {name: command for name, command in questions.commands().items() if command.entered}


def list_by_game() -> list[tuple[str, str, dict[str, str]]]:
    """Return the games with such questions: name, title, and the subject of each question.

    Those of any game are last, with "" for a name.
    """
    by_game = []
    for game, room in games.GAMES.items():
        own = {name: each.help.partition(": ")[2] for name, each in room.questions.items() if each.entered}
        by_game += [(game, room.title, own)] if own else []
    any_game = {name: each.help.partition(": ")[2] for name, each in questions.ANY_GAME.items()}
    return [*by_game, ("", "Any game", any_game)]


def command(question: str) -> OddsCommand:
    """Return a question. Raises `UnknownName`."""
    if question not in page_questions():
        raise UnknownName("question", question, page_questions())
    return page_questions()[question]


@functools.cache
def _parser(question: str) -> _Parser:
    made = _Parser(question)
    questions.module(question).arguments(made)
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
    # The choices that an argument takes, or the option of a game that has them, since a file may not be named.
    known_values = command(question).known.get(action.dest, ())
    option = _option(question, known_values) if isinstance(known_values, str) else None
    named = action.choices or (option.choices if option else known_values)
    choices = {str(choice): _title(question, action.dest, choice) for choice in named}
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
        option.help if option else _help(action).partition(":")[0] if known_values else _help(action),
        kind,
        "" if default is None else " ".join(map(str, default)) if isinstance(default, tuple) else str(default),
        action.required or not action.option_strings,
        choices,
    )


def _title(question: str, name: str, choice: Any) -> str:
    """Return a choice as the form of a table names it."""
    if name == "game":
        return games.room(choice).title
    known = command(question).known.get(name, name)
    option = _option(question, known) if isinstance(known, str) else None
    return option.meaning(choice) if option and choice in option.choices else str(choice)


def _help(action: argparse.Action) -> str:
    """Return the help of an argument, for a form: it needs no quotes, and lists the choices itself."""
    shown = (action.help or "").replace("%%", "%").replace(", in quotes", "").replace(" in quotes", "")
    return shown.removesuffix(f": {', '.join(map(str, action.choices))}") if action.choices else shown


def _option(question: str, name: str) -> Option | None:
    """Return the option of this name of the game that a question is of, None where there is none."""
    room = next((room for room, each in games.GAMES.items() if question in each.questions), "")
    return next((option for option in games.options(room) if option.name == name), None) if room else None


def words(question: str, form: Mapping[str, str]) -> tuple[str, ...]:
    """Return the words of the command that a form stands for. Raises `BadText` for text that the form cannot hold."""
    options: list[str] = []
    positions: list[str] = []
    for field, action in zip(fields(question), _actions(question), strict=True):
        entry = form.get(field.name, "").strip()
        if len(entry) > MAX_FIELD_CHARS or entry.count("\n") >= MAX_VALUES_OF_FIELD:
            raise BadText(
                f"takes at most {MAX_FIELD_CHARS} characters in {MAX_VALUES_OF_FIELD} lines", where=field.name
            )
        if field.required and not entry:
            raise BadText(f"missing: {field.help or field.label}", where=field.name)
        if field.choices and entry and entry not in field.choices:
            raise UnknownName(field.name, entry, field.choices)
        values = entry.splitlines() if field.kind == "lines" else entry.split() if field.kind == "words" else [entry]
        if field.kind == "flag":
            options += action.option_strings[:1] if entry == "yes" else []
        elif not action.option_strings:
            positions += values
        elif field.kind == "words":
            options += [action.option_strings[0], *values] if entry else []
        elif entry:
            options.append(f"{action.option_strings[0]}={entry}")
    return (*options, "--", *(each.strip() for each in positions if each.strip()))


def typed_command(question: str, form: Mapping[str, str]) -> str:
    """Return the command that a form stands for, as a person types it: without options that are at their defaults."""
    entries = {field.name: form.get(field.name, "") for field in fields(question)}
    defaults = {
        field.name: "" for field in fields(question) if not field.required and entries[field.name] == field.default
    }
    asked = words(question, entries | defaults)
    end = asked.index("--")  # of the options
    positions, options = asked[end + 1 :], asked[:end]
    return shlex.join(("cardwright", "odds", question, *positions, *options))


def examples(question: str) -> dict[str, dict[str, str]]:
    """Return the forms that stand for the examples of a question, by the title of the game; "" of the only one."""
    asked = command(question)
    if not asked.more_examples:
        return {"": _form(question, asked.example)}
    forms = [_form(question, given) for given in (asked.example, *asked.more_examples)]
    return {_title(question, "game", form["game"]): form for form in forms}


def _form(question: str, example: tuple[str, ...]) -> dict[str, str]:
    """Return the form that stands for the words of a command."""
    arguments = vars(_parser(question).parse_args(example))
    form: dict[str, str] = {}
    for field in fields(question):
        value = arguments[field.name]
        if field.kind == "flag":
            form |= {field.name: "yes"} if value else {}
        elif field.kind in ("lines", "words"):
            form[field.name] = ("\n" if field.kind == "lines" else " ").join(map(str, value or ()))
        else:
            form[field.name] = "" if value is None else str(value)
    return form


def field_of(question: str, form: Mapping[str, str], problem: CardwrightError) -> str:
    """Return the name of the field that a problem is about, "" where that is not known.

    It is the field that the problem names, if it holds what is refused; else the last one that holds it, where a card
    is repeated; else the only text that was entered.
    """
    texts = {field.name: form.get(field.name, "") for field in fields(question) if not field.choices}
    entered = [field.name for field in fields(question) if texts.get(field.name, "") not in ("", "yes", field.default)]
    named = getattr(problem, "option", "") or getattr(problem, "where", "")
    names = {action.dest: (action.dest, action.metavar, *action.option_strings) for action in _actions(question)}
    about = [field.name for field in fields(question) if named and named in names[field.name]]
    refused = str(getattr(problem, "value", "") or getattr(problem, "text", "") or getattr(problem, "name", ""))
    holding = [name for name in entered if refused and refused in texts[name].replace("\r", "")]
    if about and (not holding or about[0] in holding):
        return about[0]
    if holding:
        return holding[-1]
    return entered[0] if len(entered) == 1 else ""


def answer(question: str, given: tuple[str, ...]) -> Report:
    """Return the answer to a question in words. Raises `CardwrightError`."""
    parsed = _parser(question).parse_args(given)
    if "options" in parsed:
        _refuse_files(parsed)
    report: Report = questions.module(question).report(parsed, lambda done, total: None)
    return report


def _refuse_files(parsed: argparse.Namespace) -> None:
    """Raise `BadOption` if an option of a game names a file: a visitor may not read files of the server."""
    chosen = games.read_options(parsed.game, parsed.options or ())
    for option in games.options(parsed.game):
        if option.names_file(chosen.get(option.name)):
            raise BadOption(option.name, chosen[option.name], "a name")


def answer_or_problem(question: str, command_words: tuple[str, ...]) -> Report | CardwrightError:
    """Return the answer, or the error with its attributes, which a process that is called would not pass on."""
    try:
        return answer(question, command_words)
    except CardwrightError as problem:
        return problem
