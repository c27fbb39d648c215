"""A scene in words, for screen readers and pipes; and what a person types, understood as a move."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from cardwright.errors import BadAction
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
from cardwright.scenes.keys import MAX_PLAIN_CELLS, code, keys
from cardwright.wording import counted

SPOKEN_MARKS = ("covered", "idle", "exposed")  # the marks that words mention
MAX_ECHO = 60  # characters of what was typed that a refusal repeats
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
        ", ".join(filter(None, (names[seat.player], named(seat.role, names), named(seat.score, names))))
        + (" (out)" if seat.out and "out" not in seat.role.split(", ") else "")
        for seat in scene.seats
    )


def table(scene: Scene, names: Sequence[str]) -> list[str]:
    """Return the whole scene in words."""
    lines = [named(". ".join(filter(None, (scene.title, scene.progress))), names), seats(scene, names) + "."]
    for each in scene.zones:
        lines += zone(each, names)
    return [*lines, sentence(named(scene.ending or scene.status, names))]


def spoken(place: Place) -> str:
    """Return the contents of a place: "five of hearts (5h)"."""
    if place.face is None:
        return "empty"
    if place.face == BACK:
        return "face down"
    name, _, _ = place.label.partition(",")
    text = place.face.text
    marks = "".join(f", {mark}" for mark in place.marks if mark in SPOKEN_MARKS)
    return (name if text in name else f"{name} ({text})") + marks


def _body(zone: Zone, names: Sequence[str]) -> Iterator[str]:
    match zone:
        case Fan() | Row():
            yield from _cards(zone, names)
        case Grid() | PyramidZone():
            yield from _grid(zone, names)
        case Pile():
            yield from _pile(zone)
        case Pegboard():
            yield ", ".join(f"{names[peg.player]} {peg.front}" for peg in zone.pegs) + f", of {zone.length}."
        case Lamps():
            yield from _lamps(zone, names)
        case Chips():
            yield f"{zone.amount:,} chips."
        case Text():
            yield from (named(line, names) for line in zone.lines)


def _cards(zone: Fan | Row, names: Sequence[str]) -> Iterator[str]:
    if zone.places and all(place.face == BACK for place in zone.places):
        yield f"{len(zone.places)} face down."
    elif filled := [_captioned(place, names) for place in zone.places if place.face is not None]:
        listed = ("; " if any(place.caption for place in zone.places) else ", ").join(filled)
        yield f"{listed}{_winning(zone.places)}."


def _winning(places: Sequence[Place]) -> str:
    """Return which cards win, once for all of them."""
    won = [place.face.text for place in places if place.face is not None and "winner" in place.marks]
    if not won:
        return ""
    return f"; winning: {'all' if len(won) == len(places) > 1 else ' '.join(won)}"


def _captioned(place: Place, names: Sequence[str]) -> str:
    return f"{spoken(place)}, {named(place.caption, names)}" if place.caption else spoken(place)


def _grid(zone: Grid | PyramidZone, names: Sequence[str]) -> Iterator[str]:
    """A grid row by row, in notation and without empty places: full names of many cards are hard to follow."""
    ordered = sorted(zone.places, key=lambda place: (place.row, place.column))
    wide = len(zone.places) > MAX_PLAIN_CELLS
    rows = [list(group) for _, group in groupby(ordered, key=lambda place: place.row)]
    for name, group in groupby(rows, key=lambda row: _row_name(row) or f"row {row[0].row + 1}"):
        for places in (list(chain(*group)),) if not wide else group:  # coordinates name the row as well
            filled = [f"{code(place)} {_brief(place)}" if wide else _brief(place) for place in places if place.face]
            head = "" if wide or name == zone.title.casefold() else f"{name}: "
            if filled:
                yield head + ", ".join(filled)
    if isinstance(zone, Grid):
        yield from _lamps_that_are_on(zone, names)


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
        found = [named(lamp.label, names) for lamp in zone.lamps if lamp.state == state]
        if found:
            yield f"{word}: {', '.join(found)}"


def _lamps_that_are_on(zone: Grid, names: Sequence[str]) -> Iterator[str]:
    """The lamps of a grid that are lit, half lit or dead; those that are off are too many to list."""
    yield from (said for said in _lamps(zone, names) if not said.startswith(f"{zone.meanings[-1]}:"))


def sentence(text: str) -> str:
    """A status with a full stop, unless it ends a sentence of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def menu(scene: Scene, names: Sequence[str]) -> list[str]:
    """Every move, numbered: its number, what it does, and what may be typed for it."""
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


def move_of(scene: Scene, typed: str, lister: str = "?") -> str:
    """The move that a person's words mean, in the game's notation.

    They may be its notation, the beginning or the end of it, its number in the menu, its key, the cards it touches,
    or the keys of its places. Raises `BadAction` if they mean no move, or more than one; ``lister`` is the command
    that lists the moves.
    """
    said = " ".join(typed.split()).casefold()
    for reading in (_exactly, _numbered, _keyed, _amount, _touching, _beginning, _end):
        found = list(dict.fromkeys(reading(scene, said)))
        if len(found) == 1:
            return found[0]
        if found:
            shown = ", ".join(found[:4]) + (" ..." if len(found) > 4 else "")
            raise BadAction(f"{typed.strip()!r} could be any of: {shown}", typed)
    refusal = next((place.refusal for place in scene.places if place.refusal and said in _names(place)), "")
    raise BadAction(refusal or _unknown(scene, typed.strip(), lister), typed)


