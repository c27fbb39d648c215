"""Compile a declaration: check that it is complete, count its hands, number its strengths.

A hand's strength depends on the multiset of its ranks and, for each part of the deck that shares a class of some
facet and holds enough of the hand's cards, on the multiset of their ranks. So each `Part` has a strength for each
multiset of ranks.
"""

import bisect
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration, EmptyCategory, UncoveredHand
from cardwright.ranking import _kernels, lint
from cardwright.ranking.by_card import Strength, hands_by_card
from cardwright.ranking.classify import Counts, Declaration, Same, Value, ascending, classify, example, hands

Strengths: TypeAlias = NDArray[Strength]

MAX_TABLE_SIZE = 7
"""The most cards of a hand for which the kernel has tables; larger ones are looked at one by one."""

MAX_NARROW_STRENGTHS = 1 << 16
"""The most strengths that have 16 bits each; with more of them, each has 32."""

MAX_STRENGTHS = 1_000_000
"""The most distinct values of hands that a ranking may have: each takes a fifth of a kB."""


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
    found = {plain}
    # Dice have no facets.
    for facet in () if declaration.dice else declaration.facets.values():
        classes = [frozenset(card for card in plain if facet.of[card] == index) for index in range(len(facet.classes))]
        found |= {whole & cls for whole in found for cls in classes}
    jokers = frozenset(range(deck.size)) - plain
    large = [cards for cards in found if cards == plain or len(cards | jokers) >= declaration.size]
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
    deck = declaration.deck
    held = [0] * (len(deck.ranks) + 1)
    for card in cards:
        held[declaration.rank_of[card]] += _kernels.MAX_CARDS if declaration.dice else 1
    return tuple(held)


class Level(NamedTuple):
    """The hands that a part can hold, as multisets of ranks (jokers last), and the strength of each."""

    counts: NDArray[np.uint8]
    strengths: Strengths


class Compiled:
    """A complete declaration with its distinct values of hands numbered: strength 0 is the worst hand.

    ``values`` and ``counts`` are by strength: its category with tie-breaks, and the number of hands of exactly ``size``
    cards (of dice: throws). ``overrules`` is true if a hand can be worse for sharing a class, as in deuce-to-seven low:
    then a part's table overrules those of the parts around it, and the maximum of the two would be wrong. ``dtype`` is
    the type of its strengths in arrays.
    """

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.by_table = not declaration.by_card and declaration.size <= MAX_TABLE_SIZE
        self.parts = parts(declaration) if self.by_table else ()
        self._values: dict[tuple[Counts, int, Same], Value | None] = {}
        numbers = self._numbers_by_card() if declaration.by_card else self._numbers()
        self.values = tuple(sorted(numbers, key=ascending))
        self.counts = tuple(numbers[found] for found in self.values)
        self._check()
        self.dtype = dtype_of(len(self.values))
        keys = [ascending(found) for found in self.values]
        self.levels = {of: self._level(part, keys) for of, part in {shape(part): part for part in self.parts}.items()}
        self._values.clear()  # as large as all the rest
        nested = {(shape(one), shape(other)) for one in self.parts for other in self.parts if one.cards < other.cards}
        self.overrules = any(self._is_below(self.levels[inner], self.levels[outer]) for inner, outer in nested)

    def _numbers(self) -> dict[Value, int]:
        """Return the number of hands of each value."""
        numbers: dict[Value, int] = {}
        for (counts, jokers, same), number in hands(self.declaration):
            found = self._value(counts, jokers, same)
            if found is None:
                hand = self.declaration.text_of(example(self.declaration, counts, jokers, same))
                raise UncoveredHand(self.declaration.name, hand)
            numbers[found] = numbers.get(found, 0) + number
        return numbers

    def _numbers_by_card(self) -> dict[Value, int]:
        every = hands_by_card(self.declaration)
        numbers, uncovered = every.numbers()
        if uncovered:
            raise UncoveredHand(self.declaration.name, self.declaration.text_of(every.example(uncovered)))
        return numbers

    def _value(self, counts: Counts, jokers: int, same: Same) -> Value | None:
        asked = counts, jokers, same
        if asked not in self._values:
            self._values[asked] = classify(self.declaration, counts, jokers, same)
        return self._values[asked]

    def _check(self) -> None:
        held = {index for index, _ in self.values}
        for index, category in enumerate(self.declaration.categories):
            if index not in held:
                fits = lint.count(self.declaration).fitting[index]
                why = "every hand that fits it belongs to another category" if fits else "none fits it"
                raise EmptyCategory(self.declaration.name, category.name, why)
        if len(self.values) > MAX_STRENGTHS:
            message = f"{len(self.values):,} distinct strengths are more than {MAX_STRENGTHS:,}"
            raise BadDeclaration(message, self.declaration.name, self.declaration.name)

    def _level(self, part: Part, keys: Sequence[Value]) -> Level:
        counts = multisets(part.copies, self.declaration.size)
        strengths = []
        for row in map(tuple, counts.tolist()):
            found = self._value(row[:-1], row[-1], part.same)
            # No value: such a hand shares further facets, and the table of a smaller part decides.
            strengths.append(max(bisect.bisect_right(keys, ascending(found)) - 1, 0) if found else 0)
        return Level(counts, np.array(strengths, self.dtype))

    def _is_below(self, inner: Level, outer: Level) -> bool:
        """Return true if some hand is worse by the table of the inner part than by that of the outer."""
        around = dict(zip(map(bytes, outer.counts), outer.strengths.tolist()))
        return any(around[bytes(row)] > strength for row, strength in zip(inner.counts, inner.strengths.tolist()))


def shape(part: Part) -> tuple[Counts, Same]:
    """Return all that a part's table depends on: parts of one shape share a table."""
    return part.copies, part.same


def multisets(copies: Counts, size: int) -> NDArray[np.uint8]:
    """Return all ways to take ``size`` cards with at most these copies of each rank, one per row."""
    found = np.zeros((1, 0), np.uint8)
    for index, most in enumerate(copies):
        room = sum(copies[index + 1 :])
        held = found.sum(axis=1)
        found = np.concatenate(
            [
                np.column_stack([rows, np.full(len(rows), number, np.uint8)])
                for number in range(min(most, size) + 1)
                for rows in [found[(held + number <= size) & (held + number + room >= size)]]
            ]
        )
    return found
