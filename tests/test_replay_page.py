"""The replay page: steps, the list of moves, seats, and its script in a browser."""

import re

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from support.browser import PHONE, Server, open_table_page, person, play_by_requests, scrolls_sideways
from support.visitors import JSON, Room, look, open_table, play_out, post_move, sit_down, until


@pytest.fixture
def together(client: TestClient) -> tuple[str, TestClient]:
    """A game of cribbage between two people that Bea has given up after the first deal, and Bea's browser."""
    table = open_table(client, "cribbage", others="open")
    bea = sit_down(client, table)
    for browser in (client, bea):
        seen = until(browser, table, lambda seen: seen["seat"] in seen["to_act"])
        post_move(browser, table, seen["version"], seen["moves"][0]["text"])
    bea.post(f"{table}/leave", data={"for_good": "yes"})
    return table, bea


def test_a_step_is_sent_alone_as_json(client: TestClient, together: tuple[str, TestClient]) -> None:
    table, _ = together
    last = look(client, table)["version"]
    step = client.get(f"{table}/replay?at={last}", headers=JSON).json()
    assert step["at"] == last
    assert step["news"] == ["Bea gave up, and lost the game"]
    assert 'id="scene"' in step["scene"]
    assert "<html" not in step["scene"]
    assert client.get(f"{table}/replay?at={last + 1}", headers=JSON).status_code == 400


def test_a_replay_opens_at_the_first_decision_with_a_card_on_the_table(
    client: TestClient, together: tuple[str, TestClient]
) -> None:
    table, _ = together
    opened = client.get(f"{table}/replay", headers=JSON).json()
    before = client.get(f"{table}/replay?at={opened['at'] - 1}", headers=JSON).json()
    assert "data-face" in opened["scene"]
    assert 0 < opened["at"] < look(client, table)["version"]
    assert before["scene"] != opened["scene"]
    assert f'href="{table}/replay"' in client.get("/games").text


def test_a_refusal_leads_back_to_the_table(client: TestClient) -> None:
    table = open_table(client, "cribbage")
    early = client.get(f"{table}/replay")
    assert early.status_code == 409
    assert f'href="{table}">To the table' in early.text
    lost = client.get("/t/nothing-here/replay")
    assert lost.status_code == 404
    assert "To the table" not in lost.text


def test_the_list_of_moves_has_what_the_seat_saw(client: TestClient, together: tuple[str, TestClient]) -> None:
    table, bea = together
    moves = client.get(f"{table}/replay/moves", headers=JSON).json()
    assert moves["first"] == 0
    assert [move["at"] for move in moves["moves"]] == sorted(move["at"] for move in moves["moves"])
    assert any(move["moment"] for move in moves["moves"])
    assert "gave up" in moves["moves"][-1]["text"]
    mine, hers = (
        [browser.get(f"{table}/replay?at=14", headers=JSON).json()["scene"] for browser in (client, bea)][seat]
        for seat in (0, 1)
    )
    assert mine != hers
    as_bea = client.get(f"{table}/replay?at=14&as=2", headers=JSON).json()["scene"]
    assert as_bea == mine  # no player has agreed to show all cards
    for browser in (client, bea):
        browser.post(f"{table}/show")
    assert client.get(f"{table}/replay?at=14&as=2", headers=JSON).json()["scene"] == hers


def test_a_long_game_is_listed_in_parts(client: TestClient, room: Room) -> None:
    table = open_table(client, "flexdeck", others="random", **{"o-rounds": "3"})
    last = play_out(client, table, 2)["version"]
    parts = [client.get(f"{table}/replay/moves?first={first}").json() for first in range(0, last + 1, 40)]
    steps = [move["at"] for part in parts for move in part["moves"]]
    assert steps == sorted(set(steps))
    assert all(part["first"] <= move["at"] < part["first"] + 40 for part in parts for move in part["moves"])
    page = client.get(f"{table}/replay?at=0").text
    assert page.count("data-at=") == len(parts[0]["moves"])
    assert len(room.app.state.move_lists._results) == len(parts)
    listed = [str(move["at"]) for part in parts for move in part["moves"] if move["moment"]]
    assert f'data-moments="{" ".join(listed)}"' in page


# In the browser


