"""Fair deals as a player meets them: seeds given, promises noted, and a page that finds out what is not true."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from cardwright.cli import main
from support.browser import (
    CHROMIUM,
    OVER,
    PLAYER,
    SWITCHES,
    TURN,
    Server,
    open_table,
    person,
    scrolls_sideways,
    touch_one_move,
)
from support.playouts import short_form

SAME = "Noted by this browser before it sent your seed, and unchanged since."
TRUE = "Everything that your browser can check is correct."
FALSE = "This deal does not match the commitment."


def play_at_once(page: Page, address: str, game: str = "patience") -> str:
    """The lobby's own button."""
    page.goto(address)
    page.locator(f'form:has(input[value="{game}"]) button').click()
    page.wait_for_selector("#moves")
    return page.url


def finish(page: Page) -> None:
    page.evaluate(PLAYER, 5)
    expect(page.locator(OVER)).to_be_visible()


def name_of(address: str) -> str:
    return address.rpartition("/")[2]


def fair(page: Page, address: str) -> dict[str, Any]:
    answer = page.request.get(f"{address}/fair", headers={"accept": "application/json"})
    return answer.json()  # type: ignore[no-any-return]


def noted(page: Page, address: str) -> dict[str, Any]:
    """What the browser has noted of a table."""
    told = page.evaluate('JSON.parse(localStorage.getItem("cardwright-deals") || "{}")')
    return told.get(name_of(address), {})  # type: ignore[no-any-return]


def note(page: Page, address: str, **more: Any) -> None:
    """Make the browser remember otherwise."""
    told = page.evaluate('JSON.parse(localStorage.getItem("cardwright-deals"))')
    told[name_of(address)] |= more
    page.evaluate('told => localStorage.setItem("cardwright-deals", told)', json.dumps(told))


def said(page: Page) -> str:
    page.locator("#deal-title").click()
    return page.locator("#deal").inner_text()


