"""Figures of Pyramid Poker: hands won, and matches that priority decided."""

from collections.abc import Sequence

from cardwright.game import Player
from cardwright.games.pyramid.events import Finished
from cardwright.games.pyramid.rules import Pyramid
from cardwright.games.pyramid.state import PyramidState
from cardwright.reports import Statistic, Tally

FIGURES = (
    Statistic("hands", "Hands won", "share"),
    Statistic("tied", "Hands tied", "share"),
    Statistic("priority", "Matches won by priority", "total"),
)


def figures(game: Pyramid, states: Sequence[PyramidState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the hands of a match."""
    tally, wins, winner = Tally(), *_read_winners(states[-1])
    for won in wins:
        tally.add("hands", won == seat)
        tally.add("tied", won < 0)
    if winner == seat and wins.count(seat) == wins.count(1 - seat):
        tally.add("priority", 1)
    return tally.figures


def score(game: Pyramid, state: PyramidState, seat: Player) -> tuple[int, str]:
    """Return the lead in hands."""
    wins, _ = _read_winners(state)
    mine, theirs = wins.count(seat), wins.count(1 - seat)
    return mine - theirs, f"{mine} to {theirs} hands"


def _read_winners(state: PyramidState) -> tuple[tuple[Player, ...], Player]:
    """Return the winner of each hand and of the match."""
    return next(((event.wins, event.winner) for event in state.events if isinstance(event, Finished)), ((), -1))
