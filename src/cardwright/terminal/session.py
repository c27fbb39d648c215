"""A game at this screen: who sits where, what the bots would do, and the record that keeps it."""

import importlib
import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardwright import games
from cardwright.game import CHANCE, SPECTATOR, Game
from cardwright.games import room, scene
from cardwright.play.table import Entry, Table
from cardwright.scenes import Scene, named, out_of_time
from cardwright.terminal.storage import Pad

NAME_LENGTH = 20
ITEM = re.compile(r"(- )?[A-Z]{2}\d+ |- ")  # the beginning of a ruling
OPTION = re.compile(r"``([^`]+)``")
MARKS = re.compile(r"`|\*(?=\w)|(?<=\w)\*")
PERSON = "you"  # a seat's kind, where it is not the name of a bot
BOT_NAMES = (
    "Ada", "Blaise", "Carl", "Dorothy", "Emmy", "Felix", "Grace", "Henri", "Ida", "Jakob",
    "Kurt", "Leonhard", "Mary", "Niels", "Olga", "Pierre", "Ruth", "Sofia", "Tycho", "Ursula",
)  # fmt: skip


def clean(name: str) -> str:
    """A name as it may be shown: it comes from outside, and must not write to the terminal what it likes."""
    return "".join(char for char in name if char.isprintable() and char not in "{}")[:NAME_LENGTH].strip() or "?"


def seat_names(kinds: Sequence[str], given: Sequence[str] = ()) -> list[str]:
    """A name for each seat: those given to people in order, "You" for one alone, and a name of their own for bots."""
    people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
    called = dict(zip(people, map(clean, given), strict=False))
    names = []
    spare = iter(name for name in BOT_NAMES if name not in given)
    for seat, kind in enumerate(kinds):
        if kind != PERSON:
            names.append(next(spare))
        else:
            names.append(called.get(seat) or ("You" if len(people) == 1 else f"Player {seat + 1}"))
    return names


def flowing(text: str) -> str:
    """A docstring for whoever plays: each paragraph and each ruling a line, options as the command line has them.

    >>> flowing("One line\\nand another.\\n\\nFD1  it ends\\n     (option ``next_dealer``)\\nFD2  by *lot*, `so`")
    'One line and another.\\n\\nFD1  it ends (option --next-dealer)\\nFD2  by lot, so'
    """
    told: list[str] = []
    for line in map(str.strip, text.strip().splitlines()):
        if told and told[-1] and line and not ITEM.match(line):
            told[-1] += f" {line}"
        else:
            told.append(line)
    flags = OPTION.sub(lambda found: f"--{found[1].replace('_', '-')}", "\n".join(told))
    return MARKS.sub("", flags)


