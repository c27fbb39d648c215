"""Lists of variants that a table deals in rotation: "horse", or "texas-holdem/fixed-limit, omaha, razz"."""

from typing import NamedTuple

from cardwright.errors import BadOption, UnknownName
from cardwright.games.poker import variants
from cardwright.games.poker.betting import LIMITS

MIXES = {
    "horse": "texas-holdem/fixed-limit omaha-hilo-8 razz seven-card-stud seven-card-stud-hilo",
    "eight-game": "deuce-to-seven-triple-draw texas-holdem/fixed-limit omaha-hilo-8 razz seven-card-stud"
    " seven-card-stud-hilo texas-holdem omaha",
}
MAX_ENTRIES = 12


class Mixed(NamedTuple):
    """A variant of a list as it is written, its name, and its limit; "": that of the options."""

    text: str
    variant: str
    limit: str


def entries(text: str) -> tuple[Mixed, ...]:
    """Return the variants of a list. Raises `BadOption` or `UnknownName`."""
    words = MIXES.get(text.strip(), text).replace(",", " ").split()
    if not 2 <= len(words) <= MAX_ENTRIES or len(set(words)) < len(words):
        raise BadOption("rotation", text, f"{' or '.join(MIXES)}, or 2 to {MAX_ENTRIES} different variants")
    return tuple(map(_entry, words))


def _entry(word: str) -> Mixed:
    name, slash, limit = word.partition("/")
    if name not in variants.NAMES:
        raise UnknownName("variant", name, variants.NAMES)
    if slash and limit not in LIMITS:
        raise BadOption("rotation", word, f"{name}, or with a limit {' or '.join(f'{name}/{each}' for each in LIMITS)}")
    return Mixed(word, name, limit)
