"""The event log: the same promises in SQLite and in PostgreSQL."""

import asyncio
import contextlib
import gc
import os
import queue
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import LostRace, StoreError
from cardwright.play.clock import open_time
from cardwright.play.luck import Luck
from cardwright.play.table import Step, Table
from cardwright.store import (
    ALL_GAMES,
    LEASE_MS,
    MAX_SIGNAL_BYTES,
    Append,
    LogRow,
    SnapshotRow,
    Store,
    connect,
    outages_between,
)
from cardwright.store.background import BackgroundStore
from cardwright.store.backup import check
from cardwright.store.postgres import PostgresStore
from cardwright.store.sqlite import SqliteStore, _transaction
from support.clocks import WAIT_S
from support.toy import Toy
from support.waiting import wait_for


def bodies(store: Store, game: str) -> list[str]:
    return [event.body for event in store.read(game)]


def test_what_is_appended_is_read_in_order(store: Store) -> None:
    for seq in range(5):
        store.append("one", seq, 100 + seq, [str(seq)])
    store.append("two", 0, 103, ['"other"'])
    assert store.read("one") == [LogRow("one", seq, 100 + seq, str(seq)) for seq in range(5)]
    assert store.read("one", 3) == [LogRow("one", 3, 103, "3"), LogRow("one", 4, 104, "4")]
    assert store.read("one", 5) == []
    assert store.read("none") == []


def test_logs_that_are_asked_for_together_are_read_by_one_query(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.append("one", 0, 100, ["0", "1", "2"])
    store.append("two", 0, 101, ["3"])
    queries: list[dict[str, int]] = []
    several = store.read_several

    def counted(since: dict[str, int]) -> list[LogRow]:
        queries.append(since)
        return several(since)

    monkeypatch.setattr(store, "read_several", counted)
    background = BackgroundStore(store)

    async def ask() -> None:
        asked = (("one", 2), ("none", 0), ("two", 0), ("one", 1))
        found = await asyncio.gather(*(background.read_together(game, since) for game, since in asked))
        assert found == [store.read(game, since) for game, since in asked]
        assert await background.read_together("two") == store.read("two")

    asyncio.run(ask())
    assert queries == [{"one": 1, "none": 0, "two": 0}, {"two": 0}]


def test_tests_on_a_busy_machine_can_raise_the_limit_of_a_call(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr("cardwright.store.background.CALL_TIMEOUT_S", 0.01)
    monkeypatch.setattr(store, "read_several", lambda since: go_on.wait(WAIT_S))
    with pytest.raises(StoreError, match=r"no answer within 0\.01 s"):
        asyncio.run(BackgroundStore(store).read_together("one"))
    go_on.set()


def test_a_read_that_fails_after_all_have_given_up_is_not_logged(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    log, go_on, logged = BackgroundStore(store), threading.Event(), []

    def fail(since: dict[str, int]) -> list[LogRow]:
        go_on.wait(WAIT_S)
        raise StoreError("no disk")

    async def ask() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: logged.append(context))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(log.read_together("one"), 0.01)
        go_on.set()
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0.01)
        gc.collect()

    monkeypatch.setattr(store, "read_several", fail)
    asyncio.run(ask())
    assert logged == []


def test_what_is_appended_meanwhile_is_appended_by_one_call(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """But of one game in order, and nothing whose caller has given up."""
    calls: list[list[tuple[str, int]]] = []
    several, running, go_on = store.append_several, threading.Event(), threading.Event()

    def counted(appends: Sequence[Append]) -> set[str]:
        calls.append(sorted((each.game, each.seq) for each in appends))
        running.set()
        assert go_on.wait(WAIT_S)
        return several(appends)

    monkeypatch.setattr(store, "append_several", counted)
    background = BackgroundStore(store)

    async def append() -> None:
        asked = [("one", 0), ("one", 1), ("two", 0), ("three", 1), ("four", 0), ("two", 0)]
        tasks = [asyncio.create_task(background.append(game, seq, 7, [f"{game} {seq}"])) for game, seq in asked]
        await asyncio.to_thread(running.wait, WAIT_S)
        tasks[4].cancel()
        go_on.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in results] == [
            *(type(None), type(None), type(None)),
            *(LostRace, asyncio.CancelledError, LostRace),
        ]

    asyncio.run(append())
    assert calls == [[("one", 0)], [("one", 1), ("three", 1), ("two", 0)], [("two", 0)]]
    assert [bodies(store, game) for game in ("one", "two", "three", "four")] == [["one 0", "one 1"], ["two 0"], [], []]


def test_a_failed_call_fails_its_appends_and_no_later_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    background, failing = BackgroundStore(store), threading.Event()

    def fail(appends: Sequence[Append]) -> set[str]:
        failing.wait(WAIT_S)
        raise StoreError("no disk")

    async def append() -> None:
        tasks = [asyncio.create_task(background.append(game, 0, 7, ["0"])) for game in ("one", "two", "three")]
        await asyncio.sleep(0)
        failing.set()
        first, *others = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(first), *map(type, others)] == [StoreError] * 3
        monkeypatch.undo()
        await background.append("four", 0, 7, ["0"])

    monkeypatch.setattr(store, "append_several", fail)
    asyncio.run(append())
    assert bodies(store, "four") == ["0"]


