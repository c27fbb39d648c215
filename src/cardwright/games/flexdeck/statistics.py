"""Figures of Flexdeck Dice Poker: rounds won."""

from collections.abc import Sequence
from itertools import pairwise

from cardwright.game import Player
from cardwright.games.flexdeck.rules import Flexdeck
from cardwright.games.flexdeck.state import NO_SEAT, FlexdeckState
from cardwright.reports import Statistic, Tally

FIGURES = (
    Statistic("rounds", "Rounds won", "share"),
    Statistic("dealt", "Rounds won as dealer", "share"),
    Statistic("tied", "Rounds tied", "share"),
)


def figures(game: Flexdeck, states: Sequence[FlexdeckState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the rounds of a match."""
    tally = Tally()
    for before, after in pairwise(states):
        if after.settled and not before.settled and after.last is not None:
            winner = after.last.winner
            tally.add("rounds", winner == seat)
            tally.add("tied", winner == NO_SEAT)
            if after.dealer == seat:
                tally.add("dealt", winner == seat)
    return tally.figures


def score(game: Flexdeck, state: FlexdeckState, seat: Player) -> tuple[int, str]:
    """Return the lead in rounds."""
    mine, theirs = state.scores[seat], state.scores[1 - seat]
    return mine - theirs, f"{mine} to {theirs} rounds"
