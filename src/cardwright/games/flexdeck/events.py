"""Flexdeck's events: what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Event, Player


class Began(Event, frozen=True):
    """The first dealer was named."""

    dealer: Player


class Laid(Event, frozen=True):
    """A card was laid in the opening row."""

    die: int
    card: Card


class Chose(Event, frozen=True):
    """A player named the dice to cover."""

    player: Player
    dice: tuple[int, ...]


class Covered(Event, frozen=True):
    """A die was covered."""

    player: Player
    die: int
    card: Card


class Compared(Event, frozen=True):
    """A round ended with these rolls; ``winner`` is `NO_SEAT` for a tie."""

    rolls: tuple[tuple[int, ...], tuple[int, ...]]
    winner: Player


class Gathered(Event, frozen=True):
    """The cards were gathered, and this player deals the next round."""

    dealer: Player


class Ended(Event, frozen=True):
    """The match ended; ``winner`` is `NO_SEAT` for a draw."""

    winner: Player


FlexdeckEvent: TypeAlias = Began | Laid | Chose | Covered | Compared | Gathered | Ended
