"""Small charts as SVG: the latest scores, the shares of games won, drawn and lost, and accuracy over time."""

from collections.abc import Sequence
from math import floor

from markupsafe import Markup

from cardwright.answers import Unit
from cardwright.play import review_chart
from cardwright.play.statistics import ReviewedGame

WIDTH, HEIGHT = 300, 64  # of a chart of scores
BAR_HEIGHT_PX = 12
BAR_GAP_SHARE = 0.25
SHARE = Unit("accuracy", "share")
MAX_BAR_WIDTH = 24


def scores(values: Sequence[int], words: str) -> Markup:
    """Return a bar for each score, up or down from zero; ``words`` describe the chart."""
    high, low = max(0, *values), min(0, *values)
    scale = (HEIGHT - 2) / ((high - low) or 1)
    zero = 1 + high * scale
    room = min(WIDTH / len(values), MAX_BAR_WIDTH)
    bars = [_bar(place * room, room * (1 - BAR_GAP_SHARE), value, zero, scale) for place, value in enumerate(values)]
    axis = f'<path class="axis" d="M0 {zero:.1f}H{WIDTH}"/>'
    return _svg("scores", HEIGHT, words, "".join(bars) + axis)


def _bar(left: float, width: float, value: int, zero: float, scale: float) -> str:
    tall = max(abs(value) * scale, 1)
    top = zero - tall if value >= 0 else zero
    kind = "up" if value > 0 else "down" if value < 0 else "none"
    box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{tall:.1f}"'
    return f'<rect class="{kind}" {box} rx="1.5"><title>{value:,}</title></rect>'


def shares(won: int, drawn: int, lost: int) -> Markup:
    """Return one bar with the games won, drawn and lost side by side."""
    total, left, parts = won + drawn + lost, 0.0, []
    for kind, count in (("up", won), ("none", drawn), ("down", lost)):
        width = WIDTH * count / (total or 1)
        parts.append(f'<rect class="{kind}" x="{left:.1f}" y="0" width="{width:.1f}" height="{BAR_HEIGHT_PX}"/>')
        left += width
    return _svg("shares", BAR_HEIGHT_PX, f"{won} won, {drawn} drawn, {lost} lost", "".join(parts))


def accuracies(reviewed: Sequence[ReviewedGame]) -> Markup:
    """Return a line through the accuracies of reviewed games, from the first of them to the last."""
    low = floor(10 * min(each.accuracy for each in reviewed)) / 10
    first, last = reviewed[0].number, reviewed[-1].number
    scale = review_chart.Scale(first, last, min(low, 0.9), 1.0)
    places = [(scale.x(each.number), scale.y(each.accuracy)) for each in reviewed]
    dots = "".join(
        f'<circle class="of-0" cx="{x}" cy="{y}" r="6" fill="currentColor"><title>{each}</title></circle>'
        for (x, y), each in zip(places, reviewed, strict=True)
    )
    line = "L".join(f"{x} {y}" for x, y in places)
    under = f'y="{review_chart.HEIGHT - 6}" font-size="12" fill="currentColor"'
    ends = (
        f'<text x="{scale.x(first)}" {under}>game {first}</text>'
        f'<text x="{scale.x(last)}" {under} text-anchor="end">game {last}</text>'
    )
    words = f"Accuracy of reviewed games: {', '.join(map(str, reviewed))}"
    return Markup(
        f'<svg class="review-graph" viewBox="0 0 {review_chart.WIDTH} {review_chart.HEIGHT}" role="img" '
        f'aria-label="{words}">{"".join(review_chart.svg_levels(scale, SHARE))}'
        f'<path class="line-0" d="M{line}" fill="none" stroke="currentColor" stroke-width="2"/>{dots}{ends}</svg>'
    )


def _svg(kind: str, height: int, words: str, body: str) -> Markup:
    box = f"0 0 {WIDTH} {height}"
    stretched = 'preserveAspectRatio="none" role="img"'
    return Markup(f'<svg class="chart {kind}" viewBox="{box}" {stretched} aria-label="{words}">{body}</svg>')
