"""Positions that are entered move by move: the view is that of the seat, and what it cannot see is filled in."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardwright import games, questions
from cardwright.cardroom import odds_questions
from cardwright.cli import main
from cardwright.errors import BadOption, BadText, CardwrightError
from cardwright.game import CHANCE
from cardwright.questions.position import replay_moves

DATA = Path(__file__).parent / "data" / "odds_position.toml"
DOCUMENT = Path(__file__).parents[1] / "docs" / "answers.md"
SEEN = [
    (game, each.get("options", {}), each["seat"], each["moves"])
    for game, entered in tomllib.loads(DATA.read_text(encoding="utf-8")).items()
    for each in entered
]


@pytest.mark.parametrize(("name", "options", "seat", "moves"), SEEN)
def test_a_position_is_reached_with_the_cards_that_were_named(
    name: str, options: dict[str, Any], seat: int, moves: str
) -> None:
    game = games.create(name, **options)
    state = replay_moves(game, seat, moves)
    assert seat in game.players_to_act(state)
    assert CHANCE not in game.players_to_act(state)
    view = game.view(state, seat)
    assert len(game.choices(view)) > 1
    assert game.view(replay_moves(game, seat, moves), seat) == view


def test_what_a_seat_holds_is_what_was_entered() -> None:
    from cardwright.games.cribbage.scoring import DECK

    game = games.create("cribbage", first_deal="fixed")
    view = game.view(replay_moves(game, 0, "5c 9d 8h Qh 4h Ts, lay Qh Ts, 8s, 2: play 4d"), 0)
    assert view.hand == tuple(sorted(DECK.parse_cards("5c 9d 8h 4h")))
    assert [DECK.text(card) for _, card in view.played] == ["4d"]
    assert view.starter == DECK.parse_cards("8s")[0]


def test_help_tells_the_games_from_the_one_that_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "position", "--help"]) == 0
    assert "the game (Pai Gow Poker has a question of its own, paigow): " + ", ".join(questions.POSITIONS) in " ".join(
        capsys.readouterr().out.split()
    ).replace("- ", "-")


def test_cards_are_entered_by_their_signs_and_in_either_case() -> None:
    game = games.create("cribbage", first_deal="fixed")
    meant = game.view(replay_moves(game, 0, "5c 9d 8h Qh 4h Ts, lay Qh Ts, 8s, 2: play 4d"), 0)
    for written in (
        "5♣️ 9♦️ 8♥️ Q♥️ 4♥️ 10♠️, lay Q♥️ 10♠️, 8♠️, 2: play 4♦️",
        "5♣ 9♦ 8♥ Q♥ 4♥ T♠, lay Q♥ T♠, 8♠, 2: play 4♦",
        "5C 9D 8H QH 4H 10S, lay QH TS, 8S, 2: play 4D",
    ):
        assert game.view(replay_moves(game, 0, written), 0) == meant
    patience = games.create("patience")
    placed = replay_moves(patience, 0, "J♠, place 1 d5, 10♣")  # d5 is a cell
    assert placed == replay_moves(patience, 0, "Js, place 1 d5, Tc")


def test_a_game_without_positions_is_refused_with_its_own_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "position", "paigow", "Ah"]) == 2
    assert capsys.readouterr().err.endswith("has a question of its own, paigow: cardwright odds paigow --help\n")


def test_an_option_without_effect_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "position", "cribbage", "5c", "-o", "muggins=yes", "-o", "count=by hand"]) == 2
    assert "option 'count' cannot be 'by hand': it takes effect only with muggins no" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("moves", "options", "seat", "said"),
    [
        ("dealer 1, 6-6 9-5", "", "2", "what is drawn next is missing after dealer 1, flip 6-6, flip 9-5: flip"),
        ("dealer 1, 6-6 6-6", "", "2", "'6-6' cannot come here: 6-6 has come before"),
        ("dealer 3", "", "2", "'dealer 3' cannot come here; possible is dealer 1 or dealer 2"),
        ("dealer 1, 9-9-9", "", "2", "possible is one of 100, such as flip 0-0, flip 0-1, flip 0-2\n"),
        ("dealer 1, " + "6-7-8 " * 90, "", "2", "6-7-8 6-' cannot come here"),
        ("dealer 1, 6-6 9-5 9-1 0-7 3-1", "", "1", "the move of seat 2 is missing: keep"),
        ("dealer 1, 6-6 9-5 9-1 0-7 3-1, cover 9", "", "2", "cover 9"),
        ("dealer 1, 6-6 9-5 9-1 0-7 3-1, 3: keep", "", "1", "'3: keep': the seats are 1 to 2"),
        ("dealer 1, 6-6 9-5 9-1 0-7 3-1, 0: keep", "", "1", "'0: keep': the seats are 1 to 2"),
        ("dealer 1", "", "3", "'seat' cannot be 3"),
        ("dealer 1", "speed=3", "1", "no option of flexdeck named 'speed'"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(
    moves: str, options: str, seat: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "position", "flexdeck", moves, "--seat", seat, "--options", options]) == 2
    assert said in capsys.readouterr().err


def test_a_card_of_ones_own_is_not_given_to_the_other() -> None:
    with pytest.raises(BadText, match=r"seat 2: 'play 5c': 5♣ is not in your hand"):
        replay_moves(games.create("cribbage", first_deal="fixed"), 0, "5c 9d 8h Qh 4h Ts, lay Qh Ts, 8s, 2: play 5c")


def test_a_position_is_entered_at_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    laying = ["5c 9d 8h Qh 4h Ts", "-o", "first_deal=fixed"]
    values = []
    for score in ((), ("--score", "100", "60"), ("--score", "60", "100")):
        assert main(["odds", "position", "cribbage", *laying, *score, "--json"]) == 0
        values.append(json.loads(capsys.readouterr().out)["rows"][0]["chance to win"])
    assert values[1] > values[0] > values[2]
    cribbage, flexdeck = games.create("cribbage", to=61), games.create("flexdeck", rounds=5)
    start = cribbage.at_score((10, 60))
    assert replay_moves(cribbage, 0, "Ks 2h, 5c 9d 8h Qh 4h Ts", start).scores == (10, 60)  # type: ignore[attr-defined]
    assert flexdeck.at_score((4, 0)).rounds == 4
    for game, refused in (
        (cribbage, (61, 0)),
        (flexdeck, (4, 1)),
        (games.create("flexdeck"), (5, 0)),
        (cribbage, (1,)),
        (flexdeck, ()),
    ):
        with pytest.raises(BadOption, match="'score' cannot be"):
            game.at_score(refused)
    assert main(["odds", "position", "patience", "3c", "--score", "1", "2"]) == 2
    assert "it begins without points" in capsys.readouterr().err


def test_an_option_names_a_file_in_the_terminal_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was refused there too: "it takes a ranking's name or file"."""
    path = tmp_path / "mine.toml"
    path.write_text('like = "short-deck"\nname = "Mine"\n', "utf-8")
    asked = ["poker", "button 1, Tc Td", "--seat", "4", "-o", f"ranking={path} deals=1"]
    assert main(["odds", "position", *asked]) == 0
    assert "Poker, seat 4 to decide" in capsys.readouterr().out
    with pytest.raises(BadOption, match=r"'ranking' cannot be .*: it takes a name"):
        odds_questions.answer("position", tuple(asked))


