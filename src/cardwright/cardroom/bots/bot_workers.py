"""Worker processes for bots and hints, which never run on the event loop.

A worker receives a view as bytes; it never sees a state.
"""

import asyncio
import logging
import math
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar

import msgspec

from cardwright import decoding, games
from cardwright.answers import Line
from cardwright.cardroom.tables.shared_games import GameRules, shared_game
from cardwright.errors import BotUnavailable
from cardwright.game import Player
from cardwright.play import drill, hints, solved
from cardwright.play.record import Header, Record
from cardwright.play.table import Step
from cardwright.processes import create_pool, kill

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger("cardwright")

ANSWER_TIMEOUT_S = 30.0
CALL_CHECK_S = 1.0
MAX_LOGGED_FRAMES = 4  # the innermost ones
FRAMES_NOTE_START = "frames: "


class BotWorkers(Executor):
    """A process pool that is recreated after a worker was killed or hangs, and that stops without finishing its work.

    A worker hangs if a call takes ``timeout_s``; it is killed, and the calls that it had fail as if it had died.
    """

    def __init__(self, workers: int) -> None:
        self.workers, self.timeout_s = workers, ANSWER_TIMEOUT_S
        self._lock = threading.Lock()
        self._pool = create_pool(workers)
        self._began: dict[Future[Any], float] = {}  # calls that a worker has, and since when it was seen to have them
        self._stopped = threading.Event()
        threading.Thread(target=self._watch, name="bot workers", daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call a function in a worker. The call cannot be cancelled."""
        with self._lock:
            try:
                future = self._pool.submit(fn, *args, **kwargs)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = create_pool(self.workers)
                future = self._pool.submit(fn, *args, **kwargs)
            self._began[future] = math.inf
        future.add_done_callback(lambda done: self._began.pop(done, None))
        return _not_cancellable(future)

    def _watch(self) -> None:
        """Kill the workers when a call takes too long."""
        while not self._stopped.wait(min(CALL_CHECK_S, self.timeout_s / 4)):
            now = time.monotonic()
            for call, since in list(self._began.items()):
                if since == math.inf and call.running():
                    self._began[call] = now
                elif now - since > self.timeout_s:
                    logger.warning("bot worker hangs", extra={"why": f"no answer in {self.timeout_s:g} s"})
                    self._kill()
                    break

    def _kill(self) -> None:
        """Kill all workers: which of them has a call is not known. The pool then fails all calls."""
        kill(self._pool)
        self._began.clear()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop at once. No move is lost: the bot's turn is repeated by the next server."""
        self._stopped.set()
        self._kill()
        # Takes no time now; a half-closed pool would fail at interpreter exit.
        self._pool.shutdown(wait=True, cancel_futures=True)


def _not_cancellable(call: Future[T]) -> Future[T]:
    """Return a future of a call's result.

    A pool of Python 3.11 that breaks fails the calls up to the first cancelled one, and leaves the others open.
    """
    outcome: Future[T] = Future()
    outcome.set_running_or_notify_cancel()

    def pass_on(done: Future[T]) -> None:
        if done.cancelled():
            outcome.set_exception(BrokenProcessPool("the workers have stopped"))
        elif (problem := done.exception()) is not None:
            outcome.set_exception(problem)
        else:
            outcome.set_result(done.result())

    call.add_done_callback(pass_on)
    return outcome


async def call(workers: Executor, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a worker, and wait for it. Raises `BotUnavailable` if the worker dies or hangs."""
    try:
        return await asyncio.wrap_future(workers.submit(_call_with_note, fn, *args, **kwargs))
    except BrokenProcessPool as problem:
        raise BotUnavailable("the bot has failed and is being restarted; ask again in a moment") from problem


def _call_with_note(fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function, and note where it fails: a traceback does not come back from another process, a note does."""
    try:
        return fn(*args, **kwargs)
    except Exception as problem:
        problem.add_note(FRAMES_NOTE_START + _format_frames(problem))
        raise


def _format_frames(problem: Exception) -> str:
    """Return the files and lines of the innermost frames, the innermost first."""
    frames = traceback.extract_tb(problem.__traceback__)[: -MAX_LOGGED_FRAMES - 1 : -1]
    return ", ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


def failure(problem: Exception) -> str:
    """Return the type of an error and where it was raised, here or in a worker, for a log.

    The error's message and the source lines are left out: they may name cards or secrets.
    """
    noted = [note for note in getattr(problem, "__notes__", ()) if note.startswith(FRAMES_NOTE_START)]
    return (
        f"{type(problem).__name__} at {noted[0].removeprefix(FRAMES_NOTE_START) if noted else _format_frames(problem)}"
    )


def advise(rules: GameRules, bot: str, view: bytes, seed: str) -> tuple[str, str]:
    """Return a bot's choice for a view, in the game's notation, and its reason. All arguments can be pickled."""
    game = shared_game(*rules)
    advice = games.create_bot(bot, game, Random(seed)).advise(decoding.decode(view, game.view_type))
    return game.text(advice.action), advice.reason


def evaluate(rules: GameRules, view: bytes) -> tuple[Line, ...]:
    """Return the values of all moves of a view."""
    game = shared_game(*rules)
    return games.evaluate(game, decoding.decode(view, game.view_type))


def exercise(name: str, kind: str, seed: str) -> tuple[bytes, tuple[Line, ...]] | None:
    """Return the view of a position to practise and the values of its moves; None if a game had no such position."""
    game = shared_game(name, b"{}")
    position = drill.position(game, drill.drills(name)[kind], Random(seed))
    return None if position is None else (msgspec.json.encode(game.view(position.state, position.seat)), position.lines)


def solve(rules: GameRules, drawn: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return moves that win a game against these actions of chance, None if none were found."""
    game = shared_game(*rules)
    solution = solved.solve(game, [game.parse(text) for text in drawn])
    return None if solution is None else tuple(map(game.text, solution))


def proof(rules: GameRules, steps: tuple[tuple[Player, str], ...]) -> str:
    """Return in a sentence from where on a lost game could not be won; "" where that is not proved."""
    game = shared_game(*rules)
    return solved.proof(Record.of(Header.of(game, ()), game, [Step(*step) for step in steps]))


def hint(rules: GameRules, view: bytes, names: tuple[str, ...]) -> hints.Hint:
    """Return the move of the strongest bot, in a sentence for the player."""
    game = shared_game(*rules)
    strongest = games.create_bot(games.strongest_bot(rules.game), game, Random("hint"))
    return hints.hint(game, strongest, decoding.decode(view, game.view_type), names)
