"""A sensible player of flexdeck, who counts the dominoes that are still to come.

In the last turns it computes the chance to win the round: the dealer's exactly, against the roll that lies there; the
non-dealer's against the dealer's best reply, whose odds are taken from the dominoes unseen now. In the first turns it
plays as if alone, for the roll that two covers make best on average. All odds are whole numbers: equal choices compare
equal, and of those it covers the fewest dice.
"""

import functools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import lcm
from random import Random

from cardwright.bots import Advice
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, Throws, arrangements

LAST_TURNS = (2, 3)  # of the non-dealer and of the dealer
# A finished roll was improved twice, so it is compared with rolls that are the best of three.
THROW_COUNT = 3


def keeps(roll: Dice, most: int) -> list[Dice]:
    """Everything that may be kept of a roll if ``most`` dice at most may be covered; the most dice first."""
    counts = range(DICE_COUNT, DICE_COUNT - most - 1, -1)
    return [kept for count in counts for kept in sorted(set(combinations(roll, count)))]


class Finish:
    """The number of ways in which a round ends with each strength after one choice."""

    def __init__(self, ways: Counter[int]) -> None:
        self.strengths = sorted(ways)
        self.sums = [0]
        for strength in self.strengths:
            self.sums.append(self.sums[-1] + ways[strength])

    def beaten_by(self, strength: int) -> int:
        """Twice the ways that are worse than this, and once those that are equal to it."""
        return self.sums[bisect_left(self.strengths, strength)] + self.sums[bisect_right(self.strengths, strength)]


class Plan:
    """The value of every roll and of every keep to a player alone, with fair dice, in whole numbers."""

    def __init__(self, game: Flexdeck) -> None:
        self.most = game.most
        fair = [
            [(values, arrangements(values)) for values in combinations_with_replacement(range(deck.VALUE_COUNT), count)]
            for count in range(DICE_COUNT + 1)
        ]
        self.throws = fair
        self.strength = {roll: game.table.strength(roll) for roll, _ in fair[DICE_COUNT]}
        ways: Counter[int] = Counter()
        for roll, count in fair[DICE_COUNT]:
            ways[self.strength[roll]] += count
        one = Finish(ways)
        self.final = {strength: one.beaten_by(strength) ** THROW_COUNT for strength in ways}
        self.once = functools.cache(self._once)
        self.best = functools.cache(self._best)

    def _once(self, kept: Dice) -> int:
        """The value of these dice when the others are thrown for the last time."""
        found: int = sum(
            ways * self.final[self.strength[tuple(sorted(kept + new))]]
            for new, ways in self.throws[DICE_COUNT - len(kept)]
        )
        scale: int = deck.VALUE_COUNT ** len(kept)
        return found * scale

    def _best(self, roll: Dice) -> int:
        """The value of a roll with one more turn."""
        return max(map(self.once, keeps(roll, self.most)))


class BasicBot:
    """Covers the dice with the best odds; of equal choices, the fewest dice."""

    def __init__(self, game: Flexdeck, rng: Random) -> None:
        self.game, self.rng = game, rng

    @functools.cached_property
    def plan(self) -> Plan:
        """Built when it is first needed: that takes a moment."""
        return Plan(self.game)

    def advise(self, view: FlexdeckView) -> Advice:
        """Return the keep with the highest value."""
        roll = tuple(sorted(view.roll(view.player)))
        throws = Throws(view.unseen)
        value, unit = self._value(view, throws)
        values = {kept: _expected(kept, throws, value) / unit for kept in keeps(roll, self.game.most)}
        kept = max(values, key=values.__getitem__)  # the first of equals, which keeps the most dice
        return Advice(_covering(view.roll(view.player), kept), self._reason(view, kept, throws, values[kept]))

    def _value(self, view: FlexdeckView, throws: Throws) -> tuple[Callable[[Dice], int], int]:
        """Return the worth of each roll after this turn, in whole numbers, and their unit.

        In the last two turns the worth is the chance to win the round, a unit being certainty.
        """
        strength = self.plan.strength
        if view.turn not in LAST_TURNS:
            return self.plan.best, 1
        theirs = tuple(sorted(view.roll(1 - view.player)))
        if view.turn == LAST_TURNS[1]:
            return lambda roll: 1 + _sign(strength[roll] - strength[theirs]), 2
        totals = [2 * throws.total(count) for count in range(self.game.most + 1)]
        unit = lcm(*totals)
        replies = [
            (self._finish(kept, throws), unit // totals[DICE_COUNT - len(kept)])
            for kept in keeps(theirs, self.game.most)
        ]

        @functools.cache
        def answered(mine: int) -> int:
            return min(reply.beaten_by(mine) * scale for reply, scale in replies)

        return lambda roll: answered(strength[roll]), unit

    def _finish(self, kept: Dice, throws: Throws) -> Finish:
        """The ways to each strength when the rest is covered for the last time."""
        ways: Counter[int] = Counter()
        for new, count in throws.of(DICE_COUNT - len(kept)):
            ways[self.plan.strength[tuple(sorted(kept + new))]] += count
        return Finish(ways)

    def _reason(self, view: FlexdeckView, kept: Dice, throws: Throws, value: Fraction) -> str:
        if view.turn == LAST_TURNS[1]:
            return self._last_reason(view, kept, value)
        strength = self.plan.strength
        now = strength[tuple(sorted(view.roll(view.player)))]
        name = self.game.table.category(now).name.lower()
        ways = sum(
            count for new, count in throws.of(DICE_COUNT - len(kept)) if strength[tuple(sorted(kept + new))] > now
        )
        better = f"{_percent(Fraction(ways, throws.total(DICE_COUNT - len(kept))))} to have better than {name}"
        if view.turn == LAST_TURNS[0]:
            win = f"about {_percent(value)} to win the round"
            return f"{win}; covering more would win less often." if len(kept) == DICE_COUNT else f"{win}, {better}."
        if len(kept) == DICE_COUNT:
            return f"{name} and one more turn are better than what a cover would make on average."
        return f"{better} at once, with one more turn to come."

    def _last_reason(self, view: FlexdeckView, kept: Dice, value: Fraction) -> str:
        """The dealer's last choice: the odds are exact."""
        mine, theirs = (self.game.table.describe(view.roll(seat)) for seat in (view.player, 1 - view.player))
        if len(kept) < DICE_COUNT:
            return f"{_percent(value)} to win against {theirs}, a tie counting half."
        if value == 1:
            return f"you have won as it lies, with {mine} against {theirs}."
        if value == 0:
            return f"no cover can beat or equal {theirs}."
        return "both rolls are equal, and a cover would lose more often than win."


def _expected(kept: Dice, throws: Throws, value: Callable[[Dice], int]) -> Fraction:
    """The exact average value of keeping these dice and covering the others."""
    count = DICE_COUNT - len(kept)
    found = sum(ways * value(tuple(sorted(kept + new))) for new, ways in throws.of(count))
    return Fraction(found, throws.total(count))


def _percent(chance: Fraction) -> str:
    """A chance in words, never rounded to certainty."""
    if 0 < chance < Fraction(1, 100):
        return "less than 1 %"
    if Fraction(99, 100) < chance < 1:
        return "more than 99 %"
    return f"{float(chance):.0%}".replace("%", " %")


def _covering(roll: Dice, kept: Dice) -> Cover:
    """The move that keeps dice of these values, the leftmost of each."""
    stay = list(kept)
    dice = []
    for die, value in enumerate(roll):
        if value in stay:
            stay.remove(value)
        else:
            dice.append(die)
    return Cover(tuple(dice))


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
