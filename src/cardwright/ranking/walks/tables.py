"""Tables for the kernel, for a ranking that looks at single cards.

Most hands are worth what their ranks are worth at least, and are read from a table by ranks as in any other ranking.
Where a *lane*, such as a suit, holds enough of some cards, the hands among them with as many cards of the lane are
walked too, and the best counts. Of some ranks all hands are walked. Where all hands of all ranks are, cards are sorted
first if that leaves few classes (`order`).
"""

import functools
import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.by_card.hands import HandsByCard
from cardwright.ranking.compile import Compiled, Strengths, copies
from cardwright.ranking.halves import too_many
from cardwright.ranking.tables import LANE_BITS, Node, Numbering
from cardwright.ranking.walks import order as card_order
from cardwright.ranking.walks.lanes import Worth
from cardwright.ranking.walks.walk import Lane, Walk

MAX_CACHED_BYTES = 1 << 20
"""The memory of a walk of exactly a hand above which it is faster to sort the cards and to walk in smaller tables."""

NO_KEYS = np.zeros(1, np.uint32)
"""The look-up of keys where ranks have a single place."""


class CardTables:
    """The kernel's tables of one ranking for any number of cards."""

    def __init__(self, compiled: Compiled, hands: HandsByCard) -> None:
        self.declaration, self.hands, self.size = compiled.declaration, hands, hands.size
        rows, ways, found = hands.row_strengths(compiled.values, compiled.dtype)
        self.worth = Worth(hands, rows, ways, found)
        self.lanes = self.worth.lanes
        # What ranks are worth is read anyway: with it left out, more hands are alike to a walk. But where hands of any
        # cards are walked, rows of exactly one hand are read by walks alone.
        rest = found if self.worth.holds_ranks else np.where(self.worth.worthy, found, 0).astype(found.dtype)
        # Lanes that differ only in the names of suits are walked as the first of them.
        self.suits_renamed = hands.alike and not self.worth.holds_ranks
        self.walk = Walk(hands, hands.table_of(rows, rest), self.lanes[:1] if self.suits_renamed else self.lanes)
        self._known: dict[int, _kernels.Tables | None] = {}

    def tables(self, cards: int) -> _kernels.Tables | None:
        """Return the kernel's tables for hands chosen from this many cards, None where they would be too large."""
        if cards not in self._known:
            try:
                self._known[cards] = self._built(cards)
            except BadCount:
                self._known[cards] = None
        return self._known[cards]

    def _built(self, cards: int) -> _kernels.Tables:
        sorts = self.worth.walks_all and (cards > self.size or self.walk.memory > MAX_CACHED_BYTES)
        if sorts and (in_order := card_order.tables(self.hands, self.walk, cards)):
            return in_order
        node, table, flags = self._by_ranks(cards)
        left, right = (node.numbering.left, node.numbering.right) if node.numbering else (NO_KEYS, NO_KEYS)
        constants, facts, inside, child = self._lane_arrays(cards, node)
        numbers = cards, self.size, len(self.hands.type_of), 1, -1
        arrays = constants, facts, inside, child, left, right, np.concatenate([table, self.walk.last])
        plans, starts, plan_count = self._plans(cards)
        flag_at = _kernels.LEFT_BITS + LANE_BITS * len(self._counted_lanes) + 3 if self.worth.holds_ranks else 0
        direct = self.worth.walks_all or (self.worth.holds_ranks and cards == self.size)
        walk = direct, self.walk.stride - 1, len(table), starts, plan_count, flag_at
        tables = self.walk.following, plans, self._cards_by_lane().reshape(-1), flags.astype(np.uint8)
        return _kernels.Tables(numbers, tuple(array.reshape(-1) for array in arrays), (walk, *tables))

    def _by_ranks(self, cards: int) -> tuple[Node, Strengths, Strengths]:
        """Return the node of the whole deck, what ranks are worth by place, and of which ranks all hands are walked.

        Where all hands of all ranks are walked, ranks have a single place.
        """
        least = self.worth.least
        if self.worth.walks_all:
            dtype = least.strengths.dtype
            return Node(None, frozenset(), None), np.zeros(1, dtype), np.ones(1, dtype)
        numbering = Numbering(copies(self.declaration, range(self.declaration.deck.size)), self.size, cards)
        return Node(None, frozenset(), numbering), numbering.table(least), numbering.table(self.worth.unsure)

    @property
    def _counted_lanes(self) -> Sequence[Lane]:
        """The lanes whose cards are counted: all but that of all cards, whose highest bit ranks set."""
        return self.lanes[:-1] if self.worth.holds_ranks else self.lanes

    def _lane_arrays(
        self, cards: int, node: Node
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int32]]:
        """Return constants, facts, inside and child, as `_kernels.Tables` explains them. Raises `BadCount`."""
        deck, rank_of, counting = self.declaration.deck, self.declaration.rank_of, self._counted_lanes
        # A lane counts from 8 less its least number, also the same card again and again in rows that are not checked.
        if len(self.lanes) > node.room or any(8 - lane.least + cards >= 1 << LANE_BITS for lane in counting):
            raise too_many(cards)
        number = len(self.lanes) + 1
        constants, facts = np.zeros((2, 256), np.uint64), np.zeros((number, 8), np.uint64)
        inside, child = np.zeros((number, 256), np.uint8), np.zeros((number, 64), np.int32)
        keys = node.by_rank(len(deck.ranks))
        constants[1, : deck.size] = [keys[rank_of[card]] for card in range(deck.size)]
        for place, lane in enumerate(self.lanes):
            lowest = 1 << _kernels.LEFT_BITS + LANE_BITS * place
            if place < len(counting):
                inside[place + 1, : deck.size] = lane.inside[self.hands.type_of]
                constants[1] += inside[place + 1] * np.uint64(lowest)
                facts[0, 0] += np.uint64((8 - lane.least) * lowest)
            else:
                inside[place + 1] = 1  # of all cards, and of numbers that are no card: each has its place in a walk
            child[0, (8 * lowest * _kernels.EACH_BIT) % (1 << 64) >> 58] = place + 1
            facts[0, 1] += np.uint64(8 * lowest)
        facts[0, 2] = node.high
        constants[0] = constants[1] + facts[0, 0]
        return constants, facts, inside, child

    def _cards_by_lane(self) -> NDArray[np.uint8]:
        """Return the card that each card is walked as, by lane: with the lane's suit and the first exchanged."""
        deck, suits, plain = len(self.hands.type_of), len(self.declaration.deck.suits), self.hands.plain_count
        found = np.zeros((len(self.lanes) + 1, 256), np.uint8)
        found[:, :deck] = np.arange(deck)
        for place, lane in enumerate(self.lanes if self.suits_renamed else ()):
            suit = int(np.flatnonzero(lane.inside)[0]) % suits
            for card, of in enumerate(self.hands.type_of.tolist()):
                other = {0: suit, suit: 0}.get(of % suits, of % suits)
                found[place + 1, card] = self.hands.cards[of - of % suits + other][0] if of < plain else card
        return found

    def _plans(self, cards: int) -> tuple[NDArray[np.int32], int, int]:
        """Return the plans as `_kernels.Tables` explains them, where their starts are listed, and their number."""
        known: dict[tuple[int, ...], int] = {}
        numbers = np.zeros((len(self.lanes) + 1, 10), np.int32)
        for place, lane in enumerate(self.lanes, 1):
            # The lane of all cards counts none: ranks alone set its highest bit.
            of_ranks = self.worth.holds_ranks and place == len(self.lanes)
            least = cards if of_ranks else lane.least
            numbers[place, 0] = 8 - least
            for held in range(least, cards + 1):
                numbers[place, held] = known.setdefault(plan(cards, self.size, held, lane.least), len(known))
        starts = numbers.size + len(known)
        begins = list(itertools.accumulate(map(len, known), initial=starts))[:-1]
        found = [*numbers.reshape(-1).tolist(), *begins, *itertools.chain.from_iterable(known)]
        return np.array(found, np.int32), numbers.size, len(known)


