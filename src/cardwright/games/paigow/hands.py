"""The strengths of the two hands: the declared rankings of front and back, and the rule of fouls (PG3, PG6 to PG8)."""

import functools
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright import ranking
from cardwright.cards import Card, ranks, standard_deck
from cardwright.errors import BadCount
from cardwright.ranking.hands_table import best_examples
from cardwright.wording import plural_of

LOWEST_WHEEL_FILE = Path(__file__).with_name("wheel-lowest.toml")
DECK = standard_deck(joker=True)
BUG: Card = DECK.size - 1
ACE, KING = 14, 13
RANK_NAMES = {height: rank.name for height, rank in enumerate(ranks("2 3 4 5 6 7 8 9 T J Q K A"), 2)}
FIVE_CARD_CATEGORIES = ("straight", "flush", "straight flush", "royal flush")


def height(card: Card) -> int:
    """A card's rank by height, 2 to 14; the bug is an ace wherever it completes nothing."""
    return ACE if card == BUG else DECK.rank_of[card] + 1 if DECK.rank_of[card] else ACE


def high_first(cards: Sequence[Card]) -> list[Card]:
    """Cards as they are shown and written: the highest first, the bug before other aces."""
    return sorted(cards, key=lambda card: (-height(card), card != BUG, card))


def heights(cards: Sequence[Card]) -> list[int]:
    """Heights as they compare between hands: more of a kind first, then higher."""
    held = list(map(height, cards))
    return sorted(held, key=lambda rank: (held.count(rank), rank), reverse=True)


class Hands:
    """The rankings that hold under one reading of A-2-3-4-5: "second" highest straight, or "lowest"."""

    def __init__(self, wheel: str) -> None:
        self._front = ranking.load("paigow-front")
        self._back = ranking.load("paigow-back" if wheel == "second" else str(LOWEST_WHEEL_FILE))

    def front(self, cards: Sequence[Card]) -> int:
        """The strength of two cards in front."""
        return self._front.strength(cards)

    def back(self, cards: Sequence[Card]) -> int:
        """The strength of five cards behind, or of the best five of more."""
        return self._back.strength(cards)

    def category(self, strength: int) -> str:
        """The category of a back's strength, in small letters."""
        return self._back.category(strength).name.casefold()

    def is_pair(self, front: Sequence[Card]) -> bool:
        """Return True if two cards in front are a pair."""
        return height(front[0]) == height(front[1])

    def is_foul(self, front: Sequence[Card], back: Sequence[Card]) -> bool:
        """Return True if the front ranks above the back (PG8).

        A front is a pair at most, so only a back without more than one pair can be below it. Then kickers count,
        and where the front has run out of cards the back has the better ones.
        """
        category = self.category(self.back(back))
        if category not in ("one pair", "high card"):
            return False
        front_heights, back_heights = heights(front), heights(back)
        return (self.is_pair(front), front_heights) > (category == "one pair", back_heights)

    @functools.cached_property
    def lines(self) -> tuple[str, ...]:
        """Both tables of hands, from the top: the back's, then the front's."""
        return (
            *(line.name for line in self._back.categories),
            *(f"{line.name} in front" for line in self._front.categories),
        )

    @functools.cached_property
    def examples(self) -> tuple[tuple[Card, ...], ...]:
        """The best hand of each of `lines`."""
        return (*best_examples(self._back), *best_examples(self._front))

    def lines_made(self, front: Sequence[Card], back: Sequence[Card]) -> frozenset[int]:
        """The two of `lines` that a setting makes, by index."""
        back_line = self._back.category_index(self.back(back))
        return frozenset((back_line, len(self._back.categories) + self._front.category_index(self.front(front))))

    def describe_front(self, cards: Sequence[Card]) -> str:
        """Two cards in words: "pair of nines", "king-queen"."""
        high, low = heights(cards)
        return f"pair of {plural_of(RANK_NAMES[high])}" if high == low else f"{RANK_NAMES[high]}-{RANK_NAMES[low]}"

    def describe_back(self, cards: Sequence[Card]) -> str:
        """Five cards in words."""
        return self._back.describe(self.back(cards))


@functools.cache
def hands(wheel: str = "second") -> Hands:
    """The rankings under a reading of A-2-3-4-5, loaded once."""
    return Hands(wheel)


def check_seven(cards: Sequence[Card]) -> None:
    """Raise `BadCount` unless these are seven distinct cards."""
    if len(set(cards)) != 7 or len(cards) != 7:
        raise BadCount(f"a hand is set from 7 distinct cards, and these are {len(set(cards))}", len(cards))


def kernel_reading(wheel: str, wild: bool) -> int:
    """Return the ``reading`` of the kernels: A-2-3-4-5 "second" or "lowest", and the joker as the bug or ``wild``."""
    return (wheel == "lowest") + 2 * wild


def all_settings(cards: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield the front and back of all 21 settings of seven cards, fouls too, in the order of the cards."""
    for front in itertools.combinations(cards, 2):
        yield front, tuple(card for card in cards if card not in front)


@functools.lru_cache(maxsize=256)
def legal_lines(hands: Hands, cards: tuple[Card, ...]) -> frozenset[int]:
    """All of the `lines` that some legal setting of seven cards makes."""
    legal = (setting for setting in all_settings(cards) if not hands.is_foul(*setting))
    return frozenset().union(*(hands.lines_made(*setting) for setting in legal))
