"""Figures that Lighthouse scores and no other test holds: the weight of a page, its caching, description, labels."""

from playwright.sync_api import Browser

from support.browser import Server, open_table_page, person
from support.page_figures import OBSERVE, SIZES, TABLE, both

MAX_PAGE_BYTES = 150 * 1024
MAX_SHIFT = 0.05
SLOW_BYTES_A_SECOND = 8000
MAX_SLOW_SHIFT = 0.01


def test_a_page_is_light_is_cached_and_has_no_fault(browser: Browser, server: Server) -> None:
    for name, found in both(browser, server, SIZES["telephone"]).items():
        assert not found.faults, name
        assert found.bytes <= MAX_PAGE_BYTES, name
        assert found.shift <= MAX_SHIFT, name
        assert found.lcp_ms >= found.fcp_ms > 0, name  # the observers have seen the page


def test_the_parts_of_a_table_do_not_move_while_its_page_arrives(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 360, "height": 640}) as page:
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


def test_on_a_telephone_one_touch_plays_from_the_first_screen(browser: Browser, server: Server) -> None:
    for width, height in SIZES.values():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(server.address)
        box = page.locator(".games .primary").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()
