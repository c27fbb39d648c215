"""The Fortune side bet: which line of the table a hand is, and what the bet brings."""

from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from cardwright.cli import main
from cardwright.games.paigow import fortune
from cardwright.games.paigow.actions import Fortune
from cardwright.games.paigow.events import Bonus, Showdown
from cardwright.games.paigow.hands import BUG, DECK, hands
from cardwright.games.paigow.odds import side_bets
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.scoring import bonuses
from cardwright.games.paigow.state import PaiGowState
from support.playouts import after_moments

ALL = 154_143_080


@pytest.mark.parametrize(
    ("held", "pays"),
    [
        ("5h 6h 7h 8h 9h Th Jh", 8000),
        ("Ah 2h 3h 4h 5h 6h 7h", 8000),
        ("8h 9h Th Jh Qh Kh Ah", 8000),
        ("Kh Ah 2h 3h 4h 5h 6h", 50),  # no run goes round
        ("As Ks Qs Js Ts Kd Qd", 2000),
        ("As Ks Qs Jo Ts Kd Qd", 2000),
        ("As Ks Qs Js Ts Kd Qh", 150),
        ("As Ks Qs Js Ts 2d 2h", 150),
        ("5h 6h 7h 8h 9h Th Jo", 1000),
        ("5h 6h Jo 8h 9h Th Jh", 1000),
        ("Ac Ad Ah As Jo Kd Qd", 400),
        ("5h 6h 7h 8h 9h 2c 2d", 50),
        ("5h 6h Jo 8h 9h 2c 2d", 50),
        ("9c 9d 9h 9s 2c 2d 2h", 25),
        ("Ac Ad Ah Jo 3c 7d 9h", 25),
        ("9c 9d 9h 2c 2d 2h Ks", 5),
        ("9c 9d 9h 2c 2d Qh Ks", 5),
        ("Ah 9h 7h 4h 2h 2c 2d", 4),
        ("9c 9d 9h 2c 4d Qh Ks", 3),
        ("9c 9d 9h 8c 7d 6h 5s", 3),  # a straight as well, which pays less
        ("9c 9d Kh 8c 7d 6h 5s", 2),
        ("Ac Jo Kh Qc Td 6h 5s", 2),
        ("9c 9d 7h 7c 3d 3h Ks", 0),
        ("Ac Jd 9h 7c 5d 3h 2s", 0),
    ],
)
def test_the_lines_of_the_table(held: str, pays: int) -> None:
    line = fortune.line(hands(), DECK.parse_cards(held))
    assert (line.pays if line else 0) == pays


def test_the_rarest_lines_are_as_rare_as_they_should_be() -> None:
    """32 and 196 hands are seven in a row without and with the bug; 72 a royal flush with a suited king and queen."""
    counts = {line.name: 0 for line in fortune.LINES}
    for suit in range(4):
        suited = [rank * 4 + suit for rank in range(13)]
        for held in combinations(suited, 7):
            if found := fortune.line(hands(), held):
                counts[found.name] += 1
        for held in combinations(suited, 6):
            if found := fortune.line(hands(), (*held, BUG)):
                counts[found.name] += 1
    assert counts[fortune.SEVEN_NATURAL.name] == 32
    assert counts[fortune.SEVEN_WILD.name] == 196
    matches = 0
    for suit in range(4):
        royal = [rank * 4 + suit for rank in (0, 9, 10, 11, 12)]
        for match in range(4):
            for wild in (None, *royal):
                seven = {BUG if card == wild else card for card in royal} | {11 * 4 + match, 12 * 4 + match}
                if len(seven) == 7 and fortune.line(hands(), sorted(seven)) == fortune.ROYAL_MATCH:
                    matches += 1
    assert matches == 72


def test_the_house_keeps_nearly_eight_in_a_hundred() -> None:
    """From the exact counts: published for the best five of seven, less what the rarer lines take of them.

    Three of a kind is paid before a straight: 201,824 hands are both.
    """
    royal, straight_flush = 26_132 - 72 - 40, 184_832 - 188  # 40 and 188 of them are seven in a row
    both = 201_824
    counts = [
        32,
        72,
        196,
        1_128,
        royal,
        straight_flush,
        307_472,
        4_188_528,
        6_172_088,
        7_470_676 + both,
        11_236_028 - both,
    ]
    paid = sum(count * (line.pays + 1) for count, line in zip(counts, fortune.LINES, strict=True))
    assert ALL - paid == 11_970_096
    assert 0.0776 < (ALL - paid) / ALL < 0.0777


def test_envy_is_for_others_hands_and_for_five_chips_or_more() -> None:
    held = {
        0: DECK.parse_cards("9c 9d 9h 9s 2c 3d Kh"),  # four of a kind: 25 to one, envy 5
        1: DECK.parse_cards("5h 6h 7h 8h Jo Jc Jd"),  # a straight flush: 50 to one, envy 20
        2: DECK.parse_cards("Ac Qd 8c 7c 5d 3h 2s"),
    }
    assert bonuses(hands(), {0: 5, 1: 4, 2: 10}, held) == (
        Bonus(0, 5, "four of a kind", 125, 20),
        Bonus(1, 4, "straight flush", 200, 0),
        Bonus(2, 10, "", -10, 25),
    )


