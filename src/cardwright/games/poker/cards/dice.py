"""Dice in the place of cards: each player rolls dice of their own under a cup, and may roll any of them again (PK19).

A card is a side of one die, "6a" is a six of die a, and every player has the same dice. A hand holds one card of each
die, in the order of the dice. Where several sides of a die show one face, each is a card: "6a", "6a'".
"""

import functools
from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cardwright.cards import Deck, Printed, Suit
from cardwright.games.poker.actions import Cards
from cardwright.ranking import Ranking
from cardwright.ranking.compile import Strengths
from cardwright.ranking.decks import apart
from cardwright.ranking.dice import Die, throws
from cardwright.ranking.model import Declaration

LETTERS = "abcdefg"

Dice = tuple[bytes, ...]
"""The cards of each die; () where a game has cards."""


class DiceRanking(Ranking):
    """A ranking of dice whose cards are the sides of the dice, with the same strengths and counts of throws."""

    def __init__(self, thrown: Ranking) -> None:
        super().__init__(_of_sides(thrown.declaration))
        self.thrown = thrown
        of = self.deck.suit_of
        self.dice: Dice = tuple(
            bytes(card for card, die in enumerate(of) if die == number) for number in range(self.size)
        )

    def __reduce__(self) -> tuple[Callable[..., Ranking], tuple[Ranking]]:  # type: ignore[override]
        return of_dice, (self.thrown,)

    def strengths_of(self, dice: Sequence[bytes]) -> Strengths:
        """Return the strengths of all throws of these sides of the dice."""
        sides = [[card in die for card in range(self.deck.size)] for die in dice]
        every = throws(sides, [card.rank for card in self.deck.listed])
        return self.thrown.strengths(np.array(list(every), np.uint8), trusted=True)

    def rolls(self, rng: np.random.Generator, rows: int) -> NDArray[np.uint8]:
        """Return rolls of all dice, a row each."""
        return np.column_stack([rng.choice(np.frombuffer(die, np.uint8), rows) for die in self.dice])


@functools.lru_cache(maxsize=32)
def of_dice(thrown: Ranking) -> DiceRanking:
    """Return the ranking of the sides of single dice."""
    return DiceRanking(thrown)


def sides_count(declared: Declaration) -> int:
    """Return the number of sides of all dice together."""
    return sum(map(sum, declared.sides))


def _of_sides(declared: Declaration) -> Declaration:
    """Return a declaration with a card for each side of each die: its suits are the dice."""
    deck, sides = declared.deck, declared.sides
    names = [die.name for die in declared.each_die] or [""] * len(sides)
    dice = [Suit(LETTERS[n], f"die {LETTERS[n]}" + (name and f", {name}")) for n, name in enumerate(names)]
    cards = [
        Printed(face, die, deck.ranks[face].text + LETTERS[die], f"{deck.ranks[face].name} of {dice[die].name}")
        for face in range(deck.size)
        for die in range(len(dice))
        for _ in range(sides[die][face])
    ]
    one_sided = [Die(suit.name, tuple(int(card.suit == die) for card in cards)) for die, suit in enumerate(dice)]
    return replace(
        declared,
        deck=Deck(deck.title, deck.ranks, dice, cards=apart(cards)),
        rank_of=tuple(declared.rank_of[card.rank] for card in cards),
        each_die=tuple(one_sided),
    )


def sides_due(dice: Dice, hand: Cards) -> bytes:
    """Return the cards of the first of some dice that a hand lacks."""
    return next(die for die in dice if not any(card in die for card in hand))


def in_order(dice: Dice, hand: Cards) -> Cards:
    """Return a hand in the order of its dice."""
    return tuple(card for die in dice for card in hand if card in die)
