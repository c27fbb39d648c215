"""The parts of the screen that Textual does not have: the drawn table, and the news."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from cardwright.terminal.drawing.canvas import Canvas
from cardwright.terminal.drawing.theme import Look

MAX_NEWS_LINES = 500  # kept on the screen


def update(widget: Static, text: Text) -> bool:
    """Show another text, and return True; the same one again would have the whole screen laid out for nothing."""
    before = widget.content
    if isinstance(before, Text) and (before, before.style) == (text, text.style):  # Rich compares no style of the whole
        return False
    widget.update(text)
    return True


class TableView(ScrollView):
    """The drawn table. It scrolls where the terminal is too small for it."""

    class Touched(Message):
        """A place was clicked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    can_focus = False

    def __init__(self) -> None:
        super().__init__(id="table")
        self.canvas = Canvas()
        self.look = Look()

    def show(self, canvas: Canvas, look: Look) -> None:
        """Draw another table."""
        self.canvas, self.look = canvas, look
        self.virtual_size = Size(canvas.width, canvas.height)
        self.refresh()

    def bring(self, wanted: Sequence[str]) -> None:
        """Scroll places into sight, the last of them if not all have room; then stay where one is in sight."""
        spots = [self.canvas.spots[id] for id in wanted if id in self.canvas.spots]
        if not spots:
            return
        regions = [Region(spot.x, spot.y, spot.width, spot.height) for spot in spots]
        seen = Region(*self.scroll_offset, *self.size)
        if Region.from_union(regions).height > seen.height and any(map(seen.contains_region, regions)):
            return
        self.scroll_to_region(regions[-1], animate=False)

    def render_line(self, y: int) -> Strip:
        """The visible part of one row of cells."""
        left, top = self.scroll_offset
        base = self.look.style("")
        if not 0 <= top + y < self.canvas.height:
            return Strip.blank(self.size.width, base)
        strip = Strip(Segment(text, self.look.style(ink)) for text, ink in self.canvas.runs(top + y))
        return strip.crop_extend(left, left + self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Find the place under the pointer."""
        at = event.get_content_offset(self)
        if at is None:
            return
        x, y = at + self.scroll_offset
        # Cards that lie over others were drawn later.
        for id, spot in reversed(self.canvas.spots.items()):
            if spot.holds(x, y):
                self.post_message(self.Touched(id))
                return


class News(VerticalScroll):
    """The news, the latest last; it scrolls with Page Up and Page Down, or the wheel."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(Static(), id="news")
        self.lines: list[str] = []

    def on_resize(self) -> None:
        """Stay at the last line: a larger table leaves less room."""
        self.scroll_end(animate=False)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines."""
        self.lines = [*self.lines, *lines][-MAX_NEWS_LINES:]

    def draw(self, look: Look, status: str) -> None:
        """Rewrite all lines but one that the status repeats, and show the last."""
        lines = self.lines[:-1] if self.lines and self.lines[-1] == status else self.lines
        text = Text("\n").join(Text(line, look.ink("")) for line in lines)
        if update(self.query_one(Static), text):
            self.scroll_end(animate=False)
