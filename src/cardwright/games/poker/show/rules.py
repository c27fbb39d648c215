"""Poker in which bets go round until two players compare their hands (PK20)."""

from typing import Any

from msgspec.structs import replace

from cardwright.game import Action, Player
from cardwright.games.poker import forced, scoring, setup, variants
from cardwright.games.poker.actions import ACCEPT, FOLD, REFUSE, SEE, SIDE_SHOW, Raise, Wagers
from cardwright.games.poker.betting import Betting
from cardwright.games.poker.events import Did, PokerEvent
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.setup import BET
from cardwright.games.poker.show import betting as show_betting
from cardwright.games.poker.state import PokerState, PokerView
from cardwright.games.poker.variants.model import Show


def one_variant(**chosen: Any) -> Poker:
    """Create the game of one variant."""
    variant = chosen.get("variant")
    has_show = isinstance(variant, str) and variants.load(variant).show is not None
    return ShowGame(**chosen) if has_show else Poker(**chosen)


class ShowGame(Poker):
    """A variant that has the key ``show``."""

    def use(self, chosen: setup.Setup) -> None:
        super().use(chosen)
        assert chosen.variant.show is not None
        self.rule: Show = chosen.variant.show
        if self.rule.both:
            # From version 4 on, a beaten hand is shown too.
            self.version = 4

    def wagers(self, b: Betting) -> Wagers:
        return show_betting.choices(b, self.rule, self.limit)

    def why_illegal(self, view: PokerView, action: Action) -> str:
        """Name the rule that refuses a bet or a show."""
        if self.kind(view) == BET:
            return show_betting.why_illegal(view.betting, self.rule, self.limit, action)
        return super().why_illegal(view, action)

    def _open_round(self, state: PokerState, step: setup.Step, b: Betting) -> Betting:
        stake = max(*self.setup.stakes.antes, 1) * forced.factor(state)
        return show_betting.begin(b, state.button + 1, stake)

    def _events_to_come(self, state: PokerState, b: Betting) -> tuple[PokerEvent, ...]:
        everyone = self.rule.both or self.setup.showdown == "show"
        return scoring.showdown(self.setup, state, b, everyone=everyone)

    def _wager(self, state: PokerState, player: Player, action: Action) -> PokerState:
        b, events = self._bet(state, player, action)
        if b.turn >= 0:
            return replace(state, betting=b, turn=b.turn, events=tuple(events))
        if not b.inside & (b.inside - 1):
            return self._pay(replace(state, betting=b, ahead=scoring.end_uncontested(state, b)), events)
        return self._advance(state, b, events)

    def _bet(self, state: PokerState, player: Player, action: Action) -> tuple[Betting, list[PokerEvent]]:
        """Return the betting after an action, and its events."""
        b = state.betting
        if action == FOLD:
            return show_betting.fold(b, player, player), [Did(player, "fold")]
        if action == SIDE_SHOW:
            return show_betting.ask(b), [Did(player, "side-show", show_betting.price(b, player, b.top))]
        if action == REFUSE:
            return show_betting.refuse(b), [Did(player, "refuse")]
        if action == ACCEPT:
            wins = self.strength("", state, b.asker) > self.strength("", state, player)
            loser = player if wins else b.asker
            return show_betting.accept(b, wins), [Did(player, "accept"), Did(loser, "fold")]
        if action == SEE:
            after = show_betting.see(b, self.rule)
        else:
            after = show_betting.bet(b, action.to if type(action) is Raise else b.top)
        paid, all_in = b.stacks[player] - after.stacks[player], not after.stacks[player]
        if type(action) is Raise:
            return after, [Did(player, "stake", action.to, all_in)]
        what = "see" if action == SEE else "cover" if paid < show_betting.price(b, player, b.top) else "bet"
        return after, [Did(player, what, paid, all_in)]
