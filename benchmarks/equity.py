"""Equity: hands and ranges before the board, counted and sampled, on one core.

eval7 takes random boards in compiled code, PokerKit in Python; both know standard cards only. A measure with peers is
Monte Carlo, and counts boards on which two hands are compared.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import eval7
import pokerkit

from cardwright import ranking
from cardwright.ranking.equity import equity, ranges
from cardwright.ranking.equity.question import EquityQuestion, question
from cardwright.ranking.equity.sampling import sampled
from cardwright.ranking.solver import river, solve

Work = Callable[[], int]
SAMPLED_DEALS = 1_000_000


def counted(name: str, *hands: str) -> int:
    """Count a match-up before the board."""
    equity(ranking.load(name), hands, to_board=5)
    return 1


def asked(name: str, *hands: str) -> EquityQuestion:
    """Return a question of hands before the board."""
    return question(ranking.load(name), hands, "", "", 5, 0, None, None, None, 0, lambda *_: ())


def random_deals(found: EquityQuestion) -> int:
    """Sample a question."""
    return sampled(found, SAMPLED_DEALS, 1, 1).deals


def with_eval7(hand: str, rival: str, deals: int) -> int:
    """Take random boards with eval7."""
    cards = [eval7.Card(card) for card in hand.split()]
    eval7.py_hand_vs_range_monte_carlo(cards, eval7.HandRange(rival), [], deals)
    return deals


def with_pokerkit(hand: str, rival: str, deals: int) -> int:
    """Take random boards with PokerKit."""
    pair = [pokerkit.parse_range(text.replace(" ", "")) for text in (hand, rival)]
    types = (pokerkit.StandardHighHand,)
    pokerkit.calculate_equities(pair, (), 2, 5, pokerkit.Deck.STANDARD, types, sample_count=deals)
    return deals


def street() -> int:
    """Run ten iterations of the solver on two full ranges."""
    poker = ranking.load("standard")
    whole = ranges.every(poker.deck, range(52), 2)
    solve(river(poker, "Kh 9d 6c 5s 2h", [whole, whole], pot=100, stack=200, bets=(0.5, 1.0)), 10)
    return 10


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures."""
    return {
        "two pairs before the flop, exactly": (partial(counted, "standard", "Ah Ad", "Kc Ks"), "match-ups"),
        "two suited hands before the flop, exactly": (partial(counted, "standard", "Ah Kh", "Tc 9c"), "match-ups"),
        "three hands before the flop, exactly": (
            partial(counted, "standard", "Ah Kd", "Tc 9s", "2h 2d"),
            "match-ups",
        ),
        "two hands of piecepacks, exactly": (partial(counted, "dual-piecepacks", "NbS AbS", "5wH 5wD"), "match-ups"),
        "random boards, two hands": (partial(random_deals, asked("standard", "Ah Kh", "Tc 9c")), "boards"),
        "random boards, a hand and a range": (partial(random_deals, asked("standard", "Ah Kh", "22+, AJs+")), "boards"),
        "the river of two full ranges, iterations of the solver": (street, "iterations"),
    }


def peers() -> dict[str, dict[str, Any]]:
    """Return the peers of each measure."""
    return {
        "random boards, two hands": {"PokerKit": partial(with_pokerkit, "Ah Kh", "Tc 9c", 300)},
        "random boards, a hand and a range": {"eval7": partial(with_eval7, "Ah Kh", "22+, AJs+", 200_000)},
    }
