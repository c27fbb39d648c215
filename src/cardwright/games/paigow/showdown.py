"""The showdown of a round: the hands in the order in which they are turned up, and the result of every bet."""

from cardwright.game import Player
from cardwright.games.paigow import house_way, scoring
from cardwright.games.paigow.events import Hand, Result, Showdown
from cardwright.games.paigow.house_way import Setting
from cardwright.games.paigow.seating import Seating
from cardwright.games.paigow.state import PaiGowState


class Showdowns(Seating):
    """The showdown, computed from the hands on the table."""

    def hands_to_show(self, state: PaiGowState) -> int:
        """The number of hands that are turned up at the showdown."""
        playing = len(self.playing(state))
        return playing if self.home else playing + 1 + (state.dragon is not None)

    def shown(self, state: PaiGowState) -> tuple[Hand, ...]:
        """The hands that lie face up: the bank's first, then the others as they are compared with it."""
        return tuple(self.showdown_order(state)[: state.turned_up]) if state.turned_up else ()

    def showdown_order(self, state: PaiGowState) -> list[Hand]:
        """All hands of the showdown, the bank's first."""
        hands = [self._turned_up(state, seat) for seat in self.playing(state)]
        if self.home:
            return hands
        dealer = scoring.turn_up(self.hands, None, self._by_house_way(state, 0))
        if state.dragon is not None:
            second = self._by_house_way(state, self.dragon_position(state))
            hands.append(scoring.turn_up(self.hands, state.dragon, second, dragon=True))
        if state.bank is None:
            return [dealer, *hands]
        bank = next(hand for hand in hands if hand.seat == state.bank)
        return [bank, *(hand for hand in hands if hand is not bank), dealer]

    def results_of(self, state: PaiGowState) -> tuple[Result, ...]:
        """The result of every bet against the bank, in the order in which the hands are turned up."""
        if self.home:
            return ()
        if state.phase == "paid" and isinstance(state.last, Showdown):
            return state.last.results
        bank, *others = self.showdown_order(state)
        copies_push = self.settings["copies"] == "push"
        return tuple([
            scoring.settle(self.hands, hand, bank, self._bet(state, hand), copies_push=copies_push) for hand in others
        ])  # fmt: skip

    def _bet(self, state: PaiGowState, hand: Hand) -> int:
        if hand.seat is not None:
            return state.bets[hand.seat]
        return 0 if state.bank is None else self.dealer_bet(state, state.bank)

    def _turned_up(self, state: PaiGowState, seat: Player) -> Hand:
        front = state.fronts[seat]
        back = tuple(sorted(set(self.hand(state, seat)) - set(front)))
        return scoring.turn_up(self.hands, seat, Setting(front, back))

    def _by_house_way(self, state: PaiGowState, position: int) -> Setting:
        cards = tuple(state.dealt[place] for place in self.pile(state, position))
        return house_way.set_hand(cards, self.settings["house_way"], self.settings["wheel"])
