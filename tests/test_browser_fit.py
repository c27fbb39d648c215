"""Tables fit the window: whole games of every room, seen at once in windows of five sizes.

Each frame is also checked for what a keyboard and a screen reader need: headings in order, controls with names, and
boxes that scroll within reach of Tab.
"""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from cardwright import games
from support.browser import (
    DESK,
    LOW,
    OVER,
    PHONE,
    PLAYER,
    PLAYS_ALL_MOVES,
    SIZES,
    SKIP_MOMENTS,
    Server,
    box_of,
    choose_opponents,
    follow,
    open_table_by_form,
    open_table_page,
    person,
    play_by_requests,
    scrolls_sideways,
    show_all_options,
    sit_down_page,
    touch_one_move,
    version,
    wait_for_turn,
    wait_until,
)
from support.playouts import short_form
from support.visitors import JSON

# A player's own input exempts nothing. A late block of 60 pixels above the felt shifts a laptop's page by 0.026 or so.
MAX_SHIFT = 0.04  # of a whole game
MAX_SHIFT_AT_ONCE = 0.02

# Poker is played at nine seats as well, the most that show their cards: one deal, as three seats play two. Its felt
# with piecepacks is that of any poker.
TABLES = {name: (name, short_form(name)) for name in games.GAMES} | {
    "dual-piecepacks": ("dual-piecepacks", short_form("dual-piecepacks") | {"o-deals": "1"}),
    "poker of nine": ("poker", short_form("poker") | {"o-players": "9", "o-deals": "1"}),
}

# Long games are played on without pages, from the first moves to the last ones, in which there is as much on the table.
FIRST_MOVES = 3
SKIPPED: dict[str, Callable[[Any], bool]] = {
    "cribbage": lambda seen: max(seen["view"]["scores"]) > 40,
    "patience": lambda seen: seen["version"] > 98,
    "pyramid": lambda seen: seen["version"] > 108,
}

