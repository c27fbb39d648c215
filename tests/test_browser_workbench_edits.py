"""Changes in the form and the text of the workbench, in Chromium: answers that are late, faults and Undo."""

import contextlib
import re
from collections.abc import Callable, Iterator
from math import comb

import pytest
from playwright.sync_api import Browser, Page, Request, Route, ViewportSize, expect

from cardwright.web.workbench_form import BLANK
from cardwright.web.workbench_links import pack
from support.browser import DESK, PHONE, Server, box_of, wait_until
from support.workbench import DICE, HOSTILE, at_workbench


def test_ranks_and_suits_are_typed_key_by_key(server: Server, browser: Browser) -> None:
    """Each answer redraws the form; it took away the space that had just been typed."""
    with at_workbench(server, browser) as page:
        for label, words in (("Ranks", "1 2 3, 4 5"), ("Suits", "c d m")):
            field = page.get_by_label(f"{label}, with spaces between")
            field.fill("")
            for key in words:
                with page.expect_response("**/workbench"):
                    field.press(key)
                page.wait_for_timeout(60)  # of a slow typist: the answer is drawn
            assert field.input_value() == words
        page.get_by_label("Cards in a hand").click()
        expect(page.locator("#results h2")).to_contain_text(f"{comb(15, 5):,} hands")
        page.locator("#deal-it [name=variant]").select_option("five-card-draw")
        expect(page.locator("#playtest [name=variant]")).to_have_value("five-card-draw")


def test_the_hands_that_are_dealt_later_do_not_move_the_button_that_deals(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser, viewport=DESK) as page:
        page.wait_for_selector("#more .dealt")
        page.locator("#more").evaluate("more => more.replaceChildren()")  # as it is before they have come
        button = page.get_by_role("button", name="Deal it")
        before = box_of(button)
        page.get_by_label("Name of the game").fill("Held")
        page.wait_for_selector("#more .dealt")
        assert box_of(button) == before


def test_a_line_that_is_typed_does_not_move_the_button_that_deals(server: Server, browser: Browser) -> None:
    """The list of changes came and went with each field, and what is out of order too."""
    with at_workbench(server, browser, "?start=standard", viewport=DESK) as page:
        button = page.get_by_role("button", name="Deal it")
        place = "button => button.getBoundingClientRect().top + scrollY"
        before = button.evaluate(place)
        flush = page.locator("#lines > li").filter(has=page.locator("[name=line-name][value=Flush]"))
        flush.locator("summary").click()
        flush.get_by_label("Only of ranks").fill("A K Q J T 9 8")
        expect(page.locator("#changes > summary")).to_have_text("What the last change changed: 2 lines")
        expect(flush.locator("summary")).to_have_text("all of one suit, only of A K Q J T 9 8")
        expect(page.locator("#by-rarity > summary")).not_to_have_text("In order: rarer hands rank higher")
        assert button.evaluate(place) == before
        page.locator("#changes > summary").click()
        flush.get_by_label("Name of line").fill("Blush")
        expect(page.locator("#changes")).to_contain_text("Flush is gone")  # it stays unfolded
        expect(page.locator("#changes > ul")).to_be_visible()


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["laptop", "phone"])
def test_a_fault_stands_below_its_field_and_covers_nothing(
    server: Server, browser: Browser, window: ViewportSize
) -> None:
    with at_workbench(server, browser, viewport=window) as page:
        fault, usual = page.locator("#fault"), page.get_by_role("button", name="Put in the usual hands")
        page.get_by_label("Name of line 2", exact=True).fill("Bust")  # lines of one's own follow no other size
        for label, words in (("Ranks, with spaces between", ""), ("Cards in a hand", "3")):
            field = page.get_by_label(label)
            was = field.input_value()
            field.fill(words)
            expect(fault).to_be_in_viewport(ratio=1)
            below, above = box_of(fault), box_of(field)
            assert 0 <= below.top - above.bottom < 12
            if words:
                usual.click(timeout=2_000)  # the button that is named: nothing lies on it
            else:
                field.fill(was)
            expect(fault).to_have_count(0)
        expect(page.locator("#results h2")).to_have_text(f"My game: {comb(52, 3):,} hands")


def hold_first_question(page: Page) -> list[Route]:
    """Hold back the next question of a workbench: it will be the one in the list, and those after it are passed on."""
    held: list[Route] = []
    page.route("**/workbench", lambda route: route.continue_() if held else held.append(route))
    return held


