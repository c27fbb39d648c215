"""The cursor: the next place by Tab and the arrow keys."""

from collections.abc import Iterable, Mapping, Sequence

from cardwright.terminal.drawing.canvas import Spot

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE_FACTOR = 3  # steps along that one step aside counts for


def find_nearest(spots: Mapping[str, Spot], stops: Iterable[str], start: str, way: str) -> str | None:
    """Return the nearest stop in that direction, or None."""
    here = spots[start]
    dx, dy = WAYS[way]
    distances: dict[str, int] = {}
    for id in stops:
        right, down = spots[id].x - here.x, spots[id].y - here.y
        along, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if along > 0 and aside <= 2 * along + here.width:
            distances[id] = along + ASIDE_FACTOR * aside
    return min(distances, key=lambda id: distances[id], default=None)


def step_cursor(stops: Sequence[str], cursor: str, by: int) -> str:
    """Return the stop before or after the cursor's, cyclically; the first or the last if the cursor is on none."""
    if cursor not in stops:
        return stops[0 if by > 0 else -1]
    return stops[(stops.index(cursor) + by) % len(stops)]
