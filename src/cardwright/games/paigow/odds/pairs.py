"""Every deal of two hands of seven, counted exactly: the result of one house way against another.

All hands are set by their plain classes, by ranks, and then corrected for the flush classes (see `classes`). Pairs of
disjoint hands are counted by inclusion-exclusion over the cards that both hold: the sum over sets S of (-1)^|S| times
the pairs that both contain S. Where only the ranks of one of the two hands matter, S is a set of ranks; S is a set of
cards only for pairs of flush classes.
"""

import functools
import math
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from cardwright import shards
from cardwright.games.paigow.odds import _kernels
from cardwright.games.paigow.odds.classes import HAND_CARDS, HEIGHT_COUNT, SUIT_COUNT, SUIT_WAYS, Classes, multisets
from cardwright.games.paigow.odds.deals import Match, Outcome
from cardwright.games.paigow.odds.way_table import queen_high, way_table
from cardwright.shards import Progress

RANK_SETS_PER_SHARD = 4096
SUIT_SETS_PER_SHARD = 128
SUIT_PAIR_SETS_PER_SHARD = 4
OTHER_SUITS_COUNT = SUIT_COUNT - 1


class NumberedSettings(msgspec.Struct, frozen=True):
    """The settings of two ways, a row for each: ``front << 16 | back``, numbered together so that they compare."""

    classes: Classes
    plain: NDArray[np.uint32]
    flush: NDArray[np.uint32]
    fronts: int
    backs: int


def outcome(
    match: Match,
    *,
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Count all deals between two house ways: a bet is won with both hands better, and lost with neither.

    Each process of an ``executor`` sets the hands for itself, once; ``file`` keeps the counts for a later run. Raises
    `UnknownName` or `BadDeclaration` for a way that does not exist, or that fouls.
    """
    total = match.classes.total
    jobs = [
        (*astuple(match), player_wins_ties, *shard) for player_wins_ties in match.tie_rules for shard in _shards(match)
    ]
    counts = shards.run(count_pairs, jobs, executor=executor, file=file, progress=progress)
    sums = np.sum(np.array(counts).reshape(len(match.tie_rules), -1, 2), axis=1)
    win, lose = int(sums[0, 0]), int(sums[-1, 1])
    return Outcome(win, total - win - lose, lose)


def _shards(match: Match) -> Iterator[tuple[str, int]]:
    """Yield all shards of the work: a kind of sets, and the first of the shard's."""
    sets = (
        ("ranks", len(rank_multisets(match)[0]), RANK_SETS_PER_SHARD),
        ("suit", len(rank_masks(match, HAND_CARDS)), SUIT_SETS_PER_SHARD),
        ("suits", len(rank_masks(match, 2)), SUIT_PAIR_SETS_PER_SHARD),
    )
    for kind, number, step in sets:
        for first in range(0, number, step):
            yield kind, first


def count_pairs(*shard: Any) -> NDArray[np.int64]:
    """Count the pairs of hands that both contain a set of the shard, with its sign: (both higher, neither higher)."""
    *terms, player_wins_ties, kind, first = shard
    match = Match(*terms)
    numbered, tally = _numbered_settings(match, player_wins_ties), np.zeros(2, np.int64)
    sizes = (numbered.fronts, numbered.backs, tally)
    if kind == "ranks":
        of_ranks = rank_multisets(match)
        ranked = of_ranks[0][first : first + RANK_SETS_PER_SHARD]
        _kernels.rank_pairs(ranked, *of_ranks, *_by_plain(match, player_wins_ties), SUIT_WAYS, *sizes)
        return tally
    plain = np.ascontiguousarray(numbered.plain[:, numbered.classes.flush_plain])
    beside = (*flush_blocks(match), _superset_ways(match))
    if kind == "suit":
        copies = _signed_ways(match, OTHER_SUITS_COUNT) * SUIT_COUNT
        held = rank_masks(match, HAND_CARDS)[first : first + SUIT_SETS_PER_SHARD]
        _kernels.pairs_of_one_suit(held, *beside, copies, numbered.flush, plain, *sizes)
    else:
        copies = _signed_ways(match, SUIT_COUNT - 2) * math.perm(SUIT_COUNT, 2)
        sets = rank_masks(match, 2)
        last = min(first + SUIT_PAIR_SETS_PER_SHARD, len(sets))
        _kernels.pairs_of_two_suits(
            first, last, sets, _joined_others(match), *beside, copies, numbered.flush, plain, *sizes
        )
    return tally


@functools.lru_cache(maxsize=2)
def _numbered_settings(match: Match, player_wins_ties: bool) -> NumberedSettings:
    tables = [way_table(way, match.wheel, match.ranks, match.joker, match.wild) for way in (match.player, match.dealer)]
    classes = tables[0].classes
    (player, dealer), fronts, backs = number_values(match, player_wins_ties, *(table.values for table in tables))
    if match.queen_push:
        (player if match.bank else dealer)[push_classes(match)] = push_code(fronts)
    settings, split = np.stack([player, dealer]), len(classes.plain_counts)
    plain, flush = (np.ascontiguousarray(part) for part in (settings[:, :split], settings[:, split:]))
    return NumberedSettings(classes, plain, flush, fronts, backs)


def push_classes(match: Match) -> NDArray[np.bool_]:
    """Return the classes of hands with which the bank pushes: a queen high."""
    return queen_high(match.ranks, match.joker, match.wheel, match.wild)


def push_code(fronts: int) -> int:
    """Return the code of a hand that always pushes: the best front, and the worst back."""
    return fronts - 1 << 16


def number_values(
    match: Match, player_wins_ties: bool, player: NDArray[np.int32], dealer: NDArray[np.int32]
) -> tuple[tuple[NDArray[np.uint32], NDArray[np.uint32]], int, int]:
    """Number the values of settings together, as ``front << 16 | back``; return the numbers of fronts and backs too.

    ``tie_rules`` puts the player's values above equal ones of the dealer. With a queen high that pushes, the last front
    and the first back are free for `push_code`.
    """
    values = [2 * player.astype(np.int64) + player_wins_ties, 2 * dealer.astype(np.int64)]
    fronts, backs = (np.unique(np.concatenate([side[:, column] for side in values])) for column in (0, 1))
    numbered = [
        (np.searchsorted(fronts, side[:, 0]) << 16 | np.searchsorted(backs, side[:, 1]) + match.queen_push)
        for side in values
    ]
    mine, theirs = (each.astype(np.uint32) for each in numbered)
    return (mine, theirs), len(fronts) + match.queen_push, len(backs) + match.queen_push


@functools.lru_cache(maxsize=2)
def rank_multisets(match: Match) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int64]]:
    """Return all multisets of up to seven ranks by their sizes, where each size begins, and the plain classes' keys."""
    heights = range(HEIGHT_COUNT - match.ranks, HEIGHT_COUNT)
    multisets_by_size = [
        np.concatenate([multisets(heights, size - joker, joker) for joker in range(min(size, int(match.joker)) + 1)])
        for size in range(HAND_CARDS + 1)
    ]
    starts = np.cumsum([0, *map(len, multisets_by_size)]).astype(np.int32)
    return np.concatenate(multisets_by_size), starts, np.sort(match.classes.plain_keys)


