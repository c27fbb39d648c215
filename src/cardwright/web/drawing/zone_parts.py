"""The zones of a scene as HTML, in parts: places, lamps, piles, boards, chips. Each is drawn once for all who see it.

This is plain Python, because a table is drawn for each seat after each move: templates took four times as long.
"""

import functools
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from cardwright.cardroom.names import BOT_SUFFIX
from cardwright.cards import Face
from cardwright.scenes import (
    BACK,
    CardZone,
    Chips,
    Fan,
    Grid,
    Lamp,
    Lamps,
    Pegboard,
    Pile,
    Place,
    PyramidZone,
    Row,
    Text,
    Zone,
    named,
    places_of,
)
from cardwright.scenes.lattices import columns, edged, line_names, rows
from cardwright.web.drawing import svg
from cardwright.web.markdown_pages import explained
from cardwright.web.parts import Builder, Fragment, constant, escaped, fragment, part

Names: TypeAlias = tuple[str, ...]

MAX_ROWS, MAX_PLACES = 10, 12  # the largest zone that the style sheet has sizes for
MAX_IN_LINE = 18  # places of a fan, which has two lines beyond that
TALL_BOARD_PX = 120  # the height of the drawing of a pegging board with more than two streets
MAX_CELLS = 9  # of a grid that is drawn with whole cards
MAX_DRAWN, MAX_TEXTS, MAX_ZONES = 16_384, 16_384, 4096  # that are kept
WORD_JOINER = "\u2060"
BY = "by "  # before the player in a caption
GONE = "·"  # in a tally, a card that is not left
RANK_AND_SUITS = re.compile(r"(\w+) *([^\w ]+)")  # of a tally
APOSTROPHE = "&#x27;"  # as it is escaped; `named` looks for "{0}'s"
MAX_NOTE_CHARACTERS, MAX_TITLE_CHARACTERS = 36, 12  # of a note and a title in one line
FIRST_WORDS = re.compile("(, | to the )")  # what ends them
MEANING = {"lit": 0, "half": 1, "off": 2}  # a lamp's state -> the place of its meaning


# Texts


def text(template: str, names: Names) -> str:
    """Return a text of a scene as HTML, with the names of the players in it."""
    return _text(template, names if "{" in template else ())


@functools.lru_cache(maxsize=MAX_TEXTS)
def _text(template: str, names: Names) -> str:
    return escaped(named(template, names))


def glossed(template: str, names: Names) -> str:
    """Return a text of a scene as HTML, in which the first term of the glossary shows its meaning."""
    return _explain_terms(template, names if "{" in template else ())


@functools.lru_cache(maxsize=MAX_TEXTS)
def _explain_terms(template: str, names: Names) -> str:
    return named(str(explained(template)).replace(APOSTROPHE, "'"), [escaped(name) for name in names])


def _unbroken(html: str) -> str:
    """Return a text in which no line ends inside a domino, such as 3-4."""
    return re.sub(r"(?<=\d)-(?=\d)", f"-{WORD_JOINER}", html)


def _cells(html: str) -> str:
    """Return a line of a tally with each rank and each suit in a cell, as suits are not equally wide."""
    return re.sub(r"\w+|\S", r"<span>\g<0></span>", html)


def _spoken_tally(lines: Sequence[str]) -> str:
    """Return a tally for screen readers, column by column: each rank with its suits by name, "all" or none left."""
    cells = [RANK_AND_SUITS.findall(line) for line in lines]
    ranks = [rank for column in zip_longest(*cells) for rank in column if rank]
    return "; ".join(f"{escaped(rank)}: {_spoken_suits(suits)}" for rank, suits in ranks if suits.strip(GONE))


def _spoken_suits(suits: str) -> str:
    return ", ".join(f"{svg.SYMBOLS.get(sign, sign)}s" for sign in suits if sign != GONE) if GONE in suits else "all"


# Drawings


