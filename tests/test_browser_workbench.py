"""The workbench in Chromium: from a blank page, a link or a published table to a hand that is played."""

import re
from collections.abc import Callable
from math import comb

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from cardwright import declared_variants
from cardwright.web.workbench_form import BLANK
from cardwright.web.workbench_links import pack
from support.browser import DESK, PHONE, Server, one_move, person, play, scrolls_sideways, wait_for_turn
from support.workbench import HOSTILE, OWN_VARIANT, TEN_CARDS, at_workbench


def from_blank_to_fixed(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("link", name="the workbench").click()
    page.get_by_label("Name of the game").fill("Six suits")
    expect(page.locator("#results h2")).to_have_text("Six suits: 2,598,960 hands")
    page.get_by_label("Suits, with spaces between").fill("c d h s ★ ☾")
    expect(page.locator("#results h2")).to_contain_text("21,111,090 hands")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#lines > li")).to_have_count(10)
    page.get_by_role("button", name="Fix the order").click()
    expect(page.locator("#moves-by-rarity")).to_have_count(0)
    expect(page.locator("#toml")).to_have_value(re.compile("Six suits"))


def fold_or_check(page: Page) -> None:
    """Make a move that costs no more than a blind, so that the game goes on."""
    assert wait_for_turn(page)
    with one_move(page):
        page.get_by_role("button", name=re.compile("^(Fold|Check|Stand)")).first.click()


def test_from_an_empty_page_to_a_hand_played_with_six_suits(server: Server, browser: Browser) -> None:
    with person(browser, viewport=DESK) as ann, person(browser, viewport=PHONE) as bea:
        from_blank_to_fixed(ann, server.address)
        link = ann.locator("#copy-link").get_attribute("data-copy")
        assert link is not None
        bea.goto(link)  # a second browser, with the link alone
        expect(bea.locator("#results h2")).to_contain_text("Six suits")
        assert not scrolls_sideways(bea)
        ann.get_by_role("button", name="Copy a link to this table").click()
        expect(ann.locator("#copy-link")).to_have_text("Copied")  # where the browser grants no clipboard, too
        jokers, wild = ann.locator("[name=jokers]"), ann.locator("[name=wild]")
        jokers.fill("2")
        expect(wild).to_have_value("any")
        wild.select_option("")
        expect(jokers).to_have_value("0")
        dealt: list[str] = []
        ann.on("request", lambda request: dealt.append(request.url) if request.url.endswith("/play") else None)
        deal = ann.locator("#deal-it button.primary")
        deal.dblclick(no_wait_after=True)
        expect(deal.or_(ann.locator("#scene"))).not_to_have_text("Deal it")
        ann.wait_for_selector("#scene")  # bots play a deal first, in a process that starts
        assert len(dealt) == 1
        while ann.locator("#last-deal").is_hidden():
            fold_or_check(ann)
        assert "Six suits" in (ann.locator("main").text_content() or "")
        table = ann.url
        ann.get_by_role("link", name="Design").click()  # back from the table
        expect(ann.get_by_label("Name of the game")).to_have_value("Six suits")
        ann.goto(table)
        ann.set_viewport_size(PHONE)
        expect(ann.locator("#last-deal")).to_be_visible()  # the longest line of links
        assert not scrolls_sideways(ann)
        ann.goto(f"{server.address}/workbench")
        ann.get_by_role("link", name="Go on with Six suits").click()
        expect(ann.get_by_label("Name of the game")).to_have_value("Six suits")
        expect(ann.locator("#go-on")).to_be_hidden()
        for kept in ("x", "null", '{"title": "T", "address": "https://example.org/"}', '{"title": 1}', "[]"):
            ann.evaluate("kept => localStorage.setItem('cardwright-workbench', kept)", kept)
            ann.goto(f"{server.address}/workbench")
            expect(ann.locator("#go-on")).to_be_hidden()
        ann.evaluate(
            """localStorage.setItem("cardwright-workbench", '{"title": "Old", "address": "/workbench?d=x"}')"""
        )
        ann.reload()
        ann.get_by_role("link", name="Go on with Old").click()  # what cannot be read leaves a blank page
        expect(ann.locator("#fault")).to_contain_text("the link holds no declaration")
        ann.get_by_label("Name of the game").fill("Afresh")
        expect(ann.locator("#results h2")).to_contain_text("Afresh")


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["laptop", "phone"])
def test_a_changed_variant_is_played_and_sent_by_a_link(server: Server, browser: Browser, window: ViewportSize) -> None:
    with (
        at_workbench(server, browser, viewport=window) as ann,
        person(browser, viewport=window, java_script_enabled=False) as bea,
    ):
        ann.get_by_label("Cards in a hand").fill("4")
        ann.get_by_role("button", name="Put in the usual hands").click()
        expect(ann.locator("#results h2")).to_have_text("My game: 270,725 hands")
        ann.wait_for_selector("#more:not(.waiting) .dealt")
        ann.locator("#deal-it").get_by_label("Played as").select_option("five-card-draw")  # for hands of another size
        ann.get_by_role("button", name="Change the variant").click()
        text = ann.get_by_label("The text of your own variant")
        expect(text).to_be_focused()
        five = text.input_value()
        expect(ann.locator("#own-says")).to_contain_text("it takes hands of 5 cards")
        text.fill(five.replace("draw = true", "drw = true"))
        expect(ann.locator("#fault")).to_contain_text("After the draw): unknown key 'drw'; did you mean 'draw'?")
        expect(ann.locator("#fault")).to_be_in_viewport(ratio=1)
        expect(ann.locator("#own-says")).to_have_text("")  # nobody can play a variant with a fault
        ann.get_by_role("button", name="Deal it").click()  # not the variant before the fault
        expect(ann.locator("#fault")).to_be_focused()
        text.fill(five.replace('"Five-card draw"', '"Lantern draw"').replace('["down", ', "[", 1))
        expect(ann.locator("#own-says")).to_have_text("2 to 13 can play it.")
        with ann.expect_download() as kept:
            ann.get_by_role("button", name="Your own variant (TOML)").click()
        assert kept.value.suggested_filename == "lantern-draw-variant.toml"
        assert not scrolls_sideways(ann)
        link = ann.locator("#copy-link").get_attribute("data-copy")
        assert link is not None
        ann.get_by_role("button", name="Deal it").click(no_wait_after=True)
        ann.wait_for_selector("#scene")
        expect(ann.locator("h1")).to_have_text("My game: Lantern draw")
        for _ in range(2):
            fold_or_check(ann)
        assert not scrolls_sideways(ann)
        bea.goto(link)  # without a script
        expect(bea.locator("#deal-it").get_by_label("Played as")).to_have_value("own-variant")
        bea.get_by_role("button", name="Deal it").click()
        expect(bea.locator("h1")).to_have_text("My game: Lantern draw")


