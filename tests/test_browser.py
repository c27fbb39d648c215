"""The cardroom as a player meets it: real pages in a real browser, touched, typed at and cut off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from cardwright import games
from support.browser import (
    DESK,
    LOW,
    MOTION,
    OVER,
    PHONE,
    PLAYER,
    TELEPHONE,
    THEMES,
    TURN,
    Server,
    box_of,
    one_move,
    open_table_page,
    person,
    play,
    play_by_requests,
    scrolls_sideways,
    show_all_options,
    sit_down_page,
    touch_one_move,
    version,
    wait_for_turn,
    wait_until,
)
from support.cardroom import HOST, running
from support.playouts import short_form

NEAR_THE_END, CLOSE_TO_THE_END = 50, 56  # points of cribbage to 61
HEADS_UP = {"o-players": "2", "o-deals": "2"}  # poker
# Keeps the frequencies that were heard, in Hz.
HEARD = """
  window.heard = new Set(); const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    heard.add(this.frequency.value); return start.apply(this, when);
  };
"""
SOUND_ON = """
  try { localStorage.setItem("cardwright-sound", "on"); } catch { }
"""


def test_no_page_scrolls_sideways_on_a_phone(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 360, "height": 740}) as page:
        for each in ("", "rules", "glossary", *(f"new/{game}" for game in games.GAMES)):
            page.goto(f"{server.address}/{each}")
            assert not scrolls_sideways(page), each
        page.goto(server.address)
        assert page.locator(".find button").count() == len(games.GAMES) - 1  # but of the patience
        assert all(button.is_visible() for button in page.locator(".find button").all())
        page.set_viewport_size({"width": 320, "height": 256})  # 1280 by 1024 at 400 %
        page.goto(server.address)
        assert not scrolls_sideways(page)


def test_the_place_with_the_focus_is_seen_in_forced_colours(browser: Browser, server: Server) -> None:
    with person(browser, forced_colors="active") as page:
        open_table_page(page, server.address, "patience")
        page.keyboard.press("ArrowRight")
        outline, ground = page.evaluate(
            """[getComputedStyle(document.activeElement.querySelector(".art")).outlineColor,
            getComputedStyle(document.body).backgroundColor]"""
        )
        assert (outline, ground) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)")


def test_the_form_shows_the_options_that_have_an_effect(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.goto(f"{server.address}/new/poker")
        show_all_options(page)
        shown = {name: page.locator(f'[name="o-{name}"]') for name in ("bring_in", "cap", "low", "skin")}

        def shows(variant: str, limit: str, ranking: str, *wanted: str) -> None:
            for name, value in (("variant", variant), ("limit", limit), ("ranking", ranking)):
                page.select_option(f'[name="o-{name}"]', value)
            assert [name for name, field in shown.items() if field.is_visible()] == [*wanted]

        shows("texas-holdem", "variant", "standard")
        shows("razz", "variant", "standard", "bring_in", "cap", "low")
        shows("razz", "pot-limit", "standard-low", "bring_in")
        shows("omaha", "fixed-limit", "dual-piecepacks", "cap", "skin")
        page.goto(f"{server.address}/new/cribbage")
        show_all_options(page)
        expect(page.locator('[name="o-next_deal"]')).to_be_hidden()
        page.fill('[name="o-games"]', "3")
        page.locator('[name="o-games"]').blur()
        expect(page.locator('[name="o-next_deal"]')).to_be_visible()
        page.check('[type="checkbox"][name="o-muggins"]')
        expect(page.locator('[name="o-count"]')).to_be_hidden()


def test_no_page_of_a_table_scrolls_sideways_on_a_phone(browser: Browser, server: Server) -> None:
    with person(browser, viewport={"width": 360, "height": 740}) as page, person(browser) as other:
        page.goto(server.address)
        page.get_by_label("Your name").fill("Wolfeschlegelsteinhausen")
        page.get_by_role("button", name="Keep it").click()
        address = open_table_page(page, server.address, "poker", "open", **{"o-players": "20", "listed": "no"})
        other.goto(f"{address}/watch")
        for path in ("", "/link", "/fair"):
            page.goto(f"{address}{path}")
            assert not scrolls_sideways(page), path
        page.goto(server.address)
        assert not scrolls_sideways(page)


def test_a_low_window_shows_the_own_cards_above_the_moves(browser: Browser, server: Server) -> None:
    with person(browser, viewport=DESK) as page:
        open_table_page(page, server.address, "poker", "caller", **HEADS_UP | {"o-players": "6"})
        assert wait_for_turn(page)
        zones, bar = box_of(page.locator("#zones")), box_of(page.locator("#moves"))
        assert zones.bottom <= bar.top + 1
        page.evaluate("scrollTo(0, 0)")
        page.keyboard.press(page.locator("[data-number]").get_attribute("data-key") or "")
        page.keyboard.type("200")
        assert page.evaluate("scrollY") == 0


def test_the_progress_stays_in_one_line_beside_twenty_seats(browser: Browser, server: Server) -> None:
    with person(browser, viewport=DESK) as page:
        open_table_page(page, server.address, "poker", "caller", **HEADS_UP | {"o-players": "20"})
        assert wait_for_turn(page)
        box = box_of(page.locator("#progress"))
        assert box.height < 30 < box.width


def test_a_bet_by_keyboard(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "poker", "caller", **HEADS_UP)
        assert wait_for_turn(page)
        button, field = page.locator("[data-number]"), page.locator(".number")
        page.keyboard.press(button.get_attribute("data-key") or "")
        expect(field).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#status")).to_be_focused()
        page.keyboard.press(button.get_attribute("data-key") or "")
        page.keyboard.type("33")
        page.keyboard.press("z")  # no letter of a button, and none of an amount
        assert button.inner_text().split()[:3] in (["Raise", "to", "33"], ["Bet", "33"])
        before = version(page)
        page.keyboard.press(button.get_attribute("data-key") or "")  # in the field its key makes the bet, as Enter does
        page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")
        expect(page.locator("#past")).to_contain_text(" 33")


def test_a_bet_by_touch(browser: Browser, server: Server) -> None:
    with person(browser, **TELEPHONE) as page:
        open_table_page(page, server.address, "poker", "caller", **HEADS_UP)
        assert wait_for_turn(page)
        before = version(page)
        field = page.locator(".number")
        for mistake in ("", "0"):
            field.fill(mistake)
            page.locator("[data-number]").tap()
            assert field.evaluate("field => field.matches(':focus:invalid')")
            assert version(page) == before
        # It does not hinder a call.
        page.locator('#moves button[name="move"]:not([data-number])').last.tap()
        page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")
        assert wait_for_turn(page)
        page.locator(".preset").last.tap()
        amount = field.input_value()
        assert amount in page.locator("[data-number]").inner_text().replace(",", "")
        page.locator("[data-number]").tap()
        expect(page.locator("#past")).to_contain_text(amount)


def test_talk_leaves_a_name_and_a_bet_alone_and_can_be_muted(browser: Browser, server: Server) -> None:
    with person(browser) as ann, person(browser) as bea:
        bea.goto(open_table_page(ann, server.address, "poker", "open", **HEADS_UP))
        bea.get_by_label("Your name").fill("Bea")
        ann.get_by_label("Say", exact=True).select_option("Good luck")
        ann.get_by_role("button", name="Say").click()
        expect(bea.locator("#chat")).to_contain_text("Good luck")
        expect(bea.get_by_label("Your name")).to_have_value("Bea")
        bea.get_by_role("button", name="Sit down").click()
        ann.wait_for_selector("#playing")
        bea.wait_for_selector("#playing")
        wait_until(ann, lambda: ann.locator(TURN).count() or bea.locator(TURN).count())
        acting, talking = (ann, bea) if ann.locator(TURN).count() else (bea, ann)
        acting.locator(".number").fill("17")
        talking.get_by_label("Say", exact=True).select_option("Hello")
        talking.get_by_role("button", name="Say").click()
        expect(acting.locator("#chat")).to_contain_text("Hello")
        expect(acting.locator(".number")).to_have_value("17")
        expect(acting.locator(".number")).to_be_focused()
        acting.get_by_text("Mute…").click()
        acting.get_by_role("button", name="Mute").click()
        expect(acting.locator("#chat")).not_to_contain_text("Hello")
        talking.get_by_label("Say", exact=True).select_option("Nice hand")
        talking.get_by_role("button", name="Say").click()
        expect(talking.locator("#chat")).to_contain_text("Nice hand")
        acting.get_by_role("button", name="Hear").click()
        expect(acting.locator("#chat")).to_contain_text("Nice hand")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_card_moves_shortly_or_not_at_all(browser: Browser, server: Server, motion: str) -> None:
    with person(browser, reduced_motion=motion) as page:
        page.add_init_script(
            "window.moved = []; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (frames, how) {"
            "moved.push(how.duration); return animate.call(this, frames, how); }"
        )
        open_table_page(page, server.address, "patience")
        for step in range(2):
            assert wait_for_turn(page)
            touch_one_move(page, which=step)
        if motion == "reduce":
            assert page.evaluate("moved") == []
        else:
            page.wait_for_function("() => moved.length && moved.every((duration) => duration === 150)")


# Keeps what is moved, by its id or its first class, and how far the result reaches over the felt on its way.
MOVED = """
  window.moved = []; window.overlaps = []; const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    moved.push(this.id || this.classList[0]);
    const moving = animate.apply(this, how);
    if (this.id === "result") for (let at = 0; at < 1; at += 0.05) {
      moving.currentTime = at * how[1].duration;
      overlaps.push(this.getBoundingClientRect().bottom - document.getElementById("zones").getBoundingClientRect().top);
    }
    return moving;
  };
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pegs_walk_cards_turn_and_a_result_is_proclaimed(browser: Browser, server: Server, motion: str) -> None:
    def moves(what: str) -> bool:
        if motion == "reduce":
            return bool(page.evaluate("moved.length === 0"))
        return bool(page.wait_for_function("(what) => moved.includes(what)", arg=what))

    with person(browser, reduced_motion=motion) as page:
        page.add_init_script(MOVED)
        open_table_page(page, server.address, "cribbage")
        while page.locator("#zones .peg").count() <= 2:  # each player has one until they score
            assert wait_for_turn(page)
            touch_one_move(page)
        assert moves("peg")
        open_table_page(page, server.address, "chinese", deal="1")
        assert play(page, 2)
        page.wait_for_selector(OVER)
        assert moves("art")  # of cards that lay face down
        assert moves("result")
        assert moves("zones")  # it lights up
        assert max(page.evaluate("[0, ...overlaps]")) < 5  # no card is covered: they decided the game
        page.reload()
        page.wait_for_selector(OVER)
        assert page.evaluate("moved") == []  # it is known by now


