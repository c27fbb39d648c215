"""Reports of ``cardwright odds``, as a table, JSON or CSV."""

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cardwright import questions, report_chart
from cardwright.errors import CardwrightError
from cardwright.reports import Cell, Report, cell_text, grouped_rows
from cardwright.terminal.drawing import detect
from cardwright.terminal.reports import tables
from cardwright.terminal.reports.doctor import warn_if_slow
from cardwright.terminal.reports.printing import print_csv, print_json, print_table, print_with_picture, print_wrapped
from cardwright.terminal.reports.progress import progress


def odds(parsed: argparse.Namespace) -> int:
    """Answer a game's question and print the answer."""
    warn_if_slow()
    with progress("counting") as tick:
        report = questions.module(parsed.question).report(parsed, tick)
    return print_with_picture(
        parsed.svg,
        lambda: _drawn(report),
        lambda: print_found(report, as_json=parsed.as_json, as_csv=parsed.as_csv),
    )


def _drawn(report: Report) -> str:
    """Return the chart of an answer as a picture. Raises `CardwrightError` if it has none."""
    picture = report_chart.svg(report, "white")
    if not picture:
        raise CardwrightError("--svg: this answer has no chart")
    return picture


def print_found(report: Report, *, as_json: bool, as_csv: bool = False) -> None:
    """Print a report, as JSON, as CSV or as a table."""
    names, rows = [column.name for column in report.columns], [list(map(_plain, row)) for row in report.rows]
    if as_csv:
        print_csv(names, rows)
    elif as_json:
        listed = [dict(zip(names, row, strict=True)) for row in rows]
        print_json({"title": report.title, "method": report.method, "rows": listed, "notes": report.notes})
    else:
        print_report(report)


def print_report(report: Report) -> None:
    """Print a report as a table with its method and notes."""
    print_wrapped(report.title)
    print()
    columns = [
        tables.TableColumn(column.name, not column.is_text, text=column.kind == "words", detail=column.detail)
        for column in report.columns
    ]
    rows = [
        tuple(cell_text(cell, column) for cell, column in zip(row, report.columns, strict=True)) for row in report.rows
    ]
    bars = _bars(report)
    if bars:
        columns.append(tables.TableColumn("", optional=True))
        rows = [(*row, bar) for row, bar in zip(rows, bars, strict=True)]
    table_rows = list(map(tables.TableRow, rows))
    if report.grouped:
        columns, table_rows = columns[1:], list(_grouped(rows))
    left_out = print_table(columns, table_rows)
    for line in (report.method, *report.notes):
        print_wrapped(line)
    if left_out:
        print_wrapped(f"left out at this width: {', '.join(left_out)} (--json has them)")


def _grouped(rows: Sequence[tuple[str, ...]]) -> Iterator[tables.TableRow]:
    """Yield the rows without their first cells, which stand above those that share them."""
    for name, group in grouped_rows(rows):
        yield tables.TableRow((name, *[""] * (len(rows[0]) - 2)), bold=True)
        yield from (tables.TableRow(tuple(row)) for row in group)


def _bars(report: Report) -> list[str]:
    """Return a bar for each row, in letters where the terminal has no others."""
    bars = report_chart.cells(report)
    return ["#" * bar.count("█") for bar in bars] if detect.letters_only(ascii=False).ascii else bars


def _plain(cell: Cell) -> str | int | float | None:
    """Return a cell as JSON and CSV have it: a fraction as a number."""
    return float(cell) if isinstance(cell, Fraction) else cell
