"""The fields of a deal in PHH, checked as they are read; each error names the hand and the field."""

import contextlib
import re
import tomllib
from decimal import Decimal
from typing import Any

import msgspec

from cardwright import decoding, games
from cardwright.errors import BadRecord, CardwrightError
from cardwright.formats.phh.layout import OWN, OWN_VARIANT_PREFIX, Fields, brief, code, opening
from cardwright.games.poker import variants
from cardwright.games.poker.actions import MAX_BET_CHIPS
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.play import record as records
from cardwright.play.record import Header, Sitter

AMOUNTS = (
    *("antes", "blinds_or_straddles", "bring_in", "min_bet", "small_bet", "big_bet"),
    *("starting_stacks", "finishing_stacks"),
)
BET = re.compile(r"(p\d{1,2} cbr )(\d{1,15}(?:\.\d{1,6})?)(.*)", re.ASCII | re.DOTALL)
MAX_DECIMAL_DIGITS = 4
MAX_EXPONENT = 100
NOTED = ("author", "event", "venue", "city", "country", "year", "month", "day", "hand", "table", "currency")


def tables(text: str, where: str) -> dict[str, tuple[Fields, str]]:
    """Return the hands of a file by their names, "1", "2" ..., each with its place."""
    try:
        read = tomllib.loads(text, parse_float=decimal_of)
    # RecursionError: brackets nested too deep. ValueError: not TOML, or a number of more digits than Python reads.
    except (ValueError, RecursionError) as problem:
        located = re.search(r"at (?:line (\d+)|end of document)", str(problem))
        line = int(located[1] or text.count("\n") + 1) if located else 0
        raise BadRecord(f"this is not TOML: {problem}", "", where, line) from problem
    if not read:
        raise BadRecord("there is no hand in it", "", where)
    if all(isinstance(value, dict) for value in read.values()):
        return {name: (fields, f"{where}, [{name}]") for name, fields in read.items()}
    return {str(read.get("hand", 1)): (read, where)}


def decimal_of(text: str) -> Decimal:
    """Return a number as it is written. Raises `ValueError` for one that it would take long to write out."""
    with contextlib.suppress(ArithmeticError):
        number = Decimal(text)
        if not number.is_finite() or abs(number.adjusted()) <= MAX_EXPONENT:
            return number
    raise ValueError(f"{text:.40} is out of range")


def select_table(hands_by_name: dict[str, tuple[Fields, str]], hand: int, where: str) -> tuple[Fields, str]:
    """Return the hand of this name, with the whole header of its game; by position where no name is a number."""
    names = list(hands_by_name)
    if not any(map(str.isdecimal, names)):
        names = [str(number) for number in range(1, len(names) + 1)]
    if str(hand) not in names:
        known = f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0]
        raise BadRecord(f"there is no hand {hand}: it has {known}", str(hand), where)
    hands = list(hands_by_name.values())
    return with_whole_header(hands[names.index(str(hand))], hands[0])


def in_units(fields: Fields, place: str) -> tuple[Fields, int]:
    """Return a hand with its amounts as whole numbers of their smallest unit, and the number of units in 1.

    0.50 and 13.75 are 50 and 1375 of 100. Raises `BadRecord` for amounts of more than `MAX_DECIMAL_DIGITS`.
    """
    listed = fields.get("actions")
    actions = [each for each in listed if isinstance(each, str) and "." in each] if isinstance(listed, list) else []
    bets = [Decimal(match[2]) for match in map(BET.match, actions) if match]
    amounts = [each for name in AMOUNTS for each in _amounts(fields.get(name))] + bets
    digits = max((_digits(each) for each in amounts if each.is_finite()), default=0)
    if digits > MAX_DECIMAL_DIGITS:
        raise BadRecord(f"an amount has {digits} digits after the point: at most {MAX_DECIMAL_DIGITS}", "", place)
    if not amounts:
        return fields, 1
    unit = 10**digits
    scaled = {name: _scaled(fields[name], unit) for name in AMOUNTS if name in fields}
    if isinstance(fields.get("actions"), list):
        scaled["actions"] = [_scaled_bet(each, unit) for each in fields["actions"]]
    return fields | scaled, unit


