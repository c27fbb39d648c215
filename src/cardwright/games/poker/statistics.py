"""Figures of poker: results in big blinds, deals and showdowns won, the largest pot."""

from collections.abc import Sequence
from itertools import pairwise

from cardwright.game import Player
from cardwright.games.poker.events import Began, Forced, PokerEvent, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerState
from cardwright.reports import Statistic, Tally
from cardwright.wording import counted

FIGURES = (
    Statistic("blinds", "Big blinds won, a deal"),
    Statistic("deals", "Deals in which you won chips", "share"),
    Statistic("showdowns", "Showdowns won", "share"),
    Statistic("largest", "Most chips won in a deal", "best"),
    Statistic("worst", "Most chips lost in a deal", "best"),
)


def figures(game: Poker, states: Sequence[PokerState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the figures of the finished deals that a seat was dealt into."""
    tally, chips, gained = Tally(), game.setup.stacks[seat], 0
    deal = list(states[0].events)  # where the first button is given, the first deal has begun
    for before, after in pairwise(states):
        if any(isinstance(event, Began) for event in after.events):
            now = game.gains(before)[seat]
            _count_deal(tally, deal, now - gained, seat)
            chips, gained, deal = before.before[seat], now, []
        deal += after.events if chips else ()
    _count_deal(tally, deal, game.gains(states[-1])[seat] - gained, seat)
    return tally.figures


def score(game: Poker, state: PokerState, seat: Player) -> tuple[int, str]:
    """Return the chips won or lost."""
    gained = game.returns(state)[seat]
    return gained, counted(gained, "chip", "+")


def _count_deal(tally: Tally, deal: Sequence[PokerEvent], gained: int, seat: Player) -> None:
    if not any(isinstance(event, Won) for event in deal):
        return  # not dealt in, or not finished
    tally.add("deals", gained > 0)
    tally.best("largest", max(gained, 0))
    tally.best("worst", max(-gained, 0))
    blind = next((event.amount for event in deal if isinstance(event, Forced) and event.what == "big blind"), 0)
    if blind:
        tally.add("blinds", gained / blind)
    if any(isinstance(event, Showed) and event.player == seat for event in deal):
        tally.add("showdowns", any(isinstance(event, Won) and event.award.seat == seat for event in deal))
