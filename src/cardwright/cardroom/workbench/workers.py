"""The worker processes of the workbench, and the answers that they have given."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.kept_work import KeptWork, Work
from cardwright.cardroom.odds_questions import ADVICE, ANSWER_TIMEOUT_S
from cardwright.cardroom.workbench.stoppable_worker import MAX_WAITING, StoppableWorker

QUICK_S, LONG_S = 8.0, 30.0  # seconds that an answer may take
LEFT_S = 8.0  # a question is stopped if no page asks for it again within this time, as waiting pages do
MAX_ANSWERS = 100  # that are kept


class AskedWork(Work[Any]):
    """Work on a question about a position, for as long as a page asks for it."""

    def __init__(self, worker: StoppableWorker, job: Callable[..., Any], arguments: tuple[object, ...]) -> None:
        self.asked_at_s, self.is_left = time.monotonic(), False
        super().__init__(lambda _: asyncio.to_thread(worker.call, job, *arguments, is_wanted=self._is_wanted))

    def _is_wanted(self) -> bool:
        self.is_left = time.monotonic() - self.asked_at_s > LEFT_S
        return not self.is_left


class Workbench:
    """The processes of a server's workbench. They start when they are first asked."""

    def __init__(self) -> None:
        self._quick, self._long = StoppableWorker(QUICK_S), StoppableWorker(LONG_S)
        self._odds = StoppableWorker(ANSWER_TIMEOUT_S, ADVICE)
        self._positions: KeptWork[tuple[object, ...], AskedWork] = KeptWork(
            MAX_WAITING, MAX_ANSWERS, "others are asking too"
        )
        self._answers = BoundedDict[tuple[object, ...], Any](MAX_ANSWERS)

    async def quick(self, job: Callable[..., Any], *arguments: object) -> Any:
        """Return the answer to a question that every change asks."""
        return await self._answer(self._quick, job, arguments)

    async def long(self, job: Callable[..., Any], *arguments: object) -> Any:
        """Return the answer to a question that may take seconds."""
        return await self._answer(self._long, job, arguments)

    def knows(self, job: Callable[..., Any], *arguments: object) -> bool:
        """Return whether `odds` has begun to answer this question, or has its answer."""
        return (job, *arguments) in self._positions

    def odds(self, job: Callable[..., Any], *arguments: object) -> AskedWork:
        """Return the work on a question about a position that a person has entered, begun if there is none.

        One that failed is kept until `forget`, unless all who asked have left. Raises `PlayError` if too many wait.
        """
        key = (job, *arguments)
        work = self._positions.get(key)
        if work is None or work.is_left:
            work = self._positions.of(key, lambda: AskedWork(self._odds, job, arguments))
        work.asked_at_s = time.monotonic()
        return work

    def forget(self, job: Callable[..., Any], *arguments: object) -> None:
        """Have a question begun again when it is asked for once more."""
        self._positions.pop((job, *arguments), None)

    async def _answer(self, worker: StoppableWorker, job: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        key = (job, *arguments)
        if key not in self._answers:
            self._answers[key] = await asyncio.to_thread(worker.call, job, *arguments)
        return self._answers.get(key)

    def close(self) -> None:
        """Stop the processes."""
        self._positions.close()
        self._quick.close()
        self._long.close()
        self._odds.close()
