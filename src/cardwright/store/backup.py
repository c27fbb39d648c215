"""Backup, restore, check and prune a log. A backup is one SQLite file, of either database, also while servers run."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardwright.errors import StoreError
from cardwright.store import LogRow, SnapshotRow, connect, is_postgres, outages_between, wal
from cardwright.store.integrity import LogReport, Row, link
from cardwright.store.sql import READ, SNAPSHOT, SNAPSHOT_GAMES, SPANS, UPTIMES
from cardwright.store.sqlite import FOREIGN, NOT_A_LOG, SCHEMA, check_alone, convert_errors, create_file, make_folder

Span: TypeAlias = tuple[str, int, int]  # a server, and the time from and until which it was up

ROWS = "select game, seq, at, body, {link} from event order by {order}"
HAS_SNAPSHOTS = "select count(*) from sqlite_master where name = 'snapshot'"
ANY_ENTRY = "select game from event limit 0"
ENDED = "select game from event group by game having max(at) < ?"
INSERT = "insert into event (game, seq, at, body, link) values (?, ?, ?, ?, ?)"
INSERT_SPAN = "insert into uptime (server, began, until) values (?, ?, ?)"
LOCK_TIMEOUT_S = 30.0
# Errors that say nothing of the file: it cannot be read here, now or by this user, who may not write beside it.
UNREADABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_BUSY")
MAX_PRUNED_TABLES = 200  # in one transaction, so that servers wait for a short time only


def check_there(where: str) -> None:
    """Raise `StoreError` for a file that is not there."""
    if not is_postgres(where) and not Path(where).is_file():
        raise StoreError(f"{where}: there is no such database")


@contextlib.contextmanager
def _open_log(path: str) -> Iterator[sqlite3.Connection]:
    """Open a log. Raises `StoreError` for a file that is not there or is no log."""
    check_there(path)
    with convert_errors(path):
        database = sqlite3.connect(path, timeout=LOCK_TIMEOUT_S, isolation_level=None)
        database.create_function("chained", 5, link, deterministic=True)
    try:
        yield database
    finally:
        database.close()


def check(where: str) -> LogReport:
    """Read the whole log, and report every entry that has changed. Raises `StoreError`."""
    report = LogReport()
    if is_postgres(where):
        from cardwright.store import postgres_backup

        with postgres_backup.snapshot(where) as (rows, _):
            report.read(rows)
        return report
    with _open_log(where) as database, convert_errors(where):
        report.damage += wal.damage(where)  # before SQLite reads it, and may throw it away
        _check_file(database, report)
    return report


class KeptSnapshot(NamedTuple):
    """A snapshot of a log, the entries that it stands for, and all outages."""

    row: SnapshotRow
    entries: list[LogRow]
    outages: list[tuple[int, int]]


def snapshots(where: str) -> Iterator[KeptSnapshot]:
    """Yield each snapshot of a log. Raises `StoreError`."""
    return _postgres_snapshots(where) if is_postgres(where) else _file_snapshots(where)


def _postgres_snapshots(where: str) -> Iterator[KeptSnapshot]:
    with contextlib.closing(connect(where)) as store:
        outages = store.outages()
        for game in store.snapshot_games():
            if (row := store.snapshot(game)) is not None:
                yield KeptSnapshot(row, store.read(game)[: row.seq], outages)


def _file_snapshots(where: str) -> Iterator[KeptSnapshot]:
    """Yield each snapshot of a file, which is only read: `connect` would add tables that an earlier version lacks."""
    with _open_log(where) as database, convert_errors(where):
        if not database.execute(HAS_SNAPSHOTS).fetchone()[0]:
            return
        outages = outages_between(database.execute(UPTIMES))
        for (game,) in database.execute(SNAPSHOT_GAMES).fetchall():
            for snapshot in map(SnapshotRow.of, database.execute(SNAPSHOT, (game,)).fetchall()):
                rows = [LogRow(*row) for row in database.execute(READ, (game, 0)).fetchall()[: snapshot.seq]]
                yield KeptSnapshot(snapshot, rows, outages)


def _check_file(database: sqlite3.Connection, report: LogReport) -> None:
    database.text_factory = bytes  # a changed byte can make a text that is none
    try:
        for (line,) in database.execute("pragma integrity_check").fetchall():
            if line != b"ok":
                report.note(f"the file: {line.decode(errors='backslashreplace').replace(chr(10), ' ')}")
        report.read(_rows(database, "game, seq"))
    except (sqlite3.Error, OverflowError, TypeError, ValueError) as problem:
        if getattr(problem, "sqlite_errorname", "").startswith(UNREADABLE):
            raise
        report.note(f"the file: {NOT_A_LOG if str(problem) in FOREIGN else f'{problem}; the rest is unread'}")


def _rows(database: sqlite3.Connection, order: str) -> Iterator[Row]:
    (chained,) = database.execute("select count(*) from pragma_table_info('event') where name = 'link'").fetchone()
    return database.execute(ROWS.format(link="link" if chained else "null", order=order))


def backup(where: str, to: str) -> LogReport:
    """Write the log to a new file, as it is at one moment, and check that file. Raises `StoreError`."""
    unfinished = _temporary_name(to)
    try:
        create_file(Path(unfinished))
    except OSError as problem:
        raise StoreError(f"{to}: {problem.strerror}") from problem
    try:
        if is_postgres(where):
            from cardwright.store import postgres_backup

            with postgres_backup.snapshot(where) as (rows, spans), _open_log(unfinished) as target, convert_errors(to):
                _write(target, rows, spans)
        else:
            with _open_log(where) as source, _open_log(unfinished) as target, convert_errors(where):
                source.execute(ANY_ENTRY)  # or else any file of SQLite would be copied
                _copy(source, target, to)
        report = check(unfinished)
        _finish(unfinished, to)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    return report


def _temporary_name(to: str) -> str:
    """Return the name of the file to write before it takes its place. Raises `StoreError`."""
    target = Path(to).absolute()
    if target.exists():
        raise StoreError(f"{to}: this file exists; name a new one")
    check_alone(target)
    if not target.parent.is_dir():
        raise StoreError(f"{to}: there is no folder {target.parent}")
    return str(target.with_name(f"{target.name}.unfinished-{os.getpid()}"))


def _finish(unfinished: str, to: str) -> None:
    """Give a whole file its name, once the disk has it."""
    try:
        with open(unfinished, "rb") as file:
            os.fsync(file.fileno())
        # It fails if there is a file by now. USB sticks and many network drives have no links to do this in one step.
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        os.replace(unfinished, to)
    except OSError as problem:
        raise StoreError(f"{to}: {problem.strerror}") from problem


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, to: str) -> None:
    try:
        source.backup(target)
        target.execute("pragma journal_mode = delete")  # one file, without a write-ahead log
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorname != "SQLITE_FULL":
            raise  # it may be about the source
        with convert_errors(to):
            raise


def _write(target: sqlite3.Connection, rows: Iterable[Row], spans: Iterable[Span]) -> None:
    target.executescript(SCHEMA)
    target.execute("begin")
    target.executemany(INSERT, rows)
    target.executemany(INSERT_SPAN, spans)
    target.execute("commit")


def restore(file: str, where: str) -> LogReport:
    """Make a backup the log of a new, empty database. Raises `StoreError`, for a damaged backup too."""
    report = check(file)
    if report.damage:
        raise StoreError(f"{file}: this backup is damaged: {report.damage[0]}")
    if is_postgres(where):
        from cardwright.store import postgres_backup

        with convert_errors(file), _open_log(file) as source:
            postgres_backup.fill(where, _rows(source, "rowid"), source.execute(SPANS))
        return report
    make_folder(where)
    return backup(file, where)


def prune(where: str, before: int, is_table: Callable[[str], bool]) -> tuple[int, int]:
    """Delete the tables without an entry since ``before``; return the number of tables and entries."""
    if is_postgres(where):
        from cardwright.store import postgres_backup

        return postgres_backup.prune(where, before, is_table, MAX_PRUNED_TABLES)
    with convert_errors(where), _open_log(where) as database:
        old = [game for (game,) in database.execute(ENDED, (before,)) if is_table(game)]
        parts = [old[at : at + MAX_PRUNED_TABLES] for at in range(0, len(old), MAX_PRUNED_TABLES)]
        entries = sum(_delete(database, part) for part in parts)
    return len(old), entries


def _delete(database: sqlite3.Connection, games: Sequence[str]) -> int:
    database.execute("begin immediate")
    deleted = database.executemany("delete from event where game = ?", [(game,) for game in games]).rowcount
    database.execute("commit")
    return deleted
