"""Exact odds of covering dice: how many ways the next dominoes can show given values, as whole numbers.

A domino leaves with both its halves, so two dice never show halves of the same one. Ways are counted in order and
either way up: with U dominoes left, n dice can come in 2^n * U * (U - 1) * ... * (U - n + 1) ways.

>>> throws = Throws(range(55))
>>> throws.total(2), sum(ways for _, ways in throws.of(2))
(11880, 11880)
"""

import functools
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import TypeAlias

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.scoring import DICE_COUNT

Dice: TypeAlias = tuple[int, ...]  # values in ascending order: where they lie does not matter


def arrangements(values: Dice) -> int:
    """The number of orders of these values."""
    return factorial(len(values)) // prod(factorial(values.count(value)) for value in set(values))


def _partitions(items: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to split items into blocks."""
    if not items:
        yield ()
        return
    first, rest = items[0], items[1:]
    for blocks in _partitions(rest):
        yield ((first,), *blocks)
        for index, block in enumerate(blocks):
            yield (*blocks[:index], (first, *block), *blocks[index + 1 :])


# Splits of n dice into blocks that would show halves of one domino, each with the sign and weight that leaves only
# the ways in which all dominoes differ.
_SPLITS = tuple(
    tuple(
        (prod((-1) ** (len(block) - 1) * factorial(len(block) - 1) for block in blocks), blocks)
        for blocks in _partitions(tuple(range(count)))
    )
    for count in range(DICE_COUNT + 1)
)


class Throws:
    """The values that the next dominoes can show, given those not yet seen."""

    def __init__(self, unseen: Iterable[int]) -> None:
        self.halves = [deck.HALVES[domino] for domino in unseen]
        self.of = functools.cache(self._of)
        self._same = functools.cache(self._on_one_domino)

    def total(self, count: int) -> int:
        """All ways in which this many dice can come."""
        return perm(len(self.halves), count) << count

    def ways(self, values: Dice) -> int:
        """The ways in which dice of these values, in any order, can come."""
        found: int = sum(
            weight * prod(self._same(tuple(values[place] for place in block)) for block in blocks)
            for weight, blocks in _SPLITS[len(values)]
        )
        return found * arrangements(values)

    def _of(self, count: int) -> tuple[tuple[Dice, int], ...]:
        """Every throw of this many dice that can come, with its ways."""
        throws = (
            (values, self.ways(values)) for values in combinations_with_replacement(range(deck.VALUE_COUNT), count)
        )
        return tuple((values, ways) for values, ways in throws if ways)

    def _on_one_domino(self, values: Dice) -> int:
        """Over all dominoes, in how many ways each can show all of these values, each with one half."""
        return sum(prod(halves.count(value) for value in values) for halves in self.halves)
