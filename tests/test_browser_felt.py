"""The felt looked at in a small window: hands that are shown, boards, dice, chips and names."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from cardwright import games
from support.browser import (
    DESK,
    LOW,
    OVER,
    PHONE,
    SIZES,
    TABLET,
    Server,
    box_of,
    follow,
    open_table_page,
    person,
    play,
    play_by_requests,
    scrolls_sideways,
    sit_down_page,
    version,
    wait_for_turn,
)
from support.playouts import short_form
from support.visitors import JSON

HIGH_PHONE: ViewportSize = {"width": 390, "height": 844}
ONE_DEAL = {"o-stacks": "1000", "o-deals": "1"}


# The plates on which a mark lies over a word.
COVERED = """all => all.filter((plate) => {
  const mark = plate.querySelector(".role")?.getBoundingClientRect();
  const words = [...plate.querySelectorAll(".name, .score")].map((one) => one.getBoundingClientRect());
  return mark && words.some((word) => word.bottom > mark.top + 1 && word.right > mark.left && mark.bottom > word.top);
}).map((plate) => plate.textContent)"""
# The plates whose mark reaches below them, over their cards.
MARK_BELOW = """all => all.filter((plate) => {
  const mark = plate.querySelector(".role")?.getBoundingClientRect();
  return mark?.height && mark.bottom > plate.getBoundingClientRect().bottom + 2;
}).map((plate) => plate.textContent)"""
# How far the felt of a replay reaches beyond what is seen of it.
UNSEEN = """() => {
  const controls = document.getElementById("controls").getBoundingClientRect();
  const felt = document.getElementById("zones").getBoundingClientRect();
  return felt.bottom - (controls.top > felt.top ? controls.top : innerHeight);
}"""


# How much is seen of each card that lies face up in others' hands, as a share of its width.
SEEN_SHARES = """hands => hands.flatMap((hand) => [...hand.querySelectorAll(".place[data-face]")].map((place) => {
  const box = place.querySelector(".art").getBoundingClientRect();
  const next = place.nextElementSibling;
  return next?.matches(".place") ? Math.min(1, (next.getBoundingClientRect().left - box.left) / box.width) : 1;
}))"""


def widths(page: Page, places: str) -> list[float]:
    found: list[float] = page.eval_on_selector_all(places, "all => all.map((one) => one.getBoundingClientRect().width)")
    return found


def show_rows(page: Page, address: str, window: ViewportSize) -> None:
    """Show the rows of hands of a table, laid out in a window of this size."""
    page.set_viewport_size(window)
    page.goto(address)
    page.wait_for_function("() => document.querySelector('.zones .grid .place')?.offsetWidth")


def play_a_round(page: Page, server: Server, **form: str) -> str:
    """Play one round of pai gow; return the address of the table."""
    address = open_table_page(page, server.address, "paigow", **form, **{"o-rounds": "1"})
    assert play(page, 20)
    return address


def play_rows(page: Page, server: Server, players: int) -> str:
    """Play one deal of Chinese poker; return the address of the table."""
    address = open_table_page(page, server.address, "chinese", **{"o-players": str(players), "o-deals": "1"})
    play_by_requests(address, page)
    return address


@pytest.mark.parametrize("variant", ["texas-holdem", "omaha"])
def test_at_nine_seats_on_a_telephone_the_winning_cards_are_large(page: Page, server: Server, variant: str) -> None:
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **{"o-players": "9", "o-variant": variant})
    assert wait_for_turn(page)
    assert max(widths(page, ".others .down .place")) < 32
    assert min(widths(page, ".middle .place")) > 38
    assert min(widths(page, ".own .place")) > 44
    assert page.locator(".others .seat .role").count() >= 2
    assert page.locator(".others .seat").evaluate_all(COVERED) == []
    assert play(page, 20)
    assert len(winning := widths(page, ".place.winner .art")) >= 5
    assert min(winning) > 30
    assert page.locator(".slot.won > .seat").count() >= 1


def test_the_mark_of_a_role_is_whole_on_a_telephone(page: Page, server: Server) -> None:
    """It was cut off at the top of its line, through the letters."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **{"o-players": "5"})
    assert wait_for_turn(page)
    marks = page.locator(".seat .role")
    shown = "all => all.map((one) => [getComputedStyle(one).overflow, getComputedStyle(one, '::after').content])"
    assert {mark for _, mark in marks.evaluate_all(shown)} == {'"D"', '"SB"', '"BB"'}
    assert {overflow for overflow, _ in marks.evaluate_all(shown)} == {"visible"}
    until_one_is_left = {"o-players": "5", "o-stacks": "4", "o-deals": "1000"}
    play_by_requests(open_table_page(page, server.address, "poker", "caller", **until_one_is_left), page)
    page.go_back()
    page.locator(OVER).wait_for()
    layers = page.locator(".others .seat.out").evaluate_all("all => all.map((one) => getComputedStyle(one).zIndex)")
    assert layers == ["2"] * len(layers) != []  # above the shadow of the result


