"""A table of TOML, read key by key: each is asked for once, of one type, and what nobody asked for is refused."""

import difflib
import reprlib
from collections.abc import Iterable
from typing import Any, TypeVar

from cardwright.errors import BadDeclaration

LONGEST_TEXT = 200
MOST_LISTED = 20
T = TypeVar("T")

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def show(value: object) -> str:
    """A value as a message may show it: short, and on one line."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # a whole number with more digits than Python will print
        return "a huge number"


class TableReader:
    """One table of a declaration: ``where`` it stands, and the keys not yet asked for."""

    def __init__(self, table: object, where: str) -> None:
        self.where = where
        if not isinstance(table, dict):
            raise BadDeclaration(f"must be a table of keys, not {show(table)}", show(table), where)
        self.left: dict[str, Any] = dict(table)
        self.asked: list[str] = []

    def error(self, key: str, message: str, value: object = "") -> BadDeclaration:
        """A refusal that names the key."""
        where = f"{self.where}, {key}" if key else self.where
        return BadDeclaration(message, value if isinstance(value, str) else show(value), where)

    def missing(self, key: str, what: str) -> BadDeclaration:
        """A refusal for a key that is not there, or is there misspelt."""
        near = difflib.get_close_matches(key, self.left, n=1)
        hint = f"; did you mean it by {show(near[0])}?" if near else ""
        return self.error(key, f"is missing: it must be {what}{hint}")

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str, default: Any = None) -> Any:
        """The value of a key, of whatever type."""
        self.asked.append(key)
        return self.left.pop(key, default)

    def of_type(self, key: str, kind: type[T], what: str, default: T | None) -> T:
        """The value of a key, of this type; None as default means that it must be there."""
        value = self.take(key, default)
        if value is None:
            raise self.missing(key, what)
        if type(value) is not kind:  # not isinstance: to Python, true is a number
            raise self.error(key, f"must be {what}, not {show(value)}", value)
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where nothing is said."""
        return self.of_type(key, bool, "true or false", False)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from low to high."""
        value = self.of_type(key, int, f"a whole number from {low} to {high}", default)
        if not low <= value <= high and value != default:
            raise self.error(key, f"must be a whole number from {low} to {high}, not {show(value)}", value)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Text on one line, empty only by default."""
        value = self.of_type(key, str, "text", default)
        if value != default:
            self.check_text(key, value)
        return value

    def check_text(self, key: str, value: object) -> str:
        """A value that must be text on one line."""
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"must be text, not {show(value)}", value)
        if not value.isprintable() or len(value) > LONGEST_TEXT:
            raise self.error(key, f"must be one line of at most {LONGEST_TEXT} characters, not {show(value)}", value)
        return value

    def choice(self, key: str, choices: Iterable[str], default: str) -> str:
        """One of a few words."""
        value = self.of_type(key, str, " or ".join(show(word) for word in choices), default)
        if value not in choices:
            raise self.error(key, f"must be {' or '.join(show(word) for word in choices)}, not {show(value)}", value)
        return value

    def words(self, key: str, what: str, default: str | None = None) -> list[str]:
        """A list of words, written as an array or parted by spaces."""
        value = self.take(key, default)
        if value is None:
            raise self.missing(key, what)
        if isinstance(value, str):
            value = value.split()
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(key, f"must be {what}, not {show(value)}", value)
        return value

    def done(self) -> None:
        """Refuse what nobody asked for."""
        for key in self.left:
            near = difflib.get_close_matches(key, self.asked, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"the keys here are: {', '.join(self.asked)}"
            raise self.error("", f"there is no key {show(key)}; {hint}", key)


def unknown(word: str, known: Iterable[str]) -> str:
    """What to say of a word that is not among those known."""
    known = list(known)
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    listed = ", ".join(known[:MOST_LISTED]) + " ..." * (len(known) > MOST_LISTED)
    return f"there are: {listed}" if known else "there are none"
