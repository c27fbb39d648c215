"""The bubble of a guided first game: a box beside the place it explains, over the table."""

from rich.box import ASCII, ROUNDED
from rich.console import Group
from rich.panel import Panel
from rich.text import Text
from textual.geometry import Region
from textual.widgets import Static

from cardwright.play.guide import Shown
from cardwright.terminal.drawing.theme import Look

MAX_COLUMNS = 50  # of the box
EDGE_ROWS, EDGE_COLUMNS = 2, 4  # of its frame


class BubbleBox(Static):
    """One bubble, out of sight until there is one to show."""

    def __init__(self) -> None:
        super().__init__(id="bubble")

    @property
    def is_open(self) -> bool:
        """True while a bubble is shown."""
        return self.has_class("open")

    def close(self) -> None:
        """Put it out of sight."""
        self.remove_class("open")

    def open(self, shown: Shown, more: int, target: Region | None, look: Look) -> None:
        """Show a bubble below its target, or above, with an arrow that points there; without one, in a corner.

        ``more`` bubbles wait behind it.
        """
        screen = self.screen.size
        columns = min(MAX_COLUMNS, screen.width - 2)
        keys = f"Enter: {'next' if more else 'go on'}   F4: no guide"
        text = Text("\n").join([Text(look.text(shown.bubble.text)), Text(keys, look.ink("dim"))])
        rows = len(text.wrap(self.app.console, columns - EDGE_COLUMNS)) + EDGE_ROWS
        box = Panel(
            text,
            title=look.text(shown.bubble.title),
            box=ASCII if look.ascii else ROUNDED,
            border_style=look.ink("turn"),
            width=columns,
        )
        x, y, arrow, above = _position(target, columns, rows + 1, screen.width, screen.height)
        point = Text(" " * arrow + look.text("v" if above else "^"), look.ink("turn"))
        self.update(Group(box, point) if above else Group(point, box))
        self.styles.width, self.styles.height = columns, rows + 1
        self.styles.offset = (x, y)
        self.add_class("open")


def _position(target: Region | None, columns: int, rows: int, wide: int, tall: int) -> tuple[int, int, int, bool]:
    """Return the column and row of a box with its arrow, the column of the arrow in it, and whether it lies above."""
    if target is None:
        return wide - columns, 1, columns // 2, False
    middle = target.x + target.width // 2
    x = max(0, min(middle - columns // 2, wide - columns))
    above = target.bottom + rows > tall and target.y >= rows
    y = target.y - rows if above else min(target.bottom, max(0, tall - rows))
    return x, y, max(1, min(middle - x, columns - 2)), above