def test_at_twenty_seats_open_hands_can_be_read_and_lie_over_no_button(page: Page, server: Server) -> None:
    numbers = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1)"  # names are cut off before them
    page.set_viewport_size(PHONE)
    short = {"o-players": "20", "o-stacks": "3", "o-deals": "1"}
    open_table_page(page, server.address, "poker", "caller", **short)
    assert wait_for_turn(page)
    page.get_by_role("button", name="Raise to 3, all-in", exact=True).click()
    page.wait_for_selector(OVER)
    assert page.locator(".others .who").last.text_content() == "Calling Kate 19 (bot)"
    for window in (PHONE, LOW, DESK):
        page.set_viewport_size(window)
        assert len(shown := widths(page, ".others .place[data-face] .art")) == 38
        assert 18 < min(shown) <= max(shown) < 70, window
        page.get_by_role("button", name="Rematch").click(trial=True)
        cut = page.locator(".others .name .rest").last  # "Kate 19"
        assert cut.evaluate("one => one.getBoundingClientRect().width") == 0, window
        assert not page.locator(".others .who").evaluate_all(numbers), window
        if window == PHONE:
            assert page.locator(".others .seat").evaluate_all(COVERED) == []
            assert page.locator(".others .seat:not(:last-child)").evaluate_all(MARK_BELOW) == []
    assert not page.locator(".others .seat:last-child .name").evaluate_all(numbers)  # nor names on a desk
    assert "to the" not in page.locator(".others .note").first.inner_text()


def test_two_boards_are_large_enough_to_read_on_a_telephone(page: Page, server: Server) -> None:
    double = {"o-players": "3", "o-variant": "double-board-holdem"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **double)
    assert wait_for_turn(page)
    for window, least in ((PHONE, 34), (LOW, 28)):
        page.set_viewport_size(window)
        assert len(boards := widths(page, ".middle .row .place")) == 10
        assert min(boards) >= least


def test_what_is_made_on_two_boards_is_not_cut_on_a_desk(page: Page, server: Server) -> None:
    hand = "two pair, sixes and fours, queen on the first board; ace-high, queen-ten-nine-seven on the second"
    change = "(one, words) => { one.textContent = words; }"
    page.set_viewport_size(DESK)
    double = {"o-players": "4", "o-variant": "double-board-holdem", "o-showdown": "show"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **double)
    assert play(page, 20)
    top = page.locator(".middle .row .place").first.evaluate("one => one.getBoundingClientRect().top")
    notes = page.locator(".others .long-note > .note").all()
    assert len(notes) == 3
    for note in notes:
        note.evaluate(change, hand)
        assert note.evaluate("one => one.getBoundingClientRect().bottom") <= top


def test_set_hands_lie_in_one_line_in_a_small_window(page: Page, server: Server) -> None:
    address = open_table_page(page, server.address, "paigow", **short_form("paigow"))
    play_by_requests(address, page)
    for window in (PHONE, LOW):
        show_rows(page, address, window)
        assert min(widths(page, ".zones .grid .place")) > 34
        low = "one => one.getBoundingClientRect().bottom"
        tray, felt = (page.locator(each).last.evaluate(low) for each in (".own div.chips", ".zones"))
        assert tray < felt, window


# The notes of rows that lie over a card or another note, or outside their slot.
MISPLACED_NOTES = """all => all.filter((note) => {
  const box = note.getBoundingClientRect(), slot = note.closest(".slot");
  const meets = ({ left, right, top, bottom }) => left < box.right - 1 && box.left < right - 1
    && top < box.bottom - 1 && box.top < bottom - 1;
  const frame = slot.getBoundingClientRect();
  const others = [...slot.querySelectorAll(".place, h2, .row-note")].filter((one) => one !== note);
  return others.some((one) => meets(one.getBoundingClientRect()))
    || box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom + 1;
}).map((note) => note.textContent)"""


def test_what_front_and_back_make_stands_beside_each(page: Page, server: Server) -> None:
    address = play_a_round(page, server)
    for window in (DESK, PHONE, LOW):
        show_rows(page, address, window)
        assert page.locator(":is(.own, .middle) .row-note:visible").count() == 4, window
        assert page.locator(".row-note:visible").evaluate_all(MISPLACED_NOTES) == [], window


def test_in_a_replay_on_a_telephone_no_words_of_front_and_back_meet(page: Page, server: Server) -> None:
    """Words longer than their cards reach away from the other row's; no slot cuts off what reaches out of it."""
    page.set_viewport_size(PHONE)
    address = play_a_round(page, server)
    page.goto(f"{address}/replay")
    page.get_by_role("link", name="Last").click()
    notes = page.locator(".row-note:visible")
    notes.first.wait_for()
    for row, words in (("first", "queen-ten"), ("last", "queen-high, ten-eight-seven-three")):
        for note in page.locator(f".line:{row}-child > .row-note:visible").all():
            note.evaluate("(one, words) => { one.textContent = words; }", words)
    overflows = page.locator(".zones .slot").evaluate_all("all => all.map((one) => getComputedStyle(one).overflow)")
    assert {*overflows} == {"visible"}
    assert notes.evaluate_all(MISPLACED_NOTES) == []


def test_hands_of_two_others_are_large_enough_in_a_small_window(page: Page, server: Server) -> None:
    address = play_a_round(page, server, **{"o-players": "3"})
    for window in (PHONE, LOW):
        show_rows(page, address, window)
        assert min(widths(page, ".others .grid .art")) > 28, window
        assert min(widths(page, ".own .grid .art")) > 40, window