def test_a_quick_game_notes_the_promise_and_gives_a_seed(browser: Browser, server: Server, tmp_path: Path) -> None:
    with person(browser, viewport={"width": 360, "height": 740}) as page:
        address = play_at_once(page, server.address)
        told, mine = fair(page, address), noted(page, address)
        assert told["own"] == [True]
        assert mine["commitment"] == told["commitment"]
        assert len(mine["seeds"][0]) == 32
        assert SAME in said(page)
        assert not scrolls_sideways(page)
        page.get_by_role("link", name="See the seals").click()
        expect(page.locator("#aside")).to_contain_text("This browser has noted the first")
        page.goto(address)
        finish(page)
        assert "50 draws sealed so far" in said(page)
        page.get_by_role("link", name="Check it").click()
        expect(page.locator("#verdict")).to_have_text(TRUE)
        assert page.locator("#findings .right").count() == 5
        assert not scrolls_sideways(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        record = tmp_path / download.value.suggested_filename
        download.value.save_as(record)
        command = page.locator("#command").inner_text()
        assert command == f"cardwright verify {record.name} --commitment {mine['commitment']}"
        assert main(["verify", str(record), "--commitment", mine["commitment"]]) == 0


def test_words_of_ones_own_are_the_seed(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/new/patience")
        page.get_by_text("Fair deal").click()
        promised = page.locator(".deal .hex").inner_text()
        page.get_by_label("Your seed").fill("a red balloon")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        assert noted(page, page.url) == {"commitment": promised, "seeds": ["a red balloon"]}
        assert fair(page, page.url)["commitment"] == promised


def test_whoever_joins_and_a_rematch(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        address = open_table(ann, server.address, "flexdeck", "open", **short_form("flexdeck"))
        bea.goto(address)
        bea.get_by_text("Fair deal", exact=True).click()
        promised = bea.locator("#sit .hex").inner_text()
        bea.get_by_label("Your name").fill("Bea")
        bea.get_by_role("button", name="Sit down").click()
        bea.wait_for_selector("#seats")
        assert fair(bea, address)["own"] == [True, True]
        assert noted(bea, address)["commitment"] == noted(ann, address)["commitment"] == promised
        assert "Bea: a seed of their own" in said(ann)
        ann.get_by_text("Is this deal fair?").click()
        while not ann.locator(OVER).count():
            for each in (ann, bea):
                if each.locator(TURN).count():
                    touch_one_move(each)
        bea.get_by_text("Fair deal in the rematch").click()
        promised = bea.locator("#after .hex").inner_text()
        ann.get_by_role("button", name="Rematch").click()
        expect(bea.locator("#after .hex")).to_have_text(promised)
        ann.wait_for_url(lambda url: url != address)
        bea.get_by_role("button", name="To the rematch").click()
        bea.wait_for_url(lambda url: url != address)
        bea.wait_for_selector("#seats")
        assert ann.url == bea.url
        assert fair(ann, ann.url) | {"seals": {}} == {"commitment": promised, "own": [True, True], "seals": {}}
        assert noted(ann, ann.url)["commitment"] == noted(bea, bea.url)["commitment"] == promised
        assert SAME in said(bea)
        ann.goto(f"{address}/fair")
        expect(ann.locator("#aside")).to_contain_text("When every player has agreed to show all cards")
        assert ann.locator("#findings .right").count() == 2
        for each in (ann, bea):
            each.goto(address)
            each.get_by_role("button", name="Agree to show all cards").click()
            expect(each.locator("#notice")).to_contain_text("You have agreed")
        ann.goto(f"{address}/fair")
        expect(ann.locator("#verdict")).to_have_text(TRUE)
        assert ann.locator("#findings .right").count() == 4


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
        page.go_back()
        while page.url != f"{server.address}/":
            page.go_back()
        page.locator('form:has(input[value="patience"]) button').click()
        page.wait_for_selector("#moves")
        assert page.url != address
        if script:
            assert SAME in said(page)


def test_a_page_out_of_the_cache_is_loaded_anew(browser: Browser, server: Server) -> None:
    """Browsers keep the page that one leaves as it stands, with a promise that is used by now."""
    kept = browser.browser_type.launch(
        executable_path=CHROMIUM, args=SWITCHES, ignore_default_args=["--disable-back-forward-cache"]
    )

    def storable(route: Route) -> None:  # some browsers keep a page that may not be stored; this one does not
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
        route.fulfill(response=answer, headers=headers)

    with person(kept) as page:
        page.route("**/new/patience", storable)
        page.goto(f"{server.address}/new/patience")
        promised = page.locator("[data-promised]").get_attribute("data-promised")
        page.evaluate("addEventListener('pageshow', (event) => sessionStorage.setItem('kept', event.persisted))")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        address = page.url
        page.go_back()
        expect(page.locator("[data-promised]")).not_to_have_attribute("data-promised", str(promised))
        assert page.evaluate("sessionStorage.getItem('kept')") == "true"
        assert page.locator("[name=seed]").input_value() == ""
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        assert page.url != address
    kept.close()


def doctored(change: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        if "json" not in route.request.headers.get("accept", ""):
            route.continue_()
            return
        told = route.fetch().json()
        change(told)
        route.fulfill(json=told)

    return answer


def other_card(told: dict[str, Any]) -> None:
    first, second = list(told["openings"])[:2]
    told["openings"][first][1] = told["openings"][second][1]


def other_salt(told: dict[str, Any]) -> None:
    told["openings"]["0"][0] = "00" * 32


def other_seal(told: dict[str, Any]) -> None:
    told["seals"]["0"] = "00" * 32
    del told["openings"]["0"]


def other_promise(told: dict[str, Any]) -> None:
    told["commitment"] = "00" * 32


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> Iterator[Page]:
    """The page of fairness of a finished game, of which the browser has noted all that it can."""
    with person(browser) as page:
        address = play_at_once(page, server.address)
        page.goto(f"{address}/fair")
        expect(page.locator("#aside")).to_contain_text("This browser has noted")
        page.goto(address)
        finish(page)
        page.goto(f"{address}/fair")
        yield page


@pytest.fixture
def over(played: Page) -> Iterator[Page]:
    """The same, and all is true, before and after."""
    kept = played.evaluate('localStorage.getItem("cardwright-deals")')
    expect(played.locator("#verdict")).to_have_text(TRUE)
    yield played
    played.unroute_all()
    played.evaluate('kept => localStorage.setItem("cardwright-deals", kept)', kept)
    played.reload()
    expect(played.locator("#verdict")).to_have_text(TRUE)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (other_card, "The opening of step 0 does not match the seal."),
        (other_salt, "The opening of step 0 does not match the seal."),
        (other_seal, "The seals are not those that this browser noted during the game."),
        (other_promise, "The commitment is not the one noted before your seed was sent."),
    ],
)
def test_what_is_not_true_is_found(over: Page, change: Callable[[dict[str, Any]], None], found: str) -> None:
    over.route("**/fair", doctored(change))
    over.reload()
    expect(over.locator("#verdict")).to_have_text(FALSE)
    expect(over.locator("#findings .error")).to_have_text(f"✗ {found}")


def test_another_promise_than_was_noted(over: Page) -> None:
    table = over.url.removesuffix("/fair")
    note(over, table, commitment="00" * 32, seeds=["another"])
    over.reload()
    expect(over.locator("#verdict")).to_have_text(FALSE)
    assert over.locator("#findings .error").count() == 3
    assert over.locator("#command").inner_text().endswith(f"--commitment {'00' * 32}")
    over.goto(table)
    assert "This is not the commitment that your browser noted" in said(over)
    over.go_back()


def test_a_seed_that_is_not_counted_is_missed(over: Page) -> None:
    over.route("**/fair", doctored(lambda told: told.update(own=[False])))
    over.reload()
    expect(over.locator("#findings .error")).to_have_text("✗ The table does not count the seed that you gave.")


def test_a_server_that_seats_one_at_another_table_than_it_promised(browser: Browser, server: Server) -> None:
    """It was told the seed, and could have tried many of its own since: so it may do only for a form of long ago."""
    with person(browser) as page:
        used = play_at_once(page, server.address)
        touch_one_move(page)
        page.goto(f"{server.address}/new/patience")
        page.evaluate(
            """used => {
              document.querySelector('[name=table]').value = used;
              document.querySelector('[data-promised]').dataset.promised = `${used} ${'00'.repeat(32)}`;
            }""",
            name_of(used),
        )
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        assert page.url != used
        assert "Your seed was sent for a different table" in said(page)
        page.reload()
        assert "for a different table" in said(page)
        page.goto(f"{page.url}/fair")
        expect(page.locator("#verdict")).to_have_text(FALSE)
        assert SAME in (page.goto(used), said(page))[1]


def test_a_form_that_was_refused_gives_the_same_seed_again(browser: Browser, server: Server) -> None:
    """Each new seed would be one more chance for a server that refuses what it does not like."""
    with person(browser) as page:
        told: list[str] = []

        def refuse(route: Route) -> None:
            told.append(dict(parse_qsl(route.request.post_data or ""))["seed"])
            if len(told) == 1:
                route.fulfill(status=503, body="try again")
            else:
                route.continue_()

        page.route("**/t/*/sit", refuse)
        with person(browser) as ann:
            address = open_table(ann, server.address, "flexdeck", "open", **short_form("flexdeck"))
            for _ in range(2):
                page.goto(address)
                page.get_by_role("button", name="Sit down").click()
                page.wait_for_timeout(300)
            page.wait_for_selector("#seats")
        assert len(told) == 2
        assert len(set(told)) == 1


@pytest.mark.parametrize("seed", [" two  spaces ", "👨‍👩‍👧", "e\u0301", "\u00ad\ufeffx", "\ud800x"])
def test_odd_seeds_are_found_in_the_record_as_they_were_typed(browser: Browser, server: Server, seed: str) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/new/patience")
        page.locator("[name=seed]").evaluate(
            "(field, codes) => field.value = String.fromCharCode(...codes)", units(seed)
        )
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_selector("#moves")
        finish(page)
        page.goto(f"{page.url}/fair")
        expect(page.locator("#verdict")).to_have_text(TRUE)
        expect(page.locator("#findings")).to_contain_text("Your own seed was used for the cards.")


def units(text: str) -> list[int]:
    """The 16-bit units of a text, as a script has them."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


def test_what_proves_little_says_so(over: Page) -> None:
    over.evaluate("localStorage.clear()")
    over.reload()
    expect(over.locator("#verdict")).to_have_text(TRUE)
    expect(over.locator("#aside")).to_contain_text("This browser noted no commitment before the game")


def test_a_page_by_plain_http_says_what_it_cannot(played: Page) -> None:
    with person(played.context.browser) as page:  # type: ignore[arg-type]
        page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
        page.goto(played.url)
        expect(page.locator("#verdict")).to_contain_text("only on pages served by https or from your own machine")


def test_without_a_script_the_promise_and_the_seed_are_in_plain_sight(browser: Browser, server: Server) -> None:
    with person(browser, java_script_enabled=False, viewport={"width": 360, "height": 740}) as page:
        page.goto(f"{server.address}/new/patience")
        page.get_by_text("Fair deal").click()
        promised = page.locator(".deal .hex").inner_text()
        page.get_by_label("Your seed").fill("a red balloon")
        page.get_by_role("button", name="Open the table").click()
        told = fair(page, page.url)
        assert (told["commitment"], told["own"]) == (promised, [True])
        page.get_by_text("Is this deal fair?").click()
        page.get_by_role("link", name="See the seals").click()
        expect(page.locator("#verdict")).to_contain_text("checks this page by a script, and has none")
        expect(page.locator(".seals tbody tr")).to_have_count(1)
        assert not scrolls_sideways(page)
