"""Equity over all deals: by multisets of ranks where the hands are known, else deal by deal."""

import functools
import itertools
import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadText
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.equity import _kernels, families, ranges, symmetry
from cardwright.ranking.equity.answer import FIGURES_COUNT, OUTCOMES_COUNT, Equity, summary
from cardwright.ranking.equity.question import EquityQuestion, Own
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.equity.row_showdown import RowShowdown
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import have_repeats

MAX_DEALS_AT_ONCE = 64
MAX_ENUMERATED_DEALS = 3_000_000
MAX_ROW_DEALS, MAX_ROW_CLASSES = 1_000_000, 500  # where the kernel has no tables
MAX_CLASSES = 2_500  # of the ranges' hands, whose boards are counted by multisets
MAX_COMBINED_HANDS = 200_000  # choices of a hand from each range
MAX_EXPANDED_HANDS = 2_000  # an unknown hand with more is not counted

Bytes: TypeAlias = NDArray[np.uint8]
Tally: TypeAlias = NDArray[np.int64]
Group: TypeAlias = tuple[tuple[Card, ...], ...]


def count_deals(asked: EquityQuestion) -> Equity | None:
    """Return the equity over all deals, or None if they are too many."""
    if asked.rules.wild_hole:
        return _all_deals(asked) if _deals(len(asked.unseen), asked.to_come) <= MAX_ROW_DEALS else None
    listed = [_list_hands(asked, each) for each in asked.own]
    if any(each is None for each in listed):
        return None
    held = [each for each in listed if each is not None]
    together = math.prod(len(each.weights) for each in held)
    to_own = [asked.hole - each.combos.shape[1] for each in held]
    left = asked.ranking.deck.size - len({*asked.board, *asked.dead}) - sum(each.combos.shape[1] for each in held)
    deals = _deals(left, [asked.to_board, *to_own])
    if together > MAX_COMBINED_HANDS:
        return None
    if any(to_own):
        return _all_deals(asked) if deals <= (MAX_ENUMERATED_DEALS if asked.by_table else MAX_ROW_DEALS) else None
    hands, weights = _together(held)
    if not len(hands):
        raise BadText("the ranges leave no deal: their hands share cards")
    renaming = symmetry.fixing(renamings(asked), asked.board, asked.dead)
    first, of = symmetry.classes(hands, renaming)
    by_multisets = asked.rules.from_hole is None and asked.rules.low is None and asked.by_table
    if by_multisets:
        by_multisets = asked.ranking.layout(asked.hole + len(asked.board) + asked.to_board).takes_largest
    if not asked.by_table and (len(first) > MAX_ROW_CLASSES or len(first) * deals > MAX_ROW_DEALS):
        return None
    if len(first) * deals > MAX_ENUMERATED_DEALS and not (by_multisets and len(first) <= MAX_CLASSES):
        return None
    totals = np.zeros(len(first), object)
    np.add.at(totals, of, weights)
    tally: NDArray[np.object_] | None = None
    for place, total in zip(first, totals):
        part, _ = tally_of(asked.with_hands([tuple(hand) for hand in hands[place].tolist()]))
        added = part.astype(object) * int(total)
        tally = added if tally is None else tally + added
    assert tally is not None
    return summary(tally, len(hands) * deals, exact=True)


def _list_hands(asked: EquityQuestion, own: Own) -> Range | None:
    """Return a player's possible hands; None if an unknown hand has too many."""
    if isinstance(own, Range):
        return own
    if own:
        return Range(np.array([own], np.uint8), np.ones(1, np.int64))
    if math.comb(len(asked.unseen), asked.hole) > MAX_EXPANDED_HANDS:
        return None
    return ranges.every(asked.unseen, asked.hole)


def _deals(unseen: int, sizes: Sequence[int]) -> int:
    """Return the number of deals: a choice of unseen cards for the board, then for each hand."""
    taken = itertools.accumulate(sizes, initial=0)
    return math.prod(math.comb(max(unseen - before, 0), size) for before, size in zip(taken, sizes))


def _together(held: Sequence[Range]) -> tuple[Bytes, NDArray[np.int64]]:
    """Return every choice of a hand from each range without a shared card, (choice, player, card), and its weight."""
    places = np.indices([len(each.weights) for each in held]).reshape(len(held), -1)
    hands = np.stack([each.combos[place] for each, place in zip(held, places)], axis=1)
    weights = functools.reduce(np.multiply, (each.weights[place].astype(object) for each, place in zip(held, places)))
    apart = ~have_repeats(hands.reshape(len(hands), -1))
    return hands[apart], weights[apart]


