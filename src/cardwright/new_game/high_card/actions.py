"""The actions and events of High Card: what may be done, and what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Action, Automatic, Event, Player


class Deal(Action, frozen=True):
    """Chance deals the next card."""

    card: Card


class Lay(Action, frozen=True):
    """A player lays a card of their hand, face down."""

    card: Card


class Collect(Automatic, frozen=True):
    """The two cards, which everyone has seen, are put aside."""


class Laid(Event, frozen=True):
    """A player has laid a card, face down."""

    player: Player


class Shown(Event, frozen=True):
    """Both cards are turned up; ``winner`` takes the trick, or is -1 if the ranks are equal."""

    cards: tuple[Card, Card]
    winner: Player


HighCardAction: TypeAlias = Deal | Lay | Collect
HighCardEvent: TypeAlias = Laid | Shown
