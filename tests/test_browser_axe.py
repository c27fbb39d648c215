"""axe finds no fault of accessibility on any page, at any table, in both themes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from cardwright import games
from support.browser import DESK, Server, faults, open_table_page, person, play, play_by_requests

PAGES = (
    "/",
    "/new/poker",
    "/rules",
    "/rules/cribbage",
    "/glossary",
    "/fair-deals",
    "/games",
    "/games/statistics",
    "/browsers",
    "/daily",
    "/practice/cribbage?kind=discards&n=5",
    "/practice/cribbage?kind=discards&n=5&move=lay+10c+Qc",
    "/odds",
    "/odds/count?cards=5h+5s+5d+Jc&starter=5c&ask=yes",
    "/ratings",
    "/clubs",
    "/people",
    "/workbench",
)


PLAYED = {"cribbage": 5, "chinese": 2}  # moves before a table is looked at: in the play, and at the end of the game


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with person(browser, viewport=DESK) as page:
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_fault(page: Page, server: Server, path: str) -> None:
    page.goto(f"{server.address}{path}")
    assert not faults(page)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_table_has_no_fault(page: Page, server: Server, name: str) -> None:
    open_table_page(page, server.address, name)
    play(page, PLAYED.get(name, 0))
    assert not faults(page)


def test_the_pages_of_a_finished_game_have_no_fault(page: Page, server: Server) -> None:
    table = open_table_page(page, server.address, "cribbage", "random", **{"o-to": "61"})
    play_by_requests(table, page)
    for address, part in (
        (f"{table}/review", ".kinds-of"),
        (f"{table}/review?list=1", ".decisions"),
        (f"{table}/replay?at=9", "#moves-list a"),
        (f"{server.address}/games", ".kept .outcome"),
        (f"{server.address}/games/statistics", ".chart.shares"),
    ):
        page.goto(address)
        page.wait_for_selector(part)
        assert not faults(page), address