def test_several_games_are_appended_to_at_once(where: str, store: Store) -> None:
    store.append("two", 0, 1, ["0"])
    heard: set[str] = set()
    appends = [Append("three", 0, 3, ["0", "1"]), Append("one", 0, 2, ["0"]), Append("two", 2, 2, ["a hole"])]
    appends.append(Append("two words", 0, 2, ["0"]))
    heard_all(store, lambda: heard.update(store.append_several(appends)), {("three", 1), ("one", 0), ("two words", 0)})
    assert heard == {"one", "three", "two words"}
    assert [(row.seq, row.at, row.body) for row in store.read("three")] == [(0, 3, "0"), (1, 3, "1")]
    assert bodies(store, "two") == ["0"]
    report = check(where)
    assert (report.tables, report.entries, report.unchained, report.damage) == (4, 5, 0, [])


def test_where_another_server_is_first_at_one_game_the_others_are_appended_to(postgres: str) -> None:
    store, one, two = connect(postgres), f"one {uuid4()}", f"two {uuid4()}"
    appended: queue.Queue[set[str]] = queue.Queue()
    appends = [Append(one, 0, 1, ["0"]), Append(two, 0, 1, ["0"])]
    thread = threading.Thread(target=lambda: appended.put(store.append_several(appends)))
    with psycopg.connect(postgres) as other:  # commits at the end
        other.execute("insert into event (game, seq, at, body) values (%s, 0, 1, 'other')", (two,))
        thread.start()
        with psycopg.connect(postgres, autocommit=True) as looking:
            waiting = "from pg_stat_activity where wait_event_type = 'Lock' and query like '%%fitting%%'"
            wait_for(lambda: looking.execute(f"select count(*) {waiting}").fetchone() != (0,))
    assert appended.get(timeout=WAIT_S) == {one}
    assert (bodies(store, one), bodies(store, two)) == (["0"], ["other"])
    thread.join()
    store.close()


def test_a_snapshot_is_found_while_the_log_under_it_is_the_same(store: Store) -> None:
    store.append("one", 0, 100, ["0", "1", "2"])
    assert (store.snapshot("one"), store.snapshot_games()) == (None, [])
    store.keep_snapshot("one", 2, b"first")
    store.keep_snapshot("one", 3, b"second")
    store.keep_snapshot("one", 9, b"of no entry")
    store.keep_snapshot("none", 1, b"of no game")
    assert store.snapshot("one") == SnapshotRow(3, 100, b"second", LogRow("one", 0, 100, "0"))
    store.append("one", 3, 101, ["3"])
    assert store.snapshot("one") is not None
    assert store.snapshot_games() == ["one"]


@pytest.mark.parametrize("seq", [0, 1, 3, -1])
def test_only_the_next_event_is_taken(store: Store, seq: int) -> None:
    store.append("one", 0, 1, ["0"])
    store.append("one", 1, 2, ["1"])
    with pytest.raises(LostRace) as caught:
        store.append("one", seq, 3, ["new"])
    assert (caught.value.game, caught.value.seq) == ("one", seq)
    assert bodies(store, "one") == ["0", "1"]
    store.append("one", 2, 4, ["2"])


def test_a_game_begins_with_event_nought(store: Store) -> None:
    with pytest.raises(LostRace):
        store.append("one", 1, 1, ["1"])
    assert store.tails(0, 1000) == []


