"""The time of the log: no clock that is set, and no machine that sleeps, changes a player's time."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from cardwright.cardroom.background.log_clock import LogClock
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.store import IDLE_LEASE_MS, LEASE_MS, ClockReading
from cardwright.store.sqlite import SqliteStore
from support.clocks import left, seated, soon

MINUTE = 60_000
START = 1_800_000_000_000


class World:
    """The clock of a database, which can be set, and time itself, which cannot."""

    def __init__(self) -> None:
        self.elapsed, self.ahead, self.correction = 0, START, 0
        self.uptimes: dict[str, int] = {}

    async def clock(self, server: str) -> ClockReading:
        """Return the reading of the database."""
        latest = max((until for name, until in self.uptimes.items() if name != server), default=0)
        return ClockReading(self.elapsed + self.ahead, self.correction, latest)

    async def correct_clock(self, known: int, correction: int) -> None:
        """Change the correction."""
        if self.correction == known:
            self.correction = correction


class Machine:
    """A server's clock on a machine of this world, which may sleep."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name, self.slept = world, name, 0
        self.clock = LogClock(world, lambda: 12_345 + world.elapsed - self.slept)  # type: ignore[arg-type]

    async def beat(self) -> int:
        """Write a heartbeat; return the time."""
        await self.clock.read(self.name)
        self.world.uptimes[self.name] = self.clock() + LEASE_MS
        return self.clock()


@pytest.mark.parametrize("step", [-60 * MINUTE, -10 * MINUTE, 10 * MINUTE, 60 * MINUTE])
async def test_a_database_whose_clock_is_set_moves_no_players_time(step: int) -> None:
    world = World()
    one, two = Machine(world, "one"), Machine(world, "two")
    assert [await one.beat(), await two.beat()] == [START, START]
    world.elapsed += 400
    world.ahead += step
    for _ in range(3):
        world.elapsed += 400
        expected = START + world.elapsed
        assert [await one.beat(), await two.beat(), one.clock()] == [expected] * 3
    assert await Machine(world, "three").beat() == expected  # and of a server that starts afterwards
    world.ahead -= step
    world.elapsed += 400
    assert [await two.beat(), await one.beat()] == [START + world.elapsed] * 2


async def test_a_clock_that_runs_fast_is_followed_slowly() -> None:
    world = World()
    one = Machine(world, "one")
    await one.beat()
    world.ahead += 80
    assert [await one.beat() - START, await one.beat() - START] == [50, 80]


async def test_a_machine_that_slept_takes_the_time_of_the_others() -> None:
    world = World()
    one, two = Machine(world, "one"), Machine(world, "two")
    await one.beat()
    await two.beat()
    world.elapsed += 10 * MINUTE
    one.slept = 10 * MINUTE
    await two.beat()
    assert await one.beat() == await two.beat() == START + world.elapsed


async def test_a_machine_that_slept_alone_lost_no_time() -> None:
    world = World()
    one = Machine(world, "one")
    await one.beat()
    world.elapsed += 10 * MINUTE
    one.slept = 10 * MINUTE
    assert await one.beat() == START


async def test_a_server_that_is_gone_agrees_with_no_clock() -> None:
    """Its uptime covers the time to which the database's clock is set back."""
    world = World()
    await Machine(world, "one").beat()
    world.uptimes["one"] = START + IDLE_LEASE_MS
    world.ahead += 10 * MINUTE
    two = Machine(world, "two")
    await two.beat()
    world.elapsed += 20_000
    world.ahead -= 10 * MINUTE
    assert await two.beat() == await two.beat() == START + 10 * MINUTE + world.elapsed


async def test_a_clock_that_was_set_back_while_no_server_was_up() -> None:
    world = World()
    before = await Machine(world, "one").beat()
    world.ahead -= 60 * MINUTE
    assert await Machine(world, "two").beat() >= before


@asynccontextmanager
async def server(path: Path, step: int = 0) -> AsyncIterator[tuple[Cardroom, list[int]]]:
    """A server that runs by the clock of its log, and how far that was set ahead."""
    store, workers, ahead = SqliteStore(path), ThreadPoolExecutor(1), [step]
    clock = store.clock

    def moved(server: str) -> ClockReading:
        reading = clock(server)
        return reading._replace(database=reading.database + ahead[0])

    store.clock = moved  # type: ignore[method-assign]
    cardroom = Cardroom(store, workers, bot_pace_s=0)
    await cardroom.start()
    yield cardroom, ahead
    await cardroom.close()
    workers.shutdown(wait=False, cancel_futures=True)
    store.close()


@pytest.mark.parametrize("step", [-10 * MINUTE, 10 * MINUTE])
async def test_a_step_of_ten_minutes_changes_no_players_time(tmp_path: Path, step: int) -> None:
    """Neither at the server that first notices it, nor at another, nor at one that starts later."""
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(server(tmp_path / "room.db")) for _ in range(2)]
        live = await seated(servers[0][0], clock="30+180", spent="forfeit")
        before = left(shown_clocks(live, servers[0][0].uptime.now()))
        began = asyncio.get_running_loop().time()
        for _, ahead in servers:
            ahead[0] = step
        for cardroom, _ in (*servers, *servers):
            await cardroom.heartbeats.beat()
        servers.append(await stack.enter_async_context(server(tmp_path / "room.db", step)))
        for cardroom, _ in servers:
            await cardroom.scheduler.wake(live.id)
            there = await cardroom.table(live.id)
            assert not there.over
            elapsed = 1000 * (asyncio.get_running_loop().time() - began)
            # A busy machine may pause in between; the step is ten times as long.
            assert abs(before - left(shown_clocks(there, cardroom.uptime.now())) - elapsed) < MINUTE


async def test_a_server_without_running_clocks_writes_rarely(tmp_path: Path) -> None:
    """Its lease is long; as soon as a clock runs, it is short, so that a kill costs no player more than that.

    It is short as well until the server knows the tables whose clocks may run.
    """
    async with server(tmp_path / "room.db") as (cardroom, _):
        assert cardroom.uptime.until is not None
        assert cardroom.uptime.until - cardroom.uptime.wall() <= LEASE_MS
        await cardroom.unread.wait()
        await cardroom.heartbeats.beat()
        assert cardroom.uptime.until - cardroom.uptime.wall() > IDLE_LEASE_MS / 2
        await seated(cardroom, clock="30+180")
        # On a busy machine the deal is still being written, without which no clock runs.
        await soon(lambda: cardroom.scheduler.alarms and cardroom.uptime.lease == LEASE_MS)
        async with cardroom.heartbeats._beating:
            assert cardroom.uptime.until - cardroom.uptime.wall() <= LEASE_MS


async def test_a_clock_that_begins_while_a_heartbeat_is_written_waits_for_a_short_lease(tmp_path: Path) -> None:
    async with server(tmp_path / "room.db") as (cardroom, _):
        await cardroom.unread.wait()
        await cardroom.heartbeats.beat()
        write, began = cardroom.uptime.store.heartbeat, asyncio.Event()

        async def slow(server: str, at: int, lease: int = LEASE_MS) -> None:
            began.set()
            await asyncio.sleep(0.05)
            await write(server, at, lease)

        cardroom.uptime.store.heartbeat = slow  # type: ignore[method-assign]
        cardroom.scheduler.alarms["table"] = asyncio.get_running_loop().call_later(60, print)
        beating = asyncio.create_task(cardroom.heartbeats.beat())
        await began.wait()
        await cardroom.heartbeats.shorten_lease()
        assert cardroom.uptime.until is not None
        assert cardroom.uptime.until - cardroom.uptime.wall() <= LEASE_MS
        await beating
