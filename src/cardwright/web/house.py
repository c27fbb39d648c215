"""The cardroom: every live table of this process, kept in the log, with bots, clocks and watchers.

Any process may serve any table. A write is checked here, appended under the next number, and only then shown; where
another process was first, the table is read anew and the write is judged again.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from cardwright import bots, games
from cardwright.errors import CardwrightError, LostRace, PlayError, StaleAction, UnknownName
from cardwright.game import SPECTATOR
from cardwright.store import EVERYTHING, Listener, Store
from cardwright.web import minds
from cardwright.web.guard import hashed
from cardwright.web.live import PHRASES, Live, NoSeat, NotSeated, fold
from cardwright.web.log import Again, Entry, Left, Moved, Opened, Said, Sat, Shown, decode, encode

logger = logging.getLogger("cardwright")

PACE = 0.7  # seconds that a bot takes, so that a person can follow
KEPT = 2000  # tables held ready in memory
NAME = 24  # characters of a player's name
WORDS = 300  # characters of what is said


def clean(text: str, longest: int) -> str:
    """What somebody typed, on one line, without what cannot be printed, and no longer than allowed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:longest].strip()


def milliseconds() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """All tables. ``minds`` is where bots think: a pool of processes."""

    def __init__(
        self,
        store: Store,
        thinkers: Executor,
        *,
        now: Callable[[], int] = milliseconds,
        pace: float = PACE,
    ) -> None:
        self.store, self.thinkers, self.now, self.pace = store, thinkers, now, pace
        self.tables: dict[str, Live] = {}
        self._changed: dict[str, asyncio.Event] = {}
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._began = self._seen = now()
        self._listener: Listener | None = None

    # Tables

    def open(self, game: str, options: dict[str, Any], others: Sequence[str], **more: Any) -> Live:
        """A new table: ``others`` names the bot of each seat but the first, "" for a person.

        Raises `UnknownName` or `BadOption`.
        """
        made = games.create(game, **options)
        for bot in others:
            if bot and bot not in bots.names(game):
                raise UnknownName(f"bot for {game}", bot, bots.names(game))
        seats = ("", *others)[: made.players]
        opened = Opened(game, made.version, options, seats, secrets.token_hex(32), **more)
        id = secrets.token_urlsafe(9)
        at = self.now()
        self.store.append(id, 0, at, [encode(opened)])
        live = self.tables[id] = Live(id, opened, at)
        return live

    def table(self, id: str) -> Live:
        """A table as the log has it now. Raises `UnknownName`."""
        live = self.tables.get(id)
        if live is None:
            live = self._load(id)
            self.tables[id] = live
            while len(self.tables) > KEPT:
                self.tables.pop(next(iter(self.tables)))
            self._stir(live)
            return live
        for event in self.store.read(id, live.seq):
            live.take(decode(event.body), event.at)
        return live

    def _load(self, id: str) -> Live:
        log = [(event.at, decode(event.body)) for event in self.store.read(id)]
        if not log:
            raise UnknownName("table", id, ())
        live = fold(id, log)
        if live.table is not None:
            # Nobody's clock runs while no server does.
            live.table.back(self._away(log[-1][0]))
        return live

    def _away(self, since: int) -> int:
        """How many milliseconds since then nobody served, as far as the log of anything tells."""
        if since >= self._began:
            return 0
        return self._began - max(since, self._seen)

    async def start(self) -> None:
        """Take up every table that the log has, and hear of what other processes append."""
        loop = asyncio.get_running_loop()
        tails = self.store.tails()
        self._seen = max((event.at for event in tails if event.at < self._began), default=self._began)

        def heard(game: str, seq: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody watches any more
                loop.call_soon_threadsafe(self.refresh, game)

        self._listener = self.store.listen(heard)
        for event in tails[-KEPT:]:
            self.table(event.game)

    def refresh(self, id: str) -> None:
        """Another process has written to this table: read on, and tell those who watch it here."""
        known = list(self.tables) if id == EVERYTHING else [id]
        for each in known:
            live = self.tables.get(each)
            before = live.seq if live else 0
            live = self.table(each)
            if live.seq > before:
                self._after(live)

    # Writes

    def _write(self, live: Live, make: Callable[[Live], Entry]) -> None:
        """Append what ``make`` says of the table as it is now. Raises what ``make`` raises."""
        for _ in range(8):
            live = self.table(live.id)
            try:
                entry = make(live)
                at = self.now()
                self.store.append(live.id, live.seq, at, [encode(entry)])
            except LostRace:
                self.tables.pop(live.id)  # it has made a move that is not in the log
                continue
            except Exception:
                if live.unlogged:
                    self.tables.pop(live.id)
                raise
            live.take(entry, at, done=True)
            self._begin(live)
            self._after(live)
            return
        raise StaleAction(0, 0)

    def _begin(self, live: Live) -> None:
        started = live.begin(self.now())
        if started is not None:
            at = self.now()
            try:
                self.store.append(live.id, live.seq, at, [encode(started)])
            except LostRace:
                self.tables.pop(live.id)
                return
            live.take(started, at, done=True)

    def sit(self, live: Live, name: str, secret: str, seed: str = "") -> int:
        """Take the first free seat. Raises `NoSeat`."""
        taken = -1

        def make(live: Live) -> Entry:
            nonlocal taken
            if not live.free:
                raise NoSeat
            taken = live.free[0]
            called = clean(name, NAME) or f"Guest {taken + 1}"
            if called in live.names:
                called = f"{called[: NAME - 3]} {taken + 1}"
            return Sat(taken, called, hashed(secret), seed or secrets.token_hex(16))

        self._write(live, make)
        return taken

    def move(self, live: Live, seat: int, action: str, version: int) -> None:
        """A move, meant for a version. Raises `NotSeated`, a `PlayError` or `BadText`; then nothing has changed."""
        if seat == SPECTATOR:
            raise NotSeated
        self._write(live, lambda live: live.move(seat, action, version, self.now()))

    def say(self, live: Live, seat: int, text: str) -> None:
        """A set phrase, or free text where the table allows it. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        said = clean(text, WORDS)
        if said not in PHRASES and not live.opened.chat:
            raise PlayError("this table has set phrases only")
        if said:
            self._write(live, lambda _: Said(seat, said))

    def leave(self, live: Live, seat: int) -> None:
        """Give up a seat for good. Raises `NotSeated`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.seats[seat].gone:
            self._write(live, lambda _: Left(seat))

    def show(self, live: Live, seat: int) -> None:
        """Agree that the finished game may be seen open. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.over:
            raise PlayError("the game is not over")
        if seat not in live.shown:
            self._write(live, lambda _: Shown(seat))

    def again(self, live: Live, seat: int) -> str:
        """The table of the rematch, which is opened by whoever asks first. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.over:
            raise PlayError("the game is not over")
        if not live.again:
            old = live.opened
            made = self.open(
                old.game, old.options, old.bots[1:], listed=False, chat=old.chat, away=old.away, clock=old.clock
            )
            self._write(live, lambda _: Again(made.id))
        return live.again

    # Those who watch

    def _after(self, live: Live) -> None:
        event = self._changed.pop(live.id, None)
        if event is not None:
            event.set()
        self._stir(live)

    async def changed(self, live: Live, seconds: float) -> None:
        """Wait until something happens at a table, or so long."""
        event = self._changed.setdefault(live.id, asyncio.Event())
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return

    # Bots and clocks

    def _stir(self, live: Live) -> None:
        """Let the bots think whose turn it is, and set the alarm for the clocks."""
        if live.table is None or live.over:
            return
        for seat in live.table.to_act:
            key = (live.id, live.table.version, seat)
            if seat >= 0 and live.waits_for_mind(seat) and key not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._think(live, seat))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]
        self._set_alarm(live)

    async def _think(self, live: Live, seat: int) -> None:
        """One bot's turn. Another process may be quicker, or the clock: then there is nothing to do."""
        table = live.table
        assert table is not None
        version = table.version
        view = msgspec.json.encode(table.view(seat))
        seed = f"{live.opened.seed}/{seat}/{version}"
        began = time.monotonic()
        loop = asyncio.get_running_loop()
        bot = live.waits_for_mind(seat)
        action, _ = await loop.run_in_executor(
            self.thinkers, minds.advise, live.opened.game, live.options, bot, view, seed
        )
        await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        try:
            self.move(live, seat, action, version)
        except PlayError as refused:
            logger.info("bot overtaken", extra={"table": live.id, "seat": seat, "why": type(refused).__name__})
            self._stir(self.table(live.id))

    async def hint(self, live: Live, seat: int) -> str:
        """What the strongest bot would do, and why. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if live.table is None or seat not in live.table.to_act:
            raise PlayError("there is nothing to choose now")
        view = msgspec.json.encode(live.table.view(seat))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thinkers, minds.hint, live.opened.game, live.options, view, live.names)

    def _set_alarm(self, live: Live) -> None:
        alarm = self._alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        clock = live.table.clock if live.table is not None else None
        if clock is None or clock.deadline is None or clock.pace.spent == "nothing":
            return
        wait = max(0.0, (clock.deadline - self.now()) / 1000) + 0.05
        self._alarms[live.id] = asyncio.get_running_loop().call_later(wait, self._ring, live.id)

    def _ring(self, id: str) -> None:
        live = self.table(id)

        def make(live: Live) -> Entry:
            spent = live.expire(self.now())
            if spent is None:
                raise PlayError("nobody is late")
            return spent

        try:
            self._write(live, make)
        except CardwrightError:
            self._set_alarm(live)

    def close(self) -> None:
        """Stop thinking and stop all alarms; everything is in the log already."""
        if self._listener is not None:
            self._listener.close()
        for task in list(self._thinking.values()):
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()


__all__ = ["House", "Moved", "clean", "milliseconds"]