def test_the_answer_is_that_of_the_view(capsys: pytest.CaptureFixture[str]) -> None:
    moves = "dealer 1, 6-6 9-5 9-1 0-7 3-1"
    game = games.create("flexdeck")
    best = games.evaluate(game, game.view(replay_moves(game, 1, moves), 1))[0]
    assert main(["odds", "position", "flexdeck", moves, "--seat", "2", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(f"{game.text(best.action)},{float(best.value)}")
    assert replay_moves(game, 1, moves.replace(",", "")) == replay_moves(game, 1, moves)
    assert main(["odds", "position", "flexdeck", moves, "--seat", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if line.startswith(game.text(best.action)))
    assert first.count(" %") == 5  # also the chances to win and to tie the round


def test_a_game_that_ends_before_is_said() -> None:
    with pytest.raises(CardwrightError):
        replay_moves(games.create("patience"), 0, "3c, place 9 z9")


@pytest.mark.parametrize("name", [name for name, room in games.GAMES.items() if room.position])
def test_help_and_document_have_an_example_of_every_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    example = games.room(name).position
    game = games.create(name)
    assert len(game.choices(game.view(replay_moves(game, 0, example), 0))) > 1
    assert main(["odds", "position", "--help"]) == 0
    assert f'{name}: "{example}"' in " ".join(capsys.readouterr().out.split())
    assert f'| {name} | `"{example}"`' in DOCUMENT.read_text(encoding="utf-8")


def test_a_game_whose_positions_cannot_be_entered_is_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert "position" not in questions.of_game("paigow")
    assert main(["odds", "position", "paigow", "bet 10"]) == 2
    assert "option 'game' cannot be 'paigow': it takes cribbage, " in capsys.readouterr().err
    assert main(["odds", "position", "chess", "bet 10"]) == 2
    assert "no game named 'chess'" in capsys.readouterr().err
