"""The bets of a deal as all see them: the last to raise, and how often the rivals meet a bet.

A seat that has put in chips of its own will has met a bet, once for each round that it is still in; one that has folded
has not. Some decisions of a usual player are added, so that little evidence says little.
"""

from typing import NamedTuple

from cardwright.game import Player
from cardwright.games.poker import forced
from cardwright.games.poker.betting import seats_of
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.state import PokerView

USUAL_CHANCE, USUAL_DECISIONS_COUNT = 0.35, 3.0  # to meet a bet, and how much it weighs
STATION_SHARE = 0.3  # of decisions at which a usual rival calls whatever it holds
MIN_STATION_SHARE, MAX_STATION_SHARE = 0.1, 0.8


class Rivals(NamedTuple):
    """The other seats that have not folded. ``late`` are those with a bet before them that they have not met."""

    seats: tuple[Player, ...]
    late: frozenset[Player]
    chance: float  # that a rival meets a bet

    @property
    def callers(self) -> float:
        """The number of rivals who meet a bet, if one does, on average."""
        return 1 + (len(self.seats) - 1) * self.chance

    @property
    def station_share(self) -> float:
        """The part of the decisions at which one rival or more calls whatever it holds."""
        if len(self.seats) == 1:
            return STATION_SHARE
        share_of_one = min(max(STATION_SHARE + self.chance - USUAL_CHANCE, MIN_STATION_SHARE), MAX_STATION_SHARE)
        return 1 - (1 - share_of_one) ** len(self.seats)


def rivals(game: Poker, view: PokerView) -> Rivals:
    """Return the rivals of a view's seat, as all can see them."""
    b = view.betting
    seats = tuple(seat for seat in seats_of(b.inside) if seat != view.player)
    late = frozenset(seat for seat in seats if b.waiting >> seat & 1 and b.bets[seat] < b.top)
    return Rivals(seats, late, _chance(game, view))


def is_blind_round(game: Poker, view: PokerView) -> bool:
    """Return True if this is the round that begins with blinds."""
    return game.variant.open == "blinds" and not game.plan[view.step].street


def raiser(game: Poker, view: PokerView) -> Player | None:
    """Return the last to bet or raise in this round, if any has."""
    b = view.betting
    posted = max(game.setup.stakes.blinds) * forced.factor(view) if is_blind_round(game, view) else 0
    return b.opener if b.top > posted and not b.bring else None


def bet_unit(game: Poker, view: PokerView) -> int:
    """Return the unit of bets, in chips: the largest blind of this deal, or half of a small bet."""
    stakes = game.setup.stakes
    return max(max(stakes.blinds, default=0), stakes.small_bet // 2, 1) * forced.factor(view)


def _chance(game: Poker, view: PokerView) -> float:
    b = view.betting
    rounds = 1 + game.plan[view.step].street
    bets_met = folded_count = 0
    for seat in range(game.players):
        if seat == view.player or not (b.paid[seat] or b.bets[seat] or b.inside >> seat & 1):
            continue
        if not b.inside >> seat & 1:
            folded_count += 1
        elif b.paid[seat] + b.bets[seat] > _forced_bets(game, view, seat):
            bets_met += rounds
    return (USUAL_CHANCE * USUAL_DECISIONS_COUNT + bets_met) / (USUAL_DECISIONS_COUNT + bets_met + folded_count)


def _forced_bets(game: Poker, view: PokerView, seat: Player) -> int:
    """Return the chips that a seat had to put in: its ante, and its blind or bring-in."""
    stakes, b = game.setup.stakes, view.betting
    ante = (stakes.antes[0] if len(stakes.antes) == 1 else 0) * forced.factor(view)
    if game.variant.open == "blinds":
        return ante + forced.blind_of(game.setup, view, seat)
    return ante + (b.bring if b.bets[seat] == b.bring else 0)
