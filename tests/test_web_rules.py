"""Pages to read: the rules of games, the glossary, headings and links."""

import itertools
import re
from importlib import resources
from pathlib import Path

from starlette.testclient import TestClient

from cardwright import games
from cardwright.scenes import glossary
from cardwright.web import markdown_pages
from support.visitors import (
    open_table,
)


def test_headings_do_not_skip_a_level(client: TestClient) -> None:
    table = open_table(client, "poker", others="random")
    pages = ("/", "/daily", "/games", "/games/statistics", "/new/poker", "/rules/poker", "/glossary", "/offline", table)
    for path in pages:
        ranks = [1, *map(int, re.findall(r"<h([1-6])", client.get(path).text))]
        assert all(after <= before + 1 for before, after in itertools.pairwise(ranks)), path


def test_every_page_of_rules_and_the_glossary(client: TestClient) -> None:
    assert len(glossary.terms()) >= 140
    index = client.get("/rules").text
    for name in markdown_pages.rules_pages():
        assert f"/rules/{name}" in index
        page = client.get(f"/rules/{name}").text
        assert "<h1>" in page
        assert 'class="term"' in page
    assert client.get("/glossary").text.count("<dt") == len(glossary.terms())


def test_no_link_of_a_page_is_dead(client: TestClient) -> None:
    pages = ["/", "/rules", "/glossary", "/fair-deals", *(f"/rules/{name}" for name in markdown_pages.rules_pages())]
    pages += [f"/new/{name}" for name in markdown_pages.rules_pages()]
    links = {link.partition("#")[0] for page in pages for link in re.findall(r'href="([^"]+)"', client.get(page).text)}
    local = {link for link in links if link and "//" not in link}
    assert len(local) > len(pages)
    answers = {link: client.get(link).status_code for link in local}
    assert {link for link, status in answers.items() if status not in (200, 303)} == set()
    assert 'href="/rules/poker"' in client.get("/rules/dual-piecepacks").text


def test_the_pages_are_files_of_the_package_and_no_links() -> None:
    """A checkout without symbolic links, git's default on Windows, answered 500 for the rules."""
    package = Path(str(resources.files("cardwright")))
    assert not [path for path in package.rglob("*") if path.is_symlink()]
    assert all(games.rules_page(name).startswith("#") for name in games.GAMES)


def test_the_glossary_explains_no_plain_english(client: TestClient) -> None:
    """ "made it out of an older one", "thirty of them go into the pyramid", "In turn", "a tie is a draw"."""
    for page, words in {
        "cribbage": ("out", "set"),
        "pyramid": ("go", "turn", "draw"),
        "paigow": ("split", "set"),
    }.items():
        explained = {
            word.casefold() for word in re.findall(r'class="term"[^>]*>([^<]+)<', client.get(f"/rules/{page}").text)
        }
        assert not explained & set(words)
    assert re.search(r'<strong><abbr class="term"[^>]*>go</abbr>', client.get("/rules/cribbage").text)
    assert 'class="term"' not in markdown_pages.explained("In turn, they go out")


def test_no_word_of_a_name_is_explained(client: TestClient) -> None:
    page = client.get("/rules/paigow").text
    assert "Trump Plaza" in page
    assert 'class="term"' in page


def test_rules_call_options_as_the_form_of_a_table_does(client: TestClient) -> None:
    """A stranger at a table sees "First dealer: random", and no command of the terminal but in poker's examples."""
    for game in {*games.GAMES} - {"poker", "dual-piecepacks"}:
        page = client.get(f"/rules/{game}").text.replace("in the terminal <code>--seed</code>", "")
        assert "<code>--" not in page
    assert "First dealer: random" in client.get("/rules/cribbage").text
    assert ">First dealer<" in client.get("/new/cribbage").text


def test_the_first_link_of_a_page_says_where_it_leads(client: TestClient) -> None:
    assert "Skip to the table</a>" in client.get(open_table(client, "cribbage", others="random")).text
    for page in ("/", "/games", "/practice/cribbage/own", "/workbench"):
        assert "Skip to the content</a>" in client.get(page).text
