"""``cardwright odds board``: the chance to win at a score, before a deal, and what a point more is worth."""

import argparse
from collections.abc import Callable
from fractions import Fraction

from cardwright.errors import BadOption
from cardwright.games.cribbage.odds.board import chance, precision
from cardwright.reports import Column, Report

MAX_AHEAD_POINTS = 8  # of the rows beside the score asked for


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser."""
    parser.add_argument("score", type=int, metavar="YOURS", help="your score")
    parser.add_argument("other", type=int, metavar="OTHER", help="the other player's score")
    parser.add_argument("--to", type=int, choices=(121, 61), default=121, help="the score that wins (default: 121)")


def report(given: argparse.Namespace, progress: Callable[[int, int], None]) -> Report:
    """Answer the command. Raises `BadOption` for a score past the end."""
    for score in (given.score, given.other):
        if not 0 <= score < given.to:
            raise BadOption("score", score, f"0 to {given.to - 1}")
    deals, error = precision()
    own = range(max(given.score - MAX_AHEAD_POINTS, 0), min(given.score + MAX_AHEAD_POINTS, given.to - 1) + 1)
    return Report(
        title=f"Chance to win against {given.other}, to {given.to}, before a deal",
        columns=(Column("your score", "count"), Column("you deal", "share"), Column("the other deals", "share")),
        rows=tuple(_row(score, given.other, given.to) for score in own),
        method=f"from {deals:,} sampled deals; the largest standard error is {100 * error:.3f} %",
        notes=("Both play alike, for points and not by the score.",),
    )


def _row(score: int, other: int, to: int) -> tuple[int, Fraction, Fraction]:
    own, others = to - score, to - other
    return score, Fraction(chance(own, others)), 1 - Fraction(chance(others, own))
