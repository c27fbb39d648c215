"""Bots for poker of any kind: one that only calls, and one that plays the best line of `odds.evaluate`.

Neither knows a variant or a ranking. The same view always gets the same advice.
"""

from random import Random

from cardwright.answers import DEFAULT_BUDGET
from cardwright.bots import Advice
from cardwright.games.poker import odds
from cardwright.games.poker.actions import BUY, MUCK, Wagers
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView

BETWEEN_DEALS = {
    MUCK: Advice(MUCK, "a hand that is not shown tells the others nothing"),
    BUY: Advice(BUY, "a short stack cannot be paid in full"),
}


class CallerBot:
    """A bot that checks where it can, calls where it must, and exchanges nothing."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        """Check, call, bring in, or stand pat."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return Advice(choices.first[-1], "calling sees what the others have, and no more")
        if choices[0] in BETWEEN_DEALS:
            return BETWEEN_DEALS[choices[0]]
        return Advice(choices[0], "standing pat gives nothing away")


class BasicBot:
    """A bot that makes the move worth most against hands weighed by what the others did."""

    def __init__(self, game: Poker, rng: Random) -> None:
        self.game = game

    def advise(self, view: PokerView) -> Advice:
        """Return the first line of the evaluation."""
        first = self.game.choices(view)[0]
        if first in BETWEEN_DEALS:
            return BETWEEN_DEALS[first]
        lines = odds.evaluate(self.game, view, DEFAULT_BUDGET)
        if lines:
            return Advice(lines[0].action, lines[0].reason)
        return Advice(self.game.choices(view)[0], "the rules ask for it, and it is cheap")
