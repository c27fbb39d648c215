"""The return of a pay table: published figures, and every exchange dealt one by one on small decks."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

from cardwright.cli import main
from cardwright.errors import BadCount
from cardwright.ranking import Ranking, declaration, load
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
    found = draw_return(load("jacks-or-better"), (800, 50, 25, 9, 6, 4, 3, 2, 1, 0))
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
    with pytest.raises(BadCount, match="a line pays 0 to 100,000"):
        draw_return(small, (1, 2, 3, -1))
    with pytest.raises(BadCount, match="here are 91,962,520 of 5"):
        draw_return(load("two-packs"), [1] * len(load("two-packs").categories))


def test_the_command_prints_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "video-poker", DECKS["suits alike"], "--pay", "9 4, 1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["pay"] for row in rows] == [9, 4, 1, 0, None]
    assert rows[-1]["return"] == pytest.approx(sum(row["return"] for row in rows[:-1]))
    assert main(["odds", "video-poker", "jacks-or-better", "--pay", "lots"]) == 2
    assert "pay" in capsys.readouterr().err
