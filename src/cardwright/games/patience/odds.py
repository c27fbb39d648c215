"""Chance to win of every placing, by the completions that it leaves (ways to fill both layouts): see `plans`.

Nothing is known of the order of the cards to come, nor which two of them will be left over.

- With many open cells a random walk samples the completions. The best cell is the one where most of them have the
  turned card. The chance to win is estimated from how evenly the completions leave over each pair of cards: a formula
  fitted to measured positions.
- With at most 14 open cells all completions are listed, and games are played out by them.
- With at most twelve the values are exact, unless that takes too long or a layout can still be shifted.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardwright.answers import Budget, Figure, Line, Unit, generator, ranked
from cardwright.cards import Card
from cardwright.games.patience.actions import PlaceCard
from cardwright.games.patience.plans import Completions, Position, Walk
from cardwright.games.patience.prospects import DIAGONALS, are_diagonals_fixed, category_phrase, line_cards, supply
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CATEGORIES, CELLS, EMPTY, LINE_NAMES, LINES, LINES_THROUGH, read_line
from cardwright.games.patience.state import PatienceView
from cardwright.standard_error import share_error
from cardwright.wording import all_of, one_of

UNIT = Unit("chance to win", "share")
REVIEW_SAMPLES_COUNT = 100  # also of hints; a whole review takes no more than ten seconds
STEPS_PER_SAMPLE = 5_000
# With many open cells the full layouts that meet every demand lie far apart: a walk takes longer to find them.
MANY_CELLS, MANY_CELLS_FACTOR = 28, 8
GAMES_PER_SAMPLE = 10
MAX_PLAYED_COMPLETIONS = 100_000_000  # games played out, times the completions that are read: half a second
# Fitted to 18 positions with 16 to 26 open cells: the chance to win is EVEN_CHANCE_SHARE where completions leave over
# any two cards equally often, and falls with this power of their spread.
EVEN_CHANCE_SHARE, SPREAD_EXPONENT_FACTOR = 0.55, 1.5
CHANCE_ERROR_SHARE = 0.15
MAX_NAMED_CATEGORIES = 3  # of those that a line can make, more are counted


class Analysis(NamedTuple):
    """Lines, best first, and the random walk, from which the walk for the next card can continue."""

    lines: tuple[Line, ...]
    walk: Walk | None = None


def evaluate(game: Patience, view: PatienceView, budget: Budget) -> tuple[Line, ...]:
    """Return every placing of the turned card with its chance to win; () where no completion is found."""
    return analyse(game, view, generator(game, view), budget.samples or REVIEW_SAMPLES_COUNT).lines


def analyse(game: Patience, view: PatienceView, rng: Random, samples: int, last_walk: Walk | None = None) -> Analysis:
    """Return the lines of a view; a walk continues from ``last_walk``, the walk for the card before."""
    position = position_of(game, view)
    if position is None:
        return Analysis(())
    completions = position.completions(rng)
    has_fixed_diagonals = all(are_diagonals_fixed(layout, game.shifts) for layout in view.layouts)
    if completions is not None and completions.is_exhaustive and (completions.total or has_fixed_diagonals):
        values = completions.exact_values() if has_fixed_diagonals else None
        return Analysis(
            _exact_lines(position, values) if values else _played_lines(position, completions, rng, samples)
        )
    walk = _sample(position, rng, samples, last_walk)
    return Analysis(_sampled_lines(position, walk), walk) if walk.found else Analysis(())


def position_of(game: Patience, view: PatienceView) -> Position | None:
    """Return the position for the turned card, None where no card is turned."""
    if view.card == EMPTY:
        return None
    places = [choice for choice in game.choices(view) if isinstance(choice, PlaceCard)]
    open_cells = sum(1 << place.layout * CELLS + place.cell for place in places)
    return Position(view.layouts, view.card, (*view.unseen, *view.known), open_cells, game.corners_touch)


def _playable_cells(position: Position) -> list[int]:
    return [cell for cell in position.empty if position.open_cells >> cell & 1]


def _exact_lines(position: Position, values: dict[int, float]) -> tuple[Line, ...]:
    return ranked(
        Line(_placing(cell), values[cell], reason=possible_reason(position, cell)) for cell in _playable_cells(position)
    )


def _played_lines(position: Position, completions: Completions, rng: Random, samples: int) -> tuple[Line, ...]:
    """Return the lines by playouts."""
    seed, counts = rng.getrandbits(32), completions.counts()
    games = min(GAMES_PER_SAMPLE * samples, MAX_PLAYED_COMPLETIONS // max(1, completions.total))
    lines = []
    for place, cell in enumerate(completions.cells.tolist()):
        if position.open_cells >> cell & 1:
            wins = completions.games_won(place, seed, games)
            ways = f"{counts[cell]:,} of the {completions.total:,} ways to win have it there"
            reason = f"{ways}; {possible_reason(position, cell)}"
            lines.append(Line(_placing(cell), wins / games, share_error(wins / games, games), reason=reason))
    return ranked(lines)


def _sample(position: Position, rng: Random, samples: int, last_walk: Walk | None) -> Walk:
    """Continue the walk of the last card; start again from random cards if no step met every demand."""
    steps = samples * STEPS_PER_SAMPLE * (MANY_CELLS_FACTOR if len(position.empty) > MANY_CELLS else 1)
    walk = position.walk(rng, steps, last_walk)
    return walk if walk.found else position.walk(rng, steps)


def _sampled_lines(position: Position, walk: Walk) -> tuple[Line, ...]:
    """Return the lines by the sampled completions; their spread gives the chance to win."""
    chance = EVEN_CHANCE_SHARE * walk.spread**SPREAD_EXPONENT_FACTOR
    best_value = max(walk.cell_values)
    return ranked(
        Line(
            _placing(cell),
            chance * walk.cell_values[cell] / best_value,
            CHANCE_ERROR_SHARE,
            (Figure("of the ways to win", walk.counts[cell] / walk.found, kind="share"),),
            _sample_reason(position, walk, cell),
        )
        for cell in _playable_cells(position)
    )


def _sample_reason(position: Position, walk: Walk, cell: int) -> str:
    even = 100 / len(_playable_cells(position))
    share = (
        f"{100 * walk.counts[cell] / walk.found:.0f} % of the ways to win that a search found have it there "
        f"(an even share: {even:.0f} %)"
    )
    plan = walk.plans[0]
    return f"{share}; {lines_reason(plan, cell) if plan[cell] == position.turned else possible_reason(position, cell)}"


def _placing(cell: int) -> PlaceCard:
    return PlaceCard(*divmod(cell, CELLS))


def lines_reason(cards: Sequence[Card], cell: int) -> str:
    """Return the categories of the lines through a cell in full layouts, in words."""
    first = cell // CELLS * CELLS
    parts = []
    for index in LINES_THROUGH[cell - first]:
        category = read_line(tuple(cards[first + other] for other in LINES[index])).category
        parts.append(f"{LINE_NAMES[index]} makes {category_phrase(category)}")
    return f"in one of them, {all_of(parts)}"


def possible_reason(position: Position, cell: int) -> str:
    """Return in words the combinations that a cell's row and column can still make with the turned card in the cell."""
    first = cell // CELLS * CELLS
    layout = list(position.cells[first : first + CELLS])
    layout[cell - first] = position.turned
    cards_to_come = supply(frozenset(position.unseen))
    lines_by_text: dict[str, list[str]] = {}
    for index in LINES_THROUGH[cell - first]:
        if index not in DIAGONALS:
            categories = sorted(cards_to_come.prospects(line_cards(layout, index)))
            lines_by_text.setdefault(_categories_text(categories), []).append(LINE_NAMES[index])
    parts = (f"{all_of(lines)} can {'each ' * (len(lines) > 1)}make {made}" for made, lines in lines_by_text.items())
    return f"then {all_of(parts)}"


def _categories_text(categories: Sequence[int]) -> str:
    """Return which categories a line can make, or how many."""
    if not categories:
        return "nothing"
    if len(categories) <= MAX_NAMED_CATEGORIES:
        return one_of(map(category_phrase, categories))
    every = len(categories) == len(CATEGORIES)
    return "any combination" if every else f"{len(categories)} of the {len(CATEGORIES)} combinations"
