"""Backup, restore, check and prune of the event log."""

import contextlib
import errno
import itertools
import os
import shutil
import sqlite3
import threading
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest

from cardwright.cli import main
from cardwright.errors import LostRace, StoreError
from cardwright.store import LogRow, backup, connect, wal
from cardwright.store.sqlite import SqliteStore

DATA = Path(__file__).parent / "data"
FLIPS = 150


def fill(where: str, tables: int = 5, entries: int = 20) -> dict[str, list[LogRow]]:
    store = connect(where)
    for number in range(tables):
        bodies = [f'{{"move":"place {entry} ä"}}' for entry in range(entries)]
        store.append(f"table{number:07}", 0, number, bodies)
    store.heartbeat("one", 5, 10)
    kept = rows(where)
    store.close()
    return kept


def rows(where: str) -> dict[str, list[LogRow]]:
    store = connect(where)
    try:
        return {row.game: store.read(row.game) for row in store.tails(0, 1000)}
    finally:
        store.close()


def test_an_online_backup_under_load_restores_every_acknowledged_move(where: str, tmp_path: Path) -> None:
    fill(where)
    acknowledged: list[LogRow] = []
    written, stop = threading.Event(), threading.Event()

    def write(game: str) -> None:
        store = connect(where)
        for seq in itertools.count():
            if stop.is_set():
                break
            row = LogRow(game, seq, seq, f'"{game} {seq}"')
            store.append(game, seq, seq, [row.body])
            acknowledged.append(row)
            if seq > 5:
                written.set()
        store.close()

    writers = [threading.Thread(target=write, args=(f"writer{number:06}",)) for number in range(3)]
    for writer in writers:
        writer.start()
    try:
        assert written.wait(60)
        before = list(acknowledged)
        assert backup.backup(where, str(tmp_path / "copy.db")).damage == []
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    backup.restore(str(tmp_path / "copy.db"), str(tmp_path / "restored.db"))
    found = {row for game in rows(str(tmp_path / "restored.db")).values() for row in game}
    assert before
    assert {(row.game, row.seq, row.body) for row in before} <= {(row.game, row.seq, row.body) for row in found}
    assert not list(tmp_path.glob("copy.db*-*"))  # the copy is one file


def test_a_backup_of_either_database_is_restored_to_either(where: str, tmp_path: Path) -> None:
    kept, copy, again = fill(where), str(tmp_path / "copy.db"), str(tmp_path / "again.db")
    backup.backup(where, copy)
    backup.restore(copy, again)
    assert rows(again) == rows(copy) == kept
    if where.startswith("postgres"):
        with pytest.raises(StoreError, match="has a log already"):
            backup.restore(copy, where)
        with psycopg.connect(where, autocommit=True) as database:
            database.execute("truncate event")
        backup.restore(copy, where)
        assert rows(where) == kept
    assert backup.check(where).unchained == 0
    store = connect(where)
    store.append("table0000000", 20, 1, ['"on"'])
    store.close()
    assert backup.check(where).damage == []


