"""A browser's own games: the list, deleting, and playing on from a step of a finished game."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from cardwright.cardroom.events import TableEvent, encode
from cardwright.cardroom.logs.game_lists import Added, Summarised, own_list_name
from cardwright.cardroom.logs.rated_people import Agreed, Withdrawn
from cardwright.cardroom.seat_keys import seat_secret
from cardwright.errors import BadRecord
from cardwright.play import record, verify
from cardwright.play.contract import commitment
from cardwright.play.summary import SUMMARY_VERSION
from cardwright.web import lobby_page, own_games
from cardwright.web.routes import history
from support.browser import PHONE, Server, box_of, open_table_page, person, play_by_requests, scrolls_sideways
from support.playouts import short_form
from support.visitors import (
    JSON,
    Room,
    Visitor,
    look,
    open_seed,
    open_table,
    other,
    own_list,
    play_out,
    post_move,
    post_random_move,
    run,
    sit_down,
    until,
)


def id_of(table: str) -> str:
    return table.removeprefix("/t/")


@pytest.fixture
def finished(client: TestClient) -> str:
    """A game of patience that Ann has given up."""
    table = open_table(client, "patience")
    client.post(f"{table}/leave", data={"for_good": "yes"})
    return table


def test_a_finished_game_is_on_its_players_list_alone(client: TestClient, finished: str) -> None:
    page = client.get("/games").text
    assert f"{finished}/replay" in page
    assert "0 moves" in page
    assert '<span class="outcome resigned">Given up</span>' in page
    assert f'href="{finished}/review"' in page
    stranger = other(client)
    stranger.get("/")
    theirs = stranger.get("/games").text
    assert finished not in theirs
    assert "You have not finished a game yet" in theirs
    assert '<a class="button primary" href="/">Play one</a>' in theirs
    assert stranger.post("/games/remove", data={"table": id_of(finished)}).status_code in (403, 404)
    assert f"{finished}/replay" in client.get("/games").text


def test_the_list_shows_the_games_of_one_kind(client: TestClient, finished: str) -> None:
    assert 'class="actions filter"' not in client.get("/games").text
    other_game = open_table(client, "cribbage", others="basic")
    client.post(f"{other_game}/leave", data={"for_good": "yes"})
    page = client.get("/games").text
    assert re.findall(r'<symbol id="(picture-\w+)"', page) == re.findall(r'href="#(picture-\w+)"', page)  # each once
    assert re.findall(r'<p class="versus">(<svg class="portrait)?[^\n]* <span>([^<]*)', page) == [
        ('<svg class="portrait', "with Morgan (bot)"),
        ("", "alone"),
    ]
    form = page.partition('<form class="actions filter" method="get" action="/games">')[2].partition("</form>")[0]
    assert re.findall(r'<option value="([^"]*)"', form.partition("</select>")[0]) == ["", "cribbage", "patience"]
    for table, words in ((finished, "New deal"), (other_game, "Rematch")):
        assert f'action="{table}/again"><button>{words}</button>' in page
        assert client.post(f"{table}/again").headers["location"].startswith("/t/")
    assert f"{finished}/replay" in client.get("/games?game=").text
    one = client.get("/games?game=patience").text
    assert '<option value="patience" selected>' in one
    assert f"{finished}/replay" in one
    assert f"{other_game}/replay" not in one
    for path, site, encoding in (
        ("/games", "cross-site", "gzip"),
        ("/games?name=bOT", "cross-site", "identity"),
        ("/games?name=bOT", "same-origin", "gzip"),
    ):
        assert client.get(path, headers={"sec-fetch-site": site}).headers["content-encoding"] == encoding
    assert f"{other_game}/replay" in client.get("/games?name=bOT").text
    assert "None of these." in client.get("/games?name=Bea").text
    assert client.get("/games?stage=begun").status_code == 404


def test_every_game_that_goes_on_is_on_a_page_of_the_list(client: TestClient, finished: str, room: Room) -> None:
    """Only thirty were listed, without a date; older ones, and the finished ones among them, could not be found."""
    tables = [open_table(client, "patience") for _ in range(history.GAMES_PER_PAGE + 2)]
    first, second = client.get("/games").text, client.get("/games?page=2").text
    pages = re.findall(r'class="button primary" href="(/t/[^"]+)"', first + second)
    assert pages == tables[::-1]
    assert "Going on: 32" in first
    assert "Page 1 of 2: 33 games" in first
    assert re.search(r'since <time datetime="20\d\d-', first)
    assert f"{finished}/replay" in second
    assert f"{finished}/replay" not in first
    ended = client.get("/games?stage=ended").text
    assert f"{finished}/replay" in ended
    assert not any(f'href="{table}"' in ended for table in tables)
    assert f"And {len(tables) - lobby_page.MAX_SHOWN_OWN} more games" in client.get("/").text


def test_the_games_of_a_page_are_deleted_together(client: TestClient, finished: str) -> None:
    tables = [open_table(client, "patience") for _ in range(3)]
    shared = open_table(client, "cribbage", others="open")
    sit_down(client, shared)
    page = client.get("/games?stage=going").text
    asked = page.partition("Give up the 3 without other people")[2].partition("</form>")[0]
    assert 'action="/games/remove?stage=going"' in asked
    assert {id_of(table) for table in tables} == set(re.findall(r'name="table" value="([^"]+)"', asked))
    body = "&".join(f"table={id_of(table)}" for table in tables)
    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/games/remove?stage=going", content=body, headers=form)
    assert answer.headers["location"] == "/games?stage=going"
    page = client.get("/games").text
    assert f'href="{shared}"' in page
    assert f"{finished}/replay" in page
    assert not any(table in page for table in tables)


def test_a_game_that_cannot_be_read_is_named_and_can_leave_the_list(client: TestClient, room: Room) -> None:
    """It vanished from the list without a word."""
    table = open_table(client, "patience")
    room.store._database.execute("delete from event where game = ?", (id_of(table),))
    room.cardroom.tables.clear()
    page = client.get("/games").text
    assert "1 game cannot be shown" in page
    assert f'value="{id_of(table)}"' in page
    assert client.post("/games/remove", data={"table": id_of(table)}).status_code == 303
    assert "cannot be shown" not in client.get("/games").text


def test_no_export_holds_a_part_of_the_games(
    client: TestClient, finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It left out those that had not been looked at yet."""
    client.post(f"{open_table(client, 'patience')}/leave", data={"for_good": "yes"})
    with monkeypatch.context() as slow:
        slow.setattr(own_games, "LOOK_BUDGET_S", 0.0)
        assert client.get("/games/csv").status_code == 503
        page = client.get("/games?stage=ended").text
        assert "still to be looked at" in page
    assert len(client.get("/games/csv").text.splitlines()) == 3


