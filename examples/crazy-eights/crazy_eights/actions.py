"""The actions and events of Crazy Eights."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Action, Event, Player


class Deal(Action, frozen=True):
    """Chance deals a card: to a hand, or to a player who draws."""

    card: Card


class TurnUp(Action, frozen=True):
    """Chance turns up the first card of the pile."""

    card: Card


class Play(Action, frozen=True):
    """A player plays a card to the pile."""

    card: Card


class Name(Action, frozen=True):
    """The player of an eight names the suit to follow, by its number in the deck."""

    suit: int


class Take(Action, frozen=True):
    """A player takes a card from the stock."""


class Pass(Action, frozen=True):
    """A player who can neither play nor take passes."""


class Played(Event, frozen=True):
    """A card was played."""

    player: Player
    card: Card


class Named(Event, frozen=True):
    """A suit was named."""

    player: Player
    suit: int


class Took(Event, frozen=True):
    """A player took a card; only they see it."""

    player: Player


class Passed(Event, frozen=True):
    """A player passed."""

    player: Player


class Ended(Event, frozen=True):
    """The deal ended; ``winner`` is -1 if both are left with as many points."""

    winner: Player
    points: int


CrazyAction: TypeAlias = Deal | TurnUp | Play | Name | Take | Pass
CrazyEvent: TypeAlias = Played | Named | Took | Passed | Ended
