"""The felt of a wide window: what belongs together lies on one axis, and cards have the room that there is."""

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser import Server, box_of, open_table_page, play, play_by_requests, wait_for_turn

LAPTOP, DESK, TABLET, UPRIGHT = (1366, 650), (1920, 1080), (820, 1180), (1080, 1920)

# The middle of what is drawn in these places, in pixels from the left.
MIDDLE = """all => {
  const boxes = all.map((one) => one.getBoundingClientRect());
  return (Math.min(...boxes.map((box) => box.left)) + Math.max(...boxes.map((box) => box.right))) / 2;
}"""
NARROWEST = "all => Math.min(...all.map((one) => one.getBoundingClientRect().width))"
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
# How far elements reach below their slots, in pixels.
BELOW_SLOT = """all => all.map((one) => {
  const [bottom, edge] = [one, one.closest(".slot")].map((each) => each.getBoundingClientRect().bottom);
  return bottom - edge;
})"""
# The hands that lie over a place of the pyramid.
OVER_THE_PYRAMID = """all => {
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const places = [...document.querySelectorAll(".steps .place")].map((one) => one.getBoundingClientRect());
  return all.filter((one) => places.some((box) => over(one.getBoundingClientRect(), box))).map((one) => one.id);
}"""


def middle(places: Locator) -> float:
    found: float = places.evaluate_all(MIDDLE)
    return found


def narrowest(places: Locator) -> float:
    found: float = places.evaluate_all(NARROWEST)
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("to", ["61", "121"])
def test_hands_of_cribbage_lie_on_one_axis_between_the_starter_and_the_board(
    page: Page, server: Server, to: str
) -> None:
    open_table_page(page, server.address, "cribbage", "random", **{"o-to": to})
    assert wait_for_turn(page)
    assert not play(page, 1)
    for size in (TABLET, UPRIGHT):
        resize(page, size)
        assert narrowest(page.locator("#area-middle .place .art")) > 90, size
    for size, least in ((LAPTOP, 95), (DESK, 140)):
        resize(page, size)
        own, theirs = page.locator("#z-hand0 .place"), page.locator("#z-hand1 .place")
        assert middle(own) == pytest.approx(middle(theirs), abs=2), size
        places = ("#z-starter .place", "#z-crib .place", "#z-hand0 .place", "#z-board svg")
        starter, crib, hand, board = (box_of(page.locator(each).first) for each in places)
        assert starter.right < hand.left, size
        assert min(starter.width, hand.width) > least, size
        assert crib.width == pytest.approx(starter.width, rel=0.1), size
        assert starter.top + starter.height / 2 == pytest.approx(hand.top + hand.height / 2, abs=12), size
        felt = box_of(page.locator("#zones"))
        assert board.height > 0.7 * felt.height, size
        assert board.left > hand.right, size


def test_the_crib_stays_in_its_place_from_the_deal_to_the_show(page: Page, server: Server) -> None:
    """While cards were laid away it lay in the middle, and then beside the starter."""
    address = open_table_page(page, server.address, "cribbage", "random")
    play_by_requests(address, page, until=lambda seen: seen["view"]["shown"] and seen["moves"][0]["places"][1:])
    page.goto(address)
    assert wait_for_turn(page)
    sizes = (LAPTOP, DESK, TABLET, (360, 640), (740, 360))
    crib, cards = page.locator("#z-crib .place"), "all => all.map((one) => one.getBoundingClientRect().toJSON())"

    def boxes() -> list[list[dict[str, float]]]:
        found = []
        for size in sizes:
            resize(page, size)
            found.append(crib.evaluate_all(cards))
        return found

    before = boxes()
    assert not play(page, 1)
    expect(page.locator("#z-starter .place")).to_be_visible()
    assert boxes() == before
    resize(page, (360, 640))
    assert page.locator("#z-crib .note").evaluate("note => note.scrollWidth <= note.clientWidth")


