"""Statistics: each game's figures against an independent count, streaks, opponents, CSV, and the pages."""

import csv
import functools
import io
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from cardwright import games
from cardwright.cli import main
from cardwright.game import State
from cardwright.games.paigow.events import Showdown
from cardwright.games.poker import statistics as poker_statistics
from cardwright.play import statistics
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.skill import Skill
from cardwright.play.summary import SUMMARY_VERSION, Summary, summarise
from cardwright.play.table import Table
from cardwright.scenes import Chips, words
from support.playouts import advised, short_form
from support.records import finished
from support.visitors import Room, open_table, own_list, play_out, run


@functools.cache
def played(name: str, seed: int = 1, bot: str = "random", **options: Any) -> Record:
    """A whole game between bots, the first of which is taken for a person."""
    game = games.create(name, **options)
    bots = [games.create_bot(bot, game, Random(f"{seed}/{seat}")) for seat in range(game.players)]
    table = finished(Table(game, Luck.numbered(seed)), advised(game, *bots))
    players = [Sitter("Ann", "you"), *(Sitter(f"Bot {seat}", bot) for seat in range(1, game.players))]
    return Record.of(Header.of(game, players), game, table.log)


def events(states: tuple[State, ...], kind: str) -> list[Any]:
    """Every event of a kind, but those of the first state."""
    told = (event for state in states[1:] for event in state.events)  # type: ignore[attr-defined]
    return [event for event in told if type(event).__name__ == kind]


def test_cribbage_counts_hands_cribs_and_the_play() -> None:
    record = played("cribbage", bot="basic")
    for seat in (0, 1):
        found = summarise(record, seat).figures
        shows: dict[tuple[int, bool, tuple[int, ...], int], int] = {}
        for state in record.states:
            for show in state.shown:  # type: ignore[attr-defined]
                shows[show.player, show.crib, show.cards, show.starter] = show.score.points
        hands = [points for (player, crib, *_), points in shows.items() if player == seat and not crib]
        cribs = [points for (player, crib, *_), points in shows.items() if player == seat and crib]
        assert found["hand"] == (sum(hands), len(hands))
        assert found.get("crib", (0, 0)) == (sum(cribs), len(cribs))
        assert found["best hand"] == (max(hands), 1)
        deals = sum(found.get(role, (0, 0))[1] for role in ("pone", "dealer"))
        assert found["play"][1] == deals > 3
        # All points of the deals but the last are in the totals of pone and dealer.
        points = [state.scores[seat] for state in record.states if state.phase == "deal"]  # type: ignore[attr-defined]
        assert sum(found.get(role, (0, 0))[0] for role in ("pone", "dealer")) == max(points)


def test_cribbage_counts_skunks_and_the_score() -> None:
    by_hand = 0
    for seed in range(1, 9):
        record = played("cribbage", seed)
        mine, theirs = (record.states[-1].scores[seat] for seat in (0, 1))  # type: ignore[attr-defined]
        found = summarise(record, 0)
        assert found.score == mine - theirs
        assert found.scored == f"{mine} to {theirs}"
        assert ("skunks" in found.figures) == (mine - theirs >= 31)
        assert ("skunked" in found.figures) == (theirs - mine >= 31)
        by_hand += abs(mine - theirs) >= 31
    assert by_hand


def test_pai_gow_counts_bets_and_what_they_are_expected_to_bring() -> None:
    record = played("paigow", players=1, rounds=20)
    found = summarise(record, 0)
    results = [
        result
        for event in events(record.states, "Showdown")
        if isinstance(event, Showdown)
        for result in event.results
        if result.seat == 0
    ]
    bets = sum(result.bet for result in results)
    assert found.figures["bet"] == (bets, len(results))
    assert found.figures["gained"] == (found.score, bets)
    edge, chips = found.figures["expected"]
    assert chips == bets
    assert edge / bets == pytest.approx(-0.012956, abs=1e-6)  # docs/answers.md: (lose - win) / all, without commission
    taxed = summarise(played("paigow", players=1, rounds=5, commission=5), 0).figures["expected"]
    assert taxed[0] / taxed[1] == pytest.approx(-0.027262, abs=1e-6)
    assert "expected" not in summarise(played("paigow", players=1, rounds=3, house_way="foxwoods"), 0).figures


@pytest.mark.parametrize("button", [0, 1])  # by lot; or given, and the first deal has begun at the first step
def test_poker_counts_results_in_blinds(button: int) -> None:
    record = played("poker", players=3, deals=12, button=button)
    deals = record.states[-1].deal  # type: ignore[attr-defined]
    found = [summarise(record, seat) for seat in range(3)]
    for each in found:
        assert each.figures["blinds"][0] * 2 == pytest.approx(each.score)  # the blinds are 1 and 2
        assert each.figures["largest"][0] <= 600
    assert max(each.figures["deals"][1] for each in found) == deals
    assert sum(each.figures["deals"][0] for each in found) >= deals - 1  # a pot may be split
    shown = {each.player for each in events(record.states, "Showed")}
    assert shown == {seat for seat in range(3) if "showdowns" in found[seat].figures}


