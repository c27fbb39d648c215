"""A sheet of character cells to draw on: text and boxes, each with an ink, and spots that can be touched.

An ink is one or more words ("card red"); a `Palette` gives the words their colours later. So the same drawing serves
dark and light screens, and screens without colour.
"""

import functools
from collections.abc import Iterator

import msgspec
from rich.cells import get_character_cell_size

Run = tuple[str, str]  # text, and its ink


class Spot(msgspec.Struct, frozen=True):
    """A rectangle on a canvas: where a place or a button was drawn."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return True if this cell is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def moved(self, x: int, y: int) -> "Spot":
        """The same rectangle, elsewhere."""
        return Spot(self.x + x, self.y + y, self.width, self.height)


@functools.lru_cache(maxsize=4096)
def _cells(text: str) -> tuple[str, ...]:
    """Return a line of text cell by cell, without accents on their own and control characters."""
    cells: list[str] = []
    for char in text:
        cells += (char, "")[: get_character_cell_size(char)]
    return tuple(cells)


class Canvas:
    """Rows of cells that grow as they are drawn on; ``spots`` says where each place lies, ``zones`` where each zone."""

    def __init__(self) -> None:
        self.rows: list[list[Run]] = []  # one run a cell; a wide character's second cell is empty
        self.spots: dict[str, Spot] = {}
        self.zones: dict[str, Spot] = {}

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The width of the widest row."""
        return max(map(len, self.rows), default=0)

    def put(self, x: int, y: int, text: str, ink: str = "") -> int:
        """Write one line of text, and return the column after it."""
        cells = _cells(text)
        end = x + len(cells)
        if cells:
            self._row(end, y)[x:end] = [(char, ink) for char in cells]
        return end

    def _row(self, width: int, y: int) -> list[Run]:
        while len(self.rows) <= y:
            self.rows.append([])
        row = self.rows[y]
        if len(row) < width:
            row.extend([(" ", "")] * (width - len(row)))
        return row

    def paste(self, x: int, y: int, other: "Canvas") -> None:
        """Lay another canvas, with its spots and zones, over this one."""
        for down, cells in enumerate(other.rows):
            self._row(x + len(cells), y + down)[x : x + len(cells)] = cells
        self.spots |= {id: spot.moved(x, y) for id, spot in other.spots.items()}
        self.zones |= {id: spot.moved(x, y) for id, spot in other.zones.items()}

    def runs(self, y: int) -> Iterator[Run]:
        """A row as stretches of one ink each."""
        text, ink = "", ""
        for char, next_ink in self.rows[y]:
            if next_ink != ink and text:
                yield text, ink
                text = ""
            text, ink = text + char, next_ink
        if text:
            yield text, ink

    def text(self) -> str:
        """Return the text without inks: one line a row, no trailing blanks."""
        return "\n".join("".join(char for char, _ in row).rstrip() for row in self.rows)
