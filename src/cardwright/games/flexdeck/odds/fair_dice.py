"""Rounds with independent dice: every pair of rolls, four turns, both players at their best."""

import functools
from itertools import combinations_with_replacement

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.odds.choices import ROLLS, keeps, strengths
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import Dice, arrangements
from cardwright.ranking import Ranking

Values = NDArray[np.float32]

# The shares of a won round that a tie is worth, for which rounds are solved; a share between them takes the nearest.
TIE_SHARES = (0.0, 0.5, 1.0)
_PLACES = {roll: place for place, roll in enumerate(ROLLS)}


def fair_place(roll: Dice) -> int:
    """Return the place of a roll among all."""
    return _PLACES[tuple(sorted(roll))]


def nearest(tie_share: float) -> float:
    """Return the share for which rounds are solved that is nearest to this one."""
    return min(TIE_SHARES, key=lambda known: abs(known - tie_share))


class Turn(msgspec.Struct, frozen=True):
    """The dealer's value before a turn: the chance to win, and a share of the chance to tie, which is ``ties``."""

    values: Values
    ties: Values

    def turned(self) -> "Turn":
        """Return the same with the rolls in the other order."""
        return Turn(np.ascontiguousarray(self.values.T), np.ascontiguousarray(self.ties.T))

    def of_other(self) -> "Turn":
        """Return the value of the other player."""
        return Turn(1 - self.values, self.ties)


class Solved:
    """The dealer's chances with independent dice and best play, before each turn, a tie being worth ``tie_share``.

    ``dealers_last`` is (dealer's roll, non-dealer's strength); ``non_dealers_last`` is (non-dealer's roll, dealer's
    roll); ``dealers_first`` is (dealer's roll, non-dealer's roll).
    """

    def __init__(self, table: Ranking, most: int, tie_share: float) -> None:
        strength = np.array(list(strengths(table).values()))
        known, of = np.unique(strength, return_inverse=True)
        ahead = strength[:, None] - known
        tied = (ahead == 0).astype(np.float32)
        self._choices = _Choices(most)
        best = self._choices.best
        self.dealers_last = best(Turn((ahead > 0).astype(np.float32) + np.float32(tie_share) * tied, tied))
        replies = self.dealers_last.turned().of_other()
        self.non_dealers_last = best(Turn(replies.values[of], replies.ties[of])).of_other()
        self.dealers_first = best(self.non_dealers_last.turned())

    def opening(self) -> Turn:
        """Return the chances before the first turn, (non-dealer's roll, dealer's roll)."""
        return self._choices.best(self.dealers_first.turned().of_other()).of_other()


@functools.lru_cache(maxsize=4)
def solved(table: Ranking, most: int, tie_share: float) -> Solved:
    """Return the solution for a table of hands and a number of dice that may be covered: a second of work."""
    return Solved(table, most, tie_share)


class _Choices:
    """All keeps with all throws of independent dice: ``after`` (keep, throw) is the place of the roll they make."""

    def __init__(self, most: int) -> None:
        self.after: list[tuple[NDArray[np.intp], NDArray[np.float32]]] = []
        places: dict[Dice, int] = {}
        for count in range(most + 1):
            held = list(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT - count))
            new = list(combinations_with_replacement(range(deck.VALUE_COUNT), count))
            made = np.array([[fair_place(kept + thrown) for thrown in new] for kept in held], np.intp)
            chances = np.array([arrangements(thrown) / deck.VALUE_COUNT**count for thrown in new], np.float32)
            self.after.append((made, chances))
            places |= {kept: len(places) + place for place, kept in enumerate(held)}
        choices = [[places[kept] for kept in keeps(roll, most)] for roll in ROLLS]
        widest = max(map(len, choices))
        self.choices = np.array([each + each[:1] * (widest - len(each)) for each in choices], np.intp)

    def best(self, later: Turn) -> Turn:
        """Return the best choice of the player to act for each roll, from what follows, (roll, anything)."""
        values, ties = (self._averages(each) for each in (later.values, later.ties))
        best = values[self.choices[:, 0]]
        chosen = np.zeros(best.shape, np.int8)
        for place, column in enumerate(self.choices.T[1:], 1):
            other = values[column]
            np.copyto(chosen, place, where=other > best)
            np.maximum(best, other, out=best)
        kept = np.take_along_axis(self.choices, chosen, axis=1)
        return Turn(best, np.take_along_axis(ties, kept, axis=0))

    def _averages(self, values: Values) -> Values:
        return np.concatenate([_averaged(values, made, chances) for made, chances in self.after])


def _averaged(values: Values, made: NDArray[np.intp], chances: NDArray[np.float32]) -> Values:
    found = np.zeros((len(made), values.shape[1]), np.float32)
    for column, chance in zip(made.T, chances, strict=True):
        found += chance * values[column]
    return found
