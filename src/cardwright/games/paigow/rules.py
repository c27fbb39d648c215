"""Pai Gow Poker: seven cards set as two hands, against the house, or against each other at home.

Source: Denexa Games, "Pai Gow Poker" and "Always color up!". A session is several rounds with a bankroll. Rulings:

PG1 the back hand is the five cards that are not in front, though the text says two. PG2 the dealer sets by the house
way of Trump Plaza; option ``house_way`` has others (see house_way.py). PG3 A-2-3-4-5 is the second highest straight;
option ``wheel`` makes it the lowest. PG4 the bank wins copies; with option ``copies`` a copy makes the bet a push. PG5
wins are paid at even money; option ``commission`` takes 5 % of them. Chips are whole, so it is written up in twentieths
of a chip and collected in whole chips; the rest at the end is waived. PG6 the bug is an ace, or completes a straight, a
flush or better in the back hand; five aces beat all. PG7 in front the bug is an ace. PG8 a foul is a front ranking
above its back, kickers counting; it loses. PG9 three dice: the first hand goes to seat (sum - 1) mod 7 + 1, seat 1
being the bank. Totals of 1 and 2, which the text speaks of, cannot be rolled. PG10 the other hands follow
counter-clockwise. Seven hands are always dealt; the hands of empty seats and the last four cards are never shown. PG12
options ``fortune`` (side bet, with envy bonuses), ``dragon`` (an empty seat's hand for a second bet as high as the
first, set by the house way), ``banking`` (players are offered the bank in turn). PG13 at home only the best front and
the best back in one hand, both alone, take the pot. Otherwise it stays, and all but the two half-winners ante again. A
foul cannot win. PG14 one to six players against the dealer, two to seven at home. PG16 chips have denominations; "color
up" changes small for large on leaving (see chips.py).

Where the rulings are silent: bets are multiples of the minimum, made unseen and turned up together. A player who banks
must be able to cover the others, so each may bet an equal share of the banker's chips at most; the dealer then plays
too, by the house way, for the banker's last bet. The bank is offered to the dealer and to each seat in turn, one a
round. A home session goes on after its last round until the pot is taken; who cannot ante drops out, and the last one
in takes the pot.
"""

import itertools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from cardwright.cards import Card
from cardwright.game import CHANCE, Player, Uniform, public_fields, replace_item
from cardwright.games.paigow import actions, chips, scoring
from cardwright.games.paigow.actions import (
    Ante,
    Bank,
    Bet,
    Choice,
    Clear,
    ColorUp,
    Deal,
    Dragon,
    Fortune,
    Leave,
    PaiGowAction,
    Pay,
    Roll,
    SetHands,
    Throw,
    TurnUp,
)
from cardwright.games.paigow.events import (
    BankSettled,
    BetsTurnedUp,
    DragonSettled,
    Left,
    PaiGowEvent,
    Picked,
    PotLeft,
    Rolled,
    Showdown,
    TurnedUp,
)
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.options import OPTIONS
from cardwright.games.paigow.seating import HAND_CARDS, HANDS_COUNT
from cardwright.games.paigow.showdown import Showdowns
from cardwright.games.paigow.state import PaiGowPublic, PaiGowState, PaiGowView
from cardwright.wording import counted

TASKS = {  # what a phase asks of the players
    "bank": "take or pass the bank",
    "bet": "bet",
    "fortune": "bet on Fortune",
    "ante": "ante",
    "set": "set the cards",
    "dragon": "take or pass the dragon hand",
    "throw": "throw the dice",
}
UNSEEN = ("bet", "fortune", "ante", "set")  # phases where several choose at once


