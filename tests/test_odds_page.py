"""Odds of a position that a person enters: the page asks what the command asks, and answers the same."""

import asyncio
import json
import re
import shlex
import time
from fractions import Fraction
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page
from starlette.testclient import TestClient

from cardwright import games, questions, report_chart
from cardwright.cardroom import odds_questions
from cardwright.cardroom.workbench import workers
from cardwright.cli import main
from cardwright.errors import BadDeclaration, BadText
from cardwright.reports import Column, Report
from cardwright.web import rate_limits, requests, responses
from cardwright.web.refused import Refused
from support.browser import DESK, PHONE, Server, box_of, follow
from support.cardroom import BUSY_S

EQUITY = {"ranking": "standard", "hands": "Ah Ad\nKc Ks", "variant": "texas-holdem", "board": "2c 7d 9h", "ask": "yes"}
JACKS = {"ranking": "jacks-or-better", "hand": "Ah Kh Qh Jh 9c"}
COMMANDS = [
    ("count", {"cards": "5h 5s 5d Jc", "starter": "5c", "ask": "yes"}, ["5h 5s 5d Jc", "5c"]),
    ("board", {"score": "100", "other": "90", "to": "121", "ask": "yes"}, ["100", "90"]),
    (
        "discard",
        {"cards": "5h 5s Jd Qc 4c 6h", "dealer": "yes", "score": "90 105", "to": "121", "ask": "yes"},
        ["5h 5s Jd Qc 4c 6h", "--dealer", "--score", "90", "105"],
    ),
    (
        "position",
        {"game": "patience", "moves": "3c, place 2 b3, turn Kd", "seat": "1", "options": "shifts=none", "ask": "yes"},
        ["patience", "3c, place 2 b3, turn Kd", "--options", "shifts=none"],
    ),
    (
        "video-poker",
        JACKS | {"hold": "Kh Qh", "ask": "yes"},
        ["jacks-or-better", "--hand", "Ah Kh Qh Jh 9c", "--hold", "Kh Qh"],
    ),
    ("equity", EQUITY, ["standard", "Ah Ad", "Kc Ks", "--board", "2c 7d 9h"]),
]


