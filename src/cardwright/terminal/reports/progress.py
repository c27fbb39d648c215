"""A progress bar with an estimate of the time left, on stderr if that is a terminal.

with progress("counting hands", total) as tick:
    for done in range(total):
        tick(done)
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

LONG_S = 1  # work that lasts longer shows a bar, even if it does not say how far it is


class Tick(Protocol):
    """A function that reports progress."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """Report ``done`` of ``total`` steps; without a total, of the total given at the start."""


def _ignore_tick(done: int, total: int | None = None, /) -> None:
    pass


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Tick]:
    """Show a bar while the block runs; the block calls the function that it is given, from any thread.

    Nothing is shown unless stderr is a terminal. The bar appears with the first call, or after a second without one, so
    that short work shows none, and is erased at the end.
    Without a total it shows no number and no time.
    """
    if not sys.stderr.isatty():
        yield _ignore_tick
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = TextColumn("{task.description}"), BarColumn()
    counted = MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*shown, console=Console(stderr=True), transient=True)
    task = bar.add_task(label, total=total)

    def tick(done: int, total: int | None = None, /) -> None:
        bar.update(task, completed=done, total=total)
        bar.columns = (*shown, *counted) if bar.tasks[0].total else shown
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
