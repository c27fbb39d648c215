"""Reviews of finished games, made in the bot workers: each decision waits its turn, so bots need not wait long."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import TypeAlias

import msgspec

from cardwright.answers import Line
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.kept_work import KeptWork, Work
from cardwright.cardroom.tables import results
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import PlayError
from cardwright.game import Player, View
from cardwright.play import review, solved
from cardwright.play.record import Record
from cardwright.play.review import Answered, SeatReview

MAX_KEPT_REVIEWS = 64
MAX_RUNNING_REVIEWS = 4

Key: TypeAlias = tuple[str, tuple[Player, ...]]  # a table and the seats
Review: TypeAlias = Work[tuple[SeatReview, ...]]  # done and total are numbers of decisions


class Reviews:
    """The reviews of this process. In the queue of the workers a decision counts as much as a bot's move."""

    def __init__(self, workers: Executor, turns: FairQueue) -> None:
        self.workers, self.turns = workers, turns
        busy = "other games are being reviewed"
        self.works: KeptWork[Key, Review] = KeptWork(MAX_RUNNING_REVIEWS, MAX_KEPT_REVIEWS, busy)

    def work(self, live: LiveTable, record: Record, seats: Sequence[Player], owner: str) -> Review:
        """Return a review of these seats, perhaps of others too, started if there is none.

        Raises `PlayError` while too many are made, and for a game that cannot be reviewed.
        """
        review.check(record)
        key = self._key(live.id, seats)
        return self.works.of(key, lambda: Work(lambda work: self._review(work, live, record, key[1], owner)))

    def mistakes(self, table: str, seat: Player) -> dict[int, Answered]:
        """Return the mistakes of a seat by their steps, if a review of it has been made and is still here."""
        works = [work for (of, _), work in self.works.items() if of == table and work.succeeded]
        seat_reviews = (each for work in works for each in work.task.result() if each.seat == seat)
        return {bad.at: bad for each in seat_reviews for bad in each.decisions if bad.mistake}

    def _key(self, table: str, seats: Sequence[Player]) -> Key:
        """Return the key of a review that covers these seats, if there is one."""
        whole = (key for key in self.works if key[0] == table and set(seats) < set(key[1]))
        return next(whole, (table, tuple(seats)))

    async def _review(
        self, work: Review, live: LiveTable, record: Record, seats: tuple[Player, ...], owner: str
    ) -> tuple[SeatReview, ...]:
        asked = await asyncio.to_thread(_own_decisions, live, record, seats)
        work.total = len(asked)
        answers: list[Answered] = []
        for each in asked:
            answer = review.value_decision(record.game, each, await self.lines(live, each.view, owner))
            answers += [answer] if answer else []
            work.done += 1
        return review.review(record, answers, seats)

    async def lines(self, live: LiveTable, view: View, owner: str) -> tuple[Line, ...]:
        """Return the values of all moves of a view at a table, best first."""
        seen = msgspec.json.encode(view)
        async with self.turns.turn(owner):
            return await bot_workers.call(self.workers, bot_workers.evaluate, live.rules, seen)

    async def solve(self, live: LiveTable, record: Record, owner: str) -> Record | None:
        """Return a lost game as it could have been won, None if no way was found. Raises `PlayError`."""
        if not solved.is_solvable(record):
            raise PlayError("only a lost game that a single player played to its end is solved")
        game, drawn = record.game, solved.chance_actions(record)
        texts = tuple(map(game.text, drawn))
        async with self.turns.turn(owner):
            solution = await bot_workers.call(self.workers, bot_workers.solve, live.rules, texts)
        moves = [game.parse(text) for text in solution or ()]
        return None if solution is None else solved.replay(record.header, game, drawn, moves)

    async def proof(self, live: LiveTable, record: Record, owner: str) -> str:
        """Return in a sentence from where on a lost game could not be won; "" where that is not proved."""
        steps = tuple((step.player, step.action) for step in record.log)
        async with self.turns.turn(owner):
            return await bot_workers.call(self.workers, bot_workers.proof, live.rules, steps)


def _own_decisions(live: LiveTable, record: Record, seats: Sequence[Player]) -> list[review.Asked]:
    """Return the decisions that the players of some seats made themselves."""
    others = frozenset().union(*(results.made_for(live, record, seat) for seat in seats))
    return [each for each in review.questions(record, seats) if each.at not in others]
