"""An event that is set once, in little memory: one for each table, and for each pause of its bots."""

import asyncio


class SmallEvent:
    """An event that is set once. An `asyncio.Event` takes 0.8 kB more, and a wait for it has no limit of time."""

    __slots__ = ("__weakref__", "_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return whether it has been set."""
        return self._is_set

    def set(self) -> None:
        """Wake all who wait."""
        self._is_set = True
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            _wake(each)

    async def wait(self, longest_s: float | None = None) -> None:
        """Wait until it is set, or for this long."""
        if self._is_set:
            return
        loop = asyncio.get_running_loop()
        waiting = loop.create_future()
        timer = None if longest_s is None else loop.call_later(longest_s, _wake, waiting)
        self._waiting.append(waiting)
        try:
            await waiting
        finally:
            if timer is not None:
                timer.cancel()
            if not self._is_set:
                self._waiting.remove(waiting)


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
