"""A game of poker at one moment: all of it, and what a seat may know of it."""

from cardwright.cards import Card
from cardwright.game import Player, State, View
from cardwright.games.poker.actions import Cards, Happened
from cardwright.games.poker.betting import Betting

OVER = -3  # whose turn it is when the game has ended
UNSEEN: Card = -1  # a card face down, in a view


class PokerState(State, frozen=True, gc=False):
    """A moment of a game of poker."""

    deal: int  # from 1; 0 before the button is drawn
    button: Player
    small: Player  # where the small blind is due, though the seat may be empty
    big: Player
    step: int  # of the plan of a deal; past its end the deal is over
    turn: Player  # who acts, or CHANCE, or OVER
    seat: Player  # to whom the next card goes; NOBODY: the board
    due: int  # the seats still to be served in this step, as a mask
    owed: int  # cards still to be dealt for those exchanged
    stock: bytes  # the cards not dealt, a byte each
    down: tuple[Cards, ...]
    up: tuple[Cards, ...]
    board: Cards
    burnt: Cards
    thrown: tuple[Cards, ...]  # exchanged, and not dealt again
    shown: int  # whose cards face down lie open, as a mask
    betting: Betting
    before: tuple[int, ...]  # stacks when this deal began, or as it left them
    last: tuple[Happened, ...]  # how the deal before this one ended
    events: tuple[Happened, ...]


class PokerView(View, frozen=True, kw_only=True):
    """What a seat may know. Cards it does not see are `UNSEEN`."""

    deal: int
    button: Player
    small: Player
    big: Player
    step: int
    turn: Player
    seat: Player
    due: int
    owed: int
    stock: int
    down: tuple[Cards, ...]
    up: tuple[Cards, ...]
    board: Cards
    burnt: int
    thrown: tuple[Cards, ...]
    shown: int
    betting: Betting
    before: tuple[int, ...]
    last: tuple[Happened, ...]
    events: tuple[Happened, ...]
