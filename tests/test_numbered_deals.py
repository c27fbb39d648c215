"""Numbered deals: the same game in the browser and in the terminal; the daily deal and its results."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.logs.game_lists import day_list_name
from cardwright.cli import main
from cardwright.play import record
from cardwright.play.clock import utc_date
from cardwright.play.daily import number
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.seat_names import seat_names
from cardwright.testing import short
from cardwright.testing.configuration import Options
from support.playouts import form_of
from support.visitors import JSON, Room, Visitor, look, open_table, other, play_out, run


def log_of(room: Room, table: str) -> list[tuple[int, str]]:
    live = room.table(table)
    assert live.table is not None
    return [(step.player, step.action) for step in live.table.log]


def give_up(client: TestClient, table: str) -> None:
    client.post(f"{table}/leave", data={"for_good": "yes"})


# Each game in its short form, and one in which three choose at once.
DEALT: list[tuple[str, Options]] = [
    *((name, short(name)) for name in games.GAMES),
    ("paigow", {"players": 3, "rounds": 3}),
]


@pytest.mark.parametrize(("game", "options"), DEALT, ids=str)
def test_a_number_deals_the_same_game_in_the_browser_and_in_the_terminal(
    client: TestClient, room: Room, game: str, options: Options
) -> None:
    made = games.create(game, **options)
    bot = "random" if made.players > 1 else ""
    more = {"others": bot} if bot else {}
    table = open_table(client, game, deal="4711", **more, **form_of(options))
    play_out(client, table)
    web = log_of(room, table)
    kinds = ["you", *[bot] * (made.players - 1)]
    local = LocalGame(Table(made, Luck.numbered(4711), pace=None), seat_names(kinds), kinds, "random", 4711)
    mine = iter([action for player, action in web if player == 0])
    local.settle()
    while (seat := local.actor) is not None:
        local.act(seat, next(mine) if seat == 0 else local.thinker(seat)())
        local.settle()
    here = [(step.player, step.action) for step in local.table.log]
    # Where several choose at once they do so in either order.
    assert [step for step in here if step[0] < 0] == [step for step in web if step[0] < 0]
    assert sorted(here) == sorted(web)


def test_a_numbered_deal_says_that_it_can_be_known(client: TestClient) -> None:
    table = open_table(client, "patience", deal="12")
    page = client.get(table).text
    assert "deal 12" in page
    assert "nothing about this deal can be proven" in page
    give_up(client, table)
    assert "Same deal again" in client.get(table).text
    assert "deal 12" in client.get("/games").text


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"deal": "x"}, "a whole number"),
        ({"deal": "1234567890"}, "a whole number"),
        ({"deal": "7", "others": "open"}, "no number where people play"),
    ],
)
def test_a_number_is_checked(client: TestClient, form: dict[str, str], message: str) -> None:
    answer = client.post("/tables", data={"game": "cribbage", **form}, headers=JSON)
    assert answer.status_code == 400
    assert message in answer.json()["error"]


def test_a_link_fills_in_the_number(client: TestClient) -> None:
    assert (
        'name="deal" inputmode="numeric" pattern="[0-9]*" maxlength="9" value="77"'
        in client.get("/new/patience?deal=77").text
    )


# The daily deal


@pytest.fixture
def day(room: Room) -> str:
    """Today, which does not end during a test."""
    now = room.cardroom.uptime.wall()
    room.cardroom.uptime.wall = lambda: now
    return utc_date(now)


def test_each_browser_has_one_try_at_the_deal_of_the_day(client: TestClient, room: Room, day: str) -> None:
    answer = client.get("/daily")
    assert "enter your own" in answer.text
    assert answer.headers["content-encoding"] == "gzip"  # it has a picture of each game
    assert answer.text.count('class="thumbnail') == len(games.GAMES)
    table = client.post("/daily/patience", data={"name": "Ann"}).headers["location"]
    page = client.get("/daily").text
    assert "your name, Ann" in page
    assert "Against Mei, 5 minutes" in page
    assert client.post("/daily/patience").headers["location"] == table
    bea = other(client)
    bea.get("/daily")
    theirs = bea.post("/daily/patience", data={"name": "Bea"}).headers["location"]
    assert theirs != table
    assert log_of(room, table)[0] == log_of(room, theirs)[0]
    assert room.table(table).deal_number == number(day)
    assert "the daily deal of" in client.get(table).text


def test_people_of_one_address_do_not_fill_a_day(tmp_path: Path) -> None:
    room = Room(tmp_path / "log.db", limits=True)
    with Visitor(room.app) as client:
        browsers = [other(client) for _ in range(23)]
        for number, each in enumerate(browsers):
            each.cookies.set("cardwright", f"{number:043}")
        answers = [each.post("/daily/patience") for each in browsers[:22]]
        assert [answer.status_code for answer in answers] == [303] * 20 + [429] * 2
        assert "many people of your address have begun this deal" in answers[-1].text.lower()
        assert browsers[22].post("/daily/cribbage").status_code == 303
        away = other(client, "192.0.2.7")
        there = away.post("/daily/patience").headers["location"]
        assert away.post("/daily/patience").headers["location"] == there  # the way back to one's own takes no place
    room.close()


def test_the_results_of_the_day_are_listed_best_first(client: TestClient, room: Room, day: str) -> None:
    tables = []
    for name in ("Ann", "Bea", "Cy"):
        browser = client if name == "Ann" else other(client)
        browser.get("/daily")
        table = browser.post("/daily/patience", data={"name": name}).headers["location"]
        play_out(browser, table) if name != "Cy" else give_up(browser, table)
        tables.append(table)
    page = client.get("/daily").text
    game_list = run(client, room.cardroom.game_lists.read, day_list_name(day, "patience"))
    scores = {item.summary.names[0]: item.summary.score for item in game_list.finished if item.summary}
    assert set(scores) == {"Ann", "Bea", "Cy"}
    places = sorted(scores, key=lambda name: page.index(f". {name}</span>"))
    assert [scores[name] for name in places] == sorted(scores.values(), reverse=True)
    assert f"Cardwright daily {day}, Po&amp; Poker Patience: 🟥 {scores['Ann']} of 16 http://testserver/daily" in page
    assert "Today’s results" in client.get(tables[0]).text
    assert f'<a class="button" href="{tables[0]}/review">Review</a>' in page
    assert "🟥" not in other(client).get("/daily").text  # a person shares only their own result


def test_a_day_to_come_has_no_page(client: TestClient, day: str) -> None:
    assert client.get("/daily?day=9999-01-01").status_code == 400
    assert client.get("/daily?day=20261122").status_code == 400
    assert client.get("/daily?day=0001-01-01").status_code == 200  # which has no day before it
    page = client.get("/daily?day=2026-01-02").text
    assert 'href="/daily?day=2026-01-01">the day before' in page
    assert "/new/patience?deal=20260102" in page
    assert client.post("/daily/whist").status_code == 404


def test_the_terminal_deals_the_deal_of_the_day(
    client: TestClient, room: Room, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "patience", "--daily", "--bot", "random"]) == 0
    (path,) = (tmp_path / "cardwright" / "games").glob("*.jsonl")

    here = [step.action for step in record.read(path).log if step.player < 0]
    client.get("/daily")
    table = client.post("/daily/patience").headers["location"]
    play_out(client, table)
    there = [action for player, action in log_of(room, table) if player < 0]
    assert here == there
    assert look(client, table)["over"]
