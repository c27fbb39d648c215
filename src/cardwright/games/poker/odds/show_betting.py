"""Value of the moves where bets go round until a show, in chips from now on: folding is 0.

The own hand is compared with the hands that the others may hold, weighted by the chips they paid (see `shares`). After
this turn the deal is taken to go on for one lap, in which a part of the rivals bets, and then to a show.
"""

from math import prod

from cardwright.answers import Budget, Line, ranked
from cardwright.game import Action
from cardwright.games.poker import betting
from cardwright.games.poker.actions import ACCEPT, CALL, FOLD, REFUSE, SEE, SIDE_SHOW, Raise, Wagers
from cardwright.games.poker.odds.pot_odds import FOLD_FACTOR
from cardwright.games.poker.odds.shares import Chances
from cardwright.games.poker.odds.words import Share, price_phrase, raise_reason, share_phrase
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.show import betting as show_betting
from cardwright.games.poker.state import PokerView

BET_SHARE = 0.5  # of the rivals bet in the lap to come
ACCEPT_SHARE = 0.5  # of the side shows are accepted


def evaluate(game: Poker, view: PokerView, choices: Wagers, budget: Budget) -> tuple[Line, ...]:
    """Return the value of each action, and of the least and the highest raise."""
    table = _Table(game, view, budget)
    raises = (Raise(stake) for stake in sorted({choices.low, choices.high} - {0}))
    return ranked(table.line(action) for action in (*choices.first, *raises))


class _Table:
    """A view, the share of the pot that its hand wins, and the cost and the gain of the lap to come."""

    def __init__(self, game: Poker, view: PokerView, budget: Budget) -> None:
        assert game.variant.show is not None
        self.rule, self.b, self.seat = game.variant.show, view.betting, view.player
        self.chances = Chances(game, view, budget.samples)
        self.share = self.chances.share()
        self.rivals = [seat for seat in self.chances.rivals if self.b.able >> seat & 1]
        self.pot = betting.pot(self.b)

    def line(self, action: Action) -> Line:
        """Return an action with its value and a reason."""
        error = self.share.error * (self.pot + self._coming(self.b.top))
        if isinstance(action, Raise):
            return self._raise(action)
        if action in (ACCEPT, REFUSE):
            beaten = self._against_one()
            value = self._answered(beaten if action == ACCEPT else 1.0)
            reason = f"you win the side show {100 * beaten:.0f} % of the time"
            return Line(action, value, error, self.share.figures, reason)
        cost = self._see_price() if action == SEE else self._price(self.b.top)
        reason = f"{share_phrase(self.share)}, and {price_phrase(self.pot, cost)}"
        if action == FOLD:
            return Line(FOLD, 0, reason=reason)
        value = {CALL: self._call, SEE: self._see, SIDE_SHOW: self._side_show}[action]()
        return Line(action, value, error, self.share.figures, reason)

    def _see_price(self) -> int:
        return show_betting.see_price(self.b, self.seat, self.rule)

    def _price(self, stake: int) -> int:
        return min(show_betting.price(self.b, self.seat, stake), self.b.stacks[self.seat])

    def _show_price(self, stake: int) -> int:
        """Return the price of the show at the end, where this seat pays for it."""
        return min(self.rule.price * show_betting.price(self.b, self.seat, stake), self.b.stacks[self.seat])

    def _coming(self, stake: int) -> float:
        """Return the chips that come in the next lap and for the show."""
        rivals = sum(min(show_betting.price(self.b, seat, stake), self.b.stacks[seat]) for seat in self.rivals)
        return BET_SHARE * rivals + self._show_price(stake)

    def _see(self) -> float:
        cost = self._see_price()
        return self.share.mean * (self.pot + cost) - cost

    def _call(self) -> float:
        return self._paid(self.share, self._price(self.b.top), self.b.top)

    def _paid(self, share: Share, cost: int, stake: int, won: float = 1.0) -> float:
        """Return the value of paying this, if a side show before the lap to come is won with this chance."""
        if cost >= self.b.stacks[self.seat]:
            return share.mean * (self.pot + cost) - cost
        return share.mean * (self.pot + cost + self._coming(stake)) - cost - won * self._show_price(stake)

    def _side_show(self) -> float:
        cost, stake = self._price(self.b.top), self.b.top
        met = self._paid(self.share, cost, stake, self._against_one())
        return ACCEPT_SHARE * met + (1 - ACCEPT_SHARE) * self._call()

    def _answered(self, won: float) -> float:
        """Return the value after a side show, or after none if it is won for certain. One may fold later."""
        more = self.share.mean * (self.pot + self._coming(self.b.top)) - won * self._show_price(self.b.top)
        return max(more, 0.0)

    def _against_one(self) -> float:
        """Return the chance that the hand beats one rival."""
        return float(self.share.mean ** (1 / max(len(self.chances.rivals), 1)))

    def _raise(self, action: Raise) -> Line:
        """Value a raise: the others fold the worst of their hands, unless they play blind."""
        cost = show_betting.price(self.b, self.seat, action.to)
        fold = (FOLD_FACTOR * cost / (self.pot + cost)) ** (1 / len(self.chances.rivals))
        may_fold = self.b.able & ~self.b.unseen
        folds = [fold if may_fold >> seat & 1 else 0.0 for seat in self.chances.rivals]
        called, passed = self.chances.share(folds), prod(folds)
        value = passed * self.pot + (1 - passed) * self._paid(called, cost, action.to)
        parts, reason = raise_reason(called, passed)
        error = (1 - passed) * called.error * (self.pot + cost)
        return Line(action, value, error, parts, reason)
