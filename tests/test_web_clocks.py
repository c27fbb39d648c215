"""Clocks, seats that are left, and bots: a cardroom without a server, and a clock that the test sets."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardwright.cardroom import commands
from cardwright.cardroom.background.uptime import HEARTBEAT_INTERVAL_S
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.tables import results
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.errors import StoreError
from cardwright.game import SPECTATOR
from cardwright.play.contract import commitment
from cardwright.play.review import SeatReview
from cardwright.store import LEASE_MS
from support.clocks import WAIT_S, Time, Timed, goes_by, left, seated, soon, table_of


async def test_an_outage_takes_no_time_and_gives_none(tmp_path: Path) -> None:
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as cardroom:
        live = await seated(cardroom, clock="30+180")
        await goes_by(cardroom, time, 12_000)
        await cardroom.uptime.heartbeat(lease=0)
        before = shown_clocks(live, cardroom.uptime.now())
    time.now += 3_600_000
    async with Timed(path, time) as cardroom:
        assert shown_clocks(await cardroom.table(live.id), cardroom.uptime.now()) == before
        await goes_by(cardroom, time, 5_000)
        after = shown_clocks(await cardroom.table(live.id), cardroom.uptime.now())
    assert left(before) == 198_000
    assert left(after) == 193_000


async def test_while_the_log_is_out_of_reach_no_time_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise StoreError("no disk")

    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        live = await seated(cardroom, clock="30+180")
        await goes_by(cardroom, time, 12_000)
        before = shown_clocks(live, cardroom.uptime.now())
        with monkeypatch.context() as patch:
            patch.setattr(cardroom.store, "heartbeat", refuse)
            time.now += 3_600_000
            await asyncio.sleep(3 * HEARTBEAT_INTERVAL_S)
        change = cardroom.observers.next_change(live.id)
        await asyncio.wait_for(change.wait(), WAIT_S)
        after = shown_clocks(await cardroom.table(live.id), cardroom.uptime.now())
    # The last beat spoke for the second after it.
    assert (left(before), left(after)) == (198_000, 198_000 - LEASE_MS)


async def test_time_runs_out_and_the_clock_chooses(tmp_path: Path) -> None:
    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        live = await seated(cardroom, clock="30+180")
        version = table_of(live).version
        late = table_of(live).to_act
        await goes_by(cardroom, time, 209_000)
        await cardroom.scheduler.wake(live.id)
        assert table_of(await cardroom.table(live.id)).version == version
        await goes_by(cardroom, time, 2_000)
        await cardroom.scheduler.wake(live.id)
        steps = table_of(await cardroom.table(live.id)).log[version:]
        assert {step.player for step in steps} >= set(late)
    async with Timed(tmp_path / "room.db", time) as cardroom:
        again = await cardroom.table(live.id)
        assert [step.late for step in table_of(again).log[version:]] == [step.player in late for step in steps]
        assert not any(step.late for step in table_of(again).log[:version])


async def test_time_runs_out_and_the_game_is_lost(tmp_path: Path) -> None:
    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        live = await seated(cardroom, clock="30+180", spent="forfeit")
        late = table_of(live).to_act[0]
        await goes_by(cardroom, time, 211_000)
        await cardroom.scheduler.wake(live.id)
        live = await cardroom.table(live.id)
        assert live.over
        assert table_of(live).forfeited == late
        assert left(shown_clocks(live, time()), late) == 0
        lost = f"{{{late}}} ran out of time, and lost the game"
        for seat in (0, 1, SPECTATOR):
            scene = live.scene(seat)
            assert (scene.result, scene.moves, scene.status) == (lost, (), "The game is over")
            assert not any(each.to_act for each in scene.seats)
        assert live.news == (f"{live.names[late]} ran out of time, and lost the game",)


async def test_bots_hurry_when_every_person_is_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom)
        scene = live.scene(SPECTATOR)
        assert not live.only_bots_left
        for out, only_bots_left in (((0,), False), ((0, 1), True)):
            seats = tuple(msgspec.structs.replace(seat, out=seat.player in out) for seat in scene.seats)
            monkeypatch.setattr(live, "scene", lambda _, seats=seats: msgspec.structs.replace(scene, seats=seats))
            assert live.only_bots_left == only_bots_left


async def test_time_runs_out_and_a_bot_moves(tmp_path: Path) -> None:
    """For that turn; and for no player whose time has not run out."""
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as cardroom:
        live = await seated(cardroom, clock="30+180", spent="bot")
        late = table_of(live).to_act
        version = table_of(live).version
        await cardroom.scheduler.wake(live.id)
        assert not cardroom.scheduler.thinking
        await goes_by(cardroom, time, 211_000)
        await cardroom.scheduler.wake(live.id)

        def moved() -> set[int]:
            return {step.player for step in table_of(cardroom.tables[live.id]).log[version:] if step.player >= 0}

        await soon(lambda: moved() >= set(late) and not cardroom.scheduler.thinking)
        assert moved() == set(late)
        live = await cardroom.table(live.id)
        assert not live.stand_ins.late(cardroom.uptime.now())


@pytest.mark.parametrize("spent", ["random", "bot"])
async def test_no_move_that_was_made_for_a_late_player_is_reviewed(tmp_path: Path, spent: str) -> None:
    """It was judged as the player's own choice."""
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as cardroom:
        live = await seated(cardroom, clock="30+180", spent=spent)
        version, late = table_of(live).version, table_of(live).to_act
        await goes_by(cardroom, time, 211_000)
        await cardroom.scheduler.wake(live.id)
        await soon(lambda: table_of(cardroom.tables[live.id]).version > version)
        await soon(lambda: not cardroom.scheduler.thinking)
        await commands.leave(cardroom, live, 0, for_good=True)
        reviews: list[SeatReview] = []
        for seat in late:
            live = await cardroom.table(live.id)
            played = results.whole(live)
            made = results.made_for(live, played, seat)
            assert [played.log[at].player for at in made] == [seat]
            reviews += await cardroom.reviews.work(live, played, (seat,), "").task
            assert results.summary(live, seat).moves == 0
        assert [each.decisions for each in reviews] == [()] * len(late)
    async with Timed(path, time) as cardroom:
        again = await cardroom.table(live.id)
        assert [seat.played_for for seat in again.seats] == [seat.played_for for seat in live.seats]


