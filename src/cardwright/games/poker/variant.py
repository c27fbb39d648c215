"""Variants of poker as data: the cards of each street, the cards that make a hand, the betting, the winner.

A variant names no deck and no ranking: it plays with any ranking whose deck is large enough. The folder ``variants``
holds the built-in declarations; a declaration of your own is a file like them:

    title = "Texas hold'em"
    about = "two cards each and five for all"
    hand = "any"              # the best of "any" cards, with exactly "two" hole cards, or "all" hole cards
    wins = "high"             # "high", "low" or "split"
    low = "ace_to_five"       # the low hand, if there is one; or "table_inverted"
    qualifier = "8"           # the highest rank of a low hand that may win (default: any low hand may win)
    limit = "no-limit"        # "no-limit", "pot-limit" or "fixed-limit"
    open = "blinds"           # or "bring-in", or "antes" and no other forced bet
    bets = [2, 4]             # the bets of fixed limit on early and late streets, unless the options set others
    cap = 2                   # the most bets and raises in a round of fixed limit

    [[street]]
    name = "Before the flop"
    hole = ["down", "down"]

    [[street]]
    name = "Flop"
    burn = true
    board = 3                 # "big = true" doubles the bet of fixed limit; "draw = true" is an exchange of cards

>>> load("texas-holdem").title
"Texas hold'em"
>>> load("texas-holdem").seats(48, burns=True)
20
"""

import functools
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import msgspec

from cardwright.errors import BadCount, UnknownName
from cardwright.games.poker.betting import LIMITS
from cardwright.ranking.declaration import is_text, parse_toml, read_file
from cardwright.ranking.toml_reader import TableReader, show, unknown

MAX_PLAYERS = 20
MAX_STREETS = 12
MAX_HOLE_CARDS, MAX_BOARD_CARDS = 9, 7
MAX_ANTE_CHIPS = MAX_BET_CHIPS = 1_000_000
MAX_CAP_BETS = 100
HANDS, WINS = ("any", "two", "all"), ("high", "low", "split")
LOWS, OPENINGS = ("ace_to_five", "table_inverted"), ("blinds", "bring-in", "antes")
DOWN, UP = "down", "up"


class Street(msgspec.Struct, frozen=True):
    """A street: cards, then a round of betting."""

    name: str
    burn: bool = False
    hole: tuple[str, ...] = ()
    board: int = 0
    draw: bool = False
    big: bool = False


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """A variant, as declared."""

    title: str
    about: str
    hand: str
    wins: str = "high"
    low: str = "ace_to_five"
    qualifier: str = ""
    limit: str
    open: str = "blinds"
    ante: int = 0
    bets: tuple[int, ...] = ()  # small and big bet of fixed limit; (): those of the options
    cap: int = 0  # the most bets and raises in a round of fixed limit; 0: the cap of the options
    phh: dict[str, str] = {}  # its code in the PHH standard, by limit
    street: tuple[Street, ...]

    @property
    def hole(self) -> int:
        """The number of hole cards a player gets."""
        return sum(len(street.hole) for street in self.street)

    @property
    def board(self) -> int:
        """The number of cards on the board."""
        return sum(street.board for street in self.street)

    @property
    def draws(self) -> bool:
        """True if cards are exchanged."""
        return any(street.draw for street in self.street)

    @property
    def stud(self) -> bool:
        """True if players have cards face up."""
        return any(UP in street.hole for street in self.street)

    def most(self, street: int) -> int:
        """Return the number of hole cards a seat can have by the end of a street."""
        return sum(len(each.hole) for each in self.street[: street + 1])

    def needs(self, players: int, burns: bool) -> tuple[int, str]:
        """Return the number of cards that this many players need at least, and the sum it comes from.

        The last card of stud may be one for all when the deck runs out, so it counts once. Burnt cards are then dealt
        too, as they are when discards are dealt again.
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
        """Return the most players that a deck of this many cards serves."""
        return max((n for n in range(1, MAX_PLAYERS + 1) if self.needs(n, burns)[0] <= deck), default=0)

    def check_seats(self, players: int, deck: int, burns: bool, what: str) -> None:
        """Raise `BadCount`, with the sum, if the deck is too small."""
        total, sum_ = self.needs(players, burns)
        if total > deck:
            most = self.seats(deck, burns)
            may = f"at most {most} can play" if most > 1 else "it cannot be played"
            raise BadCount(f"{self.title} for {players} needs {sum_} cards, and {what} has {deck}: {may}", players)


def names() -> tuple[str, ...]:
    """Return the names of the built-in variants that play with a ranking of five cards."""
    return _NAMES


def small_names() -> tuple[str, ...]:
    """Return the names of the built-in variants of one or two cards, each to be played with the ranking of its name."""
    return _SMALL_NAMES


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
_SMALL_NAMES = ("kuhn", "leduc")


@functools.lru_cache(maxsize=64)
def load(variant: str) -> Variant:
    """Return a variant: a built-in one by its name, or one from a file or from TOML text.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if variant in (*_NAMES, *_SMALL_NAMES):
        folder = resources.files(__package__).joinpath("variants")
        return parse(folder.joinpath(f"{variant}.toml").read_text(encoding="utf-8"), variant)
    return parse(embedded(variant), "variant" if is_text(variant) else variant)


