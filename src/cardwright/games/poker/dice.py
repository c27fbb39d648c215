"""Dice in the place of cards: each player rolls dice of their own under a cup, and may roll any of them again (PK19).

A card is a face of one die, "6a" is a six of die a, and every player has the same dice. A hand holds one card of each
die, in the order of the dice.
"""

import functools
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.cards import Deck, Suit
from cardwright.games.poker.actions import Cards
from cardwright.ranking import Ranking
from cardwright.ranking.classify import Declaration

LETTERS = "abcdefg"


class DiceRanking(Ranking):
    """A ranking of dice as one of cards: the same strengths, and the counts of throws."""

    def __init__(self, thrown: Ranking) -> None:
        super().__init__(_of_cards(thrown.declaration))
        self.thrown = thrown
        self.compiled.counts = thrown.compiled.counts

    def __reduce__(self) -> tuple[Callable[..., Ranking], tuple[Ranking]]:  # type: ignore[override]
        return of_dice, (self.thrown,)

    def rolls(self, rng: np.random.Generator, rows: int) -> NDArray[np.uint8]:
        """Return rolls of all dice, a row each."""
        faces = rng.integers(len(self.deck.ranks), size=(rows, self.size))
        return (faces * self.size + np.arange(self.size)).astype(np.uint8)


@functools.lru_cache(maxsize=32)
def of_dice(thrown: Ranking) -> Ranking:
    """Return the ranking of the faces of single dice."""
    return DiceRanking(thrown)


def _of_cards(declared: Declaration) -> Declaration:
    """Return a declaration with a card for each face of each die: its suits are the dice."""
    number, deck = declared.size, declared.deck
    dice = [Suit(letter, f"die {letter}") for letter in LETTERS[:number]]
    ranks = tuple(rank for rank in declared.rank_of for _ in dice)
    return replace(declared, dice=False, wild=None, deck=Deck(deck.title, deck.ranks, dice), rank_of=ranks)


def faces_due(stock: bytes, hand: Cards, number: int) -> bytes:
    """Return the faces of the first of some dice that a hand lacks."""
    held = {card % number for card in hand}
    return stock[next(die for die in range(number) if die not in held) :: number]


def in_order(hand: Cards, number: int) -> Cards:
    """Return a hand in the order of its dice."""
    return tuple(sorted(hand, key=lambda card: card % number))
