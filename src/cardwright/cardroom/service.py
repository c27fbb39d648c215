"""The cardroom: every live table of this process, kept in the log, and those who watch.

Any process may serve any table. A write is checked here, appended under the next number, and only then shown; where
another process was first, the table is read anew and the write is judged again.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any
from weakref import WeakValueDictionary

from cardwright import games
from cardwright.cardroom.bot_workers import BotWorkers
from cardwright.cardroom.commitments import ROOT_LOG, Commitments, new_name
from cardwright.cardroom.events import Opened, decode, encode
from cardwright.cardroom.live_table import LiveTable, fold
from cardwright.cardroom.scheduler import Make, Scheduler
from cardwright.cardroom.uptime import HEARTBEAT_S, Uptime, milliseconds
from cardwright.errors import CardwrightError, LostRace, PlayError, StoreError, UnknownName, UnreadableTable
from cardwright.store import ALL_GAMES, Listener, LogRow, Store, connect

logger = logging.getLogger("cardwright")

BOT_PACE_S = 0.7  # seconds that a bot takes, so that a person can follow
MAX_TABLES = 2000  # tables held ready in memory
RECENT_MS = 30 * 24 * 3600 * 1000  # milliseconds for which a table is taken up again when the server starts
MAX_TRIES = 8  # races that a write may lose
CLOCK_TOLERANCE_MS = 3000  # milliseconds by which a clock in a page is wrong, until another frame comes by itself
RETRY_S = 1.0  # seconds before what could not be read, or may have been missed, is read


@contextlib.contextmanager
def _readable(id: str) -> Iterator[None]:
    """Whatever a table's log says that makes no sense here, such as what a newer version wrote: `UnreadableTable`."""
    try:
        yield
    except (UnreadableTable, UnknownName):
        raise
    except Exception as problem:
        raise UnreadableTable(f"the log of table {id} cannot be read here") from problem


