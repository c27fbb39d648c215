"""A chart of bots and their results with 95 % intervals, as SVG."""

from collections.abc import Sequence
from html import escape
from math import isfinite

from cardwright.arena.match import Estimate

WIDTH, ROW, TOP, LEFT, RIGHT = 720, 28, 36, 220, 90  # in the units of the SVG


def chart(title: str, shown: Sequence[tuple[str, Estimate]]) -> str:
    """Return a chart with a row for each bot: a dot, its interval as a line, and its value.

    Of one deal the interval is infinite, and no line is drawn.
    """
    margins = [value.margin if isfinite(value.margin) else 0.0 for _, value in shown]
    low = min(value.mean - margin for (_, value), margin in zip(shown, margins, strict=True))
    high = max(value.mean + margin for (_, value), margin in zip(shown, margins, strict=True))
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1)
    height = TOP + ROW * len(shown)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" '
        f'font-size="13" fill="currentColor" stroke="none"><title>{escape(title)}</title>',
        f'<text x="8" y="20" font-weight="bold">{escape(title)}</text>',
    ]
    for row, ((name, value), margin) in enumerate(zip(shown, margins, strict=True)):
        y = TOP + ROW * row + ROW / 2
        left, middle, right = (
            round(LEFT + (each - low) * scale, 1) for each in (value.mean - margin, value.mean, value.mean + margin)
        )
        digits = 0 if abs(value.mean) >= 100 else 3
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<path d="M{left} {y}H{right}M{left} {y - 5}v10M{right} {y - 5}v10" stroke="currentColor" fill="none"/>'
            if margin
            else "",
            f'<circle cx="{middle}" cy="{y}" r="4"/>',
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4}">{value.mean:.{digits}f}</text>',
        ]
    return "".join([*parts, "</svg>\n"])