def test_the_page_steps_through_a_game(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        address = open_table_page(page, server.address, "cribbage", "random")
        page.wait_for_selector("#moves button")
        # In one step: a frame that comes between two would close it again.
        page.evaluate("document.querySelector('#give-up button').click()")
        page.wait_for_selector("#result", state="attached")
        page.goto(f"{address}/replay?at=0")
        last = int(page.locator("#replay").get_attribute("data-last") or "0")
        assert last > 12

        def at(step: int, seat: int = 1) -> None:
            page.wait_for_selector(f'#replay[data-drawn="{step} {seat}"]')
            assert page.locator("#scene").get_attribute("data-version") == str(step)
            assert page.locator("#where").text_content() == f"Step {step} of {last}"
            assert f"at={step}" in page.url

        page.keyboard.press("ArrowRight")
        at(1)
        page.keyboard.press("PageDown")
        at(11)
        page.locator("#slider").fill("5")
        at(5)
        page.locator("#moves-list a").last.click()
        at(int(page.locator("#moves-list a[aria-current]").get_attribute("data-at") or "0"))
        page.keyboard.press("End")
        at(last)
        assert page.locator("#go-on").is_hidden()
        page.keyboard.press("s")
        at(last, 2)
        assert "as=2" in (page.locator("#copy-moment").get_attribute("data-copy") or "")
        page.reload()
        assert page.locator("#eyes").input_value() == "2"
        page.locator("#eyes").evaluate("eyes => { eyes.add(new Option('Guest Kingfisher 2 (you)')); }")
        page.wait_for_function("() => document.getElementById('eyes').clientWidth > 170")  # a long name is whole
        page.keyboard.press("Home")
        at(0, 2)
        page.locator("#speed").select_option("200")
        page.keyboard.press("Space")
        page.locator("#where", has_text=re.compile(r"Step ([4-9]|\d\d)")).wait_for()
        page.keyboard.press("ArrowLeft")
        assert page.locator("#run").text_content() == "Play"
        page.set_viewport_size(PHONE)
        assert not scrolls_sideways(page)
        step = page.locator("#slider").input_value()
        page.locator("#go-on button").click()
        page.wait_for_url(lambda url: "/replay" not in url)
        assert f"played on from step {step} of another game" in (page.locator("#terms").text_content() or "")
        back = page.locator("#more-actions a", has_text="To the original game")
        assert (back.get_attribute("href") or "").endswith(f"/replay?at={step}")


def test_the_name_of_a_hand_that_is_played_is_whole_on_a_telephone(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as page:
        address = open_table_page(page, server.address, "cribbage", "random", **{"o-to": "61"})
        play_by_requests(address, page)
        page.goto(f"{address}/replay?at=0")
        moments = (page.locator("#replay").get_attribute("data-moments") or "").split()
        for at in moments:
            page.goto(f"{address}/replay?at={at}")
            if page.locator(".others .fan.n-0 .note").count():
                break
        cut_off = """() => {
          const zone = document.querySelector(".others .fan.n-0"), felt = zone.closest(".slot").getBoundingClientRect();
          return [...zone.querySelectorAll(":scope > :is(h2, .note)")].map((each) => each.getBoundingClientRect())
            .filter((box) => box.top < felt.top || box.bottom > felt.bottom).length;
        }"""
        assert page.evaluate(cut_off) == 0


def test_a_replay_that_runs_does_not_stop_where_nothing_new_is_seen(browser: Browser, server: Server) -> None:
    """In pai gow each round had 40 seconds of an unchanged table, while seven hands are dealt face down."""
    with person(browser) as page:
        address = open_table_page(page, server.address, "paigow", "random", **{"o-rounds": "1"})
        play_by_requests(address, page)
        page.goto(f"{address}/replay?at=3")
        page.wait_for_selector("#scene")
        page.locator("#speed").evaluate(
            "speed => { speed.add(new Option('for ever', '1000000000')); speed.value = '1000000000'; }"
        )
        page.get_by_role("button", name="Play", exact=True).click()
        page.locator("#where", has_text="Step 4 ").wait_for()  # the first that is drawn
        page.locator("#run").click()
        page.locator("#run").click()
        page.locator("#where", has_text="Step 10 ").wait_for()  # the second hand has been dealt
