"""Chance to win of every placing, by the ways to fill both layouts that it leaves: see `plans`.

Nothing is known of the order of the cards to come. With many open cells a walk samples the ways; a card belongs where
most of them have it, over all pairs of cards that may be left over. How evenly the ways leave over any two cards gives
the chance to win, by what came of such positions: an estimate, with an error to match. With at most 14 open cells all
ways are listed and played out; with at most twelve the values are exact where that does not take too long, unless a
layout can still be shifted.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from cardwright.answers import Budget, Figure, Line, Unit, generator, ranked
from cardwright.cards import Card
from cardwright.games.patience.actions import PlaceCard
from cardwright.games.patience.plans import Ends, Position, Walk
from cardwright.games.patience.prospects import diagonals_stay, spoken
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CELLS, EMPTY, LINE_NAMES, LINES, LINES_THROUGH, read_line
from cardwright.games.patience.state import PatienceView
from cardwright.standard_error import share_error

UNIT = Unit("chance to win", "share")
SAMPLES_COUNT = 100  # of hints and reviews; a whole review takes no more than ten seconds
STEPS_PER_SAMPLE = 10_000
GAMES_PER_SAMPLE = 10
MAX_PLAYED_WAYS_COUNT = 100_000_000  # games played out, times the ways that they are played by: half a second
# The chance to win is this where the ways to win leave over any two cards equally often, and less with a power of their
# spread, by 18 positions with 16 to 26 open cells.
EVEN_CHANCE_SHARE, SPREAD_EXPONENT_FACTOR = 0.55, 1.5
CHANCE_ERROR_SHARE = 0.15


class Found(NamedTuple):
    """Lines, best first, and the walk from which the next card's can go on."""

    lines: tuple[Line, ...]
    walk: Walk | None = None


def evaluate(game: Patience, view: PatienceView, budget: Budget) -> tuple[Line, ...]:
    """Return every placing of the turned card with its chance to win; () where no way to win is found."""
    return look(game, view, generator(game, view), budget.samples or SAMPLES_COUNT).lines


def look(game: Patience, view: PatienceView, rng: Random, samples: int, last: Walk | None = None) -> Found:
    """Return the lines of a view; a walk goes on from that of the ``last`` card."""
    position = position_of(game, view)
    if position is None:
        return Found(())
    ends = position.ends(rng)
    stays = all(diagonals_stay(layout, game.shifts) for layout in view.layouts)
    if ends is not None and ends.complete and (ends.total or stays):
        exact = ends.exact() if stays else None
        return Found(_exact(position, exact) if exact else _played(position, ends, rng, samples))
    walk = _walk(position, rng, samples, last)
    return Found(_walked(position, walk), walk) if walk.found else Found(())


def position_of(game: Patience, view: PatienceView) -> Position | None:
    """Return what has to be planned, None where no card is turned."""
    if view.card == EMPTY:
        return None
    places = [choice for choice in game.choices(view) if isinstance(choice, PlaceCard)]
    open_cells = sum(1 << place.layout * CELLS + place.cell for place in places)
    return Position(view.layouts, view.card, (*view.unseen, *view.known), open_cells, game.diagonal)


def _cells(position: Position) -> list[int]:
    return [cell for cell in position.empty if position.open_cells >> cell & 1]


def _exact(position: Position, values: dict[int, float]) -> tuple[Line, ...]:
    why = f"exact, with {len(position.empty)} cells open"
    return ranked(Line(_place(cell), values[cell], reason=why) for cell in _cells(position))


def _played(position: Position, ends: Ends, rng: Random, samples: int) -> tuple[Line, ...]:
    """Return the lines by games played out."""
    seed, ways = rng.getrandbits(32), ends.counts()
    games = min(GAMES_PER_SAMPLE * samples, MAX_PLAYED_WAYS_COUNT // max(1, ends.total))
    lines = []
    for place, cell in enumerate(ends.cells.tolist()):
        if position.open_cells >> cell & 1:
            wins = ends.wins(place, seed, games)
            why = f"{ways[cell]:,} of {ends.total:,} ways to win have it there"
            lines.append(Line(_place(cell), wins / games, share_error(wins / games, games), reason=why))
    return ranked(lines)


def _walk(position: Position, rng: Random, samples: int, last: Walk | None) -> Walk:
    """Walk on from the last card's walk; once more, from random cards, where no step met every demand."""
    walk = position.walk(rng, samples * STEPS_PER_SAMPLE, last)
    return walk if walk.found else position.walk(rng, samples * STEPS_PER_SAMPLE)


def _walked(position: Position, walk: Walk) -> tuple[Line, ...]:
    """Return the lines by the shares of the ways, with the chance to win by the walk."""
    chance = EVEN_CHANCE_SHARE * walk.spread**SPREAD_EXPONENT_FACTOR
    most = max(walk.worths)
    return ranked(
        Line(
            _place(cell),
            chance * walk.worths[cell] / most,
            CHANCE_ERROR_SHARE,
            (Figure("of the ways to win", walk.counts[cell] / walk.found, kind="share"),),
            _share_text(walk, cell) + (reason(walk.plans[0], cell) if walk.plans[0][cell] == position.turned else ""),
        )
        for cell in _cells(position)
    )


def _share_text(walk: Walk, cell: int) -> str:
    return f"{100 * walk.counts[cell] / walk.found:.0f} % of the ways to win that were found have it there"


def _place(cell: int) -> PlaceCard:
    return PlaceCard(*divmod(cell, CELLS))


def reason(cards: Sequence[Card], cell: int) -> str:
    """Return what the lines through a cell make in full layouts, in words."""
    first = cell // CELLS * CELLS
    parts = []
    for index in LINES_THROUGH[cell - first]:
        made = read_line(tuple(cards[first + other] for other in LINES[index])).made
        parts.append(f"{LINE_NAMES[index]} makes {spoken(made)}")
    return f"; in one, {', '.join(parts[:-1])} and {parts[-1]}"