def test_a_button_that_is_being_pressed_stays_where_it_is(server: Server, browser: Browser) -> None:
    """A fault that came between press and release moved the button, and the click was lost."""
    with at_workbench(server, browser, viewport={"width": 1366, "height": 900}) as page:
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Cards in a hand").fill("4")
        usual = page.get_by_role("button", name="Put in the usual hands")
        usual.hover()
        page.mouse.down()
        with page.expect_response("**/workbench"):
            held[0].continue_()
        page.wait_for_timeout(100)  # in which the answer is drawn
        page.mouse.up()
        expect(page.locator("#results h2")).to_have_text(f"My game: {comb(52, 4):,} hands")


def test_a_page_asks_one_question_at_a_time_and_the_last_is_answered(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser) as page:
        asked: list[Request] = []
        page.on("request", lambda request: asked.append(request))
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Name of the game").fill("First")
        for name in ("Second", "Third"):
            page.get_by_label("Name of the game").fill(name)
            page.wait_for_timeout(100)  # longer than a pause in typing: each would be a question
        assert len(asked) == 1
        held[0].continue_()
        expect(page.locator("#results h2")).to_have_text("Third: 2,598,960 hands")


def test_what_is_typed_replaces_a_number_that_an_answer_drew_again(server: Server, browser: Browser) -> None:
    """The Tab key selects the number, and an answer to the field before keeps it selected."""
    with at_workbench(server, browser) as page:
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_label("Suits, with spaces between").fill("c d h")
        page.keyboard.press("Tab")
        held[0].continue_()
        expect(page.locator("#results h2")).to_have_text("My game: 575,757 hands")
        page.keyboard.type("2")
        expect(page.get_by_label("Copies of each card")).to_have_value("2")


def test_the_form_and_the_text_are_in_step(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser, viewport={"width": 1200, "height": 1500}) as page:
        page.get_by_text("As text (TOML)").click()
        page.locator("#toml").fill(BLANK.replace("My game", "By text").replace("size = 5", "size = 0"))
        expect(page.locator("#fault")).to_contain_text("size: must be a whole number")
        expect(page.locator("#results h2")).to_contain_text("2,598,960")  # the last good table stays
        page.locator("#toml").fill(HOSTILE["file"][0])
        expect(page.locator("#fault")).to_contain_text("no ranking named '/etc/passwd'")
        page.set_viewport_size(DESK)
        page.locator("#toml").scroll_into_view_if_needed()
        expect(page.locator("#fault")).to_be_in_viewport(ratio=1)  # however far down the page is
        page.locator("#toml").fill(BLANK.replace("My game", "<b id='markup'>x</b>"))
        expect(page.locator("#results h2")).to_contain_text("<b id='markup'>x</b>: 2,598,960")
        assert page.locator("#markup").count() == 0
        page.locator("#toml").fill(BLANK.replace("My game", "By text"))
        expect(page.get_by_label("Name of the game")).to_have_value("By text")
        expect(page.locator("#counted")).to_have_text("By text: 2,598,960 hands. No faults, 0 notes")  # it is read out
        assert page.locator("[aria-live] table, [role=status] table").count() == 0
        expect(page.get_by_role("img", name="Kc Kd Kh Ks Qc")).to_be_visible()
        drag_line(page, 2, 1)
        expect(page.locator("#results")).to_contain_text("no hand falls into it")
        expect(page.locator("#toml")).to_have_value(re.compile("Nothing.*A pair or better", re.DOTALL))
        page.locator("#toml").fill(DICE)
        expect(page.locator("#of-dice")).to_be_visible()
        expect(page.locator("#starting")).to_be_hidden()  # what dice cannot do is not offered
        variants = page.locator('#deal-it [name="variant"] option:not([disabled])')
        expect(variants).to_contain_text(["Poker dice", "Three rolls"])
        expect(page.locator('#deal-it [name="variant"]')).to_have_value("poker-dice")
        expect(page.locator("#report")).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        page.get_by_role("button", name="Put in the usual hands").click()
        expect(page.locator("#toml")).not_to_have_value(DICE)
        page.get_by_label("Name of the game").fill("Another")  # Undo would take this back too
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        add = page.get_by_role("button", name="Add a line")
        add.click()
        expect(page.locator("#toml")).to_have_value(re.compile("New line"))
        expect(page.locator("#lines details[open]")).to_have_count(1)
        page.keyboard.type("New line of mine")  # which Undo takes back with the line
        expect(page.locator("#toml")).to_have_value(re.compile("New line of mine"))
        expect(add).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#toml")).not_to_have_value(re.compile("New line"))
        page.get_by_role("button", name="Remove line 1", exact=True).click()
        expect(page.locator("#toml")).not_to_have_value(re.compile("One pair"))
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#toml")).to_have_value(re.compile("Another.*One pair", re.DOTALL))
        page.go_back()
        expect(page.locator("#toml")).to_have_value(DICE)
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()


