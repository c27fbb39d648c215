"""The view of players when the database goes away and comes back, and when a server is asked to stop."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import ClientConnection, connect

from cardwright import store
from cardwright.cardroom.events import Moved, decode
from support import postgres as postgres_server
from support.cardroom import BUSY_S, HOST, Browser, random_move_onward, running

# `cardwright` whose calls to the log may take long: on a busy machine the log is slow, which a server complains of.
PATIENT_COMMAND = f"""
import sys
sys.path.append({str(Path(__file__).parent)!r})
from support.cardroom import BUSY_S, set_call_timeout
set_call_timeout(BUSY_S)
from cardwright.cli import main
sys.exit(main())
"""


def watch(browser: Browser, table: str, what: str = "views") -> ClientConnection:
    """A socket at a table, for one browser."""
    address = f"ws://{HOST}:{browser.port}{table}/{what}"
    return connect(address, additional_headers={"cookie": browser.cookie} if browser.cookie else {}, open_timeout=60)


def hear(socket: ClientConnection, version: int) -> None:
    """Wait until a socket has sent a version."""
    while True:
        reply = socket.recv(timeout=60)
        if reply and json.loads(reply)["version"] >= version:
            return


def seated(*browsers: Browser) -> str:
    """A new table of cribbage for two."""
    form = {"game": "cribbage", "o-to": "61", "others": "open", "listed": "yes", "clock": "off"}
    table: str = browsers[0].ask("POST", "/tables", form)[1]["goto"]
    for browser in browsers[1:]:
        assert browser.ask("POST", f"{table}/sit", {"name": "Bea"})[0] == 200
    return table


def move(table: str, browsers: tuple[Browser, ...], rng: Random) -> tuple[int, int, str]:
    """Make one move for the seat to act; return the version, the seat and the move."""
    for seat, browser in enumerate(browsers):
        status, seen = browser.ask("GET", f"{table}/view")
        assert status == 200, seen
        if seat in seen["to_act"]:
            text, numbers = random_move_onward(seen, rng)
            form = {"version": str(seen["version"]), "move": text, **numbers}
            status, reply = browser.ask("POST", f"{table}/move", form)
            assert status == 200, reply
            return seen["version"], seat, text
    raise AssertionError("nobody is to act")


def test_postgresql_stops_and_comes_back(tmp_path: Path) -> None:
    """Meanwhile there is a sentence, and afterwards all is as before: nothing is lost, and news crosses again."""
    with postgres_server.running() as database, ExitStack() as stack:
        here, there = (
            stack.enter_context(running(database.address, tmp_path / f"{name}.log", call_timeout_s=BUSY_S))
            for name in ("one", "two")
        )
        ann, bea = browsers = Browser(here.port), Browser(there.port)
        stack.callback(ann.close)
        stack.callback(bea.close)
        table, rng = seated(ann, bea), Random(4)
        sockets = [stack.enter_context(watch(browser, table)) for browser in browsers]
        moves = [move(table, browsers, rng) for _ in range(5)]
        for _ in range(2):
            database.stop()
            for browser in browsers:
                for path, form in (
                    (f"{table}/move", {"version": "0", "move": "go"}),
                    ("/tables", {"game": "cribbage"}),
                ):
                    status, reply = browser.ask("POST", path, form)
                    assert (status, "nothing is lost" in reply["error"]) == (503, True), reply
                assert browser.ask("GET", f"{table}/view")[0] == 503
            database.start()
            for browser in browsers:  # without a doubtful answer first
                assert browser.ask("GET", f"{table}/view")[0] == 200
            moves += [move(table, browsers, rng) for _ in range(5)]
            for socket in sockets:  # those who watch hear of it, at both servers
                hear(socket, moves[-1][0] + 1)
        log = store.connect(database.address)
        entries = [decode(event.body) for event in log.read(table.removeprefix("/t/"))]
        log.close()
        steps = [step for entry in entries if isinstance(entry, Moved) for step in entry.steps]
        assert all((seat, text) in steps[version : version + 2] for version, seat, text in moves)
        assert sum(seat >= 0 for seat, _ in steps) == len(moves)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_stops_when_asked_to(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """With 200 open sockets, and bots in thought: in good order, with nothing to complain of."""
    database = str(tmp_path / "room.db") if kind == "sqlite" else request.getfixturevalue("empty_postgres")
    command = [sys.executable, "-c", PATIENT_COMMAND, "serve", "--database", database, "--port", "0"]
    with ExitStack() as stack:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        stack.callback(process.communicate)
        stack.callback(process.kill)
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[5].rpartition(b":")[2])
        tables = []
        for number in range(10):
            with closing(Browser(port)) as browser:
                form = {"game": ("cribbage", "pyramid")[number % 2], "clock": "off"}
                status, reply = browser.ask("POST", "/tables", form)
                assert status == 200, reply
                tables.append((reply["goto"], browser.cookie))
        for number in range(200):
            # Two addresses: one alone may not have as many.
            whence = (f"127.0.0.{1 + number % 2}", 0)
            table, cookie = tables[number // 2 % 10]
            address = f"ws://{HOST}:{port}{table}/feed"
            socket = connect(
                address, additional_headers={"cookie": cookie}, source_address=whence, open_timeout=60, close_timeout=0
            )
            stack.enter_context(socket)
            assert socket.recv(timeout=60)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        _, problems = process.communicate(timeout=60)
        print(f"{kind}: stopped after {time.monotonic() - began:.2f} s")
        assert (process.returncode, problems) == (0, b"")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_database_that_does_not_answer(kind: str, tmp_path: Path) -> None:
    """Pages are served meanwhile, tables say that they cannot be reached, and the server ends when asked to."""
    with ExitStack() as stack:
        if kind == "sqlite":
            address = str(tmp_path / "room.db")
            room = stack.enter_context(running(address, tmp_path / "one.log"))
        else:
            database = stack.enter_context(postgres_server.running())
            room = stack.enter_context(running(database.address, tmp_path / "one.log"))
        ann, bea, cat = (stack.enter_context(closing(Browser(room.port))) for _ in range(3))
        table = seated(ann, bea)
        seen = ann.ask("GET", f"{table}/view")[1]
        if kind == "sqlite":
            other = stack.enter_context(closing(sqlite3.connect(address, isolation_level=None)))
            other.execute("begin immediate")  # as a backup tool may
            assert ann.ask("GET", f"{table}/view")[0] == 200
        else:
            database.pause()
            stack.callback(database.go_on)
        with ThreadPoolExecutor(4) as pool:
            text = random_move_onward(seen, Random(1))[0]
            form = {"version": str(seen["version"]), "move": text}
            waiting = [pool.submit(cat.ask, "POST", f"{table}/say", {"phrase": "Hello"})]
            waiting += [pool.submit(ann.ask, "POST", f"{table}/move", form)]
            pages = 0
            while not all(each.done() for each in waiting):
                assert bea.ask("GET", "/health/live")[0] == 200
                pages += 1
            assert pages > 5  # or it was not served while the others waited
            assert [each.result()[0] for each in waiting] == [503, 503]
        room.process.terminate()
        assert room.process.wait(60) in (0, -signal.SIGTERM)
