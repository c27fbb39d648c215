"""The time of the log, which all servers on it share: the clock of the database, corrected where that was set.

Between two readings it runs by the monotonic clock of this machine. So neither the clock of a server nor a step of the
database's clock moves it, and a machine that is suspended alone loses no time.
"""

import time
from collections.abc import Callable

from cardwright.store import IDLE_LEASE_MS, ClockReading
from cardwright.store.background import BackgroundStore

STEP_MS = 500  # error from which a clock has been set, and does not just run fast or slow
MAX_SLEW_MS = 50  # change of this clock by one reading
MAX_READINGS = 4  # before the first of them counts


def monotonic() -> int:
    """Return milliseconds of a clock that is never set."""
    return time.monotonic_ns() // 1_000_000


class LogClock:
    """Returns the time of the log, in milliseconds since 1970; until it is first read, that of this machine."""

    def __init__(self, store: BackgroundStore, elapsed: Callable[[], int] = monotonic) -> None:
        self.store, self.elapsed = store, elapsed
        self._ahead = time.time_ns() // 1_000_000 - elapsed()
        self._read = False

    def __call__(self) -> int:
        return self.elapsed() + self._ahead

    async def read(self, server: str) -> None:
        """Compare this clock with that of the database; ``server`` is the name of this uptime, "" before it has one."""
        for _ in range(MAX_READINGS):
            before = self.elapsed()
            reading = await self.store.clock(server)
            least, most = reading.now - self.elapsed(), reading.now - before
            if self._read:
                await self._compare(reading, max(least - self._ahead, 0) + min(most - self._ahead, 0))
                return
            if reading.latest <= reading.now + IDLE_LEASE_MS:
                self._ahead, self._read = (least + most) // 2, True
                return
            # The database's clock was set back while no server was up: time goes on from where it was.
            await self.store.correct_clock(reading.correction, reading.latest - reading.database)

    async def _compare(self, reading: ClockReading, error: int) -> None:
        """Correct an error, which is positive where this clock is behind."""
        if abs(error) < STEP_MS:
            self._ahead += max(-MAX_SLEW_MS, min(error, MAX_SLEW_MS))
        elif reading.now <= reading.latest <= reading.now + IDLE_LEASE_MS:  # another server agrees with the database
            self._ahead += error
        else:
            await self.store.correct_clock(reading.correction, reading.correction - error)
