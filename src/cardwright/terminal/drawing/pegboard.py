"""A cribbage board of holes: one lane a player, in groups of five, out along one side and back along the other."""

from cardwright.scenes import Peg, Pegboard
from cardwright.terminal.drawing.canvas import Canvas
from cardwright.terminal.drawing.theme import Look, seat_ink

GROUP_HOLES = 5
LEFT, RIGHT = 4, 3  # columns before the first hole, for the start and the end, and after the last, for its number


def lane_length(zone: Pegboard, width: int) -> int:
    """Return the holes of a lane: sixty, as on a wooden board, or a part of that which fits the width."""
    track = zone.length - 1
    fitting = [
        lane
        for lane in range(GROUP_HOLES, min(60, track) + 1, GROUP_HOLES)
        if track % lane == 0 and LEFT + _count_columns(lane) + RIGHT <= width
    ]
    return max(fitting, default=GROUP_HOLES)


def draw(zone: Pegboard, width: int, look: Look) -> Canvas:
    """The board: a scale, then for each stretch of holes one lane a player; every other stretch runs back."""
    lane = lane_length(zone, width)
    canvas = Canvas()
    canvas.put(0, 0, " " * (LEFT + _count_columns(lane) + RIGHT), "scale")
    for hole in range(10, lane + 1, 10):
        canvas.put(LEFT + _count_columns(hole) - len(str(hole)), 0, str(hole), "scale")
    for stretch in range(-(-(zone.length - 1) // lane)):
        for peg in zone.pegs:
            _draw_lane(canvas, zone.length, peg, stretch, lane, look)
    return canvas


def _count_columns(holes: int) -> int:
    """Return the columns of a number of holes, with a gap after each group."""
    return holes + (holes - 1) // GROUP_HOLES


def _draw_lane(canvas: Canvas, length: int, peg: Peg, stretch: int, lane: int, look: Look) -> None:
    y = canvas.height
    canvas.put(0, y, " " * (LEFT + _count_columns(lane) + RIGHT), "board")
    out = stretch % 2 == 0
    first, last = stretch * lane + 1, (stretch + 1) * lane
    for step in range(1, lane + 1):
        along = _count_columns(step if out else lane + 1 - step) - 1
        _draw_hole(canvas, LEFT + along, y, stretch * lane + step, length, peg, look)
    if first == 1:
        _draw_hole(canvas, LEFT - 2, y, 0, length, peg, look)
    if last == length - 1:  # the winning hole stands apart
        _draw_hole(canvas, LEFT + _count_columns(lane) + 1 if out else LEFT - 2, y, length, length, peg, look)
    if last < length - 1 or not out:
        canvas.put(LEFT + _count_columns(lane), y, f"{last if out else first:>{RIGHT}}", "scale")


def _draw_hole(canvas: Canvas, x: int, y: int, hole: int, length: int, peg: Peg, look: Look) -> None:
    front, back = look.pegs(peg.player)
    seat = f"board {seat_ink(peg.player)}"
    if hole == min(peg.front, length):
        canvas.put(x, y, front, seat)
    elif hole == peg.back:
        canvas.put(x, y, back, seat)
    else:
        canvas.put(x, y, look.glyphs.goal if hole == length else look.glyphs.hole, "board")