# The width of the narrowest card of one's own hand and of the board on a laptop, and of the others' there.
SEATS = {
    "texas-holdem of three": ({"o-players": "3"}, 140, 110, 60),
    "texas-holdem of nine": ({"o-players": "9"}, 140, 110, 35),
    "omaha of nine": ({"o-players": "9", "o-variant": "omaha"}, 105, 95, 30),
    "seven-card-stud of six": ({"o-players": "6", "o-variant": "seven-card-stud"}, 110, 0, 50),
    "double-board-holdem of three": ({"o-players": "3", "o-variant": "double-board-holdem"}, 140, 70, 60),
    "five-card-draw of three": ({"o-players": "3", "o-variant": "five-card-draw", "o-button": "3"}, 120, 0, 60),
}
# Of one's own notes, such as a blind that was posted, those that lie over the plate.
OVER_THE_PLATE = """() => [...document.querySelectorAll("#area-own .note")].filter((note) => {
  const words = note.getBoundingClientRect(), plate = document.querySelector("#area-own .seat").getBoundingClientRect();
  return words.left < plate.right && words.right > plate.left && words.top < plate.bottom && words.bottom > plate.top;
}).map((note) => note.textContent)"""

# How far a card that is lifted lies over the words of one's hand, in pixels.
OVER_WORDS = """() => {
  const note = document.querySelector("#area-own .note"), card = document.querySelector("#area-own .place:last-child");
  note.textContent = "pair of queens, ten-nine-three";
  card.setAttribute("aria-pressed", "true");
  const over = note.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
  card.setAttribute("aria-pressed", "false");
  return over;
}"""


@pytest.mark.parametrize("table", SEATS)
def test_cards_of_a_full_table_of_poker_are_large_on_a_laptop(page: Page, server: Server, table: str) -> None:
    form, own, board, others = SEATS[table]
    page.set_viewport_size({"width": 1366, "height": 650})
    open_table_page(page, server.address, "poker", "caller", **form, **{"o-deals": "1"})
    assert wait_for_turn(page)
    assert narrowest(page.locator("#area-own .place")) > own
    assert narrowest(page.locator("#area-others .place .art")) > others
    assert page.locator("#zones .seat .name").evaluate_all(CUT) == []
    assert page.evaluate(OVER_THE_PLATE) == []
    if "draw" in table:
        assert page.evaluate(OVER_WORDS) <= 0
    if board:
        assert narrowest(page.locator("#area-middle .place")) > board
    for size in (DESK, TABLET):
        resize(page, size)
        axis = middle(page.locator("#zones"))
        assert middle(page.locator("#area-own .place")) == pytest.approx(axis, abs=4), size
        if board and "double" not in table:
            assert middle(page.locator("#area-middle .place")) == pytest.approx(axis, abs=4), size
    resize(page, DESK)
    assert narrowest(page.locator("#area-own .place")) > 160


@pytest.mark.parametrize("bricks", ["draw", "fifteen"])
def test_hands_lie_above_the_slopes_of_the_pyramid(page: Page, server: Server, bricks: str) -> None:
    address = open_table_page(page, server.address, "pyramid", **{"o-bricks": bricks})
    for moves in (0, 26):
        play_by_requests(address, page, moves=moves)
        page.goto(address)
        assert wait_for_turn(page)
        for size, brick, card in ((LAPTOP, 84, 50), (DESK, 110, 95)):
            resize(page, size)
            assert narrowest(page.locator(".steps .place")) > brick, size
            hands = page.locator(":is(#area-others, #area-own, #area-middle) :is(.place, h2, .note)")
            assert hands.evaluate_all(OVER_THE_PYRAMID) == [], size
            if moves:
                assert narrowest(page.locator(":is(#area-others, #area-own) .place")) > card, size
        assert middle(page.locator(".steps .place")) == pytest.approx(middle(page.locator("#zones")), abs=12)


def test_what_a_hand_is_worth_stands_beside_its_title(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 1366, "height": 650})
    open_table_page(page, server.address, "paigow", "basic", **{"o-rounds": "1"})
    assert wait_for_turn(page)
    assert play(page, 100)
    zones = page.locator("#area-others .noted")
    expect(zones).not_to_have_count(0)
    for zone in zones.all():
        title, note = box_of(zone.locator("h2")), box_of(zone.locator(".note"))
        assert 0 <= note.left - title.right < 12


# Words that a winner's frame lies over.
FRAMED = """() => [...document.querySelectorAll("#zones .note")].filter((note) => {
  const words = note.getBoundingClientRect();
  return [...note.closest(".zone").querySelectorAll(".winner .art")].some((art) => {
    const card = art.getBoundingClientRect(), by = 2;
    return card.top - by < words.bottom - 1 && card.bottom + by > words.top + 1;
  });
}).map((note) => note.textContent)"""