async def test_a_seat_that_is_left_before_the_deal_is_free_again(tmp_path: Path) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await cardroom.open("cribbage", {}, [""])
        await commands.sit(cardroom, live, "Ann", "a")
        await commands.leave(cardroom, live, 0)
        live = await cardroom.table(live.id)
        assert live.seats.free == [0, 1]
        assert live.seats.of_secret("a") == SPECTATOR


@pytest.mark.parametrize(
    ("away", "clock", "mind"), [("bot", "30+180", True), ("clock", "30+180", False), ("clock", "off", True)]
)
async def test_a_bot_or_the_clock_plays_on_for_a_player_who_left(
    tmp_path: Path, away: str, clock: str, mind: bool
) -> None:
    """As the table says; but where no clock can run out, a bot does."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock=clock, away=away)
        await commands.leave(cardroom, live, 0)
        live = await cardroom.table(live.id)
        assert bool(live.stand_ins.bot_to_act(0, 0)) == mind
        assert live.seats.of_secret("a") == SPECTATOR


async def test_a_bot_that_stumbles_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.background.scheduler.RETRY_S", 0.01)
    calls, right = 0, bot_workers.advise

    def advise(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls < 3:
            raise RuntimeError("a worker died")
        return right(*given)

    time = Time()
    timed = Timed(tmp_path / "room.db", time)
    async with timed as cardroom:
        monkeypatch.setattr(bot_workers, "advise", advise)
        live = await cardroom.open("cribbage", {}, ["basic"])
        await commands.sit(cardroom, live, "Ann", "a")
        await soon(lambda: any(step.player == 1 for step in table_of(cardroom.tables[live.id]).log))
    assert calls >= 3


async def test_a_browser_that_sits_down_twice_has_one_seat(tmp_path: Path) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await cardroom.open("cribbage", {}, [""])
        assert [await commands.sit(cardroom, live, "Ann", "a", commitment(seed)) for seed in ("one", "two")] == [0, 0]
        live = await cardroom.table(live.id)
        assert (live.seats.free, live.seats[0].commitment) == ([1], commitment("one"))
