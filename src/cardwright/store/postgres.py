"""The log in PostgreSQL, where several servers share the work. Needs psycopg: the extra ``postgres``."""

import contextlib
import os
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from typing import Any, LiteralString

import psycopg

from cardwright.errors import StoreError
from cardwright.store import (
    ALL_GAMES,
    CALL_TIMEOUT_S,
    SEARCH_TIMEOUT_S,
    Append,
    ClockReading,
    LogRow,
    OnAppend,
    OnSignal,
    Store,
)
from cardwright.store.sql import TAILS

CHANNEL = "cardwright"
SIGNALS = "cardwright_signals"
SCHEMA = """
select pg_advisory_xact_lock(72403150);  -- two servers that start at once must not both create the table
create table if not exists event (
    game text not null, seq bigint not null, at bigint not null, body text not null,
    primary key (game, seq)
);
create index if not exists event_at on event (at);
create table if not exists uptime (server text not null primary key, began bigint not null, until bigint not null);
create table if not exists log_clock (id integer primary key check (id = 1), correction bigint not null);
insert into log_clock values (1, 0) on conflict do nothing;
create table if not exists snapshot (
    game text not null primary key, seq bigint not null, link bytea not null, body bytea not null
);
do $$ begin  -- the hash chain of `integrity`
    if not exists (select from pg_trigger where tgname = 'event_link' and tgrelid = 'event'::regclass) then
        alter table event add column link bytea;
        create function event_link() returns trigger language plpgsql as $body$ begin
            if new.link is null then
                new.link := sha256(coalesce(
                    (select link from event where game = new.game and seq = new.seq - 1), ''
                ) || convert_to(concat_ws(' ', new.game, new.seq, new.at, new.body), 'UTF8'));
            end if;
            return new;
        end $body$;
        create trigger event_link before insert on event for each row execute function event_link();
    end if;
end $$;
"""
# One round trip: read, append, and notify the others on commit. Of two concurrent appends the primary key refuses one.
# All servers insert in the same order, so that no two wait for each other.
APPEND = """
with new as (
    select * from unnest(%s::text[], %s::bigint[], %s::bigint[], %s::text[]) as new (game, seq, at, body)
),
fitting as (
    select game from new group by game
    having min(seq) = (select coalesce(max(event.seq) + 1, 0) from event where event.game = new.game)
),
added as (
    insert into event (game, seq, at, body)
    select game, seq, at, body from new join fitting using (game) order by game, seq
    returning game, seq
)
select game, pg_notify(%s, max(seq) || ' ' || game) from added group by game
"""
READ_SEVERAL = """
select game, seq, at, body from unnest(?::text[], ?::bigint[]) wanted (name, since)
join event on game = name and seq >= since
order by game, seq
"""
CLOCK = """
select correction, (select coalesce(max(until), 0) from uptime where server <> ?),
    (extract(epoch from clock_timestamp()) * 1000)::bigint
from log_clock
"""
START_TIMEOUT_S = 10.0  # for the tables to be created, perhaps by another server
CONNECT_TIMEOUT_S = 2  # the least that libpq takes
CLOSE_POLL_S = 0.05  # between looks whether the store was closed, while a connection is made
JOIN_TIMEOUT_S = 0.5  # for a listener's thread to end
RECONNECT_S = 0.2  # between a listener's attempts


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is closed when the server has not answered within a time limit."""

    limit_s = CALL_TIMEOUT_S

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer of the server."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.limit_s)
        except psycopg.errors._WaitTimeout as problem:
            self.pgconn.finish()
            raise psycopg.OperationalError(f"no answer within {self.limit_s:g} s") from problem

    def interrupt(self) -> None:
        """Make a call that waits in another thread fail at once."""
        with contextlib.suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(self.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)


def _connection(address: str) -> Connection:
    return Connection.connect(address, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S)


def _make_connection(address: str, making: Future[Connection]) -> None:
    try:
        making.set_result(_connection(address))
    except Exception as problem:
        making.set_exception(problem)


@contextlib.contextmanager
def convert_errors() -> Iterator[None]:
    """Raise the errors of PostgreSQL as `StoreError`."""
    try:
        yield
    except psycopg.Error as problem:
        # The first line: what follows it can hold the statement, and so what is hidden in a game.
        first = (str(problem).splitlines() or ["no connection"])[0]
        raise StoreError(f"PostgreSQL: {first}") from problem


def _insert(database: Connection, appends: Sequence[Append]) -> set[str] | None:
    """Append to several games by one query; return those whose ``seq`` was the next.

    None if nothing is appended, because another server has just been first at one of them.
    """
    columns = zip(*(row for each in appends for row in each.rows), strict=True)
    try:
        return {game for game, _ in database.execute(APPEND, (*map(list, columns), CHANNEL))}
    except psycopg.errors.UniqueViolation:
        return None


class PostgresStore(Store):
    """A `Store` in a PostgreSQL database: a connection for each thread that calls at the same time, kept for the next.

    Lost connections are replaced.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._busy: set[Connection] = set()
        self._closed = False
        try:
            with self._database() as database:
                self._create_tables(database)
        except BaseException:
            self.close()
            raise

    @staticmethod
    def _create_tables(database: Connection) -> None:
        """Create the tables that are missing. Raises `StoreError` for a table of another program."""
        database.limit_s = START_TIMEOUT_S
        try:
            with database.transaction():
                database.execute(SCHEMA)
        except psycopg.errors.UndefinedColumn as problem:
            raise StoreError("PostgreSQL: its table event is another program's") from problem
        database.limit_s = CALL_TIMEOUT_S

    @contextlib.contextmanager
    def _database(self) -> Iterator[Connection]:
        with convert_errors():
            database = self._take_connection()
            try:
                yield database
            finally:
                self._give_back(database)

    def _take_connection(self) -> Connection:
        """Return an idle connection, or a new one."""
        with self._lock:
            if self._closed:
                raise StoreError("PostgreSQL: the store is closed")
            idle = self._idle.pop() if self._idle else None
        database = idle or self._connect()
        with self._lock:
            self._busy.add(database)
        return database

    def _connect(self) -> Connection:
        """Return a new connection. It is made in a thread that no end of the process waits for: libpq may take 2 s."""
        making: Future[Connection] = Future()
        threading.Thread(target=_make_connection, args=(self.address, making), daemon=True).start()
        while not wait([making], CLOSE_POLL_S).done:
            if self._closed:
                raise StoreError("PostgreSQL: the store is closed")
        return making.result()

    def _give_back(self, database: Connection) -> None:
        with self._lock:
            self._busy.discard(database)
            if not database.closed and not self._closed:
                self._idle.append(database)
                return
            lost, self._idle = self._idle, []  # they were probably lost together
        for each in (database, *lost):
            each.close()

    def append_several(self, appends: Sequence[Append]) -> set[str]:
        with self._database() as database:
            appended = _insert(database, appends)
            if appended is None:
                appended = {each.game for each in appends if _insert(database, [each])}
        return appended

    def read_several(self, since: Mapping[str, int]) -> list[LogRow]:
        return [LogRow(*row) for row in self._rows(READ_SEVERAL, list(since), list(since.values()))]

    def tails(self, since: int, most: int) -> list[LogRow]:
        with self._database() as database:
            database.limit_s = SEARCH_TIMEOUT_S
            try:
                rows = database.execute(TAILS.replace("?", "%s"), (since, most)).fetchall()
            finally:
                database.limit_s = CALL_TIMEOUT_S
        return [LogRow(*row) for row in reversed(rows)]

    def clock(self, server: str) -> ClockReading:
        """Return the time of the log, by the clock of the database."""
        ((correction, latest, now),) = self._rows(CLOCK, server)
        return ClockReading(now, correction, latest)

    def _rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        with self._database() as database:
            return database.execute(query.replace("?", "%s"), values).fetchall()

    def _change(self, statement: LiteralString, *values: Any) -> None:
        with self._database() as database:
            database.execute(statement.replace("?", "%s"), values)

    def signal(self, body: str) -> None:
        self._rows("select pg_notify(?, ?)", SIGNALS, body)

    def listen(self, heard: OnAppend, signalled: OnSignal = lambda body: None) -> "PostgresListener":
        """Listen on a connection of its own."""
        return PostgresListener(self.address, heard, signalled)

    def close(self) -> None:
        """Close all connections; calls in other threads fail."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for connection in self._busy:
                connection.interrupt()
        for connection in idle:
            connection.close()


class PostgresListener:
    """A thread that waits for notifications."""

    def __init__(self, address: str, heard: OnAppend, signalled: OnSignal) -> None:
        self.address, self.heard, self.signalled = address, heard, signalled
        self._done = threading.Event()
        with convert_errors():
            self._database = self._open_listener()
        self._thread = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def _open_listener(self) -> Connection:
        listener = _connection(self.address)
        listener.execute(f"listen {CHANNEL}")
        listener.execute(f"listen {SIGNALS}")
        return listener

    def _run(self) -> None:
        while not self._done.is_set():
            try:
                self._wait()
            except psycopg.Error:
                self._reconnect()

    def _wait(self) -> None:
        # The time-out is how often to look whether to end.
        for notice in self._database.notifies(timeout=0.1):
            if self._done.is_set():
                return
            if notice.channel == SIGNALS:
                self.signalled(notice.payload)
                continue
            seq, _, game = notice.payload.partition(" ")
            self.heard(game, int(seq))

    def _reconnect(self) -> None:
        self._database.close()
        while not self._done.wait(RECONNECT_S):
            with contextlib.suppress(psycopg.Error):
                self._database = self._open_listener()
                self.heard(ALL_GAMES, 0)
                return

    def close(self) -> None:
        """End the thread."""
        self._done.set()
        self._thread.join(JOIN_TIMEOUT_S)  # longer only while it connects again
        self._database.close()
