"""Poker's events: what everyone at the table saw happen."""

from typing import TypeAlias

from cardwright.game import Event, Player
from cardwright.games.poker.actions import Cards
from cardwright.games.poker.betting import Award


class Forced(Event, frozen=True, gc=False):
    """A forced bet: ``what`` is "ante", "small blind", "big blind" or "straddle"."""

    player: Player
    what: str
    amount: int


class Did(Event, frozen=True, gc=False):
    """A decision: ``what`` is "fold", "check", "call", "bring-in", "complete", "bet", "raise", "draw", "discard",
    "muck", "sit-out", "return", "look", "run-twice", "run-once", "stake", "cover", "see", "side-show", "accept",
    "refuse" or "leave".

    ``amount`` is the chips put in, for a bet or raise the new total, for a draw or discard the number of cards.
    """

    player: Player
    what: str
    amount: int = 0
    all_in: bool = False


class Began(Event, frozen=True, gc=False):
    """A deal began: its number, who has the button, and the level of the forced bets, from 1 on."""

    deal: int
    button: Player
    level: int


class Rose(Event, frozen=True):
    """Forced and fixed bets went up to this level from the one of the deal before; by the clock some may be skipped."""

    level: int
    since: int


class Returned(Event, frozen=True, gc=False):
    """Unmatched chips went back."""

    player: Player
    amount: int


class Reshuffled(Event, frozen=True):
    """Cards out of play went back into the stock."""

    cards: int


class Common(Event, frozen=True):
    """Too few cards were left for one each, so one is dealt for all."""


class Turned(Event, frozen=True, gc=False):
    """A street's cards were turned up on a board: 0, or of two boards 1 for the second."""

    cards: Cards
    board: int = 0


class Showed(Event, frozen=True, gc=False):
    """A hand was shown: all its cards, and what it is worth, high and low (-1: it makes none)."""

    player: Player
    cards: Cards
    high: int
    low: int


class Mucked(Event, frozen=True):
    """A hand was thrown away unseen, beaten."""

    player: Player


class Revealed(Event, frozen=True):
    """A hand that need not be shown was shown, after the deal."""

    player: Player
    cards: Cards


class Won(Event, frozen=True, gc=False):
    """Chips were won. ``pots`` is the number of pots; without a showdown all others have folded.

    ``over`` are the seats whose hands were beaten for this pot, or for this half of it, in order of seats.
    """

    award: Award
    pots: int
    showdown: bool
    over: tuple[Player, ...] = ()


class Bought(Event, frozen=True):
    """A player bought chips between deals."""

    player: Player
    amount: int


class CashedOut(Event, frozen=True):
    """A player left the game with these chips."""

    player: Player
    amount: int


class Ended(Event, frozen=True):
    """The players have ended the game between deals."""


class Out(Event, frozen=True):
    """A player has no chips left. Of several in one deal, who had more at its beginning takes the better place."""

    player: Player
    place: int = 0  # among all, by when they ran out


PokerEvent: TypeAlias = (
    Began
    | Rose
    | Forced
    | Did
    | Returned
    | Reshuffled
    | Common
    | Turned
    | Showed
    | Mucked
    | Revealed
    | Won
    | Out
    | Bought
    | CashedOut
    | Ended
)
