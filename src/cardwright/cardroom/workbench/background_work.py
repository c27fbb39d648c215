"""Work on declarations in the background: in shards, in a process that can be stopped, with results on the way."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.kept_work import KeptWork, Work
from cardwright.cardroom.workbench.stoppable_worker import StoppableWorker
from cardwright.errors import CardwrightError, UnknownName

FIRST_ITEMS_COUNT = 5  # in the first shard; the next one is twice as large while they are quick
QUICK_SHARD_S = 1.0
SHARD_S, WHOLE_S = 60.0, 240.0  # seconds that a shard and a whole work may take
MAX_KEPT, MAX_RUNNING = 40, 2

Job = Callable[..., Any]  # of some arguments, the first item of a shard, and the number of its items


class BackgroundWork(Work[None]):
    """A ``job`` on a number of items: for each of the ``calls`` the sum of the results so far.

    ``terms`` are shown on its page too, and ``owner`` is the secret of the browser that began it, "" without one.
    """

    def __init__(
        self,
        worker: StoppableWorker,
        job: Job,
        calls: Sequence[tuple[object, ...]],
        items: int,
        owner: str,
        terms: dict[str, Any],
    ) -> None:
        super().__init__(lambda _: self._run(worker))
        self.job, self.calls, self.items, self.owner, self.terms = job, calls, items, owner, terms
        self.results: list[Any] = [None] * len(calls)
        self.total = items * len(calls)
        self.problem = ""

    @property
    def running(self) -> bool:
        """True until the work has ended or was stopped."""
        return super().running and not self.problem

    def stop(self, problem: str) -> None:
        """End the work with the results so far. The shard that is being computed is finished."""
        self.problem = problem
        self.task.cancel()

    async def _run(self, worker: StoppableWorker) -> None:
        end = time.monotonic() + WHOLE_S
        first, number = 0, FIRST_ITEMS_COUNT
        try:
            while first < self.items and time.monotonic() < end:
                number, began = min(number, self.items - first), time.monotonic()
                for place, arguments in enumerate(self.calls):
                    result = await asyncio.to_thread(worker.call, self.job, *arguments, first, number)
                    self.results[place] = result if self.results[place] is None else self.results[place] + result
                    self.done += number
                first += number
                number *= 1 + (time.monotonic() - began < QUICK_SHARD_S)
        except CardwrightError as problem:
            self.problem = str(problem)


class BackgroundWorks:
    """The background work of this process, which is the ``worker`` of that number among several."""

    def __init__(self, worker: int = 0) -> None:
        self.worker = worker
        self._worker = StoppableWorker(SHARD_S)
        self._works: KeptWork[str, BackgroundWork] = KeptWork(MAX_RUNNING, MAX_KEPT, "other tables are being tested")

    def start(self, job: Job, calls: Sequence[tuple[object, ...]], items: int, owner: str, **terms: Any) -> str:
        """Start ``job`` on a number of items, for each of the calls, and return the name of the work.

        While too much goes on, it takes the place of the first work of the same ``owner``. Raises `PlayError` if there
        is none.
        """
        going = [work for work in self._works.values() if work.running]
        own = [work for work in going if owner and work.owner == owner]
        if own and len(going) >= self._works.max_running:
            own[0].stop("stopped: a later playtest or chart of yours took its place")
        name = f"{self.worker}-{new_id()}"
        self._works.of(name, lambda: BackgroundWork(self._worker, job, calls, items, owner, terms))
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

    def close(self) -> None:
        """Stop all."""
        self._works.close()
        self._worker.close()