def _amounts(value: object) -> list[Decimal]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Decimal)]


def _digits(amount: Decimal) -> int:
    exponent = amount.normalize().as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def _scaled(value: object, unit: int) -> object:
    if isinstance(value, list):
        return [_scaled(each, unit) for each in value]
    if isinstance(value, Decimal) and value.is_finite():
        return int(value * unit)
    return value * unit if type(value) is int else value


def _scaled_bet(action: object, unit: int) -> object:
    match = BET.match(action) if isinstance(action, str) else None
    return f"{match[1]}{int(Decimal(match[2]) * unit)}{match[3]}" if match else action


def whole_number(value: object, place: str, least: int = 0) -> int:
    """Return a number of chips, or of their smallest unit."""
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        value = int(value)
    if type(value) is not int or not least <= value <= MAX_BET_CHIPS:
        written = str(Decimal(value) if type(value) is int else value)  # Python writes no int of 4,300 digits
        shown = " ".join(f"{written:.40}".split())  # a text may have lines
        raise BadRecord(f"{shown} is not a whole number of chips from {least} to {MAX_BET_CHIPS:,}", written, place)
    return value


def field(fields: Fields, name: str, kind: type[str] | type[list[Any]], place: str) -> Any:
    """Return the field of this name, which must be of this type. Raises `BadRecord`."""
    if name not in fields:
        raise BadRecord("this field is missing", "", f"{place}, {name}")
    if type(fields[name]) is not kind:
        wanted = "text" if kind is str else "an array"
        raise BadRecord(f"{fields[name]!r:.40} is not {wanted}", str(fields[name]), f"{place}, {name}")
    return fields[name]


def _chips(fields: Fields, name: str, place: str) -> int:
    if name not in fields:
        raise BadRecord("this field is missing", "", f"{place}, {name}")
    return whole_number(fields[name], f"{place}, {name}", 1)


def _row(fields: Fields, name: str, place: str, players: int = 0, least: int = 0) -> list[int]:
    """An amount for each player."""
    row = [whole_number(value, f"{place}, {name}", least) for value in field(fields, name, list, place)]
    if players and len(row) != players:
        raise BadRecord(f"{len(row)} amounts for {players} players", "", f"{place}, {name}")
    return row


# the game


def same_game(header: object, first: object) -> bool:
    """Return true for the header of the first deal of a game, whole or without the texts of declarations."""
    if header == first:
        return True
    return isinstance(first, dict) and isinstance(first.get("options"), dict) and header == brief(first)


def with_whole_header(table: tuple[Fields, str], first: tuple[Fields, str]) -> tuple[Fields, str]:
    """Give a deal that is read alone the header of its game's first deal, with the texts of declarations."""
    fields, place = table
    if OWN in fields and same_game(fields[OWN], first[0].get(OWN)):
        fields = {**fields, OWN: first[0][OWN]}
    return fields, place


def header_of(fields: Fields, place: str) -> Header:
    """Return the record header that Cardwright keeps in a field of its own. Raises `BadRecord`."""
    try:
        return decoding.convert(fields[OWN], Header)
    except msgspec.ValidationError as problem:
        why = " ".join(str(problem).split())  # it may name a field whose name goes over lines
        raise BadRecord(f"this is not the header of a record ({why})", "", f"{place}, {OWN}") from problem


def game_of(header: Header, place: str) -> Poker:
    """Return the game of a header. Raises `BadRecord` for any other than poker."""
    game = records.parse(records.dump(header, ()), place).game
    if not isinstance(game, Poker):
        raise BadRecord(f"PHH is for poker, and this is a game of {game.name}", game.name, f"{place}, {OWN}")
    return game