# Measures each frame once it is drawn, and adds up all layout shifts since the page was loaded: while it is still
# read, a part of it may be painted before the rest.
MEASURE = """
  window.faults = new Set();
  window.frames_measured = 0;
  window.shift = 0;
  window.shift_at_once = 0;
  window.shifted = [];
  addEventListener("load", () => { window.loaded_at = performance.now(); });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry.startTime > window.loaded_at)) continue;
      window.shift += entry.value;
      window.shift_at_once = Math.max(shift_at_once, entry.value);
      for (const { node, previousRect: from, currentRect: to } of entry.sources) {
        const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
        const name = node?.id || node?.className || node?.nodeName;
        window.shifted.push(`${entry.value.toFixed(4)} ${name}: ${at(from)} to ${at(to)}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
  const inside = (box, frame, by) => box.left >= frame.left - by && box.right <= frame.right + by
    && box.top >= frame.top - by && box.bottom <= frame.bottom + by;
  const measure = () => {
    const page = document.documentElement;
    const window_box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const said = (text) => window.faults.add(`${document.getElementById("status").textContent}: ${text}`);
    const [wide, high] = [page.scrollWidth, page.scrollHeight];
    if (high > innerHeight || wide > innerWidth) {
      said(`page ${wide} x ${high} in a window of ${innerWidth} x ${innerHeight}`);
    }
    const progress = document.getElementById("progress");
    if (progress.textContent && !progress.checkVisibility()) said("the number of the deal is hidden");
    for (const each of document.querySelectorAll(".middle .zone > :is(h2, .note)")) {
      if (each.scrollWidth > each.clientWidth + 1) said(`"${each.textContent}" is cut off`);
    }
    const needed = "#status, #progress, #seats:not([hidden]), #area-own, #zones, #result, #moves button, "
      + "#after :is(button, a)";
    for (const each of document.querySelectorAll(needed)) {
      if (!each.checkVisibility() || each.closest(".all-moves, details, [hidden]")) continue;
      const name = each.id || each.textContent.trim();
      if (!inside(each.getBoundingClientRect(), window_box, 1)) said(`${name} is not in the window`);
    }
    for (const each of document.querySelectorAll("#status, #moves, #seats .seat, .slot > .seat")) {
      if (!each.checkVisibility()) continue;
      // A mark on the edge of a plate reaches beyond it; its words do not.
      const mark = each.querySelector(":scope > .role");
      const ends = (one) => one.getBoundingClientRect().bottom;
      const beyond = mark && getComputedStyle(mark).position === "absolute"
        ? Math.max(...[...each.querySelectorAll(".who, .score")].map(ends)) - ends(each)
        : each.scrollHeight - each.clientHeight;
      if (beyond > 3) said(`${each.id} is cut off`);
    }
    for (const who of document.querySelectorAll("#seats .who, .slot > .seat .who")) {
      if (who.checkVisibility() && who.clientWidth < Math.min(who.scrollWidth, 36)) said(`${who.title} is cut off`);
    }
    for (const each of document.querySelectorAll(".slot .place, .slot > .seat")) {
      const [box, slot] = [each.getBoundingClientRect(), each.closest(".slot").getBoundingClientRect()];
      if (box.width && !inside(box, slot, 14)) said(`${each.id} leaves its slot`);
    }
    for (const each of document.querySelectorAll("#zones button.place")) {
      const { width, height } = each.getBoundingClientRect();
      if (Math.min(width, height) < 24) said(`${each.id} is ${Math.floor(width)} x ${Math.floor(height)}`);
    }
    for (const note of document.querySelectorAll(".plan-rows:not(.many) .others .plated > .note")) {
      const [wide, high] = [note.scrollWidth - note.clientWidth, note.scrollHeight - note.clientHeight];
      if (innerHeight > 480 && (wide > 1 || high > 3)) said(`"${note.textContent}" is cut off`);
    }
    for (const card of document.querySelectorAll(".plan-rows:not(.many) .others .place[data-face]")) {
      const { width } = card.getBoundingClientRect();
      if (innerWidth >= 1366 && width < 40) said(`${card.id}, which was shown, is ${Math.floor(width)} wide`);
    }
    const news = document.getElementById("news");
    const is_read = news.checkVisibility() && !news.matches(".behind, .repeats > *");
    const lines = news.querySelectorAll(":scope > span:not(.unseen)").length;
    const shown = window.cardwright.shown_text(news);
    if (is_read && lines > 1 && news.scrollHeight > news.clientHeight + 1) said(`"${shown}" is cut off`);
    if (/[a-z0-9]\\.[A-Z]/.test(shown)) said(`"${shown}" runs together`);
    const headline = document.querySelector(".headline");
    if (innerWidth >= 1366 && headline.scrollWidth > headline.clientWidth) said(`"${headline.textContent}" is cut off`);
    let above = 0;
    for (const each of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
      if (!each.checkVisibility()) continue;
      const rank = Number(each.nodeName[1]);
      if (rank > above + 1) said(`${each.nodeName} "${each.textContent.trim()}" follows H${above}`);
      above = rank;
    }
    for (const each of document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea")) {
      const named = each.getAttribute("aria-label") || each.labels?.length || each.textContent.trim();
      if (each.checkVisibility() && !named) said(`${each.outerHTML} has no name`);
    }
    const scrolls = (over, size, room) => /auto|scroll/.test(over) && size > room + 14;
    for (const each of document.querySelectorAll("body *:not(svg, svg *)")) {
      if (each.scrollWidth <= each.clientWidth + 14 && each.scrollHeight <= each.clientHeight + 14) continue;
      const { overflowX, overflowY } = getComputedStyle(each);
      if (!scrolls(overflowX, each.scrollWidth, each.clientWidth)
        && !scrolls(overflowY, each.scrollHeight, each.clientHeight)) continue;
      const reached = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex='0']";
      if (each.tabIndex < 0 && !each.querySelector(reached)) {
        said(`${each.nodeName} ${each.id} scrolls, and no key reaches it`);
      }
    }
  };
  let last = "";
  document.addEventListener("frame", () => setTimeout(() => {
    window.frames_measured += 1;
    const { version, hold } = document.getElementById("scene").dataset;
    if (last !== (last = `${version} ${hold}`)) measure(); // what has come after skipped moments is measured once
    if (!hold) setTimeout(() => { document.documentElement.dataset.measured = version; }, 200);
  }, 60));
  window.measure = measure;
"""


@pytest.fixture(scope="module")
def windows(shared_page: Page) -> list[Page]:
    """Windows of five sizes, which measure one table after another: to open one costs more than to show a table.

    They are laid out in their size, and drawn at a tenth of it: nobody looks at them.
    """
    made = [shared_page.context.new_page() for _ in SIZES]
    for window, size in zip(made, SIZES, strict=True):
        window.set_viewport_size(size)
        drawn = {**size, "deviceScaleFactor": 1, "mobile": False, "scale": 0.1}
        window.context.new_cdp_session(window).send("Emulation.setDeviceMetricsOverride", drawn)
        window.add_init_script(PLAYS_ALL_MOVES + SKIP_MOMENTS + MEASURE)
    return made


