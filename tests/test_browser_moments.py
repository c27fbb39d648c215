"""Moments in a real browser: held until confirmed or for a time, in order, and none is lost by a reload."""

import itertools
import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from support.browser import (
    LONG_MS,
    MOTION,
    TURN,
    Server,
    hold_for,
    open_table_page,
    person,
    play,
    play_by_requests,
    sit_down_page,
    touch_one_move,
    version,
    wait_for_turn,
    wait_until,
)
from support.visitors import JSON

SHORT_MS = 30  # that moments are held, unless they are confirmed
LATE_MS = 500  # after a moment, in which presses are ignored


RESULTS_SEEN = """
  window.results_seen = [];
  const look = () => {
    const result = document.getElementById("result");
    if (result) results_seen.push(getComputedStyle(result).visibility);
    requestAnimationFrame(look);
  };
  look();
"""
SEEN = """() => {
  window.shown = [];
  const note = () => {
    const scene = document.getElementById("scene");
    const entry = [Number(scene.dataset.version), "hold" in scene.dataset];
    if (String(window.shown.at(-1)) !== String(entry)) window.shown.push(entry);
  };
  note();
  new MutationObserver(note).observe(document.getElementById("scene"), { attributes: true });
}"""


def two_at_a_table(ann: Page, bea: Page, address: str) -> str:
    table = open_table_page(ann, address, "poker", "open", **{"o-players": "2", "o-deals": "1", "clock": "off"})
    sit_down_page(bea, table)
    for page in (ann, bea):
        page.wait_for_selector("#area-own")
    return table


def all_in(pages: list[Page], table: str) -> dict[str, Any]:
    """Both go all in, so that the board runs out: the last view."""
    while not (seen := pages[0].request.get(f"{table}/view").json())["over"]:
        page = pages[seen["to_act"][0]]
        seen = page.request.get(f"{table}/view").json()
        bets = [move for move in seen["moves"] if move["number"]]
        text = bets[0]["text"].replace("{}", str(bets[0]["number"]["high"])) if bets else "call"
        if text not in [move["text"] for move in seen["moves"]] and not bets:
            text = Random(1).choice(seen["moves"])["text"]
        answer = page.request.post(f"{table}/move", form={"version": str(seen["version"]), "move": text}, headers=JSON)
        assert answer.ok, answer.text()
    return dict(seen)


def moments(page: Page) -> list[list[Any]]:
    return page.evaluate("window.shown.filter(([, moment]) => moment)")  # type: ignore[no-any-return]


def after_first_message(page: Page) -> list[Callable[[], None]]:
    """Hold back all but the first message of the table's next socket: return what sends them."""
    late: list[Callable[[], None]] = []

    def connect(socket: WebSocketRoute) -> None:
        messages = itertools.count()

        def pass_on(message: str | bytes) -> None:
            if next(messages):
                late.append(partial(socket.send, message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(pass_on)

    page.route_web_socket(re.compile("/feed"), connect)
    return late


def test_moments_wait_for_a_confirmation_where_motion_is_reduced(browser: Browser, server: Server) -> None:
    with (
        person(browser, skips_moments=False) as ann,
        person(browser, skips_moments=False) as bea,
    ):
        table = two_at_a_table(ann, bea, server.address)
        last = all_in([ann, bea], table)["version"]
        seen = []
        for press in ("button", "key", "all"):  # flop, turn and river are one moment each
            ann.wait_for_selector("#scene[data-hold]")
            at = version(ann)
            seen.append(at)
            if press == "button":
                ann.click("#onward")
            elif press == "key":
                ann.get_by_role("button", name="Keys").press("Enter")  # a control that has the focus is pressed
                ann.get_by_role("dialog").get_by_role("button", name="Close").press("Enter")
                assert version(ann) == at
                ann.locator("#status").press("Enter")
            else:
                ann.get_by_role("button", name="Skip all").click()
            ann.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
        assert seen == sorted(set(seen))
        assert version(ann) == last
        # Bea loads her page again in the middle, and sees the moment that she has not confirmed and those after it.
        bea.wait_for_selector("#scene[data-hold]")
        bea.click("#zones", position={"x": 5, "y": 5})  # a tap, as the button
        bea.wait_for_selector(f'#scene[data-hold][data-version="{seen[1]}"]')
        late = after_first_message(bea)
        bea.add_init_script(RESULTS_SEEN)
        bea.reload()
        bea.wait_for_selector("#scene[data-hold]")
        assert "visible" not in bea.evaluate("results_seen")  # not even for an instant
        assert version(bea) == seen[1]
        bea.keyboard.press("Escape")  # skips all, and the showdown too, which is still on its way
        for send in wait_until(bea, lambda: late):
            send()
        bea.wait_for_selector("#result")


def test_who_looks_elsewhere_is_told_of_a_turn_that_comes_after_a_moment(browser: Browser, server: Server) -> None:
    with person(browser, skips_moments=False) as ann, person(browser) as bea:
        ann.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true });")
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open", clock="60+300"))
        ann.wait_for_selector("#scene[data-hold]")  # the cut for the deal waits to be confirmed; the clock does not
        expect(ann).to_have_title("● Your turn: Cribbage")


