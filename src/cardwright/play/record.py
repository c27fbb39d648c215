"""Records: one file a game, in JSON Lines. A header, then one action a line; chance is player -1.

    {"format":"cardwright","record":1,"game":"cribbage","version":1,"options":{...},"players":[{"name":"Ada"},...]}
    {"player":-1,"action":"cut 5h"}

The record of a game in progress holds its hidden cards; who has the file sees all cards. It is written a line at a
time, and each line is on the disk before `Writer.append` returns. The view of a single seat is a record of another
form, in `seat_record`.
"""

import codecs
import contextlib
import errno
import io
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from cardwright import decoding, games
from cardwright.decoding import Decoded
from cardwright.errors import BadCount, BadRecord, CardwrightError, PlayError
from cardwright.game import CHANCE, SPECTATOR, AnyGame, Pace, Player, State, View
from cardwright.play.luck import Luck
from cardwright.play.table import LOSSES, RESIGN, Step, Table
from cardwright.wording import one_line

SEED_NOTE = "seed"  # the note of a deal's number, where it has one
DAY_NOTE = "day"  # the note of a daily deal's date
FORK_NOTE = "goes-on-from"  # the note of the step from which a game went on, of another game
GUIDE_NOTE = "guide"  # the note that names the guide of a first game
SEAT_FORMAT = "cardwright-seat"  # the form of a record that holds what one seat saw
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP)  # errors of a network drive without locks: its files are opened all the same
MAX_RECORD_BYTES = 64 << 20  # of a record that is read: a device or a pipe may have no end
PERSON = "you"  # a seat's kind, where it is not the name of a bot
Create = Callable[..., AnyGame]


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player of a seat: a name, and a kind (`PERSON`, the name of a bot, or "" if that is not known)."""

    name: str
    kind: str = ""

    @property
    def bot(self) -> str:
        """The name of the bot that sits here, or ""."""
        return "" if self.kind == PERSON else self.kind


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. ``started`` is an ISO 8601 time, ``notes`` are the writing program's."""

    format: Literal["cardwright"] = "cardwright"
    record: Literal[1] = 1
    game: str
    version: int
    options: dict[str, bool | int | str]
    players: tuple[Sitter, ...]
    started: str = ""
    notes: dict[str, bool | int | str] = {}

    @classmethod
    def of(
        cls,
        game: AnyGame,
        players: Iterable[Sitter],
        *,
        started: str = "",
        notes: dict[str, bool | int | str] | None = None,
    ) -> "Header":
        """Return the header of a game that begins."""
        return cls(
            game=game.name, version=game.version, options=dict(game.settings), players=tuple(players),
            started=started, notes=notes or {},
        )  # fmt: skip


class SeatHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of the record of one seat: that of a whole game's record, but without seeds in its notes."""

    format: Literal["cardwright-seat"] = "cardwright-seat"
    record: Literal[1] = 1
    game: str
    version: int
    options: dict[str, bool | int | str]
    players: tuple[Sitter, ...]
    seat: Player
    started: str = ""
    notes: dict[str, bool | int | str] = {}


class Record(msgspec.Struct, frozen=True):
    """A game on record. ``states[n]`` is the game after n steps; ``dropped`` is the torn line that was left out."""

    header: Header
    game: AnyGame
    log: tuple[Step, ...]
    states: tuple[State, ...]
    forfeited: Player | None = None
    dropped: str = ""

    @classmethod
    def of(cls, header: Header, game: AnyGame, log: Iterable[Step]) -> "Record":
        """Return the record of a game whose steps a table has checked."""
        steps, states = tuple(log), [game.initial_state()]
        for step in steps:
            state = states[-1]
            lost = step.action in LOSSES
            states.append(state if lost else game.apply(state, step.player, game.parse(step.action)))
        late = next((step.player for step in steps if step.action in LOSSES), None)
        return cls(header, game, steps, tuple(states), late)

    @property
    def over(self) -> bool:
        """True if the game has ended, by its rules or because a player lost it by forfeit."""
        return self.forfeited is not None or not self.game.players_to_act(self.states[-1])

    @property
    def resigned(self) -> bool:
        """True if the game ended because a player gave up."""
        return bool(self.log) and self.log[-1].action == RESIGN

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [sitter.name for sitter in self.header.players]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.states) - 1

    @property
    def viewers(self) -> tuple[Player, ...]:
        """The seats, and the spectator, whose views the record holds."""
        return (*range(self.game.players), SPECTATOR)

    def view(self, at: int, seat: Player) -> View:
        """Return the view of a seat, or the spectator, after a step. Raises `BadCount` for a step past the end."""
        check_step(at, self.last)
        view: View = self.game.view(self.states[at], seat)
        return view

    def is_moment(self, at: int) -> bool:
        """Return whether the game was held after a step, for the players to see what lies face up."""
        return self.game.is_moment(self.states[at])

    def is_decision(self, at: int) -> bool:
        """Return whether a player, and not chance, makes the next step."""
        return at < self.last and self.log[at].player != CHANCE

    def table(self, luck: Luck, pace: Pace | None = None, began: int = 0) -> Table:
        """Return a table at which this game goes on."""
        return Table(self.game, luck, self.log, pace, began)


