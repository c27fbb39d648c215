"""The table of hands as a page for a rule book: Markdown, HTML, CSV, or a chart as SVG.

Each line has an example, its exact count, its share of all hands, and the derivation of the count.
"""

import csv
import io
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape

import msgspec

from cardwright.errors import UnknownName
from cardwright.ranking.derivation import Derivation, derive
from cardwright.ranking.model import Declaration
from cardwright.ranking.pay_table import average_pay, percent_returned
from cardwright.ranking.survey import survey
from cardwright.wording import as_markdown, percent, spreadsheet_cell

BAR_PX, ROW_PX, LABEL_PX, NUMBER_PX = 320, 26, 190, 150  # of the chart
MIN_BAR_PX = 2


class BookLine(msgspec.Struct, frozen=True):
    """A line of the table: ``reasons`` are the derivation of its count, ``pays`` its pay (None in a table without)."""

    name: str
    example: str
    count: int
    share: Fraction
    reasons: tuple[str, ...]
    pays: int | None = None


def book_lines(declaration: Declaration) -> tuple[BookLine, ...]:
    """Return the lines of a table, strongest first."""
    counted = survey(declaration)
    examples = counted.examples()
    derived: Sequence[Derivation] = derive(declaration)
    short = declaration.deck.short_of
    return tuple(
        BookLine(
            category.name,
            short(examples[index]) if index in examples else "",
            count,
            share(count, counted.total),
            derivation.reasons,
            category.pays if declaration.pays else None,
        )
        for index, (category, count, derivation) in enumerate(
            zip(declaration.categories, counted.taken(), derived, strict=True)
        )
    )


def share(count: int, total: int) -> Fraction:
    """Return a part of all hands."""
    return Fraction(count, total or 1)


def markdown(declaration: Declaration) -> str:
    """Return the report as Markdown: a table, and the derivations below it."""
    lines = book_lines(declaration)
    rows = [
        f"| {as_markdown(line.name)} | {as_markdown(line.example)} | {line.count:,} | {percent(line.share)} |"
        + _pay(line, " {:,} |")
        for line in lines
    ]
    derivations = [
        f"- **{as_markdown(line.name)}**, {line.count:,}: {'; '.join(map(as_markdown, line.reasons))}"
        for line in lines
        if line.count
    ]
    head = [f"# {as_markdown(declaration.title)}", "", _subtitle(declaration, lines), ""]
    pays = bool(declaration.pays)
    table = ["| hand | example | number | share |" + " pays |" * pays, "|---|---|--:|--:|" + "--:|" * pays, *rows, ""]
    return "\n".join([*head, *table, "## How the numbers come about", "", *derivations, ""])


def _pay(line: BookLine, pattern: str) -> str:
    """Return the pay of a line in a pattern; nothing in a table without pays."""
    return "" if line.pays is None else pattern.format(line.pays)


def _subtitle(declaration: Declaration, lines: Sequence[BookLine]) -> str:
    total = sum(line.count for line in lines)
    thing = f"{declaration.size} dice" if declaration.dice else f"{declaration.size} of {declaration.deck.size} cards"
    text = f"{thing}: {total:,} {'throws' if declaration.dice else 'hands'}, the strongest first."
    value = average_pay(declaration.pays, [line.count for line in lines])
    return text + (f" As dealt it returns {percent_returned(value)} of what is bet." if declaration.pays else "")


def html(declaration: Declaration) -> str:
    """Return the report as a page of HTML that needs nothing else."""
    lines = book_lines(declaration)
    rows = "".join(
        f"<tr><th>{escape(line.name)}</th><td>{escape(line.example)}</td><td>{line.count:,}</td>"
        f"<td>{percent(line.share)}</td>{_pay(line, '<td>{:,}</td>')}</tr>\n"
        for line in lines
    )
    derivations = "".join(
        f"<dt>{escape(line.name)}, {line.count:,}</dt>"
        + "".join(f"<dd>{escape(reason)}</dd>" for reason in line.reasons)
        + "\n"
        for line in lines
    )
    title = escape(declaration.title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>\n'
        f"<h1>{title}</h1>\n<p>{escape(_subtitle(declaration, lines))}</p>\n"
        f"<table><thead><tr><th>Hand</th><th>Example</th><th>Number</th><th>Share</th>"
        f"{'<th>Pays</th>' * bool(declaration.pays)}</tr></thead><tbody>\n"
        f"{rows}</tbody></table>\n{chart(lines)}\n<h2>How the numbers come about</h2>\n<dl>\n{derivations}</dl>\n"
        "</body></html>\n"
    )


def comma_separated(declaration: Declaration) -> str:
    """Return the report as CSV, with shares as exact decimals of 12 places."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hand", "example", "number", "share", "derivation", *["pays"] * bool(declaration.pays)))
    for line in book_lines(declaration):
        name, part = spreadsheet_cell(line.name), f"{float(line.share):.12f}"
        row = name, line.example, line.count, part, "; ".join(line.reasons)
        writer.writerow(row if line.pays is None else (*row, line.pays))
    return out.getvalue()


def svg(declaration: Declaration) -> str:
    """Return a chart of the counts that needs nothing else."""
    return chart(book_lines(declaration)) + "\n"


def chart(lines: Sequence[BookLine]) -> str:
    """Return a bar for each line, on a logarithmic scale, since rare hands are millions of times rarer."""
    most = max((math.log10(line.count + 1) for line in lines), default=1) or 1
    width, height = LABEL_PX + BAR_PX + NUMBER_PX, ROW_PX * len(lines) + 24
    parts = []
    for place, line in enumerate(lines):
        y = ROW_PX * place
        bar = max(BAR_PX * math.log10(line.count + 1) / most, MIN_BAR_PX) if line.count else 0
        parts.append(
            f'<text x="{LABEL_PX - 8}" y="{y + 18}" text-anchor="end">{escape(line.name[:26])}</text>'
            f'<rect x="{LABEL_PX}" y="{y + 5}" width="{bar:.1f}" height="{ROW_PX - 10}" fill="#1d5c46"/>'
            f'<text x="{LABEL_PX + bar + 6:.1f}" y="{y + 18}">{line.count:,}</text>'
        )
    note = f'<text x="{LABEL_PX}" y="{height - 6}" font-size="11">logarithmic scale</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="13" fill="#1f2420">{"".join(parts)}{note}</svg>'
    )


FORMATS: Mapping[str, Callable[[Declaration], str]] = {
    "md": markdown,
    "html": html,
    "csv": comma_separated,
    "svg": svg,
}


def report(declaration: Declaration, form: str) -> str:
    """Return the report in a format: "md", "html", "csv" or "svg". Raises `UnknownName`."""
    if form not in FORMATS:
        raise UnknownName("format", form, FORMATS)
    return FORMATS[form](declaration)
