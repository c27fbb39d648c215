"""The cardroom service when something fails: lost races, missed work, a log that fails, a process that was paused."""

import asyncio
import functools
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cardwright.cardroom import commands
from cardwright.cardroom.background.uptime import HEARTBEAT_INTERVAL_S, Uptime
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.events import Left, Moved, Said, SatDown, decode, encode
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import drafts
from cardwright.cardroom.tables.chat import PHRASES
from cardwright.cardroom.tables.shared_games import GameRules
from cardwright.cardroom.tables.shown_clocks import shown_clocks
from cardwright.cardroom.tables.table_log import apply_event, fold
from cardwright.errors import CardwrightError, NotSeated, PlayError, StoreError, UnknownName
from cardwright.play.clock import open_time, wall_clock
from cardwright.store import LEASE_MS
from cardwright.store.sqlite import SqliteStore
from support.clocks import WAIT_S, Time, Timed, goes_by, left, seated, soon
from support.visitors import Room, open_table

HOUR = 3_600_000


def path_of(cardroom: Cardroom) -> str:
    assert isinstance(cardroom.store, SqliteStore)
    return str(cardroom.store.path)


others = ExitStack()  # closes the stores of other processes


@pytest.fixture(autouse=True)
def no_store_stays_open() -> Iterator[None]:
    yield
    others.close()


def elsewhere(cardroom: Cardroom) -> Cardroom:
    """Another process on the same log: one that hears of nothing by itself."""
    store = others.enter_context(closing(SqliteStore(path_of(cardroom))))
    return Cardroom(store, cardroom.scheduler.workers, now=cardroom.uptime.wall, bot_pace_s=0)


class Failing:
    """A method of a store that fails at some of its calls."""

    def __init__(self, method: Callable[..., Any], fails: Callable[[int, tuple[Any, ...]], bool]) -> None:
        self.method, self.fails, self.calls = method, fails, 0

    def __call__(self, *given: Any, **more: Any) -> Any:
        self.calls += 1
        if self.fails(self.calls, given):
            raise StoreError("no disk")
        return self.method(*given, **more)


# What is in the log, and what is in memory


async def test_the_first_reader_of_an_entry_wakes_those_who_watch(tmp_path: Path) -> None:
    """A look can be quicker than the log's listener, which then has nothing new to say."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="off")
        here = elsewhere(cardroom)
        change = here.observers.next_change((await here.table(live.id)).id)
        await commands.say(cardroom, live, 0, "Hello")
        assert (await here.table(live.id)).chat.lines
        assert change.is_set()
        here.refresh(live.id, live.seq)


async def test_who_sits_down_at_a_rematch_wakes_the_page_of_the_game_before(tmp_path: Path) -> None:
    """It names those who wait there, and would learn of them with the next heartbeat only."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        before, rematch = await seated(cardroom, clock="off"), await seated(cardroom, clock="off")
        change = cardroom.observers.next_change(before.id, rematch.id)
        await commands.say(cardroom, rematch, 0, "Hello")
        assert change.is_set()
        assert not cardroom.observers.next_change(before.id).is_set()


async def test_a_table_that_several_ask_for_at_once_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by its pages, after a server has ended. Who asks after a failure reads it again."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="off")
        here = elsewhere(cardroom)
        reads = Failing(here.store.read, lambda call, _: call == 1)
        monkeypatch.setattr(here.store, "read", reads)
        first, *others = await asyncio.gather(*(here.kept_table(live.id) for _ in range(5)), return_exceptions=True)
        assert isinstance(first, StoreError)
        assert len(set(map(id, others))) == 1
        assert reads.calls == 2


async def test_news_that_could_not_be_read_are_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.background.unread.RETRY_S", 0.01)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="off")
        here = elsewhere(cardroom)
        seen = [await here.table(live.id), await here.table((await seated(cardroom, clock="off")).id)]
        await commands.say(cardroom, live, 0, "Hello")
        reads = Failing(here.store.read_several, lambda call, _: call < 4)
        monkeypatch.setattr(here.store, "read_several", reads)
        for what in (live.id, ""):
            change = here.observers.next_change(seen[0].id)
            here.refresh(what, 99)
            await asyncio.wait_for(change.wait(), WAIT_S)
            await commands.say(cardroom, await cardroom.table(live.id), 0, "Sorry")
        assert reads.calls >= 5
        # Where any table may have news, so may one that is not in memory: the lobby would not show it.
        opened = await seated(cardroom, clock="off")
        here.refresh("", 0)
        await soon(lambda: opened.id in here.tables)


