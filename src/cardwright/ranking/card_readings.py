"""The best that wild cards make of hands as cards that the hands do not hold, for all hands at once.

A wild card that is read as a card makes of a hand another with one wild card less. So what hands with several wild
cards are worth follows from what those with one less are worth, and in the end from a table of hands without any.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.card_rows import CardRows
from cardwright.ranking.line_by_card import Ints

Types = tuple[int, ...]


class CardReadings:
    """Tables by the places of the other cards of a hand, for wild cards given by their types.

    ``read_as`` are the types of cards that each type of wild card may be read as.
    """

    def __init__(self, hands: CardRows, read_as: Mapping[int, Sequence[int]]) -> None:
        self.hands = hands
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
            places, with_one, _ = self._others(self.hands.size - len(wild))
            best = np.full(len(places), nothing, np.int64)
            for card in self.read_as[wild[0]]:
                join(best, fewer[with_one[card]], out=best)
            found = np.full(self._room(self.hands.size - len(wild)), nothing, np.int64)
            found[places] = best
            self._known_best[wild, join] = found
        return self._known_best[wild, join]

    def left(self, wild: Types, ranks: Types) -> NDArray[np.bool_]:
        """Return beside which cards there are cards of these ranks, given in order, to read the wild cards as."""
        if (wild, ranks) not in self._known_left:
            others = self.hands.size - len(wild)
            places, with_one, free = self._others(others)
            can = np.zeros(len(places), np.bool_)
            first, *rest = wild
            for rank in set(ranks) if set(wild) > {first} else {ranks[0]}:
                fewer = list(ranks)
                fewer.remove(rank)
                for card in self.read_as[first]:
                    if self.hands.rank[card] == rank:
                        of_rest = self.left(tuple(rest), tuple(fewer))[with_one[card]] if rest else True
                        can |= free[card] & of_rest
            found = np.zeros(self._room(others), np.bool_)
            found[places] = can
            self._known_left[wild, ranks] = found
        return self._known_left[wild, ranks]

    def _room(self, cards: int) -> int:
        """Return the number of places of this many cards."""
        return math.comb(self.hands.plain_count + cards - 1, cards)

    def _others(self, cards: int) -> tuple[Ints, NDArray[np.int32], NDArray[np.bool_]]:
        """Return the places of this many cards; with one more of each type (type, place); whether one is left."""
        if cards not in self._known_others:
            rows, _ = self.hands.multisets(cards, self.hands.plain_count)
            self._known_others[cards] = self.hands.places(rows), self.hands.places_with(rows), self.hands.left(rows)
        return self._known_others[cards]
