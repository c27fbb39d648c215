"""Reviews of finished games: costs by what a seat knew, sums that are the result, graphs, and the command."""

import csv
import io
import json
import math
import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from cardwright import games
from cardwright.answers import ROUGH, TOO_EARLY, Budget, Line, Unit
from cardwright.cli import main
from cardwright.errors import PlayError
from cardwright.games.cribbage.actions import LAYS
from cardwright.games.paigow.events import TurnedUp
from cardwright.play import record, review, review_chart
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.review import Asked, Point, value_decision
from cardwright.play.skill import Skill, loss_in_words
from cardwright.play.table import Table
from cardwright.terminal import storage
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.reports.review import report
from support.playouts import advised
from support.records import finished

FEW = Budget(samples=30)
CHANCE_TO_WIN = Unit("chance to win", "share")


def played(bots: tuple[str, str], seed: int = 5, last: float = math.inf, **options: object) -> Record:
    """A game of cribbage to 61 between bots, or its first steps."""
    game, rng = games.create("cribbage", to=61, **options), Random(seed)
    players = [games.create_bot(name, game, rng) for name in bots]
    table = finished(Table(game, Luck.numbered(seed)), advised(game, *players), last)
    return Record.of(Header.of(game, [Sitter("Ann"), Sitter("Bob")]), game, table.log)


@pytest.fixture(scope="module")
def uneven() -> Record:
    return played(("expert", "random"))


def test_an_amount_has_the_same_sign_on_the_page_and_in_the_terminal_and_a_zero_none() -> None:
    points = Unit("points", "value")
    assert [review.amount(value, points, "Luck") for value in (1.5, -0.001, 0)] == ["+1.50", "0.00", "0.00"]
    assert [review.amount(value, CHANCE_TO_WIN, "Luck") for value in (0.5, -0.0)] == ["+50.0 %", "0.0 %"]
    assert [review.amount(value, CHANCE_TO_WIN, review.START) for value in (0.5, -0.0)] == ["50.0 %", "0.0 %"]


def test_the_sum_of_play_and_luck_is_the_result(uneven: Record) -> None:
    found = review.review_record(uneven, budget=FEW)
    assert [each.seat for each in found] == [0, 1]
    assert sum(each.result for each in found) == 1
    for each in found:
        assert each.start + each.play + each.others + each.early + each.luck == pytest.approx(each.result)
        assert each.early == 0
        assert each.play == -sum(answer.cost for answer in each.decisions) <= 0
        assert each.curve[0].value == each.start
        assert each.curve[-1] == Point(uneven.last, each.result)
        assert [point.at for point in each.curve] == sorted(point.at for point in each.curve)
    assert (found[0].play, found[0].others) == (-found[1].others, -found[1].play)


def test_the_loss_by_giving_up_does_not_count_as_luck() -> None:
    whole = played(("basic", "basic"))
    at = next(at for at, step in enumerate(whole.log) if at > 20 and step.player == 0)
    table = Table(whole.game, Luck.numbered(5), whole.log[:at])
    table.resign(0)
    given_up = Record.of(whole.header, whole.game, table.log)
    for each in review.review_record(given_up, budget=FEW):
        last = each.decisions[-1].values[1]
        assert each.early == each.result - last != 0
        assert ("Given up, or time out", each.early) in each.sums
        parts = [value for name, value in each.sums if name != "Result"]
        assert sum(parts) == pytest.approx(each.result)


