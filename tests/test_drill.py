"""Drills: what is asked, what is right, and the command."""

import io
import itertools
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cardwright import games
from cardwright.answers import is_worse
from cardwright.bots import Advice
from cardwright.cardroom.bots import exercises
from cardwright.cli import main
from cardwright.game import View
from cardwright.games.paigow.house_way import set_hand
from cardwright.play import drill, record, review
from cardwright.play.drill import Exercise
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.table import Table
from cardwright.room import Drill
from support.playouts import at_random
from support.records import finished

CRIBBAGE = games.create("cribbage")


def asked(seed: int, count: int = 3) -> list[Exercise]:
    return list(itertools.islice(drill.stock(CRIBBAGE, Random(seed)), count))


def moves(exercise: Exercise) -> tuple[str, str]:
    """The best move and the worst."""
    return exercise.game.text(exercise.lines[0].action), exercise.game.text(exercise.lines[-1].action)


def short_game() -> Record:
    """A game to 61 between players who choose at random."""
    game = games.create("cribbage", to=61)
    table = finished(Table(game, Luck.numbered(1)), at_random(game, Random(1)))
    return Record.of(Header.of(game, [Sitter("Ann"), Sitter("Bob")]), game, table.log)


def test_a_drill_asks_what_can_be_answered_wrong() -> None:
    assert asked(3) == asked(3)
    for exercise in asked(3):
        best, worst = moves(exercise)
        assert is_worse(exercise.lines[0], exercise.lines[-1])
        right, wrong = drill.worth(exercise, best), drill.worth(exercise, worst)
        assert right is not None
        assert wrong is not None
        assert (right.cost, right.is_mistake) == (0.0, False)
        assert wrong.cost > 0
        assert wrong.is_mistake
        assert drill.worth(exercise, "no move") is None
        view = exercise.game.view(exercise.state, exercise.seat)
        assert games.evaluate(exercise.game, view) == exercise.lines


@pytest.mark.parametrize("before", [0, 6, 20])
def test_a_drill_asks_after_as_many_decisions_as_it_leaves_out(before: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, made = games.create_bot("basic", CRIBBAGE, Random(1)), 0

    def advise(view: View) -> Advice:
        nonlocal made
        made += 1
        return bot.advise(view)

    monkeypatch.setattr(games, "create_bot", lambda *given: SimpleNamespace(advise=advise))
    assert drill.position(CRIBBAGE, Drill("Playing a card", "PlayCard", first=before, last=before), Random(1))
    assert before <= made < before + 5


def test_mistakes_are_asked_again_costliest_first() -> None:
    played = short_game()
    found = list(drill.mistakes([played]))
    decisions = [each for reviewed in review.review_record(played) for each in reviewed.decisions]
    assert len(found) == len([each for each in decisions if each.mistake]) > 2
    first = max(decisions, key=lambda each: each.cost)
    assert found[0].seat == first.seat
    worth = drill.worth(found[0], first.chosen)
    assert worth is not None
    assert worth.cost == pytest.approx(first.cost)


def test_the_command_asks_until_the_answer_is_right(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second, _ = asked(3)
    typed = [moves(first)[0], moves(second)[1], "nonsense", moves(second)[0], "?", "best"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    assert main(["drill", "cribbage", "--seed", "3", "--questions", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("Right: ") == 2
    assert out.count(f" against the best move: {second.lines[-1].reason}. Try again.") == 1
    assert "is not a move now" in out
    assert out.endswith("1 of 3 right at the first try.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{moves(first)[1]}\nq\n"))
    assert main(["drill", "cribbage", "--seed", "3"]) == 0
    assert "Question 2" not in (out := capsys.readouterr().out)
    assert out.endswith("0 of 1 right at the first try.\n")
    file = tmp_path / "game.jsonl"
    played = short_game()
    file.write_bytes(record.dump(played.header, played.log))
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["drill", "--record", str(file)]) == 0
    assert "Question 1" in capsys.readouterr().out
    assert main(["drill"]) == 2
    assert "name a game" in capsys.readouterr().err
    assert main(["drill", "--record", str(tmp_path / "none")]) == 2
    assert main(["drill", "flexdeck", "--record", str(file)]) == 2
    assert "it takes a game of flexdeck, and this one is of cribbage" in capsys.readouterr().err


def test_amounts_of_a_bet_are_named_as_at_a_table_and_one_without_a_value_leads_to_those_that_have(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best move was "raise 4", and another amount read "this move has no value of its own; try another"."""
    monkeypatch.setattr("sys.stdin", io.StringIO("raise 10\nbest\n"))
    assert main(["drill", "poker", "--seed", "1", "--questions", "1"]) == 0
    out = capsys.readouterr().out
    assert "Raise to 10 has no value of its own; try one that has: raise 4, " in out
    assert re.search("^Raise to 4, ", out, re.MULTILINE)


def test_a_dealer_in_training_sets_by_the_house_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house's setting is right even where another is worth more."""
    game = games.create("paigow", house_way="mgm")
    exercise = next(drill.stock(game, Random(1), "house-way"))
    view = game.view(exercise.state, exercise.seat)
    front = set_hand(view.hand, "mgm").front
    right, wrong = moves(exercise)[0], moves(exercise)[-1]
    assert set(exercise.lines[0].action.front) == set(front)  # type: ignore[attr-defined]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{wrong}\n{right}\nq\n"))
    assert main(["drill", "paigow", "--house-way", "mgm", "--seed", "1", "--questions", "1"]) == 0
    out = capsys.readouterr().out
    assert "is not what the house way asks" in out
    assert f": {exercise.lines[0].reason}" in out
    assert out.endswith("0 of 1 right at the first try.\n")


async def test_positions_found_before_are_kept_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    async def found(_self: exercises.Exercises, key: exercises.ExerciseKey, owner: str) -> int:
        return key.number

    async def kept(number: int) -> int:
        made = exercises.Exercises(None, None)  # type: ignore[arg-type]
        for each in range(number):
            await made.search(exercises.ExerciseKey("cribbage", "discards", each), "Ann")
        return len(made.searches)

    monkeypatch.setattr(exercises.Exercises, "_find_exercise", found)
    assert await kept(exercises.MAX_KEPT_EXERCISES) == exercises.MAX_KEPT_EXERCISES
    assert await kept(exercises.MAX_KEPT_EXERCISES + 5) == exercises.MAX_KEPT_EXERCISES
