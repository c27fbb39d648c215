"""Heartbeats while the server runs, with a short lease while a clock runs, and with a long one while none does."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from cardwright.cardroom.background.log_clock import LogClock
from cardwright.cardroom.background.scheduler import Scheduler
from cardwright.cardroom.background.unread import UnreadTables
from cardwright.cardroom.background.uptime import HEARTBEAT_INTERVAL_S, IDLE_HEARTBEAT_INTERVAL_S, Uptime
from cardwright.errors import StoreError
from cardwright.store import ALL_GAMES, CALL_TIMEOUT_S, IDLE_LEASE_MS, LEASE_MS

logger = logging.getLogger("cardwright")

LAST_HEARTBEAT_TIMEOUT_S = 0.5


class Heartbeats:
    """Writes heartbeats to the log. ``on_outage`` is called with an outage: see `Uptime.heartbeat`."""

    def __init__(
        self,
        uptime: Uptime,
        clock: LogClock | None,
        scheduler: Scheduler,
        unread: UnreadTables,
        on_outage: Callable[[int, int], None],
    ) -> None:
        self.uptime, self.clock, self.scheduler = uptime, clock, scheduler
        self.unread, self.on_outage = unread, on_outage
        self._task: asyncio.Task[None] | None = None
        self._beating = asyncio.Lock()
        self._failed = False

    def start(self) -> None:
        """Go on after the first heartbeat, until `close`."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Write the last heartbeat, if the log takes it at once."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(StoreError, TimeoutError):
                async with asyncio.timeout(LAST_HEARTBEAT_TIMEOUT_S):
                    await self.uptime.heartbeat(lease=0)

    async def _keep(self) -> None:
        while True:
            if not self._is_idle or self._failed:
                await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.scheduler.alarm_set.wait(), IDLE_HEARTBEAT_INTERVAL_S)
            try:
                await self.beat()
                self._failed = False
            except Exception as problem:  # any failure: without heartbeats no clock runs here
                self._failed = True
                logger.warning("no beat", extra={"why": type(problem).__name__})

    @property
    def _is_idle(self) -> bool:
        """Return whether no clock runs; one may at a table that has not been read."""
        return self.unread.is_empty and not self.scheduler.alarms

    async def beat(self) -> None:
        """Write a heartbeat, with a long lease while no clock runs. Raises `StoreError`."""
        async with self._beating:
            if self.clock is not None:
                await self.clock.read(self.uptime.name)
            self.scheduler.alarm_set.clear()
            outage = await self.uptime.heartbeat(IDLE_LEASE_MS if self._is_idle else LEASE_MS)
        if outage is not None:
            self.on_outage(*outage)

    async def shorten_lease(self) -> None:
        """Write a heartbeat if a clock has begun to run since the last: a kill costs no player a long lease.

        It does so too while another heartbeat is being written, whose lease is not in the log yet.
        """
        is_long = self.uptime.lease > LEASE_MS or self._beating.locked()
        if self._task is not None and self.scheduler.alarms and is_long:
            with contextlib.suppress(StoreError, TimeoutError):  # the next heartbeat is due soon
                async with asyncio.timeout(CALL_TIMEOUT_S):
                    await self.beat()

    @property
    def is_ready(self) -> bool:
        """Return whether the log could be written a moment ago."""
        is_up = self.uptime.until is not None and not self.uptime.lapsed and not self._failed
        return is_up and self.uptime.store.is_writable

    async def check_ready(self) -> bool:
        """Return `is_ready`, and whether the log answers now: an idle server writes a heartbeat twice a minute."""
        if not self.is_ready:
            return False
        try:
            await self.uptime.store.read_together(ALL_GAMES)  # of which the log has no entries
        except StoreError:
            return False
        return True
