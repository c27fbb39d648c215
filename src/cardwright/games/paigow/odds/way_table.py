"""The settings that a house way makes of all hands, one of each class, and their counts by front and back."""

import functools
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration
from cardwright.games.paigow import _kernels as setting_kernels
from cardwright.games.paigow.hands import DECK
from cardwright.games.paigow.house_way import load
from cardwright.games.paigow.odds import _kernels
from cardwright.games.paigow.odds.classes import HEIGHT_COUNT, Classes, all_classes


class WayTable(msgspec.Struct, frozen=True):
    """A way's settings of the `Classes` of a deck.

    ``places`` has one number a class, the plain classes first: the front's place in ``fronts``, all values of fronts
    ascending, times the number of ``backs``, plus the back's place in those.
    """

    classes: Classes
    fronts: NDArray[np.int32]
    backs: NDArray[np.int32]
    places: NDArray[np.int32]

    def counts(self, held: Sequence[Card] = ()) -> NDArray[np.int64]:
        """Return how many hands without these cards the way sets with each front (row) and back (column)."""
        plain, flush = self.classes.weights(held)
        table = np.zeros((len(self.fronts), len(self.backs)), np.int64)
        _kernels.add_settings(plain, flush, self.classes.flush_plain, self.places, table.reshape(-1))
        return table


@functools.lru_cache(maxsize=8)
def way_table(way: str, wheel: str = "second", ranks: int = HEIGHT_COUNT, joker: bool = True) -> WayTable:
    """Return the table of a house way. The first call for a way takes a second.

    Raises `UnknownName` for a way that does not exist, and `BadDeclaration` for one with a foul or a gap.
    """
    classes = all_classes(ranks, joker)
    ruled, values = set_all(classes.cards, way, wheel)
    bad = (ruled < 0) | (values[:, 0] > values[:, 1])
    if bad.any():
        cards = DECK.text_of(classes.cards[bad.argmax()].tolist())
        raise BadDeclaration(f"no rule fits {cards}, or makes a foul of it: try cardwright odds house-way", cards, way)
    (fronts, front), (backs, back) = (np.unique(values[:, side], return_inverse=True) for side in (0, 1))
    return WayTable(classes, fronts, backs, (front * len(backs) + back).astype(np.int32))


def set_all(cards: NDArray[np.uint8], way: str, wheel: str = "second") -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the rule that sets each row of cards (-1: none), and the values of its front and back.

    Raises `UnknownName` for a way that does not exist.
    """
    ruled, values = np.zeros(len(cards), np.int32), np.zeros((len(cards), 2), np.int32)
    places = np.zeros((len(cards), 2), np.uint8)
    setting_kernels.set_hands(cards, load(way).program, int(wheel == "lowest"), ruled, places, values)
    return ruled, values
