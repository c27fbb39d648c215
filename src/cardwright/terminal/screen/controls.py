"""The controls of a table that is played: places touched by key, cursor or mouse, buttons, and the number field."""

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events

from cardwright.scenes import Move, words
from cardwright.scenes.keys import offers
from cardwright.scenes.touch import Choice
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.screen.amount import Amount
from cardwright.terminal.screen.base_app import BaseApp
from cardwright.terminal.screen.cursor import find_nearest, step_cursor
from cardwright.terminal.screen.widgets import TableView

BUTTON = "move:"  # and its number: the cursor on a button; on a place, it is the place's id


class TableControls(BaseApp):
    """Chooses a move; a subclass plays it."""

    BINDINGS: ClassVar = [
        ("pageup", "page(-1)", "Older news"),
        ("pagedown", "page(1)", "Newer news"),
        ("shift+up", "roll(-3)", "Scroll up"),
        ("shift+down", "roll(3)", "Scroll down"),
    ]

    def __init__(self, look: Look, names: Sequence[str]) -> None:
        super().__init__(look, names)
        self.notice = ""
        self.pending = ""  # the first letters of a place's code
        self.armed = ""  # the move that waits for its second press

    @property
    def amount(self) -> Amount:
        """The number field."""
        return self.table_screen.query_one(Amount)

    def play(self, text: str) -> None:
        """Play a move."""
        raise NotImplementedError

    def say(self, notice: str) -> None:
        """One line of answer to the last key."""
        self.notice = notice
        self.redraw()

    def touch(self, id: str) -> None:
        """Touch a place, or release it; where one place says it all, that makes the move."""
        self.choice, move = self.choice.press(id)
        if move is not None:
            self.press_move(move)
        else:
            self.redraw()

    def clear(self) -> None:
        """Esc: touch nothing."""
        self.pending = self.notice = self.cursor = self.armed = ""
        self.choice = Choice(self.scene)
        self.redraw()

    def buttons(self) -> dict[str, Move]:
        """Moves to press: those that touch just these places, else those that need none."""
        return offers(self.choice.exact) if len(self.choice.exact) > 1 else self.keys.buttons

    def button_text(self, key: str, move: Move, go: bool = False) -> Text:
        """One button; a click on it presses it."""
        at = self.scene.moves.index(move)
        under = self.cursor == f"{BUTTON}{at}"
        out = bool(self.choice.touched) and not move.places
        ink = "cursor" if under else "go" if go else "quiet" if out else "button"
        label = self.scene_text(words.with_amount(move.label, "..."))
        marks = ("[", "]") if self.look.palette == "mono" else (" ", " ")
        text = Text(style=self.look.ink(ink) + Style.from_meta({"move": at}))
        if key:
            text.append(f"{marks[0]}{key}{marks[1]}", self.look.ink("buttonkey" if ink == "button" else ink))
        return text.append(f"{label} ")

    # ---------------------------------------------------------------------------------------- cursor and mouse

    def step(self, by: int) -> None:
        """Tab: the next place or button."""
        stops = [*self.keys.places.values(), *map(self._stop, self.all_buttons())]
        if stops:
            self.put_cursor(step_cursor(stops, self.cursor, by))

    def all_buttons(self) -> list[Move]:
        """Return the moves that no place stands for."""
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
        spots = self.table_screen.query_one(TableView).canvas.spots
        stops = [id for id in self.keys.places.values() if id in spots]
        if self.cursor not in stops and ((self.cursor and way in ("left", "right")) or not stops):
            self.step(1 if way in ("right", "down") else -1)
        elif self.cursor not in stops:
            self.put_cursor(step_cursor(stops, "", -1 if way == "up" else 1))
        elif (nearest := find_nearest(spots, stops, self.cursor, way)) is not None:
            self.put_cursor(nearest)
        elif way == "down" and self.all_buttons():
            self.put_cursor(self._stop(self.all_buttons()[0]))

    def touch_cursor(self) -> None:
        """Space: touch the place or button at the cursor."""
        if self.cursor.startswith(BUTTON):
            self.press_move(self.scene.moves[int(self.cursor.removeprefix(BUTTON))])
        elif self.cursor:
            self.touch(self.cursor)

    def on_table_view_touched(self, message: TableView.Touched) -> None:
        """A click on a place: touch it, or say why it cannot be touched."""
        refusal = next((place.refusal for place in self.scene.places if place.id == message.place), "")
        if message.place in self.keys.places.values():
            self.touch(message.place)
        elif refusal:
            self.say(self.scene_text(refusal))

    # ------------------------------------------------------------------------------------- buttons and numbers

    def on_click(self, event: events.Click) -> None:
        """A click on a button."""
        at = event.style.meta.get("move")
        if at is not None and at < len(self.scene.moves):
            self.press_move(self.scene.moves[at])

    def ask_again(self, move: Move) -> str:
        """Return the question after the first press of a button that ends something."""
        return f"Press again, or Enter: {self.scene_text(move.label)}"

    def press_move(self, move: Move) -> None:
        """Do a move, or ask for its number first, or for a second press."""
        if move.confirm and self.armed != move.text:
            self.armed = move.text
            self.say(self.ask_again(move))
        elif move.number is None:
            self.play(move.text)
        else:
            self.amount.open(move, self.scene_text(words.with_amount(move.label, "...")), self.propose_number(move))
            self.redraw()

    def propose_number(self, move: Move) -> int | None:
        """Return the number with which the field of a move begins; None for the least."""
        return None

    def on_amount_chosen(self, message: Amount.Chosen) -> None:
        """The number is there."""
        self.close_amount()
        self.play(message.text)

    def on_amount_refused(self, message: Amount.Refused) -> None:
        """Say why a number is refused."""
        self.say(message.why)

    def close_amount(self) -> None:
        """Put away the number field and the message about its number."""
        self.notice = ""
        self.amount.close()
        self.table_screen.set_focus(None)
        self.redraw()

    def action_page(self, by: int) -> None:
        """Look through the news."""
        news = self.table_screen.query_one("#news")
        scroll = news.scroll_page_up if by < 0 else news.scroll_page_down
        scroll(animate=False)

    def action_roll(self, by: int) -> None:
        """Scroll the table."""
        self.table_screen.query_one(TableView).scroll_relative(y=by, animate=False)
