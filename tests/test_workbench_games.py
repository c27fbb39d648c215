"""Games from the workbench, by requests: tables, own variants, playtests and charts of starting hands."""

import html
import re
from pathlib import Path

import httpx2
import pytest

from cardwright import declared_variants
from cardwright.cardroom.workbench import analysis, background_jobs
from cardwright.cli import main
from cardwright.play import record as records
from cardwright.ranking import declaration
from cardwright.web.workbench_form import BLANK
from cardwright.web.workbench_links import pack
from support.browser import Server
from support.visitors import JSON, look, post_move, until
from support.workbench import (
    DICE,
    NINE_CARDS,
    OWN_VARIANT,
    TEN_CARDS,
    finished,
    hold_playtests,
    more,
    open_game,
    publish,
    study,
)

KUHN = {"toml": declaration.text_of("kuhn"), "variant": "kuhn", "players": "2", "bot": "caller"}


def own_form(text: str = BLANK, variant: str = OWN_VARIANT, **form: str) -> dict[str, str]:
    """Return the fields that choose a variant of one's own."""
    return {"toml": text, "own-variant": variant, "variant": "own-variant", "players": "2", **form}


def variants_in(page: str) -> str:
    """Return the list of the variants that fit, as the page holds it."""
    found = re.search('data-variants="([^"]*)"', page)
    assert found is not None
    return html.unescape(found[1])


def test_a_game_goes_on_under_the_table_that_it_began_with(visitor: httpx2.Client) -> None:
    text = BLANK.replace("My game", "Before")
    table = open_game(visitor, text, players="2")
    study(visitor, text.replace("Before", "After"))
    assert look(visitor, table)["view"]
    shown = visitor.get(table).text
    assert "Before" in shown
    design = html.unescape(re.search('class="design" href="([^"]*)"', shown)[1])  # type: ignore[index]
    players = re.findall('name="players" [^>]*value="([0-9]+)"', visitor.get(design).text)
    assert players == ["2", "2", "2"]  # as at the table, where it was 3 again
    too_many = visitor.post("/workbench/play", data={"toml": text, "variant": "five-card-draw", "players": "11"})
    assert too_many.status_code == 400
    assert "at most 10 can play" in too_many.text
    unfit = visitor.post("/workbench/play", data={"toml": TEN_CARDS, "variant": "five-card-draw"})
    assert unfit.status_code == 400
    assert "the chosen game is not played with this table: it takes hands of 5 cards with the variant" in unfit.text


def test_a_person_and_a_bot_are_dealt_in(visitor: httpx2.Client) -> None:
    page = visitor.get("/workbench").text
    assert 'name="people"' in page
    assert "Calling Kate (bot): never folds and never raises" in page
    seats = {"players": "3", "others": "fast", "people": "1"}
    table = open_game(visitor, BLANK, **seats)
    assert "Waiting for 1 more player." in visitor.get(table).text
    too_many = visitor.post("/workbench/play", data={"toml": BLANK, **seats, "people": "3"})
    assert "0 to 2, the number of other seats" in too_many.text


def test_chinese_poker_is_dealt_with_a_table_that_fits(visitor: httpx2.Client) -> None:
    assert '"chinese"' in variants_in(more(visitor, BLANK))
    assert "chinese" not in variants_in(more(visitor, DICE))
    form = {"variant": "chinese", "players": "2", "others": "caller"}
    for text, count in ((BLANK, 13), (declaration.text_of("brag"), 9)):
        assert len(look(visitor, open_game(visitor, text, **form))["view"]["hand"]) == count
    assert visitor.post("/workbench/playtest", data={"toml": BLANK, "variant": "chinese"}).status_code == 400
    assert visitor.post("/workbench/play", data={**form, "toml": BLANK, "players": "5"}).status_code == 400


