"""The cardroom as an installed app: manifest, icons, service worker, compressed static files."""

import re

import msgspec
import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from cardwright.web.routes.install import static_names
from cardwright.web.static_files import TABLE_SCRIPT, content
from support.browser import Server, person, wait_until
from support.visitors import open_table


def test_the_manifest_names_icons_of_the_sizes_it_says(client: TestClient) -> None:
    assert 'href="/manifest.webmanifest"' in client.get("/").text
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    described = answer.json()
    assert {"any", "192x192", "512x512"} == {icon["sizes"] for icon in described["icons"]}
    for icon in described["icons"]:
        picture = client.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, tall = (int.from_bytes(picture.content[place : place + 4]) for place in (16, 20))
            assert icon["sizes"] == f"{wide}x{tall}"
    for page in [described["start_url"], *(each["url"] for each in described["shortcuts"])]:
        assert client.get(page).status_code == 200


def test_the_service_worker_keeps_exactly_the_pages_own_files(client: TestClient) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    files = msgspec.json.decode(re.findall(r"^const FILES = (.*);$", answer.text, re.MULTILINE)[0])
    assert len(files) == len(static_names())
    for page in ("/", "/offline", "/games", "/daily", "/rules"):
        named = re.findall(r'(?:src|href)="(/static/[^"#]+)["#]', client.get(page).text)
        assert named
        assert set(named) <= set(files)


@pytest.mark.parametrize("name", ["style.css", "table-page.js", "history.css"])
def test_static_files_are_sent_compressed_and_kept(client: TestClient, name: str) -> None:
    plain = content(name)
    answer = client.get(f"/static/{name}?x", headers={"accept-encoding": "gzip"})
    assert answer.content == plain
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(plain) / 2
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "accept-encoding" in answer.headers["vary"].lower()


def test_a_table_asks_for_few_files_before_its_cards(client: TestClient) -> None:
    """A browser opens six connections: with a file for each script, the cards waited for two more round trips."""
    head, _, _ = client.get(open_table(client, "cribbage")).text.partition("</head>")
    scripts = re.findall(r'<script src="/static/([^?]+)', head)
    assert scripts == ["page.js", "guide.js", "deal.js", TABLE_SCRIPT]


@pytest.mark.parametrize("page", ["/", "/new/poker", "/rules/cribbage", "/glossary"])
def test_long_pages_are_sent_compressed(client: TestClient, page: str) -> None:
    plain = client.get(page, headers={"accept-encoding": "identity"})
    answer = client.get(page, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(plain.content) / 2
    assert answer.headers["cache-control"] == plain.headers["cache-control"]


def go_offline(page: Page) -> None:
    """Cut the connection, and wait until the service worker, which loses it a moment later, has none either."""
    page.context.set_offline(True)
    (worker,) = page.context.service_workers
    wait_until(page, lambda: worker.evaluate("fetch('/').then(() => false, () => true)"))


def test_without_a_connection_the_app_opens_and_says_so(browser: Browser, server: Server) -> None:
    with person(browser, service_workers="allow") as page:
        page.goto(server.address)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.reload()
        go_offline(page)
        page.goto(f"{server.address}/rules")
        page.get_by_role("heading", name="No connection").wait_for()
        colour = page.evaluate("getComputedStyle(document.querySelector('.button.primary')).backgroundColor")
        assert colour == "rgb(29, 92, 70)"  # the style sheet is kept too
        assert page.locator(".site-head .brand").is_visible()
        page.context.set_offline(False)  # then the page comes by itself
        page.get_by_role("heading", name="Rules", exact=True).wait_for()
        page.goto(server.address)
        go_offline(page)
        page.locator("#play-cribbage button").click()  # a form is not sent, and the page with it can be tried again
        page.get_by_role("heading", name="No connection").wait_for()
        assert page.get_by_role("link", name="Try again").get_attribute("href") == ""
        page.context.set_offline(False)
        page.locator("#play-cribbage button").click()
        page.wait_for_url("**/t/*")
