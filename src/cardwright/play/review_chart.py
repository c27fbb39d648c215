"""The graph of a reviewed game, as SVG and as lines of text."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple, TypeAlias

from cardwright.answers import TOO_EARLY, Unit
from cardwright.play.review import Answered, Point, SeatReview, cost_text

# Of the SVG of one seat or two, in its own units; a name has room for 24 letters as large as on a telephone.
WIDTH, HEIGHT, MARGIN, TOP, BOTTOM, NAME_WIDTH, TOO_EARLY_WIDTH = 720, 250, 80, 20, 44, 352, 190
DASHES = ("", "6 4")  # of the lines of two seats in one field
FIELD_TOP, FIELD_HEIGHT, FIELD_PITCH = 42, 80, 132  # of the field that each of more seats has, below its name
TEXT_ROWS = 9
MAX_TOUCH_DISTANCE = 14  # about a dot that is a link
LEVELS = " ▁▂▃▄▅▆▇█"

Link: TypeAlias = Callable[[Answered], str]  # the address of a mistake


def bounds(reviews: Sequence[SeatReview], unit: Unit) -> tuple[float, float]:
    """Return the values at the bottom and the top: 0 and 1 for a share."""
    if unit.kind == "share":
        return 0.0, 1.0
    values = [point.value for each in reviews for point in each.curve]
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 1, high + 1)


def title(reviews: Sequence[SeatReview], unit: Unit) -> str:
    """Return the subject of the graph: "chance to win over the game"."""
    return f"{unit.name} {'over the game' if all(each.whole for each in reviews) else 'at each decision'}"


class Scale(NamedTuple):
    """The steps and the values that a graph covers, and where its field lies in the SVG."""

    first: int
    last: int
    low: float
    high: float
    top: int = TOP
    height: int = HEIGHT - TOP - BOTTOM

    def x(self, at: int) -> float:
        """Return where a step lies."""
        return round(MARGIN + (at - self.first) / max(self.last - self.first, 1) * (WIDTH - MARGIN - 8), 1)

    def y(self, value: float) -> float:
        """Return where a value lies."""
        return round(self.top + (self.high - value) / (self.high - self.low) * self.height, 1)


def svg(
    reviews: Sequence[SeatReview],
    names: Sequence[str],
    unit: Unit,
    link: Link | None = None,
) -> str:
    """Return the graph of one or more seats, each a line with its mistakes as dots. Colours come from the page.

    The lines of two seats lie in one field; of more, each has a field of its own, all with one scale. The dots lead to
    the addresses that ``link`` returns.
    """
    first, last = min(map(_first_step, reviews)), max(each.curve[-1].at for each in reviews)
    scale = Scale(first, last, *bounds(reviews, unit))
    if len(reviews) > len(DASHES):
        height, fields = len(reviews) * FIELD_PITCH, _svg_fields(reviews, names, scale, unit, link)
    else:
        height, fields = HEIGHT, _svg_field(reviews, names, scale, unit, link)
    parts = [
        f'<svg class="review-graph" viewBox="0 0 {WIDTH} {height}" role="{"group" if link else "img"}" '
        f'aria-label="{escape(title(reviews, unit))}" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{escape(title(reviews, unit), quote=False)}</title>",
        *fields,
        "</svg>",
    ]
    return "".join(parts)


def _svg_field(
    reviews: Sequence[SeatReview], names: Sequence[str], scale: Scale, unit: Unit, link: Link | None
) -> Iterator[str]:
    """Yield one field with the line of one seat or two, and their names under it."""
    yield from svg_levels(scale, unit)
    for number, seat_review in enumerate(reviews):
        name = names[seat_review.seat]
        dash = f' stroke-dasharray="{DASHES[number]}"' if DASHES[number] else ""
        yield _svg_line(number, seat_review, name, scale, unit, link, dash)
        left, base = 8 + number * NAME_WIDTH, HEIGHT - 6
        yield f'<path class="line-{number}" d="M{left} {base - 4}h28" stroke="currentColor" stroke-width="2"{dash}/>'
        yield _svg_name(name, left + 34, base)


def _svg_fields(
    reviews: Sequence[SeatReview], names: Sequence[str], scale: Scale, unit: Unit, link: Link | None
) -> Iterator[str]:
    """Yield a field with the line of each seat, below its name. The first has the colour of one's own."""
    for number, seat_review in enumerate(reviews):
        name, top = names[seat_review.seat], number * FIELD_PITCH + FIELD_TOP
        seat_scale = scale._replace(top=top, height=FIELD_HEIGHT)
        yield _svg_name(name, MARGIN, top - 14)
        yield from svg_levels(seat_scale, unit, (scale.low, scale.high))
        yield _svg_line(min(number, 1), seat_review, name, seat_scale, unit, link)


