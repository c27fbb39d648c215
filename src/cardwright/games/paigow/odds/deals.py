"""Every deal of two hands of seven: question and answer. For two house ways see `pairs`, for best play `best`."""

from fractions import Fraction

import msgspec

from cardwright.games.paigow.odds.classes import Classes, all_classes

BEST = "best"


class Match(msgspec.Struct, frozen=True):
    """A question: how one way fares against another's dealer, over all deals of a deck.

    The deck has the ``ranks`` highest ranks in four suits, with a joker or without, which is the bug or ``wild``. The
    bank wins copies, unless they ``push``; the bank is the player's with ``bank``, else the dealer's. With
    ``queen_push`` every bet is a push where the bank has nothing but a queen high.
    """

    player: str
    dealer: str
    wheel: str = "second"
    ranks: int = 13
    joker: bool = True
    wild: bool = False
    copies: str = "dealer"
    bank: bool = False
    queen_push: bool = False

    @property
    def classes(self) -> Classes:
        """The classes of the hands of the deck."""
        return all_classes(self.ranks, self.joker)

    @property
    def tie_rules(self) -> tuple[bool, ...]:
        """For each count of the deals True if the player wins ties: the first gives the wins, the last the losses."""
        return (False, True) if self.copies == "push" else (self.bank,)


class Outcome(msgspec.Struct, frozen=True):
    """The numbers of deals that the player wins, pushes and loses."""

    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        """All deals."""
        return self.win + self.push + self.lose

    def value(self, commission: int) -> Fraction:
        """Return the expected gain as a share of the bet, with a commission in per cent of a win."""
        return Fraction(self.win * (100 - commission) - self.lose * 100, 100 * self.total)
