"""The scores of cards at the show and in the play with their reasons, and fast counts without them.

>>> from cardwright.cards import standard_deck
>>> hand = standard_deck().parse_cards("6h 7d 8s Jc")
>>> show(hand, starter=standard_deck().parse("2c")).spoken
'fifteen two, fifteen four, a run of three for seven, his nobs for eight'
>>> show(hand, starter=standard_deck().parse("2c")).points
8
>>> pegging(standard_deck().parse_cards("5c 7d 6h")).called
'a run of three for three'
>>> histogram()[29]
4
"""

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card, standard_deck
from cardwright.errors import BadCard, BadCount
from cardwright.games.cribbage import _kernels
from cardwright.wording import NUMBER_WORDS

DECK = standard_deck()
RANK = DECK.rank_of
SUIT = DECK.suit_of
VALUE: tuple[int, ...] = tuple(min(rank + 1, 10) for rank in RANK)
JACK_RANK = 10  # the rank, counted from the ace as 0

MAX_POINTS = 29  # three fives and the jack of the starter's suit, with the fourth five turned up
MAX_COUNT = 31


KIND_BY_COUNT = {2: "pair", 3: "triplet", 4: "four"}
_PHRASES = {
    "fifteen": "fifteen",
    "thirty-one": "thirty-one",
    "pair": "a pair",
    "triplet": "a triplet",
    "four": "four of a kind",
    "flush": "a flush",
    "nobs": "his nobs",
}


class Part(msgspec.Struct, frozen=True, cache_hash=True):
    """One combination: its ``kind`` ("fifteen", "thirty-one", "pair", "triplet", "four", "run", "flush", "nobs"), the
    cards that make it and its points. Three or four alike are one part: all of their pairs at once.
    """

    kind: str
    cards: tuple[Card, ...]
    points: int

    @property
    def phrase(self) -> str:
        """The name of the combination: "a run of three"."""
        return f"a run of {NUMBER_WORDS[len(self.cards)]}" if self.kind == "run" else _PHRASES[self.kind]


def part_as_counted(part: Part, total: int) -> str:
    """A combination as it is counted aloud, with the running total: "fifteen two", "a pair for four"."""
    return f"{part.phrase}{' ' if part.kind == 'fifteen' else ' for '}{NUMBER_WORDS[total]}"


class Score(msgspec.Struct, frozen=True):
    """A score, part by part, in the order in which the parts are called."""

    parts: tuple[Part, ...]

    @property
    def points(self) -> int:
        """All parts together."""
        return sum(part.points for part in self.parts)

    @property
    def spoken(self) -> str:
        """A show as it is counted aloud, with the running total: "fifteen two, a pair for four, his nobs for five"."""
        words: list[str] = []
        total = 0
        for part in self.parts:
            total += part.points
            words.append(part_as_counted(part, total))
        return ", ".join(words) or "nothing"

    @property
    def called(self) -> str:
        """A score in the play as it is called, each part with its own points: "fifteen for two"."""
        return ", ".join(f"{part.phrase} for {NUMBER_WORDS[part.points]}" for part in self.parts)


NO_SCORE = Score(())


# Every set of two or more of five cards, by size, then in order: its bits, and the places of its cards.
_SUBSETS = tuple(
    (sum(1 << place for place in places), places) for size in range(2, 6) for places in combinations(range(5), size)
)


def show(hand: Sequence[Card], starter: Card, crib: bool = False) -> Score:
    """Return the score of four cards with the starter. A ``crib`` has no flush but one of all five cards."""
    cards = (*sorted(hand), starter)
    parts = combinations_in(cards)
    if len({SUIT[card] for card in hand}) == 1:
        if SUIT[starter] == SUIT[hand[0]]:
            parts.append(Part("flush", cards, 5))
        elif not crib:
            parts.append(Part("flush", tuple(sorted(hand)), 4))
    parts += [Part("nobs", (card,), 1) for card in hand if RANK[card] == JACK_RANK and SUIT[card] == SUIT[starter]]
    return Score(tuple(parts))


def combinations_in(cards: Sequence[Card]) -> list[Part]:
    """Return the fifteens, pairs and runs of up to five cards."""
    return _fifteens(cards) + _equal_ranks(cards) + _runs(cards)


def _fifteens(cards: Sequence[Card]) -> list[Part]:
    """Every set of the cards that adds up to fifteen."""
    totals = [0]  # of each set, by its bits
    for card in cards:
        value = VALUE[card]
        totals += [total + value for total in totals]
    return [
        Part("fifteen", tuple([cards[place] for place in places]), 2)
        for bits, places in _SUBSETS
        if bits < len(totals) and totals[bits] == 15
    ]


