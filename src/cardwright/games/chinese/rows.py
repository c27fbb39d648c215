"""The rows of a declared table of hands, their strength, and the order in which a hand is a foul (CP3, CP4, CP9).

Beside rows of five cards, the front has three, so no straight and no flush. It is ranked on the line of the table that
its groups of equal rank make in a hand of five, the lowest one that they fit; on one line larger groups win, then
higher ranks. The same order compares a front with a middle. In the other layouts the table ranks all rows.
"""

import functools
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card, Deck
from cardwright.errors import BadOption
from cardwright.ranking import Ranking, load
from cardwright.ranking.describe import rank_words
from cardwright.ranking.model import Declaration
from cardwright.wording import NUMBER_WORDS, one_of

Item = TypeVar("Item")


class Layout(NamedTuple):
    """The numbers of cards in the ``front``, and in each other ``row``: middle and back."""

    front: int
    row: int

    @property
    def hand(self) -> int:
        """The number of cards that a player sets."""
        return self.front + 2 * self.row

    @property
    def even(self) -> bool:
        """True if all rows have as many cards: then the table of hands ranks the front too."""
        return self.front == self.row

    def split(self, cards: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item], Sequence[Item]]:
        """Return the first cards as the front, the next as the middle, and the others as the back."""
        end = self.front + self.row
        return cards[: self.front], cards[self.front : end], cards[end:]

    @property
    def front_word(self) -> str:
        """The number of cards in the front, as a word."""
        return NUMBER_WORDS[self.front]

    @property
    def row_word(self) -> str:
        """The number of cards in the middle, as a word."""
        return NUMBER_WORDS[self.row]


LAYOUTS = {3: Layout(3, 3), 4: Layout(4, 4), 5: Layout(3, 5)}  # by the number of cards in a ranking's hands
MAX_CARDS = 128
FRONT_KINDS_BY_RANKS = ((3,), (2, 1), (1, 1, 1))

Cards = NDArray[np.uint8]
IntArray = NDArray[np.int64]


