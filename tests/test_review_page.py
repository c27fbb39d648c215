"""The review page: made in the workers, of one's own seat only until all agree, with a way to try again."""

import asyncio
import csv
import io
import re
from concurrent.futures import Future, ThreadPoolExecutor
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from cardwright.cardroom.bots import reviews as cardroom_reviews
from cardwright.cardroom.bots.fair_queue import FairQueue
from cardwright.cardroom.bots.reviews import Reviews
from cardwright.cardroom.tables import results
from cardwright.play import review
from cardwright.scenes import places_of
from cardwright.web import responses, routes
from cardwright.web.routes import own_drill
from support.browser import (
    Server,
    open_table_page,
    person,
    play_by_requests,
    sit_down_page,
    touch_one_move,
    wait_for_turn,
)
from support.visitors import (
    JSON,
    Room,
    look,
    open_table,
    other,
    own_list,
    play_out,
    post_move,
    post_random_move,
    sit_down,
    until,
)


@pytest.fixture
def beaten(client: TestClient) -> str:
    """A game to 61 against a bot, played at random to its end."""
    table = open_table(client, "cribbage", others="random", **{"o-to": "61"})
    play_out(client, table, 2)
    return table


def reviewed(client: TestClient, table: str) -> str:
    """The page of the review once it is finished."""
    while "refresh" in (answer := client.get(f"{table}/review")).headers:
        assert "This page loads again" in answer.text
    assert answer.status_code == 200
    return answer.text


def test_after_a_game_the_table_leads_to_its_review(client: TestClient, room: Room, beaten: str) -> None:
    assert f'href="{beaten}/review"' in client.get(beaten).text
    page = reviewed(client, beaten)
    assert page.count("grade ") == 2  # against bots all cards may be shown
    assert "(you): grade" in page
    assert (
        len(
            re.findall(
                r"mistakes? in \d+ decisions(?:, which lost [\d.]+ % of what random moves would)?: accuracy ", page
            )
        )
        == 2
    )
    assert page.count('<svg class="review-graph"') == 1
    assert page.count(">Chosen:</b> ") == page.count(">Better:</b> ") >= 4
    table = page.partition('<table id="points">')[2].partition("</table>")[0]
    assert re.findall("<th>([^<]*)", table) == ["Step", "Ann", "Random (bot)"]
    assert len(re.findall(r"<tr><th scope=\"row\">\d+</th>(?:<td>(?:\d+ %)?</td>){2}</tr>", table)) > 20
    assert re.findall(r"<td>(\d+ %)</td>", table)[-1] in ("0 %", "100 %")  # the result
    assert " 1 decisions" not in page
    assert "+0.0 %" not in page
    assert "-0.0 %" not in page
    assert ".." not in page.replace("...", "")
    for chance in ("At the first decision", "Result"):  # from which the other parts go up or down
        assert re.findall(rf"{chance}</th><td>([^<]+)</td>", page)[0][0] not in "+-"
    first = int(re.findall(r'name="at" value="(\d+)"', page)[0])
    assert f'href="{beaten}/review"' in client.get(f"{beaten}/replay?at={first}").text
    assert client.get(f"{beaten}/replay?at={first}").status_code == 200
    again = client.post(f"{beaten}/onward", data={"at": str(first)}, follow_redirects=False)
    seen = until(client, again.headers["location"], lambda seen: 0 in seen["to_act"])
    assert (seen["over"], seen["version"]) == (False, first)
    works = room.app.state.cardroom.reviews.works
    assert [(work.done, work.running) for work in works.values()] == [(next(iter(works.values())).total, False)]


