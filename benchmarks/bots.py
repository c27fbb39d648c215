"""The time that a bot's move takes in the cardroom: from the moment when it is its turn until the move is in the log.

A person who moves at random plays the bot that the lobby seats first, in each game for half a minute, with one worker
and no pauses. The first move of each game, for which the worker loads the game, is left out. The bar is
0.3 s for 95 moves of 100.
"""

import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random

from cardwright import games
from cardwright.cardroom import commands
from cardwright.cardroom.bots.bot_workers import BotWorkers
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.store import connect

ROUND_S = 30.0  # in each game
BAR_S = 0.3
LOOK_S = 0.001
PERSON_SEAT = 0
ROOMS = tuple(name for name in games.GAMES if games.create(name).players > 1)
Row = tuple[str, ...]


def measures() -> dict[str, tuple[None, str]]:
    """Return no rates: the figures are shares."""
    return {}


def facts() -> dict[str, list[Row]]:
    """Return the share of the moves within the bar, by game."""
    head = ("game", "bot", "moves", "half within", "95 of 100 within", "within 0.3 s", "load average")
    return {"Moves of the bots": [head, *map(_row, ROOMS)]}


def _row(name: str) -> Row:
    bot = tuple(games.room(name).bots)[-1]
    times = sorted(asyncio.run(_measured(name, bot))[1:])
    half, most = (f"{1000 * times[int(len(times) * share)]:.0f} ms" for share in (0.5, 0.95))
    within = f"{100 * sum(each <= BAR_S for each in times) / len(times):.0f} %"
    return name, bot, f"{len(times)}", half, most, within, f"{os.getloadavg()[0]:.1f}"


async def _measured(name: str, bot: str) -> list[float]:
    """Return the seconds that each move of the bot took."""
    with tempfile.TemporaryDirectory() as folder:
        store, workers = connect(str(Path(folder) / "log.db")), BotWorkers(1)
        cardroom = Cardroom(store, workers, bot_pace_s=0)
        await cardroom.start()
        try:
            return await _played(cardroom, name, bot)
        finally:
            await cardroom.close()
            workers.shutdown()
            store.close()


async def _played(cardroom: Cardroom, name: str, bot: str) -> list[float]:
    times: list[float] = []
    end, rng = time.monotonic() + ROUND_S, Random(1)
    while time.monotonic() < end or len(times) < 2:
        opened = await cardroom.open(name, {}, [bot] * (games.create(name).players - 1))
        await commands.sit(cardroom, opened, "Ann", "a secret of the benchmark")
        while not cardroom.tables[opened.id].over and (time.monotonic() < end or len(times) < 2):
            live = cardroom.tables[opened.id]
            if live.table is not None and PERSON_SEAT in live.table.to_act:
                action = rng.choice(live.game.choices(live.table.view(PERSON_SEAT)))
                await commands.move(cardroom, live, PERSON_SEAT, live.game.text(action), live.table.version)
            elif live.table is not None and live.table.to_act:
                times += await _bots_move(cardroom, live)
            else:
                await asyncio.sleep(LOOK_S)
    return times


async def _bots_move(cardroom: Cardroom, live: LiveTable) -> list[float]:
    """Wait for a bot's move, and return the seconds that it took."""
    assert live.table is not None
    began, version = time.monotonic(), live.table.version
    while (now := cardroom.tables[live.id].table) is None or now.version == version:
        await asyncio.sleep(LOOK_S)
    return [time.monotonic() - began]