def test_a_later_connection_reads_it(where: str) -> None:
    store = connect(where)
    store.append("one", 0, 1, ["0"])
    store.close()
    again = connect(where)
    assert bodies(again, "one") == ["0"]
    again.close()


def test_several_are_kept_together_or_not_at_all(store: Store) -> None:
    store.append("one", 0, 5, ["0", "1", "2"])
    assert store.read("one") == [LogRow("one", seq, 5, str(seq)) for seq in range(3)]
    for seq in (0, 1, 2, 4):
        with pytest.raises(LostRace):
            store.append("one", seq, 6, ["a", "b", "c"])
    with pytest.raises(UnicodeError):
        store.append("one", 3, 6, ["3", "\ud800"])
    store.append("one", 3, 7, ["3", "4"])
    assert bodies(store, "one") == ["0", "1", "2", "3", "4"]


def test_of_two_who_append_the_same_one_loses(where: str, store: Store) -> None:
    other = connect(where)
    store.append("one", 0, 1, ["0"])
    with pytest.raises(LostRace):
        other.append("one", 0, 1, ["also 0"])
    assert [event.seq for event in other.read("one")] == [0]
    other.append("one", 1, 1, ["1"])
    assert bodies(store, "one") == ["0", "1"]
    other.close()


def test_tails_are_the_last_events(store: Store) -> None:
    for game, times in {"a": [10, 50], "b": [20], "c": [30, 40], "d": [5]}.items():
        for seq, at in enumerate(times):
            store.append(game, seq, at, [str(at)])
    whole = [LogRow("d", 0, 5, "5"), LogRow("b", 0, 20, "20"), LogRow("c", 1, 40, "40"), LogRow("a", 1, 50, "50")]
    assert store.tails(0, 1000) == whole
    assert store.tails(20, 1000) == whole[1:]
    assert store.tails(45, 1000) == whole[3:]
    assert store.tails(51, 1000) == []


@given(game=st.text(min_size=1, max_size=30).filter(lambda text: "\0" not in text), body=st.text())
@settings(max_examples=60, deadline=None)
def test_any_text_comes_back_as_it_was(everywhere: list[Store], game: str, body: str) -> None:
    for store in everywhere:
        seq = len(store.read(game))
        written = msgspec.json.encode(body).decode()
        store.append(game, seq, 2**53, [written])
        last = store.read(game, seq)
        assert last == [LogRow(game, seq, 2**53, written)]
        assert last[0] in store.tails(2**53, 1000)