@pytest.mark.parametrize(
    ("players", "dealer_px", "others_px", "own_px", "seen_share"), [(5, 20, 26, 30, 0.5), (6, 18, 20, 26, 0.45)]
)
def test_hands_of_many_others_are_whole_on_a_telephone(
    page: Page, server: Server, players: int, dealer_px: int, others_px: int, own_px: int, seen_share: float
) -> None:
    """The last card of each row was cut; the cards were 15 pixels wide, one's own among five players 22."""
    address = play_a_round(page, server, **{"o-players": str(players)})
    show_rows(page, address, PHONE)
    assert min(widths(page, ".middle .grid .art")) >= dealer_px
    assert min(widths(page, ".others .grid .art")) >= others_px
    assert min(widths(page, ".own .grid .art")) >= own_px
    rows = page.locator(".others .line")
    assert min(rows.evaluate_all(SEEN_SHARES)) > seen_share
    ends = """all => all.map((line) => {
      const art = [...line.querySelectorAll(".art")].at(-1).getBoundingClientRect();
      return line.nextElementSibling ? line.nextElementSibling.getBoundingClientRect().left - art.right : 0;
    })"""
    assert players > 5 or min(rows.evaluate_all(ends)) >= 0
    change = """one => {
      one.lastElementChild.textContent = one.lastElementChild.textContent.replace(/: [^,]+/g, ": -100");
      return one.scrollHeight <= one.clientHeight + 1;
    }"""
    assert page.locator(OVER).evaluate(change)
    assert page.locator(".row-note:visible").evaluate_all(MISPLACED_NOTES) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_each_row_makes_stands_beside_it(page: Page, server: Server, players: int) -> None:
    address = play_rows(page, server, players)
    for window in SIZES:
        show_rows(page, address, window)
        assert page.locator(".row-note:visible").count() == 3 * players, window
        assert page.locator(".row-note:visible").evaluate_all(MISPLACED_NOTES) == [], window


@pytest.mark.parametrize("players", [3, 4])
def test_rows_of_others_that_are_turned_up_can_be_read(page: Page, server: Server, players: int) -> None:
    """On a telephone the cards of three others were 19 pixels wide, and beside their rows "foul, -4 points" was cut."""
    address = play_rows(page, server, players)
    page.set_viewport_size(PHONE)
    page.goto(address)
    rows = page.locator(".others .line")
    rows.first.wait_for()
    assert min(widths(page, ".others .place[data-face] .art")) > 34
    assert min(rows.evaluate_all(SEEN_SHARES)) > 0.35
    assert min(widths(page, ".own .place .art")) > 30
    page.set_viewport_size(LOW)  # on its side they were 20 pixels wide
    assert min(widths(page, ".others .place[data-face] .art")) > 44
    assert min(rows.evaluate_all(SEEN_SHARES)) > 0.35
    felt = box_of(page.locator("#zones"))
    assert all(box_of(note).bottom <= felt.bottom + 1 for note in page.locator("#zones .zone > .note").all())
    page.set_viewport_size(DESK)
    fits = "one => { one.textContent = 'foul, -12 points'; return one.scrollWidth <= one.clientWidth; }"
    assert all(note.evaluate(fits) for note in page.locator(".others .zone > .note").all())


def test_the_line_under_a_term_keeps_away_from_the_words_below(page: Page, server: Server) -> None:
    gaps = """all => all.map((term) => {
      const { fontSize, textUnderlineOffset } = getComputedStyle(term);
      const { lineHeight } = getComputedStyle(term.parentElement);
      const capital = 0.73 * parseFloat(fontSize), line = 1;
      return parseFloat(lineHeight) - capital - parseFloat(textUnderlineOffset) - line;
    })"""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "dual-piecepacks", "caller", **{"o-players": "3", "o-deals": "1"})
    assert play(page, 20)
    assert min(page.locator(".zone .note .term").evaluate_all(gaps)) >= 2


@pytest.mark.parametrize("to", ["61", "121"])
def test_words_on_a_pegging_board_can_be_read(page: Page, server: Server, to: str) -> None:
    drawn_px = """() => [...document.querySelectorAll(".milestone")].filter((one) => one.checkVisibility())
      .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.getScreenCTM()])
      .map(([size, { a, b }]) => size * Math.hypot(a, b))"""
    open_table_page(page, server.address, "cribbage", **{"o-to": to})
    assert wait_for_turn(page)
    for window in (PHONE, LOW, DESK, HIGH_PHONE):
        page.set_viewport_size(window)
        assert len(sizes := page.evaluate(drawn_px)) >= (1 if to == "61" else 2)
        assert 11 <= min(sizes) <= max(sizes) < 19, window


def test_overlapping_cards_show_their_rank_and_suit(page: Page, server: Server) -> None:
    overlaps = """places => places.map((place) => {
      const next = place.nextElementSibling?.getBoundingClientRect().left ?? Infinity;
      return Math.max(...[...place.querySelectorAll(".brief")].map((one) => one.getBoundingClientRect().right - next));
    })"""
    stud = {"o-players": "6", "o-variant": "seven-card-stud"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **stud)
    assert wait_for_turn(page)
    play(page, 3)
    for window in (PHONE, LOW):
        page.set_viewport_size(window)
        page.reload()
        shown = page.locator(".others .place[data-face]")
        assert shown.count() > 10
        assert max(shown.evaluate_all(overlaps)) < 3


def test_the_cards_of_a_board_are_large_on_a_tablet(page: Page, server: Server) -> None:
    page.set_viewport_size(TABLET)
    for form, least in (({"o-players": "3"}, 140), ({"o-players": "3", "o-variant": "double-board-holdem"}, 70)):
        open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **form)
        assert wait_for_turn(page)
        assert min(widths(page, ".middle .row .place")) > least


# How far the bar of cards played last lies above their lower edge.
BAR_ABOVE_EDGE = """places => places.map((place) => {
  place.classList.remove("winner");
  place.classList.add("new");
  const bar = place.getBoundingClientRect().bottom - parseFloat(getComputedStyle(place, "::before").bottom);
  return place.querySelector(".art").getBoundingClientRect().bottom - bar;
})"""