def test_a_replay_names_the_mistakes_once_the_game_was_reviewed(client: TestClient, beaten: str) -> None:
    assert "mistake" not in client.get(f"{beaten}/replay?at=0").text
    page = reviewed(client, beaten)
    first = page.partition("The costliest mistakes")[2]
    parts = re.search(r"Cost (\d[^ ]*) [^<]*<.*?>Better:</b> ([^:<]+).*?replay\?at=(\d+)", first, re.DOTALL)
    assert parts
    cost, better, at = parts.groups()
    shown = client.get(f"{beaten}/replay?at={at}", headers={"accept": "application/json"}).json()
    assert shown["news"][0] == f"A mistake follows (cost {cost} %). Better: {unescape(better)}"
    moves = client.get(f"{beaten}/replay/moves?first={int(at) + 1}").json()["moves"]
    assert "(a mistake: cost " in next(move["text"] for move in moves if move["mistake"] and move["at"] == int(at) + 1)
    others = client.get(f"{beaten}/replay/moves?first={int(at) + 1}&as=2").json()["moves"]
    assert "mistake" not in next(move["text"] for move in others if not move["mistake"] and move["at"] == int(at) + 1)
    before = client.get(f"{beaten}/replay?at={int(at) - 1}", headers={"accept": "application/json"}).json()
    assert not any("mistake" in line for line in before["news"])


def test_a_review_is_kept_in_the_list_and_the_statistics(client: TestClient, room: Room, beaten: str) -> None:
    assert 'class="skill"' not in client.get("/games").text
    assert "Accuracy</dt>" not in client.get("/games/statistics").text
    page = reviewed(client, beaten)
    (accuracy, _) = re.findall(r": accuracy (\d+\.\d %)", page)
    assert re.findall(r'<th scope="row">(Laying away|Playing a card)<', page)
    assert f"<span>{accuracy}</span></p>" in client.get("/games").text
    counted = client.get("/games/statistics").text
    assert re.search(rf'<dt>Accuracy</dt><dd>{accuracy}</dd><dd class="help">grade ., in 1 reviewed game<', counted)
    assert re.search(r"<dt>Laying away</dt><dd>[\d.]+ %<.*mistakes? in \d+ decisions", counted)
    assert 'href="/practice/cribbage/own"' in counted
    (line,) = csv.DictReader(io.StringIO(client.get("/games/csv").text))
    assert f"{line['accuracy %']} %" == accuracy
    entries = len(room.store.read(own_list(client)))
    reviewed(client, beaten)  # the same again
    assert len(room.store.read(own_list(client))) == entries


def test_the_review_leads_to_the_mistakes_of_its_own_game(client: TestClient, beaten: str) -> None:
    page = unescape(reviewed(client, beaten))
    (there,) = re.findall(r'href="(/practice/cribbage/own\?table=[^"]+)"', page)
    assert f"table={beaten.removeprefix('/t/')}&at=" in there
    for _ in range(own_drill.MAX_DRILLED_GAMES):  # later games
        client.post(f"{open_table(client, 'cribbage', others='random')}/leave", data={"for_good": "yes"})
    while "refresh" in (answer := client.get(there)).headers:
        pass
    assert answer.status_code == 200
    dots = re.findall(r'<a href="([^"]+)" aria-label="([^"]+), step (\d+): cost', page)
    assert [name for _, name, _ in dots] == ["Ann"] * 3 + ["Random (bot)"] * 3
    for where, name, at in dots:
        assert where == f"#mistake-{'01'[name != 'Ann']}-{at}"
        assert f'<li id="{where[1:]}"' in page


DECISION = re.compile(r'<figure class="decision">(.*?)</figure>', re.DOTALL)


def test_beside_a_mistake_lies_the_table_that_its_seat_saw(client: TestClient, room: Room, beaten: str) -> None:
    page = unescape(reviewed(client, beaten))
    pictures = DECISION.findall(page)
    assert len(pictures) == page.count(">Better:</b> ") == 6
    (found, _) = next(iter(room.app.state.cardroom.reviews.works.values())).task.result()
    record = results.whole(room.table(beaten))
    for bad, picture in zip(found.mistakes, pictures, strict=False):
        seen = review.scene(record, bad.at, 0)
        moves = {move.text: move.places for move in seen.moves}
        assert picture.count('<rect class="chosen"') == len(moves[bad.chosen]) > 0
        assert picture.count('<rect class="better"') == len(moves[bad.best]) > 0
        hand = re.findall(r'aria-label="[^"]*Your hand: ([^"]*)\."', picture)[0]
        own = next(zone for zone in seen.zones if zone.title == "Your hand")
        assert hand.count("(") == len(places_of(own))
        assert "back" in picture  # the other's hand


