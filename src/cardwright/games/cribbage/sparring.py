"""Simple players to test bots against; they are in no lobby.

`cardwright match cribbage expert cardwright.games.cribbage.sparring:Greedy`: takes what counts most at once.
"""

from itertools import combinations, pairwise

from cardwright.bots import Advice
from cardwright.games.cribbage.actions import LAYS, PLAYS
from cardwright.games.cribbage.bot import BasicBot
from cardwright.games.cribbage.scoring import MAX_COUNT, RANK, VALUE, pegging
from cardwright.games.cribbage.state import CribbageView

FIFTEEN_POINTS = 2


class Greedy(BasicBot):
    """Keeps the four cards that count most by themselves, and plays the card that scores most, else the highest."""

    def _lay_away(self, view: CribbageView) -> Advice:
        ways = combinations(view.hand, 4)
        kept = max(ways, key=lambda cards: (_worth(cards), -sum(VALUE[card] for card in cards)))
        low, high = (card for card in view.hand if card not in kept)
        return Advice(LAYS[low, high])

    def _play(self, view: CribbageView) -> Advice:
        pile = [card for _, card in view.played[view.opened :]]
        count = sum(VALUE[card] for card in pile)
        legal = [card for card in view.hand if count + VALUE[card] <= MAX_COUNT]
        return Advice(PLAYS[max(legal, key=lambda card: (pegging([*pile, card]).points, card))])


def _worth(cards: tuple[int, ...]) -> int:
    """Return the points of four cards without a starter: fifteens, pairs and runs."""
    total = 0
    for size in range(2, 5):
        for some in combinations(cards, size):
            ranks = sorted(RANK[card] for card in some)
            total += FIFTEEN_POINTS * (sum(VALUE[card] for card in some) == 15)
            total += 2 * (size == 2 and ranks[0] == ranks[1])
    return total + _runs(cards)


def _runs(cards: tuple[int, ...]) -> int:
    """Return the points for the longest runs."""
    for size in (4, 3):
        found = 0
        for some in combinations(cards, size):
            ranks = sorted(RANK[card] for card in some)
            found += size * all(after == rank + 1 for rank, after in pairwise(ranks))
        if found:
            return found
    return 0