@functools.lru_cache(maxsize=4096)
def art(face: Face | None, sheet: str = "card") -> Fragment:
    """Return the drawing of a place as a part, so that a card that moves need not be sent again."""
    drawn = svg.face(face, sheet)
    first, *rest = drawn.split(svg.SPRITE)
    sprite = part("sprite", svg.SPRITE)
    return constant(first, *(piece for after in rest for piece in (sprite, after)))


@functools.lru_cache(maxsize=512)
def _chips(amount: int, counts: tuple[int, ...] = ()) -> str:
    return svg.chips(amount, counts)


@functools.lru_cache(maxsize=512)
def _pegboard(zone: Pegboard, names: Names) -> Fragment:
    """Return the drawing of a pegging board in parts; most of them stay the same."""
    drawn = svg.pegboard(zone)
    tall = " tall" * (drawn.high > TALL_BOARD_PX)
    return fragment(
        f'<svg class="board-art{tall}" viewBox="0 0 {drawn.wide:g} {drawn.high}" role="img" aria-label="',
        part("board-label", text(drawn.label, names)),
        '">',
        part("board", drawn.board),
        *(part(f"pegs-{index}", each) for index, each in enumerate(drawn.pegs)),
        "</svg>",
    )


# Places


def place(place: Place, mine: bool, sheet: str, names: Names) -> Fragment:
    """Return a place; one that is ``mine`` can be touched."""
    named = "{" in place.label or "{" in place.caption or "{" in place.refusal
    return _place(place, mine, sheet, names if named else ())


@functools.lru_cache(maxsize=MAX_DRAWN)
def _place(place: Place, mine: bool, sheet: str, names: Names) -> Fragment:
    id, marks = escaped(place.id), "".join(f" {mark}" for mark in place.marks)
    caption = named(place.caption, names)
    marks += " labelled" * bool(caption) + " worded" * (bool(caption) and not _is_number(caption))
    why = text(place.refusal, names) if place.refusal and not mine else ""
    tag = "button" if mine or why else "span"
    type = ' type="button"' if tag == "button" else ""
    # One that says why it cannot be touched is no stop of the Tab key: a pyramid has thirty of them.
    refused = f' data-refusal="{why}" aria-disabled="true" tabindex="-1" title="{why}"'
    role = refused if why else "" if mine else ' role="img"'
    label = part(f"w-{place.id}", text(place.label, names))
    # A title beside a label would be read out too, as a description: a button has a label, and all else a title.
    touched = " touchable" * mine
    named_by = "aria-label" if tag == "button" else "title"
    face = f' data-face="{escaped(place.face.text)}"' if place.face and place.face.text != BACK.text else ""
    return part(
        f"p-{place.id}",
        "<",
        part(f"t-{place.id}", constant(f'{tag}{type} class="place{marks}{touched}"{role} {named_by}="')),
        label,
        f'" id="p-{id}"' + ("" if why else f' data-place="{id}"') + f"{face}>",
        art(place.face, "die" if "die" in place.marks else "half" if "shared" in place.marks else sheet),
        _caption(caption) + "</",
        part(f"e-{place.id}", tag),
        ">",
    )


def _caption(caption: str) -> str:
    """Return the caption of a place; In a small window "by", words after a number and text in brackets are left out."""
    if not caption:
        return ""
    number = _is_number(caption)
    name = caption.removeprefix(BY)
    by = f'<span class="wide">{BY}</span>' if name != caption else ""
    first, blank, rest = name.partition(" " if number else " (")
    after = f'{blank[0]}<span class="rest">{escaped(blank[1:] + rest)}</span>' if rest else ""
    return f'<span class="caption{"" if number else " words"}">{by}{escaped(first)}{after}</span>'


def _is_number(caption: str) -> bool:
    """Return whether a caption begins with a number."""
    return caption.partition(" ")[0].isdigit()


def _places(places: Sequence[Place], touchable: frozenset[str], sheet: str, names: Names) -> list[Fragment]:
    return [place(each, each.id in touchable, sheet, names) for each in places]