def test_own_cards_of_stud_lie_in_one_line_on_the_felt(page: Page, server: Server) -> None:
    lefts_and_tops = """arts => arts.map((art) => {
      const box = art.getBoundingClientRect(), place = art.parentElement.getBoundingClientRect();
      return [box.left - place.left, box.top];
    })"""
    page.set_viewport_size(PHONE)
    stud = {"o-players": "3", "o-variant": "seven-card-stud"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **stud)
    assert not play(page, 4)
    own = page.locator(".own .place[data-face] .art")
    assert own.count() == 7
    lefts, tops = zip(*own.evaluate_all(lefts_and_tops), strict=True)
    assert max(map(abs, lefts)) < 1
    assert max(tops) - min(tops) < 1
    assert min(widths(page, ".own .place .art")) > 46
    assert page.locator(".own .caption").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    bars = page.locator(".own .place[data-face]").evaluate_all(BAR_ABOVE_EDGE)
    assert bars == pytest.approx([4] * 7, abs=1.5)  # cards with a caption below them, and without


def test_stud_for_eight_can_be_read_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    stud = {"o-players": "8", "o-variant": "seven-card-stud"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **stud)
    for street in range(5):
        assert wait_for_turn(page)
        assert min(widths(page, ".others .place[data-face] .art")) > 34, street
        assert min(page.locator(".others .zone").evaluate_all(SEEN_SHARES)) > 0.35, street
        assert min(widths(page, ".own .place")) > 50, street
        assert page.locator(".others .seat").evaluate_all(COVERED) == []
        pot = box_of(page.locator(".zones .chips").first)
        assert not play(page, 1) or street == 4
    note = page.locator(".others .note").first
    cut = "(one) => { one.textContent = 'three of a kind'; return one.scrollHeight > one.clientHeight + 1; }"
    assert not note.evaluate(cut)
    common = box_of(page.locator(".middle .row .place[data-face]"))  # no card is left for each
    assert common.width > 24
    assert pot.top < common.top + common.height / 2 < pot.bottom


@pytest.mark.parametrize(
    ("game", "form"),
    [("poker", ONE_DEAL | {"o-players": "3"}), ("cribbage", short_form("cribbage"))],
    ids=["poker", "cribbage"],
)
def test_a_replay_has_a_felt_as_wide_as_its_page(page: Page, server: Server, game: str, form: dict[str, str]) -> None:
    address = open_table_page(page, server.address, game, "caller" if game == "poker" else "random", **form)
    play_by_requests(address, page)
    page.goto(address)
    follow(page, "Replay")
    assert widths(page, "#zones")[0] == pytest.approx(widths(page, "#playing")[0], abs=2)
    for window in (DESK, PHONE, LOW):  # the step that has a result, too, is whole in the window
        page.set_viewport_size(window)
        assert page.evaluate(UNSEEN) <= 0


# The height of the felt of a replay and of its controls, and the buttons whose words are cut off.
CONTROLS = """() => {
  const high = (id) => document.getElementById(id).getBoundingClientRect().height;
  const buttons = [...document.querySelectorAll("#controls :is(.button, button)")];
  const cut = buttons.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
  return [high("zones"), high("controls"), cut.map((one) => one.textContent)];
}"""


