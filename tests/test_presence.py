"""Presence: the players who have a table's page open, at which server, and those who have gone away from it."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import pytest

from cardwright.cardroom import commands
from cardwright.cardroom import presence as module
from cardwright.cardroom.logs.people import PERSON_LOG
from cardwright.cardroom.presence import MAX_SEATS_IN_SIGNAL, PERSON_SEAT, Presence
from cardwright.cardroom.service import Cardroom
from cardwright.errors import StoreError
from cardwright.game import SPECTATOR
from cardwright.store import MAX_SIGNAL_BYTES, connect
from support.clocks import soon


class Heard(Presence):
    """Presence without a delay, whose changes can be awaited. Its signals reach the ``others`` at once."""

    def __init__(self, server: str = "here") -> None:
        self.tables: asyncio.Queue[str] = asyncio.Queue()
        self.others: list[Heard] = []
        self.sent: asyncio.Queue[str] = asyncio.Queue()
        self.cut_off = 0  # signals that cannot be sent
        super().__init__(self.tables.put_nowait, self.pass_on, server, lambda table: table != "unknown")
        self.gone_after_s = 0

    async def pass_on(self, body: str) -> None:
        """Send a signal."""
        if self.cut_off:
            self.cut_off -= 1
            raise StoreError("the log cannot be reached")
        for each in (self, *self.others):
            each.receive(body)
        self.sent.put_nowait(body)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIGNAL_INTERVAL_S", 0)
    monkeypatch.setattr(module, "SIGNAL_RETRY_S", 0)


def two() -> tuple[Heard, Heard]:
    one, other = Heard("one"), Heard("other")
    one.others, other.others = [other], [one]
    return one, other


async def test_a_player_is_gone_when_the_last_page_is_closed_and_back_with_the_next() -> None:
    presence = Heard()
    assert presence.list_absent("a", 2) == []  # nothing is known of who never came
    with presence.page("a", 1):
        with presence.page("a", 1), presence.page("a", SPECTATOR), presence.page("b", 0):
            pass
        assert await presence.tables.get() == "b"
        assert (presence.list_absent("a", 2), presence.list_absent("b", 2)) == ([], [0])
    assert presence.list_absent("a", 2) == []
    assert await presence.tables.get() == "a"
    assert presence.list_absent("a", 2) == [1]
    with presence.page("a", 1):
        assert await presence.tables.get() == "a"
        assert presence.list_absent("a", 2) == []
    presence.close()


async def test_who_has_been_gone_for_long_is_told_from_one_who_has_just_gone() -> None:
    presence = Heard()
    presence.long_gone_after_s = 0
    with presence.page("a", 1):
        pass
    await presence.tables.get()
    assert (presence.list_absent("a", 2), presence.is_long_gone("a", 1)) == ([1], False)
    assert await presence.tables.get() == "a"
    assert presence.is_long_gone("a", 1)
    with presence.page("a", 1):
        assert not presence.is_long_gone("a", 1)
    presence.close()


async def test_a_page_that_is_loaded_again_is_not_noticed_and_a_move_brings_a_player_back() -> None:
    presence = Heard()
    with presence.page("a", 0):
        pass
    with presence.page("a", 0):  # before the event loop has run
        await asyncio.sleep(0)
        assert presence.list_absent("a", 2) == []
    await presence.tables.get()
    presence.arrive("a", 0)
    assert presence.list_absent("a", 2) == []
    assert await presence.tables.get() == "a"
    with presence.page("a", 1):
        pass
    await presence.tables.get()
    presence.forget("a", 2)
    assert presence.list_absent("a", 2) == []
    presence.close()


async def test_another_server_hears_of_who_comes_goes_and_comes_back() -> None:
    one, other = two()
    with one.page("a", 1):
        await one.sent.get()
        assert (other.is_here("a", 1), other.is_here("a", 0)) == (True, False)
    assert await one.tables.get() == await other.tables.get() == "a"
    assert (other.list_absent("a", 2), one.list_absent("a", 2)) == ([1], [1])
    assert not other.is_here("a", 1)
    with other.page("a", 1):  # the same player, at the other server
        assert await other.tables.get() == await one.tables.get() == "a"
        assert (one.list_absent("a", 2), one.is_here("a", 1)) == ([], True)
    one.close()
    other.close()


async def test_a_player_who_closes_one_of_two_pages_is_still_here() -> None:
    one, other = two()
    with one.page("a", 1):
        with other.page("a", 1):
            await other.sent.get()
        assert await other.tables.get() == "a"  # gone, as far as that server knows
        assert await other.tables.get() == "a"
        assert (one.list_absent("a", 2), other.list_absent("a", 2)) == ([], [])
    one.close()
    other.close()


async def test_a_server_that_starts_asks_who_is_there() -> None:
    one, other = two()
    one.others = []
    with one.page("a", 0):
        await one.sent.get()
        one.others = [other]
        other.cut_off = 1
        await other.ask()  # a server starts all the same
        await other.ask()
        await one.sent.get()
        assert other.is_here("a", 0)
    one.close()
    other.close()


async def test_signals_are_short_sent_again_and_read_with_care() -> None:
    one, other = two()
    one.cut_off = 1
    pages = [one.page("a" * 12, seat) for seat in range(MAX_SEATS_IN_SIGNAL + 1)] + [one.page("unknown", 0)]
    for page in pages:
        page.__enter__()
    while not other.is_here("a" * 12, MAX_SEATS_IN_SIGNAL):
        assert len(await one.sent.get()) < MAX_SIGNAL_BYTES
    assert other.is_here("a" * 12, 0)
    assert not other.is_here("unknown", 0)  # it would be kept for ever
    for body in ("", "[]", '{"server":7}', '{"server":"x","here":[["a"]]}'):
        other.receive(body)
    for page in pages:
        page.__exit__(None, None, None)
    one.close()
    other.close()


@asynccontextmanager
async def two_servers(database: str) -> AsyncIterator[tuple[Cardroom, Cardroom]]:
    """Two servers on one log, whose bots wait for longer than any test."""
    stores = [connect(database), connect(database)]
    with ThreadPoolExecutor(1) as workers:
        one, other = (Cardroom(store, workers, bot_pace_s=1000) for store in stores)
        for each in (one, other):
            await each.start()
            each.presence.gone_after_s = 0
        yield one, other
        for each in (one, other):
            await each.close()
    for store in stores:
        store.close()


async def test_a_tap_and_a_page_at_one_server_count_at_a_table_that_another_steps(postgres: str) -> None:
    async with two_servers(postgres) as (one, other):
        live = await one.open("cribbage", {}, ("basic",))
        seat = await commands.sit(one, live, "Ann", "a" * 43)
        here, there = one.tables[live.id], await other.table(live.id)
        await soon(lambda: here.version and seat in one.tables[live.id].table.to_act)  # type: ignore[union-attr]
        move = here.scene(seat).moves[0].text
        await commands.move(one, here, seat, move, here.version)
        version = here.version
        await soon(lambda: there.version == version)
        with other.presence.page(live.id, seat):
            await soon(lambda: one.presence.is_here(live.id, seat))
            assert here.version == version  # the bot takes its time
            other.scheduler.hurry(there, seat)
            await soon(lambda: here.version > version and seat in here.table.to_act)  # type: ignore[union-attr]
        await soon(lambda: one.presence.list_absent(live.id, 2) == [seat])


async def test_a_person_is_present_with_any_page_and_not_kept_when_gone() -> None:
    one, other = two()
    ann = f"{PERSON_LOG}ann"
    with one.page(ann, PERSON_SEAT):
        assert await one.tables.get() == ann
        await one.sent.get()
        assert other.is_here(ann, PERSON_SEAT)
        assert await other.tables.get() == ann
    await one.sent.get()
    assert not one.is_here(ann, PERSON_SEAT)
    assert not other.is_here(ann, PERSON_SEAT)
    assert not one._gone
    assert not other._gone
    one.close()
    other.close()


async def test_people_at_a_server_that_has_ended_are_gone_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two()
    ann, bob = f"{PERSON_LOG}ann", f"{PERSON_LOG}bob"
    monkeypatch.setattr(module, "RENEW_S", 0.01)
    with one.page(ann, PERSON_SEAT), other.page(bob, PERSON_SEAT):
        await soon(lambda: one.is_here(bob, PERSON_SEAT) and other.is_here(ann, PERSON_SEAT))
        heard = other._elsewhere[ann, PERSON_SEAT]
        await soon(lambda: other._elsewhere[ann, PERSON_SEAT] > heard)  # it is said again and again
        one.others = []  # as if its server had been killed
        monkeypatch.setattr(module, "EXPIRE_S", 0.05)
        await soon(lambda: not other._elsewhere)
        assert not other.is_here(ann, PERSON_SEAT)
    one.close()
    other.close()


async def test_a_server_at_which_no_person_is_forgets_those_of_one_that_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = two()
    monkeypatch.setattr(module, "RENEW_S", 0.01)
    monkeypatch.setattr(module, "EXPIRE_S", 0.05)
    with one.page(f"{PERSON_LOG}ann", PERSON_SEAT):
        await soon(lambda: other._elsewhere)
        one.others = []  # as if its server had been killed
        await soon(lambda: not other._elsewhere)
    one.close()
    other.close()
