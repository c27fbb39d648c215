"""The table in a match, and what a seat sees of it."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Player, Public, State, View
from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.events import Compared, FlexdeckEvent
from cardwright.games.flexdeck.scoring import DICE_COUNT

TURN_COUNT = 4
NO_SEAT = -1

Covers: TypeAlias = tuple[tuple[Card, ...], ...]  # the cards that cover each die, the last on top
BARE: Covers = ((),) * DICE_COUNT


class FlexdeckPublic(Public, frozen=True, kw_only=True):
    """The tableau, the score, and the used dominoes as the bits of ``used``.

    ``turn`` counts the turns of this round, ``pending`` are the dice still to be covered in this one, ``last`` is the
    last comparison: of this round once it is ``settled``, else of the round before.
    """

    dealer: Player
    scores: tuple[int, int] = (0, 0)
    rounds: int = 0
    row: tuple[Card, ...] = ()
    covers: tuple[Covers, Covers] = (BARE, BARE)
    turn: int = 0
    pending: tuple[int, ...] = ()
    used: int = 0
    settled: bool = False
    ended: bool = False
    last: Compared | None = None
    events: tuple[FlexdeckEvent, ...] = ()


class FlexdeckState(FlexdeckPublic, State, frozen=True, kw_only=True):
    """Everything is public: every card flipped lies face up, and the order of the others is not yet settled."""


class FlexdeckView(FlexdeckPublic, View, frozen=True, kw_only=True):
    """All of the state."""

    player: Player

    @property
    def to_act(self) -> tuple[Player, ...]:
        """The seat whose turn it is; none while cards are flipped or compared, and at the end."""
        return () if waits(self) else (seat_of_turn(self.dealer, self.turn),)

    def roll(self, seat: Player) -> tuple[int, ...]:
        """A player's dice as they stand, left to right; fewer than five while the row is dealt."""
        return roll(self, seat)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The dominoes that may still be flipped in this round."""
        return tuple(domino for domino in range(deck.SIZE) if not self.used >> domino & 1)


def waits(table: FlexdeckPublic) -> bool:
    """Return True if no player has to choose: cards are to be flipped, the round is over, or the match has ended."""
    return table.ended or bool(table.pending) or len(table.row) < DICE_COUNT or table.turn == TURN_COUNT


def seat_of_turn(dealer: Player, turn: int) -> Player:
    """Return the seat of a turn: non-dealer and dealer alternate (FD8)."""
    return 1 - dealer if turn % 2 == 0 else dealer


def roll(table: FlexdeckPublic, seat: Player) -> tuple[int, ...]:
    """A player's dice: the card on top of each, or else the half of the opening card on their side (FD6)."""
    half = deck.lower if seat == table.dealer else deck.upper
    return tuple(deck.upper(cards[-1]) if cards else half(card) for card, cards in zip(table.row, table.covers[seat]))
