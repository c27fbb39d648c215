"""Tables that have entries in the log which this process has not read: they are read in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice

from cardwright.cardroom.background.uptime import Uptime
from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import CardwrightError, StoreError
from cardwright.store.background import BackgroundStore

logger = logging.getLogger("cardwright")

RECENT_MS = 30 * 24 * 3600 * 1000  # tables active within this time are loaded at start
RETRY_S = 1.0  # delay before a failed or missed read is repeated
TABLES_PER_QUERY = 16  # so few that the event loop has time for others between


class UnreadTables:
    """Reads tables by ``read``, which puts them among the ``tables`` in memory, until the log has nothing new."""

    def __init__(
        self,
        log: BackgroundStore,
        uptime: Uptime,
        tables: dict[str, LiveTable],
        read: Callable[[str], Awaitable[LiveTable]],
    ) -> None:
        self.log, self.uptime, self.tables, self.read = log, uptime, tables, read
        self._ids: dict[str, None] = {}  # in the order in which they are read
        self._to_load = 0  # the number of recently active tables to load again after the delay
        self._retry: asyncio.TimerHandle | None = None
        self._loading: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None

    def start(self, count: int) -> None:
        """Begin to load the recently active tables, at most this many, however long it takes to find them."""
        if self._loading is not None:
            self._loading.cancel()
        self._loading = asyncio.get_running_loop().create_task(self._load(count))

    async def _load(self, count: int) -> None:
        """Load tables, the latest first. It pauses as long as each takes: pages that connect again need the time."""
        while True:
            try:
                recent = await self.log.tails(self.uptime.wall() - RECENT_MS, count)
                break
            except StoreError as problem:
                logger.warning("recent tables not found", extra={"why": type(problem).__name__})
                await asyncio.sleep(RETRY_S)
        ids = [row.game for row in recent if TABLE_ID.fullmatch(row.game)]
        loop = asyncio.get_running_loop()
        for id in reversed(ids):
            began = loop.time()
            if id not in self.tables and not await self._read(id):
                self.read_later(ids)
                return
            await asyncio.sleep(loop.time() - began)
        for id in ids:
            if id in self.tables:
                self.tables[id] = self.tables.pop(id)

    @property
    def is_empty(self) -> bool:
        """Return whether the recent tables are loaded, and nothing new is known of any table."""
        return self._loading is not None and self._loading.done() and not self._ids

    async def wait(self) -> None:
        """Wait until all these tables have been read, or cannot be."""
        for reading in (self._loading, self._reading):
            if reading is not None:
                await reading

    def read_later(self, ids: Iterable[str]) -> None:
        """Read these tables after a delay."""
        self._ids |= dict.fromkeys(ids)
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(RETRY_S, self.read_now)

    def read_all_later(self, count: int) -> None:
        """After a delay, read all tables in memory, and load the recently active ones again: some may be new."""
        self._to_load = count
        self.read_later(self.tables)

    def read_soon(self, id: str) -> None:
        """Read this table now, or after the delay that runs already."""
        self._ids[id] = None
        if self._retry is None:
            self.read_now()

    def read_now(self, ids: Iterable[str] = ()) -> None:
        """Read these tables, and the tables that wait for a delay."""
        self._ids |= dict.fromkeys(ids)
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._to_load:
            self.start(self._to_load)
            self._to_load = 0
        if self._ids and (self._reading is None or self._reading.done()):
            self._reading = asyncio.get_running_loop().create_task(self._read_all())

    async def _read_all(self) -> None:
        """Read the new entries of all tables that have some; retry later if the log cannot be reached."""
        while self._ids:
            ids = list(islice(self._ids, TABLES_PER_QUERY))
            for id in ids:
                del self._ids[id]
            done = await asyncio.gather(*map(self._read, ids))
            if not all(done):
                self.read_later(id for id, is_read in zip(ids, done, strict=True) if not is_read)
                return

    async def _read(self, id: str) -> bool:
        """Read the new entries of a table; return False if the log cannot be reached."""
        try:
            await self.read(id)
        except StoreError as problem:
            logger.warning("table not read", extra={"table": id, "why": type(problem).__name__})
            return False
        except CardwrightError as problem:  # one unreadable table must not stop the others
            logger.warning("table left out", extra={"table": id, "why": type(problem).__name__})
        return True

    def close(self) -> None:
        """Stop reading."""
        for each in (self._loading, self._reading, self._retry):
            if each is not None:
                each.cancel()