@contextmanager
def shown(windows: list[Page], page: Page, address: str) -> Iterator[list[tuple[ViewportSize, Page]]]:
    """Show the table in these windows as well, as its player sees it; return them by size."""
    windows[0].context.add_cookies(
        [
            {"name": one["name"], "value": one["value"], "domain": one["domain"], "path": one["path"]}
            for one in page.context.cookies()
        ]
    )
    for window in windows:
        window.goto(address)
        window.wait_for_selector(".scripted #scene")
    yield list(zip(SIZES, windows, strict=True))
    for window in windows:
        window.goto(f"{address}/view")  # JSON: what happens at the table costs nothing here


# A window has measured a version of the table, or a later one: a bot may have moved on meanwhile.
MEASURED = "version => Number(document.documentElement.dataset.measured) >= version"


@contextmanager
def watched(windows: list[Page], page: Page, address: str) -> Iterator[None]:
    """Watch what is played in windows of five sizes: all fits them, and nothing moves away."""
    with shown(windows, page, address) as by_size:
        assert all(wait_for_turn(window) for window in windows)
        yield
        for size, window in by_size:
            window.wait_for_function(MEASURED, arg=version(page))
            shift, at_once, shifted = window.evaluate("[shift, shift_at_once, shifted]")
            faults, frames = window.evaluate("[[...faults], frames_measured]")
            assert frames > 2
            assert faults == [], size
            assert (shift < MAX_SHIFT, at_once < MAX_SHIFT_AT_ONCE) == (True, True), (size, shift, at_once, shifted)


@pytest.mark.parametrize("table", TABLES)
def test_a_whole_game_fits_windows_of_five_sizes_and_nothing_moves_away(
    browser: Browser, server: Server, windows: list[Page], table: str
) -> None:
    """It is played on a telephone, from the form to the replay."""
    game, form = TABLES[table]
    with person(browser, viewport={"width": 360, "height": 740}) as page:
        address = open_table_by_form(page, server.address, game, "random", **form)
        assert wait_for_turn(page)
        assert not scrolls_sideways(page)
        if game in SKIPPED:
            with watched(windows, page, address):
                for _ in range(FIRST_MOVES):
                    touch_one_move(page)
                    assert wait_for_turn(page)
            play_by_requests(address, page, until=SKIPPED[game])
            page.goto(address)
            assert wait_for_turn(page)
        with watched(windows, page, address):
            touch_one_move(page)
            page.evaluate(PLAYER, 11)
        assert page.locator(OVER).is_visible()
        assert not scrolls_sideways(page)
        again = "New deal" if game == "patience" else "Rematch"  # alone there is no rematch
        assert page.get_by_role("button", name=again, exact=True).is_visible()
        follow(page, "Replay")
        page.get_by_role("link", name="Back", exact=True).click()
        expect(page.get_by_text("Step ").first).to_be_visible()
        assert not scrolls_sideways(page)


def fits_all_sizes(windows: list[Page], page: Page, address: str, *words: str) -> None:
    """Check that the table shows the player of this page these words, and fits windows of five sizes."""
    with shown(windows, page, address) as by_size:
        for size, window in by_size:
            window.wait_for_selector("html[data-measured]", state="attached")
            for each in words:
                expect(window.get_by_text(each).locator("visible=true").first).to_be_visible()
            assert window.evaluate("[...faults]") == [], size


def test_what_people_do_together_fits_too(browser: Browser, server: Server, windows: list[Page]) -> None:
    """The end of a second game, and a request for a seat at a cash game."""
    with person(browser) as ann, person(browser) as bea, person(browser) as eve:
        table = open_table_page(ann, server.address, "flexdeck", "open", **short_form("flexdeck"))
        sit_down_page(bea, table)
        play_by_requests(table, ann, bea)
        again = [page.request.post(f"{table}/again", headers=JSON).json()["goto"] for page in (ann, bea)]
        table = server.address + again[0]
        play_by_requests(table, ann, bea)
        fits_all_sizes(windows, ann, table, "Rematch", "Another game", "Standings")
        cash = {"o-players": "2", "o-rebuy": "yes", "o-rise": "0", "o-deals": "5"}
        table = open_table_page(ann, server.address, "poker", "open", **cash)
        sit_down_page(bea, table)
        assert wait_until(ann, lambda: ann.request.get(f"{table}/view").json()["version"])
        assert eve.request.post(f"{table}/ask", form={"name": "Eve"}, headers=JSON).ok
        fits_all_sizes(windows, ann, table, "Eve asks for a seat")


