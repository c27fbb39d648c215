"""Requirements of fingers, eyes and screen readers on every page: a name, an id of its own, room, and the bar."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cardwright import games
from support.browser import TELEPHONE, Server, open_table_page, person, play, scrolls_sideways, wait_for_turn
from support.playouts import short_form

MIN_SIZE_PX = 24  # CSS pixels each way: WCAG 2.2, 2.5.8
NAMED_ROLES = {"button", "link", "textbox", "combobox", "checkbox", "spinbutton", "image", "img", "region", "dialog"}

TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
# All that is pressed, but for words in a line of text.
SMALL = """(least) => [...document.querySelectorAll("button, .button, summary, select, input, textarea, nav a")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.matches(".skip"))
  .map((one) => [one.textContent.trim() || one.name || one.id, one.getBoundingClientRect()])
  .filter(([, box]) => Math.min(box.width, box.height) < least)
  .map(([said, box]) => `${said}: ${box.width} x ${box.height}`)"""
# A button is no wall: a fifth of the window at most.
LARGE = """() => [...document.querySelectorAll("#moves button")]
  .filter((one) => one.offsetHeight > innerHeight / 5)
  .map((one) => one.textContent.trim())"""
# What may be touched and lies outside of the window, or under the bar.
HIDDEN = """() => {
  const moves = document.getElementById("moves");
  const bar = getComputedStyle(moves).display === "contents" ? document.getElementById("confirm") : moves;
  const floor = bar.checkVisibility() ? bar.getBoundingClientRect().top + 1 : innerHeight;
  return [...document.querySelectorAll("button[data-place]")]
    .map((one) => [one.id, one.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.bottom > floor)
    .map(([id]) => id);
}"""


def spoken(page: Page) -> Iterator[tuple[str, str]]:
    """Return what a screen reader finds: each role, and its name."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    for node in nodes:
        if not node["ignored"]:
            yield str(node["role"]["value"]), str(node.get("name", {}).get("value", "")).strip()


def sound(page: Page) -> None:
    """Nothing is without a name, nothing has the id of another, and all that is pressed has room."""
    found = list(spoken(page))
    assert [role for role, name in found if role in NAMED_ROLES and not name] == []
    assert [role for role, _ in found].count("main") == 1
    assert {"banner", "navigation"} <= {role for role, _ in found}
    assert page.evaluate(TWICE) == []
    assert page.evaluate(SMALL, MIN_SIZE_PX) == []
    assert page.evaluate(LARGE) == []
    assert not scrolls_sideways(page)


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    with person(browser, **TELEPHONE) as page:
        yield page


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_a_table_by_finger_and_by_ear(phone: Page, server: Server, game: str) -> None:
    open_table_page(phone, server.address, game, **short_form(game))
    for _ in range(5):
        if not wait_for_turn(phone):
            break
        sound(phone)
        assert phone.evaluate(HIDDEN) == []
        play(phone, 1)
    assert phone.locator("#news").get_attribute("aria-live") == "polite"
    assert phone.locator("#notice").get_attribute("role") == "status"


@pytest.mark.parametrize(
    "path", ["", "new/poker", "rules", "rules/cribbage", "glossary", "fair-deals", "t/nothing-here"]
)
def test_a_page_by_finger_and_by_ear(phone: Page, server: Server, path: str) -> None:
    phone.goto(f"{server.address}/{path}")
    sound(phone)


def test_a_whole_pyramid_fits_the_window_with_the_hands_and_the_bar(browser: Browser, server: Server) -> None:
    with person(browser, **TELEPHONE) as page:
        open_table_page(page, server.address, "pyramid")
        for _ in range(30):
            assert wait_for_turn(page)
            assert page.evaluate(HIDDEN) == []
            play(page, 1)


def test_a_notice_and_a_broken_line_move_nothing(browser: Browser, server: Server) -> None:
    with person(browser, **TELEPHONE) as page:
        open_table_page(page, server.address, "cribbage")
        wait_for_turn(page)
        place = "document.getElementById('zones').getBoundingClientRect().top + scrollY"
        before = page.evaluate(place)
        page.keyboard.press("h")
        page.wait_for_selector("#notice:not(:empty)")
        assert page.evaluate(place) == before
        page.context.set_offline(True)
        page.wait_for_selector("body.offline")
        assert page.evaluate(place) == before
        page.locator("#notice").click()
        expect(page.locator("#notice")).to_have_css("opacity", "0")
