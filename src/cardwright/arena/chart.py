"""A chart of bots and their results with 95 % intervals, as SVG."""

from collections.abc import Sequence
from html import escape
from math import isfinite

from cardwright.arena.estimates import Estimate

WIDTH, ROW, TOP, LEFT, RIGHT = 720, 28, 36, 220, 90  # in the units of the SVG


def chart(title: str, estimates: Sequence[tuple[str, Estimate]]) -> str:
    """Return a chart with a row for each bot: a dot, its interval as a line, and its value.

    Of one deal the interval is infinite, and no line is drawn.
    """
    rows = [(name, value.mean, value.margin if isfinite(value.margin) else 0.0) for name, value in estimates]
    low = min(mean - margin for _, mean, margin in rows)
    high = max(mean + margin for _, mean, margin in rows)
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1)
    height = TOP + ROW * len(estimates)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" '
        f'font-size="13" fill="currentColor" stroke="none"><title>{escape(title)}</title>',
        f'<text x="8" y="20" font-weight="bold">{escape(title)}</text>',
    ]
    for row, (name, mean, margin) in enumerate(rows):
        y = TOP + ROW * row + ROW / 2
        left, middle, right = (round(LEFT + (each - low) * scale, 1) for each in (mean - margin, mean, mean + margin))
        digits = 0 if abs(mean) >= 100 else 3
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<path d="M{left} {y}H{right}M{left} {y - 5}v10M{right} {y - 5}v10" stroke="currentColor" fill="none"/>'
            if margin
            else "",
            f'<circle cx="{middle}" cy="{y}" r="4"/>',
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4}">{mean:.{digits}f}</text>',
        ]
    return "".join([*parts, "</svg>\n"])
