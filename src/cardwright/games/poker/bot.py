"""Bots for poker of any kind: one that only calls, one that looks at pot odds, and those that play the best line of
`odds.evaluate`. None knows a variant or a ranking. The same view always gets the same advice, but for "balanced", which
draws its moves.
"""

from typing import ClassVar

from msgspec.structs import replace

from cardwright.answers import DEFAULT_BUDGET, Budget, Line, ranked
from cardwright.bots import Advice, GameBot
from cardwright.games.poker import betting, odds
from cardwright.games.poker.actions import (
    BRING_IN,
    BUY,
    LOOK,
    MUCK,
    RUN_ONCE,
    RUN_TWICE,
    SIT_OUT,
    STAY,
    Call,
    Discard,
    Raise,
    See,
    Wagers,
)
from cardwright.games.poker.odds import pot_odds, two_ranges
from cardwright.games.poker.odds.two_ranges import Frequencies
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView, sits_out

FAST_ROWS = 160
MIN_NAMED_MOVE_SHARE = 0.01
BETWEEN_DEALS = {  # by the first of the choices that are offered
    MUCK: Advice(MUCK, "a hand that is not shown tells the others nothing"),
    STAY: Advice(STAY, "who sits out wins nothing"),
    BUY: Advice(BUY, "with more chips, the best hand wins more"),
    RUN_ONCE: Advice(RUN_TWICE, "it wins the same on average, and swings less"),
    LOOK: Advice(LOOK, "half the price does not make up for cards that are not known"),
}


def between_deals(game: Poker, view: PokerView) -> Advice | None:
    """Return the choice of all bots between deals, among variants the next of the list; None in a deal."""
    choices = game.choices(view)
    if game.asks_variant(view):
        return Advice(choices[(view.picked + (view.deal > 0)) % len(choices)], "it is the next of the list")
    if SIT_OUT in choices and sits_out(view, view.player):  # a bot plays for a person who sits out
        return Advice(SIT_OUT, "a player who sits out comes back by themselves")
    return BETWEEN_DEALS.get(choices[0])


class CallerBot(GameBot[Poker]):
    """A bot that checks where it can, calls where it must, and exchanges nothing."""

    def advise(self, view: PokerView) -> Advice:
        """Check, call, bring in, throw the lowest cards away, or stand pat."""
        choices = self.game.choices(view)
        if isinstance(choices, Wagers):
            return Advice(choices.first[-1], "calling sees what the others have, and no more")
        if advice := between_deals(self.game, view):
            return advice
        if isinstance(choices[0], Discard):
            return Advice(choices[0], "some card must go")
        return Advice(choices[0], "standing pat gives nothing away")

    def frequencies(self, view: PokerView) -> Frequencies:
        """Return its move, for all hands."""
        return two_ranges.same_for_all_hands(self.game.ranking, {self.advise(view).action: 1.0})


class ExpertBot(GameBot[Poker]):
    """A bot that makes the move of the highest value: see `odds.evaluate`."""

    budget: ClassVar[Budget] = DEFAULT_BUDGET

    def advise(self, view: PokerView) -> Advice:
        """Return the first line of the evaluation."""
        if advice := between_deals(self.game, view):
            return advice
        lines = self.lines(view)
        if lines:
            return Advice(lines[0].action, lines[0].reason)
        return Advice(self.game.choices(view)[0], "the rules ask for it, and it is cheap")

    def lines(self, view: PokerView) -> tuple[Line, ...]:
        """Return the values of the moves. The hands of the others are not named, as that takes time."""
        return odds.evaluate(self.game, view, self.budget, names_hands=False)


class FastBot(ExpertBot):
    """The expert with fewer hands and boards."""

    budget = Budget(samples=FAST_ROWS)


class BalancedBot(ExpertBot):
    """A bot that draws its move, heads-up in hold'em without limit (see `two_ranges`); elsewhere it is the expert."""

    def advise(self, view: PokerView) -> Advice:
        """Draw a move: each with the frequency with which the hand makes it."""
        game = self.game.at(view)
        if between_deals(self.game, view) or not two_ranges.applies(game):
            return super().advise(view)
        frequencies = self.frequencies(view)
        pair = two_ranges.pair_index(game.ranking, view.down[view.player])
        probabilities = frequencies.probabilities[:, pair].tolist()
        action = self.rng.choices(frequencies.actions, probabilities)[0]
        named = [
            f"{self.game.text(each)} {100 * share:.0f} % of the time"
            for each, share in zip(frequencies.actions, probabilities)
            if share >= MIN_NAMED_MOVE_SHARE
        ]
        return Advice(action, f"with this hand: {', '.join(named)}; so no bet tells what you hold")

    def frequencies(self, view: PokerView) -> Frequencies:
        """Return how often each hand makes each move."""
        game = self.game.at(view)
        return two_ranges.frequencies(game.ranking, two_ranges.position(game, view))


class BasicBot(ExpertBot):
    """A bot that looks at pot odds only, against hands weighted by the others' actions."""

    def lines(self, view: PokerView) -> tuple[Line, ...]:
        """Return the values of the moves by pot odds."""
        choices = self.game.choices(view)
        is_plain_wager = not self.game.at(view).variant.show
        if is_plain_wager and isinstance(choices, Wagers) and choices.first[0] not in (BRING_IN, LOOK):
            return pot_odds.evaluate(self.game.at(view), view, choices, self.budget)
        return super().lines(view)


class Character(FastBot):
    """A player with a bias: it adds a share of the pot to the value of calls or raises, or subtracts it."""

    call_pot_share: ClassVar[float] = 0
    raise_pot_share: ClassVar[float] = 0

    def lines(self, view: PokerView) -> tuple[Line, ...]:
        """Return the values of the moves as this player sees them, who says so where it bets."""
        pot, lines = betting.pot(view.betting), super().lines(view)
        is_biased = view.betting.raises < pot_odds.MAX_REPEATED_RAISES
        calls, raises = self.call_pot_share, self.raise_pot_share if is_biased else min(0, self.raise_pot_share)
        # To see is a call too: by a bias of calls alone, the last two would bet until one has no chips.
        bias = {Call: calls, See: calls, Raise: raises}
        if not any(bias.get(type(line.action)) for line in lines):
            return lines
        habits = " and ".join(
            f"a {each.__name__.lower()} {100 * abs(share):.0f} % of the pot too {'high' if share > 0 else 'low'}"
            for each, share in bias.items()
            if share and each is not See
        )
        return ranked(
            replace(
                line,
                value=line.value + pot * bias.get(type(line.action), 0),
                reason=f"{line.reason}; this player values {habits}",
            )
            for line in lines
        )


class LooseBot(Character):
    """Calls too often and bets too seldom."""

    call_pot_share, raise_pot_share = 0.3, -0.15


class BoldBot(Character):
    """Bets and raises too often."""

    call_pot_share, raise_pot_share = 0.0, 0.25


class CautiousBot(Character):
    """Checks and calls where others bet and raise."""

    call_pot_share, raise_pot_share = 0.0, -0.3


class TightBot(Character):
    """Folds all but good hands, and then bets them."""

    call_pot_share, raise_pot_share = -0.15, -0.2
