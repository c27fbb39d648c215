"""The state of a game of poker, and a seat's view of it."""

from random import Random

from cardwright.cards import Card, Deck
from cardwright.game import Player, Public, State, View, public_fields
from cardwright.games.poker.actions import Cards
from cardwright.games.poker.betting import Betting
from cardwright.games.poker.events import PokerEvent

OVER = -3  # whose turn it is when the game has ended
WAITS = -4  # and while no deal begins because fewer than two play: those who sit out can come back
UNSEEN: Card = -1  # a card face down, in a view


class PokerPublic(Public, frozen=True, omit_defaults=True):
    """All that everyone sees of a game of poker. Fields added later are left out of its JSON while they are empty."""

    deal: int  # from 1; 0 before the button is drawn
    button: Player
    small: Player  # where the small blind is due, though the seat may be empty
    big: Player
    step: int  # of the plan of a deal; past its end the deal is over
    turn: Player  # the seat to act, or CHANCE, OVER or WAITS
    seat: Player  # the seat that gets the next card; NO_SEAT: the board
    due: int  # the seats still to be served in this step, as a mask
    owed: int  # cards still to be dealt for those exchanged
    up: tuple[Cards, ...]
    board: Cards
    shown: int  # the seats whose hidden cards lie open, as a mask
    betting: Betting
    before: tuple[int, ...]  # stacks when this deal began, or as it left them
    bought: tuple[int, ...]  # chips bought after the first stack, less those taken away
    sitting: int  # the seats that sit out, as a mask
    picked: int  # the place of the variant in the rotation
    level: int  # of the forced bets, from 1 on
    shared: int  # the streets dealt when the players agreed to run the board twice; 0: it is run once
    ending: tuple[PokerEvent, ...]  # the showdown so far, and chips won
    events: tuple[PokerEvent, ...]
    places: tuple[int, ...] = ()  # of players who ran out of chips, 0 for the others; () while there is none
    leaving: int = 0  # the seats that leave at the end of this deal, as a mask


class PokerState(PokerPublic, State, frozen=True, kw_only=True, gc=False):
    """All of a game of poker at one moment."""

    stock: bytes  # the cards not dealt, a byte each
    down: tuple[Cards, ...]
    burnt: Cards
    thrown: tuple[Cards, ...]  # exchanged, and not dealt again
    ahead: tuple[PokerEvent, ...]  # the rest of the showdown: hands to show, then pots to pay, then players out


class PokerView(PokerPublic, View, frozen=True, kw_only=True):
    """All that a seat may know. Cards it does not see are `UNSEEN`, and ``ahead`` only holds pots to pay."""

    player: Player
    stock: int
    down: tuple[Cards, ...]
    burnt: int
    thrown: tuple[Cards, ...]
    ahead: tuple[PokerEvent, ...]


def build_view(state: PokerState, player: Player, ahead: tuple[PokerEvent, ...]) -> PokerView:
    """Build a seat's view: its own cards, all that lies face up, and the chips. ``ahead`` are the pots to pay."""
    return PokerView(
        player=player,
        stock=len(state.stock),
        down=tuple(
            cards if _sees(state, player, seat) else (UNSEEN,) * len(cards) for seat, cards in enumerate(state.down)
        ),
        burnt=len(state.burnt),
        thrown=tuple(cards if seat == player else (UNSEEN,) * len(cards) for seat, cards in enumerate(state.thrown)),
        ahead=ahead,
        **public_fields(PokerPublic, state),
    )


def _sees(state: PokerState, player: Player, seat: Player) -> bool:
    """Return True if a player sees the hidden cards of a seat: their own, shown ones, those of a side show."""
    b = state.betting
    is_own = seat == player and not b.unseen >> seat & 1
    return is_own or bool(state.shown >> seat & 1) or (player >= 0 and bool(b.met) and bool(b.met[player] >> seat & 1))


def sits_out(view: PokerView, seat: Player) -> bool:
    """Return True if a seat was not dealt in."""
    return bool(view.sitting >> seat & 1)


def roll_unseen(hand: Cards, rng: Random, dice: tuple[bytes, ...]) -> Cards:
    """Return a hand of dice, the unseen ones rolled."""
    return tuple(rng.choice(dice[place % len(dice)]) if card == UNSEEN else card for place, card in enumerate(hand))


def unseen_cards(view: PokerView, deck: Deck) -> list[Card]:
    """Return the cards that the seat of a view has not seen."""
    return deck.without(
        {card for hands in (view.down, view.up, view.thrown, (view.board,)) for hand in hands for card in hand}
    )


def sample_state(view: PokerView, deck: Deck, rng: Random, dice: tuple[bytes, ...]) -> PokerState:
    """Deal the cards that the seat has not seen, at random, to where it cannot see them; or roll ``dice``."""
    hidden = unseen_cards(view, deck)
    rng.shuffle(hidden)

    def filled(hands: tuple[Cards, ...]) -> tuple[Cards, ...]:
        if dice:
            return tuple(roll_unseen(hand, rng, dice) for hand in hands)
        return tuple(tuple(hidden.pop() if card == UNSEEN else card for card in hand) for hand in hands)

    down, thrown = filled(view.down), filled(view.thrown)
    burnt = tuple(hidden.pop() for _ in range(view.burnt))
    return PokerState(
        stock=bytes(range(deck.size) if dice else sorted(hidden)),
        down=down,
        burnt=burnt,
        thrown=thrown,
        ahead=view.ahead,
        **public_fields(PokerPublic, view),
    )
