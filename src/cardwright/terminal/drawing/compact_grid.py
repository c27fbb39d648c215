"""Grids and pyramids in little room: cells that share their edges, as in a ruled table or a wall of bricks."""

from collections.abc import Callable, Mapping

from cardwright.scenes import BACK, Grid, Place, PyramidZone
from cardwright.terminal.drawing import card_art
from cardwright.terminal.drawing.canvas import Canvas, Spot
from cardwright.terminal.drawing.card_art import Touch
from cardwright.terminal.drawing.theme import Look

INNER_COLUMNS = 3  # columns inside a cell
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
UNICODE_LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"  # by the sum of the four
ASCII_LINES = " |||-+++-+++-+++"


def draw(zone: Grid | PyramidZone, look: Look, touch: Callable[[Place], Touch]) -> Canvas:
    """The places of a grid or a pyramid by row and column; a pyramid's rows are centred."""
    corner = _cell_corners(zone)
    lines: dict[tuple[int, int], int] = {}
    for x, y in corner.values():
        _add_edges(lines, x, y)
    canvas = Canvas()
    glyphs = ASCII_LINES if look.ascii else UNICODE_LINES
    for (x, y), mask in lines.items():
        canvas.put(x, y, glyphs[mask], "rule")
    for place in zone.places:
        x, y = corner[place.id]
        _draw_cell(canvas, x, y, place, look, touch(place))
    return canvas


def _cell_corners(zone: Grid | PyramidZone) -> Mapping[str, tuple[int, int]]:
    """The upper left corner of each place's cell."""
    pitch = INNER_COLUMNS + 1
    counts: dict[int, int] = {}
    for place in zone.places:
        counts[place.row] = max(counts.get(place.row, 0), place.column + 1)
    widest = max(counts.values(), default=0)
    centred = isinstance(zone, PyramidZone)
    indent = {row: (widest - count) * pitch // 2 if centred else 0 for row, count in counts.items()}
    return {place.id: (indent[place.row] + place.column * pitch, place.row * 2) for place in zone.places}


def _add_edges(lines: dict[tuple[int, int], int], x: int, y: int) -> None:
    right, below = x + INNER_COLUMNS + 1, y + 2

    def add(at: tuple[int, int], mask: int) -> None:
        lines[at] = lines.get(at, 0) | mask

    add((x, y), DOWN | RIGHT)
    add((right, y), DOWN | LEFT)
    add((x, below), UP | RIGHT)
    add((right, below), UP | LEFT)
    for across in range(x + 1, right):
        add((across, y), LEFT | RIGHT)
        add((across, below), LEFT | RIGHT)
    add((x, y + 1), UP | DOWN)
    add((right, y + 1), UP | DOWN)


def _draw_cell(canvas: Canvas, x: int, y: int, place: Place, look: Look, touch: Touch) -> None:
    face, ink = place.face, card_art.paper_ink(place, touch)
    inside = card_art.short_text(place, look, INNER_COLUMNS)
    canvas.put(
        x + 1,
        y + 1,
        f"{inside:<{INNER_COLUMNS}}",
        ink if face in (None, BACK) else f"{ink} {card_art.ink_of(face, look)}",
    )
    sign = card_art.mark_sign(place, look)
    if sign:
        canvas.put(x + 1, y, sign, "note")
    if touch.touched:
        for side in (x, x + INNER_COLUMNS + 1):
            canvas.put(side, y + 1, look.glyphs.touched[5], "turn")
    if touch.key:
        within = face is None or face == BACK
        key = f">{touch.key}" if touch.cursor else touch.key
        ink = f"{ink} cursor" if touch.cursor else f"{ink} faded" if touch.faded else "code"
        indent = (INNER_COLUMNS + 1 - len(key)) // 2 if len(key) <= INNER_COLUMNS else -1  # onto the edge
        canvas.put(x + 1 + indent, y + 1 if within else y + 2, key, ink)
    canvas.spots[place.id] = Spot(x + 1, y + 1, INNER_COLUMNS, 1)
