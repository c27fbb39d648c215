"""Answers as data: a table with a title and notes, which an interface prints as text, JSON or CSV."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from cardwright.wording import percent

Cell: TypeAlias = str | int | Fraction | None
Kind: TypeAlias = Literal["text", "words", "count", "share", "amount", "value"]


class Column(msgspec.Struct, frozen=True):
    """A column: ``kind`` is "text", "words" (text that may be broken over lines), "count" (an integer), "share" (a
    fraction of 1), "amount" (another fraction), or "value" (a fraction with its sign). ``titles`` are shown to people
    for the names in a text, which stand between commas. A ``detail`` is left out where a terminal is too narrow.
    """

    name: str
    kind: Kind = "text"
    titles: Mapping[str, str] = {}
    detail: bool = False

    @property
    def is_text(self) -> bool:
        """Return whether the cells are text, not numbers."""
        return self.kind in ("text", "words")


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A table of exact numbers. ``method`` says how they were found ("exact: 53,524,680 hands").

    ``bars`` is the name of the column that a chart shows, "" for none. Of ``grouped`` rows those with the same first
    cell follow one another, and that cell is shown once, above them.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    method: str
    notes: tuple[str, ...] = ()
    bars: str = ""
    grouped: bool = False


def grouped_rows(rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, list[Sequence[str]]]]:
    """Yield the first cells of rows in words, each with the other cells of the rows that share it."""
    for name, group in itertools.groupby(rows, key=lambda row: row[0]):
        yield name, [row[1:] for row in group]


def cell_text(cell: Cell, column: Column) -> str:
    """Return a cell as people read it: a share as a percentage, a value with its sign."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return ", ".join(column.titles.get(name, name) for name in cell.split(", ")) if column.titles else cell
    if column.kind == "share" and cell >= 0:
        return percent(Fraction(cell))
    if column.kind == "amount":
        return f"{float(cell):.4f}"
    if column.kind in ("share", "value"):
        return f"{float(cell):+.4f}"
    return f"{cell:,}"


def round_to(value: float | Fraction, digits: int = 9) -> Fraction:
    """Return a sampled or solved value as a fraction with this number of decimals."""
    exact = value if isinstance(value, Fraction) else float(value)  # an array's number may be of single precision
    return Fraction(round(exact * 10**digits), 10**digits)


class Statistic(msgspec.Struct, frozen=True):
    """A figure that a game counts for a player, over many games.

    ``name`` names its counts in a `Tally` and in the summaries that are kept, ``label`` is shown to people. ``kind``: a
    "mean" per case, a "share" of the cases, the "best" of all, or a "total". ``beside`` is a number to compare it with,
    such as the value for experts.
    """

    name: str
    label: str
    kind: Literal["mean", "share", "best", "total"] = "mean"
    beside: str = ""


class Tally:
    """The figures of a game, being counted: a total and the number of cases of each, by name."""

    def __init__(self) -> None:
        self.figures: dict[str, tuple[float, int]] = {}

    def add(self, name: str, value: float, cases: int = 1) -> None:
        """Add to a mean, a share or a total."""
        total, count = self.figures.get(name, (0, 0))
        self.figures[name] = (total + value, count + cases)

    def best(self, name: str, value: float) -> None:
        """Note a value of which the best counts."""
        self.figures[name] = (max(value, self.figures.get(name, (value, 0))[0]), 1)
