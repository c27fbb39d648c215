"""A whole scene drawn: its zones laid out as large as the room allows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf

import msgspec

from cardwright.scenes import Fan, Scene, Zone, places_of
from cardwright.scenes.arrange import by_area
from cardwright.scenes.keys import Keys
from cardwright.scenes.touch import Choice
from cardwright.terminal.drawing import zones
from cardwright.terminal.drawing.canvas import Canvas
from cardwright.terminal.drawing.card_art import Size, Touch
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.drawing.zones import DrawContext, ZoneSize

GAP_COLUMNS = 3  # columns between zones side by side
EDGE_COLUMNS = 1  # and at the left
GAP_WIDTHS_COLUMNS = range(64, 28, -4)  # at which an aside in a few words is tried


class Plan(msgspec.Struct, frozen=True):
    """The sizes of a drawing: of the viewer's hand and the places that can be touched, of other zones, of boards."""

    near: Size
    far: Size
    board: Size
    apart: bool = False  # whether the viewer's hand, with what lies beside it, has lines of its own
    air: int = 0  # empty rows between lines
    brief: bool = False  # whether cards face down are only counted


# From roomy to cramped. A board does not change size from turn to turn with what can be touched in it.
ROOMY = (
    Plan("large", "large", "large", apart=True, air=1),
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
    Plan("small", "tiny", "tiny", brief=True),
    Plan("tiny", "tiny", "tiny", brief=True),
)


def touches(choice: Choice, keys: Keys, cursor: str = "") -> dict[str, Touch]:
    """Return the state in the choice of every place that a move holds."""
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


class SceneLayout:
    """One scene in ``width`` columns, drawn in one arrangement after another, until one has room.

    The size of an arrangement is the same whatever is touched: one that had no room is not tried again.
    """

    def __init__(self, scene: Scene, names: Sequence[str], look: Look, width: int) -> None:
        self.scene, self.names, self.look, self.width = scene, names, look, width
        self.areas = by_area(scene)
        # Two boards, or many hands, want to stand side by side, and notes under their titles leave them room for it.
        many = len(self.areas["boards"]) > 1 or len(scene.seats) > 2
        self._narrow = (True, False) if many else (False, True)
        self._least: dict[tuple[Plan, bool], tuple[int, int]] = {}  # the rows and columns that a page has at least
        self.context = DrawContext(look, names, {})
        self._drawn: dict[tuple[str, ZoneSize, int], Canvas] = {}

    def draw(self, height: int, touches: Mapping[str, Touch] | None = None, spare: int = 0) -> Canvas:
        """Draw the scene in ``height`` rows, and use ``spare`` more rows before the cramped plans.

        The canvas is taller only if no plan fits. Asides take the space that the other zones leave.
        """
        self._touch(dict(touches or {}))
        return self.add_asides(self._choose_page(height, spare).canvas(), height)

    def _touch(self, touches: dict[str, Touch]) -> None:
        """Forget the drawings of zones in which the state of a place has changed."""
        before = self.context.touches
        changed = {id for id in before | touches if before.get(id) != touches.get(id)}
        stale = {zone.id for zone in self.scene.zones if any(place.id in changed for place in places_of(zone))}
        self._drawn = {key: canvas for key, canvas in self._drawn.items() if key[0] not in stale}
        bodies = {key: canvas for key, canvas in self.context.bodies.items() if key[0] not in stale}
        self.context = DrawContext(self.look, self.names, touches, bodies)

    def _choose_page(self, height: int, spare: int) -> "Page":
        """Return everything except the asides."""
        for plans, rows in ((ROOMY, height), (ROOMY[-1:] + CRAMPED, height + spare)):
            room = rows, self.width
            for plan, narrow in product(plans, self._narrow):
                if has_room(self._least.get((plan, narrow), (0, 0)), room):
                    page = self.lay_out(plan, narrow, room)
                    self._least[plan, narrow] = page.size
                    if has_room(page.size, room):
                        return page
        return self.lay_out(CRAMPED[-1], self._narrow[-1])

    def lay_out(self, plan: Plan, narrow: bool, room: tuple[float, float] = (inf, inf)) -> "Page":
        """Zones side by side in lines; under a short one, beside a tall one, another may stand.

        The first zone that does not fit in ``room`` is the last.
        """
        page = Page(self.width, plan.air)
        apart, before = plan.apart and any(isinstance(zone, Fan) for zone in self.areas["own"]), False
        for area, zone in self._ordered_zones():
            zone_size = ZoneSize(self._choose_size(area, zone, plan), narrow, plan.brief)
            block = self._draw(zone, zone_size, self.width - EDGE_COLUMNS)
            page.put(block, new_line=apart and (area == "own") != before)
            if not has_room(page.size, room):
                break
            before = area == "own"
        return page

    def add_asides(self, canvas: Canvas, height: int) -> Canvas:
        """The asides put where a table leaves room, or below it in a few words; else they stay away.

        After one in a few words none is whole: all low hands beside a count of the high ones would hide which matter.
        """
        whole = True
        for zone in (zone for zone in self.scene.zones if zone.aside):
            block = self._draw(zone, ZoneSize("small", narrow=True), self.width - EDGE_COLUMNS)
            brief = self._draw(zone, ZoneSize("small", brief=True), self.width - EDGE_COLUMNS)
            place = _find_space(canvas, block, self.width, height) if whole else None
            whole = place is not None
            if place:
                canvas.paste(*place, block)
            elif canvas.height + brief.height <= height:
                canvas.paste(EDGE_COLUMNS, canvas.height, brief)
            elif not self._put_in_corner(canvas, zone):
                self._put_in_gap(canvas, zone, height)
        return canvas

    def _put_in_gap(self, canvas: Canvas, zone: Zone, height: int) -> None:
        """An aside in a few words, or in fewer, where a gap is wide enough for them.

        The first aside comes first: a table of high hands is not left out for one of low hands, which is shorter.
        """
        for counted, columns in product((False, True), GAP_WIDTHS_COLUMNS):
            brief = self._draw(zone, ZoneSize("small", brief=True, counted=counted), columns)
            place = _find_space(canvas, brief, self.width, height) if brief.width <= columns else None
            if place:
                canvas.paste(*place, brief)
                return

    def _put_in_corner(self, canvas: Canvas, zone: Zone) -> bool:
        """Put an aside in a few words in the lower right corner, if the lines there end early enough to leave one."""
        for top in range(canvas.height):
            left = max(len(row) for row in canvas.rows[top:]) + GAP_COLUMNS
            brief = self._draw(zone, ZoneSize("small", brief=True), self.width - left)
            if left + brief.width <= self.width and top + brief.height <= canvas.height:
                canvas.paste(left, top, brief)
                return True
        return False

    def _choose_size(self, area: str, zone: Zone, plan: Plan) -> Size:
        if area == "boards":
            return plan.board
        # The viewer's own hand is near even out of turn, so that it keeps its size.
        hand = zone.owner == self.scene.player and isinstance(zone, Fan)
        return plan.near if hand or any(place.id in self.context.touches for place in places_of(zone)) else plan.far

    def _ordered_zones(self) -> Iterator[tuple[str, Zone]]:
        """Yield the zones area by area, from the far side of the table to the viewer's; the asides come later."""
        # What is drawn beside boards that are played on is read with them; a board that is only shown stands by itself.
        played = any(map(places_of, self.areas["boards"]))
        center = ("boards", "middle") if played else ("middle", "boards")
        for area in ("others", *center, "own", "panels"):
            yield from ((area, zone) for zone in self.areas[area] if not zone.aside)

    def _draw(self, zone: Zone, room: ZoneSize, width: int) -> Canvas:
        key = zone.id, room, width
        if key not in self._drawn:
            self._drawn[key] = zones.draw(zone, room, width, self.context)
        return self._drawn[key]