def one_deal(fields: Fields, place: str) -> tuple[Header, Poker]:
    """Return a game of this deal alone, with its header. The last player has the button, in the last seat."""
    stacks = _row(fields, "starting_stacks", place, least=1)
    options: dict[str, bool | int | str] = {**_variant(fields, place), **_stakes(fields, place, len(stacks))}
    options |= {"players": len(stacks), "stacks": "/".join(map(str, stacks))}
    options |= {"deals": 1, "rise": 0, "button": len(stacks)}
    if OWN not in fields:
        options["cap"] = 0  # PHH does not say how often a house allows a raise
    try:
        game = games.create("poker", **options)
    except CardwrightError as problem:
        raise BadRecord(str(problem), "", place) from problem
    notes = {name: fields[name] for name in NOTED if type(fields.get(name)) in (str, int)}
    assert isinstance(game, Poker)
    return Header.of(game, [Sitter(name) for name in _names(fields, place, len(stacks))], notes=notes), game


def _names(fields: Fields, place: str, players: int) -> list[str]:
    names = fields.get("players", [""] * players)
    if type(names) is not list or len(names) != players or not all(type(name) is str for name in names):
        raise BadRecord(f"these are not the names of {players} players", "", f"{place}, players")
    return [name or f"p{number}" for number, name in enumerate(names, 1)]


def _variant(fields: Fields, place: str) -> dict[str, bool | int | str]:
    """Return the variant by PHH's code, or the options of our own header; of a text the variant and its limit."""
    if isinstance(fields.get("variant"), tuple):
        name, limit = fields["variant"]
        return {"variant": name, "limit": limit}
    code = field(fields, "variant", str, place)
    if OWN in fields:
        return dict(header_of(fields, place).options)
    codes = {phh_code: (name, limit) for name in variants.NAMES for limit, phh_code in variants.load(name).phh.items()}
    if code not in codes:
        needs = (
            f"it needs the field {OWN}"
            if code.startswith(OWN_VARIANT_PREFIX)
            else f"there are {', '.join(sorted(codes))}"
        )
        raise BadRecord(f"{code!r:.40} is not a supported variant: {needs}", code, f"{place}, variant")
    name, limit = codes[code]
    return {"variant": name, "limit": limit}


def _stakes(fields: Fields, place: str, players: int) -> dict[str, int | str]:
    """Options from the amounts. What they cannot say shows when the deal's opening is compared."""
    antes = _row(fields, "antes", place, players)
    options: dict[str, int | str] = {"ante": "/".join(map(str, antes if len(set(antes)) > 1 else antes[:1]))}
    if "bring_in" in fields:
        options["bring_in"] = _chips(fields, "bring_in", place)
    else:
        blinds = _row(fields, "blinds_or_straddles", place, players, -MAX_BET_CHIPS)  # below 0: posted to come in
        last = max((number for number, amount in enumerate(blinds, 1) if amount), default=0)
        posted = 1 if players > 2 and last == 1 else max(last, 2)
        options["blinds"] = "/".join(str(abs(amount)) for amount in blinds[:posted])
    if "min_bet" in fields:
        options["small_bet"] = _chips(fields, "min_bet", place)
    else:
        options["small_bet"] = _chips(fields, "small_bet", place)
        options["big_bet"] = _chips(fields, "big_bet", place)
    return options


def check_opening(game: Poker, state: PokerState, fields: Fields, place: str) -> None:
    """Refuse a hand that begins otherwise than the deal does, or one of our own that names another variant."""
    began = opening(game, state)
    trimmed = began.pop("ante_trimming_status")
    if OWN in fields:
        began["variant"] = code(game)
    for name, value in began.items():
        if fields.get(name) != value:
            problem = f"{fields[name]!r:.60} cannot be" if name in fields else "this field is missing"
            raise BadRecord(f"{problem}: the deal begins with {value!r:.60}", "", f"{place}, {name}")
    short = any(stack < ante for stack, ante in zip(began["starting_stacks"], began["antes"]))
    if any(began["antes"]) and (short or not trimmed) and fields.get("ante_trimming_status", False) is not trimmed:
        raise BadRecord(
            f"with these antes it must be {str(trimmed).lower()} here", "", f"{place}, ante_trimming_status"
        )
