"""The statements and methods that the log's two databases share."""

from abc import ABC, abstractmethod
from typing import Any, LiteralString

from cardwright.store import LEASE_MS, LogRow, SnapshotRow, outages_between

READ = "select game, seq, at, body from event where game = ? and seq >= ? order by seq"
SNAPSHOT = """
select snapshot.seq, last.at, snapshot.body, first.game, first.seq, first.at, first.body from snapshot
join event last on last.game = snapshot.game and last.seq = snapshot.seq - 1 and last.link = snapshot.link
join event first on first.game = snapshot.game and first.seq = 0
where snapshot.game = ?
"""
KEEP_SNAPSHOT = """
insert into snapshot (game, seq, link, body)
select game, seq + 1, link, ? from event where game = ? and seq = ? and link is not null
on conflict (game) do update set seq = excluded.seq, link = excluded.link, body = excluded.body
"""
SNAPSHOT_GAMES = "select game from snapshot order by game"
# SQLite sorts by an index: a further key would have the whole log sorted. A row is the last if there is no next one:
# with the largest number instead, PostgreSQL without statistics sorts the whole log.
TAILS = """
select game, seq, at, body from event
where at >= ?
    and not exists (select 1 from event later where later.game = event.game and later.seq = event.seq + 1)
order by at desc limit ?
"""
HEARTBEAT = """
insert into uptime (server, began, until) values (?, ?, ?)
on conflict (server) do update set until = excluded.until
"""
UPTIMES = "select began, until from uptime order by began, until"
SPANS = "select server, began, until from uptime"
CORRECT_CLOCK = "update log_clock set correction = ? where correction = ?"


class SqlStore(ABC):
    """The methods of a `Store` that are one statement. Each parameter is a ``?``."""

    @abstractmethod
    def _rows(self, query: LiteralString, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    @abstractmethod
    def _change(self, statement: LiteralString, *values: Any) -> None:
        """Carry out a statement that changes the database."""

    def read(self, game: str, since: int = 0) -> list[LogRow]:
        """Return a game's rows, in order."""
        return [LogRow(*row) for row in self._rows(READ, game, since)]

    def snapshot(self, game: str) -> SnapshotRow | None:
        """Return the snapshot of a game."""
        return next(map(snapshot_row, self._rows(SNAPSHOT, game)), None)

    def keep_snapshot(self, game: str, seq: int, body: bytes) -> None:
        """Keep a snapshot of a game."""
        self._change(KEEP_SNAPSHOT, body, game, seq - 1)

    def snapshot_games(self) -> list[str]:
        """Return the games with a snapshot."""
        return [game for (game,) in self._rows(SNAPSHOT_GAMES)]

    def heartbeat(self, server: str, at: int, lease: int = LEASE_MS) -> None:
        """Record that this server is up."""
        self._change(HEARTBEAT, server, at, at + lease)

    def correct_clock(self, known: int, correction: int) -> None:
        """Change the correction of the clock."""
        self._change(CORRECT_CLOCK, correction, known)

    def outages(self) -> list[tuple[int, int]]:
        """Return the times in which no server was up."""
        return outages_between((began, until) for began, until in self._rows(UPTIMES))


def snapshot_row(row: tuple[Any, ...]) -> SnapshotRow:
    """Return a row of the query `SNAPSHOT`."""
    seq, at, body, *first = row
    return SnapshotRow(seq, at, body, LogRow(*first))
