"""The screen that draws any scene, whether a game is being played or looked at again: table, news, one bar of keys."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.theme import Theme
from textual.widgets import Static

from cardwright.game import SPECTATOR
from cardwright.scene import Scene, Seat, named
from cardwright.terminal import draw
from cardwright.terminal.canvas import Canvas
from cardwright.terminal.choose import Choice, Keys, keys
from cardwright.terminal.look import SEATS, Look

WIDE = 108  # columns from which the news stands beside the table
NEWS_ROWS = 4  # rows the news has below the table, where there is room
NEWS_COLUMNS = 38  # columns it has there
LINES = 500  # of news are kept on the screen

THEMES = [
    Theme(name="dark", primary="#2c5c47", accent="#f2c14e", foreground="#dfe6dc", background="#14231c", dark=True,
          surface="#20352b", panel="#2c5c47"),
    Theme(name="light", primary="#2f6b50", accent="#8a4b00", foreground="#1f2a24", background="#eef1ea", dark=False,
          surface="#dce3da", panel="#c9d6cb"),
]  # fmt: skip

STYLES = """
Screen { layout: vertical; }
#head { height: auto; max-height: 4; padding: 0 1; background: $surface; }
#middle { height: 1fr; layout: vertical; }
.wide #middle { layout: horizontal; }
#table { height: auto; width: 1fr; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
.wide #table { height: 1fr; }
#news { height: 1fr; padding: 0 1; background: $background; scrollbar-size-vertical: 1; }
.wide #news { width: 38; height: 1fr; border-left: solid $panel; }
#status { height: auto; max-height: 3; padding: 0 1; background: $surface; }
#moves { height: auto; max-height: 5; padding: 0 1; }
#amount { display: none; height: 1; padding: 0 1; }
#amount.open { display: block; }
#amount Input { height: 1; border: none; padding: 0 1; width: 10; background: $panel; }
#amount Static { width: auto; padding: 0 1 0 0; }
#amount #amount-presets { padding: 0 0 0 1; }
#foot { height: 1; padding: 0 1; }
Sheet { align: center middle; }
Curtain { background: $background 100%; }
.sheet { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 2;
         border: round $accent; background: $surface; }
.sheet-title { margin: 0 0 1 0; }
.sheet-scroll { height: auto; max-height: 100vh; margin: 0 0 2 0; scrollbar-size-vertical: 1; }
.sheet-close { dock: bottom; }
#pad { height: 16; max-height: 60vh; margin: 0 0 2 0; background: $background; }
.ascii .sheet { border: ascii $accent; }
.ascii #table, .ascii #news, .ascii .sheet-scroll { scrollbar-size-vertical: 0; scrollbar-size-horizontal: 0; }
.ascii.wide #news { border-left: ascii $panel; }
"""


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

    def bring(self, id: str) -> None:
        """Scroll a place into sight."""
        spot = self.canvas.spots.get(id)
        if spot is not None:
            self.scroll_to_region(Region(spot.x, spot.y, spot.width, spot.height), animate=False)

    def render_line(self, y: int) -> Strip:
        """One row of cells, as far as it is in sight."""
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
    """What has happened, the latest last; it scrolls with Page Up and Page Down, or the wheel."""

    can_focus = False

    def __init__(self) -> None:
        super().__init__(Static(), id="news")
        self.lines: list[tuple[str, str]] = []

    def add(self, lines: Sequence[str], ink: str) -> None:
        """Add lines."""
        self.lines = (self.lines + [(line, ink) for line in lines])[-LINES:]

    def draw(self, look: Look) -> None:
        """Write all lines anew, and show the last."""
        text = Text("\n").join(Text(line, look.ink(ink)) for line, ink in self.lines)
        self.query_one(Static).update(text)
        self.scroll_end(animate=False)


class Sheet(ModalScreen[None]):
    """A page of text over the table; any key puts it away."""

    def __init__(self, title: str, text: str, close: str = "Arrows scroll; any other key goes back.") -> None:
        super().__init__()
        self.title_text, self.text, self.close_text = title, text, close

    def compose(self) -> ComposeResult:
        """A title, the text, and how to leave."""
        with Vertical(classes="sheet"):
            yield Static(Text(self.title_text, style="bold"), classes="sheet-title")
            with VerticalScroll(classes="sheet-scroll", can_focus=False):
                yield Static(Text(self.text))
            yield Static(Text(self.close_text, style="italic"), classes="sheet-close")

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close."""
        event.stop()
        text = self.query_one(VerticalScroll)
        moves: dict[str, Callable[..., None]] = {
            "up": text.scroll_up,
            "down": text.scroll_down,
            "pageup": text.scroll_page_up,
            "pagedown": text.scroll_page_down,
            "space": text.scroll_page_down,
        }
        if event.key in moves:
            moves[event.key](animate=False)
        elif self.may_close(event.key):
            self.dismiss()

    def may_close(self, key: str) -> bool:
        """Whether this key puts the sheet away."""
        return True

    def on_click(self) -> None:
        """A click closes too."""
        if self.may_close("enter"):
            self.dismiss()


