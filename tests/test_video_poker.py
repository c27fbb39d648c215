"""The return of a pay table: published figures, and every exchange dealt one by one on small decks."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

from cardwright.cli import main
from cardwright.errors import BadCount, BadDeclaration
from cardwright.ranking import Ranking, declaration, load
from cardwright.ranking.lint import lint
from cardwright.ranking.rule_book import report
from cardwright.ranking.video_poker import draw_return

SMALL = """
name = "Small"
size = 3
order = "2 3 4 5"
{more}
[deck]
ranks = "2 3 4 5"
suits = "a b c"
[[category]]
name = "Trips"
kinds = [3]
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Pair"
kinds = [2, 1]
[[category]]
name = "The rest"
"""
DECKS = {
    "suits alike": SMALL.format(more=""),
    "one suit unlike the others": SMALL.format(more='wild = "any"\nwild_cards = "5c"'),
    "a joker": SMALL.format(more='wild = "any"').replace('suits = "a b c"', 'suits = "a b c"\njokers = 1'),
}


def by_dealing(ranking: Ranking, pays: tuple[int, ...]) -> Fraction:
    """Return what the best exchange of every hand pays, all exchanges dealt."""
    deck, total, hands = range(ranking.deck.size), Fraction(), 0
    paid = {hand: pays[ranking.category_index(ranking.strength(hand))] for hand in combinations(deck, ranking.size)}
    for hand in paid:
        left = [card for card in deck if card not in hand]
        values = []
        for number in range(ranking.size + 1):
            for held in combinations(hand, number):
                drawn = [paid[tuple(sorted((*held, *new)))] for new in combinations(left, ranking.size - number)]
                values.append(Fraction(sum(drawn), len(drawn)))
        total += max(values)
        hands += 1
    return total / hands


@pytest.mark.parametrize("pays", [(9, 4, 1, 0), (0, 1, 1, 3), (0, 0, 0, 0)])
@pytest.mark.parametrize("kind", DECKS)
def test_all_exchanges_dealt_one_by_one_pay_the_same(kind: str, pays: tuple[int, ...]) -> None:
    ranking = Ranking(declaration.parse(DECKS[kind]))
    found = draw_return(ranking, pays)
    assert found.value == by_dealing(ranking, pays)
    assert sum(found.lines) == 1


def test_jacks_or_better_returns_what_is_published() -> None:
    # https://wizardofodds.com/games/video-poker/tables/jacks-or-better/ (9/6)
    found = draw_return(load("jacks-or-better"))
    assert found.pays == (800, 50, 25, 9, 6, 4, 3, 2, 1, 0)
    assert round(float(found.value), 8) == 0.99543904
    assert round(float(found.variance), 4) == 19.5147
    assert [round(float(share), 6) for share in found.lines] == [
        *(0.000025, 0.000109, 0.002363, 0.011512, 0.011015),
        *(0.011229, 0.074449, 0.129279, 0.214585, 0.545435),
    ]


def test_a_pay_table_fits_its_lines_and_its_deck() -> None:
    small = load(DECKS["suits alike"])
    with pytest.raises(BadCount, match="4 lines take 4 pays, not 2: Trips, Flush, Pair, The rest"):
        draw_return(small, (1, 2))
    with pytest.raises(BadCount, match="no line of Small says what it pays"):
        draw_return(small)
    with pytest.raises(BadCount, match="a line pays 0 to 100,000"):
        draw_return(small, (1, 2, 3, -1))
    with pytest.raises(BadCount, match="here are 91,962,520 of 5"):
        draw_return(load("two-packs"), [1] * len(load("two-packs").categories))


def test_the_command_prints_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "video-poker", DECKS["suits alike"], "--pay", "9 4, 1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["pay"] for row in rows] == [9, 4, 1, 0, None]
    assert rows[-1]["return"] == pytest.approx(sum(row["return"] for row in rows[:-1]))
    left_out = "the lines after them pay nothing: The rest"
    for pays, said in (("9 4 1", f"--pay has 3 numbers: {left_out}"), ("9 4 1 0", "")):
        assert main(["odds", "video-poker", DECKS["suits alike"], "--pay", pays]) == 0
        assert (left_out in (printed := capsys.readouterr().out)) == bool(said)
        assert said in printed
    assert main(["odds", "video-poker", "jacks-or-better", "--pay", "lots"]) == 2
    assert "pay" in capsys.readouterr().err
    assert main(["odds", "video-poker", "standard"]) == 2
    assert "no line of Standard poker says what it pays" in capsys.readouterr().err


PAYS = DECKS["suits alike"].replace("kinds = [3]", "kinds = [3]\npays = 9").replace('"suit"', '"suit"\npays = 4')


def test_a_declaration_says_what_its_lines_pay(capsys: pytest.CaptureFixture[str]) -> None:
    small = load(PAYS)
    assert small.declaration.pays == (9, 4, 0, 0)
    counted = small.frequencies()
    trips, flushes = counted.categories[:2]
    assert counted.value == Fraction(9 * trips + 4 * flushes, 220)
    assert str(counted).splitlines()[1:] == [
        "Trips       4    1.818 %  pays 9",
        "Flush      12    5.455 %  pays 4",
        "Pair      108   49.091 %  pays 0",
        "The rest   96   43.636 %  pays 0",
        "return 38.1818 %",
    ]
    assert draw_return(small).value == draw_return(small, (9, 4, 0, 0)).value
    assert load(DECKS["suits alike"]).frequencies().pays == ()
    assert main(["frequencies", PAYS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [line["pays"] for line in found["categories"]] == [9, 4, 0, 0]
    assert found["return"] == pytest.approx(float(counted.value))
    assert main(["frequencies", PAYS]) == 0
    assert "A hand as dealt returns 38.1818 % of what is bet." in capsys.readouterr().out


def test_a_pay_is_a_number_of_coins_and_falls_with_the_lines() -> None:
    with pytest.raises(BadDeclaration, match=r"category 1 \(Trips\), pays: must be a whole number .* not 9.5"):
        declaration.parse(PAYS.replace("pays = 9", "pays = 9.5"))
    (finding,) = (each for each in lint(declaration.parse(PAYS.replace("pays = 9", "pays = 3"))) if each.kind == "pays")
    assert finding.message == "Trips pays 3, less than Flush below it (4)"
    assert not any(each.kind == "pays" for each in lint(declaration.parse(PAYS)))


def test_the_report_has_the_pays() -> None:
    declared = declaration.parse(PAYS)
    assert "returns 38.1818 %" in report(declared, "md")
    assert " | 4 | 1.82 % | 9 |" in report(declared, "md")
    assert "<th>Pays</th>" in report(declared, "html")
    assert report(declared, "csv").splitlines()[0].endswith(",pays")
    assert not any("pays" in report(declaration.load("pyramid"), form).lower() for form in ("md", "html", "csv"))
