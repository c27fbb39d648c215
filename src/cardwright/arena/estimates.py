"""Estimates of means from independent deals: intervals, adjustment for luck, and when a match is decided.

Adjusted results are those less multiples of the luck, which are found on the other half of the deals, so that nothing
is biased. A match that may stop early is decided by a confidence sequence, which holds at all its looks together (the
asymptotic one of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, 2021).
"""

from math import log, sqrt
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.standard_error import NORMAL_95_FACTOR, mean_error

Results = NDArray[np.float64]  # a row for each deal, a column for each bot
Ends: TypeAlias = tuple[float, float]

INTERVAL_ERROR_SHARE = 0.05
RIDGE_SHARE = 0.1  # of the squares of luck: few deals would else find factors by chance
MIN_DEALS_BEFORE_LOOK = 32  # so that the spread is known


class Estimate(msgspec.Struct, frozen=True):
    """A mean and half the width of its 95 % interval."""

    mean: float
    margin: float


def sequence_margin(values: Results, ends: Ends | None = None) -> float:
    """Return half the width of the 95 % confidence sequence of a mean, which holds at all numbers of deals together."""
    count = len(values)
    spread = _error(values, ends) * sqrt(count)
    # The variance of the mixture, best for about 10 times the deals of the first look.
    weight = (-2 * log(INTERVAL_ERROR_SHARE) + log(-2 * log(INTERVAL_ERROR_SHARE)) + 1) / (10 * MIN_DEALS_BEFORE_LOOK)
    grown = count * weight + 1
    return spread * sqrt(2 * grown / (count**2 * weight) * log(sqrt(grown) / INTERVAL_ERROR_SHARE))


def estimate(values: Results, ends: Ends | None = None) -> Estimate:
    """Return the mean of independent values with its 95 % interval. ``ends`` are the least and the greatest value.

    Where they are not known they are taken to be one unit below and above the mean: no result is certain.
    """
    margin = NORMAL_95_FACTOR * _error(values, ends) if len(values) > 1 else float("inf")
    return Estimate(float(values.mean()), margin)


def _error(values: Results, ends: Ends | None) -> float:
    if ends is not None:
        return mean_error(values, *ends)
    # Without ends that widen it, the interval of few deals covers too seldom: they count as three less, not two.
    mean, count = float(values.mean()), len(values)
    return mean_error(values, mean - 1, mean + 1) * sqrt(max(count - 2, 1) / max(count - 3, 1))


def adjust(values: Results, luck: Results) -> Results:
    """Return the values less the part that luck (a row for each way to measure it) explains.

    Of several ways the first is luck in the results' own unit and is taken out whole; the factors of the others, or
    that of the only one, are found for each half of the deals on the other half, by ridge regression.
    """
    luck = np.atleast_2d(luck)
    less: Results = values - luck[0]
    rest = luck[1:] if len(luck) > 1 else luck
    for half in (slice(0, None, 2), slice(1, None, 2)):
        other = slice(1 - half.start, None, 2)
        less[half] -= _factors(rest[:, other], (values - luck[0])[other]) @ rest[:, half]
    return less


def _factors(luck: Results, values: Results) -> Results:
    """Return the regression factors of the values on each measure of luck, shrunk towards 0; 0 without values.

    Deals with much luck count for less, or a few pots of all chips would determine the factors.
    """
    if not len(values):
        return np.zeros(len(luck))
    size = np.sqrt((luck**2).mean(axis=1, keepdims=True))
    unit = np.divide(luck, size, out=np.zeros_like(luck), where=size > 0)
    weighed = unit / (1 + (unit**2).mean(axis=0))
    square = weighed @ unit.T + RIDGE_SHARE * luck.shape[1] * np.eye(len(luck))
    factors_of_unit: Results = np.linalg.solve(square, weighed @ (values - values.mean()))
    scaled: Results = np.divide(factors_of_unit, size[:, 0], out=np.zeros_like(factors_of_unit), where=size[:, 0] > 0)
    return scaled
