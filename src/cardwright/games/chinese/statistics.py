"""Figures of Chinese poker: points a deal, rows and scoops won, fouls, and the best and worst deal."""

from collections.abc import Iterator, Sequence

from cardwright.game import Player
from cardwright.games.chinese.events import Showdown
from cardwright.games.chinese.rules import Chinese
from cardwright.games.chinese.scoring import ALL_ROWS, ROWS
from cardwright.games.chinese.state import ChineseState
from cardwright.reports import Statistic, Tally

FIGURES = (
    Statistic("points", "Points, a deal"),
    *(Statistic(row, f"{row.capitalize()}s won", "share") for row in ROWS),
    Statistic("scoops", "All three rows won", "share"),
    Statistic("fouls", "Fouls", "share"),
    Statistic("best", "Most points won in a deal", "best"),
    Statistic("worst", "Most points lost in a deal", "best"),
)


def figures(game: Chinese, states: Sequence[ChineseState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the deals of a game. A row, and a scoop, is counted against each other player."""
    tally = Tally()
    for showdown in _showdowns(states):
        gained = showdown.gained[seat]
        tally.add("points", gained)
        tally.best("best", max(gained, 0))
        tally.best("worst", max(-gained, 0))
        tally.add("fouls", showdown.hands[seat].foul)
        for rows in _rows_of(showdown, seat):
            for name, won in zip(ROWS, rows, strict=True):
                tally.add(name, won > 0)
            tally.add("scoops", sum(rows) == ALL_ROWS)
    return tally.figures


def score(game: Chinese, state: ChineseState, seat: Player) -> tuple[int, str]:
    """Return the points won or lost."""
    gained = game.returns(state)[seat]
    return gained, f"{gained:+} points"


def _showdowns(states: Sequence[ChineseState]) -> Iterator[Showdown]:
    last = None
    for state in states:
        if state.last is not None and state.last is not last:
            yield state.last
        last = state.last


def _rows_of(showdown: Showdown, seat: Player) -> Iterator[tuple[int, ...]]:
    """Yield the rows against each other player: 1 for each that was won, -1 lost."""
    for comparison in showdown.comparisons:
        if seat in (comparison.one, comparison.other):
            yield tuple(row if comparison.one == seat else -row for row in comparison.rows)
