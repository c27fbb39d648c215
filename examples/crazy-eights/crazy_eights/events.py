"""The events of Crazy Eights: what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Event, Player


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


CrazyEvent: TypeAlias = Played | Named | Took | Passed | Ended
