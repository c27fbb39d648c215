"""Pyramid poker's events: what everyone sees happen."""

from typing import TypeAlias

from cardwright.game import Event, Player


class Starts(Event, frozen=True):
    """The player who starts, and the one who holds the priority (-1: neither)."""

    player: Player
    priority: Player


class Placed(Event, frozen=True):
    """A brick was placed; only its space is seen."""

    player: Player
    space: int


class Taken(Event, frozen=True):
    """A brick was taken and announced."""

    player: Player
    space: int
    brick: int


class PutAway(Event, frozen=True):
    """A brick went into a hand; ``forced`` when no other hand had room (PP17)."""

    player: Player
    brick: int
    hand: int
    forced: bool


class Built(Event, frozen=True):
    """The pyramid is built: all thirty bricks are placed."""


class Compared(Event, frozen=True):
    """Two hands of one number met: ``winner`` has the better one, -1 where they are equal."""

    hand: int
    winner: Player


class Finished(Event, frozen=True):
    """All hands have met: ``wins[hand]`` is the player who won it, -1 for a tied hand; ``winner`` won the match."""

    wins: tuple[int, ...]
    winner: Player


PyramidEvent: TypeAlias = Starts | Placed | Taken | PutAway | Built | Compared | Finished
