"""The cardroom over HTTP: tables, moves, refusals, restarts."""

import re
import threading
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup
from starlette.testclient import TestClient

from cardwright import games
from cardwright.game import SPECTATOR
from cardwright.scenes import glossary
from cardwright.web import markdown_pages
from cardwright.web.rate_limits import Limiter
from support.playouts import short_form
from support.visitors import JSON, Room, Visitor, look, open_table, other, play_out, post_move, until

# Sitting down and playing


def test_the_lobby_offers_every_game(client: TestClient) -> None:
    page = client.get("/").text
    for room in games.GAMES.values():
        assert room.title.replace("&", "&amp;") in page


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_to_its_end_against_a_bot(client: TestClient, game: str) -> None:
    """By forms alone, as a page without a script sends them."""
    table = open_table(client, game, others="random", **short_form(game))
    play_out(client, table, 4)
    page = client.get(table).text
    assert 'id="result"' in page
    assert client.get(f"{table}/replay?at=3").status_code == 200
    record = client.get(f"{table}/record")
    assert record.status_code == 200
    assert record.text.count("\n") > 3  # the shortest game that there may be


def test_two_people_and_a_spectator(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", listed="yes")
    bea, watcher = other(client), other(client)
    assert "Waiting for 1 more player" in client.get(table).text
    assert table in bea.get("/").text
    assert bea.post(f"{table}/sit", data={"name": "Bea"}).status_code == 303
    assert watcher.post(f"{table}/sit", data={"name": "Cy"}).status_code == 409
    ann, bea_sees, seen = look(client, table), look(bea, table), look(watcher, table)
    assert (ann["seat"], bea_sees["seat"], seen["seat"]) == (0, 1, SPECTATOR)
    assert ann["names"] == ["Ann", "Bea"]
    assert seen["moves"] == []
    assert post_move(watcher, table, seen["version"], ann["moves"][0]["text"]).status_code == 403


def test_the_options_of_the_form_count(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", **{"o-to": "61", "o-muggins": "yes"})
    live = room.table(table)
    assert live.game.settings["to"] == 61
    assert live.game.settings["muggins"] is True
    refused = client.post("/tables", data={"game": "cribbage", "o-to": "50"})
    assert refused.status_code == 400
    assert "takes 121 or 61" in refused.text


def test_names_are_made_harmless(client: TestClient) -> None:
    table = open_table(client, "cribbage", name="<b>x</b>\u202e" + "y" * 60)
    assert look(client, table)["names"][0] == "<b>x</b>" + "y" * 16
    assert "<b>x" not in client.get(table).text


# Refusals change nothing


def test_a_move_is_made_once(client: TestClient) -> None:
    table = open_table(client, "patience")
    seen = look(client, table)
    text = seen["moves"][0]["text"]
    assert post_move(client, table, seen["version"], text).status_code == 200
    after = look(client, table)
    again = post_move(client, table, seen["version"], text)
    assert again.status_code == 409
    assert "the game has gone on" in again.json()["error"]
    assert look(client, table) == after


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 400),
        ({"version": "x", "move": "place A1"}, 400),
        ({"version": "-1", "move": "place A1"}, 400),
        ({"version": "99999999", "move": "place A1"}, 409),
        ({"version": "1", "move": "dance"}, 400),
        ({"version": "1", "move": ""}, 400),
        ({"version": "1", "move": "deal As"}, 400),
    ],
)
def test_moves_that_are_none(client: TestClient, form: dict[str, str], status: int) -> None:
    table = open_table(client, "patience")
    before = look(client, table)
    answer = client.post(f"{table}/move", data=form, headers=JSON)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]
    assert look(client, table) == before


def test_strangers_change_nothing(client: TestClient) -> None:
    table = open_table(client, "patience")
    before = look(client, table)
    move = {"version": str(before["version"]), "move": before["moves"][0]["text"]}
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert client.post(f"{table}/move", data=move, headers=headers).status_code == 403
    assert client.post(f"{table}/move", content=b"x" * 9000).status_code == 413
    assert client.post(f"{table}/move", json=move).status_code == 415
    assert client.get(f"{table}/move").status_code == 405
    assert look(client, table) == before


def test_a_refusal_that_ends_with_a_question_has_no_full_stop(client: TestClient) -> None:
    assert "did you mean &#39;video-poker&#39;?</p>" in client.get("/odds/poker").text


