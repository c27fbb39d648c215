"""The strength of hands: the 40-card ranking, or the same list by rarity (PP7)."""

import functools

from cardwright.game import Player
from cardwright.ranking import Ranking, load

RANKINGS = {"standard": "pyramid", "rarity": "pyramid-by-rarity"}


@functools.cache
def ranking(order: str) -> Ranking:
    """The ranking for the option ``ranking``: "standard" or "rarity"."""
    return load(RANKINGS[order])


def winner(one: tuple[int, ...], other: tuple[int, ...], order: str) -> Player:
    """The player with the better of two complete hands, 0 for the first; -1 if they are equal (PP9)."""
    strength = ranking(order).strength
    mine, theirs = strength(one), strength(other)
    return -1 if mine == theirs else int(mine < theirs)


def described(cards: tuple[int, ...], order: str) -> str:
    """A complete hand in words."""
    return ranking(order).describe(cards)
