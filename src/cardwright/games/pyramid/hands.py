"""What three hands are worth: the 40-card ranking, or the same list by rarity (PP7)."""

import functools

from cardwright.ranking import Ranking, load

RANKINGS = {"standard": "pyramid", "rarity": "pyramid-by-rarity"}


@functools.cache
def ranking(order: str) -> Ranking:
    """The ranking for the option ``ranking``: "standard" or "rarity"."""
    return load(RANKINGS[order])


def compare(one: tuple[int, ...], other: tuple[int, ...], order: str) -> int:
    """Positive if the first of two complete hands is better, 0 if they are equal, negative otherwise."""
    strength = ranking(order).strength
    return strength(one) - strength(other)


def described(cards: tuple[int, ...], order: str) -> str:
    """A complete hand in words."""
    return ranking(order).describe(cards)
