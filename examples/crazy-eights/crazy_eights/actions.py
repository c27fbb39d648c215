"""The actions of Crazy Eights: what chance and the players may do."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Action


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


CrazyAction: TypeAlias = Deal | TurnUp | Play | Name | Take | Pass