def check_step(at: int, last: int, first: int = 0) -> None:
    """Raise `BadCount` for a step before the first or past the last."""
    if not first <= at <= last:
        raise BadCount(f"there is no step {at}: this game has 0 to {last}", at)


def dump(header: Header, log: Iterable[Step]) -> bytes:
    """Return a record as the bytes of its file."""
    return _line(header) + b"".join(map(_line, log))


def read_bytes(path: Path, most: int = MAX_RECORD_BYTES) -> bytes:
    """Return the content of a file of at most ``most`` bytes. Raises `BadRecord` for a longer one, and `OSError`."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadRecord(f"this file is longer than {most >> 20} MB", where=str(path))
    return data


def read(path: Path | str, create: Create = games.create) -> Record:
    """Return the record in a file. Raises `BadRecord`."""
    if not isinstance(path, str | os.PathLike) or not str(path):
        raise BadRecord(f"a record is read from the path of a file, not {path!r:.80}")
    try:
        data = read_bytes(Path(path))
    except OSError as problem:
        raise BadRecord(problem.strerror or str(problem), where=str(path)) from problem
    return parse(data, str(path), create)


# The beginning of a hand in PHH, or of several, after comments.
_PHH = re.compile(rb"(\s*#[^\n]*\n)*\s*(\[\d+\]|variant\s*=)")
NOT_PHH = "this is a poker hand history (PHH), not a record: cardwright phh FILE makes a record of a .phh or .phhs file"


def is_phh(data: bytes) -> bool:
    """Return whether this is a poker hand history in PHH."""
    return _PHH.match(data) is not None


def parse(data: bytes, where: str = "record", create: Create = games.create) -> Record:
    """Return a record from the bytes of its file; ``where`` names it in a `BadRecord`."""
    lines = lines_of(data)
    if is_seat_record(data):
        raise BadRecord("this is the record of one seat, which does not hold the whole game", SEAT_FORMAT, where, 1)
    if is_phh(data) or (where.endswith((".phh", ".phhs")) and not data.startswith(b"{")):
        raise BadRecord(NOT_PHH, where, where)
    header = decode(lines[0], Header, "the header of a record", where, 1)
    game = game_of(header, where, create)
    table = Table(game, Luck())
    states = [table.state]
    for number, line in enumerate(lines[1:], 2):
        step = decode(line, Step, "an action of a record", where, number)
        try:
            table.repeat(step)
        except PlayError as refusal:
            raise BadRecord(str(refusal), step.action, where, number) from refusal
        except CardwrightError as refusal:
            raise BadRecord(f"{step.action!r} is not an action of {game.name}", step.action, where, number) from refusal
        states.append(table.state)
    return Record(header, game, tuple(table.log), tuple(states), table.forfeited)


class _Form(msgspec.Struct):
    """The format of a record, from its first line."""

    format: str


def is_seat_record(data: bytes) -> bool:
    """Return whether this is the record of one seat, not of a whole game."""
    try:
        return decoding.decode(lines_of(data)[0], _Form).format == SEAT_FORMAT
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        return False


def _line(item: Header | Step) -> bytes:
    return msgspec.json.encode(item) + b"\n"


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines of a file, without their ends; there is always a first. An editor may have put a mark before."""
    return data.removeprefix(codecs.BOM_UTF8).removesuffix(b"\n").split(b"\n")


def decode(line: bytes, kind: type[Decoded], wanted: str, where: str, number: int) -> Decoded:
    """Return a line as a Struct of this kind. Raises `BadRecord`, naming what was ``wanted``."""
    text = line[:80].decode("utf-8", "replace")
    if not text.strip():
        raise BadRecord(f"this is not {wanted}: the line is empty", text, where, number)
    try:
        return decoding.decode(line, kind)
    # RecursionError: brackets nested too deep. ValueError: a number of more digits than Python reads.
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as problem:
        fault = f" ({one_line(str(problem))}): {text!r}" if _is_text(line) else ": it is not text in UTF-8"
        raise BadRecord(f"this is not {wanted}{fault}", text, where, number) from problem