def test_a_replay_on_a_telephone_has_its_controls_in_two_lines(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    address = open_table_page(page, server.address, "paigow", "random", **short_form("paigow"))
    play_by_requests(address, page)
    page.goto(address)
    follow(page, "Replay")
    felt, controls, cut = page.evaluate(CONTROLS)
    assert felt > 320
    assert controls < 110
    assert cut == []
    assert page.evaluate(UNSEEN) <= 0
    page.set_viewport_size(LOW)
    assert page.evaluate(CONTROLS)[1] < 64  # one line there
    assert page.evaluate(UNSEEN) <= 0
    slider = page.locator("#slider")  # at the last step its knob is at the end
    assert slider.evaluate("one => getComputedStyle(one).paddingInline") == "0px"


def test_in_a_replay_on_a_telephone_all_words_lie_on_the_felt(page: Page, server: Server) -> None:
    """The name of the other hand reached out of it, and bets at the lower of two rows of plates lay over the pot."""
    page.set_viewport_size(PHONE)
    address = open_table_page(page, server.address, "cribbage", "random", **short_form("cribbage"))
    play_by_requests(address, page)
    page.goto(f"{address}/replay?at=20")  # of the play
    page.locator(".others .zone > h2").wait_for()
    top = "one => one.getBoundingClientRect().top"
    page.locator(".others .zone").evaluate("""zone => {
      const note = zone.querySelector(".note") ?? zone.appendChild(document.createElement("p"));
      note.className = "note";
      note.textContent = "go";
    }""")
    assert page.locator(".others .zone > h2").evaluate(top) > page.locator(".zones").evaluate(top)
    nine = {"o-players": "9", "o-button": "4"}
    address = open_table_page(page, server.address, "poker", "random", **ONE_DEAL, **nine)
    play_by_requests(address, page)
    page.goto(f"{address}/replay")
    bottoms = page.locator(".others .note").evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
    assert len(bottoms) == 2
    assert max(bottoms) <= page.locator(".middle div.chips").evaluate(top) + 4


def test_both_halves_of_a_domino_are_equally_wide(page: Page, server: Server) -> None:
    edges = """all => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"""
    open_table_page(page, server.address, "flexdeck")
    assert wait_for_turn(page)
    for window in (PHONE, LOW, DESK):
        page.set_viewport_size(window)
        theirs, own = (page.eval_on_selector_all(f".{area} .place", edges) for area in ("others", "own"))
        assert theirs
        assert theirs == [pytest.approx(half, abs=1) for half in own], window


def test_what_can_be_done_after_a_patience_stands_in_one_line(page: Page, server: Server) -> None:
    lines = """all => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [one.textContent, new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size];
    }).filter(([_, lines]) => lines > 1)"""
    page.set_viewport_size(DESK)
    address = open_table_page(page, server.address, "patience")
    play_by_requests(address, page)
    page.goto(address)
    words = page.locator("#after :is(button, a.button, summary):visible")
    assert words.count() >= 7
    assert words.evaluate_all(lines) == []


def test_that_a_patience_cannot_be_won_has_its_line_on_a_telephone(page: Page, server: Server) -> None:
    """Of two lines the second moved the whole table, when the game was lost."""
    page.set_viewport_size(PHONE)
    address = open_table_page(page, server.address, "patience")
    play_by_requests(address, page, until=lambda seen: seen["version"] > 80)
    page.goto(address)
    assert wait_for_turn(page)
    progress = page.locator("#progress")
    assert "cannot be won" in progress.inner_text()
    assert progress.evaluate("line => line.scrollWidth <= line.clientWidth")
    assert "long-progress" not in (page.locator("body").get_attribute("class") or "").split()


@pytest.mark.parametrize("window", [PHONE, HIGH_PHONE, TABLET])
def test_the_hands_of_both_squares_stand_beside_the_turned_card(
    page: Page, server: Server, window: ViewportSize
) -> None:
    """On a telephone they lay in a drawer: what was still to be made could not be seen while a card was placed."""
    page.set_viewport_size(window)
    open_table_page(page, server.address, "patience")
    assert wait_for_turn(page)
    box = "one => one.getBoundingClientRect().toJSON()"
    lamps, boxes = page.locator("#panels .lamp"), f"all => all.map({box})"
    assert lamps.count() == 16
    middle, felt = (page.locator(each).evaluate(box) for each in ("#area-middle", "#zones"))
    titles = page.locator("#area-boards h2").evaluate_all(boxes)
    for lamp in lamps.evaluate_all(boxes):
        assert felt["left"] <= lamp["left"] < lamp["right"] <= felt["right"]
        assert lamp["right"] <= middle["left"] or middle["right"] <= lamp["left"]
        assert felt["top"] <= lamp["top"] < lamp["bottom"] <= min(title["top"] for title in titles)
    assert lamps.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    page.get_by_role("button", name="Hands").click()
    expect(page.locator("#z-unseen")).to_be_visible()


@pytest.mark.parametrize(("game", "window"), [("flexdeck", PHONE), ("poker", PHONE), ("poker", TABLET)])
def test_a_table_of_hands_is_read_down_its_columns(page: Page, server: Server, game: str, window: ViewportSize) -> None:
    """Two hands stood in each line, though "a line further up beats every line below"."""
    page.set_viewport_size(window)
    open_table_page(page, server.address, game, **({"others": "caller"} if game == "poker" else {}))
    assert wait_for_turn(page)
    if game == "poker":
        page.get_by_role("button", name="Hands").click()
    lamps = page.locator("#z-ranking .lamp")
    boxes = lamps.evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top])")
    assert len({left for left, _ in boxes}) > 1
    assert boxes == sorted(boxes)
    numbers = "all => all.map(one => getComputedStyle(one, '::before').content.startsWith('counter'))"
    assert all(lamps.evaluate_all(numbers))


