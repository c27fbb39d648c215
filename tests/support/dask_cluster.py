"""A Dask cluster in processes of its own: the tests have none of its threads, and can always end it."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, Popen

START_S = 120
WORKERS = 2


@contextmanager
def running(folder: Path, workers: int = WORKERS) -> Iterator[str]:
    """Start a scheduler and its workers, each with one thread. Gives the scheduler's address."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:

        def start(kind: str, *words: str) -> Popen[bytes]:
            command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", str(file), *words]
            process = Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, cwd=folder)
            stack.callback(process.wait, 60)
            stack.callback(process.kill)
            return process

        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        address = _address(scheduler, file)
        for _ in range(workers):
            start("worker", "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1", "--no-dashboard")
        yield address


def _address(scheduler: Popen[bytes], file: Path) -> str:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        assert scheduler.poll() is None, "the scheduler has ended"
        try:
            return str(json.loads(file.read_text())["address"])
        except (FileNotFoundError, json.JSONDecodeError):  # not written yet, or not all of it
            time.sleep(0.05)
    raise AssertionError("the scheduler does not start")
