"""Answers: the value of every move of a view, best first. Hints, bots, reviews and ``cardwright odds`` are uses of it.

A room that answers has a module, named by `Room.answers`, with a `Unit` named ``UNIT``, or a function ``unit(game)``
where the unit depends on the options, and the function

    evaluate(game, view, budget) -> tuple[Line, ...]

It sees a view and nothing else. Its lines are ordered by `ranked`. Randomness comes from `generator`, seeded from the
view, so that the same question has the same answer, to the byte.
"""

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import hypot
from random import Random
from statistics import pstdev
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from cardwright.game import Action, AnyGame, View
from cardwright.standard_error import NORMAL_95_FACTOR
from cardwright.wording import interval_by_ends

Value: TypeAlias = Fraction | int | float

MIN_MISTAKE_ERRORS = 2  # in standard errors: a smaller difference is not called a mistake
ROUGH_MARGIN_SHARE = 0.15  # of a chance; a larger one says too little to be shown
TOO_EARLY = "too early to tell a chance to win"
ROUGH = (
    f"While it is {TOO_EARLY}, the best move counts 100; one that counts 50 has about half its chance. "
    "Close counts may differ by chance."
)


class Unit(msgspec.Struct, frozen=True):
    """The unit of a game's values: "chance to win" is a "share", of 1; "points", "chips" and the like are a "value".

    A share is of the whole game, a value of the deal being played. ``of_result`` is False where a game's result is
    counted in something else.
    """

    name: str
    kind: Literal["share", "value"] = "value"
    of_result: bool = True

    @property
    def kind_of_error(self) -> Literal["share", "amount"]:
        """The kind of a column of errors or costs in this unit, which have no sign."""
        return "share" if self.kind == "share" else "amount"

    def text(self, value: Value, error: float = 0.0) -> str:
        """Return an amount in words: "4.25 points", or with a standard error "61.3 ± 2.1 % chance to win"."""
        margin = NORMAL_95_FACTOR * error
        if self.kind == "share":
            return _share_text(100 * float(value), 100 * margin, f" {self.name}")
        digits = max(map(_digits, (float(value), margin))) if margin < 1 else 1 if margin < 10 else 0
        shown = round(float(value), digits) + 0.0  # no "-0.00"
        return f"{shown:.{digits}f}{f' ± {margin:.{digits}f}' if error else ''} {self.name}"

    def short(self, value: Value, error: float = 0.0) -> str:
        """Return an amount without the name of a share: "2.2 %", "4.25 points"; with a standard error "2.2 ± 0.4 %"."""
        if self.kind == "share":
            return _share_text(100 * float(value), 100 * NORMAL_95_FACTOR * error, "")
        return self.text(value, error)


def _share_text(percent: float, margin: float, name: str) -> str:
    """Return a share and its whole, in words; an interval that would go past 0 or 100 % is written by its ends.

    >>> _share_text(46.6, 0.04, " to win"), _share_text(15.2, 29.4, " to win")
    ('46.60 ± 0.04 % to win', '15.2 % to win (0 to 45 %)')
    """
    if not margin:
        return f"{percent:.1f} %{name}"
    if ends := interval_by_ends(percent, margin):
        return f"{percent:.1f} %{name} {ends}"
    digits = _digits(margin, 1)
    return f"{percent:.{digits}f} ± {margin:.{digits}f} %{name}"


def _digits(value: float, least: int = 2) -> int:
    """Return the decimals of an amount: ``least``, or as many as show its first digit, up to four."""
    return next((digits for digits in range(least, 5) if round(abs(value), digits)), least)


class Figure(msgspec.Struct, frozen=True):
    """A part of a line's value, or a figure beside it: the points of the hand, or a "share" of 1."""

    name: str
    value: Value
    error: float = 0.0
    kind: Literal["share", "value"] = "value"


class Line(msgspec.Struct, frozen=True):
    """A move and its value in the game's unit. An ``error`` of 0 means exact; otherwise it is a standard error.

    ``gap_error`` is the standard error of the difference to the first line, where common samples make it smaller than
    the two errors together. ``reason`` is a sentence for a learner, "" if there is none.
    """

    action: Action
    value: Value
    error: float = 0.0
    parts: tuple[Figure, ...] = ()
    reason: str = ""
    gap_error: float | None = None


class Budget(msgspec.Struct, frozen=True):
    """The work that an answer may cost: ``samples``, 0 for the game's own number. Poker takes eight at least."""

    samples: int = 0


DEFAULT_BUDGET = Budget()


def ranked(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines best first; equal values keep their order. The first has an exact gap of 0."""
    best_first = sorted(lines, key=lambda line: -line.value)
    if best_first and best_first[0].gap_error is not None:
        best_first[0] = replace(best_first[0], gap_error=0.0)
    return tuple(best_first)


def misjudge(lines: Sequence[Line], rng: Random, factor: float) -> Line:
    """Return the line that looks best to a player whose judgement of each is off by ``factor`` times their spread."""
    spread = factor * pstdev([float(line.value) for line in lines])
    return max(lines, key=lambda line: float(line.value) + rng.gauss(0, spread))


def gap(best: Line, line: Line) -> tuple[Value, float]:
    """Return how much less a line is worth than the first, and the standard error of that difference."""
    if best.action == line.action:
        return 0, 0.0
    error = hypot(best.error, line.error) if line.gap_error is None else line.gap_error
    return best.value - line.value, error


def is_rough(unit: Unit, best: Line) -> bool:
    """Return whether the first line's chance is hardly known: then moves are only compared, by `of_best`."""
    return unit.kind == "share" and best.value > 0 and NORMAL_95_FACTOR * best.error >= ROUGH_MARGIN_SHARE


def of_best(value: Value, best: Value) -> str:
    """Return a value in words, where the best one counts 100.

    >>> of_best(0.1, 0.4)
    '25 of 100'
    """
    return f"{100 * float(value) / float(best):.0f} of 100"


def is_worse(best: Line, line: Line) -> bool:
    """Return whether a line is worth less than the first by more than chance explains."""
    less, error = gap(best, line)
    return less > MIN_MISTAKE_ERRORS * error


def seed_of(game: AnyGame, view: View) -> int:
    """Return a number that follows from the game, its options and the view alone.

    One more option of a game, or field of its view, gives other seeds, and so other samples.
    """
    settings = sorted(game.settings.items())
    asked = msgspec.json.encode((game.name, game.version, settings, view))
    return int.from_bytes(hashlib.sha256(asked).digest()[:8])


def generator(game: AnyGame, view: View) -> Random:
    """Return the source of randomness for an answer about this view."""
    return Random(seed_of(game, view))
