"""The lobby and strangers: an address's share, the order of tables, a clock, seats that the host frees, void links."""

import asyncio
import re
from pathlib import Path
from random import Random

import httpx2
import pytest
from starlette.testclient import TestClient

from cardwright.web.table_shares import MAX_SHARED_TABLES, MAX_WAITING_TABLES
from support.visitors import JSON, Room, look, open_seed, open_table, other, run, sit_down
from support.waiting import wait_for


def listed(client: TestClient) -> list[str]:
    shown = client.get("/").text.partition('id="open"')[2]
    return re.findall(r'href="(/t/[\w-]{12})"', shown)


@pytest.fixture
def limited(tmp_path: Path) -> Room:
    return Room(tmp_path / "limited.db", limits=True)


def test_an_address_has_a_bounded_share_of_the_waiting_tables(limited: Room) -> None:
    """Whatever cookies it sends; and an honest table stands first on the lobby's page, for its host is there."""
    with TestClient(limited.app) as portal:
        answers = []
        for number in range(20):
            greedy = other(portal, "192.0.2.1")
            greedy.cookies.set("cardwright", f"{number:043}")
            form = {"game": "cribbage", "others": "open", "name": "Spam"}
            answers.append(greedy.post("/tables", data=form, headers=JSON))
        assert [answer.status_code for answer in answers] == [200] * MAX_WAITING_TABLES + [429] * 16
        assert "wait at 4 tables of the lobby already" in answers[-1].json()["error"]
        greedy.cookies.set("cardwright", "x" * 43)
        assert greedy.post("/tables", data={"game": "cribbage", "others": "open", "listed": "no"}).status_code == 303
        honest = other(portal, "192.0.2.2")
        table = open_table(honest, "cribbage", others="open", name="Ann")
        with honest.websocket_connect(f"{table}/views") as socket:
            socket.receive_text()
            assert listed(other(portal, "192.0.2.3"))[0] == table
    limited.close()


def test_false_tables_opened_all_at_once_leave_an_honest_one_on_the_first_screen(limited: Room) -> None:
    """One address has its share also of requests that are served at the same time."""
    form = {"game": "cribbage", "others": "open", "name": "Spam"}

    async def flood() -> list[int]:
        transport = httpx2.ASGITransport(limited.app, client=("192.0.2.1", 5))
        async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as greedy:
            answers = await asyncio.gather(*(greedy.post("/tables", data=form, headers=JSON) for _ in range(30)))
        return sorted(answer.status_code for answer in answers)

    with TestClient(limited.app) as portal:
        assert run(portal, flood) == [200] * MAX_WAITING_TABLES + [429] * (30 - MAX_WAITING_TABLES)
        honest = open_table(other(portal, "192.0.2.2"), "cribbage", others="open", name="Ann")
        assert honest in listed(other(portal, "192.0.2.3"))[: MAX_WAITING_TABLES + 1]
    limited.close()


def test_an_address_sits_at_a_bounded_number_of_tables(limited: Room) -> None:
    with TestClient(limited.app) as portal:
        sitter, refused = other(portal, "2001:db8::5"), 0
        for number in range(MAX_SHARED_TABLES + 3):
            host = other(portal, f"192.0.2.{number}")
            table = open_table(host, "cribbage", others="open")
            sitter = other(portal, f"2001:db8::{number + 1:x}")  # another address of its network
            refused += sitter.post(f"{table}/sit", data={"name": "Bea"}).status_code == 429
        assert refused == 3
    limited.close()


def test_the_fullest_table_is_first_and_then_the_one_that_has_waited_longest(client: TestClient) -> None:
    first = open_table(client, "poker", others="open")
    second, third = (open_table(other(client), "poker", others="open") for _ in range(2))
    sit_down(client, third)
    assert listed(other(client)) == [third, first, second]


@pytest.mark.parametrize(
    ("form", "clock"),
    [
        ({"others": "open"}, "60+300"),
        ({"others": "open", "clock": "off"}, "off"),
        ({"others": "open", "listed": "no"}, ""),
        ({"others": "basic"}, ""),
    ],
)
def test_strangers_meet_with_a_clock(client: TestClient, room: Room, form: dict[str, str], clock: str) -> None:
    table = open_table(client, "cribbage", **form)
    assert room.cardroom.tables[table.removeprefix("/t/")].opened.clock == clock