def _unknown(scene: Scene, typed: str, lister: str) -> str:
    """Return a line for words that mean no move."""
    if not typed:
        return f"type a move; {lister} lists the moves"
    typed = typed if len(typed) <= MAX_ECHO else f"{typed[:MAX_ECHO]}..."
    if typed.isdecimal():
        return f"{typed} is not in the list: the moves are 1 to {len(scene.moves)}; {lister} lists them"
    return f"{typed!r} is not a move now; {lister} lists the moves"


def _names(place: Place) -> tuple[str, ...]:
    """Return the words that stand for a place: its card and its coordinates."""
    card = place.face.text.casefold() if place.face not in (None, BACK) else ""
    return tuple(filter(None, (card, code(place))))


def _exactly(scene: Scene, said: str) -> Iterator[str]:
    yield from (move.text for move in scene.moves if move.number is None and move.text.casefold() == said)


def _numbered(scene: Scene, said: str) -> Iterator[str]:
    if said.isdecimal() and 1 <= int(said) <= len(scene.moves):
        move = scene.moves[int(said) - 1]
        if move.number is not None:
            raise _how_many(move)
        yield move.text


def _keyed(scene: Scene, said: str) -> Iterator[str]:
    for move in scene.moves:
        if move.key and move.key.casefold() == said:
            if move.number is not None:
                raise _how_many(move)
            yield move.text


def _amount(scene: Scene, said: str) -> Iterator[str]:
    """A move with a number: its words, its label or its key, then the number or the name of a preset; or that alone."""
    for move in scene.moves:
        if move.number is None:
            continue
        if any(said == name.casefold() for name, _ in move.number.presets):
            yield with_amount(move.text, amount_of(move, said))
            continue
        head, _, tail = move.text.casefold().partition("{}")
        ways = {head.strip(), move.label.casefold().partition("{}")[0].strip(), move.key.casefold()} - {""}
        for way in sorted(ways, key=len, reverse=True):  # "raise to 40" before "raise 40"
            if said == way:
                raise _how_many(move)
            rest = said.removeprefix(way) if said.startswith(way) else ""
            if rest and (rest[0] == " " or rest[0].isdecimal()):
                yield with_amount(move.text, amount_of(move, rest.removesuffix(tail)))
                break


def amount_of(move: Move, said: str) -> int:
    """The number a person typed for a move, or named by one of its presets. Raises `BadAction`."""
    number = move.number
    assert number is not None
    presets = {name.casefold(): value for name, value in number.presets}
    word = said.strip().casefold()
    if word in presets:
        return presets[word]
    digits = word.replace(",", "")
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise BadAction(f"{said.strip()!r} is not a number; {_limits(move)}", said)
    value = int(digits)
    if not number.low <= value <= number.high or ((value - number.low) % number.step and value != number.high):
        raise BadAction(f"{value:,} is not possible: {_limits(move)}", said)
    return value


def with_amount(text: str, amount: int | str) -> str:
    """A move's text or label with its number put in."""
    return text.replace("{}", str(amount))


def _how_many(move: Move) -> BadAction:
    assert move.number is not None
    return BadAction(f"how many? {_limits(move)}, as in {with_amount(move.text, move.number.low)!r}")


def _limits(move: Move) -> str:
    number = move.number
    assert number is not None
    step = f" in steps of {number.step}" if number.step > 1 else ""
    presets = f", or {', '.join(name for name, _ in number.presets)}" if number.presets else ""
    return f"from {number.low:,} to {number.high:,}{step}{presets}"


def _touching(scene: Scene, said: str) -> Iterator[str]:
    """The moves whose places are the cards, or the keys of places, that were typed, in any order and after any verb."""
    codes = {key: frozenset({id}) for key, id in keys(scene).places.items() if not key.isdecimal()}
    held: dict[str, frozenset[str]] = {}
    touchable = frozenset().union(*(move.places for move in scene.moves))
    for place in scene.places:
        if place.id in touchable and place.face not in (None, BACK):
            assert place.face is not None
            text = place.face.text.casefold()
            held[text] = held.get(text, frozenset()) | {place.id}
    words = said.replace(",", " ").split()
    for known in (held, codes):
        verb, touched = ("", words) if words and words[0] in known else ("".join(words[:1]), words[1:])
        if touched and all(word in known and len(known[word]) == 1 for word in touched):
            places = frozenset().union(*(known[word] for word in touched))
            moves = (move for move in scene.moves if move.places == places and move.number is None)
            yield from (move.text for move in moves if not verb or move.text.casefold().startswith(f"{verb} "))


def _beginning(scene: Scene, said: str) -> Iterator[str]:
    for move in scene.moves:
        if (
            move.number is None
            and said
            and (move.text.casefold().startswith(said) or move.label.casefold().startswith(said))
        ):
            yield move.text


def _end(scene: Scene, said: str) -> Iterator[str]:
    return (move.text for move in scene.moves if said and move.text.casefold().endswith(f" {said}"))