THREE_LINES = """name = "Three lines"
size = 3
deck = { ranks = "1 2 3 4 5", suits = "a b c" }
category = [{ name = "Flush", same = "suit" }, { name = "Run", run = 3 }, { name = "Rest" }]
"""


@contextlib.contextmanager
def three_lines(server: Server, browser: Browser) -> Iterator[tuple[Page, Callable[[str], None]]]:
    """A page with three lines, and what expects their order in form, text and counts."""
    with at_workbench(server, browser, f"?d={pack(THREE_LINES)}") as page:

        def ordered(names: str) -> None:
            words = names.split()
            expect(page.locator("#toml")).to_have_value(re.compile(".*".join(words), re.DOTALL))
            for place, word in enumerate(words):
                expect(page.locator("#lines [name=line-name]").nth(place)).to_have_value(word)
                expect(page.locator("#results tbody tr").nth(place)).to_contain_text(word)
            page.wait_for_load_state()  # Undo loads the page again: its script is ready then

        ordered("Flush Run Rest")
        yield page, ordered


def press_line(page: Page, line: int, way: str) -> None:
    page.get_by_role("button", name=f"Line {line} {way}", exact=True).click()


def move_two_lines(page: Page, ordered: Callable[[str], None]) -> list[Route]:
    """Move line 1 down, and then line 2, the answer to which is held. Returns the request, to be continued."""
    press_line(page, 1, "down")
    ordered("Run Flush Rest")
    held = hold_first_question(page)
    with page.expect_request("**/workbench"):
        press_line(page, 2, "down")
    return held


def drag_line(page: Page, line: int, over: int) -> None:
    """Drag a line to the top of another; a drag is seen from the second movement on."""
    page.locator("#lines .grip").nth(line - 1).hover()
    page.mouse.down()
    for y in (6, 5, 4):
        page.locator("#lines > li").nth(over - 1).hover(position={"x": 20, "y": y}, force=True)
    page.mouse.up()


def test_undo_takes_back_a_move_that_is_not_answered_yet_and_no_other(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, ordered):
        held = move_two_lines(page, ordered)
        page.get_by_role("button", name="Undo").click()
        held[0].continue_()
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")
        page.go_forward()
        ordered("Run Flush Rest")


