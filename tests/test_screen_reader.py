"""Words of a screen reader at a table: each piece of news and each question once. The focus stays at the table."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from cardwright import games
from cardwright.ranking import declaration
from cardwright.scenes import words
from support.browser import (
    LONG_MS,
    Server,
    one_move,
    open_table_page,
    person,
    play,
    play_by_requests,
    touch_one_move,
    version,
    wait_for_turn,
    wait_until,
)
from support.playouts import short_form

# Notes what live lines say: the whole line, each time that it is written, without what a screen reader leaves out.
LISTEN = """
  window.heard = [];
  window.read = (line) => {
    const copy = line.cloneNode(true);
    for (const left_out of copy.querySelectorAll("[aria-hidden=true]")) left_out.remove();
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const line_of = ({ target }) => (target.closest ? target : target.parentElement)?.closest("[aria-live]");
  new MutationObserver((changes) => {
    for (const line of new Set(changes.map(line_of))) {
      const said = line && read(line);
      if (said) heard.push(`${line.id}: ${said}`);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""


def heard(page: Page) -> list[str]:
    said: list[str] = page.evaluate("heard.splice(0)")
    return said


def test_news_and_questions_are_read_out_once(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "pyramid", deal="2")  # in which the player is asked who starts
        assert wait_for_turn(page)
        page.wait_for_function("() => heard.some((line) => line.startsWith('question: Your turn: choose'))")
        heard(page)
        touch_one_move(page)
        assert wait_for_turn(page)
        page.wait_for_function("() => heard.some((line) => line.startsWith('question: Your turn: place'))")
        said = heard(page)
        assert len(said) == len(set(said))
        assert [line for line in said if line.startswith("question")] == said[-1:]
        assert said[-1] == f"question: {page.locator('#status').inner_text()}"
        expect(page.locator("#status")).to_be_focused()
        expect(page.locator("#status")).to_have_accessible_name("At the table")  # the question comes after the news
        page.get_by_role("button", name="Say").click()
        expect(page.locator("#chat")).to_contain_text("Hello")
        page.wait_for_function("() => heard.length")
        assert heard(page) == ["heard: Ann: Hello"]


def test_the_note_of_a_move_that_was_the_only_one_is_not_repeated(browser: Browser, server: Server) -> None:
    note = "Your only move was played for you."
    with person(browser, plays_all=False, skips_moments=False) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "cribbage", **{"o-to": "61"})
        said: list[str] = []
        while not any(note in line for line in said) or not any("'s crib:" in line for line in said):
            _go_on(page)
            said += heard(page)
        assert not any(re.search("[♠♥♦♣]", line) for line in said)
        assert said.count("heard: Enter goes on") == 1
        shown = [line for line in said if re.search("'s (hand|crib):", line)]
        assert len(shown) > 2
        assert not any(note in line for line in shown)
        before = [said[at - 1] for at, line in enumerate(said) if note in line]
        assert not any(
            line.startswith("question: Your turn") for line in before
        )  # nothing is asked that answers itself


def test_after_the_moments_of_a_move_their_news_are_not_read_again(browser: Browser, server: Server) -> None:
    with person(browser, skips_moments=False) as page:
        open_table_page(page, server.address, "flexdeck")
        news, ended = page.locator("#news"), re.compile("won the round|neither player scores")
        while not ended.search(news.inner_text()):
            _go_on(page)
        while page.locator("#onward").is_visible():
            page.locator("#onward").click()
        expect(news).not_to_be_empty()
        expect(news).not_to_contain_text(ended)


def test_all_that_is_in_the_log_was_read_out(browser: Browser, server: Server) -> None:
    """While a moment waits to be confirmed, the frame after it gives way to that of the next move."""
    with person(browser, plays_all=False, skips_moments=False) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "cribbage", **{"o-to": "61"})
        said = ""
        for _ in range(22):
            page.wait_for_timeout(60)  # the other moves while the moment is shown
            _go_on(page)
            said += " ".join(heard(page)).casefold()

        def missing() -> list[str]:
            nonlocal said
            lines = page.locator("#past li").evaluate_all("lines => lines.map(read)")
            assert len(lines) > 10
            said += " ".join(heard(page)).casefold()
            return [line for line in lines if line.partition(": ")[2].casefold() not in said]

        wait_until(page, lambda: not missing())


def test_the_end_of_a_game_is_read_out_once(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "flexdeck", **short_form("flexdeck"))
        while not play(page, 1):
            pass
        said = page.locator("#result").text_content() or ""
        expect(page.locator("#question")).to_have_text(said)
        verdict, ending = said.split(". ", 1)
        assert verdict in ("You won", "You lost")
        assert not any(ending in line for line in heard(page) if line.startswith("news"))


def test_a_frame_that_gives_way_to_a_moment_has_its_news_read_out(browser: Browser, server: Server) -> None:
    """As the winner of a pot, where a bot buys chips as soon as the cards have been shown."""
    with person(browser, skips_moments=False) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "patience")
        assert wait_for_turn(page)
        heard(page)
        page.evaluate(
            """() => {
              const now = Number(document.getElementById("scene").dataset.version);
              const frame = (version, line, hold) => {
                const [news, scene] = ["news", "scene"].map((id) => document.getElementById(id).cloneNode(true));
                news.innerHTML = `<span>${line}.</span> `;
                scene.dataset.version = now + version;
                if (hold) scene.dataset.hold = 400; else delete scene.dataset.hold;
                cardwright.moments.receive(news.outerHTML + scene.outerHTML);
              };
              frame(1, "Bea showed two pair", true);
              frame(2, "Bea won 600", false);
              frame(3, "Cas bought 200 chips", true);
              frame(4, "Deal 2", false);
            }"""
        )
        for _ in range(2):
            page.keyboard.press("Enter")
        said = [line.removeprefix("news: ") for line in heard(page) if line.startswith("news")]
        assert said == ["Bea showed two pair.", "Bea won 600. Cas bought 200 chips.", "Deal 2."]


def test_the_first_news_of_a_page_are_not_read_out_again_by_its_script(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "patience")
        assert wait_for_turn(page)
        page.wait_for_function("() => document.getElementById('question').textContent")
        news = page.locator("#news").inner_text()
        assert heard(page).count(f"news: {news}") == 1  # as the page is read


def test_what_a_card_makes_of_a_layout_is_read_out(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(LISTEN)
        open_table_page(page, server.address, "patience", deal="4")  # the second card makes a pair
        for _ in range(2):
            assert wait_for_turn(page)
            touch_one_move(page)
        lit = r"^question: Place the .*\. Layout 1: combinations: .*: so far"
        page.wait_for_function("(lit) => RegExp(lit).test(heard.at(-1))", arg=lit)
        open_table_page(page, server.address, "flexdeck")
        for _ in range(3):
            assert wait_for_turn(page)
            page.wait_for_function("() => document.getElementById('question').textContent")
            assert "possible" not in (page.locator("#question").text_content() or "")  # a table of hands is a reference
            touch_one_move(page)


def test_a_long_wait_says_for_whom(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "flexdeck")
        assert wait_for_turn(page)
        server.bot_pace(LONG_MS / 1000)
        page.keyboard.press("k")
        expect(page.locator("#question")).to_have_text(re.compile("Random .bot.'s (first|last) turn to cover dice"))
        server.bot_pace(0)


def test_live_lines_stand_in_the_page_before_they_have_words(browser: Browser, server: Server) -> None:
    """A line that appears together with its words is read out by few screen readers."""
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage", guided="yes")
        page.wait_for_selector("#bubble-next")
        lines = page.locator("[aria-live], [role=status]")
        drawn = "all => all.map((each) => [each.id, getComputedStyle(each).display !== 'none'])"
        found = dict(lines.evaluate_all(drawn))
        assert {"question", "heard", "news", "notice", "away"} <= set(found)
        assert all(found.values()), found


def test_a_line_that_is_dead_is_read_out_and_that_it_is_not_any_more(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "flexdeck")
        assert wait_for_turn(page)
        page.evaluate("dispatchEvent(new Event('offline'))")
        expect(page.locator("#heard")).to_have_text("Reconnecting")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("#heard")).to_have_text("Connected again")


def test_a_bubble_of_the_guide_is_read_out_once(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        page.add_init_script(LISTEN.replace("[aria-live]", "[aria-live], [role=status]"))
        open_table_page(page, server.address, "cribbage", guided="yes")
        page.wait_for_selector("#bubble-next")
        expect(page.locator("#past")).to_contain_text("two cards laid away")
        (aim,) = [line for line in heard(page) if "The aim" in line]
        assert re.fullmatch(r"heard: The aim\. Each point .* Enter goes on", aim)


def _go_on(page: Page) -> None:
    """Go on after a moment, or move."""
    page.wait_for_selector('#onward, #moves:not([data-forced]) button[name="move"]', state="attached")
    if page.locator("#onward").is_visible():
        page.locator("#onward").click()
    else:
        touch_one_move(page)


def test_the_focus_stays_at_the_table_where_the_answer_comes_before_the_frame(browser: Browser, server: Server) -> None:
    late: list[Any] = []
    with person(browser) as page:

        def hold(socket: WebSocketRoute) -> None:
            cardroom = socket.connect_to_server()
            cardroom.on_message(lambda message: late.append((socket, message)) if holds else socket.send(message))

        holds = False
        page.route_web_socket(re.compile("/feed"), hold)
        open_table_page(page, server.address, "flexdeck")
        assert wait_for_turn(page)
        holds, before = True, version(page)
        page.locator("button[data-place]").first.press("Enter")
        page.locator("#confirm").focus()
        with page.expect_response(lambda answer: answer.url.endswith("/move") and answer.ok):
            page.keyboard.press("Enter")
        expect(page.locator("#confirm")).to_be_disabled()
        expect(page.locator("#status")).to_be_focused()
        assert version(page) == before
        holds = False
        for socket, message in late:
            socket.send(message)
        page.wait_for_selector(f'#scene:not([data-version="{before}"])', state="attached")
        expect(page.locator("#status")).to_be_focused()


def test_a_deal_is_read_out_and_a_pegging_board_names_the_players(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "cribbage", **{"o-to": "61"})
        assert wait_for_turn(page)
        cards = page.locator("#area-own .place").evaluate_all("all => all.map((each) => each.ariaLabel.split(',')[0])")
        assert len(cards) == 6
        expect(page.locator("#past")).to_contain_text("two cards laid away")  # after which the bot makes no move
        asked = page.locator("#status").inner_text()
        expect(page.locator("#question")).to_have_text(
            f"{asked}. Holes to go: you 61, Random (bot) 61. You have {', '.join(cards)}"
        )
        page.keyboard.press("1")
        expect(page.locator("#heard")).to_be_empty()
        page.keyboard.press("2")
        expect(page.locator("#heard")).to_have_text(f"Enter: Lay away {cards[0]}, {cards[1]}")
        expect(page.locator("#confirm")).to_have_accessible_name(f"Lay away {cards[0]}, {cards[1]}")
        page.keyboard.press("3")
        expect(page.locator("#heard")).to_have_text(f"Enter: Lay away {cards[1]}, {cards[2]}")
        page.keyboard.press("Escape")
        touch_one_move(page)
        assert wait_for_turn(page)
        expect(page.locator("#question")).to_have_text(page.locator("#status").inner_text())  # no new cards
        board = re.compile(r"Pegging board to 61: Ann at \d, before that 0; Random .bot. at \d, before that 0")  # heels
        expect(page.get_by_role("img", name=board)).to_be_visible()


def test_of_several_hands_only_the_one_with_a_new_card_is_read_out(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        table = open_table_page(page, server.address, "pyramid")

        for count in (1, 2):

            def has_hands(seen: dict[str, Any], count: int = count) -> bool:
                return sum(map(bool, seen["view"]["hands"][seen["seat"]])) >= count

            play_by_requests(table, page, until=has_hands)
            page.goto(table)
            assert wait_for_turn(page)
            page.wait_for_function("() => document.getElementById('question').textContent")
            said = page.locator("#question").text_content() or ""
            assert "You have" not in said  # but which of the hands it is, also of the first brick
            assert len(re.findall(r"Your hand \d: ", said)) >= count
        for _ in range(2):  # a brick is taken, and put into a hand: its place stays a button, which says why it is none
            assert wait_for_turn(page)
            page.locator("button[data-place]").first.focus()
            with one_move(page):
                page.keyboard.press("Enter")
            expect(page.locator("#status")).to_be_focused()


def test_nothing_is_named_and_described_by_the_same_words_and_all_that_has_the_focus_has_a_name(
    browser: Browser, server: Server
) -> None:
    with person(browser) as page:
        session = page.context.new_cdp_session(page)
        for name in games.GAMES:
            open_table_page(page, server.address, name, **short_form(name))
            assert wait_for_turn(page)
            nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]

            def text(node: dict[str, Any], field: str) -> str:
                return str(node.get(field, {}).get("value") or "")

            named = [node for node in nodes if not node["ignored"] and text(node, "name")]
            assert len(named) > 20
            assert [text(node, "name") for node in named if text(node, "name") == text(node, "description")] == []
            focusable = [
                node for node in nodes if {"focusable"} & {each["name"] for each in node.get("properties", [])}
            ]
            roles = [text(node, "role") for node in focusable if not text(node, "name")]
            assert set(roles) <= {
                "RootWebArea",
                "main",
                "paragraph",
                "Abbr",
                "listitem",
            }  # of the last three the words are read


def test_the_whole_table_is_read_out_on_demand_the_players_own_part_first(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "poker", "caller", **{"o-players": "3", "o-button": "3"})
        assert wait_for_turn(page)
        asked, cards = page.locator("#status").inner_text(), page.locator("#area-own .place")
        mine = ", ".join(cards.evaluate_all("all => all.map((each) => each.title.split(',')[0])"))
        page.keyboard.press("v")
        heard = page.locator("#heard")
        expect(heard).to_contain_text("Board: empty. Pot: ")
        said = heard.text_content() or ""
        assert said.startswith(f"{asked}. ")
        order = [
            said.index(words) for words in ("Ann (you)", f"Your hand: bet 1, {mine}", ": bet 2, 2 × face-down card")
        ]
        assert order == sorted(order)
        page.locator("#read-table").focus()  # a screen reader in its reading mode has no single keys
        assert page.locator("#read-table").evaluate("one => one.getBoundingClientRect().height") > 24
        page.keyboard.press("c")
        assert wait_for_turn(page)
        expect(heard).to_be_empty()  # it was about what is past


def test_a_hand_that_lies_face_down_is_one_picture(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "paigow", **short_form("paigow"))
        assert wait_for_turn(page)
        dealers = page.get_by_role("region", name="Dealer's layout")
        rows = dealers.locator(".line")
        assert rows.evaluate_all("all => all.map((each) => each.ariaLabel)") == ["2 × empty, front", "5 × empty, back"]
        page.keyboard.press("b")
        with one_move(page):
            page.keyboard.press("Enter")
        while not page.locator("button[data-place]").count():
            play(page, 1)
        picture = page.get_by_role("img", name="7 × face-down card, Dealer's cards")
        expect(picture).to_be_visible()


def test_tab_stops_at_no_place_that_cannot_be_chosen_and_once_at_a_term(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "pyramid")
        for _ in range(3):
            assert wait_for_turn(page)
            touch_one_move(page)
        assert wait_for_turn(page)
        refused = page.locator("button[data-refusal]")
        assert refused.count() > 20
        assert page.locator("button[data-place]").evaluate_all("all => all.every((each) => each.tabIndex === 0)")
        assert refused.evaluate_all("all => all.every((each) => each.tabIndex === -1)")
        stops = page.locator("#scene .term[tabindex='0']").all_inner_texts()
        assert len(stops) > 1
        assert len({word.casefold() for word in stops}) == len(stops)


def test_the_key_of_a_place_is_read_out_with_it(page: Page, server: Server) -> None:
    """It was drawn beside the place only."""
    open_table_page(page, server.address, "cribbage")
    assert wait_for_turn(page)
    keys = "all => all.map((one) => [one.ariaKeyShortcuts, one.dataset.digit])"
    numbers = [[str(number)] * 2 for number in range(1, 7)]
    assert page.locator("button[data-place]").evaluate_all(keys) == numbers
    open_table_page(page, server.address, "patience")
    assert wait_for_turn(page)
    assert page.locator("button[data-place]").evaluate_all(keys) == [[None, None]] * 50


def test_ranks_and_lone_suits_are_read_by_name(page: Page, server: Server) -> None:
    page.goto(server.address)
    for shown, said in {
        "count 12, 6 6, a pair for two": "count 12, six and six, a pair for two",
        "A 10 K, 10 9": "ace, ten and king, ten and nine",
        "a shape, ♠ ♥ ♦ or ♣": "a shape, spades, hearts, diamonds or clubs",
        "Board: 10♣ A♥": "Board: ten of clubs, ace of hearts",
        "7 2 0 6 1": "seven, two, zero, six and one",
        "A 7th card; round 1 of 3; 40 red": "A 7th card; round 1 of 3; 40 red",
        "hand 2 8.8 %; 6-6 9-5 3-1": "hand 2 8.8 %; 6-6 9-5 3-1",  # numbers, and dominoes
    }.items():
        assert page.evaluate("text => cardwright.in_words(text)", shown) == said


def test_the_suits_of_a_table_are_called_as_on_its_cards(page: Page, server: Server) -> None:
    open_table_page(page, server.address, "dual-piecepacks")
    assert page.evaluate("cardwright.in_words('N♦ A♢')") == "null of black diamonds, ace of white diamonds"


def test_signs_of_a_designer_are_read_by_name(page: Page, server: Server) -> None:
    """The name of a card ended with the sign, of which a screen reader says nothing."""
    text = """name = "Signs"
size = 2
category = [{ name = "Pair", kinds = [2] }, { name = "High", tie = ["ranks"] }]
[deck]
ranks = "A 2 3 4 5 6"
suits = ["★", "☾", { text = "k", name = "knights", symbol = "♞" }, "⚓", "s"]
"""
    deck = declaration.parse(text).deck
    names = {
        "A★": "ace of stars",
        "A☾": "ace of moons",
        "Ak": "ace of knights",
        "A⚓": "ace of anchor",
        "As": "ace of spades",
    }
    assert {card: deck.name(deck.parse(card)) for card in names} == names
    suits = words.suit_names(deck.suits)
    shown = deck.short_of([deck.parse(card) for card in names])
    said = ", ".join(names.values())
    assert words.spell_cards(shown, suits) == said
    page.goto(server.address)
    in_words = """([text, suits]) => {
      document.body.insertAdjacentHTML("beforeend", "<i id=scene></i>");
      document.getElementById("scene").dataset.suits = JSON.stringify(suits);
      return cardwright.in_words(text);
    }"""
    assert page.evaluate(in_words, [shown, suits]) == said


def test_a_hint_that_is_asked_for_again_reads_its_ranking_out(browser: Browser, server: Server) -> None:
    with person(browser) as page:
        open_table_page(page, server.address, "flexdeck", "basic")
        assert wait_for_turn(page)
        page.keyboard.press("h")
        lines = page.locator("#notice li")
        expect(lines.first).to_be_attached()
        page.keyboard.press("h")
        expect(page.locator("#heard")).to_contain_text(lines.first.text_content() or "")
