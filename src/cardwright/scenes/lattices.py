"""Grids and pyramids by their lines: rows, columns, the names of both, and the lamps along the edges."""

from collections.abc import Sequence
from itertools import groupby

from cardwright.scenes import Grid, Place, PyramidZone
from cardwright.scenes.keys import code


def rows(zone: Grid | PyramidZone) -> list[list[Place]]:
    """Return the places of a grid or a pyramid, row by row."""
    ordered = sorted(zone.places, key=lambda place: (place.row, place.column))
    return [list(row) for _, row in groupby(ordered, key=lambda place: place.row)]


def columns(zone: Grid) -> list[list[Place]]:
    """Return the places of a grid, column by column."""
    ordered = sorted(zone.places, key=lambda place: (place.column, place.row))
    return [list(column) for _, column in groupby(ordered, key=lambda place: place.column)]


def edged(zone: Grid) -> bool:
    """Return whether a grid has a lamp for each row, column and diagonal, which are drawn along its edges."""
    if not zone.places or not zone.lamps:
        return False
    lines = len({place.row for place in zone.places}) + len({place.column for place in zone.places})
    return len(zone.lamps) == lines + 2


def line_names(lines: Sequence[Sequence[Place]]) -> list[str]:
    """Return the part of the coordinates that the places of each row, or of each column, share: "b" of "b1", "b2".

    It is the part that the places of the longest line share: one place alone shares both with itself.
    """
    longest = [code(place) for place in max(lines, key=len, default=())]
    at = int(bool(longest) and longest[0][0] != longest[-1][0])
    return [code(line[0])[at] for line in lines]
