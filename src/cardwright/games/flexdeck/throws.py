"""Exact odds of covering dice: how many ways the next dominoes can show given values, as whole numbers.

A domino leaves with both its halves, so two dice never show halves of the same one. Ways are counted in order and
either way up: with U dominoes left, n dice can come in 2^n * U * (U - 1) * ... * (U - n + 1) ways.

>>> throws = Throws(range(55))
>>> throws.total(2), sum(ways for _, ways in throws.of(2))
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


def _firsts(count: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Every block of ``count`` dice that holds the first one, with its weight, and the other dice, by their places."""
    for size in range(1, count + 1):
        weight = (-1) ** (size - 1) * factorial(size - 1)
        for others in combinations(range(1, count), size - 1):
            yield weight, (0, *others), tuple(place for place in range(1, count) if place not in others)


# Dice split into blocks that would show halves of one domino: the sum over all splits, each with the product of its
# blocks' weights, leaves the ways in which all dominoes differ. These are the choices for the block of the first die.
FIRSTS = tuple(tuple(_firsts(count)) for count in range(DICE_COUNT + 1))


class Throws:
    """The values that the next dominoes can show, given those not yet seen."""

    def __init__(self, unseen: Iterable[int]) -> None:
        self.halves = {deck.HALVES[domino] for domino in unseen}
        self.of = functools.cache(self._of)
        self._in_order = functools.cache(self._ways_in_order)
        self._on_one = functools.cache(self._ways_on_one)

    def total(self, count: int) -> int:
        """All ways in which this many dice can come."""
        return perm(len(self.halves), count) << count

    def ways(self, values: Dice) -> int:
        """The ways in which dice of these values, in any order, can come."""
        return self._in_order(values) * arrangements(values)

    def _of(self, count: int) -> tuple[tuple[Dice, int], ...]:
        """Every throw of this many dice that can come, with its ways."""
        throws = (
            (values, self.ways(values)) for values in combinations_with_replacement(range(deck.VALUE_COUNT), count)
        )
        return tuple((values, ways) for values, ways in throws if ways)

    def _ways_in_order(self, values: Dice) -> int:
        """The ways in which dice can show these values in this order, each on a domino of its own."""
        if not values:
            return 1
        found = 0
        for weight, block, others in FIRSTS[len(values)]:
            if together := self._on_one(tuple([values[place] for place in block])):
                found += weight * together * self._in_order(tuple([values[place] for place in others]))
        return found

    def _ways_on_one(self, values: Dice) -> int:
        """Over all dominoes, in how many ways each can show all of these values, each with one half."""
        low, high = values[0], values[-1]
        if low != high:
            return int(len({*values}) == 2 and (high, low) in self.halves)
        plain = sum(low in halves for halves in self.halves)
        return plain + ((1 << len(values)) - 1 if (low, low) in self.halves else 0)
