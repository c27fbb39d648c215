"""Solution of a deal whose order is known: where to put each card so that both layouts meet every demand.

Simulated annealing exchanges cards of two full layouts; the cost is the demands not met, and a card that would not be
adjacent to a card of its layout in its turn counts as one more. Shifts are not needed. A solution is played by the
rules before it is returned. Where none is found, none is proved not to exist; see `impossible` for proofs that a game
was lost.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from cardwright.cards import Card
from cardwright.errors import PlayError
from cardwright.game import CHANCE, Action
from cardwright.games.patience import _kernels
from cardwright.games.patience.actions import COUNT, PatienceAction, PlaceCard, Turn
from cardwright.games.patience.impossible import lost_from
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import CELLS, DECK
from cardwright.games.patience.state import PLACED_AT_END

__all__ = ["lost_from", "solve"]

MAX_RUNS_COUNT = 30
RUN_STEPS_COUNT = 400_000  # four runs of ten find a solution
START_TEMPERATURE, END_TEMPERATURE = 0.3, 0.1  # 1 is the cost of one idle card


def solve(game: Patience, chance_actions: Sequence[Action]) -> tuple[PatienceAction, ...] | None:
    """Return placings that win the deal with these chance actions, None if none were found. Raises `PlayError`."""
    order = list(dict.fromkeys(action.card for action in chance_actions if isinstance(action, Turn)))
    if len(order) < PLACED_AT_END:
        raise PlayError(f"the order of all {PLACED_AT_END} cards must be known, and {len(order)} have been turned")
    rng = Random(0)
    for _ in range(MAX_RUNS_COUNT):
        cells = _anneal(game, order, rng)
        if cells is not None:
            placings = tuple(PlaceCard(*divmod(cells[card], CELLS)) for card in order)
            _check(game, order, placings)
            return placings
    return None


def _anneal(game: Patience, order: Sequence[Card], rng: Random) -> dict[Card, int] | None:
    """Run simulated annealing once; return the cell of each card, 0 to 49, or None."""
    turn_of_card = np.full(DECK.size, -1, np.int32)
    turn_of_card[list(order)] = range(len(order))
    cards_left = [card for card in range(DECK.size) if turn_of_card[card] < 0]
    plan = np.array([*rng.sample(list(order), len(order)), *cards_left], np.int32)
    steps = RUN_STEPS_COUNT, START_TEMPERATURE, END_TEMPERATURE
    if _kernels.solve(plan, turn_of_card, game.corners_touch, rng.getrandbits(64), *steps):
        return None
    return {card: cell for cell, card in enumerate(plan[:PLACED_AT_END].tolist())}


def _check(game: Patience, order: Sequence[Card], placings: Sequence[PlaceCard]) -> None:
    """Play a solution by the rules."""
    state = game.initial_state()
    for card, placing in zip(order, placings, strict=True):
        state = game.play(game.play(state, CHANCE, Turn(card)), 0, placing)
    if game.players_to_act(state) == (CHANCE,):
        state = game.play(state, CHANCE, COUNT)
    if game.players_to_act(state):
        state = game.play(state, 0, game.legal_actions(state, 0)[-1])
    assert game.returns(state) == (1,)
