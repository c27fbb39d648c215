"""The felt of games for two: it is filled, and what is said beside it is whole, in windows of five sizes."""

import itertools
import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from support.browser import (
    DESK,
    LOW,
    PHONE,
    SIZES,
    TURN,
    WIDE,
    Server,
    box_of,
    open_table_page,
    person,
    play,
    play_by_requests,
    sit_down_page,
    wait_for_turn,
    wait_until,
)
from support.visitors import JSON

# The width of the narrowest card of each area, in a window of each size. A pyramid has its own test of sizes.
DUELS = {
    "texas-holdem": {
        "others": (105, 200, 150, 50, 50),
        "middle": (110, 160, 130, 55, 70),
        "own": (130, 200, 180, 65, 60),
    },
    "seven-card-stud": {"others": (105, 200, 150, 60, 50), "own": (130, 200, 150, 70, 60)},
    "five-card-draw": {"others": (105, 200, 150, 70, 50), "own": (130, 200, 150, 60, 60)},
}
LONG_NOTE = '<abbr class="term">three of a kind</abbr><span class="rest">, sevens, queen-eight</span>'
CUT = """all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


def narrowest(page: Page, places: str) -> float:
    found: list[float] = page.locator(places).evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    return min(found)


@pytest.mark.parametrize("variant", DUELS)
def test_cards_of_two_players_of_poker_fill_the_felt_and_what_their_plates_say_is_whole(
    page: Page, server: Server, variant: str
) -> None:
    open_table_page(page, server.address, "poker", "caller", **{"o-players": "2", "o-variant": variant, "o-deals": "2"})
    for deal in (1, 2):  # the button moves
        assert wait_for_turn(page)
        for number, size in enumerate(SIZES):
            page.set_viewport_size(size)
            for area, least in DUELS[variant].items():
                assert narrowest(page, f"#area-{area} .place .art") > least[number], (size, area)
            roles = page.locator("#seats .seat :is(.role, .score)")
            assert roles.evaluate_all(CUT) == [], size
        assert play(page, 4 if deal == 1 else 20) == (deal == 2)
    notes = page.locator("#zones .note")
    notes.evaluate_all("(all, long) => all.forEach((one) => { one.innerHTML = long; })", LONG_NOTE)
    for size in SIZES:
        page.set_viewport_size(size)
        assert notes.evaluate_all(CUT) == [], size


def test_titles_of_dominoes_stand_beside_them_where_they_would_take_their_height(page: Page, server: Server) -> None:
    open_table_page(page, server.address, "flexdeck")
    assert wait_for_turn(page)
    for size, least, has_room in ((DESK, 150, False), (WIDE, 280, True), (LOW, 70, False)):
        page.set_viewport_size(size)
        assert narrowest(page, ".zones .place .art") > least, size
        title, card = (box_of(page.locator(f"#area-own {each}").first) for each in ("h2", ".place"))
        below = title.top >= card.bottom
        assert below if has_room else title.right <= card.left, size


# The height of the log, in lines.
LINES = "log => log.getBoundingClientRect().height / parseFloat(getComputedStyle(log).lineHeight)"


def test_what_lies_beside_the_felt_of_a_laptop_is_whole(page: Page, server: Server) -> None:
    beyond = """all => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight)
      .map((one) => one.id)"""
    page.set_viewport_size(DESK)
    for game in ("poker", "pyramid"):
        open_table_page(page, server.address, game, "random")
        assert wait_for_turn(page)
        lines = page.locator("#past").evaluate(LINES)
        assert lines > 2
        assert lines == pytest.approx(round(lines), abs=0.05), game
        assert page.locator("#foot .panel").evaluate_all(beyond) == [], game
        page.locator(".foot-button").click()
        assert page.get_by_role("button", name="Play on another device").is_visible()
        page.keyboard.press("Escape")


def test_the_cards_not_yet_turned_stand_in_columns(page: Page, server: Server) -> None:
    lefts = """lines => lines.map((line) => [...line.children].map((one) => one.getBoundingClientRect().left))"""
    page.set_viewport_size(DESK)
    open_table_page(page, server.address, "patience")
    assert wait_for_turn(page)
    assert not play(page, 12)
    lines = page.locator("#z-unseen .tally").evaluate_all(lefts)
    assert [len(line) for line in lines] == [10] * 6 + [5]
    assert all(line == lines[0][: len(line)] for line in lines)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_plate_has_room_for_chips_marks_and_clock(browser: Browser, server: Server, size: ViewportSize) -> None:
    with person(browser, viewport=size) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "poker", "open", **{"o-players": "2", "clock": "60+300"})
        sit_down_page(bea, table)
        ann.wait_for_selector(".seats .clock")
        plates = ann.locator(".seats .seat")
        assert plates.count() == 2
        assert plates.evaluate_all("all => all.every((one) => one.scrollHeight <= one.clientHeight)")
        assert max(plates.locator(".clock").evaluate_all("all => all.map((one) => one.offsetHeight)")) < 24
        wait_until(ann, lambda: ann.locator(TURN).count() or bea.locator(TURN).count())
        asked, other = (ann, bea) if ann.locator(TURN).count() else (bea, ann)
        late = """() => {
          for (const one of document.querySelectorAll('.seats .clock[data-running="yes"]')) one.dataset.left = 20000;
          return document.getElementById("notice").textContent + (document.querySelector(".clock.low") ? "low" : "");
        }"""  # said again, since a frame that comes meanwhile brings its own time
        wait_until(asked, lambda: "Your time runs out in " in asked.evaluate(late))
        wait_until(other, lambda: other.evaluate(late) == "low")


def test_names_and_clocks_of_five_are_whole_on_their_plates(browser: Browser, server: Server) -> None:
    """The clock of one's own plate broke into two lines in a large window; in a low one it stood below the others'."""
    outside = """plates => plates.flatMap((plate) => {
      const edge = plate.getBoundingClientRect(), parts = [...plate.querySelectorAll(".who, .score, .clock")];
      const is_cut = (one) => one.scrollWidth > one.clientWidth + 1;
      const boxes = parts.map((one) => [one.textContent, is_cut(one), one.getBoundingClientRect()]);
      const is_out = ([, cut, box]) => box.height > 25 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1 || cut;
      return boxes.filter(is_out).map(([text]) => text);
    })"""
    with person(browser) as ann, person(browser) as bea:
        table = open_table_page(
            ann,
            server.address,
            "poker",
            "caller",
            **{"o-players": "5", "people": "1", "clock": "60+300", "o-button": "5"},
        )
        sit_down_page(bea, table, "Guest Wren")
        for page in (ann, bea):
            page.wait_for_selector("#zones .seat .clock")
            for size in SIZES[:2] + SIZES[4:]:
                page.set_viewport_size(size)
                assert page.locator("#zones .own .seat").evaluate_all(outside) == [], size
            assert page.locator("#zones .others .seat").evaluate_all(outside) == []


def test_a_role_stays_on_its_plate_in_a_low_window(page: Page, server: Server) -> None:
    """ "priority" covered the score of the other player."""
    page.set_viewport_size({"width": 568, "height": 320})
    open_table_page(page, server.address, "pyramid")
    assert wait_for_turn(page)
    marked = page.locator("#seats .seat.marked")  # one, or both: who starts to act does not depend on priority
    score = "<span class=score>0 hands</span>"
    marked.evaluate_all("(all, score) => all.forEach((plate) => plate.insertAdjacentHTML('beforeend', score))", score)
    assert marked.evaluate_all("all => all.map((plate) => plate.scrollWidth <= plate.clientWidth)") in (
        [True],
        [True] * 2,
    )


def test_what_a_bot_has_is_whole_beside_its_face(page: Page, server: Server) -> None:
    """On a laptop "bet 10" was cut off after its first letter, and so was "priority" beside a score."""
    page.set_viewport_size(DESK)
    said = page.locator(".seats .faced").locator(".score, .role")
    open_table_page(page, server.address, "paigow", "basic", **{"o-players": "2"})
    assert not play(page, 1)
    assert re.fullmatch(r"\d+, bet \d+", said.inner_text())  # without "chips"
    assert said.evaluate_all(CUT) == []
    open_table_page(page, server.address, "pyramid", "basic")
    assert wait_for_turn(page)
    plate = "<span class=role data-brief=priority>priority</span><span class=score>2 hands</span>"
    page.locator(".seats .faced").evaluate(
        "(one, plate) => { one.querySelector('.role')?.remove(); one.insertAdjacentHTML('beforeend', plate); }", plate
    )
    assert said.count() == 2
    assert said.evaluate_all(CUT) == []


def test_what_players_of_draw_have_is_inside_their_plates_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    form = {"o-players": "4", "o-variant": "five-card-draw", "o-stacks": "1000"}
    open_table_page(page, server.address, "poker", "caller", **form)
    assert wait_for_turn(page)
    over = """all => all.map((plate) => plate.getBoundingClientRect().right
      - Math.max(...[...plate.querySelectorAll(".score, .score *")].map((one) => one.getBoundingClientRect().right)))"""
    room = page.locator("#zones .others .seat").evaluate_all(over)
    assert len(room) == 3
    assert min(room) >= 0


def test_the_words_on_a_short_board_cover_none_of_its_numbers(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "cribbage", **{"o-to": "61"})
    boxes = page.locator(".board-art .milestone").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((at) => [at.left, at.right, at.top, at.bottom])"
    )
    assert len(boxes) > 5
    for one, other in itertools.combinations(boxes, 2):
        assert max(one[0], other[0]) >= min(one[1], other[1]) or max(one[2], other[2]) >= min(one[3], other[3])


def test_hands_that_meet_are_named_on_a_telephone_on_its_side(page: Page, server: Server) -> None:
    page.set_viewport_size(LOW)
    address = open_table_page(page, server.address, "pyramid")
    play_by_requests(address, page)
    for width, height in ((740, 360), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector("#result")
        titles = page.locator(".slot > .row > h2:visible")
        named = [f"{whose} {number}" for whose in ("Hand", "Your hand") for number in (1, 2, 3)]
        assert titles.all_inner_texts() == named
        assert titles.evaluate_all(CUT) == [], width


def test_hands_that_meet_have_the_width_of_the_felt_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    table = open_table_page(page, server.address, "pyramid")
    play_by_requests(table, page)
    page.goto(table)
    page.wait_for_selector("#result")
    felt, own = (box_of(page.locator(at)) for at in ("#zones", "#area-own"))
    assert own.width >= felt.width - 2
    right = "all => all.map((one) => Math.round(one.getBoundingClientRect().right))"
    titles, words = (page.locator(f".slot > .row > {each}").evaluate_all(right) for each in ("h2", ".note"))
    assert len(titles) == 6
    assert titles == words  # a title ends where its words do


def test_the_table_of_hands_keeps_below_the_felt_while_a_player_is_away(browser: Browser, server: Server) -> None:
    """It lay over the lower end of the felt, which has made room for the note."""
    with person(browser, viewport=PHONE) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "flexdeck", "open")
        sit_down_page(bea, table)
        bea.wait_for_selector("#zones")
        ann.wait_for_selector("#zones")
        assert bea.request.post(f"{table}/leave", headers=JSON).ok
        ann.wait_for_selector("#away:not(:empty)")
        ends = "() => ['#zones', '.panels'].map((one) => document.querySelector(one).getBoundingClientRect())"
        felt, hands = ann.evaluate(ends)
        assert felt["bottom"] <= hands["top"]


def test_what_is_touched_of_a_pyramid_is_as_high_as_its_rows_on_a_telephone(page: Page, server: Server) -> None:
    """Bricks were 24 pixels high, and two in three of the dashed boxes were of no use yet."""
    page.set_viewport_size(PHONE)
    address = open_table_page(page, server.address, "pyramid")
    play_by_requests(address, page, moves=2)
    page.goto(address)
    assert wait_for_turn(page)
    height = "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
    assert page.locator("#z-pyramid button.place").evaluate_all(height) >= 29
    edges = "all => [...new Set(all.map((one) => getComputedStyle(one).stroke))]"
    assert page.locator("#area-own .place:not(.touchable) .outline").evaluate_all(edges) == ["none"]
    assert page.locator("#z-pyramid .outline").evaluate_all(edges) != ["none"]


def test_the_longest_move_to_confirm_is_whole_on_a_telephone(page: Page, server: Server) -> None:
    """Why a hand of Chinese poker is a foul reached below the window, beside "Take back" and "Hint"."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "chinese", **{"o-players": "4", "deal": "3"})
    assert not play(page, 1)
    press_longest = """() => {
      const moves = [...document.querySelectorAll("#moves [data-places]")];
      const [longest] = moves.sort((one, other) => other.textContent.length - one.textContent.length);
      for (const place of longest.dataset.places.split(" ")) document.getElementById("p-" + place).click();
    }"""
    page.evaluate(press_longest)
    confirm = page.locator("#confirm")
    expect(confirm).to_contain_text("Foul")
    assert len(confirm.inner_text()) > 60
    assert confirm.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert confirm.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight")


def test_a_long_pegging_board_has_the_room_that_hands_leave_on_a_telephone(page: Page, server: Server) -> None:
    """It was 213 pixels wide, and the words on it hid its holes."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "cribbage", **{"o-to": "121"})
    assert wait_for_turn(page)
    assert narrowest(page, ".board-art .wood") > 255
    assert narrowest(page, "#area-own .place") >= 44
    page.set_viewport_size(LOW)
    assert narrowest(page, ".board-art .wood") > 180
    assert page.locator("#status").evaluate("one => one.scrollHeight <= one.clientHeight")  # its last line was cut off
