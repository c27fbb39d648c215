"""The making of the table of board positions, by counting deals.

Deals are played by a fast player of fair strength, who lays away by averages and plays the card with the best outlook,
whatever the score. They are counted by the points of both and by who scores first. From these frequencies the chances
are computed backwards from the end of the board (dynamic programming).

``python -m cardwright.games.cribbage.odds.board_making`` makes the file board.npz.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardwright import shards
from cardwright.argument_types import MAX_NUMBER, output_file, whole, within
from cardwright.games.cribbage.crib_average import averages
from cardwright.games.cribbage.odds import _kernels
from cardwright.games.cribbage.odds.board_table import FILE, MARGINS_COUNT, MAX_DEAL_POINTS, Chances
from cardwright.games.cribbage.rules import DOUBLE_SKUNK_POINTS, SKUNK_POINTS
from cardwright.games.cribbage.scoring import DECK
from cardwright.shards import run_module

HOLES_COUNT = 121
SHARD_DEALS = 500_000  # seconds of work
MIN_SHARDS_COUNT = 2  # their differences give the standard error
MAX_DEALS_IN_MEMORY = 20_000
DEAL_CARDS = 13


def count(seed: int, first: int, deals: int) -> shards.Counts:
    """Play deals number ``first`` and on, and count them: see `_kernels.record` for the three tables."""
    own, others = averages()
    counts = np.zeros((3, MAX_DEAL_POINTS, MAX_DEAL_POINTS), np.int64)
    rng = np.random.default_rng((seed, first))
    for start in range(0, deals, MAX_DEALS_IN_MEMORY):
        size = min(MAX_DEALS_IN_MEMORY, deals - start)
        dealt = rng.random((size, DECK.size)).argpartition(DEAL_CARDS, axis=1)[:, :DEAL_CARDS]
        _kernels.record(dealt.astype(np.uint8), own, -others, *counts)
    return counts


def count_deals(
    deals: int,
    seed: int,
    *,
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: shards.Progress | None = None,
) -> list[shards.Counts]:
    """Play this many deals in shards, which a file may keep; return the counts of each."""
    cut = [(seed, first, min(SHARD_DEALS, deals - first)) for first in range(0, deals, SHARD_DEALS)]
    return shards.run(count, cut, executor=executor, file=file, progress=progress)


def margins(counts: NDArray[np.int64], holes: int = HOLES_COUNT) -> Chances:
    """Return the chances of the six results of a game at [result, points the dealer needs, points the pone needs].

    The results are the dealer's plain win, skunk and double skunk, then the pone's. Needs of 0 are not used.
    """
    deals = counts[0].sum()
    totals, dealer_first, pone_first = (_crop(table / deals) for table in counts)
    # Deals in which the dealer has i points before the pone has j: the pone had fewer at that moment.
    wins = _pad(dealer_first.cumsum(axis=1), holes)
    losses = _pad(pone_first.cumsum(axis=1), holes)
    results_ = np.zeros((2 * MARGINS_COUNT, holes + 1, holes + 1))
    for needs_total in range(2, 2 * holes + 1):
        for dealer in range(max(1, needs_total - holes), min(holes, needs_total - 1) + 1):
            pone = needs_total - dealer
            deal_shares = totals[:dealer, :pone]
            d, p = deal_shares.shape
            # The pone deals next, so that the results change sides. A deal in which nothing is scored does not occur.
            next_results = results_[:, pone - p + 1 : pone + 1, dealer - d + 1 : dealer + 1]
            continued = np.tensordot(next_results, deal_shares.T[::-1, ::-1])
            ended = _by_margin(wins[dealer], pone), _by_margin(losses[pone], dealer)
            results_[:, dealer, pone] = np.concatenate(ended) + np.roll(continued, MARGINS_COUNT)
            assert abs(results_[:, dealer, pone].sum() - 1) < 1e-9
    return results_


def _by_margin(cumulated: NDArray[np.float64], needs: int) -> NDArray[np.float64]:
    """Split the deals that end a game by the points that the loser, who needed ``needs`` before, still needs."""
    max_points = [needs - 1, needs - SKUNK_POINTS, needs - DOUBLE_SKUNK_POINTS]  # that the loser has scored in the deal
    reached = np.array([cumulated[points] if points >= 0 else 0.0 for points in max_points] + [0.0])
    ends: NDArray[np.float64] = reached[:-1] - reached[1:]
    return ends


def chances(counts: NDArray[np.int64], holes: int = HOLES_COUNT) -> Chances:
    """Return the chance of the dealer to win at [points the dealer needs, points the pone needs], 0 unused."""
    dealer_wins: Chances = margins(counts, holes)[:MARGINS_COUNT].sum(axis=0)
    return dealer_wins


def _crop(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Leave out the rows and columns at the end that are empty."""
    rows, columns = (np.flatnonzero(table.any(axis=axis)).max() + 1 for axis in (1, 0))
    return table[:rows, :columns]


def _pad(table: NDArray[np.float64], holes: int) -> NDArray[np.float64]:
    """Extend cumulated rows to all holes: a hole reached with fewer points is reached with more."""
    wide = np.zeros((holes + 1, holes + 1))
    rows, columns = (min(size, holes + 1) for size in table.shape)
    wide[:rows, :columns] = table[:rows, :columns]
    wide[:rows, columns:] = table[:rows, columns - 1 : columns]
    return wide


def errors(parts: Sequence[NDArray[np.int64]], holes: int = HOLES_COUNT) -> Chances:
    """Return the standard errors of `chances` of all shards together, from the differences between shards."""
    chances_by_part = np.array([chances(part, holes) for part in parts])
    standard_errors: Chances = chances_by_part.std(axis=0, ddof=1) / np.sqrt(len(parts))
    return standard_errors


def _write() -> None:
    parser = argparse.ArgumentParser(description="Make the table of board positions.")
    deals = within(MIN_SHARDS_COUNT * SHARD_DEALS, MAX_NUMBER)
    parser.add_argument("--deals", type=deals, default=40_000_000, metavar="N", help="deals to count")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="the same number deals the same cards")
    shards.add_arguments(parser)
    parser.add_argument(
        "--output", type=output_file, default=FILE, metavar="FILE", help="where to write the table (default: board.npz)"
    )
    parsed = parser.parse_args()
    with shards.open_workers(parsed) as executor:
        parts = count_deals(parsed.deals, parsed.seed, executor=executor, file=parsed.file, progress=_print_progress)
    total = np.sum(parts, axis=0)
    table = margins(total)
    error = np.nanmax(errors(parts))
    np.savez_compressed(parsed.output, margins=table.astype(np.float32), counts=total, error=error)
    print(f"{parsed.deals:,} deals, seed {parsed.seed}: largest standard error {error:.6f}")


def _print_progress(done: int, total: int) -> None:
    print(f"{done} of {total} shards", end="\r", flush=True)


if __name__ == "__main__":
    run_module(_write)
