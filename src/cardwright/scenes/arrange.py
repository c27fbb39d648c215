"""The felt as data: which zone lies where. Areas hold slots, and a slot keeps its place for the whole game.

A scene's `Felt` lists its slots; without one, each zone gets a slot, and the plan follows from the zones' layouts.
"""

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from cardwright.scenes import (
    CardZone,
    Chips,
    Fan,
    Felt,
    Grid,
    Lamps,
    Pegboard,
    PyramidZone,
    Reserved,
    Scene,
    Text,
    Zone,
    ZoneBase,
)
from cardwright.scenes.keys import MAX_PLAIN_CELLS

AREAS = ("others", "boards", "middle", "own")
MANY, CROWD = 5, 9  # with this many other players they are drawn smaller, and without room for cards
MAX_LOW_CROWD = 12  # other players who fit in three rows
MAX_ACROSS = 10  # seats beside each other
SHORT_BOARD_COUNT = 61  # the longest pegging board that is drawn low
LARGE_HAND_COUNT = 4  # cards for which one's own hand needs more than a third of the width beside a board
FEW_LAMPS_COUNT = 6  # of a list that would leave most of a panel as high as its part of the rail empty
MANY_LAMPS_COUNT = 14  # of a list that needs the whole height beside the table
MAX_ARRANGEMENTS = 4096  # that are kept


class Outline(NamedTuple):
    """All of a zone that an arrangement depends on."""

    number: int  # of the zone in its scene
    layout: type[ZoneBase]
    id: str
    owner: int | None
    aside: bool
    size: int
    told: bool = False  # each of its rows says what it makes

    @property
    def name(self) -> str:
        """Its id and its layout, such as "crib:row"."""
        return f"{self.id}:{self.layout.__struct_config__.tag}"


class Slot(msgspec.Struct, frozen=True):
    """A place on the felt with the zones that lie there now. A ``seat`` of 0 or more is named there."""

    id: str
    weight: int
    zones: tuple[Outline, ...]
    seat: int = -1