def _read_as_one(places: Sequence[Place], touchable: frozenset[str], names: Names) -> str:
    """Return the attributes that have places with one label, such as a hand that lies face down, read out as one."""
    has_more = any(each.caption or each.refusal or each.id in touchable for each in places)
    if len(places) < 2 or len({each.label for each in places}) > 1 or has_more:
        return ""
    return f' role="img" aria-label="{len(places)} × {text(places[0].label, names)}"'


# Lamps


def _meaning(zone: Grid | Lamps, lamp: Lamp) -> str:
    return escaped("dead" if lamp.state == "dead" else zone.meanings[MEANING[lamp.state]])


def _example(lamp: Lamp) -> str:
    return f' data-example="{escaped(lamp.hand)}"' if lamp.hand else ""


def _light(zone: Grid, lamp: Lamp, names: Names) -> str:
    """Return a lamp at the edge of a grid."""
    label = text(lamp.label, names)
    return (
        f'<span class="lamp {escaped(lamp.state)}" role="img" {_example(lamp)}'
        f' title="{label}: {_meaning(zone, lamp)}"><span class="bulb"></span></span>'
    )


def _lamp_list(zone: Grid | Lamps, names: Names) -> Fragment:
    columns = f' data-columns="{zone.columns}"' if isinstance(zone, Lamps) and zone.columns else ""
    lamps = (
        _lamp_entry(f"l-{zone.id}-{index}", lamp, _meaning(zone, lamp), names) for index, lamp in enumerate(zone.lamps)
    )
    return fragment(f'<ul class="lamps"{columns}>', *lamps, "</ul>")


def _lamp_entry(name: str, lamp: Lamp, meaning: str, names: Names) -> Fragment:
    """Return a lamp of a list."""
    return part(
        name,
        f'<li class="lamp {escaped(lamp.state)}"{_example(lamp)}><span class="bulb" aria-hidden="true"></span>'
        f'{text(lamp.label, names)}<span class="unseen">: {meaning}</span></li>',
    )


# Zones


class DrawnZone(NamedTuple):
    """A zone, and the classes of its slot in the style sheet."""

    fragment: Fragment
    slot_words: str


def zone(
    zone: Zone, names: Names, touchable: frozenset[str] = frozenset(), *, plated: bool = False, rests: bool = False
) -> DrawnZone:
    """Return a zone. One that is ``plated`` lies by the name of its seat; if that says its note, the note ``rests``."""
    if isinstance(zone, CardZone):
        touchable = touchable.intersection([place.id for place in zone.places]) if touchable else touchable
    else:
        touchable = frozenset()
    return _zone(zone, plated, rests, touchable, names)


@functools.lru_cache(maxsize=MAX_ZONES)
def _zone(zone: Zone, plated: bool, rests: bool, touchable: frozenset[str], names: Names) -> DrawnZone:
    won = any("winner" in place.marks for place in places_of(zone))
    slot_words = " won" * won + " of-chips" * isinstance(zone, Chips)
    return DrawnZone(_zone_parts(zone, plated, rests, touchable, names), slot_words)


def _zone_parts(zone: Zone, plated: bool, rests: bool, touchable: frozenset[str], names: Names) -> Fragment:
    builder, noted = Builder(), bool(zone.note) and not rests
    words = " plated" * plated + " noted" * noted + " done" * (rests and bool(zone.note))
    words += " long-note" * (noted and plated and len(zone.note) > MAX_NOTE_CHARACTERS)
    words += " aside" * zone.aside
    words += " long-title" * (len(named(zone.title, names)) > MAX_TITLE_CHARACTERS)
    words += _facing_classes(zone) if isinstance(zone, CardZone) else ""
    section = builder.part(
        f"z-{zone.id}",
        '<section class="zone ',
        builder.part(f"s-{zone.id}", shape(zone) + words),
        f'" id="z-{escaped(zone.id)}" ',
        builder.part(f"h-{zone.id}", _heading(zone.title, plated, names)),
        "\n",
        builder.part(f"n-{zone.id}", _note(zone, names) if noted else ""),
        "\n",
        *_content(builder, zone, touchable, names),
        "</section>",
    )
    return builder.fragment(section)


