"""The first to act in stud, by the cards face up (PK4)."""

from collections.abc import Sequence

from cardwright.game import Player
from cardwright.games.poker.actions import Cards
from cardwright.games.poker.betting import seats_of
from cardwright.ranking import Ranking


class Showing:
    """Cards face up as stud orders them: by groups of equal rank and by rank, whatever the ranking makes of a hand."""

    def __init__(self, ordering: Ranking) -> None:
        deck = ordering.deck
        top = len(deck.ranks)  # a joker stands above all ranks
        self.lowball = ordering.declaration.low
        numbered = [card % max(len(deck.suits), 1) for card in range(deck.size)]
        self._suit = tuple(suit if suit >= 0 else joker for suit, joker in zip(deck.suit_of, numbered, strict=True))
        self.lists_cards = self._suit != tuple(numbered)  # not each rank in each suit
        self._standing = tuple(ordering.declaration.standing[rank] if rank >= 0 else top for rank in deck.rank_of)

    def brings_in(self, up: Sequence[Cards], inside: int) -> Player:
        """Return the seat with the lowest card face up, in lowball the highest; suits in the order of the deck."""
        worth = {seat: (self._standing[card], self._suit[card]) for seat in seats_of(inside) for card in up[seat][:1]}
        return (max if self.lowball else min)(worth, key=worth.__getitem__)

    def best(self, up: Sequence[Cards], inside: int, button: Player) -> Player:
        """Return the seat with the best cards face up; of equal ones the first left of the button."""
        in_order = sorted(seats_of(inside), key=lambda seat: (seat - button - 1) % len(up))
        return (min if self.lowball else max)(in_order, key=lambda seat: self._groups(up[seat]))

    def _groups(self, cards: Cards) -> tuple[list[int], list[int]]:
        """The sizes of the groups of equal rank, largest first, and their ranks in that order."""
        ranks = [self._standing[card] for card in cards]
        groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
        return [size for size, _ in groups], [rank for _, rank in groups]