def test_the_list_survives_the_server_and_shows_tables_that_go_on(
    client: TestClient, finished: str, tmp_path: Path, room: Room
) -> None:
    going = open_table(client, "cribbage", others="basic")
    open_table(client, "poker", others="caller", **{"o-players": "20"})
    page = client.get("/games").text
    assert page.count(f'href="{going}"') == 1
    assert re.search(r"with [^<]*Kate 3 \(bot\) and 16 more <", page)
    assert "and 16 more<" in client.get("/").text
    again = Room(tmp_path / "room.db")
    with Visitor(again.app, cookies=client.cookies) as later:
        page = later.get("/games").text
        assert f"{finished}/replay" in page
        assert f'href="{going}"' in page
    again.close()


def test_the_list_says_how_long_one_has_for_a_turn(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", clock="86400+259200")
    bea = sit_down(client, table)
    until(client, table, lambda seen: seen["to_act"])
    assert post_random_move(client, table, Random(1)).status_code == 200  # lays away
    assert re.search(r"; you have (4 d 0|3 d 23) h left<", bea.get("/games").text)
    assert "you have" not in client.get("/games").text


def test_a_game_that_a_bot_played_to_its_end_is_its_players_and_no_statistic(client: TestClient) -> None:
    """Who had left for a while saw the end as one who watches: without a review, a rematch or a place in a list."""
    table = open_table(client, "cribbage", others="open", **short_form("cribbage"))
    bea, rng = sit_down(client, table), Random(2)
    for browser in (client, bea):
        assert post_random_move(browser, table, rng).status_code == 200  # lays away
    bea.post(f"{table}/leave")
    play_out(client, table)
    seen = look(bea, table)
    assert (seen["over"], seen["seat"]) == (True, 1)
    page = bea.get(table).text
    assert "A bot played on for you: not in your statistics." in page
    assert f'href="{table}/review"' in page
    listed = bea.get("/games").text
    assert f"{table}/replay" in listed
    assert "played to its end by a bot" in listed
    assert ", 1 move<" in listed
    assert "Cribbage</h2>" not in bea.get("/games/statistics").text
    assert "Cribbage</h2>" in client.get("/games/statistics").text
    assert "played to its end by a bot" not in client.get("/games").text
    assert bea.post(f"{table}/again").status_code == 303


def test_a_player_who_has_come_back_has_no_bot_that_played_on(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open", **short_form("cribbage"))
    bea = sit_down(client, table)
    bea.post(f"{table}/leave")
    bea.post(f"{table}/back")
    assert room.table(table).stand_ins.took_over(1) is None
    client.post(f"{table}/leave", data={"for_good": "yes"})
    assert "played to its end by a bot" not in bea.get("/games").text
    assert "A bot played on" not in bea.get(table).text


def test_games_that_ended_before_there_was_a_list_are_on_it(client: TestClient, finished: str, room: Room) -> None:
    """Only tables of the first protocol can be so old: with 2,000 others in memory a new list took 20 ms."""
    secret, live = client.cookies["cardwright"].split(".")[0], room.cardroom.tables[id_of(finished)]
    for protocol, is_listed in ((live.opened.protocol, False), (1, True)):
        live.opened = msgspec.structs.replace(live.opened, protocol=protocol)
        room.store._database.execute("delete from event where game = ?", (own_list_name(secret),))
        room.cardroom.game_lists._known.clear()
        assert (f"{finished}/replay" in client.get("/games").text) is is_listed


def test_two_thousand_games_are_read_from_the_list_alone(client: TestClient, finished: str, room: Room) -> None:
    client.get("/games")
    lists, name = room.cardroom.game_lists, own_list(client)
    (item,) = run(client, lists.read, name).finished
    assert item.summary is not None
    tables = [f"{number:012}" for number in range(2000)]
    run(client, lists.put, name, tables)
    run(client, lists.summarise, name, dict.fromkeys(tables, (item.ended - 1, item.summary)))
    lists._known.clear()
    read = room.store.read
    folded: list[str] = []
    room.store.read = lambda game, since=0: folded.append(game) or read(game, since)  # type: ignore[func-returns-value, method-assign]
    page = client.get("/games?page=67").text
    assert not folded
    assert "Page 67 of 67: 2001 games" in page
    assert client.get("/games?page=68").text == page  # the last one, as after its only game was deleted


def test_a_summary_of_an_earlier_version_is_made_again(client: TestClient, finished: str, room: Room) -> None:
    client.get("/games")
    lists, name = room.cardroom.game_lists, own_list(client)
    (item,) = run(client, lists.read, name).finished
    assert item.summary is not None
    old = Summarised(item.table, item.ended, msgspec.Raw(b'{"moves":7}'), SUMMARY_VERSION - 1)
    room.store._database.execute(
        "update event set body = ? where game = ? and seq = 1", (msgspec.json.encode(old).decode(), name)
    )
    lists._known.clear()
    page = client.get("/games").text
    assert f" {item.summary.moves} moves" in page
    assert " 7 moves" not in page


def test_a_game_whose_table_is_pruned_keeps_its_summary_of_an_earlier_version(
    client: TestClient, finished: str, room: Room
) -> None:
    client.get("/games")
    lists, name = room.cardroom.game_lists, own_list(client)
    execute = room.store._database.execute
    execute("update event set body = replace(body, ?, '') where game = ?", (f',"version":{SUMMARY_VERSION}', name))
    execute("delete from event where game = ?", (id_of(finished),))
    room.cardroom.tables.clear()
    lists._known.clear()
    assert f"{finished}/replay" in client.get("/games").text
    assert "1 lost in a row" in client.get("/games/statistics").text


def test_a_table_played_on_by_a_personal_link_is_on_that_browsers_list(client: TestClient, finished: str) -> None:
    secret = client.cookies["cardwright"].split(".")[0]
    phone = other(client)
    phone.get("/")
    assert phone.get(f"{finished}/seat/{seat_secret(secret, id_of(finished))}").status_code == 303
    assert f"{finished}/replay" in phone.get("/games").text


# Playing on


@pytest.fixture
def cribbage(client: TestClient) -> str:
    table = open_table(client, "cribbage", others="basic", commitment=commitment("my own"), **{"o-to": "61"})
    open_seed(client, table, "my own")
    play_out(client, table)
    return table


def test_a_finished_game_goes_on_from_any_step(client: TestClient, cribbage: str, room: Room) -> None:
    old = room.table(id_of(cribbage)).table
    assert old is not None
    at = next(version for version, step in enumerate(old.log) if version > 20 and step.player == 0)
    made = client.post(f"{cribbage}/onward", data={"at": str(at)}).headers["location"]
    seen = look(client, made)
    assert seen["version"] == at
    assert seen["to_act"] == [0]
    assert f"<span>Played on from step {at} of another game.</span>" in client.get(made).text
    step = old.log[at]
    assert post_move(client, made, at, step.action).status_code == 200
    until(client, made, lambda seen: 0 in seen["to_act"])
    new = room.table(id_of(made)).table
    assert new is not None
    here = len(new.log)
    assert [(each.player, each.action) for each in new.log] == [(each.player, each.action) for each in old.log[:here]]
    play_out(client, made)
    after = client.get(made).text.partition('id="after"')[2].partition("</div>")[0]
    assert f'href="{cribbage}/replay?at={at}">To the original game</a>' in after
    assert "Not in your statistics: guided, uploaded, played on from a step, or played" in client.get("/games").text


def test_the_same_deal_again_deals_the_same_cards(client: TestClient, cribbage: str, room: Room) -> None:
    made = client.post(f"{cribbage}/onward", data={"at": "0"}).headers["location"]
    until(client, made, lambda seen: 0 in seen["to_act"])
    logs = [room.table(id_of(table)).table for table in (cribbage, made)]
    assert logs[0] is not None
    assert logs[1] is not None
    dealt = [[step.action for step in table.log if step.player < 0][:14] for table in logs if table]
    assert dealt[0] == dealt[1]


def test_a_game_that_goes_on_proves_nothing_and_says_so(client: TestClient, cribbage: str) -> None:
    made = client.post(f"{cribbage}/onward", data={"at": "30"}).headers["location"]
    assert "nothing about this deal can be proven" in client.get(made).text
    assert "there is nothing to prove" in client.get(f"{made}/fair", headers={"accept": "text/html"}).text
    play_out(client, made)
    found = record.parse(client.get(f"{made}/record").content)
    assert found.header.notes == {"goes-on-from": 30}
    with pytest.raises(BadRecord, match="not dealt by a server that commits"):
        verify.check(found)


@pytest.mark.parametrize(
    ("at", "status", "message"),
    [("", 400, "is a number"), ("99999", 400, "can be played on from steps 0 to")],
)
def test_a_step_that_is_not_there_is_refused(
    client: TestClient, cribbage: str, at: str, status: int, message: str
) -> None:
    answer = client.post(f"{cribbage}/onward", data={"at": at}, headers=JSON)
    assert answer.status_code == status
    assert message in answer.json()["error"]


def test_only_ones_own_finished_game_against_bots_can_be_played_on(client: TestClient, cribbage: str) -> None:
    stranger = other(client)
    stranger.get("/")
    assert stranger.post(f"{cribbage}/onward", data={"at": "3"}).status_code == 403
    going = open_table(client, "cribbage", others="basic")
    assert client.post(f"{going}/onward", data={"at": "3"}).status_code == 409


def test_the_list_says_when_a_game_ended_by_ones_own_clock(browser: Browser, server: Server) -> None:
    with person(browser, timezone_id="Asia/Tokyo", locale="en-GB") as page:
        play_by_requests(open_table_page(page, server.address, "paigow", **short_form("paigow")), page)
        page.goto(f"{server.address}/games")
        shown = page.locator(".kept time")
        ended = datetime.fromisoformat(shown.get_attribute("datetime") or "") + timedelta(hours=9)
        assert f"{ended:%H:%M}" in shown.inner_text()


def give_up_game(page: Page, server: Server, game: str) -> None:
    """Open a table against a bot, and give its game up."""
    form: dict[str, str | float | bool] = {"game": game, "name": "Ann", "others": "random"}
    table = page.request.post(f"{server.address}/tables", form=form, headers=JSON).json()["goto"]
    left = page.request.post(f"{server.address}{table}/leave", form={"for_good": "yes"}, headers=JSON)
    assert left.ok, left.text()


def test_on_a_telephone_two_lines_choose_the_games_that_are_listed(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE, java_script_enabled=False) as page:
        for game in ("cribbage", "dual-piecepacks"):
            give_up_game(page, server, game)
        page.goto(f"{server.address}/games")
        lines = box_of(page.locator(".filter"))
        assert lines.height < 100
        assert not scrolls_sideways(page)
        page.get_by_label("Game").focus()
        page.keyboard.press("c")
        page.get_by_label("Name of a player").press("Enter")
        page.wait_for_url("**/games?game=cribbage&*")
        assert page.locator(".kept li").count() == 1


def test_a_finished_game_takes_little_of_a_telephone_and_leads_to_its_replay(browser: Browser, server: Server) -> None:
    """Thirty games were 7,300 pixels, eleven windows: each had four buttons in three lines."""
    with person(browser, viewport={"width": 360, "height": 640}, java_script_enabled=False) as page:
        for _ in range(3):
            give_up_game(page, server, "cribbage")
        page.goto(f"{server.address}/games")
        entries = page.locator(".finished")
        assert max(entries.evaluate_all("all => all.map(each => each.offsetHeight)")) < 150
        assert not scrolls_sideways(page)
        entry = entries.first
        expect(entry.get_by_role("link", name="Review")).to_be_visible()
        entry.get_by_text("More…").click()
        expect(entry.get_by_role("button", name="Delete")).to_be_visible()
        entry.get_by_role("button", name="Same deal again").click()
        page.wait_for_url("**/t/*")
        page.goto(f"{server.address}/games")
        page.locator(".finished").first.click(position={"x": 250, "y": 12})
        page.wait_for_url("**/replay")


@pytest.mark.parametrize(
    ("entry", "stored"),
    [
        (Added("abc", "me"), '{"type":"Shelved","table":"abc","by":"me"}'),
        (Agreed("~1", "Ann"), '{"type":"Agreed","shelf":"~1","name":"Ann"}'),
        (Withdrawn("~1"), '{"type":"Withdrawn","shelf":"~1"}'),
    ],
)
def test_entries_keep_their_stored_form(entry: TableEvent, stored: str) -> None:
    assert encode(entry) == stored
