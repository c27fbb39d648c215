"""Clubs: founding, joining by the link, tables of their own, results and standings, and the date of an evening."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cardwright.cardroom.logs import clubs
from cardwright.cardroom.logs.clubs import Clubs, MemberResult, ResultsKept
from cardwright.errors import BadOption, PlayError, UnknownName
from cardwright.store import LogRow, Store, connect
from cardwright.store.background import BackgroundStore
from cardwright.web import club_board, evening, render, sockets
from support.browser import PHONE, Server, look_away, open_table_page, person
from support.feed import Feed
from support.visitors import JSON, Room, Visitor, look, open_table, other, until

ID = "ClubClub1234"
TABLE = "Table1234567"
NOON = int(datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()) * 1000


def test_both_databases_keep_members_tables_results_and_the_date(store: Store) -> None:
    first, second = (Clubs(BackgroundStore(store), lambda: NOON) for _ in range(2))

    async def evening_of_two() -> None:
        await first.start_club(ID, "Friday night")
        await first.join(ID, "mark of Ann", "Ann")
        await second.join(ID, "mark of Bob", "Bob")
        await second.set_evening(ID, "mark of Bob", NOON)
        await first.add_table(ID, TABLE)
        await first.note_seat(ID, TABLE, 0, "mark of Ann")
        await second.note_seat(ID, TABLE, 1, "mark of Bob")
        await second.note_seat(ID, TABLE, 2, "mark of a guest")
        seats = (await first.club(ID)).seats
        assert seats == {TABLE: {0: "mark of Ann", 1: "mark of Bob"}}
        ann = MemberResult("mark of Ann", "Ann", "won", "+1,120 chips")
        bob = MemberResult("mark of Bob", "Bob", "lost", "90 points")
        for _ in range(2):  # two members look at once
            await first.keep(ID, [ResultsKept(TABLE, "cribbage", NOON, (ann, bob))])
        await first.join(ID, "mark of Bob", "Bobby")
        await second.leave(ID, "mark of Ann")

    asyncio.run(evening_of_two())
    again = asyncio.run(Clubs(BackgroundStore(store), lambda: NOON).club(ID))
    assert (again.name, again.evening, again.members) == ("Friday night", NOON, {"mark of Bob": "Bobby"})
    assert [(each.name, each.played, each.won, each.lost) for each in again.standings(again.ended.values())] == [
        ("Ann", 1, 1, 0),
        ("Bobby", 1, 0, 1),
    ]
    assert [dict(each.scores) for each in again.standings(again.ended.values())] == [{"chips": 1120}, {}]
    assert not again.seats


def test_a_club_has_its_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = connect(str(tmp_path / "log.db"))
    made = Clubs(BackgroundStore(store), lambda: NOON)
    monkeypatch.setattr(clubs, "MAX_MEMBERS", 2)
    monkeypatch.setattr(clubs, "MAX_CLUB_TABLES", 1)

    async def fill() -> None:
        with pytest.raises(UnknownName):
            await made.join(ID, "a", "Ann")
        await made.start_club(ID, "Two")
        await made.start_club(ID, "Not again")
        await made.join(ID, "a", "Ann")
        with pytest.raises(PlayError, match="another member is called"):
            await made.join(ID, "b", "\u0410nn")
        with pytest.raises(PlayError, match="another member is called ann"):
            await made.join(ID, "b", "ann")
        await made.join(ID, "b", "Bob")
        with pytest.raises(PlayError, match="at most 2 members"):
            await made.join(ID, "c", "Cy")
        with pytest.raises(PlayError, match="only members of Two"):
            await made.set_evening(ID, "c", NOON)
        await made.add_table(ID, TABLE)
        with pytest.raises(PlayError, match="has had its 1 tables"):
            await made.check_opens(ID, "a")
        await made.set_evening(ID, "a", NOON)
        assert (await made.club(ID)).name == "Two"

    asyncio.run(fill())
    store.close()


def found(client: TestClient, name: str = "Ann") -> str:
    """A new club, by its address."""
    page = client.get("/clubs").text
    wanted = re.search(r'name="club" value="([\w-]{12})"', page)
    assert wanted
    form = {"club": wanted[1], "title": " Friday  night ", "name": name}
    answer = client.post("/clubs", data=form)
    assert answer.headers["location"] == f"/c/{wanted[1]}" == client.post("/clubs", data=form).headers["location"]
    return answer.headers["location"]


def test_of_members_who_won_as_often_the_one_with_more_points_is_first() -> None:
    """Dee with no points stood below Bea with six points less, in the order of the alphabet."""
    club = clubs.Club()
    points = {
        "Ann": ("lost", "-4 points"),
        "Bea": ("lost", "-6 points"),
        "Cy": ("won", "+10 points"),
        "Dee": ("even", ""),
    }
    results = tuple(MemberResult(name, name, *points[name]) for name in points)
    club.apply(ResultsKept("table", "chinese", NOON, results), 0)
    assert [each.name for each in club.standings(club.ended.values())] == ["Cy", "Dee", "Ann", "Bea"]


def test_an_evening_goes_on_past_midnight_and_noon_in_any_time_zone() -> None:
    club = clubs.Club()
    for number, hours in enumerate((-8, -1, 2, 4, 10)):  # after the noon of the 22nd in UTC, an evening in Auckland
        result = MemberResult("mark of Ann", "Ann", "won" if number % 2 else "lost", f"+{10**number} chips")
        club.apply(ResultsKept(f"table {number}", "poker", NOON + hours * 3_600_000, (result,)), 0)
    found = [club.standings(results)[0] for results in club.evenings]
    assert [(each.played, each.won, each.scores["chips"]) for each in found] == [
        (1, 0, 10_000),
        (3, 2, 1110),
        (1, 0, 1),
    ]
    (whole,) = club.standings(club.ended.values())
    assert whole.scores["chips"] == 11_111
    for number in range(9):  # without a pause: after a day another evening begins
        club.apply(ResultsKept(f"more {number}", "poker", NOON + (14 + 4 * number) * 3_600_000, ()), 0)
    assert [len(results) for results in club.evenings] == [4, 6, 3, 1]
    listed = {"id": "", "title": "", "iso": "", "day": "", "results": ()}
    shown = str(render.macros("club_lists.html").results(*club_board.sums_of(club).values(), [listed]))
    assert shown.count("<table") == 5
    assert '<time datetime="2026-11-22T05:00:00Z" data-local="day">Sunday, 22 November 2026</time>' in shown


@pytest.fixture
def club(client: TestClient) -> str:
    """Ann's club."""
    return found(client)


