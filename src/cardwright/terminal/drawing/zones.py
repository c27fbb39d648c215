"""A zone drawn by its layout, title and all. One function a layout; none knows a game."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from rich.cells import cell_len

from cardwright.scenes import (
    BACK,
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
from cardwright.terminal.drawing import card_art, compact_grid, pegboard
from cardwright.terminal.drawing.canvas import Canvas, Spot
from cardwright.terminal.drawing.card_art import Size, Touch
from cardwright.terminal.drawing.theme import Look, seat_ink

BACK_COLUMNS = 2  # columns that show of an overlapped card's back
CORNER_COLUMNS = 4  # and of its front: the edge, and what stands in the corner
MIN_NOTE_COLUMNS = 24  # of a note under a title
MAX_TEXT_COLUMNS = 72  # a text is not wider than is good to read


class DrawContext(msgspec.Struct, frozen=True):
    """The context of a drawing: the look, the names, and the state of each place in the choice."""

    look: Look
    names: Sequence[str]
    touches: dict[str, Touch]
    bodies: dict[tuple[str, Size, int], Canvas] = {}
    """What was drawn under the titles, by zone, size and width: arrangements are tried that differ in notes only."""

    def place(self, place: Place, size: Size) -> Canvas:
        """A place drawn as it stands."""
        canvas = card_art.draw(place, size, self.look, self.touch(place))
        if place.caption:
            card_art.write_caption(canvas, self.text(place.caption), size)
        return canvas

    def text(self, text: str) -> str:
        """A scene's text as it is written here."""
        return self.look.text(named(text, self.names))

    def touch(self, place: Place) -> Touch:
        """Return the state of a place in the choice."""
        return self.touches.get(place.id, card_art.IDLE)


class ZoneSize(msgspec.Struct, frozen=True):
    """The room of a zone. A ``narrow`` zone has its note under the title where that makes it narrower; a ``brief``
    one shows only the number of face-down cards, and only the lamps that are not off; a ``counted`` one counts those
    that are half lit.
    """

    size: Size
    narrow: bool = False
    brief: bool = False
    counted: bool = False


def draw(zone: Zone, room: ZoneSize, width: int, context: DrawContext) -> Canvas:
    """A zone in no more than ``width`` columns, if that can be done; its title stands above it."""
    canvas = _draw(zone, room, width, context)
    canvas.zones[zone.id] = Spot(0, 0, canvas.width, canvas.height)
    return canvas


def _draw(zone: Zone, room: ZoneSize, width: int, context: DrawContext) -> Canvas:
    canvas = Canvas()
    x = canvas.put(0, 0, context.text(zone.title), "title")
    if room.brief and is_hidden(zone, context):
        x = canvas.put(x + 1, 0, context.look.glyphs.back * len(places_of(zone)), "back")
        canvas.put(x + 1, 0, context.text(zone.note), "note")
        return canvas
    if room.brief and isinstance(zone, Lamps):
        return _draw_lit_lamps(zone, width, context, room.counted)
    key = zone.id, room.size, width
    if key not in context.bodies:
        context.bodies[key] = _draw_body(zone, room.size, width, context)
    body = context.bodies[key]
    if isinstance(zone, Pegboard):
        x = _write_legend(canvas, x, zone, context)
    _put_note(canvas, x, zone, max(body.width, x) if room.narrow else width, width, context)
    canvas.paste(0, canvas.height, body)
    return canvas


def _put_note(canvas: Canvas, x: int, zone: Zone, narrow: int, width: int, context: DrawContext) -> None:
    """Write a note beside the title, or under it where that is wider than the zone.

    In a narrow zone the hands of several players keep a line for it, so that no zone moves when a player folds.
    """
    note = context.text(zone.note)
    beside = x + 2 if x else 0
    kept = narrow < width and isinstance(zone, Fan | Row) and zone.owner is not None and len(context.names) > 2
    if kept or (note and beside + cell_len(note) > min(narrow + 2, width)):
        for y, line in enumerate(wrap(note, min(max(narrow, MIN_NOTE_COLUMNS), width)), 1):
            canvas.put(0, y, line or " ", "note")
    elif note:
        canvas.put(beside, 0, note, "note")


def is_hidden(zone: Zone, context: DrawContext) -> bool:
    """Return True for a face-down hand without a place to touch now."""
    if not isinstance(zone, Fan | Row) or not zone.places:
        return False
    return all(place.face == BACK and not context.touch(place).key for place in zone.places)


