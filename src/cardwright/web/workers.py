"""Several processes of the cardroom on one log and the same listening sockets, started again when they die."""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from cardwright.processes import SPAWN, TERMINAL_SIGNALS, end_with_parent

logger = logging.getLogger("cardwright")

STOP_SIGNALS = TERMINAL_SIGNALS | {signal.SIGTERM}
MIN_RESTART_INTERVAL_S = 1.0
STOP_TIMEOUT_S = 1.5  # then workers that have not ended are killed

Work: TypeAlias = Callable[[int, Sequence[socket.socket]], None]  # of a worker's number and its sockets; in a module


def supervise(work: Work, workers: int, sockets: Sequence[socket.socket]) -> None:
    """Run ``work`` in processes until a signal or an error raises an exception; then end them all."""
    running: dict[int, BaseProcess] = {}
    began: dict[int, float] = {}

    def start(number: int) -> None:
        # No daemon: it has children of its own.
        running[number] = SPAWN.Process(target=_run, args=(work, number, list(sockets)), name=f"worker {number}")
        running[number].start()
        began[number] = time.monotonic()

    def restart(number: int) -> None:
        logger.error("worker died", extra={"why": f"exit code {running[number].exitcode}"})
        time.sleep(max(0.0, began[number] + MIN_RESTART_INTERVAL_S - time.monotonic()))
        start(number)

    try:
        for number in range(1, workers + 1):
            start(number)
        while True:
            wait([each.sentinel for each in running.values()])
            for number in [number for number, each in running.items() if not each.is_alive()]:
                restart(number)
    finally:
        _stop(list(running.values()))


def _stop(running: Sequence[BaseProcess]) -> None:
    for ending in STOP_SIGNALS:
        signal.signal(ending, signal.SIG_IGN)  # a second one must not leave a worker behind
    for process in running:
        process.terminate()
    end = time.monotonic() + STOP_TIMEOUT_S
    for process in running:
        process.join(max(0.0, end - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def _run(work: Work, number: int, sockets: Sequence[socket.socket]) -> None:
    os.setpgid(0, 0)  # the terminal signals the supervisor's group, and the supervisor ends this process
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    work(number, sockets)