def test_the_host_frees_a_seat_and_who_sat_there_stays_away(client: TestClient) -> None:
    table = open_table(client, "poker", others="open")
    bea, cy = sit_down(client, table), sit_down(client, table, "Cy")
    assert "Free the seat of Bea" in client.get(table).text
    assert "Free the seat" not in bea.get(table).text
    for who, seat in ((bea, "2"), (bea, "1"), (client, "0"), (client, "5"), (other(client), "1")):
        assert who.post(f"{table}/free", data={"seat": seat}, headers=JSON).status_code in (403, 409)
    assert client.post(f"{table}/free", data={"seat": "1"}, headers=JSON).status_code == 200
    assert look(bea, table)["seat"] < 0
    assert look(cy, table)["seat"] == 2
    told = bea.get(table).text
    assert "The host has freed your seat: you may watch, or sit down at another table." in told
    assert "Sit down" not in told
    assert "has freed your seat" not in cy.get(table).text
    again = bea.post(f"{table}/sit", data={"name": "Bea"}, headers=JSON)
    assert (again.status_code, "freed your seat" in again.json()["error"]) == (409, True)
    dora = sit_down(client, table, "Dora")
    assert look(dora, table)["seat"] == 1
    client.post(f"{table}/close-free")
    assert "has freed your seat" not in bea.get(table).text  # of a game that runs it says no more than to others


def test_no_seat_is_freed_after_the_deal(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    sit_down(client, table)
    assert client.post(f"{table}/free", data={"seat": "1"}, headers=JSON).status_code == 409


def link_of(client: TestClient, table: str) -> str:
    (found,) = set(re.findall(r"/t/[\w-]+/seat/[\w-]+", client.get(f"{table}/link").text))
    return str(found)


def test_a_personal_link_is_revoked_everywhere_but_here(client: TestClient) -> None:
    table = open_table(client, "patience")
    link, thief = link_of(client, table), other(client)
    assert thief.get(link).status_code == 303
    assert look(thief, table)["seat"] == 0
    revoked = client.post(f"{table}/link/revoke")
    assert revoked.status_code == 303
    assert "Your seat is open in this browser only." in client.get(revoked.headers["location"]).text
    assert look(client, table)["seat"] == 0
    assert look(thief, table)["seat"] < 0
    closed = "Your seat was closed on this device, so you watch."
    assert [closed in each.get(table).text for each in (thief, client, other(client))] == [True, False, False]
    assert thief.post(f"{table}/link/revoke", headers=JSON).status_code == 403
    assert other(client).get(link).status_code == 403
    new = link_of(client, table)
    assert new != link
    phone = other(client)
    assert phone.get(new).status_code == 303
    assert closed not in phone.get(table).text
    assert look(phone, table)["seat"] == 0
    seen = look(client, table)
    move = Random(1).choice(seen["moves"])["text"]
    assert client.post(f"{table}/move", data={"version": str(seen["version"]), "move": move}).status_code == 303


def test_an_open_page_no_longer_shows_a_seat_whose_link_is_revoked(client: TestClient, room: Room) -> None:
    """Nor does it count as its player's, who would get no notice of a turn while a stranger's page is open."""
    table = open_table(client, "patience")
    id, presence = table.removeprefix("/t/"), room.cardroom.presence
    presence.gone_after_s = 0.0
    link = link_of(client, table)
    client.get(link)
    thief = client.cookies["cardwright"]
    with client.websocket_connect(f"{table}/views") as feed:
        assert feed.receive_json()["seat"] == 0
        assert presence.is_here(id, 0)
        assert client.post(f"{table}/link/revoke").status_code == 303
        assert client.cookies["cardwright"] != thief
        assert feed.receive_json()["seat"] < 0
        wait_for(lambda: not presence.is_here(id, 0))


def test_a_seat_that_opens_no_seed_can_be_freed(client: TestClient) -> None:
    from cardwright.play.contract import commitment

    table = open_table(client, "cribbage", others="open", commitment=commitment("a"))
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "Bea", "commitment": commitment("b")})
    assert client.post(f"{table}/free", data={"seat": "1"}, headers=JSON).status_code == 200
    assert look(client, table)["free"] == [1]
    cy = other(client)
    cy.post(f"{table}/sit", data={"name": "Cy", "commitment": commitment("c")})
    open_seed(client, table, "a")
    open_seed(cy, table, "c")
    assert look(cy, table)["version"] > 0
