"""Both layouts and the turned card, and the view of them."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Player, Public, State, View
from cardwright.games.patience.actions import Step
from cardwright.games.patience.events import PatienceEvent
from cardwright.games.patience.scoring import CELLS, DECK, EMPTY

PLACED_AT_END = 2 * CELLS


Layout: TypeAlias = tuple[Card, ...]


class PatiencePublic(Public, frozen=True):
    """Both layouts, the turned card (`EMPTY` for none) and the cards not yet turned, in order of rank.

    ``past`` are the moves that can be taken back; ``known`` are cards turned before something was, next first.
    """

    layouts: tuple[Layout, Layout]
    card: Card
    unseen: tuple[Card, ...]
    known: tuple[Card, ...] = ()
    past: tuple[Step, ...] = ()
    ended: bool = False
    events: tuple[PatienceEvent, ...] = ()


class PatienceState(PatiencePublic, State, frozen=True):
    """Everything is public: the order of the unseen cards is not settled."""


class PatienceView(PatiencePublic, View, frozen=True, kw_only=True):
    """All of the state."""

    player: Player


def cards_to_come(table: PatiencePublic) -> int:
    """The number of cards still to be turned, without the last two."""
    return len(table.unseen) + len(table.known) + PLACED_AT_END - DECK.size


def is_full(table: PatiencePublic) -> bool:
    """Both layouts are full."""
    return cards_to_come(table) == 0 and table.card == EMPTY
