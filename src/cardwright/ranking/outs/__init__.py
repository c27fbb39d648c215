"""Outs: the category that an incomplete hand holds, and the categories that it can still end in.

The result is exact. A *run-out* is a choice of the cards to come. Most categories are shown to be possible by an
example: among a few thousand run-outs drawn in advance, or among run-outs built for the category. A category without
an example is impossible if its cards cannot all come, or if no choice of ranks leads to it; the few that remain are
decided by enumerating every run-out that does not beat them. Few cards to come are enumerated directly. The slow twin
is `reference.reachable` in the tests.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> parse = poker.deck.parse_cards
>>> result = reachable(poker, parse("5h 5d"), parse("5s 4h 3h"), to_board=2)
>>> poker.categories[result.held].name, [poker.categories[line].name for line in sorted(result.possible)]
('Three of a kind', ['Straight flush', 'Four of a kind', 'Full house', 'Flush', 'Straight', 'Three of a kind'])
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking.model import Hand
from cardwright.ranking.outs import runouts
from cardwright.ranking.outs.row_search import RowSearch
from cardwright.ranking.outs.runouts import Lines, RunOut, draw_sample, find_ends, lines_of
from cardwright.ranking.outs.search import Search
from cardwright.ranking.ranking import Ranking


class Reachable(NamedTuple):
    """Indices of categories: the one held now, if any, and the ones that the hand can end in."""

    held: int | None
    possible: frozenset[int]


def reachable(
    ranking: Ranking,
    own: Hand,
    board: Hand = (),
    *,
    to_own: int = 0,
    to_board: int = 0,
    from_hole: int | None = None,
    exchange: int = 0,
    out: Hand = (),
    least: int = 0,
) -> Reachable:
    """Return the category that ``own`` cards and the ``board`` hold, and the categories that the hand can end in.

    ``to_own`` and ``to_board`` cards are still to come, any but those ``out``, which are visible elsewhere; up to
    ``exchange`` own cards may be exchanged. A hand is the best of all the cards, or has exactly ``from_hole`` own
    cards. A strength below ``least`` does not count.

    A category is possible if the final hand of some run-out is in it. Fewer cards than a hand hold the category that
    they make with most choices of cards of other ranks: a pair is a pair. Of a ranking that looks at single cards they
    hold none, and too many run-outs are refused. Raises `BadCount` for a number below 0, and `BadCard` for a card that
    is not in the deck or a duplicate.
    """
    ranking.check_odds()
    hand, table, seen = (tuple(sorted(ranking.cards(cards))) for cards in (own, board, out))
    return _reachable(_HandToCome(ranking, hand, table, to_own, to_board, from_hole, seen), exchange, least)


class _HandToCome(NamedTuple):
    """A hand of which cards are to come, as `reachable` takes it."""

    ranking: Ranking
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    to_own: int
    to_board: int
    from_hole: int | None
    out: tuple[Card, ...]

    def check(self) -> None:
        """Raise `BadCount` for a number below 0, and `BadCard` for a card not in the deck, or in two places."""
        for number in (self.to_own, self.to_board, self.from_hole or 0):
            if number < 0:
                raise BadCount(f"a number of cards is 0 or more, not {number}", number)
        held = [*self.own, *self.board]
        for card in (*held, *self.out):
            self.ranking.deck.check(card)
        if len(set(held)) < len(held) and not self.ranking.declaration.dice:
            self.ranking.refuse(held)

    def runouts(self) -> Iterator[RunOut]:
        """Yield the cards to come as cards to the board, for every choice of own cards to come if that matters."""
        unseen = frozenset(range(self.ranking.deck.size)) - {*self.own, *self.board, *self.out}
        if self.from_hole is None:
            left, to_board = np.array(sorted(unseen), np.uint8), self.to_own + self.to_board
            yield RunOut(self.ranking, (), self.own + self.board, to_board, 0, left)
            return
        for more in itertools.combinations(sorted(unseen), self.to_own):
            left = np.array(sorted(unseen.difference(more)), np.uint8)
            yield RunOut(self.ranking, self.own + more, self.board, self.to_board, self.from_hole, left)


@functools.lru_cache(4096)
def _reachable(hand: _HandToCome, exchange: int, least: int) -> Reachable:
    hand.check()
    lines, own = lines_of(hand.ranking, least), hand.own
    wanted = set(range(len(hand.ranking.categories)))
    possible: set[int] = set()
    for discarded in range(min(exchange, len(own)), -1, -1):
        for kept in itertools.combinations(own, len(own) - discarded):
            out = (*hand.out, *own)  # what is exchanged does not come back
            for runout in hand._replace(own=kept, out=out, to_own=hand.to_own + discarded).runouts():
                if possible >= wanted:
                    break
                possible |= _ends(runout, lines, wanted - possible)
    return Reachable(_category_held(hand, least), frozenset(possible))


# The category held


def _category_held(hand: _HandToCome, least: int) -> int | None:
    """Return the category of the best hand so far."""
    ranking, own, board, from_hole = hand.ranking, hand.own, hand.board, hand.from_hole or 0
    if not from_hole:
        own, board = (), own + board
    from_board = ranking.size - from_hole
    if len(own) >= from_hole and len(board) >= from_board:
        strength = ranking.strength_with_hole(own, board, from_hole) if from_hole else ranking.strength(board)
        return ranking.category_index(strength) if strength >= least else None
    if least or not ranking.compiled.by_table:
        return None
    begun = (
        _likeliest_category(ranking, ours + theirs)
        for ours in itertools.combinations(own, min(len(own), from_hole))
        for theirs in itertools.combinations(board, min(len(board), from_board))
    )
    return min((line for line in begun if line is not None), default=None)


def _likeliest_category(ranking: Ranking, cards: Sequence[Card]) -> int | None:
    """Return the category that these cards make with most choices of cards of other ranks that share no facet."""
    ranks = len(ranking.deck.ranks)
    held = Counter(ranking.declaration.rank_of[card] for card in cards)
    jokers = held.pop(-1, 0)
    return _likeliest_with_others(ranking, tuple(held[rank] for rank in range(ranks)), jokers) if cards else None


@functools.lru_cache(4096)
def _likeliest_with_others(ranking: Ranking, counts: tuple[int, ...], jokers: int) -> int | None:
    others = [rank for rank, count in enumerate(counts) if not count]
    choices = list(itertools.combinations(others, ranking.size - sum(counts) - jokers))
    rows = np.tile(np.array(counts, np.uint8), (len(choices), 1))
    for row, more in zip(rows, choices):
        row[list(more)] += 1
    count_of_line = Counter(ranking.compiled.lines_by_rank(rows, jokers).tolist())
    return min(count_of_line, key=lambda line: (-count_of_line[line], line), default=None)


# The categories that can be reached


def _ends(runout: RunOut, lines: Lines, wanted: set[int]) -> set[int]:
    """Return the wanted categories that the hand can end in."""
    left = len(runout.unseen)
    if (
        runout.to_board > left
        or len(runout.board) + runout.to_board < runout.from_board
        or len(runout.own) < runout.from_hole
    ):
        return set()
    if math.comb(left, runout.to_board) <= runouts.MAX_ENUMERATED_RUNOUTS:
        return find_ends(runout, lines, runout.every(runout.to_board)) & wanted
    ends = find_ends(runout, lines, runout.unseen[draw_sample(left, runout.to_board)])
    if wanted - ends:
        search = Search(runout, lines) if runout.ranking.compiled.by_table else RowSearch(runout, lines)
        ends |= search.among(wanted - ends)
    return ends & wanted
