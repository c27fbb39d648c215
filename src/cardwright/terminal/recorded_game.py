"""A recorded game as scenes, as any seat saw it."""

import re

from cardwright.errors import BadCount, UnknownName
from cardwright.game import SPECTATOR, Player
from cardwright.play import session
from cardwright.play.record import Record, check_step
from cardwright.play.seat_record import SeatRecord
from cardwright.scenes import Scene, named
from cardwright.terminal.seat_names import ALONE, clean

NEWS_STEPS = 40  # steps whose news is shown with a step


def _viewer(seat: Player) -> str:
    return "the spectator" if seat == SPECTATOR else f"{{{seat}}}"


class RecordedGame:
    """A recorded game as scenes. Step 0 is the start."""

    def __init__(self, record: Record | SeatRecord) -> None:
        self.record, self.game = record, record.game
        self.names = [clean(name) for name in record.names]
        self.last, self.viewers = record.last, record.viewers

    def scene(self, at: int, seat: Player) -> Scene:
        """Return the table after a step as a seat saw it, without moves."""
        return session.recorded_scene(self.record, at, seat)

    def names_for(self, viewer: Player) -> list[str]:
        """Return the names of the players as a seat's view has them: "You" there can only be that seat itself."""
        others_you = viewer != SPECTATOR and self.names[viewer] != ALONE
        return [f"Player {seat}" if others_you and name == ALONE else name for seat, name in enumerate(self.names, 1)]

    def news(self, at: int, seat: Player) -> list[str]:
        """Return the news that led to a step."""
        steps, names = range(max(0, at - NEWS_STEPS), at + 1), self.names_for(seat)
        return [named(line, names) for step in steps for line in self.scene(step, seat).news]

    def is_moment(self, at: int) -> bool:
        """Return whether the game was held after a step, for the players to see what lies face up."""
        return (at < self.last or self.record.forfeited is None) and self.record.is_moment(at)

    def moment_near(self, at: int, way: int) -> int:
        """Return the next moment after a step (``way`` 1) or before it (-1), or else the end or the start."""
        steps = range(at + way, self.last + 1 if way > 0 else -1, way)
        return next(filter(self.is_moment, steps), self.last if way > 0 else 0)

    def describe_step(self, at: int, seat: Player) -> str:
        """Return a line with the number of this step and the seat that sees it."""
        moment = " (a moment)" if self.is_moment(at) else ""
        return named(f"Step {at} of {self.last}{moment}, as {_viewer(seat)} saw it", self.names)

    def seat(self, wanted: str | int | None) -> Player:
        """A seat by its number from 1, by its player's name, or the spectator's. Raises `BadCount`, `UnknownName`.

        By default it is the seat of who played alone on this machine, else the spectator's.
        """
        if wanted is None or wanted == "":
            own = [seat for seat in self.viewers if seat != SPECTATOR and self.names[seat] == ALONE]
            return own[0] if own else self.viewers[-1]
        seat = self._find_seat(str(wanted))
        if seat not in self.viewers:
            known = [named(_viewer(viewer), self.names) for viewer in self.viewers]
            raise UnknownName("view in this record of one seat", str(wanted), known)
        return seat

    @property
    def warning(self) -> str:
        """A warning about the record, "" for the record of a whole game."""
        if len(self.viewers) > 1:
            return ""
        whose = _viewer(self.viewers[0])
        return named(f"This is the record of one seat, {whose}'s: what others hid is not in it.", self.names)

    def _find_seat(self, wanted: str) -> Player:
        word = wanted.casefold()
        if word == "spectator":
            return SPECTATOR
        if re.fullmatch(r"-?\d{1,9}", word):
            if not 1 <= int(word) <= self.game.players:
                raise BadCount(f"there is no seat {word}: this game has {self.game.players}", int(word))
            return int(word) - 1
        seats = {name.casefold(): seat for seat, name in enumerate(self.names)}
        if word not in seats:
            raise UnknownName("seat", wanted, [*self.names, "spectator"])
        return seats[word]

    def step(self, at: int | None) -> int:
        """A step's number, the last one by default; those below 0 count from the end. Raises `BadCount`."""
        if at is None:
            return self.last
        check_step(at, self.last, -self.last - 1)
        return at % (self.last + 1)
