"""Equity over random deals."""

import functools
import itertools
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from cardwright import shards
from cardwright.errors import BadCount, BadText
from cardwright.ranking.equity.answer import Equity, summary
from cardwright.ranking.equity.counting import Tally, showdown
from cardwright.ranking.equity.question import EquityQuestion
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.equity.row_showdown import Ranges
from cardwright.shards import Progress

BLOCK_DEALS = 1 << 14
MAX_BLOCKS_PER_THREAD = 64  # Ctrl-C waits for the parts that have begun
MAX_PICK_BITS = 30  # of a random number of 56 to pick cards: each is drawn as often as it should be, to 2 ** -26
MAX_SEED = (1 << 64) - 1
MAX_PROCESS_PARTS = 64


def sample_deals(
    asked: EquityQuestion,
    samples: int,
    seed: int,
    threads: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Return the equity over random deals; with an ``executor`` its processes draw them, the same ones."""
    check_sampling(samples, seed)
    threads = max(threads, 1)
    blocks = -(-samples // BLOCK_DEALS)
    parts = min(blocks, MAX_PROCESS_PARTS if executor else max(threads, -(-blocks // MAX_BLOCKS_PER_THREAD)))
    bounds = [blocks * part // parts for part in range(parts + 1)]
    work = functools.partial(sample_blocks, asked, _walker(asked), samples, seed)
    if executor is None:
        tallies = []
        with ThreadPoolExecutor(min(parts, threads)) as pool:
            for part in pool.map(work, bounds[:-1], bounds[1:]):
                tallies.append(part)
                if progress is not None:
                    progress(len(tallies), parts)
    else:
        tallies = shards.run(work, list(itertools.pairwise(bounds)), executor=executor, progress=progress)
    tally = np.sum([part.astype(object) for part in tallies], axis=0)
    return summary(tally, samples, exact=False)


def check_sampling(samples: int, seed: int) -> None:
    """Raise `BadCount` for too few samples, or a seed that is none."""
    if samples < 2:
        raise BadCount(f"an estimate takes 2 random deals or more, not {samples}", samples)
    if not 0 <= seed <= MAX_SEED:
        raise BadCount(f"a seed of random deals is from 0 to {MAX_SEED}, not {seed}", seed)


def sample_tally(asked: EquityQuestion, samples: int, seed: int) -> Tally:
    """Return the tally of each player over all random deals, drawn one after another."""
    return sample_blocks(asked, _walker(asked), samples, seed, 0, -(-samples // BLOCK_DEALS))


def sample_blocks(asked: EquityQuestion, some: Ranges, samples: int, seed: int, first: int, last: int) -> Tally:
    """Return the tally of some blocks of the random deals."""
    kernel, tally = showdown(asked)
    picks = MAX_PICK_BITS // len(asked.unseen).bit_length()
    chosen, drawn = _columns(asked)
    columns = np.array([*chosen, *drawn, 0], np.uint8)  # never empty: the kernel takes an address
    kernel.sample((first, last, BLOCK_DEALS, samples, seed, picks), (len(chosen), len(drawn)), some, columns)
    kernel.finish()
    return tally


def _walker(asked: EquityQuestion) -> Ranges:
    """Return the ranges as the kernel's `sample` takes them. Raises `BadText` if no deal is possible."""
    fixed = [card for each in asked.own if not isinstance(each, Range) for card in each]
    listed = [each.without(fixed) if isinstance(each, Range) else None for each in asked.own]
    sizes = [len(each.weights) if each else 0 for each in listed]
    some = [each for each in listed if each]
    if not _possible(some, set()):
        raise BadText("the ranges leave no deal: their hands share cards")
    begins = [0, *itertools.accumulate(sizes)][:-1]
    tables = [_alias(each.weights) for each in some] or [(np.zeros(1, np.uint32),) * 2]
    places = np.zeros(asked.ranking.deck.size, np.uint8)
    places[list(asked.unseen)] = np.arange(len(asked.unseen))
    combos = places[np.concatenate([each.combos.reshape(-1) for each in some])] if some else np.zeros(1, np.uint8)
    odds, alias = (np.concatenate(column) for column in zip(*tables))
    return combos, np.array(begins, np.int64), np.array(sizes, np.int64), odds, alias


def _columns(asked: EquityQuestion) -> tuple[list[int], list[int]]:
    """Return the columns of the kernel's rows for the cards of ranges, and for the other cards to come."""
    end = len(asked.own) * asked.hole + len(asked.board) + asked.to_board
    chosen: list[int] = []
    drawn = [*range(end - asked.to_board, end)]
    for player, hand in enumerate(asked.own):
        columns = range(player * asked.hole, (player + 1) * asked.hole)
        if isinstance(hand, Range):
            chosen += columns
        else:
            drawn += columns[len(hand) :]
    return chosen, drawn


def _possible(some: Sequence[Range], used: set[int]) -> bool:
    """Return whether each range can have a hand of its own."""
    if not some:
        return True
    hands = (set(hand) for hand in some[0].combos.tolist())
    return any(_possible(some[1:], used | hand) for hand in hands if not hand & used)


def _alias(weights: NDArray[np.int64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return Walker's thresholds, of 2 ** 32, and aliases for drawing by weight."""
    share = [weight * len(weights) / int(weights.sum()) for weight in weights.tolist()]
    alias = list(range(len(share)))
    small = [place for place, each in enumerate(share) if each < 1]
    large = [place for place, each in enumerate(share) if each >= 1]
    while small and large:
        less, more = small.pop(), large[-1]
        alias[less] = more
        share[more] -= 1 - share[less]
        if share[more] < 1:
            small.append(large.pop())
    odds = [
        min(round(each * (1 << 32)), (1 << 32) - 1) if alias[place] != place else (1 << 32) - 1
        for place, each in enumerate(share)
    ]
    return np.array(odds, np.uint32), np.array(alias, np.uint32)
