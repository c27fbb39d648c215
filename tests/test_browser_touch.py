"""One touch a move in the page: taps, double clicks, drags, keys, and the second press that some moves take."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browser import (
    MOTION,
    PHONE,
    Server,
    box_of,
    one_move,
    open_table_page,
    person,
    play,
    sit_down_page,
    touch_one_move,
    version,
    wait_for_turn,
)
from support.playouts import short_form


def waits_for_a_new_version(page: Page, before: int) -> None:
    page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")


def until_a_move_takes(page: Page, places: int) -> None:
    """Play whatever is asked until a move takes that number of places."""
    while True:
        assert wait_for_turn(page)
        first = page.locator("#moves [data-places]").first
        wanted = (first.get_attribute("data-places") or "").split()
        if len(wanted) == places:
            return
        with one_move(page):
            first.evaluate("button => button.click()")


def drag(page: Page, card: str, onto: str) -> None:
    start, end = box_of(page.locator(card).first), box_of(page.locator(onto).first)
    page.mouse.move(start.left + 8, start.top + 15)
    page.mouse.down()
    page.mouse.move(start.left + 30, start.top + 30)
    page.mouse.move(end.left + end.width / 2, end.top + end.height / 2, steps=3)
    dragged = page.locator(".dragged").first
    assert dragged.evaluate("card => getComputedStyle(card).opacity") < "1"  # the place below it is seen
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def test_a_tap_plays_where_one_place_is_a_move(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "patience")
        wait_for_turn(page)
        expect(page.locator("#confirm")).to_be_hidden()
        assert page.locator("[data-digit]").count() == 0  # fifty places have the arrow keys
        before = version(page)
        page.locator("[id='p-1.c3']").dblclick()  # the second click is meant for the same cell
        waits_for_a_new_version(page, before)
        expect(page.locator("#progress")).to_contain_text("1 of 50")
        drag(page, "#p-turned", "[id='p-1.c4']")
        expect(page.locator("#progress")).to_contain_text("2 of 50")
        page.locator("[id='p-1.b3']").focus()
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.place") == "1.b4"
        page.keyboard.press("Enter")
        expect(page.locator("#progress")).to_contain_text("3 of 50")
        wait_for_turn(page)
        page.keyboard.press("ArrowDown")  # leads on from the card that was placed
        assert page.evaluate("document.activeElement.dataset.place") == "1.b5"


def test_a_touch_of_what_is_in_no_move_says_what_is_asked(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        until_a_move_takes(page, 2)
        notice, asked = page.locator("#notice"), page.locator("#status").inner_text()
        page.locator("[id='p-hand1-2']").click()
        expect(notice).to_have_text(f"Nothing to choose there. {asked}.")
        page.locator("[id='p-hand0-2']").click()
        expect(notice).to_be_empty()
        page.evaluate("document.getElementById('notice').textContent = 'A hint.'")
        page.locator("[id='p-hand0-3']").click()
        expect(notice).to_have_text("A hint.")  # it was not about a touch


def test_a_move_of_two_places_is_confirmed_or_double_clicked(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION) as page:
        open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        until_a_move_takes(page, 2)
        cards = page.locator("#zones button[data-place]")
        cards.nth(0).click(position={"x": 6, "y": 20})
        expect(page.locator("#confirm")).to_be_disabled()
        with one_move(page):
            cards.nth(1).dblclick(position={"x": 6, "y": 20})
        until_a_move_takes(page, 1)
        before, hand = version(page), "#area-own button[data-place][data-face]"
        drag(page, hand, hand)  # back onto itself
        assert version(page) == before
        drag(page, hand, "#area-middle")
        waits_for_a_new_version(page, before)


def test_a_player_may_have_every_tap_confirmed(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script("localStorage.setItem('cardwright-taps', 'select')")
        open_table_page(page, server.address, "patience")
        wait_for_turn(page)
        before = version(page)
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url))
        page.locator("[id='p-2.b2']").dblclick()  # as a hand that trembles does
        expect(page.locator("#confirm")).to_be_enabled()
        expect(page.locator("[id='p-2.b2']")).to_have_attribute("aria-pressed", "true")
        assert version(page) == before
        assert not any(address.endswith("/move") for address in sent)
        page.locator("#confirm").click()
        waits_for_a_new_version(page, before)


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_foul_is_pressed_twice(browser: Browser, server: Server, by: str) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "paigow", deal="1")
        while wait_for_turn(page) and not page.locator("#moves [data-places]").count():
            touch_one_move(page)
        expect(page.locator(".seat.to-act")).to_have_count(1)  # the bots set their hands at the same time
        before, confirm = version(page), page.locator("#confirm")

        def press() -> None:
            if by == "mouse":
                confirm.click()
            else:
                page.keyboard.press("Enter")

        for place in (
            page.locator("#moves [data-places][data-confirm]").first.get_attribute("data-places") or ""
        ).split():
            page.locator(f'[id="p-{place}"]').click(position={"x": 6, "y": 20})
        press()
        expect(page.locator("#notice")).to_contain_text("Press again: ")
        expect(confirm).to_have_class(re.compile("armed"))
        assert version(page) == before
        press()
        waits_for_a_new_version(page, before)


@pytest.mark.parametrize("key", ["c", ""])
def test_what_ends_a_stay_is_pressed_twice(browser: Browser, server: Server, key: str) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "paigow")
        wait_for_turn(page)
        button = page.locator('#moves [data-confirm="yes"]')
        for notice in ("Press again: Leave the table", ""):
            expect(button).to_be_visible()
            page.keyboard.press(key) if key else button.click()
            expect(page.locator("#notice")).to_contain_text(notice)
        expect(button).to_be_hidden()


# The hint leaves more than half of its first card in sight, once it has found its place.
BESIDE = """() => {
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  const [notice, card] = [box("#notice"), box("#zones .hinted")];
  const wide = Math.min(notice.right, card.right) - Math.max(notice.left, card.left);
  const high = Math.min(notice.bottom, card.bottom) - Math.max(notice.top, card.top);
  return Math.max(0, wide) * Math.max(0, high) < card.width * card.height / 2;
}"""


def test_a_hint_lifts_its_cards_and_stands_beside_them(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        until_a_move_takes(page, 2)
        with page.expect_response(lambda answer: answer.url.endswith("/hint")) as asked:
            page.keyboard.press("h")
        said = asked.value.json()
        expect(page.locator("#notice")).to_contain_text("Hint: Lay away")
        lifted = page.locator("#zones .hinted")
        assert sorted(lifted.evaluate_all("each => each.map((one) => one.dataset.place)")) == said["places"]
        page.wait_for_function(BESIDE)
        assert len(said["ranking"]) > 1
        page.locator("#notice summary").click()
        expect(page.locator("#notice li").first).to_contain_text(said["ranking"][0])
        page.locator("#notice").click(position={"x": 4, "y": 4})
        expect(lifted).to_have_count(0)


def test_a_hint_stays_while_the_other_lays_away(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        sit_down_page(
            bea, open_table_page(ann, server.address, "cribbage", "open", hints="yes", **short_form("cribbage"))
        )
        for page in (ann, bea):
            until_a_move_takes(page, 2)
        before = version(ann)
        ann.keyboard.press("h")
        notice, lifted = ann.locator("#notice"), ann.locator("#zones .hinted")
        expect(lifted).to_have_count(2)
        hint = notice.text_content() or ""
        touch_one_move(bea)
        waits_for_a_new_version(ann, before)
        expect(lifted).to_have_count(2)
        expect(notice).to_have_text(hint)
        touch_one_move(ann, which=1)
        expect(lifted).to_have_count(0)
        expect(notice).to_be_empty()


def test_a_hint_draws_an_arrow_from_the_card_to_its_cell_and_fills_in_a_bet(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "patience", **short_form("patience"))
        until_a_move_takes(page, 1)
        page.keyboard.press("h")
        cell = page.locator("#zones .hinted")
        expect(cell).to_have_count(1)
        end = page.locator("#hint-arrow .line").evaluate(
            "way => way.getAttribute('d').match(/Q\\S+ \\S+ (\\S+) ([0-9.]+)/)"
        )
        box = box_of(cell)
        assert box.left < float(end[1]) < box.right
        assert box.top - 1 < float(end[2]) < box.bottom + 1
        open_table_page(page, server.address, "poker", "basic", **short_form("poker"))
        assert wait_for_turn(page)
        with page.expect_response(lambda answer: answer.url.endswith("/hint")) as asked:
            page.keyboard.press("h")
        said = asked.value.json()
        button = page.locator("#moves button.hinted")
        expect(button).to_contain_text(said["label"])


# Two cards leave the table, as a script that changes the page would take them; how many of them slide off.
CLEARED = """() => {
  const { motion } = window.cardwright;
  const before = motion.positions();
  const faces = [...document.querySelectorAll("[data-face]")].map((place) => place.dataset.face);
  const once = (place) => faces.filter((face) => face === place.dataset.face).length === 1;
  const places = [...document.querySelectorAll("#zones [data-face]")].filter(once);
  if (places.length < 2) return ""; // not drawn yet
  places.slice(0, 2).forEach((place) => place.remove());
  motion.sweep(before);
  return `${document.querySelectorAll("#swept .place").length} swept`;
}"""


# The same of a fan in which cards overlap; the widths of both cards before and while they slide off.
SLIDING_WIDTHS = """() => {
  const { motion } = window.cardwright, before = motion.positions();
  const width = (art) => art.getBoundingClientRect().width;
  const places = [...document.querySelectorAll(".own .fan [data-face]")].slice(0, 2);
  const lying = places.map((place) => width(place.querySelector(".art")));
  places.forEach((place) => place.remove());
  motion.sweep(before);
  document.querySelectorAll("#swept .place").forEach((place) => place.getAnimations().forEach((one) => one.pause()));
  return [...lying, ...[...document.querySelectorAll("#swept .art")].map(width)];
}"""


def test_cards_keep_their_size_when_they_begin_to_slide_off(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, viewport=PHONE) as page:
        stud = {"o-players": "2", "o-variant": "seven-card-stud", "o-stacks": "1000", "o-deals": "1"}
        open_table_page(page, server.address, "poker", "caller", **stud)
        assert not play(page, 4)
        widths = page.evaluate(SLIDING_WIDTHS)
        assert len(widths) == 4
        assert max(widths) - min(widths) < 2


@pytest.mark.parametrize(("motion", "swept"), [("no-preference", "2 swept"), ("reduce", "0 swept")])
def test_cards_that_are_cleared_slide_off_the_table(browser: Browser, server: Server, motion: str, swept: str) -> None:
    with person(browser, reduced_motion=motion) as page:
        open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        until_a_move_takes(page, 2)
        assert page.wait_for_function(CLEARED).json_value() == swept
        expect(page.locator("#swept")).to_have_count(0)


# How high the part of the page is in which a finger presses each link and button of the head.
TOUCHED = """() => [...document.querySelectorAll(".site-head :is(a, summary, .quiet)")]
  .filter((one) => one.checkVisibility()).map((one) => {
    const { left, width } = one.getBoundingClientRect(), middle = left + width / 2;
    const heights = [...Array(80).keys()].filter((y) => one.contains(document.elementFromPoint(middle, y)));
    return [one.textContent.trim(), heights.length];
  })"""


def test_a_finger_touches_more_than_the_words_of_the_head(browser: Browser, server: Server) -> None:
    """They were 28 pixels high, and 25 at a table."""
    with person(browser, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.goto(server.address)
        assert min(height for _, height in page.evaluate(TOUCHED)) >= 43
        open_table_page(page, server.address, "cribbage")
        assert min(height for _, height in page.evaluate(TOUCHED)) >= 33