def test_moments_pass_by_themselves_in_order(browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    hold_for(monkeypatch, SHORT_MS)
    with person(browser, **MOTION, skips_moments=False) as ann, person(browser, skips_moments=False) as bea:
        table = two_at_a_table(ann, bea, server.address)
        ann.evaluate(SEEN)
        last = all_in([ann, bea], table)["version"]
        ann.wait_for_selector("#result")
        shown = [version for version, _ in moments(ann)]
        assert len(shown) >= 3
        assert shown == sorted(set(shown))
        assert version(ann) == last


def test_who_goes_on_before_a_moment_is_over_has_shorter_ones(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_for(monkeypatch, LONG_MS)
    with person(browser, **MOTION, skips_moments=False) as page:
        pace = "localStorage.getItem('cardwright-pace')"
        open_table_page(page, server.address, "flexdeck")
        while not page.locator("#scene[data-hold]").count():
            assert wait_for_turn(page)
            at = version(page)
            page.get_by_role("button", name="Keep all five").click()
            page.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
            page.wait_for_selector(f"#scene[data-hold], {TURN}", state="attached")
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {pace} === '0.8'")
        for words in ("until confirmed", "long enough to read"):
            page.locator('[data-setting="moments"]').select_option(words, force=True)
        assert page.evaluate(pace) == "1"


# Presses the first move button as soon as a moment has passed by itself, as a finger does that was on its way.
PRESS_LATE = """() => {
  window.late = 0;
  let held = false;
  document.addEventListener("frame", () => {
    const button = document.querySelector('#moves button[name="move"]');
    if (held && button) {
      late += 1;
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }
    held = "hold" in document.getElementById("scene").dataset;
  });
}"""


def test_a_press_that_was_meant_for_a_moment_makes_no_move_just_after_it(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold_for(monkeypatch, SHORT_MS)
    with person(browser, **MOTION, skips_moments=False) as page:
        table = open_table_page(page, server.address, "flexdeck", "basic", **{"o-rounds": "9"})
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.url == f"{table}/move" else None)
        page.evaluate(PRESS_LATE)
        made = 0
        while not page.evaluate("late"):
            page.wait_for_timeout(LATE_MS)
            at = version(page)
            page.get_by_role("button", name="Keep all five").click()
            made += 1
            page.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
            page.wait_for_selector(TURN, state="attached")
        assert len(sent) == made


def test_bots_are_asked_to_go_on_without_loading_the_page_again(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, skips_moments=False) as page:
        table = open_table_page(page, server.address, "poker", "caller", **{"o-players": "3", "o-deals": "3"})
        answers: list[tuple[str, int]] = []
        page.on("response", lambda answer: answers.append((answer.url, answer.status)))
        server.bot_pace(0.1)
        try:
            for _ in range(13):
                if play(page, 1) or (f"{table}/hurry", 200) in answers:
                    break
        finally:
            server.bot_pace(0)
        assert {status for url, status in answers if url == f"{table}/hurry"} == {200}
        assert table not in [url for url, _ in answers]


LIT = ":is(#zones .winner, #zones .active, #zones .new)"
IN_SIGHT = f"""[...document.querySelectorAll("{LIT}")].map((one) => one.getBoundingClientRect().top)
  .every((top) => 0 <= top && top < innerHeight)"""


@pytest.mark.parametrize("size", [(1366, 650), (360, 640)])
def test_what_a_moment_lights_comes_into_sight(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """The page may be scrolled to its moves or to the talk when a moment comes."""
    window = {"width": size[0], "height": size[1]}
    with (
        person(browser, skips_moments=False, viewport=window) as ann,
        person(browser, skips_moments=False) as bea,
    ):
        all_in([ann, bea], two_at_a_table(ann, bea, server.address))
        lit = 0
        while True:
            ann.wait_for_selector("#scene[data-hold], #result")
            if ann.locator("#result").count():
                break
            at = version(ann)
            ann.wait_for_function(f"() => {IN_SIGHT}")
            lit += ann.locator(LIT).count()
            ann.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
            ann.keyboard.press("Enter")
            ann.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
        assert lit
        expect(ann.locator("#result")).to_be_in_viewport()


@pytest.mark.parametrize("size", [(1366, 650), (360, 640)])
def test_the_last_deal_is_one_tap_away_and_the_table_comes_back(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    hold_for(monkeypatch, LONG_MS)
    with person(browser, **MOTION, skips_moments=False, viewport={"width": size[0], "height": size[1]}) as page:
        open_table_page(
            page, server.address, "poker", "caller", **{"o-players": "3", "o-deals": "3", "o-stacks": "100"}
        )
        assert wait_for_turn(page)
        link, scene = page.get_by_role("link", name="Last deal"), page.locator("#scene")
        expect(link).to_be_hidden()
        ended = ""
        while not ended.startswith("Deal 1 is over"):
            page.wait_for_selector(f"#onward, {TURN}", state="attached")
            if page.locator("#onward").count():
                ended, at = page.locator("#status").inner_text(), version(page)
                page.locator("#onward").click()
                page.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
            else:
                touch_one_move(page)
        page.wait_for_selector(TURN)
        board, now = page.locator("#zones [data-face]"), version(page)
        dealt = board.count()
        link.press("Enter")
        page.wait_for_selector("#scene[data-hold]")
        assert page.locator("#status").inner_text().startswith("Deal 1 is over")
        assert board.count() > dealt
        page.wait_for_timeout(300)  # it is held until it is confirmed
        expect(page.locator("#status")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector(TURN)
        assert version(page) == now
        assert board.count() == dealt
        page.reload()
        page.wait_for_selector(TURN)
        assert scene.get_attribute("data-hold") is None


def test_a_table_whose_script_does_not_come_is_shown_after_a_while(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        table = open_table_page(page, server.address, "poker", "caller", **{"o-players": "2", "o-deals": "1"})
        play_by_requests(table, page)
        page.route("**/*.js*", lambda route: route.abort())
        page.goto(table)
        expect(page.locator("body")).to_have_class(re.compile("catching-up"))
        expect(page.locator("#result")).to_be_visible()


def test_the_speed_is_set_where_one_waits(browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    hold_for(monkeypatch, LONG_MS)
    with person(browser, **MOTION, skips_moments=False) as page:
        open_table_page(page, server.address, "cribbage", "basic")
        speed = page.get_by_role("button", name="Speed")
        while True:
            page.wait_for_selector(f"#onward, {TURN}", state="attached")
            if page.locator("#onward").count():
                break
            touch_one_move(page)
        at = version(page)
        speed.click()
        expect(page.get_by_label("Speed of bots")).to_be_focused()
        assert version(page) == at
        page.keyboard.press("Escape")
        expect(page.get_by_label("Speed of bots")).to_be_hidden()
        assert version(page) == at