@pytest.fixture
def bob(client: TestClient, club: str) -> TestClient:
    """Another member."""
    made = other(client)
    assert made.post(f"{club}/join", data={"name": "Bob"}).headers["location"] == club
    return made


def members(*names: str) -> str:
    return '<ul class="members" id="names">' + "".join(f"<li>{name}</li>" for name in names) + "</ul>"


def test_a_club_is_joined_by_its_link(client: TestClient, club: str) -> None:
    bob = other(client)
    page = bob.get(club).text
    assert ">Friday night</h1>" in page
    assert "Join the club" in page
    assert "Standings" not in page
    bob.post(f"{club}/join", data={"name": "Bob"})
    for each in (client, bob):
        assert members("Ann", "Bob") in each.get(club).text
        assert club in each.get("/clubs").text
    assert club not in other(client).get("/clubs").text
    assert bob.post(f"{club}/join", data={"name": "ANN"}, headers=JSON).status_code == 409
    bob.post(f"{club}/leave")
    assert club not in bob.get("/clubs").text
    assert members("Ann") in client.get(club).text


def test_an_address_without_a_club_is_refused(client: TestClient) -> None:
    for path in ("/c/nonenonenone", "/c/x", "/c/nonenonenone/evening.ics", "/new/poker?club=nonenonenone"):
        assert client.get(path).status_code == 404
    assert client.post("/c/nonenonenone/join", data={"name": "Ann"}, headers=JSON).status_code == 404
    assert client.post("/clubs", data={"title": "  ", "name": "Ann"}, headers=JSON).status_code == 400
    unnamed = {"title": "A club", "club": ID}
    assert client.post("/clubs", data=unnamed, headers=JSON).status_code == 400
    assert client.get(f"/c/{ID}").status_code == 404


