"""Guided first games: every one ends, every bubble is shown and its place is there, in every interface."""

import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cli import main
from cardwright.errors import BadDeclaration
from cardwright.game import CHANCE
from cardwright.play import guide, session
from cardwright.play.guide import LEARNER_SEAT, PARTS, FirstGame, Guide, Tour
from cardwright.play.luck import Luck
from cardwright.play.record import Writer
from cardwright.play.session import Frame
from cardwright.play.table import Table
from cardwright.ranking import declaration
from cardwright.scenes import Scene, places_of
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.plain import Plain, PlayerLeft
from cardwright.terminal.play import resume_game, start_first_game
from cardwright.terminal.screen.bubble import BubbleBox
from cardwright.terminal.screen.play_screen import PlayScreen
from cardwright.testing import unfinished
from cardwright.testing.configuration import short
from cardwright.web.drawing.thumbnail import of_decision, picture, sample
from support.feed import Feed
from support.patience_table import before
from support.playouts import random_states
from support.terminal import make, my_turn, seen
from support.terminal import until as until_in
from support.visitors import look, open_table, other, post_move, post_random_move, until

MAX_WORDS = 55  # of a bubble: a glance
FAULTS = [
    ("deal = 1\n", "missing required field `bubble`"),
    ("deal = \n", "Invalid value"),
    ('deal = 1\ncolour = "red"\n', "unknown field `colour`"),
    ('deal = 1\n[bots.basic]\nname = "Max"\nstrength = "weak"\nface = "star-Q"\n', "matching regex"),
]


FIRST_GAMES = [(name, variant) for name, room in games.GAMES.items() for variant in ("", *room.variant_guides)]


def first_game(name: str, variant: str) -> FirstGame:
    return guide.first_game(name, {"variant": variant})


def batches(name: str, variant: str = "") -> Iterator[tuple[Table, list[Frame]]]:
    """Play a guided first game, with its first opponent in the learner's seat too."""
    first = first_game(name, variant)
    game = games.create(name, **first.options)
    table = Table(game, Luck.numbered(first.deal))
    rngs = [Random() for _ in range(game.players)]
    seated = (*first.opponents[:1], *first.opponents) or ("random",)
    bots = [games.create_bot(bot, game, rng) for bot, rng in zip(seated, rngs, strict=True)]
    yield table, session.settle(table)
    while not table.over:
        seat = min(table.to_act)
        rngs[seat].seed(session.bot_seed(first.deal, seat, table))
        yield table, session.play(table, seat, game.text(bots[seat].advise(table.view(seat)).action))


def elements(scene: Scene) -> set[str]:
    """The names of all that a bubble may point at."""
    places = {f"p-{place.id}" for place in scene.places}
    return {f"z-{zone.id}" for zone in scene.zones} | places | set(PARTS)


@pytest.mark.parametrize(("name", "variant"), FIRST_GAMES)
def test_a_guided_game_ends_and_shows_every_bubble_at_its_place(name: str, variant: str) -> None:
    first = first_game(name, variant)
    assert first.options.get("variant", "") == variant
    tour = None
    for table, frames in batches(name, variant):
        before = table.version - len(frames)
        tour = tour or Tour(first, Table(table.game, Luck.numbered(first.deal)))
        tour.follow(before, frames)
        for version, frame in enumerate(frames, before + 1):
            targets = {shown.target for shown in tour.bubbles_between(version, version)}
            assert targets <= elements(frame.scene(LEARNER_SEAT))
    assert tour is not None
    assert not tour.bubbles_between(table.version, table.version)  # nothing lies over the result
    missing = {bubble.title for bubble in first.bubbles} - {shown.bubble.title for shown in tour.bubbles_between(10**6)}
    assert not missing
    assert 3 <= len(first.bubbles) <= 10
    assert len(set(first.opponents)) == len(first.opponents)  # Calling Kate 1 and Calling Kate 2 had one face
    assert all(len(bubble.text.split()) <= MAX_WORDS for bubble in first.bubbles)


