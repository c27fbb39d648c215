"""Bars beside the rows of a report: as letters for a terminal, and as a picture in SVG."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from cardwright.reports import Report, cell_text

BAR_CELLS = 20  # of the widest bar in a terminal
EIGHTHS = "▏▎▍▌▋▊▉█"
WIDTH, ROW, TOP, LEFT, RIGHT = 720, 24, 36, 220, 90  # in the units of the SVG
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
    labels = [at for at, column in enumerate(report.columns[:place]) if column.kind in ("text", "count")][:2]
    found = [
        Bar(
            " | ".join(cell_text(row[at], report.columns[at]) for at in labels),
            None if isinstance(value := row[place], str) or value is None else float(value),
            cell_text(row[place], report.columns[place]),
        )
        for row in report.rows
    ]
    return found if any(bar.value is not None for bar in found) else []


def _range(found: Sequence[Bar]) -> tuple[float, float]:
    """Return the least and the greatest end of a bar; all begin at 0."""
    values = [bar.value for bar in found if bar.value is not None]
    low, high = min(0.0, *values), max(0.0, *values)
    return low, high if high > low else low + 1.0


def cells(report: Report) -> list[str]:
    """Return a bar for each row in letters, [] without a chart; those below 0 go left from a common line."""
    found = bars(report)
    if not found:
        return []
    low, high = _range(found)
    before = round(-low / (high - low) * BAR_CELLS)
    return [_cell(bar.value or 0.0, before, BAR_CELLS / (high - low)) for bar in found]


def _cell(value: float, before: int, scale: float) -> str:
    if value < 0:
        return ("█" * max(round(-value * scale), 1)).rjust(before)
    whole, eighths = divmod(round(value * scale * 8), 8)
    return " " * before + "█" * whole + (EIGHTHS[eighths - 1] if eighths else "")


def svg(report: Report, ground: str = "none") -> str:
    """Return the bars as a picture on this colour, "" for a report without. Other colours are those of the page."""
    found = bars(report)
    if not found:
        return ""
    low, high = _range(found)
    scale = (WIDTH - LEFT - RIGHT) / (high - low)
    zero = round(LEFT - low * scale, 1)
    title = escape(f"{report.title}: {report.bars}")
    height = TOP + ROW * len(found) + 8
    parts = [
        f'<svg class="report-bars" viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg" '
        f'font-family="sans-serif" font-size="13" fill="currentColor"><title>{title}</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="{ground}"/>'
        f'<text x="8" y="20" font-weight="bold">{title}</text>'
    ]
    for row, bar in enumerate(found):
        y = TOP + ROW * row
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 16}" text-anchor="end">{escape(bar.label[:MAX_LABEL_CHARS])}</text>'
        )
        if bar.value is None:
            continue
        width = round(max(abs(bar.value) * scale, 1), 1)
        left, kind, shade = (zero, "up", 1) if bar.value >= 0 else (round(zero - width, 1), "down", 0.55)
        parts.append(
            f'<rect class="{kind}" x="{left}" y="{y + 3}" width="{width}" height="16" opacity="{shade}"/>'
            f'<text x="{WIDTH - RIGHT + 10}" y="{y + 16}">{escape(bar.text)}</text>'
        )
    parts.append(f'<path d="M{zero} {TOP - 2}V{height - 6}" stroke="currentColor" opacity=".5"/>')
    return "".join([*parts, "</svg>\n"])
