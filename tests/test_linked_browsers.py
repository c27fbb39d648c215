"""One player in several browsers: the link that is opened once, what it brings, and how it ends."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from cardwright.cardroom.logs.browsers import (
    LINK_LIFETIME_MS,
    MAX_BROWSERS_PER_PLAYER,
    BrowserLogs,
    player_mark,
    seal,
    unseal,
)
from cardwright.cardroom.logs.people import person_mark
from cardwright.cardroom.logs.subscriptions import Subscribed
from cardwright.cardroom.seat_keys import hashed, new_secret, seat_secret
from cardwright.errors import PlayError, StoreError
from cardwright.store import Store
from cardwright.store.background import BackgroundStore
from cardwright.web import sockets
from support.browser import Server, faults, open_table_page, person, scrolls_sideways, wait_for_turn
from support.clocks import Time
from support.visitors import JSON, Room, Visitor, look, open_table, other, play_out, run, sit_down


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def timed(tmp_path: Path, clock: Time) -> Iterator[TestClient]:
    """A browser at a cardroom with this clock."""
    room = Room(tmp_path / "timed.db", now=clock)
    with Visitor(room.app) as client:
        yield client
    room.close()


def make_link(client: TestClient) -> str:
    """Return the path of a new link to a browser's player."""
    answer = client.post("/browsers", headers=JSON)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["link"]).removeprefix("http://testserver")


def link(client: TestClient, name: str = "") -> TestClient:
    """Link another browser, with a name and games of its own, if any, to a browser's player, and return it."""
    browser = other(client)
    if name:
        browser.post("/tables", data={"game": "patience", "name": name})
    answer = browser.post(make_link(client))
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    return browser


# What a link brings


def test_a_linked_browser_has_the_games_seats_clubs_and_results_of_the_player(client: TestClient) -> None:
    ended, going = open_table(client, "patience"), open_table(client, "cribbage", others="open")
    play_out(client, ended)
    club = client.post("/clubs", data={"title": "Friday", "name": "Ann"}).headers["location"]
    phone = link(client)
    assert look(phone, going)["seat"] == look(client, going)["seat"] == 0
    assert f"{ended}/replay" in phone.get("/games").text
    assert phone.get("/games/csv").text == client.get("/games/csv").text
    assert "Friday" in phone.get("/clubs").text
    assert f"{club}/leave" in phone.get(club).text  # as only a member is shown
    assert 'value="Ann"' in phone.get("/").text  # the name goes with the player
    later = open_table(phone, "patience")  # and so do games that are begun afterwards
    assert look(client, later)["seat"] == 0
    assert f'href="{later}"' in client.get("/games").text


def test_seats_that_links_have_brought_come_along(client: TestClient) -> None:
    bea = other(client)
    table = open_table(bea, "cribbage", others="basic")
    seat = re.findall(r"/t/[\w-]+/seat/[\w-]+", bea.get(f"{table}/link").text)[0]
    client.get("/browsers")
    assert client.get(seat).status_code == 303
    phone = link(client)
    assert look(phone, table)["seat"] == 0
    more = open_table(bea, "cribbage", others="basic")
    brought = re.findall(r"/t/[\w-]+/seat/[\w-]+", bea.get(f"{more}/link").text)[0]
    assert phone.get(brought).status_code == 303  # one that the linked browser opens is kept by it
    assert look(phone, more)["seat"] == 0


def test_what_a_browser_had_before_is_kept_and_comes_back(client: TestClient) -> None:
    going = open_table(client, "patience")
    phone = other(client)
    own = open_table(phone, "patience", name="Bob")
    path = make_link(client)
    page = phone.get(path).text
    assert "played so far as Bob" in page
    assert phone.post(path).status_code == 303
    assert look(phone, going)["seat"] == 0
    assert look(phone, own)["seat"] < 0
    assert own not in phone.get("/games").text
    assert phone.post("/browsers/leave").status_code == 303
    assert look(phone, own)["seat"] == 0
    assert look(phone, going)["seat"] < 0
    assert own in phone.get("/games").text
    assert 'value="Bob"' in phone.get("/").text
    assert look(client, going)["seat"] == 0  # the other browser is not affected


# The link


