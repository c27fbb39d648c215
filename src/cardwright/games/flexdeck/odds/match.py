"""The chance to win the match, by backward induction over the scores, before each round.

A round ends with the dealer's chances in `rounds`: with both players at their best for this score. A tie is worth a
share of a win that depends on the chances after the round, and these depend on that share: both are computed by
fixed-point iteration.
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
    def is_decided(self) -> bool:
        """Return whether the match is won or lost already, of a fixed number of rounds: this round changes nothing."""
        return self.won <= self.lost

    @property
    def tie_share(self) -> Fraction:
        """The value of a tie, as a share of the way from a lost to a won round."""
        return HALF if self.is_decided else Fraction((self.tied - self.lost) / (self.won - self.lost))

    def value(self, win: Fraction, tie: Fraction) -> Fraction:
        """Return the chance to win the match from those in the round, exactly: equals stay equal."""
        lost, tied, won = map(Fraction, (self.lost, self.tied, self.won))
        return lost + (won - lost) * win + (tied - lost) * tie


def stakes(game: Flexdeck, view: FlexdeckView) -> Stakes:
    """Return the stakes of the round in play for the player of this view."""
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

    def stakes(self, position: Position, dealer: int, same_chances: tuple[float, float] | None = None) -> Stakes:
        """Return the chances after each result of a round; ``same_chances`` are those to use for the same position."""
        return Stakes(
            *(self._chance_after_round(position, dealer, winner, same_chances) for winner in (OTHER, NO_SEAT, OWN))
        )

    def _chances(self, position: Position) -> tuple[float, float]:
        """Return the chances to win before a round, if this player deals and if the other does."""
        own, other, rounds = position
        if self.game.is_decided((own, other), rounds):
            won = (own > other) + (own == other) / 2
            return won, won
        chances = (0.5, 0.5)
        for _ in range(REPEATS_COUNT):
            last = chances
            chances = (
                self._chance_before_round(position, OWN, last),
                self._chance_before_round(position, OTHER, last),
            )
            if chances == last:
                break
        return chances

    def _chance_before_round(self, position: Position, dealer: int, same_chances: tuple[float, float]) -> float:
        """Return the chance before a round; ``same_chances`` are those at this same position, which a tie may bring
        back.
        """
        at_stake = self.stakes(position, dealer, same_chances)
        share = float(at_stake.tie_share)
        round_result = round_chances(self.game, share if dealer == OWN else 1 - share)
        non_dealer_win = 1 - round_result.win - round_result.tie
        win, loss = (round_result.win, non_dealer_win) if dealer == OWN else (non_dealer_win, round_result.win)
        return win * at_stake.won + round_result.tie * at_stake.tied + loss * at_stake.lost

    def _chance_after_round(
        self, position: Position, dealer: int, winner: int, same_chances: tuple[float, float] | None
    ) -> float:
        scores, rounds = self.game.after_round(position[:2], position[2], winner)
        next_position = self.position(*scores, rounds)
        chances = same_chances if same_chances and next_position == position else self.chances(next_position)
        return chances[self.game.next_dealer(dealer, winner)]

    def position(self, own: int, other: int, rounds: int) -> Position:
        """Return what matters: in a race the scores, in a fixed number of rounds the lead and the rounds played."""
        return (own - other, 0, rounds) if self.game.settings["rounds"] else (own, other, 0)