def test_tables_fit_the_smallest_telephones_on_their_side(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(MEASURE)
        for game, form in TABLES.values():
            page.set_viewport_size({"width": 667, "height": 331})
            open_table_page(page, server.address, game, "random", **form)
            assert wait_for_turn(page)
            page.wait_for_selector("html[data-measured]", state="attached")
            page.set_viewport_size({"width": 568, "height": 320})
            page.evaluate("new Promise(requestAnimationFrame).then(measure)")  # the news are fitted to the window anew
            assert page.evaluate("[...faults]") == [], game


def test_hands_are_large_enough_to_read_and_lists_lie_where_the_felt_would_be_empty(
    browser: Browser, server: Server
) -> None:
    with person(browser, viewport=PHONE) as page:
        widths = "cards => cards.map((card) => card.getBoundingClientRect().width)"
        others, drawn = page.locator("#area-others .place"), page.locator("#area-others .art")
        for players, least in (("4", 32), ("6", 28), ("8", 42)):
            stud = {"o-players": players, "o-variant": "seven-card-stud", "o-deals": "1"}
            open_table_page(page, server.address, "poker", "caller", **stud)
            assert wait_for_turn(page)
            expect(others.first).to_be_visible()
            assert min(drawn.evaluate_all(widths)) > least
        open_table_page(page, server.address, "poker", "caller", **{"o-players": "12", "o-deals": "1"})
        assert wait_for_turn(page)
        assert min(page.locator("#area-own .place").evaluate_all(widths)) > 44
        draw = {"o-players": "10", "o-variant": "five-card-draw", "o-deals": "1"}
        open_table_page(page, server.address, "poker", "caller", **draw)
        assert wait_for_turn(page)
        cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        assert page.locator("#area-others .seat").evaluate_all(cut) == []
        open_table_page(page, server.address, "cribbage", "random")
        assert wait_for_turn(page)
        assert min(others.evaluate_all(widths)) > 24  # with muggins they are touched
        open_table_page(page, server.address, "flexdeck", "random")
        assert wait_for_turn(page)
        assert page.locator("#panels .lamp").first.is_visible()
        page.set_viewport_size(DESK)
        open_table_page(page, server.address, "chinese", "random", name="Guest Redpoll")
        assert wait_for_turn(page)
        assert page.locator("#seats .who").evaluate_all(cut) == []
        expect(others.first).to_be_visible()
        assert min(others.evaluate_all(widths)) > 60
        assert page.locator("#past").is_visible()


def test_every_card_of_a_pyramid_hand_is_drawn_as_large_as_the_others(browser: Browser, server: Server) -> None:
    with person(browser, viewport=LOW) as page:
        address = open_table_page(page, server.address, "pyramid")
        play_by_requests(address, page, moves=26)
        page.goto(address)
        page.wait_for_selector(".own .place.top", state="attached")
        drawn = "areas => areas.map((art) => Math.round(art.getBoundingClientRect().width))"
        for area in (".own", ".others"):
            widths = page.eval_on_selector_all(f"{area} .place[data-face] .art", drawn)
            assert len(set(widths)) == 1, widths
            assert min(widths) > 36
            page.set_viewport_size(PHONE)
            assert min(page.eval_on_selector_all(f"{area} .place[data-face] .art", drawn)) >= 32
            page.set_viewport_size(LOW)


def open_dealers_choice(page: Page, server: Server, rotation: str = "") -> None:
    """Open a table of poker at which the player chooses the first variant."""
    page.goto(f"{server.address}/new/poker?way=Dealer's choice")
    choose_opponents(page, "caller")
    show_all_options(page)
    if rotation:
        page.locator('[name="o-rotation"]').fill(rotation)
    page.locator('[name="o-button"]').fill("1")
    page.get_by_role("button", name="Open the table").click()
    assert wait_for_turn(page)
    assert "choose the variant" in page.locator("#status").inner_text()


def test_the_variants_of_dealers_choice_stand_beside_each_other_on_a_telephone(
    browser: Browser, server: Server
) -> None:
    with person(browser, viewport=PHONE) as page:
        open_dealers_choice(page, server)
        ends = "all => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
        buttons = page.locator("#moves .buttons button, #moves .hint").evaluate_all(ends)
        assert len(buttons) == 6
        assert all(one[1] <= then[0] for one, then in itertools.pairwise(buttons))
        assert buttons[-1][1] <= 360


SEVEN_VARIANTS = "texas-holdem, omaha, seven-card-stud, five-card-draw, razz, pineapple, deuce-to-seven-triple-draw"


def test_seven_variants_to_choose_from_fit_the_window_in_one_size(browser: Browser, server: Server) -> None:
    with person(browser, viewport=DESK) as page:
        open_dealers_choice(page, server, SEVEN_VARIANTS)
        buttons = page.locator("#moves .buttons button")
        assert buttons.count() == 7
        for size in SIZES:
            page.set_viewport_size(size)
            root = "document.documentElement"
            assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [*size.values()]
            sizes = buttons.evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
            assert len(set(sizes)) == 1, (size, sizes)
            for each in buttons.all():
                box = box_of(each)
                assert box.bottom <= size["height"], size
                assert box.right <= size["width"], size
                assert each.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), size


