"""The form for a new table: what a newcomer meets first, the opponents in one or two clicks, and mistakes."""

import html
import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cardroom.logs.game_lists import ListedGame
from cardwright.cardroom.tables.settings import seat_numbers
from cardwright.play import guide
from cardwright.play.summary import Summary
from cardwright.web.bot_choices import bot_of, bot_to_play, bots_of, has_strongest, level, vary
from cardwright.web.own_games import last_bots
from cardwright.web.routes.new_table import RANDOM, other_seats
from support.browser import DESK, PHONE, Server, box_of, person
from support.visitors import open_table, play_out

# The text of what is in sight in each box of an opponent, where nothing of it is cut off.
WHOLE = """all => all.filter((each) => each.checkVisibility()).map((each) => {
  const text = document.createRange();
  text.selectNodeContents(each);
  const [inner, outer] = [text.getBoundingClientRect(), each.getBoundingClientRect()];
  const whole = inner.left >= outer.left && inner.right <= outer.right && outer.right <= innerWidth
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
  return (whole ? "" : "cut off: ") + each.innerText.replace(/\\s+/g, " ").trim();
})"""
MOST_BOTS_IN_SIGHT = 8  # where more would push the fields of the table below a laptop's window
MOST_FIELDS = 9  # that a newcomer meets beside the opponents


