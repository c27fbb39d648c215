"""The chance to win the match, by backward induction over the scores, before each round.

A round ends with the dealer's chances in `rounds`: with both players at their best for this score. A tie is worth a
share of a win that follows from the chances after the round, and these from that share: both are repeated until they
agree.
"""

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import msgspec

from cardwright.games.flexdeck.odds.rounds import round_chances
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import NO_SEAT, FlexdeckView

OWN, OTHER = 0, 1
REPEATS_COUNT = 12  # each leaves a share of the error that is the chance of a tie, below 0.03
HALF = Fraction(1, 2)

Position: TypeAlias = tuple[int, int, int]  # own score, the other's, and the rounds that count


class Stakes(msgspec.Struct, frozen=True):
    """The chance to win the match after a round is lost, tied and won; a drawn match counts half."""

    lost: float
    tied: float
    won: float

    @property
    def tie_share(self) -> Fraction:
        """The value of a tie, as a share of the way from a lost to a won round."""
        return Fraction((self.tied - self.lost) / (self.won - self.lost)) if self.won > self.lost else HALF

    def value(self, win: Fraction, tie: Fraction) -> Fraction:
        """Return the chance to win the match from those in the round, exactly: equals stay equal."""
        lost, tied, won = map(Fraction, (self.lost, self.tied, self.won))
        return lost + (won - lost) * win + (tied - lost) * tie


def stakes(game: Flexdeck, view: FlexdeckView) -> Stakes:
    """Return what the round in play means for the player of this view."""
    dealer = OWN if view.dealer == view.player else OTHER
    match = _match(game)
    return match.stakes(match.position(view.scores[view.player], view.scores[1 - view.player], view.rounds), dealer)


def chance(game: Flexdeck, own: int, other: int, dealing: bool) -> float:
    """Return the chance to win the match at a score, before a round, in a race that no number of rounds ends."""
    return _match(game).chances((own, other, 0))[OWN if dealing else OTHER]


@functools.lru_cache(maxsize=64)
def _match(game: Flexdeck) -> "_Match":
    return _Match(game)


class _Match:
    """The chances at all scores of a match with these options; they are computed when they are asked for."""

    def __init__(self, game: Flexdeck) -> None:
        self.game = game
        self.chances: Callable[[Position], tuple[float, float]] = functools.cache(self._chances)

    def stakes(self, position: Position, dealer: int, same: tuple[float, float] | None = None) -> Stakes:
        """Return the chances after each result of a round; ``same`` are those to use for the same position."""
        return Stakes(*(self._after(position, dealer, winner, same) for winner in (OTHER, NO_SEAT, OWN)))

    def _chances(self, position: Position) -> tuple[float, float]:
        """Return the chances to win before a round, if this player deals and if the other does."""
        own, other, rounds = position
        if self.game.is_decided((own, other), rounds):
            won = (own > other) + (own == other) / 2
            return won, won
        now = (0.5, 0.5)
        for _ in range(REPEATS_COUNT):
            before, now = now, (self._before(position, OWN, now), self._before(position, OTHER, now))
            if now == before:
                break
        return now

    def _before(self, position: Position, dealer: int, same: tuple[float, float]) -> float:
        """Return the chance before a round; ``same`` are those at the same position, to which a tie may lead back."""
        at_stake = self.stakes(position, dealer, same)
        share = float(at_stake.tie_share)
        found = round_chances(self.game, share if dealer == OWN else 1 - share)
        others = 1 - found.win - found.tie
        win, loss = (found.win, others) if dealer == OWN else (others, found.win)
        return win * at_stake.won + found.tie * at_stake.tied + loss * at_stake.lost

    def _after(self, position: Position, dealer: int, winner: int, same: tuple[float, float] | None) -> float:
        """Return the chance after a round with this winner."""
        scores, rounds = self.game.after_round(position[:2], position[2], winner)
        after = self.position(*scores, rounds)
        known = same if same is not None and after == position else self.chances(after)
        return known[self.game.next_dealer(dealer, winner)]

    def position(self, own: int, other: int, rounds: int) -> Position:
        """Return what matters: in a race the scores, in a fixed number of rounds the lead and the rounds played."""
        return (own - other, 0, rounds) if self.game.settings["rounds"] else (own, other, 0)
