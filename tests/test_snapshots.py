"""Snapshots of long tables: a table opened from one is the table of its log, and any that differs is thrown away."""

import re
import sqlite3
from contextlib import closing
from random import Random

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.events import FreeSeatsClosed, Said, SatDown, TableEvent, decode, encode
from cardwright.cardroom.seat_keys import hashed
from cardwright.cardroom.tables import drafts, snapshots
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.table_log import apply_event, fold
from cardwright.errors import PlayError
from cardwright.game import SPECTATOR
from cardwright.play import table as tables
from cardwright.play.luck import Luck
from cardwright.play.step_log import Step, StepLog, StepsNotLoaded
from cardwright.store import LogRow, SnapshotRow
from cardwright.terminal.reports import database
from support.visitors import Room, look, open_table, post_move, run

CUT = 24  # entries after which these tests take a snapshot


def played(room: Room, client: TestClient, name: str, entries: int) -> tuple[LiveTable, list[LogRow]]:
    """A table after random moves, talk and moves taken back, with its log; it is not in the store."""
    others = [""] * (games.create(name).players - 1)
    live: LiveTable = run(client, room.cardroom.open, name, {}, others)
    rng, rows = Random(5), room.store.read(live.id)

    def write(entry: TableEvent | None) -> None:
        assert entry is not None
        at = live.at + 700
        apply_event(live, entry, at)
        rows.append(LogRow(live.id, live.seq - 1, at, encode(entry)))

    for seat in live.seats.free:
        closes = live.may_close_free and seat == len(live.seats) - 1
        write(FreeSeatsClosed() if closes else SatDown(seat, f"Player {seat}", hashed(str(seat))))
    if live.awaits_deal:
        write(drafts.due_steps(live, live.at + 700))
    while live.seq < entries and not live.over:
        assert live.table is not None
        seat = live.table.to_act[0]
        action = rng.choice(live.game.legal_actions(live.table.state, seat))
        write(drafts.move(live, seat, live.game.text(action), live.version, live.at + 700))
        if rng.random() < 0.3 and not live.why_final(seat):
            write(drafts.take_back(live, seat, live.version))
        if rng.random() < 0.2:
            write(Said(seat, "Hello"))
    return live, rows


def row_of(live: LiveTable, rows: list[LogRow]) -> SnapshotRow:
    """The snapshot of a table after the first rows of its log."""
    early = fold(live.id, [(row.at, decode(row.body)) for row in rows])
    return SnapshotRow(len(rows), rows[-1].at, snapshots.capture(early)(), rows[0])


@pytest.mark.parametrize("name", games.GAMES)
def test_a_table_from_a_snapshot_is_that_of_its_log(room: Room, client: TestClient, name: str) -> None:
    live, rows = played(room, client, name, 60)
    again = snapshots.resume(row_of(live, rows[:CUT]), rows[CUT:], lambda at: at)
    assert live.table is not None
    assert again.table is not None
    assert (again.seq, again.version, again.at, again.draw_count) == (live.seq, live.version, live.at, live.draw_count)
    assert (again.table.state, again.table.clock, again.over) == (live.table.state, live.table.clock, live.over)
    assert (again.news, again.chat) == (live.news, live.chat)
    assert again.news_log.blocks(again.names) == live.news_log.blocks(live.names)
    assert again.news_log.reasons(again.names) == live.news_log.reasons(live.names)
    found, wanted = (
        [(each.version, each.news, each.news_log.blocks(each.names)) for each in table.moments.latest]
        for table in (again, live)
    )
    assert found == wanted
    for seat in (*range(len(live.seats)), SPECTATOR):
        assert again.scene(seat) == live.scene(seat)
        assert again.why_final(seat) == live.why_final(seat)
    assert snapshots.capture(again)() == snapshots.capture(live)()
    assert not again.is_whole
    with pytest.raises(StepsNotLoaded):
        list(again.table.log)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MIN_SNAPSHOT_ENTRIES", CUT)


@pytest.fixture
def long_table(often: None, room: Room, client: TestClient) -> str:
    """The address of a table of the store that has a snapshot."""
    table, rng = open_table(client, "patience", **{"o-practice": "yes"}), Random(3)
    while (seen := look(client, table)) and room.table(table).seq < CUT + 5:
        assert post_move(client, table, seen["version"], rng.choice(seen["moves"])["text"]).status_code == 200
    run(client, written, room)
    assert room.store.snapshot_games() == [room.table(table).id]
    return table


async def written(room: Room) -> None:
    """Wait for the snapshots that are being written."""
    for task in list(room.cardroom._snapshots):
        await task


