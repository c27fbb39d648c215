"""The events of the patience: what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Event
from cardwright.games.patience.actions import Step


class Turned(Event, frozen=True):
    """A card was turned."""

    card: Card


class Placed(Event, frozen=True):
    """A card was placed."""

    card: Card
    layout: int
    cell: int


class Shifted(Event, frozen=True):
    """A layout was moved."""

    layout: int
    direction: int


class Undone(Event, frozen=True):
    """A placing or a shift was taken back."""

    step: Step


class Ended(Event, frozen=True):
    """The game ended, won or lost."""

    won: bool


PatienceEvent: TypeAlias = Turned | Placed | Shifted | Undone | Ended
