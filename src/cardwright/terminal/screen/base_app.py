"""The screen that draws any scene, whether a game is being played or looked at again: table, news, one bar of keys."""

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from cardwright.game import SPECTATOR
from cardwright.scenes import Scene, Seat, named, places_of
from cardwright.scenes.keys import Keys, keys
from cardwright.scenes.touch import Choice
from cardwright.terminal.drawing import scene_layout
from cardwright.terminal.drawing.theme import Look, seat_ink
from cardwright.terminal.screen.modals import Hanging, Modal, Sheet
from cardwright.terminal.screen.styles import STYLES, THEMES
from cardwright.terminal.screen.widgets import News, TableView, update

HEAD_ROWS = 3  # rows for the seats at most, if they fit
WIDE_COLUMNS = 108  # columns from which the news stands beside the table
NEWS_ROWS = 4  # rows the news has below the table, where there is room
NEWS_COLUMNS = 38  # columns it has there


class BaseApp(App[int]):
    """Draws scenes. `show` puts one on the screen; subclasses define the keys."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = STYLES
    HELP: ClassVar[str] = ""
    BINDINGS: ClassVar = [
        ("f1", "help", "Help"),
        ("f2", "theme", "Light or dark"),
        ("f3", "four", "Four colours"),
        ("ctrl+c", "leave", "Leave"),
        ("ctrl+z", "suspend_process", "Back to the shell"),
    ]

    def __init__(self, look: Look, names: Sequence[str]) -> None:
        super().__init__(ansi_color=True if look.palette == "mono" else None)
        self.look, self.names = look, list(names)
        self.choice = Choice(Scene(game="", title="", player=SPECTATOR, status="", seats=(), zones=()))
        self.keys = Keys({}, {})
        self._layout = scene_layout.SceneLayout(self.scene, self.names, look, 0)
        self.cursor = self._table_height = ""
        for theme in THEMES:
            self.register_theme(theme)
        self.set_class(look.ascii, "ascii")
        self.theme = "ansi-dark" if look.palette == "mono" else look.palette

    @property
    def scene(self) -> Scene:
        """The scene on the screen."""
        return self.choice.scene

    @property
    def table_screen(self) -> Screen[object]:
        """The screen that the table is on, whatever sheet may lie over it."""
        return self.screen_stack[0]

    @property
    def is_laid(self) -> bool:
        """True while a table is on the screen: neither before it is composed nor after it was left."""
        return bool(self.screen_stack and self.table_screen.query("#foot"))

    async def on_event(self, event: events.Event) -> None:
        """Drop keys and clicks that arrive after the screen was left."""
        if self.screen_stack or not isinstance(event, events.InputEvent):
            await super().on_event(event)

    def compose(self) -> ComposeResult:
        """The parts, from top to bottom; on a wide screen the news is on the right."""
        yield Static(id="head")
        with Container(id="middle"):
            yield TableView()
            yield News()
        yield Static(id="status")
        yield Static(id="moves")
        yield from self.compose_extra()
        yield Static(id="foot")

    def compose_extra(self) -> ComposeResult:
        """Yield the parts that a subclass adds below the moves."""
        yield from ()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self.set_class(event.size.width >= WIDE_COLUMNS, "wide")
        self.call_after_refresh(self.redraw)

    def show(self, scene: Scene) -> None:
        """Put a scene on the screen, with nothing touched."""
        self.choice, self.keys = Choice(scene), keys(scene)
        self.cursor = ""
        self.redraw()
        self.call_after_refresh(self.scroll_to_wanted)

    def scroll_to_wanted(self) -> None:
        """Scroll to the places that are touched, or else to those that the viewer can touch, or to their own cards."""
        own = [place.id for zone in self.scene.zones if zone.owner == self.scene.player for place in places_of(zone)]
        wanted = sorted(self.choice.touched) or list(self.keys.places.values()) or own
        if wanted and self.is_laid:
            self.table_screen.query_one(TableView).bring(wanted)

    def tell(self, lines: Sequence[str]) -> None:
        """Add to the news."""
        self.table_screen.query_one(News).add([self.scene_text(line) for line in lines])

    def redraw(self) -> None:
        """Redraw the whole screen."""
        if not self.is_laid:
            return
        foot = Text("   ".join(self.foot()), self.look.ink("dim"), no_wrap=True, overflow="ellipsis")
        parts = {"#head": self._head_text(), "#status": self.status(), "#moves": self.moves(), "#foot": foot}
        taken = 1 if self.table_screen.query("#amount.open") else 0  # the number field, which a subclass adds
        for part, text in parts.items():
            shown = self.table_screen.query_one(part, Static)
            update(shown, text)
            shown.display = bool(text.plain)
            taken += len(text.wrap(self.console, max(self.size.width - 2, 10))) if text.plain else 0
        self._draw_table(self.size.height - taken)
        self.table_screen.query_one(News).draw(self.look, self.asked)

    def _draw_table(self, room: int) -> None:
        """Draw the table in ``room`` rows; where the screen is not wide, the news takes the rest, below it."""
        wide = self.has_class("wide")
        view = self.table_screen.query_one(TableView)
        width = max(self.size.width - (NEWS_COLUMNS if wide else 0), 20)
        layout = self._layout
        if layout.scene is not self.scene or (layout.look, layout.width) != (self.look, width):
            layout = self._layout = scene_layout.SceneLayout(self.scene, self.names, self.look, width)
        canvas = layout.draw(
            room if wide else room - NEWS_ROWS,
            scene_layout.touches(self.choice, self.keys, self.cursor),
            spare=0 if wide else NEWS_ROWS - 1,
        )
        height = "1fr" if wide else str(max(1, min(canvas.height, room - 1)))
        if height != self._table_height:  # a hint takes rows from the table
            self._table_height = view.styles.height = height
            self.call_after_refresh(self.scroll_to_wanted)
        view.show(canvas, self.look)
        if self.cursor:
            view.bring([self.cursor])

    def _head_text(self) -> Text:
        """The title and the seats; of many seats the names and scores only."""
        title = Text(self.scene_text(self.scene.title), style=self.look.ink("title"))
        for brief in (False, True):
            head = self.flow([title, *self.levels(), *(self._seat_text(seat, brief) for seat in self.scene.seats)])
            if head.plain.count("\n") < HEAD_ROWS:
                break
        return head

    def flow(self, parts: Sequence[Text]) -> Text:
        """Parts side by side, broken between them only."""
        lines = [Text()]
        for part in parts:
            if lines[-1].cell_len + part.cell_len + 2 > self.size.width - 2 and lines[-1].plain:
                lines.append(Text())
            lines[-1] = Text.assemble(lines[-1], "  " if lines[-1].plain else "", part)
        return Text("\n").join(lines)

    def scene_text(self, text: str) -> str:
        """A scene's text as it is written here."""
        return self.look.text(named(text, self.names))

    def _seat_text(self, seat: Seat, brief: bool) -> Text:
        """A seat: whose turn, name, score, clock, role."""
        look = self.look
        text = Text(look.glyphs.turn if seat.to_act else " ", look.ink("turn"))
        name = ("" if brief else f"{look.pegs(seat.player)[0]} ") + self.scene_text(f"{{{seat.player}}}")
        text.append(name, look.ink("dim" if seat.out else seat_ink(seat.player)))
        if seat.score:
            text.append(f" {self.scene_text(seat.score)}", look.ink("plain"))
        if self.clock_text(seat.player):
            text.append(f" {self.clock_text(seat.player)}", look.ink("note"))
        if seat.role and not brief:
            text.append(f" {self.scene_text(seat.role)}", look.ink("dim"))
        return text

    def redraw_head(self) -> None:
        """Redraw the seats only."""
        self.table_screen.query_one("#head", Static).update(self._head_text())

    def levels(self) -> list[Text]:
        """Return when the next level comes, in a game with levels by the clock."""
        return []

    def clock_text(self, seat: int) -> str:
        """Return the text of a seat's clock; "" without clocks."""
        return ""

    @property
    def asked(self) -> str:
        """The question or the result."""
        return self.scene_text(self.scene.ending or self.scene.status)

    def status(self) -> Text:
        """The question or the result; then the progress of the game, where the line has room for it."""
        asked = Text(self.asked, style=self.look.ink("turn"))
        progress = Text(self.scene_text(self.scene.progress), style=self.look.ink("dim"))
        if not progress.plain or asked.cell_len + 3 + progress.cell_len > self.size.width - 2:
            return asked
        return Text.assemble(asked, "   ", progress)

    def moves(self) -> Text:
        """The buttons."""
        return Text()

    def foot(self) -> list[str]:
        """The keys that always work."""
        return []

    def action_help(self) -> None:
        """Show the keys, and where the game stands."""
        self.open_sheet("Keys", Hanging(self.help_text()))

    def covered_by(self, event: events.Key) -> bool:
        """True if a page lies over the table. It takes a key that was on its way when it opened."""
        if not isinstance(self.screen, Modal):
            return False
        self.screen.take_key(event)
        return True

    def open_sheet(self, title: str, body: RenderableType) -> None:
        """Open a page over the table, unless one is open."""
        if len(self.screen_stack) == 1:
            self.push_screen(Sheet(title, body))

    def help_text(self) -> str:
        """The text that F1 and ? show."""
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
