"""A cardroom without an HTTP server, on a clock that the test sets."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cardwright.cardroom import commands
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.shown_clocks import ShownClock
from cardwright.play.table import Table
from cardwright.store import LEASE_MS
from cardwright.store.sqlite import SqliteStore

WAIT_S = 60.0


class Time:
    """A clock that shows ``now``, which the test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Timed:
    """A cardroom without an HTTP server, open as long as the context."""

    def __init__(self, path: Path, time: Time) -> None:
        self.store, self.workers = SqliteStore(path), ThreadPoolExecutor(1)
        self.cardroom = Cardroom(self.store, self.workers, now=time, bot_pace_s=0)

    async def __aenter__(self) -> Cardroom:
        await self.cardroom.start()
        await self.cardroom.unread.wait()
        return self.cardroom

    async def __aexit__(self, *_: object) -> None:
        await self.cardroom.close()
        self.workers.shutdown(wait=False, cancel_futures=True)
        self.store.close()


async def soon(done: Callable[[], object]) -> None:
    """Wait until something has happened, on a machine that is busy too."""
    end = time.monotonic() + WAIT_S
    while not done():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


async def seated(cardroom: Cardroom, **more: Any) -> Any:
    """Open a table of cribbage with these terms and seat Ann and Bea; return it as it is dealt."""
    # Without the cut, which is a moment, the clocks begin with the deal.
    live = await cardroom.open("cribbage", {"first_deal": "fixed"}, [""], **more)
    await commands.sit(cardroom, live, "Ann", "a")
    await commands.sit(cardroom, live, "Bea", "b")
    while cardroom.scheduler.alarms and cardroom.uptime.lease > LEASE_MS:  # on a machine that is busy
        await cardroom.heartbeats.beat()
    return await cardroom.table(live.id)


async def goes_by(cardroom: Cardroom, time: Time, span: int) -> None:
    """Let time pass, in which the server is up."""
    await cardroom.uptime.heartbeat(span)
    time.now += span
    await cardroom.uptime.heartbeat()


def left(clocks: Sequence[ShownClock], seat: int = 0) -> int:
    """Return the milliseconds on a seat's clock."""
    return clocks[seat].left


def table_of(live: LiveTable) -> Table:
    """Return the game of a table where all seats are taken."""
    assert live.table is not None
    return live.table
