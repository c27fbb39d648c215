"""Figures of pai gow poker: the results of bets, and their expected results."""

from collections.abc import Sequence
from itertools import pairwise

from cardwright.game import Player
from cardwright.games.paigow import chips
from cardwright.games.paigow.events import Showdown
from cardwright.games.paigow.rules import PaiGow
from cardwright.games.paigow.state import PaiGowState
from cardwright.reports import Statistic, Tally
from cardwright.wording import counted

# Both setting by the way of Trump Plaza, over all deals: `cardwright odds paigow --player trump_plaza`.
_WIN, _PUSH, _LOSE = 2_360_716_067_812_300, 3_422_135_200_919_712, 2_467_607_762_482_388
_COMMISSION_FACTOR = 1 / 20
FIGURES = (
    Statistic("bet", "Chips bet, a round"),
    Statistic("gained", "Gained of each chip bet", "share"),
    Statistic("expected", "Expected, setting by the house way", "share"),
    Statistic("won", "Bets won", "share"),
    Statistic("pushed", "Bets pushed", "share"),
    Statistic("fouls", "Fouls", "total"),
)


def figures(game: PaiGow, states: Sequence[PaiGowState], seat: Player) -> dict[str, tuple[float, int]]:
    """Count the figures of a session in a casino; at home there is no bet against the bank."""
    tally = Tally()
    for before, after in pairwise(states):
        if isinstance(after.last, Showdown) and after.last is not before.last:
            _count_round(tally, game, after.last, seat)
    return tally.figures


def score(game: PaiGow, state: PaiGowState, seat: Player) -> tuple[int, str]:
    """Return the chips won or lost."""
    gained = chips.value(state.racks[seat]) - game.settings["bankroll"]
    return gained, counted(gained, "chip", "+")


def _count_round(tally: Tally, game: PaiGow, showdown: Showdown, seat: Player) -> None:
    for result in showdown.results:
        if result.seat != seat or showdown.bank == seat:
            continue
        tally.add("bet", result.bet)
        tally.add("gained", result.gained - _commission(game, result.gained), result.bet)
        tally.add("won", result.outcome == "win")
        tally.add("pushed", result.outcome == "push")
        tally.add("fouls", result.outcome == "foul")
        if _is_counted(game, showdown):
            tally.add("expected", result.bet * _expected_gain(game), result.bet)


def _commission(game: PaiGow, gained: int) -> float:
    return gained * _COMMISSION_FACTOR if gained > 0 and game.settings["commission"] else 0


def _expected_gain(game: PaiGow) -> float:
    """Return the expected gain of a chip that is bet against the dealer."""
    win = _WIN * (1 - _COMMISSION_FACTOR) if game.settings["commission"] else _WIN
    return (win - _LOSE) / (_WIN + _PUSH + _LOSE)


def _is_counted(game: PaiGow, showdown: Showdown) -> bool:
    """Return True if the counted deals are of this table's rules: the dealer banks, and sets as they do."""
    wanted = {"house_way": "trump_plaza", "wheel": "second", "copies": "dealer"}
    return showdown.bank is None and all(game.settings[name] == value for name, value in wanted.items())