def test_what_happens_later_is_explained_later() -> None:
    """ "All rows are turned up" was said before the first card was set: its condition also held for "0 points"."""
    table, frames = next(batches("chinese"))
    tour = Tour(guide.load("chinese"), Table(table.game, Luck.numbered(guide.load("chinese").deal)))
    tour.follow(table.version - len(frames), frames)
    assert [shown.bubble.title for shown in tour.due(table.version)] == [
        "Thirteen cards, three rows",
        "First the front",
    ]


def test_a_tour_from_the_log_is_the_tour_of_the_game() -> None:
    first = guide.load("cribbage")
    played: list[Frame] = []
    tour = None
    for table, frames in batches("cribbage"):
        start = Table(table.game, Luck.numbered(first.deal))
        tour = tour or Tour(first, start)
        tour.follow(table.version - len(frames), frames)
        played += frames
    assert tour is not None
    again = Tour(first, start)
    again.follow(0, played)
    for version in range(len(played) + 1):
        assert again.due(version) == tour.due(version)
    dues = [len(tour.due(version)) for version in range(len(played) + 1)]
    assert max(dues) > 1  # what came before the first move of the learner is due until then
    assert dues[-1] == 0


@pytest.mark.parametrize(("text", "fault"), FAULTS)
def test_a_fault_in_a_guide_is_one_line_that_names_the_file(text: str, fault: str) -> None:
    with pytest.raises(BadDeclaration, match=re.escape(fault)) as refused:
        guide.parse("cribbage", text, "here/guide.toml", Guide)
    assert str(refused.value).startswith("here/guide.toml: ")
    assert "\n" not in str(refused.value)


def test_a_guide_with_an_unknown_bot_option_or_expression_is_refused() -> None:
    text = games_text("cribbage")
    for old, new, fault in (
        ('opponents = ["basic"]', 'opponents = ["bsic"]', "'bsic' is not a bot of cribbage"),
        ('opponents = ["basic"]', "", "a game of 2 has 1 of them"),
        ("to = 61", "to = 62", "option 'to' cannot be 62"),
        ('says = "pone"', 'says = "(pone"', "missing )"),
        ("level = 2", "level = 4", "<= 3"),
    ):
        assert old in text
        with pytest.raises(BadDeclaration, match=re.escape(fault)):
            guide.parse("cribbage", text.replace(old, new), "guide.toml", Guide)


def games_text(name: str) -> str:
    return (Path(str(games.__file__)).parent / name / "guide.toml").read_text(encoding="utf-8")


def test_a_game_without_a_guide_says_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    without = msgspec.structs.replace(games.GAMES["cribbage"], guide="none.toml")
    monkeypatch.setitem(games.GAMES, "cribbage", without)
    guide.load.cache_clear()
    (line,) = unfinished("cribbage")
    assert line.startswith("cribbage: no guided first game: write cardwright/games/cribbage/none.toml as docs/adding")
    guide.load.cache_clear()


@pytest.mark.parametrize("name", games.GAMES)
def test_the_picture_of_a_game_shows_its_table(name: str) -> None:
    scene = sample(name)
    drawn = picture(scene)
    assert scene.moves or any(seat.to_act for seat in scene.seats)
    assert any(place.face for zone in scene.zones for place in places_of(zone))
    assert "<use" in drawn


# In the page


def test_a_first_game_in_the_page(client: TestClient) -> None:
    table = open_table(client, "cribbage", guided="yes")
    until(client, table, lambda seen: seen["to_act"] == [0] or 0 in seen["to_act"])
    page = client.get(table).text
    shown = re.findall(r'<section data-at="([^"]*)" data-number="(\d+)"( hidden)?><h2>(.*?)</h2>', page)
    assert [(at, number) for at, number, _, _ in shown][:3] == [("z-board", "0"), ("z-cut", "1"), ("z-hand0", "2")]
    assert all(not hidden for _, _, hidden, _ in shown)  # nothing was laid away yet
    assert f'data-due="{len(shown)}"' in page
    assert "a guided first game" in page
    assert "to 61" in page
    assert "Morgan (bot)" in page
    assert 'id="guide"' not in other(client).get(f"{table}/watch").text
    assert client.get(table).text.count("<section data-at") == len(shown)
    assert 'id="guide"' not in client.get(open_table(client, "cribbage")).text