def _equal_ranks(cards: Sequence[Card]) -> list[Part]:
    """Each group of two to four of one rank, worth two points a pair."""
    parts = []
    for rank in sorted({RANK[card] for card in cards}):
        group = tuple(card for card in cards if RANK[card] == rank)
        if len(group) > 1:
            parts.append(alike(group))
    return parts


def alike(group: tuple[Card, ...]) -> Part:
    """Return the kind of combination that two to four cards of one rank make: two points for each pair of them."""
    return Part(KIND_BY_COUNT[len(group)], group, len(group) * (len(group) - 1))


def _runs(cards: Sequence[Card]) -> list[Part]:
    """Every run of the greatest length there is, if that is three or more: a longer run is not three shorter ones."""
    ranks = {RANK[card] for card in cards}
    for lowest in ranks:
        rank_after = lowest + 1
        while rank_after in ranks:
            rank_after += 1
        if rank_after - lowest >= 3 and lowest - 1 not in ranks:
            run_cards, length = [card for card in cards if lowest <= RANK[card] < rank_after], rank_after - lowest
            return [
                Part("run", run, length)
                for run in combinations(run_cards, length)
                if len({RANK[c] for c in run}) == length
            ]
    return []


def consecutive(ranks: Sequence[int]) -> bool:
    """True if these ranks, in any order, follow one another without a gap. Aces are low only."""
    return len(set(ranks)) == len(ranks) and max(ranks) - min(ranks) == len(ranks) - 1


def pegging(pile: Sequence[Card]) -> Score:
    """Return the score of the last card of ``pile``, the cards of this count in the order played.

    The point for go, or for the last card, is not a combination: the rules add it.
    """
    parts = []
    count = sum(VALUE[card] for card in pile)
    if count == 15:
        parts.append(Part("fifteen", tuple(pile), 2))
    elif count == MAX_COUNT:
        parts.append(Part("thirty-one", tuple(pile), 2))
    ranks = [RANK[card] for card in pile]
    equal_count = 1
    while equal_count < len(ranks) and ranks[-equal_count - 1] == ranks[-1]:
        equal_count += 1
    if equal_count > 1:
        parts.append(alike(tuple(pile[-equal_count:])))
    else:
        length = next((size for size in range(len(ranks), 2, -1) if consecutive(ranks[-size:])), 0)
        if length:
            parts.append(Part("run", tuple(pile[-length:]), length))
    return Score(tuple(parts)) if parts else NO_SCORE


def points(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """``show(hand, starter, crib).points``, without the reasons and more than a hundred times as fast."""
    first, second, third, fourth = hand
    return int(_kernels.points(first, second, third, fourth, starter, crib))


def scores(hands: NDArray[np.uint8], crib: bool = False) -> NDArray[np.uint8]:
    """The points of many hands at once: each row of ``hands`` is four cards and then the starter.

    Raises `BadCount` if the rows are not of five, and `BadCard` for a row that is not of five different cards.

    >>> scores(np.array([[16, 17, 19, 42, 18]], dtype=np.uint8))
    array([29], dtype=uint8)
    """
    if hands.ndim != 2 or hands.shape[1] != 5:
        raise BadCount(f"a show is of 5 cards, not of {hands.shape}", hands.shape[-1] if hands.ndim else 0)
    small = np.ascontiguousarray(hands, dtype=np.uint8)
    row = _kernels.first_faulty(small) if hands.dtype == np.uint8 or (small == hands).all() else _out_of_range(hands)
    if row >= 0:
        raise BadCard(f"row {row} is not of 5 different cards: {hands[row].tolist()}", str(hands[row].tolist()))
    out = np.empty(len(hands), dtype=np.uint8)
    _kernels.scores(small, crib, out)
    return out


def _out_of_range(hands: NDArray[np.uint8]) -> int:
    """Return the first row with a number that is not a card's and does not fit in a byte."""
    return int(np.flatnonzero(((hands < 0) | (hands >= DECK.size) | (hands % 1 != 0)).any(axis=1))[0])


def histogram() -> tuple[int, ...]:
    """Return the numbers of the 12,994,800 hands with a starter that score 0, 1 ... 29 points."""
    out = np.zeros(MAX_POINTS + 1, dtype=np.int64)
    _kernels.tally(DECK.size, out)
    return tuple(out.tolist())
