"""Playtests of declarations: deals between bots in the background, in shards, in a process that can be stopped."""

import asyncio
import time
from typing import Any

from cardwright import games
from cardwright.cardroom.commitments import new_name
from cardwright.cardroom.stoppable import StoppableWorker
from cardwright.cardroom.workbench import POKER, checked
from cardwright.errors import BadOption, CardwrightError, PlayError, UnknownName

MAX_DEALS = 1000
FIRST_DEALS = 5  # in the first shard; the next one is twice as large while they are quick
QUICK_SHARD_S = 1.0
SHARD_S, WHOLE_S = 60.0, 240.0  # seconds that a shard and a playtest may take
MAX_KEPT, MAX_RUNNING = 40, 2


class PlaytestWork:
    """A playtest that runs or has ended: the results so far of the table and of the one before it, if there is one."""

    def __init__(self, texts: tuple[str, ...], variant: str, players: int, bot: str) -> None:
        self.texts, self.variant, self.players, self.bot = texts, variant, players, bot
        self.results: list[Any] = [None] * len(texts)
        self.deals = MAX_DEALS
        self.done, self.total = 0, MAX_DEALS * len(texts)
        self.problem = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """True until there is a result."""
        return self.task is not None and not self.task.done()


class Playtests:
    """The playtests of this process."""

    def __init__(self) -> None:
        self._worker = StoppableWorker(SHARD_S)
        self._works: dict[str, PlaytestWork] = {}  # the oldest first

    def start(self, text: str, before: str, variant: str, players: int, bot: str) -> str:
        """Start a playtest and return its name. Raises `PlayError` while too many run, `BadOption` for a wrong bot."""
        if bot not in games.bot_names(POKER):
            raise BadOption("bot", bot, ", ".join(games.bot_names(POKER)))
        if sum(work.running for work in self._works.values()) >= MAX_RUNNING:
            raise PlayError("other tables are being tested; try again in a moment")
        texts = (text, before) if before and before != text else (text,)
        work, name = PlaytestWork(texts, variant, players, bot), new_name()
        self._works[name] = work
        for old in [name for name, work in self._works.items() if not work.running and work.task][:-MAX_KEPT]:
            del self._works[old]
        work.task = asyncio.create_task(self._run(work))
        return name

    def find(self, name: str) -> PlaytestWork:
        """Return a playtest. Raises `UnknownName` for one that is not kept."""
        if name not in self._works:
            raise UnknownName("playtest", name, ())
        return self._works[name]

    async def _run(self, work: PlaytestWork) -> None:
        end = time.monotonic() + WHOLE_S
        first, number = 0, FIRST_DEALS
        try:
            while first < work.deals and time.monotonic() < end:
                number, began = min(number, work.deals - first), time.monotonic()
                for place, text in enumerate(work.texts):
                    asked = (text, work.variant, work.players, work.bot, first, number)
                    found = await asyncio.to_thread(self._worker.call, shard, *asked)
                    work.results[place] = found if work.results[place] is None else work.results[place] + found
                    work.done += number
                first += number
                number *= 1 + (time.monotonic() - began < QUICK_SHARD_S)
        except CardwrightError as problem:
            work.problem = str(problem)

    def close(self) -> None:
        """Stop all."""
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()
        self._worker.stop()


def shard(text: str, variant: str, players: int, bot: str, first: int, number: int) -> Any:
    """Return the playtest of some deals."""
    checked(text)
    game = games.create(POKER, ranking=text, variant=variant, players=players)
    return games.playtest(game, bot, first, number)
