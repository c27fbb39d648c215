"""The time of the log, which all servers on it share: that of the database's clock, corrected when this has been set.

Between two readings it follows the monotonic clock of this machine. So neither the clock of a server nor a step of the
database's clock moves it, and a machine that is suspended alone loses no time.
"""

import time
from collections.abc import Callable

from cardwright.play.clock import wall_clock
from cardwright.store import IDLE_LEASE_MS, ClockReading
from cardwright.store.background import BackgroundStore

MIN_CLOCK_SET_MS = 500  # a larger error means that the clock has been set, not that it runs fast or slow
MAX_SLEW_PER_READING_MS = 50
MAX_UNCOUNTED_READINGS = 4


def monotonic() -> int:
    """Return milliseconds of a clock that is never set."""
    return time.monotonic_ns() // 1_000_000


class LogClock:
    """Returns the time of the log, in milliseconds since 1970; until it is first read, the clock of this machine."""

    def __init__(self, store: BackgroundStore, elapsed: Callable[[], int] = monotonic) -> None:
        self.store, self.elapsed = store, elapsed
        self._ahead = wall_clock() - elapsed()
        self._read = False
        self._latest = 0  # the time that the uptimes of other servers cover, at the last reading

    def __call__(self) -> int:
        return self.elapsed() + self._ahead

    async def read(self, server: str) -> None:
        """Compare this clock with the clock of the database; ``server`` names this uptime, "" before it has a name."""
        for _ in range(MAX_UNCOUNTED_READINGS):
            before = self.elapsed()
            reading = await self.store.clock(server)
            least, most = reading.now - self.elapsed(), reading.now - before
            previous, self._latest = self._latest, reading.latest
            if self._read:
                error = max(least - self._ahead, 0) + min(most - self._ahead, 0)
                await self._compare(reading, error, others_are_up=reading.latest != previous)
                return
            if reading.latest <= reading.now + IDLE_LEASE_MS:
                self._ahead, self._read = (least + most) // 2, True
                return
            # The database's clock was set back while no server was up: time goes on from where it was.
            await self.store.correct_clock(reading.correction, reading.latest - reading.database)

    async def _compare(self, reading: ClockReading, error: int, *, others_are_up: bool) -> None:
        """Correct an error, which is positive where this clock is behind.

        The uptime of a server that is gone may still cover the time to which the database's clock was set back.
        """
        if abs(error) < MIN_CLOCK_SET_MS:
            self._ahead += max(-MAX_SLEW_PER_READING_MS, min(error, MAX_SLEW_PER_READING_MS))
        elif others_are_up and reading.now <= reading.latest <= reading.now + IDLE_LEASE_MS:
            self._ahead += error  # another server agrees with the database
        else:
            await self.store.correct_clock(reading.correction, reading.correction - error)
