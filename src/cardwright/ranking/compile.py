"""Compile a declaration: check that it is complete, count its hands, number its strengths.

A hand's strength depends on the multiset of its ranks. Where enough of its cards share a class of some facet, as five
cards of a suit do, it depends on the multiset of their ranks as well. So each `Part` of the deck, which is such a
class or the whole deck, has a strength for each multiset of ranks.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration, EmptyCategory, UncoveredHand
from cardwright.ranking import _kernels, lint
from cardwright.ranking.by_card.hands import Strength, hands_by_card
from cardwright.ranking.by_rank.blocks import HandsByBlock, hands_by_rank
from cardwright.ranking.by_rank.hands import HandsByRank
from cardwright.ranking.example_hands import example
from cardwright.ranking.halves import has_room
from cardwright.ranking.model import NOTHING, Counts, Declaration, Same, Value, ascending
from cardwright.ranking.rows import Ints

Strengths: TypeAlias = NDArray[Strength]

MAX_TABLE_SIZE = 7
"""The most cards of a hand for which the kernel has tables; larger ones are looked at one by one."""

MAX_NARROW_STRENGTHS = 1 << 16
"""The most strengths that have 16 bits each; with more of them, each has 32."""

MAX_STRENGTHS = 1_000_000
"""The most distinct values of hands that a ranking may have: each takes a fifth of a kB."""


MAX_LARGE_CHOICE = 16
"""The most cards that a larger hand may be chosen from."""

MAX_NUMBERED = 1_000_000
"""The most sets of ranks in a table of larger hands: it takes a second for the best of eight ranks' sixteen cards."""


def dtype_of(number: int) -> type[Strength]:
    """Return the type of the strengths of a ranking with this number of them."""
    return np.uint16 if number <= MAX_NARROW_STRENGTHS else np.uint32


class Part(NamedTuple):
    """Cards that share a class in each of the facets ``same`` (part 0: the whole deck); jokers are in every part.

    ``copies`` are the numbers of its cards of each rank, its jokers last.
    """

    cards: frozenset[int]
    same: Same
    copies: Counts


def parts(declaration: Declaration) -> tuple[Part, ...]:
    """Return the parts that can hold a hand, larger first: the deck, the classes, and the intersections of classes."""
    deck = declaration.deck
    plain = frozenset(card for card in range(deck.size) if declaration.rank_of[card] >= 0)
    card_sets = {plain}
    # Dice have no facets.
    for facet in () if declaration.dice else declaration.facets.values():
        classes = [frozenset(card for card in plain if facet.of[card] == index) for index in range(len(facet.classes))]
        card_sets |= {whole & cls for whole in card_sets for cls in classes}
    jokers = frozenset(range(deck.size)) - plain
    large = [cards for cards in card_sets if cards == plain or len(cards | jokers) >= declaration.size]
    return tuple(
        Part(cards | jokers, _same(declaration, cards), copies(declaration, cards | jokers))
        for cards in sorted(large, key=lambda cards: (-len(cards), sorted(cards)))
        if cards
    )


def _same(declaration: Declaration, cards: frozenset[int]) -> Same:
    if declaration.dice:
        return frozenset()
    classes = {name: {facet.of[card] for card in cards} for name, facet in declaration.facets.items()}
    return frozenset(name for name, held in classes.items() if len(held) == 1 and -1 not in held)


def copies(declaration: Declaration, cards: Iterable[Card]) -> Counts:
    """Count cards by rank, jokers last; a face of a die can be thrown with every die."""
    held = [0] * (len(declaration.deck.ranks) + 1)
    most_dice = _kernels.MAX_CARDS if declaration.size <= MAX_TABLE_SIZE else MAX_LARGE_CHOICE
    for card in cards:
        held[declaration.rank_of[card]] += most_dice if declaration.dice else 1
    return tuple(held)