def _draw_body(zone: Zone, size: Size, width: int, context: DrawContext) -> Canvas:
    """Draw the part under a zone's title."""
    match zone:
        case Fan():
            return _draw_fan(zone, size, width, context)
        case Row():
            return _draw_row(zone, size, width, context)
        case Grid():
            drawn = _draw_grid(zone, size, width, context)
            return _add_coordinates(zone, drawn) if zone.coordinates else drawn
        case PyramidZone():
            drawn = _draw_pyramid(zone, size, context)
            return _add_coordinates(zone, drawn) if zone.coordinates else drawn
        case Pile():
            return _draw_pile(zone, size, context)
        case Pegboard():
            return pegboard.draw(zone, width, context.look)
        case Lamps():
            return _draw_lamps(zone, width, context)
        case Chips():
            return _draw_chips(zone, context)
        case Text():
            return _draw_text(zone, width, context)


def wrap(text: str, width: int) -> list[str]:
    """A text in lines of no more cells than ``width``, broken at blanks."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _write_legend(canvas: Canvas, x: int, zone: Pegboard, context: DrawContext) -> int:
    """Legend of the players' pegs."""
    for peg in zone.pegs:
        name = context.text(f"{{{peg.player}}}")
        x = canvas.put(x + 2, 0, f"{context.look.pegs(peg.player)[0]} {name} {peg.front}", seat_ink(peg.player))
    return x


def _draw_fan(zone: Fan, size: Size, width: int, context: DrawContext) -> Canvas:
    """A hand: side by side, or each over the last where there is no room; backs always overlap."""
    if size == "tiny" or not zone.places:
        return _draw_row(zone, size, width, context)
    card = card_art.width_of(size)
    more = len(zone.places) - 1
    step = BACK_COLUMNS if is_hidden(zone, context) else card
    if step * more + card > width:
        step = CORNER_COLUMNS
    if step * more + card > width:
        return _draw_row(zone, size, width, context, step)
    canvas = Canvas()
    for number, place in enumerate(zone.places):
        canvas.paste(number * step, 0, context.place(place, size))
    return canvas


