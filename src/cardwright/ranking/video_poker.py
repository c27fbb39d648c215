"""The return of a pay table: a hand is dealt, any of its cards are exchanged once, and its line is paid.

`holds` deals every exchange of one hand. `draw_return` is of all hands and deals none: `_Draw.sums` adds up values over
all hands that contain a set of cards, for all sets, and the values of the hands with the held cards and none of the
discarded ones follow by inclusion and exclusion. Hands that differ only in the names of equal suits are decided once.
All its numbers are integers, in units of ``1 / unit``.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount, BadDeclaration
from cardwright.ranking.equity.counting import renamings
from cardwright.ranking.equity.question import EquityQuestion, HandRules
from cardwright.ranking.model import Hand
from cardwright.ranking.pay_table import MAX_COINS_PER_COIN
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.rows import Ints, beside, in_blocks, sets_of
from cardwright.shards import Progress
from cardwright.wording import counted

MAX_HANDS = 6_000_000
MAX_HAND_CARDS = 6
BLOCK_HANDS_COUNT = 1 << 17

Cards: TypeAlias = NDArray[np.uint8]


class DrawReturn(msgspec.Struct, frozen=True):
    """The share of each line among the final hands, and the pay of each."""

    lines: tuple[Fraction, ...]
    pays: tuple[int, ...]

    @property
    def value(self) -> Fraction:
        """The return: the average pay of a hand, in coins for one coin bet."""
        return sum((share * pay for share, pay in zip(self.lines, self.pays, strict=True)), Fraction())

    @property
    def variance(self) -> Fraction:
        """The variance of a hand's pay."""
        squares = sum((share * pay * pay for share, pay in zip(self.lines, self.pays, strict=True)), Fraction())
        return squares - self.value**2


class Hold(DrawReturn, frozen=True, kw_only=True):
    """The cards of a hand that are kept, and the final hands that follow when the others are exchanged."""

    cards: tuple[Card, ...]


def draw_return(ranking: Ranking, pays: Sequence[int] | None = None, progress: Progress | None = None) -> DrawReturn:
    """Return how a table pays under best play: ``pays`` has a number for each line, the strongest first.

    By default each line pays as declared. Raises `BadCount` for another number of pays, for a table without pays, and
    for hands that are too many or too large, and `BadDeclaration` for dice.
    """
    pays = _checked_pays(ranking, pays)
    tick, steps = progress or (lambda done, of: None), len(pays) + 3
    draw = _Draw(ranking.deck.size, ranking.size)
    lines = _lines(ranking, draw.hands)
    tick(1, steps)
    classes, ways = _classes(ranking, draw.hands)
    sums = draw.sums(np.array(pays, np.int64)[lines])
    tick(2, steps)
    terms = draw.terms(classes, ways, draw.best(classes, sums))
    returns = []
    for line in range(len(pays)):
        tick(line + 3, steps)
        # The products may pass 2 ** 63, where they wrap; the sum of all does not.
        total = sum(np.dot(each, some) for each, some in zip(terms, draw.sums(lines == line), strict=True))
        returns.append(Fraction(int(np.int64(total)), draw.unit * len(draw.hands)))
    return DrawReturn(tuple(returns), tuple(pays))


def holds(ranking: Ranking, hand: Hand, pays: Sequence[int] | None = None) -> tuple[Hold, ...]:
    """Return all ways to hold some cards of a hand, the best first; of equally good ones, that with more cards.

    ``hand`` is as large as those of the ranking. ``pays`` are as of `draw_return`. Cards that are exchanged do not come
    back. Raises `BadCard` for cards that make no hand, and what `draw_return` raises.
    """
    pays = _checked_pays(ranking, pays)
    cards = ranking.cards(hand)
    if len(cards) != ranking.size:
        raise BadCount(f"{counted(len(cards), 'card')}: a hand has {ranking.size}", len(cards))
    ranking.strength(cards)  # refuses a duplicate card
    left = np.array(ranking.deck.without(cards), np.uint8)
    choices = []
    for exchanged in range(min(len(cards), len(left)) + 1):
        drawn = left[sets_of(len(left), exchanged)]
        choices += [_hold(ranking, held, drawn, pays) for held in combinations(cards, len(cards) - exchanged)]
    return tuple(sorted(choices, key=lambda each: (each.value, len(each.cards)), reverse=True))


def _hold(ranking: Ranking, held: tuple[Card, ...], drawn: Cards, pays: Sequence[int]) -> Hold:
    counts = np.bincount(_lines(ranking, beside(held, drawn)), minlength=len(pays)).tolist()
    return Hold(tuple(Fraction(count, len(drawn)) for count in counts), tuple(pays), cards=held)


def _checked_pays(ranking: Ranking, pays: Sequence[int] | None) -> Sequence[int]:
    """Return the pay of each line, by default as declared. Raises `BadCount`."""
    pays = ranking.declaration.pays if pays is None else pays
    if not pays:
        raise BadCount(f"no line of {ranking.declaration.title} says what it pays: give the lines the key pays", 0)
    ranking.check_odds()
    if ranking.declaration.dice:
        raise BadDeclaration("exchanges are of cards, not of dice", ranking.name)
    names = [line.name for line in ranking.categories]
    if len(pays) != len(names):
        raise BadCount(f"{len(names)} lines take {len(names)} pays, not {len(pays)}: {', '.join(names)}", len(pays))
    if not all(0 <= pay <= MAX_COINS_PER_COIN for pay in pays):
        raise BadCount(f"a line pays 0 to {MAX_COINS_PER_COIN:,}", max(pays, key=abs))
    number = math.comb(ranking.deck.size, ranking.size)
    if ranking.size > MAX_HAND_CARDS or number > MAX_HANDS:
        limits = f"{MAX_HANDS:,} hands of at most {MAX_HAND_CARDS} cards"
        raise BadCount(f"exchanges are counted for {limits}; here are {number:,} of {ranking.size}", number)
    return pays


