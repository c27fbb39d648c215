"""A bot for Pai Gow Poker: it bets a little at a time and sets by the house way, and gives the reason."""

from cardwright.answers import DEFAULT_BUDGET
from cardwright.bots import Advice, GameBot
from cardwright.games.paigow import actions, chips, house_way, odds
from cardwright.games.paigow.actions import Bet, Fortune
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowView

BET_DIVISOR = 20  # a bet is this fraction of the chips that the bot has


class BasicBot(GameBot[PaiGow]):
    """Plays as a careful guest of the casino would, and the bank whenever it may."""

    def advise(self, view: PaiGowView) -> Advice:
        """Return the next decision."""
        match view.phase:
            case "set":
                return self._set(view)
            case "bet":
                return self._bet(view)
            case "fortune":
                return Advice(Fortune(0), "of a hundred chips bet on Fortune the house keeps eight")
            case "throw":
                return Advice(actions.THROW, "the dice only say which seat gets the first hand")
            case "bank":
                pushed = self.game.settings["copies"] == "push"
                better = "the bank wins copies, so its side is the better one"
                return Advice(actions.BANKS[0], "copies push, so the bank's side is no worse" if pushed else better)
            case "dragon":
                return Advice(actions.DRAGONS[1], "a second hand only doubles a bet that favours the house")
            case _:
                return Advice(actions.ANTES[0], "an ante buys a fair share of the chance to take the pot")

    def _set(self, view: PaiGowView) -> Advice:
        settings = self.game.settings
        setting = house_way.set_hand(view.hand, settings["house_way"], settings["wheel"])
        return Advice(actions.FRONTS[setting.front[0], setting.front[1]], setting.reason)

    def _bet(self, view: PaiGowView) -> Advice:
        minimum, held = self.game.minimum, chips.value(view.racks[view.player])
        usual_bet = max(held // BET_DIVISOR // minimum * minimum, minimum)
        bet = min(usual_bet, self.game.limit(view, view.player) // minimum * minimum)
        if bet == minimum:
            return Advice(Bet(bet), "the smallest bet keeps you at the table longest")
        return Advice(Bet(bet), "a twentieth of what you have, so that a bad run leaves you chips")


class ExpertBot(BasicBot):
    """Sets the hand that gains most on average against the hands that the others may hold: see `odds.evaluate`."""

    def advise(self, view: PaiGowView) -> Advice:
        """Return the line that looks best; bet as the basic bot does."""
        lines = odds.evaluate(self.game, view, DEFAULT_BUDGET)
        return self.choose_line(view, lines) if lines else super().advise(view)


class CasualBot(ExpertBot):
    """Knows the values of the settings, and misjudges them a little."""

    misjudgement_factor = 0.15


class BeginnerBot(ExpertBot):
    """Misjudges the settings more."""

    misjudgement_factor = 0.5
