"""Types of a variant of poker: its streets, and the cards and players that it needs."""

import itertools

import msgspec

from cardwright.cards import Card
from cardwright.errors import BadCount

MAX_PLAYERS = 20
DEFAULT_RANKING = "standard"
DOWN, UP, HAND = "down", "up", "hand"  # HAND: all cards of a hand, face down
LOW_HOLE, LOW_HOLE_ACE_LOW = WILDS = ("low_hole", "low_hole_ace_low")


class Street(msgspec.Struct, frozen=True):
    """A street: cards thrown away, cards dealt or dice rolled, cards exchanged, then a round of betting."""

    name: str
    burn: bool = False
    hole: tuple[str, ...] = ()
    board: int = 0
    draw: bool = False
    discard: int = 0
    big: bool = False
    roll: bool = False
    bet: bool = True


class Show(msgspec.Struct, frozen=True):
    """Bets go round until two players compare hands: price in bets, highest raise, side shows, what is shown."""

    price: int = 1
    most: int = 0  # times the stake that a raise is to; 0: any
    side: bool = False
    both: bool = False  # a hand that is beaten is shown too


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """A variant, as declared."""

    title: str
    about: str
    ranking: str = DEFAULT_RANKING
    hand: str | int  # "any" or "all" cards; or the number of hole cards, the others being from the board
    wins: str = "high"
    low: str = "ace_to_five"
    qualifier: str = ""
    limit: str
    open: str = "blinds"
    ante: int = 0
    bets: tuple[int, ...] = ()  # small and big bet of fixed limit; (): those of the options
    cap: int = 0  # the most bets and raises in a round of fixed limit; 0: the cap of the options
    boards: int = 1
    blind: bool = False
    show: Show | None = None
    wild: str = ""  # "": no card is wild but those of the ranking
    shared: int = 0  # the streets of two boards whose cards lie on both: those dealt before a board was run twice
    phh: dict[str, str] = {}  # its code in the PHH standard, by limit
    street: tuple[Street, ...]

    @property
    def hole(self) -> int:
        """The number of hole cards a player gets."""
        return len(self.ways)

    @property
    def dice(self) -> bool:
        """True if dice are rolled instead of cards."""
        return self.street[0].roll

    @property
    def deals_hand(self) -> bool:
        """True if each player gets as many cards or dice as the ranking's hands have."""
        return self.dice or self.ways == (HAND,)

    def with_hand(self, number: int) -> "Variant":
        """Return a variant that deals a hand, in which it has this number of cards or dice."""
        first = msgspec.structs.replace(self.street[0], hole=(DOWN,) * number)
        return msgspec.structs.replace(self, street=(first, *self.street[1:]))

    @property
    def from_hole(self) -> int | None:
        """The number of hole cards in a hand, None where a hand may have any number."""
        return self.hand if isinstance(self.hand, int) else None

    @property
    def kept(self) -> int:
        """The number of hole cards a player has in the end."""
        return self.hole - sum(street.discard for street in self.street)

    @property
    def exchanges_hands(self) -> bool:
        """True if whole hands for the whole pot are exchanged, dealt before all exchanges; or dice, rolled again."""
        whole = self.hand == "all" and self.wins != "split" and self.hole == self.kept == len(self.street[0].hole)
        return self.dice or (self.draws and whole)

    @property
    def held(self) -> int:
        """The most hole cards that a player has at a time."""
        changes = [each for street in self.street for each in (-street.discard, len(street.hole))]
        return max(itertools.accumulate(changes))

    @property
    def board(self) -> int:
        """The number of cards on a board."""
        return sum(street.board for street in self.street)

    def boards_of(self, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of each board, from those dealt to the boards in order."""
        if self.boards == 1:
            return (cards,)
        boards: list[tuple[Card, ...]] = [()] * self.boards
        for place, street in enumerate(self.street):
            for number in range(self.boards):
                boards[number] += cards[: street.board]
                if place >= self.shared or number == self.boards - 1:
                    cards = cards[street.board :]
        return tuple(boards)

    @property
    def ways(self) -> tuple[str, ...]:
        """The way in which each hole card of a player is dealt, in order."""
        return tuple(way for street in self.street for way in street.hole)

    @property
    def draws(self) -> bool:
        """True if cards are exchanged."""
        return any(street.draw for street in self.street)

    @property
    def stud(self) -> bool:
        """True if players have cards face up."""
        return any(UP in street.hole for street in self.street)

    @property
    def can_run_twice(self) -> bool:
        """Return True if the board can be dealt twice: there is one, for high hands."""
        return bool(self.board) and self.boards == 1 and self.wins == "high" and not self.stud

    def needs(self, players: int, burns: bool) -> tuple[int, str]:
        """Return the number of cards that this many players need at least, and the sum it comes from.

        The last card of stud may be one for all when the deck runs out, so it counts once: of several streets, so that
        everybody has cards of their own. Burnt cards are then dealt too, as they are when discards are dealt again.
        """
        per_player, board = self.hole, self.board * self.boards
        burnt = burns * sum(street.burn for street in self.street)
        if self.draws:
            burnt = 0
        elif self.street[-1].hole and not board and self.street[1:]:
            last = len(self.street[-1].hole)
            per_player, board, burnt = per_player - last, last, 0
        parts = [f"{players} x {per_player}", *(str(part) for part in (board, burnt) if part)]
        total = players * per_player + board + burnt
        return total, f"{' + '.join(parts)} = {total}"

    def seats(self, deck: int, burns: bool) -> int:
        """Return the most players that a deck of this many cards serves."""
        return max((n for n in range(1, MAX_PLAYERS + 1) if self.needs(n, burns)[0] <= deck), default=0)

    def check_seats(self, players: int, deck: int, burns: bool, what: str) -> None:
        """Raise `BadCount`, with the sum, if the deck is too small; its count is 2 if two cannot play either."""
        total, sum_ = self.needs(players, burns)
        if total > deck:
            most = self.seats(deck, burns)
            count, may = (players, f"at most {most} can play") if most > 1 else (2, "it cannot be played")
            raise BadCount(f"{self.title} for {players} needs {sum_} cards, and {what} has {deck}: {may}", count)
