"""A scene in words, for screen readers and pipes."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby

from cardwright.cards import RANK_NAMES, SIGN_NAMES, Suit, is_sign, spoken_suit
from cardwright.scenes import (
    BACK,
    Chips,
    Fan,
    Grid,
    Lamps,
    Move,
    Pegboard,
    Pile,
    Place,
    PyramidZone,
    Row,
    Scene,
    Text,
    Zone,
    named,
)
from cardwright.scenes.keys import MAX_PLAIN_CELLS, code
from cardwright.scenes.lattices import rows
from cardwright.wording import all_of, counted, isolated

SPOKEN_MARKS = ("covered", "idle", "exposed")  # the marks that words mention
_RANK = "(?:10|[0-9AJKNQ])"
MAX_PATTERNS = 64  # that are kept: anyone may declare a deck with signs of its own
MAX_LISTED_MOVES = 6  # moves that are listed with the question


def zone(zone: Zone, names: Sequence[str]) -> list[str]:
    """A zone in one line or a few; none if there is nothing to say of it."""
    said = [line for line in _body(zone, names) if line]
    title, note = named(zone.title, names), named(zone.note, names)
    head = f"{title} ({note})" if title and note else title or note
    if not said:
        return [f"{head}: empty."] if head else []
    if len(said) == 1:
        return [f"{head}: {said[0]}" if head else said[0]]
    return ([f"{head}:"] if head else []) + [f"  {line}" for line in said]


def seats(scene: Scene, names: Sequence[str]) -> str:
    """The seats in one line: name, role, score."""
    return "; ".join(
        ", ".join(filter(None, (isolated(names[seat.player]), named(seat.role, names), named(seat.score, names))))
        + (" (out)" if seat.out and "out" not in seat.role.split(", ") else "")
        for seat in scene.seats
    )


def table(scene: Scene, names: Sequence[str]) -> list[str]:
    """Return the whole scene in words."""
    lines = [named(". ".join(filter(None, (scene.title, scene.progress))), names), seats(scene, names) + "."]
    for each in scene.zones:
        lines += zone(each, names)
    return [*lines, sentence(named(scene.ending or scene.status, names))]


def suit_names(suits: Iterable[Suit]) -> dict[str, str]:
    """Return the unusual names of suits by their signs."""
    signs = {suit.symbol or suit.text: spoken_suit(suit.name) for suit in suits}
    return {sign: name for sign, name in signs.items() if is_sign(sign) and name not in ("", SIGN_NAMES.get(sign))}


@functools.lru_cache(maxsize=MAX_PATTERNS)
def _cards_pattern(own_signs: str) -> re.Pattern[str]:
    """Return the pattern of typed moves, of cards with usual signs or these, and of ranks in a row: 7 7."""
    signs = f"{''.join(SIGN_NAMES)}{own_signs}"
    typed = rf"\[[^\]{signs}]*\]|(?<!\w)'[^'{signs}]*'"  # a move as it is typed: [cover 1 2]
    ranks = rf"(?<![\w-]){_RANK}(?: {_RANK})+(?![\w-]|\.\d)"  # 7 7, but no dominoes: 0-1 1-1
    return re.compile(rf"({typed})|(\w*)([{signs}])( (?=\w*[{signs}])|(?=[{signs}]))?|{ranks}")


def spell_cards(text: str, suits: Mapping[str, str] = {}) -> str:
    """Return a text with cards by their names in place of signs, which a screen reader says badly or not at all.

    ``suits`` is as in `Scene`.

    >>> spell_cards("Lay away 10♣ 7♡: 4.52 points")
    'Lay away ten of clubs, seven of white hearts: 4.52 points'
    >>> spell_cards("7 7 8, a pair for two")
    'seven, seven and eight, a pair for two'
    >>> spell_cards("hand 2 8.8 %, dominoes 6-6 9-5")
    'hand 2 8.8 %, dominoes 6-6 9-5'
    >>> spell_cards("8 ♠♥·♣")
    '8 spades, hearts·clubs'
    >>> spell_cards("Cover 7, 8  [cover 1 2]"), spell_cards("0-1 1-1")
    ('Cover 7, 8  [cover 1 2]', '0-1 1-1')
    """
    return _cards_pattern("".join(suits)).sub(lambda match: _spelled(match, suits), text)


def _spelled(match: re.Match[str], suits: Mapping[str, str]) -> str:
    typed, rank, sign, more = match.groups()
    if typed:
        return typed
    if not sign:
        return all_of(RANK_NAMES[each] for each in match[0].split())
    suit = suits.get(sign) or SIGN_NAMES[sign]
    name = f"{RANK_NAMES.get(rank, rank)} of {suit}" if rank else suit
    return f"{name}{', ' if more is not None else ''}"


def spoken(place: Place) -> str:
    """Return the contents of a place: "five of hearts (5h)"; without its text where that has a sign, which is spelt."""
    if place.face is None:
        return "empty"
    if place.face == BACK:
        return "face down"
    name, _, _ = place.label.partition(",")
    text = place.face.text
    marks = "".join(f", {mark}" for mark in place.marks if mark in SPOKEN_MARKS)
    typed = text not in name and (text.isascii() or text.isalnum())
    return (f"{name} ({text})" if typed else name) + marks


def _body(zone: Zone, names: Sequence[str]) -> Iterator[str]:
    match zone:
        case Fan() | Row():
            yield from _cards(zone, names)
        case Grid() | PyramidZone():
            yield from _grid(zone, names)
        case Pile():
            yield from _pile(zone)
        case Pegboard():
            yield ", ".join(f"{isolated(names[peg.player])} {peg.front}" for peg in zone.pegs) + f", of {zone.length}."
        case Lamps():
            yield from _lamps(zone, names)
        case Chips():
            yield f"{counted(zone.amount, 'chip')}."
        case Text():
            yield from (named(line, names) for line in zone.lines)


def _cards(zone: Fan | Row, names: Sequence[str]) -> Iterator[str]:
    lying = [place for place in zone.places if place.face is not None]
    if lying and all(place.face == BACK for place in lying):
        yield f"{len(lying)} face down."
    elif filled := [_with_caption(place, names) for place in lying]:
        listed = ("; " if any(place.caption for place in zone.places) else ", ").join(filled)
        yield f"{listed}{_winning(zone.places)}."


def _winning(places: Sequence[Place]) -> str:
    """Return which cards win, once for all of them."""
    won = [place.face.text for place in places if place.face is not None and "winner" in place.marks]
    if not won:
        return ""
    return f"; winning: {'all' if len(won) == len(places) > 1 else ' '.join(won)}"


def _with_caption(place: Place, names: Sequence[str]) -> str:
    return f"{spoken(place)}, {named(place.caption, names)}" if place.caption else spoken(place)


def _grid(zone: Grid | PyramidZone, names: Sequence[str]) -> Iterator[str]:
    """A grid row by row, in notation and without empty places: full names of many cards are hard to follow."""
    wide = len(zone.places) > MAX_PLAIN_CELLS
    for name, group in groupby(rows(zone), key=lambda row: _row_name(row) or f"row {row[0].row + 1}"):
        for places in (list(chain(*group)),) if not wide else group:  # coordinates name the row as well
            filled = [f"{code(place)} {_brief(place)}" if wide else _brief(place) for place in places if place.face]
            head = "" if wide or name == zone.title.casefold() else f"{name}: "
            if filled:
                yield head + ", ".join(filled) + _row_note(zone, places[0].row)
    if isinstance(zone, Grid):
        yield from _lamps_that_are_on(zone, names)


def _row_note(zone: Grid | PyramidZone, row: int) -> str:
    note = zone.row_notes[row] if isinstance(zone, Grid) and zone.row_notes else ""
    return f" ({note})" if note else ""


def _row_name(places: Sequence[Place]) -> str:
    """Return the part of a row's labels that names the row, such as "front"; "" if they name none."""
    named_last = {place.label.rsplit(", ", 1)[-1] for place in places}
    return named_last.pop() if len(named_last) == 1 < len(places) else ""


