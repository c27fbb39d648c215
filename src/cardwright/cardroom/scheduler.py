"""What a table is owed without anybody's asking: its deal, its bots' turns, and its clock. And hints, on request.

Any process may do each of them: which did it first, the log tells. Where the last move was made by another process,
that one has a few seconds before this one helps.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeAlias

import msgspec

from cardwright.cardroom import bot_workers
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.fair_queue import FairQueue
from cardwright.cardroom.live_table import LiveTable
from cardwright.cardroom.seat_keys import hashed
from cardwright.cardroom.settings import hints_allowed
from cardwright.cardroom.uptime import Uptime
from cardwright.errors import CardwrightError, NotSeated, PlayError, StoreError
from cardwright.game import SPECTATOR, Player

logger = logging.getLogger("cardwright")

MAX_CONCURRENT = 4  # thoughts that are given to the workers; the others wait for their owners' turns
OTHER_PROCESS_DELAY_S = 3.0  # seconds that the process which made the last move has, before another does its work
RETRY_S = 2.0  # seconds before what failed is tried again
HURRY_FACTOR = 8  # times as fast bots play where every person is out of the game
DEADLINE_MARGIN_S = 0.05  # seconds after a clock has run out, so that it has

Make: TypeAlias = Callable[[LiveTable, int], TableEvent | None]
BotTurn: TypeAlias = tuple[str, int, Player]  # a table, the version of its game, a seat


class Scheduler:
    """Sees to tables. It reads and changes them by ``table`` and ``write``; bots think in ``thinkers``.

    A bot takes ``bot_pace_s`` seconds for a move, or a multiple of it.
    """

    def __init__(
        self,
        uptime: Uptime,
        table: Callable[[str], LiveTable],
        write: Callable[[str, Make], bool],
        workers: Executor,
        bot_pace_s: float,
    ) -> None:
        self.uptime, self.table, self.write = uptime, table, write
        self.workers, self.bot_pace_s = workers, bot_pace_s
        self.turns = FairQueue(MAX_CONCURRENT)
        self.owners: dict[str, str] = {}  # who made a table's bots think last: an address
        self.thinking: dict[BotTurn, asyncio.Task[None]] = {}
        self.alarms: dict[str, asyncio.TimerHandle] = {}  # also of tables that are not in memory: their clocks run

    def schedule(self, live: LiveTable, *, own: bool = True) -> None:
        """Let the bots think whose turn it is, and set the alarm; ``own`` if this process made the last move."""
        self._cancel_alarm(live.id)
        if live.table is None or live.over or live.deserted:
            return
        if live.awaits_deal:  # whoever seated the last player did not come to deal
            self._set_alarm(live.id, 0 if own else OTHER_PROCESS_DELAY_S)
            return
        now = self.uptime.now()  # read once: a clock may run out between two readings
        held = max(0, live.held_until - now) / 1000 if self.bot_pace_s else 0.0
        for seat in live.table.to_act:
            thought = (live.id, live.table.version, seat)
            if live.bot_to_act(seat, now) and thought not in self.thinking:
                thinking = self._run_turn(thought, held + (0 if own else OTHER_PROCESS_DELAY_S))
                self.thinking[thought] = asyncio.get_running_loop().create_task(thinking)
        if live.deadline is not None and not live.late(now):
            left = max(0, live.deadline - now) / 1000
            self._set_alarm(live.id, left + DEADLINE_MARGIN_S + (0 if own else RETRY_S))

    # Bots

    async def _run_turn(self, thought: BotTurn, wait: float) -> None:
        """One bot's turn. Another process may be quicker, or the clock: then there is nothing to do."""
        try:
            await asyncio.sleep(wait)
            while not await self._attempt(thought):
                await asyncio.sleep(RETRY_S)
        finally:
            del self.thinking[thought]  # at once: in the next moment the seat may be a bot's again

    async def _attempt(self, thought: BotTurn) -> bool:
        id, _, seat = thought
        try:
            return await self._turn(thought)
        # Whatever it was, the others at the table must not wait for ever.
        except Exception as problem:
            logger.warning("bot stopped", extra={"table": id, "seat": seat, "why": type(problem).__name__})
            return False

    async def _turn(self, thought: BotTurn) -> bool:
        """Have a bot choose, and move; whether that turn is over now."""
        id, version, seat = thought
        began = time.monotonic()
        async with self.turns.turn(self.owners.get(id, "")):
            live = self.table(id)  # as it is now: the wait may have been long
            bot = self._bot(live, thought)
            if not bot:
                return True
            assert live.table is not None
            view = msgspec.json.encode(live.table.view(seat))
            seed = hashed(f"{live.opened.seed}/{seat}/{version}")  # a worker is not to know the table's own
            action, _ = await asyncio.get_running_loop().run_in_executor(
                self.workers, bot_workers.advise, live.opened.game, live.options, bot, view, seed
            )
        pace = self.bot_pace_s / HURRY_FACTOR if live.only_bots_left else self.bot_pace_s
        if pace:  # whole beats: a long thought is not to tell of the cards that it was about
            await asyncio.sleep(-(time.monotonic() - began) % pace)

        def make(live: LiveTable, now: int) -> TableEvent | None:
            return live.move(seat, action, version, now) if self._bot(live, thought) else None

        try:
            self.write(id, make)
        except PlayError as refused:
            logger.info("bot overtaken", extra={"table": id, "seat": seat, "why": type(refused).__name__})
        return not self._bot(self.table(id), thought)

    def _bot(self, live: LiveTable, thought: BotTurn) -> str:
        """The bot that is to choose, "" if that turn is over, or a person is back at their seat."""
        _, version, seat = thought
        if live.table is None or live.table.version != version or seat not in live.table.to_act:
            return ""
        return live.bot_to_act(seat, self.uptime.now())

    async def hint(self, live: LiveTable, seat: int, owner: str = "") -> str:
        """Return what the strongest bot would do, and why. Raises `NotSeated` or `PlayError`."""
        if seat == SPECTATOR:
            raise NotSeated
        if not hints_allowed(live.opened):
            raise PlayError("hints are not allowed at this table")
        if live.table is None or seat not in live.table.to_act:
            raise PlayError("there is nothing to choose now")
        view = msgspec.json.encode(live.table.view(seat))
        async with self.turns.turn(owner):
            return await asyncio.get_running_loop().run_in_executor(
                self.workers, bot_workers.hint, live.opened.game, live.options, view, live.names
            )

    # Clocks

    def _cancel_alarm(self, id: str) -> None:
        alarm = self.alarms.pop(id, None)
        if alarm is not None:
            alarm.cancel()

    def _set_alarm(self, id: str, wait: float) -> None:
        self._cancel_alarm(id)
        self.alarms[id] = asyncio.get_running_loop().call_later(wait, self.wake, id)

    def wake(self, id: str) -> None:
        """Somebody's time may have run out at a table, or it waits for its deal: do what is due."""
        self._cancel_alarm(id)
        try:
            live = self.table(id)
            if self.uptime.lapsed and not live.awaits_deal:  # how long nobody could play is not known yet
                self._set_alarm(id, RETRY_S)
            elif live.late(self.uptime.now()) or not self.write(
                id, LiveTable.begin if live.awaits_deal else LiveTable.expire
            ):
                self.schedule(self.table(id))
        except (StoreError, PlayError) as problem:
            logger.warning("clock not read", extra={"table": id, "why": type(problem).__name__})
            self._set_alarm(id, RETRY_S)
        except CardwrightError as problem:  # a table that cannot be read: its clock is not known
            logger.warning("clock stopped", extra={"table": id, "why": type(problem).__name__})

    def close(self) -> None:
        """Stop thinking and stop all alarms; everything is in the log already."""
        for task in list(self.thinking.values()):
            task.cancel()
        for id in list(self.alarms):
            self._cancel_alarm(id)
