"""Fair deals as a player meets them: seeds given, promises noted, and a page that finds out what is not true."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from playwright.sync_api import Browser, Page, Route, TimeoutError, expect

from cardwright.cli import main
from cardwright.play.contract import commitment
from support.browser import (
    MAX_TOUCHES_COUNT,
    OVER,
    Server,
    follow,
    open_table_by_form,
    person,
    play_by_requests,
    scrolls_sideways,
    touch_one_move,
    wait_for_turn,
    wait_until,
)
from support.playouts import short_form

SAME = "Noted by this browser before it opened your seed, and unchanged since."
TRUE = "Everything that your browser can check is correct."
FALSE = "This deal does not match the contract."


def play_at_once(page: Page, address: str, game: str = "patience") -> str:
    """The lobby's own button."""
    page.goto(address)
    page.locator(f'form:has(input[value="{game}"]) button.primary').click()
    page.wait_for_selector("#moves")
    return page.url


def give_up(page: Page) -> None:
    """End a game against bots, or alone, without playing it to its end."""
    wait_for_turn(page)
    for _ in range(MAX_TOUCHES_COUNT):  # a frame may replace the button just then
        page.evaluate('document.querySelector("#give-up button")?.click()')
        with suppress(TimeoutError):
            page.wait_for_selector(OVER, timeout=5000)
            return
    expect(page.locator(OVER)).to_be_visible()


def name_of(address: str) -> str:
    return address.rpartition("/")[2]


def fair(page: Page, address: str) -> dict[str, Any]:
    answer = page.request.get(f"{address}/fair", headers={"accept": "application/json"})
    return answer.json()  # type: ignore[no-any-return]


def noted(page: Page, address: str) -> dict[str, Any]:
    """Return what the browser has noted of a table."""
    reply = page.evaluate('JSON.parse(localStorage.getItem("cardwright-seeds") || "[]")')
    return next((each for each in reply if each.get("table") == name_of(address)), {})


def note(page: Page, address: str, **more: Any) -> None:
    """Make the browser remember otherwise."""
    reply = page.evaluate('JSON.parse(localStorage.getItem("cardwright-seeds"))')
    next(each for each in reply if each.get("table") == name_of(address)).update(more)
    page.evaluate('seeds => localStorage.setItem("cardwright-seeds", seeds)', json.dumps(reply))


def fingerprint(page: Page, address: str) -> str:
    """The fingerprint of a table's contract."""
    return commitment(fair(page, address)["contract"])


def said(page: Page) -> str:
    if not page.locator("#deal-title").is_visible():  # in the drawer
        page.locator(".foot-button").click()
    page.locator("#deal-title").click()
    return page.locator("#deal").inner_text()


