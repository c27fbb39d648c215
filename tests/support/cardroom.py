"""A cardroom in a process of its own, for tests that kill it and clients that load it.

python tests/support/cardroom.py DATABASE PORT WORKERS CALL_TIMEOUT_S
"""

import contextlib
import functools
import gc
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec

from cardwright.scenes import Move
from cardwright.store import CALL_TIMEOUT_S

HOST = "127.0.0.1"
STEP_ON, STEP_BACK = signal.SIGUSR1, signal.SIGUSR2  # step the clock of a cardroom
STEP_MS = 600_000
BUSY_S = 60.0  # for a call to the log, where a test is not about that limit
START_S = 120.0
PATIENCE_S = 200  # with a server that is away, or without its log
HEADERS = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}


def main(database: str, port: int, workers: int, call_timeout_s: float) -> None:
    """Serve at full speed: bots wait for nothing, and requests are not limited."""
    gc.disable()  # as `cardwright serve` does
    from cardwright.web.server import listen
    from cardwright.web.workers import supervise

    sockets = listen(HOST, port)
    if workers == 1:
        serve(database, call_timeout_s, 0, sockets)
    else:
        supervise(functools.partial(serve, database, call_timeout_s), workers, sockets)


def serve(database: str, call_timeout_s: float, number: int, sockets: Sequence[socket.socket]) -> None:
    """Serve in this process, the worker of that number."""
    from cardwright import store
    from cardwright.cardroom.bots.bot_workers import BotWorkers
    from cardwright.cardroom.service import Cardroom
    from cardwright.web.app import create_app
    from cardwright.web.server import server, start_log, tune_process

    set_call_timeout(call_timeout_s)
    start_log()
    _take_steps()
    with BotWorkers(1) as workers:
        app = create_app(Cardroom(store.connect(database), workers, bot_pace_s=0), limits=False, worker=number)
        tune_process()
        server(app).run(list(sockets))


def set_call_timeout(seconds: float) -> None:
    """Limit the calls to all logs that are opened in this process from now on: a busy machine is no failure."""
    from cardwright.cardroom import service
    from cardwright.cardroom.background import heartbeats
    from cardwright.store import background, postgres, sqlite

    for module in (background, heartbeats, postgres, service):
        module.CALL_TIMEOUT_S = seconds  # type: ignore[attr-defined]
    postgres.Connection.limit_s = seconds
    sqlite.LOCK_TIMEOUT_S = 0.9 * seconds


def _take_steps() -> None:
    """Have signals step the clock of this process."""
    real, ahead_ms = time.time_ns, 0

    def step(number: int, frame: object) -> None:
        nonlocal ahead_ms
        ahead_ms += STEP_MS if number == STEP_ON else -STEP_MS

    for each in (STEP_ON, STEP_BACK):
        signal.signal(each, step)
    time.time_ns = lambda: real() + ahead_ms * 1_000_000
    time.time = lambda: time.time_ns() / 1e9


def free_port() -> int:
    """Return a free port, of those that the system gives to no other program and no other worker of the tests takes."""
    first = 20_000 + 1000 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 12)
    while True:
        port = Random().randrange(first, first + 1000)  # below the ports that the system chooses
        with contextlib.closing(socket.socket()) as found, contextlib.suppress(OSError):
            found.bind((HOST, port))
            return port


class Cardroom:
    """A running cardroom: its port, and the process."""

    def __init__(
        self,
        database: str,
        log: Path,
        port: int | None = None,
        workers: int = 1,
        call_timeout_s: float = CALL_TIMEOUT_S,
    ) -> None:
        self.database, self.log, self.port = database, log, port or free_port()
        self.workers, self.call_timeout_s = workers, call_timeout_s
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        given = self.database, self.port, self.workers, self.call_timeout_s
        command = [sys.executable, __file__, *map(str, given)]
        # Compiled modules are kept, as those of an installed package are: without them a start takes twice as long.
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        with self.log.open("ab") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=kept)
        end = time.monotonic() + START_S
        while time.monotonic() < end and process.poll() is None:
            # It listens before it serves, so a connection alone says nothing.
            with contextlib.suppress(OSError), contextlib.closing(Browser(self.port)) as browser:
                browser.ask("GET", "/t/none/view")
                return process
            time.sleep(0.02)
        process.kill()
        raise RuntimeError(f"the cardroom did not start:\n{self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(60)

    def restart(self) -> None:
        """Again, at the same port."""
        self.process = self._started()


@contextlib.contextmanager
def running(
    database: str, log: Path, *, workers: int = 1, call_timeout_s: float = CALL_TIMEOUT_S
) -> Iterator[Cardroom]:
    """A cardroom that is killed at the end. Its calls to the log have the limit of the product, or a longer one."""
    room = Cardroom(database, log, workers=workers, call_timeout_s=call_timeout_s)
    try:
        yield room
    finally:
        room.kill()


class Browser:
    """One seat's client: forms up, JSON down. ``OSError`` while the server is away."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        try:
            headers = HEADERS | ({"cookie": self.cookie} if self.cookie else {})
            self._connection.request(method, path, urlencode(form or {}) if method == "POST" else None, headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as problem:
            self.close()
            raise OSError("the server is away") from problem
        cookie = answer.headers.get("set-cookie")
        if cookie:
            self.cookie = cookie.partition(";")[0]
        return answer.status, json.loads(body)

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def patiently(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Any]:
        """The same, waiting for a server that is away or without its log. A form may then arrive twice."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                status, reply = self.ask(method, path, form)
                if status != 503 or time.monotonic() > end:
                    return status, reply
            except OSError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.02)


def random_move_onward(seen: dict[str, Any], rng: Random) -> tuple[str, dict[str, str]]:
    """Return any move of a view but to take one back, with the lowest number where it asks for one."""
    moves = msgspec.convert(seen["moves"], list[Move])
    chosen = rng.choice([move for move in moves if move.text != "undo"] or moves)
    if chosen.number is None:
        return chosen.text, {}
    place = [move for move in moves if move.number].index(chosen)
    return chosen.text, {f"number-{place}": str(chosen.number.low)}


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
