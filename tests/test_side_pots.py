"""Side pots: each hand's chips against a slow count of every deal, and properties of the layers."""

import itertools
import json
from fractions import Fraction

import pytest

from cardwright import ranking
from cardwright.cli import main
from cardwright.errors import BadCount, BadText
from cardwright.ranking.equity import Equity, equity
from cardwright.ranking.equity.side_pots import layered_equity, layers

POKER = ranking.load("standard")
FLOP = "Qh 7h 2c"


def on_flop(hands: list[str], out: list[int]) -> Equity:
    return equity(POKER, hands, FLOP, out, to_board=2)


def slow_chips(hands: list[str], put: list[int], board: str) -> list[Fraction]:
    """Deal every turn and river; every chip level goes to the best of those who have reached it."""
    held = [POKER.cards(hand) for hand in hands]
    on_board = POKER.cards(board)
    seen = {*itertools.chain(*held), *on_board}
    won, deals = [Fraction(0)] * len(hands), 0
    for more in itertools.combinations([card for card in range(52) if card not in seen], 2):
        strengths = [POKER.strength((*cards, *on_board, *more)) for cards in held]
        deals += 1
        for chip in range(max(put)):
            inside = [seat for seat, amount in enumerate(put) if amount > chip]
            best = max(strengths[seat] for seat in inside)
            winners = [seat for seat in inside if strengths[seat] == best]
            for seat in winners:
                won[seat] += Fraction(len(inside), len(winners))
    return [each / deals for each in won]


@pytest.mark.parametrize("put", [[3, 8, 8], [8, 3, 5], [1, 2, 9]])
def test_chips_agree_with_a_slow_count_of_every_deal(put: list[int]) -> None:
    hands = ["Ah Kh", "Qs Qd", "As Ks"]
    found = layered_equity(POKER, hands, put, on_flop)
    assert list(found.chips) == slow_chips(hands, put, FLOP)
    assert sum(found.chips) == sum(put)
    assert all(each is None or each.exact for each in found.equities)


def test_layers_hold_all_chips_and_equal_amounts_make_one_pot() -> None:
    assert layers([50, 200, 300, 200]) == ((200, (0, 1, 2, 3)), (450, (1, 2, 3)), (100, (2,)))
    hands = ["Ah Kh", "Qs Qd", "random"]
    found = layered_equity(POKER, hands, [7, 7, 7], on_flop)
    shares = [each.share for each in equity(POKER, hands, FLOP, to_board=2).hands]
    assert list(found.chips) == [21 * share for share in shares]
    # An unknown hand that is out of a side pot changes nothing in it.
    short = layered_equity(POKER, hands, [7, 7, 3], on_flop)
    assert short.equities[1] == equity(POKER, hands[:2], FLOP, to_board=2)


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(BadText, match="give its cards"):
        layered_equity(POKER, ["QQ+", "Kc Ks"], [5, 9], on_flop)
    with pytest.raises(BadCount, match="1 chip or more"):
        layered_equity(POKER, ["Ah Ad", "Kc Ks"], [0, 9], on_flop)
    with pytest.raises(BadCount, match="1 amount for 2 hands"):
        layered_equity(POKER, ["Ah Ad", "Kc Ks"], [9], on_flop)


def test_the_command_lists_each_pot(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "equity", "standard", "Ah Kh", "Qs Qd", "As Ks", "--board", FLOP, "--put", "3", "8", "9", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["rows"][0]) == ["hand", "put in", "main pot 9", "side pot 10", "given back 1", "chips", "gain"]
    assert found["rows"][0]["side pot 10"] is None
    assert found["rows"][2]["given back 1"] == 1
    assert sum(row["chips"] for row in found["rows"]) == pytest.approx(20)
    assert sum(row["gain"] for row in found["rows"]) == pytest.approx(0)
