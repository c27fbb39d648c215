"""The pages of a cash game: what is asked between deals, and answers that hold."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from support.browser import DESK, TURN, Server, box_of, open_table_page, person, sit_down_page, version, wait_until

CASH = {"o-players": "2", "o-stacks": "20", "o-deals": "20", "o-sit_out": "yes"}
QUESTION = '#scene[data-turn="yes"] #moves [data-always]'


def make(page: Page, choice: str) -> None:
    """Make a move if it is offered to this player, and wait until their page shows what follows."""
    before = version(page)
    click = "selector => { const move = document.querySelector(selector); move?.click(); return Boolean(move); }"
    if page.evaluate(click, f"[data-turn=yes] #moves {choice}"):
        wait_until(page, lambda: version(page) != before)


def fold_or_check(page: Page) -> None:
    """Make a move of a deal if it is this player's turn; what is asked between deals is left."""
    make(page, ":is([value=fold], [value=check])")


def test_a_player_plays_on_and_is_asked_between_deals_once_they_want_to_be(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "poker", "open", **CASH)
        sit_down_page(bea, table)

        def deals() -> None:
            fold_or_check(ann)
            fold_or_check(bea)
            make(bea, "[value=stay]")

        def asked() -> bool:
            deals()
            return ann.locator(QUESTION).is_visible() and ann.evaluate("localStorage.length") > 0

        def waits() -> bool:
            fold_or_check(ann)
            return bea.locator(TURN).count() > 0 and version(ann) == version(bea)

        def later(deal: int) -> bool:
            deals()
            return int(re.findall(r"Deal (\d+)", ann.locator("#progress").text_content() or "")[0]) >= deal

        wait_until(ann, lambda: later(4))
        wait_until(ann, waits)
        ann.get_by_label("Ask before my big blind").check()
        ann.reload()
        wait_until(ann, asked)
        ann.get_by_role("button", name="Always play on").click()
        ann.wait_for_selector(QUESTION, state="detached")
        wait_until(ann, lambda: later(9))
        wait_until(ann, waits)
        expect(ann.get_by_label("Ask before my big blind")).not_to_be_checked()


def test_who_sits_out_for_longer_is_not_asked_each_time_and_comes_back_when_they_want_to(
    browser: Browser, server: Server
) -> None:
    """All others waited for the answer of a player who sat out, each time that the big blind came to them. The box to
    be asked was another with each move of a bot, so that a press could be lost."""
    with person(browser, viewport={"width": 360, "height": 640}) as page:
        open_table_page(
            page, server.address, "poker", "caller", **CASH | {"o-players": "3", "o-deals": "900", "o-rise": "0"}
        )

        def pressed(found: str) -> bool:
            """Press this once it is there; the bots play on meanwhile."""
            fold_or_check(page)
            press = "found => { const one = document.querySelector(found); one?.click(); return Boolean(one); }"
            return bool(page.evaluate(press, f"body:not(.plays-on) {found}"))

        def deal() -> int:
            return int(re.findall(r"Deal (\d+)", page.locator("#progress").text_content() or "0")[0])

        wait_until(page, lambda: pressed("input[data-asks]"))
        wait_until(page, lambda: pressed("[data-turn=yes] [value=sit-out]"))
        wait_until(page, lambda: pressed("[data-turn=yes] [data-always^='Always stay']"))
        asked = deal()
        page.evaluate("""() => {
          const box = () => document.querySelector("input[data-asks]");
          let before = box();
          Object.assign(window, { asked: 0, kept: 0 });
          document.addEventListener("frame", () => {
            const turn = document.querySelector("[data-turn=yes]");
            if (turn && !document.body.classList.contains("plays-on")) window.asked += 1;
            setTimeout(() => {
              if (before && before === box()) window.kept += 1;
              before = box();
            });
          });
        }""")
        wait_until(page, lambda: deal() > asked + 7)
        assert page.evaluate("[asked, kept > 10]") == [0, True]
        wait_until(page, lambda: pressed("input[data-asks]"))
        wait_until(page, lambda: pressed("[data-turn=yes] [value=stay]"))
        page.locator("#area-own .place").first.wait_for()


