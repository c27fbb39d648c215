"""Bots of a match: one of the game's own by name, a class by ``module:Class``, or a program by ``cmd:COMMAND``.

A program reads one JSON object a line and answers each ``move`` with one line:

    {"type":"game","protocol":1,"game":"cribbage","version":2,"options":{...},"players":2,"seat":0,"seed":12}
    {"type":"move","view":{...},"moves":[{"text":"play 5h"},{"text":"raise {}","low":4,"high":200,"step":1}]}
    {"type":"end","returns":[1,-1]}

The answer is {"action":"play 5h"}, or the move itself. A new game begins with a new ``game`` line; at the end of its
input the program leaves.
"""

import importlib
import selectors
import shlex
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from random import Random
from typing import Any

import msgspec

import cardwright
from cardwright import decoding, games
from cardwright.bots import Advice, Bot
from cardwright.errors import BadText, BotError, UnknownName
from cardwright.game import Action, AnyGame, Player, View

PROTOCOL_VERSION = 1
PROGRAM = "cmd:"
ANSWER_TIMEOUT_S = 60
MAX_ANSWER_BYTES = 100_000
CLOSE_TIMEOUT_S = 2
PACKAGE = str(Path(cardwright.__file__).parent)


class _Answer(msgspec.Struct):
    action: str


def check(name: str, game: str) -> None:
    """Raise `UnknownName` or `BotError` if there is no such bot for a game. A program is not started."""
    if name.startswith(PROGRAM):
        if not _words(name):
            raise BotError(f"{name!r} names no program: write cmd: and the command, as in 'cmd:./my_bot --fast'")
    elif ":" in name:
        _class_of(name)
    elif name not in games.bot_names(game):
        raise UnknownName(f"bot for {game}", name, games.bot_names(game))


def create(name: str, game: AnyGame, rng: Random) -> Bot:
    """Create a bot that is not a program. Raises `UnknownName` or `BotError`."""
    if ":" not in name:
        return games.create_bot(name, game, rng)
    return OwnClass(name, game, rng)


class OwnClass:
    """A bot of a class named ``module:Class``. An error in its code becomes a `BotError` with the file and the line."""

    def __init__(self, name: str, game: AnyGame, rng: Random) -> None:
        self.name = name
        bot_class = _class_of(name)
        with _name_errors(name):
            self.bot = bot_class(game, rng)
        if hasattr(self.bot, "frequencies"):  # a bot has them or not: see `luck_values.of_known`
            self.frequencies = self._ask_frequencies

    def _ask_frequencies(self, view: View) -> Any:
        with _name_errors(self.name):
            return self.bot.frequencies(view)

    def advise(self, view: View) -> Advice:
        """Ask for a move. Raises `BotError`."""
        with _name_errors(self.name):
            advice = self.bot.advise(view)
        if not isinstance(advice, Advice):
            raise BotError(
                f"{self.name}: advise returned {advice!r:.80}, which is not an Advice: return Advice(action)"
            )
        return advice


@contextmanager
def _name_errors(name: str) -> Iterator[None]:
    """Raise an error in a bot's own code as a `BotError` with the file and the line."""
    try:
        yield
    except BotError:
        raise
    except SyntaxError as problem:
        raise BotError(f"{name}: {problem.msg} ({problem.filename}, line {problem.lineno})") from problem
    except (Exception, SystemExit) as problem:
        frames = traceback.extract_tb(problem.__traceback__)
        at = next((each for each in reversed(frames) if not each.filename.startswith(PACKAGE)), None)
        where = (
            f"{at.filename}, line {at.lineno}" if at else "it takes the game and a random.Random, and advise the view"
        )
        what = ": ".join(filter(None, (type(problem).__name__, str(problem))))
        raise BotError(f"{name}: {what} ({where})") from problem