def test_no_game_is_made_to_know_seats_that_an_option_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some read or compile tables of hands, for which the event loop would wait."""
    made: list[str] = []
    create = games.create
    monkeypatch.setattr(games, "create", lambda name: made.append(name) or create(name))  # type: ignore[func-returns-value]
    found = {name: seat_numbers.__wrapped__(name) for name in games.GAMES}
    chosen = {name for name in games.GAMES if any(option.name == "players" for option in games.options(name))}
    assert chosen
    assert set(made) == games.GAMES.keys() - chosen
    assert found["cribbage"] == range(2, 3)
    assert all(len(found[name]) > 1 for name in chosen)


@pytest.mark.parametrize("game", [name for name in games.GAMES if name != "patience"])
def test_opponents_and_strengths_are_whole_and_one_or_two_clicks_away(page: Page, server: Server, game: str) -> None:
    bots = [*bots_of(game), bot_of(game, "random", RANDOM)]
    mix = ["A mix of these bots, of all strengths"] * (seat_numbers(game)[-1] > 2)
    said = [
        f"{bot['name']}{', ' if bot['level'] else ''}{bot['level']} {bot['strength']}"
        + (f" Elo {bot['elo']}" if bot["elo"] else "")
        for bot in bots
    ]
    first = next(words for bot, words in zip(bots, said, strict=True) if bot["id"] == bot_to_play(game, {}))
    for window, clicks in ((DESK, 2 if len(bots) > MOST_BOTS_IN_SIGHT else 1), (PHONE, 2)):
        page.set_viewport_size(window)
        page.goto(f"{server.address}/new/{game}")
        boxes = page.locator(".opponents label")
        if clicks == 2:
            first_shown, *others_shown = boxes.evaluate_all(WHOLE)
            assert first_shown == first
            assert [other[:6] for other in others_shown] == ["People"] * (window == DESK)
            page.get_by_text("Choose another").click()
        shown = boxes.evaluate_all(WHOLE)
        assert shown[:-1] == [*said, *mix]
        assert shown[-1].startswith("People who join")
        chosen = boxes.filter(has_text=bots[1]["name"]).first
        chosen.click()
        expect(chosen.locator("input")).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    assert bots[1]["name"] in page.content()


def test_a_laptop_shows_which_poker_is_played_before_anything_is_scrolled(page: Page, server: Server) -> None:
    page.set_viewport_size(DESK)
    page.goto(f"{server.address}/new/poker")
    expect(page.locator('[name="o-variant"]')).to_be_in_viewport(ratio=1)
    expect(page.locator('[name="o-players"]')).to_be_in_viewport(ratio=1)


def test_only_a_bot_that_beat_every_other_in_its_league_is_called_the_strongest() -> None:
    assert [name for name in games.GAMES if has_strongest(name)] == ["cribbage", "patience", "chinese"]


def test_a_mix_seats_bots_of_all_strengths_by_their_own_names(client: TestClient) -> None:
    bots = [bot["id"] for bot in bots_of("poker")]
    for seats in (1, 3, len(bots), len(bots) + 2):
        mixed = other_seats({"others": "mixed"}, "poker", seats)
        assert mixed[0] == bots[0]
        assert len(set(mixed)) == min(seats, len(bots))
    assert other_seats({"others": "mixed", "people": "2"}, "poker", 3) == ["", "", bots[0]]
    assert "A mix" in client.get("/").text
    table = client.post("/tables", data={"game": "poker", "quick": "yes", "others": "mixed"}).headers["location"]
    names = re.findall(r'class="who of-bot" title="([^"]*)"', client.get(table).text)
    assert len(set(names)) == 3
    assert not any(re.search(r"\d", name) for name in names)


def test_one_click_on_a_bot_seats_it_once_beside_those_of_its_level_and_the_nearest_in_strength(
    client: TestClient,
) -> None:
    """It seated Tight Tom 1, 2 and 3, with one face."""
    table = client.post("/tables", data={"game": "poker", "quick": "yes", "others": "tight"}).headers["location"]
    names = re.findall(r'class="who of-bot" title="([^"]*)"', client.get(table).text)
    assert names == ["Tight Tom (bot)", "Edna (bot)", "Bess (bot)"]
    assert vary("poker", ["caller"] * 3) == ["caller", "cautious", "loose"]
    assert vary("poker", ["", *["tight"] * 9]).count("tight") == 1
    chosen = open_table(client, "poker", others="tight")
    assert "Tight Tom 3" in client.get(chosen).text
    finished = Summary("poker", ("Ann", "Tom", "Carla"), ("", "tight", "cautious"), 0, "won", "", 1, "", 1, 9)
    assert last_bots([ListedGame("", 0, summary=finished)]) == {"poker": "tight"}


def test_each_bot_has_a_face_of_its_own_and_its_rating_in_the_lobby(client: TestClient) -> None:
    lobby = client.get("/").text
    drawings = client.get("/static/cards.svg").text
    for game in games.GAMES:
        faces = [each.face for each in guide.load(game).bots.values()]
        assert len(set(faces)) == len(faces)
        assert all(f'id="{face}-half"' in drawings for face in faces)
        assert all(f"Elo {bot['elo']}" in lobby for bot in bots_of(game) if bot["elo"])
    assert lobby.count('class="portrait ') == sum(len(guide.load(game).bots) for game in games.GAMES)


def test_the_only_bot_of_a_new_game_is_not_called_the_strongest(monkeypatch: pytest.MonkeyPatch) -> None:
    found = guide.load("cribbage")
    only = replace(found, bots={"basic": found.bots["basic"]})
    monkeypatch.setattr(guide, "load", lambda name: only)
    assert not has_strongest("cribbage")


def test_levels_follow_from_the_leagues() -> None:
    assert [(each["name"], each["level"]) for each in bots_of("cribbage")] == [
        ("Ada", "strongest"),
        ("Morgan", "middling"),
        ("Walter", "middling"),
        ("Nell", "easy"),
        ("Pip", "easy"),
    ]
    assert [level("flexdeck", bot) for bot in ("expert", "basic", "casual", "beginner")] == [*["strong"] * 3, "easy"]
    assert level("cribbage", "random") == ""
    assert "strongest" not in {level(name, each["id"]) for name in ("poker", "pyramid") for each in bots_of(name)}


def test_the_first_opponent_of_a_newcomer_is_easy_where_a_bot_is(client: TestClient) -> None:
    """One click on "Play Ada" sat a person who had never played down with the strongest bot."""
    lobby = client.get("/").text
    for game in games.GAMES:
        bots = bots_of(game)
        first = next(bot for bot in bots if bot["id"] == bot_to_play(game, {}))
        assert first["level"] == "easy" or "easy" not in {bot["level"] for bot in bots}
        if seat_numbers(game)[-1] > 1:
            assert f'name="others" value="{first["id"]}">Play {first["name"]}<span class="unseen">, </span>' in lobby
    assert 'value="misses-15-percent" checked' in client.get("/new/cribbage").text


def test_afterwards_it_is_the_bot_of_the_last_game(client: TestClient) -> None:
    for bot, name in (("misses-5-percent", "Walter"), ("expert", "Ada")):
        play_out(client, open_table(client, "cribbage", others=bot, **{"o-to": "61"}))
        assert re.search(f'<button class="primary" name="others" value="{bot}">Play {name}<', client.get("/").text)
        assert f'value="{bot}" checked' in client.get("/new/cribbage").text
        assert 'value="beginner">Play Pippa<' in client.get("/").text


def test_ratings_say_how_strong_a_bot_is_in_words(client: TestClient) -> None:
    page = client.get("/ratings").text
    assert re.search('<th scope="row"><svg .*?</svg>Ada <span class="help">strongest</span></th>', page)
    assert "a strong bot is at most 50 points below the best of its game, a middling one at most 200" in page


def test_a_newcomer_meets_few_fields(browser: Browser, server: Server) -> None:
    with person(browser, viewport=DESK) as page:
        for game in games.GAMES:
            page.goto(f"{server.address}/new/{game}")
            fields = page.locator(".choices :is(select, input):not([type=radio], [type=hidden])")
            assert sum(field.is_visible() for field in fields.all()) <= MOST_FIELDS, game


def test_fields_are_named_by_more_than_the_name_of_their_option() -> None:
    for game in games.GAMES:
        labels = [option.label for option in games.options(game)]
        assert len(set(labels)) == len(labels)
        assert not {"To", "Form", "Count", "Four", "Memory", "Rise", "Cap"} & set(labels)


def test_who_may_join_is_asked_where_people_may(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/new/poker")
    joins, kept = page.get_by_label("Who may join"), page.get_by_label("Seats kept for other people")
    expect(joins).to_be_hidden()
    kept.fill("1")
    expect(joins).to_be_visible()
    page.locator('[value="open"]').check()
    expect(kept).to_be_hidden()
    expect(joins).to_be_visible()


def test_a_name_typed_in_the_lobby_is_in_the_form(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("link", name="Skip to Poker").press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#game-poker .primary")).to_be_focused()
    page.get_by_label("Your name").fill("Nora")
    page.locator('a[href="/new/cribbage"]').click()
    page.wait_for_url("**/new/cribbage")
    expect(page.get_by_label("Your name")).to_have_value("Nora")


def test_fields_beside_each_other_are_level(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/new/poker")
    name, players = (box_of(page.get_by_label(title, exact=False).first) for title in ("Your name", "Players"))
    assert name.top == players.top


def test_a_wrong_value_is_marked_and_nothing_is_lost(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/new/poker")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("Choose another").click()
    page.locator('[value="loose"]').check()
    page.get_by_text("More options").click()
    page.locator('[name="o-ante"]').fill("many")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables")
    wrong = page.locator('[name="o-ante"]')
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    expect(wrong).to_have_value("many")
    expect(wrong).to_have_accessible_description(re.compile("^It cannot be many: it takes a number of chips, or one"))
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    expect(page.locator('[value="loose"]')).to_be_checked()
    page.get_by_role("link", name="Cash game").click()
    expect(page.locator('[name="o-deals"]')).to_have_value("60")
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    expect(page.locator('[value="loose"]')).to_be_checked()
    expect(wrong).to_have_value("many")
    page.get_by_role("link", name="Tournament by the clock").click()
    expect(page.locator('[name="o-deals"]')).to_have_value("0")
    expect(page.locator("#summary")).to_have_text(re.compile("^Not yet: .*ante"))
    expect(page.locator('[name="o-rebuy"][value="yes"]')).not_to_be_checked()
    wrong.fill("1")
    wrong.blur()
    expect(page.locator("#summary")).to_have_text(re.compile("^Poker: you and 3 × Lucky Lou[.] .*; ante: 1; minutes"))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def test_the_form_says_who_would_play_what(client: TestClient) -> None:
    """It said so only at the table."""

    def said(path: str) -> str:
        return html.unescape(client.get(path).text.partition('id="summary" role="status">')[2].partition("</p>")[0])

    assert said("/new/cribbage?others=expert") == "Cribbage: you and Ada. It begins at once."
    assert said("/new/patience").endswith("It begins at once.")
    form = "others=open&listed=no&o-players=3&people=0&chat=no&chat=yes&way=Cash%20game"
    shown = said(f"/new/poker?{form}")
    assert shown.startswith("Poker: you and 2 people with the link. Variant: Texas hold'em; ")
    assert shown.endswith("; rebuys; sitting out; free chat. It begins when all seats are taken.")
    mixed = said("/new/poker?others=tight&people=1")
    assert mixed.startswith("Poker: you, one person from the lobby and 2 × Tight Tom. Variant: Texas hold'em; ")
    assert mixed.endswith("; clock: 60 seconds a turn and 5 minutes in reserve. It begins when all seats are taken.")
    page = client.get(f"/new/poker?{form}").text
    assert page.count('<details class="rare">') == 1  # of options, which the way has set, and its summary names
    assert page.count('<details class="rare panel" open>') == 1  # of the terms, for free chat was ticked


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("poker", {"o-players": "50"}),
        ("poker", {"people": "9"}),
        ("poker", {"o-rebuy": "yes", "o-deals": "0"}),
        ("poker", {"deal": "12x"}),
        ("poker", {"o-variant": "chess"}),
        ("paigow", {"o-form": "home", "o-players": "1"}),
    ],
)
def test_the_field_that_is_wrong_says_so(client: TestClient, game: str, form: dict[str, str]) -> None:
    answer = client.post("/tables", data={"game": game, "name": "Ann", **form})
    assert answer.status_code == 400
    field = answer.text.partition('aria-invalid="true"')
    assert field[0].rpartition('name="')[2].startswith([*form][-1])
    assert field[2].partition('id="wrong">')[2].startswith("It cannot be ")
    assert '<details class="rare"' not in field[0] or '<details class="rare" open>' in field[0]


def test_a_mistake_of_no_field_is_shown_whole(client: TestClient) -> None:
    answer = client.post("/tables", data={"game": "poker", "o-variant": "razz", "o-players": "9"})
    assert answer.status_code == 400
    assert "aria-invalid" not in answer.text
    assert 'role="alert">Razz for 9 needs' in answer.text


def test_the_blinds_of_a_cash_game_stay(client: TestClient) -> None:
    lobby = html.unescape(client.get("/").text)
    for way in ("Cash game", "Dealer's choice"):
        (path,) = re.findall(rf'href="([^"]+)">{way}</a>', lobby)  # for friends
        page = client.get(path).text
        assert 'value="0"' in page.partition('name="o-rise"')[2].partition(">")[0]
        assert 'value="open" checked' in page
        assert '<option value="no" selected' in page.partition('name="listed"')[2].partition("</select>")[0]


def test_who_ticks_an_option_of_cash_games_reads_that_bets_rise(client: TestClient) -> None:
    """Blinds rose, and nobody could join, in a cash game that was set by hand."""
    page = client.get("/new/poker").text
    for name in ("rebuy", "sit_out"):
        said = page.partition(f'type="checkbox" name="o-{name}"')[2].partition("</label>")[0]
        assert "only where bets stay (0 deals a level) may others join later" in said


def test_a_screen_reader_pauses_between_the_name_of_a_field_and_its_help(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/new/cribbage")
    for role, name in (
        ("combobox", "Winning score"),
        ("checkbox", "Muggins"),
        ("spinbutton", "Games to win the match"),
    ):
        field = page.get_by_role(role, name=re.compile(f"^{name} ?: "))  # type: ignore[arg-type]
        expect(field).to_be_visible()


def test_the_button_for_a_rematch_says_how_strong_the_bot_is(client: TestClient) -> None:
    table = open_table(client, "flexdeck", others="beginner")
    play_out(client, table)
    assert '<span class="help">with Pippa, easy</span>' in client.get(table).text