def with_fortune(bet: int, side: int) -> tuple[PaiGow, PaiGowState]:
    """One player with a Fortune bet, dealt four nines against an ace-high dealer."""
    game = PaiGow(players=1, rounds=1, fortune=True)
    state = game.initial_state()
    for text in (f"bet {bet}", f"fortune {side}"):
        state = game.play(state, 0, game.parse(text))
    named = DECK.parse_cards("Ac Qd 8c 7c 5d 3h 2s 9c 9d 9h 9s Ks Qs 2c")
    cards = [*named, *(card for card in range(53) if card not in named)]
    for text in (*(f"deal {DECK.text(card)}" for card in cards[:49]), "throw dice", "roll 1", "roll 3", "roll 4"):
        state = game.play(state, game.players_to_act(state)[0], game.parse(text))
    return game, state


@pytest.mark.parametrize(("front", "main"), [("front Ks Qs", 0), ("front 9c 9d", 10), ("front 2c Qs", 0)])
def test_it_is_paid_however_the_hand_is_set(front: str, main: int) -> None:
    game, state = with_fortune(10, 4)
    state = after_moments(game, game.play(state, 0, game.parse(front)))
    assert isinstance(state.last, Showdown)
    assert game.returns(state)[0] == state.last.results[0].gained + 100


def test_it_is_asked_after_the_bets_and_may_be_nothing() -> None:
    game = PaiGow(players=2, fortune=True)
    state = game.initial_state()
    for seat, text in ((0, "bet 200"), (1, "color up")):
        state = game.play(state, seat, game.parse(text.replace("200", "100")))
    assert state.phase == "fortune"
    assert game.players_to_act(state) == (0,)
    assert list(game.legal_actions(state, 0)) == [Fortune(chips) for chips in range(101)]


def test_it_is_no_more_than_what_is_left_after_the_bet() -> None:
    game = PaiGow(players=1, fortune=True, bankroll=30)
    state = game.play(game.initial_state(), 0, game.parse("bet 20"))
    assert list(game.legal_actions(state, 0)) == [Fortune(chips) for chips in range(11)]


def test_all_seven_cards_are_looked_at() -> None:
    """A line is that of the best five of any seven, or a better one."""
    rng = Random(8)
    ranked = hands()
    order = [line.name for line in reversed(fortune.LINES)]
    for _ in range(300):
        held = rng.sample(range(53), 7)
        line = fortune.line(ranked, held)
        best = ranked.category(max(ranked.back(five) for five in combinations(held, 5)))
        if best in order:
            assert line is not None
            assert line.name == best or order.index(line.name) != order.index(best)


def test_every_line_counted_over_all_hands() -> None:
    """The counts add up to the gain, with and without envy."""
    table = side_bets.read_table(fortune.FILE)
    found = side_bets.line_odds(table)
    counts = [32, 72, 196, 1_128, 26_020, 184_644, 307_472, 4_188_528, 6_172_088, 7_672_500, 11_034_204]
    assert [each.hands for each in found] == counts
    assert [each.line for each in found] == list(fortune.LINES)
    paid = sum(count * line.pays for count, line in zip(counts, fortune.LINES, strict=True))
    assert side_bets.expected_gain(found) == Fraction(paid - (ALL - sum(counts)), ALL)
    envy = sum(count * line.envy for count, line in zip(counts, fortune.LINES, strict=True))
    more = side_bets.expected_gain(found, bet=5, others=3, envy_from=5) - side_bets.expected_gain(found)
    assert more == Fraction(3 * envy, 5 * ALL)
    assert side_bets.expected_gain(found, bet=4, others=3, envy_from=5) == side_bets.expected_gain(found)


OWN = """
[[line]]
name = "three pair"
pays = 10
[[line]]
name = "nine high"
pays = 100
[[line]]
name = "two pair"
pays = 1
"""


def test_a_pay_table_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    three, nine, two = side_bets.line_odds(side_bets.read_table(file))
    pairs = comb(13, 3) * 6**3 * 10 * 4 + 4 * comb(12, 2) * 6**2 * 10 * 4 + comb(12, 3) * 6**3  # the joker is an ace
    assert three.hands == pairs
    assert nine.hands == 2 * (4**7 - 4 * (comb(7, 5) * 9 + comb(7, 6) * 3 + 1))  # 98765432 without the six or the five
    assert two.hands > 30_000_000
    assert main(["odds", "side-bet", str(file)]) == 0
    assert "own: expected gain" in capsys.readouterr().out
    file.write_text(OWN.replace("nine high", "nine-high"))
    assert main(["odds", "side-bet", str(file)]) == 2
    assert "no line is named 'nine-high'" in capsys.readouterr().err


def test_a_royal_flush_is_a_straight_flush_and_both_are_flushes_and_straights() -> None:
    """A table without a line for royal flushes paid nothing for them."""
    of_five = sum([32, 72, 196, 26_020, 184_644])  # as Fortune divides them; five aces hold none
    own = {name: fortune.Line(name, 1) for name in ("straight flush", "flush", "straight")}
    found = [
        side_bets.line_odds(side_bets.PayTable(tuple(own[name] for name in names))) for names in (own, reversed(own))
    ]
    assert found[0][0].hands == of_five
    straights, flushes, left = found[1]
    assert left.hands == 0
    assert straights.hands + flushes.hands == sum(each.hands for each in found[0])
