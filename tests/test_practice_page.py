"""The practice page: a position is asked, each answer is valued, and no script is needed."""

import re
from html import unescape
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from cardwright import games
from cardwright.answers import ROUGH, Figure, Line
from cardwright.games.patience.actions import PlaceCard
from cardwright.play import drill, hints
from cardwright.web import responses
from cardwright.web.routes import practice
from cardwright.web.routes.practice import AnswerTally
from support.browser import DESK, PHONE, Server, box_of, person
from support.patience_table import before
from support.visitors import JSON, Room

POSITION = "/practice/cribbage?kind=discards&n=5&asked=2&right=1&lost=4000"


def position_lines() -> list[tuple[str, float]]:
    """The moves of the position above and their values."""
    game = games.create("cribbage")
    found = drill.position(game, games.room("cribbage").drills["discards"], Random("5 0"))
    assert found is not None
    return [(game.text(line.action), float(line.value)) for line in found.lines]


def shown(client: TestClient, address: str) -> str:
    while "refresh" in (answer := client.get(address)).headers:
        assert "This page loads again" in answer.text
    assert answer.status_code == 200, answer.text
    return answer.text


def answered(client: TestClient, move: str) -> str:
    """The page after an answer by the form."""
    reply = client.post(POSITION, data={"version": "0", "move": move})
    assert reply.status_code == 303
    return unescape(shown(client, reply.headers["location"]))


def test_each_answer_is_scored_by_what_it_loses(client: TestClient) -> None:
    lines = position_lines()
    page = shown(client, POSITION)
    action = re.findall(r'<form class="moves[^>]* action="([^"]+)"', page)
    assert [unescape(each) for each in action] == [POSITION]
    assert sorted(re.findall(r'name="move" value="(lay [^"]+)"', page)) == sorted(text for text, _ in lines)
    assert "1 of 2 right, 4.0\xa0% lost" in page
    assert "Loses" not in page  # nothing is said before the answer
    right = answered(client, lines[0][0])
    assert "Right: Lay away" in right
    assert "2 of 3 right, 4.0\xa0% lost" in right
    assert "Your answer: " not in right  # its reason is that of the best move
    lost = lines[0][1] - lines[-1][1]
    wrong = answered(client, lines[-1][0])
    assert re.search(r"<p>Your answer: keeps [^<]+ points on average; [^<]+\.</p>\s*<p>Best: <strong>", wrong)
    assert f"loses {100 * lost:.1f}\xa0%" in wrong
    assert f"1 of 3 right, {100 * (0.04 + lost):.1f}\xa0% lost" in wrong
    assert "Best: <strong>Lay away" in wrong
    assert wrong.count("(your answer)") == 1
    assert wrong.count(hints.SAMPLED) == 1
    following = re.findall(r'id="next" href="([^"]+)"', wrong)[0]
    assert "kind=discards" in following
    assert "n=5&" not in following
    assert "asked=3&right=1" in following


def test_an_answered_position_asks_nothing_and_outlines_the_best_choice(client: TestClient) -> None:
    """The page asked for the move again after the answer, and the felt showed nothing of it."""
    lines = position_lines()
    assert "winner" not in shown(client, POSITION)
    wrong = answered(client, lines[-1][0])
    assert "Your turn" not in wrong
    assert "to-act" not in wrong
    assert ">The best choice is outlined</div>" in wrong
    outlined = re.findall(r'<[^>]*class="place [^"]*winner[^"]*"[^>]*>', wrong)
    assert len(outlined) == len(lines[0][0].split()) - 1  # "lay Ac 3d"


def test_nothing_but_the_best_choice_has_an_outline_in_the_pyramid(client: TestClient) -> None:
    """Bricks that could be taken before have one of the same colour."""
    address = "/practice/pyramid?kind=hands&n=5"
    asked = shown(client, address)
    assert re.search(r'class="place [^"]*exposed', asked)
    move = re.findall(r'name="move" value="([^"]+)"', asked)[0]
    page = shown(client, client.post(address, data={"version": "0", "move": move}).headers["location"])
    assert re.search(r'class="place [^"]*winner', page)
    assert not re.search(r'class="place [^"]*exposed', page)