def embedded(variant: str) -> str:
    """Return a value for `load` that needs no file: the name of a built-in variant, or the text of a declaration.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if variant in (*_NAMES, *_SMALL_NAMES) or is_text(variant):
        return variant
    path = Path(variant)
    if path.suffix != ".toml":
        raise UnknownName("variant", variant, (*_NAMES, *_SMALL_NAMES))
    text = read_file(path)
    parse(text, variant)  # here an error can still name the file
    return text


def parse(text: str, source: str = "variant") -> Variant:
    """Return a variant from TOML text; errors refer to it as ``source``. Raises `BadDeclaration`."""
    keys = TableReader(parse_toml(text, source), source if source.isprintable() else show(source))
    streets = tuple(_streets(keys))
    variant = Variant(
        title=keys.text("title"),
        about=keys.text("about"),
        hand=keys.choice("hand", HANDS),
        wins=keys.choice("wins", WINS, "high"),
        low=keys.choice("low", LOWS, "ace_to_five"),
        qualifier=keys.text("qualifier", ""),
        limit=keys.choice("limit", LIMITS),
        open=keys.choice("open", OPENINGS, "blinds"),
        ante=keys.number("ante", 0, MAX_ANTE_CHIPS, 0),
        bets=_bets(keys),
        cap=keys.number("cap", 1, MAX_CAP_BETS, 0),
        phh=_phh(keys),
        street=streets,
    )
    keys.done()
    _check(keys, variant)
    return variant


def _streets(keys: TableReader) -> Iterator[Street]:
    listed = keys.take("street")
    if not isinstance(listed, list) or not listed:
        raise keys.error("street", "there must be at least one [[street]]")
    if len(listed) > MAX_STREETS:
        raise keys.error("street", f"{len(listed)} streets are more than the {MAX_STREETS} a variant may have")
    for place, entry in enumerate(listed, 1):
        line = TableReader(entry, f"{keys.where}, street {place}")
        name = line.text("name")
        line.where += f" ({name})"
        street = Street(
            name=name,
            burn=line.flag("burn"),
            hole=_hole(line),
            board=line.number("board", 0, MAX_BOARD_CARDS, 0),
            draw=line.flag("draw"),
            big=line.flag("big"),
        )
        line.done()
        if not (street.hole or street.board or street.draw):
            raise line.error("", "deals no cards: it needs hole, board or draw")
        yield street


def _hole(line: TableReader) -> tuple[str, ...]:
    """Read the hole cards of a street, "down" or "up" each."""
    words = tuple(line.words("hole", 'a list of "down" and "up", one word a card', ""))
    for word in words:
        if word not in (DOWN, UP):
            raise line.error("hole", f"a card is dealt down or up, not {show(word)}; {unknown(word, (DOWN, UP))}", word)
    return words


def _bets(keys: TableReader) -> tuple[int, ...]:
    """Read the bets of fixed limit: none, or the small and the big one."""
    what = f"two numbers from 1 to {MAX_BET_CHIPS}, the small and the big bet"
    bets = keys.of_type("bets", list, what, [])
    whole = all(type(bet) is int and 1 <= bet <= MAX_BET_CHIPS for bet in bets)
    if bets and not (whole and len(bets) == 2 and bets[0] <= bets[1]):
        raise keys.error("bets", f"must be {what}, not {show(bets)}", bets)
    return tuple(bets)


def _phh(keys: TableReader) -> dict[str, str]:
    """Read the codes of the PHH standard, by limit."""
    codes = TableReader(keys.take("phh", {}), f"{keys.where}, phh")
    found = {limit: codes.text(limit, "") for limit in LIMITS}
    codes.done()
    return {limit: code for limit, code in found.items() if code}


def _check(keys: TableReader, variant: Variant) -> None:
    """Raise `BadDeclaration` for a variant that cannot be played."""
    hole, board, first = variant.hole, variant.board, variant.street[0]
    if not first.hole:
        raise keys.error("street 1, hole", "is missing: the first street must deal cards to the players")
    for key, number, most in (("hole", hole, MAX_HOLE_CARDS), ("board", board, MAX_BOARD_CARDS)):
        if number > most:
            raise keys.error("street", f"{number} {key} cards in all are more than {most}")
    if variant.hand == "two" and (hole < 2 or board < 1):
        raise keys.error("hand", f'"two" needs two hole cards and a board, not {hole} and {board} cards', variant.hand)
    if variant.hand == "all" and board:
        raise keys.error("hand", f'"all" makes the hand of the hole cards, and {board} go to the board', variant.hand)
    if variant.open == "bring-in" and first.hole.count(UP) != 1:
        raise keys.error("open", "a bring-in needs exactly one card up on the first street", variant.open)
    if variant.open == "antes" and not variant.ante:
        raise keys.error("ante", 'must be 1 or more: with open = "antes" there is no other forced bet')
    if variant.draws and any(UP in street.hole for street in variant.street):
        raise keys.error("street", "cards that are dealt up cannot be exchanged: use hole = down with draw")
    if variant.qualifier and variant.wins != "split":
        raise keys.error("qualifier", f'needs wins = "split", not {show(variant.wins)}', variant.qualifier)