@pytest.fixture(scope="module")
def everywhere(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """One store of either kind, used many times."""
    stores = [connect(str(tmp_path_factory.mktemp("log") / "log.db")), connect(postgres)]
    yield stores
    for store in stores:
        store.close()


def test_a_table_comes_back_from_its_log(where: str, store: Store) -> None:
    table = Table(Toy(), Luck.numbered(5))
    while not table.over:
        entries = table.settle()
        if not table.over:
            (acting, *_) = table.to_act
            entries.append(table.play(acting, table.game.legal_actions(table.state, acting)[0], now=7))
        kept = [msgspec.json.encode(entry).decode() for entry in entries]
        store.append("toy", table.version - len(kept), 7, kept)
    other = connect(where)
    log = [msgspec.json.decode(event.body, type=Step) for event in other.read("toy")]
    other.close()
    again = Table(Toy(), Luck.numbered(5), log)
    assert (again.state, again.log) == (table.state, table.log)


# --- several at once


def append_many(store: Store, name: str, count: int) -> list[tuple[int, str]]:
    """Append a number of events, each under the next free number; return those acknowledged."""
    acknowledged: list[tuple[int, str]] = []
    for number in range(count):
        body = f'"{name} {number}"'
        while True:
            seq = len(store.read("one"))
            try:
                store.append("one", seq, number, [body])
            except LostRace:
                continue
            acknowledged.append((seq, body))
            break
    return acknowledged


def together(work: list[Callable[[], Any]]) -> list[Any]:
    results: list[Any] = [None] * len(work)

    def do(number: int) -> None:
        results[number] = work[number]()

    threads = [threading.Thread(target=do, args=(number,)) for number in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_threads_may_share_a_store(store: Store) -> None:
    told = together([partial(append_many, store, name, 20) for name in "abcd"])
    assert sorted(pair for each in told for pair in each) == [(event.seq, event.body) for event in store.read("one")]


def test_connections_may_share_a_database(where: str) -> None:
    stores = [connect(where) for _ in range(4)]
    told = together([partial(append_many, one, name, 20) for one, name in zip(stores, "abcd")])
    assert sorted(pair for each in told for pair in each) == [
        (event.seq, event.body) for event in stores[0].read("one")
    ]
    for store in stores:
        store.close()


def test_a_database_may_be_made_by_several_at_once(where: str) -> None:
    stores = together([lambda: connect(where)] * 6)
    for number, store in enumerate(stores):
        store.append(f"game {number}", 0, 0, ["0"])
    assert len(stores[0].tails(0, 1000)) == 6
    for store in stores:
        store.close()


WRITER = """
import sys
from cardwright.errors import LostRace
from cardwright.store import connect

store, name, number = connect(sys.argv[1]), sys.argv[2], 0
while True:
    seq = len(store.read("one"))
    try:
        store.append("one", seq, number, [f'"{name} {number}"'])
    except LostRace:
        continue
    sys.stdout.write(f"{seq} {name} {number}\\n")
    sys.stdout.flush()
    number += 1
"""


def test_what_was_acknowledged_outlives_a_kill(where: str) -> None:
    """Two processes write; each is killed in the midst of it, at another moment every time, and others go on."""
    connect(where).close()
    acknowledged: list[tuple[int, str]] = []
    for turn in range(3):
        processes = [
            subprocess.Popen([sys.executable, "-c", WRITER, where, f"{name}{turn}"], stdout=subprocess.PIPE)
            for name in "ab"
        ]
        for number, process in enumerate(processes):
            assert process.stdout is not None
            told = [process.stdout.readline() for _ in range(7 + 5 * turn + number)]
            os.kill(process.pid, signal.SIGKILL)
            told += process.stdout.read().splitlines(keepends=True)
            process.stdout.close()
            process.wait()
            for line in told:
                if line.endswith(b"\n"):
                    seq, rest = line.decode().split(" ", 1)
                    acknowledged.append((int(seq), f'"{rest.strip()}"'))
    store = connect(where)
    log = store.read("one")
    store.close()
    assert [event.seq for event in log] == list(range(len(log)))
    kept = {event.seq: event.body for event in log}
    assert len(dict(acknowledged)) == len(acknowledged) >= 6 * 7
    assert all(kept[seq] == body for seq, body in acknowledged)
    # Of each that was killed, one append may have been kept and not acknowledged.
    assert len(log) - len(acknowledged) <= 6


# --- who is notified


def heard_all(store: Store, act: Callable[[], object], wanted: set[tuple[str, int]]) -> None:
    """Return whether all that is wanted is heard while or after acting."""
    told: queue.Queue[tuple[str, int]] = queue.Queue()
    listener = store.listen(lambda game, seq: told.put((game, seq)))
    act()
    while wanted:
        wanted = wanted - {told.get(timeout=WAIT_S)}
    listener.close()


def test_every_append_is_heard_by_this_process_and_others(where: str, store: Store) -> None:
    other = connect(where)
    store.append("before", 0, 0, ["0"])

    def act() -> None:
        store.append("one", 0, 0, ["0"])
        other.append("two or more words, ü", 0, 0, ["0"])

    heard_all(store, act, {("one", 0), ("two or more words, ü", 0)})
    heard_all(other, lambda: store.append("one", 1, 0, ["1"]), {("one", 1)})
    other.close()


def test_the_last_of_many_is_always_heard(store: Store) -> None:
    def act() -> None:
        for seq in range(100):
            store.append("one", seq, 0, ["0"])

    heard_all(store, act, {("one", 99)})


def test_another_process_is_heard(where: str, store: Store) -> None:
    code = "import sys; from cardwright.store import connect; connect(sys.argv[1]).append('one', 0, 0, ['0'])"
    heard_all(store, lambda: subprocess.run([sys.executable, "-c", code, where], check=True) and None, {("one", 0)})


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_appends_that_get_the_row_numbers_of_deleted_rows_are_heard(tmp_path: Path, rows: int) -> None:
    """SQLite gives them out again, and the listener may not have looked since."""
    with contextlib.closing(SqliteStore(tmp_path / "log.db")) as store:
        store.append("pruned", 0, 0, ["0", "1"])

        def act() -> None:
            with store._lock, _transaction(store._database) as database:
                database.execute("delete from event")
                assert store._insert(database, Append("one", 0, 0, ["0"] * rows))

        heard_all(store, act, {(ALL_GAMES, 0)})


def test_a_refused_append_is_not_reported(store: Store) -> None:
    store.append("one", 0, 0, ["0"])
    told: list[tuple[str, int]] = []
    listener = store.listen(lambda game, seq: told.append((game, seq)))
    with pytest.raises(LostRace):
        store.append("one", 0, 0, ["0"])
    heard_all(store, lambda: store.append("two", 0, 0, ["0"]), {("two", 0)})
    listener.close()
    assert ("one", 0) not in told


def test_a_signal_is_heard_by_all_and_only_once(where: str, store: Store) -> None:
    other = connect(where)
    told: queue.Queue[str] = queue.Queue()
    store.signal("before anybody listened")
    listeners = [each.listen(lambda game, seq: None, told.put) for each in (store, other)]
    sent = ["x" * MAX_SIGNAL_BYTES, *map(str, range(250))]
    for number in range(0, len(sent), 50):
        for body in sent[number : number + 50]:
            other.signal(body)
        heard = [told.get(timeout=WAIT_S) for _ in range(2 * len(sent[number : number + 50]))]
        assert sorted(heard) == sorted(2 * sent[number : number + 50])
    for listener in listeners:
        listener.close()
    other.close()
    assert told.empty()
    assert store.tails(0, 1000) == []


def test_after_closing_nothing_is_reported(store: Store) -> None:
    told: list[tuple[str, int]] = []
    listener = store.listen(lambda game, seq: told.append((game, seq)))
    listener.close()
    heard_all(store, lambda: store.append("one", 0, 0, ["0"]), {("one", 0)})
    assert told == []


# --- uptimes


def test_there_is_an_outage_when_no_server_is_up(store: Store) -> None:
    assert store.outages() == []
    store.heartbeat("first", 1000)
    store.heartbeat("first", 1500)
    assert store.outages() == []
    store.heartbeat("second", 1500 + LEASE_MS)
    assert store.outages() == []
    store.heartbeat("second", 4000, lease=0)
    store.heartbeat("third", 9000)
    assert store.outages() == [(4000, 9000)]
    store.heartbeat("first", 6000, lease=0)
    assert store.outages() == [(6000, 9000)]


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=6), st.integers(0, 90))
@settings(max_examples=200, deadline=None)
def test_open_time_counts_the_moments_that_are_in_no_gap(spans: list[tuple[int, int]], at: int) -> None:
    uptimes = sorted((began, began + length) for began, length in spans)
    outages = outages_between(uptimes)
    inside = [time for time in range(at) if any(began <= time < until for began, until in outages)]
    assert open_time(at, outages) == at - len(inside)
    first, last = (uptimes[0][0], max(until for _, until in uptimes)) if uptimes else (0, 0)
    up = [time for time in range(first, last) if any(began <= time < until for began, until in uptimes)]
    assert open_time(last, outages) - first == len(up)


