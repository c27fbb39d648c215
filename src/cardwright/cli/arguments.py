"""The parser of the command line, and the types of its arguments."""

import argparse
import contextlib
import sys
from collections.abc import Callable
from typing import Any, NoReturn

MAX_PACE_S = 60
MAX_DIGITS = 9
MAX_NUMBER = 10**MAX_DIGITS - 1
Command = Callable[[argparse.Namespace], int]


def one_line(text: str) -> str:
    """Escape what cannot be printed, so that an error that repeats the user's input is still one line."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class Parser(argparse.ArgumentParser):
    """An argparse parser that reports a mistake in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {one_line(message)} (try --help)", file=sys.stderr)
        raise SystemExit(2)


def sentence(help: str) -> str:
    """Return the line of a list of commands as the description of one command."""
    return f"{help[:1].upper()}{help[1:]}."


class Commands:
    """The commands of a parser. ``under`` is what `argparse.ArgumentParser.add_subparsers` returns."""

    def __init__(self, under: Any) -> None:
        self.under = under

    def command(self, run: Command, help: str) -> argparse.ArgumentParser:
        """Add a command, named after its function, and return its parser."""
        made: argparse.ArgumentParser = self.under.add_parser(
            run.__name__.replace("_", "-"), help=help, description=sentence(help)
        )
        made.set_defaults(run=run)
        return made

    def listing(self, run: Command, help: str) -> argparse.ArgumentParser:
        """Add a command that can print JSON, and return its parser."""
        made = self.command(run, help)
        made.add_argument("--json", action="store_true", help="print JSON")
        return made


def names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


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


def within(low: int, high: int) -> Callable[[str], int]:
    """Return the type of an argument that is a whole number in [low, high]."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return number
