"""Bars beside the rows of a report: as letters for a terminal, and as a picture in SVG."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cardwright.reports import Report, cell_text

MAX_BAR_CELLS = 20
EIGHTHS = "▏▎▍▌▋▊▉█"
ROW, HEADING, MARGIN, BARS, RIGHT = 24, 30, 8, 260, 90  # in the units of the SVG, as are the next
LETTER, BOLD_LETTER = 7.2, 8.2  # the width that is enough for most letters
MAX_LABEL_CHARS = 30


class Bar(NamedTuple):
    """A row of the chart; ``value`` is None where the report has none."""

    label: str
    value: float | None
    text: str


def bars(report: Report) -> list[Bar]:
    """Return a bar for each row: the column that the report names; [] if it names none or no row has a value."""
    place = next((place for place, column in enumerate(report.columns) if column.name == report.bars), None)
    if place is None:
        return []
    before = list(enumerate(report.columns[:place]))
    texts = [at for at, column in before if column.is_text][:2]
    labels = texts or [at for at, column in before if column.kind == "count"][:2]
    if len({row[at] for row in report.rows for at in labels[:1]}) == len(report.rows):
        del labels[1:]  # a second one would only make the letters smaller
    bars_of_rows = [
        Bar(
            " | ".join(cell_text(row[at], report.columns[at]) for at in labels),
            None if isinstance(value := row[place], str) or value is None else float(value),
            cell_text(row[place], report.columns[place]),
        )
        for row in report.rows
    ]
    return bars_of_rows if any(bar.value is not None for bar in bars_of_rows) else []


def _range(bars: Sequence[Bar]) -> tuple[float, float]:
    """Return the least and the greatest end of a bar; all begin at 0."""
    values = [bar.value for bar in bars if bar.value is not None]
    low, high = min(0.0, *values), max(0.0, *values)
    return low, high if high > low else low + 1.0


def cells(report: Report) -> list[str]:
    """Return a bar for each row in letters, [] without a chart; those below 0 go left from a common line."""
    drawn = bars(report)
    if not drawn:
        return []
    low, high = _range(drawn)
    before = round(-low / (high - low) * MAX_BAR_CELLS)
    return [_cell(bar.value or 0.0, before, MAX_BAR_CELLS / (high - low)) for bar in drawn]


def _cell(value: float, before: int, scale: float) -> str:
    if value < 0:
        return ("█" * max(round(-value * scale), 1)).rjust(before)
    whole, eighths = divmod(round(value * scale * 8), 8)
    return " " * before + "█" * whole + (EIGHTHS[eighths - 1] if eighths else "")


def svg(report: Report, ground: str = "none", *, heading: bool = True) -> str:
    """Return the bars as a picture on this colour, "" for a report without. Other colours come from the page.

    It is as narrow as its labels allow, so that its letters can be read on a telephone.
    """
    drawn = bars(report)
    if not drawn:
        return ""
    low, high = _range(drawn)
    title = f"{report.title}: {report.bars}"
    left_of_bars = 2 * MARGIN + round(LETTER * max(len(bar.label[:MAX_LABEL_CHARS]) for bar in drawn))
    width = max(left_of_bars + BARS + RIGHT, 2 * MARGIN + round(BOLD_LETTER * len(title)) if heading else 0)
    top = MARGIN + HEADING * heading
    height = top + ROW * len(drawn) + MARGIN
    scale = BARS / (high - low)
    zero = round(left_of_bars - low * scale, 1)
    parts = [
        f'<svg class="report-bars" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="13" fill="currentColor">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width}" height="{height}" fill="{ground}"/>'
    ]
    if heading:
        parts.append(f'<text x="{MARGIN}" y="22" font-weight="bold">{escape(title)}</text>')
    for row, bar in enumerate(drawn):
        y = top + ROW * row
        label = escape(bar.label[:MAX_LABEL_CHARS])
        parts.append(f'<text x="{left_of_bars - MARGIN}" y="{y + 16}" text-anchor="end">{label}</text>')
        if bar.value is None:
            continue
        length = round(max(abs(bar.value) * scale, 1), 1)
        left, kind, shade = (zero, "up", 1) if bar.value >= 0 else (round(zero - length, 1), "down", 0.55)
        parts.append(
            f'<rect class="{kind}" x="{left}" y="{y + 3}" width="{length}" height="16" opacity="{shade}"/>'
            f'<text x="{left_of_bars + BARS + MARGIN}" y="{y + 16}">{escape(bar.text)}</text>'
        )
    parts.append(f'<path d="M{zero} {top - 2}V{height - 6}" stroke="currentColor" opacity=".5"/>')
    return "".join([*parts, "</svg>\n"])
