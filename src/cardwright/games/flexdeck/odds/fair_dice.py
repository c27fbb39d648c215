"""Rounds with independent dice, both players at their best: every pair of rolls, or what can follow a first turn."""

import functools
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.games.flexdeck import deck
from cardwright.games.flexdeck.odds.choices import ROLLS, keeps, strengths
from cardwright.games.flexdeck.scoring import DICE_COUNT
from cardwright.games.flexdeck.throws import Dice, Throws, arrangements
from cardwright.ranking import Ranking

Values = NDArray[np.float32]
Places = NDArray[np.intp]

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
        self._choices = all_choices(most)
        self.dealers_last = self._best(_ends(table, tie_share))
        self.non_dealers_last = self._best(_replies(table, self.dealers_last)).of_other()
        self.dealers_first = self._best(self.non_dealers_last.turned())

    def _best(self, later: Turn) -> Turn:
        return self._choices.best(self._choices.means(later, self._choices.fair))

    def opening(self) -> Turn:
        """Return the chances before the first turn, (non-dealer's roll, dealer's roll)."""
        return self._best(self.dealers_first.turned().of_other()).of_other()


class Later(NamedTuple):
    """The dealer's chances in the turns after a cover, as if each throw came from the dominoes unseen before it.

    ``turns`` go backwards: before the dealer's last turn (dealer's roll, non-dealer's strength), before the
    non-dealer's (non-dealer's roll, dealer's roll) and before the dealer's first (dealer's roll, non-dealer's roll), as
    many as follow. Their rolls are ``dealers`` and ``others``, the places of the rolls that each player can then have.
    ``means`` are the averages over throws that each of them was chosen from, by the player to act. ``covers`` are the
    dealer's averages for the keeps of the roll that is covered now.
    """

    dealers: Places
    others: Places
    turns: tuple[Turn, ...]
    means: tuple["Means", ...]
    covers: "Means"


def later_turns(
    table: Ranking, most: int, tie_share: float, throws: Throws, turn: int, own: Dice, theirs: Dice
) -> Later:
    """Return the dealer's chances after a cover of the ``own`` roll in one of the first three turns."""
    choices = all_choices(most)
    chances = choices.of(throws)
    answering, covering = np.array([fair_place(theirs)]), choices.reached(own)
    dealers, others = (covering, answering) if turn == 1 else (answering, covering)
    if turn == 0:
        dealers = choices.reached(theirs)
    means = [choices.means(_ends(table, tie_share), chances, dealers)]
    turns = [choices.best(means[0], dealers)]
    replies = _replies(table, turns[0])
    after = replies.of_other()
    if turn <= 1:
        means.append(choices.means(replies, chances, others))
        turns.append(choices.best(means[1], others).of_other())
        after = _at(turns[1].turned(), dealers)
    if turn == 0:
        means.append(choices.means(after, chances, answering))
        turns.append(choices.best(means[2], answering))
        after = _at(turns[2].turned(), others)
    covers = choices.means(after, chances, np.array([fair_place(own)]))
    return Later(dealers, others, tuple(turns), tuple(means), covers)


def _ends(table: Ranking, tie_share: float) -> Turn:
    """Return the dealer's chances with the dice as they lie, (dealer's roll, non-dealer's strength)."""
    strength = np.array(list(strengths(table).values()))
    ahead = strength[:, None] - np.unique(strength)
    tied = (ahead == 0).astype(np.float32)
    return Turn((ahead > 0).astype(np.float32) + np.float32(tie_share) * tied, tied)


def _replies(table: Ranking, last: Turn) -> Turn:
    """Return the non-dealer's chances before the dealer's last turn, (non-dealer's roll, dealer's roll)."""
    _, of = np.unique(list(strengths(table).values()), return_inverse=True)
    replies = last.turned().of_other()
    return Turn(replies.values[of], replies.ties[of])


def _at(turn: Turn, rolls: Places) -> Turn:
    """Return the rows of a turn in the places of these rolls, among all."""
    values, ties = np.zeros((2, len(ROLLS), turn.values.shape[1]), np.float32)
    values[rolls], ties[rolls] = turn.values, turn.ties
    return Turn(values, ties)


