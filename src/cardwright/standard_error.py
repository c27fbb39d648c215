"""The standard error of a sampled value, such that 1.96 of it on both sides cover the truth 95 times of 100.

The deviation of the samples over the root of their number covers too seldom where they are few, and where an outcome is
rare: after 30 wins of 30 it would be 0. So two more samples are assumed at each end of the range of a value, and their
number counts as two less, as for Student's distribution. For shares of any size, from three samples on, this covers the
truth at least 93 times of 100. It is never 0, which means exact.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

NORMAL_95_FACTOR = 1.959963985  # standard errors in half of a 95 % interval
END_SAMPLES_COUNT = 2  # assumed at each end
MIN_SHOWN_SAMPLES = 8  # of a share: with fewer, all shares may lie in a 95 % interval


def standard_error(mean: float, variance: float, count: float, low: float = 0.0, high: float = 1.0) -> float:
    """Return the error of the mean of ``count`` samples with values from ``low`` to ``high``."""
    ends = (mean - low) ** 2 + (high - mean) ** 2
    return sqrt((count * max(variance, 0.0) + END_SAMPLES_COUNT * ends) / (count * max(count - 2, 1)))


def share_error(share: float, count: float) -> float:
    """Return the error of a share of samples."""
    return standard_error(share, share * (1 - share), count)


def mean_error(values: NDArray[np.generic], low: float = 0.0, high: float = 1.0) -> float:
    """Return the error of the mean of samples."""
    return standard_error(float(values.mean()), float(values.var()), len(values), low, high)


def gap_error(values: NDArray[np.generic], reach: float = 1.0) -> float:
    """Return the error of the mean of differences, each of at most ``reach``."""
    return mean_error(values, -reach, reach)
