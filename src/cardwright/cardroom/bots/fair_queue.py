"""A queue that shares few workers fairly among many owners."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator


class FairQueue:
    """Grants ``at_once`` turns at a time; waiting owners are served in rotation, however many turns each waits for.

    An owner of a hundred tables of bots delays only itself.
    """

    def __init__(self, at_once: int) -> None:
        self.free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # least recently served owner first

    @contextlib.asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until the block ends."""
        if self.free:
            self.free -= 1
        else:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(owner, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():  # granted and cancelled at the same time
                    self._call()
                raise
        try:
            yield
        finally:
            self._call()

    def _call(self) -> None:
        while self._waiting:
            owner = next(iter(self._waiting))
            queue = self._waiting.pop(owner)
            called = queue.popleft()
            if queue:
                self._waiting[owner] = queue
            if not called.done():
                called.set_result(None)
                return
        self.free += 1