def _brief(place: Place) -> str:
    marks = "".join(f" {mark}" for mark in place.marks if mark in SPOKEN_MARKS)
    return ("face down" if place.face == BACK else place.face.text if place.face else "empty") + marks


def _pile(zone: Pile) -> Iterator[str]:
    cards = counted(zone.count, "card")
    if zone.places and zone.places[0].face not in (None, BACK):
        yield f"{spoken(zone.places[0])}{f', on a pile of {cards}' if zone.count > 1 else ''}."
    elif zone.count:
        yield f"{cards}, face down."


def _lamps(zone: Grid | Lamps, names: Sequence[str]) -> Iterator[str]:
    for state, word in zip(("lit", "half", "dead", "off"), (*zone.meanings[:2], "dead", zone.meanings[2]), strict=True):
        labels = [named(lamp.label, names) for lamp in zone.lamps if lamp.state == state]
        if labels:
            yield f"{word}: {', '.join(labels)}"


def _lamps_that_are_on(zone: Grid, names: Sequence[str]) -> Iterator[str]:
    """The lamps of a grid that are lit, half lit or dead; those that are off are too many to list."""
    yield from (said for said in _lamps(zone, names) if not said.startswith(f"{zone.meanings[-1]}:"))


def sentence(text: str) -> str:
    """A status with a full stop, unless it ends a sentence of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def menu(scene: Scene, names: Sequence[str]) -> list[str]:
    """Every move, numbered: its number, its label, and the text to type for it."""
    wide = len(str(len(scene.moves)))
    return [f"{number:>{wide}}  {_offer(move, names)}" for number, move in enumerate(scene.moves, 1)]


def choices(scene: Scene, names: Sequence[str]) -> list[str]:
    """Return the moves if they are few, or their number and an example."""
    if len(scene.moves) <= MAX_LISTED_MOVES:
        return menu(scene, names)
    return [f"{len(scene.moves)} moves, such as: {scene.moves[0].text}. ? lists them."]


def _offer(move: Move, names: Sequence[str]) -> str:
    label, text = named(move.label, names), move.text
    if move.number is None:
        return f"{label}  [{text}]"
    number = move.number
    presets = "".join(f", {name} {value}" for name, value in number.presets)
    return f"{with_amount(label, '...')}  [{with_amount(text, 'N')}: {number.low:,} to {number.high:,}{presets}]"


def with_amount(text: str, amount: int | str) -> str:
    """A move's text or label with its number put in."""
    return text.replace("{}", str(amount))