async def test_tables_that_others_have_changed_are_read_by_one_query(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, each would take a round trip to the database."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        tables = [await seated(cardroom, clock="off") for _ in range(5)]
        here = elsewhere(cardroom)
        changes = [here.observers.next_change((await here.table(live.id)).id) for live in tables]
        for live in tables:
            await commands.say(cardroom, live, 0, "Hello")
        reads = Failing(here.store.read_several, lambda *_: False)
        monkeypatch.setattr(here.store, "read_several", reads)
        for live in tables:
            here.refresh(live.id, live.seq - 1)
        await asyncio.wait_for(asyncio.gather(*(change.wait() for change in changes)), WAIT_S)
        assert reads.calls == 1


async def test_a_server_starts_before_the_tables_of_its_log_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright.cardroom.background.unread.RETRY_S", 0.01)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        tables = [(await seated(cardroom, clock="off")).id for _ in range(3)]
        here = elsewhere(cardroom)
        found = threading.Event()
        calls = Failing(here.store.tails, lambda call, _: call == 1)

        def tails(*given: int) -> Any:
            found.wait()
            return calls(*given)

        monkeypatch.setattr(here.store, "tails", tails)
        await here.start()
        assert not here.tables
        found.set()
        await here.unread.wait()
        assert (list(here.tables), calls.calls) == (tables, 2)
        await here.close()
        here.store.close()


async def test_a_listener_that_knows_nothing_is_heard_now_and_then(tmp_path: Path, monkeypatch: Any) -> None:
    """It may say so fifty times a second, and each time all tables are read."""
    monkeypatch.setattr("cardwright.cardroom.background.unread.RETRY_S", 0.1)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="off")
        here = elsewhere(cardroom)
        change = here.observers.next_change((await here.table(live.id)).id)
        await commands.say(cardroom, live, 0, "Hello")
        reading = Failing(here.store.read_several, lambda *_: False)
        monkeypatch.setattr(here.store, "read_several", reading)
        for _ in range(50):
            here.refresh("", 0)
        await asyncio.wait_for(change.wait(), WAIT_S)
        assert reading.calls == 1


@pytest.mark.parametrize(
    "entry", ['{"type":"Unheard"}', encode(Moved(((0, "dance"),))), encode(SatDown(9, "Cy", "key", "seed"))]
)
async def test_a_table_that_cannot_be_read_closes_no_other(tmp_path: Path, entry: str) -> None:
    """Such as one that a newer version has written to: it is refused, every time, and the server lives."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        bad, good = await seated(cardroom, clock="30+180"), await seated(cardroom, clock="30+180")
        change = cardroom.observers.next_change(good.id)
        cardroom.store.append(bad.id, bad.seq, cardroom.uptime.wall(), [entry])
        await commands.say(elsewhere(cardroom), good, 0, "Hello")
        cardroom.refresh("", 0)
        await asyncio.wait_for(change.wait(), WAIT_S)
        for _ in range(2):
            with pytest.raises(CardwrightError):
                await cardroom.table(bad.id)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        assert list(cardroom.tables) == [good.id]
        with pytest.raises(CardwrightError):
            await cardroom.table(bad.id)


def test_a_socket_ends_where_its_table_cannot_be_read(room: Room, client: TestClient, monkeypatch: Any) -> None:
    table = open_table(client, "patience")
    with client.websocket_connect(f"{table}/feed") as feed:
        feed.receive_text()
        live = room.cardroom.tables.popitem()[1]
        monkeypatch.setattr(room.store, "read", Failing(room.store.read, lambda *_: True))
        client.portal.call(room.cardroom.observers.notify, live.id)  # type: ignore[union-attr]
        assert feed.receive() == {"type": "websocket.close", "code": 1013, "reason": ""}


async def test_no_move_is_kept_before_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is written after a deal that could not be written would take its place."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await cardroom.open("cribbage", {}, [""])
        await commands.sit(cardroom, live, "Ann", "a")
        store = cardroom.store
        refused = Failing(store.append_several, lambda call, given: call in (2, 3) and given[0][0].game == live.id)
        monkeypatch.setattr(store, "append_several", refused)
        await commands.sit(cardroom, live, "Bea", "b")
        shadow = fold(live.id, [(event.at, decode(event.body)) for event in store.read(live.id)])
        dealt = drafts.due_steps(shadow, 0)
        assert dealt is not None
        apply_event(shadow, dealt, 0)
        assert shadow.table is not None
        choice = shadow.scene(0).moves[0].text
        with pytest.raises((PlayError, StoreError)):
            await commands.move(cardroom, live, 0, choice, shadow.table.version)
        monkeypatch.setattr(store, "append_several", refused.method)
        await soon(lambda: cardroom.tables[live.id].table.log)  # type: ignore[union-attr]
        fold(live.id, [(event.at, decode(event.body)) for event in store.read(live.id)])


async def test_a_deal_that_its_dealer_did_not_live_to_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.background.scheduler.OTHER_PROCESS_DELAY_S", 0.05)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await cardroom.open("cribbage", {}, [""])
        await commands.sit(cardroom, live, "Ann", "a")
        cardroom.store.append(live.id, live.seq, cardroom.uptime.wall(), [encode(SatDown(1, "Bea", "key", "seed"))])
        await soon(lambda: (table := cardroom.tables[live.id].table) is not None and table.log)


# Two who write at once


def rival(cardroom: Cardroom, monkeypatch: pytest.MonkeyPatch, first: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Have something else happen between a look of this server at the log and what it then writes."""
    append, loop = cardroom.store.append_several, asyncio.get_running_loop()

    def late(*given: Any) -> set[str]:
        monkeypatch.setattr(cardroom.store, "append_several", append)
        asyncio.run_coroutine_threadsafe(first(), loop).result(WAIT_S)
        return append(*given)

    monkeypatch.setattr(cardroom.store, "append_several", late)


