"""A last move taken back, at a table, in the cardroom, on the page, on the screen and in words."""

import io
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.events import decode
from cardwright.cardroom.tables.table_log import fold
from cardwright.errors import PlayError, StaleAction
from cardwright.game import CHANCE, Pace
from cardwright.play import record, session
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Sitter, Writer
from cardwright.play.table import Table
from cardwright.scenes import BACK
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.plain import Plain, PlayerLeft
from cardwright.terminal.screen.play_screen import PlayScreen
from support.browser import Server, open_table_page, person, sit_down_page, touch_one_move, version, wait_for_turn
from support.terminal import until
from support.visitors import JSON, look, open_table, other, post_move

SECOND_MS = 1000


def table(game: str, pace: Pace | None = None, **options: object) -> Table:
    """A game whose first player is to act."""
    found = Table(games.create(game, **options), Luck.numbered(5), pace=pace)
    found.settle()
    return found


def act(table: Table, seat: int, now: int = 0) -> str:
    """The first legal move of a seat, without what chance does after it."""
    action = table.game.text(table.game.legal_actions(table.state, seat)[0])
    table.play(seat, action, now=now)
    return action


def test_a_move_is_taken_back_and_leaves_no_trace_in_the_log() -> None:
    found = table("cribbage", first_deal="fixed")
    before, log, first = found.state, list(found.log), found.version
    act(found, 0)
    session.take_back(found, 0)
    assert (found.state, list(found.log)) == (before, log)
    assert found.version == first + 2  # a version never means two positions
    with pytest.raises(StaleAction):  # what was sent for the version before is not played now
        found.play(0, "lay Ah 2h", version=first)


def test_who_is_to_act_follows_each_move_and_each_that_is_taken_back() -> None:
    found = table("cribbage", first_deal="fixed")
    copied, waited_for = found.fork(), [found.to_act]
    act(found, 0)
    waited_for += [found.to_act, copied.to_act]
    session.take_back(found, 0)
    assert [*waited_for, found.to_act] == [(0, 1), (1,), (0, 1), (0, 1)]


def test_the_version_that_waits_for_the_other_player_stays() -> None:
    found = table("cribbage", first_deal="fixed")
    first = found.version
    act(found, 0)
    session.take_back(found, 0)
    found.play(1, found.game.legal_actions(found.state, 1)[0], version=first)  # chosen unseen, at the same time


@pytest.mark.parametrize(
    ("game", "moves", "why"),
    [
        ("cribbage", [], "you have not moved yet"),
        ("cribbage", [0, 1], "another player has moved since"),
        ("cribbage", [0, 1, CHANCE], "the game has gone on since your last move"),
        ("patience", [0, CHANCE], "new cards or dice have come since your last move"),
        ("poker", [0], "in this game a move stands"),
    ],
)
def test_a_move_that_something_has_followed_stands(game: str, moves: list[int], why: str) -> None:
    found = table(game)
    for seat in moves:
        if seat == CHANCE:
            found.settle()
        else:
            act(found, seat if len(found.to_act) > 1 else found.to_act[0])
    state = found.state
    with pytest.raises(PlayError, match=why):
        session.take_back(found, 0)
    assert found.state == state


def test_a_move_that_has_shown_its_player_a_card_stands() -> None:
    found = table("pyramid")
    while "take" not in (
        actions := {found.game.text(each)[:4] for each in found.game.choices(found.view(found.to_act[0]))}
    ):
        assert actions
        act(found, found.to_act[0])
        found.settle()
    seat = found.to_act[0]
    shown = {place.id: place.face for place in session.look(found, seat).places}
    takes = sorted(found.game.text(each) for each in found.game.legal_actions(found.state, seat))
    known = next(text for text in takes if shown[text.removeprefix("take ").lower()] != BACK)
    hidden = next(text for text in takes if shown[text.removeprefix("take ").lower()] == BACK)
    found.play(seat, known)
    session.take_back(found, seat)
    found.play(seat, hidden)
    assert session.why_final(found, seat) == "that move has shown you a card"


def test_the_clock_of_a_player_who_takes_back_has_run_on() -> None:
    found = table("cribbage", Pace(turn=60, reserve=0), first_deal="fixed")
    act(found, 0, now=10 * SECOND_MS)
    session.take_back(found, 0)
    assert found.clock
    assert found.clock.time_left(0, 30 * SECOND_MS)[0] == 30 * SECOND_MS