def groups_of_hands(asked: EquityQuestion) -> list[Group]:
    """Return all hands that a question may be about, in groups that differ only by the names of equal suits."""
    hands = ranges.every(range(asked.ranking.deck.size), asked.hole).combos
    first, of = symmetry.classes(hands[:, None, :], renamings(asked))
    groups: list[list[tuple[Card, ...]]] = [[] for _ in first]
    for hand, group in zip(hands.tolist(), of.tolist(), strict=True):
        groups[group].append(tuple(hand))
    return list(map(tuple, groups))


def renamings(asked: EquityQuestion) -> Bytes:
    """Return the changes of the names of suits that change no result."""
    if any(not hands_by_card(each.declaration).alike for each in asked.rules.rankings if each.declaration.by_card):
        return symmetry.renamings(asked.ranking.deck, ())[:1]
    facets = set(asked.ranking.declaration.facets) | set(asked.rules.low.declaration.facets if asked.rules.low else ())
    allowed = symmetry.renamings(asked.ranking.deck, tuple(sorted(facets)))
    for each in asked.rules.rankings:  # a wild card is not like the same rank of another suit
        counts_as = np.array(each.declaration.rank_of)
        allowed = allowed[(counts_as[allowed] == counts_as).all(axis=1)]
    return allowed


def tally_of(asked: EquityQuestion) -> tuple[Tally, int]:
    """Return the tally over all boards for known hands, by multisets of ranks if possible."""
    kernel, tally = showdown(asked)
    if isinstance(kernel, RowShowdown):
        kernel.count_deals()
        return tally, kernel.finish()
    hands = [each for each in asked.own if not isinstance(each, Range)]
    if asked.rules.low is None and asked.rules.from_hole is None and asked.to_board > 1:
        known = families.Known(hands, asked.board, np.array(asked.unseen, np.intp))
        if families.count(kernel, asked.ranking, known, asked.to_board):
            return tally, kernel.finish()
    kernel.count_deals()
    return tally, kernel.finish()


def _all_deals(asked: EquityQuestion) -> Equity:
    """Return the equity over all deals to boards and hands."""
    kernel, tally = showdown(asked)
    kernel.count_deals()
    deals = kernel.finish()
    return summary(tally.astype(object), deals, exact=True)


def showdown(asked: EquityQuestion) -> tuple[_kernels.Showdown | RowShowdown, Tally]:
    """Return the kernel for a question and its tally; the cards of ranges and unknown hands are still to be dealt."""
    ranking, players, on_board = asked.ranking, len(asked.own), len(asked.board) + asked.to_board
    lines = len(ranking.categories)
    tally = np.zeros((players, lines, FIGURES_COUNT), np.int64)
    if not asked.by_table:
        return RowShowdown(asked, tally), tally
    cards = asked.hole + on_board if asked.rules.from_hole is None else ranking.size
    known = [() if isinstance(each, Range) else each for each in asked.own]
    unseen = asked.unseen
    order = np.array([*unseen, *itertools.chain(*known), *asked.board], np.uint8)
    places = iter(range(len(unseen), len(order)))  # of the known cards
    row = [next(places) if place < len(each) else 0 for each in known for place in range(asked.hole)]
    row += [*places, *[0] * asked.to_board]
    constants = [each.layout(cards).constants[0][order] for each in asked.rules.rankings]
    arrays = (
        np.repeat(np.array(row, np.uint8), MAX_DEALS_AT_ONCE),
        np.array([len(each) for each in known], np.uint8),
        np.zeros(len(order), np.uint8),
        _lines(ranking),
        tally.reshape(-1),
        np.zeros(lines * lines * OUTCOMES_COUNT, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players * MAX_DEALS_AT_ONCE, np.int32),
        np.zeros(players * MAX_DEALS_AT_ONCE, np.int32),
        order,
        constants[0],
        constants[-1],
    )
    from_hole = -1 if asked.rules.from_hole is None else asked.rules.from_hole
    numbers = (players, asked.hole, on_board, from_hole, asked.rules.least_low, len(unseen), lines, len(asked.board))
    low = asked.rules.low.prepare(cards) if asked.rules.low is not None else None
    return _kernels.Showdown(ranking.prepare(cards), low, numbers, arrays), tally


@functools.lru_cache(maxsize=64)
def _lines(ranking: Ranking) -> Bytes:
    """Return the index of the category of each strength."""
    return ranking.compiled.line_of(np.arange(len(ranking))).astype(np.uint8)
