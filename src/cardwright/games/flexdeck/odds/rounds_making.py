"""The making of the results of a round, over all openings of the deck, for the file rounds.toml.

The opening is dealt with real dominoes, each way up: 111,320,352 pairs of rolls. The turns after it are solved for
independent dice. ``python -m cardwright.games.flexdeck.odds.rounds_making`` prints the file.
"""

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.odds.choices import ROLLS
from cardwright.games.flexdeck.odds.fair_dice import TIE_SHARES, SolvedRound
from cardwright.games.flexdeck.odds.rounds import RULES, RoundChances, key
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.shards import run_module


def openings() -> NDArray[np.int64]:
    """Return the number of openings in which the non-dealer and the dealer have each pair of rolls."""
    weights = (DICE_COUNT + 1) ** np.arange(deck.VALUE_COUNT, dtype=np.int32)
    sums = np.array([sum(weights[value] for value in roll) for roll in ROLLS])
    order = np.argsort(sums)
    dealt = np.array(list(combinations(range(deck.SIZE), DICE_COUNT)))
    half_weights = np.array([[weights[low], weights[high]] for high, low in deck.HALVES])[dealt]  # (deal, die, half)
    counts = np.zeros(len(ROLLS) ** 2, np.int64)
    for ways_up in product((0, 1), repeat=DICE_COUNT):
        upper, lower = (sum(half_weights[:, die, way ^ side] for die, way in enumerate(ways_up)) for side in (0, 1))
        rows, columns = (order[np.searchsorted(sums[order], each)] for each in (upper, lower))
        counts += np.bincount(rows * len(ROLLS) + columns, minlength=len(counts))
    return counts.reshape(len(ROLLS), len(ROLLS))


def solve(game: Flexdeck, tie_share: float, weights: NDArray[np.int64]) -> RoundChances:
    """Return the chances over all `openings`."""
    start = SolvedRound(game.table, game.max_covered, tie_share).opening()
    value, tie = (float((weights * each).sum(dtype=np.float64) / weights.sum()) for each in (start.values, start.ties))
    return RoundChances(value - tie_share * tie, tie)


def _print() -> None:
    weights = openings()
    print(
        "# The dealer's chances to win a round and to tie it, by four, criteria and cover, for a tie that is worth 0,"
    )
    print("# 1/2 and 1 of a win: made by python -m cardwright.games.flexdeck.odds.rounds_making")
    known = {option.name: option for option in Flexdeck.options}
    for four, criteria in product(*(known[rule].choices for rule in RULES[:2])):
        for cover in range(1, DICE_COUNT + 1):
            game = Flexdeck(four=four, criteria=criteria, cover=cover)
            solved = [solve(game, share, weights) for share in TIE_SHARES]
            print(f'"{key(game)}" = [{", ".join(f"[{each.win:.6f}, {each.tie:.6f}]" for each in solved)}]', flush=True)


if __name__ == "__main__":
    run_module(_print)