def test_one_chip_is_not_one_chips() -> None:
    game = games.create("poker", players=2, button=1)
    view = game.view(game.initial_state(), 0)
    poor = replace(view, betting=replace(view.betting, stacks=(1, 1), bets=(0, 0)))
    assert [seat.score for seat in games.scene(game, poor).seats] == ["1 chip", "1 chip"]
    assert words.zone(Chips(id="pot", title="Pot", amount=1), ()) == ["Pot: 1 chip."]
    won: Any = SimpleNamespace(returns=lambda state: (1, -1200))
    scores = [poker_statistics.score(won, game.initial_state(), seat) for seat in range(2)]
    assert scores == [(1, "+1 chip"), (-1200, "-1,200 chips")]


def test_patience_flexdeck_and_pyramid_count_what_they_are_won_by() -> None:
    patience = summarise(played("patience"), 0)
    assert patience.figures["made"] == (patience.score, 1)
    assert patience.result.startswith(f"{patience.score} of 16")
    flexdeck = played("flexdeck")
    rounds = events(flexdeck.states, "Compared")
    assert summarise(flexdeck, 0).figures["rounds"] == (sum(each.winner == 0 for each in rounds), len(rounds))
    pyramid = played("pyramid")
    (ended,) = events(pyramid.states, "Finished")
    assert summarise(pyramid, 1).figures["hands"] == (ended.wins.count(1), len(ended.wins))


FIGURES_OF_VERSION_4 = """
cribbage: hand, crib, play, pone, dealer, best hand, best crib, skunks, skunked
flexdeck: rounds, dealt, tied
patience: made, best, idle
paigow: bet, gained, expected, won, pushed, fouls
pyramid: hands, tied, priority
poker: blinds, deals, showdowns, largest, worst
chinese: points, front, middle, back, scoops, fouls, best, worst
"""


def test_another_figure_needs_another_version_of_summaries() -> None:
    """Or the games that are kept would never have it."""
    assert SUMMARY_VERSION == 4
    for line in FIGURES_OF_VERSION_4.split("\n")[1:-1]:
        game, names = line.split(": ")
        assert ", ".join(each.name for each in games.figure_list(game)) == names


# Over many games


def of(outcome: str, **more: Any) -> Summary:
    one = Summary("cribbage", ("Ann", "Bot"), ("", "basic"), 0, outcome, "", 3, "", 20, 90)
    return msgspec.structs.replace(one, **more)


def test_streaks_opponents_and_games_that_do_not_count() -> None:
    games_played = [of("won"), of("won"), of("lost"), of("won", uncounted=True), of("lost", kinds=("", ""))]
    (found,) = statistics.statistics(games_played)
    assert (found.played, found.won, found.lost, found.streak, found.longest) == (4, 2, 2, -2, 2)
    assert {(line.who, line.won, line.lost) for line in found.against} == {("Morgan", 2, 1), ("people", 0, 1)}


def test_a_draw_ends_a_streak() -> None:
    (found,) = statistics.statistics([of("won"), of("drawn"), of("won")])
    assert (found.drawn, found.streak, found.longest) == (1, 1, 1)


def test_who_broke_even_or_gave_up_is_told_so_and_counted() -> None:
    even = summarise(played("poker", bot="tight", deals=1, players=5), 1)
    assert even.outcome == "even"
    assert (even.ended_as, even.counted, even.score) == ("broke even", "drawn", 0)
    (found,) = statistics.statistics([of("even"), of("resigned")])
    assert (found.drawn, found.lost, found.streak) == (1, 1, -1)
    assert [row.split(",")[4] for row in statistics.as_csv([(0, of("even")), (0, of("resigned"))]).split()[-2:]] == [
        "drawn",
        "lost",
    ]


def test_figures_add_up_over_games() -> None:
    one = {"hand": (16.0, 2), "best hand": (12.0, 1), "skunks": (1.0, 1)}
    two = {"hand": (8.0, 1), "best hand": (8.0, 1), "best crib": (0.0, 1)}
    (found,) = statistics.statistics([of("won", figures=one), of("won", figures=two)])
    values = {each.label: (each.value, each.best_in) for each in found.values}
    assert values == {
        "Points in the hand": ("8.00", 0),
        "Best hand": ("12", 1),
        "Best crib": ("0", 0),
        "Skunks (won by 31 or more)": ("1", 0),
    }


