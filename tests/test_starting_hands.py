"""The shipped tables of starting hands: against the count of single pairs, and properties; all-in or fold."""

import itertools
import json
import random
from pathlib import Path

import numpy as np
import pytest

from cardwright import ranking
from cardwright.cli import main
from cardwright.games.poker.questions.starting import push_or_fold
from cardwright.ranking import Ranking, declaration
from cardwright.ranking.equity import equity
from cardwright.ranking.equity.heads_up import SHIPPED, compute, group_name, heads_up


@pytest.mark.parametrize(("name", "groups", "hands"), [("standard", 169, 1_326), ("dual-piecepacks", 78, 1_128)])
def test_a_shipped_table_agrees_with_counted_pairs(name: str, groups: int, hands: int) -> None:
    table, rules, rng = heads_up(name), ranking.load(name), random.Random(name)
    assert (len(table.groups), sum(map(len, table.groups))) == (groups, hands)
    assert np.allclose(table.shares + table.shares.T, 1)
    assert table.ways.sum() == hands * (hands - 2 * (rules.deck.size - 2) - 1)
    for _ in range(2):
        one, other = rng.sample(range(groups), 2)
        theirs = ", ".join(rules.deck.text_of(hand).replace(" ", "") for hand in table.groups[other])
        found = equity(rules, [table.groups[one][0], theirs], to_board=5)
        assert table.shares[one, other] == pytest.approx(float(found.hands[0].share), abs=1e-8)


def test_a_small_table_is_symmetric_and_each_hand_is_even_with_itself() -> None:
    suits, lines = "a b c", [{"name": "Flush", "same": "suit"}, {"name": "Pair", "kinds": [2, 1]}, {"name": "Nothing"}]
    deck = {"ranks": "1 2 3 4", "suits": suits}
    small = Ranking(declaration.from_table({"name": "S", "size": 3, "deck": deck, "category": lines}))
    found = compute(small)
    assert np.allclose(found.shares + found.shares.T, 1)
    assert np.allclose(found.shares.diagonal(), 0.5)
    assert float((found.against_random() * found.ways.sum(axis=1)).sum() / found.ways.sum()) == pytest.approx(0.5)


def test_names_of_groups() -> None:
    poker, piecepacks = ranking.load("standard"), ranking.load("dual-piecepacks")
    for hand, name in (("Kh Ah", "AKs"), ("2c Ad", "A2o"), ("7c 7d", "77")):
        assert group_name(poker, poker.cards(hand)) == name
    for hand, name in (("AbS NbH", "NA@group"), ("NbS NwS", "NN@link"), ("5bS 4bS", "54s"), ("5bS 4wH", "54o")):
        assert group_name(piecepacks, piecepacks.cards(hand)) == name
    eleven = ranking.load(
        'name = "Eleven"\nsize = 2\ndeck = { ranks = "1 10 11", suits = "a b" }\ncategory = [{ name = "All" }]\n'
    )
    for hand, name in (("1a 11b", "11 1o"), ("1a 1b", "1 1"), ("11a 11b", "11 11")):
        assert group_name(eleven, eleven.cards(hand)) == name
    assert SHIPPED == ("dual-piecepacks", "standard")


