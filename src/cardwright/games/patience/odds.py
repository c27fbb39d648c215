"""Chance to win of every placing, by the best plan found for it: see `plans`.

Nothing is known of the order of the cards to come. A plan is followed to the end and repaired where it must be, but not
made again after each card, as a player can: so sampled values are a little low. With at most eleven cells open the
values are exact, over all orders and all placings, unless a layout can still be shifted.
"""

import itertools
from collections.abc import Sequence
from math import sqrt
from random import Random

import msgspec

from cardwright.answers import Budget, Line, Unit, generator, ranked
from cardwright.games.patience.actions import PlaceCard
from cardwright.games.patience.plans import IMPROVE_STEPS_COUNT, Plan, Position
from cardwright.games.patience.prospects import diagonals_stay, spoken
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CELLS, EMPTY, LINE_NAMES, LINES, LINES_THROUGH, read_line
from cardwright.games.patience.state import PatienceView

UNIT = Unit("chance to win", "share")
SAMPLES_COUNT = 320  # random orders of the cards to come
FIRST_SAMPLES_SHARE = 5  # a fifth of them for every plan, the others for the best
BEST_PLANS_COUNT = 4
SAMPLES_PER_PLAN = 128  # a plan is looked for with so much work
REPAIR_TRIES_COUNT = 6  # of a plan that the turned card does not fit
MIN_TRIES_COUNT = 8  # to find the first plan
SAMPLES_PER_TRY = 40  # one more try for as many samples
OTHERS_SAMPLES_SHARE = 20  # of the orders, for placings near the best plan
OTHERS_STEPS_COUNT = 200
MORE_TRIES_COUNT = 2  # for each plan wanted


class Valued(msgspec.Struct, frozen=True):
    """A plan, and how many of a number of random orders it wins."""

    plan: Plan
    wins: int
    orders: int


def evaluate(game: Patience, view: PatienceView, budget: Budget) -> tuple[Line, ...]:
    """Return every placing of the turned card with its chance to win; () where no plan is found."""
    position = position_of(game, view)
    if position is None:
        return ()
    exact = exact_lines(game, view, position)
    if exact is not None:
        return exact
    rng = generator(game, view)
    samples = budget.samples or SAMPLES_COUNT
    found = search(position, rng, samples)
    if not found:
        return ()
    found = {**others(position, rng, samples, found), **found}
    cells = [cell for cell in range(2 * CELLS) if position.open_cells >> cell & 1]
    return ranked(_line(cell, found.get(cell)) for cell in cells)


def exact_lines(game: Patience, view: PatienceView, position: Position) -> tuple[Line, ...] | None:
    """Return the exact lines of the last cells; None before them, and where a shift may still help."""
    if not all(diagonals_stay(layout, game.shifts) for layout in view.layouts):
        return None
    values = position.exact()
    if values is None:
        return None
    left = len(position.empty)
    return ranked(
        Line(PlaceCard(*divmod(cell, CELLS)), value, reason=f"exact, with {left} cells open")
        for cell, value in sorted(values.items())
        if position.open_cells >> cell & 1
    )


def position_of(game: Patience, view: PatienceView) -> Position | None:
    """Return what has to be planned, None where no card is turned."""
    if view.card == EMPTY:
        return None
    places = [choice for choice in game.choices(view) if isinstance(choice, PlaceCard)]
    open_cells = sum(1 << place.layout * CELLS + place.cell for place in places)
    return Position(view.layouts, view.card, (*view.unseen, *view.known), open_cells, game.diagonal)


def search(position: Position, rng: Random, samples: int, kept: Sequence[Plan] = ()) -> dict[int, Valued]:
    """Look for plans, from those ``kept`` and afresh; return the best for each cell of the turned card."""
    steps = IMPROVE_STEPS_COUNT * samples // len(position.empty)
    wanted = max(1, samples // SAMPLES_PER_PLAN)
    plans: list[Plan] = []
    for start in kept:
        tries = (position.plan(rng, position.open_cells, steps, start) for _ in range(REPAIR_TRIES_COUNT))
        plans += itertools.islice((plan for plan in tries if plan is not None), 1)
    for tried in range(max(MIN_TRIES_COUNT, samples // SAMPLES_PER_TRY)):
        if len(plans) >= wanted or (plans and tried >= wanted * MORE_TRIES_COUNT):
            break
        plan = position.plan(rng, position.open_cells, steps)
        plans += [plan] if plan else []
    return _best(position, tuple(dict.fromkeys(plans)), rng.getrandbits(32), samples)


def _best(position: Position, plans: Sequence[Plan], seed: int, samples: int) -> dict[int, Valued]:
    """Play plans out in some orders and the best of them in more; return the best for each cell."""
    few = max(1, samples // FIRST_SAMPLES_SHARE)
    tried = [(position.wins(plan, seed, 0, few), plan) for plan in plans]
    first = sorted(tried, key=lambda each: (each[0], each[1].worth), reverse=True)
    found: dict[int, Valued] = {}
    for rank, (wins, plan) in enumerate(first):
        orders = few
        if rank < BEST_PLANS_COUNT:
            wins += position.wins(plan, seed, few, samples - few)
            orders = samples
        valued = Valued(plan, wins, orders)
        if plan.cell not in found or key(valued) > key(found[plan.cell]):
            found[plan.cell] = valued
    return found


def others(position: Position, rng: Random, samples: int, found: dict[int, Valued]) -> dict[int, Valued]:
    """Return a plan for each open cell without one, near the best plan; cells without a plan are left out."""
    best = best_of(found)
    seed, few = rng.getrandbits(32), max(1, samples // OTHERS_SAMPLES_SHARE)
    more: dict[int, Valued] = {}
    for cell in range(2 * CELLS):
        if position.open_cells >> cell & 1 and cell not in found and best is not None:
            plan = position.plan(rng, 1 << cell, OTHERS_STEPS_COUNT, best.plan)
            if plan is not None:
                wins, orders = position.wins(plan, seed, 0, few), few
                if wins * best.orders >= best.wins * few:
                    wins, orders = wins + position.wins(plan, seed, few, samples - few), samples
                more[cell] = Valued(plan, wins, orders)
    return more


def best_of(found: dict[int, Valued]) -> Valued | None:
    """Return the plan that wins most, None if there is none."""
    return max(found.values(), key=key, default=None)


def key(valued: Valued) -> tuple[float, float]:
    """Return what plans are compared by."""
    return valued.wins / valued.orders, valued.plan.worth


def _line(cell: int, valued: Valued | None) -> Line:
    """Return the line of a cell. The error is that of the chance after a uniform prior, so it is never 0."""
    wins, orders = (valued.wins, valued.orders) if valued else (0, 0)
    error = sqrt((wins + 1) * (orders - wins + 1) / (orders + 3)) / (orders + 2)
    return Line(
        PlaceCard(*divmod(cell, CELLS)),
        wins / orders if orders else 0.0,
        error,
        reason=reason(valued.plan) if valued else "no way was found to meet every demand from there",
    )


def reason(plan: Plan) -> str:
    """Return what the lines through the turned card make in a plan, in words."""
    first = plan.cell // CELLS * CELLS
    parts = []
    for index in LINES_THROUGH[plan.cell - first]:
        made = read_line(tuple(plan.cards[first + cell] for cell in LINES[index])).made
        parts.append(f"{LINE_NAMES[index]} makes {spoken(made)}")
    return f"in the best plan found, {', '.join(parts[:-1])} and {parts[-1]}"