def test_rough_values_are_compared_and_not_summed() -> None:
    """Early mistakes of a patience cost "45.2 ± 41.6 %", and its graph and its sum began with "48 %"."""
    game = games.create("patience")
    table = finished(Table(game, Luck.numbered(1)), advised(game, games.create_bot("random", game, Random(1))))
    patience = Record.of(Header.of(game, [Sitter("Ann")]), game, table.log)
    rough_count, decisions = 25, []
    for number, each in enumerate(review.questions(patience, [0])):
        chosen = game.parse(each.chosen)
        other = next(choice for choice in game.choices(each.view) if choice != chosen)
        rough = (Line(other, 0.5, 0.15), Line(chosen, 0.02, 0.15))
        answered = value_decision(game, each, rough if number < rough_count else (Line(chosen, 0.3), Line(other, 0.1)))
        decisions += [answered] if answered else []
    (whole,), (early,) = (review.review(patience, of, [0]) for of in (decisions, decisions[:rough_count]))
    assert dict(whole.sums) == {review.LATE_START: 0.3, "Own mistakes after that": 0, "Luck": -0.3, "Result": 0}
    assert whole.curve[0] == Point(decisions[rough_count].at, 0.3)
    assert (early.sums, early.curve) == ([], (Point(patience.last, 0),))
    assert [len(each.mistakes) for each in (whole, early)] == [3, 3]
    figures = review.figures(patience, whole, ["Ann"], 0)
    assert figures.note == ROUGH
    assert [bad.cost for bad in figures.mistakes] == ["96 of 100"] * 3
    assert figures.mistakes[0].chosen.endswith(": counts 4 of 100")
    assert figures.mistakes[0].better.endswith(": counts 100 of 100")
    picture = review_chart.svg([whole], ["Ann"], CHANCE_TO_WIN)
    assert "<circle" not in picture
    assert picture.count(TOO_EARLY) == 1
    lines = review_chart.lines(whole, CHANCE_TO_WIN, 200)
    assert sum(TOO_EARLY in line for line in lines) == 1
    assert {line[9] for line in lines if len(line) > 9} == {" "}


@pytest.mark.parametrize(
    ("game", "options", "whole"),
    [
        ("paigow", {"rounds": 2, "players": 1}, False),
        ("paigow", {"rounds": 1, "form": "home"}, False),
        ("chinese", {"deals": 1}, True),
        ("chinese", {"deals": 2}, False),
        ("chinese", {"deals": 2, "players": 3}, False),
    ],
    ids=["stakes", "pot", "one-deal", "two-deals", "three-players"],
)
def test_luck_and_play_add_up_to_the_result_of_one_deal_or_several(
    game: str, options: dict[str, Any], whole: bool
) -> None:
    made = games.create(game, **options)
    table = Table(made, Luck.numbered(3))
    bots = [games.create_bot("basic", made, Random(seat)) for seat in range(made.players)]
    table.settle()
    while to_act := made.players_to_act(table.state):
        table.play(to_act[0], bots[to_act[0]].advise(made.view(table.state, to_act[0])).action)
        table.settle()
    game_record = Record.of(Header.of(made, [Sitter(str(seat)) for seat in range(made.players)]), made, table.log)
    for each in review.review_record(game_record, budget=FEW):
        assert each.whole == whole
        assert each.play <= 0
        if whole:
            assert each.start + each.play + each.others + each.luck == pytest.approx(each.result)
            assert each.curve[-1] == Point(game_record.last, each.result)
        else:
            assert each.curve[-1].value == each.decisions[-1].values[1]
            parts = dict(each.sums)
            if "form" in options:  # a pot is no sum of stakes
                assert parts == {"Own mistakes": each.play}
                continue
            assert parts.pop("Result") == pytest.approx(sum(parts.values()))
            assert ("Luck, and how others played" in parts) == (made.players == 3)
            stakes = game == "paigow"
            assert each.result == (staked(game_record) if stakes else made.returns(game_record.states[-1])[each.seat])
        unit = games.unit(made)
        words = "over the game" if whole else "at each decision"
        assert f"{unit.name} {words}</title>" in review_chart.svg([each], ["Ann", "Bob", "Cid"], unit)


def staked(played_out: Record) -> float:
    """What the first seat's bets brought, in bets, by the events of a casino without commission."""
    told = [event for state in played_out.states for event in state.events]  # type: ignore[attr-defined]
    results = [each.result for each in told if isinstance(each, TurnedUp) and each.result]
    return sum(each.gained / each.bet for each in results if each.seat == 0)