def test_a_share_is_printed_in_per_cent_like_the_values_beside_it() -> None:
    assert practice._part_text(Figure("win", 0.204, kind="share")) == "20.4 %"
    assert practice._part_text(Figure("win", 0.204, 0.01, "share")) == "20.4 ± 2.0 %"
    assert practice._part_text(Figure("crib", -0.001)) == "0.00"
    assert practice._part_text(Figure("crib", 1.5, 0.1)) == "1.50 ± 0.20"


def test_an_answer_loses_the_same_in_its_heading_and_in_the_score(client: TestClient) -> None:
    page = shown(client, "/practice/paigow?kind=settings&n=115362021&move=front Qd Jc")
    assert "loses 0.72 bets" in page
    assert "0 of 1 right, 0.72 bets lost" in page
    table = page.partition('<table class="values">')[2].partition("</table>")[0]
    assert 'scope="col">Bets</th>' in table
    assert re.findall(r"<td>(-?[\d.]+)</td><td>([\d.]*)</td>", table)[0][1] == ""
    assert " bets" not in table  # said once: on a telephone the moves need the width


def test_values_that_are_hardly_known_are_only_compared() -> None:
    """A mistake early in a patience lost "45.2 %" of a chance that nobody can tell."""
    game, view = before(2, 20, {})
    lines = (Line(PlaceCard(0, 1), 0.5, 0.15), Line(PlaceCard(0, 2), 0.02, 0.15))
    heading = practice.heading("patience", "own", "Your mistakes")
    asked = practice.PracticePosition(game, view, lines, AnswerTally(), "/here?", "/onward?", ("You",), heading)
    page = practice._page(asked, "place 1 c1")
    assert "loses 96 of 100" in page
    assert "0 of 1 right<" in page
    assert re.findall(r"<td>([^<]*)</td><td>([^<]*)</td>", page) == [("100 of 100", ""), ("4 of 100", "")]
    assert ROUGH in page


def test_what_is_said_of_the_best_move_names_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = position_lines()
    assert "As good" not in answered(client, lines[0][0])
    monkeypatch.setattr(practice, "is_worse", lambda best, other: False)  # as if the samples could not distinguish them
    page = answered(client, lines[1][0])
    assert "Right: Lay away 8♣ K♦" in page
    assert "As good, as far as can be told: <strong>Lay away 8♣ 10♣</strong>: " in page


def test_the_house_way_is_asked_of_a_dealer(client: TestClient) -> None:
    game = games.create("paigow")
    found = drill.position(game, games.room("paigow").drills["house-way"], Random("4 0"))
    assert found is not None
    address = "/practice/paigow?kind=house-way&n=4"
    shown(client, address)
    for line, said in ((found.lines[0], "Right: "), (found.lines[-1], "the house sets it otherwise")):
        text = game.text(line.action)
        page = shown(client, str(client.get(f"{address}&move={text}").url))
        assert said in page
        assert found.lines[0].reason.removesuffix(".").lower() in unescape(page).lower()
        assert "Loses" not in page


def test_the_lobby_leads_to_every_games_practice(client: TestClient, room: Room) -> None:
    lobby = client.get("/").text
    for name in games.GAMES:
        assert f'href="/practice/{name}"' in lobby
        assert games.room(name).drills
    there = client.get("/practice/flexdeck").headers["location"]
    assert there.startswith("/practice/flexdeck?kind=covers&n=")
    assert client.post(POSITION, data={"move": "x"}, headers=JSON).json()["goto"].endswith("move=x")


def test_the_words_of_an_answer_begin_with_a_capital_letter(client: TestClient) -> None:
    right = unescape(shown(client, "/practice/flexdeck?kind=covers&n=381171126&move=keep"))
    assert "Right: Keep all five" in right
    assert "<p>You have won the round as it lies" in right
    wrong = unescape(shown(client, "/practice/paigow?kind=settings&n=801450105&move=front+Jo+Ah"))
    assert '<h2 id="verdict" class="wrong" role="status">Joker A♥ in front' in wrong