def _lines(ranking: Ranking, hands: Cards) -> Ints:
    lines = [ranking.compiled.line_of(ranking.strengths(some)) for some in in_blocks(hands, BLOCK_HANDS_COUNT)]
    return np.concatenate(lines).astype(np.int64)


def _classes(ranking: Ranking, hands: Cards) -> tuple[Cards, Ints]:
    """Return one hand of each class of equivalent ones, and the number of hands of each class."""
    deck = ranking.deck
    suits = len(deck.suits)
    every_name = renamings(EquityQuestion(HandRules(ranking), ranking.size))
    if len(every_name) < math.factorial(suits):  # some suit differs from the others
        return hands, np.ones(len(hands), np.int64)
    bit = np.array([1 << rank if rank >= 0 else 0 for rank in deck.rank_of], np.int64)
    suit_of = np.array(deck.suit_of)
    ranks = np.array([(bit * (suit_of == suit))[hands].sum(axis=1) for suit in range(suits)])
    first = (ranks[1:] <= ranks[:-1]).all(axis=0)
    ways, run = np.full(int(first.sum()), math.factorial(suits)), np.ones(int(first.sum()), np.int64)
    for equal in (ranks[1:] == ranks[:-1])[:, first]:
        run = np.where(equal, run + 1, 1)
        ways //= run
    return hands[first], ways


class _Draw:
    """All hands of a deck, each in ascending order.

    A mask says which places of a hand are meant. Sets of cards of the same size are numbered in colexicographic order.
    """

    def __init__(self, cards: int, size: int) -> None:
        self.size = size
        self.sets = [sets_of(cards, each) for each in range(size + 1)]
        self.hands = self.sets[size]
        self.binomials = np.array([[math.comb(card, place) for place in range(size + 1)] for card in range(cards)])
        self.masks = [[place for place in range(size) if mask >> place & 1] for mask in range(1 << size)]
        self.ways = [math.comb(cards - size, size - len(places)) for places in self.masks]
        self.unit = math.lcm(*(each for each in self.ways if each))

    def _numbers(self, hands: Cards, places: Sequence[int]) -> Ints:
        """Return the number of the set of each hand's cards at these places."""
        numbers = np.zeros(len(hands), np.int64)
        for rank, place in enumerate(places, 1):
            numbers += self.binomials[hands[:, place], rank]
        return numbers

    def sums(self, values: NDArray[np.generic]) -> list[Ints]:
        """Return for the sets of each size the sums of the values of all hands that contain them."""
        sums_of_size = [values.astype(np.int64)]
        for size in range(self.size, 0, -1):
            total = np.zeros(len(self.sets[size - 1]), np.int64)
            some = np.flatnonzero(sums_of_size[0])
            for without in range(size):
                numbers = self._numbers(self.sets[size][some], [place for place in range(size) if place != without])
                total += _sum_by_place(numbers, sums_of_size[0][some], len(total))
            sums_of_size.insert(0, total // (self.size - size + 1))  # each hand came by each of its other cards
        return sums_of_size

    def best(self, hands: Cards, sums: list[Ints]) -> NDArray[np.uint8]:
        """Return the mask of the cards that each hand holds for the highest value on average."""
        return np.concatenate([self._best(some, sums) for some in in_blocks(hands, BLOCK_HANDS_COUNT)])

    def _best(self, hands: Cards, sums: list[Ints]) -> NDArray[np.uint8]:
        worth = np.stack([sums[len(places)][self._numbers(hands, places)] for places in self.masks])
        for place in range(self.size):  # from all hands with the held cards to those without the discarded ones
            without = [mask for mask in range(len(worth)) if not mask >> place & 1]
            worth[without] -= worth[[mask | 1 << place for mask in without]]
        worth *= np.array([self.unit // ways if ways else 0 for ways in self.ways])[:, None]
        last: NDArray[np.intp] = len(worth) - 1 - worth[::-1].argmax(axis=0)  # of equal ones the largest mask
        return last.astype(np.uint8)

    def terms(self, hands: Cards, ways: Ints, held: NDArray[np.uint8]) -> list[Ints]:
        """Return, for the sets of each size, the factor of their sums in the sum over all exchanges of these hands."""
        factors = [np.zeros(len(each), np.int64) for each in self.sets]
        for mask in np.unique(held).tolist():
            of_mask = held == mask
            some, share = hands[of_mask], ways[of_mask] * (self.unit // self.ways[mask])
            for more in _within(len(self.masks) - 1 & ~mask):
                size = (mask | more).bit_count()
                counted = _sum_by_place(self._numbers(some, self.masks[mask | more]), share, len(factors[size]))
                factors[size] += -counted if more.bit_count() % 2 else counted
        return factors


def _within(mask: int) -> list[int]:
    return [each for each in range(mask + 1) if not each & ~mask]


def _sum_by_place(places: Ints, values: Ints, size: int) -> Ints:
    """Return the sums of the values at each place; they are exact below 2 ** 53."""
    return np.bincount(places, values, size).astype(np.int64)
