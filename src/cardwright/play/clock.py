"""Clocks: a time for each turn of each player, and a reserve for all their turns. The caller passes the time.

Times are whole milliseconds of any one clock; a log with the time of every action reproduces the clocks. No player
may lose by an outage: a single program calls `later` with its length when it resumes, and servers, which keep a list
of all outages, use `open_time`.
"""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from cardwright.game import Pace, Player

DAYS_SHOWN_FROM_S = 48 * 3600
SECOND_MS = 1000
MAX_COUNTED_GAP_MS = 5 * 60 * SECOND_MS  # the part of a gap between two steps that counts as time of play


def wall_clock() -> int:
    """Return the time of this machine, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def utc_date(at: int) -> str:
    """Return the date in UTC of a time in milliseconds since 1970: "2026-11-22"."""
    return f"{utc(at):%Y-%m-%d}"


def utc_minute(at: int) -> str:
    """Return the date and minute in UTC of a time in milliseconds since 1970: "2026-11-22 20:05"."""
    return f"{utc(at):%Y-%m-%d %H:%M}"


def utc(at: int) -> datetime:
    """Return a time in milliseconds since 1970 as a UTC datetime."""
    return datetime.fromtimestamp(at / 1000, UTC)


def open_time(at: int, outages: Iterable[tuple[int, int]]) -> int:
    """Return a time less the outages before it; outages are (begin, end) and do not overlap."""
    return at - sum(max(0, min(at, until) - began) for began, until in outages)


def minutes(milliseconds: int) -> str:
    """Return a time as a clock shows it: "4:09", "23:04:09", "3 d 23 h"; a second that has begun counts."""
    seconds = -(-milliseconds // SECOND_MS)
    hours, rest = divmod(seconds, 3600)
    if seconds >= DAYS_SHOWN_FROM_S:
        return f"{hours // 24} d {hours % 24} h"
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class NextLevel(NamedTuple):
    """The next level of a game: its number, and the milliseconds of play until it is due.

    ``least`` is the number that stays if no player makes a step: by then the players count as away.
    """

    number: int
    left: int
    least: int

    @property
    def text(self) -> str:
        """The level in words, before the time left: "level 3 in", or "level 3 is next"."""
        return f"level {self.number} in" if self.left else f"level {self.number} is next"


class PlayTime(msgspec.Struct, frozen=True):
    """The time that a game has been played, from its first step to its last, in milliseconds.

    Of a longer gap between two steps only `MAX_COUNTED_GAP_MS` count, since the players were away. So it follows from
    the times of the steps alone, and who has the record can count it again. Steps without a time take none.
    """

    total: int = 0
    last: int = 0  # the time of the last step; 0 before the first

    def until(self, now: int) -> "PlayTime":
        """Return the time of play at a later time."""
        gap = min(max(0, now - self.last), MAX_COUNTED_GAP_MS) if self.last else 0
        return PlayTime(self.total + gap, max(self.last, now))

    def next_level(self, level_ms: int, level: int, now: int, max_level: int) -> NextLevel:
        """Return the next level; if the time of several has come while this one was played, the last of them."""
        played = self.until(now)
        number = min(max(level + 1, played.level(level_ms)), max_level)
        due = (number - 1) * level_ms
        gap_left = self.until(self.last + MAX_COUNTED_GAP_MS).total
        return NextLevel(number, max(0, due - played.total), max(0, due - gap_left))

    def level(self, level_ms: int) -> int:
        """Return the number of the level, from 1 on, of levels of this length."""
        return 1 + self.total // level_ms


class Clock(msgspec.Struct, frozen=True):
    """The clocks of all players.

    ``reserve`` is each player's reserve at the beginning of their turn, and ``since`` the time of that beginning: -1
    for a stopped clock.
    """

    pace: Pace
    reserve: tuple[int, ...]
    since: tuple[int, ...]

    @classmethod
    def full(cls, pace: Pace, players: int) -> "Clock":
        """Return full clocks, none running."""
        return cls(pace, (pace.reserve * SECOND_MS,) * players, (-1,) * players)

    @property
    def running(self) -> tuple[Player, ...]:
        """The players whose clocks run."""
        return tuple(player for player, time in enumerate(self.since) if time >= 0)

    def time_left(self, player: Player, now: int) -> tuple[int, int]:
        """Return a player's remaining time of the turn and of the reserve."""
        turn = self.pace.turn * SECOND_MS
        used = max(0, now - self.since[player]) if self.since[player] >= 0 else 0
        over = max(0, used - turn)
        return max(0, turn - used), max(0, self.reserve[player] - over)

    def _run_out_time(self, player: Player) -> int:
        return self.since[player] + self.pace.turn * SECOND_MS + self.reserve[player]

    @property
    def deadline(self) -> int | None:
        """The earliest time at which a clock runs out."""
        return min((self._run_out_time(player) for player in self.running), default=None)

    def late_players(self, now: int) -> tuple[Player, ...]:
        """The players whose time has run out."""
        return tuple(player for player in self.running if self._run_out_time(player) <= now)

    def after_action(self, to_act: tuple[Player, ...], now: int, fresh: Player | None = None) -> "Clock":
        """Return the clocks after an action: the clocks of ``to_act`` run, the others stop.

        A running clock continues, except the clock of ``fresh``, who has acted and ended a turn.
        """
        reserve, since = list(self.reserve), list(self.since)
        for player in self.running:
            if player == fresh or player not in to_act:
                reserve[player] = self.time_left(player, now)[1]
                since[player] = -1
        for player in to_act:
            if since[player] < 0:
                since[player] = now
        return Clock(self.pace, tuple(reserve), tuple(since))

    def shift(self, by: int) -> "Clock":
        """Return the clocks shifted by an outage, so that it costs no player time."""
        return msgspec.structs.replace(self, since=tuple(time + by if time >= 0 else -1 for time in self.since))
