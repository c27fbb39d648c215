"""Variants of poker as data: which cards come when, which of them make a hand, how it is bet, who wins.

A variant names no deck and no ranking, so each plays with any ranking whose deck is large enough. The declarations
beside this file are the built-in ones; a designer's own is a file like them:

    title = "Texas hold'em"
    about = "two cards each and five for all"
    hand = "any"              # "any" cards of one's own and the board, exactly "two" of one's own, or "all" five held
    wins = "high"             # "high", "low" or "split"
    low = "ace_to_five"       # which low hand is meant, where one is: or "table_inverted"
    qualifier = "8"           # the highest rank of a low hand that may win; without it any low hand may
    limit = "no-limit"        # "no-limit", "pot-limit" or "fixed-limit"
    open = "blinds"           # or "bring-in"

    [[street]]
    name = "Before the flop"
    hole = ["down", "down"]

    [[street]]
    name = "Flop"
    burn = true
    board = 3                 # "big = true" doubles the bet of fixed limit; "draw = true" lets each exchange cards

>>> load("texas-holdem").title
"Texas hold'em"
>>> load("texas-holdem").seats(48, burns=True)
20
"""

import functools
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from cardwright.errors import BadCount, BadDeclaration, UnknownName
from cardwright.games.poker.betting import FIXED_LIMIT

MOST_PLAYERS = 20
DOWN, UP = "down", "up"


class Street(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A street: cards, then a round of betting."""

    name: str
    burn: bool = False
    hole: tuple[Literal["down", "up"], ...] = ()
    board: int = 0
    draw: bool = False
    big: bool = False


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A variant, as declared."""

    title: str
    about: str
    hand: Literal["any", "two", "all"]
    wins: Literal["high", "low", "split"] = "high"
    low: Literal["ace_to_five", "table_inverted"] = "ace_to_five"
    qualifier: str = ""
    limit: Literal["no-limit", "pot-limit", "fixed-limit"]
    open: Literal["blinds", "bring-in"] = "blinds"
    ante: int = 0
    phh: dict[str, str] = {}  # its code in the PHH standard, by limit
    street: tuple[Street, ...]

    @property
    def hole(self) -> int:
        """How many cards of one's own."""
        return sum(len(street.hole) for street in self.street)

    @property
    def board(self) -> int:
        """How many cards for all."""
        return sum(street.board for street in self.street)

    @property
    def draws(self) -> bool:
        """Whether cards are exchanged."""
        return any(street.draw for street in self.street)

    def most(self, street: int) -> int:
        """How many cards a seat can have been dealt by the end of a street."""
        return sum(len(each.hole) for each in self.street[: street + 1])

    def needs(self, players: int, burns: bool) -> tuple[int, str]:
        """How many cards this many players need at least, and the arithmetic.

        The last card of stud may be one for all when the deck runs out, so it counts once. Burnt cards are then used
        too, and so they are when discards are dealt again.
        """
        each, board, burnt = self.hole, self.board, burns * sum(street.burn for street in self.street)
        if self.draws:
            burnt = 0
        elif self.street[-1].hole and not board:
            last = len(self.street[-1].hole)
            each, board, burnt = each - last, last, 0
        parts = [f"{players} x {each}", *(str(part) for part in (board, burnt) if part)]
        total = players * each + board + burnt
        return total, f"{' + '.join(parts)} = {total}"

    def seats(self, deck: int, burns: bool) -> int:
        """The most players that a deck of so many cards serves."""
        return max((n for n in range(1, MOST_PLAYERS + 1) if self.needs(n, burns)[0] <= deck), default=0)

    def check_seats(self, players: int, deck: int, burns: bool, what: str) -> None:
        """Raise `BadCount`, with the arithmetic, where the deck is too small."""
        total, sum_ = self.needs(players, burns)
        if total > deck:
            most = self.seats(deck, burns)
            may = f"at most {most} can play" if most > 1 else "it cannot be played"
            raise BadCount(f"{self.title} for {players} needs {sum_} cards, and {what} has {deck}: {may}", players)


def names() -> tuple[str, ...]:
    """The built-in variants."""
    return _NAMES


_NAMES = (
    "texas-holdem",
    "omaha",
    "omaha-hilo",
    "omaha-hilo-8",
    "five-card-draw",
    "deuce-to-seven-triple-draw",
    "seven-card-stud",
    "seven-card-stud-hilo",
    "razz",
)


@functools.cache
def load(name: str) -> Variant:
    """A built-in variant by its name, or one from a file by its path.

    Raises `UnknownName` or `BadDeclaration`.
    """
    if name in _NAMES:
        text = resources.files(__package__).joinpath("variants").joinpath(f"{name}.toml").read_text(encoding="utf-8")
        return parse(text, name)
    path = Path(name)
    if path.suffix != ".toml":
        raise UnknownName("variant", name, _NAMES)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is no text in UTF-8"
        raise BadDeclaration(f"cannot be read: {why}", name, name) from problem
    return parse(text, name)


def parse(text: str, where: str) -> Variant:
    """A variant from its declaration. Raises `BadDeclaration`; ``where`` is its name or file."""
    try:
        variant = msgspec.convert(tomllib.loads(text), Variant)
    except RecursionError as problem:
        raise BadDeclaration("not TOML: nested too deeply", "", where) from problem
    except msgspec.ValidationError as problem:
        raise BadDeclaration(_one_line(problem), "", where) from problem
    except ValueError as problem:  # a number too long is no TOMLDecodeError
        raise BadDeclaration(f"not TOML: {_one_line(problem)}", "", where) from problem
    for bad in _faults(variant):
        raise BadDeclaration(bad, "", where)
    return variant


def _one_line(problem: Exception) -> str:
    return " ".join(str(problem).split())


def _faults(variant: Variant) -> Sequence[str]:
    """What a declaration says that cannot be played."""
    faults = []
    streets, hole = variant.street, variant.hole
    if not streets or not streets[0].hole:
        faults.append("the first street must deal cards to the players")
    if any(street.board < 0 for street in streets) or variant.ante < 0:
        faults.append("a number of cards or chips is below 0")
    if not all(street.hole or street.board or street.draw for street in streets):
        faults.append("a street deals nothing")
    if len(streets) > 12 or hole > 9 or variant.board > 7:
        faults.append(f"{len(streets)} streets, {hole} cards each and {variant.board} for all are too many")
    if variant.hand == "two" and (hole < 2 or variant.board < 1):
        faults.append('"two" of one\'s own need two cards each and a board')
    if variant.hand == "all" and variant.board:
        faults.append('where "all" cards held make the hand there is no board')
    if variant.open == "bring-in" and streets and streets[0].hole.count(UP) != 1:
        faults.append("a bring-in needs one card face up on the first street")
    if variant.draws and any(UP in street.hole for street in streets):
        faults.append("cards face up cannot be exchanged")
    if variant.qualifier and variant.wins != "split":
        faults.append("a qualifier needs a low hand and a high hand that takes all without it")
    if set(variant.phh) - {"no-limit", "pot-limit", FIXED_LIMIT}:
        faults.append("phh is a table from limits to codes")
    return faults
