"""How many touches a game takes, by the one rule of touch; moves that play themselves, and bots that hurry."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright import games
from cardwright.game import CHANCE
from cardwright.scenes import Move, Scene
from cardwright.scenes.touch import Choice, only_move
from cardwright.web import sockets
from support.browser import LONG_MS, MOTION, OVER, Server, hold_for, open_table_page, person, version, wait_for_turn
from support.feed import Feed
from support.visitors import JSON, Room, look, open_table, other, post_move, sit_down, until

BOT_PACE_S = 30.0  # far longer than a test waits for a bot that hurries


def touches(scene: Scene, move: Move) -> int:
    """Return the number of touches that make a move: of its places, and of the bar unless the last has played it."""
    if only_move(scene) == move:
        return 0
    choice, made = Choice(scene), None
    for place in sorted(move.places):
        choice, made = choice.press(place)
    return len(move.places) + (made is None)


def count(name: str, seed: int) -> int:
    """Return the touches of the first player in a game against the strongest bot, which also chooses for the player."""
    rng = Random(seed)
    game: Any = games.create(name)
    bot = games.create_bot("basic", game, rng)
    state, total = game.initial_state(), 0
    while to_act := game.players_to_act(state):
        if to_act == (CHANCE,):
            state = game.apply(state, CHANCE, game.draw(state, rng))
            continue
        view = game.view(state, to_act[0])
        action = bot.advise(view).action
        if to_act[0] == 0:
            scene = games.scene(game, view)
            total += touches(scene, next(move for move in scene.moves if move.text == game.text(action)))
        state = game.apply(state, to_act[0], action)
    return total


def test_a_patience_takes_fifty_touches() -> None:
    assert count("patience", 1) <= 50


def test_a_game_of_cribbage_takes_about_fifty_touches() -> None:
    counts = [count("cribbage", seed) for seed in range(12)]
    assert sum(counts) / len(counts) < 55, counts


# Notes whether any frame, however soon the next one followed, has said so.
NOTE_FORCED_MOVES = """
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    const news = document.getElementById("news")?.textContent ?? "";
    window.playedForYou ||= news.includes("played for you");
  }).observe(document.body, {childList: true, subtree: true, characterData: true}));
