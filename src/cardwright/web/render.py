"""Scenes as HTML, through the templates, part by part. This module knows no game."""

import functools
import hashlib
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup, escape

from cardwright.cardroom.live_table import ShownClock
from cardwright.cards import Face
from cardwright.scenes import BACK, CardZone, Fan, Grid, Move, Pegboard, Place, PyramidZone, Row, Scene, Zone, named
from cardwright.scenes.arrange import Slot, arrange
from cardwright.scenes.keys import code
from cardwright.scenes.touch import forced
from cardwright.web import markdown_pages, parts, svg
from cardwright.web.qr import qr
from cardwright.web.static_files import static

MAX_ROWS, MAX_PLACES = 10, 12  # of a zone, for which the style sheet has a size
MAX_IN_LINE = 18  # places of a fan, which has two lines beyond that
MAX_DRAWN = 16_384  # drawn parts that are kept
INDENTATION = re.compile(r"\n[ \t]+")
PART_TAG = re.compile(r"<part ([^>]+)>")
APOSTROPHE = "&#x27;"  # as it is escaped
ART_NAME_BYTES = 5  # of the hash that names a drawing


class Art:
    """The drawings for templates: trusted markup that is not escaped again."""

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def face(shown: Face | None, sheet: str = "card", brief: bool = False) -> Markup:
        """Return the drawing of a place."""
        return Markup(svg.face(shown, sheet, brief=brief))

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def part(shown: Face | None, sheet: str = "card") -> Markup:
        """Return the drawing of a place as a part, so that a card that moves need not be sent again."""
        drawn = str(Art.face(shown, sheet))
        name = parts.CONSTANT + hashlib.blake2b(drawn.encode(), digest_size=ART_NAME_BYTES).hexdigest()
        drawn = drawn.replace(svg.SPRITE, f"{parts.open('sprite')}{svg.SPRITE}{parts.SHUT}")
        return Markup(f"{parts.open(name)}{drawn}{parts.SHUT}")

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def chips(amount: int, held: tuple[int, ...] = ()) -> Markup:
        """Return an amount as stacks of chips."""
        return Markup(svg.chips(amount, held))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def pegboard(zone: Pegboard) -> Markup:
        """Return the drawing of a pegging board in parts, of which most stay the same."""
        drawn = svg.pegboard(zone)
        pegs = "".join(f"{parts.open(f'pegs-{index}')}{each}{parts.SHUT}" for index, each in enumerate(drawn.pegs))
        board = f"{parts.open('board')}{drawn.board}{parts.SHUT}"
        return Markup(
            drawn._replace(label=f"{parts.open('board-label')}{drawn.label}{parts.SHUT}", board=board, pegs=(pegs,))
        )


@functools.lru_cache(maxsize=MAX_DRAWN)
def drawn(macro: Callable[..., Markup], *given: Hashable) -> parts.Fragment:
    """Return what a template's macro draws of these values, once for all who see the same."""
    return parts.Fragment(macro(*given))


def rows(zone: Grid | PyramidZone) -> list[list[Place]]:
    """Return the places of a grid or a pyramid, row by row."""
    ordered = sorted(zone.places, key=lambda place: (place.row, place.column))
    return [list(row) for _, row in groupby(ordered, key=lambda place: place.row)]


def edged(zone: Grid) -> bool:
    """Return whether a grid has a lamp for each row, column and diagonal, which are drawn along its edges."""
    if not zone.places or not zone.lamps:
        return False
    deep = max(place.row for place in zone.places) + 1
    wide = max(place.column for place in zone.places) + 1
    return len(zone.lamps) == deep + wide + 2


def coordinates(places: Sequence[Place]) -> str:
    """Return the part of the coordinates that all places of a row or column share: "b" of "b1", "b2"; "" if none."""
    codes = [code(place) for place in places]
    for part in (0, 1):
        if len({each[part] for each in codes}) == 1 < len(codes):
            return codes[0][part].upper()
    return codes[0][0].upper() if len(codes) == 1 else ""


def columns(zone: Grid) -> list[list[Place]]:
    """Return the places of a grid, column by column."""
    ordered = sorted(zone.places, key=lambda place: (place.column, place.row))
    return [list(column) for _, column in groupby(ordered, key=lambda place: place.column)]


