"""Reviews of finished games, made in the bot workers one decision at a time, so that bots at other tables go on."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TypeAlias

import msgspec

from cardwright.answers import Line
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import PlayError
from cardwright.game import Player, View
from cardwright.play import review, solved
from cardwright.play.record import Record
from cardwright.play.review import Answered, SeatReview

MAX_REVIEWS = 64  # that are kept
MAX_RUNNING_REVIEWS = 4  # at a time

Key: TypeAlias = tuple[str, tuple[Player, ...]]  # a table and the seats


class Work:
    """A review that is being made, or is finished: ``done`` of ``total`` decisions; the task has the result."""

    def __init__(self) -> None:
        self.done, self.total = 0, 0
        self.task: asyncio.Task[tuple[SeatReview, ...]] | None = None

    @property
    def running(self) -> bool:
        """True until there is a result."""
        return self.task is not None and not self.task.done()

    @property
    def found(self) -> tuple[SeatReview, ...]:
        """The reviews of the seats, () unless they are finished."""
        task = self.task
        return task.result() if task and task.done() and not task.cancelled() and not task.exception() else ()


class Reviews:
    """The reviews of this process. Each decision is one turn in the queue of the workers, as a bot's move is."""

    def __init__(self, workers: Executor, turns: FairQueue) -> None:
        self.workers, self.turns = workers, turns
        self._works: dict[Key, Work] = {}  # the least recently used first

    def work(self, live: LiveTable, record: Record, seats: Sequence[Player], owner: str) -> Work:
        """Return a review of these seats, perhaps of others too, started if there is none.

        Raises `PlayError` while too many are made.
        """
        key = self._key(live.id, seats)
        found = self._works.pop(key, None)
        if found is None or (found.task is not None and found.task.done() and found.task.exception()):
            review.check(record)
            if sum(work.running for work in self._works.values()) >= MAX_RUNNING_REVIEWS:
                raise PlayError("other games are being reviewed; try again in a moment")
            found = Work()
            found.task = asyncio.create_task(self._review(found, live, record, key[1], owner))
        self._works[key] = found
        done = [key for key, work in self._works.items() if not work.running]
        for old in done[: max(0, len(self._works) - MAX_REVIEWS)]:
            del self._works[old]
        return found

    def mistakes(self, table: str, seat: Player) -> dict[int, Answered]:
        """Return the mistakes of a seat by their steps, if a review of it has been made and is still here."""
        found = (each for (of, _), work in self._works.items() if of == table for each in work.found)
        return {bad.at: bad for each in found if each.seat == seat for bad in each.decisions if bad.mistake}

    def _key(self, table: str, seats: Sequence[Player]) -> Key:
        """Return the key of the review of these seats, or of more, if there is one."""
        whole = (key for key in self._works if key[0] == table and set(seats) < set(key[1]))
        return next(whole, (table, tuple(seats)))

    async def _review(
        self, work: Work, live: LiveTable, record: Record, seats: tuple[Player, ...], owner: str
    ) -> tuple[SeatReview, ...]:
        asked = await asyncio.to_thread(lambda: list(review.questions(record, seats)))
        work.total = len(asked)
        found: list[Answered] = []
        for each in asked:
            answer = review.value_decision(record.game, each, await self.lines(live, each.view, owner))
            found += [answer] if answer else []
            work.done += 1
        return review.review(record, found, seats)

    async def lines(self, live: LiveTable, view: View, owner: str) -> tuple[Line, ...]:
        """Return the values of all moves of a view at a table, best first."""
        seen = msgspec.json.encode(view)
        async with self.turns.turn(owner):
            return await bot_workers.call(self.workers, bot_workers.evaluate, live.opened.game, live.options, seen)

    async def solve(self, live: LiveTable, record: Record, owner: str) -> Record | None:
        """Return a lost game as it could have been won, None if no way was found. Raises `PlayError`."""
        if not solved.is_solvable(record):
            raise PlayError("only a lost game that a single player played to its end is solved")
        game, drawn = record.game, solved.chance_actions(record)
        texts = tuple(map(game.text, drawn))
        async with self.turns.turn(owner):
            found = await bot_workers.call(self.workers, bot_workers.solve, live.opened.game, live.options, texts)
        moves = [game.parse(text) for text in found or ()]
        return None if found is None else solved.replay(record.header, game, drawn, moves)

    async def proof(self, live: LiveTable, record: Record, owner: str) -> str:
        """Return in a sentence from where on a lost game could not be won; "" where that is not proved."""
        steps = tuple((step.player, step.action) for step in record.log)
        async with self.turns.turn(owner):
            return await bot_workers.call(self.workers, bot_workers.proof, live.opened.game, live.options, steps)

    def close(self) -> None:
        """Stop all."""
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()
