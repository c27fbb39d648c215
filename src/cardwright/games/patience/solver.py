"""Solution of a deal whose order is known: where to put each card so that both layouts meet every demand.

The fifty cards that come are annealed into two full layouts; a card that would touch none of its layout when it comes
counts as one more unmet demand. A layout that is right at the end needs no shift on the way. What is found is played
through the rules before it is returned. A deal without a solution is not proved to have none; see `impossible` for what
is proved of a game that was lost.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from cardwright.cards import Card
from cardwright.errors import PlayError
from cardwright.game import CHANCE, Action
from cardwright.games.patience import _kernels
from cardwright.games.patience.actions import PatienceAction, PlaceCard, Turn
from cardwright.games.patience.impossible import lost_from
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CELLS, DECK
from cardwright.games.patience.state import PLACED_AT_END

__all__ = ["lost_from", "solve"]

MAX_RUNS_COUNT = 30
RUN_STEPS_COUNT = 400_000  # four runs of ten find a solution
HOT, COLD = 0.3, 0.1  # temperatures, in demands of the least weight


def solve(game: Patience, drawn: Sequence[Action]) -> tuple[PatienceAction, ...] | None:
    """Return placings that win the deal with these chance actions, None if none were found. Raises `PlayError`."""
    order = list(dict.fromkeys(action.card for action in drawn if isinstance(action, Turn)))
    if len(order) < PLACED_AT_END:
        raise PlayError(f"the order of all {PLACED_AT_END} cards must be known, and {len(order)} have been turned")
    rng = Random(0)
    for _ in range(MAX_RUNS_COUNT):
        cells = _run(game, order, rng)
        if cells is not None:
            placings = tuple(PlaceCard(*divmod(cells[card], CELLS)) for card in order)
            _check(game, order, placings)
            return placings
    return None


def _run(game: Patience, order: Sequence[Card], rng: Random) -> dict[Card, int] | None:
    """Anneal once; return the cell of each card, 0 to 49, or None."""
    when = np.full(DECK.size, -1, np.int32)
    when[list(order)] = range(len(order))
    left = [card for card in range(DECK.size) if when[card] < 0]
    plan = np.array([*rng.sample(list(order), len(order)), *left], np.int32)
    free = np.arange(PLACED_AT_END, dtype=np.int32)
    if _kernels.solve(plan, free, when, game.diagonal, -1, 0, rng.getrandbits(64), RUN_STEPS_COUNT, HOT, COLD):
        return None
    return {card: cell for cell, card in enumerate(plan[:PLACED_AT_END].tolist())}


def _check(game: Patience, order: Sequence[Card], placings: Sequence[PlaceCard]) -> None:
    """Play a solution by the rules."""
    state = game.initial_state()
    for card, placing in zip(order, placings, strict=True):
        state = game.play(game.play(state, CHANCE, Turn(card)), 0, placing)
    for action, _ in () if game.players_to_act(state) != (CHANCE,) else game.chance_outcomes(state):
        state = game.play(state, CHANCE, action)
    if game.players_to_act(state):
        state = game.play(state, 0, game.legal_actions(state, 0)[-1])
    assert game.returns(state) == (1,)
