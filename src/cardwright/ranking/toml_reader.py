"""Read a TOML table key by key: each key is read once, as one type, and unknown keys are refused."""

import difflib
import reprlib
from collections.abc import Collection, Iterable
from datetime import date, time
from typing import Any, TypeVar

from cardwright.errors import BadDeclaration, did_you_mean
from cardwright.wording import JOINER

MAX_TEXT_CHARACTERS = 200
MAX_NAMES_LISTED = 20
T = TypeVar("T")

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60  # characters


def show(value: object) -> str:
    """Return a value as a message shows it: short, on one line, and true, false and dates as TOML writes them."""
    if isinstance(value, bool | date | time):
        return str(value).lower()
    try:
        return _SHORT.repr(value)
    except ValueError:  # an integer with more digits than Python converts
        return "a huge number"


class TableReader:
    """One table of a declaration: ``where`` it is, and the keys ``left`` to read."""

    def __init__(self, table: object, where: str) -> None:
        self.where = where
        if not isinstance(table, dict):
            raise BadDeclaration(f"must be a table of keys, not {show(table)}", show(table), where)
        for key in table:
            if not isinstance(key, str):
                raise BadDeclaration(f"a key is text, not {show(key)}", show(key), where)
        self.left: dict[str, Any] = dict(table)
        self.known: list[str] = []

    def error(self, key: str, message: str, value: object = "") -> BadDeclaration:
        """Return an error that names the key."""
        where = f"{self.where}, {key if key.isprintable() else show(key)}" if key else self.where
        return BadDeclaration(message, value if isinstance(value, str) else show(value), where)

    def missing(self, key: str, what: str) -> BadDeclaration:
        """Return an error for a key that is missing or misspelt."""
        return self.error(key, f"is missing: it must be {what}{self.misspelt(key)}")

    def wrong(self, key: str, what: str, value: object) -> BadDeclaration:
        """Return an error for a key whose value is not ``what`` it must be."""
        return self.error(key, f"must be {what}, not {show(value)}", value)

    def misspelt(self, key: str) -> str:
        """Return a hint at a key that may be this one, empty if there is none."""
        near = difflib.get_close_matches(key, self.left, n=1)
        return f"; is {show(near[0])} misspelt?" if near else ""

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str, default: Any = None) -> Any:
        """Read a key of any type."""
        self.known.append(key)
        return self.left.pop(key, default)

    def of_type(self, key: str, kind: type[T], what: str, default: T | None) -> T:
        """Read a key of this type; it is required if the default is None."""
        value = self.take(key, default)
        if value is None:
            raise self.missing(key, what)
        if type(value) is not kind:  # not isinstance: in Python, True is an int
            raise self.wrong(key, what, value)
        return value

    def flag(self, key: str) -> bool:
        """Read true or false; false by default."""
        return self.of_type(key, bool, "true or false", False)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number from low to high."""
        wanted = f"a whole number from {low} to {high}" if low < high else f"{low}, or left out"
        value = self.of_type(key, int, wanted, default)
        if not low <= value <= high and value != default:
            raise self.wrong(key, wanted, value)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Read text of one line, which is empty only by default."""
        value = self.of_type(key, str, "text", default)
        if value != default:
            self.check_text(key, value)
        return value

    def check_text(self, key: str, value: object) -> str:
        """Return a value that must be text of one line."""
        if not isinstance(value, str):
            raise self.wrong(key, "text", value)
        if not value.strip():
            raise self.error(key, "must not be empty", value)
        unseen = next((letter for letter in value if not letter.isprintable() and letter != JOINER), "")
        if unseen:
            raise self.wrong(key, f"one line without {show(unseen)}", value)
        if len(value) > MAX_TEXT_CHARACTERS:
            raise self.wrong(key, f"one line of at most {MAX_TEXT_CHARACTERS} characters", value)
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Read one of a few words."""
        value = self.of_type(key, str, " or ".join(show(word) for word in choices), default)
        if value not in choices:
            raise self.wrong(key, " or ".join(show(word) for word in choices), value)
        return value

    def words(self, key: str, what: str, default: str | None = None) -> list[str]:
        """Read a list of words, written as an array or separated by spaces."""
        value = self.take(key, default)
        if value is None:
            raise self.missing(key, what)
        if isinstance(value, str):
            value = value.split()
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.wrong(key, what, value)
        return value

    def place_in_deck(self, key: str, what: str, word: str, known: Collection[str]) -> int:
        """Return the place of a word, read from a key, among the ``known`` ranks, suits or facets of the deck."""
        if word not in known:
            raise self.error(key, f"no {what} {show(word)} in the deck; {unknown(word, known)}", word)
        return list(known).index(word)

    def done(self, *later: str) -> None:
        """Raise `BadDeclaration` for a key that was not read and will not be read later."""
        keys = [*self.known, *later]
        for key in [key for key in self.left if key not in later]:
            hint = did_you_mean(key, keys) or f"the keys here are: {', '.join(keys)}"
            raise self.error("", f"unknown key {show(key)}; {hint}", key)


def unknown(word: str, known: Iterable[str]) -> str:
    """Return a hint about an unknown word: the nearest known one, or all of them."""
    known = list(known)
    listed = ", ".join(known[:MAX_NAMES_LISTED]) + " ..." * (len(known) > MAX_NAMES_LISTED)
    return did_you_mean(word, known) or (f"there are: {listed}" if known else "there are none")
