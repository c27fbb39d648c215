"""Snapshots of long tables, so that one opens without its whole log.

A snapshot is a cache beside the log: it names its last entry by number and link in the hash chain, and the sources and
rules that made it. If any of these differs, it is not used, and the log is read from the beginning. It omits the first
steps of the game: callers that need them read the log.
"""

import functools
import hashlib
import zlib
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

import msgspec

from cardwright import decoding
from cardwright.cardroom.events import decode
from cardwright.cardroom.tables.chat import Chat
from cardwright.cardroom.tables.joining import Joining
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.news import LazyLines, Moment, RecentNews
from cardwright.cardroom.tables.seats import TableSeat
from cardwright.cardroom.tables.table_log import apply_event, fold
from cardwright.game import Player
from cardwright.play.clock import open_time
from cardwright.play.session import Frame, StepNews
from cardwright.play.table import Step, TableSnapshot, encode_state
from cardwright.store import LogRow, SnapshotRow, backup

MIN_SNAPSHOT_ENTRIES = 250  # entries of a table's log between snapshots
SOURCES = (".py", ".toml")
DIGEST_BYTES = 32

OpenTime: TypeAlias = Callable[[int], int]


class UnusableSnapshot(Exception):
    """A snapshot that is damaged, or was made by other sources, other rules or with other outages."""


class KeptNews(msgspec.Struct, frozen=True):
    """A `RecentNews`; its lines are indices into the snapshot's lines."""

    last: list[int]
    recent: list[int]
    steps: int


class KeptMoment(msgspec.Struct, frozen=True):
    """A `Moment`."""

    version: int
    step: Step
    state: msgspec.Raw
    loser: Player | None
    log: KeptNews


class Snapshot(msgspec.Struct, frozen=True):
    """A `LiveTable`. ``lines`` are all of its news, which the other fields name by place."""

    at: int
    seats: list[TableSeat]
    table: TableSnapshot
    lines: list[StepNews]
    news: KeptNews
    moments: list[KeptMoment]
    held_until: int
    stopped_at: int | None
    chat: Chat
    joining: Joining
    rematch: str
    turned_away: list[str]
    closed_keys: list[str]
    missed_keys: list[str]
    shown: list[int]


