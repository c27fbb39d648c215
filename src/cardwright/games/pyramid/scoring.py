"""The strength of hands: the 40-card ranking, or the same list by rarity (PP7)."""

import functools
from collections import Counter

from cardwright.game import Player
from cardwright.games.pyramid.actions import DECK
from cardwright.ranking import Ranking, load
from cardwright.ranking.describe import deciding

RANKINGS = {"standard": "pyramid", "rarity": "pyramid-by-rarity"}


@functools.cache
def ranking(order: str) -> Ranking:
    """The ranking for the option ``ranking``: "standard" or "rarity"."""
    return load(RANKINGS[order])


def winner(first_hand: tuple[int, ...], second_hand: tuple[int, ...], order: str) -> Player:
    """The player with the better of two complete hands, 0 for the first; -1 if they are equal (PP9)."""
    strength = ranking(order).strength
    first_strength, second_strength = strength(first_hand), strength(second_hand)
    return -1 if first_strength == second_strength else int(first_strength < second_strength)


def falls_to_low_ace(beaten: tuple[int, ...], better: tuple[int, ...], order: str) -> bool:
    """Return whether a beaten hand would not have lost to a better one of its own line if the ace were high (PP8)."""
    lines = [ranking(order).category(ranking(order).strength(hand)) for hand in (beaten, better)]
    if lines[0] != lines[1] or lines[0].run:  # A-2-3-4-5 is the lowest run with a high ace too
        return False
    return _ranks_ace_high(beaten) >= _ranks_ace_high(better)


def _ranks_ace_high(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return (count, rank) of each rank held, in the order in which they decide, with the ace above all others."""
    counts = Counter((DECK.rank_of[card] or len(DECK.ranks)) for card in cards)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


def describe(cards: tuple[int, ...], order: str) -> str:
    """A complete hand in words."""
    return ranking(order).describe(cards)


def decided_by(better: tuple[int, ...], beaten: tuple[int, ...], order: str) -> str:
    """Return the ranks that decide between two hands of one line: "nine beats eight"; otherwise ""."""
    hand_ranking = ranking(order)
    first, second = (hand_ranking.value(hand_ranking.strength(hand)) for hand in (better, beaten))
    return deciding(hand_ranking.declaration, first, second)
