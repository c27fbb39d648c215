"""Scenes as HTML, through the templates. This module knows no game."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from importlib import resources
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from cardwright.cards import Face
from cardwright.scenes import BACK, Fan, Grid, Move, Pegboard, Place, PyramidZone, Row, Scene, Zone, named
from cardwright.scenes.arrange import arrange
from cardwright.scenes.keys import code
from cardwright.scenes.touch import forced
from cardwright.web import markdown_pages, svg

MAX_LINES = 12  # rows or columns of a board for which the style sheet has a size
LONG_HAND, FIVE = 7, 5  # cards in a hand that is drawn smaller where there is little room


class Art:
    """The drawings for templates: trusted markup that is not escaped again."""

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def face(shown: Face | None, brief: bool = False) -> Markup:
        """Return the drawing of a place."""
        return Markup(svg.face(shown, brief=brief))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def halves(values: tuple[str, ...]) -> Markup:
        """Return the drawing of the halves under a domino."""
        return Markup(svg.halves(values))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def chips(amount: int, held: tuple[int, ...] = ()) -> Markup:
        """Return an amount as stacks of chips."""
        return Markup(svg.chips(amount, held))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def pegboard(zone: Pegboard) -> Markup:
        """Return the drawing of a pegging board."""
        return Markup(svg.pegboard(zone))


@functools.cache
def fingerprint(name: str) -> str:
    """Return a hash of a static file, so that browsers may cache each version of it forever."""
    body = resources.files("cardwright.web").joinpath("static", name).read_bytes()
    return hashlib.sha256(body).hexdigest()[:12]


def static(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{name}?{fingerprint(name)}"


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
        size = f"rows-{min(len(lines), MAX_LINES)} columns-{min(max(map(len, lines), default=1), MAX_LINES)}"
        return f"{'grid' if isinstance(zone, Grid) else 'steps'} {size}"
    if isinstance(zone, Fan | Row):
        count = len(zone.places)
        return zone.layout + (" long" if count >= LONG_HAND else "") + (" five" if count >= FIVE else "")
    return zone.layout


@functools.cache
def environment() -> Environment:
    """Return the templates. An unset name is an error, and all values are escaped."""
    made = Environment(
        loader=PackageLoader("cardwright.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
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
        "rows": rows,
        "shape": shape,
        "edged": edged,
        "explained": markdown_pages.explained,
        "static": static,
        "symbols": Markup(svg.symbol_definitions()),
    }
    return made


def page(template: str, **values: Any) -> str:
    """Return a rendered template."""
    return environment().get_template(template).render(values)


def _named(names: tuple[str, ...]) -> Callable[[str], str]:
    return lambda text: named(text, names)


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


def scene_html(
    scene: Scene,
    names: tuple[str, ...],
    version: int,
    action: str,
    clocks: Sequence[dict[str, Any] | None] = (),
    controls: Controls = NO_CONTROLS,
) -> Markup:
    """Return the table as it stands in a page and as the socket sends it."""
    if any(clocks):  # whose time differs with every rendering
        return draw_scene(scene, names, version, action, clocks, controls)
    return _still(scene, names, version, action, controls)


@functools.lru_cache(maxsize=64)
def _still(scene: Scene, names: tuple[str, ...], version: int, action: str, controls: Controls) -> Markup:
    """Draw a scene without clocks, once for all who have the same view."""
    return draw_scene(scene, names, version, action, (), controls)


def draw_scene(
    scene: Scene,
    names: tuple[str, ...],
    version: int,
    action: str,
    clocks: Sequence[dict[str, Any] | None],
    controls: Controls,
) -> Markup:
    """Draw a scene, without any cache."""
    touchable = {place for move in scene.moves for place in move.places}
    return Markup(
        page(
            "scene.html",
            scene=scene,
            names=names,
            name=_named(names),
            version=version,
            action=action,
            clocks=clocks,
            touchable=touchable,
            forced=forced(scene) is not None,
            **controls._asdict() | {"why": dict(enumerate(controls.why))},
        )
    )


def chosen(moves: tuple[Move, ...], text: str, numbers: dict[str, str]) -> str:
    """Return the notation of a chosen move: its text, with the number from the form in place of {}."""
    if "{}" not in text:
        return text
    asked = [move for move in moves if move.number]
    place = next((place for place, move in enumerate(asked) if move.text == text), -1)
    return text.replace("{}", numbers.get(f"number-{place}", ""))