def test_what_the_arrows_of_a_patience_do_stands_below_them_on_a_telephone(page: Page, server: Server) -> None:
    """A button as wide as the window said "2 ↓", and nothing else."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "patience")
    assert wait_for_turn(page)
    page.locator('[id="p-1.c3"]').click()
    words = page.locator("#moves .group")
    expect(words).to_have_text("Shift layout")
    expect(words).to_be_in_viewport(ratio=1)
    boxes = page.locator("#moves .group, #moves .brief-label, #moves .hint").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    label, *others = boxes
    assert len(others) == 5
    for each in others:
        assert each["right"] <= label["left"] or each["left"] >= label["right"] or each["bottom"] <= label["top"]


def test_what_concerns_a_table_leaves_the_log_its_room(page: Page, server: Server) -> None:
    page.set_viewport_size(DESK)
    open_table_page(page, server.address, "paigow")
    assert wait_for_turn(page)
    past, foot, talk = (box_of(page.locator(each)) for each in ("#past", "#foot", "#talk"))
    assert past.height > 150
    assert talk.bottom <= foot.bottom


@pytest.mark.parametrize("players", ["3", "5", "6"])
def test_bets_at_a_table_of_pai_gow_stand_on_their_plates(browser: Browser, server: Server, players: str) -> None:
    """With side bets too; and a dragon hand, which lies beside the dealer's, leaves one's own hand its room."""
    beyond = """all => all.filter((one) => {
      const [score, plate] = [one, one.closest(".seat")].map((each) => each.getBoundingClientRect());
      return score.left < plate.left || score.right > plate.right || score.bottom > plate.bottom + 2;
    }).map((one) => one.textContent)"""
    side_bets = {"o-players": players, "o-fortune": "yes", "o-dragon": "yes", "deal": "1"}  # of six players one leaves
    with person(browser, viewport=PHONE, skips_moments=False) as page:
        address = open_table_page(page, server.address, "paigow", "random", **side_bets)
        for move in ("bet {}", "fortune {}", "throw dice"):
            page.locator(f'#moves [value="{move}"]').wait_for()
            form: dict[str, str | float | bool] = {"version": version(page), "move": move, "number-0": "5"}
            page.request.post(f"{address}/move", form=form, headers=JSON)
        page.locator(".own .fan .place[data-face]").nth(6).wait_for()
        expect(page.locator(".seat.to-act")).to_have_count(1)
        scores = page.locator(".seated > .seat .score")
        assert scores.filter(has_text="Fortune").count() > 1
        for window in (PHONE, LOW, DESK):
            page.set_viewport_size(window)
            assert scores.evaluate_all(beyond) == [], window
            assert min(widths(page, ".own .fan .art")) > 44, window
        assert page.locator(".seat.out").count() >= (players == "6")
        page.locator("#moves [data-places]:not([data-confirm])").first.evaluate("button => button.click()")
        page.get_by_role("button", name="Take the dragon").click()  # there is an empty seat: of six, one has left
        page.get_by_role("button", name="Continue").wait_for()
        assert page.locator(".middle .zone").count() == 2
        for window, least in ((PHONE, 19), (LOW, 19), (DESK, 35)):
            page.set_viewport_size(window)
            assert window == DESK or page.locator(".own .seat").evaluate_all(COVERED) == [], window
            assert min(widths(page, ":is(.own, .middle) .grid .art")) > least, window


# The tops of the buttons of a game, and how many buttons have words in two lines or beyond their edge.
BUTTON_TOPS = "one => [...one.querySelectorAll('button')].map((each) => each.getBoundingClientRect().top)"
WRAPPED = "all => all.filter((one) => one.scrollWidth > one.clientWidth || one.offsetHeight > 40).length"


def test_the_buttons_of_all_games_are_alike_and_unbroken_in_the_lobby_of_a_laptop(
    browser: Browser, server: Server
) -> None:
    """What plays at once has a line to itself, the others share the next; a newcomer sees all of the first row."""
    with person(browser, viewport=DESK) as page:
        page.goto(server.address)
        lines = page.locator(".games > li > .actions")
        assert lines.count() == len(games.GAMES)
        assert lines.locator("button").evaluate_all(WRAPPED) == 0
        for line in lines.all():
            first, *others = line.evaluate(BUTTON_TOPS)
            assert set(others) == {others[0]}
            assert first < others[0]
        assert box_of(lines.first).bottom < DESK["height"]


# Of the height and the width of each field, the share that its picture has.
FILLED = """all => all.map((one) => {
  const [field, picture] = [one, one.querySelector(".thumbnail")].map((each) => each.getBoundingClientRect());
  return [picture.height / field.height, picture.width / field.width];
})"""


def test_pictures_of_games_fill_their_field_in_the_lobby_of_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(server.address)
    sizes = page.locator(".games > li > .felt").evaluate_all(FILLED)
    assert len(sizes) == len(games.GAMES)
    assert all(high >= 0.99 and wide >= 0.99 for high, wide in sizes)
    assert not scrolls_sideways(page)


def test_a_large_board_has_the_height_of_a_low_window(page: Page, server: Server) -> None:
    page.set_viewport_size(LOW)
    open_table_page(page, server.address, "patience")
    assert wait_for_turn(page)
    assert min(widths(page, ".boards .place")) > 42
    assert not play(page, 3)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_hidden_throw_lies_under_one_cup_and_dice_are_square(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    dice = {"o-players": "3", "o-variant": "poker-dice", "o-ranking": "variant"}
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **dice)
    assert wait_for_turn(page)
    for hand in page.locator(".others .zone").all():
        boxes = hand.locator(".place").evaluate_all("dice => dice.map((one) => one.getBoundingClientRect().left)")
        assert len(boxes) == 5
        assert len(set(boxes)) == 1
        assert hand.locator('use[href$="#cup"]').count() == 5
    assert page.locator('.zones use[href$="#back"]').count() == 0
    box = box_of(page.locator(".own .place .art").first)
    assert box.width == pytest.approx(box.height, abs=1)


# Keeps the amounts of the chips that move over the table.
FLOWN = """
  window.flown = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    if (!added.some((node) => node.id === "swept")) return;
    flown.push([...document.querySelectorAll("#swept .stacks")].map((one) => Number(one.dataset.amount)));
  }).observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_bets_move_to_the_pot_and_the_pot_to_who_wins_it(browser: Browser, server: Server, motion: str) -> None:
    with person(browser, viewport=PHONE, reduced_motion=motion) as page:
        page.add_init_script(FLOWN)
        open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **{"o-players": "3"})
        assert wait_for_turn(page)
        assert play(page, 20)
        page.wait_for_selector(OVER)
        moved = [amounts for amounts in page.evaluate("flown") if amounts]
        if motion == "reduce":
            assert not moved
        else:
            assert [2, 2, 2] in moved  # the blinds and the calls
            assert {6} in map(set, moved)  # the pot, or once for each of those who split it


def test_the_name_of_a_table_and_what_is_played_are_whole_on_a_telephone(page: Page, server: Server) -> None:
    cut = "one => one.scrollWidth > one.clientWidth"
    page.set_viewport_size(PHONE)
    for variant in ("seven-card-stud-hilo", "omaha", "deuce-to-seven-single-draw"):
        open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **{"o-players": "3", "o-variant": variant})
        assert wait_for_turn(page)
        for each in (".headline", "#progress"):
            assert not page.locator(each).evaluate(cut), (variant, each)


def test_a_tournament_on_a_telephone_has_its_levels_whole_and_leaves_no_room_to_who_is_out(
    page: Page, server: Server
) -> None:
    short_stack = {"o-players": "3", "o-stacks": "10/500/500", "o-blinds": "5/10", "o-button": "1"}
    page.set_viewport_size(PHONE)
    two_deals = {"o-level_minutes": "10", "o-deals": "2", "deal": "2"}
    open_table_page(page, server.address, "poker", "caller", **short_stack, **two_deals)
    assert wait_for_turn(page)
    assert not page.locator("#progress").evaluate("one => one.scrollWidth > one.clientWidth")
    assert play(page, 9)
    expect(page.locator(".own .seat")).to_contain_text("place 3")
    assert min(widths(page, ".others .place .art")) > 60