@pytest.mark.parametrize(("question", "form", "typed"), COMMANDS)
def test_a_form_asks_what_the_command_asks(
    question: str, form: dict[str, str], typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = odds_questions.answer(question, odds_questions.words(question, form))
    assert main(["odds", question, "--json", *typed]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (found.title, found.method) == (printed["title"], printed["method"])
    assert [row[0] for row in found.rows] == [next(iter(row.values())) for row in printed["rows"]]


def test_the_page_answers_and_keeps_what_was_entered(client: TestClient) -> None:
    lobby = client.get("/").text
    assert 'href="/odds"' in lobby
    listed = client.get("/odds").text
    for question in odds_questions.page_questions():
        assert f'href="/odds/{question}"' in listed
        assert client.get(f"/odds/{question}").status_code == 200
    page = unescape(client.get("/odds/equity", params=EQUITY).text)
    assert "Exact: all 990 deals" in page
    assert re.findall("<h1[^>]*>([^<]*)", page) == [
        "Poker: how often each of some hands or ranges wins, with any table of hands"
    ]
    assert "91.62 %" in page
    assert ">Ah Ad\nKc Ks</textarea>" in page
    assert 'value="2c 7d 9h"' in page
    wrong = client.get("/odds/equity", params=EQUITY | {"board": "Ah"})
    assert wrong.status_code == 400
    assert "Ah" in wrong.text
    assert 'role="alert"' in wrong.text


@pytest.mark.parametrize(("question", "form", "typed"), COMMANDS)
def test_an_answer_names_the_command_that_prints_it_as_data(
    question: str, form: dict[str, str], typed: list[str], client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    page = client.get(f"/odds/{question}", params=form).text
    command = unescape(re.findall(r"<code>(cardwright odds [^<]+)</code>", page)[0])
    assert main([*shlex.split(command)[1:], "--json"]) == 0
    shown = capsys.readouterr().out
    assert main(["odds", question, "--json", *typed]) == 0
    assert shown == capsys.readouterr().out
    assert "--games" not in command  # which is at its default


def test_what_cannot_be_asked_is_refused_with_a_reason(client: TestClient, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("name = 'secret'")
    for form, said in (
        (EQUITY | {"ranking": str(file)}, "ranking"),
        (EQUITY | {"variant": str(file)}, "variant"),
        (EQUITY | {"hands": ""}, "Missing: the hands"),
        (EQUITY | {"hands": "A" * 1500}, "at most"),
    ):
        answer = client.get("/odds/equity", params=form)
        assert answer.status_code == 400
        assert said in unescape(answer.text)
        assert "secret" not in answer.text
    answer = client.get("/odds/video-poker", params=JACKS | {"ranking": str(file), "ask": "yes"})
    assert (answer.status_code, "secret" in answer.text) == (400, False)
    assert client.get("/odds/paigow", params={"player": "best", "ask": "yes"}).status_code == 400  # all deals: minutes
    assert client.get("/odds/whist").status_code == 404
    with pytest.raises(BadText, match="YOURS"):
        odds_questions.answer("board", odds_questions.words("board", {"score": "x", "other": "5"}))


@pytest.mark.parametrize(
    ("question", "form", "field", "said"),
    [
        ("discard", {"cards": "5h 5s Jd Qc 4c 5h"}, "cards", "Duplicate card: 5h."),
        ("discard", {"cards": "5h 5s Jd Qc 4c 6h", "score": "130 5"}, "score", "It cannot be 130: it takes 0 to 120."),
        ("discard", {"cards": "5h 5s Jd Qc 4c 6h", "score": "a 5"}, "score", "'a' is not a whole number."),
        (
            "discard",
            {"cards": "5h 5s Jd Qc 4c 6h", "score": "60"},
            "score",
            "2 values are needed, with a space between",
        ),
        ("position", {"game": "cribbage", "moves": "Ks 2h", "score": "130 60"}, "score", "it takes two numbers from 0"),
        ("discard", {"cards": "5h" * 600}, "cards", "Takes at most 1000 characters in 12 lines."),
        ("race", {"score": "3", "other": "9"}, "other", "It cannot be 9: it takes 0 to 4."),
        ("count", {"cards": "5h 5s 5d Jc", "starter": "5h"}, "starter", "Duplicate card: 5h."),
        ("street", {"ranking": "standard", "ranges": "AA", "board": "2c 3c 4c 5c 9d"}, "ranges", "One more is needed."),
        ("position", {"game": "cribbage", "moves": "Ks 2h", "options": "foo=3"}, "options", "No option of cribbage"),
        ("board", {"score": "5", "other": ""}, "other", "Missing: the other player's score."),
        ("video-poker", JACKS | {"hand": "Ah Kh Qh Jh"}, "hand", "4 cards: a hand has 5."),
        ("video-poker", JACKS | {"hand": "Ah Kh Qh Jh Ah"}, "hand", "Duplicate card: Ah."),
        ("video-poker", JACKS | {"hold": "Ks"}, "hold", "It cannot be Ks: it takes cards of the hand."),
    ],
)
def test_a_mistake_is_shown_beside_its_field_and_nothing_is_lost(
    client: TestClient, question: str, form: dict[str, str], field: str, said: str
) -> None:
    answer = client.get(f"/odds/{question}", params=form | {"ask": "yes"})
    page = unescape(answer.text)
    assert answer.status_code == 400
    place = page.index(f'name="{field}"')
    assert place < page.index('aria-invalid="true"') < page.index('id="wrong"') < page.index(f'id="h-{field}"')
    assert said in page[place : page.index(f'id="h-{field}"')]
    for entered in form.values():
        assert entered in page


def test_a_form_that_comes_too_soon_keeps_what_was_entered(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def limit(request: object, kind: object) -> None:
        if kind is rate_limits.HINTS:
            raise Refused(429, "too many requests; wait a moment and try again")

    monkeypatch.setattr(requests, "limit", limit)
    answer = client.get("/odds/equity", params=EQUITY)
    assert answer.status_code == 429
    assert "Too many requests; wait a moment and try again." in answer.text
    assert ">Ah Ad\nKc Ks</textarea>" in answer.text


def test_a_long_answer_shows_a_page_that_loads_again_and_leads_back_to_the_question(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page stood still for up to 20 seconds, and nothing said that the question had been asked."""
    with monkeypatch.context() as patched:
        patched.setattr(responses, "LONG_WORK_S", 0)
        waiting = client.get("/odds/equity", params=EQUITY)
    assert waiting.headers["refresh"] == "2"
    assert 'role="status">The answer is being computed' in waiting.text
    back = re.findall(r'href="(/odds/equity[^"]*)"', waiting.text)
    assert ">Ah Ad\nKc Ks</textarea>" in client.get(unescape(back[0])).text
    monkeypatch.setattr(requests, "limit", lambda request, kind: _refuse_new_questions(kind))
    assert "91.62 %" in client.get("/odds/equity", params=EQUITY).text


def _refuse_new_questions(kind: object) -> None:
    if kind is rate_limits.HINTS:
        raise Refused(429, "too many requests")


def test_an_answer_that_is_given_up_says_so_once_and_is_begun_again_when_it_is_asked_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = client.app.state.workbench._odds  # type: ignore[attr-defined]
    with monkeypatch.context() as patched:
        patched.setattr(worker, "seconds", 0)
        assert "this takes longer than 0 s" in client.get("/odds/equity", params=EQUITY).text.lower()
    assert "91.62 %" in client.get("/odds/equity", params=EQUITY).text


def test_a_question_that_no_page_asks_for_any_more_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who went "back to the question" left the next one to wait for up to twenty seconds."""

    async def ask() -> None:
        workbench = workers.Workbench()
        with monkeypatch.context() as patched:
            patched.setattr(workers, "LEFT_S", 0)
            left = workbench.odds(time.sleep, BUSY_S)
            with pytest.raises(BadDeclaration, match="no open page was waiting"):
                await left.task
        assert workbench.odds(time.sleep, BUSY_S) is not left  # asked once more, it is begun again
        workbench.close()

    asyncio.run(ask())


@pytest.mark.parametrize("question", questions.commands())
def test_the_example_of_a_question_is_answered(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = questions.commands()[question].example
    assert main(["odds", question, *words, "--json"]) == 0
    capsys.readouterr()
    assert main(["odds", question, "--help"]) == 0
    assert f"  {shlex.join(('cardwright', 'odds', question, *words))}\n" in capsys.readouterr().out


@pytest.mark.parametrize("question", odds_questions.page_questions())
def test_the_page_of_a_question_leads_to_its_examples(question: str, client: TestClient) -> None:
    asked = odds_questions.command(question)
    links = re.findall(rf'href="(/odds/{question}\?[^"]+)"', client.get(f"/odds/{question}").text)
    forms = odds_questions.examples(question)
    for link, form, example in zip(links, forms.values(), (asked.example, *asked.more_examples), strict=True):
        page = client.get(unescape(link))
        assert page.status_code == 200
        assert 'class="panel answer-report"' in page.text
        assert f"/odds/{question}?" not in page.text
        typed, meant = (
            [[*value] if isinstance(value, tuple) else value for value in vars(given).values()]
            for given in map(
                odds_questions._parser(question).parse_args, (odds_questions.words(question, form), example)
            )
        )
        assert typed == meant


def test_a_question_about_any_game_has_an_example_of_each_and_says_which_is_left_out(client: TestClient) -> None:
    """The example was one of cribbage, whichever game was chosen."""
    empty = unescape(client.get("/odds/position").text)
    refused = unescape(client.get("/odds/position", params={"game": "pyramid", "moves": "x", "ask": "yes"}).text)
    for page in empty, refused:
        examples = page.partition("Examples: ")[2].partition("</p>")[0]
        for name, room in games.GAMES.items():
            assert (f">{room.title}</a>" in examples) == bool(room.position)
            assert room.position or f"{room.title} has a question of its own, {name}" in page


def test_every_argument_that_a_page_offers_is_one_of_the_command() -> None:
    for room in games.GAMES.values():
        for name, command in room.questions.items():
            if command.entered:
                assert [field.name for field in odds_questions.fields(name)] == list(command.entered)
                assert set(command.known) <= set(command.entered)


SIGNED = Report(
    title="A <report>",
    columns=(Column("move"), Column("value", "value"), Column("note")),
    rows=(("a & b", Fraction(1, 2), ""), ("c", Fraction(-1, 4), "x"), ("d", None, "")),
    method="exact",
    bars="value",
)


LABELS = (Column("move"), Column("note"))


def test_bars_are_as_long_as_the_values_from_a_common_line() -> None:
    right, left, nothing = report_chart.cells(SIGNED)
    assert (left, nothing.strip()) == ("█" * 7, "")
    assert right == " " * 7 + "█" * 13 + "▍"
    assert report_chart.cells(replace(SIGNED, bars="")) == []


def test_the_picture_of_bars_is_drawn_to_scale() -> None:
    picture = ElementTree.fromstring(report_chart.svg(SIGNED, "white"))
    rects = [each.attrib for each in picture.iter("{http://www.w3.org/2000/svg}rect")]
    ground, up, down = rects
    assert ground["fill"] == "white"
    assert float(up["width"]) == pytest.approx(2 * float(down["width"]), abs=0.2)
    assert float(down["x"]) + float(down["width"]) == pytest.approx(float(up["x"]), abs=0.2)
    assert "A <report>: value" in "".join(picture.itertext())
    assert report_chart.svg(replace(SIGNED, bars="")) == ""


def test_short_labels_make_a_picture_whose_letters_can_be_read_on_a_telephone() -> None:
    """It had the width of the longest labels: letters of 13 pixels were drawn with 6."""
    picture = ElementTree.fromstring(report_chart.svg(SIGNED, heading=False))
    assert 13 * 320 / float(picture.attrib["width"]) > 10


def test_bars_are_labelled_by_the_first_column_that_tells_them_apart(client: TestClient) -> None:
    """Beside what is laid away stood what is kept: letters of 13 pixels were drawn with 8 on a telephone."""
    page = client.get("/odds/discard", params={"cards": "5h 5s Jd Qc 4c 6h", "dealer": "yes", "ask": "yes"}).text
    assert ">Jd Qc</text>" in page
    assert 13 * 306 / float(re.findall(r'class="report-bars" width="(\d+)"', page)[0]) > 9
    alike = replace(
        SIGNED, rows=(("a", "x", Fraction(1)), ("a", "y", Fraction(2))), columns=(*LABELS, SIGNED.columns[1])
    )
    assert [bar.label for bar in report_chart.bars(alike)] == ["a | x", "a | y"]
    placed = replace(alike, columns=(Column("place", "count"), *alike.columns), rows=((1, *alike.rows[0]),))
    assert [bar.label for bar in report_chart.bars(placed)] == ["a"]  # a name says more than its place


def test_the_page_and_the_command_draw_the_same_bars(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = client.get("/odds/board", params={"score": "100", "other": "90", "to": "121", "ask": "yes"}).text
    assert page.count('<rect class="up"') == 17
    file = tmp_path / "bars.svg"
    assert main(["odds", "board", "100", "90", "--svg", str(file)]) == 0
    assert "█" in capsys.readouterr().out
    assert file.read_text("utf-8").count('<rect class="up"') == 17
    assert main(["odds", "count", "5h 5s 5d Jc", "5c", "--svg", str(file)]) == 2
    assert "has no chart" in capsys.readouterr().err


def test_a_form_reads_as_a_form_and_no_link_leads_to_itself(client: TestClient) -> None:
    for question in odds_questions.page_questions():
        page = unescape(client.get(f"/odds/{question}").text)
        assert f'href="/odds/{question}"' not in page
        for field in odds_questions.fields(question):
            assert field.label[0].isupper()
            assert "_" not in field.label
            assert "quotes" not in field.help
            assert ", ".join(field.choices) not in field.help or not field.choices
    assert 'six cards: "5h 5s Jd Qc 4c 6h"' in unescape(client.get("/odds/discard").text)
    wrong = {"game": "cribbage", "moves": "Jd", "seat": "1", "options": "", "ask": "yes"}
    assert "....</p>" not in client.get("/odds/position", params=wrong).text
    assert '<a href="/odds/count">Count a hand, with its reasons</a>' in client.get("/odds").text


def edges(table: Locator) -> tuple[bytes, bytes]:
    """Return pictures of the left and the right edge of a table whose words are hidden."""
    box = box_of(table)
    left, right = (
        table.page.screenshot(clip={"x": x, "y": box.top + 4, "width": 3, "height": 20})
        for x in (box.left, box.right - 3)
    )
    return left, right


def test_a_table_is_shaded_at_an_edge_beyond_which_it_goes_on(page: Page, server: Server) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/odds/paigow")
    follow(page, "See an example")
    table = page.locator(".answer-report table")
    assert table.evaluate("table => table.scrollWidth > table.clientWidth")
    table.evaluate("table => { for (const row of table.children) row.style.visibility = 'hidden'; }")
    plain, shaded = edges(table)
    assert plain != shaded
    table.evaluate("table => { table.scrollLeft = table.scrollWidth; }")
    left, right = edges(table)
    assert right == plain
    assert left not in (plain, shaded)  # the same shade, mirrored
    page.set_viewport_size(DESK)
    assert edges(table) == (plain, plain)


def test_every_field_is_described_by_its_help(client: TestClient) -> None:
    page = client.get("/odds/discard").text
    named, described = (set(re.findall(pattern, page)) for pattern in (r'id="h-(\w+)"', r'aria-describedby="h-(\w+)"'))
    assert "dealer" in named
    assert described == named


def test_forms_and_answers_name_choices_as_the_form_of_a_table_does(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"cards": "Jo Ac Kd Qh Ts 7c 4d", "ask": "yes"}
    page = unescape(client.get("/odds/paigow", params=asked).text)
    assert "Jo Ac Kd Qh Ts 7c 4d against Trump Plaza" in page
    assert ">Trump Plaza, Foxwoods, MGM Grand</td>" in page
    option = next(option for option in games.options("paigow") if option.name == "house_way")
    for choice in option.choices:
        assert f'value="{choice}"' in page
        assert f">{option.meaning(choice)}</option>" in page
    assert main(["odds", "paigow", "Jo Ac Kd Qh Ts 7c 4d", "--json"]) == 0
    ways = {row["set so by"] for row in json.loads(capsys.readouterr().out)["rows"]}
    assert "trump_plaza, foxwoods, mgm" in ways
    assert ">Omaha: " in client.get("/odds/equity").text
    assert ">Cribbage</option>" in client.get("/odds/position").text
