"""The cardroom over HTTP: tables, seats, moves, refusals, restarts, and what must never leave the server."""

import asyncio
import io
import logging
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cli import main
from cardwright.errors import StoreError
from cardwright.game import CHANCE, SPECTATOR
from cardwright.scene import Move
from cardwright.store import LEASE
from cardwright.store.sqlite import SqliteStore
from cardwright.table import proof, seat_record
from cardwright.table.record import dump, parse
from cardwright.web import minds, pages
from cardwright.web.app import create_app
from cardwright.web.guard import Limiter, hashed, seat_secret
from cardwright.web.house import BEAT, House
from cardwright.web.lobby import IDLE
from cardwright.web.serve import Lines

JSON = {"accept": "application/json"}
PLAYED = ("cribbage", "flexdeck", "patience", "paigow", "pyramid")
SHORT: dict[str, dict[str, str]] = {"cribbage": {"o-to": "61"}}


class Room:
    """A server on one log; a client for each browser."""

    def __init__(self, path: Path, **more: Any) -> None:
        self.store = SqliteStore(path)
        self.minds = ThreadPoolExecutor(2)
        self.house = House(self.store, self.minds, pace=0)
        self.app = create_app(self.house, **({"limits": False} | more))

    def close(self) -> None:
        self.minds.shutdown(wait=False, cancel_futures=True)
        self.store.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "room.db")
    yield made
    made.close()


@pytest.fixture
def client(room: Room) -> Iterator[TestClient]:
    with TestClient(room.app, follow_redirects=False) as made:
        yield made


def other(client: TestClient) -> TestClient:
    """Another browser on the same server."""
    made = TestClient(client.app, follow_redirects=False)
    made.portal = client.portal
    return made