class Area(msgspec.Struct, frozen=True, dict=True):
    """A part of the felt."""

    name: str
    slots: tuple[Slot, ...]

    @functools.cached_property
    def across(self) -> tuple[int, int]:
        """Return the columns in a wide and in a tall window: slots side by side, each as wide as it weighs."""
        if not self.slots or self.slots[0].seat < 0 or self.name != "others":
            columns = sum(slot.weight for slot in self.slots)
            return columns, columns
        count = len(self.slots)
        if count <= MAX_ACROSS - 2:
            return count, count if count < MANY else -(-count // 2)
        return min(-(-count // 2), MAX_ACROSS), 4


class Arrangement(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The zones of a table by area.

    ``others`` are at the far side, ``middle`` has no owner, ``own`` lies before the player; ``boards`` are large
    and stand beside or between these; ``panels`` are read beside the table. A seat in ``plated`` is named at its own
    cards, not in the line of all seats. ``seats`` counts the players.
    """

    areas: tuple[Area, ...]
    panels: tuple[Outline, ...]
    plan: str
    plated: frozenset[int]
    button_lines: int
    seats: int

    @functools.cached_property
    def traits(self) -> tuple[str, ...]:
        """Words for a style sheet about the felt: the plan, the areas, and what else decides on sizes."""
        slots = {area.name: area.slots for area in self.areas}
        others, middle = slots.get("others", ()), slots.get("middle", ())
        own, boards = _zones(slots.get("own", ())), _zones(slots.get("boards", ()))
        holds_by_trait = {
            f"plan-{self.plan}": True,
            **{f"has-{name}": bool(slots[name]) for name in slots},
            "many": len(others) >= MANY,
            "told-others": any(zone.told for zone in _zones(others)),
            "odd-others": MANY <= len(others) < CROWD and len(others) % 2 == 1,
            "crowd": len(others) >= CROWD,
            "low-crowd": CROWD <= len(others) <= MAX_LOW_CROWD,
            "alone": self.seats == 1,
            "duel": self.seats == 2 and bool(others) and "own" in slots,
            "pot-only": len(middle) == 1 and _has_chips(middle[0]),
            "board-and-pot": len(middle) == 2 and _has_chips(middle[-1]),
            "two-boards": len(middle) > 2 and _has_chips(middle[-1]),
            "long-board": any(zone.layout is Pegboard and zone.size > SHORT_BOARD_COUNT for zone in boards),
            "has-tall-4": any(area.across[1] == 4 for area in self.areas),
            "own-bare": bool(slots.get("own")) and not own,
            "own-fan": any(zone.layout is Fan for zone in own),
            "large-hand": any(issubclass(zone.layout, CardZone) and zone.size == LARGE_HAND_COUNT for zone in own),
        }
        return tuple(trait for trait, holds in holds_by_trait.items() if holds)

    @functools.cached_property
    def rail_traits(self) -> tuple[str, ...]:
        """Classes for a style sheet about the zones beside the table: whether panels or the log need the height."""
        lamps = max((zone.size for zone in self.panels if zone.layout is Lamps), default=0)
        holds_by_trait = {
            "tall-log": self.plan in ("track", "beside"),
            "few-lamps": 0 < lamps <= FEW_LAMPS_COUNT,
            "tall-panels": self.plan in ("facing", "cells") or lamps >= MANY_LAMPS_COUNT,
            "no-panels": not self.panels,
        }
        return tuple(trait for trait, holds in holds_by_trait.items() if holds)


def _zones(slots: Sequence[Slot]) -> list[Outline]:
    return [zone for slot in slots for zone in slot.zones]


def _has_chips(slot: Slot) -> bool:
    return any(zone.layout is Chips for zone in slot.zones)


def arrange(scene: Scene) -> Arrangement:
    """Return where the zones of a scene lie. A spectator of two players sits behind the first."""
    return _arranged(scene.felt, scene.player, tuple([seat.player for seat in scene.seats]), _outlines(scene))


def _outlines(scene: Scene) -> tuple[Outline, ...]:
    return tuple(map(_outline, itertools.count(), scene.zones))


@functools.lru_cache(maxsize=MAX_ARRANGEMENTS)
def _outline(number: int, zone: Zone) -> Outline:
    told = isinstance(zone, Grid) and any(zone.row_notes)
    return Outline(number, type(zone), zone.id, zone.owner, zone.aside, zone.size, told)


@functools.lru_cache(maxsize=MAX_ARRANGEMENTS)
def _arranged(table: Felt, player: int, seats: tuple[int, ...], outlines: tuple[Outline, ...]) -> Arrangement:
    viewer = _viewer(player, len(seats))
    zones = _by_area(outlines, viewer)
    plated = frozenset(seats) if len(seats) > 2 else frozenset()
    slots_of = ((name, tuple(_slots(name, zones[name], table.slots(name) or (), plated, viewer))) for name in AREAS)
    areas = tuple(Area(name, slots) for name, slots in slots_of if slots or table.slots(name) is not None)
    return Arrangement(
        areas=areas,
        panels=tuple(zones["panels"]),
        plan=_plan(table, zones["boards"]),
        plated=plated,
        button_lines=table.button_lines if player >= 0 else 1,
        seats=len(seats),
    )


def by_area(scene: Scene) -> dict[str, list[Zone]]:
    """Return the zones of a scene by the area in which each stands, in the order of the scene."""
    areas = _by_area(_outlines(scene), _viewer(scene.player, len(scene.seats)))
    return {name: [scene.zones[zone.number] for zone in areas[name]] for name in areas}


def _by_area(zones: Sequence[Outline], viewer: int) -> dict[str, list[Outline]]:
    areas: dict[str, list[Outline]] = {name: [] for name in (*AREAS, "panels")}
    for zone in zones:
        areas[_area(zone, viewer)].append(zone)
    return areas


def _viewer(player: int, seats: int) -> int:
    return player if player >= 0 or seats != 2 else 0


def _area(zone: Outline, viewer: int) -> str:
    if zone.aside or zone.layout in (Lamps, Text):
        return "panels"
    if zone.layout in (PyramidZone, Pegboard) or (zone.layout is Grid and zone.size > MAX_PLAIN_CELLS):
        return "boards"
    return "middle" if zone.owner is None else "own" if zone.owner == viewer else "others"


def _plan(table: Felt, boards: Sequence[Outline]) -> str:
    if not boards:
        return table.plan if table.plan in ("facing", "beside") else "rows"
    return table.plan or ("track" if all(zone.layout is Pegboard for zone in boards) else "cells")


def _slots(
    area: str, zones: Sequence[Outline], reserved: Sequence[Reserved], plated: frozenset[int], viewer: int
) -> Iterator[Slot]:
    """Yield the slots of an area: one for each other player at a table of many, or else as the table lists them."""
    if plated and area == "others":
        order = sorted(plated - {viewer}, key=lambda seat: (seat - viewer - 1) % len(plated))
        yield from (Slot(f"seat{seat}", 1, tuple(zone for zone in zones if zone.owner == seat), seat) for seat in order)
        return
    if area == "own" and viewer < 0:
        return
    taken: list[tuple[Reserved, list[Outline]]] = [(each, []) for each in reserved]
    left: list[Outline] = []
    for zone in zones:
        next((held for each, held in taken if each.takes(zone.name)), left).append(zone)
    seat = viewer if plated and area == "own" else -1
    heaviest = max((each.weight for each in reserved), default=1)
    for number, (each, held) in enumerate(taken):
        if held or not each.optional:
            yield Slot(f"{area}-{number}", each.weight, tuple(held), seat if each.weight == heaviest else -1)
    lone = not reserved
    for zone in left:
        yield Slot(f"{area}-{zone.id}", _weight(zone), (zone,), seat if lone else -1)
        lone = False


def _weight(zone: Outline) -> int:
    """Return the share of the width that a zone is given where its table lists no slot for it."""
    return 1 if zone.layout is Chips else 2
