"""Figures that Lighthouse scores and no other test holds: the weight of a page, its caching, description, labels."""

from playwright.sync_api import Browser

from support.browser import PHONE, Server, open_table_page, person, play_by_requests, scrolls_sideways
from support.page_figures import OBSERVE, SIZES, TABLE, both, measured

MAX_PAGE_BYTES = 150 * 1024
MAX_SHIFT = 0.05
SLOW_BYTES_A_SECOND = 8000
MAX_SLOW_SHIFT = 0.01
BOXES = "all => all.map((one) => one.getBoundingClientRect().toJSON())"


def test_a_page_is_light_is_cached_and_has_no_fault(browser: Browser, server: Server) -> None:
    for name, found in both(browser, server, SIZES["telephone"]).items():
        assert not found.faults, name
        assert found.bytes <= MAX_PAGE_BYTES, name
        assert found.shift <= MAX_SHIFT, name
        assert found.lcp_ms >= found.fcp_ms > 0, name  # the observers have seen the page


def test_the_review_of_a_game_is_light_with_its_pictures(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as page:
        table = open_table_page(page, server.address, TABLE, "random", **{"o-to": "61"})
        play_by_requests(table, page)
        page.goto(f"{table}/review")
        page.wait_for_selector(".decision .thumbnail")
        assert not scrolls_sideways(page)
        found = measured(page.context, f"{table}/review")
        assert found.bytes <= MAX_PAGE_BYTES
        assert found.shift <= MAX_SHIFT
        assert not found.faults


def test_the_parts_of_a_table_do_not_move_while_its_page_arrives(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as page:
        table = open_table_page(page, server.address, TABLE)  # and its style sheets are kept
        slow = page.context.new_page()
        wire = slow.context.new_cdp_session(slow)
        line = {"downloadThroughput": SLOW_BYTES_A_SECOND, "uploadThroughput": -1, "latency": 0, "offline": False}
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", line)
        slow.add_init_script(OBSERVE)
        slow.goto(table)
        slow.wait_for_function("() => figures.lcp > 0")  # it has been drawn
        assert slow.evaluate("figures.cls") < MAX_SLOW_SHIFT


def test_one_touch_plays_four_games_from_the_first_screen_without_a_script_too(
    browser: Browser, server: Server
) -> None:
    for name, (width, height) in SIZES.items():
        window = {"width": width, "height": height}
        with person(browser, viewport=window, java_script_enabled=False) as page:
            page.goto(server.address)
            for part in (".felt", "h3", ".facts", ".primary"):
                shown = page.locator(f".games > li:nth-child(-n+4) {part}").evaluate_all(BOXES)
                assert len(shown) == 4
                assert all(box["bottom"] <= height for box in shown), part
            assert name == "laptop" or all(box["height"] >= 44 for box in shown)
            assert not scrolls_sideways(page)


def test_on_a_telephone_the_rest_of_a_game_follows_a_touch(browser: Browser, server: Server) -> None:
    width, height = SIZES["telephone"]
    with person(browser, viewport={"width": width, "height": height}, java_script_enabled=False) as page:
        page.goto(server.address)
        entry = page.locator("#game-poker")
        rest = entry.locator(".aim, .how-hard, .special, .first-games button, .bots h4, .more a")
        assert rest.evaluate_all("all => all.filter((one) => one.checkVisibility()).length") == 0
        entry.get_by_text("More about Poker").click()
        assert rest.evaluate_all("all => all.every((one) => one.checkVisibility())")
        assert not scrolls_sideways(page)
