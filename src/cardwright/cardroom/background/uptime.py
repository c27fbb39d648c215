"""Heartbeats of a server, and the time that its tables use.

Tables use open time: wall-clock time less all outages, in which no server was up, so that no player loses by an
outage. A server that was paused or could not reach its log counts as down, and finds that out at its next heartbeat;
until then its time stands still.
"""

import secrets
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from cardwright.store import IDLE_LEASE_MS, LEASE_MS
from cardwright.store.background import BackgroundStore

HEARTBEAT_INTERVAL_S = LEASE_MS / 1000 * 0.4
IDLE_HEARTBEAT_INTERVAL_S = IDLE_LEASE_MS / 1000 * 0.6  # while no clock runs


class Uptime:
    """Writes heartbeats to the log. ``wall`` returns wall-clock time in milliseconds."""

    def __init__(self, store: BackgroundStore, wall: Callable[[], int]) -> None:
        self.store, self.wall = store, wall
        self.name = ""  # identifies this period of uptime in the log
        self.lease = LEASE_MS  # of the last heartbeat, which may be on its way
        self.until: int | None = None  # the last heartbeat covers the time until this
        self.outages: list[tuple[int, int]] = []
        self._lost = [0]  # the total of all outages before each

    @property
    def lapsed(self) -> bool:
        """Return whether there may be an outage that is not counted yet; then no clock may expire."""
        return self.until is not None and self.wall() > self.until

    def now(self) -> int:
        """Return the open time now."""
        wall = self.wall()
        return self.open_time(wall if self.until is None else min(wall, self.until))

    def open_time(self, at: int) -> int:
        """Return the open time of a wall-clock time, as `play.clock.open_time` does, by bisection."""
        place = bisect_right(self.outages, at, key=lambda outage: outage[0])
        if not place:
            return at
        began, until = self.outages[place - 1]
        return at - self._lost[place - 1] - (min(at, until) - began)

    async def heartbeat(self, lease: int = LEASE_MS) -> tuple[int, int] | None:
        """Write a heartbeat; ``lease=0`` when the server stops. Raises `StoreError`.

        Return the outage that this reveals, or None: the open time since when cached times are wrong, and its length.
        """
        self.lease = lease
        at = self.wall()
        goes_on = self.until is not None and at <= self.until
        if not goes_on:  # a period of uptime in the log has no gap: another begins
            self.name = secrets.token_hex(8)
        await self.store.heartbeat(self.name, at, lease)
        outage = None if goes_on else await self._read_outages()
        self.until = at + lease
        return outage

    async def _read_outages(self) -> tuple[int, int] | None:
        known, outages = set(self.outages), await self.store.outages()
        new = [outage for outage in outages if outage not in known]
        since = min((self.open_time(began) for began, _ in new), default=0)
        self.outages = outages
        self._lost = [0, *accumulate(until - began for began, until in outages)]
        return (since, sum(until - began for began, until in new)) if new else None