@functools.lru_cache(maxsize=DICE_COUNT)
def all_choices(most: int) -> "Choices":
    """Return the choices of a game by how many dice may be covered in a turn."""
    return Choices(most)


class Means(NamedTuple):
    """The averages over throws of each of the keeps ``kept``, given by their places: (keep, anything)."""

    kept: Places
    values: Values
    ties: Values


class Choices:
    """All keeps with all throws: ``after`` (keep, throw) is the place of the roll they make, by the dice thrown.

    ``places`` number the keeps, ``choices`` are those of each roll, and ``fair`` the chances of the throws of
    independent dice.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.after: list[Places] = []
        self.throws = [
            tuple(combinations_with_replacement(range(deck.VALUE_COUNT), count)) for count in range(most + 1)
        ]
        self.fair = [
            np.array([arrangements(new) / deck.VALUE_COUNT**count for new in throws], np.float32)
            for count, throws in enumerate(self.throws)
        ]
        self.places: dict[Dice, int] = {}
        for count, throws in enumerate(self.throws):
            held = list(combinations_with_replacement(range(deck.VALUE_COUNT), DICE_COUNT - count))
            self.after.append(np.array([[fair_place(kept + thrown) for thrown in throws] for kept in held], np.intp))
            self.places |= {kept: len(self.places) + place for place, kept in enumerate(held)}
        choices = [[self.places[kept] for kept in keeps(roll, most)] for roll in ROLLS]
        widest = max(map(len, choices))
        self.choices = np.array([each + each[:1] * (widest - len(each)) for each in choices], np.intp)

    def of(self, throws: Throws) -> list[Values]:
        """Return the chances of the throws of dominoes."""
        return [
            np.array([throws.ways(new) / throws.total(count) for new in known], np.float32)
            for count, known in enumerate(self.throws)
        ]

    def keeps(self, roll: Dice) -> list[Dice]:
        """Return all that may be kept of a roll, the most dice first."""
        return keeps(roll, self.most)

    def reached(self, roll: Dice) -> Places:
        """Return the places of the rolls that a choice and a throw can make of one."""
        kept = np.unique(self.choices[fair_place(roll)])
        return np.unique(np.concatenate([made.ravel() for made in self._of(kept)]))

    def _of(self, kept: Places) -> Iterator[Places]:
        """Yield the part of ``after`` that belongs to some keeps in ascending order, by the dice thrown."""
        first = 0
        for made in self.after:
            yield made[kept[(first <= kept) & (kept < first + len(made))] - first]
            first += len(made)

    def means(self, later: Turn, chances: Sequence[Values], rolls: Places | None = None) -> Means:
        """Return the averages of what follows, (roll, anything), for all keeps of some rolls (all)."""
        kept = np.unique(self.choices if rolls is None else self.choices[rolls])
        values, ties = (
            np.concatenate([_averaged(each, made, ways) for made, ways in zip(self._of(kept), chances, strict=True)])
            for each in (later.values, later.ties)
        )
        return Means(kept, values, ties)

    def best(self, means: Means, rolls: Places | None = None) -> Turn:
        """Return the best choice of the player to act for these rolls, (roll, anything)."""
        choices = np.searchsorted(means.kept, self.choices if rolls is None else self.choices[rolls])
        best = means.values[choices[:, 0]]
        chosen = np.zeros(best.shape, np.int8)
        for place, column in enumerate(choices.T[1:], 1):
            other = means.values[column]
            np.copyto(chosen, place, where=other > best)
            np.maximum(best, other, out=best)
        return Turn(best, np.take_along_axis(means.ties, np.take_along_axis(choices, chosen, axis=1), axis=0))


def _averaged(values: Values, made: Places, chances: Values) -> Values:
    found = np.zeros((len(made), values.shape[1]), np.float32)
    for column, chance in zip(made.T, chances, strict=True):
        found += chance * values[column]
    return found