def test_decisions_are_told_apart_by_their_kind(uneven: Record) -> None:
    found = review.review_record(uneven, budget=FEW)[1]
    kinds = found.kinds
    assert set(kinds) == {"discards", "play"}
    assert sum(each.decisions for each in kinds.values()) == len(found.decisions)
    assert sum(each.cost for each in kinds.values()) == pytest.approx(-found.play)
    laid = [each for each in found.decisions if each.chosen.startswith("lay ")]
    assert kinds["discards"].decisions == len(laid)
    assert kinds["discards"].mistakes == sum(each.mistake for each in laid) > 0
    first, second = review.figures(uneven, found, uneven.names, 1).kinds
    assert {first.title, second.title} == {"Laying away", "Playing a card"}
    assert kinds[first.kind].cost >= kinds[second.kind].cost
    said = "\n".join(report(uneven, (found,), CHANCE_TO_WIN, 80, Look()))
    assert re.search(r"^  laying away +\d+\.\d %  \d+ mistakes? in \d+ decisions$", said, re.MULTILINE)


def test_a_player_who_follows_the_hints_has_no_mistake(uneven: Record) -> None:
    """The bot plays the first line of the same answers that the review asks for."""
    expert, chance = review.review_record(uneven)
    assert (expert.accuracy, expert.grade, expert.mistakes, expert.play) == (1.0, "A", (), 0.0)
    assert chance.accuracy < 0.6
    assert chance.grade == "E"
    assert len(chance.mistakes) == 3
    assert [each.cost for each in chance.mistakes] == sorted((each.cost for each in chance.mistakes), reverse=True)
    for each in chance.mistakes:
        assert each.cost > 2 * each.error
        assert each.cost == pytest.approx(each.values[0] - each.values[1])
        said = review.compare(uneven, each, CHANCE_TO_WIN, uneven.names, each.seat)
        assert re.fullmatch(rf"{100 * each.cost:.1f}\d* ± \d+\.\d+ %", said.cost)
        assert each.chosen_reason != each.reason
        for words, reason, value in zip(
            (said.better, said.chosen), (each.reason, each.chosen_reason), each.values, strict=True
        ):
            assert words.endswith(f": {reason}; {100 * value:.1f} % chance to win")  # both in the same terms
        assert str(said) == f"cost {said.cost}; chosen: {said.chosen}; better: {said.better}"
        spoken = msgspec.structs.replace(each, reason="you peg more; your crib is young")
        for own, words in (each.seat, spoken.reason), (1 - each.seat, "they peg more; their crib is young"):
            assert f": {words}; " in review.compare(uneven, spoken, CHANCE_TO_WIN, uneven.names, own).better


def test_decisions_with_too_uncertain_values_give_no_grade(uneven: Record) -> None:
    asked = next(review.questions(uneven, [1]))
    lines = [
        msgspec.structs.replace(line, error=1.0, gap_error=None)
        for line in games.evaluate(uneven.game, asked.view, FEW)
    ]
    answer = review.value_decision(uneven.game, asked, lines)
    assert answer is not None
    assert (answer.judged, answer.mistake) == (False, False)
    (found,) = review.review(uneven, [answer], [1])
    assert found.grade == ""
    words = "\n".join(report(uneven, (found,), CHANCE_TO_WIN, 200, Look()))
    assert f"Bob: no grade, for {review.NO_GRADE}, 0 mistakes" in words
    (both,) = review.review(uneven, [answer, *review.review_record(uneven, [1], FEW)[0].decisions], [1])
    assert both.grade == "E"


def test_points_that_were_not_called_with_muggins_are_mistakes() -> None:
    game = played(("misses-30-percent", "expert"), muggins=True)
    found = review.review_record(game, [0], FEW)[0]
    missed = [each for each in found.decisions if each.mistake and each.chosen == "done"]
    assert missed
    for each in missed:
        said = review.compare(game, each, CHANCE_TO_WIN, game.names, each.seat)
        assert said.chosen.startswith(("No more combinations: ", "Nothing more was missed: "))
        assert "still to be called" in said.better
        assert "still to be called" not in said.chosen  # what is true of both is said once
    assert found.start + found.play + found.others + found.luck == pytest.approx(found.result)


