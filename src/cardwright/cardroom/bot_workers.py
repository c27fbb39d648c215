"""Bots and hints, thought out in worker processes and never on the event loop.

What crosses to a worker is a view, as bytes: no worker ever sees a state.
"""

import contextlib
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import msgspec

from cardwright import games
from cardwright.game import Game, View
from cardwright.play import session


def _init_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class BotWorkers(Executor):
    """A pool of processes that is made anew when one of them was killed, and that ends without a last thought."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.Lock()
        self._pool = self._pool_created()

    def _pool_created(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _init_worker)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called in a worker."""
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = self._pool_created()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End at once: no move is lost by it, for another server thinks again."""
        for worker in list((self._pool._processes or {}).values()):
            with contextlib.suppress(OSError, AttributeError):
                worker.kill()
        # That takes no time now; and Python, as it ends, must not find the pool half closed.
        self._pool.shutdown(wait=True, cancel_futures=True)


@functools.lru_cache(maxsize=256)
def game_of(name: str, options: bytes) -> Game[Any, Any, Any]:
    """Games are values: in each process those with the same options are one, with what it has compiled."""
    return games.create(name, **msgspec.json.decode(options))


def advise(name: str, options: bytes, bot: str, view: bytes, seed: str) -> tuple[str, str]:
    """A bot's choice for a view, in the game's notation, and its reason. All that it is given crosses processes."""
    game = game_of(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    advice = games.create_bot(bot, game, Random(seed)).advise(seen)
    return game.text(advice.action), advice.reason


def hint(name: str, options: bytes, view: bytes, names: tuple[str, ...]) -> str:
    """Return what the strongest bot would do, in a sentence for the player."""
    game = game_of(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    strongest = games.create_bot(games.bot_names(name)[-1], game, Random("hint"))
    return session.hint(game, strongest, seen, names)