@pytest.mark.parametrize("path", ["/nowhere", "/t/none", "/new/chess", "/rules/chess", "/t/none/record"])
def test_what_is_not_there(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert "<h1>There is no such page</h1>" in answer.text
    assert 'href="/games"' in answer.text  # where a table that is still there can be found


def test_the_list_of_rules_says_how_each_game_is_won_and_the_glossary_leads_to_each_letter(client: TestClient) -> None:
    listed = unescape(client.get("/rules").text)
    assert all(f"{room.title}</a></h2>\n<p>{room.aim}</p>" in listed for room in games.GAMES.values())
    page = client.get("/glossary").text
    letters = re.findall(r'<a href="#([^"]+)">([A-Z])</a>', page)
    assert [letter for _, letter in letters] == sorted(
        {term[0].upper() for term in glossary.terms() if term[0].isalpha()}
    )
    assert all(f'<dt id="{anchor}">' in page for anchor, _ in letters)


WORDS = st.text(max_size=30) | st.sampled_from(["place 1 A1", "undo", "1", "0", "yes", "cribbage", "patience", "open"])
FORMS = st.dictionaries(
    st.sampled_from(
        [
            "version",
            "move",
            "number-0",
            "name",
            "game",
            "others",
            "text",
            "phrase",
            "o-to",
            "clock",
            "seed",
            "commitment",
        ]
    ),
    WORDS,
    max_size=5,
)


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(path=st.sampled_from(["move", "sit", "open", "say", "hint", "again", "show"]), form=FORMS)
def test_any_form_gets_an_answer(client: TestClient, path: str, form: dict[str, str]) -> None:
    """No form brings the server down, and one that is refused changes nothing of the game."""
    table = open_table(client, "patience")
    before = look(client, table)
    answer = client.post(f"{table}/{path}", data=form, headers=JSON)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert look(client, table) == before


def test_limits_say_so(tmp_path: Path) -> None:
    room = Room(tmp_path / "limited.db", limits=True)
    with Visitor(room.app) as client:
        answers = [client.post("/tables", data={"game": "patience"}).status_code for _ in range(20)]
    room.close()
    assert answers[0] == 303
    assert answers[-1] == 429


def test_a_bucket_refills() -> None:
    now = 0.0
    limiter = Limiter(rate=2, burst=3, clock=lambda: now)
    assert [limiter.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limiter.allows("b")
    now = 0.5
    assert [limiter.allows("a") for _ in range(2)] == [True, False]


# Nothing is lost


def test_no_document_is_rendered_on_the_event_loop(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(client, "patience")
    rendered, threads = markdown_pages.render, []

    def noted(*texts: Any, **given: Any) -> tuple[str, Markup]:
        threads.append(threading.get_ident())
        return rendered(*texts, **given)

    monkeypatch.setattr(markdown_pages, "render", noted)
    for cached in (markdown_pages.rules, markdown_pages.fair_deals):
        cached.cache_clear()
    for path in ("/rules/cribbage", "/rules", f"{table}/rules", "/fair-deals"):
        assert client.get(path).status_code == 200
    loop = client.portal.call(threading.get_ident) if client.portal else 0
    assert len(threads) == 3  # the list of rules shows none of them
    assert loop not in threads


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    first = Room(path)
    with Visitor(first.app) as client:
        table = open_table(client, "cribbage", others="basic")
        until(client, table, lambda seen: seen["to_act"] == [0])
        before = look(client, table)
        cookie = client.cookies["cardwright"]
    first.close()
    second = Room(path)
    with Visitor(second.app, cookies={"cardwright": cookie}) as client:
        assert look(client, table) == before
        assert post_move(client, table, before["version"], before["moves"][0]["text"]).status_code == 200
    second.close()


def test_two_servers_on_one_log(tmp_path: Path) -> None:
    """Moves made at one are there at the other, and a race is lost in good order."""
    path = tmp_path / "room.db"
    one, two = Room(path), Room(path)
    with (
        Visitor(one.app) as here,
        Visitor(two.app) as there,
    ):
        table = open_table(here, "patience")
        there.cookies.update(here.cookies)
        for turn in range(12):
            at, elsewhere = (here, there) if turn % 2 else (there, here)
            seen = look(at, table)
            assert seen == look(elsewhere, table)
            assert post_move(at, table, seen["version"], seen["moves"][0]["text"]).status_code == 200
            assert post_move(elsewhere, table, seen["version"], seen["moves"][0]["text"]).status_code == 409
    one.close()
    two.close()


def test_the_address_of_a_refused_form_leads_a_browser_to_its_table(client: TestClient) -> None:
    table = open_table(client, "cribbage")
    assert other(client).post(f"{table}/sit").status_code == 409
    again = other(client).get(f"{table}/sit", headers={"accept": "text/html"}, follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, table)
    assert other(client).get(f"{table}/sit").status_code == 405
