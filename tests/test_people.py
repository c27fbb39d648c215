"""People who have played together: lists, presence, invitations, their limits and refusals, and strangers."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from cardwright.cardroom.logs.people import (
    INVITATIONS_MS,
    INVITES_BLOCKED_MS,
    MAX_INVITATIONS,
    MAX_KEPT_NOTICES,
    NOTICE_LIFETIME_MS,
    Person,
    PersonLogs,
    person_log,
    person_mark,
)
from cardwright.errors import PlayError, UnknownName
from cardwright.store import Store, connect
from cardwright.store.background import BackgroundStore
from support.browser import (
    PHONE,
    Server,
    faults,
    look_away,
    open_table_page,
    person,
    scrolls_sideways,
    sit_down_page,
    touch_one_move,
    wait_for_turn,
)
from support.visitors import JSON, Room, Visitor, look, open_table, other, post_random_move

TABLE, OTHER_TABLE = "Table1234567", "Table7654321"
NOON = 1_795_000_000_000


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def kinds(person: Person, now: int = NOON) -> list[tuple[str, str, str]]:
    return [(entry.kind.value, entry.name, entry.table) for entry in person.recent(now)]


def test_both_databases_keep_people_invitations_and_answers(store: Store, clock: Clock) -> None:
    first, second = (PersonLogs(BackgroundStore(store), clock) for _ in range(2))

    async def story() -> None:
        for _ in range(2):
            await first.record("a", TABLE, "cribbage", {"a": "Ann", "b": "Bob"})
            await second.record("b", TABLE, "cribbage", {"a": "Ann", "b": "Bob"})
        (contact,) = (await second.read("a")).contacts.values()
        assert (contact.person, contact.name, contact.game, contact.played) == ("b", "Bob", "cribbage", 1)
        for _ in range(2):
            assert (await first.invite("a", 0, "Ann", "poker", OTHER_TABLE)).name == "Bob"
        assert kinds(await second.read("b")) == [("invited", "Ann", OTHER_TABLE)]
        assert kinds(await second.read("a")) == [("sent", "Bob", OTHER_TABLE)]
        await second.dismiss("b", OTHER_TABLE, decline=True, mute=False)
        assert kinds(await first.read("b")) == []
        assert kinds(await first.read("a")) == [("declined", "Bob", OTHER_TABLE)]
        assert kinds(await first.read("a"), NOON + NOTICE_LIFETIME_MS) == []
        with pytest.raises(PlayError, match="Bob has just declined: wait 10 minutes"):
            await first.invite("a", 0, "Ann", "poker", TABLE)
        clock.now += INVITES_BLOCKED_MS
        await first.invite("a", 0, "Ann", "poker", TABLE)
        await second.dismiss("b", TABLE, decline=True, mute=True)
        clock.now += INVITES_BLOCKED_MS
        with pytest.raises(PlayError, match="Bob takes no invitations at present"):
            await first.invite("a", 0, "Ann", "poker", TABLE)
        assert (await first.read("a")).muted_by == {"b"}
        assert (await second.mute("b", 0, muted=False)).name == "Ann"
        assert not (await first.read("a")).muted_by
        await second.close_to("b", closed=True)
        with pytest.raises(PlayError, match="takes no invitations"):
            await first.invite("a", 0, "Ann", "poker", TABLE)
        await first.mute("a", 0, muted=True)
        with pytest.raises(PlayError, match="you have muted Bob"):
            await first.invite("a", 0, "Ann", "poker", TABLE)
        with pytest.raises(UnknownName):
            await first.invite("a", 1, "Ann", "poker", TABLE)

    asyncio.run(story())


def test_one_person_invites_another_only_so_often(tmp_path: Path, clock: Clock) -> None:
    store = connect(str(tmp_path / "log.db"))
    made = PersonLogs(BackgroundStore(store), clock)

    async def flood() -> None:
        await made.record("a", TABLE, "cribbage", {"b": "Bob"})
        for number in range(MAX_INVITATIONS):
            await made.invite("a", 0, "Ann", "poker", f"Table{number:07}")
        with pytest.raises(PlayError, match="many invitations of yours: try again in an hour"):
            await made.invite("a", 0, "Ann", "poker", TABLE)
        assert len((await made.read("b")).notices) == MAX_INVITATIONS
        clock.now += INVITATIONS_MS
        await made.invite("a", 0, "Ann", "poker", TABLE)
        for number in range(MAX_KEPT_NOTICES + 3):
            await made.record(f"c{number}", TABLE, "cribbage", {"b": "Bob"})
            await made.invite(f"c{number}", 0, "Cy", "poker", TABLE)
        assert len((await made.read("b")).notices) == MAX_KEPT_NOTICES

    asyncio.run(flood())
    store.close()


def played(ann: TestClient, bea: TestClient) -> str:
    """A game of two that ends when Bea gives up."""
    table = open_table(ann, "cribbage", others="open")
    bea.post(f"{table}/sit", data={"name": "Bea"})
    for browser in (ann, bea):
        assert post_random_move(browser, table, Random(1)).status_code == 200
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    return table


@pytest.fixture
def bea(client: TestClient) -> TestClient:
    """A person with whom the client, Ann, has played."""
    made = other(client)
    played(client, made)
    client.get("/people")
    return made


def text(browser: TestClient, path: str = "/people") -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", browser.get(path).text))


def invite(browser: TestClient, **more: str) -> str:
    """Open a table for the first person on one's list; return its address."""
    form = {"game": "cribbage", "name": "Ann", "people": "1", "listed": "no", "invite": "0"} | more
    answer = browser.post("/tables", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_those_who_have_finished_a_game_are_on_each_others_list(client: TestClient) -> None:
    ann, bea = client, other(client)
    assert "No names yet" in text(ann)
    played(ann, bea)
    assert "Bea 1 game with Bea , last Cribbage" in text(ann)
    assert 'href="/games?name=Bea"' in ann.get("/people").text
    assert re.search("Ann 1 game with Ann , last Cribbage", text(bea))
    assert "No names yet" in text(other(client))
    played(ann, bea)
    assert "Bea 2 games" in text(ann)


def test_a_game_without_moves_makes_no_acquaintance(client: TestClient) -> None:
    bea = other(client)
    table = open_table(client, "cribbage", others="open")
    bea.post(f"{table}/sit", data={"name": "Bea"})
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    assert "No names yet" in text(client)


def test_no_mark_is_on_any_page(client: TestClient, bea: TestClient, room: Room) -> None:
    table = invite(client)
    marks = {person_mark(browser.cookies["cardwright"].split(".")[0]) for browser in (client, bea)}
    for browser in (client, bea):
        for path in ("/", "/people", table, f"/people?table={table[3:]}", "/games"):
            page = browser.get(path).text
            assert not any(mark in page for mark in marks)
    assert all(room.store.read(person_log(mark)) for mark in marks)


def test_an_invitation_leads_to_a_seat(client: TestClient, bea: TestClient, room: Room) -> None:
    table = invite(client)
    assert not room.table(table).opened.listed
    assert "Bea is invited to Cribbage" in text(client, table)
    for path in ("/", "/people", "/t/" + open_table(bea, "patience", name="Bea").removeprefix("/t/")):
        page = bea.get(path).text
        assert "</strong> invites you to Cribbage" in page
        (form,) = re.findall(rf'action="{table}/sit"><input type="hidden" name="invitation" value="([^"]+)"', page)
    page = bea.get(f"{table}/join/{form}").text  # as a notice of Web Push leads there
    assert "Sit down" in page
    assert "invites you" not in page  # it has led here
    bea.post(f"{table}/sit", data={"invitation": form})
    assert look(client, table)["names"] == ["Ann", "Bea"]
    assert "invites you" not in bea.get("/").text  # no seat is free
    assert "is invited" not in text(client, table)


def test_a_rematch_reaches_one_who_has_closed_the_page_and_can_be_declined(client: TestClient, room: Room) -> None:
    """The host was told that they see the offer there, and they never heard of it."""
    bea, cy = other(client), other(client)
    table = played(client, bea)
    with bea.websocket_connect(f"{table}/feed") as feed:  # who sees the end is offered the rematch there
        feed.receive_text()
        assert "is invited" not in text(client, client.post(f"{table}/again").headers["location"])
    table = played(client, cy)
    rematch = client.post(f"{table}/again").headers["location"]
    assert "Bea is invited to Cribbage" in text(client, rematch)
    poker = open_table(client, "poker", others="open", listed="no")
    for number in "01":
        client.post(f"{poker}/invite", data={"person": number})
    assert "Bea and Bea are invited to Poker" in text(client, poker)  # each in a box, which hid a telephone's table
    notice = cy.get("/").text.partition('id="invitations"')[2]
    assert "Ann</strong> invites you to Cribbage" in notice
    (form,) = re.findall(rf'action="{rematch}/sit"><input type="hidden" name="invitation" value="([^"]+)"', notice)
    cy.post("/people/answer", data={"table": rematch[3:], "answer": "decline"})
    assert "Bea does not want to play now: Cribbage" in text(client, rematch)
    cy.post(f"{rematch}/sit", data={"name": "Bea", "invitation": form})  # who changes their mind sits where they sat
    assert [seat.was for seat in room.table(rematch).seats] == [0, 1]


def test_a_form_that_is_sent_twice_opens_one_table_and_invites_once(
    client: TestClient, bea: TestClient, room: Room
) -> None:
    assert invite(client, table=TABLE) == invite(client, table=TABLE)
    mark = person_mark(bea.cookies["cardwright"])
    assert sum('"Noted"' in row.body for row in room.store.read(person_log(mark))) == 1


def test_an_invitation_to_a_free_seat_at_ones_own_table(client: TestClient, bea: TestClient) -> None:
    table = open_table(client, "poker", others="open", **{"o-players": "3"})
    assert f'href="/people?table={table[3:]}"' in client.get(table).text
    page = client.get(f"/people?table={table[3:]}").text
    assert f'action="{table}/invite"' in page
    answer = client.post(f"{table}/invite", data={"person": "0"}, headers=JSON)
    assert answer.json()["notice"] == "Bea is invited."
    assert "invites you to" in text(bea, "/")
    stranger = other(client)
    assert f'action="{table}/invite"' not in stranger.get(f"/people?table={table[3:]}").text
    assert stranger.post(f"{table}/invite", data={"person": "0"}, headers=JSON).status_code == 403
    full = open_table(client, "cribbage")
    refused = client.post(f"{full}/invite", data={"person": "0"}, headers=JSON)
    assert refused.json()["error"] == "no seat is free at this table"
    assert client.get("/people?table=x").status_code == 400


@pytest.mark.parametrize("number", ["1", "-1", "x", "999999"])
def test_only_people_who_have_played_together_invite_each_other(
    client: TestClient, bea: TestClient, number: str
) -> None:
    form = {"game": "cribbage", "people": "1", "listed": "no", "invite": number}
    refused = client.post("/tables", data=form, headers=JSON)
    assert refused.status_code in (400, 404)
    stranger = other(client)
    assert stranger.post("/tables", data=form | {"invite": "0"}, headers=JSON).status_code == 404
    table = open_table(stranger, "cribbage", others="open")
    assert stranger.post(f"{table}/invite", data={"person": number}, headers=JSON).status_code in (400, 404)
    assert client.get(f"/new/cribbage?invite={number}").status_code in (400, 404)


def test_one_who_is_invited_declines_and_the_host_is_informed(client: TestClient, bea: TestClient) -> None:
    table = invite(client)
    refused = bea.post("/people/answer", data={"table": table[3:], "answer": "perhaps"}, headers=JSON)
    assert refused.status_code == 400
    assert bea.post("/people/answer", data={"table": table[3:], "answer": "decline"}).headers["location"] == "/people"
    lobby = {"referer": "http://testserver/"}  # where the notice may have been answered
    again = bea.post("/people/answer", data={"table": table[3:], "answer": "decline"}, headers=lobby)
    assert again.headers["location"] == "/"
    assert "invites you" not in text(bea, "/")
    assert "does not want to play now: Cribbage" in text(client, table)
    client.post("/people/answer", data={"table": table[3:], "answer": "dismiss"})
    assert "does not want" not in text(client, table)
    again = client.post("/tables", data={"game": "cribbage", "people": "1", "listed": "no", "invite": "0"})
    assert again.status_code == 400
    assert "Bea has just declined: wait 10 minutes before you ask again" in again.text


def test_one_who_is_muted_neither_invites_nor_sees(client: TestClient, bea: TestClient) -> None:
    def sees(browser: TestClient) -> bool:
        return "here now" in text(browser)

    assert not sees(client)
    with bea.websocket_connect("/lobby/feed") as feed:
        feed.receive_text()
        assert sees(client)
        table = invite(client)
        bea.post("/people/answer", data={"table": table[3:], "answer": "mute"})
        assert not sees(client)
        refused = client.post("/tables", data={"game": "cribbage", "people": "1", "invite": "0"}, headers=JSON)
        assert (refused.status_code, refused.json()["error"]) == (409, "Bea takes no invitations at present")
        assert "Hear again" in text(bea)
        bea.post("/people/mute", data={"person": "0", "muted": "no"})
        assert sees(client)


def test_a_person_may_be_closed_to_all(client: TestClient, bea: TestClient) -> None:
    assert bea.post("/people/closed", data={"closed": "yes"}).headers["location"] == "/people"
    assert "Let them see and invite me again" in text(bea)
    refused = client.post("/tables", data={"game": "cribbage", "people": "1", "invite": "0"}, headers=JSON)
    assert refused.json()["error"] == "Bea takes no invitations at present"
    bea.post("/people/closed", data={"closed": "no"})
    invite(client)


def test_the_form_with_options_invites_too(client: TestClient, bea: TestClient) -> None:
    page = client.get("/new/cribbage?invite=0").text
    assert "Bea is invited when the table opens" in page
    assert '<input type="hidden" name="invite" value="0">' in page
    assert 'href="/new/poker?way=Cash%20game&amp;invite=0"' in client.get("/new/poker?invite=0").text
    invite(client, others="open", **{"o-to": "61"})
    assert "invites you to Cribbage" in text(bea, "/")


def test_the_rate_of_invitations_is_limited(tmp_path: Path) -> None:
    room = Room(tmp_path / "log.db", limits=True)
    with Visitor(room.app) as client:
        table = open_table(client, "cribbage", others="open", listed="no")
        said = [client.post(f"{table}/invite", data={"person": "0"}, headers=JSON).status_code for _ in range(8)]
    room.close()
    assert said == [404] * 6 + [429] * 2


def test_notices_of_tables_that_are_gone_are_not_shown(client: TestClient, bea: TestClient) -> None:
    table = invite(client)
    client.post(f"{table}/leave")
    assert "invites you" not in text(bea, "/")


# In the browser


def finish(ann: Page, bea: Page, address: str) -> None:
    sit_down_page(bea, open_table_page(ann, address, "cribbage", "open"))
    for page in (ann, bea):
        assert wait_for_turn(page)
        touch_one_move(page)
    ann.get_by_text("Give up this game…").click()
    ann.get_by_role("button", name="Yes, give up").click()
    bea.wait_for_selector("#result", state="attached")


NOTE_BADGES = """() => {
  window.badges = [];
  navigator.setAppBadge = async () => badges.push("set");
  navigator.clearAppBadge = async () => badges.push("clear");
}"""


def test_two_persons_find_each_other_again(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        finish(ann, bea, server.address)
        bea.goto(server.address)
        ann.goto(f"{server.address}/people")
        row = ann.locator(".people li")
        assert not faults(ann)
        expect(row).to_contain_text("Bea here now")
        bea.goto(f"{server.address}/rules")  # no page that counts
        expect(row.locator(".present")).to_have_text("")
        bea.goto(server.address)
        bea.evaluate(NOTE_BADGES)
        look_away(bea)
        expect(row.locator(".present")).to_have_text("here now")
        row.get_by_role("button", name="Invite Bea").click()
        ann.wait_for_selector("#scene")
        expect(ann.locator("#invitations")).to_contain_text("Bea is invited to Cribbage.")
        ann.get_by_role("button", name="Turn the sound on").click()
        expect(ann.get_by_role("button", name="Turn the sound on")).to_be_hidden()
        assert ann.evaluate("localStorage.getItem('cardwright-sound')") == "on"
        expect(bea).to_have_title(re.compile("^● Ann invites you: "))  # in a tab behind others it heard nothing
        icon = bea.locator('link[rel="icon"]')
        expect(icon).to_have_attribute("href", re.compile("icon-waits.svg"))
        look_away(bea, away=False)
        expect(bea).to_have_title("Cardwright: the cardroom")
        expect(icon).to_have_attribute("href", re.compile("icon.svg"))
        assert bea.evaluate("badges") == ["set", "clear"]
        notice = bea.locator("#invitations")
        expect(notice).to_contain_text("Ann invites you to Cribbage.")
        notice.get_by_role("button", name="Join").click()  # they asked once more, on the page of the table
        assert wait_for_turn(ann)
        expect(ann.locator("#invitations")).to_be_empty()


def test_an_invitation_appears_at_the_table_where_one_plays_and_is_declined_there(
    browser: Browser, server: Server
) -> None:
    with person(browser) as ann, person(browser, viewport=PHONE) as bea:
        finish(ann, bea, server.address)
        open_table_page(bea, server.address, "patience")
        look_away(bea)
        ann.goto(f"{server.address}/people")
        ann.get_by_role("button", name="Invite Bea").click()
        ann.wait_for_selector("#scene")
        expect(bea.locator("#invitations")).to_contain_text("Ann invites you to Cribbage.")
        assert not faults(bea)
        assert not scrolls_sideways(bea)
        expect(bea).to_have_title("● Ann invites you; Your turn: Po& Poker Patience")
        look_away(bea, away=False)
        bea.get_by_role("button", name="Decline").click()
        expect(bea.locator("#invitations")).to_be_empty()
        expect(bea).to_have_title("● Your turn: Po& Poker Patience")
        expect(ann.locator("#invitations")).to_contain_text("does not want to play now: Cribbage")
        ann.get_by_role("button", name="Close", exact=True).first.click()
        expect(ann.locator("#invitations")).to_be_empty()