def test_a_variant_is_taken_to_be_changed_with_its_comments(visitor: httpx2.Client) -> None:
    found = study(visitor, BLANK, do="variant", variant="royal-holdem")
    assert found["own_variant"] == declared_variants.text_of("royal-holdem")
    assert found["own_title"] == "Royal hold'em"
    kept = study(visitor, BLANK, **own_form() | {"do": "variant"})
    assert kept["own_variant"] == OWN_VARIANT
    refused = visitor.post("/workbench", data={"do": "variant", "toml": BLANK, "variant": "chinese"}, headers=JSON)
    assert "no variant of poker named 'chinese'" in refused.json()["error"]
    page = visitor.post("/workbench", data=own_form() | {"do": "variant", "variant": "omaha"}).text
    assert "title = &#34;Omaha&#34;" in page  # without a script
    assert 'value="own-variant" selected>Your own: Omaha<' in page


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        (OWN_VARIANT.replace("draw = true", "drw = true", 1), "variant, street 2 (After the draw): unknown key 'drw'"),
        (
            OWN_VARIANT.replace('"all"', '"al"'),
            "variant, hand: must be 'any', 'all' or a number of hole cards from 1 to 9, not 'al'",
        ),
        ("[", "variant: is not TOML"),
        ("omaha", "variant: is not TOML"),
        ("/etc/passwd", "variant: is not TOML"),
        ("a = " + "[" * 5000, "variant: is not TOML: nested too deeply"),
        (OWN_VARIANT + "#" * analysis.MAX_CHARS, "variant: is longer than the 12,000 characters"),
        (OWN_VARIANT + '[[street]]\nname = "x"\ndraw = true\n' * 12, "are more than the 12 a variant may have"),
        (OWN_VARIANT.replace('"Lantern draw"', r'"\u202e"'), "variant, title: must be one line"),
    ],
)
def test_a_variant_with_a_fault_is_refused_everywhere(visitor: httpx2.Client, variant: str, why: str) -> None:
    assert why in study(visitor, BLANK, **{"own-variant": variant})["error"]
    for path in ("/workbench/play", "/workbench/playtest", "/workbench/publish"):
        form = own_form(variant=variant) if path != "/workbench/publish" else {"toml": BLANK, "own-variant": variant}
        answer = visitor.post(path, data=form, headers=JSON)
        assert answer.status_code == 400
        assert why in answer.json()["error"]
    page = visitor.get("/workbench", params={"d": pack(BLANK), "v": pack(variant)})
    assert page.status_code == 400
    assert "2,598,960 hands" in page.text  # the table has no fault


def test_it_is_said_at_once_whether_a_variant_fits_the_table(visitor: httpx2.Client) -> None:
    assert 'data-own="2 to 10 can play it."' in more(visitor, BLANK, OWN_VARIANT)
    six = OWN_VARIANT.replace('["down", ', '["down", "down", ')
    reason = "It cannot be played with these hands: it takes hands of 6 cards."
    assert reason in more(visitor, BLANK, six)
    refused = visitor.post("/workbench/play", data=own_form(variant=six))
    assert refused.status_code == 400
    assert "hands of 6 cards with the variant Lantern draw" in refused.text
    assert "The last exchange" in refused.text  # nothing is lost
    reason = "It cannot be played with this deck: Lantern draw for 2 needs 2 x 5 = 10 cards"
    assert reason in more(visitor, NINE_CARDS, OWN_VARIANT)


def test_titles_from_right_to_left_turn_no_line(visitor: httpx2.Client) -> None:
    variant, text = OWN_VARIANT.replace("Lantern draw", "פנס"), BLANK.replace('"My game"', '"כוכב"')
    found = study(visitor, text, **{"own-variant": variant})
    assert (found["own_title"], "\u2068כוכב\u2069: 2,598,960 hands" in found["results"]) == ("\u2068פנס\u2069", True)
    table = open_game(visitor, **own_form(text, variant, others="open"))
    assert "\u2068כוכב\u2069: \u2068פנס\u2069" in visitor.get(table).text
    publish(visitor, text, "right-to-lef", name="Ann", listed="yes")
    assert re.search("<bdi>כוכב</bdi></a> by <bdi>", visitor.get("/workbench/published").text)