def test_one_seat_is_reviewed_by_its_own_views(uneven: Record) -> None:
    """Without the other seat's decisions its mistakes count as luck, and nothing else changes."""
    (alone,) = review.review_record(uneven, [0], FEW)
    both = review.review_record(uneven, budget=FEW)[0]
    assert alone.decisions == both.decisions
    assert alone.others == 0
    assert alone.luck == pytest.approx(both.luck + both.others)


def test_a_difference_within_two_errors_costs_nothing() -> None:
    game = games.create("cribbage")
    lines = (Line(LAYS[0, 1], 0.6, 0.01, reason="why"), Line(LAYS[0, 2], 0.59, 0.01), Line(LAYS[1, 2], 0.5, 0.01))
    texts = [game.text(line.action) for line in lines]

    def asked(text: str) -> Asked:
        state = game.initial_state()
        return Asked(7, 0, game.view(state, 0), text)

    near, far = value_decision(game, asked(texts[1]), lines), value_decision(game, asked(texts[2]), lines)
    assert near is not None
    assert far is not None
    assert (near.cost, near.mistake, near.best) == (0.0, False, texts[1])
    assert (far.mistake, far.best, far.reason) == (True, texts[0], "why")
    assert far.cost == pytest.approx(0.1)
    assert far.blind == pytest.approx(0.11 / 3)
    assert value_decision(game, asked("lay 3h 4h"), lines) is None


def test_the_levels_of_a_graph_have_few_digits() -> None:
    for spread, levels in (
        (35.8, ["1", "-17", "-35"]),
        (2.5, ["0.8", "-0.5", "-1.7"]),
        (0.3, ["0.80", "0.65", "0.50"]),
        (-71.2, ["72", "36", "1"]),
        (51.0, ["1", "-25", "-50"]),
    ):
        curve = (Point(0, 0.7979), Point(5, 0.7979 - spread))
        seat = review.SeatReview(0, (), 1.0, "A", (), 0, 0, 0, 0, 0, 0, curve, whole=False)
        drawn = review_chart.svg([seat], ["Ann"], Unit("stakes"))
        assert re.findall(r'text-anchor="end"[^>]*>([^<]*)<', drawn) == levels[::-1]
        assert [line.split()[0] for line in review_chart.lines(seat, Unit("stakes"), 20)[::4]] == levels


def test_a_move_reads_as_on_its_button_and_a_setting_says_how_often_it_wins() -> None:
    game = games.create("poker", players=2, deals=1)
    table = Table(game, Luck.numbered(3))
    table.settle()
    seat = game.players_to_act(table.state)[0]
    poker = Record.of(Header.of(game, [Sitter("Ann"), Sitter("Bob")]), game, table.log)
    assert review.label(poker, len(table.log), seat, "raise 6") == "Raise to 6"
    casino = games.create("paigow")
    table = Table(casino, Luck.numbered(3))
    table.settle()
    while not (lines := games.evaluate(casino, casino.view(table.state, 0))):
        at = casino.players_to_act(table.state)[0]
        table.play(at, casino.legal_actions(table.state, at)[0])
        table.settle()
    win, push, lose = (f"{100 * float(part.value):.0f} %" for part in lines[0].parts)
    assert lines[0].reason.startswith(f"wins {win}, pushes {push} and loses {lose} of the time; the house way ")


def test_what_cannot_be_reviewed_says_why(monkeypatch: pytest.MonkeyPatch, uneven: Record) -> None:
    with pytest.raises(PlayError, match="only a finished game"):
        review.review_record(played(("basic", "basic"), last=40))
    monkeypatch.setattr(games, "has_answers", lambda name: False)
    with pytest.raises(PlayError, match="cannot be reviewed"):
        review.review_record(uneven)


