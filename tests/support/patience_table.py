"""Layouts of the patience that can be filled, with some cells empty."""

import functools
from random import Random

from cardwright.games.patience.actions import TURNS, PlaceCard
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import EMPTY
from cardwright.games.patience.solver import solve
from cardwright.games.patience.state import PatienceView
from cardwright.testing.configuration import Options


@functools.cache
def won_plan(seed: int) -> tuple[int, ...]:
    """Cards in all cells that meet every demand, and the two left over."""
    order = Random(seed).sample(range(52), 52)
    moves = solve(Patience(), [TURNS[card] for card in order[:50]])
    assert moves is not None
    cells = {move.layout * 25 + move.cell: card for card, move in zip(order, moves) if isinstance(move, PlaceCard)}
    return (*(cells[cell] for cell in range(50)), *order[50:])


def before(seed: int, empty: int, options: Options) -> tuple[Patience, PatienceView]:
    """A view in which this many cells are empty, and a card for one of them is turned."""
    game, plan = Patience(**options), won_plan(seed)
    cells = sorted(Random(seed).sample(range(50), empty))
    layouts = [tuple(EMPTY if 25 * k + cell in cells else plan[25 * k + cell] for cell in range(25)) for k in (0, 1)]
    card = plan[cells[0]]
    unseen = tuple(sorted({*(plan[cell] for cell in cells[1:]), *plan[50:]}))
    return game, PatienceView(player=0, layouts=(layouts[0], layouts[1]), card=card, unseen=unseen)
