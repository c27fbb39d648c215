"""The answer to a question of equity: what each hand wins, in all and with each category that it ends in."""

from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.equity.row_showdown import POT_UNITS_COUNT
from cardwright.standard_error import share_error, standard_error

OUTCOMES_COUNT = 3  # no part of the pot, a part, all of it
FIGURES_COUNT = OUTCOMES_COUNT + 2  # and the units won, and their squares

Figures: TypeAlias = tuple[int, ...]
"""Sums over deals, as in the tally of `_kernels.Showdown`."""


class HandEquity(NamedTuple):
    """The share of deals that a hand wins alone, the share that it ties, and its share of the pot.

    Each has a standard error, 0 where it is exact; ``error`` is that of the share of the pot. ``figures`` are those of
    each category of the (high) ranking.
    """

    win: Fraction
    tie: Fraction
    share: Fraction
    error: float
    win_error: float = 0.0
    tie_error: float = 0.0
    figures: tuple[Figures, ...] = ()

    @property
    def errors(self) -> tuple[float, float, float]:
        """The standard errors of win, tie and share."""
        return self.win_error, self.tie_error, self.error

    @property
    def lines(self) -> tuple["LineEquity", ...]:
        """The equity with each category that the hand can end in, the strongest first."""
        deals = sum(map(_deals, self.figures))
        return tuple(_line_equity(figures, deals, exact=not self.error) for figures in self.figures)


class LineEquity(NamedTuple):
    """How often a hand ends in a category: the share of deals, its standard error, and the equity over these deals.

    ``when_made`` has no lines of its own; it is None if the hand ended in the category in no deal.
    """

    made: Fraction
    made_error: float
    when_made: HandEquity | None


class Equity(NamedTuple):
    """The equity of each hand, over this number of ``deals``; ``exact`` is true if these are all deals."""

    hands: tuple[HandEquity, ...]
    deals: int
    exact: bool


def summary(tally: NDArray[np.object_], deals: int, exact: bool) -> Equity:
    """Return the equity of each player from the tally (player, category, figure) of ``deals`` deals."""
    return Equity(tuple(hand_equity(figures, exact) for figures in tally), deals, exact)


def hand_equity(by_line: NDArray[np.object_], exact: bool) -> HandEquity:
    """Return the equity of a player from the tally (category, figure)."""
    figures = tuple(map(tuple, by_line.tolist()))
    return _equity(tuple(map(sum, zip(*figures, strict=True))), exact)._replace(figures=figures)


def _deals(figures: Figures) -> int:
    return sum(figures[:OUTCOMES_COUNT])


def _equity(figures: Figures, exact: bool) -> HandEquity:
    deals, (_, tied, won, units, squares) = _deals(figures), figures
    win, tie, share = Fraction(won, deals), Fraction(tied, deals), Fraction(units, deals * POT_UNITS_COUNT)
    if exact:
        return HandEquity(win, tie, share, 0.0)
    variance = squares / (deals * POT_UNITS_COUNT**2) - float(share) ** 2
    error = standard_error(float(share), variance, deals)
    return HandEquity(win, tie, share, error, share_error(float(win), deals), share_error(float(tie), deals))


def _line_equity(figures: Figures, deals: int, exact: bool) -> LineEquity:
    in_line = _deals(figures)
    made = Fraction(in_line, deals)
    error = 0.0 if exact else share_error(float(made), deals)
    return LineEquity(made, error, _equity(figures, exact) if in_line else None)
