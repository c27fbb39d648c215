"""The players' clocks as pages show them."""

from typing import NamedTuple

from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.game import SPECTATOR
from cardwright.play.clock import minutes


class ShownClock(NamedTuple):
    """A seat's clock on a page: the milliseconds left, and in words."""

    left: int
    running: bool
    text: str


def shown_clocks(live: LiveTable, now: int) -> tuple[ShownClock, ...]:
    """Return the clock of each seat, () at a table without clocks."""
    if live.table is None or live.table.clock is None:
        return ()
    clock, clocks = live.table.clock, []
    late = SPECTATOR if live.table.resigned else live.table.forfeited
    for number in range(len(live.seats)):
        turn, reserve = clock.time_left(number, now if live.stopped_at is None else live.stopped_at)
        turn = 0 if number == late else turn  # it stands still, with the time of another turn
        clocks.append(ShownClock(turn + reserve, number in clock.running, minutes(turn + reserve)))
    return tuple(clocks)