def test_a_quick_game_notes_the_contract_and_gives_a_seed(browser: Browser, server: Server, tmp_path: Path) -> None:
    with person(browser, viewport={"width": 360, "height": 740}) as page:
        address = play_at_once(page, server.address)
        reply, mine = fair(page, address), noted(page, address)
        assert reply["own"] == [True]
        assert mine["contract"] == commitment(reply["contract"])
        assert json.loads(reply["contract"])["seats"] == [mine["commitment"]]
        assert mine["commitment"] == commitment(mine["seed"])
        assert len(mine["seed"]) == 32
        assert SAME in said(page)
        assert not scrolls_sideways(page)
        follow(page, "See the seals")
        expect(page.locator("#aside")).to_contain_text("This browser has noted the first")
        play_by_requests(address, page)
        page.goto(address)
        assert "50 draws sealed so far" in said(page)
        follow(page, "Check it")
        expect(page.locator("#verdict")).to_have_text(TRUE)
        assert page.locator("#findings .right").count() == 6
        assert not scrolls_sideways(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        record = tmp_path / download.value.suggested_filename
        download.value.save_as(record)
        command = page.locator("#command").inner_text()
        assert command == f"cardwright verify {record.name} --commitment {mine['contract']}"
        assert main(["verify", str(record), "--commitment", mine["contract"]]) == 0


def test_words_of_ones_own_are_in_the_seed(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/new/patience")
        page.get_by_text("Fair deal").click()
        page.get_by_label("Your own words").fill("a red balloon")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        words, _, digits = noted(page, page.url)["seed"].rpartition(" ")
        assert (words, len(digits)) == ("a red balloon", 32)


def test_two_players_commit_first_and_open_then(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        address = open_table_by_form(ann, server.address, "flexdeck", "open", **short_form("flexdeck"))
        assert fair(ann, address) == {"contract": "", "commitment": ANY, "seals": {}, "own": [True, False]}
        bea.goto(address)
        bea.get_by_label("Your name").fill("Bea")
        bea.get_by_role("button", name="Sit down").click()
        bea.wait_for_selector("#seats")
        assert fair(bea, address)["own"] == [True, True]
        assert noted(bea, address)["contract"] == noted(ann, address)["contract"] == fingerprint(ann, address)
        ann.wait_for_selector("#seats")
        assert "Bea: a seed of their own" in said(ann)
        play_by_requests(address, ann, bea)
        ann.goto(f"{address}/fair")
        expect(ann.locator("#aside")).to_contain_text("When every player has agreed to show all cards")
        assert ann.locator("#findings .right").count() == 2
        for each in (ann, bea):
            each.goto(address)
            each.get_by_role("button", name="Agree to show all cards").click()
            expect(each.locator("#notice")).to_contain_text("You have agreed")
        ann.get_by_role("button", name="Rematch").click()
        ann.wait_for_url(lambda url: url != address)
        bea.get_by_role("button", name="To the rematch").click()
        bea.wait_for_url(ann.url)
        bea.wait_for_selector("#seats")
        ann.wait_for_selector("#seats")
        assert noted(ann, ann.url)["contract"] == noted(bea, bea.url)["contract"] == fingerprint(ann, ann.url)
        assert SAME in said(bea)
        ann.goto(f"{address}/fair")
        expect(ann.locator("#verdict")).to_have_text(TRUE)
        assert ann.locator("#findings .right").count() == 5


def test_another_browser_cannot_open_the_seed_and_says_so(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        address = open_table_by_form(ann, server.address, "cribbage", "open")
        ann.evaluate("localStorage.clear()")
        bea.goto(address)
        bea.get_by_role("button", name="Sit down").click()
        expect(ann.locator("#seed-missing")).to_be_visible()
        expect(bea.locator("#scene")).to_contain_text("waits for the browser of Ann")
        ann.request.post(f"{address}/leave")
        expect(bea.locator("#scene")).to_contain_text("Ann left while the seeds were being opened")


def test_a_seed_is_opened_for_one_contract_only(browser: Browser, server: Server) -> None:
    """A server that shows another contract when it knows the seed gets no second answer."""
    with person(browser) as page:
        sent: list[str] = []

        def refuse(route: Route) -> None:
            sent.append(route.request.post_data or "")
            route.abort()

        page.route("**/t/*/open", refuse)
        page.goto(server.address)
        page.locator('form:has(input[value="patience"]) button.primary').click()
        page.wait_for_selector("#open-seed", state="attached")
        wait_until(page, lambda: len(sent) > 1)  # it is sent again until it arrives
        assert len(set(sent)) == 1
        missing = """() => {
          const form = document.getElementById("open-seed");
          form.dataset.contract = form.dataset.contract.replace(/"version":9?/, '"version":9');
          document.dispatchEvent(new Event("frame"));
          return !document.getElementById("seed-missing").hidden;
        }"""
        assert page.evaluate(missing)
        assert len(set(sent)) == 1


@pytest.fixture(scope="module")
def typist(browser: Browser) -> Iterator[Page]:
    """A browser for all that is typed: each table has a note of its own."""
    with person(browser) as page:
        yield page


@pytest.mark.parametrize("text", ["", "é" * 40, "x" * 22, "x" * 23, "x" * 31, "x" * 64])
def test_the_browsers_sums(typist: Page, server: Server, text: str) -> None:
    """The page works out a seed's commitment as Python does, for every length of a last block."""
    typist.goto(f"{server.address}/new/patience")
    typist.locator("[data-words]").evaluate("(field, text) => { field.value = text; }", text)
    typist.get_by_role("button", name="Open the table").click()
    typist.wait_for_selector("#moves")
    mine = noted(typist, typist.url)
    assert mine["seed"].startswith(text)
    assert mine["commitment"] == commitment(mine["seed"])


def test_what_is_unfolded_stays_so(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        play_at_once(page, server.address)
        assert "1 draw sealed so far" in said(page)
        touch_one_move(page)
        expect(page.locator("#deal-drawn")).to_have_text("2 draws sealed so far.")
        expect(page.locator("#deal-noted")).to_contain_text(SAME)
        expect(page.locator("#deal")).to_have_attribute("open", "")


@pytest.mark.parametrize("script", [True, False])
def test_back_and_the_same_button_opens_another_table(browser: Browser, server: Server, script: bool) -> None:
    with person(browser, java_script_enabled=script) as page:
        address = play_at_once(page, server.address)
        page.locator("#moves button[data-places]").first.evaluate("button => button.click()")
        page.wait_for_selector('#scene:not([data-version="1"])', state="attached")
        page.goto(server.address)
        for _ in range(4):  # pages at most
            page.go_back()
            if page.url == f"{server.address}/":
                break
        page.locator('form:has(input[value="patience"]) button.primary').click()
        page.wait_for_selector("#moves")
        assert page.url != address
        if script:
            assert SAME in said(page)


def doctored(change: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        if "json" not in route.request.headers.get("accept", ""):
            route.continue_()
            return
        reply = route.fetch().json()
        change(reply)
        route.fulfill(json=reply)

    return answer


def other_card(reply: dict[str, Any]) -> None:
    first, second = list(reply["openings"])[:2]
    reply["openings"][first][1] = reply["openings"][second][1]


def other_salt(reply: dict[str, Any]) -> None:
    reply["openings"]["0"][0] = "00" * 32


def other_seal(reply: dict[str, Any]) -> None:
    reply["seals"]["0"] = "00" * 32
    del reply["openings"]["0"]


def other_contract(reply: dict[str, Any]) -> None:
    reply["contract"] = reply["contract"].replace("bounded", "cyclic")


def bot_with_a_seed(reply: dict[str, Any]) -> None:
    contract = json.loads(reply["contract"])
    contract["bots"] = ["random"]
    reply["contract"] = json.dumps(contract)


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> Iterator[Page]:
    """The page of fairness of a finished game, of which the browser has noted all that it can."""
    with person(browser) as page:
        address = play_at_once(page, server.address)
        page.goto(f"{address}/fair")
        expect(page.locator("#aside")).to_contain_text("This browser has noted")
        page.goto(address)
        for _ in range(4):
            wait_for_turn(page)
            touch_one_move(page)
        give_up(page)
        page.goto(f"{address}/fair")
        yield page


@pytest.fixture
def over(played: Page) -> Iterator[Page]:
    """The same, and all is true, before and after."""
    kept = played.evaluate('localStorage.getItem("cardwright-seeds")')
    expect(played.locator("#verdict")).to_have_text(TRUE)
    yield played
    played.unroute_all()
    played.evaluate('kept => localStorage.setItem("cardwright-seeds", kept)', kept)
    played.reload()
    expect(played.locator("#verdict")).to_have_text(TRUE)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (other_card, "The opening of step 0 does not match the seal."),
        (other_salt, "The opening of step 0 does not match the seal."),
        (other_seal, "The seals are not those that this browser noted during the game."),
        (other_contract, "The contract is not the one noted before your seed was opened."),
        (bot_with_a_seed, "A bot has a seed, which the server could have chosen."),
    ],
)
def test_what_is_not_true_is_found(over: Page, change: Callable[[dict[str, Any]], None], found: str) -> None:
    over.route("**/fair", doctored(change))
    over.reload()
    expect(over.locator("#verdict")).to_have_text(FALSE)
    expect(over.locator("#findings")).to_contain_text(f"✗ {found}")


def test_another_contract_than_was_noted(over: Page) -> None:
    table = over.url.removesuffix("/fair")
    note(over, table, contract="00" * 32, seed="another")
    over.reload()
    expect(over.locator("#verdict")).to_have_text(FALSE)
    assert over.locator("#findings .error").count() == 2
    assert over.locator("#command").inner_text().endswith(f"--commitment {'00' * 32}")
    over.goto(table)
    assert "This is not the contract that your browser noted" in said(over)
    over.go_back()


@pytest.mark.parametrize("words", [" two  spaces ", "👨‍👩‍👧", "e\u0301", "\u00ad\ufeffx", "\ud800x"])
def test_odd_words_are_found_in_the_record_as_they_were_typed(typist: Page, server: Server, words: str) -> None:
    typist.goto(f"{server.address}/new/patience")
    typist.locator("[data-words]").evaluate(
        "(field, codes) => field.value = String.fromCharCode(...codes)", units(words)
    )
    typist.get_by_role("button", name="Open the table").click()
    typist.wait_for_selector("#moves")
    give_up(typist)
    typist.goto(f"{typist.url}/fair")
    expect(typist.locator("#verdict")).to_have_text(TRUE)
    expect(typist.locator("#findings")).to_contain_text("Your own seed was used for the cards.")


def units(text: str) -> list[int]:
    """The 16-bit units of a text, as a script has them."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


def test_what_proves_little_says_so(over: Page) -> None:
    over.evaluate("localStorage.clear()")
    over.reload()
    expect(over.locator("#verdict")).to_have_text(TRUE)
    expect(over.locator("#aside")).to_contain_text("This browser opened no seed at this table")


def test_without_a_script_a_seat_has_no_seed_and_the_page_says_so(browser: Browser, server: Server) -> None:
    with person(browser, java_script_enabled=False, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{server.address}/new/patience")
        page.get_by_role("button", name="Open the table").click()
        assert fair(page, page.url)["own"] == [False]
        page.get_by_text("Is this deal fair?").click()
        follow(page, "See the seals")
        expect(page.locator("#verdict")).to_contain_text("checks this page by a script, and has none")
        expect(page.locator(".seals tbody tr")).to_have_count(1)
        assert not scrolls_sideways(page)
