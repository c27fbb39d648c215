"""The bubbles of a guided first game: a box beside the place it explains, over the table."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.box import ASCII, ROUNDED
from rich.console import Group
from rich.panel import Panel
from rich.text import Text
from textual.geometry import Region, Size
from textual.widgets import Static

from cardwright.play.guide import PARTS, Shown
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.screen.widgets import TableView

MAX_BOX_COLUMNS = 50
EDGE_ROWS, EDGE_COLUMNS = 2, 4  # of its frame


class BubbleBox(Static):
    """The first of the bubbles that are to be read now; out of sight where there is none."""

    def __init__(self) -> None:
        super().__init__(id="bubble")
        self.unread: list[Shown] = []
        self._read: set[int] = set()  # the numbers of those that were read

    def put(self, due: Iterable[Shown]) -> None:
        """Set the bubbles that are due; those that were read are left out. `draw` shows the first."""
        self.unread = [shown for shown in due if shown.number not in self._read]

    def put_read(self) -> None:
        """Take away the one that was read."""
        self._read.add(self.unread.pop(0).number)

    def draw(self, look: Look) -> None:
        """Show the first, at its place."""
        if self.unread:
            self._open(self.unread[0], self._region(self.unread[0].target), look)
        else:
            self.remove_class("open")

    def _region(self, target: str) -> Region | None:
        """Return where a bubble's target is on the screen; None if it is not in sight."""
        if target in PARTS:
            part = self.screen.query_one("#status" if target == "progress" else f"#{target}")
            return (part if part.display else self.screen.query_one("#status")).region  # moves without buttons
        view = self.screen.query_one(TableView)
        kind, _, id = target.partition("-")
        spot = (view.canvas.zones if kind == "z" else view.canvas.spots).get(id)
        if spot is None:
            return None
        offset = view.region.offset - view.scroll_offset
        return Region(spot.x, spot.y, spot.width, spot.height).translate(offset).intersection(view.region) or None

    def _open(self, numbered_bubble: Shown, target: Region | None, look: Look) -> None:
        """Show a bubble below its target, or above, with an arrow that points there; without one, in a corner."""
        screen = self.screen.size
        columns = min(MAX_BOX_COLUMNS, screen.width - 2)
        keys = f"Enter: {'next' if len(self.unread) > 1 else 'go on'}   F4: no guide"
        text = Text("\n").join([Text(look.text(numbered_bubble.bubble.text)), Text(keys, look.ink("dim"))])
        rows = len(text.wrap(self.app.console, columns - EDGE_COLUMNS)) + EDGE_ROWS
        box = Panel(
            text,
            title=look.text(numbered_bubble.bubble.title),
            box=ASCII if look.ascii else ROUNDED,
            border_style=look.ink("turn"),
            width=columns,
        )
        spot = _position(target, Size(columns, rows + 1), screen)
        point = Text(" " * spot.arrow + look.text("v" if spot.is_above else "^"), look.ink("turn"))
        self.update(Group(box, point) if spot.is_above else Group(point, box))
        self.styles.width, self.styles.height = columns, rows + 1
        self.styles.offset = (spot.x, spot.y)
        self.add_class("open")


class _Spot(NamedTuple):
    """The place of a box on the screen, the column of the arrow in it, and whether it lies above its target."""

    x: int
    y: int
    arrow: int
    is_above: bool


def _position(target: Region | None, box: Size, screen: Size) -> _Spot:
    """Return the place of a box with its arrow: without a target, in the upper right corner."""
    if target is None:
        return _Spot(screen.width - box.width, 1, box.width // 2, is_above=False)
    middle = target.x + target.width // 2
    x = max(0, min(middle - box.width // 2, screen.width - box.width))
    above = target.bottom + box.height > screen.height and target.y >= box.height
    y = target.y - box.height if above else min(target.bottom, max(0, screen.height - box.height))
    return _Spot(x, y, max(1, min(middle - x, box.width - 2)), above)