def shape(zone: Zone) -> str:
    """Return the words by which the style sheet knows the shape of a zone: its layout, and how large it is."""
    if isinstance(zone, Grid | PyramidZone):
        lines = rows(zone)
        kind = "grid" if isinstance(zone, Grid) else "steps"
        edges = " lit-edges" if isinstance(zone, Grid) and edged(zone) else ""
        return f"{kind}{edges} rows-{min(len(lines), MAX_ROWS)} n-{min(max(map(len, lines), default=1), MAX_PLACES)}"
    if isinstance(zone, Fan | Row):
        captioned = " captioned" if any(place.caption for place in zone.places) else ""
        crowded = " crowded" if isinstance(zone, Fan) and len(zone.places) > MAX_IN_LINE else ""
        return f"{zone.layout} n-{min(len(zone.places), MAX_PLACES)}{captioned}{crowded}"
    return zone.layout


def named_markup(text: str, names: Sequence[str]) -> str:
    """Put the players' names into a scene's text, as `scenes.named` does; markup stays markup."""
    if not isinstance(text, Markup):
        return named(text, names)
    return Markup(named(str(text).replace(APOSTROPHE, "'"), [str(escape(name)) for name in names]))


class PartTags(Extension):
    """The tags <part NAME> and </part> of templates, which mark the parts of a page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return a template with the marks of its parts, and without indentation."""
        opened = PART_TAG.sub(lambda tag: parts.open(tag[1]), INDENTATION.sub("\n", source))
        return opened.replace("</part>", parts.SHUT)


@functools.cache
def environment() -> Environment:
    """Return the templates. An unset name is an error, and all values are escaped."""
    made = Environment(
        loader=PackageLoader("cardwright.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        extensions=[PartTags],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or each frame would check the files of all its templates
    )
    made.globals |= {
        "art": Art,
        "back": BACK,
        "arrange": arrange,
        "columns": columns,
        "coordinates": coordinates,
        "qr": qr,
        "rows": rows,
        "shape": shape,
        "edged": edged,
        "explained": markdown_pages.explained,
        "static": static,
        "drawn": drawn,
        "no_places": frozenset(),
        "touchable_in": touchable_in,
        "use": lambda id: Markup(svg.use(id)),
    }
    made.filters["named"] = named_markup
    return made


def marked(template: str, **values: Any) -> Markup:
    """Return a rendered template with the marks of its parts."""
    return Markup(_template(template).render(values))


def macros(template: str) -> Any:
    """Return the macros of a template."""
    return _template(template).module


@functools.cache
def _template(name: str) -> Template:
    return environment().get_template(name)


def page(template: str, **values: Any) -> str:
    """Return a rendered template."""
    return parts.whole(_template(template).render(values))


class Controls(NamedTuple):
    """Controls and remarks that a scene is drawn with.

    A ``moment`` is held before the page shows what follows it. With ``hints`` a player may ask for one, with ``undo``
    take the last move back, and with ``hurry`` skip ahead to their own turn. ``why`` says of each seat what its last
    points were for.
    """

    moment: bool = False
    hints: bool = False
    undo: bool = False
    hurry: bool = False
    why: tuple[str, ...] = ()


NO_CONTROLS = Controls()


def marked_scene(
    scene: Scene,
    names: tuple[str, ...],
    version: int,
    action: str,
    clocks: Sequence[ShownClock | None] = (),
    controls: Controls = NO_CONTROLS,
) -> Markup:
    """Return the table as it stands in a page, with the marks of its parts."""
    return marked(
        "scene.html",
        scene=scene,
        names=names,
        version=version,
        action=action,
        clocks=clocks,
        touchable=frozenset(place for move in scene.moves for place in move.places),
        forced=forced(scene) is not None,
        **controls._asdict(),
    )


def scene_html(scene: Scene, names: tuple[str, ...], version: int, action: str) -> Markup:
    """Return the table as it stands in a page, without clocks."""
    return Markup(parts.whole(marked_scene(scene, names, version, action)))


def touchable_in(slots: Iterable[Slot], touchable: frozenset[str]) -> frozenset[str]:
    """Return those of some places that lie in slots."""
    if not touchable:
        return touchable
    zones = [zone for slot in slots for zone in slot.zones if isinstance(zone, CardZone)]
    return touchable.intersection([place.id for zone in zones for place in zone.places])


def chosen(moves: tuple[Move, ...], text: str, numbers: dict[str, str]) -> str:
    """Return the notation of a chosen move: its text, with the number from the form in place of {}."""
    if "{}" not in text:
        return text
    asked = [move for move in moves if move.number]
    place = next((place for place, move in enumerate(asked) if move.text == text), -1)
    return text.replace("{}", numbers.get(f"number-{place}", ""))