def test_own_cards_on_a_telephone_stay_when_words_come_below_them(page: Page, server: Server) -> None:
    """They were 69 pixels wide before a bet and 58 after it."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "poker", "caller", **ONE_DEAL, **{"o-players": "4", "o-button": "1"})
    assert wait_for_turn(page)
    own = page.locator(".own .place .art").first
    expect(page.locator(".own .note")).to_have_count(0)
    before = box_of(own)
    assert not play(page, 1)
    expect(page.locator(".own .note")).to_have_count(1)
    assert box_of(own) == before


def test_a_hand_of_a_bot_is_named_in_two_lines_on_a_telephone(page: Page, server: Server) -> None:
    """ "Morgan (bot)'s hand two laid away" took four lines beside the cards."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "cribbage", "basic")
    assert wait_for_turn(page)
    title = page.locator(".others .zone h2")
    assert title.inner_text() == "Morgan's hand"
    assert title.evaluate("one => one.offsetHeight <= 2 * parseFloat(getComputedStyle(one).lineHeight) + 1")


def test_an_empty_log_takes_no_room_before_the_game(page: Page, server: Server) -> None:
    page.set_viewport_size(DESK)
    open_table_page(page, server.address, "cribbage", "open")
    expect(page.locator("#chat")).to_be_visible()
    expect(page.locator("#course")).to_be_hidden()


@pytest.mark.parametrize("game", ["paigow", "patience"])
def test_the_result_covers_all_of_the_status_on_a_tablet(page: Page, server: Server, game: str) -> None:
    """Of "The last of 2 rounds is played" the result covered the end only."""
    address = open_table_page(page, server.address, game, **short_form(game))
    play_by_requests(address, page)
    page.set_viewport_size(TABLET)
    page.goto(address)
    status, result = box_of(page.locator("#status")), box_of(page.locator("#result"))
    assert result.left <= status.left + 1
    assert result.right >= status.right - 1
    assert page.locator("#result").evaluate("one => one.scrollHeight <= one.clientHeight + 1")


# How far the chips of a plate reach over the name, and below the plate, in pixels.
CHIPS_OUT = """plates => plates.flatMap((plate) => {
  const [name, chips, edge] = [plate.querySelector(".name"), plate.querySelector(".own-chips svg"), plate];
  const box = (one) => one.getBoundingClientRect();
  return [box(name).bottom - box(chips).top, box(chips).bottom - box(edge).bottom];
})"""


@pytest.mark.parametrize("window", [PHONE, LOW])
def test_high_stacks_of_chips_leave_the_names_of_four_free(page: Page, server: Server, window: ViewportSize) -> None:
    page.set_viewport_size(window)
    stacks = {"o-players": "4", "o-stacks": "999999", "o-deals": "1"}
    open_table_page(page, server.address, "poker", "caller", **stacks)
    out = page.locator(".others .seat").evaluate_all(CHIPS_OUT)
    assert len(out) == 6
    assert max(out) < 1


@pytest.mark.parametrize("variant", ["texas-holdem", "razz"])
def test_ones_own_name_chips_clock_and_mark_are_whole_among_six_on_a_telephone(
    browser: Browser, page: Page, server: Server, variant: str
) -> None:
    """The name was "A...", the clock lay over the chips, and the mark of the button over the clock."""
    page.set_viewport_size(PHONE)
    form = {"o-players": "6", "o-variant": variant, "o-button": "1", "o-ante": "2", "people": "1", "clock": "60+300"}
    table = open_table_page(page, server.address, "poker", "caller", **form)
    with person(browser) as bea:
        assert bea.request.post(f"{table}/sit", form={"name": "Bea"}, headers=JSON).ok
        page.locator(".own .clock").wait_for()
        parts = page.locator(".own > .seated > .seat").evaluate("""plate => {
          const part = (name) => plate.querySelector(name);
          const box = (name) => part(name).getBoundingClientRect();
          return {
            cut: [".who", ".score"].map(part).some((one) => one.scrollWidth > one.clientWidth),
            ends: [box(".score").right, box(".clock").left, box(".clock").right, box(".role").left],
          };
        }""")
        assert not parts["cut"]
        assert parts["ends"] == sorted(parts["ends"])


@pytest.mark.parametrize("window", [PHONE, LOW])
def test_high_stacks_of_chips_are_narrower_and_the_amounts_of_two_whole(
    page: Page, server: Server, window: ViewportSize
) -> None:
    page.set_viewport_size(window)
    stacks = {"o-players": "2", "o-stacks": "999999", "o-deals": "1"}
    open_table_page(page, server.address, "poker", "caller", **stacks)
    cut = page.locator(".seats .score").evaluate_all("all => all.map((each) => each.scrollWidth - each.clientWidth)")
    assert cut == [0, 0]
    assert min(widths(page, ".seats .own-chips svg")) > 20


def test_the_variants_that_a_dealer_chooses_from_are_whole_on_a_telephone(page: Page, server: Server) -> None:
    """A name had up to five lines of 11 pixels, while the felt lay empty."""
    page.set_viewport_size(PHONE)
    form = {"o-players": "2", "o-rotation": "eight-game", "o-rotate": "choice", "o-button": "1"}
    open_table_page(page, server.address, "poker", "caller", **form)
    assert wait_for_turn(page)
    buttons = page.locator('#moves button[name="move"]')
    expect(buttons).to_have_count(8)
    for place in range(8):
        box = box_of(buttons.nth(place))
        assert box.bottom <= PHONE["height"]
        assert box.height < 50
        assert buttons.nth(place).evaluate("one => parseFloat(getComputedStyle(one).fontSize)") > 12


