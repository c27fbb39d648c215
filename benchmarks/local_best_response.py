"""Heads-up hold'em without limit: what a local best response wins from the bot "balanced", in milliblinds a hand.

Blinds of 50 and 100, stacks of 20,000, both seats of each deal, as in Lisý and Bowling (2017). "Rounds 3 and 4" means
that the response only checks and calls before the turn: it is greedy, and often wins more so. CARDWRIGHT_DEALS is the
number of deals (default 200). Folding always loses 750, or 250 where the response does not bet.
"""

import os
from collections.abc import Callable
from time import process_time

import numpy as np
from benchmarks._local_best_response import Bets, LocalBestResponse

from cardwright.games.poker.odds.two_ranges import frequencies
from cardwright.ranking import load
from cardwright.standard_error import NORMAL_95_FACTOR

DEALS_COUNT = int(os.environ.get("CARDWRIGHT_DEALS", "200"))
SEED = 2026
STACK, BLINDS = 20_000, (50, 100)
SETTINGS = {
    "fold or call": Bets(),
    "fold, call, pot, all-in": Bets((1.0,), all_in=True),
    "fold, call, pot, all-in; rounds 3 and 4": Bets((1.0,), all_in=True, first_round=2),
    "fold, call, seven sizes from 1/4 to 8 pots, all-in; rounds 3 and 4": Bets(
        (0.25, 0.5, 0.75, 1.0, 2.0, 4.0, 8.0), all_in=True, first_round=2
    ),
}


def measures() -> dict[str, tuple[Callable[[], int], str]]:
    """Return no measure of speed."""
    return {}


def facts() -> dict[str, list[tuple[str, ...]]]:
    """Return what the response wins with each choice of bets."""
    return {"Local best response": [("bets", "deals", "won", "s a deal"), *map(_row, SETTINGS)]}


def _row(name: str) -> tuple[str, ...]:
    ranking = load("standard")
    response = LocalBestResponse(
        ranking, lambda position: frequencies(ranking, position), SETTINGS[name], np.random.default_rng(SEED)
    )
    began = process_time()
    won = np.array([np.mean([response.deal(seat, STACK, BLINDS) for seat in (0, 1)]) for _ in range(DEALS_COUNT)]) * (
        1000 / BLINDS[1]
    )
    margin = NORMAL_95_FACTOR * won.std(ddof=1) / DEALS_COUNT**0.5
    spent = (process_time() - began) / DEALS_COUNT
    return name, f"{DEALS_COUNT}", f"{won.mean():,.0f} ± {margin:,.0f}", f"{spent:.2f}"
