"""The screen a game is played on: keys, mouse, the number field, and bots that think beside it."""

import asyncio
from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult

from cardwright.errors import BadText, PlayError
from cardwright.game import SPECTATOR
from cardwright.scenes import Move, Scene, words
from cardwright.scenes.keys import offers
from cardwright.scenes.touch import Choice
from cardwright.terminal.amount import Amount
from cardwright.terminal.background import beside
from cardwright.terminal.base_app import Face
from cardwright.terminal.cursor import WAYS, nearest, stepped
from cardwright.terminal.modals import Curtain, Notes
from cardwright.terminal.session import Sitting, spoken_time
from cardwright.terminal.theme import Look
from cardwright.terminal.widgets import TableView

KEYS = """\
1-9, 0, a-z     touch the place with that key; again: let go
b3, 2b3         touch a place of a grid, by its letter and digit
Enter           do it, when what is touched is exactly one move
Esc             touch nothing
A letter        press the button that shows it
Arrows, Space   go to a place, touch it; Tab: the buttons too
H               a hint: what the bot would do, and why
N               notes of your own, which nobody else sees
U               take back, where the game allows it
R, ?            this page: the keys, how things stand, the rules
Page Up, Down   older and newer news
Shift-Up, Down  scroll the table, where it is too tall
F2, F3          light or dark; suits in two or four colours
Q, Ctrl-C       leave: the game is kept (cardwright play --resume)
Capitals are always these keys, where a place has the small letter."""


BUTTON = "move:"  # and its number: the cursor on a button; on a place, it is the place's id


