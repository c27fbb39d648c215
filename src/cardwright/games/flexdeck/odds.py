"""Values of coverings: the chance to win the round, a tie counting half.

The dominoes are counted: both halves of a domino leave together. The dealer's last turn is exact. In the non-dealer's
last turn the dealer's reply is taken from the dominoes unseen before the cover. In the first two turns the cover is
counted, and the turns after it are solved for independent dice: every pair of rolls, both players at their best.
"""

import functools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import lcm

import numpy as np
from numpy.typing import NDArray

from cardwright.answers import Budget, Line, Unit, ranked
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, Throws, arrangements
from cardwright.ranking import Ranking

UNIT = Unit("chance to win the round", "share")
LAST_TURNS = (2, 3)  # of the non-dealer and of the dealer
# By turn, what is neglected, as if a standard error: dice solved as independent, and dominoes gone in a last cover.
ERRORS = (0.001, 0.001, 0.0002, 0.0)

Values = NDArray[np.float32]


def evaluate(game: Flexdeck, view: FlexdeckView, budget: Budget) -> tuple[Line, ...]:
    """Return the value of every covering; of equal ones the fewest dice come first."""
    roll = tuple(sorted(view.roll(view.player)))
    throws = Throws(view.unseen)
    value, unit = round_values(game, view, throws)
    values = {kept: expected(kept, throws, value) / unit for kept in keeps(roll, game.most)}
    lines = [_line(game, view, throws, cover, values) for cover in game.choices(view) if isinstance(cover, Cover)]
    return ranked(sorted(lines, key=lambda line: len(line.action.dice) if isinstance(line.action, Cover) else 0))


def _line(game: Flexdeck, view: FlexdeckView, throws: Throws, cover: Cover, values: dict[Dice, Fraction]) -> Line:
    dice = view.roll(view.player)
    kept = tuple(sorted(value for die, value in enumerate(dice) if die not in cover.dice))
    return Line(cover, values[kept], ERRORS[view.turn], reason=reason(game, view, kept, throws, values[kept]))


def reason(game: Flexdeck, view: FlexdeckView, kept: Dice, throws: Throws, value: Fraction) -> str:
    """Return why to keep these dice, in a sentence for a learner."""
    if view.turn == LAST_TURNS[1]:
        return _last_reason(game, view, kept, value)
    strength = strengths(game.table)
    now = strength[tuple(sorted(view.roll(view.player)))]
    name = game.table.category(now).name.lower()
    count = DICE_COUNT - len(kept)
    ways = sum(number for new, number in throws.of(count) if strength[tuple(sorted(kept + new))] > now)
    better = f"{percent(Fraction(ways, throws.total(count)))} to have better than {name}"
    if view.turn == LAST_TURNS[0]:
        win = f"about {percent(value)} to win the round"
        return f"{win}; covering more would win less often." if len(kept) == DICE_COUNT else f"{win}, {better}."
    if len(kept) == DICE_COUNT:
        return f"{name} and one more turn are better than what a cover would make on average."
    return f"{better} at once, with one more turn to come."


def _last_reason(game: Flexdeck, view: FlexdeckView, kept: Dice, value: Fraction) -> str:
    """Return the reason for the dealer's last choice: the odds are exact."""
    mine, theirs = (game.table.describe(view.roll(seat)) for seat in (view.player, 1 - view.player))
    if len(kept) < DICE_COUNT:
        return f"{percent(value)} to win against {theirs}, a tie counting half."
    if value == 1:
        return f"you have won as it lies, with {mine} against {theirs}."
    if value == 0:
        return f"no cover can beat or equal {theirs}."
    return "both rolls are equal, and a cover would lose more often than win."


def percent(chance: Fraction) -> str:
    """Return a chance in words, never rounded to certainty."""
    if 0 < chance < Fraction(1, 100):
        return "less than 1 %"
    if Fraction(99, 100) < chance < 1:
        return "more than 99 %"
    return f"{float(chance):.0%}".replace("%", " %")


# One choice


def keeps(roll: Dice, most: int) -> list[Dice]:
    """Return all that may be kept of a roll if ``most`` dice at most may be covered; the most dice first."""
    counts = range(DICE_COUNT, DICE_COUNT - most - 1, -1)
    return [kept for count in counts for kept in sorted(set(combinations(roll, count)))]


def expected(kept: Dice, throws: Throws, value: Callable[[Dice], int]) -> Fraction:
    """Return the exact average value of keeping these dice and covering the others."""
    count = DICE_COUNT - len(kept)
    found = sum(ways * value(tuple(sorted(kept + new))) for new, ways in throws.of(count))
    return Fraction(found, throws.total(count))


