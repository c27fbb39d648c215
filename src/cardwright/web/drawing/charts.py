"""Small charts as SVG: the scores of the latest games, and the shares of games won, drawn and lost."""

from collections.abc import Sequence

from markupsafe import Markup

WIDTH, HEIGHT = 300, 64  # of a chart of scores
BAR_HEIGHT_PX = 12
GAP_SHARE = 0.25  # of a bar's room
MAX_BAR = 14  # the width of a bar where there are few


def scores(values: Sequence[int], words: str) -> Markup:
    """Return a bar for each score, up or down from zero; ``words`` say what the chart shows."""
    high, low = max(0, *values), min(0, *values)
    scale = (HEIGHT - 2) / ((high - low) or 1)
    zero = 1 + high * scale
    room = min(WIDTH / len(values), MAX_BAR)
    bars = [_bar(place * room, room * (1 - GAP_SHARE), value, zero, scale) for place, value in enumerate(values)]
    axis = f'<path class="axis" d="M0 {zero:.1f}H{WIDTH}"/>'
    return _svg("scores", HEIGHT, words, "".join(bars) + axis)


def _bar(left: float, width: float, value: int, zero: float, scale: float) -> str:
    tall = max(abs(value) * scale, 1)
    top = zero - tall if value >= 0 else zero
    kind = "up" if value > 0 else "down" if value < 0 else "none"
    return f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{tall:.1f}"/>'


def shares(won: int, drawn: int, lost: int) -> Markup:
    """Return one bar with the games won, drawn and lost side by side."""
    total, left, parts = won + drawn + lost, 0.0, []
    for kind, count in (("up", won), ("none", drawn), ("down", lost)):
        width = WIDTH * count / (total or 1)
        parts.append(f'<rect class="{kind}" x="{left:.1f}" y="0" width="{width:.1f}" height="{BAR_HEIGHT_PX}"/>')
        left += width
    return _svg("shares", BAR_HEIGHT_PX, f"{won} won, {drawn} drawn, {lost} lost", "".join(parts))


def _svg(kind: str, height: int, words: str, body: str) -> Markup:
    box = f"0 0 {WIDTH} {height}"
    return Markup(f'<svg class="chart {kind}" viewBox="{box}" role="img" aria-label="{words}">{body}</svg>')
