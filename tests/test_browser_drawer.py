"""Log and talk beside a table: in a drawer where there is no room, whose button counts unread lines."""

from playwright.sync_api import Browser, Page, expect

from support.browser import DESK, PHONE, Server, box_of, faults, open_table_page, person, sit_down_page
from support.visitors import JSON


def say(page: Page, which: int) -> None:
    page.get_by_label("Say", exact=True).select_option(index=which)
    with page.expect_response(lambda answer: answer.url.endswith("/say") and answer.ok):
        page.get_by_role("button", name="Say", exact=True).click()


def test_talk_that_was_not_seen_is_counted_on_the_drawer(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open"))
        bea.wait_for_selector("#zones")
        expect(ann.locator("#chat")).to_be_hidden()
        for which in (0, 1):
            say(bea, which)
        expect(ann.locator("#unread")).to_have_text("2")
        ann.locator(".foot-button").click()
        expect(ann.locator("#chat")).to_be_visible()
        expect(ann.locator("#unread")).to_be_hidden()
        ann.keyboard.press("Escape")
        say(bea, 2)
        expect(ann.locator("#unread")).to_have_text("1")
        expect(ann.locator("#heard")).to_contain_text(": Nice hand")  # read out, also while the drawer is closed


def test_what_is_said_shows_for_a_while_and_leads_to_the_drawer(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open"))
        bea.wait_for_selector("#zones")
        say(bea, 2)
        expect(ann.locator("#said")).to_contain_text(": Nice hand")
        ann.locator("#said").click()
        expect(ann.locator("#chat")).to_be_visible()
        expect(ann.locator("#said")).to_be_hidden()
        say(bea, 1)
        expect(ann.locator("#chat")).to_contain_text("Good luck")
        expect(ann.locator("#said")).to_be_hidden()
        ann.get_by_text("Mute…").click()
        ann.get_by_role("button", name="Mute").click()
        expect(ann.get_by_role("button", name="again")).to_be_visible()  # the drawer is still open
        expect(ann.locator("#chat")).not_to_contain_text("Good luck")
        ann.reload()
        expect(ann.locator("#chat")).not_to_contain_text("Good luck")


def test_talk_does_not_wait_for_a_moment_to_be_over(browser: Browser, server: Server) -> None:
    """Who pressed Say during a moment read "No messages yet", and what the other said came after "Continue"."""
    with person(browser, skips_moments=False) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open"))
        moment = ann.locator("#onward")
        expect(moment).to_be_visible()  # the cut for the deal
        for page, which, said in ((bea, 2, "Bea: Nice hand"), (ann, 1, "Ann: Good luck")):
            say(page, which)
            expect(ann.locator("#chat")).to_contain_text(said)
            expect(moment).to_be_visible()


def test_a_long_line_of_talk_shows_whole(browser: Browser, server: Server) -> None:
    """Of what a friend wrote, the first forty characters were seen."""
    with person(browser, viewport=PHONE) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open", chat="yes"))
        bea.wait_for_selector("#zones")
        bea.locator("[name=text]").fill("Good luck everybody, I am on the train and may lose the line for a minute")
        bea.get_by_role("button", name="Say", exact=True).click()
        said = ann.locator("#said")
        expect(said).to_contain_text("for a minute")
        expect(said).to_be_visible()
        assert said.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
        assert box_of(said).width <= 320


def last_line_is_in_sight(page: Page) -> bool:
    return bool(page.locator("#chat").evaluate("one => one.scrollTop + one.clientHeight >= one.scrollHeight - 4"))


def test_the_latest_lines_of_a_long_talk_are_in_sight(browser: Browser, server: Server) -> None:
    """The drawer began with the oldest ones, as any list did once a player was muted or the watchers silenced."""
    with person(browser, viewport=PHONE) as ann, person(browser) as bea, person(browser) as cid:
        table = open_table_page(ann, server.address, "cribbage", "open", chat="yes")
        sit_down_page(bea, table)
        bea.wait_for_selector("#zones")
        assert cid.request.post(f"{table}/say", form={"text": "I watch", "name": "Cid"}, headers=JSON).ok
        for number in range(25):
            assert bea.request.post(f"{table}/say", form={"text": f"line {number}"}, headers=JSON).ok
        expect(bea.locator("#chat")).to_contain_text("line 24")
        assert last_line_is_in_sight(bea)
        ann.locator(".foot-button").click()
        expect(ann.locator("#chat")).to_contain_text("line 24")
        assert last_line_is_in_sight(ann)
        for press, after in (("Silence people who watch", "Let people"), ("Let people who watch", "Silence people")):
            ann.get_by_role("button", name=press).click()
            expect(ann.get_by_role("button", name=after)).to_be_visible()
            assert last_line_is_in_sight(ann)
        ann.locator("#chat").evaluate(
            "one => new Promise((done) => { one.addEventListener('scroll', done, {once: true}); one.scrollTop = 20; })"
        )
        say(bea, 0)
        expect(ann.locator("#chat")).to_contain_text("Hello")
        assert ann.locator("#chat").evaluate("one => one.scrollTop") == 20  # whoever reads back goes on


def test_a_long_message_is_whole_in_the_drawer_of_a_low_window(browser: Browser, server: Server) -> None:
    """Its third line was cut."""
    with person(browser, viewport=DESK) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "poker", "open", chat="yes", **{"o-players": "2"}))
        bea.wait_for_selector("#zones")
        bea.locator("[name=text]").fill(
            "Good luck everybody, I am on the train and may lose the line for a minute, as always where the hills begin"
        )
        bea.get_by_role("button", name="Say", exact=True).click()
        ann.locator(".foot-button").click()
        expect(ann.locator("#chat")).to_contain_text("the hills begin")
        assert ann.locator("#chat").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_a_line_that_was_not_taken_stands_in_its_field_again(browser: Browser, server: Server) -> None:
    """It was lost without a connection, and where too much had been said."""
    with person(browser) as ann, person(browser) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open", chat="yes"))
        bea.wait_for_selector("#zones")
        words = bea.locator("#say [name=text]")
        for fault in ("offline", "refused"):
            if fault == "refused":
                bea.route("**/say", lambda route: route.fulfill(status=409, body='{"error": "not now"}'))
            bea.context.set_offline(fault == "offline")
            words.fill(f"Good evening, {fault}")
            bea.get_by_role("button", name="Say", exact=True).click()
            expect(bea.locator("#notice")).to_contain_text("nothing was sent" if fault == "offline" else "not now")
            expect(words).to_have_value(f"Good evening, {fault}")
        bea.unroute("**/say")
        bea.get_by_role("button", name="Say", exact=True).click()
        expect(ann.locator("#chat")).to_contain_text("Good evening, refused")
        expect(words).to_have_value("")


def test_a_reaction_takes_two_taps_and_shows_to_the_others(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as ann, person(browser, viewport=PHONE) as bea:
        sit_down_page(bea, open_table_page(ann, server.address, "cribbage", "open"))
        bea.wait_for_selector("#zones")
        ann.locator(".foot-button").click()
        ann.get_by_role("button", name="Bravo").click()
        expect(bea.locator("#said")).to_contain_text("😍 Bravo")
        expect(bea.locator("#said")).to_be_visible()
        expect(ann.locator("#chat")).to_contain_text("😍 Bravo")
        assert not faults(ann)


def test_who_gives_up_in_the_drawer_sees_the_result(browser: Browser, server: Server) -> None:
    with person(browser, viewport=PHONE) as page:
        open_table_page(page, server.address, "patience")
        page.locator(".foot-button").click()
        page.get_by_text("Give up this game…").click()
        page.get_by_role("button", name="Yes, give up").click()
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#past")).to_be_hidden()
        expect(page.locator("#status")).to_be_focused()