def _svg_name(name: str, left: int, base: int) -> str:
    return f'<text x="{left}" y="{base}" font-size="12" fill="currentColor">{escape(name, quote=False)}</text>'


def svg_levels(scale: Scale, unit: Unit, levels: Sequence[float] = ()) -> Iterator[str]:
    """Yield a line at each of some levels: by default at the least, the middle and the greatest value."""
    places = _digits(scale.high - scale.low)
    for level in levels or (scale.low, (scale.low + scale.high) / 2, scale.high):
        y = scale.y(level)
        yield f'<path class="grid" d="M{MARGIN} {y}H{WIDTH - 8}" stroke="currentColor" opacity=".25"/>'
        yield (
            f'<text x="{MARGIN - 6}" y="{y + 4}" text-anchor="end" font-size="12" fill="currentColor">'
            f"{_level(level, unit, places)}</text>"
        )


def _svg_line(
    number: int, review: SeatReview, name: str, scale: Scale, unit: Unit, link: Link | None, dash: str = ""
) -> str:
    """Return the line of a seat, and its mistakes."""
    path = "L".join(f"{scale.x(point.at)} {scale.y(point.value)}" for point in review.curve)
    mistakes = [_svg_mistake(number, bad, name, scale, unit, link) for bad in review.mistakes if not bad.rough]
    return (
        f'<path class="line line-{number}" d="M{path}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>'
        f"{''.join(mistakes)}{_svg_too_early(review, scale)}"
    )


def _first_step(review: SeatReview) -> int:
    """Return the step of the first decision, from which on the graph has room."""
    return review.decisions[0].at if review.decisions else review.curve[0].at


def _svg_too_early(review: SeatReview, scale: Scale) -> str:
    """Return why the line of a seat begins late, if it does and there is room."""
    left, right = scale.x(_first_step(review)), scale.x(review.curve[0].at)
    if right - left < TOO_EARLY_WIDTH:
        return ""
    middle, base = (left + right) / 2, scale.y((scale.low + scale.high) / 2) - 6
    return f'<text x="{middle}" y="{base}" text-anchor="middle" font-size="12" fill="currentColor">{TOO_EARLY}</text>'


def _svg_mistake(
    number: int,
    bad: Answered,
    name: str,
    scale: Scale,
    unit: Unit,
    link: Link | None,
) -> str:
    place = f'cx="{scale.x(bad.at + 1)}" cy="{scale.y(bad.values[1])}"'
    words = f"{name}, step {bad.at}: cost {cost_text(bad, unit)}"
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
    begins = review.curve[0].at
    early = begins * columns // review.curve[-1].at if _first_step(review) < begins else 0
    values = _sample_curve(review.curve, columns)[early:]
    heights = [(value - low) / (high - low) * TEXT_ROWS for value in values]
    levels = {TEXT_ROWS - 1: high, TEXT_ROWS // 2: (low + high) / 2, 0: low}
    scale = {row: _level(level, unit, _digits(high - low)) for row, level in levels.items()}
    rows = []
    for row in range(TEXT_ROWS - 1, -1, -1):
        cells = "".join(LEVELS[round(min(max(height - row, 0.0), 1.0) * 8)] for height in heights)
        before = TOO_EARLY if row == TEXT_ROWS // 2 and early > len(TOO_EARLY) else ""
        rows.append(f"{scale.get(row, ''):>8} {before:^{early}}{cells}".rstrip())
    return rows


def _sample_curve(curve: Sequence[Point], columns: int) -> list[float]:
    """Return the values at evenly spaced moments: the value of the last point before each."""
    last, values, place = curve[-1].at, [], 0
    for column in range(columns):
        while place + 1 < len(curve) and curve[place + 1].at <= (column + 1) * last / columns:
            place += 1
        values.append(curve[place].value)
    return values


def _digits(span: float) -> int:
    """Return the fewest decimal places that distinguish three levels of a scale, within the room beside it."""
    return 0 if span >= 20 else 1 if span >= 2 else 2


def _level(value: float, unit: Unit, places: int) -> str:
    return f"{100 * value:.0f} %" if unit.kind == "share" else f"{round(value, places) + 0.0:.{places}f}"
