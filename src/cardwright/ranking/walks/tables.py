"""The kernel's tables for walks, and the choice when to build them.

Most hands have just the strength of their ranks, and are read from a table by ranks as in any other ranking. Rows with
enough cards of a *lane*, such as a suit, or of some ranks, may hold a hand that is worth more: they are sorted and
walked too, and the best counts. Where all hands of all ranks are walked, cards are sorted first if that leaves few
classes, or if suits are alike and a walk of all hands has no room (`order`).
"""

import functools
import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.by_card.hands import HandsByCard, hands_by_card
from cardwright.ranking.compile import Compiled, Strengths
from cardwright.ranking.halves import too_many
from cardwright.ranking.rows import Bools, Ints, Rows
from cardwright.ranking.tables import LANE_BITS, Node, Numbering
from cardwright.ranking.walks import _kernels as walk_kernels
from cardwright.ranking.walks import order as card_order
from cardwright.ranking.walks.lanes import Worth
from cardwright.ranking.walks.walk import Lane, Walk, every_card, has_room

MAX_CACHED_BYTES = 1 << 20
"""The memory of a walk of exactly a hand above which it is faster to sort the cards and to walk in smaller tables."""


class CardTables:
    """The kernel's tables of one ranking for any number of cards."""

    def __init__(self, compiled: Compiled, hands: HandsByCard, *, every_choice: bool = True) -> None:
        """With ``every_choice`` hands are walked one by one where a walk of all cards would have too many classes."""
        self.every_choice = every_choice
        self.declaration, self.hands, self.size = compiled.declaration, hands, hands.size
        self._rows, ways, self._strengths = hands.row_strengths(compiled.values, compiled.dtype)
        self.worth = Worth(hands, self._rows, ways, self._strengths)
        self.lanes = self.worth.lanes
        # Lanes that differ only in the names of suits are walked as the first of them.
        self.suits_renamed = hands.alike and not self.worth.holds_ranks
        self._known: dict[int, _kernels.Tables | None] = {}

    def tables(self, cards: int) -> _kernels.Tables | None:
        """Return the kernel's tables for hands chosen from this many cards, None where they would be too large."""
        if cards not in self._known:
            try:
                self._known[cards] = self._built(cards)
            except BadCount:
                self._known[cards] = None
        return self._known[cards]

    @functools.cached_property
    def walk(self) -> Walk:
        """The walk of all hands."""
        return self._walk(self._strengths > 0, every_card(self.hands))[0]

    def _walk(self, taken: Bools, lane: Lane) -> tuple[Walk, Rows, Strengths]:
        """Return a walk of the ``taken`` rows, and their hands in the lane with their strengths."""
        changed = list(self.hands.with_all_suits(self._rows[taken])) if self.hands.alike else [self._rows[taken]]
        rows, strengths = np.concatenate(changed), np.tile(self._strengths[taken], len(changed))
        here = lane.inside[rows].sum(axis=1) >= lane.least
        return Walk(self.hands, rows[here], strengths[here], lane), rows[here], strengths[here]

    def _slots(self) -> Iterator[card_order.Slots]:
        """Yield the slots for a walk of all hands, those first in which classes of suits that are alike are named."""
        if not self.hands.alike and (self._alike[0] > 0).any():
            yield card_order.named_slots(self.hands, *self._alike, self.declaration.low)
        yield card_order.all_slots(self.hands)

    @functools.cached_property
    def _alike(self) -> tuple[Ints, Ints]:
        taken = self._strengths > 0
        return card_order.alike_suits(self.hands, self._rows[taken], self._strengths[taken])

    @property
    def _lanes_walked(self) -> Sequence[Lane]:
        return self.lanes[:1] if self.suits_renamed else self.lanes

    @functools.cached_property
    def lane_walks(self) -> list[tuple[Walk, card_order.Slots]]:
        """The walks of the lanes, or of the first of them, with slots.

        The strength of the ranks is read anyway: with it left out, more hands are alike to a walk.
        """
        walks = []
        for lane in self._lanes_walked:
            of_ranks = self.worth.holds_ranks and lane is self.lanes[-1]
            walk, rows, strengths = self._walk(self.worth.held_by_ranks if of_ranks else self.worth.worthy, lane)
            # Rows of several lanes are sorted together, and have one mask of suits.
            single = len(self.lanes) == 1
            alike = card_order.alike_suits(self.hands, rows, strengths) if single else (np.zeros(1, np.int64),) * 2
            walks.append((walk, card_order.lane_slots(self.hands, walk, lane, *alike)))
        return walks

    def _built(self, cards: int) -> _kernels.Tables | None:
        if not self.worth.walks_all and cards > 2:
            return self._by_lanes(cards)
        if not has_room(self.hands, every_card(self.hands)):
            alike = cards == self.size and self.hands.alike and self.hands.all_changes
            return card_order.tables_of_hands(self.hands, self._rows, self._strengths) if alike else None
        columns = np.arange(1 << max(len(self.hands.type_of) - 1, 1).bit_length())
        # A number that is not a card is read as the first card, so that unchecked rows read only the tables.
        following, last = self.walk.flat(self.hands.type_of[np.where(columns < len(self.hands.type_of), columns, 0)])
        if cards > self.size or following.nbytes + last.nbytes > MAX_CACHED_BYTES:
            for slots in self._slots():
                if in_order := card_order.tables(self.hands, self.walk, slots, cards):
                    return in_order
        if cards > self.size and not self.every_choice:
            return None
        steps = np.array(plan(cards, self.size), np.int32)
        walk = walk_kernels.EveryChoice(cards, len(columns) - 1, following, steps, cards == self.size)
        return _kernels.Tables(self._numbers(cards), last, every_choice=walk)

    def _numbers(self, cards: int) -> tuple[int, ...]:
        return cards, self.size, len(self.hands.type_of), 1, -1

    def _by_lanes(self, cards: int) -> _kernels.Tables | None:
        """Return tables by ranks with walks of the rows in lanes, None if these have too many hands or classes."""
        if not all(has_room(self.hands, lane) for lane in self._lanes_walked):
            return None
        node, numbering, strengths, flags = self._by_ranks(cards)
        stride = max((len(slots.used) for _, slots in self.lane_walks), default=0)
        following, roots = np.zeros(1, np.uint32), [0]
        for walk, slots in self.lane_walks:
            if (levels := card_order.levels(slots, walk, cards)) is None:
                return None
            root, inner, last = card_order.flat(levels, slots, stride, (len(following), len(strengths)))
            following = np.concatenate([following, inner])
            strengths = np.concatenate([strengths, last.astype(strengths.dtype)])
            roots += [root] * (len(self.lanes) if self.suits_renamed else 1)
        arrays = *self._lane_arrays(cards, node), numbering.left, numbering.right
        flag_at = _kernels.LEFT_BITS + LANE_BITS * len(self._counted_lanes) + 3 if self.worth.holds_ranks else 0
        mask = max((slots.mask for _, slots in self.lane_walks), default=0)
        unused = max((slots.unused for _, slots in self.lane_walks), default=0)
        place = mask, unused, stride, False, 0, 0
        slots_of, starts = self._slots_by_lane().reshape(-1), np.array(roots, np.uint32)
        in_order = walk_kernels.InOrder(cards, place, following, slots_of, starts) if self.lanes else None
        by_ranks = tuple(array.reshape(-1) for array in arrays)
        flagged = flag_at, flags.astype(np.uint8)
        return _kernels.Tables(self._numbers(cards), strengths, by_ranks, in_order=in_order, flags=flagged)

    def _by_ranks(self, cards: int) -> tuple[Node, Numbering, Strengths, Strengths]:
        """Return the node of the whole deck, its places, the strengths of ranks, and which of them are walked."""
        each = _kernels.MAX_CARDS if self.declaration.dice else 1
        copies = each * np.bincount(self.worth.group[self.hands.type_of])
        numbering = Numbering(tuple(copies.tolist()), self.size, cards)
        node = Node(None, frozenset(), numbering)
        return node, numbering, numbering.table(self.worth.least), numbering.table(self.worth.unsure)

    @property
    def _counted_lanes(self) -> Sequence[Lane]:
        """The lanes whose cards are counted: all but the lane of all cards, whose highest bit ranks set."""
        return self.lanes[:-1] if self.worth.holds_ranks else self.lanes

    def _lane_arrays(
        self, cards: int, node: Node
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int32]]:
        """Return constants, facts, inside and child, as `_kernels.Tables` explains them. Raises `BadCount`."""
        deck, counting = self.declaration.deck, self._counted_lanes
        # A lane counts from 8 less its least number, also the same card again and again in rows that are not checked.
        if len(self.lanes) > node.room or any(8 - lane.least + cards >= 1 << LANE_BITS for lane in counting):
            raise too_many(cards)
        constants, facts = np.zeros((2, 256), np.uint64), np.zeros(8, np.uint64)
        inside, child = np.zeros(256, np.uint8), np.zeros(64, np.int32)
        keys = np.array(node.by_rank(len(deck.ranks)), np.uint64)
        constants[1, : deck.size] = keys[self.worth.group[self.hands.type_of]]
        for place, lane in enumerate(self.lanes):
            lowest = 1 << _kernels.LEFT_BITS + LANE_BITS * place
            if place < len(counting):
                constants[1, : deck.size] += lane.inside[self.hands.type_of] * np.uint64(lowest)
                facts[0] += np.uint64((8 - lane.least) * lowest)
            child[(8 * lowest * _kernels.EACH_BIT) % (1 << 64) >> 58] = place + 1
            facts[1] += np.uint64(8 * lowest)
        facts[2] = node.high
        constants[0] = constants[1] + facts[0]
        return constants, facts, inside, child

    def _slots_by_lane(self) -> NDArray[np.uint8]:
        """Return the slot of each card (lane, card), from the second row on.

        Where a lane is walked as the first, its suit and the first lane's suit are exchanged.
        """
        types, suits, plain = np.arange(len(self.hands.cards)), len(self.declaration.deck.suits), self.hands.plain_count
        slots_of_card = np.zeros((len(self.lanes) + 1, 256), np.uint8)
        for place, lane in enumerate(self.lanes):
            walked_as, (_, slots) = types, self.lane_walks[0 if self.suits_renamed else place]
            if self.suits_renamed:
                of, suit = types % suits, int(np.flatnonzero(lane.inside)[0]) % suits
                first = int(np.flatnonzero(self.lanes[0].inside)[0]) % suits
                changed = np.where(of == suit, first, np.where(of == first, suit, of))
                walked_as = np.where(types < plain, types - of + changed, types)
            slots_of_card[place + 1, : len(self.hands.type_of)] = slots.of_type[walked_as][self.hands.type_of]
        return slots_of_card


