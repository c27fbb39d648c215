"""``cardwright games`` and ``cardwright statistics``: the games that are kept on this machine.

A summary of each record is kept beside the records, so that thousands are listed at once; a record that has changed is
read again.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardwright import decoding, games
from cardwright.errors import BadRecord, UnknownName
from cardwright.play import record, statistics
from cardwright.play.clock import utc_minute
from cardwright.play.record import PERSON
from cardwright.play.review import SeatReview
from cardwright.play.summary import SUMMARY_VERSION, Summary, summarise
from cardwright.terminal import storage
from cardwright.terminal.reports import tables
from cardwright.terminal.reports.printing import print_json, print_wrapped
from cardwright.wording import counted

DEFAULT_LISTED_GAMES = 20
SLOW_RECORDS_COUNT = 100  # with more, the user is asked for patience


class KeptGame(msgspec.Struct, omit_defaults=True):
    """A record: its file, and the file's time and size when it was read. ``summary`` is of a game that has ended.

    ``problem`` says why a record cannot be read here. ``watched`` marks a game without a person.
    """

    file: str
    changed_ns: int
    size: int
    game: str = ""
    others: str = ""
    steps: int = 0
    summary: Summary | None = None
    watched: bool = False
    problem: str = ""

    @property
    def ended_ms(self) -> int:
        """The time of the last move, in milliseconds since 1970."""
        return self.changed_ns // 1_000_000


class _Index(msgspec.Struct):
    version: int
    games: list[KeptGame]


def list_kept() -> list[KeptGame]:
    """Return the games that are kept here, the last played first."""
    indexed = {each.file: each for each in _read_index()}
    kept, fresh = [], []
    for path in storage.folder().glob("*.jsonl"):
        state = path.stat()
        old = indexed.get(path.name)
        if old is not None and (old.changed_ns, old.size) == (state.st_mtime_ns, state.st_size):
            kept.append(old)
        else:
            fresh.append((path, state))
    if len(fresh) >= SLOW_RECORDS_COUNT:
        print(f"cardwright: reading {len(fresh)} games for the first time", file=sys.stderr)
    kept += [_read(path, state) for path, state in fresh]
    if fresh or len(kept) != len(indexed):
        _write_index(kept)
    return sorted(kept, key=lambda each: each.changed_ns, reverse=True)


def _index_path() -> Path:
    return storage.folder().parent / "games.json"


def _read_index() -> list[KeptGame]:
    try:
        index = decoding.decode(_index_path().read_bytes(), _Index)
    except (OSError, msgspec.MsgspecError):  # there is none yet, or one of another version: all is read again
        return []
    return index.games if index.version == SUMMARY_VERSION else []


def _write_index(kept: list[KeptGame]) -> None:
    path = _index_path()
    fresh = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):  # a folder that cannot be written: then it is read again each time
        fresh.write_bytes(msgspec.json.encode(_Index(SUMMARY_VERSION, kept)))
        fresh.replace(path)


def keep_review(path: Path, reviews: Sequence[SeatReview]) -> None:
    """Keep a review's findings about its player, for the statistics, if the game is kept here."""
    if path.parent != storage.folder():
        return
    kept = list_kept()
    for kept_game in kept:
        if kept_game.file == path.name and kept_game.summary is not None:
            skills = next((one.kinds for one in reviews if one.seat == kept_game.summary.seat), {})
            kept_game.summary = replace(kept_game.summary, skills=skills or kept_game.summary.skills)
    _write_index(kept)


def _read(path: Path, state: os.stat_result) -> KeptGame:
    kept = KeptGame(path.name, state.st_mtime_ns, state.st_size)
    try:
        played = record.parse(storage.whole_lines(path), path.name)
    except (BadRecord, OSError) as problem:
        kept.problem = str(problem).partition("\n")[0]
        return kept
    people = [seat for seat, sitter in enumerate(played.header.players) if sitter.kind == PERSON]
    seat = people[0] if people else 0
    kept.game, kept.steps, kept.watched = games.room_name(played.game), played.last, not people
    kept.others = ", ".join(name for number, name in enumerate(played.names) if number != seat)
    kept.summary = summarise(played, seat) if played.over else None
    return kept