def test_a_sound_where_it_is_asked_for(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION) as page:
        page.add_init_script(HEARD)
        open_table_page(page, server.address, "cribbage")
        assert wait_for_turn(page)
        assert page.evaluate("heard.size") == 0
        page.get_by_text("Display").click()
        page.get_by_label("Sound").select_option("on")
        page.wait_for_function("() => heard.has(660)")  # how loud they are
        peg_hertz, deal_hertz = 990, 1900
        for _ in range(12):
            if page.evaluate(f"heard.has({peg_hertz})"):  # the last card of the play is worth a point
                break
            touch_one_move(page)
            assert wait_for_turn(page)
        assert page.evaluate(f"heard.has({peg_hertz})")
        assert not page.evaluate(f"heard.has({deal_hertz})")  # nor when the cards left in a hand move together
        assert page.evaluate("heard.size") > 1  # a turn, and what happened before it
        page.get_by_role("button", name="Say").click()
        page.wait_for_function("() => heard.has(740)")  # talk


LOOKS = """outcomes => outcomes.map((outcome) => {
  const result = document.getElementById("result");
  result.className = `result ${outcome}`;
  const { borderStyle, borderColor, backgroundColor } = getComputedStyle(result);
  return [borderStyle, borderColor, backgroundColor].join();
})"""