def test_a_variant_of_ones_own_is_replaced_by_a_second_press(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser) as page:
        chosen = page.locator("#deal-it").get_by_label("Played as")
        text = page.get_by_label("The text of your own variant")
        chosen.select_option("omaha")
        page.get_by_role("button", name="Change the variant").click()
        expect(text).to_have_value(declared_variants.text_of("omaha"))
        charted = page.locator("#starting [name=own], #starting [name=from-hole], #starting [name=board]")
        for place, number in enumerate(("4", "2", "5")):
            expect(charted.nth(place)).to_have_value(number)
        chosen.select_option("razz")
        page.get_by_role("button", name="Change the variant").click()  # nothing was changed in the first
        expect(text).to_have_value(declared_variants.text_of("razz"))
        for place, number in enumerate(("2", "", "5")):  # a chart has no hands of seven
            expect(charted.nth(place)).to_have_value(number)
        own = declared_variants.text_of("razz").replace('"Razz"', '"Lantern razz"')
        text.fill(own)
        for other in ("omaha", "texas-holdem"):
            chosen.select_option(other)
            page.get_by_role("button", name="Change the variant").click()
        page.get_by_role("button", name="Replace your own text").wait_for()
        expect(text).to_have_value(own)
        page.get_by_role("button", name="Replace your own text").click()
        expect(text).to_have_value(declared_variants.text_of("texas-holdem"))
        expect(page.get_by_role("button", name="Change the variant")).to_be_visible()


def test_the_variant_of_a_link_is_dealt_until_it_is_emptied(server: Server, browser: Browser) -> None:
    """It was replaced by the usual variant once the answers had come."""
    with at_workbench(server, browser, f"?v={pack(OWN_VARIANT)}") as page:
        chosen = page.locator("#deal-it").get_by_label("Played as")
        expect(chosen).to_have_value("own-variant")
        page.get_by_label("Name of the game").fill("Another")  # the address keeps the variant
        expect(page.locator("#results h2")).to_contain_text("Another")
        page.reload()
        expect(chosen).to_have_value("own-variant")
        page.get_by_label("The text of your own variant").fill("")
        expect(chosen).to_have_value("five-card-draw")
        assert "&v=" not in page.url
        page.get_by_label("The text of your own variant").fill(OWN_VARIANT)  # written again, it is what is dealt
        expect(chosen).to_have_value("own-variant")
        chosen.select_option("five-card-draw")
        page.get_by_label("The text of your own variant").fill(f"{OWN_VARIANT}# a comment\n")
        page.wait_for_selector("#more:not(.waiting)")
        expect(chosen).to_have_value("five-card-draw")


