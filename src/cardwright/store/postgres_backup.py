"""Reading, filling and pruning a log in PostgreSQL as a whole."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import psycopg

from cardwright.errors import StoreError
from cardwright.store.integrity import Row
from cardwright.store.postgres import PostgresStore, convert_errors
from cardwright.store.sql import SPANS

# In the order of bytes, as a chain is checked and as SQLite sorts.
ROWS = 'select game, seq, at, body, link from event order by game collate "C", seq'
FETCH_ROWS = 5000
CONNECT_TIMEOUT_S = 10


def _connect(where: str) -> psycopg.Connection[Any]:
    """Return a connection that waits for an answer as long as it takes, unlike a server's connections."""
    return psycopg.connect(where, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S)


@contextlib.contextmanager
def snapshot(where: str) -> Iterator[tuple[Iterator[Row], Iterator[tuple[str, int, int]]]]:
    """Yield all entries and the uptimes of servers, as they were at one moment. Raises `StoreError`."""
    PostgresStore(where).close()  # the columns are those of this version
    with convert_errors(), _connect(where) as database:
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        database.read_only = True
        with database.transaction():
            yield _rows(database), iter(database.execute(SPANS).fetchall())


def _rows(database: psycopg.Connection[Any]) -> Iterator[Row]:
    with database.cursor(name="log") as cursor:
        cursor.itersize = FETCH_ROWS
        yield from cursor.execute(ROWS)


def fill(where: str, rows: Iterable[Row], spans: Iterable[tuple[str, int, int]]) -> None:
    """Write the entries of a backup to an empty database. Raises `StoreError`."""
    PostgresStore(where).close()
    with convert_errors(), _connect(where) as database, database.transaction(), database.cursor() as cursor:
        if cursor.execute("select exists (select from event)").fetchone() != (False,):
            raise StoreError("PostgreSQL: this database has a log already; restore to an empty one")
        with cursor.copy("copy event (game, seq, at, body, link) from stdin") as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute("delete from uptime")
        with cursor.copy("copy uptime (server, began, until) from stdin") as copy:
            for span in spans:
                copy.write_row(span)


def prune(where: str, before: int, is_table: Callable[[str], bool], at_once: int) -> tuple[int, int]:
    """Delete the tables without an entry since ``before``; return the number of tables and entries."""
    PostgresStore(where).close()
    with convert_errors(), _connect(where) as database:
        rows = database.execute("select game from event group by game having max(at) < %s", (before,)).fetchall()
        old = [game for (game,) in rows if is_table(game)]
        entries = sum(
            database.execute("delete from event where game = any(%s)", (old[at : at + at_once],)).rowcount
            for at in range(0, len(old), at_once)
        )
        database.execute("delete from snapshot where game = any(%s)", (old,))
    return len(old), entries
