"""The areas of the table that zones stand in, as data: one answer for every face that draws areas.

It follows from the layouts, owners and sizes of the zones, and from whose view it is; it knows no game.
"""

import msgspec

from cardwright.scenes.keys import MAX_PLAIN_CELLS
from cardwright.scenes.model import Chips, Fan, Grid, Lamps, Pegboard, Pile, PyramidZone, Row, Scene, Text, Zone

MANY, CROWD = 5, 6  # zones of other players, from which on they are drawn smaller


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """The zones of a table by area.

    ``others`` are at the far side, ``middle`` has no owner, ``own`` lies before the player; ``boards`` are large
    and stand beside or between these; ``panels`` are read beside the table. ``plan`` says what the boards are: "none";
    "shown", a board that is only looked at; "played", boards whose places are touched. ``minor`` zones of the player
    are drawn smaller than the hand. A seat in ``plated`` is named at its own cards, not in the line of all seats.
    """

    others: tuple[Zone, ...]
    middle: tuple[Zone, ...]
    own: tuple[Zone, ...]
    boards: tuple[Zone, ...]
    panels: tuple[Zone, ...]
    plan: str
    minor: frozenset[str]
    plated: frozenset[int]

    @property
    def traits(self) -> tuple[str, ...]:
        """Words for a style sheet: the plan, and what else decides on sizes."""
        found = {
            f"plan-{self.plan}": True,
            f"boards-{len(self.boards)}": bool(self.boards),
            "with-hands": bool(self.own or self.others),
            "many": len(self.others) >= MANY,
            "crowd": len(self.others) >= CROWD,
            "with-chips": any(isinstance(zone, Chips) for zone in self.middle),
        }
        return tuple(trait for trait, holds in found.items() if holds)


def arrange(scene: Scene) -> Arrangement:
    """Return where the zones of a scene stand. A spectator of two players sits behind the first."""
    areas = by_area(scene)
    return Arrangement(
        **{name: tuple(zones) for name, zones in areas.items()},
        plan=_plan(areas["boards"]),
        minor=_minor(areas["own"]),
        plated=_plated(scene),
    )


def by_area(scene: Scene) -> dict[str, list[Zone]]:
    """Return the zones of a scene by the area in which each stands, in the order of the scene."""
    viewer = scene.player if scene.player >= 0 or len(scene.seats) != 2 else 0
    areas: dict[str, list[Zone]] = {"others": [], "boards": [], "middle": [], "own": [], "panels": []}
    for zone in scene.zones:
        areas[_area(zone, viewer)].append(zone)
    return areas


def _area(zone: Zone, viewer: int) -> str:
    if zone.aside or isinstance(zone, Lamps):
        return "panels"
    if isinstance(zone, Text) and not (zone.owner == viewer and len(zone.lines) == 1):
        return "panels"
    if isinstance(zone, PyramidZone | Pegboard) or (isinstance(zone, Grid) and len(zone.places) > MAX_PLAIN_CELLS):
        return "boards"
    return "middle" if zone.owner is None else "own" if zone.owner == viewer else "others"


def _plan(boards: list[Zone]) -> str:
    if not boards:
        return "none"
    return "shown" if all(isinstance(zone, Pegboard) for zone in boards) else "played"


def _minor(own: list[Zone]) -> frozenset[str]:
    """Return the ids of the zones that are drawn smaller: piles, and rows where there is a hand."""
    fan = any(isinstance(zone, Fan) for zone in own)
    return frozenset(zone.id for zone in own if isinstance(zone, Pile) or (fan and isinstance(zone, Row)))


def _plated(scene: Scene) -> frozenset[int]:
    """Return the seats that have one hand each, at a table of three or more."""
    owners = [zone.owner for zone in scene.zones if isinstance(zone, Fan | Row) and zone.owner is not None]
    return frozenset(seat for seat in owners if owners.count(seat) == 1) if len(scene.seats) > 2 else frozenset()
