"""Worker processes. They are spawned: a fork would copy locks that other threads hold, and wait for them forever."""

import contextlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

SPAWN = multiprocessing.get_context("spawn")


def create_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of workers that leave Ctrl-C to this process and exit when it dies."""
    return ProcessPoolExecutor(workers, SPAWN, init_worker)


def kill(pool: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """Kill all workers of a pool: it then fails all calls, or with ``cancel`` takes back those that no worker has."""
    workers = list((pool._processes or {}).values())
    if cancel:  # before the kill, for a pool that breaks cannot fail a call that is cancelled
        pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        with contextlib.suppress(OSError, AttributeError):
            worker.kill()


def init_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent dies."""
    signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which the programs that a worker starts would inherit
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
