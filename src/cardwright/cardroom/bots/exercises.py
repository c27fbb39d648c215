"""Positions to practise, found in the bot workers: each game of a search waits its turn, so bots need not wait long."""

import asyncio
from concurrent.futures import Executor
from typing import NamedTuple, TypeAlias

from cardwright import decoding, games
from cardwright.answers import Line
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.kept_work import KeptWork, Work
from cardwright.errors import PlayError
from cardwright.game import View

MAX_KEPT_EXERCISES = 500
MAX_RUNNING_SEARCHES = 4
MAX_SEARCHED_GAMES = 40


class ExerciseKey(NamedTuple):
    """A position to practise: the game, the kind of drill and a number. It is the same on every server."""

    game: str
    kind: str
    number: int


Exercise: TypeAlias = tuple[View, tuple[Line, ...]]  # the lines best first


class Exercises:
    """The positions of this process. Each game of a search is one turn in the queue of the workers, as a bot's move."""

    def __init__(self, workers: Executor, turns: FairQueue) -> None:
        self.workers, self.turns = workers, turns
        busy = "other positions are being looked for"
        self.searches: KeptWork[ExerciseKey, Work[Exercise]] = KeptWork(MAX_RUNNING_SEARCHES, MAX_KEPT_EXERCISES, busy)

    def search(self, key: ExerciseKey, owner: str) -> asyncio.Task[Exercise]:
        """Return the search for a position, started if there is none. Raises `PlayError` while too many are made."""
        return self.searches.of(key, lambda: Work(lambda _: self._find_exercise(key, owner))).task

    async def _find_exercise(self, key: ExerciseKey, owner: str) -> Exercise:
        for game in range(MAX_SEARCHED_GAMES):
            async with self.turns.turn(owner):
                seed = f"{key.number} {game}"
                exercise = await bot_workers.call(self.workers, bot_workers.exercise, key.game, key.kind, seed)
            if exercise is not None:
                return decoding.decode(exercise[0], games.game_type(key.game).view_type), exercise[1]
        raise PlayError("no position was found for this number; ask for the next")
