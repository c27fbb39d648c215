"""The best that wild cards make of hands as cards that the hands do not hold, for all hands at once.

A wild card that is read as a card makes of a hand another with one wild card less. So the values of hands with several
wild cards follow from the values of hands with one less, and in the end from a table of hands without any.
"""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.rows import CardRows
from cardwright.ranking.model import Declaration
from cardwright.ranking.rows import Ints

Types = tuple[int, ...]


class FaceRows(CardRows):
    """The hands of cards of some faces as rows of faces, with the number of cards of each."""

    def __init__(self, declaration: Declaration, copies: Ints) -> None:
        self.declaration = declaration
        self.size = declaration.size
        self.copies = copies
        self.cards = [[]] * len(copies)


class CardReadings:
    """Tables by the places of the other cards of a hand, for wild cards given by their types.

    ``rank`` is the rank of each face, ``read_as`` the faces that each type of wild card may be read as.
    """

    def __init__(self, faces: FaceRows, rank: Ints, read_as: Mapping[int, Sequence[int]]) -> None:
        self.faces = faces
        self.rank = rank
        self.read_as = read_as
        self._known_best: dict[tuple[Types, np.ufunc], Ints] = {}
        self._known_others: dict[int, tuple[Ints, NDArray[np.int32], NDArray[np.bool_]]] = {}
        self._known_left: dict[Types, NDArray[np.bool_]] = {}

    def best(self, wild: Types, table: Ints, join: np.ufunc, nothing: int) -> Ints:
        """Return the result of ``join`` over the values in a table of hands without wild cards, for all readings.

        Hands that cannot be have the value ``nothing``, in the table too. There is one table for each ``join``.
        """
        if not wild:
            return table
        if (wild, join) not in self._known_best:
            fewer = self.best(wild[1:], table, join, nothing)
            places, with_one, _ = self._others(self.faces.size - len(wild))
            best = np.full(len(places), nothing, np.int64)
            for face in self.read_as[wild[0]]:
                join(best, fewer[with_one[face]], out=best)
            by_place = np.full(self.faces.places_count(self.faces.size - len(wild)), nothing, np.int64)
            by_place[places] = best
            self._known_best[wild, join] = by_place
        return self._known_best[wild, join]

    def left(self, wild: Types) -> NDArray[np.bool_]:
        """Return beside which cards there are cards of some ranks to read the wild cards as (ranks, place).

        Ranks are in the order of `ways`.
        """
        if wild not in self._known_left:
            first, *rest = wild
            places, with_one, free = self._others(self.faces.size - len(wild))
            number_of = {ranks: number for number, ranks in enumerate(self.ways(len(wild)))}
            can = np.zeros((len(number_of), len(places)), np.bool_)
            fewer = self.left(tuple(rest)) if rest else None
            for face in self.read_as[first]:
                rank = int(self.rank[face])
                ways = [number_of[tuple(sorted((*ranks, rank)))] for ranks in self.ways(len(rest))]
                can[ways] |= free[face] & fewer[:, with_one[face]] if fewer is not None else free[face]
            by_place = np.zeros((len(can), self.faces.places_count(self.faces.size - len(wild))), np.bool_)
            by_place[:, places] = can
            self._known_left[wild] = by_place
        return self._known_left[wild]

    def ways(self, wilds: int) -> list[Types]:
        """Return all choices of ranks for a number of wild cards, each in order."""
        return list(itertools.combinations_with_replacement(sorted(set(self.rank.tolist())), wilds))

    def _others(self, cards: int) -> tuple[Ints, NDArray[np.int32], NDArray[np.bool_]]:
        """Return the places of this many cards; with one more of each type (type, place); whether one is left."""
        if cards not in self._known_others:
            rows, _ = self.faces.multisets(cards, len(self.faces.copies))
            self._known_others[cards] = self.faces.places(rows), self.faces.places_with(rows), self.faces.left(rows)
        return self._known_others[cards]
