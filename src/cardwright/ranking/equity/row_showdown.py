"""Compare hands in arrays of deals: for rankings that the kernel has no tables for."""

import itertools
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.equity.question import EquityQuestion
from cardwright.ranking.equity.ranges import Range
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import beside, have_repeats

POT_UNITS_COUNT = 5_040
MAX_DEALS_AT_ONCE = 1 << 14

Deals: TypeAlias = NDArray[np.uint8]
"""Deals (deal, card): the cards that come to the board, then those of each player."""
Ranges: TypeAlias = tuple[NDArray[np.generic] | list[int], ...]
"""Ranges as the kernel's `sample` takes them."""


class RowShowdown:
    """Compares the hands of all deals, or of random ones, and adds up a tally, as the kernel's `Showdown` does."""

    def __init__(self, asked: EquityQuestion, tally: NDArray[np.int64]) -> None:
        self.asked, self.tally = asked, tally
        self.known = [() if isinstance(each, Range) else each for each in asked.own]
        self.sizes = asked.to_come
        self.deals = 0

    def count_deals(self) -> None:
        """Count all deals of the cards to come."""
        every = _every(self.asked.unseen, self.sizes)
        while some := list(itertools.islice(every, MAX_DEALS_AT_ONCE)):
            self._add(np.array(some, np.uint8).reshape(len(some), sum(self.sizes)))

    def sample(self, numbers: tuple[int, ...], counts: tuple[int, ...], ranges: Ranges, columns: Deals) -> None:
        """Count random deals, with the arguments of the kernel's method."""
        first, last, block, every_deal, seed, _ = numbers
        cards = np.array(self.asked.unseen, np.uint8)
        for number in range(first, last):
            rng = np.random.default_rng((seed, number))
            self._add(self._draw_deals(rng, min(block, every_deal - number * block), ranges, cards))

    def finish(self) -> int:
        """Return the number of deals in the tally."""
        return self.deals

    # Random deals

    def _draw_deals(self, rng: np.random.Generator, deals: int, ranges: Ranges, cards: Deals) -> Deals:
        """Draw hands from the ranges, and then the other cards."""
        places = self._draw_hands(rng, deals, ranges)
        order = rng.random((deals, len(cards)), np.float32)
        np.put_along_axis(order, places, 2.0, axis=1)
        taken, rest = cards[places], cards[order.argsort(axis=1)]
        columns, at, chosen = [rest[:, : self.asked.to_board]], self.asked.to_board, 0
        for known, held in zip(self.known, self.asked.own, strict=True):
            size = self.asked.hole - len(known)
            if isinstance(held, Range):
                columns.append(taken[:, chosen : chosen + size])
                chosen += size
            else:
                columns.append(rest[:, at : at + size])
                at += size
        return np.concatenate(columns, axis=1)

    def _draw_hands(self, rng: np.random.Generator, deals: int, ranges: Ranges) -> NDArray[np.intp]:
        """Draw the places of a hand's cards from each range, all again where one takes a card that another has."""
        places = self._draw_with_clashes(rng, deals, ranges)
        while len(clash := np.flatnonzero(have_repeats(places))):
            places[clash] = self._draw_with_clashes(rng, len(clash), ranges)
        return places

    def _draw_with_clashes(self, rng: np.random.Generator, deals: int, ranges: Ranges) -> NDArray[np.intp]:
        """Draw a hand from each range by Walker's method."""
        combos, begins, sizes, odds, alias = (np.asarray(each) for each in ranges)
        columns = [np.zeros((deals, 0), np.intp)]
        for begin, size in zip(begins.tolist(), sizes.tolist(), strict=True):
            if size:
                place = rng.integers(size, size=deals)
                kept = rng.integers(1 << 32, size=deals) < odds[begin + place]
                columns.append(combos.reshape(-1, self.asked.hole)[begin + np.where(kept, place, alias[begin + place])])
        return np.concatenate(columns, axis=1)

    # The tally

    def _add(self, deals: Deals) -> None:
        asked = self.asked
        board = beside(asked.board, deals[:, : asked.to_board])
        hands, at = [], asked.to_board
        for cards in self.known:
            size = asked.hole - len(cards)
            hands.append(beside(cards, deals[:, at : at + size]))
            at += size
        high = self._strengths(asked.ranking, hands, board)
        units = _divide_pot(high, POT_UNITS_COUNT)
        if asked.rules.low is not None:
            low = self._strengths(asked.rules.low, hands, board)
            split = _divide_pot(high, POT_UNITS_COUNT // 2) + _divide_pot(low, POT_UNITS_COUNT // 2)
            units = np.where((low.max(axis=1) >= asked.rules.least_low)[:, None], split, units)
        for player, tally in enumerate(self.tally):
            won = units[:, player]
            line = asked.ranking.compiled.line_of(high[:, player])
            np.add.at(tally, (line, (won != 0) + (won == POT_UNITS_COUNT).astype(np.intp)), 1)
            np.add.at(tally[:, 3], line, won)
            np.add.at(tally[:, 4], line, won * won)
        self.deals += len(deals)

    def _strengths(self, ranking: Ranking, hands: Sequence[Deals], board: Deals) -> NDArray[np.int64]:
        """Return the strengths of all hands (deal, player)."""
        from_hole = self.asked.rules.from_hole
        if from_hole is None:
            rows = [np.concatenate([hand, board], axis=1) for hand in hands]
            if rule := self.asked.rules.wild_hole:
                rows = [rule.read(each, rule.columns(len(own))) for each, own in zip(rows, self.known, strict=True)]
            strengths = [ranking.strengths(each, trusted=True) for each in rows]
        else:
            strengths = [ranking.strengths_with_hole(hand, board, from_hole, trusted=True) for hand in hands]
        return np.stack(strengths, axis=1).astype(np.int64)


def _divide_pot(strengths: NDArray[np.int64], pot: int) -> NDArray[np.int64]:
    """Return the units that each player wins of a pot."""
    best = strengths == strengths.max(axis=1)[:, None]
    won: NDArray[np.int64] = best * (pot // best.sum(axis=1))[:, None]
    return won


def _every(unseen: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """Yield all deals of unseen cards to the board and the players."""
    if not sizes:
        yield ()
        return
    for cards in itertools.combinations(unseen, sizes[0]):
        left = [card for card in unseen if card not in cards] if len(sizes) > 1 and any(sizes[1:]) else ()
        for more in _every(left, sizes[1:]):
            yield (*cards, *more)