"""


def test_the_only_move_plays_itself_and_the_news_says_so(browser: Browser, server: Server) -> None:
    with person(browser, plays_all=False) as page:
        page.add_init_script(NOTE_FORCED_MOVES)
        open_table_page(page, server.address, "cribbage")
        while not page.evaluate("window.playedForYou"):
            assert page.locator(OVER).count() == 0
            page.wait_for_function(
                """() => window.playedForYou || document.querySelector("#result")
                  || document.querySelector("#moves:not([data-forced]) button[name=move]")"""
            )
            before = version(page)
            button = page.locator("#moves:not([data-forced]) button[name=move]:not(.confirm)").first
            if button.count():
                button.evaluate("button => button.click()")
                page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")


# Bots in a hurry


def test_bots_hurry_to_the_turn_of_a_player_who_is_alone(room: Room, client: TestClient) -> None:
    room.cardroom.scheduler.bot_pace_s = BOT_PACE_S
    address = open_table(client, "poker", others="caller", **{"o-players": "20", "o-deals": "3"})

    def hurried_turn() -> dict[str, Any]:
        assert client.post(f"{address}/hurry", headers=JSON).status_code == 200
        return until(client, address, lambda seen: seen["to_act"] == [0])

    seen = hurried_turn()
    while "fold" not in (texts := [move["text"] for move in seen["moves"]]):  # the big blind has nothing to fold to
        assert post_move(client, address, seen["version"], "check").status_code == 200, texts
        seen = hurried_turn()
    assert post_move(client, address, seen["version"], "fold").status_code == 200
    assert "Skip to my turn" in client.get(address).text
    after = hurried_turn()  # in the next deal, with no pause on the way
    assert after["version"] > seen["version"] + 20
    assert not room.cardroom.scheduler.is_hurried(room.table(address).id)


def test_a_page_is_not_sent_each_move_of_bots_that_hurry(
    room: Room, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "HURRIED_FRAME_INTERVAL_S", 3600.0)
    room.cardroom.scheduler.bot_pace_s = BOT_PACE_S
    address = open_table(client, "poker", others="caller", **{"o-players": "20", "o-deals": "3"})
    client.post(f"{address}/hurry", headers=JSON)
    seen = until(client, address, lambda seen: seen["to_act"] == [0])
    text = "fold" if "fold" in (texts := [move["text"] for move in seen["moves"]]) else "check"
    with client.websocket_connect(f"{address}/feed") as socket:
        feed = Feed(socket)
        assert 'data-turn="yes"' in feed.frame()
        assert post_move(client, address, seen["version"], text).status_code == 200, texts
        feed.frame_at(look(client, address)["version"])  # a check of the big blind is followed by the flop
        client.post(f"{address}/hurry", headers=JSON)
        while "data-hold" in (frame := feed.frame()):
            pass
        assert 'data-turn="yes"' in frame


def test_bots_keep_to_the_speed_that_a_player_has_chosen(room: Room, client: TestClient) -> None:
    room.cardroom.scheduler.bot_pace_s = BOT_PACE_S
    client.cookies.set("speed", "none")
    address = open_table(client, "flexdeck", others="basic")
    for _ in range(2):
        seen = until(client, address, lambda seen: seen["to_act"] == [0])
        assert post_move(client, address, seen["version"], "keep").status_code == 200


def test_a_player_among_people_cannot_hurry_the_bots(client: TestClient) -> None:
    address = open_table(client, "cribbage", others="open")
    assert other(client).post(f"{address}/hurry", headers=JSON).status_code == 403
    sit_down(client, address)
    refused = client.post(f"{address}/hurry", headers=JSON)
    assert "alone with bots" in refused.json()["error"]
    assert "Skip to my turn" not in client.get(address).text


def test_a_player_who_has_left_the_table_skips_to_the_end(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, skips_moments=False) as page:
        open_table_page(page, server.address, "paigow", "basic", **{"o-rounds": "4", "o-players": "2"})
        assert wait_for_turn(page)
        for _ in range(2):  # what cannot be taken back is pressed twice
            page.locator('#moves [value="color up"]').click()
        page.get_by_role("button", name="Skip to the end").click()
        page.wait_for_selector("#result")
        assert page.locator("#onward").count() == 0


def test_a_button_that_stays_is_pressed_also_where_a_frame_comes_meanwhile(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment may end between the two halves of a click, and its other button is gone then."""
    hold_for(monkeypatch, LONG_MS)
    with person(browser, **MOTION, skips_moments=False) as page:
        open_table_page(page, server.address, "paigow", "basic", **{"o-rounds": "4", "o-players": "2"})
        assert wait_for_turn(page)
        for _ in range(2):
            page.locator('#moves [value="color up"]').click()
        page.wait_for_selector("#onward")  # it moves the other button
        page.get_by_role("button", name="Skip to the end").hover()
        page.mouse.down()
        page.evaluate("document.getElementById('moves').prepend(document.createElement('i'))")  # as another button is
        page.evaluate("document.getElementById('onward').click()")
        page.wait_for_selector("#moves i", state="detached")
        with page.expect_request("**/hurry"):
            page.mouse.up()


def test_a_key_skips_ahead_on_the_page(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, skips_moments=False) as page:
        open_table_page(page, server.address, "poker", "caller", **{"o-players": "6", "o-deals": "2"})
        server.bot_pace(BOT_PACE_S)
        try:
            for _ in range(2):
                page.wait_for_selector(".scripted #hurry, .scripted #moves button[name=move]", state="attached")
                if page.locator("#hurry").count():
                    page.keyboard.press("Space")
                assert wait_for_turn(page)
                # The big blind may have nothing to fold to.
                page.get_by_role("button", name=re.compile("^(Fold|Check)")).first.click()
                expect(page.get_by_role("button", name="Skip to my turn")).to_be_visible()
        finally:
            server.bot_pace(0)