def test_a_record_loses_the_line_that_was_taken_back(tmp_path: Path) -> None:
    found = table("cribbage", first_deal="fixed")
    header = Header.of(found.game, [Sitter("Ann", "you"), Sitter("Bo", "you")])
    with Writer(tmp_path / "game.jsonl", header) as writer:
        for step in found.log:
            writer.append(step)
        local = LocalGame(found, ["Ann", "Bo"], ["you", "you"], "random", 1, writer)
        first = found.game.text(found.game.legal_actions(found.state, 0)[0])
        local.act(0, first)
        local.take_back(0)
        assert local.take()[0] == ["Ann: move taken back"]
        local.act(0, found.game.text(found.game.legal_actions(found.state, 0)[1]))
    assert record.read(tmp_path / "game.jsonl").log == tuple(found.log)


def test_in_words() -> None:
    out = io.StringIO()
    local = LocalGame(table("cribbage", first_deal="fixed"), ["Ann", "Bo"], ["you", "you"], "random", 1)
    typed = iter(["u", "q"])

    def ask(prompt: str, seconds: float | None) -> str:
        return next(typed) if prompt == "> " else ""

    with pytest.raises(PlayerLeft):
        Plain(local, ask, lambda line: print(line, file=out)).run()
    assert "you have not moved yet" in out.getvalue()


async def test_on_the_screen() -> None:
    local = LocalGame(table("cribbage", first_deal="fixed"), ["You", "Ada"], ["you", "random"], "random", 1)
    app = PlayScreen(local, Look(), pace=60.0)  # the bot is still thinking when the move is taken back
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.my_turn)
        log = list(local.table.log)
        await pilot.press("1", "2", "enter")
        await until(pilot, lambda: len(local.table.log) > len(log))
        await pilot.press("u")
        await until(pilot, lambda: app.my_turn)
        assert local.table.log == log
        await pilot.press("u")
        assert "you have not moved yet" in app.notice


def test_in_the_cardroom_and_from_its_log(client: TestClient) -> None:
    address = open_table(client, "cribbage", others="open", **{"o-first_deal": "fixed"})
    second = other(client)
    second.post(f"{address}/sit", data={"name": "Bo"})
    before = look(client, address)
    taken = client.post(f"{address}/undo", data={"version": before["version"]}, headers=JSON)
    assert taken.json() == {"error": "you have not moved yet"}
    assert post_move(client, address, before["version"], before["moves"][0]["text"]).status_code == 200
    now = look(client, address)["version"]
    stale = client.post(f"{address}/undo", data={"version": before["version"]}, headers=JSON)
    assert "the game has gone on, so nothing was done" in stale.json()["error"]
    page = client.get(address).text
    assert 'form="undo"' in page
    assert client.post(f"{address}/undo", data={"version": now}, headers=JSON).status_code == 200
    after = look(client, address)
    assert (after["view"], after["moves"]) == (before["view"], before["moves"])
    assert look(second, address)["news"] == ["Ann: move taken back"]
    assert before["moves"][0]["text"] not in second.get(address).text  # which cards it laid away is a secret
    cardroom = client.app.state.cardroom  # type: ignore[attr-defined]
    live = cardroom.tables[address.removeprefix("/t/")]
    again = fold(live.id, [(row.at, decode(row.body)) for row in cardroom.store.read(live.id)])
    assert again.table
    assert live.table
    assert (again.version, again.table.state) == (live.version, live.table.state)
    assert again.news_log.blocks(again.names) == live.news_log.blocks(live.names)


def test_a_game_in_which_taking_back_is_a_move_has_one_button_for_it(client: TestClient) -> None:
    table = open_table(client, "patience", **{"o-practice": "yes"})
    for move in ("place 1 c3", "place 1 c2", "undo", "shift 1 up"):
        post_move(client, table, look(client, table)["version"], move)
        assert client.get(table).text.count('data-key="U"') - client.get(table).text.count('id="undo"') == 1


def test_a_move_is_taken_back_by_key_and_by_button_on_the_page(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open"))
        wait_for_turn(ann)
        ann.keyboard.press("u")
        expect(ann.locator("#notice")).to_have_text("you have not moved yet")
        ann.locator("#notice").click()
        before = version(ann)
        touch_one_move(ann)
        ann.get_by_role("button", name="Take back").click()
        expect(ann.locator("#news")).to_contain_text("taken back")
        wait_for_turn(ann)
        assert version(ann) == before + 2
        expect(bea.locator("#news")).to_contain_text("taken back")
        touch_one_move(ann)
        touch_one_move(bea)
        expect(ann.get_by_role("button", name="Take back")).to_have_count(0)
