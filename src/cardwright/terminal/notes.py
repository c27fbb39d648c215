"""The sheet on which a player writes their own notes."""

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from cardwright.terminal.keep import Pad


class Notes(ModalScreen[None]):
    """One seat's pad over the table. Every change is kept at once; Esc goes back."""

    def __init__(self, pad: Pad, seat: int, title: str) -> None:
        super().__init__()
        self.pad, self.seat, self.title_text = pad, seat, title

    def compose(self) -> ComposeResult:
        """A title, the text, and how to leave."""
        with Vertical(classes="sheet"):
            yield Static(Text(self.title_text, style="bold"), classes="sheet-title")
            yield TextArea(self.pad.read(self.seat), id="pad", compact=True)
            yield Static(Text("Esc goes back.", style="italic"), classes="sheet-close")

    def on_mount(self) -> None:
        """Write on from the end."""
        area = self.query_one(TextArea)
        area.focus()
        area.move_cursor(area.document.end)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Keep what was written."""
        self.pad.write(self.seat, event.text_area.text)

    def on_key(self, event: events.Key) -> None:
        """Esc goes back to the table."""
        if event.key == "escape":
            event.stop()
            self.dismiss()