def test_a_link_is_opened_once_and_only_by_its_form(client: TestClient) -> None:
    table = open_table(client, "patience")
    path, phone, thief = make_link(client), other(client), other(client)
    for _ in range(2):  # a messenger that looks at links beforehand changes nothing
        seen = other(client).get(path)
        assert seen.status_code == 200
        assert "Play here as Ann?" in seen.text
        assert "Only go on if you made this link yourself" in seen.text
        assert "set-cookie" not in seen.headers
        assert other(client).head(path).status_code == 200
    assert phone.post(path).status_code == 303
    assert look(phone, table)["seat"] == 0
    for late in (thief.get(path), thief.post(path)):
        assert late.status_code == 409
        assert "has been used" in late.text
    assert look(thief, table)["seat"] < 0


def test_a_link_has_ten_minutes_and_ends_with_the_next(timed: TestClient, clock: Time) -> None:
    open_table(timed, "patience")
    first = make_link(timed)
    second = make_link(timed)
    assert other(timed).post(first).status_code == 409
    clock.now += LINK_LIFETIME_MS - 1
    assert other(timed).get(second).status_code == 200
    clock.now += 1
    assert other(timed).get(second).status_code == 409
    assert other(timed).post(second).status_code == 409
    assert other(timed).post(make_link(timed)).status_code == 303


def test_two_who_open_a_link_at_once_do_not_both_have_it(store: Store, clock: Time) -> None:
    """Two servers on one log: the second one finds that the link was used."""
    first, second = (BrowserLogs(BackgroundStore(store), clock) for _ in range(2))
    own, key = new_secret(), new_secret()
    player = player_mark(own)

    async def both() -> list[object]:
        await first.make_link([own], "Ann", key, new_secret())
        await second.read(player)
        opened = (each.open_link(player, key, new_secret(), "") for each in (first, second))
        return list(await asyncio.gather(*opened, return_exceptions=True))

    done = asyncio.run(both())
    assert sorted(map(type, done), key=str) == sorted([list, PlayError], key=str)
    assert [own] in done


def test_a_wrong_key_opens_nothing(client: TestClient) -> None:
    open_table(client, "patience")
    player = make_link(client).split("/")[2]
    for path in (f"/browsers/{player}/{'x' * 43}", f"/browsers/{'0' * 32}/{'x' * 43}"):
        assert other(client).get(path).status_code == 409
        assert other(client).post(path).status_code == 409
    for path in (f"/browsers/{player}x/{'x' * 43}", "/browsers/~/x", "/browsers/%00/x"):
        assert other(client).get(path).status_code == 404
        assert other(client).post(path).status_code == 404


def test_other_sites_can_neither_make_nor_open_a_link(client: TestClient) -> None:
    """Otherwise a page could have its visitors play as its own player."""
    open_table(client, "patience")
    path = make_link(client)
    for foreign in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
    ):
        for form in (path, "/browsers", "/browsers/close", "/browsers/leave"):
            assert other(client).post(form, headers=foreign).status_code == 403
    assert other(client).post(path).status_code == 303


def test_links_are_limited(tmp_path: Path) -> None:
    room = Room(tmp_path / "limited.db", limits=True)
    with Visitor(room.app) as client:
        client.get("/browsers")
        made = [client.post("/browsers").status_code for _ in range(8)]
        assert made == [200] * 6 + [429] * 2
    room.close()


def test_a_player_has_a_limited_number_of_browsers(client: TestClient) -> None:
    open_table(client, "patience")
    for _ in range(MAX_BROWSERS_PER_PLAYER - 1):
        link(client)
    refused = other(client).post(make_link(client))
    assert refused.status_code == 409
    assert f"{MAX_BROWSERS_PER_PLAYER} browsers play as Ann already" in refused.text


def test_a_browser_does_not_leave_a_player_by_opening_the_link_of_another(client: TestClient) -> None:
    open_table(client, "patience")
    phone = link(client)
    cid = other(client)
    open_table(cid, "patience", name="Cid")
    path = make_link(cid)
    assert "This browser plays as Ann" in phone.get(path).text
    assert "plays as Ann by a link" in phone.post(path).text
    own = make_link(client)
    assert "This browser plays as Ann" in phone.get(own).text
    assert phone.post(own).status_code == 409
    assert other(client).post(own).status_code == 303  # it was not used up
    assert other(client).post(path).status_code == 303


# Secrets


