"""Equity: hands and ranges before the board, counted and sampled, on one core.

The peers know standard cards only, and run on one thread. pokerfast calls OMPEval; it samples to a precision that is
asked for and does not say how many boards that took, so only its exact answers are measured. XiaPL refuses a hand
against all others (13 GB of memory), poker-equity gives up on it after 17 s, eval7 and PokerKit only sample before the
flop, and OpenSpiel has no function for equity.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import eval7
import poker_equity
import pokerfast.equity
import pokerkit
import xiapl.card
import xiapl.range
import xiapl.simulation
import xiapl.utils

from cardwright import ranking
from cardwright.ranking.equity import equity, ranges
from cardwright.ranking.equity.question import EquityQuestion, HandRules, read_question
from cardwright.ranking.equity.sampling import sample_deals
from cardwright.ranking.solver import river, solve

Work = Callable[[], int]
SAMPLED_DEALS = 1_000_000


def counted(name: str, *hands: str) -> int:
    """Count a match-up before the board."""
    equity(ranking.load(name), hands, to_board=5)
    return 1


def asked(name: str, *hands: str) -> EquityQuestion:
    """Return a question of hands before the board."""
    return read_question(HandRules(ranking.load(name)), hands, lambda *_: (), to_board=5)


def random_deals(found: EquityQuestion) -> int:
    """Sample a question."""
    return sample_deals(found, SAMPLED_DEALS, 1, 1).deals


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


def with_pokerfast(hand: str, rival: str) -> int:
    """Count a match-up with OMPEval."""
    pokerfast.equity.equity([hand.replace(" ", ""), rival.replace(" ", "")], threads=1)
    return 1


def with_pokerfast_at_random(hand: str) -> int:
    """Count a hand against a random one with OMPEval."""
    pokerfast.equity.equity_vs_random(hand.replace(" ", ""), "")
    return 1


def with_xiapl(hand: str, rival: str, deals: int = 0) -> int:
    """Count a match-up with XiaPL, or take random boards; return the boards, or 1."""
    found = _xiapl(hand, rival, deals)
    return int(found.trials) if deals else 1


def with_xiapl_range(hand: str, rival: str, deals: int) -> int:
    """Take random boards for a hand and a range with XiaPL."""
    pair = [xiapl.range.try_parse_range(text.replace(" ", "")) for text in (hand, rival)]
    mode = xiapl.simulation.RangeEquityMode.AGGREGATE_ONLY
    return int(xiapl.simulation.calculate_range_equity(*pair, 0, _xiapl_options(deals), mode).trials)


def _xiapl(hand: str, rival: str, deals: int) -> Any:
    masks = [xiapl.utils.cards_to_mask([*map(xiapl.card.Card.from_string, text.split())]) for text in (hand, rival)]
    return xiapl.simulation.calculate_equity(masks, 0, _xiapl_options(deals))


def _xiapl_options(deals: int) -> Any:
    options = xiapl.simulation.SimulationOptions
    chosen = options.mc_seeded(deals, 1) if deals else options.exact()
    chosen.threads = 1
    return chosen


def with_poker_equity(hand: str, rival: str, deals: int = 0) -> int:
    """Count a match-up with poker-equity, or take random boards; return the boards, or 1."""
    pair = [text.replace(" ", "") for text in (hand, rival)]
    if not deals:
        poker_equity.exact_from_text("holdem", pair)
        return 1
    poker_equity.chunk_from_text("holdem", pair, samples=deals, seed=1, threads=1)
    return deals


def street() -> int:
    """Run ten iterations of the solver on two full ranges."""
    poker = ranking.load("standard")
    whole = ranges.every(range(52), 2)
    solve(river(poker, "Kh 9d 6c 5s 2h", [whole, whole], pot=100, stack=200, bets=(0.5, 1.0)), 10)
    return 10


def measures() -> dict[str, tuple[Work, str]]:
    """Return the measures."""
    return {
        "two pairs before the flop, exactly": (partial(counted, "standard", "Ah Ad", "Kc Ks"), "match-ups"),
        "two suited hands before the flop, exactly": (partial(counted, "standard", "Ah Kh", "Tc 9c"), "match-ups"),
        "a hand against a random one, exactly": (partial(counted, "standard", "Ah Kd", "random"), "match-ups"),
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
    pairs, suited, wide = ("Ah Ad", "Kc Ks"), ("Ah Kh", "Tc 9c"), ("Ah Kh", "22+, AJs+")
    return {
        "two pairs before the flop, exactly": _exactly(*pairs),
        "two suited hands before the flop, exactly": _exactly(*suited),
        "a hand against a random one, exactly": {"pokerfast": partial(with_pokerfast_at_random, "Ah Kd")},
        "random boards, two hands": {
            "XiaPL": partial(with_xiapl, *suited, SAMPLED_DEALS),
            "eval7": partial(with_eval7, "Ah Kh", "Tc9c", 200_000),
            "poker-equity": partial(with_poker_equity, *suited, 200_000),
            "PokerKit": partial(with_pokerkit, *suited, 300),
        },
        "random boards, a hand and a range": {
            "XiaPL": partial(with_xiapl_range, *wide, SAMPLED_DEALS),
            "eval7": partial(with_eval7, *wide, 200_000),
            "poker-equity": partial(with_poker_equity, *wide, 200_000),
        },
    }


def _exactly(hand: str, rival: str) -> dict[str, Work]:
    return {
        "pokerfast": partial(with_pokerfast, hand, rival),
        "XiaPL": partial(with_xiapl, hand, rival),
        "poker-equity": partial(with_poker_equity, hand, rival),
    }


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return what the packages answer to the same questions."""
    rows: list[tuple[str, ...]] = [("hands", "Cardwright", "pokerfast", "XiaPL", "poker-equity")]
    for hand, rival in (("Ah Ad", "Kc Ks"), ("Ah Kh", "Tc 9c"), ("7s 2d", "Jh Td")):
        ours = equity(ranking.load("standard"), [hand, rival], to_board=5).hands[0].share
        pair = [text.replace(" ", "") for text in (hand, rival)]
        theirs = (
            pokerfast.equity.equity(pair, threads=1)[0],
            _xiapl(hand, rival, 0).players[0].equity,
            poker_equity.exact_from_text("holdem", pair)["players"][0]["equity"],
        )
        rows.append((f"{hand}, {rival}", *(f"{100 * float(share):.6f} %" for share in (ours, *theirs))))
    return {"The share of the first hand, exactly": rows}
