"""Chinese poker's one event, the showdown, and the hands that it reports."""

import msgspec

from cardwright.cards import Card
from cardwright.game import Event, Player


class Hand(msgspec.Struct, frozen=True):
    """The three rows of a player; ``foul`` if they are not in order."""

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]
    foul: bool = False


class Comparison(msgspec.Struct, frozen=True):
    """The rows of two players: 1 for each that ``one`` won, -1 lost, 0 tied; and the ``points`` that it brought."""

    one: Player
    other: Player
    rows: tuple[int, int, int]
    points: int


class Showdown(Event, frozen=True):
    """All hands are turned up: each pair of players compared, and the points that each player gained."""

    hands: tuple[Hand, ...]
    comparisons: tuple[Comparison, ...]
    gained: tuple[int, ...]
