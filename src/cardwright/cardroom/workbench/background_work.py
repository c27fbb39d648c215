"""Work on declarations in the background: in shards, in a process that can be stopped, with results on the way."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from cardwright.cardroom.commitments import new_name
from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.errors import CardwrightError, PlayError, UnknownName

FIRST_ITEMS_COUNT = 5  # in the first shard; the next one is twice as large while they are quick
QUICK_SHARD_S = 1.0
SHARD_S, WHOLE_S = 60.0, 240.0  # seconds that a shard and a whole work may take
MAX_KEPT, MAX_RUNNING = 40, 2

Job = Callable[..., Any]  # of some arguments, the first item of a shard, and the number of its items


class BackgroundWork:
    """Work that goes on or has ended: for each of the ``calls`` the sum of the results so far.

    ``terms`` are what its page shows besides.
    """

    def __init__(self, job: Job, calls: Sequence[tuple[object, ...]], items: int, terms: dict[str, Any]) -> None:
        self.job, self.calls, self.items, self.terms = job, calls, items, terms
        self.results: list[Any] = [None] * len(calls)
        self.done, self.total = 0, items * len(calls)
        self.problem = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """True until there is a result."""
        return self.task is not None and not self.task.done()


class BackgroundWorks:
    """The background work of this process, which is the ``worker`` of that number among several."""

    def __init__(self, worker: int = 0) -> None:
        self.worker = worker
        self._worker = StoppableWorker(SHARD_S)
        self._works: dict[str, BackgroundWork] = {}  # the oldest first

    def start(self, job: Job, calls: Sequence[tuple[object, ...]], items: int, **terms: Any) -> str:
        """Start ``job`` on a number of items, for each of the calls, and return the name of the work.

        Raises `PlayError` while too much goes on.
        """
        if sum(work.running for work in self._works.values()) >= MAX_RUNNING:
            raise PlayError("other tables are being tested; try again in a moment")
        work, name = BackgroundWork(job, calls, items, terms), f"{self.worker}-{new_name()}"
        self._works[name] = work
        for old in [name for name, work in self._works.items() if not work.running and work.task][:-MAX_KEPT]:
            del self._works[old]
        work.task = asyncio.create_task(self._run(work))
        return name

    def is_elsewhere(self, name: str) -> bool:
        """Return whether another process has the work of this name."""
        number = name.partition("-")[0]
        return bool(self.worker) and number.isdecimal() and number != str(self.worker)

    def find(self, job: Job, name: str) -> BackgroundWork:
        """Return the work of a job. Raises `UnknownName` for one that is not kept."""
        work = self._works.get(name)
        if work is None or work.job is not job:
            raise UnknownName("work", name, ())
        return work

    async def _run(self, work: BackgroundWork) -> None:
        end = time.monotonic() + WHOLE_S
        first, number = 0, FIRST_ITEMS_COUNT
        try:
            while first < work.items and time.monotonic() < end:
                number, began = min(number, work.items - first), time.monotonic()
                for place, given in enumerate(work.calls):
                    found = await asyncio.to_thread(self._worker.call, work.job, *given, first, number)
                    work.results[place] = found if work.results[place] is None else work.results[place] + found
                    work.done += number
                first += number
                number *= 1 + (time.monotonic() - began < QUICK_SHARD_S)
        except CardwrightError as problem:
            work.problem = str(problem)

    def close(self) -> None:
        """Stop all."""
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()
        self._worker.close()