@pytest.mark.parametrize("players", ["2", "4"])
def test_a_winners_frame_lies_over_no_words(page: Page, server: Server, players: str) -> None:
    form = {"o-players": players, "o-deals": "1", "o-showdown": "show"}
    address = open_table_page(page, server.address, "poker", "caller", **form)
    play_by_requests(address, page)
    page.goto(address)
    expect(page.locator("#result")).to_be_visible()
    for size in (LAPTOP, (740, 360)):
        resize(page, size)
        assert page.evaluate(FRAMED) == [], size


def test_chips_stand_below_the_plates_of_many(page: Page, server: Server) -> None:
    open_table_page(page, server.address, "poker", "caller", **{"o-players": "12", "o-deals": "1"})
    assert wait_for_turn(page)
    for size in (LAPTOP, DESK):
        resize(page, size)
        for seat in page.locator("#area-others .slot").all():
            plate, chips, slot = (box_of(seat.locator(each)) for each in (".seat", ".own-chips", "xpath=."))
            assert plate.bottom < chips.top < slot.bottom - chips.height


SHARED_POT = (
    "Calling Kate 2 (bot) and Ann shared the high half of the pot with group-flush no pairs, ace-five-four-three-two "
    "each, over Calling Kate 1 (bot)'s full house, fours over twos: 3 for Calling Kate 2 (bot), 3 for Ann."
)
HIGH_AND_LOW = "flush, king-jack-eight-five-four; low: eight-six low, five-four-two"


@pytest.mark.parametrize(
    ("players", "variant", "notes", "words"),
    [
        (5, "five-card-draw", ".others .note", "king-high, queen-seven-three-two"),
        (6, "omaha-hilo", ".own .long-note > .note", HIGH_AND_LOW),
    ],
)
def test_the_words_of_a_hand_are_whole(
    page: Page, server: Server, players: int, variant: str, notes: str, words: str
) -> None:
    resize(page, LAPTOP)
    options = {"o-players": str(players), "o-variant": variant, "o-deals": "1"}
    open_table_page(page, server.address, "poker", "caller", **options)
    while not play(page, 1):
        pass
    shown = page.locator(notes)
    shown.evaluate_all("(all, words) => all.forEach((one) => { one.textContent = words; })", words)
    assert shown.count()
    assert shown.evaluate_all(CUT) == []
    assert max(shown.evaluate_all(BELOW_SLOT)) <= 1


@pytest.mark.parametrize("size", [LAPTOP, DESK])
def test_own_words_stay_beside_the_plate_when_they_are_long(page: Page, server: Server, size: tuple[int, int]) -> None:
    """Words of a hand that is high and low jumped below the cards, as soon as there were more than 36 characters."""
    grow = "(zone, words) => { zone.classList.add('long-note'); zone.querySelector('.note').textContent = words; }"
    resize(page, size)
    options = {"o-players": "4", "o-variant": "seven-card-stud-hilo", "o-deals": "1"}
    open_table_page(page, server.address, "poker", "caller", **options)
    assert not play(page, 4)
    own = page.locator(".own .plated.zone")
    plate, before = box_of(page.locator(".own .seat")), box_of(own.locator(".place").first)
    own.evaluate(grow, HIGH_AND_LOW)
    note, after = box_of(own.locator(".note")), box_of(own.locator(".place").first)
    assert before == after
    assert note.left > plate.right
    assert note.bottom <= after.top
    assert own.locator(".note").evaluate_all(CUT) == []


def test_the_news_of_a_pot_are_whole_and_not_small_on_a_laptop(page: Page, server: Server) -> None:
    """They had a quarter of their line and 11 pixels a letter, though no plates of players stand there."""
    tell = """(news, words) => {
      news.replaceChildren(Object.assign(document.createElement("span"), { textContent: words }));
      window.cardwright.news.fit();
      return [parseFloat(getComputedStyle(news).fontSize), news.scrollHeight - news.clientHeight];
    }"""
    resize(page, LAPTOP)
    open_table_page(page, server.address, "dual-piecepacks", "caller", **{"o-players": "3", "o-deals": "1"})
    letters, hidden = page.locator("#news").evaluate(tell, SHARED_POT)
    assert letters >= 12
    assert hidden <= 1
    assert wait_for_turn(page)
    edge = "one => getComputedStyle(one).vectorEffect"
    assert page.locator(".own .paper").first.evaluate(edge) == "non-scaling-stroke"  # no wider where cards are large
    resize(page, TABLET)
    status, felt = box_of(page.locator("#status")), box_of(page.locator("#zones"))
    assert felt.top - status.top < 50  # a line for plates lay above the question, and was empty
