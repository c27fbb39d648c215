"""Worker processes for bots and hints, which never run on the event loop.

A worker receives a view as bytes; it never sees a state.
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
from cardwright.answers import Line
from cardwright.game import Game, View
from cardwright.play import session


def _init_worker() -> None:
    """Ignore Ctrl-C, which the parent handles, and exit when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class BotWorkers(Executor):
    """A process pool that is recreated after a worker was killed, and that stops without finishing its work."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._lock = threading.Lock()
        self._pool = self._pool_created()

    def _pool_created(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _init_worker)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in a worker."""
        with self._lock:
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = self._pool_created()
                return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop at once. No move is lost: the bot's turn is repeated by the next server."""
        for worker in list((self._pool._processes or {}).values()):
            with contextlib.suppress(OSError, AttributeError):
                worker.kill()
        # Takes no time now; a half-closed pool would fail at interpreter exit.
        self._pool.shutdown(wait=True, cancel_futures=True)


@functools.lru_cache(maxsize=256)
def game_of(name: str, options: bytes) -> Game[Any, Any, Any]:
    """Return a game; in each process equal options share one, with its compiled tables."""
    return games.create(name, **msgspec.json.decode(options))


def advise(name: str, options: bytes, bot: str, view: bytes, seed: str) -> tuple[str, str]:
    """Return a bot's choice for a view, in the game's notation, and its reason. All arguments can be pickled."""
    game = game_of(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    advice = games.create_bot(bot, game, Random(seed)).advise(seen)
    return game.text(advice.action), advice.reason


def evaluate(name: str, options: bytes, view: bytes) -> tuple[Line, ...]:
    """Return the values of all moves of a view."""
    game = game_of(name, options)
    return games.evaluate(game, msgspec.json.decode(view, type=game.view_type))


def hint(name: str, options: bytes, view: bytes, names: tuple[str, ...]) -> session.Hint:
    """Return what the strongest bot would do, in a sentence for the player."""
    game = game_of(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    strongest = games.create_bot(games.bot_names(name)[-1], game, Random("hint"))
    return session.hint(game, strongest, seen, names)
