"""Secrets that must never leave the server: by pages, feeds, refusals, cookies or logs."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from cardwright import games
from cardwright.game import SPECTATOR
from support.feed import Feed
from support.visitors import JSON, Room, fill_table, look, move_in_turn, open_table, other, post_move


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


def everything(browser: TestClient, table: str, foreign: list[dict[str, str]]) -> list[Any]:
    """All that the server sends a browser about a game in progress: page, JSON, both sockets, hints, and refusals.

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


@pytest.mark.parametrize("game", games.GAMES)
def test_pages_and_feeds_hold_nothing_hidden(client: TestClient, room: Room, game: str) -> None:
    """The bytes for a seat are the same whatever it may not know: every moment, seat by seat."""
    room.cardroom.presence.gone_after_s = 3600  # a page names those who have gone, and this test may take long
    table = open_table(client, game, others="open", clock="off")
    people = fill_table(client, room, table)
    live = room.table(table)
    rng = Random(1)
    for _ in range(8):
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
        move_in_turn(people, table, rng)
        live = room.table(live.id)


def test_the_feed_sends_frames_and_only_when_something_happened(client: TestClient) -> None:
    table = open_table(client, "patience")
    seen = look(client, table)
    with client.websocket_connect(f"{table}/feed") as socket:
        feed = Feed(socket)
        first = feed.frame()
        assert f'data-version="{seen["version"]}"' in first
        post_move(client, table, seen["version"], seen["moves"][0]["text"])
        second = feed.frame()
    assert first != second


@pytest.mark.parametrize("option", ["ranking", "variant"])
def test_a_stranger_names_no_file(client: TestClient, tmp_path: Path, option: str) -> None:
    """A client does not learn whether a file exists, or what it holds."""
    there = tmp_path / "there.toml"
    there.write_text("secret = 1\n")
    answers = [
        client.post("/tables", data={"game": "poker", f"o-{option}": path}, headers=JSON)
        for path in (str(there), str(tmp_path / "not-there.toml"), "/etc/passwd", 'name = "a declaration"\n')
    ]
    assert {answer.status_code for answer in answers} == {400}
    assert not [answer for answer in answers if "secret" in answer.json()["error"]]
    assert len({answer.json()["error"].partition(": ")[2] for answer in answers}) == 1


# Logs


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(word=st.text(max_size=200) | st.binary(max_size=200))
def test_any_message_to_a_socket_closes_it(client: TestClient, word: str | bytes) -> None:
    """There is nothing to say to it; the game goes on, and no place of a watcher is lost."""
    table = open_table(client, "patience")
    before = look(client, table)
    with client.websocket_connect(f"{table}/feed") as socket:
        socket.receive_text()
        socket.send_text(word) if isinstance(word, str) else socket.send_bytes(word)
        assert socket.receive()["type"] == "websocket.close"
    assert look(client, table) == before
    assert client.app.state.sockets.total() == 0  # type: ignore[attr-defined]
