"""The strength of hands: the 40-card ranking, or the same list by rarity (PP7)."""

import functools

from cardwright.game import Player
from cardwright.ranking import Ranking, load

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


def describe(cards: tuple[int, ...], order: str) -> str:
    """A complete hand in words."""
    return ranking(order).describe(cards)