@functools.cache
def sources() -> str:
    """Return a hash of the installed sources: other ones may fold the same log into another table."""
    digest = hashlib.sha256()
    for path, content in sorted(_sources(files("cardwright"))):
        digest.update(path.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def _sources(folder: Traversable, path: str = "") -> Iterable[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(SOURCES):
            yield f"{path}/{entry.name}", entry.read_bytes()


def is_due(live: LiveTable, *, opened: bool = False) -> bool:
    """Return whether a snapshot is due, of a table that has just grown or was ``opened`` without one."""
    grown = live.seq % MIN_SNAPSHOT_ENTRIES == 0 or (opened and live.is_whole and live.seq > MIN_SNAPSHOT_ENTRIES)
    return grown and live.table is not None and not live.guided


def capture(live: LiveTable) -> Callable[[], bytes]:
    """Copy the mutable parts of a table; return a function that encodes the copy, in any thread."""
    assert live.table is not None
    table, seats = live.table.snapshot(), [msgspec.structs.replace(seat) for seat in live.seats]
    news, moments = live.news_log, live.moments.latest
    rest: dict[str, Any] = {
        "at": live.at,
        "held_until": live.moments.held_until,
        "stopped_at": live.stopped_at,
        "chat": live.chat,
        "joining": live.joining,
        "rematch": live.rematch,
        "turned_away": sorted(live.seats.turned_away),
        "closed_keys": sorted(live.seats.closed_keys),
        "missed_keys": sorted(live.seats.missed_keys),
        "shown": sorted(live.shown),
    }

    def encode_snapshot() -> bytes:
        lines: dict[LazyLines, int] = {}

        def places(lazy: Iterable[LazyLines]) -> list[int]:
            return [lines.setdefault(each, len(lines)) for each in lazy]

        def keep(recent_news: RecentNews) -> KeptNews:
            return KeptNews(places(recent_news.last), places(recent_news.recent), recent_news.steps)

        kept = [_keep_moment(moment, keep(moment.news_log)) for moment in moments]
        kept_news, step_news = keep(news), [each.step_news for each in lines]
        return _seal(Snapshot(seats=seats, table=table, lines=step_news, news=kept_news, moments=kept, **rest))

    return encode_snapshot


def _keep_moment(moment: Moment, log: KeptNews) -> KeptMoment:
    frame = moment.frame
    return KeptMoment(moment.version, frame.step, encode_state(frame.state), frame.loser, log)


def _seal(snapshot: Snapshot) -> bytes:
    body = zlib.compress(msgspec.json.encode(snapshot), 1)
    return _digest(body) + body


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(sources().encode() + body).digest()


def _unseal(sealed: bytes) -> Snapshot:
    body = sealed[DIGEST_BYTES:]
    if sealed[:DIGEST_BYTES] != _digest(body):
        raise UnusableSnapshot("this snapshot is damaged, or of other sources")
    return decoding.decode(zlib.decompress(body), Snapshot)


def resume(row: SnapshotRow, rows: Sequence[LogRow], time: OpenTime) -> LiveTable:
    """Return the table of a snapshot, and of the rows of the log after it. Raises any error if it cannot be used."""
    kept = _unseal(row.body)
    if time(row.at) != kept.at:
        raise UnusableSnapshot("outages before this snapshot were found later")
    live = fold(row.first.game, [(time(row.first.at), decode(row.first.body))])
    if len(kept.seats) < len(live.seats):
        live.keep_seats(kept.seats)
    live.seats[:] = kept.seats
    live.seat_carried()
    live.resume_table(kept.table)
    live.news_log, live.moments.latest = _news(kept, live)
    live.moments.held_until, live.stopped_at = kept.held_until, kept.stopped_at
    live.chat, live.joining, live.rematch = kept.chat, kept.joining, kept.rematch
    live.seats.turned_away, live.seats.closed_keys = set(kept.turned_away), set(kept.closed_keys)
    live.seats.missed_keys = set(kept.missed_keys)
    live.shown = set(kept.shown)
    live.seq = live.steady_seq = row.seq
    live.at = kept.at
    for each in rows:
        apply_event(live, decode(each.body), time(each.at))
    return live


def _news(kept: Snapshot, live: LiveTable) -> tuple[RecentNews, list[Moment]]:
    lines = [LazyLines(functools.partial(StepNews, *step_news)) for step_news in kept.lines]

    def restored(news: KeptNews) -> RecentNews:
        last, recent = (tuple(lines[place] for place in places) for places in (news.last, news.recent))
        return RecentNews(last, recent, news.steps)

    moments = []
    for kept_moment in kept.moments:
        state = decoding.decode(kept_moment.state, live.game.state_type)
        frame = Frame(kept_moment.step, live.game, state, kept_moment.loser)
        moments.append(Moment(kept_moment.version, frame, restored(kept_moment.log), live.names))
    return restored(kept.news), moments


def damage(where: str) -> list[str]:
    """Return a line for each snapshot of a log that differs from the one that the log gives.

    Those that are of other sources are not used, and so no damage. Raises `StoreError`.
    """
    return [line for kept in backup.snapshots(where) if (line := _damage(kept))]


def _damage(kept: backup.KeptSnapshot) -> str:
    def at(wall: int) -> int:
        return open_time(wall, kept.outages)

    row, game = kept.row, kept.row.first.game
    try:
        resume(row, (), at)
    except UnusableSnapshot:
        return ""
    except Exception as problem:
        return f"table {game}: its snapshot cannot be read: {type(problem).__name__}"
    live = fold(game, [(at(each.at), decode(each.body)) for each in kept.entries])
    return "" if capture(live)() == row.body else f"table {game}: its snapshot differs from its first {row.seq} entries"
