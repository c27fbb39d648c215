"""Rounds with independent dice and best play, by backward induction: for every pair of rolls, or after a first turn."""

import functools
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.odds.choices import ROLLS, list_keeps, strengths
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import Dice, Throws, arrangements
from cardwright.ranking import Ranking

Values = NDArray[np.float32]
Indices = NDArray[np.intp]

# The shares of a won round that a tie is worth, for which rounds are solved; a share between them takes the nearest.
TIE_SHARES = (0.0, 0.5, 1.0)
BLOCK_ROWS = 64  # gathered at a time: few enough for a processor's cache
_ROLL_INDEX = {roll: place for place, roll in enumerate(ROLLS)}


def roll_index(roll: Dice) -> int:
    """Return the index of a roll in `ROLLS`."""
    return _ROLL_INDEX[tuple(sorted(roll))]


def nearest_tie_share(tie_share: float) -> float:
    """Return the nearest share of a tie for which rounds are solved."""
    return min(TIE_SHARES, key=lambda known: abs(known - tie_share))


class Turn(msgspec.Struct, frozen=True):
    """The dealer's value before a turn: the chance to win, and a share of the chance to tie, which is ``ties``."""

    values: Values
    ties: Values

    def transposed(self) -> "Turn":
        """Return the transposed arrays: the rolls in the other order."""
        return Turn(np.ascontiguousarray(self.values.T), np.ascontiguousarray(self.ties.T))

    def for_other_player(self) -> "Turn":
        """Return the value of the other player."""
        return Turn(1 - self.values, self.ties)


class SolvedRound:
    """The dealer's chances with independent dice and best play, before each turn, a tie being worth ``tie_share``.

    ``dealers_last`` is (dealer's roll, non-dealer's strength); ``non_dealers_last`` is (non-dealer's roll, dealer's
    roll); ``dealers_first`` is (dealer's roll, non-dealer's roll).
    """

    def __init__(self, table: Ranking, max_covered: int, tie_share: float) -> None:
        self._choices = all_choices(max_covered)
        self.dealers_last = self._solve_turn(_final_results(table, tie_share))
        self.non_dealers_last = self._solve_turn(_replies(table, self.dealers_last)).for_other_player()
        self.dealers_first = self._solve_turn(self.non_dealers_last.transposed())

    def _solve_turn(self, later: Turn) -> Turn:
        return self._choices.best(self._choices.means(later, self._choices.fair_chances))

    def opening(self) -> Turn:
        """Return the chances before the first turn, (non-dealer's roll, dealer's roll)."""
        return self._solve_turn(self.dealers_first.transposed().for_other_player()).for_other_player()


class LaterTurns(NamedTuple):
    """The dealer's chances in the turns after a cover, as if each throw came from the dominoes unseen before it.

    ``turns`` go backwards: before the dealer's last turn (dealer's roll, non-dealer's strength), before the
    non-dealer's (non-dealer's roll, dealer's roll) and before the dealer's first (dealer's roll, non-dealer's roll), as
    many as follow. Their rolls are ``dealers`` and ``others``, the places of the rolls that each player can then have.
    ``means`` are the averages over throws that each of them was chosen from, by the player to act. ``covers`` are the
    dealer's averages for the keeps of the roll that is covered now.
    """

    dealers: Indices
    others: Indices
    turns: tuple[Turn, ...]
    means: tuple["Means", ...]
    covers: "Means"


def solve_later_turns(
    table: Ranking, max_covered: int, tie_share: float, throws: Throws, turn: int, own: Dice, theirs: Dice
) -> LaterTurns:
    """Return the dealer's chances after a cover of the ``own`` roll in one of the first three turns."""
    choices = all_choices(max_covered)
    chances = choices.throw_chances(throws)
    other_rolls, own_rolls = np.array([roll_index(theirs)]), choices.reachable_rolls(own)
    dealers, others = (own_rolls, other_rolls) if turn == 1 else (other_rolls, own_rolls)
    if turn == 0:
        dealers = choices.reachable_rolls(theirs)
    means = [choices.means(_final_results(table, tie_share), chances, dealers)]
    turns = [choices.best(means[0], dealers)]
    replies = _replies(table, turns[0])
    next_turn = replies.for_other_player()
    if turn <= 1:
        means.append(choices.means(replies, chances, others))
        turns.append(choices.best(means[1], others).for_other_player())
        next_turn = _scatter_rows(turns[1].transposed(), dealers)
    if turn == 0:
        means.append(choices.means(next_turn, chances, other_rolls))
        turns.append(choices.best(means[2], other_rolls))
        next_turn = _scatter_rows(turns[2].transposed(), others)
    covers = choices.means(next_turn, chances, np.array([roll_index(own)]))
    return LaterTurns(dealers, others, tuple(turns), tuple(means), covers)


def _final_results(table: Ranking, tie_share: float) -> Turn:
    """Return the dealer's chances with the dice as they lie, (dealer's roll, non-dealer's strength)."""
    strength = np.array(list(strengths(table).values()))
    lead = strength[:, None] - np.unique(strength)
    is_tied = (lead == 0).astype(np.float32)
    return Turn((lead > 0).astype(np.float32) + np.float32(tie_share) * is_tied, is_tied)


def _replies(table: Ranking, last: Turn) -> Turn:
    """Return the non-dealer's chances before the dealer's last turn, (non-dealer's roll, dealer's roll)."""
    _, strength_index = np.unique(list(strengths(table).values()), return_inverse=True)
    replies = last.transposed().for_other_player()
    return Turn(replies.values[strength_index], replies.ties[strength_index])