class PaiGow(Showdowns):
    """A session of Pai Gow Poker; returns are chips won or lost. See the module's docstring for the rulings."""

    name = "paigow"
    version = 2
    zero_sum = False
    state_type = PaiGowState
    view_type = PaiGowView
    options = OPTIONS

    def __init__(self, **chosen: object) -> None:
        super().__init__(**chosen)
        self._bets = tuple(Bet(chips) for chips in range(self.minimum, self.maximum + 1, self.minimum))
        self._fortunes = tuple(Fortune(chips) for chips in range(self.maximum + 1))

    def initial_state(self) -> PaiGowState:
        """Return the table before the first round: every player has bought in."""
        rack = chips.buy_in(self.settings["bankroll"], self.minimum)
        no_chips = (0,) * self.players
        state = PaiGowState(
            phase="bet",
            round=0,
            racks=(rack,) * self.players,
            seated=(True,) * self.players,
            owed=no_chips,
            bets=no_chips,
            fortunes=no_chips,
        )
        return self._next_round(state)

    def is_brief(self, state: PaiGowState) -> bool:
        """True for the payment of one player's bet, whose result was read in the comparison before."""
        return state.phase == "paid" and self.players == 1 and not state.fortunes[0]

    def players_to_act(self, state: PaiGowState) -> tuple[Player, ...]:
        """Chance for cards and dice; one seat for an offer; otherwise all who have not chosen yet."""
        match state.phase:
            case "deal" | "dice" | "reveal" | "paid":
                return (CHANCE,)
            case "throw":
                return () if state.roller is None else (state.roller,)
            case "bank":
                return (self.turn(state.round),)
            case "dragon":
                return state.offered[:1]
            case "over":
                return ()
            case _:
                chosen = state.chosen
                return tuple([seat for seat in self.choosing(state) if chosen[seat] is None])

    def legal_actions(self, state: PaiGowState, player: Player) -> Sequence[PaiGowAction]:
        """Bets the rack covers, yes or no to an offer, or the 21 ways to put two cards in front, fouls among them."""
        match state.phase:
            case "bet":
                return (*self._bets[: self.limit(state, player) // self.minimum], actions.COLOR_UP)
            case "fortune":
                return self._fortunes[: chips.value(state.racks[player]) - state.bets[player] + 1]
            case "ante":
                return actions.ANTES
            case "throw":
                return (actions.THROW,)
            case "bank":
                return actions.BANKS
            case "dragon":
                return actions.DRAGONS
            case _:
                return [actions.FRONTS[pair] for pair in itertools.combinations(sorted(self.hand(state, player)), 2)]

    def chance_outcomes(self, state: PaiGowState) -> Uniform:
        """Any card not dealt yet, or any side of a die; at the showdown the automatic steps."""
        if state.phase == "reveal":
            return actions.TURN_UP if state.turned_up < self.hands_to_show(state) else actions.PAY
        if state.phase == "paid":
            return actions.CLEAR
        if state.phase == "dice":
            return actions.DICE
        gone = set(state.dealt)
        return Uniform([deal for card, deal in enumerate(actions.DEALS) if card not in gone])

    def apply(self, state: PaiGowState, player: Player, action: PaiGowAction) -> PaiGowState:
        match action:
            case Deal(card):
                return self._deal(state, card)
            case Roll(die):
                return self._roll(state, die)
            case Throw():
                return replace(state, phase="dice", events=())
            case TurnUp():
                return self._turn_up(state)
            case Pay():
                return self._pay_home(state) if self.home else self._pay(state)
            case Clear():
                return self._next_round(state)
            case Bank(take):
                bank = player if take else None
                return self._begin_choices(replace(state, bank=bank, events=(BankSettled(player, bank),)), "bet")
            case Dragon(take):
                return self._take_dragon(state, player, take)
            case _:
                return self._choose(state, player, action)

    def returns(self, state: PaiGowState) -> tuple[int, ...]:
        """Chips won or lost since sitting down."""
        bankroll = self.settings["bankroll"]
        return tuple(chips.value(rack) - bankroll for rack in state.racks)

    def view(self, state: PaiGowState, player: Player) -> PaiGowView:
        """Everything that lies open, and the seat's own cards and choice."""
        own_choice = state.chosen[player] if player >= 0 and state.chosen else None
        front: tuple[Card, ...] = own_choice.front if isinstance(own_choice, SetHands) else ()
        if player >= 0 and state.fronts:
            front = state.fronts[player]
        return PaiGowView(
            player=player,
            to_act=self.players_to_act(state),
            mine=own_choice,
            dealt=len(state.dealt),
            shown=self.shown(state),
            results=self.results_of(state)[: max(state.turned_up - 1, 0)] if state.turned_up else (),
            hand=self.hand(state, player) if player >= 0 else (),
            front=front,
            **public_fields(PaiGowPublic, state),
        )

    def sample_state(self, view: PaiGowView, rng: Random) -> PaiGowState:
        """A state with hidden cards drawn from those not seen, and hidden choices from the legal ones."""
        state = PaiGowState(**public_fields(PaiGowPublic, view))
        state = replace(state, dealt=self._sample_cards(state, view, rng))
        if view.phase in ("dragon", "reveal", "paid"):
            fronts = [self._sample_front(state, seat, rng) for seat in range(self.players)]
            if view.player >= 0:
                fronts[view.player] = view.front
            for hand in view.shown:
                if hand.seat is not None and not hand.dragon:
                    fronts[hand.seat] = hand.front
            return replace(state, fronts=tuple(fronts))
        if view.phase not in UNSEEN:
            return state
        chosen: list[Any] = [None] * self.players
        for seat in self.choosing(state):
            if seat not in view.to_act:
                chosen[seat] = view.mine if seat == view.player else rng.choice(self.legal_actions(state, seat))
        return replace(state, chosen=tuple(chosen))

    def _sample_cards(self, state: PaiGowState, view: PaiGowView, rng: Random) -> tuple[Card, ...]:
        """Return all cards dealt, in order: those that the view knows in their places, the others at random."""
        state = replace(state, dealt=(0,) * view.dealt)
        card_at: dict[int, Card] = {}
        for hand in view.shown:
            card_at |= zip(self.known_places(state, hand), sorted(hand.front + hand.back), strict=True)
        if view.hand:
            card_at |= zip(self.places(state, view.player, view.dealt), view.hand, strict=False)
        unseen = DECK.without(set(card_at.values()))
        rng.shuffle(unseen)
        return tuple([card_at[place] if place in card_at else unseen.pop() for place in range(view.dealt)])

    def _sample_front(self, state: PaiGowState, seat: Player, rng: Random) -> tuple[Card, ...]:
        held = self.hand(state, seat)
        return tuple(sorted(rng.sample(held, 2))) if seat in self.playing(state) else ()

    def why_illegal(self, view: PaiGowView, action: PaiGowAction) -> str:
        """The limit that a bet breaks, or the cards that are not the player's."""
        match action:
            case Bet(number) if view.phase == "bet":
                limit = self.limit(view, view.player) // self.minimum * self.minimum
                return f"a bet of {number} is not possible: bet {self.minimum} to {limit}, in steps of {self.minimum}"
            case Fortune(number) if view.phase == "fortune":
                return f"you do not have {counted(number, 'chip')} for the side bet, or it is more than {self.maximum}"
            case SetHands(front) if view.phase == "set":
                not_held = [card for card in front if card not in view.hand]
                return f"{DECK.short_of(not_held)} is not in your hand"
        return f"the table waits for another kind of move now: {TASKS[view.phase]}"

    text, parse = staticmethod(actions.text), staticmethod(actions.parse)

    # A round begins.

    def _next_round(self, state: PaiGowState, *events: PaiGowEvent) -> PaiGowState:
        """Clear the table; players who cannot go on leave; then the bank is offered, or bets or antes are asked for."""
        no_chips = (0,) * self.players
        state = replace(
            state,
            bank=None,
            bets=no_chips,
            fortunes=no_chips,
            chosen=(),
            dealt=(),
            dice=(),
            roller=None,
            fronts=(),
            offered=(),
            dragon=None,
            turned_up=0,
            events=events,
        )
        broke = [
            seat
            for seat, here in enumerate(state.seated)
            if here and chips.value(state.racks[seat]) < self.minimum and seat not in state.spared
        ]
        state = self._leave(state, broke, broke=True)
        if self.finished(state):
            return self._end_match(state, broke)
        state = replace(state, round=state.round + 1)
        if self.home:
            return self._begin_choices(state, "ante")
        turn = self.turn(state.round)
        can_offer = self.settings["banking"] and turn >= 0 and state.seated[turn]
        if can_offer and self.share(state, turn) >= self.minimum:
            return replace(state, phase="bank")
        return self._begin_choices(state, "bet")

    def _end_match(self, state: PaiGowState, leaving: Sequence[Player] = ()) -> PaiGowState:
        """The end. At home a pot left over goes to who is still there, or to those who left last, together."""
        staying = [seat for seat, here in enumerate(state.seated) if here]
        if self.home:
            return replace(self._share_pot(state, staying or leaving), phase="over")
        return replace(self._leave(state, staying), phase="over")

    def _leave(self, state: PaiGowState, seats: Sequence[Player], *, broke: bool = False) -> PaiGowState:
        """Seats leave the table, in a casino with their chips coloured up (PG16)."""
        racks = list(state.racks)
        events = list(state.events)
        for seat in seats:
            after = racks[seat] if self.home else chips.color_up(racks[seat])
            events.append(Left(seat, racks[seat], after, broke))
            racks[seat] = after
        seated = tuple([here and seat not in seats for seat, here in enumerate(state.seated)])
        return replace(state, racks=tuple(racks), seated=seated, events=tuple(events))

    # Several choose at once, unseen.

    def _begin_choices(self, state: PaiGowState, phase: str) -> PaiGowState:
        """Begin a phase in which all choose unseen; it ends at once if no player has anything to choose."""
        state = replace(state, phase=phase, chosen=(None,) * self.players)
        return state if self.choosing(state) else self._settle_phase(state)

    def _choose(self, state: PaiGowState, player: Player, choice: Choice) -> PaiGowState:
        chosen = replace_item(state.chosen, player, choice)
        state = replace(state, chosen=chosen, events=())
        return state if self.players_to_act(state) else self._settle_phase(state)

    def _settle_phase(self, state: PaiGowState) -> PaiGowState:
        """Turn up the choices, which all have made."""
        chosen = dict(enumerate(state.chosen))
        state = replace(state, chosen=())
        match state.phase:
            case "bet":
                return self._bets_made(state, chosen)
            case "fortune":
                bets = tuple([choice.chips if isinstance(choice, Fortune) else 0 for choice in chosen.values()])
                event = BetsTurnedUp(bets, side=True)
                return replace(state, phase="deal", fortunes=bets, events=(*state.events, event))
            case "ante":
                return self._antes_made(state, chosen)
            case _:
                fronts = tuple([choice.front if isinstance(choice, SetHands) else () for choice in chosen.values()])
                return self._hands_set(replace(state, fronts=fronts))

    def _bets_made(self, state: PaiGowState, chosen: Mapping[Player, Choice | None]) -> PaiGowState:
        bets = tuple([choice.chips if isinstance(choice, Bet) else 0 for choice in chosen.values()])
        state = replace(state, bets=bets, events=(*state.events, BetsTurnedUp(bets, side=False)))
        state = self._leave(state, [seat for seat, choice in chosen.items() if isinstance(choice, ColorUp)])
        if not any(bets) and state.bank is None:
            return self._end_match(state)
        return self._begin_choices(state, "fortune") if self.settings["fortune"] else replace(state, phase="deal")

    def _antes_made(self, state: PaiGowState, chosen: Mapping[Player, Choice | None]) -> PaiGowState:
        """Collect the antes. With fewer than two players left the pot is theirs, or the leavers' if no player stays."""
        paying = [seat for seat, choice in chosen.items() if isinstance(choice, Ante)]
        leaving = [seat for seat, choice in chosen.items() if isinstance(choice, Leave)]
        state = self._leave(state, leaving)
        staying = [seat for seat, here in enumerate(state.seated) if here]
        if len(staying) < 2:
            return self._end_match(state, leaving)
        dues = [self.minimum * (seat in paying) for seat in range(self.players)]
        racks = tuple([chips.take(rack, due) for rack, due in zip(state.racks, dues, strict=True)])
        return replace(state, phase="deal", racks=racks, pot=state.pot + self.minimum * len(paying))

    def _share_pot(self, state: PaiGowState, seats: Sequence[Player]) -> PaiGowState:
        """Pay the pot in equal shares, odd chips to the first seats."""
        if not state.pot:
            return state
        whole, odd = divmod(state.pot, len(seats))
        shares = [0] * self.players
        for index, seat in enumerate(seats):
            shares[seat] = whole + (index < odd)
        racks = tuple([chips.add(rack, share) for rack, share in zip(state.racks, shares, strict=True)])
        return replace(state, racks=racks, pot=0, events=(*state.events, PotLeft(tuple(shares))))

    # Cards and dice.

    def _deal(self, state: PaiGowState, card: Card) -> PaiGowState:
        dealt = (*state.dealt, card)
        hands_dealt = len(self.playing(state)) if self.home else HANDS_COUNT
        state = replace(state, dealt=dealt, events=())
        if len(dealt) < hands_dealt * HAND_CARDS:
            return state
        if self.home:
            return self._begin_choices(state, "set")
        playing = self.playing(state)
        roller = playing[(state.round - 1) % len(playing)]
        return replace(state, phase="throw", roller=roller, events=(Picked(roller),))

    def _roll(self, state: PaiGowState, die: int) -> PaiGowState:
        state = replace(state, dice=(*state.dice, die), events=())
        if len(state.dice) < 3:
            return state
        return self._begin_choices(replace(state, events=(Rolled(state.dice, self.first(state)),)), "set")

    # The dragon hand.

    def _hands_set(self, state: PaiGowState) -> PaiGowState:
        """All hands lie face down; the dragon hand is offered if there is one, each round from another seat on."""
        playing = self.playing(state)
        if self.settings["dragon"] and state.bank is None and len(playing) < HANDS_COUNT - 1:
            turned = [(state.round - 1 + seat) % self.players for seat in range(self.players)]
            offered = tuple([seat for seat in turned if seat in playing and self.can_double(state, seat)])
            if offered:
                return replace(state, phase="dragon", offered=offered, events=())
        return self._showdown(state)

    def _take_dragon(self, state: PaiGowState, player: Player, take: bool) -> PaiGowState:
        event = DragonSettled(player, take)
        offered = () if take else state.offered[1:]
        state = replace(state, offered=offered, dragon=player if take else None, events=(event,))
        return state if offered else self._showdown(state)

    # The showdown: every step lies on the table before the next.

    def _showdown(self, state: PaiGowState) -> PaiGowState:
        """Turn up the bank's hand, which the dealer sets by the house way; at home all hands together."""
        state = replace(state, phase="reveal", turned_up=self.hands_to_show(state) if self.home else 1)
        return replace(state, events=(TurnedUp(self.shown(state)),))

    def _turn_up(self, state: PaiGowState) -> PaiGowState:
        state = replace(state, turned_up=state.turned_up + 1)
        result = self.results_of(state)[state.turned_up - 2]
        return replace(state, events=(TurnedUp(self.shown(state)[-1:], result),))

    def _pay(self, state: PaiGowState) -> PaiGowState:
        """Pay all bets, and collect the commission."""
        hands, results = self.showdown_order(state), self.results_of(state)
        gains, taxable = scoring.gains(results, state.bank, self.players)
        commission, owed = (0,) * self.players, state.owed
        if self.settings["commission"]:
            commission, owed = scoring.commissions(taxable, state.owed)
        wagers = {seat: bet for seat, bet in enumerate(state.fortunes) if bet}
        held = {seat: self.hand(state, seat) for seat in self.playing(state)} if wagers else {}
        bonuses = scoring.bonuses(self.hands, wagers, held)
        for bonus in bonuses:
            gains[bonus.seat] += bonus.gained + bonus.envy
        gained = tuple([gain - collected for gain, collected in zip(gains, commission, strict=True)])
        racks = tuple([chips.change(rack, gain) for rack, gain in zip(state.racks, gained, strict=True)])
        last = Showdown(state.round, state.bank, tuple(hands), results, bonuses, gained, commission)
        return replace(state, phase="paid", racks=racks, owed=owed, last=last, events=(last,))

    def _pay_home(self, state: PaiGowState) -> PaiGowState:
        """Pay the pot, or leave it for the next round, in which its half-winners pay no ante (PG13)."""
        last = scoring.at_home(self.hands, self.showdown_order(state), state.round, state.pot)
        state = replace(state, phase="paid", last=last, events=(last,))
        if last.winner is None:
            return replace(state, spared=tuple([seat for seat in (last.front, last.back) if seat is not None]))
        winners_rack = chips.add(state.racks[last.winner], state.pot)
        return replace(state, racks=replace_item(state.racks, last.winner, winners_rack), pot=0, spared=())