def has_room(size: tuple[int, int], room: tuple[float, float]) -> bool:
    """Return True if rows and columns are no more than there are."""
    return size[0] <= room[0] and size[1] <= room[1]


def _find_space(canvas: Canvas, block: Canvas, width: int, height: int) -> tuple[int, int] | None:
    """Return a position for a block at the right of the drawing, with a free row above and below it, or None."""
    for y in range(height - block.height + 1):
        taken = max(map(len, canvas.rows[max(y - 1, 0) : y + block.height + 1]), default=EDGE_COLUMNS - GAP_COLUMNS)
        if taken + GAP_COLUMNS + block.width <= width:
            return taken + GAP_COLUMNS, y
    return None


class Page:
    """Blocks in lines, and in each line in columns; nothing is drawn until all have their places."""

    def __init__(self, width: int, air: int) -> None:
        self.room, self.air = width, air
        self.lines: list[list[list[Canvas]]] = []

    def put(self, block: Canvas, new_line: bool) -> None:
        """Find a block's place: in the last line, below its last block or beside it, or else in a line of its own."""
        if new_line or not self.lines or not self._add_to_line(self.lines[-1], block):
            self.lines.append([[block]])

    def _add_to_line(self, line: list[list[Canvas]], block: Canvas) -> bool:
        below = _column_height(line[-1]) + block.height <= _line_height(line)
        if below and _next_x(line[:-1]) + block.width <= self.room:
            line[-1].append(block)
            return True
        if _next_x(line) + block.width <= self.room:
            line.append([block])
            return True
        return False

    @property
    def size(self) -> tuple[int, int]:
        """The rows that all takes, and the columns of the widest line."""
        rows = sum(map(_line_height, self.lines)) + self.air * max(0, len(self.lines) - 1)
        return rows, max((_next_x(line) - GAP_COLUMNS for line in self.lines), default=0)

    def canvas(self) -> Canvas:
        """Return all blocks at their positions."""
        canvas = Canvas()
        y = 0
        for line in self.lines:
            for at, column in enumerate(line):
                down = y
                for block in column:
                    canvas.paste(_next_x(line[:at]), down, block)
                    down += block.height
            y += _line_height(line) + self.air
        return canvas


def _column_height(column: Sequence[Canvas]) -> int:
    return sum(block.height for block in column)


def _line_height(line: Sequence[Sequence[Canvas]]) -> int:
    return max(map(_column_height, line), default=0)


def _next_x(line: Sequence[Sequence[Canvas]]) -> int:
    """Return the x of the next column."""
    return EDGE_COLUMNS + sum(max(block.width for block in column) + GAP_COLUMNS for column in line)
