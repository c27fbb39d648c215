"""A whole scene drawn: its zones laid out in the room there is, as large as they go in."""

from collections.abc import Mapping, Sequence

import msgspec

from cardwright.scene import Scene, Zone
from cardwright.terminal import zones
from cardwright.terminal.canvas import Canvas
from cardwright.terminal.choose import Choice, Keys
from cardwright.terminal.faces import Size, Touch
from cardwright.terminal.look import Look
from cardwright.terminal.zones import Pen

GAP = 3  # columns between zones side by side
EDGE = 1  # and at the left
TALL = ("grid", "pyramid")


class Plan(msgspec.Struct, frozen=True):
    """How large to draw: the viewer's hand and what can be touched, the other zones, grids and pyramids."""

    near: Size
    far: Size
    grid: Size
    apart: bool = False  # whether the viewer's own hand has a line of its own
    air: int = 0  # empty rows between lines


# From roomy to cramped. A grid does not change size from turn to turn with what can be touched in it.
ROOMY = (
    Plan("large", "large", "small", apart=True, air=1),
    Plan("large", "small", "small", apart=True, air=1),
    Plan("large", "small", "small", apart=True),
    Plan("small", "small", "small", apart=True),
)
CRAMPED = (
    Plan("small", "small", "small"),
    Plan("small", "small", "tiny", apart=True),
    Plan("small", "small", "tiny"),
    Plan("small", "tiny", "tiny", apart=True),
    Plan("small", "tiny", "tiny"),
    Plan("tiny", "tiny", "tiny"),
)


def touches(choice: Choice, keys: Keys, cursor: str = "") -> dict[str, Touch]:
    """How every place that some move holds stands in the choice."""
    reachable = choice.reachable
    return {
        id: Touch(
            key=key,
            touched=id in choice.touched,
            faded=id not in reachable,
            cursor=id == cursor,
        )
        for key, id in keys.places.items()
    }


def scene(
    scene: Scene,
    names: Sequence[str],
    look: Look,
    width: int,
    height: int,
    touches: Mapping[str, Touch] | None = None,
    spare: int = 0,
) -> Canvas:
    """The zones of a scene in ``width`` columns and ``height`` rows, and ``spare`` rows more before it is cramped.

    It is taller only if it cannot be drawn smaller.
    """
    easel = Easel(scene, Pen(look, names, dict(touches or {})), width)
    drawn = Canvas()
    for plans, room in ((ROOMY, height), (ROOMY[-1:] + CRAMPED, height + spare)):
        for plan in plans:
            for narrow in (False, True):
                drawn = easel.laid(plan, narrow)
                if drawn.height <= room and drawn.width <= width:
                    return drawn
    return drawn


class Easel:
    """One scene, tried in one arrangement after another."""

    def __init__(self, scene: Scene, pen: Pen, width: int) -> None:
        self.scene, self.pen, self.width = scene, pen, width
        self._drawn: dict[tuple[str, Size, bool], Canvas] = {}

    def laid(self, plan: Plan, narrow: bool) -> Canvas:
        """Zones side by side in lines; under a short one, beside a tall one, another may stand."""
        canvas = Canvas()
        line = Line(self.width)
        before = False
        for zone in self._in_order():
            own = self._own(zone)
            block = self._block(zone, self._size(zone, plan), narrow)
            if plan.apart and line.columns and own != before:
                line = line.onto(canvas, plan.air)
            if not line.take(block):
                line = line.onto(canvas, plan.air)
                line.take(block)
            before = own
        line.onto(canvas, plan.air)
        return canvas

    def _own(self, zone: Zone) -> bool:
        return zone.owner == self.scene.player and zone.layout == "fan"

    def _size(self, zone: Zone, plan: Plan) -> Size:
        if zone.layout in TALL:
            return plan.grid
        # The viewer's own hand is near even out of turn, so that it keeps its size.
        near = self._own(zone) or any(place.id in self.pen.touches for place in zone.places)
        return plan.near if near else plan.far

    def _in_order(self) -> list[Zone]:
        """Grids follow the first of them, so that they stand side by side; all else as the scene has it."""
        zones = self.scene.zones
        first = next((at for at, zone in enumerate(zones) if zone.layout in TALL), len(zones))
        rest = zones[first:]
        return [*zones[:first], *sorted(rest, key=lambda zone: zone.layout not in TALL)]

    def _block(self, zone: Zone, size: Size, narrow: bool) -> Canvas:
        key = zone.id, size, narrow
        if key not in self._drawn:
            self._drawn[key] = zones.draw(zone, size, self.width - EDGE, self.pen, narrow)
        return self._drawn[key]


class Line:
    """Blocks side by side, in columns."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.columns: list[list[Canvas]] = []

    def take(self, block: Canvas) -> bool:
        """Find a place for a block, below the last or beside it; False if there is none."""
        tall = max((_height(column) for column in self.columns), default=0)
        if self.columns and _height(self.columns[-1]) + block.height <= tall:
            used = self._used(self.columns[:-1])
            if used + block.width <= self.width:
                self.columns[-1].append(block)
                return True
        if self.columns and self._used(self.columns) + block.width > self.width:
            return False
        self.columns.append([block])
        return True

    def _used(self, columns: Sequence[Sequence[Canvas]]) -> int:
        return EDGE + sum(max(block.width for block in column) + GAP for column in columns)

    def onto(self, canvas: Canvas, air: int) -> "Line":
        """Paste the line below what is there, and begin another."""
        x, y = EDGE, canvas.height + (air if canvas.rows else 0)
        for column in self.columns:
            down = y
            for block in column:
                canvas.paste(x, down, block)
                down += block.height
            x += max(block.width for block in column) + GAP
        return Line(self.width)


def _height(column: Sequence[Canvas]) -> int:
    return sum(block.height for block in column)
