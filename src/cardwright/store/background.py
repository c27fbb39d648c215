"""A store for an event loop, which never waits: each call waits in a thread, and has a time limit."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import groupby
from time import monotonic
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from cardwright.errors import LostRace, StoreError
from cardwright.store import (
    CALL_TIMEOUT_S,
    LEASE_MS,
    SEARCH_TIMEOUT_S,
    Append,
    ClockReading,
    LogRow,
    SnapshotRow,
    Store,
)

MAX_READS, MAX_WRITES = 4, 8  # at once
DOUBT_S = 10.0  # after a failed append, the log counts as not writable for this long

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


class _Waiting(NamedTuple):
    """An append that waits for its turn or for the database."""

    append: Append
    done: asyncio.Future[None]


class BackgroundStore:
    """A `Store` whose methods are awaited.

    One call appends at a time, and the next appends all that was asked for meanwhile. Reads, writes and heartbeats have
    threads of their own, so that none waits for another kind. After a failed append, the rows may be in the log.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._reads = ThreadPoolExecutor(MAX_READS, "log reads")
        self._writes = ThreadPoolExecutor(MAX_WRITES, "log writes")
        self._heartbeats = ThreadPoolExecutor(1, "log heartbeats")
        self._waiting: list[_Waiting] = []
        self._appending: Future[set[str]] | None = None
        self._failed_at = -DOUBT_S  # when an append failed last, if none has succeeded since
        # The next call of `read_together`: the games, and the task that will read them.
        self._together: tuple[dict[str, int], asyncio.Task[dict[str, list[LogRow]]]] | None = None

    async def append(self, game: str, seq: int, at: int, bodies: Sequence[str]) -> None:
        """Append one event or more, all or none. Raises `LostRace`."""
        waiting = _Waiting(Append(game, seq, at, bodies), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._append_waiting()
        try:
            await _within(CALL_TIMEOUT_S, waiting.done)
        except LostRace:
            raise
        except StoreError:
            self._failed_at = monotonic()
            raise
        self._failed_at = -DOUBT_S

    @property
    def is_writable(self) -> bool:
        """Return whether no append has failed in the last seconds: on a full disk, heartbeats alone may still fit."""
        return monotonic() - self._failed_at > DOUBT_S

    def _append_waiting(self) -> None:
        """Begin to append the waiting entries, of each game the first, unless an append is running."""
        if self._appending is not None and not self._appending.done():
            return
        waiting = [each for each in self._waiting if not each.done.done()]  # those given up are not appended
        batch = {each.append.game: each for each in reversed(waiting)}
        self._waiting = [each for each in waiting if batch[each.append.game] is not each]
        if batch:
            self._appending = self._writes.submit(self.store.append_several, [each.append for each in batch.values()])
            finish = partial(self._finish_append, batch)
            self._appending.add_done_callback(partial(call_in, asyncio.get_running_loop(), finish))

    def _finish_append(self, batch: dict[str, _Waiting], appending: Future[set[str]]) -> None:
        problem = appending.exception()
        for game, (append, done) in batch.items():
            if done.done():  # given up
                continue
            if problem is not None:
                done.set_exception(problem)
            elif game in appending.result():
                done.set_result(None)
            else:
                done.set_exception(LostRace(game, append.seq))
        self._append_waiting()

    async def read_together(self, game: str, since: int = 0) -> list[LogRow]:
        """Return a game's rows from ``since`` on, by one query with all that are asked for in this turn of the loop.

        Many pages that come back at once ask for the log of a person each, and tables that other servers have changed
        for their new rows. A thread and a round trip for each call would cost far more than the reading.
        """
        if self._together is None or self._together[1].done():  # one cancelled before it began
            wanted: dict[str, int] = {}
            self._together = wanted, asyncio.get_running_loop().create_task(self._read_several(wanted))
            self._together[1].add_done_callback(_take_error)  # every caller may have given up
        wanted, reading = self._together
        wanted[game] = min(since, wanted.get(game, since))
        rows = (await asyncio.shield(reading)).get(game, ())
        return [row for row in rows if row.seq >= since]

    async def _read_several(self, wanted: dict[str, int]) -> dict[str, list[LogRow]]:
        self._together = None  # what is asked for from now on is read by the next call
        rows = await _run(self._reads, self.store.read_several, wanted)
        return {game: list(each) for game, each in groupby(rows, lambda row: row.game)}

    async def latest(self, game: str) -> tuple[SnapshotRow | None, list[LogRow]]:
        """Return the snapshot of a game and the rows after it; all rows, if it has none."""
        return await _run(self._reads, latest, self.store, game)

    async def keep_snapshot(self, game: str, seq: int, body: bytes) -> None:
        """Keep a snapshot of a game."""
        await _run(self._writes, self.store.keep_snapshot, game, seq, body)

    async def tails(self, since: int, most: int) -> list[LogRow]:
        """Return the last rows of the games that had one since."""
        finding = asyncio.get_running_loop().run_in_executor(self._reads, self.store.tails, since, most)
        return await _within(SEARCH_TIMEOUT_S, finding)

    async def signal(self, body: str) -> None:
        """Send a text to all servers."""
        await _run(self._writes, self.store.signal, body)

    async def heartbeat(self, server: str, at: int, lease: int = LEASE_MS) -> None:
        """Record that this server is up."""
        await _run(self._heartbeats, self.store.heartbeat, server, at, lease)

    async def clock(self, server: str) -> ClockReading:
        """Return the time of the log."""
        return await _run(self._heartbeats, self.store.clock, server)

    async def correct_clock(self, known: int, correction: int) -> None:
        """Change the correction of the database's clock, if it is still the known one."""
        await _run(self._heartbeats, self.store.correct_clock, known, correction)

    async def outages(self) -> list[tuple[int, int]]:
        """Return the times in which no server was up."""
        return await _run(self._heartbeats, self.store.outages)


def latest(store: Store, game: str) -> tuple[SnapshotRow | None, list[LogRow]]:
    """Return the snapshot of a game and the rows after it; all rows, if it has none."""
    kept = store.snapshot(game)
    return kept, store.read(game, kept.seq if kept is not None else 0)


def call_in(loop: asyncio.AbstractEventLoop, call: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
    """Call a function in an event loop, from a thread; not if the loop has closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(call, *arguments)


def _take_error(done: asyncio.Task[Any]) -> None:
    """Retrieve a task's error, so that asyncio does not log it."""
    if not done.cancelled():
        done.exception()


async def _run(threads: ThreadPoolExecutor, call: Callable[[*Arguments], Result], *given: *Arguments) -> Result:
    return await _within(CALL_TIMEOUT_S, asyncio.get_running_loop().run_in_executor(threads, call, *given))


async def _within(limit_s: float, awaited: Awaitable[Result]) -> Result:
    try:
        async with asyncio.timeout(limit_s):
            return await awaited
    except TimeoutError:
        raise StoreError(f"the log gave no answer within {limit_s:g} s") from None
