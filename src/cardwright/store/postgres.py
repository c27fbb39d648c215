"""The log in PostgreSQL, where several servers share the work. Needs psycopg: the extra ``postgres``."""

import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import Any, LiteralString

import psycopg

from cardwright.errors import LostRace, StoreError
from cardwright.store import ALL_GAMES, LEASE_MS, LogRow, OnAppend, outages_between

CHANNEL = "cardwright"
SCHEMA = """
select pg_advisory_xact_lock(72403150);  -- two servers that start at once must not both create the table
create table if not exists event (
    game text not null, seq bigint not null, at bigint not null, body text not null,
    primary key (game, seq)
);
create index if not exists event_at on event (at);
create table if not exists uptime (server text not null primary key, began bigint not null, until bigint not null);
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
APPEND = """
with following as (select coalesce(max(seq) + 1, 0) as seq from event where game = %(game)s),
added as (
    insert into event (game, seq, at, body)
    select %(game)s, following.seq + place - 1, %(at)s, body
    from following, unnest(%(bodies)s::text[]) with ordinality as new (body, place)
    where following.seq = %(seq)s
    returning seq
)
select pg_notify(%(channel)s, max(seq) || ' ' || %(game)s) from added having count(*) > 0
"""
READ = "select game, seq, at, body from event where game = %s and seq >= %s order by seq"
TAILS = """
select game, seq, at, body from event
where at >= %s and seq = (select max(seq) from event other where other.game = event.game) order by at, game
"""
HEARTBEAT = """
insert into uptime (server, began, until) values (%s, %s, %s)
on conflict (server) do update set until = excluded.until
"""
CONNECT_TIMEOUT_S = 3  # all requests wait meanwhile
RECONNECT_S = 0.2  # between a listener's attempts


def _connection(address: str) -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S)


@contextlib.contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as problem:
        # The first line: what follows it can hold the statement, and so what is hidden in a game.
        first = (str(problem).splitlines() or ["no connection"])[0]
        raise StoreError(f"PostgreSQL: {first}") from problem


class PostgresStore:
    """A `Store` in a PostgreSQL database. The next call reopens a lost connection."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._lock = threading.Lock()
        self._closed = False
        with _reported():
            self._pool_created = _connection(address)
            with self._pool_created.transaction():
                self._pool_created.execute(SCHEMA)

    @contextlib.contextmanager
    def _database(self) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        with self._lock, _reported():
            if self._closed:
                raise StoreError("PostgreSQL: the store is closed")
            if self._pool_created.closed:
                self._pool_created = _connection(self.address)
            yield self._pool_created

    def append(self, game: str, seq: int, at: int, bodies: Sequence[str]) -> None:
        """Append events, all or none. Raises `LostRace`."""
        values = {"game": game, "seq": seq, "at": at, "bodies": list(bodies), "channel": CHANNEL}
        with self._database() as database:
            try:
                told = database.execute(APPEND, values).rowcount
            except psycopg.errors.UniqueViolation as problem:
                raise LostRace(game, seq) from problem
        if not told:
            raise LostRace(game, seq)

    def read(self, game: str, since: int = 0) -> list[LogRow]:
        """Return a game's rows, in order."""
        return [LogRow(*row) for row in self._rows(READ, game, since)]

    def tails(self, since: int = 0) -> list[LogRow]:
        """Return the last row of every game that had one since."""
        return [LogRow(*row) for row in self._rows(TAILS, since)]

    def heartbeat(self, server: str, at: int, lease: int = LEASE_MS) -> None:
        """Record that this server is up."""
        with self._database() as database:
            database.execute(HEARTBEAT, (server, at, at + lease))

    def outages(self) -> list[tuple[int, int]]:
        """Return the times in which no server was up."""
        return outages_between(
            (began, until) for began, until in self._rows("select began, until from uptime order by began, until")
        )

    def _rows(self, query: LiteralString, *values: str | int) -> list[tuple[Any, ...]]:
        with self._database() as database:
            return database.execute(query, values).fetchall()

    def listen(self, heard: OnAppend) -> "PostgresListener":
        """Listen on a connection of its own."""
        return PostgresListener(self.address, heard)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._closed = True
            self._pool_created.close()


class PostgresListener:
    """A thread that waits for notifications."""

    def __init__(self, address: str, heard: OnAppend) -> None:
        self.address, self.heard = address, heard
        self._done = threading.Event()
        with _reported():
            self._database = self._listening()
        self._thread = threading.Thread(target=self._run, name="store listener", daemon=True)
        self._thread.start()

    def _listening(self) -> psycopg.Connection[tuple[Any, ...]]:
        made = _connection(self.address)
        made.execute(f"listen {CHANNEL}")
        return made

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
            seq, _, game = notice.payload.partition(" ")
            self.heard(game, int(seq))

    def _reconnect(self) -> None:
        self._database.close()
        while not self._done.wait(RECONNECT_S):
            with contextlib.suppress(psycopg.Error):
                self._database = self._listening()
                self.heard(ALL_GAMES, 0)
                return

    def close(self) -> None:
        """End the thread."""
        self._done.set()
        self._thread.join()
        self._database.close()
