"""The records of this user's games, and their notes, on disk."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

from cardwright import games
from cardwright.errors import BadRecord, CardwrightError, NoSavedGame
from cardwright.play import record
from cardwright.play.record import PERSON


def folder() -> Path:
    """The folder of records: ``$XDG_DATA_HOME/cardwright/games``, which is most often in ``~/.local/share``."""
    chosen = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification: ignore a path that is not absolute.
    base = Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".local" / "share"
    return base / "cardwright" / "games"


def find_problem() -> str:
    """Make the folder of records, and return why no file can be written to it; "" if one can."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder()):
            return ""
    except OSError as problem:
        return f"{problem.filename or folder()}: {problem.strerror}"


def cardroom() -> Path:
    """The log of the cardroom, where none is asked for."""
    return folder().parent / "cardroom.db"


def path_of(name: str) -> str:
    """Return the path of a record: this file, or where there is none of this name, the game kept here under it."""
    here = bool(name) and Path(name).name == name and not os.path.exists(name)
    return str(folder() / name) if here and os.path.exists(folder() / name) else name


def name_of(path: str) -> str:
    """Return the shortest name for which `path_of` finds a record."""
    name = Path(path).name
    return name if path_of(name) == path else path


def begin(header: record.Header) -> record.Writer:
    """Create the record of a new game, named by the game and the time."""
    name = f"{header.game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    for number in count(1):
        try:
            return record.Writer(folder() / f"{name}{f'-{number}' if number > 1 else ''}.jsonl", header)
        except FileExistsError:
            continue  # another game of this second
    raise AssertionError("there is always another number")


def find_latest(game: str | None, *, ended: bool = False) -> Path:
    """The unfinished game, or with ``ended`` the finished one, of this kind if one is named, that a person played last.

    Raises `NoSavedGame`, `UnknownName`.
    """
    kind = games.game_type(game).name if game else None  # several registered games may share a class
    paths = sorted(folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in paths:
        try:
            kept = record.parse(whole_lines(path), str(path))
        except (BadRecord, OSError):
            continue  # of another version, unreadable, or no record at all: not the one looked for
        played = any(sitter.kind == PERSON for sitter in kept.header.players)
        if played and kind in (None, kept.game.name) and kept.over == ended:
            return path
    raise NoSavedGame(game, folder(), ended=ended)


def whole_lines(path: Path) -> bytes:
    """A record without a torn last line, if a killed process left one."""
    data = record.read_bytes(path)
    return data[: data.rfind(b"\n") + 1] or data


class Pad:
    """A private notepad for each seat, beside the record of the game; only the user can read its files."""

    def __init__(self, beside: Path) -> None:
        self.beside = beside

    def path(self, seat: int) -> Path:
        """The file of a seat's notes."""
        return self.beside.with_suffix(f".seat{seat + 1}.txt")

    def read(self, seat: int) -> str:
        """A seat's notes; "" if there are none."""
        path = self.path(seat)
        return path.read_text("utf-8", "replace") if path.exists() else ""

    def write(self, seat: int, text: str) -> None:
        """Replace a seat's notes. The old ones stay until the new ones are complete."""
        fresh = self.path(seat).with_suffix(".new")
        with open(fresh, "w", encoding="utf-8", errors="replace", opener=_open_private) as file:
            file.write(text)
        fresh.replace(self.path(seat))


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@contextlib.contextmanager
def file_errors(path: str | Path) -> Iterator[None]:
    """Raise an `OSError` as a `CardwrightError` that names the file, or ``path`` if the error names none."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of the output has seen enough: no fault of a file
    except OSError as problem:
        raise CardwrightError(f"{problem.filename or path}: {problem.strerror}") from problem


def write(path: str, text: str) -> None:
    """Write a text file. Raises `CardwrightError`."""
    with file_errors(path):
        Path(path).write_text(text, encoding="utf-8")
