"""Pages that lie over the table: text to read, a curtain between two people, and a player's own notes."""

import re
import textwrap
from collections.abc import Callable

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from cardwright.terminal.storage import Pad

SCROLLS: dict[str, Callable[..., None]] = {
    "up": VerticalScroll.scroll_up,
    "down": VerticalScroll.scroll_down,
    "pageup": VerticalScroll.scroll_page_up,
    "pagedown": VerticalScroll.scroll_page_down,
    "space": VerticalScroll.scroll_page_down,
    "home": VerticalScroll.scroll_home,
    "end": VerticalScroll.scroll_end,
}
SHEET_CELLS, SHEET_FRAME_CELLS = 78, 7  # the greatest width, and of that the border, the padding and the scrollbar
KEY_COLUMN = re.compile(r"(\S.*?)? {2,}")  # of a line of keys, before what they do
SHEET_KEYS = "Arrows, Space, Page keys, Home and End scroll; any other key goes back."


def sheet_width(columns: int) -> int:
    """Return the width of the text of a sheet on a screen of this width."""
    return max(min(columns, SHEET_CELLS) - SHEET_FRAME_CELLS, 10)


def hanging(text: str, width: int) -> str:
    """Return lines of keys, wrapped so that their meanings stay in one column."""
    lines = []
    for line in text.split("\n"):
        column = KEY_COLUMN.match(line)
        lines += textwrap.wrap(line, width, subsequent_indent=" " * (column.end() if column else 0)) or [""]
    return "\n".join(lines)


class Hanging:
    """Lines of keys as a renderable: `hanging` at the width that they have, also after the screen has changed size."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(hanging(self.text, options.max_width))


class Modal(ModalScreen[bool]):
    """A page over the table. Keys may arrive after the one that closed it, so it closes once."""

    closed = False

    def __init__(self, title: str, close: str) -> None:
        super().__init__()
        self.title_text, self.close_text = title, close

    def compose(self) -> ComposeResult:
        """A title, the content of the page, and the keys that leave it."""
        with Vertical(classes="sheet"):
            yield Static(Text(self.title_text, style="bold"), classes="sheet-title")
            yield from self.content()
            yield Static(Text(self.close_text, style="italic"), classes="sheet-close")

    def content(self) -> ComposeResult:
        """Yield the content of the page below its title."""
        yield from ()

    def on_key(self, event: events.Key) -> None:
        """Take a key that no part of the page has taken."""
        self.take_key(event)

    def take_key(self, event: events.Key) -> None:
        """Carry out a key on this page."""

    def close(self, answer: bool = False) -> None:
        """Close the page, if it is the uppermost and open."""
        if not self.closed and self.is_current:
            self.closed = True
            self.dismiss(answer)


class Sheet(Modal):
    """A page of text over the table; any key closes it."""

    def __init__(self, title: str, body: RenderableType, close: str = SHEET_KEYS) -> None:
        super().__init__(title, close)
        self.body = body

    def content(self) -> ComposeResult:
        with VerticalScroll(classes="sheet-scroll", can_focus=False):
            yield Static(self.body)

    def take_key(self, event: events.Key) -> None:
        """Scroll, or close."""
        event.stop()
        if event.key in SCROLLS:
            for text in self.query(VerticalScroll):
                SCROLLS[event.key](text, animate=False)
        elif self.may_close(event.key):
            self.close()

    def may_close(self, key: str) -> bool:
        """Return True if this key closes the sheet."""
        return True

    def on_click(self) -> None:
        """A click closes too."""
        if self.may_close("enter"):
            self.close()


class Curtain(Sheet):
    """Hides the table while the screen is passed from one person to the next."""

    def may_close(self, key: str) -> bool:
        """Only Enter: a stray key must not show a hand."""
        return key == "enter"


class Question(Modal):
    """A question over the table: Y answers yes, any other key no."""

    def take_key(self, event: events.Key) -> None:
        """Answer."""
        event.stop()
        self.close(event.key in ("y", "Y"))


class Notes(Modal):
    """One seat's pad over the table. Every change is kept at once; Esc goes back."""

    def __init__(self, pad: Pad, seat: int, title: str) -> None:
        super().__init__(title, "Esc goes back.")
        self.pad, self.seat = pad, seat

    def content(self) -> ComposeResult:
        yield TextArea(self.pad.read(self.seat), id="pad", compact=True)

    def on_mount(self) -> None:
        """Put the cursor at the end of the text."""
        for area in self.query(TextArea):  # none if the page was closed at once
            area.focus()
            area.move_cursor(area.document.end)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep the text written."""
        self.pad.write(self.seat, event.text_area.text)

    def take_key(self, event: events.Key) -> None:
        """Esc goes back to the table."""
        if event.key == "escape":
            event.stop()
            self.close()
