"""The points that two cards bring to a crib on average, by their ranks, for players who decide before they can know.

The averages are in crib_average.toml; ``python -m cardwright.games.cribbage.crib_average`` prints that file. For each
pair of ranks the other player is dealt six of the fifty cards that are left, and lays away by the averages of the
round before; the points of the four cards are averaged over all starters. The first round lays away for the hand alone;
after a few rounds of such best responses the averages converge.
"""

import functools
import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from importlib import resources
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.cribbage import _kernels
from cardwright.games.cribbage.scoring import DECK, scores
from cardwright.shards import run_module

Averages: TypeAlias = NDArray[np.float64]  # by the ranks of both cards, in either order

RANKS = len(DECK.ranks)
HAND_CARDS = 6
SPLITS = tuple(combinations(range(HAND_CARDS), 4))
_LAID_AWAY_INDICES = np.array([[index for index in range(HAND_CARDS) if index not in split] for split in SPLITS])
_DECK = np.arange(DECK.size, dtype=np.uint8)


def divide(hand: Sequence[Card], split: Sequence[int]) -> tuple[tuple[Card, ...], tuple[Card, Card]]:
    """Return the four cards of a sorted hand that a way of `SPLITS` keeps, and the two that it lays away."""
    kept = tuple([hand[place] for place in split])
    low, high = (card for card in hand if card not in kept)
    return kept, (low, high)


def split_index(hand: Iterable[Card], away: Container[Card]) -> int:
    """Return the index in `SPLITS` of the way that lays these two of six sorted cards away."""
    return SPLITS.index(tuple(index for index, card in enumerate(hand) if card not in away))


@functools.cache
def averages() -> tuple[Averages, Averages]:
    """The points that a pair adds to one's own crib, and to the other player's."""
    table = tomllib.loads(resources.files(__package__).joinpath("crib_average.toml").read_text("utf-8"))
    return np.array(table["own"]), np.array(table["others"])


def crib_table(*, own: bool) -> Averages:
    """Return the points of two cards laid away by their ranks, for the dealer (``own``) or, as a loss, for the pone."""
    dealers, pones = averages()
    return dealers if own else -pones


def split_means(hands: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return for each hand of six and each of the `SPLITS` the mean points of the four kept, over all 46 starters."""
    sums = np.empty((len(hands), len(SPLITS)), np.int32)
    _kernels.split_sums(np.ascontiguousarray(hands), sums)
    means: NDArray[np.float64] = sums / (DECK.size - HAND_CARDS)
    return means


def laid_away(hands: NDArray[np.uint8], crib: Averages) -> NDArray[np.uint8]:
    """Return the two cards of each hand to lay away for the most points, those of the crib estimated by ``crib``."""
    ranks = hands[:, _LAID_AWAY_INDICES] >> 2
    best = (split_means(hands) + crib[ranks[:, :, 0], ranks[:, :, 1]]).argmax(axis=1)
    return np.take_along_axis(hands, _LAID_AWAY_INDICES[best], axis=1)


def average(low: int, high: int, crib: Averages, deals: int, rng: np.random.Generator) -> float:
    """The average points of a crib with a pair of these ranks, where the other player lays away by ``crib``."""
    pair = np.array([4 * low, 4 * high + 1], dtype=np.uint8)
    # The suits of the pair hardly matter, but these two differ, as most pairs do; equal ranks must.
    unseen = np.delete(_DECK, pair)
    order = rng.random((deals, len(unseen))).argpartition(HAND_CARDS, axis=1)
    others_away = laid_away(unseen[order[:, :HAND_CARDS]], crib)
    cribs = np.concatenate([np.broadcast_to(pair, (deals, 2)), others_away], axis=1)
    rows = np.concatenate([np.repeat(cribs, DECK.size, axis=0), np.tile(_DECK, deals)[:, np.newaxis]], axis=1)
    rows = rows[(rows[:, :4] != rows[:, 4:]).all(axis=1)]
    return float(scores(rows, crib=True).mean())


def iterate_averages(deals: int, seed: int) -> Iterator[tuple[Averages, Averages]]:
    """Yield averages for one's own crib and the other's without end, each a best response to those before."""
    own = others = np.zeros((RANKS, RANKS))
    rng = np.random.default_rng(seed)
    while True:
        # The dealer's opponent is the pone, for whom the crib is a loss, and the other way round.
        own, others = _averages_table(-others, deals, rng), _averages_table(own, deals, rng)
        yield own, others


def _averages_table(crib: Averages, deals: int, rng: np.random.Generator) -> Averages:
    table = np.zeros((RANKS, RANKS))
    for low, high in combinations_with_replacement(range(RANKS), 2):
        table[low, high] = table[high, low] = average(low, high, crib, deals, rng)
    return table


def _rows(name: str, table: Averages) -> Iterator[str]:
    yield f"{name} = ["
    for rank, row in zip(DECK.ranks, table, strict=True):
        yield f"    [{', '.join(f'{value:.2f}' for value in row)}], # {rank.text}"
    yield "]"


def _write() -> None:
    last = [tables for _, tables in zip(range(5), iterate_averages(4000, seed=1), strict=False)][-1]
    print("# Points that two cards bring to a crib on average, by their ranks, ace to king both ways.")
    print(
        "# Made by `python -m cardwright.games.cribbage.crib_average`; `own` is for the dealer, `others` for the pone."
    )
    print("\n".join([*_rows("own", last[0]), *_rows("others", last[1])]))


if __name__ == "__main__":
    run_module(_write)