class Rows:
    """The rows of one ranking. Raises `BadOption` for a ranking that cannot be set in three rows."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self.deck: Deck = ranking.deck
        declared = ranking.declaration
        if wanted := requirement(declared):
            raise BadOption("ranking", ranking.name, wanted)
        self.layout = LAYOUTS[declared.size]
        self._ranks = len(declared.ladder)
        # Wild cards, which have no rank, are shown before all others.
        order = [declared.standing[rank] if rank >= 0 else self._ranks for rank in declared.rank_of]
        self._rank_order = np.array(order, np.int64)
        levels = () if self.layout.even else (-_line(ranking, kind) for kind in FRONT_KINDS_BY_RANKS)
        self._front_levels = np.array([0, *levels], np.int64)
        self._words = rank_words(declared)
        self._described: dict[int, str] = {}
        self._sort_keys = {card: (-int(self._rank_order[card]), card) for card in range(self.deck.size)}

    def row_strength(self, cards: Sequence[Card]) -> int:
        """Return the strength of a middle or a back."""
        return self.ranking.strength(cards)

    def front_strength(self, cards: Sequence[Card]) -> int:
        """Return the strength of a front."""
        return int(self.front_strengths(np.array([cards], np.uint8))[0])

    def front_strengths(self, rows: Cards) -> IntArray:
        """Return the strength of each front, one a row."""
        if self.layout.even:
            return self.ranking.strengths(rows).astype(np.int64)
        ranks = self._rank_order[rows]
        distinct_count = 1 + (np.diff(np.sort(ranks, axis=1), axis=1) > 0).sum(axis=1)
        return self._front_order(ranks, self._front_levels[distinct_count])

    def middle_order(self, rows: Cards, strengths: NDArray[np.integer]) -> IntArray:
        """Return the strength of each middle in the order of fronts: a front above it is a foul."""
        if self.layout.even:
            return strengths.astype(np.int64)
        return self._front_order(self._rank_order[rows], -self.ranking.compiled.line_of(strengths).astype(np.int64))

    def _front_order(self, ranks: IntArray, levels: IntArray) -> IntArray:
        """Return the line, then three ranks: those of larger groups before smaller, higher before lower."""
        sizes = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
        keys = np.sort(sizes * self._ranks + ranks, axis=1)[:, ::-1]
        values = levels
        for column in range(self.layout.front):
            values = values * (self._ranks * (self.layout.row + 1)) + keys[:, column]
        return values

    def is_foul(self, front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]) -> bool:
        """Return True if the front ranks above the middle, or the middle above the back (CP4)."""
        too_low, too_high = self.faults(front, np.array([middle], np.uint8), np.array([back], np.uint8))
        return bool(too_low[0] or too_high[0])

    def faults(
        self, front: Sequence[Card], middles: Cards, backs: Cards
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which of many middles rank below one front, and which above their backs."""
        strengths = self.ranking.strengths(middles)
        too_low = self.front_strength(front) > self.middle_order(middles, strengths)
        return too_low, strengths > self.ranking.strengths(backs)

    def high_first(self, cards: Sequence[Card]) -> list[Card]:
        """Return cards as they are shown and written: the highest first."""
        return sorted(cards, key=self._sort_keys.__getitem__)

    def describe_front(self, cards: Sequence[Card]) -> str:
        """Return a front in words: "three sixes", "pair of kings, nine", "ace-high, ten-four"."""
        if self.layout.even:
            return self.describe(cards)
        words, rank_of = self._words, self.ranking.declaration.rank_of
        ranks = [rank_of[card] for card in self.high_first(cards)]
        groups = sorted(dict.fromkeys(ranks), key=lambda rank: -ranks.count(rank))
        first, *rest = (words[rank] for rank in groups)
        if not rest:
            return f"three {first[1]}"
        if len(rest) == 1:
            return f"pair of {first[1]}, {rest[0][0]}"
        return f"{first[0]}-high, {'-'.join(each[0] for each in rest)}"

    def describe(self, cards: Sequence[Card]) -> str:
        """Return a middle or a back in words."""
        strength = self.row_strength(cards)
        if strength not in self._described:
            self._described[strength] = self.ranking.describe(strength)
        return self._described[strength]

    def max_seats(self) -> int:
        """Return the number of hands that the deck is enough for."""
        return self.deck.size // self.layout.hand


def requirement(declared: Declaration) -> str:
    """Return the reason why a ranking cannot be set in three rows, "" if it can."""
    layout = LAYOUTS.get(declared.size)
    requirements = {
        "a ranking of cards: dice cannot be set in rows": declared.dice,
        f"a ranking of hands of {one_of(LAYOUTS)} cards": layout is None,
        "a ranking in which the high hand wins": declared.low,
        "a ranking without wild cards: a front of three has no line for them": bool(
            declared.wilds and layout and not layout.even
        ),
        f"a deck of at most {MAX_CARDS} cards": declared.deck.size > MAX_CARDS,
    }
    return next((wanted for wanted, is_violated in requirements.items() if is_violated), "")


def _line(ranking: Ranking, kind: tuple[int, ...]) -> int:
    """Return the lowest line of the table that takes these groups with two other cards."""
    groups = (*kind, 1, 1)
    lines = [
        index
        for index, line in enumerate(ranking.categories)
        if groups in line.kinds and line.cards in (0, ranking.size)  # a line about fewer cards has other groups
    ]
    if not lines:
        raise BadOption("ranking", ranking.name, f"a ranking with a line for the groups {groups}, as a front may have")
    return lines[-1]


@functools.lru_cache(maxsize=16)
def load_rows(ranking: str) -> Rows:
    """Return the rows of a ranking, by its name or its text."""
    return Rows(load(ranking))