def cards_by_rank(declaration: Declaration, cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Group cards by rank, jokers last."""
    groups: list[list[Card]] = [[] for _ in range(len(declaration.deck.ranks) + 1)]
    for card in cards:
        groups[declaration.rank_of[card]].append(card)
    return tuple(map(tuple, groups))


class RankStrengths(NamedTuple):
    """Multisets of ranks, each a row of counts (jokers last), and the strength of each."""

    counts: NDArray[np.uint8]
    strengths: Strengths


class ValuesByRank(Sequence[Value]):
    """The values of all strengths, each read from its code when it is asked for."""

    def __init__(self, hands: HandsByRank, codes: Ints | range) -> None:
        self.hands, self.codes = hands, codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, strength: int) -> Value: ...

    @overload
    def __getitem__(self, strength: slice) -> Sequence[Value]: ...

    def __getitem__(self, strength: int | slice) -> Value | Sequence[Value]:
        if isinstance(strength, slice):
            return ValuesByRank(self.hands, self.codes[strength])
        return self.hands.value(int(self.codes[strength]))

    def __iter__(self) -> Iterator[Value]:
        return (self.hands.value(int(code)) for code in self.codes)


class Compiled:
    """A complete declaration with its distinct values of hands numbered: strength 0 is the worst hand.

    By strength, ``values`` are their category with tie-breaks, ``line_of`` its category alone, and ``counts`` the
    number of hands of exactly ``size`` cards (of dice: throws). ``overrules`` is true if a hand can be worse for
    sharing a class, as in deuce-to-seven low: then a part's table overrules the tables of the parts around it, and the
    maximum of the two would be wrong. ``never_gains`` is true if besides no hand is better for it. ``dtype`` is the
    type of its strengths in arrays.

    Where the declaration says ``by_code``, hands are too many for that: a strength is the code of a hand, and not every
    number is a strength. Then ``values`` has an entry for each code, and there are no ``counts``.
    """

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.by_table = _has_tables(declaration)
        self.parts = parts(declaration) if self.by_table or has_large_tables(declaration, declaration.size) else ()
        self.values: Sequence[Value]
        self.counts: Sequence[int]
        if declaration.by_card:
            numbers = self._numbers_by_card()
            self.values = tuple(sorted(numbers, key=ascending))
            self.counts = tuple(numbers[value] for value in self.values)
            self._line_of = np.array([line for line, _ in self.values], np.int16)
        elif declaration.by_code:
            self._hands = hands_by_rank(declaration)
            self._check_covered()
            self.values, self.counts = ValuesByRank(self._hands, range(self._hands.codes_count)), ()
        else:
            self._hands = hands_by_rank(declaration)
            self._codes, counts = self._numbers_by_rank()
            self.values = ValuesByRank(self._hands, self._codes)
            self.counts = tuple(counts.tolist())
            self._line_of = self._hands.line_of(self._codes)
        self._check()
        self.dtype = dtype_of(len(self.values))
        self.part_strengths = {
            of: self._strengths_in(part) for of, part in {shape(part): part for part in self.parts}.items()
        }
        nested = {(shape(one), shape(other)) for one in self.parts for other in self.parts if one.cards < other.cards}
        differ = [self._differ(self.part_strengths[inner], self.part_strengths[outer]) for inner, outer in nested]
        self.overrules = any(worse for worse, _ in differ)
        self.never_gains = self.overrules and not any(better for _, better in differ)

    def line_of(self, strengths: ArrayLike) -> NDArray[np.int16]:
        """Return the index of the category of each strength."""
        return self._hands.line_of(strengths) if self.declaration.by_code else self._line_of[np.asarray(strengths)]

    def lines_from(self, least: int) -> tuple[int, ...]:
        """Return the categories that hold a strength of no less than this, the strongest first."""
        if self.declaration.by_code:
            return tuple(range(int(self._hands.line_of(least)) + 1))
        return tuple(np.unique(self._line_of[least:]).tolist())

    def strengths_by_rank(self, rows: NDArray[np.uint8]) -> Strengths:
        """Return the strengths of rows of exactly one hand of a declaration that does not look at single cards."""
        declared = self.declaration
        height_of = np.array([-1 if rank < 0 else declared.standing[rank] for rank in declared.rank_of], np.int16)
        heights = np.sort(height_of[rows], axis=1)  # jokers first
        shared = np.zeros(len(rows), np.int64)
        for bit, name in enumerate(sorted(() if declared.dice else declared.facets)):
            classes = np.array(declared.facets[name].of, np.int16)
            first = np.where(height_of < 0, np.iinfo(np.int16).max, classes)[rows].min(axis=1)
            last = np.where(height_of < 0, -1, classes)[rows].max(axis=1)
            shared |= ((first >= 0) & (last <= first)).astype(np.int64) << bit
        strengths = np.zeros(len(rows), self.dtype)
        blocks = shared * (declared.size + 1) + (heights < 0).sum(axis=1)
        for block in np.flatnonzero(np.bincount(blocks)).tolist():
            here = np.flatnonzero(blocks == block)
            bits, jokers = divmod(block, declared.size + 1)
            same = frozenset(name for bit, name in enumerate(sorted(declared.facets)) if bits >> bit & 1)
            strengths[here] = self._strengths_of(heights[here, jokers:], jokers, same)
        return strengths

    def lines_by_rank(self, counts: NDArray[np.uint8], jokers: int) -> NDArray[np.int16]:
        """Return the categories of hands, given as the number of cards of each rank, that share no facet.

        Hands that no category takes are left out. The declaration does not look at single cards.
        """
        codes = self._hands.codes(jokers, NOTHING)[self._hands.places_of(counts)]
        return self._hands.line_of(codes[codes >= 0])

    def _strengths_of(self, heights: NDArray[np.int16], jokers: int, same: Same) -> Ints:
        """Return the strengths of hands as sorted rows of heights besides some jokers, all of which share facets."""
        if isinstance(self._hands, HandsByBlock):
            return self._hands.codes_of(heights.astype(np.uint8), same)
        codes = self._hands.codes(jokers, same)[self._hands.places(heights)]
        return np.searchsorted(self._codes, codes)

    def _check_covered(self) -> None:
        """Raise `UncoveredHand` if no category takes some hand."""
        for kind in self._hands.kinds():
            if kind.taker < 0:
                raise self._uncovered(example(self.declaration, *self._hands.hand(kind.first)))

    def _uncovered(self, hand: tuple[Card, ...]) -> UncoveredHand:
        return UncoveredHand(self.declaration.name, self.declaration.text_of(hand))

    def _numbers_by_rank(self) -> tuple[Ints, NDArray[np.generic]]:
        """Return the codes of all values, the weakest first, and the number of hands of each."""
        missing = np.flatnonzero(self._hands.listed_codes < 0)
        if len(missing):
            raise self._uncovered(example(self.declaration, *self._hands.hand(int(missing[0]))))
        return self._hands.code_counts()

    def _numbers_by_card(self) -> dict[Value, int]:
        every = hands_by_card(self.declaration)
        numbers, uncovered = every.numbers()
        if uncovered:
            raise self._uncovered(every.example(uncovered))
        return numbers

    def _check(self) -> None:
        held = set(self._hands.best() if self.declaration.by_code else self._line_of.tolist())
        for index, category in enumerate(self.declaration.categories):
            if index not in held:
                fits = lint.count(self.declaration).fitting[index]
                why = "every hand that fits it belongs to another category" if fits else "none fits it"
                raise EmptyCategory(self.declaration.name, category.name, why)
        if len(self.values) > MAX_STRENGTHS and not self.declaration.by_code:
            message = f"{len(self.values):,} distinct strengths are more than {MAX_STRENGTHS:,}"
            raise BadDeclaration(message, self.declaration.name, self.declaration.name)

    def _strengths_in(self, part: Part) -> RankStrengths:
        counts = multisets(part.copies, self.declaration.size)
        strengths = np.zeros(len(counts), self.dtype)
        for jokers in np.unique(counts[:, -1]).tolist():
            here = np.flatnonzero(counts[:, -1] == jokers)
            codes = self._hands.codes(jokers, part.same)[self._hands.places_of(counts[here, :-1])]
            # No code: such a hand shares further facets, and the table of a smaller part decides.
            strengths[here] = np.maximum(np.searchsorted(self._codes, codes, side="right") - 1, 0)
        return RankStrengths(counts, strengths)

    def _differ(self, inner: RankStrengths, outer: RankStrengths) -> tuple[bool, bool]:
        """Return whether any hand is worse by the inner part's table than by the outer's, and whether any is better."""
        every, some = self._multiset_numbers(outer.counts), self._multiset_numbers(inner.counts)
        order = np.argsort(every)
        same = order[np.searchsorted(every, some, sorter=order)]
        around = outer.strengths[same]
        return bool((around > inner.strengths).any()), bool((around < inner.strengths).any())

    def _multiset_numbers(self, counts: NDArray[np.uint8]) -> Ints:
        """Return a number for each multiset of ranks and jokers."""
        numbers = np.zeros(len(counts), np.int64)
        for jokers in np.unique(counts[:, -1]).tolist():
            here = np.flatnonzero(counts[:, -1] == jokers)
            numbers[here] = self._hands.places_of(counts[here, :-1]) * (self.declaration.size + 1) + jokers
        return numbers


def _has_tables(declaration: Declaration) -> bool:
    """Return true if the kernel can have tables for hands of exactly ``size`` cards."""
    if declaration.by_card or declaration.by_code or declaration.size > MAX_TABLE_SIZE:
        return False
    return has_room(copies(declaration, range(declaration.deck.size)), declaration.size)


def has_large_tables(declaration: Declaration, cards: int) -> bool:
    """Return true if the kernel can have tables for rows of this many cards, of larger hands."""
    if declaration.size <= MAX_TABLE_SIZE or declaration.by_card or declaration.by_code:
        return False
    every = copies(declaration, range(declaration.deck.size))
    kinds = sum(map(bool, every))
    return math.comb(cards + kinds - 1, cards) <= MAX_NUMBERED and has_room(every, cards)


def innermost_bits(parts: Sequence[Part], chosen: Sequence[int]) -> list[int]:
    """Return a bit for each of the chosen parts in which no other of them lies, 0 for the rest and the whole deck."""
    innermost = [part for part in chosen[1:] if not any(parts[other].cards < parts[part].cards for other in chosen)]
    return [1 << innermost.index(part) if part in innermost else 0 for part in chosen]


def shape(part: Part) -> tuple[Counts, Same]:
    """Return all that a part's table depends on: parts of one shape share a table."""
    return part.copies, part.same


def multisets(copies: Counts, size: int) -> NDArray[np.uint8]:
    """Return all ways to take ``size`` cards with at most these copies of each rank, one per row."""
    rows_so_far = np.zeros((1, 0), np.uint8)
    for index, most in enumerate(copies):
        room = sum(copies[index + 1 :])
        held = rows_so_far.sum(axis=1)
        rows_so_far = np.concatenate(
            [
                np.column_stack([rows, np.full(len(rows), number, np.uint8)])
                for number in range(min(most, size) + 1)
                for rows in [rows_so_far[(held + number <= size) & (held + number + room >= size)]]
            ]
        )
    return rows_so_far