def test_a_backup_replaces_no_file(tmp_path: Path) -> None:
    fill(str(tmp_path / "log.db"))
    (tmp_path / "there").write_text("mine")
    with pytest.raises(StoreError, match="this file exists"):
        backup.backup(str(tmp_path / "log.db"), str(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(StoreError, match="no such database"):
        backup.backup(str(tmp_path / "none.db"), str(tmp_path / "new"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.db", "there"]


def test_no_new_log_gets_the_last_moves_of_an_earlier_one(tmp_path: Path) -> None:
    """A killed server leaves them in a file of their own, which SQLite would write into any log beside it."""
    where, copy, left = (str(tmp_path / name) for name in ("log.db", "copy.db", "log.db-wal"))
    fill(where)
    backup.backup(where, copy)
    with contextlib.closing(connect(where)) as store:
        store.append("table0000009", 0, 1, ['"moved"'])
        shutil.copy(left, tmp_path / "killed")
    Path(where).unlink()
    (tmp_path / "killed").rename(left)
    for create in (lambda: backup.restore(copy, where), lambda: backup.backup(copy, where), lambda: connect(where)):
        with pytest.raises(StoreError, match=f"^{left}: this holds the last moves of an earlier "):
            create()
    Path(left).unlink()
    backup.restore(copy, where)
    assert rows(where) == rows(copy)


def test_a_backup_needs_no_file_system_with_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As FAT, which most USB sticks have. Nor does it replace a file that came to be while it was written."""
    fill(str(tmp_path / "log.db"))
    monkeypatch.setattr(os, "link", Mock(side_effect=PermissionError(errno.EPERM, "Operation not permitted")))
    backup.backup(str(tmp_path / "log.db"), str(tmp_path / "copy.db"))
    assert rows(str(tmp_path / "copy.db")) == rows(str(tmp_path / "log.db"))
    monkeypatch.setattr(backup, "check", lambda _: (tmp_path / "late.db").touch())
    with pytest.raises(StoreError, match=r"late.db: File exists"):
        backup.backup(str(tmp_path / "log.db"), str(tmp_path / "late.db"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "late.db", "log.db"]


def test_a_full_disk_is_that_of_the_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(str(tmp_path / "log.db"))
    connect: Any = sqlite3.connect

    def small(path: str, **more: Any) -> Any:
        database = connect(path, **more)
        if "unfinished" in str(path):
            database.execute("pragma max_page_count = 2")
        return database

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreError, match=f"^{tmp_path}/copy.db: the disk is full$"):
        backup.backup(str(tmp_path / "log.db"), str(tmp_path / "copy.db"))
    assert [path.name for path in tmp_path.iterdir()] == ["log.db"]


def test_only_its_owner_can_read_a_log_or_a_backup(tmp_path: Path) -> None:
    store = connect(str(tmp_path / "log.db"))
    store.append("table", 0, 1, ["{}"])
    backup.backup(str(tmp_path / "log.db"), str(tmp_path / "copy.db"))
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == dict.fromkeys(
        ["log.db", "log.db-wal", "log.db-shm", "copy.db"], 0o600
    )
    store.close()


def test_every_flipped_bit_that_changes_the_log_is_named(tmp_path: Path) -> None:
    """Bits at random places; the others lie where nothing is stored."""
    log, damaged = tmp_path / "log.db", tmp_path / "damaged.db"
    fill(str(log), tables=12)
    with contextlib.closing(sqlite3.connect(log)) as database:
        database.execute("pragma journal_mode = delete")
    content, rng, named = log.read_bytes(), Random(1), 0
    for _ in range(FLIPS):
        at, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        damaged.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        found = backup.check(str(damaged)).damage
        named += bool(found)
        assert found or raw(damaged) == raw(log), at
    assert named > FLIPS / 5


def raw(path: Path) -> object:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.text_factory = bytes
        with contextlib.suppress(sqlite3.Error):
            return database.execute("select game, seq, at, body from event order by game, seq").fetchall()
    return None


def test_a_changed_body_is_named_and_no_backup_of_it_is_restored(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(where)
    change = "update event set body = 'other' where game = 'table0000003' and seq = 7"
    if where.startswith("postgres"):
        with psycopg.connect(where, autocommit=True) as database:
            database.execute(change)
    else:
        with contextlib.closing(sqlite3.connect(where, isolation_level=None)) as file:
            file.execute(change)
    assert backup.check(where).damage == ["table table0000003, entry 7: changed since it was written"]
    assert main(["check", "--database", where]) == 1
    assert "table table0000003, entry 7" in capsys.readouterr().err
    backup.backup(where, str(tmp_path / "copy.db"))
    with pytest.raises(StoreError, match="damaged: table table0000003, entry 7"):
        backup.restore(str(tmp_path / "copy.db"), str(tmp_path / "again.db"))


def test_a_log_that_cannot_be_read_here_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a read-only disk, where SQLite cannot keep the files beside a log that it needs to read it."""
    SqliteStore(tmp_path / "room.db").close()
    problem = sqlite3.OperationalError("attempt to write a readonly database")
    problem.sqlite_errorname = "SQLITE_READONLY_DIRECTORY"

    def refuse(*_: object) -> None:
        raise problem

    monkeypatch.setattr(backup, "_rows", refuse)
    with pytest.raises(StoreError, match=r"room.db: the file, or the folder that it is in, cannot be written$"):
        backup.check(str(tmp_path / "room.db"))


def test_a_missing_entry_is_named(tmp_path: Path) -> None:
    where = str(tmp_path / "log.db")
    fill(where)
    with contextlib.closing(sqlite3.connect(where, isolation_level=None)) as file:
        file.execute("delete from event where game = 'table0000003' and seq = 7")
    assert "table table0000003, entry 8: entry 7 should come here" in backup.check(where).damage


def test_a_flipped_bit_in_the_write_ahead_log_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself ignores that frame and all later ones, and says nothing."""
    store, killed = SqliteStore(tmp_path / "log.db"), tmp_path / "killed.db"
    for number in range(40):
        store.append("table0000000", number, number, [f'"entry {number}"'])
    main_file, log = (tmp_path / "log.db").read_bytes(), (tmp_path / "log.db-wal").read_bytes()
    store.close()
    rng = Random(2)
    for flipped in [None, *(rng.randrange(len(log) // 2) for _ in range(12))]:
        killed.write_bytes(main_file)
        changed = bytearray(log)
        if flipped is not None:
            changed[flipped] ^= 4
        Path(f"{killed}-wal").write_bytes(changed)
        Path(f"{killed}-shm").unlink(missing_ok=True)
        found = backup.check(str(killed)).damage
        assert found == [] if flipped is None else "write-ahead log" in found[0], flipped
    torn = log[: len(log) - 1000] + bytes(1000)  # as a crash leaves it
    killed.write_bytes(main_file)
    Path(f"{killed}-wal").write_bytes(torn)
    assert backup.check(str(killed)).damage == []
    # Half of what a server was writing, and then all of it.
    readings = iter([bytes(changed), log])
    monkeypatch.setattr(Path, "read_bytes", lambda path: next(readings))
    assert wal.damage(str(killed)) == []


def test_a_log_without_the_chain_opens_and_goes_on_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = str(tmp_path / "old.db")
    shutil.copy(DATA / "cardroom.db", old)
    assert main(["check", "--database", old]) == 0
    assert "older than the hash chain" in capsys.readouterr().out
    before = backup.check(old)
    backup.backup(old, str(tmp_path / "copy.db"))
    store = connect(old)
    last = store.tails(0, 1000)[-1]
    store.append(last.game, last.seq + 1, last.at, ['"new"', '"newer"'])
    store.close()
    after = backup.check(old)
    assert (after.entries, after.unchained, after.damage) == (before.entries + 2, before.unchained, [])
    backup.restore(str(tmp_path / "copy.db"), str(tmp_path / "again.db"))
    assert backup.check(str(tmp_path / "again.db")) == before


def test_a_copy_of_the_file_alone_is_a_log(tmp_path: Path) -> None:
    """It lacks the last moves, which are in the write-ahead log; but it is not empty of tables."""
    store = SqliteStore(tmp_path / "log.db")
    shutil.copy(tmp_path / "log.db", tmp_path / "copy.db")
    store.close()
    assert backup.check(str(tmp_path / "copy.db")).damage == []


def test_pruning_deletes_old_tables_and_nothing_else(where: str) -> None:
    store = connect(where)
    for game, at in (("table0000000", 10), ("table0000001", 99), ("~", 10), ("a list of games", 10)):
        store.append(game, 0, 1, ["0"])
        store.append(game, 1, at, ["1"])
    is_table = lambda game: len(game) == 12  # noqa: E731
    assert backup.prune(where, 50, is_table) == (1, 2)
    assert sorted(row.game for row in store.tails(0, 1000)) == ["a list of games", "table0000001", "~"]
    with pytest.raises(LostRace):
        store.append("table0000000", 2, 100, ["2"])
    store.close()
    assert backup.check(where).damage == []


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where, copy = str(tmp_path / "log.db"), str(tmp_path / "copy.db")
    fill(where)
    store = connect(where)
    store.append("~push old", 0, 1, ["{}"])  # a list of the notices of a seat, which goes with old tables
    store.close()
    assert main(["backup", copy, "--database", where]) == 0
    assert main(["restore", copy, "--database", str(tmp_path / "new" / "log.db")]) == 0
    assert main(["check", "--database", str(tmp_path / "new" / "log.db"), "--json"]) == 0
    assert main(["prune", "--older", "30", "--database", where]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.splitlines() == [
        f"{copy}: a backup of 6 logs with 101 entries",
        "restored 6 logs with 101 entries",
        *("{", '  "tables": 6,', '  "entries": 101,', '  "unchained": 0,', '  "damage": []', "}"),
        "deleted: 5 tables with 100 entries, without a move for 30 days",
    ]
    assert backup.check(where).entries == 0
    assert main(["restore", copy, "--database", where]) == 2
    assert capsys.readouterr().err == f"cardwright: {where}: this file exists; name a new one\n"
    (tmp_path / "empty").touch()
    (tmp_path / "diary").write_text("Dear diary, today we played cribbage. " * 50)
    for name in ("empty", "diary"):
        assert main(["check", "--database", str(tmp_path / name)]) == 1
        assert capsys.readouterr().err == "damaged: the file: it is not a log of the cardroom\n"
        for command in (["prune", "--older", "30"], ["backup", str(tmp_path / "copied")]):
            assert main([*command, "--database", str(tmp_path / name)]) == 2
            assert capsys.readouterr().err == f"cardwright: {tmp_path / name}: it is not a log of the cardroom\n"
            assert not (tmp_path / "copied").exists()
