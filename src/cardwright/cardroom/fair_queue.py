"""Whose thought comes next, where many wait for few workers."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator


class FairQueue:
    """So many may think at once; who waits is called owner by owner, each in turn, however many each has waiting.

    So one who keeps a hundred tables of bots, or asks for many hints, waits for them; others do not.
    """

    def __init__(self, at_once: int) -> None:
        self.free = at_once
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # the owner called longest ago first

    @contextlib.asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        if self.free:
            self.free -= 1
        else:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(owner, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():  # called in the moment of giving up
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
