"""The log in an SQLite file, which needs no installation."""

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, LiteralString, TypeAlias

from cardwright.errors import StoreError
from cardwright.store import (
    ALL_GAMES,
    CALL_TIMEOUT_S,
    Append,
    ClockReading,
    LogRow,
    OnAppend,
    OnSignal,
    Store,
)
from cardwright.store.integrity import link
from cardwright.store.sql import TAILS

NumberedRow: TypeAlias = tuple[int, str, int, int]  # the number of a row in the file; then game, seq, at

SCHEMA = """
create table if not exists event (
    game text not null, seq integer not null, at integer not null, body text not null, link blob,
    primary key (game, seq)
) strict;
create index if not exists event_at on event (at);
create table if not exists uptime (
    server text not null primary key, began integer not null, until integer not null
) strict;
create table if not exists log_clock (id integer primary key check (id = 1), correction integer not null) strict;
insert or ignore into log_clock values (1, 0);
create trigger if not exists event_link after insert on event when new.link is null begin
    update event set link = chained(
        (select link from event where game = new.game and seq = new.seq - 1), new.game, new.seq, new.at, new.body
    ) where game = new.game and seq = new.seq;
end;
create table if not exists snapshot (
    game text not null primary key, seq integer not null, link blob not null, body blob not null
) strict;
create table if not exists signal (id integer primary key autoincrement, body text not null) strict;
create trigger if not exists snapshot_pruned after delete on event when old.seq = 0 begin
    delete from snapshot where game = old.game;
end;
pragma wal_checkpoint;  -- the tables are in the file itself from the start, and so in every copy of it
"""
ADD_LINKS = "alter table event add column link blob"  # to a log of an earlier version
TABLES = "select count(*) from sqlite_master where type = 'table'"
COLUMNS = "select name from pragma_table_info('event')"
FOLLOWING = "select coalesce(max(seq) + 1, 0) from event where game = ?"
READ_SEVERAL = """
select game, seq, at, body from json_each(?) wanted
join event on game = key and seq >= value
order by game, seq
"""
CLOCK = """
select correction, (select coalesce(max(until), 0) from uptime where server <> ?)
from log_clock
"""
NEWEST = """
select (select coalesce(max(id), 0) from signal), event.rowid, game, seq, at
from (select max(rowid) as newest from event) left join event on event.rowid = newest
"""
NO_ROW: NumberedRow = (0, "", 0, 0)  # the newest of an empty log
ROW = "select rowid, game, seq, at from event where rowid = ?"
NEW_ROWS = "select game, max(seq) from event where rowid > ? and rowid <= ? group by game order by max(rowid)"
NEW_SIGNALS = "select body from signal where id > ? and id <= ? order by id"
MAX_SIGNALS = 200  # in the file, for listeners that have not read them yet
START_TIMEOUT_S = 10.0  # for the lock of another process, while the file is opened
LOCK_TIMEOUT_S = CALL_TIMEOUT_S * 0.9  # and afterwards
POLL_S = 0.02  # between a listener's checks of the file
FOREIGN = ("no such table: event", "file is not a database")  # errors of SQLite for other files
NOT_A_LOG = "it is not a log of the cardroom"
MEANINGS = {  # of errors of SQLite that name no remedy, by the beginning of their names
    "SQLITE_READONLY": "the file, or the folder that it is in, cannot be written",
    "SQLITE_CANTOPEN": "the file cannot be opened, or the folder that it is in cannot be written",
    "SQLITE_BUSY": "another process has locked the file",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the file cannot be read or written (is the disk full?)",
}


def make_folder(path: str) -> None:
    """Create the folder of a file, if it is not there. Raises `StoreError`."""
    with _name_file(path):
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)


@contextlib.contextmanager
def _name_file(path: str) -> Iterator[None]:
    """Raise an error of the system as `StoreError` with the name of the log."""
    try:
        yield
    except OSError as problem:
        raise StoreError(f"{path}: {problem.strerror}: {problem.filename}") from problem