def test_a_drag_is_undone_and_the_arrows_move_the_lines_as_they_lie(server: Server, browser: Browser) -> None:
    """The arrows moved the lines that had been in these places, and Undo was not offered."""
    with three_lines(server, browser) as (page, ordered):
        drag_line(page, 2, 1)
        ordered("Run Flush Rest")
        expect(page.get_by_role("button", name="Line 1 up")).to_be_disabled()
        press_line(page, 1, "down")
        ordered("Flush Run Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()


@pytest.mark.parametrize("first", ["text", "drag", "Remove line 3"])
def test_a_drag_and_a_change_that_is_not_answered_yet_are_both_done(
    server: Server, browser: Browser, first: str
) -> None:
    """The form that was drawn for the change had the order before the drag."""
    with three_lines(server, browser) as (page, ordered):
        page.get_by_text("As text (TOML)").click()
        text = page.locator("#toml")
        changed = text.input_value().replace("Three lines", "Typed late")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            if first == "text":
                text.fill(changed)
            elif first == "drag":
                drag_line(page, 2, 1)
            else:
                page.get_by_role("button", name=first, exact=True).click()
        if first == "drag":
            text.fill(changed)
            page.wait_for_timeout(100)  # longer than a pause in typing
        else:
            drag_line(page, 2, 1)
        held[0].continue_()
        rest = ""
        if first != "Remove line 3":
            expect(text).to_have_value(re.compile("Typed late"))
            rest = " Rest"
        ordered(f"Run Flush{rest}")
        page.get_by_role("button", name="Undo").click()
        ordered(f"Flush Run{rest}")


def test_presses_that_are_not_answered_yet_are_all_done(server: Server, browser: Browser) -> None:
    """The second one was in place of the first, and a key at the end of the list lost the focus."""
    with three_lines(server, browser) as (page, ordered):
        held = hold_first_question(page)
        page.get_by_role("button", name="Line 1 down").focus()
        with page.expect_request("**/workbench"):
            page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Add a line").click()
        held[0].continue_()
        expect(page.locator("#toml")).to_have_value(re.compile("Run.*Rest.*New line.*Flush", re.DOTALL))
        page.get_by_role("button", name="Undo").click()
        ordered("Run Rest Flush")
        page.get_by_role("button", name="Line 3 up").focus()
        page.keyboard.press("Enter")
        ordered("Run Flush Rest")
        page.keyboard.press("Enter")
        ordered("Flush Run Rest")
        expect(page.get_by_role("button", name="Line 1 down")).to_be_focused()
        page.get_by_role("button", name="Remove line 2", exact=True).click()
        page.get_by_role("button", name="Remove line 1", exact=True).click()
        ordered("Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Rest")


OTHER_LINES = """(names) =>
  [...document.querySelectorAll("#lines [name=line-name]")].map((one) => one.value).join(" ") !== names"""


@pytest.mark.parametrize("button", ["Put in the usual hands", "Add a line", "Fix the order", "Line 1 down"])
def test_what_is_typed_before_the_answer_to_a_button_loses_neither(
    server: Server, browser: Browser, button: str
) -> None:
    """The change of the button was lost."""
    with three_lines(server, browser) as (page, ordered):
        press_line(page, 1, "down")
        ordered("Run Flush Rest")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            page.get_by_role("button", name=button, exact=True).click()
        name = page.get_by_label("Name of the game")
        name.fill("")
        name.press_sequentially("Typed late ")
        page.wait_for_timeout(100)  # longer than a pause in typing
        held[0].continue_()
        expect(page.locator("#results h2")).to_contain_text("Typed late: ")
        expect(page.locator("#toml")).to_have_value(re.compile("Typed late"))
        expect(name).to_be_focused()
        expect(name).to_have_value("Typed late ")
        page.wait_for_function(OTHER_LINES, arg="Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Run Flush Rest")
        expect(page.locator("#lines > li")).to_have_count(3)


def test_a_button_takes_the_text_or_the_name_that_was_typed_just_before(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, _):
        page.get_by_role("button", name="Line 1 down").click()
        expect(page.locator("#toml")).to_have_value(re.compile("Run.*Flush.*Rest", re.DOTALL))
        for button, lines in (("Fix the order", "Flush.*Run.*Rest"), ("Add a line", "Flush.*Run.*New line.*Rest")):
            held = hold_first_question(page)
            with page.expect_request("**/workbench"):
                if button == "Add a line":
                    page.get_by_text("As text (TOML)").click()
                    page.locator("#toml").fill(page.locator("#toml").input_value().replace("Named", "Written"))
                else:
                    page.get_by_label("Name of the game").fill("Named")
            page.get_by_role("button", name=button, exact=True).click()
            held[0].continue_()
            name = "Written" if button == "Add a line" else "Named"
            expect(page.locator("#toml")).to_have_value(re.compile(f"{name}.*{lines}", re.DOTALL))
            page.unroute("**/workbench")


def test_back_takes_back_a_change_that_is_not_answered_yet_and_forward_brings_it(
    server: Server, browser: Browser
) -> None:
    """The page was loaded again, and the change was lost."""
    with three_lines(server, browser) as (page, ordered):
        held = move_two_lines(page, ordered)
        page.evaluate("history.back()")
        page.wait_for_timeout(200)  # in which a page would be loaded
        held[0].continue_()
        ordered("Run Flush Rest")
        page.wait_for_load_state()
        page.go_forward()
        ordered("Run Rest Flush")
        for names in ("Run Flush Rest", "Flush Run Rest"):
            page.wait_for_load_state()  # its script is there
            page.go_back()
            ordered(names)


def test_back_while_a_page_is_loaded_again_shows_the_table_of_the_address(server: Server, browser: Browser) -> None:
    """Its script was not there yet, and the page went on with the table after it."""
    with three_lines(server, browser) as (page, ordered):
        press_line(page, 1, "down")
        ordered("Run Flush Rest")
        press_line(page, 2, "down")
        ordered("Run Rest Flush")
        held: list[Route] = []
        page.route("**/workbench.js*", lambda route: held.append(route))
        page.go_back(wait_until="commit")
        wait_until(page, lambda: held)
        page.go_back(wait_until="commit")
        held[0].continue_()
        page.unroute("**/workbench.js*")
        ordered("Flush Run Rest")


def test_undo_takes_back_a_fault_and_nothing_before_it(server: Server, browser: Browser) -> None:
    with three_lines(server, browser) as (page, ordered):
        for line in (1, 1, 1):
            page.get_by_role("button", name=f"Remove line {line}", exact=True).click()
        expect(page.locator("#fault")).to_contain_text("there must be at least one")
        page.get_by_role("button", name="Undo").click()
        ordered("Rest")
        for names in ("Run Rest", "Flush Run Rest"):
            page.get_by_role("button", name="Undo").click()
            ordered(names)
        press_line(page, 1, "down")
        ordered("Run Flush Rest")
        page.get_by_label("Ranks, with spaces between").fill("")
        expect(page.locator("#fault")).to_contain_text("Ranks: is empty")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#fault")).to_have_count(0)
        expect(page.get_by_label("Ranks, with spaces between")).to_have_value("1 2 3 4 5")
        ordered("Run Flush Rest")
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run Rest")


def test_a_text_with_a_fault_is_lost_to_no_change_of_the_form(server: Server, browser: Browser) -> None:
    """The form, which does not show what was written, replaced it, and Undo did not bring it back."""
    with three_lines(server, browser) as (page, ordered):
        text, folded = page.locator("#toml"), page.locator("details.text")
        folded.locator("summary").click()
        good = text.input_value()
        written = good.replace('{ name = "Rest"', '{ name = "New, kinds = [3] }, { name = "Rest"')
        form = page.locator("#form-part").locator("input:not([type=hidden]), select, button:not(#undo)")
        text.fill(written)
        expect(page.locator("#fault")).to_contain_text("is not TOML")
        for control in form.all():
            assert control.is_disabled()
        folded.locator("summary").click()
        expect(page.locator("#fault")).to_be_visible()
        page.get_by_label("Name of the game").scroll_into_view_if_needed()
        expect(page.locator("#fault")).not_to_be_in_viewport()
        page.get_by_label("Name of the game").click(force=True)
        expect(page.locator("#fault")).to_be_in_viewport()
        grip = page.locator("#lines .grip").first
        grip.drag_to(page.locator("#lines > li").last)
        expect(text).to_have_value(written)
        text.fill(written.replace("New", 'New"'))
        expect(page.locator("#fault")).to_have_count(0)
        ordered("Flush Run New Rest")
        page.get_by_label("Name of the game").fill("Mended")
        expect(text).to_have_value(re.compile("Mended"))
        text.fill(written)
        page.get_by_role("button", name="Undo").click()
        ordered("Flush Run New Rest")
        held = hold_first_question(page)
        with page.expect_request("**/workbench"):
            text.fill(written)
        page.get_by_role("button", name="Add a line").click()  # before the answer
        held[0].continue_()
        expect(page.locator("#fault")).to_contain_text("is not TOML")
        expect(text).to_have_value(written)


def test_a_text_that_cannot_be_read_comes_without_the_form_of_another(server: Server, browser: Browser) -> None:
    """A blank form came with it, and what was typed there replaced the text."""
    faulty = THREE_LINES.replace('"Rest" }', '"Rest }')
    with at_workbench(server, browser, f"?d={pack(faulty)}") as page:
        text, fault = page.locator("#toml"), page.locator("#fault")
        expect(text).to_have_value(faulty)
        expect(text).to_be_visible()
        expect(fault).to_contain_text("is not TOML")
        expect(page.get_by_label("Name of the game")).to_have_count(0)
        expect(page.get_by_role("button", name="Copy a link to this table")).to_be_disabled()
        page.get_by_role("button", name="Deal it").click()
        expect(fault).to_be_focused()
        text.fill(faulty.replace("size = 3", "size = 4"))
        text.fill(faulty.replace("size = 3", "size ="))
        expect(fault).to_contain_text("line 2")
        text.fill(THREE_LINES)
        expect(fault).to_have_count(0)
        expect(page.get_by_label("Name of the game")).to_have_value("Three lines")
        page.get_by_role("button", name="Line 1 down").click()
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_a_field_that_is_emptied_and_written_again_changes_no_other(server: Server, browser: Browser) -> None:
    with at_workbench(server, browser) as page:
        ranks, runs = page.get_by_label("Ranks, with spaces between"), page.get_by_label("The first rank is")
        before, chosen = ranks.input_value(), runs.input_value()
        assert chosen == "both"
        ranks.fill("")
        expect(page.locator("#fault")).to_contain_text("Ranks: is empty")
        page.locator("#publish").get_by_role("button", name="Publish it").click()  # not the table before the fault
        expect(page.locator("#fault")).to_be_focused()
        assert page.url.startswith(f"{server.address}/workbench")
        assert "/published/" not in page.url
        ranks.fill(before)
        expect(page.locator("#fault")).to_have_count(0)
        expect(runs).to_have_value(chosen)
        expect(page.locator("#toml")).to_have_value(re.compile("order = "))