def test_a_game_of_an_own_variant_goes_on_under_the_text_that_it_began_with(
    visitor: httpx2.Client, tmp_path: Path
) -> None:
    table = open_game(visitor, **own_form(others="caller"))
    assert "My game: Lantern draw" in visitor.get(table).text
    assert "The last exchange" in visitor.get(f"{table}/rules").text
    for _ in range(4):
        seen = until(visitor, table, lambda seen: seen["seat"] in seen["to_act"])
        post_move(visitor, table, seen["version"], seen["moves"][0]["text"])
    visitor.post(f"{table}/leave", data={"for_good": "yes"})
    record = visitor.get(f"{table}/record")
    file = tmp_path / "own.jsonl"
    file.write_bytes(record.content)
    assert records.read(file).header.options["variant"] == OWN_VARIANT
    assert main(["verify", str(file)]) == 0
    for part in ("replay?at=9", "review", "fair"):
        assert visitor.get(f"{table}/{part}").status_code == 200, part


def test_no_name_of_a_variant_is_markup(visitor: httpx2.Client) -> None:
    evil = "<script>alert(1)</script> [here](https://evil.example) | `x` {0}"
    variant = OWN_VARIANT.replace("Lantern draw", evil).replace("After the draw", evil).replace("five cards", evil)
    text = BLANK.replace('"Nothing"', f'"{evil}"')
    form = own_form(text, variant)
    table = open_game(visitor, **form)
    parts = [visitor.get(f"{table}{part}").text for part in ("", "/rules", "/hands")]
    parts += [visitor.post("/workbench", data=form).text, more(visitor, text, variant)]
    assert not any("<script>alert" in part or 'href="https://evil' in part for part in parts)
    assert "[here](https://evil.example) | `x`" in parts[1]


def test_an_own_variant_is_published_with_the_table_and_playtested(visitor: httpx2.Client) -> None:
    first = publish(visitor, BLANK, "own-variant1", **{"own-variant": OWN_VARIANT})
    page = visitor.get(first).text
    assert "Its variant: Lantern draw" in page
    assert 'value="own-variant" selected>Your own: Lantern draw<' in page
    changed = publish(visitor, BLANK, "own-variant1", **{"own-variant": OWN_VARIANT.replace("last", "second")})
    assert changed.endswith("/2")
    copied = re.search(r'href="(/workbench\?d=[\w-]+&amp;v=[\w-]+)"', visitor.get(first).text)
    assert copied is not None
    assert "The last exchange" in visitor.get(copied[1].replace("&amp;", "&")).text
    work = visitor.post("/workbench/playtest", data=own_form(bot="random")).headers["location"]
    assert "&amp;v=" in visitor.get(work).text