def test_each_end_of_a_game_looks_and_sounds_different(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION) as page:
        page.add_init_script(HEARD + SOUND_ON)
        open_table_page(page, server.address, "cribbage")
        page.locator("#status").click()  # from then on a browser lets the page be heard
        assert not play(page, 2)
        page.locator("#give-up-title").click()
        page.get_by_role("button", name="Yes, give up").click()
        page.wait_for_selector("#result.resigned")
        page.wait_for_function("() => heard.has(247)")
        assert not page.evaluate("heard.has(311)")  # lost
        open_table_page(page, server.address, "chinese", deal="1")
        page.locator("#status").click()
        assert play(page, 2)  # both players foul
        expect(page.locator("#result")).to_have_class(re.compile("drawn"))
        page.wait_for_function("() => heard.has(440)")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert len(set(page.evaluate(LOOKS, ["won", "lost", "drawn", "resigned"]))) == 4, theme


def test_what_is_said_is_in_sight_and_the_page_does_not_jump(browser: Browser, server: Server) -> None:
    with person(browser, **TELEPHONE) as page:
        open_table_page(page, server.address, "flexdeck")
        assert wait_for_turn(page)
        hand = page.locator(".own .zone").first
        hand.evaluate("zone => zone.scrollIntoView({ block: 'center' })")
        page.locator("#moves .hint").click()
        expect(page.locator("#notice")).to_contain_text("Hint: ")
        expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
        page.locator("#notice").click()
        expect(page.locator("#notice")).to_have_css("opacity", "0")
        top = "zone => zone.getBoundingClientRect().top"
        before, at = hand.evaluate(top), version(page)
        page.evaluate("document.querySelector('#moves .all-moves [data-places]').click()")
        page.wait_for_selector(f'#scene:not([data-version="{at}"])', state="attached")
        assert wait_for_turn(page)
        assert abs(hand.evaluate(top) - before) < 40
        expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)


