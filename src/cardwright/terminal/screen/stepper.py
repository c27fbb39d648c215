"""The screen a recorded game is looked at on: a step at a time, from any seat."""

from collections.abc import Callable

from rich.text import Text
from textual import events

from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.screen.base_app import BaseApp
from cardwright.terminal.screen.widgets import News

PAGE_STEPS = 10  # steps that Page Up and Page Down leap

KEYS = """\
Right, Left     the next step, the one before
Page Down, Up   ten steps on, ten back
M, B            the next moment (cards lie face up before the table is cleared), the one before
Home, End       the start, the end
S               the next seat's view; every seat and the spectator in turn, where the record has them
F2, F3          light or dark; suits in two or four colours
Q, Ctrl-C       leave"""


class Stepper(BaseApp):
    """A recording, stepped through."""

    HELP = KEYS

    def __init__(self, recording: RecordedGame, at: int, seat: int, look: Look) -> None:
        super().__init__(look, recording.names_for(seat))
        self.recording, self.at, self.seat = recording, at, seat

    def on_mount(self) -> None:
        """Show the first step asked for."""
        self.look_at(self.at)

    def look_at(self, at: int) -> None:
        """Show a step."""
        self.at = min(max(at, 0), self.recording.last)
        self.names = self.recording.names_for(self.seat)
        news = self.table_screen.query_one(News)
        news.lines = []
        news.add([self.look.text(line) for line in self.recording.news(self.at, self.seat)])
        self.show(self.recording.scene(self.at, self.seat))

    def next_seat(self) -> None:
        """Look from the next seat."""
        seats = self.recording.viewers
        self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        self.look_at(self.at)

    def status(self) -> Text:
        """The step, its viewer, and the status then."""
        where = Text(self.look.text(self.recording.describe_step(self.at, self.seat)), self.look.ink("note"))
        if len(self.recording.viewers) == 1:
            where.append("; this record holds no other view")
        return Text("\n").join([where, super().status()])

    def foot(self) -> list[str]:
        ways = "< > step" if self.look.ascii else "← → step"
        seats = ["S seat"] if len(self.recording.viewers) > 1 else []
        return [ways, "PgUp PgDn ten", "M B moments", "Home End", *seats, "? help", "Q leave"]

    def on_key(self, event: events.Key) -> None:
        """Step, change seats, leave."""
        keys: dict[str, Callable[[], None]] = {
            "right": lambda: self.look_at(self.at + 1),
            "left": lambda: self.look_at(self.at - 1),
            "pagedown": lambda: self.look_at(self.at + PAGE_STEPS),
            "pageup": lambda: self.look_at(self.at - PAGE_STEPS),
            "home": lambda: self.look_at(0),
            "end": lambda: self.look_at(self.recording.last),
            **dict.fromkeys("mM", lambda: self.look_at(self.recording.moment_near(self.at, 1))),
            **dict.fromkeys("bB", lambda: self.look_at(self.recording.moment_near(self.at, -1))),
            "space": lambda: self.look_at(self.at + 1),
            "s": self.next_seat,
            "S": self.next_seat,
            "q": self.action_leave,
            "Q": self.action_leave,
            "question_mark": self.action_help,
        }
        # Keys can arrive after the one that left, or that opened a sheet.
        if event.key in keys and self.is_laid and not self.covered_by(event):
            event.stop()
            keys[event.key]()
