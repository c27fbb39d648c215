"""Odds of cribbage: what each way to lay away and each card is worth by the table's options, and exact points."""

import numpy as np

from cardwright.answers import Budget, Line, seed_of
from cardwright.games.cribbage.odds.match import unit
from cardwright.games.cribbage.odds.moves import lay_lines, play_lines
from cardwright.games.cribbage.odds.show import show_lines
from cardwright.games.cribbage.rules import Cribbage
from cardwright.games.cribbage.state import CribbageView, to_act

__all__ = ["evaluate", "unit"]

LAY_SAMPLES_COUNT = 600
PLAY_SAMPLES_COUNT = 800


def evaluate(game: Cribbage, view: CribbageView, budget: Budget) -> tuple[Line, ...]:
    """Return the moves of a view, best first; () at the show where a combination that is missed counts all the same."""
    if view.player not in to_act(view) or (view.phase in ("claim", "muggins") and not game.muggins):
        return ()
    rng = np.random.default_rng(seed_of(game, view))
    if view.phase == "lay away":
        return lay_lines(game, view, budget.samples or LAY_SAMPLES_COUNT, rng)
    if view.phase in ("claim", "muggins"):
        return show_lines(game, view)
    return play_lines(game, view, budget.samples or PLAY_SAMPLES_COUNT, rng)
