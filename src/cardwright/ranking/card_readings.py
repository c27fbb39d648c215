"""The best that wild cards make of hands as cards that the hands do not hold, for all hands at once.

A wild card that is read as a card makes of a hand another with one wild card less. So what hands with several wild
cards are worth follows from what those with one less are worth, and in the end from a table of hands without any.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.card_rows import CardRows
from cardwright.ranking.model import Declaration
from cardwright.ranking.rank_rows import Ints

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
        self._known_left: dict[tuple[Types, Types], NDArray[np.bool_]] = {}

    def best(self, wild: Types, table: Ints, join: np.ufunc, nothing: int) -> Ints:
        """Return what ``join`` finds among the values in a table of hands without wild cards, for all readings.

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
            found = np.full(self._room(self.faces.size - len(wild)), nothing, np.int64)
            found[places] = best
            self._known_best[wild, join] = found
        return self._known_best[wild, join]

    def left(self, wild: Types, ranks: Types) -> NDArray[np.bool_]:
        """Return beside which cards there are cards of these ranks, given in order, to read the wild cards as."""
        if (wild, ranks) not in self._known_left:
            others = self.faces.size - len(wild)
            places, with_one, free = self._others(others)
            can = np.zeros(len(places), np.bool_)
            first, *rest = wild
            for rank in set(ranks) if set(wild) > {first} else {ranks[0]}:
                fewer = list(ranks)
                fewer.remove(rank)
                for face in self.read_as[first]:
                    if self.rank[face] == rank:
                        of_rest = self.left(tuple(rest), tuple(fewer))[with_one[face]] if rest else True
                        can |= free[face] & of_rest
            found = np.zeros(self._room(others), np.bool_)
            found[places] = can
            self._known_left[wild, ranks] = found
        return self._known_left[wild, ranks]

    def _room(self, cards: int) -> int:
        """Return the number of places of this many cards."""
        return math.comb(len(self.faces.copies) + cards - 1, cards)

    def _others(self, cards: int) -> tuple[Ints, NDArray[np.int32], NDArray[np.bool_]]:
        """Return the places of this many cards; with one more of each type (type, place); whether one is left."""
        if cards not in self._known_others:
            rows, _ = self.faces.multisets(cards, len(self.faces.copies))
            self._known_others[cards] = self.faces.places(rows), self.faces.places_with(rows), self.faces.left(rows)
        return self._known_others[cards]