def test_a_server_opens_a_table_from_its_snapshot_and_reads_the_log_when_asked(
    room: Room, client: TestClient, long_table: str
) -> None:
    live = room.table(long_table)
    pages = [client.get(f"{long_table}{path}").text for path in ("", "/view", "/fair")]
    room.cardroom.tables.clear()
    assert [client.get(f"{long_table}{path}").text for path in ("", "/view", "/fair")] == pages
    again = room.table(long_table)
    assert (again.is_whole, live.is_whole) == (False, True)
    assert client.post(f"{long_table}/leave", data={"for_good": "yes"}).status_code == 303
    record = client.get(f"{long_table}/record").content
    assert record.count(b"\n") > CUT
    with closing(sqlite3.connect(room.store.path)) as base, base:
        base.execute("delete from snapshot")
    room.cardroom.tables.clear()
    room.app.state.result_cache._results.clear()
    assert client.get(f"{long_table}/record").content == record
    assert room.table(long_table).is_whole


def test_the_log_is_read_once_for_the_seals_of_a_game_that_goes_on(
    room: Room, client: TestClient, long_table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(5)
    read: list[int] = []
    store_read = room.store.read

    def counting(game: str, since: int = 0) -> list[LogRow]:
        read.append(since)
        return store_read(game, since)

    room.cardroom.tables.clear()
    client.get(long_table)
    monkeypatch.setattr(room.store, "read", counting)
    for _ in range(3):
        reported = client.get(f"{long_table}/fair").json()["seals"]
        seen = look(client, long_table)
        assert post_move(client, long_table, seen["version"], rng.choice(seen["moves"])["text"]).status_code == 200
    assert read.count(0) == 1
    room.cardroom.tables.clear()
    assert reported.items() <= client.get(f"{long_table}/fair").json()["seals"].items()


@pytest.mark.parametrize(
    "change",
    [
        "update snapshot set body = cast(body || x'00' as blob)",
        "update snapshot set body = x''",
        "update snapshot set link = x'00'",
        "update event set link = x'00'",
    ],
)
def test_a_snapshot_that_differs_is_thrown_away(room: Room, client: TestClient, long_table: str, change: str) -> None:
    seen = look(client, long_table)
    with closing(sqlite3.connect(room.store.path)) as base, base:
        base.execute(change)
    room.cardroom.tables.clear()
    assert look(client, long_table) == seen
    assert room.table(long_table).is_whole
    run(client, written, room)
    row = room.store.snapshot(room.table(long_table).id)
    assert row is None or row.seq == room.table(long_table).seq  # a new one, unless the chain has a hole


def test_a_snapshot_of_other_sources_or_times_is_thrown_away(
    room: Room, client: TestClient, long_table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = room.store.snapshot(room.table(long_table).id)
    assert row is not None
    with pytest.raises(snapshots.UnusableSnapshot, match="outages"):
        snapshots.resume(row, (), lambda at: at - 1)
    monkeypatch.setattr(snapshots, "sources", lambda: "another version")
    with pytest.raises(snapshots.UnusableSnapshot, match="other sources"):
        snapshots.resume(row, (), lambda at: at)


def test_check_names_a_snapshot_that_its_log_does_not_give(
    room: Room, client: TestClient, long_table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert database.check(room.store.path, as_json=False) == 0
    live = room.table(long_table)
    row = room.store.snapshot(live.id)
    assert row is not None
    other = snapshots.resume(row, (), room.cardroom.uptime.open_time)
    other.chat = other.chat.with_line(0, "never said")
    room.store.keep_snapshot(live.id, row.seq, snapshots.capture(other)())
    assert database.check(room.store.path, as_json=False) == 1
    assert re.search(f"table {live.id}: its snapshot differs", capsys.readouterr().err)


def test_copies_of_a_log_of_steps_go_their_own_ways() -> None:
    first = StepLog(Step(0, str(number)) for number in range(3))
    second, third = first.fork(), first.fork()
    second.append(Step(1, "a"))
    third.append(Step(1, "b"))
    assert first.pop().action == "2"
    first.append(Step(1, "c"))
    assert [each[-1].action for each in (first, second, third)] == ["c", "a", "b"]
    assert [len(each) for each in (first, second, third)] == [3, 4, 4]
    assert second[:3] == third[:3] == [Step(0, "0"), Step(0, "1"), Step(0, "2")]
    assert second.last(9) == list(second)


def test_a_log_without_its_first_steps_says_so() -> None:
    log = StepLog([Step(0, "x"), Step(1, "y")], missing=5)
    assert (len(log), log[-1], log.last(2)) == (7, Step(1, "y"), [Step(0, "x"), Step(1, "y")])
    for asked in (lambda: log[0], lambda: log[4:], lambda: list(log), lambda: log == [], lambda: log.last(3)):
        with pytest.raises(StepsNotLoaded):
            asked()
    with pytest.raises(StepsNotLoaded):
        list(StepLog([], missing=1))


def test_the_moves_that_can_be_taken_back_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_TAKEN_BACK", 2)
    game = games.create("patience", shifts="cyclic")
    table = tables.Table(game, Luck.numbered(3))
    table.settle()
    table.play(0, next(action for action in game.legal_actions(table.state, 0)))
    table.settle()
    for _ in range(3):
        table.play(0, next(each for each in game.legal_actions(table.state, 0) if game.text(each).startswith("shift")))
    for _ in range(2):
        table.take_back(0)
    with pytest.raises(PlayError, match="stands"):
        table.take_back(0)
