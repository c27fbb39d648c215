"""Simple players to test bots against; they are in no lobby.

`cardwright match poker expert cardwright.games.poker.sparring:Tight`: a player that bets good hands and folds most
others. `Maniac` raises most of the time, whatever it holds. `Basic` is the game's basic bot with fewer hands and
boards, so that many deals can be played. One who calls everything is the game's bot "caller".
"""

from cardwright.answers import DEFAULT_BUDGET, Budget
from cardwright.bots import Advice, GameBot
from cardwright.game import Action
from cardwright.games.poker import betting, odds
from cardwright.games.poker.actions import LOOK, Raise, Wagers
from cardwright.games.poker.bot import BasicBot
from cardwright.games.poker.odds.hands import deal_ranges
from cardwright.games.poker.odds.two_ranges import Frequencies, same_for_all_hands
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView

FEW_SAMPLES = Budget(samples=60)
RAISE_SHARE, RERAISE_SHARE, CALL_SHARE = 0.68, 0.8, 0.56  # of a pot against one random hand
MIN_CALL_MARGIN_SHARE = 0.08  # above the price of a call
MANIAC_RAISE_SHARE = 0.75


class Basic(BasicBot):
    """Looks at pot odds, with few samples."""

    budget = FEW_SAMPLES


class Maniac(GameBot[Poker]):
    """Raises three times in four, by the pot, and never folds."""

    def advise(self, view: PokerView) -> Advice:
        """Raise, or call."""
        choices = self.game.choices(view)
        if not isinstance(choices, Wagers) or choices.first[0] == LOOK:
            return Advice(_exchange(self.game, view))
        raises = self.rng.random() < MANIAC_RAISE_SHARE
        return Advice(_pot_raise(view, choices) if raises and choices.low else choices.first[-1])

    def frequencies(self, view: PokerView) -> Frequencies:
        """Return its moves, equally often with all hands."""
        choices = self.game.wagers(view.betting)
        moves = {choices.first[-1]: 1.0}
        if choices.low:
            moves = {choices.first[-1]: 1 - MANIAC_RAISE_SHARE, _pot_raise(view, choices): MANIAC_RAISE_SHARE}
        return same_for_all_hands(self.game.ranking, moves)


class Tight(GameBot[Poker]):
    """Raises and calls with hands that do well against random ones; folds the rest."""

    def advise(self, view: PokerView) -> Advice:
        """Compare the own share, as of one random hand, with fixed limits and with the price."""
        choices, b = self.game.choices(view), view.betting
        if not isinstance(choices, Wagers) or choices.first[0] == LOOK:
            return Advice(_exchange(self.game, view))
        mean, _ = deal_ranges(self.game.at(view), view, FEW_SAMPLES, blind=True).share()
        share = mean ** (1 / (b.inside.bit_count() - 1))
        call = betting.to_call(b)
        if choices.low and share > (RERAISE_SHARE if b.raises > 1 else RAISE_SHARE):
            return Advice(_pot_raise(view, choices))
        if share > max(CALL_SHARE, call / (betting.pot(b) + call) + MIN_CALL_MARGIN_SHARE):
            return Advice(choices.first[-1])
        return Advice(choices.first[0])


def _pot_raise(view: PokerView, choices: Wagers) -> Action:
    b = view.betting
    to = b.top + betting.pot(b) + b.top - b.bets[view.player]
    return Raise(min(max(to, choices.low), choices.high))


def _exchange(game: Poker, view: PokerView) -> Action:
    lines = odds.evaluate(game, view, DEFAULT_BUDGET)
    return lines[0].action if lines else game.choices(view)[0]