@pytest.mark.parametrize("variant", games.GAMES["poker"].variant_guides)
def test_a_first_game_of_a_variant_in_the_page(client: TestClient, variant: str) -> None:
    assert f'name="guided" value="{variant}"' in client.get("/").text
    table = open_table(client, "poker", guided=variant)
    until(client, table, lambda seen: 0 in seen["to_act"])
    page = client.get(table).text
    assert escape(first_game("poker", variant).bubbles[0].title) in page
    assert games.title("poker", games.create("poker", variant=variant)) in page
    for game, wanted in (("poker", "razz"), ("cribbage", variant)):
        refused = client.post("/tables", data={"game": game, "guided": wanted})
        assert refused.status_code == 400
        assert f"cannot be {wanted}" in refused.text.replace("&#39;", "")


def test_a_first_game_takes_no_options(client: TestClient) -> None:
    refused = client.post("/tables", data={"game": "cribbage", "guided": "yes", "o-to": "121"})
    assert refused.status_code == 400
    assert "o form field named" in refused.text


@pytest.mark.parametrize("name", ["cribbage", "patience"])
def test_a_page_begins_with_the_name_the_aim_and_how_far_there_is_to_go(client: TestClient, name: str) -> None:
    table = open_table(client, name, others="random")
    until(client, table, lambda seen: bool(seen["to_act"]))
    page = client.get(table).text
    room = games.room(name)
    assert f'<h1 class="game-name">{escape(room.title)}</h1>' in page
    assert f">{escape(room.aim)}</div>" in page
    assert re.search(r'<div class="progress" id="progress" role="paragraph" tabindex="0">[^<]*[0-9]', page)


def test_a_table_is_called_after_its_declaration_and_variant(client: TestClient) -> None:
    market = declaration.text_of("pyramid").replace("Pyramid Poker", "Market day")
    called = {
        ("poker", ""): "Poker",
        ("poker", "variant=omaha"): "Omaha",
        ("poker", "rotation=omaha,razz"): "Poker",
        ("poker", "ranking=short-deck variant=short-deck"): "Short deck: Short-deck hold'em",
        ("poker", "ranking=dual-piecepacks"): "Dual Piecepacks Poker: Texas hold'em",
        ("poker", "ranking=dual-piecepacks rotation=omaha,razz"): "Dual Piecepacks Poker",
        ("dual-piecepacks", ""): "Dual Piecepacks Poker",
        ("chinese", "ranking=pyramid"): "Pyramid Poker: Chinese Poker",
    }
    for (name, options), title in called.items():
        game = games.create(name, **games.read_options(name, options.split()))
        assert games.title(name, game) == title
    for name, title in (("poker", "Market day: Poker"), ("chinese", "Market day: Chinese Poker")):
        game = games.create(name, ranking=market)
        assert games.title(name, game) == title
        assert game.setting("ranking") == "Market day"
    by_rarity = games.create("pyramid", ranking="rarity")  # an option of that name, but no table of hands
    assert games.title("pyramid", by_rarity) == "Pyramid Poker"
    table = open_table(client, "poker", others="open", **{"o-variant": "omaha"})
    assert '<h1 class="game-name">Omaha</h1>' in client.get(table).text


def test_a_picture_in_the_lobby_uses_its_width() -> None:
    drawn = picture(sample("cribbage"))
    scales = [float(scale) for scale in re.findall(r'<g transform="translate[^"]*scale\(([\d.]+)\)', drawn)]
    assert len(scales) == 3  # the board lies beside the cards in the middle
    assert min(scales) > 0.35


@pytest.mark.parametrize("name", games.GAMES)
def test_the_picture_of_a_decision_marks_the_places_of_two_moves(name: str) -> None:
    game = games.create(name, **short(name))
    asked = (state for state in random_states(game, Random(1)) if game.players_to_act(state) not in ((), (CHANCE,)))
    for state in itertools.islice(asked, 20):
        scene = games.scene(game, game.view(state, game.players_to_act(state)[0]))
        moves = [move.places for move in scene.moves]
        drawn = of_decision(scene, {"chosen": moves[0], "better": moves[-1]}, 'two "hands"')
        assert drawn.count('<rect class="chosen"') == len(moves[0])
        assert drawn.count('<rect class="better"') == len(moves[-1])
        assert 'aria-label="two &quot;hands&quot;"' in drawn