def test_what_is_not_there_is_refused(client: TestClient) -> None:
    assert client.get("/practice/whist").status_code == 404
    assert client.get("/practice/cribbage?kind=bluffs").status_code == 404
    assert client.get("/practice/cribbage?n=-1").status_code == 400
    shown(client, POSITION)
    reply = client.get(f"{POSITION}&move=lay+As+Ad")
    assert reply.status_code == 400
    assert "is not a move that this position asks for" in unescape(reply.text)


def test_a_slow_search_loads_the_page_again_and_few_run(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "LONG_WORK_S", 0)
    assert client.get(POSITION).headers["refresh"] == "2"
    client.app.state.cardroom.exercises.searches.max_running = 0  # type: ignore[attr-defined]
    assert client.get("/practice/cribbage?kind=discards&n=6").status_code == 409


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (360, 640)])
def test_a_position_fits_the_window_and_is_answered_by_touch(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.address}{POSITION}")
    page.wait_for_selector("#moves")
    bottom = page.evaluate("document.getElementById('moves').getBoundingClientRect().bottom")
    assert bottom <= height
    for place in page.locator("button[data-place]").all()[:2]:
        place.click()
    page.click("#confirm")
    page.wait_for_selector("#verdict")
    expect(page.locator("#next")).to_be_focused()  # Enter goes on
    button = page.evaluate("document.getElementById('next').getBoundingClientRect().bottom")
    assert button <= height
    listed = page.locator(".verdict .scroll")
    assert listed.evaluate("one => one.scrollHeight <= one.clientHeight")  # a laptop showed one of fifteen moves
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_how_far_a_game_is_can_be_read_whole_on_a_telephone(page: Page, server: Server) -> None:
    """At a table the script gives a long line the room; the page of practice cut it off."""
    page.set_viewport_size(PHONE)
    for address in ("/practice/flexdeck?kind=covers&n=381171126", "/practice/pyramid?kind=hands&n=711588077"):
        page.goto(f"{server.address}{address}")
        page.wait_for_selector("#moves")
        assert page.locator("#progress").evaluate("line => line.scrollWidth <= line.clientWidth")
        assert page.locator("#progress").evaluate("line => line.scrollHeight <= line.clientHeight")


def test_the_moves_of_a_position_have_the_order_of_the_table(client: TestClient) -> None:
    page = shown(client, "/practice/poker?kind=calls&n=119")
    moves = re.findall(r'name="move" value="([^"]+)"', page)
    assert moves == ["fold", "call", "raise 37", "raise 62", "raise 97", "raise 200"]


def test_marks_on_the_plates_are_whole_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/practice/poker?kind=calls&n=119")
    page.wait_for_selector("#area-others .slot .role")
    slots = page.locator("#area-others .slot").evaluate_all("all => all.map((one) => getComputedStyle(one).overflow)")
    assert set(slots) == {"visible"}


def test_the_name_of_the_site_is_not_broken_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/practice/cribbage/own")  # no game of theirs has ended
    assert page.locator(".brand").evaluate("brand => brand.offsetHeight") < 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_a_script_the_form_answers(browser: Browser, server: Server) -> None:
    with person(browser, java_script_enabled=False) as page:
        page.goto(f"{server.address}{POSITION}")
        page.locator('.all-moves button[name="move"]').first.click()
        expect(page.locator("#verdict")).to_be_visible()
        expect(page.locator("#next")).to_be_visible()


def test_the_felt_of_practice_has_the_room_of_the_log(page: Page, server: Server) -> None:
    page.set_viewport_size(DESK)
    page.goto(f"{server.address}{POSITION}")
    felt, panels, window = page.locator("#zones"), page.locator("#panels"), 1366
    box = box_of(felt)
    if panels.is_visible():
        beside = box_of(panels)
        assert beside.top < box.top
    else:
        assert box.width > 0.95 * window
    assert page.locator(".seats .you").count() == 0
    assert page.locator(".seats .who").first.inner_text() == "You"
