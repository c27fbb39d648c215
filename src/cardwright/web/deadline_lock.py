"""A lock that the waiter with the earliest deadline takes next."""

import asyncio
import contextlib
import heapq
import itertools
import math
from collections.abc import AsyncIterator


class DeadlineLock:
    """Taken by one task at a time. A deadline that has passed changes nothing but the order."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []  # a heap
        self._numbers = itertools.count()  # of waiters with the same deadline, the first comes first

    @property
    def next_deadline(self) -> float:
        """The earliest deadline of all waiters, infinity without one."""
        while self._waiting and self._waiting[0][2].done():  # cancelled
            heapq.heappop(self._waiting)
        return self._waiting[0][0] if self._waiting else math.inf

    @contextlib.asynccontextmanager
    async def taken(self, deadline: float) -> AsyncIterator[None]:
        """Wait for the lock, and take it until the block ends."""
        if self._is_taken:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (deadline, next(self._numbers), called))
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():  # granted and cancelled at the same time
                    self._pass_on()
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        self._is_taken = self.next_deadline < math.inf
        if self._is_taken:
            heapq.heappop(self._waiting)[2].set_result(None)
