"""`cardwright serve --workers`: several processes on one log and one port, and the one that looks after them."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.workbench.background_work import BackgroundWorks
from cardwright.store.sqlite import SqliteStore
from cardwright.web import server, workers
from cardwright.web.app import create_app
from cardwright.web.metrics import Metrics
from cardwright.web.workers import Beat
from support.cardroom import Browser, random_move_onward
from support.visitors import Visitor
from support.waiting import wait_for

WAIT_S = 120


def children(pid: int) -> set[int]:
    """The workers of a server."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            fields = stat.read_text().rpartition(")")[2].split()
            spawned = b"spawn_main" in (stat.parent / "cmdline").read_bytes()
            if spawned and fields[0] != "Z" and int(fields[1]) == pid:
                found.add(int(stat.parent.name))
    return found


def ask(port: int, cookie: str, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, object, str]:
    """Status, JSON and cookie of an answer on a new connection, by whichever worker takes it."""
    browser = Browser(port)
    browser.cookie = cookie
    with contextlib.closing(browser):
        status, found = browser.patiently(method, path, form)
        return status, found, browser.cookie


def test_workers_serve_one_table_and_are_started_again(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardwright", "serve", "--port", "0", "--workers", "2", "--database"]
    process = subprocess.Popen(
        [*command, str(tmp_path / "room.db")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[5].rpartition(":")[2])
        seen: set[bytes] = set()

        def both() -> bool:
            figures = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WAIT_S).read()
            seen.update(re.findall(rb'cardwright_ready{worker="(\d)"} 1', figures))
            return seen == {b"1", b"2"}

        wait_for(both)
        _, opened, cookie = ask(port, "", "POST", "/tables", {"game": "patience"})
        assert isinstance(opened, dict)
        table, rng = opened["goto"], Random(2)

        def play(moves: int) -> None:
            for _ in range(moves):
                _, view, _ = ask(port, cookie, "GET", f"{table}/view")
                assert isinstance(view, dict)
                move, more = random_move_onward(view, rng)
                form = {"version": str(view["version"]), "move": move, **more}
                assert ask(port, cookie, "POST", f"{table}/move", form)[0] == 200

        play(8)
        pids = children(process.pid)
        assert len(pids) == 2
        killed = min(pids)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: len(children(process.pid) - {killed}) == 2)
        play(4)
        last = children(process.pid)
        process.send_signal(signal.SIGTERM)
        said, problems = process.communicate(timeout=WAIT_S)
        assert (process.returncode, said) == (0, "")
        assert '"what":"worker died","why":"exit code -9"' in problems
        wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in last))
    finally:
        for worker in children(process.pid):
            os.kill(worker, signal.SIGKILL)
        process.kill()
        process.communicate()


def beat_then_hang(number: int, _: object, beat: Beat) -> None:
    """The work of a worker that hangs; the first one does not."""
    beat()
    while True:
        time.sleep(0.02)
        if number == 1:
            beat()


class Logged(Exception):
    """The supervisor has logged all that it should."""


def test_a_worker_that_does_not_answer_is_killed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []

    def log(message: str, extra: dict[str, str]) -> None:
        logged.append(f"{message}: {extra['why']}")
        if len(logged) == 2:
            raise Logged

    monkeypatch.setattr(workers.logger, "error", log)
    monkeypatch.setattr(workers, "CHECK_INTERVAL_S", 0.2)
    monkeypatch.setattr(workers, "MAX_SILENT_CHECKS", 10)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(Logged):
        workers.supervise(beat_then_hang, 2, [])
    assert logged == ["worker does not answer: silent for 10 checks", "worker died: exit code -9"]


def test_a_worker_that_cannot_read_its_log_says_so_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "start_log", lambda: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    (tmp_path / "room.db").write_text("Dear Ada, " * 100)
    with pytest.raises(SystemExit):
        server.work(server.Settings("127.0.0.1", str(tmp_path / "room.db")), 1, [], lambda: None)
    assert [(each.message, vars(each)["why"]) for each in caplog.records] == [("worker not started", "DatabaseError")]


def test_work_of_another_worker_is_asked_for_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "room.db")
    with ThreadPoolExecutor(1) as threads:
        app = create_app(Cardroom(store, threads), worker=2)
        with Visitor(app) as client:
            for page in ("playtest", "starting"):
                answer = client.get(f"/workbench/{page}/1-abc")
                assert (answer.status_code, answer.headers["connection"]) == (307, "close")
                assert answer.headers["location"] == f"/workbench/{page}/1-abc"
                assert client.get(f"/workbench/{page}/2-abc").status_code == 404
            metrics: Metrics = app.state.metrics
            metrics.answered("lobby", 200, 0.1, 0.1)
            assert b'cardwright_requests_total{worker="2",handler="lobby",status="200"} 1.0' in metrics.text()
            assert b'cardwright_tables{worker="2"} 0.0' in metrics.text()
    assert not BackgroundWorks().is_elsewhere("1-abc")  # there is no other
    store.close()
