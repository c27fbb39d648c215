"""The events of High Card: what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Event, Player


class Laid(Event, frozen=True):
    """A player has laid a card, face down."""

    player: Player


class Shown(Event, frozen=True):
    """Both cards are turned up; ``winner`` takes the trick, or is -1 if the ranks are equal."""

    cards: tuple[Card, Card]
    winner: Player


HighCardEvent: TypeAlias = Laid | Shown
