"""The pages of a cash game: what is asked between deals, and answers that hold."""

from playwright.sync_api import Browser, Page, expect

from support.browser import TURN, Server, open_table_page, person, sit_down_page, wait_until

CASH = {"o-players": "2", "o-stacks": "20", "o-deals": "20", "o-sit_out": "yes"}
QUESTION = '#scene[data-turn="yes"] #moves [data-always]'


def fold_or_check(page: Page) -> None:
    """Make a move of a deal if it is this player's turn; what is asked between deals is left."""
    page.evaluate("document.querySelector('[data-turn=yes] #moves :is([value=fold], [value=check])')?.click()")


def test_a_player_who_always_plays_on_is_not_asked_until_they_ask_for_it(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "poker", "open", **CASH)
        sit_down_page(bea, table)

        def deals() -> None:
            fold_or_check(ann)
            fold_or_check(bea)
            bea.evaluate(f"document.querySelector('{QUESTION.replace('[data-always]', '[value=stay]')}')?.click()")

        def asked() -> bool:
            deals()
            return ann.locator(QUESTION).count() == 1

        wait_until(ann, asked)
        ann.get_by_role("button", name="Always play on").click()
        ann.wait_for_selector(QUESTION, state="detached")
        ann.reload()

        def later() -> bool:
            deals()
            return "Deal 4" in (ann.locator("#progress").text_content() or "")

        wait_until(ann, later)

        def waits() -> bool:
            fold_or_check(ann)
            return bea.locator(TURN).count() > 0

        wait_until(ann, waits)
        ann.get_by_role("button", name="ask me again").click()
        expect(ann.locator("#ask-again")).to_have_count(0)
        assert "Always play on" not in ann.evaluate("Object.values(localStorage)")
        wait_until(ann, asked)


def test_the_variants_to_choose_from_have_buttons_of_one_size(browser: Browser, server: Server) -> None:
    mix = "texas-holdem, seven-card-stud, razz"
    with person(browser) as page:
        choice = {"o-players": "2", "o-rotation": mix, "o-rotate": "choice", "o-button": "1"}
        open_table_page(page, server.address, "poker", "caller", **choice)
        buttons = page.locator("#moves .buttons button")
        expect(buttons).to_have_count(3)
        sizes = "all => all.map((one) => getComputedStyle(one)).map((style) => style.fontSize + style.textAlign)"
        assert len(set(buttons.evaluate_all(sizes))) == 1