def test_the_log_and_the_pages_hold_neither_the_secret_nor_a_key(client: TestClient, room: Room) -> None:
    open_table(client, "patience")
    own = client.cookies["cardwright"].split(".")[0]
    path = make_link(client)
    phone = other(client)
    phone.post(path)
    assert "cardwright" not in client.cookies  # so that another browser can close this one
    player, key = path.split("/")[2:]
    keys = [browser.cookies["linked"].split(".")[1] for browser in (client, phone)]
    assert all(browser.cookies["linked"].split(".")[0] == player for browser in (client, phone))
    for secret in (own, key, *keys):
        assert secret not in room.log
        for page in ("/", "/games", "/browsers", "/clubs", "/people"):
            assert secret not in phone.get(page).text
    assert own not in str(phone.cookies)
    assert player_mark(own) == player != hashed(seat_secret(own, "person"))[:32]
    made = phone.post("/browsers")
    assert made.headers["referrer-policy"] == "same-origin"
    assert made.headers["cache-control"] == "no-store"
    cookies = other(client).post(make_link(client)).headers.get_list("set-cookie")
    linked = next(each for each in cookies if each.startswith("linked="))
    assert {"httponly", "samesite=lax"} <= set(linked.lower().split("; "))


def test_what_is_sealed_is_read_by_its_key_only() -> None:
    secret, key = new_secret(), new_secret()
    assert unseal(seal(secret, key), key) == secret
    assert seal(secret, new_secret()) != seal(secret, key)
    assert bytes.fromhex(seal(secret, key)) != secret.encode()


@pytest.mark.parametrize("cookie", ["", ".", "x", "0" * 32, f"{'0' * 32}.{'x' * 43}", "0.1.2.3", "~tables.x" * 9])
def test_a_cookie_that_was_made_up_is_of_no_use(client: TestClient, cookie: str) -> None:
    table = open_table(client, "patience")
    mine = look(client, table)["seat"]
    client.cookies.set("linked", cookie)
    assert look(client, table)["seat"] == mine
    assert client.get("/").status_code == 200


# Ending it


def test_close_everywhere_but_here(client: TestClient) -> None:
    going = open_table(client, "patience")
    phone, tablet = link(client, "Bob"), link(client)
    pending = make_link(client)
    assert phone.post("/browsers/close").status_code == 303
    assert look(phone, going)["seat"] == 0
    for closed in (client, tablet):
        assert look(closed, going)["seat"] < 0
        assert "no longer plays as Ann" in closed.get("/").text
        assert "no longer plays as Ann" in closed.get("/games").text
        assert closed.post("/browsers/close").status_code == 403
        assert closed.get(f"{going}/link").status_code == 403
    assert other(client).post(pending).status_code == 409
    assert 'value="Ann"' not in tablet.get("/").text
    new = open_table(tablet, "patience", name="Tab")  # it plays on as a player of its own
    assert look(tablet, new)["seat"] == 0
    assert look(phone, new)["seat"] < 0
    assert tablet.post("/browsers/leave").status_code == 303
    assert "no longer plays" not in tablet.get("/").text
    assert look(tablet, new)["seat"] == 0


def texts_until_closed(socket: WebSocketTestSession) -> Iterator[str]:
    """Yield what a socket sends until the server closes it."""
    try:
        while True:
            yield socket.receive_text()
    except WebSocketDisconnect:
        return


def test_a_socket_that_was_open_shows_nothing_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PING_INTERVAL_S", 0.01)
    going = open_table(client, "cribbage", others="open")
    phone = link(client)
    with client.websocket_connect(f"{going}/views") as socket, client.websocket_connect("/lobby/feed") as lobby:
        assert '"seat":0' in socket.receive_text()
        lobby.receive_text()
        assert phone.post("/browsers/close").status_code == 303
        sit_down(phone, going)  # a change that would be shown
        for open_socket in (socket, lobby):
            assert not any("Bea" in text for text in texts_until_closed(open_socket))


def test_the_only_browser_keeps_its_player_when_it_ends_its_links(client: TestClient) -> None:
    going = open_table(client, "patience")
    own = client.cookies["cardwright"]
    make_link(client)
    assert client.post("/browsers/leave").status_code == 303
    assert client.cookies["cardwright"] == own
    assert "linked" not in client.cookies
    assert look(client, going)["seat"] == 0
    assert client.post("/browsers/leave").status_code == 403


