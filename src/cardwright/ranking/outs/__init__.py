"""Which lines of a table a hand still in the making holds, and in which it can yet end.

The answer is exact. Most lines are shown possible by an example: a few thousand runs of the cards to come that are
drawn once and kept, then runs built for the line in question. What has no example is out of reach if its cards
cannot all come, or no choice of ranks leads to it; the last few lines are settled by looking at every run that does
not go beyond them. Few cards to come are simply all looked at. The slow twin is `reference.reachable`.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> parse = poker.deck.parse_cards
>>> found = reachable(poker, parse("5h 5d"), parse("5s 4h 3h"), to_board=2)
>>> poker.categories[found.held].name, [poker.categories[line].name for line in sorted(found.possible)]
('Three of a kind', ['Straight flush', 'Four of a kind', 'Full house', 'Flush', 'Straight', 'Three of a kind'])
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cardwright.cards import Card
from cardwright.ranking.classify import NOTHING, classify
from cardwright.ranking.evaluator import Ranking
from cardwright.ranking.outs import runouts
from cardwright.ranking.outs.runouts import Lines, Run, drawn, ended, lines_of
from cardwright.ranking.outs.search import Search


class Reachable(NamedTuple):
    """Places in the table of hands: of the line held now, if any, and of those in which the hand can end."""

    held: int | None
    possible: frozenset[int]


def reachable(
    ranking: Ranking,
    own: Iterable[Card],
    board: Iterable[Card] = (),
    *,
    to_own: int = 0,
    to_board: int = 0,
    from_hole: int | None = None,
    exchange: int = 0,
    out: Iterable[Card] = (),
    least: int = 0,
) -> Reachable:
    """What a hand of ``own`` cards and those of the ``board`` holds, and in which lines it may end.

    So many cards are still to come ``to_own`` and ``to_board``, any but those ``out``, which are seen elsewhere; up
    to ``exchange`` of one's own may be thrown away for others. A hand is the best of all the cards, or made of exactly
    ``from_hole`` of one's own. A strength below ``least`` counts for nothing.

    A line is possible if some run of the cards makes it that of the final hand. What fewer cards than a hand hold is
    what they mostly make with cards of other ranks: a pair is a pair. Raises `BadCount` and `BadCard`.
    """
    hand, table, seen = tuple(sorted(own)), tuple(sorted(board)), tuple(sorted(out))
    return _reachable(ranking, hand, table, to_own, to_board, from_hole, exchange, seen, least)


@functools.lru_cache(4096)
def _reachable(
    ranking: Ranking,
    own: tuple[Card, ...],
    board: tuple[Card, ...],
    to_own: int,
    to_board: int,
    from_hole: int | None,
    exchange: int,
    out: tuple[Card, ...],
    least: int,
) -> Reachable:
    lines = lines_of(ranking, least)
    unseen = frozenset(range(ranking.deck.size)) - {*own, *board, *out}
    wanted = set(range(len(ranking.categories)))
    possible: set[int] = set()
    for thrown in range(min(exchange, len(own)), -1, -1):
        for kept in itertools.combinations(own, len(own) - thrown):
            for run in _runs(ranking, kept, board, to_own + thrown, to_board, from_hole, unseen):
                if possible >= wanted:
                    break
                possible |= _ends(run, lines, wanted - possible)
    return Reachable(_held(ranking, own, board, from_hole or 0, least), frozenset(possible))


def _runs(
    ranking: Ranking,
    own: tuple[Card, ...],
    board: tuple[Card, ...],
    to_own: int,
    to_board: int,
    from_hole: int | None,
    unseen: frozenset[Card],
) -> Iterator[Run]:
    """The cards to come as cards to the board, for every choice of those that come to the hand where that matters."""
    if from_hole is None:
        yield Run(ranking, (), own + board, to_own + to_board, 0, np.array(sorted(unseen), np.uint8))
        return
    for more in itertools.combinations(sorted(unseen), to_own):
        left = np.array(sorted(unseen.difference(more)), np.uint8)
        yield Run(ranking, own + more, board, to_board, from_hole, left)


# What is held


def _held(ranking: Ranking, own: tuple[Card, ...], board: tuple[Card, ...], from_hole: int, least: int) -> int | None:
    """The line of the best hand so far."""
    if not from_hole:
        own, board = (), own + board
    from_board = ranking.size - from_hole
    if len(own) >= from_hole and len(board) >= from_board:
        strength = ranking.strength_with_hole(own, board, from_hole) if from_hole else ranking.strength(board)
        return ranking.category_index(strength) if strength >= least else None
    if least:
        return None
    begun = (
        _begun(ranking, ours + theirs)
        for ours in itertools.combinations(own, min(len(own), from_hole))
        for theirs in itertools.combinations(board, min(len(board), from_board))
    )
    return min((line for line in begun if line is not None), default=None)


def _begun(ranking: Ranking, cards: Sequence[Card]) -> int | None:
    """The line that some cards mostly make with others of ranks of their own, which have nothing else in common."""
    ranks = len(ranking.deck.ranks)
    held = Counter(ranking.deck.rank_of[card] for card in cards)
    jokers = held.pop(-1, 0)
    return _padded(ranking, tuple(held[rank] for rank in range(ranks)), jokers) if cards else None


@functools.lru_cache(4096)
def _padded(ranking: Ranking, counts: tuple[int, ...], jokers: int) -> int | None:
    others = [rank for rank, count in enumerate(counts) if not count]
    made: Counter[int] = Counter()
    for more in itertools.combinations(others, ranking.size - sum(counts) - jokers):
        found = classify(ranking.declaration, tuple(c + (r in more) for r, c in enumerate(counts)), jokers, NOTHING)
        if found:
            made[found[0]] += 1
    return min(made, key=lambda line: (-made[line], line), default=None)


# What can be reached


def _ends(run: Run, lines: Lines, wanted: set[int]) -> set[int]:
    """Those of some lines in which the hand can end."""
    left = len(run.unseen)
    if run.to_board > left or len(run.board) + run.to_board < run.from_board or len(run.own) < run.from_hole:
        return set()
    if math.comb(left, run.to_board) <= runouts.ALL:
        return ended(run, lines, run.every(run.to_board)) & wanted
    found = ended(run, lines, run.unseen[drawn(left, run.to_board)])
    if wanted - found:
        found |= Search(run, lines).among(wanted - found)
    return found & wanted