def test_a_hand_of_many_cards_is_drawn_whole() -> None:
    game = games.create("chinese")
    state = next(state for state in random_states(game, Random(1)) if CHANCE not in game.players_to_act(state))
    scene = games.scene(game, game.view(state, game.players_to_act(state)[0]))
    assert of_decision(scene, {}, "").count('class="art card ') == 13


def test_an_arrow_leads_from_the_turned_card_to_the_better_place() -> None:
    scene = games.scene(*before(3, 12, {}))
    moves = [move.places for move in scene.moves if move.places]
    assert of_decision(scene, {"chosen": moves[0], "better": moves[-1]}, "").count('<path class="way"') == 1
    assert '<path class="way"' not in of_decision(scene, {"chosen": moves[0]}, "")


# The words of a button or link of the lobby, but for the buttons of bots and of variants.
PRESSED = re.compile(r"<(?:button|a|summary)(?![^>]*name=\"(?:others|guided)\")[^>]*>(.*?)</")


def test_the_lobby_sells_every_game(client: TestClient) -> None:
    page = client.get("/").text
    for name, room in games.GAMES.items():
        card = page.partition(f'<li id="game-{name}">')[2].partition("</li>\n<li id=")[0]
        first = guide.load(name)
        for words in (room.title, room.aim, first.lobby.special, first.lobby.minutes, "thumbnail", "First game"):
            assert str(escape(words)) in card, (name, words)
        # Each of the many buttons and links of the same word says of which game it is.
        games_part = card.partition('</ul>\n<div id="live"')[0]
        pressed = PRESSED.findall(games_part.replace("</span>", ""))
        assert [words for words in pressed if str(escape(room.title)) not in words] == [], name
        assert all(str(escape(bot.strength)) in card for bot in first.bots.values())
    table = open_table(client, "cribbage", quick="yes")
    with client.websocket_connect("/lobby/feed") as socket:
        lists = Feed(socket).frame()
    assert 'id="mine"' in lists
    assert table in lists
    assert "thumbnail" not in lists
    assert re.search(r'id="now-cribbage">1 table in play now<', lists)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_usual_way_to_play_fills_in_the_form(client: TestClient, name: str) -> None:
    assert client.get(f"/new/{name}?way=Backwards").status_code == 404
    for way in guide.load(name).ways:
        games.create(name, **way.options)
        page = client.get(f"/new/{name}", params={"way": way.title}).text
        assert re.findall('aria-current="true"><strong>([^<]+)', page) == [str(escape(way.title))]
        for option, value in way.options.items():
            field = page.partition(f'name="o-{option}"')[2][:4000]
            assert "checked" in field.partition("</label>")[0] if value is True else str(value) in field, option


# In the terminal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(os.environ, "XDG_DATA_HOME", str(tmp_path))
    return tmp_path


async def test_the_bubbles_on_the_screen(home: Path) -> None:
    local, writer = start_first_game("flexdeck", {}, ())
    app = PlayScreen(local, Look(), pace=0.0)
    with writer:
        async with app.run_test(size=(100, 40)) as pilot:
            await my_turn(pilot, app)
            await pilot.pause()
            assert "Your five dice" in seen(app)
            await pilot.press("enter")
            assert "The aim" in seen(app)
            await pilot.resize_terminal(50, 40)
            await until_in(pilot, lambda: 0 < app.screen.query_one(BubbleBox).region.right <= 50)
            await pilot.resize_terminal(100, 40)
            await pilot.press("f4")
            assert not app.screen.query_one(BubbleBox).has_class("open")
            await pilot.press("f4")
            assert "The aim" in seen(app)
            await pilot.press("enter", "enter")
            assert not app.screen.query_one(BubbleBox).has_class("open")
            await make(pilot, app, app.scene.moves[-1])
            await my_turn(pilot, app)
            await pilot.pause()
            assert "Covered halves" in seen(app)