def test_graphs_show_the_whole_game(uneven: Record) -> None:
    found = review.review_record(uneven, budget=FEW)
    drawn = ElementTree.fromstring(review_chart.svg(found, ["Ann & Co", "<Bob>"], CHANCE_TO_WIN))
    space = "{http://www.w3.org/2000/svg}"
    assert len([path for path in drawn.iter(f"{space}path") if "line" in path.get("class", "").split()]) == 2
    bad = [one for each in found for one in each.mistakes]
    assert len(list(drawn.iter(f"{space}circle"))) == len(bad)
    linked = ElementTree.fromstring(
        review_chart.svg(found, ["Ann", "Bob"], CHANCE_TO_WIN, lambda one: f"?at={one.at}&as={one.seat}")
    )
    links = [(each.get("href"), each.get("aria-label", "")) for each in linked.iter(f"{space}a")]
    assert [where for where, _ in links] == [f"?at={one.at}&as={one.seat}" for one in bad]
    assert all(f"step {one.at}: cost " in words for one, (_, words) in zip(bad, links, strict=True))
    assert (drawn.get("role"), linked.get("role")) == ("img", "group")  # what is in a picture has no name of its own
    first = next(path.get("d", "") for path in drawn.iter(f"{space}path") if path.get("class") == "line line-0")
    assert (
        float(first[1:].split()[0]) == review_chart.MARGIN
    )  # at the first decision, however many deals come before it
    assert "Ann & Co" in [text.text for text in drawn.iter(f"{space}text")]
    lines = review_chart.lines(found[0], CHANCE_TO_WIN, 40)
    assert len(lines) == 9
    assert lines[0].strip().startswith("100 %")
    assert lines[-1].strip().startswith("0 %")
    assert max(map(len, lines)) <= 49
    said = "\n".join(report(uneven, found, CHANCE_TO_WIN, 80, Look()))
    assert re.search(r"^  result +(100|0)\.0 %$", said, re.MULTILINE)  # a chance has no sign
    assert re.search(r"^  luck +[+-]\d+\.\d %$", said, re.MULTILINE)


def test_below_a_mistake_stands_the_table_that_its_seat_saw(uneven: Record) -> None:
    (found,) = review.review_record(uneven, [1], FEW)
    plain = report(uneven, (found,), CHANCE_TO_WIN, 80, Look())
    drawn = report(uneven, (found,), CHANCE_TO_WIN, 80, Look(), drawn=True)
    heads = [line for line in drawn if line not in plain and "What Bob saw (C: chosen, B: better):" in line]
    assert len(heads) == len(found.mistakes) > 0
    assert all(len(line) <= 80 for line in drawn)
    as_you = Record.of(Header.of(uneven.game, [Sitter("Ann"), Sitter("You")]), uneven.game, uneven.log)
    own = report(as_you, (found,), CHANCE_TO_WIN, 80, Look(), drawn=True)
    assert sum("What you saw (C: chosen, B: better):" in line for line in own) == len(heads)
    below = "\n".join(drawn).split(heads[0])[1:]
    for bad, table in zip(found.mistakes, below, strict=True):
        seen = review.scene(uneven, bad.at, 1)
        chosen, better = (review.places(seen, bad)[kind] for kind in ("chosen", "better"))
        assert [table.count(sign) for sign in ("─C─", "━B━", "CB━")] == [
            len(chosen - better),
            len(better - chosen),
            len(chosen & better),
        ]


def test_a_seat_without_a_decision_has_no_grade(uneven: Record) -> None:
    alone = review.review(uneven, (), (0,))
    assert alone[0].grade == ""
    said = "\n".join(report(uneven, alone, CHANCE_TO_WIN, 80, Look()))
    assert "no decision to review" in said
    assert "grade" not in said


