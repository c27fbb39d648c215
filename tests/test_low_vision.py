"""Pages for low vision: forced colours, larger letters, and a table magnified by four."""

import pytest
from playwright.sync_api import Browser, ViewportSize

from support.browser import (
    CHROMIUM,
    DESK,
    PHONE,
    SWITCHES,
    Server,
    open_table_page,
    person,
    play,
    play_by_requests,
    scrolls_sideways,
    touch_one_move,
    wait_for_turn,
)
from support.playouts import short_form

# Browsers put a plate of the page's colour behind text in forced colours, except where a rule says that they do not.
UNSEEN_TEXT = """() => {
  const plate = getComputedStyle(document.body).backgroundColor;
  const has_text = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.querySelectorAll("body *")].filter((one) => {
    const { color, forcedColorAdjust } = getComputedStyle(one);
    return has_text(one) && one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, option, svg")
      && forcedColorAdjust === "auto" && color === plate;
  }).map((one) => one.textContent.trim());
}"""
SMALL = """least => [...document.querySelectorAll("button.touchable, #moves button")].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && Math.min(box.width, box.height) < least;
}).map((one) => `${one.ariaLabel ?? one.textContent}: ${one.offsetWidth}x${one.offsetHeight}`)"""
CUT = """all => all.filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 2)
  .map((one) => `${one.textContent}: ${one.scrollHeight} > ${one.clientHeight}`)"""
LINES_OF_A_TABLE = "#status, #progress, #news, #seats .seat, .score, .zone > :is(h2, .note):not(.unseen)"
TOO_WIDE = CUT.replace("Height", "Width")
MIN_TARGET_PX = 24
# What WCAG 1.4.12 lets a reader set: no text may be lost by it.
WIDER_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; }"
    + "* { word-spacing: .16em !important; } p { margin-bottom: 2em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
WINDOWS: tuple[ViewportSize, ...] = (DESK, PHONE)
MAGNIFIED_BY_FOUR = ({"width": 320, "height": 256}, {"width": 342, "height": 163})


def test_in_forced_colours_all_text_stands_out_from_the_plate_behind_it(browser: Browser, server: Server) -> None:
    for theme in ("light", "dark"):
        with person(browser, forced_colors="active", color_scheme=theme) as page:
            page.goto(server.address)
            assert page.locator(".primary").count()
            assert not page.evaluate(UNSEEN_TEXT)
            table = open_table_page(page, server.address, "cribbage", **{"o-to": "61"})
            assert wait_for_turn(page)
            for key in "12":
                page.keyboard.press(key)
            page.wait_for_selector("#confirm:enabled")
            assert not page.evaluate(UNSEEN_TEXT)
            play_by_requests(table, page)
            page.goto(table)
            page.wait_for_selector("#result")
            assert not page.evaluate(UNSEEN_TEXT)
            page.goto(f"{table}/replay?at=20")
            page.wait_for_selector(".moves-list a[aria-current]")
            assert not page.evaluate(UNSEEN_TEXT)


def test_magnified_by_four_a_table_is_as_large_as_on_a_telephone(browser: Browser, server: Server) -> None:
    for window in MAGNIFIED_BY_FOUR:
        for game in ("patience", "cribbage"):
            with person(browser, viewport=window) as page:
                open_table_page(page, server.address, game)
                assert wait_for_turn(page)
                assert page.locator("button.touchable").count()
                assert not page.evaluate(SMALL, MIN_TARGET_PX)
                assert page.locator("#progress").evaluate("line => line.clientWidth > 4 * line.clientHeight")


def test_with_letters_half_as_large_again_the_seats_and_the_question_are_whole(
    browser: Browser, server: Server
) -> None:
    larger = browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*SWITCHES, "--blink-settings=defaultFontSize=24"]
    )
    with person(larger, viewport={"width": 1366, "height": 768}) as page:
        for game in ("cribbage", "pyramid"):
            open_table_page(page, server.address, game)
            assert wait_for_turn(page)
            cut = page.locator("#seats .seat, #status").evaluate_all(CUT)
            assert not cut, game
    larger.close()