def test_chinese_poker_counts_rows_scoops_and_fouls() -> None:
    """Random players foul often: each deal is counted again from its comparisons."""
    record = played("chinese", players=3, deals=4)
    shown = events(record.states, "Showdown")
    assert len(shown) == 4
    for seat in range(3):
        found = summarise(record, seat).figures
        pairs = [(each, 1 if each.one == seat else -1) for deal in shown for each in deal.comparisons]
        mine = [tuple(sign * row for row in each.rows) for each, sign in pairs if seat in (each.one, each.other)]
        assert found["points"] == (sum(deal.gained[seat] for deal in shown), 4)
        assert found["middle"] == (sum(rows[1] > 0 for rows in mine), 8)
        assert found["scoops"] == (sum(rows == (1, 1, 1) for rows in mine), 8)
        assert found["fouls"] == (sum(deal.hands[seat].foul for deal in shown), 4)
        assert found["best"][0] == max(0, *(deal.gained[seat] for deal in shown))


def test_the_csv_has_a_line_a_game_and_no_formulas() -> None:
    figures = {"best hand": (12, 1), "hand": (9.5, 2)}
    rows = list(csv.reader(io.StringIO(statistics.as_csv([(0, of("won", names=("Ann", "=1+1"), figures=figures))]))))
    assert len(rows) == 2
    line = dict(zip(*rows, strict=True))
    assert line["ended"] == "1970-01-01T00:00:00+00:00"
    assert line["others"] == "'=1+1"
    assert (line["cribbage: Points in the hand (sum)"], line["cribbage: Points in the hand (of)"]) == ("9.5", "2")
    assert line["cribbage: Best hand"] == "12"


def test_the_csv_of_an_answer_has_no_formulas(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "pays.toml"
    file.write_text('like = "jacks-or-better"\n[[category]]\nname = "=1+1"\npays = 1\n')
    assert main(["odds", "video-poker", str(file), "--csv"]) == 0
    assert next(csv.reader(io.StringIO(capsys.readouterr().out.splitlines()[1])))[0] == "'=1+1"


@pytest.mark.parametrize("name", games.GAMES)
def test_every_figure_that_is_counted_is_declared(name: str) -> None:
    declared = {figure.name for figure in games.figure_list(name)}
    options = {key.removeprefix("o-"): value for key, value in short_form(name).items() if key.startswith("o-")}
    typed = {key: int(value) if value.isdecimal() else value for key, value in options.items()}
    assert set(summarise(played(name, **typed), 0).figures) <= declared


def test_the_page_and_the_export_show_ones_own_games(client: TestClient) -> None:
    page = client.get("/games/statistics").text  # also of who has played a guided first game
    assert "No game that counts has ended yet" in page
    assert "Guided first games" in page
    for _ in range(2):
        table = open_table(client, "cribbage", others="basic")
        client.post(f"{table}/leave", data={"for_good": "yes"})
    page = client.get("/games/statistics").text
    assert "2 lost in a row" in page
    latest = page.partition('<ol class="latest"')[2].partition("</ol>")[0]
    assert re.findall(r'<a class="outcome (\w+)" href="/t/[^/]+/replay"', latest) == ["resigned"] * 2
    assert 'class="chart scores"' not in page  # all results are 0: it was an empty field
    answer = client.get("/games/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text.count("\n") == 3


def test_results_are_drawn_once_one_is_not_zero(client: TestClient) -> None:
    tables = [open_table(client, "cribbage", others="basic", **short_form("cribbage")) for _ in range(2)]
    for table in tables:
        play_out(client, table)
    page = client.get("/games/statistics").text
    assert 'class="chart scores"' in page
    best = re.search(r'Best hand</dt>.*?href="(/t/[^/]+)/replay">See that game', page)
    assert best
    assert best[1] in tables


def test_accuracy_over_time_is_drawn_from_three_reviewed_games_on(client: TestClient, room: Room) -> None:
    tables = [open_table(client, "patience") for _ in range(4)]
    for table in tables:
        client.post(f"{table}/leave", data={"for_good": "yes"})
    client.get("/games")
    lists, name = room.cardroom.game_lists, own_list(client)
    pages = []
    for number, table in enumerate(tables[1:]):
        pages.append(client.get("/games/statistics").text)
        skills = {"placing": Skill(10, 1, 1.0 + number, 10.0, 10)}
        run(client, lists.keep_review, name, table.removeprefix("/t/"), skills)
    for so_far, page in zip(("none", "1", "2"), pages, strict=True):
        assert f"Accuracy over time is drawn from 3 reviewed games on; {so_far} so far." in page
        assert "review-graph" not in page
    page = client.get("/games/statistics").text
    assert "so far" not in page
    assert re.findall(r"<title>(game [^<]+)", page) == ["game 2: 90.0 %", "game 3: 80.0 %", "game 4: 70.0 %"]
    assert 'aria-label="Accuracy of reviewed games: game 2: 90.0 %, game 3: 80.0 %, game 4: 70.0 %"' in page
    assert re.findall(r'<tr><th scope="row">(\d)</th><td>([^<]+)', page) == [
        ("2", "90.0 %"),
        ("3", "80.0 %"),
        ("4", "70.0 %"),
    ]
    assert re.findall(r">(\d+ %)</text>", page) == ["70 %", "85 %", "100 %"]