# --- when the database is not there


def test_a_closed_store_says_so(where: str) -> None:
    store = connect(where)
    store.close()
    for use in (
        lambda: store.read("one"),
        lambda: store.append("one", 0, 0, ["0"]),
        lambda: store.tails(0, 1),
        store.outages,
        lambda: store.heartbeat("one", 0),
        lambda: store.signal("one"),
    ):
        with pytest.raises(StoreError):
            use()


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt: it is not a log of the cardroom"):
        connect(str(path))
    assert path.read_text() == "Dear Ada, " * 100


@pytest.mark.parametrize("table", ["photo (name text)", "event (id integer primary key, what text)"])
def test_a_database_of_another_program(tmp_path: Path, table: str) -> None:
    path = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute(f"create table {table}")
    with pytest.raises(StoreError, match=r"other\.db: it is not a log of the cardroom"):
        connect(str(path))
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert [name for (name,) in other.execute("select name from sqlite_master")] == [table.split()[0]]


@pytest.mark.parametrize("opened", [1, 2, 3])
def test_a_file_that_cannot_be_opened_once_more_is_left_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: int
) -> None:
    real: Any = sqlite3.connect
    made: list[sqlite3.Connection] = []

    def connection(*given: Any, **more: Any) -> sqlite3.Connection:
        if len(made) == opened:
            raise sqlite3.OperationalError("unable to open database file")
        made.append(real(*given, **more))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", connection)
    with pytest.raises(StoreError, match="unable to open"), contextlib.closing(connect(str(tmp_path / "log"))) as store:
        store.listen(lambda game, seq: None)
    assert len(made) == opened
    for each in made:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("select 1")


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ada")
    with pytest.raises(StoreError, match=r"letter/log\.db: File exists: .*letter$"):
        connect(str(tmp_path / "letter" / "log.db"))
    with pytest.raises(StoreError, match=f"^{tmp_path}: this is a folder; name a file$"):
        connect(str(tmp_path))


