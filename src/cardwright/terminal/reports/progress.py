"""A progress bar with an estimate of the time left, on stderr if that is a terminal.

with progress("counting hands", total) as tick:
    for done in range(total):
        tick(done)

Work whose output no one reads any more is interrupted.
"""

import io
import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

UNREAD_POLL_MS = 500
LONG_S = 1  # work that lasts longer shows a bar, even if it does not say how far it is


class Tick(Protocol):
    """A function that reports progress."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """Report ``done`` of ``total`` steps; without a total, of the total given at the start."""


def _unread_poll() -> "select.poll | None":
    """Return a poll that finds whether the reader of standard output has closed it, None if it is not a pipe."""
    try:
        output = sys.stdout.fileno()
    except io.UnsupportedOperation:  # a stream in memory
        return None
    if not hasattr(select, "poll") or not stat.S_ISFIFO(os.fstat(output).st_mode):
        return None
    poller = select.poll()
    poller.register(output, 0)  # an error is always reported
    return poller


def is_unread() -> bool:
    """Return whether standard output is a pipe that its reader has closed."""
    poller = _unread_poll()
    return poller is not None and bool(poller.poll(0))


@contextmanager
def _stopped_if_unread() -> Iterator[None]:
    """Interrupt the block as by Ctrl-C, which ends the work of other processes too, once the output `is_unread`."""
    poller = _unread_poll()
    if poller is None:
        yield
        return
    ended = threading.Event()
    ending = threading.Lock()  # so that no interrupt comes after the block

    def watch() -> None:
        while not ended.is_set():
            if poller.poll(UNREAD_POLL_MS):
                with ending:
                    if not ended.is_set():
                        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
                return

    try:
        threading.Thread(target=watch, daemon=True).start()
        yield
    finally:
        with ending:
            ended.set()


def _ignore_tick(done: int, total: int | None = None, /) -> None:
    pass


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Tick]:
    """Show a bar while the block runs; the block calls the function that it is given, from any thread.

    Nothing is shown unless stderr is a terminal. The bar appears with the first call, or after a second without one, so
    that short work shows none, and is erased at the end.
    Without a total it shows no number and no time.
    """
    with _stopped_if_unread(), _bar(label, total) as tick:
        yield tick


@contextmanager
def _bar(label: str, total: int | None) -> Iterator[Tick]:
    if not sys.stderr.isatty():
        yield _ignore_tick
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn()
    counted = MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=total)

    def tick(done: int, total: int | None = None, /) -> None:
        bar.update(task, completed=done, total=total)
        bar.columns = (*columns, *counted) if bar.tasks[0].total else columns
        bar.start()

    late = threading.Timer(LONG_S, bar.start)
    late.daemon = True
    late.start()
    try:
        yield tick
    finally:
        late.cancel()
        late.join()
        bar.stop()
