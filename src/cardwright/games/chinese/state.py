"""The table of Chinese poker, and what a seat sees of it."""

from cardwright.cards import Card
from cardwright.game import Player, Public, State, View
from cardwright.games.chinese.events import Showdown


class ChinesePublic(Public, frozen=True, kw_only=True):
    """All that lies open: ``phase`` is "deal", "set", "show" or "over"; ``last`` is the latest showdown."""

    phase: str = "deal"
    deal: int = 1
    dealt: int = 0
    scores: tuple[int, ...] = ()
    last: Showdown | None = None
    events: tuple[Showdown, ...] = ()

    @property
    def shown(self) -> Showdown | None:
        """The showdown whose hands lie on the table."""
        return self.last if self.phase in ("show", "over") else None


class ChineseState(ChinesePublic, State, frozen=True, kw_only=True):
    """The hands, in the deck's order, and the rows that are set; all () once the hands are turned up."""

    hands: tuple[tuple[Card, ...], ...] = ()
    fronts: tuple[tuple[Card, ...], ...] = ()
    middles: tuple[tuple[Card, ...], ...] = ()


class ChineseView(ChinesePublic, View, frozen=True, kw_only=True):
    """All that lies open, and a seat's own hand and rows; () for cards not dealt, not set or no longer kept."""

    player: Player
    to_act: tuple[Player, ...]
    hand: tuple[Card, ...]
    front: tuple[Card, ...]
    middle: tuple[Card, ...]

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the hand that are in no row yet."""
        return tuple(card for card in self.hand if card not in self.front and card not in self.middle)
