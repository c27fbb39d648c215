"""A sensible player of flexdeck, who reckons with the halves that are still to come.

In the last turns it reckons the chance to win the round: the dealer's against the roll that lies there, the
non-dealer's against the best reply to each. In the first turns it plays as if alone, for the roll that two covers
make best on average. Cards are taken as halves drawn one by one, which leaves out that a domino has two.
"""

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import TypeAlias

from cardwright.bots import Advice
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.rules import Cover, Flexdeck, FlexdeckView
from cardwright.games.flexdeck.scoring import DICE

Dice: TypeAlias = tuple[int, ...]  # values in ascending order: where they lie does not matter
# A finished roll was improved twice, so it is reckoned among rolls that are the best of three.
THROWS = 3


def fair(count: int) -> Iterator[tuple[Dice, float]]:
    """Every throw of so many fair dice, with its chance."""
    for values in combinations_with_replacement(range(deck.VALUES), count):
        ways = factorial(count) // prod(factorial(values.count(value)) for value in set(values))
        yield values, ways / deck.VALUES**count


def left(halves: Sequence[int], count: int) -> Iterator[tuple[Dice, float]]:
    """Every draw of so many of these halves, with its chance."""
    total = comb(sum(halves), count)
    for values in combinations_with_replacement(range(deck.VALUES), count):
        ways = prod(comb(halves[value], values.count(value)) for value in set(values))
        if ways:
            yield values, ways / total


def keeps(roll: Dice, most: int) -> set[Dice]:
    """What may be kept of a roll, if so many dice at most may be covered."""
    return {kept for count in range(DICE - most, DICE + 1) for kept in combinations(roll, count)}


class Finish:
    """How a round may end after one keep: the strengths in order, and the chance of that or less."""

    def __init__(self, chances: dict[int, float]) -> None:
        self.strengths = sorted(chances)
        self.chances = [0.0]
        for strength in self.strengths:
            self.chances.append(self.chances[-1] + chances[strength])

    def beats(self, strength: int) -> float:
        """The chance to be better than this, a tie counting half."""
        below = self.chances[bisect_left(self.strengths, strength)]
        upto = self.chances[bisect_right(self.strengths, strength)]
        return 1 - (below + upto) / 2


class Plan:
    """What every roll and every keep is worth to a player alone, with fair dice."""

    def __init__(self, game: Flexdeck) -> None:
        self.most = game.most
        self.strength = {roll: game.table.strength(roll) for roll, _ in fair(DICE)}
        chances: dict[int, float] = {}
        for roll, chance in fair(DICE):
            chances[self.strength[roll]] = chances.get(self.strength[roll], 0.0) + chance
        one = Finish(chances)
        self.final = {strength: (1 - one.beats(strength)) ** THROWS for strength in chances}
        self.once = functools.cache(self._once)
        self.best = functools.cache(self._best)
        self.throws = [tuple(fair(count)) for count in range(DICE + 1)]

    def _once(self, kept: Dice) -> float:
        """What these dice are worth when the others are thrown for the last time."""
        return sum(
            chance * self.final[self.strength[tuple(sorted(kept + new))]]
            for new, chance in self.throws[DICE - len(kept)]
        )

    def _best(self, roll: Dice) -> float:
        """What a roll is worth with one more turn."""
        return max(map(self.once, keeps(roll, self.most)))


class BasicBot:
    """Covers what its reckoning says; where two covers are worth the same, the fewer dice."""

    def __init__(self, game: Flexdeck, rng: Random) -> None:
        self.game, self.rng = game, rng

    @functools.cached_property
    def plan(self) -> Plan:
        """Made when it is first needed: it takes a moment."""
        return Plan(self.game)

    def advise(self, view: FlexdeckView) -> Advice:
        """The keep that is worth most."""
        roll = view.roll(view.player)
        mine = tuple(sorted(roll))
        halves = deck.halves(view.unseen)
        worth = self._worth(view, halves)
        worths = {
            kept: sum(chance * worth(after) for after, chance in _covered(kept, halves))
            for kept in sorted(keeps(mine, self.game.most), key=lambda kept: -len(kept))
        }
        kept = max(worths, key=worths.__getitem__)
        return Advice(_covering(roll, kept), self._reason(view, kept, halves, worths[kept]))

    def _worth(self, view: FlexdeckView, halves: Sequence[int]) -> Callable[[Dice], float]:
        """What a roll is worth after this turn: in the last two, the chance to win the round with it."""
        strength = self.plan.strength
        if view.turn < 2:
            return self.plan.best
        theirs = tuple(sorted(view.roll(1 - view.player)))
        if view.turn == 3:
            return lambda roll: 0.5 + 0.5 * _sign(strength[roll] - strength[theirs])
        replies = [self._finish(kept, halves) for kept in keeps(theirs, self.game.most)]
        answered = functools.cache(lambda mine: 1 - max(reply.beats(mine) for reply in replies))
        return lambda roll: answered(strength[roll])

    def _finish(self, kept: Dice, halves: Sequence[int]) -> Finish:
        """The chances of each strength when the rest is covered for the last time."""
        chances: dict[int, float] = {}
        for roll, chance in _covered(kept, halves):
            strength = self.plan.strength[roll]
            chances[strength] = chances.get(strength, 0.0) + chance
        return Finish(chances)

    def _reason(self, view: FlexdeckView, kept: Dice, halves: Sequence[int], worth: float) -> str:
        roll = tuple(sorted(view.roll(view.player)))
        now = self.plan.strength[roll]
        name = self.game.table.category(now).name.lower()
        better = sum(chance for after, chance in _covered(kept, halves) if self.plan.strength[after] > now)
        win = f"{worth:.0%} to win the round"
        last = view.turn > 1
        if len(kept) == DICE:
            spoils = f"Keep all five: to cover would spoil the {name} more often than better it"
            return f"{spoils}; {win}." if last else f"{spoils}."
        held = f"Keep {' '.join(map(str, kept))} and cover the rest" if kept else "Cover all five"
        if last:
            return f"{held}: {win}, {better:.0%} to have better than now."
        return f"{held}: {better:.0%} to better the {name} at once, and one more turn to come."


def _covered(kept: Dice, halves: Sequence[int]) -> Iterator[tuple[Dice, float]]:
    """The rolls that may come of covering all but these dice, with their chances."""
    for new, chance in left(halves, DICE - len(kept)):
        yield tuple(sorted(kept + new)), chance


def _covering(roll: Sequence[int], kept: Dice) -> Cover:
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