def test_all_in_or_fold_with_ten_blinds() -> None:
    """58.3 % and 37.4 % of hands, as exploitability below a thousandth of a blind confirms."""
    table = heads_up("standard")
    found = push_or_fold(table, 10)
    ways = np.array([len(group) for group in table.groups])
    push, call = (float(found.strategies[path][1] @ ways) / 1_326 for path in ((), ("push",)))
    assert (push, call) == pytest.approx((0.583, 0.374), abs=0.003)
    assert found.exploitability < 1e-3


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "starting", "standard", "--against", "AKs", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[0]["hand"] == "AA"
    assert main(["odds", "starting", "dual-piecepacks", "--push", "5", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("hand,push,call\nNN@group,1.0,1.0\n")
    assert main(["odds", "starting", "standard", "--push", "5", "--against", "AKs"]) == 2
    assert "leave out --against" in capsys.readouterr().err
    assert main(["odds", "starting", "standard", "--push", "0"]) == 2
    assert "push" in capsys.readouterr().err
    assert main(["odds", "starting", "short-deck", "--push", "5"]) == 2
    said = "no table of starting hands named 'short-deck'; there are: dual-piecepacks, standard "
    said += "(the cardroom's workbench makes one for any ranking)"
    assert capsys.readouterr().err == f"cardwright: {said}\n"


def test_a_hand_has_its_place_among_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "starting", "standard", "--hand", "AKs, 7c2d", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["place"], row["hand"], row["ways"]) for row in rows] == [(8, "AKs", 4), (165, "72o", 12)]
    assert rows[0]["top"] == pytest.approx((7 * 6 + 4) / 1326)  # after seven pairs


def test_starting_hands_of_any_ranking_and_variant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Other tables are estimated, and agree with the exact shares; results in a file give the same answer."""
    asked = ["odds", "starting", "pyramid", "--samples", "2000", "--json", "--file", str(tmp_path / "kept")]
    assert main(asked) == 0
    found = json.loads(printed := capsys.readouterr().out)
    assert main(asked) == 0
    assert capsys.readouterr().out == printed
    rows = found["rows"]
    assert [row["hand"] for row in rows[:4]] == ["TT", "99", "88", "77"]
    assert (len(rows), sum(row["ways"] for row in rows), rows[-1]["top"]) == (100, 780, 1)
    pyramid = ranking.load("pyramid")
    exact = [float(equity(pyramid, [row["hand"], "random"], to_board=5).hands[0].share) for row in rows[::33]]
    assert [row["pot"] for row in rows[::33]] == pytest.approx(exact, abs=0.04)
    assert "seed 0, with a standard error of at most 1." in found["method"]
    assert main([*asked[:3], "--json", "--variant", "razz", "--samples", "2", "--hand", "3c Ah 2d"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["hand"], row["ways"]) == ("Ac 2d 3h", 24)  # three cards of seven, of three suits


def test_results_of_a_table_that_was_edited_are_not_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, table = declaration.text_of("pyramid"), tmp_path / "table.toml"
    asked = ["odds", "starting", str(table), "--samples", "2", "--file", str(tmp_path / "kept")]
    edited = text.replace('order = "A 2 3 4 5 6 7 8 9 T"', 'order = "2 3 4 5 6 7 8 9 T A"')
    for written, code in ((text, 0), (f"# the same\n{text}", 0), (edited, 2)):
        table.write_text(written)
        assert main(asked) == code
    assert "these are results of starting hands of Pyramid" in capsys.readouterr().err


def test_equal_declarations_have_the_same_digest() -> None:
    every = [declaration.load(name) for name in declaration.all_names()]
    again = [declaration.parse(declaration.text_of(each.name)) for each in every]
    for one, other in itertools.product(every, again):
        assert (one == other) == (one.digest == other.digest)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("standard --variant omaha --hand AhKh", "2 cards (AhKh): a starting hand has 4"),
        ("standard --variant five-card-omaha", "2,598,960 hands of 5 cards: at most 300,000 are ordered from the best"),
        ("standard --variant draw", "it takes a variant in which no cards are exchanged"),
        ("standard --variant omaha --push 5", "--push and --against are of texas-holdem: leave out --variant"),
        ("omaha", "'omaha' is a variant, not a table of hands: write standard, and --variant omaha"),
        ("standard --push 5 --hand AKs", "--push is of all hands: leave out --hand"),
        ("pyramid --samples 1", "an estimate takes 2 random deals or more, not 1"),
        ("standard --hand AhAx", "'AhAx' is not a hand or a range of the standard deck"),
    ],
)
def test_starting_hands_that_cannot_be_listed(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "starting", *words.split()]) == 2
    assert why in capsys.readouterr().err
