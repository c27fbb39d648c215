"""Wild hole cards (PK21): a player's lowest card face down, and all cards of its rank that play for this player.

A wild card counts as a joker of the ranking. The jokers are not dealt, and are as many as the cards of a rank, each of
which has a joker of its own.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card, Deck
from cardwright.errors import BadOption
from cardwright.games.poker.actions import Cards
from cardwright.games.poker.variants.model import LOW_HOLE_ACE_LOW, Variant
from cardwright.ranking import Declaration, Ranking


class WildHole:
    """The cards that are wild, by the cards that a player has face down."""

    def __init__(self, declared: Declaration, wild: str) -> None:
        ranks = declared.rank_of[: _dealt_count(declared)]
        ends = list(enumerate(declared.order))
        # of a rank that is both low and high, the place in the order that the variant names
        places = {rank: place for place, rank in (ends[::-1] if wild == LOW_HOLE_ACE_LOW else ends)}
        self.heights = tuple(places[rank] for rank in ranks)
        self.jokers = tuple(len(ranks) + ranks[:card].count(rank) for card, rank in enumerate(ranks))
        self._height_rows, self._joker_rows = np.array(self.heights, np.uint8), np.array(self.jokers, np.uint8)

    def height(self, hole: Cards) -> int | None:
        """Return the height of the rank that is wild for a player with these cards face down."""
        return min((self.heights[card] for card in hole), default=None)

    def is_wild(self, hole: Cards, card: Card) -> bool:
        """Return True if a card is wild for a player with these cards face down."""
        return card >= 0 and self.heights[card] == self.height(hole)

    def read(self, hole: Cards, others: Cards) -> Cards:
        """Return the cards that play for a player as they count: ``hole`` are face down, all are seen."""
        return self.read_at(self.height(hole), hole + others)

    def read_at(self, height: int | None, cards: Cards) -> Cards:
        """Return cards as they count if the rank of this height is wild."""
        return tuple(self.jokers[card] if self.heights[card] == height else card for card in cards)

    def read_rows(self, rows: NDArray[np.uint8], hole: Sequence[int]) -> NDArray[np.uint8]:
        """Return rows of cards as they count; those in the columns ``hole`` are face down."""
        heights = self._height_rows[rows]
        low = heights[:, list(hole)].min(axis=1, keepdims=True)
        return np.where(heights == low, self._joker_rows[rows], rows)


def wild_hole(variant: Variant, ranking: Ranking) -> WildHole | None:
    """Return which cards are wild in a variant; None if it has no wild hole cards. Raises `BadOption`."""
    if not variant.wild:
        return None
    declared = ranking.declaration
    joker_count, jokers = max(Counter(declared.rank_of[: _dealt_count(declared)]).values()), len(declared.deck.jokers)
    if jokers < joker_count or len(declared.wilds) > jokers or declared.limits:
        requirement = f"at least {joker_count} jokers that are alike, and no other wild card"
        raise BadOption(
            "ranking", ranking.name, f"a ranking with {requirement}: {variant.title} counts wild cards as jokers"
        )
    return WildHole(declared, variant.wild)


def dealt_deck(variant: Variant, deck: Deck) -> Deck:
    """Return the deck that is dealt: where wild cards count as jokers, without the jokers."""
    return Deck(deck.title, deck.ranks, deck.suits, (), deck.listed) if variant.wild else deck


def _dealt_count(declared: Declaration) -> int:
    return declared.deck.size - len(declared.deck.jokers)