def test_who_asks_to_leave_is_not_played_on(browser: Browser, server: Server) -> None:
    """The usual move, which plays itself after half a second, came before the second press of "Leave the game"."""
    with person(browser) as page:
        open_table_page(page, server.address, "poker", "caller", **CASH)

        def leaves() -> bool:
            fold_or_check(page)
            return bool(
                page.evaluate("""() => {
              const leave = document.querySelector('[data-turn=yes] #moves [data-confirm][value=leave]');
              leave?.click();
              return Boolean(leave);
            }""")
            )

        wait_until(page, leaves)
        page.wait_for_timeout(800)
        page.get_by_role("button", name="Leave the game").click()
        expect(page.locator("#result")).to_be_visible()


def test_a_question_that_answers_itself_is_not_shown(browser: Browser, server: Server) -> None:
    """It flashed for half a second before the player played on, with "Your turn" in the title."""
    with person(browser) as page:
        page.add_init_script("""document.addEventListener("frame", () => setTimeout(() => {
          if (!document.querySelector("#moves [data-always]")) return;
          const parts = ["status", "moves"].map((id) => getComputedStyle(document.getElementById(id)).opacity);
          window.asked_as = [...parts, document.title.includes("Your turn")];
        }));""")
        open_table_page(page, server.address, "poker", "caller", **CASH)

        def plays_on() -> bool:
            fold_or_check(page)
            return bool(page.evaluate("window.asked_as") and not page.locator(QUESTION).count())

        wait_until(page, plays_on)
        assert page.evaluate("window.asked_as") == ["0", "0", False]
        page.locator(TURN).first.wait_for()
        assert page.evaluate("getComputedStyle(document.getElementById('moves')).opacity") == "1"


def test_the_focus_stays_on_the_box_to_be_asked_when_a_question_answers_itself(
    browser: Browser, server: Server
) -> None:
    """It went to the status line, so that a key pressed nothing."""
    with person(browser) as page:
        page.add_init_script("""window.questions = 0; document.addEventListener("frame", () => {
          if (document.querySelector("[data-turn=yes] #moves [data-always]")) window.questions += 1;
        });""")
        many = {"o-players": "3", "o-stacks": "200", "o-deals": "900", "o-rise": "0"}  # no one has to buy chips
        open_table_page(page, server.address, "poker", "caller", **CASH | many)

        def focused() -> bool:
            fold_or_check(page)
            return bool(
                page.evaluate("""() => {
                  document.querySelector("input[data-asks]")?.focus();
                  window.asked = questions;
                  return document.activeElement.matches("input[data-asks]");
                }""")
            )

        def kept() -> list[bool]:
            """Whether the focus is on the box, once it is there again after a question; the bot may act at any time."""
            fold_or_check(page)
            found: list[bool] = page.evaluate("""() => {
              const box = document.querySelector("input[data-asks]");
              return box && questions > asked ? [document.activeElement === box] : [];
            }""")
            return found

        wait_until(page, focused)
        assert wait_until(page, kept) == [True]


def test_a_move_that_plays_itself_in_two_pages_of_one_player_is_no_error_in_the_second(
    browser: Browser, server: Server
) -> None:
    """It said "that was meant for move 5, but the game is at move 11"."""
    with person(browser) as page:
        page.add_init_script("""window.said = ""; addEventListener("DOMContentLoaded", () => {
          const note = () => { window.said += document.getElementById("notice").textContent; };
          new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
        });""")
        open_table_page(page, server.address, "poker", "caller", **CASH)
        answered: list[int] = []

        def twice(route: Route) -> None:
            if "move=stay" in (route.request.post_data or ""):
                assert route.fetch().ok  # from the other page
            route.continue_()

        page.route("**/move", twice)
        page.on("response", lambda answer: answered.append(answer.status) if answer.url.endswith("/move") else None)

        def refused() -> bool:
            fold_or_check(page)
            return 409 in answered

        wait_until(page, refused)
        before = version(page)

        def goes_on() -> bool:
            fold_or_check(page)
            return version(page) > before + 3

        wait_until(page, goes_on)
        assert page.evaluate("window.said") == ""


def test_a_hidden_page_does_not_say_that_it_is_your_turn_for_a_question_that_answers_itself(
    browser: Browser, server: Server
) -> None:
    """The question comes while the moments of a showdown wait to be confirmed."""
    with person(browser, skips_moments=False) as page:
        page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true });")
        messages: list[str | bytes] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda message: messages.append(message)))
        table = open_table_page(page, server.address, "poker", "caller", **CASH)

        def asked_behind_a_moment() -> bool:
            moves = page.request.get(f"{table}/view").json()["moves"]
            if page.locator("#scene[data-hold]").count() and any(move["text"] == "stay" for move in moves):
                return any("data-always" in str(message) for message in messages)
            messages.clear()
            page.keyboard.press("Escape")
            page.evaluate("document.querySelector('[data-turn=yes] #moves :is([value=call], [value=check])')?.click()")
            page.evaluate("document.querySelector('[data-turn=yes] #moves [value=stay]')?.click()")
            return False

        wait_until(page, asked_behind_a_moment)
        page.evaluate("new Promise((done) => setTimeout(done))")  # after the message
        assert "Your turn" not in page.title()


