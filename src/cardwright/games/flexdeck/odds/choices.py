"""Dice that a player may keep of a roll, and the ways in which a round ends from there, as whole numbers."""

import functools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import Dice, Throws
from cardwright.ranking import Ranking

ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT))


@functools.lru_cache(maxsize=8)
def strengths(table: Ranking) -> dict[Dice, int]:
    """Return the strength of every roll."""
    return {roll: table.strength(roll) for roll in ROLLS}


def list_keeps(roll: Dice, max_covered: int) -> list[Dice]:
    """Return all that may be kept of a roll if ``max_covered`` dice at most may be covered; the most dice first."""
    counts = range(DICE_COUNT, DICE_COUNT - max_covered - 1, -1)
    return [kept for count in counts for kept in sorted(set(combinations(roll, count)))]


def expected_value(kept: Dice, throws: Throws, value: Callable[[Dice], int]) -> Fraction:
    """Return the exact average value of keeping these dice and covering the others."""
    count = DICE_COUNT - len(kept)
    total = sum(ways * value(tuple(sorted(kept + new))) for new, ways in throws.of_count(count))
    return Fraction(total, throws.total(count))


class Finish:
    """The number of ways in which a round ends with each strength after one choice."""

    def __init__(self, ways: Counter[int]) -> None:
        self.strengths = sorted(ways)
        self.sums = [0]
        for strength in self.strengths:
            self.sums.append(self.sums[-1] + ways[strength])

    @classmethod
    def of(cls, kept: Dice, throws: Throws, strength: dict[Dice, int]) -> "Finish":
        """Return the ways to each strength when the rest is covered for the last time."""
        ways: Counter[int] = Counter()
        for new, count in throws.of_count(DICE_COUNT - len(kept)):
            ways[strength[tuple(sorted(kept + new))]] += count
        return cls(ways)

    def against(self, strength: int) -> tuple[int, int]:
        """Return the numbers of ways that are worse than this and equal to it."""
        worse = self.sums[bisect_left(self.strengths, strength)]
        return worse, self.sums[bisect_right(self.strengths, strength)] - worse
