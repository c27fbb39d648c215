"""The seats of a table: the stakes, who plays and chooses, and the cards of each seat."""

from collections.abc import Sequence

from cardwright.cards import Card
from cardwright.errors import BadOption
from cardwright.game import Game, Player
from cardwright.games.paigow import chips
from cardwright.games.paigow.actions import PaiGowAction
from cardwright.games.paigow.events import Hand, Showdown
from cardwright.games.paigow.hands import Hands, hands
from cardwright.games.paigow.state import PaiGowPublic, PaiGowState, PaiGowView

HANDS_COUNT, HAND_CARDS = 7, 7  # seven hands of seven


class Seating(Game[PaiGowState, PaiGowAction, PaiGowView]):
    """The settings of a table, and everything that follows from who sits where."""

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        settings = self.settings
        self.players = settings["players"]
        self.minimum: int = settings["minimum"]
        self.maximum: int = settings["maximum"]
        self.home = settings["form"] == "home"
        if self.home and self.players < 2:
            raise BadOption("players", self.players, "2 to 7 at home (form home)")
        if not self.home and self.players > HANDS_COUNT - 1:
            raise BadOption("players", self.players, "1 to 6 in a casino (form casino)")
        for name in ("commission", "fortune", "dragon", "banking"):
            if self.home and settings[name]:
                raise BadOption(name, settings[name], "effect only with form casino")
        if settings["bankroll"] < self.minimum:
            raise BadOption("bankroll", settings["bankroll"], f"at least the minimum of {self.minimum}")
        if not self.home and self.maximum < self.minimum:
            raise BadOption("maximum", self.maximum, f"at least the minimum of {self.minimum}")
        self.hands: Hands = hands(settings["wheel"])

    def choosing(self, state: PaiGowState) -> Sequence[Player]:
        """All seats that choose in this phase, also those that already have."""
        match state.phase:
            case "bet":
                return [seat for seat, here in enumerate(state.seated) if here and seat != state.bank]
            case "fortune":
                return [seat for seat, bet in enumerate(state.bets) if bet]
            case "ante":
                return [seat for seat, here in enumerate(state.seated) if here and seat not in state.spared]
            case _:
                return self.playing(state)

    def playing(self, state: PaiGowPublic) -> list[Player]:
        """The seats that play this round."""
        if self.home:
            return [seat for seat, here in enumerate(state.seated) if here]
        return [seat for seat, bet in enumerate(state.bets) if bet or seat == state.bank]

    def limit(self, state: PaiGowPublic, player: Player) -> int:
        """The most this seat may bet: its chips, at most the table's maximum and, with a player's bank, its `share`."""
        limit = min(chips.value(state.racks[player]), self.maximum)
        return limit if state.bank is None else min(limit, self.share(state, state.bank))

    def share(self, state: PaiGowPublic, bank: Player) -> int:
        """The most that each seat and the dealer may bet against a player's bank, so that it can pay them all."""
        better_count = sum(state.seated)  # the other seats, and the dealer
        return chips.value(state.racks[bank]) // better_count // self.minimum * self.minimum

    def hand(self, state: PaiGowState, seat: Player) -> tuple[Card, ...]:
        """A seat's cards that have been handed out: in a casino only when the dice have been rolled."""
        dealt = state.dealt
        return tuple([dealt[place] for place in self.places(state, seat, len(dealt))])

    def places(self, state: PaiGowState, seat: Player, dealt: int) -> range:
        """The places of a seat's cards in the order of the deal; none before the dice are thrown."""
        playing = self.playing(state)
        if seat not in playing or not dealt:
            return range(0)
        if self.home:
            return range(playing.index(seat), dealt, len(playing))
        if len(state.dice) < 3:
            return range(0)
        return self.pile(state, seat + 1)

    def pile(self, state: PaiGowState, position: int) -> range:
        """The pile that the dice give a position at the table: 0 is the dealer's, then the seats' (PG9, PG10)."""
        pile = (position - self.first(state)) % HANDS_COUNT
        return range(pile * HAND_CARDS, pile * HAND_CARDS + HAND_CARDS)

    def first(self, state: PaiGowState) -> int:
        """The position that the dice give the first hand, counted from the bank's."""
        bank = 0 if state.bank is None else state.bank + 1
        return (bank + (sum(state.dice) - 1) % HANDS_COUNT) % HANDS_COUNT

    def turn(self, round: int) -> Player:
        """The turn at the bank in this round: -1 for the dealer's, then the seats in order."""
        return (round - 1) % (self.players + 1) - 1

    def known_places(self, state: PaiGowState, hand: Hand) -> range:
        """The places in the order of the deal of the cards of a hand turned up."""
        if hand.dragon:
            return self.pile(state, self.dragon_position(state))
        return self.pile(state, 0) if hand.seat is None else self.places(state, hand.seat, len(state.dealt))

    def dragon_position(self, state: PaiGowState) -> int:
        """The position whose pile is the dragon hand: the first empty seat's, counter-clockwise from the dealer."""
        return min(set(range(1, HANDS_COUNT)) - {seat + 1 for seat in self.playing(state)})

    def dealer_bet(self, state: PaiGowPublic, bank: Player) -> int:
        """The dealer's bet against a player's bank: that player's last bet, if the bank covers it."""
        habit = self.minimum
        if isinstance(state.last, Showdown):
            habit = next((result.bet for result in state.last.results if result.seat == bank), habit)
        return min(habit, self.share(state, bank))

    def can_double(self, state: PaiGowState, seat: Player) -> bool:
        """Return True if the seat has chips for a second bet as high as the first."""
        return chips.value(state.racks[seat]) >= 2 * state.bets[seat] + state.fortunes[seat]

    def finished(self, state: PaiGowState) -> bool:
        """Return True if no further round is played."""
        rounds_played = state.round >= self.settings["rounds"]
        if self.home:
            return sum(state.seated) < 2 or (rounds_played and not state.pot)
        return rounds_played or not any(state.seated)