@functools.lru_cache(maxsize=256)
def plan(cards: int, size: int, held: int, least: int) -> tuple[int, ...]:
    """Return how to walk all choices of ``size`` cards with ``least`` of the first ``held``: see `_walk_entries`.

    The choices share their first cards where they can, so that few classes are found.
    """
    needed = [each for each in itertools.combinations(range(cards), size) if sum(card < held for card in each) >= least]
    last, *inner = _subset_levels(needed, held, least)
    classes: dict[tuple[int, ...], int] = {(): 0}
    steps: list[int] = []
    for level in reversed(inner):
        for longer, shorter in level:
            classes[longer] = len(classes)
            steps += [classes[shorter], *set(longer).difference(shorter)]
    choices = [number for longer, shorter in last for number in (classes[shorter], *set(longer).difference(shorter))]
    return len(steps) // 2, len(choices) // 2, *steps, *choices


def _subset_levels(
    needed: Sequence[tuple[int, ...]], held: int, least: int
) -> Iterator[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Yield pairs of the sets needed and some sets of one card less; then pairs of the latter; and so on."""
    while needed and needed[0]:
        parts: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for one in needed:
            for each in itertools.combinations(one, len(one) - 1):
                if sum(card < held for card in each) >= min(least, len(each)):
                    parts.setdefault(each, set()).add(one)
        left, pairs = set(needed), []
        while left:
            best = max(parts, key=lambda each: (len(parts[each] & left), [-card for card in each]))
            pairs += [(one, best) for one in sorted(parts[best] & left)]
            left -= parts[best]
        yield pairs
        needed = sorted({shorter for _, shorter in pairs})