def _draw_row(zone: Fan | Row, size: Size, width: int, context: DrawContext, step: int = 0) -> Canvas:
    """Places side by side, wrapped into lines; where there are none, the room for them."""
    canvas = Canvas()
    x = y = tall = 0
    if not zone.places:
        canvas.put(0, card_art.height_of(size) // 2, context.look.glyphs.dashed[0] * 3, "dim")
        canvas.put(0, card_art.height_of(size) - 1, " ")
    for place in zone.places:
        drawn = context.place(place, size)
        if x and x + drawn.width > width:
            x, y = 0, y + tall
        tall = max(tall, drawn.height)
        canvas.paste(x, y, drawn)
        x += step or drawn.width + (1 if size == "tiny" else 0)
    return canvas


def _draw_grid(zone: Grid, size: Size, width: int, context: DrawContext) -> Canvas:
    if size == "tiny":
        canvas = compact_grid.draw(zone, context.look, context.touch)
    else:
        canvas = Canvas()
        for place in zone.places:
            drawn = context.place(place, size)
            canvas.paste(place.column * drawn.width, place.row * drawn.height, drawn)
    if zone.row_notes:
        _add_row_notes(zone, canvas, width, context)
    if not zone.lamps:
        return canvas
    if edged(zone):
        return _add_edge_lamps(zone, canvas, context)
    beside = _draw_lamp_list(zone.lamps, 1, context)
    if canvas.width + 2 + beside.width <= width and beside.height <= canvas.height:
        canvas.paste(canvas.width + 2, 0, beside)
    else:
        columns = max(1, max(canvas.width, 20) // (beside.width + 2))
        canvas.paste(0, canvas.height, _draw_lamp_list(zone.lamps, columns, context))
    return canvas


def _add_row_notes(zone: Grid, canvas: Canvas, width: int, context: DrawContext) -> None:
    """Write at the right of each row the hand that it makes, where there is room for all of them."""
    ends = [canvas.spots[row[-1].id] for row in rows(zone)]
    notes = [context.text(note) for note in zone.row_notes]
    if all(end.x + end.width + 2 + cell_len(note) <= width for end, note in zip(ends, notes)):
        for end, note in zip(ends, notes):
            canvas.put(end.x + end.width + 2, end.y + end.height // 2, note, "note")


def _add_coordinates(zone: Grid | PyramidZone, drawn: Canvas) -> Canvas:
    """The rows named at the left, and in a grid the columns at the top, as the codes of the places name them.

    Above a grid with a lamp for each line, the names of the columns stand in the row of the lamps.
    """
    canvas, grid = Canvas(), zone if isinstance(zone, Grid) else None
    lit = grid is not None and edged(grid)
    canvas.paste(2, 0 if lit or grid is None else 1, drawn)
    across, down = rows(zone), columns(grid) if grid else []
    for row, name in zip(across, line_names(across), strict=True):
        spot = canvas.spots[row[0].id]
        canvas.put(0 if grid else spot.x - 2, spot.y + spot.height // 2, name, "scale")
    for column, name in zip(down, line_names(down), strict=True):
        above = canvas.spots[column[0].id]
        canvas.put(above.x + above.width // 2 - lit, 0, name, "scale")
    return canvas


def _add_edge_lamps(zone: Grid, grid: Canvas, context: DrawContext) -> Canvas:
    """A grid with a lamp for each row, each column and both diagonals: at its right, above it, in its upper corners."""
    deep, wide = len(rows(zone)), len(columns(zone))
    canvas = Canvas()
    canvas.paste(2, 1, grid)
    pitch, down = grid.width // wide, grid.height // deep
    spots = [(2 + grid.width, 1 + down * row + down // 2) for row in range(deep)]
    spots += [(2 + pitch * column + pitch // 2, 0) for column in range(wide)]
    spots += [(0, 0), (2 + grid.width, 0)]
    for lamp, (x, y) in zip(zone.lamps, spots, strict=True):
        glyph = context.look.glyphs.lamps[lamp.state]
        canvas.put(max(0, x - len(glyph) // 2 if y == 0 else x), y, glyph, lamp.state)
    return canvas


def _draw_pyramid(zone: PyramidZone, size: Size, context: DrawContext) -> Canvas:
    if size == "tiny":
        return compact_grid.draw(zone, context.look, context.touch)
    canvas = Canvas()
    counts = Counter(place.row for place in zone.places)
    widest = max(counts.values(), default=0)
    for place in zone.places:
        drawn = context.place(place, size)
        indent = (widest - counts[place.row]) * drawn.width // 2
        canvas.paste(indent + place.column * drawn.width, place.row * drawn.height, drawn)
    return canvas


def _draw_pile(zone: Pile, size: Size, context: DrawContext) -> Canvas:
    canvas = Canvas()
    place = zone.places[0] if zone.places else Place(id=f"{zone.id}:empty", face=None, label="empty")
    if zone.count and not zone.places:
        place = Place(id=f"{zone.id}:back", face=BACK, label="face down")
    canvas.paste(0, 0, context.place(place, size))
    if not zone.places:
        canvas.spots.clear()
    count = str(zone.count)
    if size == "tiny":
        canvas.put(canvas.width + 1, 0, f"x{count}", "dim")
    elif place.face == BACK:
        canvas.put((canvas.width - len(count)) // 2, canvas.height // 2, count, "back title")
    elif zone.count > 1:
        canvas.put(canvas.width + 1, canvas.height // 2, f"x{count}", "dim")
    return canvas


def _draw_lamps(zone: Lamps, width: int, context: DrawContext) -> Canvas:
    widest = max((cell_len(lamp.label) for lamp in zone.lamps), default=0) + 6
    return _draw_lamp_list(zone.lamps, zone.columns or max(1, min(4, width // widest)), context)


def _draw_lit_lamps(zone: Lamps, width: int, context: DrawContext, counted: bool) -> Canvas:
    """A zone's lamps except the dark ones, after its title and under it, wrapped into lines."""
    canvas = Canvas()
    x, y = canvas.put(0, 0, context.text(zone.title), "title"), 0
    half = [lamp for lamp in zone.lamps if lamp.state == "half"]
    lamps = [lamp for lamp in zone.lamps if lamp not in half] if counted else zone.lamps
    if counted and half:
        lamps = [*lamps, Lamp(f"{len(half)} {zone.meanings[1]}", "half")]
    for lamp in lamps:
        label = f"{context.look.glyphs.lamps[lamp.state]} {context.text(lamp.label)}"
        if lamp.state == "off":
            continue
        if x + 2 + cell_len(label) > width:
            x, y = -2, y + 1
        x = canvas.put(x + 2, y, label, "" if lamp.state == "lit" else lamp.state)
    return canvas


def _draw_lamp_list(lamps: Sequence[Lamp], columns: int, context: DrawContext) -> Canvas:
    """Lamps down each column in turn."""
    canvas = Canvas()
    deep = -(-len(lamps) // columns)
    x = 0
    for first in range(0, len(lamps), deep or 1):
        column = lamps[first : first + deep]
        for y, lamp in enumerate(column):
            after = canvas.put(x, y, context.look.glyphs.lamps[lamp.state], lamp.state)
            canvas.put(after + 1, y, context.text(lamp.label), "" if lamp.state == "lit" else lamp.state)
        x = canvas.width + 2
    return canvas


def _draw_chips(zone: Chips, context: DrawContext) -> Canvas:
    canvas = Canvas()
    canvas.put(0, 0, f"{context.look.glyphs.chip} {zone.amount:,}", "note")
    return canvas


def _draw_text(zone: Text, width: int, context: DrawContext) -> Canvas:
    canvas = Canvas()
    for line in zone.lines:
        for part in wrap(context.text(line), min(width, MAX_TEXT_COLUMNS)):
            canvas.put(0, canvas.height, part or " ", "")
    return canvas
