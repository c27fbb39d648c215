"""Players of flexdeck, who count the dominoes that are still to come.

The basic bot plays its last turns by the chance to win the round, and its first turns as if alone, for the roll that
two covers make best on average. All odds are whole numbers: equal choices compare equal, and of equal ones it covers
the fewest dice. The expert plays the first line of `odds.evaluate`.
"""

import functools
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement

from cardwright.answers import Budget
from cardwright.bots import Advice, GameBot
from cardwright.games.flexdeck import deck, odds
from cardwright.games.flexdeck.actions import Cover
from cardwright.games.flexdeck.odds import choices
from cardwright.games.flexdeck.odds.match import HALF
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.state import FlexdeckView
from cardwright.games.flexdeck.throws import Dice, Throws, arrangements

# A finished roll was improved twice, so it is compared with rolls that are the best of three.
THROWS_COUNT = 3
BOT_BUDGET = Budget(samples=250)  # a choice needs fewer decks than the values that people read


class Plan:
    """The value of every roll and of every keep to a player alone, with fair dice, in whole numbers."""

    def __init__(self, game: Flexdeck) -> None:
        self.max_covered = game.max_covered
        fair_throws = [
            [(values, arrangements(values)) for values in combinations_with_replacement(range(deck.VALUE_COUNT), count)]
            for count in range(DICE_COUNT + 1)
        ]
        self.throws = fair_throws
        self.strength = choices.strengths(game.table)
        ways: Counter[int] = Counter()
        for roll, count in fair_throws[DICE_COUNT]:
            ways[self.strength[roll]] += count
        finish = choices.Finish(ways)
        results_by_strength = {strength: finish.against(strength) for strength in ways}
        self.final = {
            strength: (2 * worse_ways + tied_ways) ** THROWS_COUNT
            for strength, (worse_ways, tied_ways) in results_by_strength.items()
        }
        self.value_of_last_throw = functools.cache(self._value_of_last_throw)
        self.value_of_roll = functools.cache(self._value_of_roll)

    def _value_of_last_throw(self, kept: Dice) -> int:
        """The value of these dice when the others are thrown for the last time."""
        total: int = sum(
            ways * self.final[self.strength[tuple(sorted(kept + new))]]
            for new, ways in self.throws[DICE_COUNT - len(kept)]
        )
        scale: int = deck.VALUE_COUNT ** len(kept)
        return total * scale

    def _value_of_roll(self, roll: Dice) -> int:
        """The value of a roll with one more turn."""
        return max(map(self.value_of_last_throw, choices.list_keeps(roll, self.max_covered)))


class BasicBot(GameBot[Flexdeck]):
    """Covers the dice with the best odds; of equal choices, the fewest dice."""

    @functools.cached_property
    def plan(self) -> Plan:
        """The values of all rolls, computed on first use, which takes a moment."""
        return Plan(self.game)

    def advise(self, view: FlexdeckView) -> Advice:
        """Return the keep with the highest value."""
        roll = tuple(sorted(view.roll(view.player)))
        throws = Throws(view.unseen)
        value, unit = self._value(view, throws)
        values = {
            kept: choices.expected_value(kept, throws, value) / unit
            for kept in choices.list_keeps(roll, self.game.max_covered)
        }
        kept = max(values, key=values.__getitem__)  # the first of equals, which keeps the most dice
        chance = values[kept] if view.turn in odds.LAST_TURNS else None
        reason = odds.reason(self.game, view, kept, throws, chance, is_best=True)
        return Advice(_cover_keeping(view.roll(view.player), kept), reason)

    def _value(self, view: FlexdeckView, throws: Throws) -> tuple[Callable[[Dice], int], int]:
        if view.turn in odds.LAST_TURNS:
            results, unit = odds.last_results(self.game, view, throws, HALF)
            return lambda roll: results(roll)[0] + sum(results(roll)), 2 * unit
        return self.plan.value_of_roll, 1


class ExpertBot(GameBot[Flexdeck]):
    """Covers the dice with the best chance to win the match: see `odds.evaluate`."""

    def advise(self, view: FlexdeckView) -> Advice:
        """Return the line that looks best."""
        return self.choose_line(view, odds.evaluate(self.game, view, BOT_BUDGET))


class CasualBot(ExpertBot):
    """Sees the same chances, and misjudges them a little."""

    misjudgement_factor = 0.6


class BeginnerBot(ExpertBot):
    """Misjudges the chances by more than they differ."""

    misjudgement_factor = 2.0


def _cover_keeping(roll: Dice, kept: Dice) -> Cover:
    """The move that keeps dice of these values, the leftmost of each."""
    to_keep = list(kept)
    dice = []
    for die, value in enumerate(roll):
        if value in to_keep:
            to_keep.remove(value)
        else:
            dice.append(die)
    return Cover(tuple(dice))