async def test_a_bubble_at_moves_without_buttons_is_at_the_question(home: Path) -> None:
    local, writer = start_first_game("chinese", {}, ())
    app = PlayScreen(local, Look(), pace=0.0)
    with writer:
        async with app.run_test(size=(80, 24)) as pilot:
            await my_turn(pilot, app)
            await until_in(pilot, lambda: "Your hand" in seen(app))
            for _ in local.bubbles(local.table.version):
                await pilot.press("enter")
            await make(pilot, app, app.scene.moves[0])
            await until_in(pilot, lambda: "Then the middle" in seen(app))
            await pilot.press("enter")
            await until_in(pilot, lambda: "Beware of a foul" in seen(app))
            assert app.screen.query_one(BubbleBox).region.y > 0


async def test_a_moment_with_a_bubble_waits_for_it(home: Path) -> None:
    local, writer = start_first_game("cribbage", {}, ())
    app = PlayScreen(local, Look(), pace=0.001)
    with writer:
        async with app.run_test(size=(100, 40)) as pilot:
            await until_in(pilot, lambda: app.holding and "Each point moves your peg" in " ".join(seen(app).split()))
            for _ in range(2):
                await pilot.press("enter")
            await my_turn(pilot, app)
            await pilot.pause()
            assert "Lay away two cards" in seen(app)


def test_a_first_game_in_words_is_continued_where_it_was(home: Path) -> None:
    said: list[str] = []
    typed = iter(["guide", "guide", "1"])
    local, writer = start_first_game("flexdeck", {}, ())

    def ask(prompt: str, seconds: float | None) -> str:
        for line in typed:
            return line
        raise PlayerLeft

    with writer, pytest.raises(PlayerLeft):
        Plain(local, ask, said.append).run()
    told = [line for line in said if line.startswith("Guide: ")]
    assert told[0].startswith("Guide: Your five dice. ")
    assert any(line.startswith(("Guide: Covered halves", "Guide: Count")) for line in told)
    assert "The guide is off; guide turns it on again." in said
    again, writer = resume_game(None, "")
    writer.close()
    assert again.bubbles(again.table.version) == local.bubbles(local.table.version)
    assert isinstance(writer, Writer)


def test_a_first_game_of_a_variant_in_words(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variant in games.GAMES["poker"].variant_guides:
        with open(os.devnull) as nothing:
            monkeypatch.setattr("sys.stdin", nothing)
            assert main(["play", "poker", "--variant", variant, "--first-game", "--plain"]) == 0
        again, writer = resume_game(None, "")
        writer.close()
        assert again.tour is not None
        assert again.tour.first == first_game("poker", variant)


def test_the_command_refuses_what_the_first_game_decides(capsys: pytest.CaptureFixture[str]) -> None:
    def refused(*words: str) -> str:
        assert main(["play", *words, "--first-game"]) == 2
        return capsys.readouterr().err

    assert "leave out --seed, --to" in refused("cribbage", "--seed", "3", "--to", "61")
    assert "but for --variant five-card-draw or seven-card-stud: leave out" in refused("poker", "--variant", "razz")
    assert "leave out --at, --daily, --again" in refused("cribbage", "--daily", "--again", "--at", "3")
    assert "choose one of cribbage" in refused()


# Why each score is what it is


def test_each_score_has_its_last_reason() -> None:
    frames = [frame for _, played in batches("cribbage") for frame in played]
    news = [frame.step_news() for frame in frames]
    pegged = next(at for at, (old, new) in enumerate(itertools.pairwise(news), 1) if old.scores != new.scores)
    seat = next(seat for seat in (0, 1) if news[pegged].scores[seat] != news[pegged - 1].scores[seat])
    why = session.reasons(news[pegged::-1], 2)
    assert why[1 - seat] == ""
    assert why[seat]
    assert any(why[seat] in line for line in news[pegged].news)
    assert all(session.reasons(news[::-1], 2))
    assert session.reasons([session.StepNews(("one move was taken back",)), *news[::-1]], 2) == ("", "")


def test_the_page_says_why_beside_a_score(client: TestClient) -> None:
    table = open_table(client, "patience")
    seen = look(client, table)
    post_move(client, table, seen["version"], "place 1 a1")
    assert "why?" not in client.get(table).text
    rng = Random(4)
    while "why?" not in client.get(table).text:
        assert post_random_move(client, table, rng).status_code == 200
    assert re.search(
        r'\d+ of 16 combinations</span> <abbr class="why term"[^>]*aria-description="[^"]+"', client.get(table).text
    )
