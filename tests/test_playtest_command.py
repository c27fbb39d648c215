"""``cardwright playtest``: deals between bots, reported line by line."""

import json

import pytest

from cardwright import declared_variants, games
from cardwright.cli import main


def test_a_playtest_is_reported_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["playtest", "standard", "--variant", "five-card-draw", "--players", "4", "--deals", "25"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = games.create("poker", ranking="standard", variant="five-card-draw", players=4)
    whole = declared_variants.playtest(game, "caller", 0, 25)
    assert [(row["made"], row["shown"], row["won"], row["tied"]) for row in found["rows"]] == [
        (line.made, line.shown, line.won, line.tied) for line in whole.lines
    ]
    assert sum(row["of all"] for row in found["rows"]) == pytest.approx(1)
    assert found["rows"][0]["won, when shown"] is None  # no straight flush
    assert main([*asked, "--csv"]) == 0
    assert capsys.readouterr().out.startswith("line,made,shown,of all,error,won,")
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "25 deals, the same in every run; 25 came to a showdown" in said
    assert "Never shown: Straight flush, " in said
    assert "Won: alone, or tied with another. Errors are standard errors." in said
    assert f"{whole.decisions / 25:.1f} decisions in a deal" in said


def test_a_table_is_playtested_by_a_variant_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "flexdeck", "--deals", "1"]) == 0
    assert "Flexdeck Dice Poker, poker-dice: 3 players" in capsys.readouterr().out
    assert main(["playtest", "kuhn", "--players", "2"]) == 0
    assert "\n1,000 deals, the same in every run; 1,000 came to a showdown\n" in capsys.readouterr().out
    assert main(["playtest", "coins", "--deals", "1"]) == 2
    assert "'cardwright variants coins' says why none can" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--bot", "nobody"], "bot"),
        (["--variant", "nothing"], "variant"),
        (["--players", "30"], "players"),
        (["--deals", "0"], "deals"),
    ],
)
def test_a_playtest_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], wrong: list[str], said: str) -> None:
    assert main(["playtest", "standard", *wrong]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_one_deal_has_no_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playtest", "standard", "--deals", "1"]) == 0
    said = capsys.readouterr().out
    assert "\n1 deal, the same in every run; 1 came to a showdown\n" in said
    assert "141.42" not in said
    assert "too few deals for a standard error (8 at least)" in " ".join(said.split())
    assert " ± " not in said