def wall_clock() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Sitting:
    """A table, its seats and its bots. Bots and hints see views and nothing else.

    ``kinds`` says who sits in each seat: `PERSON`, or the name of a bot. ``adviser`` is the bot that gives hints, and
    ``seed`` what the bots' own luck is drawn from. ``keep`` is given every entry of the log before anyone sees what
    came of it, and ``pad`` has everyone's own notes.
    """

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        kinds: Sequence[str],
        adviser: str,
        seed: object = 0,
        keep: Callable[[Entry], None] = lambda entry: None,
        pad: Pad | None = None,
    ) -> None:
        self.table, self.names, self.kinds = table, list(names), tuple(kinds)
        self.game: Game[Any, Any, Any] = table.game
        self.people = tuple(seat for seat, kind in enumerate(kinds) if kind == PERSON)
        self.seed, self.keep, self.pad = seed, keep, pad
        self._luck = [Random() for _ in kinds]
        self._bots = {
            seat: games.create_bot(kind, self.game, self._luck[seat])
            for seat, kind in enumerate(kinds)
            if kind != PERSON
        }
        self._adviser = games.create_bot(adviser, self.game, Random(0))
        self._viewer = self.people[0] if self.people else SPECTATOR
        # A game that was left takes no time: its clock goes on from its last move.
        self._away = wall_clock() - table.log[-1].at if table.log else 0
        self._unsaid: list[str] = []
        self.lately: list[str] = []  # what the last move of anyone caused

    def now(self) -> int:
        """The time by the clock of this game; 0 where nobody is timed, so that the record does not tell the hour."""
        return wall_clock() - self._away if self.table.clock else 0

    @property
    def rules(self) -> str:
        """The rules in short: what the room's own page begins with."""
        found = room(self.game.name)
        text = importlib.import_module(f"{found.package}.rules").__doc__ or found.about
        return flowing(text)

    @property
    def actor(self) -> int | None:
        """Who is asked next: of several that choose at once, a bot first; None at the end."""
        waiting = [seat for seat in self.table.to_act if seat != CHANCE]
        return min(waiting, key=lambda seat: (seat in self.people, seat), default=None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def scene(self, seat: int) -> Scene:
        """The table as a seat sees it."""
        seen = scene(self.game, self.table.view(seat))
        return seen if self.table.forfeited is None else out_of_time(seen, self.table.forfeited)

    def settle(self) -> None:
        """Let chance act until it is somebody's turn."""
        while self.table.to_act == (CHANCE,):
            self._kept(self.table.chance(self.now()))

    def act(self, seat: int, text: str) -> None:
        """A move, in the game's notation. Raises `BadText` or `PlayError`, and then nothing has changed."""
        entry = self.table.play(seat, text, now=self.now())
        self.lately = []
        self._kept(entry)

    def expire(self) -> bool:
        """Hold those whose time has run out to what the game says; whether there were any."""
        clock, now = self.table.clock, self.now()
        if clock is None or clock.pace.spent == "nothing" or not clock.spent(now):
            return False
        late = [f"{self.names[seat]}: out of time" for seat in clock.spent(now)]
        for entry in self.table.expire(now):
            self.keep(entry)
        if self.table.forfeited is None:  # else what comes of it is told
            self._unsaid += late
        self._hear()
        return True

    def time_left(self, seat: int) -> tuple[int, int] | None:
        """Milliseconds that a seat has left, of the turn and of the reserve; None where nobody is timed."""
        clock = self.table.clock
        return clock.left(seat, self.now()) if clock else None

    def news(self, viewer: int) -> list[str]:
        """What has happened since this was last asked; from now on it is told as this seat would hear it."""
        said, self._unsaid, self._viewer = self._unsaid, [], viewer
        return said

    def recall(self, lines: Sequence[str]) -> None:
        """Tell this first: what happened before the game was left."""
        self._unsaid = [*lines, *self._unsaid]

    def _kept(self, entry: Entry) -> None:
        self.keep(entry)
        self._hear()

    def _hear(self) -> None:
        heard = [named(line, self.names) for line in self.scene(self._viewer).news]
        self._unsaid += heard
        self.lately += heard

    def thinker(self, seat: int) -> Callable[[], str]:
        """The work of choosing for a bot: to be called in any thread, it gives the move's notation."""
        bot, view = self._bots[seat], self.table.view(seat)
        # The same luck for the same moment, so that a game with a seed is the same game every time.
        self._luck[seat].seed(f"{self.seed}/{seat}/{self.table.version}")
        return lambda: self.game.text(bot.advise(view).action)

    def adviser(self, seat: int) -> Callable[[], str]:
        """The work of giving a hint, as `thinker`; it gives a sentence."""
        view = self.table.view(seat)
        drawn = scene(self.game, view)

        def advise() -> str:
            advice = self._adviser.advise(view)
            text = self.game.text(advice.action)
            label = next((move.label for move in drawn.moves if move.text == text), text)
            reason = f": {advice.reason}" if advice.reason else ""
            return f"Hint: {named(label + reason, self.names)}"

        return advise


def spoken_time(left: tuple[int, int]) -> str:
    """What is left of a turn and of the reserve: "0:42 + 5:00"."""
    return " + ".join(f"{part // 60_000}:{part // 1000 % 60:02d}" for part in left)