class PlayScreen(Face):
    """A sitting, played. Returns 0 when it is left, however it stands."""

    BINDINGS: ClassVar = [
        ("pageup", "page(-1)", "Older news"),
        ("pagedown", "page(1)", "Newer news"),
        ("shift+up", "roll(-3)", "Scroll up"),
        ("shift+down", "roll(3)", "Scroll down"),
    ]

    def __init__(self, sitting: Sitting, look: Look, pace: float) -> None:
        super().__init__(look, sitting.names)
        self.sitting, self.pace = sitting, pace
        self.viewer = sitting.people[0] if len(sitting.people) == 1 else SPECTATOR
        self.notice = ""
        self.pending = ""  # the first letters of a place's code

    def extra(self) -> ComposeResult:
        """The number field."""
        yield Amount()

    @property
    def amount(self) -> Amount:
        """The number field."""
        return self.felt.query_one(Amount)

    def on_mount(self) -> None:
        """Begin, or go on."""
        if self.sitting.table.clock:
            self.set_interval(1.0, self.tick)
        self.go_on()

    def tick(self) -> None:
        """A second has passed."""
        if self.sitting.expire():
            self.notice = ""
            self.go_on()
        elif self.is_laid:
            self.redraw_head()

    def clock_text(self, seat: int) -> str:
        """What a seat has left."""
        left = self.sitting.time_left(seat)
        return spoken_time(left) if left else ""

    # ------------------------------------------------------------------------------------- whose turn it is

    def go_on(self) -> None:
        """Show the table, and let the next one act."""
        self.sitting.settle()
        actor = self.sitting.actor
        if actor is not None and actor in self.sitting.people and actor != self.viewer:
            self.tell(self.sitting.news(self.viewer))
            self.redraw()
            self.push_screen(self._curtain(actor), lambda _: self.look_as(actor))
            return
        self._show_table()
        if actor is not None and actor not in self.sitting.people:
            self.run_worker(self._bot(actor), exclusive=True, group="bot")

    def _curtain(self, actor: int) -> Curtain:
        name = self.names[actor]
        return Curtain(
            f"Pass the screen to {name}.",
            self.look.text("\n".join(self.sitting.lately)),
            f"{name}: press Enter to see your cards.",
        )

    def look_as(self, seat: int) -> None:
        """See the table from another seat."""
        self.viewer = seat
        self._show_table()

    def _show_table(self) -> None:
        self.tell(self.sitting.news(self.viewer))
        self.show(self.sitting.scene(self.viewer))

    def show(self, scene: Scene) -> None:
        """A new scene leaves nothing half done."""
        self.pending = ""
        self.amount.close()
        self.felt.set_focus(None)
        super().show(scene)

    async def _bot(self, seat: int) -> None:
        """One bot's move, no sooner than the pace allows."""
        loop = asyncio.get_running_loop()
        since, version = loop.time(), self.sitting.table.version
        text = await beside(self.sitting.thinker(seat))
        await asyncio.sleep(max(0.0, self.pace - (loop.time() - since)))
        # Meanwhile its time may have run out, or the screen may have been left.
        if self.sitting.table.version == version and self.is_laid:
            self.sitting.act(seat, text)
            self.go_on()

    @property
    def my_turn(self) -> bool:
        """Whether the person at the screen may act now, even if a bot that chooses at the same time has not."""
        return self.viewer in self.sitting.people and self.viewer in self.sitting.table.to_act

    def play(self, text: str) -> None:
        """A person's move."""
        if not self.my_turn:
            return
        if self.sitting.expire():
            self.go_on()
            return
        try:
            self.sitting.act(self.viewer, text)
        except (BadText, PlayError) as error:
            self.say(str(error))
            return
        self.notice = ""
        self.go_on()

    def say(self, notice: str) -> None:
        """One line of answer to the last key."""
        self.notice = notice
        self.redraw()

    # ------------------------------------------------------------------------------------------- what is shown

    def status(self) -> Text:
        """What is asked, and the answer to the last key."""
        lines = [super().status()]
        if self.pending:
            lines.append(Text(f"{self.pending} ...", self.look.ink("note")))
        elif self.notice:
            lines.append(Text(self.look.text(self.notice), self.look.ink("plain")))
        return Text("\n").join(lines)

    def moves(self) -> Text:
        """What Enter does, then the buttons."""
        if self.sitting.over:
            return Text.assemble((" Enter ", self.look.ink("go")), "  leave the table")
        parts = []
        confirmed = self.choice.confirmed
        if confirmed is not None:
            parts.append(self._button("Enter", confirmed, go=True))
        elif self.choice.touched and not self.choice.exact:
            left = len(self.choice.alive)
            parts.append(Text(f"touch more: {left} move{'s' if left > 1 else ''} left", self.look.ink("dim")))
        buttons = self._buttons()
        letters = {move.text: key.upper() for key, move in buttons.items()}
        shown = list(buttons.values()) if self.choice.exact else self._all_buttons()
        parts += [self._button(letters.get(move.text, ""), move) for move in shown if move is not confirmed]
        return self.flow(parts)

    def _buttons(self) -> dict[str, Move]:
        """Moves to press: those that touch just these places, else those that need none."""
        return offers(self.choice.exact) if len(self.choice.exact) > 1 else self.keys.buttons

    def _button(self, key: str, move: Move, go: bool = False) -> Text:
        """One button; a click on it presses it."""
        at = self.scene.moves.index(move)
        under = self.cursor == f"{BUTTON}{at}"
        out = bool(self.choice.touched) and not move.places
        ink = "cursor" if under else "go" if go else "quiet" if out else "button"
        label = self.say_as(words.with_amount(move.label, "..."))
        marks = ("[", "]") if self.look.palette == "mono" else (" ", " ")
        text = Text(style=self.look.ink(ink) + Style.from_meta({"move": at}))
        if key:
            text.append(f"{marks[0]}{key}{marks[1]}", self.look.ink("buttonkey" if ink == "button" else ink))
        return text.append(f"{label} ")

    def foot(self) -> Text:
        """The keys that always work."""
        if self.amount.is_open:
            keys = ["digits, Up, Down or a letter choose", "Enter do", "Esc back"]
        else:
            undo = ["U undo"] if any(move.key == "U" for move in self.scene.moves) else []
            keys = ["1-9 touch", "Enter do", "Esc clear", "H hint", *undo, "N notes", "? help", "Q leave"]
        return Text("   ".join(keys), self.look.ink("dim"), no_wrap=True, overflow="ellipsis")

    def help_text(self) -> str:
        """Keys, how things stand, and the rules."""
        stand = [words.seats(self.scene, self.names), self.say_as(self.scene.result or self.scene.status)]
        return "\n".join([KEYS, "", "NOW", *stand, "", "THE GAME", self.sitting.rules])

    # -------------------------------------------------------------------------------------------------- keys

    def on_key(self, event: events.Key) -> None:
        """Keys that are nobody else's."""
        if self.amount.is_open:
            if event.key == "escape":
                event.stop()
                self.close_amount()
            return
        named_keys: dict[str, Callable[[], None]] = {
            "enter": self.confirm,
            "escape": self.clear,
            "backspace": self.clear,
            "space": self.touch_cursor,
            "tab": lambda: self.step(1),
            "shift+tab": lambda: self.step(-1),
            **{key: (lambda key=key: self.steer(key)) for key in WAYS},  # type: ignore[misc]
        }
        if event.key in named_keys:
            event.stop()
            named_keys[event.key]()
        elif event.character and event.is_printable:
            event.stop()
            self.typed(event.character)

    def typed(self, char: str) -> None:
        """A character: a command, a button's letter, or (the beginning of) a place's key."""
        self.notice = ""
        commands: dict[str, Callable[[], None]] = {
            "?": self.action_help,
            "r": self.action_help,
            "h": self.hint,
            "n": self.notes,
            "q": self.action_leave,
        }
        low = char.lower()
        code = self.pending + low
        buttons = self._buttons()
        if char in commands and not self._begins(code) and low not in buttons:
            commands[char]()
        elif char != low and low in commands:
            commands[low]()
        elif char != low and low in buttons:
            self.press_move(buttons[low])
        elif code in self.keys.places:
            self.pending = ""
            self.touch(self.keys.places[code])
        elif self._begins(code):
            self.pending = code
            self.redraw()
        elif self.pending:
            self.pending = ""
            self.typed(char)
        elif low in buttons:
            self.press_move(buttons[low])
        else:
            self.say(f"{char} does nothing now")

    def _begins(self, code: str) -> bool:
        return any(key.startswith(code) for key in self.keys.places)

    def touch(self, id: str) -> None:
        """Touch a place, or let go of it."""
        wider = self.choice.touch(id)
        if wider is self.choice:
            self.notice = "no move left holds that as well; Esc clears"
        self.choice = wider
        self.redraw()

    def confirm(self) -> None:
        """Enter: the button or the place at the cursor, else the move that is touched."""
        if self.sitting.over:
            self.action_leave()
        elif self.cursor.startswith(BUTTON):
            self.press_move(self.scene.moves[int(self.cursor.removeprefix(BUTTON))])
        elif self.choice.confirmed is not None and (self.choice.touched or not self.cursor):
            self.press_move(self.choice.confirmed)
        elif self.cursor:
            self.touch_cursor()
        elif self.choice.touched:
            self.say("that is not a whole move yet")
        elif self.scene.moves:
            self.say("touch a place first, or press a button's letter")

    def clear(self) -> None:
        """Esc: touch nothing."""
        self.pending = self.notice = self.cursor = ""
        self.choice = Choice(self.scene)
        self.redraw()

    def hint(self) -> None:
        """What the bot would do."""
        if self.my_turn:
            self.say("thinking ...")
            self.run_worker(self._hint(), exclusive=True, group="hint")

    def notes(self) -> None:
        """The viewer's own pad."""
        if self.sitting.pad and self.viewer in self.sitting.people:
            whose = f" of {self.say_as(self.names[self.viewer])}" if len(self.sitting.people) > 1 else ""
            self.push_screen(Notes(self.sitting.pad, self.viewer, f"Private notes{whose}"))

    async def _hint(self) -> None:
        scene = self.scene
        text = await beside(self.sitting.adviser(self.viewer))
        if scene is self.scene:
            self.say(text)

    # ---------------------------------------------------------------------------------------- cursor and mouse

    def step(self, by: int) -> None:
        """Tab: the next place or button."""
        stops = [*self.keys.places.values(), *map(self._stop, self._all_buttons())]
        if stops:
            self.put_cursor(stepped(stops, self.cursor, by))

    def _all_buttons(self) -> list[Move]:
        return [move for move in self.scene.moves if not move.places]

    def _stop(self, move: Move) -> str:
        """A button as the cursor knows it."""
        return f"{BUTTON}{self.scene.moves.index(move)}"

    def put_cursor(self, stop: str) -> None:
        """Show the cursor on a place or a button."""
        self.cursor = stop
        self.redraw()

    def steer(self, way: str) -> None:
        """An arrow: the nearest place that way; past the last row, the buttons."""
        spots = self.felt.query_one(TableView).canvas.spots
        stops = [id for id in self.keys.places.values() if id in spots]
        if self.cursor not in stops and ((self.cursor and way in ("left", "right")) or not stops):
            self.step(1 if way in ("right", "down") else -1)
        elif self.cursor not in stops:
            self.put_cursor(stepped(stops, "", -1 if way == "up" else 1))
        elif (found := nearest(spots, stops, self.cursor, way)) is not None:
            self.put_cursor(found)
        elif way == "down" and self._all_buttons():
            self.put_cursor(self._stop(self._all_buttons()[0]))

    def touch_cursor(self) -> None:
        """Space: touch what the cursor is on."""
        if self.cursor.startswith(BUTTON):
            self.press_move(self.scene.moves[int(self.cursor.removeprefix(BUTTON))])
        elif self.cursor:
            self.touch(self.cursor)

    def on_table_view_touched(self, message: TableView.Touched) -> None:
        """A click on a place."""
        if message.place in self.keys.places.values():
            self.touch(message.place)

    # ------------------------------------------------------------------------------------- buttons and numbers

    def on_click(self, event: events.Click) -> None:
        """A click on a button."""
        at = event.style.meta.get("move")
        if at is not None and at < len(self.scene.moves):
            self.press_move(self.scene.moves[at])

    def press_move(self, move: Move) -> None:
        """Do a move, or ask for its number first."""
        if move.number is None:
            self.play(move.text)
        else:
            self.amount.open(move, self.say_as(words.with_amount(move.label, "...")))
            self.redraw()

    def on_amount_chosen(self, message: Amount.Chosen) -> None:
        """The number is there."""
        self.close_amount()
        self.play(message.text)

    def on_amount_refused(self, message: Amount.Refused) -> None:
        """It will not do."""
        self.say(message.why)

    def close_amount(self) -> None:
        """Put the number field away."""
        self.amount.close()
        self.felt.set_focus(None)
        self.redraw()

    def action_page(self, by: int) -> None:
        """Look through the news."""
        news = self.felt.query_one("#news")
        if by < 0:
            news.scroll_page_up(animate=False)
        else:
            news.scroll_page_down(animate=False)

    def action_roll(self, by: int) -> None:
        """Scroll the table."""
        self.felt.query_one(TableView).scroll_relative(y=by, animate=False)
