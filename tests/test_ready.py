"""The ready check at public tables: a player who has waited long for the others says that they are there."""

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.events import Opened, SatDown, decode
from cardwright.cardroom.tables import seats
from cardwright.cardroom.tables.seats import READY_AFTER_MS, READY_TIMEOUT_MS
from cardwright.cardroom.tables.table_log import fold
from cardwright.play.contract import commitment
from support.browser import Server, open_table_page, person, sit_down_page, wait_until
from support.visitors import JSON, Room, look, open_seed, open_table, other, sit_down, until


class Later:
    """A clock that can be set forward."""

    def __init__(self, room: Room) -> None:
        self.wall, self.ahead = room.cardroom.uptime.wall, 0

    def __call__(self) -> int:
        return self.wall() + self.ahead


@pytest.fixture
def later(room: Room, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Later:
    """The clock of the room, in which no time counts as an outage."""

    async def beat(lease: int = 0) -> None:
        return None

    made = Later(room)
    monkeypatch.setattr(room.cardroom.uptime, "heartbeat", beat)
    monkeypatch.setattr(room.cardroom.uptime, "wall", made)
    monkeypatch.setattr(room.cardroom.uptime, "until", 1 << 60)
    return made


def waited(client: TestClient, room: Room, later: Later, **form: str) -> tuple[str, TestClient]:
    """A table at which its host has waited for longer than a minute, and the player who has just come."""
    table = open_table(client, "cribbage", others="open", **form)
    later.ahead += READY_AFTER_MS + 1
    bea = sit_down(client, table, invitation=room.invitation(table))
    return table, bea


def test_who_comes_soon_is_not_asked(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    sit_down(client, table)
    assert look(client, table)["version"] > 0


def test_who_has_waited_long_is_asked_and_the_game_begins(client: TestClient, room: Room, later: Later) -> None:
    """On the page without a script too."""
    table, bea = waited(client, room, later)
    assert look(client, table)["unready"] == [0]
    assert "I am ready" in client.get(table).text
    assert 'data-turn="yes"' in client.get(table).text
    assert "I am ready" not in bea.get(table).text
    assert "The game begins when Ann, who waited for a while, is ready" in bea.get(table).text
    assert other(client).post(f"{table}/ready", headers=JSON).status_code == 403
    assert bea.post(f"{table}/ready").status_code == 303  # which changes nothing
    assert look(client, table)["version"] == 0
    assert client.post(f"{table}/ready").status_code == 303
    assert look(client, table)["version"] > 0
    assert client.post(f"{table}/ready").status_code == 303  # a form that is sent twice


@pytest.mark.parametrize("form", [{"listed": "no"}, {"clock": "86400+259200"}])
def test_friends_and_those_who_play_by_the_day_are_not_asked(
    client: TestClient, room: Room, later: Later, form: dict[str, str]
) -> None:
    table, _ = waited(client, room, later, **form)
    assert look(client, table)["version"] > 0


def test_a_seat_whose_player_does_not_answer_is_free_again(client: TestClient, room: Room, later: Later) -> None:
    table, bea = waited(client, room, later)
    later.ahead += READY_TIMEOUT_MS
    assert client.portal is not None
    client.portal.call(room.cardroom.scheduler.wake, room.table(table).id)
    seen = until(bea, table, lambda seen: seen["free"] == [0])
    assert (seen["unready"], seen["names"][1]) == ([], "Bea")
    assert look(client, table)["seat"] < 0
    said = "Your seat was freed: you did not say that you are there."
    assert said in client.get(table).text
    assert said not in bea.get(table).text
    assert said not in other(client).get(table).text
    cy = sit_down(client, table, "Cy")
    assert look(bea, table)["unready"] == [1]  # who has waited for more than a minute by now
    bea.post(f"{table}/ready")
    assert look(cy, table)["version"] > 0
    assert said in client.get(table).text  # who now sees the game of others


def test_who_leaves_before_they_are_asked_is_told_nothing(client: TestClient, room: Room, later: Later) -> None:
    table, _ = waited(client, room, later)
    client.post(f"{table}/leave")
    assert "Your seat was freed" not in client.get(table).text


def test_seeds_are_opened_after_the_ready_check(client: TestClient, later: Later) -> None:
    table = open_table(client, "cribbage", others="open", commitment=commitment("a"))
    later.ahead += READY_AFTER_MS + 1
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("b")})
    assert look(client, table)["owed_seeds"] == []
    assert client.post(f"{table}/open", data={"seed": "a"}, headers=JSON).status_code == 409
    client.post(f"{table}/ready")
    assert look(client, table)["owed_seeds"] == [0, 1]
    open_seed(client, table, "a")
    open_seed(bea, table, "b")
    assert look(client, table)["version"] > 0


def test_a_table_of_an_earlier_version_asks_no_player() -> None:
    """Its log goes on with moves."""
    body = '{"type":"Opened","game":"cribbage","version":%d,"options":{},"bots":["",""],"seed":"00"}'
    opened = decode(body % games.create("cribbage").version)
    assert isinstance(opened, Opened)
    assert not opened.ready
    live = fold("x" * 12, [(0, opened), (1, SatDown(0, "Ann", "a")), (READY_AFTER_MS * 9, SatDown(1, "Bea", "b"))])
    assert (live.seats.unready, live.table is not None) == ([], True)


def test_the_question_is_read_out(browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "READY_AFTER_MS", -1)
    with person(browser) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "flexdeck", "open"))
        expect(ann.locator("#question")).to_contain_text("Are you there?")


@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1366, 650)])
def test_what_is_said_of_players_who_are_away_covers_no_words_before_the_game(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(server.cardroom.presence, "gone_after_s", 0)
    with person(browser, viewport={"width": size[0], "height": size[1]}) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "poker", "open")
        sit_down_page(bea, table)
        wait_until(bea, lambda: server.cardroom.presence.has_page(table.rpartition("/")[2], 1))
        bea.goto(f"{server.address}/rules")
        expect(ann.locator("#away")).to_contain_text("not at the page")
        boxes = ann.evaluate("['away', 'scene'].map((id) => document.getElementById(id).getBoundingClientRect())")
        assert boxes[0]["bottom"] <= boxes[1]["top"]