def _is_text(line: bytes) -> bool:
    """Return false for a line of bytes that no editor writes as UTF-8."""
    try:
        return "\0" not in line.decode()
    except UnicodeDecodeError:
        return False


def game_of(header: Header | SeatHeader, where: str, create: Create) -> AnyGame:
    """Return the game that a header names. Raises `BadRecord`."""
    _check_embedded(header, where)
    try:
        game = create(header.game, **header.options)
    except CardwrightError as problem:
        raise BadRecord(str(problem), header.game, where, 1) from problem
    game = game.by_version(header.version)
    if game.version != header.version:
        played = f"it was played by version {header.version} of {game.name}, and this is version {game.version}"
        raise BadRecord(played, str(header.version), where, 1)
    if len(header.players) != game.players:
        raise BadRecord(f"{len(header.players)} players in a game for {game.players}", header.game, where, 1)
    return game


def _check_embedded(header: Header | SeatHeader, where: str) -> None:
    """Raise `BadRecord` if an option names a file: a record holds a declaration itself, and no reader opens others."""
    if header.game not in games.GAMES:
        return
    for option in games.options(header.game):
        value = header.options.get(option.name)
        if option.names_file(value):
            raise BadRecord(f"{value!r:.80} is not a {option.name} of Cardwright", str(value), where, 1)


class Writer:
    """A record being written. The file is this process's alone until `close`."""

    def __init__(self, path: Path | str, header: Header) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("xb", buffering=0)
        try:
            _claim(self._file, self.path)
            self._write(_line(header))
        except BaseException:
            self.close()
            self.path.unlink(missing_ok=True)  # an empty file is no record, and would only be in the way
            raise
        _sync_folder(self.path.parent)

    @classmethod
    def resume(cls, path: Path | str, create: Create = games.create) -> tuple["Writer", Record]:
        """Continue a record. A last line torn by a killed process is cut off and returned as ``dropped``.

        Raises `BadRecord`, also where another process is writing it.
        """
        writer = cls.__new__(cls)
        writer.path = Path(path)
        writer._file = writer.path.open("r+b", buffering=0)
        try:
            _claim(writer._file, writer.path)
            return writer, writer._drop_torn_line(create)
        except BaseException:
            writer.close()
            raise

    def _drop_torn_line(self, create: Create) -> Record:
        data = read_bytes(self.path)
        whole, _, torn = data.rpartition(b"\n")
        try:
            record, kept = parse(data, str(self.path), create), data.removesuffix(b"\n")
        except BadRecord:
            if not whole or not torn:
                raise
            record, kept = parse(whole, str(self.path), create), whole
            record = msgspec.structs.replace(record, dropped=torn.decode("utf-8", "replace"))
        self._file.truncate(len(kept))
        self._file.seek(len(kept))
        self._write(b"\n")
        return record

    def append(self, step: Step) -> None:
        """Write one action; it is on the disk when this returns."""
        self._write(_line(step))

    def take_back(self) -> None:
        """Cut off the last action, which was taken back."""
        self._file.truncate(self.path.read_bytes().rstrip(b"\n").rfind(b"\n") + 1)
        self._file.seek(0, os.SEEK_END)
        os.fsync(self._file.fileno())

    def _write(self, line: bytes) -> None:
        before, rest = self._file.tell(), memoryview(line)
        try:
            while rest:  # a disk that fills up takes a part, and refuses the rest
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as problem:  # such as a full disk; Python names the file only where it cannot be opened
            with contextlib.suppress(OSError):  # no torn line stays before the next one
                self._file.truncate(before)
                self._file.seek(before)
            raise OSError(problem.errno, problem.strerror, str(self.path)) from problem

    def close(self) -> None:
        """Close the file, which other processes may then write."""
        self._file.close()

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _claim(file: io.FileIO, path: Path) -> None:
    """Keep other processes from writing the same record."""
    try:
        import fcntl
    except ImportError:  # a system without these locks: the file is opened all the same
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as problem:
        raise BadRecord("this game is being played in another window", where=str(path)) from problem
    except OSError as problem:
        if problem.errno not in NO_LOCKS:
            raise


def _sync_folder(folder: Path) -> None:
    """Write the folder to the disk, so that the name of a new file survives a crash."""
    with contextlib.suppress(OSError):  # not every system lets a folder be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
