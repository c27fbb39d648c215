"""The kernel's tables by ranks: `evaluator` looks up all hands in them where `Compiled.by_table` is true.

So does `one_by_one` for some hands of more than seven cards. The rank multisets of each half of the ranks are numbered
separately, and two small lookups add up to a place in a table of strengths. Every card has a constant: `_kernels`
explains its bits and lanes.
"""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.compile import Compiled, Part, RankStrengths, Strengths, shape
from cardwright.ranking.halves import MAX_LEFT_KEY, MAX_PLACES, UInt32s, divide, half, lookup, too_many
from cardwright.ranking.model import Counts
from cardwright.ranking.rows import Ints

LANE_BITS = 4  # enough for hands of at most `MAX_TABLE_SIZE` cards
WIDE_LANE_BITS = 5

MAX_LOOKUPS = 1.3
"""The number of look-ups a row above which a walk is faster."""

MAX_CACHED_BYTES = 1 << 22
"""The memory of tables above which look-ups wait for memory for longer than a walk takes."""


class Numbering:
    """Places for the rank multisets of ``low`` to ``high`` cards with at most ``copies`` of each rank.

    The place of a multiset is ``left[key of its left half] + right[key of its right half]``.
    """

    def __init__(self, copies: Counts, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.middle = divide(copies, high)
        left = half(copies[: self.middle], high, MAX_LEFT_KEY)
        right = half(copies[self.middle :], high, MAX_PLACES)
        self.halves = left, right
        self.base = np.zeros(len(left.keys), np.int64)
        place = 0
        for number in range(high + 1):
            rows = left.rows(number)
            begin, end = right.first[max(low - number, 0)], right.first[high - number + 1]
            self.base[rows] = place - begin + np.arange(rows.stop - rows.start) * (end - begin)
            place += int((rows.stop - rows.start) * (end - begin))
        before = max(0, -int(self.base.min()))
        self.base += before
        # Duplicate cards can lead a little further than any hand.
        self.length = place + before + len(right.keys)
        if self.length > MAX_PLACES:
            raise too_many(high)
        self.left = lookup(left, self.base, high)
        self.right = lookup(right, np.arange(len(right.keys)), high)

    def places(self, number: int, in_left: int) -> Ints:
        """Return the places (left, right) of multisets of ``number`` cards, ``in_left`` of them in the left half."""
        left, right = self.halves
        rows = right.rows(number - in_left)
        return self.base[left.rows(in_left), None] + np.arange(rows.start, rows.stop)

    def place(self, counts: NDArray[np.uint8]) -> Ints:
        """Return the places of multisets given as rows."""
        left, right = self.halves
        return (
            self.left[counts[:, : self.middle] @ np.array(left.weights, np.int64)].astype(np.int64)
            + self.right[counts[:, self.middle :] @ np.array(right.weights, np.int64)]
        )  # fmt: skip

    def table(self, known: RankStrengths) -> Strengths:
        """Return the strengths of the best hands in multisets of ``low`` (``known``) to ``high`` cards."""
        table = np.zeros(self.length, known.strengths.dtype)
        table[self.place(known.counts)] = known.strengths
        for number in range(self.low + 1, self.high + 1):
            for in_left in range(number + 1):
                self._extend(table, number, in_left)
        return table

    def _extend(self, table: Strengths, number: int, in_left: int) -> None:
        """Set the strengths of multisets of ``number`` cards: the best strength with one card less."""
        left, right = self.halves
        places = self.places(number, in_left)
        best = np.zeros(places.shape, table.dtype)
        rows, columns = left.rows(in_left), right.rows(number - in_left)
        for rank, weight in enumerate(left.weights):
            held = np.flatnonzero(left.digits[rows, rank])
            fewer = self.left[left.keys[rows][held] - weight].astype(np.int64)
            best[held] = np.maximum(best[held], table[fewer[:, None] + np.arange(columns.start, columns.stop)])
        for rank, weight in enumerate(right.weights):
            held = np.flatnonzero(right.digits[columns, rank])
            fewer = self.right[right.keys[columns][held] - weight].astype(np.int64)
            best[:, held] = np.maximum(best[:, held], table[self.base[rows, None] + fewer])
        table[places] = best


def rearrange(source: Numbering, table: Strengths, target: Numbering) -> Strengths:
    """Return a table of several numbers of cards, rearranged for the one number of ``target``."""
    rearranged = np.zeros(target.length, table.dtype)
    for in_left in range(target.high + 1):
        rearranged[target.places(target.high, in_left)] = table[source.places(target.high, in_left)]
    return rearranged


class Node:
    """A part prepared for the kernel, or (``part`` None) several parts under one lane, to save bits.

    ``children`` are the nodes whose cards are counted when this one's are.
    """

    def __init__(
        self, part: Part | None, cards: frozenset[Card], numbering: Numbering | None, lane_bits: int = LANE_BITS
    ) -> None:
        self.part = part
        self.cards = cards
        self.numbering = numbering
        self.children: list[int] = []
        self.high = 64 - max(int(len(numbering.right) - 1).bit_length(), 1) if numbering else 63
        self.room = (self.high - _kernels.LEFT_BITS) // lane_bits

    def by_rank(self, ranks: int) -> list[int]:
        """Return the weight in the left or the right key of a card of each rank, and last of a joker."""
        if self.numbering is None:
            return [0] * (ranks + 1)
        left, right = self.numbering.halves
        return [*left.weights, *(weight << self.high for weight in right.weights)]


class Layout:
    """All tables for hands of ``cards`` cards.

    ``tables`` are the kernel's; ``nodes`` begins with one for each part, unless the ranking overrules or the layout is
    ``by_hands``; ``constants`` is (node, card); ``memory`` is the size of all tables, in bytes.

    Where a table of the best hands of ``cards`` cards would be too large, the layout is ``by_hands``: it has the tables
    of exactly one hand, and the kernel looks up every hand among the cards, as it does where a part overrules others.
    """

    def __init__(self, compiled: Compiled, cards: int) -> None:
        self.compiled = compiled
        self.cards = cards
        self.size = compiled.declaration.size
        self.lane_bits = LANE_BITS if compiled.by_table else WIDE_LANE_BITS
        self.by_hands = False
        self._pieces: dict[object, tuple[Numbering, Strengths]] = {}
        try:
            self.nodes = self._nodes()
        except BadCount:
            if cards == self.size or not compiled.by_table:
                raise
            self.by_hands = True
            self._pieces.clear()
            self.nodes = self._nodes()
        self.plain = -1
        if compiled.overrules or self.by_hands:
            self.plain = 0
            if cards > self.size:
                self.plain = 1
                self.nodes.insert(1, self._node(compiled.parts[0], whole=False))
        self._link()
        self.tables = self._kernel_tables()

    @functools.cached_property
    def lookups(self) -> float:
        """About how many look-ups a row of random cards needs: one, and more where a part can hold a hand.

        Where a part overrules others, and where the layout is ``by_hands``, that is one for each hand among the cards.
        """
        deck, hands = self.compiled.declaration.deck.size, math.comb(self.cards, self.size)
        if self.by_hands:
            return hands
        inside = (len(part.cards) for part in self.compiled.parts[1:])
        rows = sum(
            math.comb(cards, number) * math.comb(deck - cards, self.cards - number)
            for cards in inside
            for number in range(self.size, self.cards + 1)
        )
        return 1 + rows / math.comb(deck, self.cards) * (hands if self.compiled.overrules else 1)

    @property
    def is_slow(self) -> bool:
        """True if a walk is faster, and soon listed: to read all hands with wild cards can take a minute."""
        declaration = self.compiled.declaration
        walked = not (declaration.dice or declaration.wilds)
        return walked and (self.lookups > MAX_LOOKUPS or self.memory > MAX_CACHED_BYTES)

    @property
    def takes_largest(self) -> bool:
        """True if the strength of a hand is the largest that the tables of its parts have for it."""
        return self.plain < 0

    def _nodes(self) -> list[Node]:
        """Return a node for each part, the whole deck first; by hands that has no table."""
        whole, *inner = self.compiled.parts
        first = Node(None, whole.cards, None, self.lane_bits) if self.by_hands else self._node(whole, whole=True)
        return [first, *(self._node(part, whole=False) for part in inner)]

    def _node(self, part: Part, whole: bool) -> Node:
        return Node(part, part.cards, self._piece(part, whole)[0], self.lane_bits)

    def _piece(self, part: Part, whole: bool) -> tuple[Numbering, Strengths]:
        """Return the numbering and the table of a part; parts of one shape share them."""
        key = shape(part), whole
        if key not in self._pieces:
            one_hand = self.by_hands or (self.compiled.overrules and not whole)
            most = self.size if one_hand else self.cards
            numbering = Numbering(part.copies, self.size, most)
            table = numbering.table(self.compiled.part_strengths[shape(part)])
            if whole and most > self.size:
                source, numbering = numbering, Numbering(part.copies, most, most)
                table = rearrange(source, table, numbering)
            self._pieces[key] = numbering, table
        return self._pieces[key]

    def by_ranks(self, counts: NDArray[np.uint8], part: int = 0) -> Strengths:
        """Return the strengths of rank multisets given as rows, for hands in a part that share no further facet."""
        if self.by_hands:
            return self._best_by_ranks(counts, part)
        numbering, table = self._piece(self.compiled.parts[part], whole=not part)
        strengths: Strengths = table[numbering.place(counts)]
        return strengths

    def _best_by_ranks(self, counts: NDArray[np.uint8], part: int) -> Strengths:
        """Return the largest strength of the hands in each multiset of ``cards`` ranks."""
        numbering, table = self._piece(self.compiled.parts[part], whole=False)
        node = self.nodes[part + 1]  # the first has no table
        adds = np.array(node.by_rank(counts.shape[1] - 1), np.uint64)
        rank_of = np.broadcast_to(np.arange(counts.shape[1]), counts.shape)
        keys = adds[np.repeat(rank_of.reshape(-1), counts.reshape(-1))].reshape(len(counts), self.cards)
        best = np.zeros(len(counts), table.dtype)
        for chosen in itertools.combinations(range(self.cards), self.size):
            key = keys[:, chosen].sum(axis=1, dtype=np.uint64)
            left, right = key & np.uint64((1 << _kernels.LEFT_BITS) - 1), key >> np.uint64(node.high)
            np.maximum(best, table[numbering.left[left].astype(np.int64) + numbering.right[right]], out=best)
        return best

    def _link(self) -> None:
        """Give each node the nodes directly inside it, at most one for each of its lanes."""
        roots = range(self.plain + 1) if self.plain > 0 else range(1)
        for index, node in enumerate(self.nodes):
            if index in roots:
                continue
            around = [other for other in range(index) if self.nodes[other].cards > node.cards]
            for parent in {around[-1], *(roots if around[-1] in roots else ())}:
                self.nodes[parent].children.append(index)
        if self.by_hands:
            self.nodes[0].children.clear()
        for node in list(self.nodes):
            while len(node.children) > node.room:
                self._merge(node)

    def _merge(self, node: Node) -> None:
        """Put several children of a node under one lane."""
        if node.room < 2:
            raise too_many(self.cards)
        number = min(len(node.children) - node.room + 1, (63 - _kernels.LEFT_BITS) // self.lane_bits)
        gathered, node.children = node.children[:number], node.children[number:]
        joint = Node(None, frozenset().union(*(self.nodes[child].cards for child in gathered)), None, self.lane_bits)
        joint.children = gathered
        node.children.append(len(self.nodes))
        self.nodes.append(joint)

    def _kernel_tables(self) -> _kernels.Tables:
        """Return the nodes as the flat arrays that the kernel reads."""
        deck, number = self.compiled.declaration.deck, len(self.nodes)
        left_at, right_at, left, right, strengths = self._concatenate()
        constants = np.zeros((number + 1, 256), np.uint64)
        facts = np.zeros((number, 8), np.uint64)
        inside = np.zeros((number, 256), np.uint8)
        child = np.zeros((number, 64), np.int32)
        for index, node in enumerate(self.nodes):
            lanes = [1 << _kernels.LEFT_BITS + self.lane_bits * lane for lane in range(len(node.children))]
            for lane, inner in zip(lanes, node.children):
                child[index, ((lane << self.lane_bits - 1) * _kernels.EACH_BIT) % (1 << 64) >> 58] = inner
            facts[index, :5] = *self._start_and_full(index, lanes), node.high, left_at[index], right_at[index]
            for card, constant in self._constants(node, lanes):
                constants[index + 1, card] = constant
                inside[index, card] = node.part is not None
        facts[0, 5] = self.compiled.never_gains and not self.by_hands
        constants[0] = constants[1] + facts[0, 0]
        self.constants = constants[1:, : deck.size]
        arrays = constants, facts, inside, child, left, right
        self.memory = sum(array.nbytes for array in (*arrays, strengths))
        numbers = self.cards, self.size, deck.size, number, self.plain
        return _kernels.Tables(numbers, strengths, tuple(array.reshape(-1) for array in arrays))

    def _start_and_full(self, index: int, lanes: Sequence[int]) -> tuple[int, int]:
        """Return the sum that a node starts from, and the bits of its lanes that show that one has a whole hand."""
        if self.by_hands and not index:
            always = 8 << _kernels.LEFT_BITS  # every hand is looked at more closely
            return always, always
        # A lane starts at the value whose highest bit is set by as many cards as a hand has.
        highest = 1 << self.lane_bits - 1
        return sum(lanes) * (highest - self.size), sum(lanes) * highest

    def _constants(self, node: Node, lanes: Sequence[int]) -> Iterator[tuple[Card, int]]:
        """Yield each card of a node with its constant: a part of a key, and the lanes of the children that have it."""
        declaration = self.compiled.declaration
        keys = node.by_rank(len(declaration.deck.ranks))  # a joker's rank is -1
        for card in node.cards:
            within = (lane for lane, inner in zip(lanes, node.children) if card in self.nodes[inner].cards)
            yield card, keys[declaration.rank_of[card]] + sum(within)

    def _concatenate(self) -> tuple[list[int], list[int], UInt32s, UInt32s, Strengths]:
        """Return all lookups concatenated, with the start of each node's.

        The last place of each lookup is for nodes without a table: it leads to strength 0.
        """
        places: dict[int, tuple[int, int]] = {}
        lefts: list[UInt32s] = []
        rights: list[UInt32s] = []
        strengths: list[Strengths] = []
        at = np.zeros(3, np.int64)
        for numbering, table in self._pieces.values():
            places[id(numbering)] = int(at[0]), int(at[1])
            lefts.append((numbering.left + at[2]).astype(np.uint32))
            rights.append(numbering.right)
            strengths.append(table)
            at += len(numbering.left), len(numbering.right), len(table)
        nothing = int(at[0]), int(at[1])
        begins = [places[id(node.numbering)] if node.numbering else nothing for node in self.nodes]
        return (
            [left for left, _ in begins],
            [right for _, right in begins],
            np.concatenate([*lefts, np.array([at[2]], np.uint32)]),
            np.concatenate([*rights, np.zeros(1, np.uint32)]),
            np.concatenate([*strengths, np.zeros(1, strengths[0].dtype)]),
        )
