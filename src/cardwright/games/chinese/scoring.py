"""The points of a showdown: two players' rows compared, with fouls, scoops and ties (CP5 to CP8)."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardwright.games.chinese.events import Comparison, Hand, Showdown
from cardwright.games.chinese.rows import Rows

ROWS = ("front", "middle", "back")
SCORINGS = ("2-4", "1-6", "rows")
ALL_ROWS = len(ROWS)


class Scale(NamedTuple):
    """The points beside one for each row: for ``most`` rows, and for a ``sweep`` of all three."""

    most: int
    sweep: int

    @property
    def scooped(self) -> int:
        """The points of a player who wins all three rows, or whose opponent fouls."""
        return ALL_ROWS + self.most + self.sweep


def scale(scoring: str, scoop: int) -> Scale:
    """Return the points of a way of scoring, with a table's extra points for a scoop."""
    return {"2-4": Scale(1, scoop), "1-6": Scale(0, 3 + scoop), "rows": Scale(0, scoop)}[scoring]


def points(scale: Scale, rows: Sequence[int]) -> int:
    """Return the points of a player from three rows: 1 for each won, -1 lost, 0 tied."""
    return int(all_points(scale, *(np.array([row], np.int8) for row in rows))[0])


def all_points(
    scale: Scale, front: NDArray[np.int8], middle: NDArray[np.int8], back: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return the points of many comparisons: the sum of the rows, and the bonus for two or three of them."""
    total = front + middle + back
    points_: NDArray[np.int8] = total + 0
    if scale.sweep:
        points_ += np.int8(scale.sweep) * ((total == ALL_ROWS).astype(np.int8) - (total == -ALL_ROWS))
    if scale.most:
        rows_won = (front > 0).astype(np.int8) + (middle > 0) + (back > 0)
        rows_lost = (front < 0).astype(np.int8) + (middle < 0) + (back < 0)
        points_ += np.int8(scale.most) * ((rows_won > 1).astype(np.int8) - (rows_lost > 1))
    return points_


def showdown(rows: Rows, scale: Scale, hands: Sequence[Hand]) -> Showdown:
    """Compare every hand with every other."""
    strengths = [
        (rows.front_strength(hand.front), rows.row_strength(hand.middle), rows.row_strength(hand.back))
        for hand in hands
    ]
    compared = []
    gained = [0] * len(hands)
    for first, second in combinations(range(len(hands)), 2):
        won, points_ = _compare(scale, hands[first], hands[second], strengths[first], strengths[second])
        compared.append(Comparison(first, second, won, points_))
        gained[first] += points_
        gained[second] -= points_
    return Showdown(tuple(hands), tuple(compared), tuple(gained))


def _compare(
    scale: Scale,
    first: Hand,
    second: Hand,
    first_strengths: tuple[int, int, int],
    second_strengths: tuple[int, int, int],
) -> tuple[tuple[int, int, int], int]:
    """Return the three rows and the points; a foul loses all rows, two fouls nothing."""
    if first.foul or second.foul:
        sign = int(second.foul) - int(first.foul)
        return (sign, sign, sign), sign * scale.scooped
    front, middle, back = ((a > b) - (a < b) for a, b in zip(first_strengths, second_strengths, strict=True))
    return (front, middle, back), points(scale, (front, middle, back))