@functools.lru_cache(maxsize=MAX_TEXTS)
def _heading(title: str, plated: bool, names: Names) -> str:
    hidden = ' class="unseen"' if plated else ""
    return f'aria-label="{text(title, names)}">\n<h2{hidden}>{_title(title, names)}</h2>'


def _title(title: str, names: Names) -> str:
    """Return a title. The player whose hand it is stands apart, a bot without "(bot)", and so does that mark elsewhere:
    where there is little room they are left out."""
    first, of, rest = title.partition(" of {")
    called = tuple(name.removesuffix(BOT_SUFFIX) for name in names)
    whose = f'<span class="rest">{text(of + rest, called)}</span>' if of else ""
    return glossed(first, names).replace(BOT_SUFFIX, f'<span class="bot-mark">{BOT_SUFFIX}</span>') + whose


def _facing_classes(zone: CardZone) -> str:
    """Return the words for a hand that lies face down, for how many cards of one do not, and for dice."""
    backs = sum(place.face == BACK for place in zone.places)
    up = len(zone.places) - backs
    words = f" up-{up}" if backs and up else " down" if backs else ""
    return words + " dice" * any("die" in place.marks for place in zone.places)


def _note(zone: Zone, names: Names) -> str:
    """Return a note. Where there is little room, all but its first words is left out: "two pair", "straight"; of a hand
    that is high and low, the first words of both.

    Words before the number of a bet are left out there too: the chips beside it say it. A line never ends between.
    """
    bet = zone.bet if isinstance(zone, Fan | Row) else 0
    first, *others = zone.note.split("; ")
    if bet and first.endswith(f" {bet:,}"):
        said = f'<span class="lead">{glossed(first.removesuffix(f" {bet:,}"), names)}&nbsp;</span>{bet:,}'
    else:
        said = _first_words(first, names)
    more = "".join(f'<span class="second">; {_first_words(other, names)}</span>' for other in others)
    return f'<div class="note">{_chips(bet) if bet else ""}{said}{more}</div>'


def _first_words(note: str, names: Names) -> str:
    """Return the name of a hand, with its cards in a part of their own."""
    first, *rest = FIRST_WORDS.split(note, maxsplit=1)
    left_out = f'<span class="rest">{rest[0]}{glossed(rest[1], names)}</span>' if rest else ""
    return glossed(first, names) + left_out


def _content(builder: Builder, zone: Zone, touchable: frozenset[str], names: Names) -> Sequence[str | Fragment]:
    """Return the contents of a zone; of cards the builder has the parts."""
    match zone:
        case Fan() | Row():
            first = zone.places[0].face if zone.places else None
            tall = " tall" if first and first.shape == "domino" else ""
            cards = builder.part(f"c-{zone.id}", *_places(zone.places, touchable, "card", names))
            as_one = builder.part(f"o-{zone.id}", _read_as_one(zone.places, touchable, names))
            return (f'<div class="cards{tall}"', as_one, ">", cards, "</div>\n")
        case Grid() | PyramidZone():
            return _lattice(zone, touchable, names)
        case Pile():
            return _pile(zone, touchable, names)
        case Pegboard():
            return (_pegboard(zone, names), "\n")
        case Lamps():
            return (_lamp_list(zone, names), "\n")
        case Chips():
            piles = (zone.amount,) if zone.piles is None else tuple(filter(None, zone.piles)) or (0,)
            chips = "".join(_chips(amount, zone.counts) for amount in piles)
            piled = f'<span class="piles">{chips}</span>'
            return (f'<div class="chips">{piled}{zone.amount:,}<span class="unseen"> chips</span></div>\n',)
        case Text(tally=True):
            drawn = [f'<p class="tally" aria-hidden="true">{_cells(text(line, names))}</p>' for line in zone.lines]
            return (*drawn, f'<p class="unseen">{_spoken_tally(zone.lines)}.</p>')
        case Text():
            return tuple(f"<p>{_unbroken(text(line, names))}</p>" for line in zone.lines)