def test_a_chosen_variant_stays_while_it_fits(server: Server, browser: Browser) -> None:
    """What was not chosen follows the number of cards."""
    large = TEN_CARDS.replace("1 2 3 4 5", "1 2 3 4 5 6 7 8 9").replace("a b", "a b c d e f")
    with at_workbench(server, browser, f"?d={pack(large)}", viewport=PHONE) as page:  # words of a choice are cut
        chosen, tested = (page.locator(f"#{form} [name=variant]") for form in ("deal-it", "playtest"))
        for size, variant in (("3", "teen-patti"), ("5", "five-card-draw"), ("3", "omaha"), ("4", "omaha")):
            if variant == "omaha" and size == "3":
                chosen.select_option(variant)
            page.get_by_label("Cards in a hand").fill(size)
            page.get_by_role("button", name="Put in the usual hands").click()
            expect(page.locator("#results h2")).to_have_text(f"Ten cards: {comb(54, int(size)):,} hands")
            page.wait_for_selector("#more:not(.waiting)")
            expect(chosen).to_have_value(variant)
            for select in (chosen, tested):
                expect(select).to_have_value(variant)
                below = select.evaluate("list => list.parentElement.querySelector('.whole')?.textContent")
                assert below in (None, "", select.evaluate("list => list.selectedOptions[0].text"))
        titles = chosen.locator("optgroup").evaluate_all("all => all.map((one) => one.label)")
        assert titles[:3] == ["Deal exactly 4 cards", "Deal more cards", "The lowest hand wins"]


def star_duel(page: Page) -> None:
    """Three dice with seven numbers and a star, and a line of its own for three stars."""
    page.get_by_label("Played with").select_option("dice")
    page.get_by_label("Dice in a throw").fill("3")
    page.get_by_label("Faces of a die").fill("1 2 3 4 5 6 7 ★")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#results h2")).to_have_text("Star duel: 512 throws")
    page.get_by_role("button", name="Add a line").click()
    line = page.locator("#lines > li").nth(-2)
    expect(line.get_by_label("Name of line")).to_be_focused()
    page.keyboard.type("Three stars")  # in place of the name that is selected
    line.get_by_label("Equal ranks").select_option("3")
    line.get_by_label("Only of ranks").fill("★")
    expect(page.locator("#results")).to_contain_text("the 1 throw that fits goes to Three of a kind")
    place = page.locator("#lines > li").count() - 1
    page.get_by_role("button", name=f"Line {place} up").focus()
    while place > 1:
        page.keyboard.press("Enter")  # the focus follows the line
        place -= 1
        expect(page.get_by_label(f"Name of line {place}", exact=True)).to_have_value("Three stars")


def market_day(page: Page) -> None:
    """Nine goods by six copies, without suits, and two jokers."""
    page.get_by_label("Ranks, with spaces between").fill("fig ham oil egg tea fish salt wine silk")
    page.get_by_label("Suits, with spaces between").fill("")
    page.get_by_label("Copies of each card").fill("6")
    page.get_by_label("Jokers", exact=True).fill("2")
    page.get_by_role("button", name="Put in the usual hands").click()
    expect(page.locator("#results h2")).to_have_text("Market day: 3,819,816 hands")


@pytest.mark.parametrize(
    ("name", "design", "window", "other"),
    [("Star duel: Poker dice", star_duel, PHONE, DESK), ("Market day: Five-card draw", market_day, DESK, PHONE)],
    ids=["dice", "goods"],
)
def test_a_designed_game_is_played_to_the_end_of_a_hand(
    server: Server,
    browser: Browser,
    name: str,
    design: Callable[[Page], None],
    window: ViewportSize,
    other: ViewportSize,
) -> None:
    with at_workbench(server, browser, viewport=window) as page:
        page.get_by_label("Name of the game").fill(name.partition(":")[0])
        design(page)
        page.wait_for_selector("#more:not(.waiting)")  # all answers have come
        fix = page.get_by_role("button", name="Fix the order")
        if fix.is_enabled():
            fix.click()
        expect(page.locator("#more .dealt")).to_be_visible()
        page.get_by_role("button", name="Deal it").click(no_wait_after=True)
        page.wait_for_selector("#scene")
        assert page.locator("h1").text_content() == name
        log = page.locator("main")
        for _ in range(20):  # moves of one deal at most
            if " won " in (log.text_content() or "") or play(page, 1):  # all chips may be lost in one deal
                break
        assert re.search(r"won [0-9]+", log.text_content() or "")
        for size in (window, other):
            page.set_viewport_size(size)
            assert not scrolls_sideways(page)


