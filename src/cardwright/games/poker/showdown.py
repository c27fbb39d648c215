"""The showdown: whose hands are shown, whose are thrown away unseen (PK3), and what is told of it."""

from collections.abc import Iterable, Sequence

from cardwright.game import Player
from cardwright.games.poker.actions import Happened, Mucked, Out, Showed, Won
from cardwright.games.poker.betting import Betting, Pot, seats_of
from cardwright.games.poker.state import PokerState

Strengths = dict[Player, int]  # of each seat that has a hand of the kind

_TOLD = frozenset((Showed, Mucked, Won, Out))


def turned_over(
    b: Betting, pots: Sequence[Pot], high: Strengths, low: Strengths, everyone: bool
) -> list[tuple[Player, bool]]:
    """The seats in the order in which they show, and whether each does: ``everyone``, or those that may still win."""
    seats = seats_of(b.inside)
    shown, best, best_low = 0, -1, -1
    found: list[tuple[Player, bool]] = []
    for seat in (*(each for each in seats if each >= b.opener), *(each for each in seats if each < b.opener)):
        if everyone:
            shows = True
        elif len(pots) == 1:
            shows = high[seat] >= best or best_low <= low.get(seat, -2)
        else:
            shows = _may_win(seat, shown, pots, (high, low))
        if shows:
            shown |= 1 << seat
            best, best_low = max(best, high[seat]), max(best_low, low.get(seat, -1))
        found.append((seat, shows))
    return found


def _may_win(seat: Player, shown: int, pots: Sequence[Pot], halves: Sequence[Strengths]) -> bool:
    """Whether no hand shown beats this one for every pot and every half of it."""
    for pot in pots:
        for worth in halves:
            if seat in pot.seats and seat in worth:
                against = [worth[other] for other in pot.seats if shown >> other & 1 and other in worth]
                if worth[seat] >= max(against, default=0):
                    return True
    return False


def showed(state: PokerState, seat: Player, high: Strengths, low: Strengths, *, lowball: bool) -> Showed:
    """What a hand turned over is worth. Where only low hands count, it is its low one that stood as ``high``."""
    cards = state.down[seat] + state.up[seat]
    if lowball:
        return Showed(seat, cards, -1, high[seat])
    return Showed(seat, cards, high[seat], low.get(seat, -1))


def told(events: Iterable[Happened]) -> tuple[Happened, ...]:
    """What is worth telling of a deal when the next is on."""
    return tuple([event for event in events if type(event) in _TOLD])
