"""Pay tables: the coins that each line of a table pays for one coin, and the average pay of a hand."""

from collections.abc import Sequence
from fractions import Fraction

MAX_COINS_PER_COIN = 100_000


def average_pay(pays: Sequence[int], counts: Sequence[int]) -> Fraction:
    """Return the coins that a hand pays on average, from the pay and the number of hands of each line."""
    return Fraction(sum(map(int.__mul__, pays, counts)), sum(counts) or 1)


def percent_returned(value: Fraction) -> str:
    """Return an average pay for one coin as a percentage: "97.6833 %"."""
    return f"{100 * float(value):.4f} %"