def test_nine_cards_of_each_of_three_others_lie_in_their_slots(browser: Browser, server: Server) -> None:
    """Whole cards are taller than those of a hand of thirteen: the third row lay under the next player's plate."""
    with person(browser, viewport=DESK) as page:
        page.goto(f"{server.address}/workbench?start=brag")
        page.locator("#fits[data-variants*=chinese]").wait_for(state="attached")
        form = page.locator("form[action$='/workbench/play']")
        form.locator("[name=variant]").select_option("chinese")
        form.locator("[name=players]").fill("4")
        form.get_by_role("button", name="Deal it").click()
        assert wait_for_turn(page)
        spare = """slots => slots.map(slot => slot.getBoundingClientRect().bottom
            - Math.max(...[...slot.querySelectorAll(".art")].map(card => card.getBoundingClientRect().bottom)))"""
        left = page.locator(".others .slot").evaluate_all(spare)
        assert (len(left), min(left) >= 0) == (3, True)


def test_the_longest_choice_of_a_telephone_fits_its_window(browser: Browser, server: Server) -> None:
    """Three lines of a foul in Chinese Poker made the page two pixels higher than its window."""
    with person(browser, viewport=PHONE) as page:
        open_table_page(page, server.address, "chinese")
        assert wait_for_turn(page)
        page.locator(".others .note", has_text="set").wait_for()  # after which the bot makes no move
        touch_one_move(page)  # which can be taken back
        page.get_by_role("button", name="Take back").wait_for()
        words = "Foul, the back is lower: ace-high, back king-high"
        page.locator("#confirm").evaluate("(button, words) => { button.textContent = words; }", words)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        # Beside a button and "Take back", the choice was a letter wide.
        page.locator("#moves .buttons").evaluate(
            """all => { all.hidden = false; all.innerHTML = '<button type="button">No more combinations</button>'; }"""
        )
        widths = page.locator("#confirm, #moves .buttons button").evaluate_all(
            "all => all.map(each => [each.offsetWidth, each.getBoundingClientRect().right <= innerWidth])"
        )
        assert all(width > 60 and fits for width, fits in widths), widths


def test_the_news_of_a_new_level_fit_a_telephone(browser: Browser, server: Server) -> None:
    """Three small lines fit, but a pixel of the last one below them counted as cut: only the big blind was shown."""
    with person(browser, viewport=PHONE) as page:
        open_table_page(page, server.address, "poker", "caller")
        assert wait_for_turn(page)
        lines = (
            "Deal 4, button: Calling Kate 2 (bot)",
            "Level 4: from now blinds 8/20",
            "Calling Kate 3 (bot) posted the small blind of 8",
            "Calling Kate 4 (bot) posted the big blind of 20",
        )
        page.evaluate(
            """lines => {
              document.getElementById("news").innerHTML = lines.map((line) => `<span>${line}.</span> `).join("");
              cardwright.news.fit();
            }""",
            lines,
        )
        assert f"{lines[1]}." in page.locator("#news > :not(.unseen)").all_text_contents()
        assert page.locator("#news[tabindex]").count() == 0