@pytest.mark.parametrize("count", [2, 6])
def test_a_graph_names_every_seat_and_draws_each_line_apart(count: int) -> None:
    """The lines of six lay in one field, where none could be followed."""
    one = review.SeatReview(
        seat=0,
        decisions=(),
        accuracy=1,
        grade="A",
        mistakes=(),
        start=0,
        play=0,
        others=0,
        early=0,
        luck=0,
        result=0,
        curve=(Point(3, 10.0), Point(9, 20.0)),
        whole=False,
    )
    seats = [msgspec.structs.replace(one, seat=seat) for seat in range(count)]
    names = [f"Edna {seat}" for seat in range(count)]
    drawn = ElementTree.fromstring(review_chart.svg(seats, names, Unit("chips")))
    space = "{http://www.w3.org/2000/svg}"
    _, _, width, height = map(float, drawn.attrib["viewBox"].split())
    texts = {text.text: text for text in drawn.iter(f"{space}text")}
    places = {(float(texts[name].attrib["x"]), float(texts[name].attrib["y"])) for name in names}
    assert len(places) == count
    room = 24 * 12.5  # of a long name in the letters of a telephone
    assert all(x + room < width and y < height for x, y in places)
    assert all(other <= x or other >= x + room for x, _ in places for other, _ in places)
    paths = [path for path in drawn.iter(f"{space}path") if path.get("class", "").startswith("line line-")]
    assert len(paths) == count
    if count == 2:
        assert len({path.get("stroke-dasharray") for path in paths}) == 2
        return
    heights = [[float(place.split()[1]) for place in path.attrib["d"][1:].split("L")] for path in paths]
    bases = sorted(y for _, y in places)
    letters = 25  # as high as on a telephone
    for own, base, below in zip(heights, bases, [*bases[1:], height + letters], strict=True):
        assert base < min(own) < max(own) < below - letters


def test_a_kept_game_is_named_as_its_commands_take_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], uneven: Record
) -> None:
    """The whole path was printed, and broken within the name by a narrow window."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    storage.folder().mkdir(parents=True)
    (storage.folder() / "kept.jsonl").write_bytes(record.dump(uneven.header, uneven.log))
    assert main(["review", "kept.jsonl", "--samples", "30"]) == 0
    out = capsys.readouterr().out
    assert "\n  cardwright drill --record kept.jsonl\n  cardwright play --resume kept.jsonl --at " in out


def test_the_command_reviews_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], uneven: Record
) -> None:
    file, graph = tmp_path / "game.jsonl", tmp_path / "graph.svg"
    file.write_bytes(record.dump(uneven.header, uneven.log))
    assert main(["review", str(file), "--samples", "30", "--svg", str(graph)]) == 0
    out = capsys.readouterr().out
    assert "Ann: grade " in out
    assert "Bob: grade E" in out
    when, cost = r"Holes to go: \w+ \d+, \w+ \d+ \(step \d+\)", r"\d+\.\d+ ± \d+\.\d+ %"
    assert re.search(rf"^  1\. {when}: cost {cost}$", out, re.MULTILINE)
    assert out.count("     chosen: ") == out.count("     better: ") >= 3
    assert "+0.0 %" not in out
    assert f"\n  cardwright drill --record {file}\n  cardwright play --resume {file} --at " in out
    assert graph.read_text().startswith("<svg")
    assert main(["review", str(file), "--samples", "30", "--as", "bob", "--json"]) == 0
    (only,) = json.loads(capsys.readouterr().out)
    assert only["seat"] == 1
    assert main(["review", str(file), "--samples", "30", "--as", "bob", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(int(row["at"]), float(row["cost"])) for row in rows] == [(d["at"], d["cost"]) for d in only["decisions"]]
    assert [float(row["value of best"]) for row in rows] == [d["values"][0] for d in only["decisions"]]
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["review", str(file), "--samples", "30", "--as", "bob"]) == 0
    out = capsys.readouterr().out  # a pipe is as wide as COLUMNS says, but for commands, which are not broken
    assert max(len(line) for line in out.splitlines() if "  cardwright " not in line) <= 60
    assert main(["review", str(tmp_path / "none.jsonl")]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cost", "blind", "words"),
    [
        (0, 4, ""),
        (1, 4, "which lost 25.0 % of what random moves would"),
        (5, 4, "which lost no less than random moves would"),
    ],
)
def test_an_accuracy_is_explained_by_what_random_moves_would_lose(cost: float, blind: float, words: str) -> None:
    assert loss_in_words(Skill(9, 1, cost, blind, 9)) == words
