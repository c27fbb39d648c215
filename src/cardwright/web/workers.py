"""Several processes of the cardroom on one log and the same sockets, started again when they die or do not answer."""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING, TypeAlias

from cardwright.processes import SPAWN, TERMINAL_SIGNALS, end_with_parent

if TYPE_CHECKING:
    from ctypes import Array, c_ulong

logger = logging.getLogger("cardwright")

STOP_SIGNALS = TERMINAL_SIGNALS | {signal.SIGTERM}
MIN_RESTART_INTERVAL_S = 1.0
STOP_TIMEOUT_S = 1.5  # then workers that have not ended are killed
CHECK_INTERVAL_S = 1.0
MAX_SILENT_CHECKS = 20  # checks, not seconds: they do not go on while the whole machine or container sleeps

Beat: TypeAlias = Callable[[], None]
Work: TypeAlias = Callable[[int, Sequence[socket.socket], Beat], None]  # number and sockets of a worker; in a module


@dataclass
class _Worker:
    process: BaseProcess
    began_s: float
    beats: int = 0  # at the last check
    silent_checks: int = 0  # since the number of beats has changed


def supervise(work: Work, workers: int, sockets: Sequence[socket.socket]) -> None:
    """Run ``work`` in processes until a signal or an error raises an exception; then end them all.

    A worker calls its `Beat` every second or so. One that has begun to, and then is silent for `MAX_SILENT_CHECKS`, is
    killed and started again, as one that died.
    """
    running: dict[int, _Worker] = {}
    beats = RawArray("L", workers + 1)  # the number of beats of each worker

    def start(number: int) -> None:
        # No daemon: it has children of its own.
        beats[number] = 0
        process = SPAWN.Process(target=_run, args=(work, number, list(sockets), beats), name=f"worker {number}")
        process.start()
        running[number] = _Worker(process, time.monotonic())

    def restart(number: int) -> None:
        died = running[number]
        logger.error("worker died", extra={"why": f"exit code {died.process.exitcode}"})
        time.sleep(max(0.0, died.began_s + MIN_RESTART_INTERVAL_S - time.monotonic()))
        start(number)

    def check(number: int) -> None:
        worker = running[number]
        worker.silent_checks = worker.silent_checks + 1 if worker.beats == beats[number] > 0 else 0
        worker.beats = beats[number]
        if worker.silent_checks >= MAX_SILENT_CHECKS:
            logger.error("worker does not answer", extra={"why": f"silent for {MAX_SILENT_CHECKS} checks"})
            worker.process.kill()
            worker.process.join()

    try:
        for number in range(1, workers + 1):
            start(number)
        while True:
            if not wait([each.process.sentinel for each in running.values()], CHECK_INTERVAL_S):
                for number in running:
                    check(number)
            for number in [number for number, each in running.items() if not each.process.is_alive()]:
                restart(number)
    finally:
        _stop([each.process for each in running.values()])


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


def _run(work: Work, number: int, sockets: Sequence[socket.socket], beats: "Array[c_ulong]") -> None:
    os.setpgid(0, 0)  # the terminal signals the supervisor's group, and the supervisor ends this process
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))

    def beat() -> None:
        beats[number] += 1

    work(number, sockets, beat)
