"""Figures of cribbage: points a hand, in the crib and in the play, as pone and as dealer, and skunks."""

from collections.abc import Sequence
from itertools import pairwise

from cardwright.game import Player
from cardwright.games.cribbage.counting import SHOW_COUNT
from cardwright.games.cribbage.events import Heels, Won
from cardwright.games.cribbage.rules import SKUNK_POINTS, Cribbage
from cardwright.games.cribbage.state import AT_SHOW, CribbageState
from cardwright.reports import Statistic, Tally

FIGURES = (
    Statistic("hand", "Points in the hand"),
    Statistic("crib", "Points in your crib"),
    Statistic("play", "Points in the play, a deal"),
    Statistic("pone", "Points a deal as pone", beside="experts: 10.1 to 10.2"),
    Statistic("dealer", "Points a deal as dealer", beside="experts: 16.2"),
    Statistic("best hand", "Best hand", "best", "29 is the highest"),
    Statistic("best crib", "Best crib", "best"),
    Statistic("skunks", "Skunks (won by 31 or more)", "total"),
    Statistic("skunked", "Skunked", "total"),
)


def figures(game: Cribbage, states: Sequence[CribbageState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count a game's figures for a seat. A deal in which the game ended counts for its hands alone."""
    tally, pegged, in_play = Tally(), 0, 0
    for before, after in pairwise(states):
        gained = max(0, after.scores[seat] - before.scores[seat])  # a new game of a match begins at 0
        pegged += gained
        has_heels = any(isinstance(event, Heels) for event in after.events)
        in_play += gained if after.phase not in AT_SHOW and not has_heels else 0
        _count_shows(tally, before, after, seat)
        _count_games(tally, before, after, seat)
        if before.starter is not None and after.starter is None:  # the next deal
            if len(before.shown) == SHOW_COUNT:
                tally.add("dealer" if before.dealer == seat else "pone", pegged)
                tally.add("play", in_play)
            pegged = in_play = 0
    return tally.figures


def score(game: Cribbage, state: CribbageState, seat: Player) -> tuple[int, str]:
    """Return the score of a finished game: the lead in points, or in the games of a match."""
    if game.settings["games"] > 1 or not state.won:
        ahead = game.returns(state)[seat]
        return ahead, f"{ahead:+} games"
    mine, theirs = state.won[-1].scores[seat], state.won[-1].scores[1 - seat]
    return mine - theirs, f"{mine} to {theirs}"


def _count_shows(tally: Tally, before: CribbageState, after: CribbageState, seat: Player) -> None:
    """Count a hand or crib when its count begins."""
    if after.phase not in AT_SHOW or (before.phase in AT_SHOW and len(before.shown) == len(after.shown)):
        return
    show = after.shown[-1]
    if show.player == seat:
        kind = "crib" if show.crib else "hand"
        tally.add(kind, show.score.points)
        tally.best(f"best {kind}", show.score.points)


def _count_games(tally: Tally, before: CribbageState, after: CribbageState, seat: Player) -> None:
    won: tuple[Won, ...] = after.won[len(before.won) :]
    for game in won:
        if abs(game.scores[0] - game.scores[1]) >= SKUNK_POINTS:
            tally.add("skunks" if game.player == seat else "skunked", 1)
