"""The actions at the table: the deal, and the rows that players set."""

from typing import ClassVar, TypeAlias

from cardwright.cards import Card
from cardwright.game import Action, Automatic


class Deal(Action, frozen=True):
    """Chance deals the next card."""

    card: Card


class SetFront(Action, frozen=True):
    """The cards in front, in the deck's order."""

    cards: tuple[Card, ...]


class SetMiddle(Action, frozen=True):
    """The cards in the middle, in the deck's order; the rest is the back."""

    cards: tuple[Card, ...]


class Clear(Automatic, frozen=True):
    """The hands, which everyone has seen, are put aside."""

    clears: ClassVar[bool] = True


ChineseAction: TypeAlias = Deal | SetFront | SetMiddle | Clear