class DeferredTables:
    """The `CardTables` of a ranking, built once look-ups without them have taken about as long as that takes."""

    def __init__(self, compiled: Compiled, min_lookups: int) -> None:
        self.compiled, self.min_lookups = compiled, min_lookups
        self._lookups = 0.0
        self._known: dict[int, _kernels.Tables | None] = {}

    def tables(self, cards: int, lookups: float) -> _kernels.Tables | None:
        """Return the kernel's tables for hands chosen from this many cards, which need ``lookups`` without them.

        Return None where too few look-ups were asked for until now, or hands are too many for a walk.
        """
        if cards not in self._known:
            self._lookups += lookups
            if self._lookups < self.min_lookups:
                return None
            self._known[cards] = self._built(cards)
        return self._known[cards]

    def _built(self, cards: int) -> _kernels.Tables | None:
        if self.compiled.declaration.by_card:
            return self._card_tables.tables(cards)
        # All hands by card are listed for this only, and dropped: they take 100 MB. So another number of cards takes as
        # long again. Tables by ranks are no slower than walks of every choice.
        self._lookups = 0.0
        hands = HandsByCard(self.compiled.declaration)
        if not has_room(hands, every_card(hands)):
            return None
        return CardTables(self.compiled, hands, every_choice=False).tables(cards)

    @functools.cached_property
    def _card_tables(self) -> CardTables:
        return CardTables(self.compiled, hands_by_card(self.compiled.declaration))


