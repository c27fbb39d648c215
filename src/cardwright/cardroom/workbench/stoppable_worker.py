"""One worker process for questions whose cost is not known before: it is stopped when it takes too long.

Unlike a bot worker it serves the declarations of strangers, so its memory is limited as well, and no other work waits
in it.
"""

import contextlib
import importlib
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from cardwright.errors import BadDeclaration, CardwrightError, PlayError
from cardwright.processes import SPAWN, init_worker

MAX_MEMORY_BYTES = 3 << 30  # of address space, most of which the libraries reserve and never use
MAX_WAITING = 6  # callers
CHECK_S = 0.5  # between two checks whether an answer is still wanted
START_S = 60.0  # seconds that the process may take to start, which count for no question
ADVICE = "declare fewer ranks, jokers or lines"
LEFT = "this was stopped because no open page was waiting for the answer"
FAILED = "this failed by a mistake of the program: please report it"


class StoppableWorker:
    """A process that answers one question at a time, each within ``seconds``. It starts with the first question.

    ``advice`` says what to do about a question that takes too much.
    """

    def __init__(self, seconds: float, advice: str = ADVICE) -> None:
        self.seconds = seconds
        self._advice = advice
        self._too_large = f"this takes more memory than there is: {advice}"
        self._lock, self._waiting = threading.Lock(), threading.Semaphore(MAX_WAITING)
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def call(self, job: Callable[..., Any], *arguments: object, is_wanted: Callable[[], bool] = lambda: True) -> Any:
        """Return the result of a module's function, called in the process; this blocks.

        Raises `BadDeclaration` with the message of the function's own error, or where the answer takes too long or too
        much memory or is no longer wanted, and `PlayError` where too many wait.
        """
        if not self._waiting.acquire(blocking=False):
            raise PlayError("others are asking too; try again in a moment")
        try:
            with self._lock:
                return self._ask(job, arguments, is_wanted)
        finally:
            self._waiting.release()

    def _ask(self, job: Callable[..., Any], arguments: tuple[object, ...], is_wanted: Callable[[], bool]) -> Any:
        if self._closed:
            raise PlayError("the server is stopping")
        try:
            pipe = self._start_process(job.__module__)
            if self._closed:  # meanwhile: a process that was not yet there is not stopped by that
                self.stop()
                raise PlayError("the server is stopping")
            pipe.send((job, arguments))
            end = time.monotonic() + self.seconds
            while not pipe.poll(max(0.0, min(CHECK_S, end - time.monotonic()))):
                if time.monotonic() >= end or not is_wanted():
                    self.stop()
                    too_long = f"this takes longer than {self.seconds:g} s: {self._advice}"
                    raise BadDeclaration(too_long if time.monotonic() >= end else LEFT)
            refused, answer = pipe.recv()
        except (EOFError, OSError):  # the process was killed, such as for its memory
            self.stop()
            raise BadDeclaration(self._too_large) from None
        if refused:
            raise BadDeclaration(refused)
        return answer

    def _start_process(self, module: str) -> Connection:
        """Return the pipe to the process, which has imported this module."""
        if self._process is None or self._pipe is None or not self._process.is_alive():
            self._pipe, theirs = SPAWN.Pipe()
            process = SPAWN.Process(target=_serve, args=(theirs, self._too_large), daemon=True)
            process.start()
            self._process = process  # not before: what has not started cannot be stopped
            theirs.close()
            self._pipe.send(module)
            if not self._pipe.poll(START_S):
                raise EOFError("the process does not start")
            self._pipe.recv()
        return self._pipe

    def close(self) -> None:
        """Stop the process for good: callers that wait are refused."""
        self._closed = True
        if self._lock.acquire(blocking=False):
            self.stop()
            self._lock.release()
        elif self._process is not None:  # a caller waits for it, and closes the pipe when it has ended
            self._process.kill()

    def stop(self) -> None:
        """Stop the process at once; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _serve(pipe: Connection, too_large: str) -> None:
    """Answer questions until the other end of the pipe is closed."""
    init_worker()
    _limit_memory()
    with contextlib.suppress(EOFError, OSError):
        importlib.import_module(pipe.recv())
        pipe.send("ready")
        while True:
            job, arguments = pipe.recv()
            try:
                answer = "", job(*arguments)
            except CardwrightError as problem:
                answer = str(problem), None
            except (MemoryError, RecursionError):
                answer = too_large, None
            except Exception:  # a mistake in the program, which no other declaration cures
                traceback.print_exc()
                answer = FAILED, None
            pipe.send(answer)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # such as on Windows, which has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