def sit(member: TestClient, club: str, table: str) -> None:
    """Take a free seat by the form on the club's page."""
    form = member.get(club).text.partition(f'action="{table}/sit"')[2].partition("</form>")[0]
    given = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert given["name"] == "Bob"
    assert member.post(f"{table}/sit", data=given).headers["location"] == table


def test_a_members_page_is_sent_what_changes(
    client: TestClient, club: str, bob: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "LOBBY_INTERVAL_S", 0)
    with pytest.raises(WebSocketDisconnect), other(client).websocket_connect(f"{club}/feed") as refused:
        refused.receive_text()
    with bob.websocket_connect(f"{club}/feed") as socket:
        feed = Feed(socket)
        assert "No table is open" in feed.frame()
        cy = other(client)
        cy.post(f"{club}/join", data={"name": "Cy"})
        while members("Ann", "Bob", "Cy") not in feed.frame():
            pass
        table = open_table(client, "cribbage", club=club.removeprefix("/c/"), others="open")
        while f'action="{table}/sit"' not in feed.frame():
            pass
        sit(bob, club, table)
        bob.post(f"{table}/leave", data={"for_good": "yes"})
        while "lost</span>" not in feed.frame():
            pass
    assert f'href="{club}">To the club' in client.get(table).text


def test_members_see_who_of_the_others_is_here(
    client: TestClient, club: str, bob: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the club's page open, or with that of a seat at one of its tables."""
    monkeypatch.setattr(sockets, "LOBBY_INTERVAL_S", 0)
    room.cardroom.presence.gone_after_s = 0
    with client.websocket_connect(f"{club}/feed") as socket:
        feed = Feed(socket)
        assert "Here now" not in feed.frame()
        with bob.websocket_connect(f"{club}/feed") as bobs:
            assert "Here now: Ann" in Feed(bobs).frame()
            while "Here now: Bob" not in feed.frame():
                pass
        while "Here now" in feed.frame():
            pass
        table = open_table(bob, "cribbage", club=club.removeprefix("/c/"), others="open")
        with bob.websocket_connect(f"{table}/feed"):
            while "Here now: Bob" not in feed.frame():
                pass
    assert "Here now" not in other(client).get(club).text


def test_a_club_opens_tables_for_its_members_with_free_talk(client: TestClient, club: str, bob: TestClient) -> None:
    other(client).post(f"{club}/join", data={"name": "Cy"})
    form = client.get(f"/new/poker?club={club.removeprefix('/c/')}").text
    assert 'name="o-players" min="2" max="20" value="3"' in form
    assert re.search('name="chat" value="yes" checked', form)
    assert 'name="o-players" min="2" max="20" value="4"' in client.get("/new/poker").text
    assert 'name="chat" value="yes">' in client.get("/new/poker").text
    assert "o-players" not in client.get(f"/new/cribbage?club={club.removeprefix('/c/')}").text
    assert "you and 2 people of the club" in form
    changed = client.get(f"/new/poker?club={club.removeprefix('/c/')}&others=loose&people=1&chat=no").text
    assert "you, one person of the club and Lucky Lou. Variant" in changed  # a way to play chose people again


def test_who_leaves_a_table_of_a_club_comes_back_to_the_club(client: TestClient, club: str) -> None:
    table = open_table(client, "cribbage", club=club.removeprefix("/c/"), others="open")
    assert client.post(f"{table}/leave", headers=JSON).json()["goto"] == club


def test_a_members_page_and_its_lists_read_the_clubs_log_once(
    client: TestClient, room: Room, club: str, bob: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: BackgroundStore = room.cardroom.clubs.store
    read_together = store.read_together
    read: list[str] = []

    async def noted(game: str, since: int = 0) -> list[LogRow]:
        read.append(game)
        return await read_together(game, since)

    monkeypatch.setattr(store, "read_together", noted)
    log = clubs.CLUB_LOG + club.removeprefix("/c/")
    client.get(club)
    assert read.count(log) == 1
    with bob.websocket_connect(f"{club}/feed") as socket:
        Feed(socket).frame()
    assert read.count(log) == 3  # at the beginning, which may refuse, and for the first lists


def test_a_table_of_a_club_is_for_its_members(client: TestClient, club: str, bob: TestClient, room: Room) -> None:
    id = club.removeprefix("/c/")
    form = client.get(f"/new/cribbage?club={id}").text
    assert f'name="club" value="{id}"' in form
    assert "of the club, or who have a link that you send" in form
    assert "from the lobby" in client.get("/new/cribbage").text
    assert "from the lobby" not in form
    table = open_table(client, "cribbage", club=id, others="open", listed="yes")
    assert not room.table(table).opened.listed
    assert f'Members find this table on <a href="{club}">' in client.get(table).text
    assert "; waits for 1 more" in bob.get(club).text
    plain = bob.get(table)  # the address that a member copies or types: it said to ask a player for a link
    assert plain.headers["location"] == f"{table}/join/{room.invitation(table)}"
    assert "Sit down</button>" in bob.get(plain.headers["location"]).text
    assert bob.get(f"{table}/watch").status_code == 200
    assert "ask a player for the link to a seat" in other(client).get(table).text
    sit(bob, club, table)
    assert f'primary" href="{table}">Your turn' in bob.get(club).text
    bob.post(f"{table}/leave")
    for path in (club, "/", "/games"):
        assert f'href="{table}">Come back' in bob.get(path).text
    bob.post(f"{table}/back")
    stranger = other(client)
    stranger.get("/clubs")
    refused = stranger.post("/tables", data={"game": "cribbage", "name": "Eve", "club": id}, headers=JSON)
    assert refused.status_code == 409
    assert "only members of Friday night" in refused.json()["error"]
    assert room.table(table).opened.club == id


def test_results_of_members_are_counted_and_a_rematch_is_the_clubs_too(
    client: TestClient, club: str, bob: TestClient
) -> None:
    id = club.removeprefix("/c/")
    table = open_table(client, "cribbage", club=id, others="open")
    sit(bob, club, table)
    assert "No results yet" in client.get(club).text
    bob.post(f"{table}/leave", data={"for_good": "yes"})
    for _ in range(2):
        page = re.sub(r"<[^>]+>", " ", client.get(club).text)
        assert re.search(r"Ann\s+1\s+1\s+0\s+0\s+Bob\s+1\s+0\s+0\s+1", page), page
    again = client.post(f"{table}/again", headers=JSON).json()["goto"]
    assert again in client.get(club).text
    tables = [table, again]
    for old in list(tables):  # two games end before anyone looks
        bob.post(f"{old}/again")
        bob.post(f"{tables[-1]}/leave", data={"for_good": "yes"})
        tables.append(client.post(f"{tables[-1]}/again", headers=JSON).json()["goto"])
    shown = re.findall(r'href="(/t/[^/]+)/replay', client.get(club).text)
    assert shown == tables[2::-1], "the newest first"


def test_a_seat_that_a_member_left_has_no_result(client: TestClient, club: str, bob: TestClient, room: Room) -> None:
    form = {"club": club.removeprefix("/c/"), "others": "open", "o-players": "5", "o-deals": "1"}
    table, cy, dan, eve = open_table(client, "poker", **form), other(client), other(client), other(client)
    cy.post(f"{club}/join", data={"name": "Cy"})
    invitation = room.invitation(table)
    for who, name in ((cy, "Cy"), (eve, "Eve"), (bob, "Bob")):
        who.post(f"{table}/sit", data={"name": name, "invitation": invitation})
    cy.post(f"{table}/leave")
    dan.post(f"{table}/sit", data={"name": "Dan", "invitation": invitation})  # no member
    bob.post(f"{table}/leave")  # the last seat, which is then closed
    client.post(f"{table}/close-free")
    assert look(client, table)["names"] == ["Ann", "Dan", "Eve"]
    for each in (dan, eve, client):
        each.post(f"{table}/leave", data={"for_good": "yes"})
    until(client, table, lambda seen: seen["over"])
    page = re.sub(r"<[^>]+>", " ", client.get(club).text)
    assert re.search(r"Ann\s+1\s", page), page
    assert "Dan" not in page
    assert not re.search(r"Cy\s+1\s", page)


def test_a_date_is_set_in_ones_own_time_zone_and_goes_to_calendars(client: TestClient, club: str) -> None:
    day = (datetime.now(UTC) + timedelta(days=5)).strftime("%Y-%m-%d")
    assert client.get(f"{club}/evening.ics").status_code == 404
    assert client.post(f"{club}/evening", data={"when": f"{day}T20:00", "offset": "-60"}).status_code == 303
    assert f'datetime="{day}T19:00:00Z"' in client.get(club).text
    answer = client.get(f"{club}/evening.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert f"DTSTART:{day.replace('-', '')}T190000Z\r\n" in answer.text
    assert f"URL:http://testserver{club}\r\n" in answer.text
    client.post(f"{club}/evening")
    assert "No date is set" in client.get(club).text
    assert other(client).post(f"{club}/evening", data={"when": f"{day}T20:00"}, headers=JSON).status_code == 409


@pytest.mark.parametrize(
    ("when", "offset"),
    [
        ("2026-11-21T20:00", ""),
        ("2028-01-01T20:00", ""),
        ("tonight", ""),
        ("2026-11-27T20:00", "x"),
        ("2026-11-27T20:00", "9999"),
        ("9999-12-31T23:59", "9000000"),
        ("2026-11-27", ""),
    ],
)
def test_dates_that_cannot_be_are_refused(when: str, offset: str) -> None:
    with pytest.raises(BadOption):
        evening.parse(when, offset, NOON)


def test_an_evening_is_one_event_of_icalendar() -> None:
    at = evening.parse("2026-11-27T20:00", "", NOON)
    assert evening.in_words(at) == "Friday, 27 November 2026, 20:00 UTC"
    made = evening.calendar("club@x", "Ü; poker, and " + "ß" * 40, "https://here/c/x", at, NOON)
    lines = made.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    whole = made.decode().replace("\r\n ", "")
    assert "SUMMARY:Ü\\; poker\\, and " + "ß" * 40 in whole.splitlines()
    assert {"DTSTART:20261127T200000Z", "DTSTAMP:20261122T120000Z", "DURATION:PT10800S"} <= set(whole.splitlines())
    assert (lines[0], lines[-2], lines[-1]) == (b"BEGIN:VCALENDAR", b"END:VCALENDAR", b"")


def found_club(page: Page, server: Server) -> str:
    """Found a club as Ann, and return its address; the page is the club's then."""
    page.goto(f"{server.address}/clubs")
    page.get_by_label("The club’s name").fill("Friday night")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Create it").click()
    page.wait_for_url("**/c/*")
    return page.url


def join_club(page: Page, club: str, name: str) -> None:
    page.goto(club)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the club").click()


def test_the_page_fits_a_phone_and_shows_the_date_by_ones_own_clock(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE, timezone_id="Asia/Tokyo", locale="en-GB") as page:
        found_club(page, server)
        page.get_by_text("Set a date").click()
        day = (datetime.now(UTC) + timedelta(days=5)).strftime("%Y-%m-%d")
        page.get_by_label("Date and time").fill(f"{day}T20:00")
        page.get_by_role("button", name="Set it").click()
        page.get_by_text("Put it in your calendar").wait_for()
        assert page.locator("time").get_attribute("datetime") == f"{day}T11:00:00Z"
        assert "20:00" in page.locator("time").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_results_come_to_an_open_page_and_an_evening_has_its_date_there(browser: Browser, server: Server) -> None:
    with person(browser, timezone_id="Pacific/Auckland", locale="en-GB") as ann, person(browser) as bob:
        club = found_club(ann, server)
        join_club(bob, club, "Bob")
        table = ann.context.new_page()
        for played in ("1", "2"):
            table.goto(club)
            table.get_by_role("link", name="Cribbage").click()
            table.get_by_role("button", name="Open the table").click()
            bob.goto(club)
            bob.get_by_role("button", name="Sit down").click()
            bob.wait_for_selector("#give-up button", state="attached")
            bob.evaluate("document.querySelector('#give-up button').click()")
            bob.wait_for_selector("#result", state="attached")
            bob.goto(club)
            expect(ann.locator("#results details td:nth-child(2)").first).to_have_text(played)
        date = ann.locator("#results summary time")
        night = datetime.fromisoformat(date.get_attribute("datetime") or "").astimezone(ZoneInfo("Pacific/Auckland"))
        expect(date).to_have_text(re.compile(f"{night:%A},? {night.day} {night:%B %Y}"))
        ann.locator("#results summary").click()
        expect(ann.locator("#results details[open]")).to_have_count(0)


def test_the_title_says_that_a_table_is_open_while_a_member_looks_elsewhere(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bob:
        join_club(bob, found_club(ann, server), "Bob")
        expect(ann.locator("#here")).to_have_text("Here now: Bob")
        look_away(bob)
        ann.get_by_role("link", name="Cribbage").click()
        ann.get_by_role("button", name="Open the table").click()
        expect(bob).to_have_title("● A table of Cribbage is open: Friday night")
        look_away(bob, away=False)
        expect(bob).to_have_title("Friday night")
        expect(bob.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_mistake_in_a_form_of_a_club_is_shown_beside_it_and_nothing_is_lost(client: TestClient) -> None:
    refused = client.post("/clubs", data={"club": "x" * 12, "title": "Friday", "name": " "})
    assert (refused.status_code, refused.headers.get("location")) == (400, None)
    assert 'role="alert">Give the name by which the others know you.' in refused.text
    assert 'value="Friday"' in refused.text
    nameless = client.post("/clubs", data={"club": "x" * 12, "title": " ", "name": "Ann"})
    assert 'role="alert">Give a name for the club.' in nameless.text
    assert 'value="Ann"' in nameless.text
    club = found(client)
    assert "<details open><summary>Invite others" in client.get(club).text  # who is alone there
    visitor = other(client)
    taken = visitor.post(f"{club}/join", data={"name": "ann"})
    assert taken.status_code == 400
    assert 'role="alert">Another member is called ann: take another name.' in taken.text
    assert 'value="ann"' in taken.text
    assert "Join the club" in taken.text
    past = client.post(f"{club}/evening", data={"when": "2020-01-01T20:00", "offset": "0"})
    assert 'role="alert">Give a time from now on' in past.text
    assert 'value="2020-01-01T20:00"' in past.text
    as_json = visitor.post(f"{club}/join", data={"name": "ann"}, headers={"accept": "application/json"})
    assert as_json.json()["error"] == "another member is called ann: take another name"


def test_a_game_that_was_given_up_has_no_figure(client: TestClient, club: str, bob: TestClient) -> None:
    table = open_table(client, "cribbage", club=club.removeprefix("/c/"), others="open")
    sit(bob, club, table)
    client.post(f"{table}/leave", data={"for_good": "yes"})
    page = client.get(club).text
    assert '<span class="outcome won">won</span>' in page
    assert "+0" not in page


def test_the_host_removes_a_member_who_cannot_join_again(client: TestClient, club: str, bob: TestClient) -> None:
    cy = other(client)
    cy.post(f"{club}/join", data={"name": "Cy <i>"})
    assert "<option>Bob</option><option>Cy &lt;i&gt;</option></select>" in client.get(club).text
    assert "Remove a member" not in bob.get(club).text
    wrong = ((bob, "Cy <i>", "only the host"), (client, "Ann", "no other"), (client, "Eve", "no other"))
    for member, name, why in wrong:
        refused = member.post(f"{club}/remove", data={"member": name}, headers=JSON)
        assert (refused.status_code, why in refused.json()["error"]) == (409, True)
    assert client.post(f"{club}/remove", data={"member": "Cy <i>"}).headers["location"] == club
    assert members("Ann", "Bob") in client.get(club).text
    again = cy.post(f"{club}/join", data={"name": "Someone else"})
    assert "The host of Friday night has removed you." in again.text
    assert members("Ann", "Bob") in client.get(club).text
    client.post(f"{club}/leave")
    assert "Remove a member" not in bob.get(club).text  # who is the host now, but alone
    assert bob.post(f"{club}/remove", data={"member": "Ann"}, headers=JSON).json()["error"].startswith("no other")


def test_people_of_one_address_cannot_fill_a_club(tmp_path: Path) -> None:
    room = Room(tmp_path / "log.db", limits=True)
    with Visitor(room.app) as ann:
        club = found(ann)
        answers = [other(ann).post(f"{club}/join", data={"name": f"No. {number}"}) for number in range(25)]
        assert [answer.status_code for answer in answers] == [303] * 19 + [429] * 6
        assert "many people of your address are new members" in answers[-1].text.lower()
        assert ann.post(f"{club}/join", data={"name": "Anna"}).status_code == 303  # another name takes no place
        assert found(other(ann)) != club  # another club has places of its own
        away = other(ann, "192.0.2.7")
        assert away.post(f"{club}/join", data={"name": "Cy"}).status_code == 303
    room.close()


def test_a_table_with_many_options_leaves_its_button_in_sight_on_a_telephone(browser: Browser, server: Server) -> None:
    """Below the date, the members and thirteen lines of options, the button to sit down was out of the window."""
    many = {"o-variant": "texas-holdem", "o-rebuy": "yes", "o-sit_out": "yes", "o-deals": "60", "o-rise": "0"}
    with person(browser) as ann, person(browser, viewport=PHONE) as bea:
        club = found_club(ann, server)
        join_club(bea, club, "Bea")
        open_table_page(
            ann, server.address, "poker", "open", club=club.rpartition("/")[2], **{"o-players": "4"}, **many
        )
        button = bea.get_by_role("button", name="Sit down")
        expect(button).to_be_visible()
        expect(button).to_be_in_viewport()
        terms = bea.locator(".with-terms")
        line_px = terms.evaluate("one => parseFloat(getComputedStyle(one).lineHeight)")
        assert terms.evaluate("one => one.offsetHeight") <= 3 * line_px + 2


def test_a_telephone_shares_a_link_with_its_apps(browser: Browser, server: Server) -> None:
    shares = "navigator.share = (what) => { window.shared = what.url; return Promise.reject(new Error('closed')); };"
    with person(browser, viewport=PHONE) as page:
        page.add_init_script(shares)
        found_club(page, server)
        page.get_by_role("button", name="Share…").click()
        assert page.evaluate("window.shared") == page.url
        open_table_page(page, server.address, "cribbage", "open", listed="no")
        page.get_by_role("button", name="Share…").click()
        assert "/join/" in page.evaluate("window.shared")
    with person(browser) as page:
        page.add_init_script("navigator.share = undefined;")
        open_table_page(page, server.address, "cribbage", "open")
        expect(page.get_by_role("button", name="Copy", exact=True).first).to_be_visible()
        expect(page.get_by_role("button", name="Share…")).to_be_hidden()


def test_who_founds_a_club_is_shown_first_how_to_invite_others(client: TestClient) -> None:
    club = found(client)
    page = client.get(club).text
    assert page.index("Invite others") < page.index("Open a table")
    other(client).post(f"{club}/join", data={"name": "Bea"})
    page = client.get(club).text
    assert page.index("Open a table") < page.index("Invite others")