class Cardroom:
    """All tables: memory of what the log says. ``thinkers`` is where bots think: a pool of processes."""

    def __init__(
        self, store: Store, workers: Executor, *, now: Callable[[], int] = milliseconds, bot_pace_s: float = BOT_PACE_S
    ) -> None:
        self.store = store
        self.uptime = Uptime(store, now)
        self.commitments = Commitments(store, now)
        self.scheduler = Scheduler(self.uptime, self.table, self.write, workers, bot_pace_s)
        self.tables: dict[str, LiveTable] = {}  # the one used longest ago first
        self._changed: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._unread: dict[str, None] = {}  # tables of which there is something new in the log
        self._retry: asyncio.TimerHandle | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._listener: Listener | None = None

    # From the first table to the last

    async def start(self) -> None:
        """Take up the tables that were played at lately, and hear of what other processes append."""
        loop = asyncio.get_running_loop()

        def heard(game: str, seq: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody watches any more
                loop.call_soon_threadsafe(self.refresh, game, seq)

        self.uptime.heartbeat()
        self._listener = self.store.listen(heard)
        self._heartbeat = loop.create_task(self._keep_heartbeat())
        for event in self.store.tails(self.uptime.wall() - RECENT_MS)[-MAX_TABLES:]:
            self.refresh(event.game, event.seq)
            await asyncio.sleep(0)  # many take a while, in which there are signs of life

    async def _keep_heartbeat(self) -> None:
        """Say that this server is up, as long as it is and the log can be reached."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            try:
                outage = self.uptime.heartbeat()
                if outage is not None:
                    self._recount(*outage)
            except Exception as problem:  # whatever it was: without it, no clock runs here
                logger.warning("no beat", extra={"why": type(problem).__name__})

    def _recount(self, since: int, lost: int) -> None:
        """Set all clocks anew, after an outage; tables that something happened at ``since`` are read again."""
        timed = [live for live in self.tables.values() if live.table is not None and live.table.clock and not live.over]
        for live in timed:
            if live.at > since:
                del self.tables[live.id]
                self._unread[live.id] = None
                continue
            self.scheduler.schedule(live)
            if lost >= CLOCK_TOLERANCE_MS:
                self._notify(live)
        self._read_unread()

    def close(self) -> None:
        """Stop; everything is in the log already."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            with contextlib.suppress(StoreError):
                self.uptime.heartbeat(lease=0)
        if self._listener is not None:
            self._listener.close()
        if self._retry is not None:
            self._retry.cancel()
        self.scheduler.close()

    # Reading

    def table(self, id: str) -> LiveTable:
        """A table as the log has it now. Raises `UnknownName`, `UnreadableTable` or `StoreError`."""
        live = self.tables.get(id)
        events = self.store.read(id, live.seq if live is not None else 0)
        if live is None:
            live = self._load(id, events)
        else:
            self.tables[id] = self.tables.pop(id)  # behind all others
            if not events:
                return live
            self._apply_rows(live, events)
        self._notify(live)  # a look may be quicker than the log's listener: whoever reads first tells
        self.scheduler.schedule(live, own=len(events) == live.seq)  # taken up whole: maybe nobody else does
        return live

    def _load(self, id: str, events: Sequence[LogRow]) -> LiveTable:
        if not events or id == ROOT_LOG:
            raise UnknownName("table", id, ())
        with _readable(id):
            live = fold(id, [(self.uptime.open_time(event.at), decode(event.body)) for event in events])
        self._keep(live)
        return live

    def _apply_rows(self, live: LiveTable, events: Sequence[LogRow]) -> None:
        try:
            with _readable(live.id):
                for event in events:
                    live.apply_event(decode(event.body), self.uptime.open_time(event.at))
        except CardwrightError:
            del self.tables[live.id]  # it may have taken half of an entry
            raise

    def _keep(self, live: LiveTable) -> None:
        self.tables[live.id] = live
        while len(self.tables) > MAX_TABLES:
            gone = next(iter(self.tables))
            del self.tables[gone]
            self.scheduler.owners.pop(gone, None)

    def refresh(self, id: str, seq: int) -> None:
        """Entries up to ``seq`` are in the log of a table, or some of `EVERYTHING`: read what is new here."""
        if id == ALL_GAMES:  # which may be said again and again, while there is trouble
            self._unread |= dict.fromkeys(self.tables)
            self._read_later()
        elif id != ROOT_LOG and (id not in self.tables or self.tables[id].seq <= seq):  # not written here itself
            self._unread[id] = None
            if self._retry is None:
                self._read_unread()

    def _read_later(self) -> None:
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(RETRY_S, self._read_unread)

    def _read_unread(self) -> None:
        """Read what is new of all tables that have something; later, if the log cannot be reached."""
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        while self._unread:
            id = next(iter(self._unread))
            try:
                self.table(id)
            except StoreError as problem:
                logger.warning("table not read", extra={"table": id, "why": type(problem).__name__})
                self._read_later()
                return
            except CardwrightError as problem:  # one table that cannot be read does not close the others
                logger.warning("table left out", extra={"table": id, "why": type(problem).__name__})
            self._unread.pop(id, None)

    # Writing

    def open(
        self, game: str, options: dict[str, Any], others: Sequence[str], *, id: str = "", **more: Any
    ) -> LiveTable:
        """A new table: ``others`` names the bot of each seat but the first, "" for a person; ``id`` as promised.

        A table of that name which was opened just so is that table: a form may be sent twice. Raises `UnknownName` or
        `BadOption`, and `LostRace` if the name was used for another table.
        """
        made = games.create(game, **options)
        for bot in others:
            if bot and bot not in games.bot_names(game):
                raise UnknownName(f"bot for {game}", bot, games.bot_names(game))
        seats = ("", *others)[: made.players]
        id = id or new_name()
        opened = Opened(game, made.version, options, seats, self.commitments.seed(id), **more)
        try:
            self.store.append(id, 0, self.uptime.wall(), [encode(opened)])
        except LostRace:
            there = self.table(id)
            if there.opened != opened:
                raise
            return there
        return self.table(id)

    def write(self, id: str, make: Make) -> bool:
        """Append what ``make`` says of a table as it is at that time; whether that was anything.

        Raises what ``make`` raises; then nothing has changed.
        """
        for _ in range(MAX_TRIES):
            live = self.table(id)
            at = self.uptime.wall()
            try:
                entry = make(live, self.uptime.open_time(at))
                if entry is None:
                    return False
                self.store.append(id, live.seq, at, [encode(entry)])
            except LostRace:
                self._forget(live)
                continue
            except Exception:
                self._forget(live)
                raise
            live.apply_event(entry, self.uptime.open_time(at), done=True)
            self._notify(live)
            self.scheduler.schedule(live)
            return True
        raise PlayError("this table is too busy just now; try again")

    def _forget(self, live: LiveTable) -> None:
        """Drop a table that has made a move which is not in the log; the next to ask reads it anew."""
        if live.unlogged:
            self.tables.pop(live.id, None)

    # Those who watch

    def _notify(self, live: LiveTable) -> None:
        event = self._changed.pop(live.id, None)
        if event is not None:
            event.set()

    def changed(self, live: LiveTable) -> asyncio.Event:
        """What is set when something happens at a table. Ask for it before the look that it is to follow."""
        event = self._changed.get(live.id)
        if event is None:
            event = self._changed[live.id] = asyncio.Event()
        return event


@contextlib.contextmanager
def opened(database: str, bot_workers: int = 1, **more: Any) -> Iterator[Cardroom]:
    """Yield the cardroom of a database, with its own bot workers; both are closed at the end. Raises `StoreError`."""
    log = connect(database)
    try:
        with BotWorkers(bot_workers) as workers:
            yield Cardroom(log, workers, **more)
    finally:
        log.close()
