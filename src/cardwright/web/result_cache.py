"""Results of finished games, which no longer change and take long to compute."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.web.budget import in_thread

MAX_KEPT_RESULTS = 24
MAX_KEPT_MOVE_LIST_PARTS = 240

Result = TypeVar("Result")


class ResultCache:
    """A cache of results of finished games; the ``most`` recently used are kept.

    One at a time is computed, in a thread, so that moves at other tables wait for one at most.
    """

    def __init__(self, most: int = MAX_KEPT_RESULTS) -> None:
        self._results = BoundedDict[tuple[str, str, int | None], Any](most)  # the least recently used first
        self._looking = asyncio.Lock()

    async def of(self, live: LiveTable, what: str, seat: int | None, look: Callable[[], Result]) -> Result:
        """Return the result of ``look`` for a finished game, such as the record of a seat."""
        return await self.compute(live, what, seat, lambda: in_thread(look))

    async def compute(
        self, live: LiveTable, what: str, seat: int | None, make: Callable[[], Awaitable[Result]]
    ) -> Result:
        """Return the result of ``make``, which computes outside this process, as `of` does."""
        key = (live.id, what, seat)
        if key not in self._results:
            async with self._looking:
                if key not in self._results:
                    self._results[key] = await make()
        result: Result = self._results[key]
        self._results[key] = result  # as the one that was used last
        return result

    async def alone(self, look: Callable[[], Result]) -> Result:
        """Return the result of ``look`` for a game that goes on, without keeping it."""
        async with self._looking:
            return await in_thread(look)