def test_a_thousand_deals_are_played_in_the_background_and_compared(
    visitor: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = hold_playtests(monkeypatch, first=1)  # after the first deals
    form = KUHN | {"before": KUHN["toml"].replace("J Q K", "J Q K A")}
    page = visitor.post("/workbench/playtest", data=form).headers["location"]
    while "10 of 2,000 deals. This page shows more as it comes." not in (seen := visitor.get(page)).text:
        assert "refresh" in seen.headers
    assert '<progress max="2000" value="10">' in seen.text
    assert "The table before: 5 deals" in seen.text
    go_on.set()
    tested = finished(visitor, page)
    assert "<progress" not in tested
    assert "This table: 1,000 deals" in tested
    assert "Played as Kuhn poker" in tested
    assert "The table before: 1,000 deals" in tested
    assert tested.count("1,000 deals came to a showdown") == 2
    assert tested.count("Won: alone, or tied with another.") == 2
    assert visitor.get("/workbench/playtest/none").status_code == 404
    for wrong in ({"toml": "x"}, {"bot": "x"}):
        assert visitor.post("/workbench/playtest", data=form | wrong).status_code == 400


def test_a_table_before_that_is_not_played_so_does_not_end_a_playtest(
    visitor: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first change from the blank page to dice, five deals were played."""
    monkeypatch.setattr(background_jobs, "MAX_DEALS", 8)
    form = {"toml": DICE, "before": BLANK, "players": "2", "bot": "caller", "variant": "three-rolls"}
    page = visitor.post("/workbench/playtest", data=form).headers["location"]
    tested = finished(visitor, page)
    assert "This table: 8 deals" in tested
    assert "The table before the last change is not compared, since it is not played so: " in tested
    assert "it takes a ranking of dice with the variant Three rolls, not of cards.</p>" in tested


def test_a_playtest_that_must_wait_for_others_keeps_the_declaration(
    visitor: httpx2.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.state.works._works, "max_running", 0)
    text = BLANK.replace("My game", "Kept in the form")
    for path in ("playtest", "starting"):
        answer = visitor.post(f"/workbench/{path}", data={"toml": text, "players": "2"})
        assert "other tables are being tested" in answer.text
        assert "Kept in the form" in answer.text


def test_a_playtest_takes_the_place_of_ones_own_and_of_no_other(
    visitor: httpx2.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = hold_playtests(monkeypatch)
    monkeypatch.setattr(background_jobs, "MAX_DEALS", 8)
    monkeypatch.setattr(server.app.state.works._works, "max_running", 1)
    visitor.get("/workbench")  # which sets the cookie
    first = visitor.post("/workbench/playtest", data=KUHN).headers["location"]
    with server.client() as stranger:
        stranger.get("/workbench")
        assert "other tables are being tested" in stranger.post("/workbench/playtest", data=KUHN).text
    second = visitor.post("/workbench/playtest", data=KUHN).headers["location"]
    assert "a later playtest or chart of yours took its place" in finished(visitor, first)
    go_on.set()
    assert "This table: 8 deals" in finished(visitor, second)


def test_a_few_deals_have_no_standard_error(visitor: httpx2.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_jobs, "MAX_DEALS", 3)
    form = {"toml": BLANK, "before": "", "players": "2", "bot": "caller"}
    page = visitor.post("/workbench/playtest", data=form).headers["location"]
    tested = finished(visitor, page)
    assert "This table: 3 deals" in tested
    assert " % <small>too few</small>" in tested
    assert tested.count("±") == 1  # in the words about it


def test_a_chart_is_computed_in_the_background(visitor: httpx2.Client) -> None:
    form = {"toml": BLANK.replace(" 2 3 4 5 6 7 8", ""), "players": "3"}
    page = visitor.post("/workbench/starting", data=form).headers["location"]
    chart = finished(visitor, page)
    assert chart.count("data-heat") == 36  # six pairs, 15 suited and 15 others
    assert "<b>AKs</b>" in chart
    large = visitor.post("/workbench/starting", data=form | {"toml": BLANK, "own": "3", "board": "4"}).text
    assert "22,100 hands are more than the 5,000 of a chart" in large
    assert visitor.get(page.replace("starting", "playtest")).status_code == 404
    many = visitor.post("/workbench/starting", data=form | {"players": "10"}, headers=JSON)
    assert many.status_code == 400
    assert "10 players take 25 cards" in many.json()["error"]
    for wrong in ({"own": "0"}, {"own": "4", "toml": BLANK}, {"toml": "x"}, {"board": "two"}):
        assert visitor.post("/workbench/starting", data=form | wrong, headers=JSON).status_code == 400


def test_a_chart_of_an_exact_number_of_ones_own_cards_says_so(visitor: httpx2.Client) -> None:
    form = {"toml": TEN_CARDS, "board": "3"}
    page = visitor.get(visitor.post("/workbench/starting", data=form | {"from-hole": "1"}).headers["location"]).text
    assert "2 cards of one's own and 3 for all, of which a hand has exactly 1 of one's own; 2 players" in page
    refused = visitor.post("/workbench/starting", data=form | {"from-hole": "3"}, headers=JSON)
    assert "a hand takes 3 of the cards in the hole, and there are 2" in refused.json()["error"]
