"""Exact odds of covering dice: the number of ways in which the next dominoes can show given values.

A domino leaves with both its halves, so two dice never show halves of the same one. Ways are counted in order and
either way up: with U dominoes left, n dice can come in 2^n * U * (U - 1) * ... * (U - n + 1) ways.

>>> throws = Throws(range(55))
>>> throws.total(2), sum(ways for _, ways in throws.of_count(2))
(11880, 11880)
"""

import functools
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from math import factorial, perm, prod
from typing import TypeAlias

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.scoring import DICE_COUNT

Dice: TypeAlias = tuple[int, ...]  # values in ascending order: where they lie does not matter


@functools.cache
def arrangements(values: Dice) -> int:
    """The number of orders of these values."""
    return factorial(len(values)) // prod(factorial(values.count(value)) for value in set(values))


def _first_blocks(count: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Every block of ``count`` dice that holds the first one, with its weight, and the other dice, by their places."""
    for size in range(1, count + 1):
        weight = (-1) ** (size - 1) * factorial(size - 1)
        for others in combinations(range(1, count), size - 1):
            yield weight, (0, *others), tuple(die for die in range(1, count) if die not in others)


# Inclusion-exclusion over the partitions of the dice into blocks, each of which shows halves of one domino. The weights
# are those of Moebius inversion on the lattice of partitions, so the sum counts the ways in which all dominoes differ.
# These are the choices for the block of the first die.
FIRST_BLOCKS = tuple(tuple(_first_blocks(count)) for count in range(DICE_COUNT + 1))


class Throws:
    """The values that the next dominoes can show, given those not yet seen."""

    def __init__(self, unseen: Iterable[int]) -> None:
        self.halves = {deck.HALVES[domino] for domino in unseen}
        self.of_count = functools.cache(self._list_throws)
        self._ordered_ways = functools.cache(self._count_ordered_ways)
        self._single_domino_ways = functools.cache(self._count_single_domino_ways)

    def total(self, count: int) -> int:
        """The number of ways in which this many dice can come."""
        return perm(len(self.halves), count) << count

    def ways(self, values: Dice) -> int:
        """The ways in which dice of these values, in any order, can come."""
        return self._ordered_ways(values) * arrangements(values)

    def _list_throws(self, count: int) -> tuple[tuple[Dice, int], ...]:
        """Every throw of this many dice that can come, with its ways."""
        throws = (
            (values, self.ways(values)) for values in combinations_with_replacement(range(deck.VALUE_COUNT), count)
        )
        return tuple((values, ways) for values, ways in throws if ways)

    def _count_ordered_ways(self, values: Dice) -> int:
        """The ways in which dice can show these values in this order, each on a domino of its own."""
        if not values:
            return 1
        total = 0
        for weight, block, others in FIRST_BLOCKS[len(values)]:
            if block_ways := self._single_domino_ways(tuple([values[die] for die in block])):
                total += weight * block_ways * self._ordered_ways(tuple([values[die] for die in others]))
        return total

    def _count_single_domino_ways(self, values: Dice) -> int:
        """The number of ways in which one domino shows all of these values, each with one half; over all dominoes."""
        low, high = values[0], values[-1]
        if low != high:
            return int(len({*values}) == 2 and (high, low) in self.halves)
        domino_count = sum(low in halves for halves in self.halves)
        return domino_count + ((1 << len(values)) - 1 if (low, low) in self.halves else 0)
