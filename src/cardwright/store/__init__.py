"""The event log: everything that has happened in every game, in order. Replaying a game's log gives its state.

One table holds it all: ``event(game, seq, at, body, primary key (game, seq))``. The key is the lock: a writer
that appends event n has read all before it, and of two writers of the same n one succeeds and the other gets
`LostRace`, reads on and decides again. So any process may serve any game. An event is on the disk when
`Store.append` returns.

A small second table says when servers were up: each calls `Store.heartbeat` more often than its lease ends. When none
was, that is an outage, and `play.clock.open_time` counts time without those. A third has the correction of the
database's clock, which `cardroom.background.log_clock` keeps when that clock is set. A fourth has snapshots of long
tables: see `cardroom.tables.snapshots`. Signals between servers, such as who has a page open, are not kept.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, LiteralString, NamedTuple, Protocol, TypeAlias

import msgspec

from cardwright.errors import LostRace, StoreError
from cardwright.store import sql

ALL_GAMES = ""  # in place of a game: the listener may have missed entries of any
CALL_TIMEOUT_S = 1.5  # for the database to answer a call; a player is asked to try again within two seconds
SEARCH_TIMEOUT_S = 60.0  # for `Store.tails`, which may look through a large log
MAX_SIGNAL_BYTES = 7000  # PostgreSQL passes on less than 8,000
IDLE_LEASE_MS = 60_000  # the same for a server at which no clock runs
LEASE_MS = 1000  # a heartbeat says that its server is up for this time; beat more often

OnAppend: TypeAlias = Callable[[str, int], None]
OnSignal: TypeAlias = Callable[[str], None]


class LogRow(msgspec.Struct, frozen=True):
    """``body`` is JSON, ``at`` the time in milliseconds; ``seq`` counts from 0 in each game."""

    game: str
    seq: int
    at: int
    body: str


class Append(NamedTuple):
    """Events to append to a game, the first as event ``seq``."""

    game: str
    seq: int
    at: int
    bodies: Sequence[str]

    @property
    def rows(self) -> list[tuple[str, int, int, str]]:
        """The rows of the log."""
        return [(self.game, number, self.at, body) for number, body in enumerate(self.bodies, self.seq)]


class ClockReading(NamedTuple):
    """The time of the log: the clock of its database and the correction of that, in milliseconds.

    ``latest`` is the end of the last uptime of any other server.
    """

    database: int
    correction: int
    latest: int

    @property
    def now(self) -> int:
        """The time of the log."""
        return self.database + self.correction


class SnapshotRow(msgspec.Struct, frozen=True):
    """A snapshot of a table after ``seq`` entries, the last of them made at the time ``at``; ``first`` is the first."""

    seq: int
    at: int
    body: bytes
    first: LogRow

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> "SnapshotRow":
        """Return a row of the query `sql.SNAPSHOT`."""
        seq, at, body, *first = row
        return cls(seq, at, body, LogRow(*first))


class Listener(Protocol):
    """A subscription to appends."""

    def close(self) -> None:
        """Unsubscribe; no call follows. ``heard`` itself must not call this."""


class Store(ABC):
    """The log, in some database. Every method may be called from any thread, and may raise `StoreError`.

    A method waits for the database for about `CALL_TIMEOUT_S`, `tails` for `SEARCH_TIMEOUT_S`; an append that fails
    then may be in the log. Those that are one statement in both databases are here.
    """

    @abstractmethod
    def _rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    @abstractmethod
    def _change(self, statement: LiteralString, *values: Any) -> None:
        """Carry out a statement that changes the database."""

    def append(self, game: str, seq: int, at: int, bodies: Sequence[str]) -> None:
        """Append one event or more: all, or none, with a `LostRace`, if ``seq`` is not the next."""
        if not self.append_several([Append(game, seq, at, bodies)]):
            raise LostRace(game, seq)

    @abstractmethod
    def append_several(self, appends: Sequence[Append]) -> set[str]:
        """Append to several games at once, all events of a game or none; return those whose ``seq`` was the next."""

    def read(self, game: str, since: int = 0) -> list[LogRow]:
        """Return a game's rows from ``since`` on, in order; none for an unknown game."""
        return [LogRow(*row) for row in self._rows(sql.READ, game, since)]

    @abstractmethod
    def read_several(self, since: Mapping[str, int]) -> list[LogRow]:
        """Return the rows of several games, of each from a number on, in the order of each game, by one query."""

    def snapshot(self, game: str) -> SnapshotRow | None:
        """Return a game's snapshot, None without one, or if the log differs from that on which it stands."""
        return next(map(SnapshotRow.of, self._rows(sql.SNAPSHOT, game)), None)

    def keep_snapshot(self, game: str, seq: int, body: bytes) -> None:
        """Keep a snapshot of a game's first ``seq`` entries, in place of any other. It needs the hash chain."""
        self._change(sql.KEEP_SNAPSHOT, body, game, seq - 1)

    def snapshot_games(self) -> list[str]:
        """Return the games that have a snapshot."""
        return [game for (game,) in self._rows(sql.SNAPSHOT_GAMES)]

    @abstractmethod
    def tails(self, since: int, most: int) -> list[LogRow]:
        """Return the last row of the ``most`` latest games with a row at the time ``since`` or later, oldest first."""

    @abstractmethod
    def signal(self, body: str) -> None:
        """Send a text of at most `MAX_SIGNAL_BYTES` to all servers that listen, this one included. It is not kept."""

    @abstractmethod
    def listen(self, heard: OnAppend, signalled: OnSignal = lambda body: None) -> Listener:
        """Call ``heard(game, seq)``, in its own thread, after each append by any process, including this one.

        Of several appends to a game in short order, only the last may be reported. Where some may have been missed, as
        after a lost connection: ``heard(ALL_GAMES, 0)``. Call ``signalled(body)`` with each signal.
        """

    def heartbeat(self, server: str, at: int, lease: int = LEASE_MS) -> None:
        """Record that this server, named uniquely since its start, is up; ``lease=0`` when it stops."""
        self._change(sql.HEARTBEAT, server, at, at + lease)

    @abstractmethod
    def clock(self, server: str) -> ClockReading:
        """Return the time of the log; ``server`` is the name of the caller's own uptime, "" before it has one."""

    def correct_clock(self, known: int, correction: int) -> None:
        """Change the correction of the database's clock, if it is still the known one."""
        self._change(sql.CORRECT_CLOCK, correction, known)

    def outages(self) -> list[tuple[int, int]]:
        """Return the (from, until) times in which no server was up, in order, without the present."""
        return outages_between((began, until) for began, until in self._rows(sql.UPTIMES))

    @abstractmethod
    def close(self) -> None:
        """Close the database."""


def outages_between(uptimes: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the gaps between uptimes that are sorted by their beginnings."""
    outages: list[tuple[int, int]] = []
    up_until: int | None = None
    for began, until in uptimes:
        if up_until is not None and began > up_until:
            outages.append((up_until, began))
        up_until = until if up_until is None else max(up_until, until)
    return outages


def is_postgres(where: str) -> bool:
    """Return whether this is the address of a PostgreSQL database."""
    return where.startswith(("postgresql://", "postgres://"))


def connect(where: str) -> Store:
    """Return the log at a PostgreSQL address ("postgresql://..."), or else in an SQLite file of that path."""
    if is_postgres(where):
        try:
            from cardwright.store.postgres import PostgresStore
        except ImportError as problem:
            raise StoreError(f"PostgreSQL needs psycopg: install cardwright[postgres] ({problem})") from problem
        return PostgresStore(where)
    # Or a typo in the address would create a folder of that name with an empty log.
    if "://" in where or where.startswith(("postgresql:", "postgres:")):
        raise StoreError(f"{where}: the log is in an SQLite file or at postgresql://...")
    from cardwright.store.sqlite import SqliteStore

    return SqliteStore(where)
