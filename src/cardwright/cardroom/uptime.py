"""A server's signs of life, and the time that its tables go by.

Tables go by open time: that of the clock on the wall, less all outages, in which no server was up. So no player loses
by one. A server that was paused, or could not reach its log, was not up, and does not know it until it can say so;
meanwhile its time stands still.
"""

import secrets
import time
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from cardwright.store import LEASE_MS, Store

HEARTBEAT_S = LEASE_MS / 1000 * 0.4  # seconds between signs of life


def milliseconds() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Uptime:
    """Tells the log that this server is up. ``wall`` is the clock on the wall, in milliseconds."""

    def __init__(self, store: Store, wall: Callable[[], int] = milliseconds) -> None:
        self.store, self.wall = store, wall
        self.name = ""  # of this uptime, among all that this log ever saw
        self.until: int | None = None  # the time for which the last sign of life speaks
        self.outages: list[tuple[int, int]] = []
        self._lost = [0]  # in all outages before each

    @property
    def lapsed(self) -> bool:
        """Whether there may be an outage, or a pause, that is not reckoned yet: then nobody is to be judged by time."""
        return self.until is not None and self.wall() > self.until

    def now(self) -> int:
        """The open time now."""
        wall = self.wall()
        return self.open_time(wall if self.until is None else min(wall, self.until))

    def open_time(self, at: int) -> int:
        """The open time of a moment, as `table.clock.open_time` tells it, however long the list of outages."""
        place = bisect_right(self.outages, at, key=lambda outage: outage[0])
        if not place:
            return at
        began, until = self.outages[place - 1]
        return at - self._lost[place - 1] - (min(at, until) - began)

    def heartbeat(self, lease: int = LEASE_MS) -> tuple[int, int] | None:
        """Say that this server is up; ``lease=0`` as it stops. Raises `StoreError`.

        If an outage has shown itself by that: the open time from which what was read until now is reckoned wrongly,
        and how long it was.
        """
        at = self.wall()
        known = self.until is not None and at <= self.until
        if not known:  # the last sign's name must not speak for the time between
            self.name = secrets.token_hex(8)
        self.store.heartbeat(self.name, at, lease)
        outage = None if known else self._recount()
        self.until = at + lease
        return outage

    def _recount(self) -> tuple[int, int] | None:
        known, outages = set(self.outages), self.store.outages()
        new = [outage for outage in outages if outage not in known]
        since = min((self.open_time(began) for began, _ in new), default=0)
        self.outages = outages
        self._lost = [0, *accumulate(until - began for began, until in outages)]
        return (since, sum(until - began for began, until in new)) if new else None