SLOW = """name = "Slow"
deck = { ranks = "1 2 3 4 5 6 7 8 9 T J Q K A S", suits = "c d h s" }
category = [
    { name = "Four", cards = 4, same = "suit" }, { name = "Hearts", holds = "1 of h" }, { name = "Rest" },
]
"""


def test_hostile_declarations_are_refused_in_the_page_and_the_server_answers(
    server: Server, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_workbench(server, browser) as page:
        page.get_by_text("As text (TOML)").click()
        text, fault = page.locator("#toml"), page.locator("#fault")
        for kind, (declared, why) in HOSTILE.items():
            if kind != "size":  # the field takes no more
                text.fill(declared)
                expect(fault).to_contain_text(why)
        with monkeypatch.context() as patch:
            patch.setattr(server.app.state.workbench._quick, "seconds", 0.2)
            text.fill(SLOW)
            expect(fault).to_contain_text("this takes longer than 0.2 s: declare fewer ranks, jokers or lines")
        assert "2,598,960 hands" in (page.locator("#results").text_content() or "")  # the last good table stays
        text.fill(BLANK.replace("My game", "Still there"))
        expect(page.locator("#results h2")).to_have_text("Still there: 2,598,960 hands")
        expect(fault).to_have_count(0)


def test_a_table_is_dealt_though_its_better_order_was_not_found(server: Server, browser: Browser) -> None:
    away: list[bool] = []
    with at_workbench(server, browser) as page:
        page.route("**/workbench", lambda route: route.abort() if away else route.continue_())
        page.get_by_label("Name of the game").fill("Market day")
        market_day(page)
        page.wait_for_selector("#more:not(.waiting) .dealt")
        away.append(True)
        page.get_by_role("button", name="Fix the order").click()
        expect(page.locator("#fault")).to_contain_text("The server cannot be reached")
        away.clear()
        page.get_by_role("button", name="Deal it").click(no_wait_after=True)
        page.wait_for_selector("#scene")


def test_a_second_browser_plays_what_the_first_one_published(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser, viewport=DESK) as ann, person(browser, viewport=PHONE) as bea:
        ann.get_by_label("Name of the game").fill("Five suits")
        ann.get_by_label("Suits, with spaces between").fill("c d h s x")
        expect(ann.locator("#results h2")).to_contain_text("Five suits: 8,259,888")
        ann.locator("#publish").get_by_label("Your name").fill("Ann")
        ann.get_by_role("button", name="Publish it").click()
        expect(ann.locator("h1")).to_have_text("Five suits")
        bea.goto(ann.url)
        expect(bea.locator("#results h2")).to_contain_text("Five suits: 8,259,888")
        expect(bea.locator("main")).to_contain_text("by Ann")
        assert not scrolls_sideways(bea)
        bea.get_by_role("button", name="Deal it").click(no_wait_after=True)
        bea.wait_for_selector("#scene")  # bots play a deal first, in a process that starts
        ann.get_by_role("link", name="Change it into version 2").click()
        ann.get_by_label("Name of the game").fill("Five and more")
        expect(ann.locator("#results h2")).to_contain_text("Five and more")
        ann.get_by_label("Name of line 1", exact=True).fill("Pairs and more")
        expect(ann.locator("#results")).to_contain_text("Pairs and more")
        ann.reload()  # the address keeps the change, and which table it is a version of
        ann.get_by_role("button", name="Publish version 2").click()
        expect(ann.locator("h1")).to_have_text("Five and more")
        assert ann.url.endswith("/2")
        fold_or_check(bea)  # the game goes on under the version that it began with
        bea.reload()
        shown = bea.locator("main").text_content() or ""
        assert "Five suits" in shown
        assert "Straight flush" in shown
        assert "Pairs and more" not in shown
        assert "Pairs and more" not in shown
