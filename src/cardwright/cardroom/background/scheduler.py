"""Scheduled work at tables: the deal, bots' turns and clocks; and hints, on request.

Any process may do it; the log accepts the first. If another process made the last move, this one waits a few seconds
before it steps in.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TypeAlias

import msgspec

from cardwright.cardroom.background.uptime import Uptime
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.bots.table_bots import SPEEDS, TableBots, rest_of_pause
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.kept_work import RunningTasks
from cardwright.cardroom.tables import drafts
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import allows_hints
from cardwright.errors import CardwrightError, NotSeated, PlayError, StoreError
from cardwright.game import SPECTATOR, Player
from cardwright.play.hints import Hint
from cardwright.play.table import Table

logger = logging.getLogger("cardwright")

MAX_CONCURRENT = 4  # bot turns given to the workers at once; the others wait in a `FairQueue`
OTHER_PROCESS_DELAY_S = 3.0  # head start of the process that made the last move
RETRY_S = 2.0  # delay before a failed action is retried
HURRY_FACTOR = 8  # speed-up of bots once every person is out of the game
DEADLINE_MARGIN_S = 0.05  # added to a deadline, so that the clock has certainly run out

Make: TypeAlias = Callable[[LiveTable, int], TableEvent | None]
BotTurn: TypeAlias = tuple[str, int, Player]  # a table, the version of its game, a seat


class Scheduler:
    """Runs bots' turns and clocks. It reads and changes tables by ``kept_table`` and ``write``.

    Bots run in ``workers``. A bot's move takes ``bot_pace_s`` seconds, or a multiple of it.
    """

    def __init__(
        self,
        uptime: Uptime,
        kept_table: Callable[[str], Awaitable[LiveTable]],
        write: Callable[[str, Make], Awaitable[bool]],
        workers: Executor,
        bot_pace_s: float,
    ) -> None:
        self.uptime, self.kept_table, self.write = uptime, kept_table, write
        self.workers, self.bot_pace_s = workers, bot_pace_s
        self.turns = FairQueue(MAX_CONCURRENT)
        self.bots: defaultdict[str, TableBots] = defaultdict(TableBots)  # by table id
        self.thinking: dict[BotTurn, asyncio.Task[None]] = {}
        self.alarm_set = asyncio.Event()
        self.woken = RunningTasks()
        self.alarms: dict[str, asyncio.TimerHandle] = {}  # also for tables that are no longer in memory

    def schedule(self, live: LiveTable, *, is_ours: bool = True) -> None:
        """Start the bots that are to act and set the alarm; ``is_ours`` if this process made the last move."""
        self._cancel_alarm(live.id)
        self._end_hurry(live)
        if live.seats.ready_deadline is not None:
            self._set_alarm_after(live.seats.ready_deadline, live.id, is_ours=is_ours)
        if live.table is None or live.over or live.seats.deserted:
            return
        if live.awaits_deal or live.ends_now:  # the process that wrote the last entry has not taken the step
            self._set_alarm(live.id, 0 if is_ours else OTHER_PROCESS_DELAY_S)
            return
        now = self.uptime.now()  # read once: a clock may run out between two readings
        for seat in live.table.to_act:
            bot_turn = (live.id, live.table.version, seat)
            if live.stand_ins.bot_to_act(seat, now) and bot_turn not in self.thinking:
                reading_s = max(0, live.moments.read_until - now) / 1000 if self._pace(live.id) else 0.0
                thinking = self._run_turn(bot_turn, reading_s, 0 if is_ours else OTHER_PROCESS_DELAY_S)
                self.thinking[bot_turn] = asyncio.get_running_loop().create_task(thinking)
        if live.deadline is not None and not live.stand_ins.late(now):
            self._set_alarm_after(live.deadline, live.id, is_ours=is_ours)

    # Bots

    async def _run_turn(self, bot_turn: BotTurn, reading_s: float, delay: float) -> None:
        """Run one bot's turn; it does nothing if another process or the clock was first.

        It begins after a ``delay``, and moves when the player has had ``reading_s`` to read what has happened.
        """
        try:
            await self.bots[bot_turn[0]].pause(delay)
            while not await self._attempt(bot_turn, reading_s):
                await asyncio.sleep(RETRY_S)
        finally:
            del self.thinking[bot_turn]  # immediately: the seat may become a bot's again

    async def _attempt(self, bot_turn: BotTurn, reading_s: float) -> bool:
        id, _, seat = bot_turn
        try:
            return await self._turn(bot_turn, reading_s)
        # Any failure: the table must not wait forever.
        except Exception as problem:
            logger.warning("bot stopped", extra={"table": id, "seat": seat, "why": bot_workers.failure(problem)})
            return False

    async def _turn(self, bot_turn: BotTurn, reading_s: float) -> bool:
        """Let a bot choose and move; return whether its turn is over."""
        id, version, seat = bot_turn
        began = time.monotonic()
        async with self.turns.turn(self.bots[id].owner):
            live = await self.kept_table(id)
            bot = self._bot(live, bot_turn)
            if not bot:
                return True
            assert live.table is not None
            action = await self._choose(live, live.table, seat, bot)
        if pace := self._pace(id):
            pace /= HURRY_FACTOR if live.only_bots_left else 1
            thought_s = time.monotonic() - began
            await self.bots[id].wait_for_reader(version, max(0.0, reading_s - thought_s))
            await self.bots[id].pause(rest_of_pause(thought_s, time.monotonic() - began, pace))

        def make(live: LiveTable, now: int) -> TableEvent | None:
            return drafts.move(live, seat, action, version, now) if self._bot(live, bot_turn) else None

        try:
            await self.write(id, make)
        except PlayError as refused:
            logger.info("bot overtaken", extra={"table": id, "seat": seat, "why": type(refused).__name__})
        return not self._bot(await self.kept_table(id), bot_turn)

    async def _choose(self, live: LiveTable, table: Table, seat: Player, bot: str) -> str:
        """Return what a bot plays at a seat; for a person who is away, not what that player alone decides."""
        away_action = None if live.seats[seat].bot else live.game.away_action(table.state, seat)
        if away_action is not None:
            return live.game.text(away_action)
        view, seed = msgspec.json.encode(table.view(seat)), live.bot_seed(seat)
        action, _ = await bot_workers.call(self.workers, bot_workers.advise, live.rules, bot, view, seed)
        return action

    def charge(self, id: str, owner: str) -> None:
        """Charge an address for the time of a table's bots from now on."""
        self.bots[id].owner = owner

    # The speed of the bots: where one person plays alone against them, it is that person's choice

    def set_speed(self, live: LiveTable, seat: Player, speed: str) -> None:
        """Set the speed that a player has chosen, one of `SPEEDS`, if no other person plays."""
        if speed in SPEEDS and live.seats.is_alone(seat):
            self.bots[live.id].speed = speed

    def hurry(self, live: LiveTable, seat: Player) -> None:
        """Have the bots move without pauses until this player is to act. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not live.seats.is_alone(seat):
            raise PlayError("only a player who is alone with bots can skip ahead")
        self.bots[live.id].hurry_to(seat)
        self.note_read(live, seat, live.version)
        self._end_hurry(live)

    def note_read(self, live: LiveTable, seat: Player, version: int) -> None:
        """End the bots' wait for a player who is alone with them and has read the news up to a version."""
        if live.seats.is_alone(seat) and live.version == version:
            self.bots[live.id].note_read(version)

    def is_hurried(self, id: str) -> bool:
        """Return whether the bots of a table move without pauses."""
        return id in self.bots and self.bots[id].hurried_to is not None

    def _end_hurry(self, live: LiveTable) -> None:
        seat = self.bots[live.id].hurried_to
        if seat is not None and (live.table is None or live.over or seat in live.table.to_act):
            self.bots[live.id].end_hurry()

    def forget(self, id: str) -> None:
        """Drop all data of a table that has left the memory."""
        self.bots.pop(id, None)

    def _pace(self, id: str) -> float:
        """Return the seconds that a bot's move takes at a table."""
        return self.bot_pace_s * self.bots[id].factor

    def _bot(self, live: LiveTable, bot_turn: BotTurn) -> str:
        """Return the bot that has to choose, "" if the turn is over or the person has returned."""
        _, version, seat = bot_turn
        if live.table is None or live.table.version != version or seat not in live.table.to_act:
            return ""
        return live.stand_ins.bot_to_act(seat, self.uptime.now())

    async def hint(self, live: LiveTable, seat: int, owner: str = "") -> Hint:
        """Return the move of the strongest bot, and its reason. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not allows_hints(live.opened):
            raise PlayError("hints are not allowed at this table")
        if live.table is None or seat not in live.table.to_act:
            raise PlayError("there is nothing to choose now")
        view = msgspec.json.encode(live.table.view(seat))
        async with self.turns.turn(owner):
            return await bot_workers.call(self.workers, bot_workers.hint, live.rules, view, live.names)

    # Clocks

    def _cancel_alarm(self, id: str) -> None:
        alarm = self.alarms.pop(id, None)
        if alarm is not None:
            alarm.cancel()

    def _set_alarm(self, id: str, wait: float) -> None:
        self._cancel_alarm(id)
        self.alarm_set.set()
        self.alarms[id] = asyncio.get_running_loop().call_later(wait, lambda: self.woken.start(self.wake(id)))

    def _set_alarm_after(self, deadline: int, id: str, *, is_ours: bool) -> None:
        left = max(0, deadline - self.uptime.now()) / 1000
        self._set_alarm(id, left + DEADLINE_MARGIN_S + (0 if is_ours else RETRY_S))

    async def wake(self, id: str) -> None:
        """Take the steps that are due at a table: an expired clock, or its deal."""
        self._cancel_alarm(id)
        try:
            live = await self.kept_table(id)
            is_due = live.awaits_deal or live.ends_now
            if self.uptime.lapsed and not is_due:  # the length of the outage is not known yet
                self._set_alarm(id, RETRY_S)
            elif live.stand_ins.late(self.uptime.now()) or not await self.write(
                id, drafts.due_steps if is_due else drafts.expire
            ):
                self.schedule(await self.kept_table(id))
        except (StoreError, PlayError) as problem:
            logger.warning("clock not read", extra={"table": id, "why": type(problem).__name__})
            self._set_alarm(id, RETRY_S)
        except CardwrightError as problem:  # a table that cannot be read: its clock is not known
            logger.warning("clock stopped", extra={"table": id, "why": type(problem).__name__})

    def close(self) -> None:
        """Cancel all bots' turns and alarms. The log already holds everything."""
        for task in (*self.thinking.values(), *self.woken):
            task.cancel()
        for id in list(self.alarms):
            self._cancel_alarm(id)
