"""What Lighthouse scores and no other test holds: the weight of a page, its caching, its description, its labels."""

from playwright.sync_api import Browser

from support.browser import Server
from support.page_figures import SIZES, both

MAX_PAGE_BYTES = 150 * 1024
MAX_SHIFT = 0.05


def test_a_page_is_light_is_cached_and_has_no_fault(browser: Browser, server: Server) -> None:
    for name, found in both(browser, server, SIZES["telephone"]).items():
        assert not found.faults, name
        assert found.bytes <= MAX_PAGE_BYTES, name
        assert found.shift <= MAX_SHIFT, name
        assert found.lcp_ms >= found.fcp_ms > 0, name  # the observers have seen the page


def test_on_a_telephone_one_touch_plays_from_the_first_screen(browser: Browser, server: Server) -> None:
    for width, height in SIZES.values():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(server.address)
        box = page.locator(".games .primary").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()
