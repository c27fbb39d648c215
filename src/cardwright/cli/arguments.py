"""The parser of the command line, and the types of its arguments."""

import argparse
import contextlib
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from cardwright.argument_types import whole, within
from cardwright.errors import BadOption, UnknownName, near_names
from cardwright.wording import capitalized, one_line, one_of

MAX_PACE_S = 60
HOST_NAME = re.compile(r"[A-Za-z0-9._-]+")
MAX_HELP_CELLS = 100  # the width of the list of commands
NAME_CELLS = 13  # of a command in that list
FORM_NAMES = {"json": "JSON", "csv": "CSV, with a line of column names", "markdown": "Markdown"}
RECORD_HELP = "the record of a game: a file, or a name in cardwright games"
SPACED = ("CARDS", "RANGE", "MOVES", "TITLE")  # arguments that may have spaces


class _HelpFormatter(argparse.HelpFormatter):
    """Help that names an option's default, unless that is nothing or no, or its help names it.

    A text that has lines keeps them.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)

    def _get_help_string(self, action: argparse.Action) -> str:
        help, default = action.help or "", action.default
        if "default" in help or not action.option_strings or isinstance(default, bool):
            return help
        if isinstance(default, int):
            return f"{help} (default: {default:,})"
        named = isinstance(default, str) and default not in ("", argparse.SUPPRESS)
        return f"{help} (default: %(default)s)" if named else help


class _OneValue(argparse.Action):
    """An action that refuses an option given twice; argparse would silently take the last value."""

    is_given = False

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        before = getattr(namespace, self.dest, None)
        super().__call__(parser, namespace, values, option_string)
        if self.is_given and getattr(namespace, self.dest) != before:
            raise argparse.ArgumentError(self, "given twice, with different values")
        self.is_given = bool(self.option_strings)


class _Store(_OneValue, argparse._StoreAction):
    """The value of an option or of an argument."""


class YesOrNo(_OneValue, argparse.BooleanOptionalAction):
    """``--NAME`` or ``--no-NAME``."""


class Parser(argparse.ArgumentParser):
    """An argparse parser that reports a mistake in one line, without the usage, and in the same words everywhere."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **{"formatter_class": _HelpFormatter, **options})
        self.register("type", int, whole)
        for action in (None, "store"):
            self.register("action", action, _Store)
        self._words: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        unknown = [word for word in self._words if word.startswith("-") and not self._takes(word)]
        if message.startswith("the following arguments are required") and unknown:  # argparse looks for these first
            message = self._unrecognized(unknown)
        print(f"{self.prog}: {one_line(message)} (try --help)", file=sys.stderr)
        raise SystemExit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write help, and raise the `OSError` that argparse would hide, such as for a full disk."""
        (file or sys.stderr).write(message)

    def _takes(self, word: str) -> bool:
        """Return true for an option of this command, which may be shortened, and for a negative number."""
        known, digits = tuple(self._option_string_actions), word[1:].replace(".", "").isdigit()
        return digits or any(option.startswith(word.partition("=")[0]) for option in known) or word[:2] in known

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return what argparse reads, and refuse the rest in the words of this command."""
        self._words = tuple(args or ())
        for action in self._actions:
            if isinstance(action, _OneValue):
                action.is_given = False
        parsed, unread = super().parse_known_args(args, namespace)
        if unread:
            spaced = any(action.metavar in SPACED and not action.option_strings for action in self._actions)
            options = any(word.startswith("-") for word in unread)
            hint = ": an argument with spaces needs quotes" if spaced and not options else ""
            listed = [action.metavar for action in self._actions if action.nargs == "+" and not action.option_strings]
            if listed and not options:
                hint = f": each {listed[0]} comes before the options"
            self.error(f"{self._unrecognized(unread)}{hint}")
        return parsed, unread

    def _unrecognized(self, words: Sequence[str]) -> str:
        """Return the refusal of these words, with the option that one of them probably means."""
        known = [option[2:] for option in self._option_string_actions if option.startswith("--")]
        options = [word[2:].partition("=")[0] for word in words if word.startswith("--")]
        near = [name for word in options for name in near_names(word, known)]
        return f"unrecognized arguments: {' '.join(words)}{f'; did you mean --{near[0]}?' if near else ''}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise `UnknownName`, with the nearest name, where argparse would print all that may be chosen."""
        if action.choices is not None and value not in action.choices:
            from cardwright import games

            name = action.option_strings[0].lstrip("-") if action.option_strings else action.dest
            if action.option_strings or value in games.GAMES:  # a game, but not one that this command takes
                raise BadOption(name, value, one_of(action.choices))
            kind = str(action.metavar or action.dest).lower()
            raise UnknownName(kind, str(value), map(str, action.choices))


