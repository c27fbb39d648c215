"""The cardroom: every live table of this process, kept in the log, with bots, clocks and watchers.

Any process may serve any table. A write is checked here, appended under the next number, and only then shown; where
another process was first, the table is read anew and the write is judged again.
"""

import asyncio
import base64
import contextlib
import functools
import hmac
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from cardwright import bots, games
from cardwright.errors import CardwrightError, LostRace, PlayError, StoreError, UnknownName
from cardwright.game import SPECTATOR
from cardwright.store import EVERYTHING, LEASE, Listener, Store
from cardwright.table import proof
from cardwright.table.clock import open_time
from cardwright.web import minds
from cardwright.web.guard import hashed
from cardwright.web.live import PHRASES, Live, NoSeat, NotSeated, fold
from cardwright.web.log import Again, Back, Entry, Left, Moved, Opened, Rooted, Said, Sat, Shown, decode, encode
from cardwright.web.turns import Turns

logger = logging.getLogger("cardwright")

PACE = 0.7  # seconds that a bot takes, so that a person can follow
KEPT = 2000  # tables held ready in memory
LATELY = 30 * 24 * 3600 * 1000  # milliseconds for which a table is taken up again when the server starts
BEAT = LEASE / 1000 * 0.4  # seconds between signs of life in the log
ROOT = "~"  # in place of a table: where the log keeps the secret that all seeds come from
TRIES = 8  # races that a write may lose
ELSEWHERE = 3.0  # seconds that the process which made the last move has, before another does a bot's work
RETRY = 2.0  # seconds before what failed is tried again
AT_ONCE = 4  # thoughts that are given to the workers; the others wait for their owners' turns
BRACES = str.maketrans("{}", "()")  # in texts of the table, they stand for names
NAME = 24  # characters of a player's name
NAMED = 12  # characters of a table's name
INVITATION = 24  # characters of what opens a seat, 6 bits each
WORDS = 300  # characters of what is said