def test_nothing_lies_over_the_way_back_or_over_ones_cards(browser: Browser, server: Server) -> None:
    """“Take your seat again” lay over the box to be asked, and a question to the players over the cards."""
    with person(browser, viewport=DESK) as ann, person(browser, viewport=DESK) as bea:
        table = open_table_page(ann, server.address, "poker", "open", chat="yes", **CASH | {"o-rise": "0"})
        assert box_of(ann.locator("#say select")).width > 80  # it showed one letter
        sit_down_page(bea, table)
        box = bea.locator("input[data-asks]")

        def may_ask() -> bool:
            fold_or_check(ann)
            fold_or_check(bea)
            return box.is_visible()

        wait_until(bea, may_ask)
        bea.evaluate("document.querySelector(`#more [action$='/leave'] button`).click()")
        bea.get_by_role("button", name="Take your seat again").click(trial=True)
        expect(box).to_have_count(0)
        bea.get_by_role("button", name="Take your seat again").click()
        bea.locator("#come-back > *").wait_for(state="detached")
        ann.evaluate("document.querySelector(`#more [action$='/answer'] button`).click()")
        bea.locator("#joining").wait_for()
        cards = box_of(bea.locator("#area-own"))
        assert box_of(bea.locator("#joining")).left > cards.left + cards.width


def test_the_variants_to_choose_from_have_buttons_of_one_size(browser: Browser, server: Server) -> None:
    mix = "texas-holdem, seven-card-stud, razz"
    with person(browser) as page:
        choice = {"o-players": "2", "o-rotation": mix, "o-rotate": "choice", "o-button": "1"}
        open_table_page(page, server.address, "poker", "caller", **choice)
        buttons = page.locator("#moves .buttons button")
        expect(buttons).to_have_count(3)
        sizes = "all => all.map((one) => getComputedStyle(one)).map((style) => style.fontSize + style.textAlign)"
        assert len(set(buttons.evaluate_all(sizes))) == 1


def test_always_muck_holds_until_it_is_revoked_beside_other_moves_made_by_themselves(
    browser: Browser, server: Server
) -> None:
    """Who never shows a hand was asked after each deal, and only one question could be answered by itself."""
    with person(browser) as page:
        asks = {"o-showdown": "ask", "o-players": "3", "o-stacks": "200", "o-deals": "900", "o-rise": "0"}
        open_table_page(page, server.address, "poker", "caller", **CASH | asks)
        muck = page.get_by_role("button", name="Always muck")

        def calls(done: str) -> bool:
            make(page, ":is([value=check], [value=call])")
            return bool(page.evaluate(f"Boolean({done})"))

        wait_until(
            page, lambda: calls("document.querySelector('[data-turn=yes] #moves [data-always=\"Always muck\"]')")
        )
        deal = page.locator("#progress").text_content()
        muck.click()
        page.evaluate("""window.asked = 0; document.addEventListener("frame", () => {
          const muck = document.querySelector('[data-turn=yes] #moves [data-always="Always muck"]');
          if (muck && !document.body.classList.contains("plays-on")) window.asked += 1;
          window.mucked = (window.mucked || 0) + Boolean(muck);
        });""")
        wait_until(
            page, lambda: calls("window.mucked > 1 && document.querySelectorAll('input[data-asks]').length === 2")
        )
        assert page.evaluate("window.asked") == 0
        assert page.locator("#progress").text_content() != deal
        page.reload()  # it holds for this table
        box = "input[data-asks='Ask whether to show my hand']"  # while others act

        def revokes() -> bool:
            return calls(f'(box => box && (box.click(), true))(document.querySelector("{box}"))')

        wait_until(page, revokes)
        wait_until(
            page, lambda: calls("document.querySelector('body:not(.plays-on) [data-turn=yes] #moves [value=muck]')")
        )
        page.get_by_role("button", name="Show your hand").click()
