"""The process of the workbench that is stopped when a question takes too long."""

import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

import pytest

from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.errors import BadDeclaration, PlayError
from cardwright.processes import SPAWN
from support.waiting import wait_for


def test_a_question_that_takes_too_long_or_too_much_is_stopped_and_the_next_is_answered() -> None:
    worker = StoppableWorker(20)
    try:
        assert worker.call(len, "abc") == 3
        worker.seconds = 0.1
        with pytest.raises(BadDeclaration, match=r"longer than 0\.1 s"):
            worker.call(time.sleep, 60)
        worker.seconds = 20
        with pytest.raises(BadDeclaration, match="more memory"):
            worker.call(bytearray, 1 << 40)
        with pytest.raises(BadDeclaration, match="a mistake of the program"):
            worker.call(len, 3)
        assert worker.call(len, "abc") == 3
    finally:
        worker.close()
    with pytest.raises(PlayError, match="the server is stopping"):  # one that had waited starts no other process
        worker.call(len, "abc")


def test_a_question_under_way_is_given_up_when_the_worker_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = StoppableWorker(60)
    assert worker.call(len, "abc") == 3
    ended = Connection.close

    def closed_once(pipe: Connection) -> None:
        time.sleep(0.05)  # another thread would close it too
        ended(pipe)

    monkeypatch.setattr(Connection, "close", closed_once)
    with ThreadPoolExecutor(1) as caller:
        asked = caller.submit(worker.call, time.sleep, 60)
        wait_for(worker._lock.locked)
        worker.close()
        with pytest.raises((BadDeclaration, PlayError)):
            asked.result()


def test_a_worker_that_is_closed_while_its_process_starts_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, start = StoppableWorker(1), SPAWN.Process.start

    def closed_meanwhile(process: Any) -> None:
        start(process)
        worker.close()

    monkeypatch.setattr(SPAWN.Process, "start", closed_meanwhile)
    with pytest.raises(PlayError, match="the server is stopping"):
        worker.call(time.sleep, 60)
    assert worker._process is None


def test_a_worker_that_cannot_start_is_stopped_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: object) -> None:
        raise BlockingIOError("no process can be started")

    monkeypatch.setattr(SPAWN.Process, "start", refuse)
    with pytest.raises(BadDeclaration):
        StoppableWorker(20).call(len, "abc")
