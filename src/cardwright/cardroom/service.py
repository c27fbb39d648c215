"""The cardroom service: the live tables of this process, loaded from the event log.

Any process may serve any table. A write is checked here, appended under the next number, and only then shown. If
another process was first, the table is reloaded and the write is checked again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, Unpack
from weakref import WeakValueDictionary

import msgspec

from cardwright import games
from cardwright.cardroom.background.heartbeats import Heartbeats
from cardwright.cardroom.background.log_clock import LogClock
from cardwright.cardroom.background.scheduler import Make, Scheduler
from cardwright.cardroom.background.unread import UnreadTables
from cardwright.cardroom.background.uptime import Uptime
from cardwright.cardroom.bots.bot_workers import BotWorkers
from cardwright.cardroom.bots.exercises import Exercises
from cardwright.cardroom.bots.reviews import Reviews
from cardwright.cardroom.commitments import TABLE_ID, Commitments, new_id
from cardwright.cardroom.events import Opened, SatDown, TableEvent, decode, encode
from cardwright.cardroom.kept_work import RunningTasks
from cardwright.cardroom.logs.browsers import BrowserLogs
from cardwright.cardroom.logs.clubs import CLUB_LOG, Clubs
from cardwright.cardroom.logs.game_lists import GameLists
from cardwright.cardroom.logs.people import PERSON_LOG, PersonLogs, SeatedLogs
from cardwright.cardroom.logs.published import Designs
from cardwright.cardroom.logs.rated_people import RatedPeople
from cardwright.cardroom.logs.subscriptions import Subscriptions
from cardwright.cardroom.observers import Observers
from cardwright.cardroom.presence import Presence
from cardwright.cardroom.tables import snapshots
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import Terms
from cardwright.cardroom.tables.shared_games import shared_game
from cardwright.cardroom.tables.table_log import apply_event, fold
from cardwright.errors import CardwrightError, LostRace, PlayError, StoreError, UnknownName, UnreadableTable
from cardwright.game import AnyGame, Player
from cardwright.play.contract import PROTOCOL_VERSION
from cardwright.store import ALL_GAMES, CALL_TIMEOUT_S, Listener, LogRow, SnapshotRow, Store, connect
from cardwright.store.background import BackgroundStore, call_in, latest

logger = logging.getLogger("cardwright")

BOT_PACE_S = 0.5  # time a bot takes for a move, so that people can follow
MAX_TABLES = 2000  # kept in memory, beside those whose page is open
MAX_SKIPPED = 16  # tables with an open page that are passed over in search of one to drop
MAX_TRIES = 8  # attempts at a write that loses races
CLOCK_TOLERANCE_MS = 3000  # error of a page's clock beyond which it is sent a new frame


@contextlib.contextmanager
def _readable(id: str) -> Iterator[None]:
    """Turn any failure to read a table's log, such as entries of a newer version, into `UnreadableTable`."""
    try:
        yield
    except (UnreadableTable, UnknownName):
        raise
    except Exception as problem:
        raise UnreadableTable(f"the log of table {id} cannot be read here") from problem


