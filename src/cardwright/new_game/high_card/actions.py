"""The actions of High Card: what chance and the players may do."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Action, Automatic


class Deal(Action, frozen=True):
    """Chance deals the next card."""

    card: Card


class Lay(Action, frozen=True):
    """A player lays a card of their hand, face down."""

    card: Card


class Collect(Automatic, frozen=True):
    """The two cards, which everyone has seen, are put aside."""


HighCardAction: TypeAlias = Deal | Lay | Collect