async def test_leaving_twice_does_not_free_another_players_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        there = elsewhere(cardroom)
        live = await cardroom.open("cribbage", {}, [""])
        await commands.sit(cardroom, live, "Ann", "a")

        async def first() -> None:
            await commands.leave(there, await there.table(live.id), 0)
            await commands.sit(there, await there.table(live.id), "Bea", "b")

        rival(cardroom, monkeypatch, first)
        with pytest.raises(NotSeated):
            await commands.leave(cardroom, live, 0)
        assert (await cardroom.table(live.id)).names[0] == "Bea"


async def test_what_is_done_twice_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        there = elsewhere(cardroom)
        live = await seated(cardroom, clock="off")

        async def say(at: Cardroom) -> None:
            await commands.say(at, await at.table(live.id), 0, "Hello")

        async def leave(at: Cardroom) -> None:
            await commands.leave(at, await at.table(live.id), 0)

        for act, kept in ((say, Said), (leave, Left)):
            rival(cardroom, monkeypatch, functools.partial(act, there))
            await act(cardroom)
            entries = [decode(event.body) for event in cardroom.store.read(live.id)]  # a bot may have moved since
            assert sum(isinstance(entry, kept) for entry in entries) == 1


async def test_a_bot_that_is_overtaken_by_a_person_does_not_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who is back at their seat plays, though the bot's move was ready."""
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        there = elsewhere(cardroom)
        live = await seated(cardroom, clock="off")
        seat = live.table.to_act[0]
        await commands.leave(cardroom, live, seat)
        rival(cardroom, monkeypatch, lambda: commands.come_back(there, live, live.seats[seat].key))
        await soon(lambda: not cardroom.scheduler.thinking)
        assert not any(step.player == seat for step in (await cardroom.table(live.id)).table.log)  # type: ignore[union-attr]