def list_games(game: str | None, *, every: bool = False, as_json: bool = False, delete: str = "") -> int:
    """Print the games that are kept, or delete one. Raises `CardwrightError` for a name that is not there."""
    if game is not None:
        games.room(game)
    if delete:
        return _delete(delete)
    kept = [kept_game for kept_game in list_kept() if game in (None, kept_game.game)]
    if as_json:
        return print_json(kept)
    listed = kept if every else kept[:DEFAULT_LISTED_GAMES]
    for kept_game in listed:
        print_wrapped(_describe_game(kept_game), later="    ")
        if not kept_game.problem:
            print_wrapped(kept_game.file, "    ")
    if not kept:
        print_wrapped(f"No games are kept in {storage.folder()}.")
    elif len(listed) < len(kept):
        print_wrapped(f"{len(kept) - len(listed)} more: --all lists them.")
    return 0


def _describe_game(kept: KeptGame) -> str:
    when = utc_minute(kept.ended_ms)
    if kept.problem:
        return f"{when}  {kept.problem}"
    summary = kept.summary
    if summary is None:
        outcome = f"goes on after {counted(kept.steps, 'step')}"
    else:
        moves = counted(summary.moves, "move")
        deal = "" if summary.deal is None else f", deal {summary.deal}"
        outcome = f"{'watched' if kept.watched else summary.ended_as or 'ended'}, {summary.scored}, {moves}{deal}"
    against = f" with {kept.others}" if kept.others else ""
    return f"{when}  {games.room(kept.game).title}{against}: {outcome}"


def _delete(name: str) -> int:
    """Delete a record and the players' notes beside it."""
    path = storage.folder() / name
    if path.suffix != ".jsonl" or path.parent != storage.folder() or not path.is_file():
        raise UnknownName("kept game", name, [file.name for file in storage.folder().glob("*.jsonl")])
    with storage.file_errors(path):
        for file in (path, *path.parent.glob(f"{path.stem}.seat*.txt")):
            file.unlink()
    print(f"Deleted {path}.")
    return 0


def print_statistics(game: str | None, *, as_json: bool, as_csv: bool) -> int:
    """Print the statistics of the games that a person played here. Raises `UnknownName`."""
    if game is not None:
        games.room(game)
    ended = [
        (kept_game.ended_ms, kept_game.summary)
        for kept_game in reversed(list_kept())
        if kept_game.summary and not kept_game.watched and game in (None, kept_game.game)
    ]
    if as_csv:
        print(statistics.as_csv(ended), end="")
        return 0
    figures = statistics.statistics([summary for _, summary in ended])
    if as_json:
        return print_json(figures)
    for game_figures in figures:
        _print_game(game_figures)
    if not figures:
        print_wrapped("No game that a person played has ended here.")
    return 0


def _print_game(figures: statistics.GameStatistics) -> None:
    streak = f"{figures.streak} won" if figures.streak > 0 else f"{-figures.streak} lost" if figures.streak else "none"
    rows: list[tuple[str, ...]] = [
        ("Games", str(figures.played)),
        ("Won", str(figures.won)),
        ("Lost", str(figures.lost)),
        *([("Drawn", str(figures.drawn))] if figures.drawn else []),
        ("Streak", streak),
        ("Longest streak won", str(figures.longest)),
        *[(value.label, value.value, value.beside) for value in figures.values],
    ]
    if len(figures.against) > 1:
        rows += [(f"Against {line.who}", _results_text(line)) for line in figures.against]
    print_wrapped(figures.title)
    for line in tables.aligned(rows):
        print_wrapped(line, later="    ")


def _results_text(line: statistics.Against) -> str:
    return f"{line.won} won, {line.lost} lost{f', {line.drawn} drawn' if line.drawn else ''}"