def test_in_320_pixels_the_bets_of_a_second_round_fit(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 320, "height": 568}) as page:
        open_table_page(page, server.address, "paigow", **{"o-players": "3"})
        assert wait_for_turn(page)
        while page.locator(".preset").count() < 4:
            assert not play(page, 1)
            assert wait_for_turn(page)
        assert not scrolls_sideways(page)


def test_magnified_by_two_the_longest_question_is_whole(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 683, "height": 325}) as page:
        open_table_page(page, server.address, "flexdeck")
        assert wait_for_turn(page)
        assert not page.locator("#status").evaluate_all(CUT)


def test_what_the_header_links_to_is_as_high_as_a_finger_that_trembles_needs(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage")
        targets = page.locator(".site-head :is(a, button, summary)")
        heights = targets.evaluate_all(
            "all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)"
        )
        assert len(heights) > 4
        assert min(heights) >= MIN_TARGET_PX


def test_with_wider_text_the_result_the_captions_and_the_lobby_are_in_sight(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 1366, "height": 768}) as page:
        table = open_table_page(page, server.address, "flexdeck", **short_form("flexdeck"))
        play_by_requests(table, page)
        page.goto(table)
        page.evaluate(WIDER_TEXT)
        page.wait_for_selector("body.spaced")
        result = page.locator("#result")
        assert not result.evaluate_all(CUT)
        assert result.evaluate("one => one.getBoundingClientRect().bottom < innerHeight / 4")
    with person(browser, viewport={"width": 320, "height": 568}) as page:
        page.goto(server.address)
        page.evaluate(WIDER_TEXT)
        assert not scrolls_sideways(page)
        beyond = page.locator(".games .facts li").evaluate_all(
            "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
        )
        assert not beyond


def test_wider_spaces_in_text_move_no_line_of_a_table(browser: Browser, server: Server) -> None:
    """Lines of the head and the notes of the felt were paragraphs: the space between those moved them."""
    with person(browser, viewport=PHONE) as page:
        for game in ("cribbage", "paigow"):
            open_table_page(page, server.address, game)
            assert wait_for_turn(page)
            play(page, 2)
            page.evaluate(WIDER_TEXT)
            assert not page.locator("#progress, #status, #news, .note, .aim, div.chips").evaluate_all(
                "all => all.map((one) => getComputedStyle(one).marginBottom).filter((space) => parseFloat(space) > 8)"
            )
            assert not scrolls_sideways(page)


@pytest.mark.parametrize("game", ["cribbage", "poker", "pyramid"])
def test_with_wider_text_no_line_of_a_table_is_cut_and_the_page_scrolls(
    game: str, browser: Browser, server: Server
) -> None:
    """The second line of a question and of a plate was cut in narrow windows, titles of the felt ended in "…"."""
    with person(browser) as page:
        open_table_page(page, server.address, game, **({"o-players": "6"} if game == "poker" else {}))
        for _ in range(3):
            assert wait_for_turn(page)
            for window in WINDOWS:
                page.set_viewport_size(window)
                page.evaluate(WIDER_TEXT)
                page.wait_for_selector("body.spaced")
                for cut in CUT, TOO_WIDE:
                    assert not page.locator(LINES_OF_A_TABLE).evaluate_all(cut), window
                assert not scrolls_sideways(page)
                page.evaluate("document.adoptedStyleSheets = []")
                page.wait_for_selector("body:not(.spaced)")
                assert page.evaluate("document.documentElement.scrollHeight") == window["height"]
            if play(page, 1):
                break


def test_in_320_pixels_the_places_of_a_pyramid_are_large_enough(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 320, "height": 568}) as page:
        open_table_page(page, server.address, "pyramid")
        sizes = "all => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight))"
        found: list[int] = []
        for _ in range(26):
            assert wait_for_turn(page)
            found += page.locator("button.touchable").evaluate_all(sizes)
            touch_one_move(page)
        assert page.locator("#progress").inner_text().startswith("deconstruction")
        assert min(found) >= MIN_TARGET_PX