def test_own_cards_of_draw_poker_are_large_on_a_telephone(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    form = {"o-players": "4", "o-variant": "five-card-draw", **ONE_DEAL}
    open_table_page(page, server.address, "poker", "caller", **form)
    assert wait_for_turn(page)
    assert min(widths(page, ".own .place .art")) > 51  # it was 47


@pytest.mark.parametrize("players", [3, 4])
def test_who_watches_rows_of_several_sees_them_on_all_of_the_felt(
    browser: Browser, page: Page, server: Server, players: int
) -> None:
    """They lay side by side in its upper part, and their words met."""
    table = play_rows(page, server, players)
    with person(browser, viewport=PHONE) as watcher:
        watcher.goto(f"{table}/watch")
        watcher.wait_for_selector("#result")
        assert min(widths(watcher, ".others .place .art")) > 25
        felt, *areas = watcher.evaluate(
            "[...document.querySelectorAll('#zones, .others .slot')].map((one) => one.getBoundingClientRect())"
        )
        assert max(area["bottom"] for area in areas) > felt["bottom"] - 12


def test_the_suits_of_seven_overlapping_cards_are_whole_on_a_telephone(page: Page, server: Server) -> None:
    """Half of each lay under the next card."""
    page.set_viewport_size(PHONE)
    open_table_page(page, server.address, "paigow", "basic")
    assert wait_for_turn(page)
    while not page.locator("#moves [data-places]").count():
        assert not play(page, 1)  # a bet
    cut = """places => places.map((place) => {
      const next = place.nextElementSibling?.getBoundingClientRect().left ?? Infinity;
      return place.querySelector(".brief.pip").getBoundingClientRect().right - next;
    })"""
    assert max(page.locator(".own .fan .place").evaluate_all(cut)) < 1


@pytest.mark.parametrize(
    ("game", "form", "card_px"),
    [
        ("poker", {"o-players": "4", "o-variant": "five-card-draw", **ONE_DEAL}, 36),  # it was 17
        ("poker", {"o-players": "6", **ONE_DEAL}, 24),
        ("dual-piecepacks", {"o-players": "3", "o-stacks": "200", "o-deals": "1"}, 24),
    ],
)
@pytest.mark.parametrize("window", [PHONE, TABLET])
def test_who_watches_a_pot_in_an_upright_window_sees_it_on_all_of_the_felt(
    browser: Browser, page: Page, server: Server, game: str, form: dict[str, str], card_px: int, window: ViewportSize
) -> None:
    """Its lower third was empty: a player's own hand would lie there."""
    table = open_table_page(page, server.address, game, "caller", **form)
    assert wait_for_turn(page)
    with person(browser, viewport=window) as watcher:
        watcher.goto(f"{table}/watch")
        watcher.wait_for_selector("#scene")
        assert min(widths(watcher, ".others .place .art")) > card_px
        felt, *slots = watcher.evaluate(
            "[...document.querySelectorAll('#zones, .middle .slot')].map((one) => one.getBoundingClientRect())"
        )
        assert felt["bottom"] - 12 < max(slot["bottom"] for slot in slots) <= felt["bottom"]


def test_who_watches_six_hands_of_stud_on_a_tablet_sees_them_in_two_columns(
    browser: Browser, page: Page, server: Server
) -> None:
    """In three, their width limited the cards to 64 pixels, and half of the felt was empty."""
    stud = {"o-players": "6", "o-variant": "seven-card-stud"}
    table = open_table_page(page, server.address, "poker", "caller", **stud)
    assert wait_for_turn(page)
    with person(browser, viewport=TABLET) as watcher:
        watcher.goto(f"{table}/watch")
        watcher.wait_for_selector("#scene")
        assert min(widths(watcher, ".others .place .art")) > 90


def test_the_list_of_a_replay_shows_its_step_after_a_window_is_turned(page: Page, server: Server) -> None:
    """The line of the step lay below the end of the list."""
    form = {"o-players": "6", "o-stacks": "1000", "o-deals": "3"}
    table = open_table_page(page, server.address, "poker", "caller", **form)
    play_by_requests(table, page)
    page.set_viewport_size(TABLET)
    page.goto(f"{table}/replay?at=24")
    expect(page.locator("[aria-current=step]")).to_be_visible()
    for window in (PHONE, LOW, DESK):
        page.set_viewport_size(window)
        page.wait_for_function(
            """() => {
              const [line, list] = ["[aria-current=step]", "ol:has([aria-current=step])"].map((one) =>
                document.querySelector(one).getBoundingClientRect());
              return line.top >= list.top && line.bottom <= list.bottom;
            }"""
        )


def test_who_cut_which_card_is_whole_on_a_telephone(browser: Browser, server: Server) -> None:
    """Of "by Guest Nuthatch" one read "by Guest", as both did."""
    with person(browser, viewport=PHONE) as ann, person(browser) as bea:
        table = open_table_page(ann, server.address, "cribbage", "open", name="Guest Nuthatch", **{"o-to": "61"})
        sit_down_page(bea, table, "Guest Turnstone")
        said = ann.locator("#z-cut .caption")
        expect(said.nth(1)).to_have_text("by Guest Turnstone")
        whole = "all => all.map(one => [one.innerText, one.scrollWidth <= one.clientWidth, one.offsetHeight < 20])"
        assert said.evaluate_all(whole) == [["you", True, True], ["Guest Turnstone", True, True]]
