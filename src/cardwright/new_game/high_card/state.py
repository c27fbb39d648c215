"""The state of High Card, and the view of it that a seat has."""

from cardwright.cards import Card, standard_deck
from cardwright.game import Player, Public, State, View
from cardwright.new_game.high_card.events import HighCardEvent

DECK = standard_deck()
NO_CARD: Card = -1
FACE_DOWN: Card = -2


class HighCardPublic(Public, frozen=True):
    """The fields that everyone sees: the cards put aside, the scores, and the latest events."""

    aside: tuple[Card, ...] = ()
    scores: tuple[int, int] = (0, 0)
    events: tuple[HighCardEvent, ...] = ()


class HighCardState(HighCardPublic, State, frozen=True):
    """The hands in the order dealt, and the cards on the table (`NO_CARD` if none)."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    laid: tuple[Card, Card] = (NO_CARD, NO_CARD)


class HighCardView(HighCardPublic, View, frozen=True, kw_only=True):
    """A seat's view: its ``hand`` (none for a spectator), ``sizes`` of both hands, and what lies face up.

    In ``laid``, the opponent's card is `FACE_DOWN` until both have been laid.
    """

    player: Player
    hand: tuple[Card, ...]
    sizes: tuple[int, int]
    laid: tuple[Card, Card]

    @property
    def unseen(self) -> list[Card]:
        """The cards of the deck that this seat has not seen."""
        seen = {*self.hand, *self.laid, *self.aside}
        return [card for card in range(len(DECK)) if card not in seen]