@functools.lru_cache(maxsize=2)
def _by_plain(
    match: Match,
    player_wins_ties: bool,
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint32], NDArray[np.int64], NDArray[np.int32]]:
    """Return settings and hands of plain classes by their keys, then of flush classes by their plain classes."""
    numbered = _numbered_settings(match, player_wins_ties)
    classes = numbered.classes
    plain_hands, flush_hands = classes.weights()
    order = classes.plain_keys.argsort()
    place = np.zeros(len(order), np.int64)
    place[order] = np.arange(len(order))
    owners = place[classes.flush_plain]
    flush_order = owners.argsort(kind="stable")
    starts = np.searchsorted(owners[flush_order], np.arange(len(order) + 1)).astype(np.int32)
    plain, flush = np.ascontiguousarray(numbered.plain[:, order]), np.ascontiguousarray(numbered.flush[:, flush_order])
    return plain, plain_hands[order], flush, flush_hands[flush_order], starts


@functools.lru_cache(maxsize=4)
def rank_masks(match: Match, size: int) -> NDArray[np.uint16]:
    """Return all sets of at most this many ranks, as masks."""
    masks = range(0, 1 << HEIGHT_COUNT, 1 << HEIGHT_COUNT - match.ranks)
    return np.array([mask for mask in masks if mask.bit_count() <= size], np.uint16)


@functools.lru_cache(maxsize=2)
def flush_blocks(match: Match) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Return the masks of the flush classes, each once a block, and the blocks, as the kernel reads them."""
    classes = match.classes
    sizes = classes.others[:, :HEIGHT_COUNT].sum(axis=1)
    masks = [np.zeros(0, np.uint16)]
    flush_blocks = []
    for joker, size, first, last in classes.flush_blocks:
        beside = np.flatnonzero(sizes == HAND_CARDS - joker - size)
        low, high = int(beside[0]), int(beside[-1]) + 1
        start = sum(map(len, masks))
        masks.append(classes.flush_masks[first : last : high - low])
        flush_blocks.append((start, start + len(masks[-1]), joker, first, low, high))
    return np.concatenate(masks), np.array(flush_blocks, np.int32).reshape(-1, 6)


@functools.lru_cache(maxsize=2)
def _superset_ways(match: Match) -> NDArray[np.int64]:
    """Return the ways to have the others o (column) in three suits with given cards of the others k (row)."""
    others = match.classes.others[:, :HEIGHT_COUNT].astype(int)
    table = np.array([[math.comb(n, k) for k in range(OTHER_SUITS_COUNT)] for n in range(SUIT_COUNT)], np.int64)
    ways = np.zeros((len(others), len(others)), np.int64)
    for row, held in enumerate(others):
        fits = (others >= held).all(axis=1)
        ways[row, fits] = table[OTHER_SUITS_COUNT - held, (others - held)[fits]].prod(axis=1)
    return ways


def _signed_ways(match: Match, suits: int) -> NDArray[np.int64]:
    """Return in how many ways these suits hold each of the others, negative for an odd number of cards."""
    others = match.classes.others[:, :HEIGHT_COUNT].astype(int)
    ways = np.array([math.comb(suits, count) for count in range(SUIT_COUNT)], np.int64)
    copies: NDArray[np.int64] = ways[others].prod(axis=1) * (1 - 2 * (others.sum(axis=1) % 2))
    return copies


@functools.lru_cache(maxsize=2)
def _joined_others(match: Match) -> NDArray[np.int32]:
    """Return the others that a set of up to two ranks (row) and others (column) make together, -1 if too many."""
    others = match.classes.others[:, :HEIGHT_COUNT].astype(int)
    numbers = {tuple(row): number for number, row in enumerate(others.tolist())}
    sets = np.array([[mask >> height & 1 for height in range(HEIGHT_COUNT)] for mask in rank_masks(match, 2).tolist()])
    return np.array([[numbers.get(tuple(row), -1) for row in (others + added).tolist()] for added in sets], np.int32)
