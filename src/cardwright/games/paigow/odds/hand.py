"""One hand of seven: what each setting wins, pushes and loses against every hand that the dealer may hold.

The count is exact: all 53,524,680 hands of seven from the 46 other cards, set by a house way.
"""

import functools
import itertools
from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.games.paigow import _kernels as setting_kernels
from cardwright.games.paigow.hands import BUG, high_first
from cardwright.games.paigow.house_way import WAYS, set_hand
from cardwright.games.paigow.odds import _kernels
from cardwright.games.paigow.odds.deals import HAND_CARDS, all_deals, encode


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
) -> list[SettingOdds]:
    """Return all 21 settings of seven cards, best first, against a dealer who sets by a house way.

    ``commission`` is in per cent of a win; ``ranks`` shortens the deck to its highest ranks. The first call numbers
    all hands, which takes seconds. Raises `BadCount` unless the seven cards are distinct, and `UnknownName` for a
    house way that does not exist.
    """
    held = tuple(sorted(set(cards)))
    if len(held) != HAND_CARDS or len(cards) != HAND_CARDS:
        raise BadCount(f"a hand is set from 7 distinct cards, and these are {len(held)}", len(cards))
    cells = _cells(held, dealer, wheel, ranks)
    chosen = {way: frozenset(set_hand(held, way, wheel).front) for way in WAYS}
    lost = 2 if copies == "push" else 1
    found = []
    for (front, foul), cell in zip(_fronts(held, wheel), cells, strict=True):
        win = 0 if foul else int(cell[0, 0])
        lose = int(cell.sum()) if foul else int(cell[lost:, lost:].sum())
        total = int(cell.sum())
        value = Fraction(win * (100 - commission), 100 * total) - Fraction(lose, total)
        back = tuple(card for card in held if card not in front)
        ways = tuple(way for way in WAYS if chosen[way] == set(front))
        shown = tuple(high_first(front)), tuple(high_first(back))
        found.append(SettingOdds(*shown, foul, win, total - win - lose, lose, value, ways))
    return sorted(found, key=lambda each: (-each.value, each.foul, each.lose))


def _fronts(held: tuple[Card, ...], wheel: str) -> list[tuple[tuple[Card, ...], bool]]:
    """Every two cards in front, and whether that is a foul."""
    values = _values(held, wheel)
    fouls = values[:, 0] > values[:, 1]
    return list(zip(itertools.combinations(held, 2), map(bool, fouls), strict=True))


def _values(held: tuple[Card, ...], wheel: str) -> NDArray[np.int32]:
    values = np.zeros((1, 21, 2), np.int32)
    setting_kernels.every_setting(np.array([held], np.uint8), int(wheel == "lowest"), values)
    found: NDArray[np.int32] = values[0]
    return found


def _cells(held: tuple[Card, ...], dealer: str, wheel: str, ranks: int) -> NDArray[np.int64]:
    """Return for each setting a table of 3 by 3: front, then back, each won (0), a copy (1) or lost (2)."""
    deals = all_deals(ranks, joker=True)
    (codes,) = encode(ranks, True, (dealer,), wheel)
    table = np.zeros((len(codes.fronts), len(codes.backs)), np.uint32)
    numbers = {_number(card, ranks) for card in held}
    rest = np.array([number for number in range(deals.cards) if number not in numbers], np.int32)
    _kernels.count_others(rest, deals.choose, _by_index(dealer, wheel, ranks), table)
    below = np.pad(table.cumsum(0, dtype=np.int64).cumsum(1), ((1, 0), (1, 0)))
    values = _values(held, wheel)
    edges = [
        np.stack(
            (
                np.zeros(21, np.intp),
                np.searchsorted(known, values[:, side], "left"),
                np.searchsorted(known, values[:, side], "right"),
                np.full(21, len(known)),
            ),
            axis=1,
        )
        for side, known in enumerate((codes.fronts, codes.backs))
    ]
    corners = below[edges[0][:, :, None], edges[1][:, None, :]]
    cells: NDArray[np.int64] = np.diff(np.diff(corners, axis=1), axis=2)
    return cells


@functools.lru_cache(maxsize=1)
def _by_index(dealer: str, wheel: str, ranks: int) -> NDArray[np.uint32]:
    """Return the dealer's code of every hand, by its index (53 cards: 620 MB)."""
    (codes,) = encode(ranks, True, (dealer,), wheel)
    return codes.codes[all_deals(ranks, joker=True).classes]


def _number(card: Card, ranks: int) -> int:
    """Return a card's number in `Deals`: by suits, ranks ascending from the lowest in the deck, the joker last."""
    if card == BUG:
        return 4 * ranks
    height = (card // 4 + 12) % 13  # 0 is a two, 12 an ace
    return card % 4 * ranks + height - (13 - ranks)