def _scatter_rows(turn: Turn, rolls: Indices) -> Turn:
    """Return an array for all rolls, with the rows of a turn in the places of these rolls."""
    values, ties = np.zeros((2, len(ROLLS), turn.values.shape[1]), np.float32)
    values[rolls], ties[rolls] = turn.values, turn.ties
    return Turn(values, ties)


@functools.lru_cache(maxsize=DICE_COUNT)
def all_choices(max_covered: int) -> "Choices":
    """Return the choices of a game by how many dice may be covered in a turn."""
    return Choices(max_covered)


class Means(NamedTuple):
    """The averages over throws of each of the keeps ``kept``, given by their places: (keep, anything)."""

    kept: Indices
    values: Values
    ties: Values


class Choices:
    """All keeps with all throws: ``rolls_after[dice thrown]`` (keep, throw) is the index of the roll they make.

    ``keep_index`` numbers the keeps, ``keeps_by_roll`` are those of each roll, and ``fair_chances`` the chances of the
    throws of independent dice.
    """

    def __init__(self, max_covered: int) -> None:
        self.max_covered = max_covered
        self.rolls_after: list[Indices] = []
        self.throws = [
            tuple(combinations_with_replacement(range(deck.VALUE_COUNT), count)) for count in range(max_covered + 1)
        ]
        self.fair_chances = [
            np.array([arrangements(new) / deck.VALUE_COUNT**count for new in throws], np.float32)
            for count, throws in enumerate(self.throws)
        ]
        self.keep_index: dict[Dice, int] = {}
        for count, throws in enumerate(self.throws):
            kept_list = list(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT - count))
            self.rolls_after.append(
                np.array([[roll_index(kept + thrown) for thrown in throws] for kept in kept_list], np.intp)
            )
            self.keep_index |= {kept: len(self.keep_index) + index for index, kept in enumerate(kept_list)}
        keep_lists = [[self.keep_index[kept] for kept in list_keeps(roll, max_covered)] for roll in ROLLS]
        max_count = max(map(len, keep_lists))
        self.keeps_by_roll = np.array([each + each[:1] * (max_count - len(each)) for each in keep_lists], np.intp)

    def throw_chances(self, throws: Throws) -> list[Values]:
        """Return the chances of the throws of dominoes."""
        return [
            np.array([throws.ways(new) / throws.total(count) for new in known], np.float32)
            for count, known in enumerate(self.throws)
        ]

    def list_keeps(self, roll: Dice) -> list[Dice]:
        """Return all that may be kept of a roll, the most dice first."""
        return list_keeps(roll, self.max_covered)

    def reachable_rolls(self, roll: Dice) -> Indices:
        """Return the places of the rolls that a choice and a throw can make of one."""
        kept = np.unique(self.keeps_by_roll[roll_index(roll)])
        return np.unique(np.concatenate([rolls.ravel() for rolls in self._rolls_after(kept)]))

    def _rolls_after(self, kept: Indices) -> Iterator[Indices]:
        """Yield the part of ``rolls_after`` that belongs to some keeps in ascending order, by the dice thrown."""
        first = 0
        for rolls in self.rolls_after:
            yield rolls[kept[(first <= kept) & (kept < first + len(rolls))] - first]
            first += len(rolls)

    def means(self, later: Turn, chances: Sequence[Values], rolls: Indices | None = None) -> Means:
        """Return the averages of the values that follow, (roll, anything), for all keeps of some rolls (all)."""
        kept = np.unique(self.keeps_by_roll if rolls is None else self.keeps_by_roll[rolls])
        values, ties = (
            np.concatenate(
                [_weighted_sum(each, made, ways) for made, ways in zip(self._rolls_after(kept), chances, strict=True)]
            )
            for each in (later.values, later.ties)
        )
        return Means(kept, values, ties)

    def best(self, means: Means, rolls: Indices | None = None) -> Turn:
        """Return the best choice of the player to act for these rolls, (roll, anything)."""
        choices = np.searchsorted(means.kept, self.keeps_by_roll if rolls is None else self.keeps_by_roll[rolls])
        best = means.values[choices[:, 0]]
        chosen = np.zeros(best.shape, np.int8)
        for rows, option_values in _blocks(best):
            for index, column in enumerate(choices[rows].T[1:], 1):
                np.take(means.values, column, axis=0, out=option_values, mode="clip")
                np.copyto(chosen[rows], index, where=option_values > best[rows])
                np.maximum(best[rows], option_values, out=best[rows])
        return Turn(best, np.take_along_axis(means.ties, np.take_along_axis(choices, chosen, axis=1), axis=0))


def _weighted_sum(values: Values, rolls: Indices, chances: Values) -> Values:
    sums = np.zeros((len(rolls), values.shape[1]), np.float32)
    for rows, summands in _blocks(sums):
        for column, chance in zip(rolls[rows].T, chances, strict=True):
            np.take(values, column, axis=0, out=summands, mode="clip")
            summands *= chance
            sums[rows] += summands
    return sums


def _blocks(table: Values) -> Iterator[tuple[slice, Values]]:
    """Yield the blocks of rows of a table, each with room for as many numbers."""
    room = np.empty((BLOCK_ROWS, table.shape[1]), np.float32)
    for first in range(0, len(table), BLOCK_ROWS):
        last = min(first + BLOCK_ROWS, len(table))
        yield slice(first, last), room[: last - first]
