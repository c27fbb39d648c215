"""Hands of real cards as the compiler of rankings reads them."""

from collections import Counter
from collections.abc import Sequence

from cardwright.cards import Card
from cardwright.ranking.model import Declaration


def look(declaration: Declaration, hand: Sequence[Card]) -> tuple[tuple[int, ...], int, frozenset[str]]:
    """Return a hand as `classify` reads it: its counts by rank, its jokers and the facets that all its cards share."""
    deck = declaration.deck
    plain = [card for card in hand if declaration.rank_of[card] >= 0]
    held = Counter(declaration.rank_of[card] for card in plain)
    counts = tuple(held[rank] for rank in range(len(deck.ranks)))
    facets = () if declaration.dice else declaration.facets.values()
    same = frozenset(facet.name for facet in facets if len({facet.of[card] for card in plain}) < 2)
    return counts, len(hand) - len(plain), same
