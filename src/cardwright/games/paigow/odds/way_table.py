"""The settings that a house way makes of all hands, one of each class, and their counts by front and back."""

import functools
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadDeclaration
from cardwright.games.paigow import _kernels as setting_kernels
from cardwright.games.paigow.hands import DECK, kernel_reading
from cardwright.games.paigow.house_way import load
from cardwright.games.paigow.odds import _kernels
from cardwright.games.paigow.odds.classes import HEIGHT_COUNT, Classes, all_classes

TOP_CARD_BIT, QUEEN = 16, 11  # of the value of a back with nothing but high cards


class WayTable(msgspec.Struct, frozen=True):
    """A way's settings of the `Classes` of a deck.

    ``places`` has one number a class, the plain classes first: the front's place in ``fronts``, all values of fronts
    ascending, times the number of ``backs``, plus the back's place in those.
    """

    classes: Classes
    fronts: NDArray[np.int32]
    backs: NDArray[np.int32]
    places: NDArray[np.int32]

    @property
    def values(self) -> NDArray[np.int32]:
        """The values of the front and the back of each class."""
        front, back = np.divmod(self.places, len(self.backs))
        return np.stack((self.fronts[front], self.backs[back]), axis=1)

    def counts(self, held: Sequence[Card], is_apart: NDArray[np.bool_] | None) -> tuple[NDArray[np.int64], int]:
        """Return how many hands without these cards the way sets with each front (row) and back (column).

        Hands of the classes ``is_apart`` are not among them; their number comes second.
        """
        plain, flush = self.classes.weights(held)
        size = len(self.fronts) * len(self.backs)
        table = np.zeros(size + 1, np.int64)
        places = self.places if is_apart is None else np.where(is_apart, size, self.places).astype(np.int32)
        _kernels.add_settings(plain, flush, self.classes.flush_plain, places, table)
        return table[:size].reshape(len(self.fronts), len(self.backs)), int(table[size])


@functools.lru_cache(maxsize=8)
def way_table(
    way: str, wheel: str = "second", ranks: int = HEIGHT_COUNT, joker: bool = True, wild: bool = False
) -> WayTable:
    """Return the table of a house way. The first call for a way takes a second.

    Raises `UnknownName` for a way that does not exist, and `BadDeclaration` for one with a foul or a gap.
    """
    classes = all_classes(ranks, joker)
    rule_numbers, values = set_all(classes.cards, way, wheel, wild)
    is_bad = (rule_numbers < 0) | (values[:, 0] > values[:, 1])
    if is_bad.any():
        cards = DECK.text_of(classes.cards[is_bad.argmax()].tolist())
        raise BadDeclaration(f"no rule fits {cards}, or makes a foul of it: try cardwright odds house-way", cards, way)
    (fronts, front), (backs, back) = (np.unique(values[:, side], return_inverse=True) for side in (0, 1))
    return WayTable(classes, fronts, backs, (front * len(backs) + back).astype(np.int32))


@functools.lru_cache(maxsize=4)
def queen_high(ranks: int, joker: bool, wheel: str, wild: bool) -> NDArray[np.bool_]:
    """Return which classes of a deck have nothing but a queen high."""
    return has_queen_high(every_value(all_classes(ranks, joker).cards, wheel, wild))


def has_queen_high(values: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which hands can be set with nothing better than a queen high, from their `every_value`."""
    result: NDArray[np.bool_] = values[:, :, 1].max(axis=1) >> TOP_CARD_BIT == QUEEN
    return result


def every_value(cards: NDArray[np.uint8], wheel: str, wild: bool = False) -> NDArray[np.int32]:
    """Return the values in front and behind of all 21 settings of each row of cards, fouls too."""
    values = np.zeros((len(cards), 21, 2), np.int32)
    setting_kernels.every_setting(cards, kernel_reading(wheel, wild), values)
    return values


def set_all(
    cards: NDArray[np.uint8], way: str, wheel: str = "second", wild: bool = False
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the rule that sets each row of cards (-1: none), and the values of its front and back.

    Raises `UnknownName` for a way that does not exist.
    """
    rule_numbers, _, values = set_all_with_places(cards, way, wheel, wild)
    return rule_numbers, values


def set_all_with_places(
    cards: NDArray[np.uint8], way: str, wheel: str, wild: bool
) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int32]]:
    """Return the results of `set_all`, and between the two the places of each row that go in front."""
    rule_numbers, values = np.zeros(len(cards), np.int32), np.zeros((len(cards), 2), np.int32)
    places = np.zeros((len(cards), 2), np.uint8)
    setting_kernels.set_hands(cards, load(way).program, kernel_reading(wheel, wild), rule_numbers, places, values)
    return rule_numbers, places, values