@pytest.mark.parametrize("address", ["mysql://host/name", "postgresql:/host/name", "postgres:name"])
def test_an_address_of_another_kind_is_not_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=f"^{address}: .*postgresql://"):
        connect(address)
    assert not list(tmp_path.iterdir())


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="PostgreSQL: "):
        connect(f"postgresql://nobody@/none?host={tmp_path}")


def test_a_database_of_another_program_in_postgres(postgres: str) -> None:
    """Its table is left as it is."""
    with psycopg.connect(postgres, autocommit=True) as database:
        database.execute("create schema other; create table other.event (id integer)")
    with pytest.raises(StoreError, match=r"^PostgreSQL: its table event is another program's$"):
        connect(f"{postgres}&options=-csearch_path%3Dother")
    with psycopg.connect(postgres, autocommit=True) as database:
        assert database.execute(
            "select relname from pg_class where relnamespace = 'other'::regnamespace"
        ).fetchall() == [("event",)]
        database.execute("drop schema other cascade")


def test_closing_ends_the_wait_for_a_connection(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is asked to stop would wait for it too."""
    monkeypatch.setattr("cardwright.store.postgres.CONNECT_TIMEOUT_S", 2 * int(WAIT_S))
    store = PostgresStore(postgres)
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadPoolExecutor(1) as thread:
        store._idle.pop().close()
        store.address = f"postgresql://127.0.0.1:{silent.getsockname()[1]}/postgres"
        reading = thread.submit(store.read, "one")
        with silent.accept()[0]:
            store.close()
            with pytest.raises(StoreError, match="the store is closed"):
                reading.result(WAIT_S)


def test_an_error_does_not_quote_what_was_written(postgres: str) -> None:
    store = connect(postgres)
    with pytest.raises(StoreError) as caught:
        store.append("secret\0game", 0, 0, ['"deal 5h"'])
    assert "\n" not in str(caught.value)
    assert "5h" not in str(caught.value)
    store.close()


def test_a_lost_connection_is_replaced(postgres: str) -> None:
    store = connect(postgres)
    seq = len(store.read("lost"))
    store.append("lost", seq, 0, ["0"])
    told: queue.Queue[tuple[str, int]] = queue.Queue()
    listener = store.listen(lambda game, seq: told.put((game, seq)))
    with psycopg.connect(postgres, autocommit=True) as database:
        others = "pid <> pg_backend_pid() and backend_type = 'client backend'"
        database.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")
    with pytest.raises(StoreError):
        store.read("lost")
    assert [event.seq for event in store.read("lost", seq)] == [seq]
    assert told.get(timeout=WAIT_S) == (ALL_GAMES, 0)
    store.append("lost", seq + 1, 0, ["1"])
    assert told.get(timeout=WAIT_S) == ("lost", seq + 1)
    listener.close()
    store.close()


def test_the_clock_of_the_log_is_corrected_once(store: Store) -> None:
    """By the first of several servers that notice the same step."""
    first = store.clock("one")
    assert (first.correction, first.latest) == (0, 0)
    store.heartbeat("one", 5000)
    store.heartbeat("two", 6000)
    latest = [store.clock(name).latest - LEASE_MS for name in ("one", "two", "")]
    assert latest == [6000, 5000, 6000]
    store.correct_clock(0, -600_000)
    store.correct_clock(0, -1_200_000)
    reading = store.clock("one")
    assert reading.now == reading.database - 600_000
    assert reading.database >= first.database
