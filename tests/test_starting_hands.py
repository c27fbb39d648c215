"""The shipped tables of starting hands: against the count of single pairs, and properties; all-in or fold."""

import json
import random

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
    assert main(["odds", "starting", "short-deck"]) == 2
    said = "no table of starting hands named 'short-deck'; there are: dual-piecepacks, standard "
    said += "(the cardroom's workbench makes one for any ranking)"
    assert capsys.readouterr().err == f"cardwright: {said}\n"
