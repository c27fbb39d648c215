"""Clocks: for each player a time for every turn, and a reserve for all of them. Pure: it is told the time.

Times are whole milliseconds by one clock, whichever that is; a log that keeps the time of every action gives the
same clock again. Nobody is to lose by an outage: a program that is alone calls `later` with its length when it comes
back, and servers, which keep a list of all outages, go by `open_time`.
"""

from collections.abc import Iterable

import msgspec

from cardwright.game import Pace, Player

SECOND = 1000


def open_time(at: int, outages: Iterable[tuple[int, int]]) -> int:
    """A time, less all that lay before it in outages, each from a time until another, none overlapping."""
    return at - sum(max(0, min(at, until) - began) for began, until in outages)


class Clock(msgspec.Struct, frozen=True):
    """The clocks of all players at one moment of the game.

    ``reserve`` is what each had left when their turn began, and ``since`` when that was: -1 for those whose clock
    stands still.
    """

    pace: Pace
    reserve: tuple[int, ...]
    since: tuple[int, ...]

    @classmethod
    def started(cls, pace: Pace, players: int) -> "Clock":
        """All clocks full, and none running."""
        return cls(pace, (pace.reserve * SECOND,) * players, (-1,) * players)

    @property
    def running(self) -> tuple[Player, ...]:
        """The players whose clocks run."""
        return tuple(player for player, time in enumerate(self.since) if time >= 0)

    def left(self, player: Player, now: int) -> tuple[int, int]:
        """What a player has left, of the turn and of the reserve."""
        turn = self.pace.turn * SECOND
        used = max(0, now - self.since[player]) if self.since[player] >= 0 else 0
        over = max(0, used - turn)
        return max(0, turn - used), max(0, self.reserve[player] - over)

    def _runs_out(self, player: Player) -> int:
        return self.since[player] + self.pace.turn * SECOND + self.reserve[player]

    @property
    def deadline(self) -> int | None:
        """The earliest moment at which somebody's time will have run out."""
        return min((self._runs_out(player) for player in self.running), default=None)

    def spent(self, now: int) -> tuple[Player, ...]:
        """The players whose time has run out."""
        return tuple(player for player in self.running if self._runs_out(player) <= now)

    def turned(self, to_act: tuple[Player, ...], now: int, fresh: Player | None = None) -> "Clock":
        """The clocks after an action: those of ``to_act`` run, the others stand.

        A clock that ran already runs on, but for that of ``fresh``, who has acted and ended a turn.
        """
        reserve, since = list(self.reserve), list(self.since)
        for player in self.running:
            if player == fresh or player not in to_act:
                reserve[player] = self.left(player, now)[1]
                since[player] = -1
        for player in to_act:
            if since[player] < 0:
                since[player] = now
        return Clock(self.pace, tuple(reserve), tuple(since))

    def later(self, by: int) -> "Clock":
        """The same clocks, had all of this happened so much later: what an outage took is given back."""
        return msgspec.structs.replace(self, since=tuple(time + by if time >= 0 else -1 for time in self.since))