def _pile(pile: Pile, touchable: frozenset[str], names: Names) -> Sequence[str | Fragment]:
    top: Sequence[str | Fragment] = _places(pile.places, touchable, "card", names)
    if not top and pile.count:
        top = ('<span class="place" role="img" aria-label="face down">', art(BACK), "</span>")
    count = f'<span class="count">{pile.count}<span class="unseen"> cards</span></span>'
    return ('<div class="cards stack">', *top, f"{count}</div>\n")


def sheet_of(zone: Grid | PyramidZone) -> str:
    """Return the background of the places of a grid or a pyramid."""
    return "brick" if isinstance(zone, PyramidZone) else "cell" if len(zone.places) > MAX_CELLS else "card"


def _lattice(zone: Grid | PyramidZone, touchable: frozenset[str], names: Names) -> Sequence[str | Fragment]:
    """Return the lines of a grid or a pyramid, with its coordinates and its lamps."""
    grid = zone if isinstance(zone, Grid) else None
    lit = grid if grid is not None and edged(grid) else None
    lines = rows(zone)
    sheet = sheet_of(zone)
    pieces: list[str | Fragment] = [f'<div class="lattice{" edged" if lit else ""}">\n']
    if grid is not None and grid.coordinates:
        heads = "".join(f'<span class="head">{escaped(name.upper())}</span>' for name in line_names(columns(grid)))
        pieces.append(f'<div class="line heads" aria-hidden="true"><span class="gap"></span>{heads}</div>')
    if lit:
        above = (lit.lamps[-2], *lit.lamps[len(lines) : -2], lit.lamps[-1])
        pieces.append(f'<div class="line lights">{"".join(_light(lit, lamp, names) for lamp in above)}</div>')
    for number, (line, name) in enumerate(zip(lines, line_names(lines), strict=True)):
        note = grid.row_notes[number] if grid is not None and grid.row_notes else ""
        as_one = "" if note or lit else _read_as_one(line, touchable, names)
        pieces.append(f'<div class="line{" told" if note else ""}"{as_one}>')
        if lit or zone.coordinates:
            said = escaped(name.upper()) if zone.coordinates else ""
            pieces.append(f'<span class="gap" aria-hidden="true">{said}</span>')
        pieces += _places(line, touchable, sheet, names)
        if note:
            pieces.append(_row_note(note, names))
        pieces.append((_light(lit, lit.lamps[number], names) if lit else "") + "</div>")
    pieces.append("</div>\n")
    if grid is not None and grid.lamps and not lit:
        pieces.append(_lamp_list(grid, names))
    return pieces


def _row_note(note: str, names: Names) -> str:
    """Return the hand of a row, and after a colon its points, which stay where only the first words have room."""
    made, colon, points = note.partition(": ")
    return f'<span class="row-note">{_first_words(made, names)}{colon}{escaped(points)}</span>'


def shape(zone: Zone) -> str:
    """Return the classes of a zone's shape in the style sheet: its layout, and how large it is."""
    if isinstance(zone, Grid | PyramidZone):
        lines = rows(zone)
        kind = "grid" if isinstance(zone, Grid) else "steps"
        edges = " lit-edges" if isinstance(zone, Grid) and edged(zone) else ""
        edges += " told-rows" if isinstance(zone, Grid) and any(zone.row_notes) else ""
        return f"{kind}{edges} rows-{min(len(lines), MAX_ROWS)} n-{min(max(map(len, lines), default=1), MAX_PLACES)}"
    if isinstance(zone, Fan | Row):
        captioned = " captioned" if any(place.caption for place in zone.places) else ""
        crowded = " crowded" if isinstance(zone, Fan) and len(zone.places) > MAX_IN_LINE else ""
        return f"{zone.layout} n-{min(len(zone.places), MAX_PLACES)}{captioned}{crowded}"
    return zone.layout