class Curtain(Sheet):
    """Hides the table while the screen is passed from one person to the next."""

    def may_close(self, key: str) -> bool:
        """Only Enter: a stray key must not show a hand."""
        return key == "enter"


class Face(App[int]):
    """Draws scenes. `show` puts one on the screen; what keys do, its heirs say."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = STYLES
    HELP: ClassVar[str] = ""
    BINDINGS: ClassVar = [
        ("f1", "help", "Help"),
        ("f2", "theme", "Light or dark"),
        ("f3", "four", "Four colours"),
        ("ctrl+c", "leave", "Leave"),
    ]

    def __init__(self, look: Look, names: Sequence[str]) -> None:
        super().__init__(ansi_color=True if look.palette == "mono" else None)
        self.look, self.names = look, list(names)
        self.choice = Choice(Scene(game="", title="", player=SPECTATOR, status="", seats=(), zones=()))
        self.keys = Keys({}, {})
        self.cursor = ""
        for theme in THEMES:
            self.register_theme(theme)
        self.set_class(look.ascii, "ascii")
        self.theme = "ansi-dark" if look.palette == "mono" else look.palette

    @property
    def scene(self) -> Scene:
        """The scene on the screen."""
        return self.choice.scene

    @property
    def felt(self) -> Screen[object]:
        """The screen that the table is on, whatever sheet may lie over it."""
        return self.screen_stack[0]

    @property
    def is_laid(self) -> bool:
        """Whether there is a table on the screen: not before it is composed, nor after it was left."""
        return bool(self.screen_stack and self.felt.query("#foot"))

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom; on a wide screen the news is on the right."""
        yield Static(id="head")
        with Container(id="middle"):
            yield TableView()
            yield News()
        yield Static(id="status")
        yield Static(id="moves")
        yield from self.extra()
        yield Static(id="foot")

    def extra(self) -> ComposeResult:
        """What an heir adds below the moves."""
        yield from ()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.redraw)

    def show(self, scene: Scene) -> None:
        """Put a scene on the screen, with nothing touched."""
        self.choice, self.keys = Choice(scene), keys(scene)
        self.cursor = ""
        self.redraw()

    def tell(self, lines: Sequence[str], ink: str = "") -> None:
        """Add to the news."""
        self.felt.query_one(News).add([self.say_as(line) for line in lines], ink)

    def redraw(self) -> None:
        """Draw all that is on the screen anew."""
        if not self.is_laid:
            return
        parts = {"#head": self._head(), "#status": self.status(), "#moves": self.moves(), "#foot": self.foot()}
        taken = 1 if self.felt.query("#amount.open") else 0  # an heir's
        for part, text in parts.items():
            shown = self.felt.query_one(part, Static)
            shown.update(text)
            shown.display = bool(text.plain)
            taken += len(text.wrap(self.console, max(self.size.width - 2, 10))) if text.plain else 0
        self._draw_table(self.size.height - taken)
        self.felt.query_one(News).draw(self.look)

    def _draw_table(self, room: int) -> None:
        """Draw the table in so many rows; below it, where the screen is not wide, the news has what is left."""
        wide = self.has_class("wide")
        view = self.felt.query_one(TableView)
        canvas = draw.scene(
            self.scene,
            self.names,
            self.look,
            max(self.size.width - (NEWS_COLUMNS if wide else 0), 20),
            room if wide else room - NEWS_ROWS,
            draw.touches(self.choice, self.keys, self.cursor),
            spare=0 if wide else NEWS_ROWS - 1,
        )
        view.styles.height = "1fr" if wide else max(1, min(canvas.height, room - 1))
        view.show(canvas, self.look)
        if self.cursor:
            view.bring(self.cursor)

    def _head(self) -> Text:
        """The title and the seats, broken between seats only."""
        title = Text(self.say_as(self.scene.title), style=self.look.ink("title"))
        return self.flow([title, *map(self._seat, self.scene.seats)])

    def flow(self, parts: Sequence[Text]) -> Text:
        """Parts side by side, broken between them only."""
        lines = [Text()]
        for part in parts:
            if lines[-1].cell_len + part.cell_len + 2 > self.size.width - 2 and lines[-1].plain:
                lines.append(Text())
            lines[-1] = Text.assemble(lines[-1], "  " if lines[-1].plain else "", part)
        return Text("\n").join(lines)

    def say_as(self, text: str) -> str:
        """A scene's text as it is written here."""
        return self.look.text(named(text, self.names))

    def _seat(self, seat: Seat) -> Text:
        """A seat: whose turn, name, score, role."""
        look, glyphs = self.look, self.look.glyphs
        text = Text(glyphs.turn if seat.to_act else " ", look.ink("turn"))
        front = glyphs.pegs[seat.player % len(glyphs.pegs)][0]
        name = f"{front} {self.say_as(self.names[seat.player])}"
        text.append(name, look.ink("dim" if seat.out else f"seat{seat.player % SEATS}"))
        if seat.score:
            text.append(f" {self.say_as(seat.score)}", look.ink("plain"))
        if self.clock_text(seat.player):
            text.append(f" {self.clock_text(seat.player)}", look.ink("note"))
        if seat.role:
            text.append(f" {self.say_as(seat.role)}", look.ink("dim"))
        return text

    def redraw_head(self) -> None:
        """Draw the seats anew, and nothing else."""
        self.felt.query_one("#head", Static).update(self._head())

    def clock_text(self, seat: int) -> str:
        """What a seat's clock shows; "" without clocks."""
        return ""

    def status(self) -> Text:
        """What is asked now, or how it ended."""
        return Text(self.say_as(self.scene.result or self.scene.status), style=self.look.ink("turn"))

    def moves(self) -> Text:
        """The buttons."""
        return Text()

    def foot(self) -> Text:
        """The keys that always work."""
        return Text()

    def action_help(self) -> None:
        """Show the keys, and where the game stands."""
        self.push_screen(Sheet("Keys", self.help_text()))

    def help_text(self) -> str:
        """What F1 and ? show."""
        return self.HELP

    def action_theme(self) -> None:
        """Between light and dark."""
        if self.look.palette != "mono":
            palette = "light" if self.look.palette == "dark" else "dark"
            self.look = Look(palette, self.look.ascii, self.look.four)
            self.theme = palette
            self.redraw()

    def action_four(self) -> None:
        """Between two and four colours of suits."""
        self.look = Look(self.look.palette, self.look.ascii, not self.look.four)
        self.redraw()

    def action_leave(self) -> None:
        """Leave; there is nothing to save that is not saved."""
        self.exit(0)
