"""Figures of Po& Poker Patience: the combinations made, of 16, and cards left idle."""

from collections.abc import Sequence

from cardwright.game import Player
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import standing
from cardwright.games.patience.state import PatienceState
from cardwright.reports import Statistic, Tally

FIGURES = (
    Statistic("made", "Combinations made, of 16"),
    Statistic("best", "Most combinations, of 16", "best"),
    Statistic("idle", "Cards left idle"),
)


def figures(game: Patience, states: Sequence[PatienceState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count a finished game's figures; one that was given up has none."""
    tally, last = Tally(), states[-1]
    if last.ended:
        made, _ = score(game, last, seat)
        tally.add("made", made)
        tally.best("best", made)
        tally.add("idle", sum(len(standing(layout).idle) for layout in last.layouts))
    return tally.figures


def score(game: Patience, state: PatienceState, seat: Player) -> tuple[int, str]:
    """Return the combinations that the two layouts have."""
    made = sum(len(standing(layout).made) for layout in state.layouts)
    return made, f"{made} of 16"