def test_the_last_browser_does_not_lose_a_player_for_the_one_that_it_had(client: TestClient) -> None:
    open_table(client, "patience")
    phone = link(client, "Bob")
    assert client.post("/browsers/leave").status_code == 303
    refused = phone.post("/browsers/leave", headers=JSON)
    assert refused.status_code == 409
    assert "no other browser plays as Ann" in refused.json()["error"]


def test_without_the_log_a_linked_browser_is_nobody_else(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser whose player cannot be looked up is refused, and is not taken for the player it was before."""
    table = open_table(client, "patience")
    phone = link(client, "Bob")

    async def fails(*_: object) -> object:
        raise StoreError("away")

    monkeypatch.setattr(room.cardroom.browsers, "read", fails)
    assert phone.get("/").status_code == 503
    assert phone.get(f"{table}/view").status_code == 503
    assert other(client).get("/").status_code == 200


def test_notices_of_browsers_that_were_closed_end(client: TestClient, room: Room) -> None:
    going = open_table(client, "patience")
    mark = person_mark(client.cookies["cardwright"])
    phone = link(client)
    seat = room.table(going).seats[0].key
    for key in (mark, seat):
        run(client, room.cardroom.subscriptions.add, key, Subscribed("https://push.example/1", "p", "a"))
    phone.post("/browsers/close")
    for key in (mark, seat):
        assert not run(client, room.cardroom.subscriptions.list_for, key)


# As people see it


def test_a_page_that_is_closed_elsewhere_in_the_middle_of_a_move_says_so_and_shows_no_cards(
    browser: Browser, server: Server
) -> None:
    """It said "You have no seat at this table" and showed the player's cards and moves for up to twenty seconds."""
    with person(browser) as page, person(browser, viewport={"width": 360, "height": 640}) as phone:
        table = open_table_page(page, server.address, "cribbage", name="Ann")
        phone.goto(page.request.post(f"{server.address}/browsers", headers=JSON).json()["link"])
        phone.get_by_role("button", name="Play as Ann").click()
        phone.wait_for_url("**/games")
        phone.goto(table)
        wait_for_turn(phone)
        assert page.request.post(f"{server.address}/browsers/close", headers=JSON).ok
        touch = "() => document.querySelector('#moves button[name=move]:not(.confirm)').click()"
        phone.evaluate(touch)
        expect(phone.locator("#notice")).to_contain_text("no longer plays as Ann: another one has ended that")
        expect(phone.locator("#moves button[name=move]")).to_have_count(0)
        phone.goto(table)
        expect(phone.locator("#notice")).to_contain_text("no longer plays as Ann")


@pytest.mark.parametrize("width", [360, 1366])
def test_a_player_goes_from_one_device_to_another(browser: Browser, server: Server, width: int) -> None:
    with person(browser) as page, person(browser, viewport={"width": width, "height": 650}) as phone:
        page.goto(server.address)
        page.locator("#called input").fill("Ann")
        page.get_by_role("button", name="Keep it").click()
        address = open_table_page(page, server.address, "pyramid", name="Ann")
        wait_for_turn(page)
        page.goto(f"{server.address}/games")
        page.get_by_role("link", name="Use on another device").click()
        page.get_by_role("button", name="Show a link").click()
        shown = page.locator("code").first.inner_text()
        assert not faults(page)
        phone.goto(shown)
        expect(phone.get_by_role("heading", name="Play here as Ann?")).to_be_visible()
        assert not faults(phone)
        assert not scrolls_sideways(phone)
        phone.get_by_role("button", name="Play as Ann").click()
        phone.get_by_role("link", name=re.compile("Your turn|Go on")).click()
        assert phone.url == address
        wait_for_turn(phone)
        phone.goto(f"{server.address}/browsers")
        expect(phone.locator("main")).to_contain_text("This browser and 1 more")
        assert not faults(phone)
        assert not scrolls_sideways(phone)
        phone.get_by_role("button", name="Close Ann everywhere but here").click()
        expect(phone.locator("main")).not_to_contain_text("more.")
        page.goto(server.address)
        expect(page.locator("main")).to_contain_text("no longer plays as Ann")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("main")).not_to_contain_text("no longer plays")
