"""One hand of seven: how often each setting wins, pushes and loses against all hands that the dealer may hold.

The count is exact: all 53,524,680 hands of seven from the 46 other cards, set by a house way.
"""

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.games.paigow.hands import check_seven, high_first
from cardwright.games.paigow.house_way import WAYS
from cardwright.games.paigow.odds.deals import Outcome
from cardwright.games.paigow.odds.way_table import (
    WayTable,
    every_value,
    has_queen_high,
    queen_high,
    set_all_with_places,
    way_table,
)

Cells: TypeAlias = NDArray[np.int64]


class SettingOdds(msgspec.Struct, frozen=True):
    """A setting, and how many of the dealer's hands it beats, ties with and loses to.

    ``value`` is the expected gain as a share of the bet; ``ways`` are the house ways that set the hand so.
    """

    front: tuple[Card, ...]
    back: tuple[Card, ...]
    foul: bool
    win: int
    push: int
    lose: int
    value: Fraction
    ways: tuple[str, ...] = ()


def setting_odds(
    cards: Sequence[Card],
    dealer: str = "trump_plaza",
    *,
    wheel: str = "second",
    copies: str = "dealer",
    commission: int = 0,
    ranks: int = 13,
    wild: bool = False,
    bank: bool = False,
    queen_push: bool = False,
) -> list[SettingOdds]:
    """Return all 21 settings of seven cards, best first, against a dealer who sets by a house way.

    ``commission`` is in per cent of a win; ``ranks`` shortens the deck to its highest ranks. ``wild``, ``copies``,
    ``bank`` and ``queen_push`` are as in `Match`; a foul loses even so. The first call for a dealer's way sets a hand
    of every class, which takes a second. Raises `BadCount` unless the seven cards are distinct, and `UnknownName` for a
    house way that does not exist.
    """
    check_seven(cards)
    held = tuple(sorted(cards))
    row = np.array([held], np.uint8)
    places_by_way = {way: set_all_with_places(row, way, wheel, wild)[1][0].tolist() for way in WAYS}
    front_by_way = {way: {held[place] for place in places} for way, places in places_by_way.items()}
    odds = []
    for front, foul, cell in compare_settings(held, dealer, wheel, ranks, wild=wild, bank=bank, queen_push=queen_push):
        win, push, lose = results(cell, copies, foul=foul, bank=bank)
        value = Outcome(win, push, lose).value(commission)
        back = tuple(card for card in held if card not in front)
        ways = tuple(way for way in WAYS if front_by_way[way] == set(front))
        shown = tuple(high_first(front)), tuple(high_first(back))
        odds.append(SettingOdds(*shown, foul, win, push, lose, value, ways))
    return sorted(odds, key=lambda each: (-each.value, each.foul, each.lose))


def compare_settings(
    held: tuple[Card, ...],
    dealer: str,
    wheel: str,
    ranks: int = 13,
    *,
    wild: bool = False,
    bank: bool = False,
    queen_push: bool = False,
) -> Iterator[tuple[tuple[Card, ...], bool, Cells]]:
    """Yield each setting's front, True for a foul, and the dealer's hands in a table of 3 by 3.

    Its rows are the fronts, its columns the backs: won by the setting (0), a copy (1), lost (2). Where a queen
    high pushes, the hands are won in front and lost behind. ``held`` ascends.
    """
    values = every_value(np.array([held], np.uint8), wheel, wild)
    is_queen_high = queen_high(ranks, True, wheel, wild) if queen_push and not bank else None
    cells = _cells(held, values[0], way_table(dealer, wheel, ranks, wild=wild), is_queen_high)
    if queen_push and bank and has_queen_high(values)[0]:
        cells[:, 0, 2], cells[:, 1:], cells[:, 0, :2] = cells.sum(axis=(1, 2)), 0, 0
    for front, (front_value, back_value), cell in zip(itertools.combinations(held, 2), values[0], cells, strict=True):
        yield front, bool(front_value > back_value), cell


def results(cell: Cells, copies: str, *, foul: bool, bank: bool) -> tuple[int, int, int]:
    """Return how many of the hands compared are won, pushed and lost, by a player or by the bank (PG4, PG8)."""
    total = int(cell.sum())
    win_end, lose_start = (1, 2) if copies == "push" else (2, 2) if bank else (1, 1)
    win = 0 if foul else int(cell[:win_end, :win_end].sum())
    lose = total if foul else int(cell[lose_start:, lose_start:].sum())
    return win, total - win - lose, lose


def _cells(
    held: tuple[Card, ...], values: NDArray[np.int32], table: WayTable, is_queen_high: NDArray[np.bool_] | None
) -> Cells:
    """Return for each setting a table of 3 by 3: front, then back, each won (0), a copy (1) or lost (2)."""
    counts, pushed = table.counts(held, is_queen_high)
    cumulative = np.pad(counts.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    edges = [
        np.stack(
            (
                np.zeros(21, np.intp),
                np.searchsorted(values_, values[:, side], "left"),
                np.searchsorted(values_, values[:, side], "right"),
                np.full(21, len(values_)),
            ),
            axis=1,
        )
        for side, values_ in enumerate((table.fronts, table.backs))
    ]
    corners = cumulative[edges[0][:, :, None], edges[1][:, None, :]]
    cells: Cells = np.diff(np.diff(corners, axis=1), axis=2)
    cells[:, 0, 2] += pushed
    return cells
