"""Scenes as HTML, through the templates. This module knows scenes and no game."""

import functools
import hashlib
from collections.abc import Callable, Sequence
from importlib import resources
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from cardwright.cards import Face
from cardwright.scenes import BACK, Fan, Grid, Lamps, Move, Pegboard, Place, PyramidZone, Row, Scene, Text, Zone, named
from cardwright.web import markdown_pages, svg


class Art:
    """The drawings, as templates may use them: they are our own markup, and not escaped again."""

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def face(shown: Face | None, brief: bool = False) -> Markup:
        """A place's drawing."""
        return Markup(svg.face(shown, brief=brief))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def halves(values: tuple[str, ...]) -> Markup:
        """What lies covered under a domino."""
        return Markup(svg.halves(values))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def chips(amount: int) -> Markup:
        """An amount in stacks of chips."""
        return Markup(svg.chips(amount))

    @staticmethod
    @functools.lru_cache(maxsize=512)
    def pegboard(zone: Pegboard) -> Markup:
        """The pegging board."""
        return Markup(svg.pegboard(zone))


@functools.cache
def fingerprint(name: str) -> str:
    """A few letters that change when a static file does, so that browsers may keep it for ever."""
    body = resources.files("cardwright.web").joinpath("static", name).read_bytes()
    return hashlib.sha256(body).hexdigest()[:12]


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{name}?{fingerprint(name)}"


def rows(zone: Grid | PyramidZone) -> list[list[Place]]:
    """The places of a grid or a pyramid, row by row."""
    ordered = sorted(zone.places, key=lambda place: (place.row, place.column))
    return [list(row) for _, row in groupby(ordered, key=lambda place: place.row)]


def edged(zone: Grid) -> bool:
    """Whether a grid has a lamp for each row, each column and both diagonals, to be drawn along its edges."""
    if not zone.places or not zone.lamps:
        return False
    deep = max(place.row for place in zone.places) + 1
    wide = max(place.column for place in zone.places) + 1
    return len(zone.lamps) == deep + wide + 2


def bands(scene: Scene) -> dict[str, list[Zone]]:
    """The zones as they lie on the cloth, from far to near, and those that are read beside it.

    ``others`` is the far side, ``middle`` is nobody's, ``own`` lies before the player whose eyes these are; a
    spectator of two sits behind the first.
    """
    eyes = scene.player if scene.player >= 0 or len(scene.seats) != 2 else 0
    found: dict[str, list[Zone]] = {"others": [], "middle": [], "own": [], "asides": []}
    for zone in scene.zones:
        said = isinstance(zone, Text) and not (zone.owner == eyes and len(zone.lines) == 1)
        beside = zone.aside or isinstance(zone, Lamps) or said
        place = "asides" if beside else "middle" if zone.owner is None else "own" if zone.owner == eyes else "others"
        found[place].append(zone)
    return found


def plates(scene: Scene) -> frozenset[int]:
    """The seats that stand at their own cards and not in the line above: at a table of many, all with one hand."""
    owners = [zone.owner for zone in scene.zones if isinstance(zone, Fan | Row) and zone.owner is not None]
    return frozenset(seat for seat in owners if owners.count(seat) == 1) if len(scene.seats) > 2 else frozenset()


@functools.cache
def environment() -> Environment:
    """The templates. A name that a page does not set is an error, and everything is escaped."""
    made = Environment(
        loader=PackageLoader("cardwright.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # or each frame would look at the files of all its templates
    )
    made.globals |= {
        "art": Art,
        "back": BACK,
        "bands": bands,
        "plates": plates,
        "rows": rows,
        "edged": edged,
        "explained": markdown_pages.explained,
        "static": static,
        "symbols": Markup(svg.symbol_definitions()),
    }
    return made


def page(template: str, **values: Any) -> str:
    """A template, filled in."""
    return environment().get_template(template).render(values)


def _named(names: tuple[str, ...]) -> Callable[[str], str]:
    return lambda text: named(text, names)


def scene_html(
    scene: Scene,
    names: tuple[str, ...],
    version: int,
    action: str,
    clocks: Sequence[dict[str, Any] | None] = (),
    *,
    moment: bool = False,
    hints: bool = False,
) -> Markup:
    """Return the table as it stands in a page and as the socket sends it.

    A ``moment`` is held before the page shows what follows it; with ``hints`` a player may ask for one.
    """
    if any(clocks):  # which show another time at every look
        return _drawn(scene, names, version, action, clocks, moment, hints)
    return _still(scene, names, version, action, moment, hints)


@functools.lru_cache(maxsize=64)
def _still(scene: Scene, names: tuple[str, ...], version: int, action: str, moment: bool, hints: bool) -> Markup:
    """Draw a scene without clocks, once for all who have the same view."""
    return _drawn(scene, names, version, action, (), moment, hints)


def _drawn(
    scene: Scene,
    names: tuple[str, ...],
    version: int,
    action: str,
    clocks: Sequence[dict[str, Any] | None],
    moment: bool,
    hints: bool,
) -> Markup:
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
            moment=moment,
            hints=hints,
        )
    )


def chosen(moves: tuple[Move, ...], text: str, numbers: dict[str, str]) -> str:
    """The notation that a form asks for: a move's text, with the number that was put in for it where it wants one."""
    if "{}" not in text:
        return text
    asked = [move for move in moves if move.number]
    place = next((place for place, move in enumerate(asked) if move.text == text), -1)
    return text.replace("{}", numbers.get(f"number-{place}", ""))