def round_values(game: Flexdeck, view: FlexdeckView, throws: Throws) -> tuple[Callable[[Dice], int], int]:
    """Return the chance to win the round with each roll after this turn, in whole numbers, and their unit."""
    if view.turn in LAST_TURNS:
        return last_values(game, view, throws)
    fair, theirs = solved(game.table, game.most), fair_place(view.roll(1 - view.player))
    if view.player == view.dealer:
        column = fair.non_dealers_last[theirs]
        return lambda roll: round(float(column[fair_place(roll)]) * FAIR_UNIT_COUNT), FAIR_UNIT_COUNT
    row = fair.dealers_first[theirs]
    return lambda roll: FAIR_UNIT_COUNT - round(float(row[fair_place(roll)]) * FAIR_UNIT_COUNT), FAIR_UNIT_COUNT


def last_values(game: Flexdeck, view: FlexdeckView, throws: Throws) -> tuple[Callable[[Dice], int], int]:
    """Return the chances to win in the last two turns, in whole numbers, and their unit."""
    strength = strengths(game.table)
    theirs = tuple(sorted(view.roll(1 - view.player)))
    if view.turn == LAST_TURNS[1]:
        return lambda roll: 1 + _sign(strength[roll] - strength[theirs]), 2
    totals = [2 * throws.total(count) for count in range(game.most + 1)]
    unit = lcm(*totals)
    replies = [
        (Finish.of(kept, throws, strength), unit // totals[DICE_COUNT - len(kept)]) for kept in keeps(theirs, game.most)
    ]

    @functools.cache
    def answered(mine: int) -> int:
        return min(reply.beaten_by(mine) * scale for reply, scale in replies)

    return lambda roll: answered(strength[roll]), unit


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
        for new, count in throws.of(DICE_COUNT - len(kept)):
            ways[strength[tuple(sorted(kept + new))]] += count
        return cls(ways)

    def beaten_by(self, strength: int) -> int:
        """Return twice the ways that are worse than this, and once those that are equal to it."""
        return self.sums[bisect_left(self.strengths, strength)] + self.sums[bisect_right(self.strengths, strength)]


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


# Independent dice

FAIR_UNIT_COUNT = 1 << 30
ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT))
_PLACES = {roll: place for place, roll in enumerate(ROLLS)}


def fair_place(roll: Dice) -> int:
    """Return the place of a roll among all."""
    return _PLACES[tuple(sorted(roll))]


@functools.lru_cache(maxsize=8)
def strengths(table: Ranking) -> dict[Dice, int]:
    """Return the strength of every roll."""
    return {roll: table.strength(roll) for roll in ROLLS}


class Solved:
    """The dealer's chances to win with independent dice and best play, before each turn but the first.

    ``dealers_last`` is (dealer's roll, non-dealer's strength); ``non_dealers_last`` is (non-dealer's roll, dealer's
    roll); ``dealers_first`` is (dealer's roll, non-dealer's roll).
    """

    def __init__(self, table: Ranking, most: int) -> None:
        strength = np.array(list(strengths(table).values()))
        known, of = np.unique(strength, return_inverse=True)
        ahead = strength[:, None] - known
        one_turn = _Turn(most)
        self.dealers_last = one_turn.best(((np.sign(ahead) + 1) / 2).astype(np.float32))
        self.non_dealers_last = 1 - one_turn.best(1 - np.ascontiguousarray(self.dealers_last.T)[of])
        self.dealers_first = one_turn.best(np.ascontiguousarray(self.non_dealers_last.T))


@functools.lru_cache(maxsize=4)
def solved(table: Ranking, most: int) -> Solved:
    """Return the solution for a table of hands and a number of dice that may be covered: a second of work."""
    return Solved(table, most)


class _Turn:
    """All keeps with all throws of independent dice: ``after`` (keep, throw) is the place of the roll they make."""

    def __init__(self, most: int) -> None:
        self.after: list[tuple[NDArray[np.intp], NDArray[np.float32]]] = []
        places: dict[Dice, int] = {}
        for count in range(most + 1):
            held = list(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT - count))
            new = list(combinations_with_replacement(range(deck.VALUE_COUNT), count))
            made = np.array([[fair_place(kept + thrown) for thrown in new] for kept in held], np.intp)
            chances = np.array([arrangements(thrown) / deck.VALUE_COUNT**count for thrown in new], np.float32)
            self.after.append((made, chances))
            places |= {kept: len(places) + place for place, kept in enumerate(held)}
        choices = [[places[kept] for kept in keeps(roll, most)] for roll in ROLLS]
        widest = max(map(len, choices))
        self.choices = np.array([each + each[:1] * (widest - len(each)) for each in choices], np.intp)

    def best(self, values: Values) -> Values:
        """Return the value of each roll before the turn from those after it, (roll, anything)."""
        kept = np.concatenate([_averaged(values, made, chances) for made, chances in self.after])
        found = kept[self.choices[:, 0]]
        for column in self.choices.T[1:]:
            np.maximum(found, kept[column], out=found)
        return found


def _averaged(values: Values, made: NDArray[np.intp], chances: NDArray[np.float32]) -> Values:
    found = np.zeros((len(made), values.shape[1]), np.float32)
    for column, chance in zip(made.T, chances, strict=True):
        found += chance * values[column]
    return found