def test_the_review_of_other_seats_is_folded(client: TestClient, beaten: str) -> None:
    page = reviewed(client, beaten)
    seats = re.findall(r'<section class="panel" aria-labelledby="seat-.*?</section>', page, re.DOTALL)
    assert ["<details><summary><h2" in seat for seat in seats] == [False, True]
    listed = unescape(client.get(f"{beaten}/review?list=2").text)
    assert "<details open><summary><h2" in listed


def test_any_decision_can_be_opened(client: TestClient, beaten: str) -> None:
    page = unescape(reviewed(client, beaten))
    (there, count) = re.findall(r'<a href="(\?list=1#decisions)">All (\d+) decisions', page)[0]
    listed = unescape(client.get(f"{beaten}/review{there}").text)
    lines = re.findall(r'<li><a href="(\?at=\d+#decision)">(.*?)</li>', listed)
    assert len(lines) == int(count)
    assert len(DECISION.findall(listed)) == 6
    right = next(where for where, words in lines if "cost" not in words)
    wrong = [where for where, words in lines if "cost" in words]
    assert f"{len(wrong)} mistakes in {count} decisions" in listed
    opened = unescape(client.get(f"{beaten}/review{right}").text)
    assert "No other move was better by more than chance." in opened
    assert len(DECISION.findall(opened)) == 7
    opened = unescape(client.get(f"{beaten}/review{wrong[-1]}").text)
    assert opened.count(">Better:</b> ") == 7
    assert 'rel="prev" href="?at=' in opened
    first = unescape(client.get(f"{beaten}/review{lines[0][0]}").text)
    assert 'rel="prev"' not in first
    assert f'rel="next" href="{lines[1][0]}"' in first
    assert client.get(f"{beaten}/review?at=0").status_code == 400
    (of_other,) = re.findall(r"mistake-1-(\d+)\" tabindex", page)[:1]
    assert client.get(f"{beaten}/review?at={of_other}").status_code == 400
    assert "Random (bot)</h2>" in client.get(f"{beaten}/review?at={of_other}&as=2").text


def test_mistakes_of_ones_own_games_are_positions_to_practise(client: TestClient, beaten: str) -> None:
    def shown(address: str) -> str:
        while "refresh" in (answer := client.get(address, follow_redirects=True)).headers:
            assert "are being reviewed" in answer.text
        assert answer.status_code == 200
        return unescape(answer.text)

    assert 'href="/practice/cribbage/own"' in client.get("/games").text
    page = shown("/practice/cribbage/own")
    (here,) = re.findall(r'<form class="moves[^>]* action="([^"]+)"', page)
    assert here.startswith(f"/practice/cribbage/own?table={beaten.removeprefix('/t/')}&at=")
    assert "Loses" not in page
    moves = re.findall(r'name="move" value="([^"]+)"', page)
    answers: dict[bool, str] = {}
    while len(answers) < 2:  # until one move was right, and one wrong
        answer = shown(f"{here}&move={quote(moves.pop())}")
        loses = re.search(r" loses [0-9.]+\s% chance to win</h2>", answer)  # of what, beside the number
        assert ("Right: " in answer) != bool(loses)
        assert "Mistake 1 of " in answer
        answers["Right: " in answer] = answer
    following = re.findall(r'id="next" href="([^"]+)"', answers[True])[0]
    assert "&asked=1&right=1" in following
    assert "Mistake 1 of" not in shown(following)
    last = f"/practice/cribbage/own?after={beaten.removeprefix('/t/')}"
    assert "In your latest games no more mistakes are found" in shown(last)
    stranger = other(client)
    assert "No game of yours has ended yet" in stranger.get("/practice/cribbage/own").text
    assert stranger.get(here).status_code == 404
    assert client.get("/practice/whist/own").status_code == 404