def sentence(help: str) -> str:
    """Return the line of a list of commands as the description of one command."""
    return f"{capitalized(help)}."


def wrapped(text: str, later: str = "") -> str:
    """Return text in lines that fit the help of all commands, those after the first with this indent."""
    width = min(shutil.get_terminal_size().columns, MAX_HELP_CELLS) - 4
    return "\n".join(textwrap.wrap(text, max(width, 2 * NAME_CELLS), subsequent_indent=later))


class Command(NamedTuple):
    """A command of the command line.

    ``run`` is the function that does it, as "module:function": it gets the arguments by their names. Of a command that
    reads its own options, it is a function of the words that follow, and there are no ``arguments`` to add.
    """

    name: str
    help: str
    run: str | Callable[[Sequence[str]], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None = None
    forms: tuple[str, ...] = ()


def command(run: str, *forms: str) -> Callable[[Callable[[argparse.ArgumentParser], None]], Command]:
    """Make a command, which can print some forms ("json"), of the function that adds its arguments.

    It has the name of that function, and its docstring is the help.
    """
    return lambda add: Command(add.__name__.replace("_", "-"), _help(add), run, add, forms)


def reads_own_options(run: Callable[[Sequence[str]], int]) -> Command:
    """Make a command of a function of the words that follow, with its name and docstring."""
    return Command(run.__name__, _help(run), run)


def _help(function: Callable[..., object]) -> str:
    """Return a docstring as a line of a list: without a capital and without a full stop."""
    help_text = " ".join((function.__doc__ or "").split())
    return f"{help_text[:1].lower()}{help_text[1:].removesuffix('.')}"


def add_command(under: Any, subcommand: Command) -> str:
    """Add a command to the result of `argparse.ArgumentParser.add_subparsers`; return its line in the help of all."""
    if subcommand.arguments is None:
        under.add_parser(subcommand.name, add_help=False)
    else:
        parser = under.add_parser(subcommand.name, description=sentence(subcommand.help))
        parser.set_defaults(run=subcommand.run)
        add_forms(parser, *subcommand.forms)
        subcommand.arguments(parser)
    return wrapped(f"{subcommand.name:<{NAME_CELLS}}{subcommand.help}", later=" " * NAME_CELLS)


def names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def host_names(text: str) -> tuple[str, ...]:
    """Return the host names in a list."""
    for part in names(text):
        if not HOST_NAME.fullmatch(part):
            raise argparse.ArgumentTypeError(f"{part!r} is not the name of a host, such as cards.example.org")
    return names(text)


def contact(text: str) -> str:
    """Return the address of a server's owner."""
    if text and not text.startswith(("mailto:", "https://")):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as mailto:you@example.org or https://...")
    return text


def networks(text: str) -> tuple[str, ...]:
    """Return the addresses and networks in a list."""
    from ipaddress import ip_network

    for part in names(text):
        try:
            ip_network(part, strict=False)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(f"{part!r} is not an address or a network") from problem
    return names(text)


def pace(text: str) -> float | None:
    """Return a pace in seconds, or None for "key"."""
    if text == "key":
        return None
    with contextlib.suppress(ValueError):
        if 0 <= float(text) <= MAX_PACE_S:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither key nor a number of seconds from 0 to {MAX_PACE_S}")


def add_forms(parser: argparse.ArgumentParser, *forms: str) -> None:
    """Add the forms in which an answer can be printed; one of them at most is chosen."""
    group = parser.add_mutually_exclusive_group() if forms else parser  # an empty group breaks the help of Python 3.11
    for form in forms:
        group.add_argument(f"--{form}", dest=f"as_{form}", action="store_true", help=f"print {FORM_NAMES[form]}")


def record_file(text: str) -> str:
    """Return the path of a record. One that is kept here may be named as ``cardwright games`` lists it."""
    from cardwright.terminal import storage

    return storage.path_of(text)


def add_number(
    parser: argparse.ArgumentParser, flag: str, low: int, high: int, help: str, default: int | None = None
) -> None:
    """Add an option that is a whole number in [low, high]."""
    parser.add_argument(flag, type=within(low, high), default=default, metavar="N", help=help)