@functools.lru_cache(maxsize=256)
def plan(cards: int, size: int) -> tuple[int, ...]:
    """Return how to walk all choices of ``size`` cards: see `_kernels._walk_plan`.

    The choices share their first cards where they can, so that few classes are found.
    """
    last, *inner = _subset_levels(list(itertools.combinations(range(cards), size)))
    classes: dict[tuple[int, ...], int] = {(): 0}
    steps: list[int] = []
    for level in reversed(inner):
        for longer, shorter in level:
            classes[longer] = len(classes)
            steps += [classes[shorter], *set(longer).difference(shorter)]
    choices = [number for longer, shorter in last for number in (classes[shorter], *set(longer).difference(shorter))]
    return len(steps) // 2, len(choices) // 2, *steps, *choices


def _subset_levels(needed: Sequence[tuple[int, ...]]) -> Iterator[list[tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Yield pairs of the sets needed and some sets of one card less; then pairs of the latter; and so on."""
    while needed and needed[0]:
        parts: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for one in needed:
            for each in itertools.combinations(one, len(one) - 1):
                parts.setdefault(each, set()).add(one)
        left, pairs = set(needed), []
        while left:
            best = max(parts, key=lambda each: (len(parts[each] & left), [-card for card in each]))
            pairs += [(one, best) for one in sorted(parts[best] & left)]
            left -= parts[best]
        yield pairs
        needed = sorted({shorter for _, shorter in pairs})