def _connection(path: str) -> sqlite3.Connection:
    # check_same_thread: one lock a connection keeps its threads apart.
    connection = sqlite3.connect(path, timeout=START_TIMEOUT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.create_function("chained", 5, link, deterministic=True)
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")  # in WAL mode, this is what syncs at every commit
        connection.execute(f"pragma busy_timeout = {int(1000 * LOCK_TIMEOUT_S)}")
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def convert_errors(path: str) -> Iterator[None]:
    """Raise the errors of SQLite as `StoreError`."""
    try:
        yield
    except sqlite3.Error as problem:
        if str(problem) in FOREIGN:
            raise StoreError(f"{path}: {NOT_A_LOG}") from problem
        name = getattr(problem, "sqlite_errorname", "")
        meaning = next((words for error, words in MEANINGS.items() if name.startswith(error)), str(problem))
        raise StoreError(f"{path}: {meaning}") from problem


def create_file(path: Path) -> None:
    """Create an empty file, which only its owner can read: a log holds the shuffles. Leave one that is there."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def check_alone(path: Path) -> None:
    """Raise `StoreError` if a file that is not there yet would get the write-ahead log of an earlier one.

    SQLite would write the last changes of that one into the new file, or delete them.
    """
    log = Path(f"{path}-wal")
    with contextlib.suppress(FileNotFoundError):
        if log.stat().st_size and not path.exists():  # in this order, as another process may be creating both
            raise StoreError(
                f"{log}: this holds the last moves of an earlier {path.name}: move it to that file, or delete it"
            )


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    # immediate: a lock from the start, so that what is read is so still when it is written.
    database.execute("begin immediate")
    try:
        yield database
        database.execute("commit")
    except BaseException:
        # A failure can have ended the transaction by itself.
        if database.in_transaction:
            database.execute("rollback")
        raise


class SqliteStore(Store):
    """A `Store` in one file. Several processes may share it, if they are on one machine.

    It reads on one connection and writes on another, so that no reader waits while another process locks the file.
    Signals do not wait for the disk.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        make_folder(self.path)
        file = Path(self.path).absolute()
        if file.is_dir():
            raise StoreError(f"{self.path}: this is a folder; name a file")
        check_alone(file)
        with _name_file(self.path):
            create_file(file)  # SQLite's files beside it get its mode
        self._lock, self._read_lock, self._signal_lock = threading.Lock(), threading.Lock(), threading.Lock()
        self._closed = False
        with convert_errors(self.path), contextlib.ExitStack() as opened:
            self._database = opened.enter_context(contextlib.closing(_connection(self.path)))
            self._check_owner()
            self._database.execute(f"pragma busy_timeout = {int(1000 * START_TIMEOUT_S)}")
            self._database.executescript(SCHEMA)
            self._database.execute("delete from uptime where server = ''")  # fails if nothing can be written
            self._database.execute(f"pragma busy_timeout = {int(1000 * LOCK_TIMEOUT_S)}")
            self._reader = opened.enter_context(contextlib.closing(_connection(self.path)))
            self._signals = opened.enter_context(contextlib.closing(_connection(self.path)))
            self._signals.execute("pragma synchronous = normal")
            opened.pop_all()  # all are open: they stay so

    def _check_owner(self) -> None:
        """Raise `StoreError` for a database of another program."""
        ((tables,),) = self._database.execute(TABLES)
        columns = [name for (name,) in self._database.execute(COLUMNS)]
        if tables and columns[:4] != ["game", "seq", "at", "body"]:
            raise StoreError(f"{self.path}: {NOT_A_LOG}")
        if tables and "link" not in columns:
            with contextlib.suppress(sqlite3.OperationalError):  # another process has just done it
                self._database.execute(ADD_LINKS)

    def append_several(self, appends: Sequence[Append]) -> set[str]:
        with self._lock, convert_errors(self.path), _transaction(self._database) as database:
            return {each.game for each in appends if self._insert(database, each)}

    @staticmethod
    def _insert(database: sqlite3.Connection, append: Append) -> bool:
        (following,) = database.execute(FOLLOWING, (append.game,)).fetchone()
        if following != append.seq:  # the primary key alone would let a game have a hole
            return False
        database.executemany("insert into event (game, seq, at, body) values (?, ?, ?, ?)", append.rows)
        return True

    def read_several(self, since: Mapping[str, int]) -> list[LogRow]:
        return [LogRow(*row) for row in self._rows(READ_SEVERAL, json.dumps(since))]

    def tails(self, since: int, most: int) -> list[LogRow]:
        if self._closed:
            raise StoreError(f"{self.path}: the store is closed")
        # On a connection of its own, so that other reads need not wait.
        with convert_errors(self.path), contextlib.closing(_connection(self.path)) as database:
            rows = database.execute(TAILS, (since, most)).fetchall()
        return [LogRow(*row) for row in reversed(rows)]

    def clock(self, server: str) -> ClockReading:
        """Return the time of the log, by the clock of this machine."""
        ((correction, latest),) = self._rows(CLOCK, server)
        return ClockReading(time.time_ns() // 1_000_000, correction, latest)

    def _rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        with self._read_lock, convert_errors(self.path):
            return self._reader.execute(query, values).fetchall()

    def _change(self, statement: LiteralString, *values: Any) -> None:
        with self._lock, convert_errors(self.path):
            self._database.execute(statement, values)

    def signal(self, body: str) -> None:
        with self._signal_lock, convert_errors(self.path), _transaction(self._signals) as database:
            made = database.execute("insert into signal (body) values (?)", (body,)).lastrowid or 0
            database.execute("delete from signal where id <= ?", (made - MAX_SIGNALS,))

    def listen(self, heard: OnAppend, signalled: OnSignal = lambda body: None) -> "SqliteListener":
        """Poll the file, which is cheap, and report appended entries and signals."""
        return SqliteListener(self.path, heard, signalled)

    def close(self) -> None:
        with self._lock, self._read_lock, self._signal_lock:
            self._closed = True
            for each in (self._signals, self._reader, self._database):
                each.close()


class SqliteListener:
    """A thread that polls the file for changes."""

    def __init__(self, path: str, heard: OnAppend, signalled: OnSignal) -> None:
        self.path, self.heard, self.signalled = path, heard, signalled
        self._done = threading.Event()
        with convert_errors(path), contextlib.ExitStack() as opened:
            self._database = opened.enter_context(contextlib.closing(_connection(path)))
            self._last, self._last_signal = self._newest()
            opened.pop_all()
        self._thread = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def _newest(self) -> tuple[NumberedRow, int]:
        signal, number, game, seq, at = self._database.execute(NEWEST).fetchone()
        return NO_ROW if number is None else (number, game, seq, at), signal

    def _run(self) -> None:
        while not self._done.wait(POLL_S):
            try:
                appends, signals = self._news()
            except sqlite3.Error:  # such as a disk that is full; what was missed meanwhile is not known
                appends, signals = [(ALL_GAMES, 0)], []
            if self._done.is_set():
                return
            for game, seq in appends:
                self.heard(game, seq)
            for body in signals:
                self.signalled(body)

    def _news(self) -> tuple[list[tuple[str, int]], list[str]]:
        last, last_signal = self._last, self._last_signal
        self._last, self._last_signal = self._newest()
        appends = self._appends_since(last) if self._last != last else []
        signals: list[str] = []
        if self._last_signal != last_signal:
            rows = self._database.execute(NEW_SIGNALS, (last_signal, self._last_signal))
            signals = [body for (body,) in rows]
        return appends, signals

    def _appends_since(self, last: NumberedRow) -> list[tuple[str, int]]:
        """Return each game with rows after the last known and the last of these; `ALL_GAMES` if that row is gone.

        SQLite gives the numbers of deleted rows to new ones, if they were the highest: `cardwright prune` may delete
        those.
        """
        if last != NO_ROW and self._database.execute(ROW, last[:1]).fetchone() != last:
            return [(ALL_GAMES, 0)]
        return self._database.execute(NEW_ROWS, (last[0], self._last[0])).fetchall()

    def close(self) -> None:
        """End the thread."""
        self._done.set()
        self._thread.join()
        self._database.close()