def test_a_slow_review_says_how_far_it_is(client: TestClient, beaten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "LONG_WORK_S", 0)
    answer = client.get(f"{beaten}/review")
    assert answer.headers["refresh"] == "2"
    assert "<progress" in answer.text
    monkeypatch.undo()
    reviewed(client, beaten)


def test_a_review_without_a_grade_says_why(client: TestClient, beaten: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes.reviews, "_own_first", lambda found, _: [replace(each, grade="") for each in found])
    page = reviewed(client, beaten)
    assert page.count(f"No grade: {review.NO_GRADE}.") == 2
    assert "grade " not in page


def test_others_are_reviewed_only_once_all_agree(client: TestClient) -> None:
    table = open_table(client, "cribbage", others="open")
    bea = sit_down(client, table)
    for browser in (client, bea):
        seen = until(browser, table, lambda seen: seen["seat"] in seen["to_act"])
        post_move(browser, table, seen["version"], seen["moves"][0]["text"])
    assert client.get(f"{table}/review").status_code == 409  # a review before the end would be a hint
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    page = reviewed(client, table)
    assert page.count("grade ") == 1
    assert not re.search("<h2[^>]*>Bea", page)  # what is shown of Ann's decisions names her too
    assert "Try it again" not in page
    assert client.get(f"{table}/review?at=5&as=2").status_code == 400
    for browser in (client, bea):
        browser.post(f"{table}/show")
    assert reviewed(client, table).count("grade ") == 2
    assert other(client).get(f"{table}/review").status_code == 403
    assert look(client, table)["over"]


def counts(client: TestClient) -> str:
    """The page of one's own statistics."""
    return client.get("/games/statistics").text


def test_only_the_moves_before_a_bot_took_over_are_reviewed_as_ones_own(client: TestClient, room: Room) -> None:
    table, rng = open_table(client, "cribbage", others="open", **{"o-to": "61"}), Random(2)
    bea = sit_down(client, table)
    for browser in (client, bea):
        assert post_random_move(browser, table, rng).status_code == 200  # lays away
    bea.post(f"{table}/leave")
    left_at = room.table(table).stand_ins.took_over(1)
    assert left_at is not None
    play_out(client, table)
    page = reviewed(bea, table)
    assert re.search(rf"A bot or the clock made \d+ moves for you, the first at step {left_at}:", page)
    assert re.search(r"mistakes? in 1 decision[.,:]", page)
    assert "A bot or the clock" not in reviewed(client, table)


def test_the_moves_of_a_bot_are_no_mistakes_of_a_player_who_has_come_back(client: TestClient, room: Room) -> None:
    """They were judged as the player's own, and counted as theirs in the list of games."""
    table, rng = open_table(client, "cribbage", others="open", **{"o-to": "61"}), Random(2)
    bea, own, leaves_after = sit_down(client, table), 0, [1, 2, 3]
    while not (seen := until(client, table, lambda seen: seen["over"] or seen["to_act"]))["over"]:
        if 0 in seen["to_act"]:
            assert post_random_move(client, table, rng).status_code == 200
        elif own in leaves_after:
            leaves_after.remove(own)
            bea.post(f"{table}/leave")
            until(client, table, lambda seen, before=seen: seen["over"] or seen["version"] > before["version"])
            bea.post(f"{table}/back")
        else:
            assert post_random_move(bea, table, rng).status_code == 200
            own += 1
    assert room.table(table).stand_ins.took_over(1) is None
    page = reviewed(bea, table)
    judged = re.search(r"mistakes? in (\d+) decisions", page)
    assert judged
    assert int(judged[1]) <= own
    assert "A bot or the clock made" in page
    listed = bea.get("/games").text
    assert f", {own} moves<" in listed
    assert "played to its end by a bot" not in listed
    made = re.search(r'Moves that a bot or the clock made</dt><dd>(\d+)</dd><dd class="help">in 1 game<', counts(bea))
    assert made
    assert int(made[1]) >= 3
    assert "bot or the clock made</dt>" not in counts(client)


