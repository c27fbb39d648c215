"""Long work that a page asks for again and again: begun once, a few at a time, with its results kept for a while."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from cardwright.errors import PlayError

K = TypeVar("K")
T = TypeVar("T")


class RunningTasks(set[asyncio.Task[Any]]):
    """Tasks until they have ended: the event loop itself keeps no task alive."""

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin a task."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task

    def close(self) -> None:
        """Stop all."""
        for task in self:
            task.cancel()


class Work(Generic[T]):
    """Work that goes on or has ended: ``done`` of ``total`` parts. The task of ``run`` has the result."""

    def __init__(self, run: Callable[[Any], Coroutine[Any, Any, T]]) -> None:
        self.done, self.total = 0, 0
        self.task = asyncio.create_task(run(self))

    @property
    def running(self) -> bool:
        """True until the work has ended."""
        return not self.task.done()

    @property
    def succeeded(self) -> bool:
        """True if there is a result."""
        return self.task.done() and not self.task.cancelled() and not self.task.exception()


W = TypeVar("W", bound=Work[Any])


class KeptWork(dict[K, W]):
    """Works by their keys, the least recently used first. ``busy`` is the refusal while too many go on."""

    def __init__(self, max_running: int, max_kept: int, busy: str) -> None:
        super().__init__()
        self.max_running, self.max_kept, self.busy = max_running, max_kept, busy

    def of(self, key: K, begin: Callable[[], W]) -> W:
        """Return the work of a key, begun if there is none or if it failed. Raises `PlayError` if too many go on."""
        work = self.pop(key, None)
        if work is None or not (work.running or work.succeeded):
            if sum(each.running for each in self.values()) >= self.max_running:
                raise PlayError(f"{self.busy}; try again in a moment")
            work = begin()
        self[key] = work
        ended = [key for key, each in self.items() if not each.running]
        for old in ended[: max(0, len(self) - self.max_kept)]:
            del self[old]
        return work

    def close(self) -> None:
        """Stop all."""
        for work in self.values():
            work.task.cancel()
