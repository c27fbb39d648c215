"""How reports are printed: the console, tables, wrapped text and JSON."""

import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence

import msgspec
from rich.console import Console
from rich.text import Text

from cardwright.terminal import storage
from cardwright.terminal.drawing.detect import letters_only
from cardwright.terminal.reports import tables
from cardwright.terminal.reports.tables import TableColumn, TableRow
from cardwright.wording import spreadsheet_cell

PIPED_REPORT_CELLS = 120


class ReportConsole(Console):
    """Rich's console, which leaves a closed pipe to the command line."""

    def on_broken_pipe(self) -> None:
        """Re-raise the BrokenPipeError that is being handled."""
        raise


def console() -> Console:
    """Return the console for reports: without colour in a pipe, where COLUMNS sets the width."""
    if sys.stdout.isatty():
        return ReportConsole(highlight=False)
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if columns.isascii() and columns.isdigit() and 0 < len(columns) < 5 else PIPED_REPORT_CELLS
    return ReportConsole(highlight=False, color_system=None, width=max(width, 20))


def print_table(columns: Sequence[TableColumn], rows: Sequence[TableRow]) -> list[str]:
    """Print a table as wide as the console, and return the headings of the details that do not fit."""
    out = console()
    plain = letters_only(ascii=False).ascii
    for line in tables.lines(columns, rows, out.width):
        text = line.text.replace("─", "-") if plain else line.text
        out.print(Text(text, style="bold" if line.bold else ""), soft_wrap=True)
    kept = tables.kept_columns(columns, rows, out.width)
    return [column.heading for place, column in enumerate(columns) if column.detail and place not in kept]


def print_wrapped(text: str, first: str = "", later: str = "") -> None:
    """Print text in lines as wide as the console, with these indents; a longer word, such as a path, stays whole."""
    for line in tables.wrapped(text, console().width, first, later):
        print(line)


def print_with_picture(file: str, draw: Callable[[], str], show: Callable[[], object]) -> int:
    """Write a picture to a file, "" for none, and print an answer; return the exit code.

    The picture comes first, since a reader of the answer may close its pipe early. The answer is printed also where the
    picture cannot be written.
    """
    try:
        if file:
            storage.write(file, draw())
    finally:
        show()
    return 0


def print_csv(names: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Print CSV with a line of column names; no cell is a formula."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([map(spreadsheet_cell, row) for row in rows])


def print_json(value: object) -> int:
    """Print a value as JSON, for people and programs, and return the exit code."""
    plain = json.loads(msgspec.json.encode(value))  # of structs too, and with null for what is no number in JSON
    print(json.dumps(plain, ensure_ascii=letters_only(ascii=False).ascii, indent=2))
    return 0