def test_no_amount_of_a_review_is_broken_on_a_telephone(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 360, "height": 640}) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "cribbage", "open")
        sit_down_page(bea, table)
        assert wait_for_turn(ann)
        touch_one_move(ann)
        assert ann.request.post(f"{table}/leave", form={"for_good": "yes"}, headers=JSON).ok
        ann.goto(f"{table}/review")
        expect(ann.locator(".sums")).to_contain_text("Luck, and how others played")
        lines = """cells => cells.map((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return new Set([...words.getClientRects()].map((box) => box.top)).size;
        })"""
        assert set(ann.locator(".sums td").evaluate_all(lines)) == {1}


def test_the_words_of_a_mistake_stand_beside_its_table_and_a_graph_is_legible(browser: Browser, server: Server) -> None:
    """One's own part was a third of a wide window, so the words stood below each picture; lines of the graph were less
    than a pixel wide on a telephone."""
    with person(browser) as page:
        table = open_table_page(page, server.address, "cribbage", **{"o-to": "61", "deal": "7"})
        play_by_requests(table, page)
        page.goto(f"{table}/review")
        words, felt = page.locator(".mistakes .beside > div").first, page.locator(".mistakes .felt").first
        for width in (1366, 820):
            page.set_viewport_size({"width": width, "height": 650})
            assert words.evaluate("one => one.getBoundingClientRect().left") > felt.evaluate(
                "one => one.getBoundingClientRect().right"
            )
        page.set_viewport_size({"width": 360, "height": 640})
        line = page.locator(".review-graph .line-0").first
        assert line.evaluate("one => parseFloat(getComputedStyle(one).strokeWidth) * one.getScreenCTM().a") > 1.4


def test_the_other_players_of_a_review_lie_below_each_other(browser: Browser, server: Server) -> None:
    """The third one lay below one's own part, on the other side of a gap."""
    with person(browser, viewport={"width": 1366, "height": 650}) as page:
        table = open_table_page(page, server.address, "poker", "caller", **{"o-players": "4", "o-deals": "1"})
        play_by_requests(table, page)
        page.goto(f"{table}/review")
        parts = page.locator(".reviews > *")
        expect(parts).to_have_count(5)
        own, *others = parts.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        assert {other["left"] > own["right"] for other in others} == {True}
        gaps = {round(below["top"] - other["bottom"]) for other, below in pairwise(others)}
        assert gaps == {12}


class Held(ThreadPoolExecutor):
    """Workers that never finish."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def test_few_reviews_are_made_at_a_time(client: TestClient, room: Room, beaten: str) -> None:
    live = room.table(beaten)
    record = results.whole(live)

    async def crowd() -> str:
        found = Reviews(Held(1), FairQueue(4))
        for seats in ([0], [1], [2], [0, 1]):
            found.work(live, record, seats, "")
        try:
            assert found.work(live, record, [0], "") is found.work(live, record, [0, 1], "")  # which has that seat too
            found.work(live, record, [3], "")
        except Exception as problem:
            return str(problem)
        finally:
            found.works.close()
        return ""

    assert cardroom_reviews.MAX_RUNNING_REVIEWS == 4
    assert "try again in a moment" in asyncio.run(crowd())


def test_a_review_begins_with_ones_own_part_and_its_costliest_mistakes(client: TestClient, beaten: str) -> None:
    page = reviewed(client, beaten)
    parts = (
        "(you): grade",
        "The costliest mistakes",
        '<table class="kinds-of"',
        '<svg class="review-graph"',
        "(bot): grade",
    )
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert "<caption>Chance to win</caption>" in page
