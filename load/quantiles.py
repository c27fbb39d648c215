"""The times of a load test in three figures."""

from collections.abc import Sequence
from typing import NamedTuple


class Quantiles(NamedTuple):
    """The median, the 99th percentile and the longest of some times, in milliseconds."""

    median: float
    high: float
    longest: float

    @classmethod
    def of(cls, times: Sequence[float]) -> "Quantiles":
        """Return those of times in seconds."""
        ordered = sorted(times)
        return cls(*(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * at))] for at in (0.5, 0.99, 1)))
