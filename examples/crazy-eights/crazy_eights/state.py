"""The state of Crazy Eights, and the view of it that a seat has."""

from cardwright.cards import Card, standard_deck
from cardwright.game import Player, Public, State, View
from cardwright.games.crazy_eights.events import CrazyEvent

DECK = standard_deck()
EIGHT = DECK.rank_of[DECK.parse("8s")]
NO_SUIT = -1


class CrazyEightsPublic(Public, frozen=True):
    """The pile from its first card; ``suit`` is the one to follow, or `NO_SUIT` while it is not named.

    ``taking`` is set while chance deals a card that a player takes, ``passes`` counts passes in a row.
    """

    pile: tuple[Card, ...] = ()
    suit: int = NO_SUIT
    turn: Player = 0
    taking: bool = False
    passes: int = 0
    over: bool = False
    events: tuple[CrazyEvent, ...] = ()


class CrazyEightsState(CrazyEightsPublic, State, frozen=True):
    """The public part, and both hands."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())

    @property
    def stock(self) -> list[Card]:
        """The cards that are neither in a hand nor on the pile."""
        gone = {*self.hands[0], *self.hands[1], *self.pile}
        return [card for card in range(len(DECK)) if card not in gone]


class CrazyEightsView(CrazyEightsPublic, View, frozen=True, kw_only=True):
    """The view of a seat. ``hands`` holds the own hand, both when the deal is over, and nothing else."""

    player: Player
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    sizes: tuple[int, int]

    @property
    def stock_size(self) -> int:
        """How many cards are left to take."""
        return len(DECK) - sum(self.sizes) - len(self.pile)

    @property
    def unseen(self) -> list[Card]:
        """The cards that this seat has not seen."""
        seen = {*self.hands[0], *self.hands[1], *self.pile}
        return [card for card in range(len(DECK)) if card not in seen]
