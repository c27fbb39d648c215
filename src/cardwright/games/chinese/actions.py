"""The actions at the table, the rows as they are shown, and what everyone sees happen."""

from typing import ClassVar, TypeAlias

import msgspec

from cardwright.cards import Card
from cardwright.game import Action, Automatic, Event, Player


class Deal(Action, frozen=True):
    """Chance deals the next card."""

    card: Card


class SetFront(Action, frozen=True):
    """Three cards in front, in the deck's order."""

    cards: tuple[Card, ...]


class SetMiddle(Action, frozen=True):
    """Five cards in the middle, in the deck's order; the last five are the back."""

    cards: tuple[Card, ...]


class Clear(Automatic, frozen=True):
    """The hands, which everyone has seen, are put aside."""

    clears: ClassVar[bool] = True


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


ChineseAction: TypeAlias = Deal | SetFront | SetMiddle | Clear
