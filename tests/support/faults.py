"""Faults of a running cardroom and its database, all at random moments and at once, each ended after a while.

The clock of a cardroom is stepped by a signal that `support.cardroom` takes, that of PostgreSQL by a function which
hides its own.
"""

import contextlib
import signal
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from support import postgres
from support.cardroom import STEP_BACK, STEP_MS, STEP_ON, Cardroom

PAUSES_S = 0.3, 2.0  # between two faults of a kind
FAULT_S = 0.1, 2.0  # how long one lasts
RESTART_TIMEOUT_S = 120  # for a cardroom to start while other faults last
SMALL_FILE_BYTES = 4096  # beyond which a process cannot write to any file, as if the disk were full
CLOCK = """
create table clock_step (ms bigint not null);
insert into clock_step values (0);
create function clock_timestamp() returns timestamptz volatile language sql as
    'select pg_catalog.clock_timestamp() + (select ms from public.clock_step) * interval ''1 millisecond''';
alter database postgres set search_path = public, pg_catalog;
"""


class Faults:
    """The faults of one cardroom, on a file or on a PostgreSQL server; ``counts`` are those that there were."""

    def __init__(self, room: Cardroom, database: Path | postgres.Server, each: int, rng: Random) -> None:
        self.room, self.database, self.each = room, database, each
        self.seeds = iter(rng.sample(range(10**9), 20))
        self.counts: Counter[str] = Counter()
        self.done = threading.Event()
        self._database_is_up = threading.Lock()

    @property
    def kinds(self) -> list[Callable[[Random], None]]:
        """The faults, each as a function that makes it and ends it."""
        common = [self.kill, self.pause, self.full_disk, self.clock_step]
        if isinstance(self.database, postgres.Server):
            return [*common, self.locked_table, self.restarted_database, self.paused_database]
        return [*common, self.locked_file]

    @contextlib.contextmanager
    def occur(self) -> Iterator[None]:
        """Let them occur, each kind by itself, until the block ends."""
        kinds = self.kinds
        with ThreadPoolExecutor(len(kinds)) as pool:
            running = [pool.submit(self._repeat, kind, Random(next(self.seeds))) for kind in kinds]
            try:
                yield
            finally:
                self.done.set()
        for each in running:
            each.result()

    def _repeat(self, kind: Callable[[Random], None], rng: Random) -> None:
        for _ in range(self.each):
            if self.done.wait(rng.uniform(*PAUSES_S)):
                return
            kind(rng)
            self.counts[kind.__name__.replace("_", " ")] += 1

    def _last(self, rng: Random) -> None:
        time.sleep(rng.uniform(*FAULT_S))

    def kill(self, rng: Random) -> None:
        """SIGKILL, and a new start, which may fail while other faults last."""
        self.room.kill()
        end = time.monotonic() + RESTART_TIMEOUT_S
        while True:
            try:
                self.room.restart()
                return
            except RuntimeError:
                if time.monotonic() > end:
                    raise

    def pause(self, rng: Random) -> None:
        """SIGSTOP of the cardroom, as when a laptop is shut."""
        process = self.room.process
        process.send_signal(signal.SIGSTOP)
        self._last(rng)
        process.send_signal(signal.SIGCONT)

    def clock_step(self, rng: Random) -> None:
        """Step the clocks by ten minutes, on or back."""
        ahead = rng.random() < 0.5
        self.room.process.send_signal(STEP_ON if ahead else STEP_BACK)
        if isinstance(self.database, postgres.Server):
            with contextlib.suppress(psycopg.Error), self._connected() as database:
                database.execute("update clock_step set ms = ms + %s", (STEP_MS if ahead else -STEP_MS,))

    def full_disk(self, rng: Random) -> None:
        """No file can grow: a cardroom on SQLite cannot write; PostgreSQL's processes end, and it recovers."""
        whom: dict[str, Any] = {}
        pids = [self.room.process.pid]
        if isinstance(self.database, postgres.Server):
            whom = self.database.whom
            with self._database_is_up:
                pids = postgres.children(self.database.process.pid)
        for limit in (str(SMALL_FILE_BYTES), "unlimited"):
            for pid in pids:  # of a process that was killed meanwhile, nothing is limited
                subprocess.run(["prlimit", f"--pid={pid}", f"--fsize={limit}:"], stderr=subprocess.DEVNULL, **whom)
            self._last(rng)

    def locked_file(self, rng: Random) -> None:
        """Another process writes to the file, and takes long."""
        assert isinstance(self.database, Path)
        other = sqlite3.connect(self.database, isolation_level=None, timeout=10)
        with contextlib.suppress(sqlite3.Error), contextlib.closing(other):
            other.execute("begin immediate")
            self._last(rng)
            other.execute("rollback")

    def locked_table(self, rng: Random) -> None:
        """Another client locks the whole log."""
        with contextlib.suppress(psycopg.Error), self._connected() as database, database.transaction():
            database.execute("set local lock_timeout = '5s'")
            database.execute("lock table event in access exclusive mode")
            self._last(rng)

    def restarted_database(self, rng: Random) -> None:
        """A fast shutdown of PostgreSQL, and a start."""
        assert isinstance(self.database, postgres.Server)
        with self._database_is_up:
            self.database.stop()
            time.sleep(rng.uniform(0, 0.5))
            self.database.start()

    def paused_database(self, rng: Random) -> None:
        """SIGSTOP of all processes of PostgreSQL: it keeps its connections, and answers nothing."""
        assert isinstance(self.database, postgres.Server)
        with self._database_is_up:
            self.database.pause()
            self._last(rng)
            self.database.go_on()

    def _connected(self) -> psycopg.Connection[tuple[object, ...]]:
        assert isinstance(self.database, postgres.Server)
        return psycopg.connect(self.database.address, autocommit=True, connect_timeout=5)


def steppable_clock(database: postgres.Server) -> None:
    """Give a PostgreSQL server a clock that can be stepped."""
    with psycopg.connect(database.address, autocommit=True) as connection:
        connection.execute(CLOCK)