def test_a_player_leaves_and_comes_back(browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with person(browser) as ann, person(browser) as bea:
        address = open_table_page(ann, server.address, "cribbage", "open", listed="no")
        bea.goto(address)
        expect(bea.locator("#scene")).to_contain_text("ask a player for the link to a seat")
        bea.goto(ann.locator("#scene code").first.inner_text())
        bea.get_by_role("button", name="Sit down").click()
        bea.wait_for_selector("#playing")
        assert bea.url == address
        bea.get_by_role("button", name="Leave for now").click()
        bea.wait_for_url(f"{server.address}/")
        expect(ann.locator("#away")).to_contain_text("left; a bot plays")
        for size in (PHONE, LOW):
            ann.set_viewport_size(size)
            ends = "ids => ids.map((id) => document.getElementById(id).getBoundingClientRect())"
            note, felt = ann.evaluate(ends, ["away", "zones"])
            assert note["bottom"] <= felt["top"] + 1  # for as long as the other is away, it covers no seat and no card
        bea.get_by_role("link", name="Come back").click()
        with bea.expect_navigation():
            bea.get_by_role("button", name="Take your seat again").click()
        expect(bea.locator("#seats")).to_contain_text("You")  # who gave no name
        expect(ann.locator("#away")).to_be_empty()
        monkeypatch.setattr(server.cardroom.presence, "gone_after_s", 0)
        bea.goto(f"{server.address}/rules")
        expect(ann.locator("#away")).to_contain_text("not at the page just now")
        bea.goto(address)
        expect(ann.locator("#away")).to_be_empty()
        ids = ann.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
        assert len(ids) == len(set(ids))  # the script finds what it swaps by its id


def test_the_lobby_stays_fresh(browser: Browser, server: Server) -> None:
    with person(browser) as page, person(browser) as other:
        page.goto(server.address)
        address = open_table_page(other, server.address, "cribbage", "open", **short_form("cribbage"))
        entry = page.locator("#open li", has=page.locator(f'a[href="{address.removeprefix(server.address)}"]'))
        expect(entry).to_contain_text("Ann")
        expect(entry).to_contain_text("1 free seat; at the table now; winning score: 61")
        entry.get_by_role("link", name="Sit down").click()
        page.get_by_label("Your name").fill("Bea")
        page.get_by_role("button", name="Sit down").click()
        page.goto(server.address)
        expect(page.get_by_label("Your name")).to_have_value("Bea")
        page.get_by_label("Your name").fill("Beatrix")
        page.locator('form:has([value="patience"]) button.primary').click()
        expect(page.locator("#playing")).to_contain_text("Beatrix")


def test_two_people_play_cribbage_by_touch(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION) as ann, person(browser, **MOTION) as bea:
        address = open_table_page(ann, server.address, "cribbage", "open", **short_form("cribbage"))
        bea.goto(address)
        bea.get_by_label("Your name").fill("Bea")
        bea.get_by_role("button", name="Sit down").click()
        for move in range(7):  # both lay away, and then each plays cards
            wait_until(ann, lambda: ann.locator(TURN).count() or bea.locator(TURN).count())
            touch_one_move(ann if ann.locator(TURN).count() else bea, which=move)
        while play_by_requests(address, ann, bea, until=lambda seen: max(seen["view"]["scores"]) > CLOSE_TO_THE_END):
            address = open_table_page(ann, server.address, "cribbage", "open", **short_form("cribbage"))
            sit_down_page(bea, address)  # a show may end a game that was far from its end
        for page in (ann, bea):
            page.goto(address)
            assert page.locator(OVER).count() == 0
        bea.evaluate(f"void ({PLAYER})(5)")  # both go on at once, to the end of the game
        ann.evaluate(PLAYER, 5)
        bea.wait_for_selector(OVER)
        assert ann.locator(OVER).inner_text().splitlines()[1:] == bea.locator(OVER).inner_text().splitlines()[1:]
        expect(ann.get_by_role("button", name="Rematch")).to_be_visible()
        ann.keyboard.press("n")
        ann.wait_for_url(lambda url: url != address)
        bea.set_viewport_size(PHONE)
        expect(bea.locator("#after > form > .help")).to_have_text("Ann is waiting at the rematch")
        expect(bea).to_have_title(re.compile("● Ann is waiting at the rematch: "))
        expect(bea.locator("#question")).to_contain_text("Ann is waiting at the rematch")  # read out
        for each in bea.locator("#after > :is(form, .button), #after > form > :is(button, .help)").all():
            box = each.bounding_box()
            assert box is None or 520 < box["y"] < box["y"] + box["height"] <= 640  # below the felt, and whole
        bea.get_by_role("button", name="To the rematch").click()
        bea.wait_for_url(ann.url)
        bea.wait_for_selector("#seats")


def test_a_double_click_is_one_click(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "flexdeck")
        wait_for_turn(page)
        sent: list[str] = []
        page.on("request", lambda asked: sent.append(asked.url.rsplit("/", 1)[1]) if asked.method == "POST" else None)
        page.evaluate("""() => {
          const real = fetch;
          window.fetch = async (...asked) => {
            await new Promise((done) => setTimeout(done, 300));
            return real(...asked);
          };
        }""")
        page.locator("#say button").dblclick()
        expect(page.locator("#chat li")).to_have_text(["Ann: Hello"])
        page.get_by_role("button", name="Keep all five").dblclick()
        expect(page.locator("#past")).to_contain_text("Ann: all five kept")
        page.wait_for_timeout(400)
        assert sent == ["say", "move"]
        expect(page.locator("#notice")).to_have_text("")


# The keys of a move: the digits of as many places as it takes, or its letter.
KEYS = """() => {
  const wanted = document.querySelector("#moves [data-places]")?.dataset.places.split(" ").length;
  if (!wanted) return [document.querySelector("#moves button[name=move][data-key]").dataset.key.toLowerCase()];
  const digits = [...document.querySelectorAll("[data-digit]")].slice(0, wanted).map((place) => place.dataset.digit);
  return wanted > 1 ? [...digits, "Enter"] : digits;
}"""


def press_one_move(page: Page) -> None:
    with one_move(page):
        for key in page.evaluate(KEYS):
            page.keyboard.press(key)


def test_cribbage_by_keyboard_only(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        address = open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        for _ in range(6):  # a deal, and what follows it
            assert wait_for_turn(page)
            press_one_move(page)
        while play_by_requests(address, page, until=lambda seen: max(seen["view"]["scores"]) > NEAR_THE_END):
            address = open_table_page(page, server.address, "cribbage", **short_form("cribbage"))
        page.goto(address)
        assert wait_for_turn(page)
        while wait_for_turn(page):
            press_one_move(page)
        assert page.locator(OVER).is_visible()


def test_patience_by_touch_on_a_phone(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, **TELEPHONE, color_scheme="dark") as page:
        open_table_page(page, server.address, "patience")
        assert wait_for_turn(page)
        cells = "[...document.querySelectorAll('button.place')].map((place) => place.getBoundingClientRect().width)"
        assert min(page.evaluate(cells)) > 31.9  # wide enough for a finger
        for step in range(5):
            assert wait_for_turn(page)
            touch_one_move(page, which=step)
            assert not scrolls_sideways(page)


def test_what_is_touched_can_be_taken_back_and_outlives_talk(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage", "open")
        with person(browser) as bea:
            sit_down_page(bea, page.url)
            for each in (page, bea):
                assert wait_for_turn(each)
            expect(page).to_have_title(re.compile("^●"))
            page.keyboard.press("1")
            bea.get_by_role("button", name="Say").click()
            expect(page.locator("#chat")).to_contain_text("Hello")
            first = page.locator('[data-digit="1"]')
            expect(first).to_have_attribute("aria-pressed", "true")
            assert page.evaluate("document.activeElement.dataset.digit") == "1"
            page.keyboard.press("Escape")
            expect(first).to_have_attribute("aria-pressed", "false")


def beside(tip: Locator, target: Locator) -> bool:
    """Whether a tip stands no more than a line away from what it explains."""
    shown, to = box_of(tip), box_of(target)
    near = shown.bottom + 24 >= to.top and shown.top <= to.bottom + 24
    return near and shown.left <= to.right + 24 and to.left <= shown.right + 24


def test_a_lamp_shows_an_example_of_its_hand(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "flexdeck")
        wait_for_turn(page)
        lamp = page.locator('[data-example="ranking/Full house"]')
        expect(lamp).to_have_attribute("aria-description", "nine, nine, nine, zero, zero")
        lamp.hover()
        expect(page.locator("#tip svg")).to_have_count(5)
        expect(page.locator("#tip")).to_contain_text(re.compile("(held|possible|out of reach)$"))
        assert beside(page.locator("#tip"), lamp)
        page.locator("[data-example]").first.focus()
        expect(page.locator("#tip")).to_contain_text("Five of a kind")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#tip")).to_contain_text("Four of a kind")
        page.keyboard.press("Escape")
        expect(page.locator("#tip")).to_be_hidden()


def test_a_guided_first_game(browser: Browser, server: Server) -> None:
    with person(browser, **MOTION, skips_moments=False) as page:
        page.goto(server.address)
        page.locator("#game-cribbage").get_by_role("button", name="First game").click()
        bubble, title = page.locator("#bubble"), page.locator("#bubble h2")
        expect(title).to_have_text("The aim")
        assert beside(bubble, page.locator("#z-board"))
        page.keyboard.press("Enter")
        expect(title).to_have_text("Who deals?")
        page.locator("#bubble-next").click()
        expect(title).to_have_text("Lay away two cards")
        page.reload()  # nothing is lost by it
        expect(title).to_have_text("The aim")
        page.get_by_role("button", name="Skip the guide").click()
        expect(bubble).to_be_hidden()
        page.reload()
        wait_for_turn(page)
        expect(bubble).to_be_hidden()
        page.keyboard.press("g")
        expect(bubble).to_be_visible()
        for _ in range(4):
            page.keyboard.press("Enter")
        expect(bubble).to_be_hidden()
        touch_one_move(page)
        expect(title).to_have_text("The starter")  # a moment, which waits for it
        for _ in range(2):
            page.keyboard.press("Enter")
        expect(title).to_have_text("The play and its count")
        page.set_viewport_size(PHONE)
        page.locator("#last-deal").evaluate("link => { link.hidden = false; }")
        assert page.locator(".brand").evaluate("brand => brand.clientWidth") >= 20  # the way to the lobby is whole
        assert not scrolls_sideways(page)


# What a bubble lies over that a player reads or presses now.
HIDDEN_BY_BUBBLE = """() => {
  const box = document.getElementById("bubble").getBoundingClientRect();
  return [...document.querySelectorAll("#status, #moves button")].filter((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width && left < box.right - 1 && box.left < right - 1 && top < box.bottom - 1 && box.top < bottom - 1;
  }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("window", [DESK, PHONE])
@pytest.mark.parametrize("name", ["pyramid", "cribbage", "flexdeck"])
def test_a_bubble_hides_neither_the_question_nor_the_buttons(
    browser: Browser, server: Server, name: str, window: ViewportSize
) -> None:
    """The first one of the pyramid lay over the question."""
    with person(browser, viewport=window) as page:
        open_table_page(page, server.address, name, guided="yes")
        page.wait_for_selector(TURN, state="attached")
        expect(page.locator("#bubble")).to_be_visible()
        for _ in range(3):
            if not page.locator("#bubble:popover-open").count():
                break
            page.wait_for_function(f"() => !({HIDDEN_BY_BUBBLE})().length")  # what moves has settled
            page.locator("#bubble-next").click()


# How many cards of one's own a bubble lies over that was put down while they were still far away.
HIDDEN_AFTER_DEAL = """() => {
  const cards = [...document.querySelectorAll("#area-own .place")];
  const flights = cards.map((card) => card.animate([{ translate: "0 -70vh" }, { translate: "none" }], 60_000));
  dispatchEvent(new Event("resize"));
  for (const flight of flights) flight.finish();
  const box = document.getElementById("bubble").getBoundingClientRect();
  const boxes = cards.map((card) => card.getBoundingClientRect());
  return boxes.filter((card) => box.left < card.right && card.left < box.right && card.top < box.bottom).length;
}"""


def test_a_bubble_keeps_clear_of_cards_that_are_dealt_and_of_its_board(browser: Browser, server: Server) -> None:
    """It lay over three of the cards that a newcomer was to choose from, and over the board that it is about."""
    with person(browser, viewport=DESK) as page:
        open_table_page(page, server.address, "cribbage", guided="yes")
        page.wait_for_selector(TURN, state="attached")
        expect(page.locator("#bubble h2")).to_have_text("The aim")
        assert page.evaluate(HIDDEN_AFTER_DEAL) == 0
        assert box_of(page.locator("#bubble")).right <= box_of(page.locator(".pegboard")).left


def test_rules_keys_terms_and_hints(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.route("**/rules", lambda route: route.fulfill(status=503, body="<main>later</main>"), times=1)
        open_table_page(page, server.address, "cribbage")
        wait_for_turn(page)
        page.keyboard.press("r")
        expect(page.locator("#notice")).to_contain_text("The rules cannot be fetched just now.")
        page.keyboard.press("r")  # what was refused is not kept for the rules
        rules = page.locator("#rules-sheet")
        expect(rules.get_by_role("heading", level=1)).to_be_visible()
        title, close = box_of(rules.get_by_role("heading", level=1)), box_of(rules.get_by_role("button"))
        assert title.top < close.bottom  # beside each other, where a band of the sheet was empty
        assert title.right < close.left
        term = rules.locator(".term").first
        term.focus()
        tip = page.locator("#tip")
        expect(tip).to_have_text(term.get_attribute("aria-description") or "")
        assert beside(tip, term)
        page.keyboard.press("Escape")
        expect(rules).to_be_hidden()
        page.keyboard.press("?")
        expect(page.locator("#keys-sheet")).to_be_visible()
        page.keyboard.press("Escape")
        notice, ranking = page.locator("#notice"), page.locator("#notice details")
        page.keyboard.press("h")
        expect(notice).to_contain_text("Hint: ")
        expect(ranking).not_to_have_attribute("open", "")
        page.keyboard.press("h")
        expect(ranking).to_have_attribute("open", "")
        expect(ranking).to_contain_text("A value with ± comes from random samples")
        ranking.locator("summary").focus()
        page.keyboard.press("Escape")
        expect(notice).to_have_css("opacity", "0")
        expect(page.locator("#status")).to_be_focused()
        page.emulate_media(media="print", color_scheme="dark")  # paper is white
        expect(page.locator(".zone > h2").first).to_have_css("color", "rgb(51, 51, 51)")
        expect(page.locator(".zones")).to_have_css("color", "rgb(0, 0, 0)")
        expect(page.locator(".zones")).to_have_css("background-image", "none")


def test_notes_stay_in_the_browser(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "pyramid")
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
        page.get_by_label("Your notes").fill("seven of hearts at A3")
        page.reload()
        expect(page.get_by_label("Your notes")).to_have_value("seven of hearts at A3")
        assert not any("seven" in each for each in sent)
        open_table_page(page, server.address, "cribbage")
        assert page.get_by_label("Your notes").count() == 0


def test_suits_in_four_colours_and_light_or_dark(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.goto(server.address)
        page.get_by_text("Display").click()
        page.get_by_label("Suits").select_option("four")
        page.get_by_label("Light").select_option("dark")
        page.reload()
        chosen = page.evaluate("({ ...document.documentElement.dataset })")
        assert (chosen["suits"], chosen["theme"], chosen["sound"]) == ("four", "dark", "")


# The texts of cells that are one word and stand in several lines.
BROKEN_WORDS = """[...document.querySelectorAll("main :is(th, td)")].filter((cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return /^[a-z]+$/i.test(cell.innerText) && new Set([...words.getClientRects()].map((line) => line.bottom)).size > 1;
}).map((cell) => cell.innerText)"""


def test_the_rules_of_games_break_no_word_and_do_not_scroll_sideways_on_a_phone(
    browser: Browser, server: Server
) -> None:
    with person(browser, viewport=PHONE) as page:
        for game in games.GAMES:
            page.goto(f"{server.address}/rules/{game}")
            assert page.evaluate(BROKEN_WORDS) == []
            assert not scrolls_sideways(page)


def test_the_display_settings_close_as_a_menu_does(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.goto(server.address)
        light = page.get_by_label("Light")
        page.get_by_text("Display").click()
        page.get_by_text("The cardroom", exact=True).click()
        expect(light).to_be_hidden()
        page.get_by_text("Display").click()
        light.focus()
        page.keyboard.press("Escape")
        expect(light).to_be_hidden()
        expect(page.locator(".settings summary")).to_be_focused()


# What may go wrong


def test_a_card_whose_move_was_not_sent_plays_at_the_next_touch(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "patience")
        assert wait_for_turn(page)
        page.context.set_offline(True)
        cell = page.locator("button[data-place]").first
        cell.click()
        expect(page.locator("#notice")).to_contain_text("nothing was sent")
        expect(cell).to_have_attribute("aria-pressed", "false")
        page.context.set_offline(False)
        before = version(page)
        cell.click()
        page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")


def test_a_reload_and_a_second_device_keep_the_seat(browser: Browser, server: Server) -> None:
    with person(browser) as page, person(browser, viewport={"width": 360, "height": 740}) as phone:
        address = open_table_page(page, server.address, "pyramid")
        wait_for_turn(page)
        touch_one_move(page)
        wait_for_turn(page)
        seen, at = page.locator("#status").inner_text(), version(page)
        page.reload()
        wait_for_turn(page)
        assert (page.locator("#status").inner_text(), version(page)) == (seen, at)
        page.get_by_role("button", name="Play on another device").click()
        phone.goto(page.locator("code").first.inner_text())
        assert phone.url == address  # the secret has gone out of the address
        wait_for_turn(phone)
        assert phone.locator("#status").inner_text() == seen
        page.goto(address)
        touch_one_move(phone)
        expect(page.locator("#scene")).not_to_have_attribute("data-version", str(at))


def test_a_line_that_was_cut_comes_back(browser: Browser, server: Server) -> None:
    with person(browser) as page, person(browser) as other:
        open_table_page(page, server.address, "flexdeck", **short_form("flexdeck"))
        page.get_by_role("button", name="Play on another device").click()
        other.goto(page.locator("code").first.inner_text())
        page.go_back()
        wait_for_turn(page)
        at = version(page)
        page.context.set_offline(True)
        expect(page.locator("body")).to_have_class(re.compile("offline"))
        wait_for_turn(other)
        touch_one_move(other)
        page.context.set_offline(False)
        expect(page.locator("#scene")).not_to_have_attribute("data-version", str(at))
        expect(page.locator("body")).not_to_have_class(re.compile("offline"))


def test_a_game_without_a_script(browser: Browser, server: Server) -> None:
    with person(browser, java_script_enabled=False) as page:
        open_table_page(page, server.address, "cribbage")
        expect(page.locator(".all-moves button").last).to_be_visible()
        assert not scrolls_sideways(page)
        open_table_page(page, server.address, "paigow", **short_form("paigow"))
        for _ in range(400):
            if page.locator(OVER).count():
                break
            buttons = page.locator('#moves button[name="move"]:not(.confirm)')
            with page.expect_navigation():  # a page that is still read has no buttons yet
                (buttons.last if buttons.count() else page.get_by_role("link", name="Look again")).click()
        assert page.locator(OVER).is_visible()


def test_a_killed_server_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with running(str(tmp_path / "room.db"), tmp_path / "log") as room, person(browser) as page:
        open_table_page(page, f"http://{HOST}:{room.port}", "cribbage")
        for _ in range(3):
            assert wait_for_turn(page)
            touch_one_move(page)
        at = version(page)
        room.kill()
        expect(page.locator("body")).to_have_class(re.compile("offline"))
        room.restart()
        expect(page.locator("body")).not_to_have_class(re.compile("offline"))
        assert wait_for_turn(page)
        assert version(page) >= at
        touch_one_move(page)


def test_a_friend_is_invited_from_the_lobby_and_reads_to_what(browser: Browser, server: Server) -> None:
    """It took five touches of two forms; the guest read that one player was waited for, and nothing of the game."""
    with person(browser, viewport=PHONE) as ann, person(browser, viewport=PHONE) as bea:
        ann.goto(server.address)
        ann.get_by_label("Your name").fill("Ann")
        ann.get_by_role("link", name="With friends").click()
        expect(ann.get_by_role("button", name="Get a link")).to_be_in_viewport(ratio=1)
        ann.get_by_label("With friends").select_option(label="Pyramid Poker")
        ann.get_by_role("button", name="Get a link").click()
        for name in ("Copy the link", "Leave this table"):
            expect(ann.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        link = ann.get_by_role("button", name="Copy the link").get_attribute("data-copy") or ""
        assert "/join/" in link  # who has no link cannot sit down
        bea.goto(link)
        invited = bea.locator("#invited")
        expect(invited).to_contain_text("Ann waits for you at a game of Pyramid Poker, 20 to 30 minutes.")
        expect(invited).to_contain_text("three poker hands")
        expect(bea.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
        bea.get_by_role("button", name="Sit down").click()
        bea.wait_for_selector("#zones")