def open_table(client: TestClient, game: str, **form: str) -> str:
    answer = client.post("/tables", data={"game": game, "name": "Ann", **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def look(client: TestClient, table: str) -> dict[str, Any]:
    answer = client.get(f"{table}/view")
    assert answer.status_code == 200
    return answer.json()  # type: ignore[no-any-return]


def until(client: TestClient, table: str, done: Any, seconds: float = 30) -> dict[str, Any]:
    """Wait for the bots."""
    end = time.monotonic() + seconds
    while not done(seen := look(client, table)):
        assert time.monotonic() < end, seen["to_act"]
        time.sleep(0.002)
    return seen


def post_move(client: TestClient, table: str, version: int, text: str, **more: str) -> Any:
    return client.post(f"{table}/move", data={"version": str(version), "move": text, **more}, headers=JSON)


def some_move(seen: dict[str, Any], rng: Random) -> tuple[str, dict[str, str]]:
    """Any move of a view, with a number put in for it where it asks for one."""
    moves = msgspec.convert(seen["moves"], list[Move])
    chosen = rng.choice(moves)
    if chosen.number is None:
        return chosen.text, {}
    place = [move for move in moves if move.number].index(chosen)
    count = (chosen.number.high - chosen.number.low) // chosen.number.step
    return chosen.text, {f"number-{place}": str(chosen.number.low + rng.randint(0, count) * chosen.number.step)}


# Sitting down and playing


def test_the_lobby_offers_every_game(client: TestClient) -> None:
    page = client.get("/").text
    for room in games.GAMES.values():
        assert room.title.replace("&", "&amp;") in page


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_to_its_end_against_a_bot(client: TestClient, game: str) -> None:
    """By forms alone, as a page without a script sends them."""
    table = open_table(client, game, others="random", **SHORT.get(game, {}))
    rng = Random(4)
    for _ in range(3000):
        seen = until(client, table, lambda seen: seen["over"] or seen["seat"] in seen["to_act"])
        if seen["over"]:
            break
        text, numbers = some_move(seen, rng)
        answer = post_move(client, table, seen["version"], text, **numbers)
        assert answer.status_code in (200, 409), answer.text
    assert look(client, table)["over"]
    page = client.get(table).text
    assert 'id="result"' in page
    assert client.get(f"{table}/replay?at=3").status_code == 200
    record = client.get(f"{table}/record")
    assert record.status_code == 200
    assert record.text.count("\n") > 10


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
    live = room.house.table(table.removeprefix("/t/"))
    assert live.game.settings["to"] == 61
    assert live.game.settings["muggins"] is True
    refused = client.post("/tables", data={"game": "cribbage", "o-to": "50"})
    assert refused.status_code == 400
    assert "takes 121, 61" in refused.text


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
    assert "meant for" in again.json()["error"]
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


@pytest.mark.parametrize("path", ["/nowhere", "/t/none", "/new/chess", "/rules/chess", "/t/none/record"])
def test_what_is_not_there(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


WORDS = st.text(max_size=30) | st.sampled_from(["place 1 A1", "undo", "1", "0", "yes", "cribbage", "patience", "open"])
FORMS = st.dictionaries(
    st.sampled_from(
        ["version", "move", "number-0", "name", "game", "others", "text", "phrase", "o-to", "clock", "seed"]
    ),
    WORDS,
    max_size=5,
)


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(path=st.sampled_from(["move", "sit", "say", "hint", "again", "show"]), form=FORMS)
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
    with TestClient(room.app, follow_redirects=False) as client:
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


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    first = Room(path)
    with TestClient(first.app, follow_redirects=False) as client:
        table = open_table(client, "cribbage", others="basic")
        until(client, table, lambda seen: seen["to_act"] == [0])
        before = look(client, table)
        cookie = client.cookies["cardwright"]
    first.close()
    second = Room(path)
    with TestClient(second.app, follow_redirects=False, cookies={"cardwright": cookie}) as client:
        assert look(client, table) == before
        assert post_move(client, table, before["version"], before["moves"][0]["text"]).status_code == 200
    second.close()


def test_two_servers_on_one_log(tmp_path: Path) -> None:
    """Moves made at one are there at the other, and a race is lost in good order."""
    path = tmp_path / "room.db"
    one, two = Room(path), Room(path)
    with (
        TestClient(one.app, follow_redirects=False) as here,
        TestClient(two.app, follow_redirects=False) as there,
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


def test_a_personal_link_opens_the_seat_elsewhere(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    page = client.get(f"{table}/link").text
    found = re.search(rf"{table}/seat/([\w-]+)", page)
    assert found
    phone = other(client)
    answer = phone.get(f"{table}/seat/{found[1]}")
    assert answer.status_code == 303
    assert answer.headers["location"] == table
    assert look(phone, table)["seat"] == 0
    assert other(client).get(f"{table}/seat/{'x' * 43}").status_code == 403
    assert other(client).get(f"{table}/link").status_code == 403


# Names, seats for whom, and what the lobby says


def called(browser: TestClient, table: str, seat: int = 0) -> str:
    return str(look(browser, table)["names"][seat])


def test_a_name_is_remembered(client: TestClient) -> None:
    open_table(client, "patience", name="Ann O'Hara & co")
    quick = client.post("/tables", data={"game": "cribbage", "quick": "yes"}).headers["location"]
    assert called(client, quick) == "Ann O'Hara & co"
    assert 'value="Ann O&#39;Hara &amp; co"' in client.get("/").text
    assert client.post("/name", data={"name": "Bo"}).headers["location"] == "/"
    assert called(client, open_table(client, "patience", name="")) == "Bo"
    client.post("/name", data={"name": ""})
    assert "called" not in client.cookies


def test_whoever_gives_no_name_gets_one_that_stays(client: TestClient) -> None:
    first, second = (called(client, open_table(client, "patience", name="")) for _ in range(2))
    assert re.fullmatch("Guest [A-Z][a-z]+", first)
    assert first == second


def test_people_and_bots_at_one_table(client: TestClient) -> None:
    form = {"o-players": "6", "others": "caller", "people": "2"}
    table = open_table(client, "poker", **form)
    seen = look(client, table)
    assert seen["free"] == [1, 2]
    assert seen["names"][3:] == ["caller bot 1", "caller bot 2", "caller bot 3"]
    for people in ("6", "-1", "x", "\u0662"):
        refused = client.post("/tables", data={"game": "poker", **form, "people": people})
        assert refused.status_code == 400
        assert "0 to 5" in refused.text


def test_the_lobby_says_who_plays_what(client: TestClient) -> None:
    form = {"o-to": "61", "o-muggins": "yes", "others": "open", "clock": "30+180", "chat": "yes"}
    table = open_table(client, "cribbage", **form)
    bea = other(client)
    lobby = bea.get("/").text
    entry = lobby[lobby.index('id="open"') :]
    assert "Cribbage</strong>: Ann" in entry
    assert "1 free seat; to 61, muggins, clock: 30 seconds a turn and 3 minutes in reserve, free chat" in entry
    assert f'href="{table}">Sit down' in entry
    assert "waits for 1 more" in client.get("/").text
    bea.post(f"{table}/sit", data={"name": "Bea"})
    watcher = other(client).get("/").text
    assert f'href="{table}">Watch' in watcher
    assert "Ann, Bea" in watcher


def test_what_the_lobby_does_not_show(client: TestClient, room: Room) -> None:
    quick = client.post("/tables", data={"game": "cribbage", "quick": "yes"}).headers["location"]
    by_link = open_table(client, "cribbage", others="open", listed="no")
    empty = open_table(client, "cribbage", others="open")
    client.post(f"{empty}/leave")
    old = open_table(client, "cribbage", others="open")
    room.house.table(old.removeprefix("/t/")).at -= IDLE
    lobby = other(client).get("/").text
    for table in (quick, by_link, empty, old):
        assert table not in lobby


def test_a_table_by_link_seats_whom_a_player_asks(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", listed="no")
    found = re.search(rf"{table}/join/([\w-]{{24}})", client.get(table).text)
    assert found
    bea, cy = other(client), other(client)
    for path in ("", "/watch", "/join/" + "x" * 24):
        page = cy.get(f"{table}{path}").text
        assert "Sit down" not in page
        assert found[1] not in page
    for form in ({}, {"invitation": "x" * 24}, {"invitation": "\u00e9"}):
        assert cy.post(f"{table}/sit", data={"name": "Cy", **form}).status_code == 403
    page = bea.get(f"{table}/join/{found[1]}").text
    assert "Sit down" in page
    assert bea.post(f"{table}/sit", data={"name": "Bea", "invitation": found[1]}).status_code == 303
    assert look(cy, table)["names"] == ["Ann", "Bea"]
    assert bea.get(f"{table}/join/{found[1]}").headers["location"] == table


def test_the_link_for_watching_offers_no_seat(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    guest = other(client)
    assert "Sit down" in guest.get(table).text
    page = guest.get(f"{table}/watch").text
    assert "Sit down" not in page
    found = re.search('data-socket="([^"]+)"', page)
    assert found
    with guest.websocket_connect(found[1]) as feed:
        assert "Sit down" not in feed.receive_text()


# Leaving, and coming back


def test_who_has_left_can_come_back(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="open")
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "Bea"})
    assert bea.post(f"{table}/back", headers=JSON).status_code == 403
    bea.post(f"{table}/leave")
    assert "Bea: left; a bot plays" in client.get(table).text
    assert look(bea, table)["seat"] == SPECTATOR
    assert "Take your seat again" in bea.get(table).text
    assert "Take your seat again" not in other(client).get(table).text
    until(client, table, lambda seen: 1 not in seen["to_act"])
    assert bea.post(f"{table}/back").status_code == 303
    assert look(bea, table)["seat"] == 1
    page = client.get(table).text
    assert "Bea: left; a bot plays." not in page
    assert "Bea: back at the table" in page


def test_nobody_plays_on_where_nobody_is_left(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="random")
    client.post(f"{table}/leave")
    live = room.house.table(table.removeprefix("/t/"))
    assert live.deserted
    version = live.table.version if live.table else -1
    time.sleep(0.1)
    after = room.house.table(live.id).table
    assert after is not None
    assert after.version - version <= 1  # the thought that was under way
    client.post(f"{table}/back")
    until(client, table, lambda seen: 0 in seen["to_act"])


# Talk, rematches, reading


def test_a_player_is_muted_for_oneself_alone(client: TestClient) -> None:
    """By forms alone, in the page and in the socket; nothing of it reaches the others or another table."""
    table = open_table(client, "cribbage", others="open", chat="yes")
    bea = other(client)
    bea.post(f"{table}/sit", data={"name": "Bea"})
    bea.post(f"{table}/say", data={"text": "blah blah"})
    assert "Mute Bea" in client.get(table).text
    assert "Mute Ann" not in bea.get(table).text
    muted = client.post(f"{table}/mute", data={"seat": "1"})
    assert f"Path={table};" in muted.headers["set-cookie"]
    page = client.get(table).text
    assert "blah" not in page
    assert "Hear Bea again" in page
    with client.websocket_connect(f"{table}/feed") as feed:
        assert "blah" not in feed.receive_text()
    assert "blah" in bea.get(table).text
    assert "blah" in other(client).get(table).text
    client.post(f"{table}/mute", data={"seat": "1"})
    assert "blah" in client.get(table).text
    for seat in ("", "2", "-1", "x", "999"):
        assert client.post(f"{table}/mute", data={"seat": seat}, headers=JSON).status_code == 400


def test_a_rematch_seats_whoever_asks(client: TestClient, room: Room) -> None:
    """Also at a table by link: its players need no invitation to the next."""
    table = open_table(client, "flexdeck", others="open", listed="no", **{"o-rounds": "1"})
    invitation = room.house.invitation(room.house.table(table.removeprefix("/t/")))
    bea, rng = other(client), Random(3)
    bea.post(f"{table}/sit", data={"name": "Bea", "invitation": invitation})
    while not (seen := look(client, table))["over"]:
        browser = (client, bea)[seen["to_act"][0]]
        seen = look(browser, table)
        post_move(browser, table, seen["version"], some_move(seen, rng)[0])
    next = client.post(f"{table}/again").headers["location"]
    page = bea.get(table).text
    assert "To the rematch" in page
    assert "Ann sat down for another game" in page
    assert bea.post(f"{table}/again").headers["location"] == next
    assert look(bea, next)["names"] == ["Ann", "Bea"]


def test_set_phrases_and_free_talk(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    assert client.post(f"{table}/say", data={"phrase": "Good luck"}, headers=JSON).status_code == 200
    assert client.post(f"{table}/say", data={"text": "free words"}, headers=JSON).status_code == 409
    chatty = open_table(client, "cribbage", others="basic", chat="yes")
    assert client.post(f"{chatty}/say", data={"text": "<i>free</i> words"}, headers=JSON).status_code == 200
    assert "&lt;i&gt;free&lt;/i&gt; words" in client.get(chatty).text
    assert other(client).post(f"{chatty}/say", data={"text": "me too"}, headers=JSON).status_code == 403


def test_a_hint_tells_why(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="basic")
    until(client, table, lambda seen: 0 in seen["to_act"])
    said = client.post(f"{table}/hint", headers=JSON).json()["notice"]
    assert said.startswith("Hint: ")
    assert ":" in said.removeprefix("Hint: ")


def test_every_page_of_rules_and_the_glossary(client: TestClient) -> None:
    assert len(pages.glossary()) >= 140
    index = client.get("/rules").text
    for name in pages.rules_pages():
        assert f"/rules/{name}" in index
        page = client.get(f"/rules/{name}").text
        assert "<h1>" in page
        assert 'class="term"' in page
    assert client.get("/glossary").text.count("<dt") == len(pages.glossary())


# What leaves the server


def test_headers_and_cookies(client: TestClient) -> None:
    answer = client.post("/tables", data={"game": "patience"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert len(client.cookies["cardwright"]) * 6 >= 128
    page = client.get("/")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "<style" not in page.text
    assert " style=" not in page.text
    assert not re.search(r"<script(?![^>]*src=)", page.text)


def test_the_log_keeps_only_a_hash_of_a_seat(client: TestClient, room: Room) -> None:
    table = open_table(client, "cribbage", others="basic")
    bodies = "".join(event.body for event in room.store.read(table.removeprefix("/t/")))
    own = client.cookies["cardwright"]
    seat = seat_secret(own, table.removeprefix("/t/"))
    assert own not in bodies
    assert hashed(own) not in bodies
    assert seat not in bodies
    assert hashed(seat) in bodies


def everything(browser: TestClient, table: str, foreign: list[dict[str, str]]) -> list[Any]:
    """All that the server tells a browser of a game in progress: page, JSON, both sockets, hints, and refusals.

    Of these, some are of ``foreign`` moves, which name cards that another seat holds.
    """
    told: list[Any] = [
        browser.get(f"{table}{path}").text for path in ("", "/view", "/record", "/replay", "/link", "/fair")
    ]
    told.append(browser.post(f"{table}/hint", headers=JSON).text)
    for path in ("feed", "views"):
        with browser.websocket_connect(f"{table}/{path}") as socket:
            told.append(socket.receive_text())
    refused: list[dict[str, str]] = [{"version": "0", "move": "dance"}, {"version": "99999", "move": "go"}, {}]
    for form in refused + foreign:
        answer = browser.post(f"{table}/move", data=form, headers=JSON)
        assert answer.status_code >= 400
        told.append((answer.status_code, answer.text))
    return told


def foreign_moves(live: Any, seat: int, rng: Random) -> list[dict[str, str]]:
    """Moves of others that this seat has not, as if it had looked at their cards."""
    own = {move.text for move in live.scene(seat).moves}
    others = {move.text for other in live.table.to_act for move in live.scene(other).moves} - own
    others = {text for text in others if "{}" not in text}
    drawn = rng.sample(sorted(others), min(3, len(others)))
    held = [{"version": str(live.table.version), "move": text} for text in drawn]
    own_words = {text.split()[0] for text in own if " " in text}
    return held + [
        {"version": str(live.table.version), "move": f"{word} {card}"}
        for word in sorted(own_words)
        for card in ("As", "5h", "Td")
        if not any(text.startswith(word) and card in text for text in own)
    ]


@pytest.mark.parametrize("game", ["cribbage", "flexdeck", "paigow", "pyramid", "patience", "dual-piecepacks", "poker"])
def test_pages_and_feeds_hold_nothing_hidden(client: TestClient, room: Room, game: str) -> None:
    """The bytes for a seat are the same whatever it may not know: every moment, seat by seat."""
    table = open_table(client, game, others="open", clock="off")
    live = room.house.table(table.removeprefix("/t/"))
    people = [client]
    while live.free:
        joined = other(client)
        joined.post(f"{table}/sit", data={"name": "Bo"})
        people.append(joined)
        live = room.house.table(live.id)
    rng = Random(1)
    for _ in range(16):
        if live.over:
            break
        assert live.table is not None
        for seat, browser in [*enumerate(people), (SPECTATOR, other(client))]:
            foreign = foreign_moves(live, seat, rng)
            before = everything(browser, table, foreign)
            state = live.table.state
            live.table.state = live.game.sample_state(live.table.view(seat), rng)
            assert everything(browser, table, foreign) == before
            live.table.state = state
        seat = live.table.to_act[0]
        seen = look(people[seat], table)
        text, numbers = some_move(seen, rng)
        post_move(people[seat], table, seen["version"], text, **numbers)
        live = room.house.table(live.id)


def test_the_feed_sends_frames_and_only_when_something_happened(client: TestClient) -> None:
    table = open_table(client, "patience")
    seen = look(client, table)
    with client.websocket_connect(f"{table}/feed") as feed:
        first = feed.receive_text()
        assert f'data-version="{seen["version"]}"' in first
        post_move(client, table, seen["version"], seen["moves"][0]["text"])
        second = feed.receive_text()
    assert first != second


def test_a_socket_from_elsewhere_is_refused(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    table = open_table(client, "patience")
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{table}/feed", headers={"origin": "https://evil.example"}) as feed,
    ):
        feed.receive_text()


@pytest.mark.parametrize("option", ["ranking", "variant"])
def test_a_stranger_names_no_file(client: TestClient, tmp_path: Path, option: str) -> None:
    """Whether a file is there, and what it holds, is nobody's business."""
    there = tmp_path / "there.toml"
    there.write_text("secret = 1\n")
    answers = [
        client.post("/tables", data={"game": "poker", f"o-{option}": path}, headers=JSON)
        for path in (str(there), str(tmp_path / "not-there.toml"), "/etc/passwd")
    ]
    assert {answer.status_code for answer in answers} == {400}
    assert not [answer for answer in answers if "secret" in answer.json()["error"]]
    assert len({answer.json()["error"].partition(": ")[2] for answer in answers}) == 1


# Fair deals


def test_the_promise_comes_before_the_seeds_and_is_kept(client: TestClient, tmp_path: Path) -> None:
    promised = client.get("/promise").json()
    table = open_table(client, "patience", table=promised["table"], seed="ann's own")
    assert table == f"/t/{promised['table']}"
    told = client.get(f"{table}/fair").json()
    assert told["commitment"] == promised["commitment"]
    assert told["own"] == [True]
    assert told["seals"]
    assert "openings" not in told
    rng = Random(2)
    while not (seen := look(client, table))["over"]:
        move = rng.choice([move for move in seen["moves"] if move["text"] != "undo"])
        post_move(client, table, seen["version"], move["text"])
    record = tmp_path / "record.jsonl"
    record.write_bytes(client.get(f"{table}/record").content)
    assert main(["verify", str(record), "--commitment", promised["commitment"]]) == 0
    told = client.get(f"{table}/fair").json()
    assert told["openings"]
    for version, (salt, action) in told["openings"].items():
        assert proof.opens(salt, int(version), action, told["seals"][version])


def test_the_muck_stays_hidden_until_all_agree_to_show_it(client: TestClient, room: Room, tmp_path: Path) -> None:
    """Each has the record of their own seat, whoever watched that of what everyone saw; then all have everything."""
    table = open_table(client, "poker", others="open", **{"o-players": "2", "o-deals": "6", "clock": "off"})
    bea, watcher = other(client), other(client)
    assert bea.post(f"{table}/sit", data={"name": "Bea"}).status_code == 303
    rng = Random(4)
    while not (seen := look(client, table))["over"]:
        at = client if 0 in seen["to_act"] else bea
        text, numbers = some_move(seen := look(at, table), rng)
        post_move(at, table, seen["version"], text, **numbers)
    live = room.house.table(table.removeprefix("/t/"))
    whole = live.whole()
    commitment = client.get(f"{table}/fair").json()["commitment"]

    def had(browser: TestClient) -> tuple[bytes, str, str]:
        answer = browser.get(f"{table}/record")
        path = tmp_path / "had.jsonl"
        path.write_bytes(answer.content)
        assert main(["verify", str(path), "--commitment", commitment]) == 0
        assert main(["replay", str(path), "--plain"]) == 0
        return (
            answer.content,
            answer.headers["content-disposition"].partition('"')[2].rstrip('"'),
            browser.get(table).text,
        )

    for seat, browser, name, words in (
        (0, client, "-seat-1", "what you saw from your seat"),
        (1, bea, "-seat-2", "what you saw from your seat"),
        (SPECTATOR, watcher, "-watched", "what everyone saw"),
    ):
        data, file, page = had(browser)
        found = seat_record.parse(data)
        assert (found.header.seat, file) == (seat, f"poker-{live.id}{name}.jsonl")
        assert list(found.views) == [live.game.view(state, seat) for state in whole.states]
        opened = {str(version) for version, step in enumerate(found.steps[1:]) if step.salt}
        assert opened == set(browser.get(f"{table}/fair").json()["openings"])
        assert len(opened) < sum(entry.player == CHANCE for entry in whole.log)
        assert not any(each.seed.encode() in data for each in [*live.seats, live.opened])
        assert words in page
    client.post(f"{table}/show")
    assert seat_record.parse(had(client)[0]).header.seat == 0
    bea.post(f"{table}/show")
    for browser in (client, bea, watcher):
        data, file, page = had(browser)
        assert (data, file) == (dump(whole.header, whole.log), f"poker-{live.id}.jsonl")
        assert "The record holds the whole game" in page


def test_who_plays_alone_agrees_by_asking(client: TestClient) -> None:
    table = open_table(client, "pyramid", others="random")
    rng = Random(4)
    while not (seen := until(client, table, lambda seen: seen["over"] or 0 in seen["to_act"]))["over"]:
        post_move(client, table, seen["version"], some_move(seen, rng)[0])
    assert parse(client.get(f"{table}/record").content).header.notes["seed"]
    assert seat_record.parse(other(client).get(f"{table}/record").content).header.seat == SPECTATOR


def test_a_name_is_used_once(client: TestClient) -> None:
    """A form sent twice opens one table; and nobody learns a seed at one table and plays by it at another."""
    promised = client.get("/promise").json()["table"]
    assert open_table(client, "patience", table=promised) == open_table(client, "patience", table=promised)
    assert client.post("/tables", data={"game": "patience", "table": "../../etc"}).status_code == 400
    stranger = other(client)
    assert open_table(stranger, "patience", table=promised) != f"/t/{promised}"


async def test_whoever_sits_down_twice_has_one_seat(tmp_path: Path) -> None:
    async with Timed(tmp_path / "room.db", Time()) as house:
        live = house.open("cribbage", {}, [""])
        assert [house.sit(live, "Ann", "a", seed) for seed in ("one", "two")] == [0, 0]
        live = house.table(live.id)
        assert (live.free, live.seats[0].seed) == ([1], "one")


def test_who_may_only_watch_gets_no_seat_by_opening_the_same_table(client: TestClient) -> None:
    """They know its name; the form that opens tables gives them one of their own."""
    table = open_table(client, "cribbage", others="open", listed="no")
    watcher = other(client)
    form = {"others": "open", "listed": "no", "table": table.removeprefix("/t/")}
    assert open_table(watcher, "cribbage", **form) != table
    assert look(watcher, table)["seat"] == SPECTATOR
    assert look(client, table)["free"] == [1]


def test_the_root_of_all_seeds_is_no_table(client: TestClient, room: Room) -> None:
    open_table(client, "patience")
    assert client.get("/t/~").status_code == 404
    assert client.get("/t/~/fair").status_code == 404
    root = msgspec.json.decode(room.store.read("~")[0].body)["secret"]
    assert root not in client.get("/").text


PROMISED = re.compile(r'data-promised="([\w-]{12}) ([0-9a-f]{64})"')
PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def committed(client: TestClient, table: str) -> str:
    return str(client.get(f"{table}/fair").json()["commitment"])


def played(client: TestClient, table: str) -> None:
    """A patience, played to its end."""
    rng = Random(2)
    while not (seen := look(client, table))["over"]:
        move = rng.choice([move for move in seen["moves"] if move["text"] != "undo"])
        post_move(client, table, seen["version"], move["text"])


@pytest.mark.parametrize("path", ["/", "/new/cribbage"])
def test_forms_carry_a_promise_of_their_own(client: TestClient, path: str) -> None:
    """And the browser has its secret before it sends one: of a form sent twice, both are one person's."""
    page = client.get(path)
    told = PROMISED.findall(page.text)
    assert len(told) == (len(games.GAMES) if path == "/" else 1)
    assert len(set(told)) == len(told)
    assert page.headers["cache-control"] == "no-store"
    held = dict(client.cookies)
    for name, promise in told:
        assert f'name="table" value="{name}"' in page.text
        for _ in range(2):
            clicked = other(client)  # an answer that never came brought no cookie
            clicked.cookies.update(held)
            assert open_table(clicked, "patience", table=name) == f"/t/{name}"
        assert committed(client, f"/t/{name}") == promise


def test_a_form_of_long_ago_opens_another_table(client: TestClient) -> None:
    """The name in it was used: for another game, or for one in which its sender has played on, or which they left."""
    promised = client.get("/promise").json()["table"]
    table = open_table(client, "patience", table=promised)
    assert open_table(client, "patience", table=promised) == table
    assert open_table(client, "pyramid", table=promised) != table
    assert open_table(client, "cribbage", table=promised) != table
    seen = look(client, table)
    post_move(client, table, seen["version"], seen["moves"][0]["text"])
    again = open_table(client, "patience", table=promised, seed="ann's own")
    assert again != table
    assert client.get(f"{again}/fair").json()["own"] == [True]
    played(client, table)
    assert open_table(client, "patience", table=promised) not in (table, again)
    left = open_table(client, "cribbage", table=client.get("/promise").json()["table"])
    client.post(f"{left}/leave")
    assert open_table(client, "cribbage", table=left.removeprefix("/t/")) != left


def test_a_refused_form_keeps_its_promise(client: TestClient) -> None:
    """The seed in it was told to the server: another promise would come too late."""
    ((name, promise),) = PROMISED.findall(client.get("/new/cribbage").text)
    form = {"game": "cribbage", "o-to": "50", "table": name, "seed": "ann's own"}
    refused = client.post("/tables", data=form)
    assert refused.status_code == 400
    assert PROMISED.findall(refused.text) == [(name, promise)]
    assert 'value="ann&#39;s own"' in refused.text
    assert client.post("/tables", data=form | {"o-to": "61"}).headers["location"] == f"/t/{name}"


def test_whoever_sits_down_is_told_the_promise_and_gives_a_seed(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open", seed="ann's own")
    bea = other(client)
    assert PROMISED.findall(bea.get(table).text) == [(table.removeprefix("/t/"), committed(client, table))]
    bea.post(f"{table}/sit", data={"name": "Bea", "seed": "bea's own"})
    assert client.get(f"{table}/fair").json()["own"] == [True, True]
    seen = look(client, table)
    page = client.get(table).text
    assert "Bea: a seed of their own" in page
    assert f"{len(client.get(f'{table}/fair').json()['seals'])} draws sealed so far" in page
    assert seen["version"] > 0
    for hidden in ("ann's own", "bea's own", "ann&#39;s own"):
        assert hidden not in page + bea.get(table).text + bea.get(f"{table}/fair", headers=PAGE).text


def test_a_rematch_is_promised_before_anyone_asks(client: TestClient, room: Room) -> None:
    table = open_table(client, "paigow", others="open", listed="yes", **{"o-rounds": "1"})
    bea, watcher = other(client), other(client)
    bea.post(f"{table}/sit", data={"name": "Bea"})
    people, rng = [client, bea], Random(4)
    while not (seen := look(client, table))["over"]:
        each = people[seen["to_act"][0]]
        text, numbers = some_move(look(each, table), rng)
        post_move(each, table, seen["version"], text, **numbers)
    ((name, promise),) = PROMISED.findall(client.get(table).text)
    assert PROMISED.findall(bea.get(table).text) == [(name, promise)]
    assert PROMISED.findall(watcher.get(table).text) == []
    rematch = client.post(f"{table}/again", data={"seed": "ann's own"}).headers["location"]
    assert rematch == f"/t/{name}"
    assert bea.post(f"{table}/again", data={"seed": "bea's own"}).headers["location"] == rematch
    told = client.get(f"{rematch}/fair").json()
    assert (told["commitment"], told["own"]) == (promise, [True, True])


def test_a_rematch_whose_name_was_taken_is_at_another_table(client: TestClient, room: Room) -> None:
    table = open_table(client, "patience")
    played(client, table)
    ((name, _),) = PROMISED.findall(client.get(table).text)
    open_table(client, "cribbage", table=name)
    rematch = client.post(f"{table}/again").headers["location"]
    assert rematch not in (f"/t/{name}", table)
    assert room.house.table(rematch.removeprefix("/t/")).opened.game == "patience"


def test_a_rematch_that_was_opened_and_not_noted_is_found_again(client: TestClient, room: Room) -> None:
    """Such as by a server that was killed in between, or by two at once."""
    table = open_table(client, "patience")
    played(client, table)
    live = room.house.table(table.removeprefix("/t/"))
    name, _ = room.house.promise_again(live)
    room.house.open("patience", live.opened.options, [], listed=False, id=name)
    assert client.post(f"{table}/again").headers["location"] == f"/t/{name}"


def test_the_page_of_fairness(client: TestClient) -> None:
    """For a browser it is a page, for a script JSON; both have the same to say."""
    table = open_table(client, "patience", seed="ann's own")
    page = client.get(f"{table}/fair", headers=PAGE)
    assert page.headers["vary"] == "accept"
    assert committed(client, table) in page.text
    assert "a seed of their own" in page.text
    assert "cardwright verify patience" not in page.text
    played(client, table)
    told, page = client.get(f"{table}/fair", headers=JSON).json(), client.get(f"{table}/fair", headers=PAGE)
    record = client.get(f"{table}/record").headers["content-disposition"].partition('"')[2].rstrip('"')
    assert f"cardwright verify {record} --commitment {told['commitment']}" in re.sub("<.*?>", "", page.text)
    assert all(f"<td>{told['openings'][version][1]}</td>" in page.text for version in told["openings"])
    assert "What it cannot prove" in client.get("/fair-deals").text
    assert client.get(f"{table}/fair").headers["content-type"] == "application/json"


# Clocks, and seats that are left


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Timed:
    """A house without a server around it."""

    def __init__(self, path: Path, time: Time) -> None:
        self.store, self.minds = SqliteStore(path), ThreadPoolExecutor(1)
        self.house = House(self.store, self.minds, now=time, pace=0)

    async def __aenter__(self) -> House:
        await self.house.start()
        return self.house

    async def __aexit__(self, *_: object) -> None:
        self.house.close()
        self.minds.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def seated(house: House, **more: Any) -> Any:
    live = house.open("cribbage", {}, [""], **more)
    house.sit(live, "Ann", "a")
    house.sit(live, "Bea", "b")
    return house.table(live.id)


async def test_an_outage_takes_no_time_and_gives_none(tmp_path: Path) -> None:
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as house:
        live = seated(house, clock="30+180")
        time.now += 12_000
        house.store.beat(house.name, time.now, lease=0)
        before = live.clocks(house.now())
    time.now += 3_600_000
    async with Timed(path, time) as house:
        assert house.table(live.id).clocks(house.now()) == before
        time.now += 5_000
        after = house.table(live.id).clocks(house.now())
    assert before[0]["left"] == 198_000
    assert after[0]["left"] == 193_000


async def test_while_the_log_is_out_of_reach_no_time_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise StoreError("no disk")

    time = Time()
    async with Timed(tmp_path / "room.db", time) as house:
        live = seated(house, clock="30+180")
        time.now += 12_000
        house.store.beat(house.name, time.now)
        before = live.clocks(house.now())
        with monkeypatch.context() as patch:
            patch.setattr(house.store, "beat", refuse)
            time.now += 3_600_000
            await asyncio.sleep(3 * BEAT)
        change = house.change(live)
        await asyncio.wait_for(change.wait(), 30)
        after = house.table(live.id).clocks(house.now())
    # The last beat spoke for the second after it.
    assert (before[0]["left"], after[0]["left"]) == (198_000, 198_000 - LEASE)


async def test_time_runs_out_and_the_clock_chooses(tmp_path: Path) -> None:
    time = Time()
    async with Timed(tmp_path / "room.db", time) as house:
        live = seated(house, clock="30+180")
        version = live.table.version
        late = live.table.to_act
        time.now += 209_000
        house.ring(live.id)
        assert house.table(live.id).table.version == version
        time.now += 2_000
        house.ring(live.id)
        steps = house.table(live.id).table.log[version:]
        assert {step.player for step in steps} >= set(late)
    async with Timed(tmp_path / "room.db", time) as house:
        again = house.table(live.id)
        assert [step.late for step in again.table.log[version:]] == [step.player in late for step in steps]
        assert not any(step.late for step in again.table.log[:version])


async def test_time_runs_out_and_the_game_is_lost(tmp_path: Path) -> None:
    time = Time()
    async with Timed(tmp_path / "room.db", time) as house:
        live = seated(house, clock="30+180", spent="forfeit")
        late = live.table.to_act[0]
        time.now += 211_000
        house.ring(live.id)
        live = house.table(live.id)
        assert live.over
        assert live.table.forfeited == late


async def test_time_runs_out_and_a_bot_moves(tmp_path: Path) -> None:
    """For that turn; and for nobody whose time has not run out."""
    time, path = Time(), tmp_path / "room.db"
    async with Timed(path, time) as house:
        live = seated(house, clock="30+180", spent="bot")
        late = live.table.to_act
        version = live.table.version
        house.ring(live.id)
        assert not house._thinking
        time.now += 211_000
        house.ring(live.id)
        for _ in range(500):
            await asyncio.sleep(0.01)
            live = house.table(live.id)
            if not house._thinking and not set(live.table.to_act) & set(late):
                break
        moved = {step.player for step in live.table.log[version:] if step.player >= 0}
        assert moved == set(late)
        assert not live.late(house.now())


async def test_a_seat_that_is_left_before_the_deal_is_free_again(tmp_path: Path) -> None:
    async with Timed(tmp_path / "room.db", Time()) as house:
        live = house.open("cribbage", {}, [""])
        house.sit(live, "Ann", "a")
        house.leave(live, 0)
        live = house.table(live.id)
        assert live.free == [0, 1]
        assert live.seat_of("a") == SPECTATOR


@pytest.mark.parametrize(
    ("away", "clock", "mind"), [("bot", "30+180", True), ("clock", "30+180", False), ("clock", "off", True)]
)
async def test_who_plays_on_for_somebody_who_left(tmp_path: Path, away: str, clock: str, mind: bool) -> None:
    """As the table says; but where no clock can run out, a bot does."""
    async with Timed(tmp_path / "room.db", Time()) as house:
        live = seated(house, clock=clock, away=away)
        house.leave(live, 0)
        live = house.table(live.id)
        assert bool(live.waits_for_mind(0, 0)) == mind
        assert live.seat_of("a") == SPECTATOR


async def test_a_bot_that_stumbles_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.web.house.RETRY", 0.01)
    calls = 0

    def advise(*given: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls < 3:
            raise RuntimeError("a worker died")
        return minds.advise(*given)

    time = Time()
    timed = Timed(tmp_path / "room.db", time)
    async with timed as house:
        monkeypatch.setattr("cardwright.web.house.minds", type("Stumbling", (), {"advise": staticmethod(advise)}))
        live = house.open("cribbage", {}, ["basic"])
        house.sit(live, "Ann", "a")
        for _ in range(500):
            await asyncio.sleep(0.01)
            if any(step.player == 1 for step in house.table(live.id).table.log):  # type: ignore[union-attr]
                break
        else:
            raise AssertionError("the bot never moved")
    assert calls >= 3


# Logs


def test_logs_hold_no_secret(client: TestClient, room: Room) -> None:
    """No card, no action, no seed and no key of a seat, whatever happens."""
    lines, stream = Lines(), io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(lines)
    root = logging.getLogger("cardwright")
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        table = open_table(client, "cribbage", others="basic")
        rng = Random(1)
        for _ in range(12):
            seen = until(client, table, lambda seen: seen["over"] or 0 in seen["to_act"])
            post_move(client, table, seen["version"], some_move(seen, rng)[0])
            post_move(client, table, seen["version"], some_move(seen, rng)[0])
        client.get(f"{table}/seat/{client.cookies['cardwright']}")
        try:
            raise ValueError("play 5h of seed")
        except ValueError:
            logging.getLogger("cardwright").exception("failed", extra={"table": "t", "seat": 1})
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    written = stream.getvalue()
    live = room.house.table(table.removeprefix("/t/"))
    assert live.table is not None
    assert written.count("\n") > 0
    for hidden in [live.opened.seed, client.cookies["cardwright"], *(seat.seed for seat in live.seats if seat.seed)]:
        assert hidden not in written
    for line in written.splitlines():
        said = msgspec.json.decode(line)
        assert set(said) <= {"at", "level", "what", "table", "seat", "why", "error"}
        assert not any(step.action in line for step in live.table.log)
    assert "5h of seed" not in written


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(word=st.text(max_size=200) | st.binary(max_size=200))
def test_whatever_a_socket_is_told_ends_it(client: TestClient, word: str | bytes) -> None:
    """There is nothing to say to it; the game goes on, and no place of a watcher is lost."""
    table = open_table(client, "patience")
    before = look(client, table)
    with client.websocket_connect(f"{table}/feed") as socket:
        socket.receive_text()
        socket.send_text(word) if isinstance(word, str) else socket.send_bytes(word)
        assert socket.receive()["type"] == "websocket.close"
    assert look(client, table) == before
    assert client.app.state.sockets.total() == 0  # type: ignore[attr-defined]