def _class_of(name: str) -> Any:
    """Return the class that ``module:Class`` names; modules of the current folder are found too."""
    module, _, wanted = name.partition(":")
    if not module or not wanted or module.startswith(".") or module.endswith(".py") or "/" in module:
        path = PurePosixPath(module.removesuffix(".py"))
        meant = path.name if path.is_absolute() else ".".join(path.parts)
        raise BotError(
            f"{name}: write the name of the module, a colon and the class: {meant or 'module'}:{wanted or 'Class'}"
        )
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    with _name_errors(name):
        try:
            bot_class = getattr(importlib.import_module(module), wanted, None)
        except ImportError as problem:
            raise BotError(f"{name}: the module cannot be imported ({problem})") from problem
    if not callable(getattr(bot_class, "advise", None)):
        raise BotError(f"{name}: there is no class {wanted!r} with a method advise in {module}")
    return bot_class


def _words(name: str) -> list[str]:
    try:
        return shlex.split(name.removeprefix(PROGRAM))
    except ValueError as problem:
        raise BotError(f"{name!r} is not a command: {problem}") from problem


class Program:
    """A bot that runs as a program of its own, in one seat; it plays any number of games in turn."""

    def __init__(self, name: str) -> None:
        self.name = name
        words, pipe = _words(name), subprocess.PIPE
        try:  # apart from the terminal's Ctrl-C: the program is ended by `close`, not by a signal that it may report
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)
        except OSError as problem:
            raise BotError(f"{name}: the program does not start ({problem.strerror})") from problem
        self._read = b""

    def begin(self, game: AnyGame, seat: Player, seed: int) -> None:
        """Announce a new game."""
        self.game = game
        self._send(
            type="game",
            protocol=PROTOCOL_VERSION,
            game=game.name,
            version=game.version,
            options=dict(game.settings),
            players=game.players,
            seat=seat,
            seed=seed,
        )

    def advise(self, view: View) -> Advice:
        """Ask for a move. Raises `BotError` for an answer that cannot be read, that is late or is no move."""
        moves = [{"text": move.text, **move.limits} for move in games.scene(self.game, view).moves]
        self._send(type="move", view=view, moves=moves)
        line = self._line()
        text = line.strip()
        if text.startswith("{"):
            try:
                text = decoding.decode(line, _Answer).action
            except msgspec.MsgspecError as problem:
                raise BotError(f"{self.name}: {line[:80]!r} is not an answer ({problem})") from problem
        try:
            action: Action = self.game.parse(text)
        except BadText as problem:
            raise BotError(f"{self.name}: {problem}") from problem
        return Advice(action)

    def end(self, returns: tuple[int, ...]) -> None:
        """Announce the result of a game."""
        self._send(type="end", returns=returns)

    def close(self) -> None:
        """End the program: close its input, read what it still writes, and stop it if it stays."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(OSError):
            self._process.stdin.close()
        end = time.monotonic() + CLOSE_TIMEOUT_S
        while self._is_readable(end) and self._process.stdout.read(MAX_ANSWER_BYTES):
            pass
        self._process.stdout.close()
        try:
            self._process.wait(max(end - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, **message: object) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
        except OSError as problem:
            raise BotError(f"{self.name}: the program has ended{self._exit_code()}") from problem

    def _line(self) -> str:
        """Return the next line of the program's output."""
        assert self._process.stdout
        end = time.monotonic() + ANSWER_TIMEOUT_S
        while b"\n" not in self._read:
            if not self._is_readable(end):
                raise BotError(f"{self.name}: no answer within {ANSWER_TIMEOUT_S} s; a program must flush each answer")
            part = self._process.stdout.read(MAX_ANSWER_BYTES)
            if not part:
                raise BotError(f"{self.name}: the program ended before its answer{self._exit_code()}")
            self._read += part
            if len(self._read) > MAX_ANSWER_BYTES:
                raise BotError(f"{self.name}: an answer of more than {MAX_ANSWER_BYTES:,} bytes")
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace")

    def _exit_code(self) -> str:
        """Return the exit code of a program that has closed its pipes, in words; "" if it has not ended."""
        with suppress(subprocess.TimeoutExpired):
            return f", with exit code {self._process.wait(CLOSE_TIMEOUT_S)}"
        return ""

    def _is_readable(self, end: float) -> bool:
        """Return whether the program writes, or ends its output, before this time of the monotonic clock."""
        with selectors.DefaultSelector() as ready:
            ready.register(self._process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
            left = end - time.monotonic()
            return left > 0 and bool(ready.select(left))
