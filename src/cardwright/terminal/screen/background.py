"""Work in threads: bots and reviews, so that no key ever waits for one."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run work in a thread, so that the screen never waits. Leaving does not wait for it either."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:
            tell(done.set_exception, error)
        else:
            tell(done.set_result, result)

    def tell(settle: Callable[..., None], value: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(lambda: None if done.cancelled() else settle(value))

    threading.Thread(target=run, daemon=True).start()
    return await done