async def test_a_seat_that_is_left_again_has_its_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when that is in the moment in which the bot has found the player back."""
    begun, hold, advise = threading.Event(), threading.Event(), bot_workers.advise

    def held(*given: Any) -> Any:
        begun.set()
        hold.wait(WAIT_S)
        return advise(*given)

    monkeypatch.setattr(bot_workers, "advise", held)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="off")
        seat = live.table.to_act[0]
        await commands.leave(cardroom, live, seat)
        (task,) = cardroom.scheduler.thinking.values()
        await soon(begun.is_set)
        await commands.come_back(cardroom, live, live.seats[seat].key)
        hold.set()
        while not task.done():
            await asyncio.sleep(0)
        await commands.leave(cardroom, live, seat)
        await soon(lambda: any(step.player == seat for step in cardroom.tables[live.id].table.log))  # type: ignore[union-attr]


# Clocks


@given(
    spans=st.lists(st.tuples(st.integers(1, 50), st.integers(1, 50)), max_size=6),
    moments=st.lists(st.integers(0, 400), max_size=8),
)
async def test_open_time_is_the_time_less_all_outages(spans: list[tuple[int, int]], moments: list[int]) -> None:
    """However it is computed; and what it was before an outage was known is right up to that."""
    outages, until = [], 0
    for up, down in spans:
        outages.append((until + up, until + up + down))
        until = outages[-1][1]

    class Uptimes:
        async def heartbeat(self, *_: object) -> None:
            pass

        async def outages(self) -> list[tuple[int, int]]:
            return outages

    uptime = Uptime(Uptimes(), lambda: until)  # type: ignore[arg-type]
    told = await uptime.heartbeat()
    assert (told is None) == (not outages)
    assert told is None or told == (outages[0][0], sum(end - began for began, end in outages))
    for at in moments:
        assert uptime.open_time(at) == open_time(at, outages)
        assert told is None or (uptime.open_time(at) == at) == (at <= told[0])


@pytest.mark.parametrize("paused", [True, False])
async def test_no_player_loses_time_while_no_server_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paused: bool
) -> None:
    """The alarm may come before the first sign of life: of a process that slept, or of a log that is back."""
    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        live = await seated(cardroom, clock="30+180", spent="forfeit")
        before = shown_clocks(live, cardroom.uptime.now())
        with monkeypatch.context() as patch:
            if not paused:
                patch.setattr(cardroom.store, "heartbeat", Failing(cardroom.store.heartbeat, lambda *_: True))
                await asyncio.sleep(1.5 * HEARTBEAT_INTERVAL_S)
            time.now += HOUR
        await cardroom.scheduler.wake(live.id)
        assert not (await cardroom.table(live.id)).over
        await asyncio.sleep(2 * HEARTBEAT_INTERVAL_S)
        await cardroom.scheduler.wake(live.id)
        assert not (await cardroom.table(live.id)).over
        after = shown_clocks(await cardroom.table(live.id), cardroom.uptime.now())
        assert left(before) - left(after) <= LEASE_MS


async def test_a_server_that_stops_after_a_pause_hides_no_outage(tmp_path: Path) -> None:
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as cardroom:
        live = await seated(cardroom, clock="30+180")
        before = shown_clocks(live, cardroom.uptime.now())
        time.now += HOUR
    async with Timed(path, time) as cardroom:
        after = shown_clocks(await cardroom.table(live.id), cardroom.uptime.now())
        assert left(before) - left(after) <= LEASE_MS


async def test_the_signs_of_life_go_on_after_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        bad = await seated(cardroom, clock="30+180")
        cardroom.store.append(bad.id, bad.seq, cardroom.uptime.wall(), ['{"type":"Unheard"}'])
        time.now += HOUR
        await asyncio.sleep(3 * HEARTBEAT_INTERVAL_S)
        time.now += LEASE_MS // 2
        await soon(lambda: cardroom.uptime.until == time.now + LEASE_MS)
        uptime = cardroom.store._rows("select max(until) from uptime")
        assert uptime == [(time.now + LEASE_MS,)]


async def test_a_table_that_was_put_away_loses_on_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.service.MAX_TABLES", 1)
    async with Timed(tmp_path / "room.db", wall_clock) as cardroom:  # type: ignore[arg-type]
        live = await seated(cardroom, clock="0+1", spent="forfeit")
        await cardroom.open("patience", {}, [])
        assert live.id not in cardroom.tables
        await soon(lambda: "forfeit" in cardroom.store.read(live.id)[-1].body)


async def test_a_table_whose_page_is_open_is_not_put_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cardroom.service.MAX_TABLES", 1)
    monkeypatch.setattr(Cardroom, "refresh", lambda *_: None)  # a late signal of an entry reads its table again
    async with Timed(tmp_path / "room.db", wall_clock) as cardroom:  # type: ignore[arg-type]
        watched = await cardroom.open("patience", {}, [])
        page = cardroom.observers.next_change(watched.id)
        others = [await cardroom.open("patience", {}, []) for _ in range(3)]
        assert set(cardroom.tables) == {watched.id, others[-1].id}
        del page
        last = await cardroom.open("patience", {}, [])
        assert set(cardroom.tables) == {last.id}


@pytest.mark.parametrize("call", [1, 2, 3])
async def test_an_alarm_outlives_a_log_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int) -> None:
    monkeypatch.setattr("cardwright.cardroom.background.scheduler.RETRY_S", 0.01)
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="30+180")
        now = asyncio.get_running_loop().time()
        cardroom.scheduler.alarms[live.id].cancel()
        monkeypatch.setattr(cardroom.store, "read", Failing(cardroom.store.read, lambda at, _: at == call))
        await cardroom.scheduler.wake(live.id)
        await soon(lambda: (alarm := cardroom.scheduler.alarms.get(live.id)) is not None and alarm.when() > now + 200)
        assert not cardroom.scheduler.alarms[live.id].cancelled()


async def test_a_clock_that_runs_out_between_two_looks(tmp_path: Path) -> None:
    """Either a bot moves for the player, or there is an alarm that will have it move."""

    class Ticking(Time):
        ticks = 0

        def __call__(self) -> int:
            self.now += self.ticks
            return self.now

    for short in range(5):
        time = Ticking()
        async with Timed(tmp_path / f"room-{short}.db", time) as cardroom:
            live = await seated(cardroom, clock="30+180", spent="bot")
            cardroom.scheduler.alarms.pop(live.id).cancel()
            await cardroom.uptime.heartbeat(lease=HOUR)
            time.now += 210_000 - short
            time.ticks = 1
            cardroom.scheduler.schedule(live)
            assert cardroom.scheduler.thinking or live.id in cardroom.scheduler.alarms


async def test_a_table_that_all_have_left_stands_still(tmp_path: Path) -> None:
    """And so does its clock: who comes back finds their time as it was."""
    time = Time()
    async with Timed(tmp_path / "room.db", time) as cardroom:
        live = await seated(cardroom, clock="30+180", spent="forfeit", away="clock")
        time.now += 500
        before = shown_clocks(live, cardroom.uptime.now())
        for seat in (0, 1):
            await commands.leave(cardroom, live, seat)
        assert live.id not in cardroom.scheduler.alarms
        for phrase in PHRASES:  # a person who watches may still talk
            await goes_by(cardroom, time, 90_000)
            await commands.say_as_watcher(cardroom, live, ["key of a watcher"], "Kim", phrase)
        assert shown_clocks(await cardroom.table(live.id), cardroom.uptime.now()) == before
        await commands.come_back(cardroom, live, live.seats[0].key)
        await cardroom.scheduler.wake(live.id)
        assert not (await cardroom.table(live.id)).over
        assert shown_clocks(await cardroom.table(live.id), cardroom.uptime.now()) == before


async def test_the_alarm_of_a_game_that_ended_is_put_away(tmp_path: Path) -> None:
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await seated(cardroom, clock="30+180", spent="forfeit", away="clock")
        assert live.id in cardroom.scheduler.alarms
        await commands.leave(cardroom, live, 0)
        await commands.leave(cardroom, live, 1)
        assert live.id not in cardroom.scheduler.alarms


# The log of failures


class FailingBot:
    """A bot whose error names a card."""

    def advise(self, view: object) -> NoReturn:
        raise LookupError("no answer for 5h")


async def test_a_bot_that_fails_is_logged_with_its_lines_and_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cardwright.games.create_bot", lambda *_: FailingBot())
    async with Timed(tmp_path / "room.db", Time()) as cardroom:
        live = await cardroom.open("cribbage", {"first_deal": "fixed"}, ["basic"])
        await commands.sit(cardroom, live, "Ann", "a")
        await soon(lambda: caplog.records)
    stopped = vars(caplog.records[0])
    assert (stopped["message"], stopped["seat"]) == ("bot stopped", 1)
    at = r"LookupError at test_service\.py:\d+, bot_workers\.py:\d+, bot_workers\.py:\d+"
    assert re.fullmatch(at, stopped["why"])


async def test_the_lines_of_a_failure_come_back_from_another_process() -> None:
    with bot_workers.BotWorkers(1) as workers, pytest.raises(UnknownName) as failed:
        await bot_workers.call(workers, bot_workers.solve, GameRules("chess", b"{}", 1), ())
    why = bot_workers.failure(failed.value)
    assert re.match(r"UnknownName at (__init__\.py:\d+, )+shared_games\.py:\d+", why)
    assert "test_service" not in why
