"""Tables that fit the width of the terminal and lose no character of a cell.

A table too wide breaks headings between words, then drops optional columns, breaks text between words, drops details,
and in the end gives each row a few lines.
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

COLUMN_GAP_CELLS = 2
MIN_WRAPPED_COLUMN_CELLS = 12


class TableColumn(NamedTuple):
    """A column. ``text`` may wrap between words; where space is short, ``optional`` goes first, then ``detail``."""

    heading: str
    right: bool = False
    text: bool = False
    optional: bool = False
    detail: bool = False


class TableRow(NamedTuple):
    """The cells of a row, printed in bold or not."""

    cells: tuple[str, ...]
    bold: bool = False


class TableLine(NamedTuple):
    """A line of a table as it is printed."""

    text: str
    bold: bool = False


def lines(columns: Sequence[TableColumn], rows: Sequence[TableRow], width: int) -> list[TableLine]:
    """Return the lines of a table that is at most ``width`` cells wide."""
    kept = kept_columns(columns, rows, width)
    some = [columns[place] for place in kept]
    cut = [TableRow(tuple(row.cells[place] for place in kept), row.bold) for row in rows]
    widths = _fit_widths(some, cut, width)
    return list(_stack_rows(some, cut, width) if widths is None else _table(some, cut, widths))


def kept_columns(columns: Sequence[TableColumn], rows: Sequence[TableRow], width: int) -> list[int]:
    """Return the places of the columns that a table of this width has: all of them, or those that fit, but details only
    if that makes it a table.
    """
    places = range(len(columns))
    needed = [place for place in places if not columns[place].optional]
    short = [place for place in needed if not columns[place].detail]
    for kept, may_wrap in ((list(places), False), (needed, True), (short, True)):
        some = [columns[place] if may_wrap else columns[place]._replace(text=False) for place in kept]
        cut = [TableRow(tuple(row.cells[place] for place in kept)) for row in rows]
        if _fit_widths(some, cut, width) is not None:
            return kept
    return needed


def wrapped(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """Return text as lines of at most ``width`` cells, broken at spaces only, with these indents.

    A number stays together with its sign of per cent, and with ± before it.
    """
    joined = text.replace(" %", "\xa0%").replace("± ", "±\xa0")
    broken = textwrap.wrap(
        joined, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False, break_long_words=False
    )
    return [line.replace("\xa0", " ") for line in broken]


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows of a label, an amount and a note in lines, one below the other."""
    wide, deep = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [f"  {row[0]:<{wide}}  {row[1]:>{deep}}  {' '.join(row[2:])}".rstrip() for row in rows]


def _natural_widths(columns: Sequence[TableColumn], rows: Sequence[TableRow]) -> list[int]:
    """Return the width of each column's longest cell."""
    cells = zip(*(row.cells for row in rows), strict=True) if rows else [()] * len(columns)
    return [max(map(cell_len, (column.heading, *each))) for column, each in zip(columns, cells)]


def _total_width(widths: Sequence[int]) -> int:
    return sum(widths) + COLUMN_GAP_CELLS * (len(widths) - 1)


def _fit_widths(columns: Sequence[TableColumn], rows: Sequence[TableRow], width: int) -> list[int] | None:
    """Return column widths, with headings and text wrapped where needed; None if that is not enough."""
    widths = _natural_widths(columns, rows)
    least = [_least_width(column, [row.cells[place] for row in rows]) for place, column in enumerate(columns)]
    while _total_width(widths) > width:
        wide = [place for place, each in enumerate(widths) if each > least[place]]
        if not wide:
            return None
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _least_width(column: TableColumn, cells: Sequence[str]) -> int:
    """Return the least width of a column that breaks no word, and no cell if it is not of text."""
    headings = column.heading.split()
    if not column.text:
        return max(map(cell_len, (*headings, *cells, "")))
    wide = min(MIN_WRAPPED_COLUMN_CELLS, max(map(cell_len, (column.heading, *cells))))
    return max(wide, *map(cell_len, (*headings, *(word for cell in cells for word in cell.split()), "")))


def _table(columns: Sequence[TableColumn], rows: Sequence[TableRow], widths: Sequence[int]) -> Iterator[TableLine]:
    headings = [wrapped(column.heading, width) for column, width in zip(columns, widths)]
    deep = max(map(len, headings))
    for heading in zip(*([""] * (deep - len(lines)) + lines for lines in headings), strict=True):
        yield from _row_lines(columns, TableRow(heading, bold=True), widths)
    yield TableLine("─" * _total_width(widths))
    for row in rows:
        yield from _row_lines(columns, row, widths)


def _row_lines(columns: Sequence[TableColumn], row: TableRow, widths: Sequence[int]) -> Iterator[TableLine]:
    """Yield the lines of a row: one, or several where text is wrapped."""
    parts = [
        wrapped(cell, width) or [""] if column.text else [cell]
        for column, cell, width in zip(columns, row.cells, widths)
    ]
    for number in range(max(map(len, parts))):
        cells = [cell[number] if number < len(cell) else "" for cell in parts]
        padded = (
            " " * (width - cell_len(cell)) + cell if column.right else cell + " " * (width - cell_len(cell))
            for column, cell, width in zip(columns, cells, widths)
        )
        yield TableLine((" " * COLUMN_GAP_CELLS).join(padded).rstrip(), row.bold)


def _stack_rows(columns: Sequence[TableColumn], rows: Sequence[TableRow], width: int) -> Iterator[TableLine]:
    """Yield each row as its first cell, then the others with their headings."""
    for row in rows:
        for text in wrapped(row.cells[0], width):
            yield TableLine(text, row.bold)
        others = [
            said if column.text or cell_len(said) > width - 2 * COLUMN_GAP_CELLS else said.replace(" ", "\xa0")
            for column, cell in zip(columns[1:], row.cells[1:], strict=True)
            if cell and (said := f"{column.heading} {cell}".strip())
        ]
        for text in wrapped(", ".join(others), width, "  ", "  "):
            yield TableLine(text, row.bold)
