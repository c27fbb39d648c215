"""The graph of a reviewed game, as SVG and as lines of text."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from cardwright.answers import Unit
from cardwright.play.review import Answered, Point, SeatReview

WIDTH, HEIGHT, MARGIN, TOP, BOTTOM = 720, 250, 80, 20, 44  # of the SVG with one line of names, in its own units
NAMES_IN_LINE, NAME_WIDTH, NAME_HEIGHT = 2, 352, 32  # room for 24 letters as large as on a telephone
DASHES = ("", "6 4", "2 3", "12 4", "10 3 2 3", "16 3 3 3")  # of the lines of seats, which repeat after these
TEXT_ROWS = 9
MAX_TOUCH_DISTANCE = 14  # about a dot that is a link
LEVELS = " ▁▂▃▄▅▆▇█"


def bounds(reviews: Sequence[SeatReview], unit: Unit) -> tuple[float, float]:
    """Return the values at the bottom and the top: 0 and 1 for a share."""
    if unit.kind == "share":
        return 0.0, 1.0
    values = [point.value for each in reviews for point in each.curve]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def title(reviews: Sequence[SeatReview], unit: Unit) -> str:
    """Return what the graph shows: "chance to win over the game"."""
    return f"{unit.name} {'over the game' if all(each.whole for each in reviews) else 'at each decision'}"


class Scale(NamedTuple):
    """The steps and the values that a graph covers."""

    first: int
    last: int
    low: float
    high: float

    def x(self, at: int) -> float:
        """Return where a step lies."""
        return round(MARGIN + (at - self.first) / max(self.last - self.first, 1) * (WIDTH - MARGIN - 8), 1)

    def y(self, value: float) -> float:
        """Return where a value lies."""
        return round(TOP + (self.high - value) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM), 1)


def svg(
    reviews: Sequence[SeatReview],
    names: Sequence[str],
    unit: Unit,
    link: Callable[[Answered], str] | None = None,
) -> str:
    """Return the graph of one or more seats, each a line with its mistakes as dots. Colours are those of the page.

    The dots lead to the addresses that ``link`` returns.
    """
    first, last = min(each.curve[0].at for each in reviews), max(each.curve[-1].at for each in reviews)
    scale = Scale(first, last, *bounds(reviews, unit))
    height = HEIGHT + (len(reviews) - 1) // NAMES_IN_LINE * NAME_HEIGHT
    parts = [
        f'<svg class="review-graph" viewBox="0 0 {WIDTH} {height}" role="{"group" if link else "img"}" '
        f'aria-label="{escape(title(reviews, unit))}" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(title(reviews, unit), quote=False)}</title>",
        *svg_levels(scale, unit),
        *(_svg_seat(number, each, names[each.seat], scale, unit, link) for number, each in enumerate(reviews)),
        "</svg>",
    ]
    return "".join(parts)


def svg_levels(scale: Scale, unit: Unit) -> Iterator[str]:
    """Yield a line at the least, the middle and the greatest value."""
    places = _digits(scale.high - scale.low)
    for level in (scale.low, (scale.low + scale.high) / 2, scale.high):
        y = scale.y(level)
        yield f'<path class="grid" d="M{MARGIN} {y}H{WIDTH - 8}" stroke="currentColor" opacity=".25"/>'
        yield (
            f'<text x="{MARGIN - 6}" y="{y + 4}" text-anchor="end" font-size="12" fill="currentColor">'
            f"{_level(level, unit, places)}</text>"
        )


def _svg_seat(
    number: int,
    review: SeatReview,
    name: str,
    scale: Scale,
    unit: Unit,
    link: Callable[[Answered], str] | None,
) -> str:
    """Return the line of a seat, its mistakes, and its name under the graph."""
    path = "L".join(f"{scale.x(point.at)} {scale.y(point.value)}" for point in review.curve)
    dashes = DASHES[number % len(DASHES)]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    mistakes = [_svg_mistake(number, bad, name, scale, unit, link) for bad in review.mistakes]
    line, column = divmod(number, NAMES_IN_LINE)
    left, base = 8 + column * NAME_WIDTH, HEIGHT - 6 + line * NAME_HEIGHT
    return (
        f'<path class="line line-{number}" d="M{path}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>'
        f"{''.join(mistakes)}"
        f'<path class="line-{number}" d="M{left} {base - 4}h28" stroke="currentColor" stroke-width="2"{dash}/>'
        f'<text x="{left + 34}" y="{base}" font-size="12" fill="currentColor">{escape(name, quote=False)}</text>'
    )


def _svg_mistake(
    number: int,
    bad: Answered,
    name: str,
    scale: Scale,
    unit: Unit,
    link: Callable[[Answered], str] | None,
) -> str:
    place = f'cx="{scale.x(bad.at + 1)}" cy="{scale.y(bad.values[1])}"'
    words = f"{name}, step {bad.at}: cost {unit.short(bad.cost)}"
    tip = f"<title>{escape(words, quote=False)}</title>"
    dot = f'<circle class="mistake of-{number}" {place} r="5" fill="currentColor">{tip}</circle>'
    if link is None:
        return dot
    reach = f'<circle {place} r="{MAX_TOUCH_DISTANCE}" fill="transparent"/>'
    return f'<a href="{escape(link(bad))}" aria-label="{escape(words)}">{reach}{dot}</a>'


def rows(reviews: Sequence[SeatReview], unit: Unit) -> list[tuple[int, list[str]]]:
    """Return the graph as a table: each step, and the value of each seat there, "" for one that has none."""
    low, high = bounds(reviews, unit)
    digits = _digits(high - low)
    values = [{point.at: _level(point.value, unit, digits) for point in each.curve} for each in reviews]
    return [(at, [of.get(at, "") for of in values]) for at in sorted(set().union(*values))]


def lines(review: SeatReview, unit: Unit, columns: int) -> list[str]:
    """Return the graph of a seat as text: a bar for each part of the game, with the top and bottom values beside it."""
    low, high = bounds([review], unit)
    heights = [(value - low) / (high - low) * TEXT_ROWS for value in _sample_curve(review.curve, columns)]
    levels = {TEXT_ROWS - 1: high, TEXT_ROWS // 2: (low + high) / 2, 0: low}
    scale = {row: _level(level, unit, _digits(high - low)) for row, level in levels.items()}
    rows = []
    for row in range(TEXT_ROWS - 1, -1, -1):
        cells = (LEVELS[round(min(max(height - row, 0.0), 1.0) * 8)] for height in heights)
        rows.append(f"{scale.get(row, ''):>8} {''.join(cells)}".rstrip())
    return rows


def _sample_curve(curve: Sequence[Point], columns: int) -> list[float]:
    """Return the values at evenly spaced moments: that of the last point before each."""
    last, found, place = curve[-1].at, [], 0
    for column in range(columns):
        while place + 1 < len(curve) and curve[place + 1].at <= (column + 1) * last / columns:
            place += 1
        found.append(curve[place].value)
    return found


def _digits(span: float) -> int:
    """Return the decimal places by which three levels of a scale differ, few enough for the room beside it."""
    return 0 if span >= 20 else 1 if span >= 2 else 2


def _level(value: float, unit: Unit, places: int) -> str:
    return f"{100 * value:.0f} %" if unit.kind == "share" else f"{value:.{places}f}"