# What somebody is called who gives no name: always the same for one browser.
GUESTS = (
    *("Avocet", "Bittern", "Bunting", "Chough", "Crake", "Curlew", "Dipper", "Dotterel", "Dunlin", "Eider", "Fulmar"),
    *("Gannet", "Godwit", "Goshawk", "Grebe", "Harrier", "Heron", "Hobby", "Jackdaw", "Kestrel", "Kite", "Knot"),
    *("Lapwing", "Linnet", "Martin", "Merlin", "Nightjar", "Nuthatch", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover"),
    *("Puffin", "Redpoll", "Redstart", "Rook", "Ruff", "Scoter", "Shrike", "Siskin", "Smew", "Snipe", "Stonechat"),
    *("Swift", "Teal", "Tern", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon", "Wren"),
)


def guest(key: str) -> str:
    """A name for somebody who gives none, by the hash of their secret."""
    return f"Guest {GUESTS[int(key[:8], 16) % len(GUESTS)]}"


def clean(text: str, longest: int) -> str:
    """What somebody typed, on one line, without what cannot be printed, and no longer than allowed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:longest].strip()


def milliseconds() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """All tables. ``minds`` is where bots think: a pool of processes.

    Tables reckon in open time: that of the clock on the wall, less all outages. So no player loses by one.
    """

    def __init__(
        self,
        store: Store,
        thinkers: Executor,
        *,
        now: Callable[[], int] = milliseconds,
        pace: float = PACE,
    ) -> None:
        self.store, self.thinkers, self.wall, self.pace = store, thinkers, now, pace
        self.name = secrets.token_hex(8)  # of this process, among all that ever served this log
        self.tables: dict[str, Live] = {}  # the one used longest ago first
        self.outages: list[tuple[int, int]] = []
        self.turns = Turns(AT_ONCE)
        self.owners: dict[str, str] = {}  # who made a table's bots think last: an address
        self._changed: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._root: str | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._listener: Listener | None = None

    def now(self) -> int:
        """The time by which tables go."""
        return open_time(self.wall(), self.outages)

    # Tables

    def promise(self, id: str = "") -> tuple[str, str]:
        """The name of a table that may be opened, and the commitment to the seed that it will have."""
        id = id or secrets.token_urlsafe(9)
        return id, proof.commitment(self._seed(id))

    def invitation(self, live: Live) -> str:
        """What opens a free seat of a table that is not for everybody: the name of the table alone does not."""
        return base64.urlsafe_b64encode(self._derived(f"a seat at {live.id}"))[:INVITATION].decode()

    def promise_again(self, live: Live) -> tuple[str, str]:
        """The same of the rematch of a table: one promise for all who sit there, known before any of them asks."""
        return self.promise(base64.urlsafe_b64encode(self._derived(f"after {live.id}"))[:NAMED].decode())

    def _seed(self, id: str) -> str:
        """The server's seed for a table of this name, which any process works out alike before there is the table.

        A name is used once: the log's key sees to that. So nobody can learn a seed and then play by it.
        """
        return self._derived(id).hex()

    def _derived(self, what: str) -> bytes:
        if self._root is None:
            with contextlib.suppress(LostRace):
                self.store.append(ROOT, 0, self.wall(), [encode(Rooted(secrets.token_hex(32)))])
            rooted = decode(self.store.read(ROOT)[0].body)
            assert isinstance(rooted, Rooted)
            self._root = rooted.secret
        return hmac.digest(self._root.encode(), what.encode(), "sha256")

    def open(self, game: str, options: dict[str, Any], others: Sequence[str], *, id: str = "", **more: Any) -> Live:
        """A new table: ``others`` names the bot of each seat but the first, "" for a person; ``id`` as `promise` says.

        A table of that name which was opened just so is that table: a form may be sent twice. Raises `UnknownName` or
        `BadOption`, and `LostRace` if the name was used for another table.
        """
        made = games.create(game, **options)
        for bot in others:
            if bot and bot not in bots.names(game):
                raise UnknownName(f"bot for {game}", bot, bots.names(game))
        seats = ("", *others)[: made.players]
        id = id or secrets.token_urlsafe(9)
        opened = Opened(game, made.version, options, seats, self._seed(id), **more)
        at = self.wall()
        try:
            self.store.append(id, 0, at, [encode(opened)])
        except LostRace:
            there = self.table(id)
            if there.opened != opened:
                raise
            return there
        live = Live(id, opened, open_time(at, self.outages))
        self._keep(live)
        return live

    def _keep(self, live: Live) -> None:
        self.tables[live.id] = live
        while len(self.tables) > KEPT:
            gone = next(iter(self.tables))
            self.tables.pop(gone)
            self.owners.pop(gone, None)
            alarm = self._alarms.pop(gone, None)
            if alarm is not None:
                alarm.cancel()

    def table(self, id: str) -> Live:
        """A table as the log has it now. Raises `UnknownName`."""
        live = self.tables.pop(id, None)
        if live is None:
            return self._take_up(id)
        self.tables[id] = live  # behind all others
        for event in self.store.read(id, live.seq):
            live.take(decode(event.body), open_time(event.at, self.outages))
        return live

    def _take_up(self, id: str) -> Live:
        log = [(open_time(event.at, self.outages), decode(event.body)) for event in self.store.read(id)]
        if not log or id == ROOT:
            raise UnknownName("table", id, ())
        live = fold(id, log)
        self._keep(live)
        self._begin(live)  # whoever seated the last player may have died before the deal
        self._stir(live)
        return live

    async def start(self) -> None:
        """Take up every table that was played at lately, and hear of what other processes append."""
        loop = asyncio.get_running_loop()

        def heard(game: str, seq: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody watches any more
                loop.call_soon_threadsafe(self.refresh, game, seq)

        self.store.beat(self.name, self.wall())
        self.outages = self.store.outages()
        self._listener = self.store.listen(heard)
        self._pulse = loop.create_task(self._live_on())
        for game in [event.game for event in self.store.tails(self.wall() - LATELY) if event.game != ROOT][-KEPT:]:
            try:
                self.table(game)
            except CardwrightError as problem:  # one table that cannot be read does not close the others
                logger.warning("table left out", extra={"table": game, "why": type(problem).__name__})

    async def _live_on(self) -> None:
        """Say that this server is up, as long as it is and the log can be reached."""
        out = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                if out:  # nobody could move meanwhile: as in any outage, and whoever is up after one is another
                    self.name = secrets.token_hex(8)
                self.store.beat(self.name, self.wall())
                if out:
                    self._recount()
                out = False
            except StoreError as problem:
                out = True
                logger.warning("no beat", extra={"why": type(problem).__name__})

    def _recount(self) -> None:
        """Reckon the clocks of all tables anew, where there has been an outage since they were read."""
        outages = self.store.outages()
        if outages == self.outages:
            return
        self.outages = outages
        timed = [live for live in self.tables.values() if live.table is not None and live.table.clock and not live.over]
        for live in timed:
            del self.tables[live.id]
        for live in timed:
            self.table(live.id)
            self._tell(live)

    def refresh(self, id: str, seq: int = -1) -> None:
        """Entries up to ``seq`` are in the log of a table: read what is new here, and tell those who watch."""
        if id == ROOT:
            return
        for each in list(self.tables) if id == EVERYTHING else [id]:
            live = self.tables.get(each)
            if live is not None and id != EVERYTHING and live.seq > seq:
                continue  # such as what this process has written itself
            before = live.seq if live is not None else 0
            try:
                live = self.table(each)
            except CardwrightError as problem:
                logger.warning("table not read", extra={"table": each, "why": type(problem).__name__})
                continue
            if live.seq > before:
                self._tell(live)
                self._stir(live, own=False)

    # Writes

    def _write(self, live: Live, make: Callable[[Live, int], Entry]) -> None:
        """Append what ``make`` says of the table as it is at that time. Raises what ``make`` raises."""
        for _ in range(TRIES):
            live = self.table(live.id)
            try:
                at = self.wall()
                entry = make(live, open_time(at, self.outages))
                self.store.append(live.id, live.seq, at, [encode(entry)])
            except LostRace:
                self._forget(live)
                continue
            except Exception:
                self._forget(live)
                raise
            live.take(entry, open_time(at, self.outages), done=True)
            self._begin(live)
            self._tell(live)
            self._stir(live)
            return
        raise PlayError("this table is too busy just now; try again")

    def _forget(self, live: Live) -> None:
        """Drop a table that has made a move which is not in the log; the next to ask reads it anew."""
        if live.unlogged:
            self.tables.pop(live.id, None)

    def _begin(self, live: Live) -> None:
        """Have the deal made, once all seats are taken."""
        at = self.wall()
        started = live.begin(open_time(at, self.outages))
        if started is None:
            return
        try:
            self.store.append(live.id, live.seq, at, [encode(started)])
        except StoreError as problem:  # another process was first; or else the next to look at the table tries again
            logger.info("not begun here", extra={"table": live.id, "why": type(problem).__name__})
            self._forget(live)
            return
        live.take(started, open_time(at, self.outages), done=True)

    def sit(self, live: Live, name: str, secret: str, seed: str = "") -> int:
        """Take the first free seat, or keep the one that the secret opens. Raises `NoSeat`.

        Who gives no seed has none: one made up now, when others have told theirs, might have been chosen.
        """
        taken = SPECTATOR

        def make(live: Live, now: int) -> Entry:
            nonlocal taken
            taken = live.seat_of(secret)  # of a form sent twice, another process may have had the first
            if taken != SPECTATOR or not live.free:
                raise NoSeat
            taken = live.free[0]
            called = clean(name.translate(BRACES), NAME) or guest(hashed(secret))
            if called in live.names:
                called = f"{called[: NAME - 3]} {taken + 1}"
            return Sat(taken, called, hashed(secret), seed, bool(seed))

        try:
            self._write(live, make)
        except NoSeat:
            if taken == SPECTATOR:
                raise
        return taken

    def move(self, live: Live, seat: int, action: str, version: int) -> None:
        """A move, meant for a version. Raises `NotSeated`, a `PlayError` or `BadText`; then nothing has changed."""
        if seat == SPECTATOR:
            raise NotSeated
        self._write(live, lambda live, now: live.move(seat, action, version, now))

    def say(self, live: Live, seat: int, text: str) -> None:
        """A set phrase, or free text where the table allows it. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        said = clean(text, WORDS)
        if said not in PHRASES and not live.opened.chat:
            raise PlayError("this table has set phrases only")
        if said and live.chat[-1:] != [(seat, said)]:  # a form that is sent again says nothing twice
            self._write(live, lambda *_: Said(seat, said))

    def leave(self, live: Live, seat: int) -> None:
        """Give up a seat for good. Raises `NotSeated`."""
        if seat == SPECTATOR:
            raise NotSeated
        if live.over:
            raise PlayError("the game is over: nobody waits for you")
        if not live.seats[seat].gone:
            self._write(live, lambda *_: Left(seat))

    def back(self, live: Live, key: str) -> None:
        """Take the seat again that one has left: ``key`` is the hash of its secret. Raises `NotSeated`."""

        def make(live: Live, now: int) -> Entry:
            seat = live.left_by([key])
            if seat == SPECTATOR:
                raise NotSeated
            return Back(seat)

        self._write(live, make)

    def show(self, live: Live, seat: int) -> None:
        """Agree that the finished game may be seen open. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.over:
            raise PlayError("the game is not over")
        if seat not in live.shown:
            self._write(live, lambda *_: Shown(seat))

    def again(self, live: Live, seat: int) -> str:
        """The table of the rematch, which is opened by whoever asks first. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.over:
            raise PlayError("the game is not over")
        if not live.again:
            old = live.opened
            anew = functools.partial(
                self.open,
                old.game,
                old.options,
                old.bots[1:],
                listed=False,
                chat=old.chat,
                away=old.away,
                clock=old.clock,
                spent=old.spent,
            )
            try:
                made = anew(id=self.promise_again(live)[0])
            except LostRace:  # somebody who was told the name has opened another game under it
                made = anew()

            def make(live: Live, now: int) -> Entry:
                if live.again:  # another process was asked at the same time
                    raise PlayError("the rematch is open already")
                return Again(made.id)

            with contextlib.suppress(PlayError):
                self._write(live, make)
        return self.table(live.id).again

    # Those who watch

    def _tell(self, live: Live) -> None:
        event = self._changed.pop(live.id, None)
        if event is not None:
            event.set()

    def change(self, live: Live) -> asyncio.Event:
        """What is set when something happens at a table. Ask for it before the look that it is to follow."""
        event = self._changed.get(live.id)
        if event is None:
            event = self._changed[live.id] = asyncio.Event()
        return event

    # Bots and clocks

    def _stir(self, live: Live, *, own: bool = True) -> None:
        """Let the bots think whose turn it is, and set the alarm for the clocks.

        Where another process made the last move (not ``own``), that one's bots think first.
        """
        if live.table is None or live.over or live.deserted:
            return
        for seat in live.table.to_act:
            key = (live.id, live.table.version, seat)
            if seat >= 0 and live.waits_for_mind(seat, self.now()) and key not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._think(live, seat, 0 if own else ELSEWHERE))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]
        self._set_alarm(live, 0 if own else RETRY)

    async def _think(self, live: Live, seat: int, wait: float) -> None:
        """One bot's turn. Another process may be quicker, or the clock: then there is nothing to do."""
        assert live.table is not None
        version = live.table.version
        if wait:
            await asyncio.sleep(wait)
        while True:
            try:
                if await self._turn(live, seat, version):
                    return
            # Whatever it was, the others at the table must not wait for ever.
            except Exception as problem:
                logger.warning("bot stopped", extra={"table": live.id, "seat": seat, "why": type(problem).__name__})
            await asyncio.sleep(RETRY)

    async def _turn(self, live: Live, seat: int, version: int) -> bool:
        """Have a bot choose, and move; whether that turn is over now."""
        live = self.table(live.id)
        assert live.table is not None
        if live.table.version != version or seat not in live.table.to_act:
            self._stir(live)
            return True
        bot = live.waits_for_mind(seat, self.now())
        if not bot:  # somebody has come back to their seat
            return True
        view = msgspec.json.encode(live.table.view(seat))
        seed = hashed(f"{live.opened.seed}/{seat}/{version}")  # a worker is not to know the table's own
        began = time.monotonic()
        loop = asyncio.get_running_loop()
        async with self.turns.turn(self.owners.get(live.id, "")):
            action, _ = await loop.run_in_executor(
                self.thinkers, minds.advise, live.opened.game, live.options, bot, view, seed
            )
        if self.pace:  # whole beats: a long thought is not to tell of the cards that it was about
            await asyncio.sleep(-(time.monotonic() - began) % self.pace)
        if not self.table(live.id).waits_for_mind(seat, self.now()):
            return True
        try:
            self.move(live, seat, action, version)
        except PlayError as refused:
            logger.info("bot overtaken", extra={"table": live.id, "seat": seat, "why": type(refused).__name__})
            live = self.table(live.id)
            self._stir(live)
            return live.table is None or live.table.version != version
        return True

    async def hint(self, live: Live, seat: int, owner: str = "") -> str:
        """What the strongest bot would do, and why. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if live.table is None or seat not in live.table.to_act:
            raise PlayError("there is nothing to choose now")
        view = msgspec.json.encode(live.table.view(seat))
        loop = asyncio.get_running_loop()
        async with self.turns.turn(owner):
            return await loop.run_in_executor(
                self.thinkers, minds.hint, live.opened.game, live.options, view, live.names
            )

    def _set_alarm(self, live: Live, later: float = 0) -> None:
        alarm = self._alarms.pop(live.id, None)
        if alarm is not None:
            alarm.cancel()
        clock = live.table.clock if live.table is not None and not live.over and not live.deserted else None
        if clock is None or clock.deadline is None or (clock.pace.spent == "nothing" and live.opened.spent != "bot"):
            return
        if live.late(self.now()):  # a bot thinks for them, and its move sets the alarm anew
            return
        wait = max(0.0, (clock.deadline - self.now()) / 1000) + 0.05 + later
        self._alarms[live.id] = asyncio.get_running_loop().call_later(wait, self.ring, live.id)

    def ring(self, id: str) -> None:
        """Somebody's time may have run out at a table: do what its clock says."""

        def make(live: Live, now: int) -> Entry:
            spent = live.expire(now)
            if spent is None:
                raise PlayError("nobody is late")
            return spent

        try:
            live = self.table(id)
            if live.late(self.now()):
                self._stir(live)
                return
            self._write(live, make)
        except PlayError:
            self._set_alarm(self.table(id))
        except CardwrightError as problem:
            logger.warning("clock not read", extra={"table": id, "why": type(problem).__name__})
            self._alarms[id] = asyncio.get_running_loop().call_later(RETRY, self.ring, id)

    def close(self) -> None:
        """Stop thinking and stop all alarms; everything is in the log already."""
        if self._pulse is not None:
            self._pulse.cancel()
            with contextlib.suppress(StoreError):
                self.store.beat(self.name, self.wall(), lease=0)
        if self._listener is not None:
            self._listener.close()
        for task in list(self._thinking.values()):
            task.cancel()
        for alarm in self._alarms.values():
            alarm.cancel()


__all__ = ["House", "Moved", "clean", "milliseconds"]