class Cardroom:
    """All tables, as the log has them. Bots run in ``workers``, a pool of processes."""

    def __init__(
        self, store: Store, workers: Executor, *, now: Callable[[], int] | None = None, bot_pace_s: float = BOT_PACE_S
    ) -> None:
        self.store, self.workers = store, workers
        self.log = BackgroundStore(store)
        clock = None
        if now is None:
            now = clock = LogClock(self.log)
        self.uptime = Uptime(self.log, now)
        self.commitments = Commitments(store, now)
        self.game_lists = GameLists(self.log, now)
        self.designs = Designs(self.log, now)
        self.clubs = Clubs(self.log, now)
        self.people, self.seated = PersonLogs(self.log, now), SeatedLogs(self.log, now)
        self.browsers = BrowserLogs(self.log, now)
        self.subscriptions = Subscriptions(self.log, now)
        # Called with the seats that a table awaits since an entry that this process has written.
        self.turn_came: Callable[[LiveTable, Collection[Player]], None] = lambda live, seats: None
        self.rated_people = RatedPeople(self.log, now)
        self.scheduler = Scheduler(self.uptime, self.kept_table, self.write, workers, bot_pace_s)
        self.reviews = Reviews(workers, self.scheduler.turns)
        self.exercises = Exercises(workers, self.scheduler.turns)
        self.tables: dict[str, LiveTable] = {}  # least recently used first
        self.unread = UnreadTables(self.log, self.uptime, self.tables, self.table)
        self.heartbeats = Heartbeats(self.uptime, clock, self.scheduler, self.unread, self._after_outage)
        self.observers = Observers()
        self.presence = Presence(self.observers.notify, self.log.signal, new_id(), self._is_of_interest)
        # By table id.
        self._write_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._load_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._writing: dict[str, int] = {}  # the number of the entry that is on its way to the log
        self._snapshots = RunningTasks()  # that are being written
        self._listener: Listener | None = None

    # Start and stop

    async def start(self) -> None:
        """Listen for the appends and signals of other processes, and begin to load the recently active tables."""
        loop = asyncio.get_running_loop()

        def on_append(game: str, seq: int) -> None:
            if not self._is_known(game, seq):  # most, that come from here, do not wake the event loop
                call_in(loop, self.refresh, game, seq)

        def on_signal(body: str) -> None:
            call_in(loop, self.presence.receive, body)

        await self.heartbeats.beat()
        self._listener = await asyncio.to_thread(self.store.listen, on_append, on_signal)
        await self.presence.ask()
        self.heartbeats.start()
        self.unread.start(MAX_TABLES)

    def _after_outage(self, since: int, lost: int) -> None:
        """Adjust all clocks after an outage; reload tables with entries after ``since``."""
        timed = [live for live in self.tables.values() if live.is_timed and not live.over]
        changed = [live.id for live in timed if live.at > since]
        for id in changed:
            del self.tables[id]
        for live in timed:
            if live.at <= since:
                self.scheduler.schedule(live)
                if lost >= CLOCK_TOLERANCE_MS:
                    self.observers.notify(live.id)
        self.unread.read_now(changed)

    async def close(self) -> None:
        """Stop. The log already holds everything."""
        self.unread.close()
        self._snapshots.close()
        self.reviews.works.close()
        self.exercises.searches.close()
        self.scheduler.close()
        self.presence.close()
        await self.heartbeats.close()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)

    # Reading

    async def table(self, id: str) -> LiveTable:
        """Return a table as the log has it now. Raises `UnknownName`, `UnreadableTable` or `StoreError`."""
        cached, snapshot, rows = await self._read(id)
        is_ours = cached is None or id in self._writing  # if it is loaded whole, perhaps no other process serves it
        folded = cached if cached is not None else await asyncio.to_thread(self._fold, id, rows, snapshot)
        live = self.tables.pop(id, folded)  # another request may have loaded it meanwhile
        self._keep(live)
        if self._apply_rows(live, rows) or cached is None:
            self.observers.notify(live.id)  # this read may precede the listener's notification
            self.scheduler.schedule(live, is_ours=is_ours)
            if cached is None and snapshots.is_due(live, opened=True):
                self._snapshots.start(self._keep_snapshot(live))
        return live

    async def _read(self, id: str) -> tuple[LiveTable | None, SnapshotRow | None, list[LogRow]]:
        """Return the table in memory, or else its snapshot, and the rows that the log has after it."""
        while True:
            cached = self.tables.get(id)
            if cached is None:
                snapshot, rows = await self.log.latest(id)
            else:
                snapshot, rows = None, await self.log.read_together(id, cached.seq)
            if self.tables.get(id) is cached:  # else it was loaded or dropped meanwhile
                return cached, snapshot, rows

    async def kept_table(self, id: str) -> LiveTable:
        """Return a table as this process keeps it, close behind the log; read if it is not kept. Raises as `table`.

        Several who ask for it at once, such as its pages after a restart, have it read once.
        """
        if (live := self.tables.get(id)) is not None:
            return live
        async with self._load_locks.setdefault(id, asyncio.Lock()):
            live = self.tables.get(id)
            return live if live is not None else await self.table(id)

    def _fold(self, id: str, events: Sequence[LogRow], snapshot: SnapshotRow | None = None) -> LiveTable:
        """Return a table from its log, or from a snapshot and the log after it."""
        if snapshot is not None:
            try:
                return snapshots.resume(snapshot, events, self.uptime.open_time)
            except Exception as problem:  # any failure: the log alone counts
                logger.info("snapshot not used", extra={"table": id, "why": type(problem).__name__})
                events = self.store.read(id)
        if not events or not TABLE_ID.fullmatch(id):
            raise UnknownName("table", id, ())
        with _readable(id):
            return fold(id, [(self.uptime.open_time(event.at), decode(event.body)) for event in events])

    def look(self, id: str) -> LiveTable:
        """Return a table to look at, in any thread. It is not kept in memory for that. Raises as `table`."""
        if (live := self.tables.get(id)) is not None:
            return live
        snapshot, rows = latest(self.store, id)
        return self._fold(id, rows, snapshot)

    def whole(self, live: LiveTable) -> LiveTable:
        """Return a table with all steps of its game, in any thread: from the whole log if it has a snapshot."""
        return live if live.is_whole else self._fold(live.id, self.store.read(live.id))

    def sealable(self, live: LiveTable) -> LiveTable:
        """Return a table with all steps that are not sealed yet, in any thread."""
        return live if live.table is None or live.sealed_steps >= live.table.log.missing else self.whole(live)

    def end_time(self, live: LiveTable) -> int:
        """Return when the last entry of a table was made, in milliseconds since 1970."""
        return self.store.read(live.id, live.seq - 1)[0].at

    def _apply_rows(self, live: LiveTable, rows: Sequence[LogRow]) -> bool:
        """Apply the rows that a table does not have; return whether there were any."""
        before = live.seq
        try:
            with _readable(live.id):
                for row in rows:
                    if row.seq == live.seq:
                        apply_event(live, decode(row.body), self.uptime.open_time(row.at))
        except CardwrightError:
            self.tables.pop(live.id, None)  # it may have applied half of an entry
            raise
        return live.seq != before

    def _keep(self, live: LiveTable) -> None:
        """Keep a table in memory, as the one that was used last."""
        self.tables[live.id] = live
        for _ in range(MAX_SKIPPED):
            if len(self.tables) <= MAX_TABLES:
                return
            gone = self.tables[next(iter(self.tables))]
            if gone is live or self.observers.is_watched(gone.id):  # its page would have it read again at the next move
                self.tables[gone.id] = self.tables.pop(gone.id)
                continue
            self._drop(gone)

    def _drop(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        self.scheduler.forget(live.id)
        self.presence.forget(live.id, len(live.seats))

    def refresh(self, id: str, seq: int) -> None:
        """Read new entries: a table's log has them up to ``seq``, or with `ALL_GAMES` any table may have some."""
        if id.startswith(PERSON_LOG):
            self.observers.notify_person(id)
        elif id.startswith(CLUB_LOG):
            self.observers.notify(id)
        elif id == ALL_GAMES:  # may repeat while the connection fails
            self.observers.notify_people()
            self.unread.read_all_later(MAX_TABLES)
        elif TABLE_ID.fullmatch(id) and not self._is_known(id, seq):
            self.unread.read_soon(id)

    def _is_known(self, id: str, seq: int) -> bool:
        """Return whether an entry need not be read, in any thread: the table has it, or an append from here will."""
        live = self.tables.get(id)
        return self._writing.get(id) == seq or (live is not None and live.seq > seq)

    def _is_of_interest(self, id: str) -> bool:
        """Return whether signals about this table or person count here."""
        return id in self.tables or id.startswith(PERSON_LOG)

    # Writing

    async def game(self, name: str, options: dict[str, Any], version: int | None = None) -> AnyGame:
        """Return a game; its tables are compiled in a thread. Raises `UnknownName` or `BadOption`."""
        return await asyncio.to_thread(shared_game, name, msgspec.json.encode(options), version)

    async def open(
        self,
        game: str,
        options: dict[str, Any],
        others: Sequence[str],
        *,
        id: str = "",
        seed: str = "",
        version: int | None = None,
        seat: Player = 0,
        sat: SatDown | None = None,
        **terms: Unpack[Terms],
    ) -> LiveTable:
        """Open a table. ``others`` names the bot of each seat but one, "" for a person; ``id`` is a committed id.

        The other ``seat`` is for a person, who may have ``sat`` down at once. A game that goes on from another has its
        ``seed``, and the ``version`` of its rules.

        A table of that id with the same settings is returned as it is, so a form may be sent twice. Raises
        `UnknownName`, `BadOption`, and `LostRace` if the id belongs to another table.
        """
        made = await self.game(game, options, version)
        for bot in others:
            if bot and bot not in games.bot_names(game):
                raise UnknownName(f"bot for {game}", bot, games.bot_names(game))
        seats = (*others[:seat], "", *others[seat:])[: made.players]
        id = id or new_id()
        opened = Opened(
            game,
            made.version,
            dict(made.settings),
            seats,
            seed or self.commitments.seed(id),
            protocol=PROTOCOL_VERSION,
            complete=True,
            **terms,
        )
        try:
            await self.log.append(id, 0, self.uptime.wall(), [encode(each) for each in (opened, sat) if each])
        except LostRace:
            there = await self.table(id)
            if there.opened != opened:
                raise
            return there
        return await self.table(id)

    async def write(self, id: str, make: Make) -> bool:
        """Append the entry that ``make`` returns for the current table; return whether there was one.

        Raises the errors of ``make``; then nothing has changed.
        """
        lock = self._write_locks.setdefault(id, asyncio.Lock())
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S), lock:
                written = await self._write(id, make)
        except TimeoutError:  # of other writers in this process, or of this one
            raise StoreError("the log is too slow at present") from None
        if written:
            await self.heartbeats.shorten_lease()
        return written

    async def _write(self, id: str, make: Make) -> bool:
        """Write an entry, as `write` does, while no other writer in this process does."""
        live = await self.kept_table(id)
        for _ in range(MAX_TRIES):
            at, seq = self.uptime.wall(), live.seq
            entry: TableEvent | None = None
            refusal: CardwrightError | None = None
            try:
                entry = make(live, self.uptime.open_time(at))
            except CardwrightError as problem:
                refusal = problem
            if entry is not None and await self._append(live, at, entry):
                return True
            live = await self.table(id)
            if entry is not None and live.seq == seq:  # the log has less than this process knew: it was pruned
                self._drop(live)
                live = await self.table(id)
            if entry is not None or live.seq != seq:  # the log has more than this process knew
                continue
            if refusal is not None:
                raise refusal
            return False
        raise PlayError("this table is too busy just now; try again")

    async def _append(self, live: LiveTable, at: int, entry: TableEvent) -> bool:
        """Append an entry and carry it out; return False if another process has appended first."""
        seq, waiting = live.seq, live.awaited
        self._writing[live.id] = seq
        try:
            await self.log.append(live.id, seq, at, [encode(entry)])
        except LostRace:
            return False
        except BaseException:  # the entry may be in the log
            self.unread.read_later([live.id])
            raise
        finally:
            del self._writing[live.id]
        if live.seq == seq:  # else another request has read it meanwhile
            apply_event(live, entry, self.uptime.open_time(at))
        if self.tables.get(live.id) is not live:  # it was dropped meanwhile, and perhaps loaded again
            self.refresh(live.id, seq)
        self.observers.notify(live.id)
        self.scheduler.schedule(live)
        self.turn_came(live, live.awaited - waiting)
        if live.seq == seq + 1 and snapshots.is_due(live):
            self._snapshots.start(self._keep_snapshot(live))
        return True

    async def _keep_snapshot(self, live: LiveTable) -> None:
        seq, encode = live.seq, snapshots.capture(live)
        try:
            await self.log.keep_snapshot(live.id, seq, await asyncio.to_thread(encode))
        except Exception as problem:  # any failure: the log is enough
            logger.warning("snapshot not kept", extra={"table": live.id, "why": type(problem).__name__})


@contextlib.contextmanager
def open_cardroom(database: str, bot_workers: int = 1, *, bot_pace_s: float = BOT_PACE_S) -> Iterator[Cardroom]:
    """Yield the cardroom of a database, with its own bot workers; both are closed at the end. Raises `StoreError`."""
    log = connect(database)
    try:
        with BotWorkers(bot_workers) as workers:
            yield Cardroom(log, workers, bot_pace_s=bot_pace_s)
    finally:
        log.close()
