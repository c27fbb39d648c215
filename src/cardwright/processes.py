"""Worker processes. They are spawned: a fork would copy locks that other threads hold, and wait for them forever.

They are started with the signals of the terminal blocked: one that was just importing its modules would write a
traceback after Ctrl-C. Each computes its matrix products in one thread, unless the environment has another number:
there is a worker for each core, and the threads of several would wait for each other, four times as long as the work
takes.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

CANCEL_POLL_S, CANCEL_TIMEOUT_S = 0.005, 1.0
# A terminal sends them to all processes of a command: after Ctrl-C, and when it is closed (not on Windows).
TERMINAL_SIGNALS = {each for each in signal.Signals if each.name in ("SIGINT", "SIGHUP")}
BLAS_THREADS = "OPENBLAS_NUM_THREADS"  # a process reads it when it imports numpy
_BLAS_LOCK = threading.Lock()


class _Process(SpawnProcess):
    def start(self) -> None:
        with _terminal_signals_blocked(), _one_blas_thread():  # the process inherits both
            super().start()


@contextlib.contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINAL_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _one_blas_thread() -> Iterator[None]:
    with _BLAS_LOCK:
        is_chosen = BLAS_THREADS in os.environ
        os.environ.setdefault(BLAS_THREADS, "1")
        try:
            yield
        finally:
            if not is_chosen:
                del os.environ[BLAS_THREADS]


class _Context(SpawnContext):
    Process = _Process


SPAWN = _Context()


def create_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of workers that leave the terminal's signals to this process and exit when it dies."""
    with _terminal_signals_blocked():  # Python's resource tracker, which this may start, inherits it
        return ProcessPoolExecutor(workers, SPAWN, init_worker)


def has_workers(pool: ProcessPoolExecutor) -> bool:
    """Return whether a pool has started a worker, and not yet been shut down."""
    return bool(pool._processes)


def kill(pool: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """Kill all workers of a pool: it then fails all calls, or with ``cancel`` takes back calls that no worker has."""
    workers = list((pool._processes or {}).values())
    manager: Any = pool._executor_manager_thread
    if cancel:  # before the kill, for a pool that breaks cannot fail a call that is cancelled
        pool.shutdown(wait=False, cancel_futures=True)
        end = time.monotonic() + CANCEL_TIMEOUT_S
        while manager is not None and manager.is_alive() and pool._cancel_pending_futures and time.monotonic() < end:
            time.sleep(CANCEL_POLL_S)
    for worker in workers:
        with contextlib.suppress(OSError, AttributeError):
            worker.kill()
    # Python 3.11 does not see the end of a worker that has started since its last call. The lock keeps the pool from
    # closing the pipe that is written to here.
    with pool._shutdown_lock, contextlib.suppress(OSError, AttributeError):
        pool._executor_manager_thread_wakeup.wakeup()


def init_worker() -> None:
    """Ignore the terminal's signals, which the parent handles, and exit when the parent dies."""
    for each in TERMINAL_SIGNALS:
        signal.signal(each, lambda *_: None)  # not SIG_IGN, which the programs that a worker starts would inherit
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, TERMINAL_SIGNALS)
    end_with_parent(lambda: os._exit(0))


def end_with_parent(end: Callable[[], object]) -> None:
    """Call ``end``, in a thread, when the process that started this one has ended."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            end()

    threading.Thread(target=watch, daemon=True).start()
