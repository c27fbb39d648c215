"""Evaluate hands by a compiled ranking: one hand or millions."""

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardwright.cards import Card
from cardwright.errors import BadCard, BadCount, BadDeclaration, whole_number
from cardwright.ranking import _kernels
from cardwright.ranking.arrays import _kernels as array_kernels
from cardwright.ranking.compile import MAX_TABLE_SIZE, Strengths
from cardwright.ranking.describe import RankWords, describe
from cardwright.ranking.hand_checks import MAX_CARDS, HandChecks
from cardwright.ranking.model import Category, Declaration, Hand, Value
from cardwright.ranking.one_by_one import OneByOne
from cardwright.ranking.walks.tables import DeferredTables

TYPICAL_HANDS_COUNT = 20_000

LOOKUPS_PER_HAND = 500  # look-ups that cost as much as listing a hand for a walk

MIN_ROWS_PER_THREAD = 1 << 14  # fewer are evaluated before a thread has started


class HandEvaluator(HandChecks):
    """A compiled declaration: it gives every hand a strength, an integer from 0 (the worst); the larger wins.

    Cards are the numbers of the deck, or text such as "Ah Kh Qh". A hand is chosen from any number of cards from
    ``size`` to nine, or to 16 where hands are looked up one by one: the best one counts. Two rankings are equal if
    their declarations are. Raises `UncoveredHand` or `EmptyCategory` if the declaration is not complete.
    """

    strength: Callable[[Hand], int]
    """Return the strength of the best hand among some cards. Raises `BadCount` and `BadCard`."""

    strength_with_hole: Callable[..., int]
    """``strength_with_hole(hole, board, from_hole=2)``: the best hand with exactly ``from_hole`` hole cards (Omaha)."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__(declaration)
        self.categories: tuple[Category, ...] = declaration.categories
        self._deferred = DeferredTables(self.compiled, LOOKUPS_PER_HAND * math.comb(self.deck.size, self.size))
        # The kernel's own methods: a function around them would take half as long again.
        evaluator = _kernels.Evaluator(self.deck.size, self.size, not declaration.dice, self)
        self._one_by_one = None if self.compiled.by_table else OneByOne(self)
        self.strength = (self._one_by_one or evaluator).strength
        self.strength_with_hole = (self._one_by_one or evaluator).strength_with_hole
        if declaration.each_die:
            self.strength = self._strength_of_throw
            self._strength_of_cards = (self._one_by_one or evaluator).strength

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {len(self)} strengths)"

    def __len__(self) -> int:
        """Return the number of strengths, or a number above them all where they are codes (`Declaration.by_code`)."""
        return len(self.compiled.values)

    def __eq__(self, other: object) -> bool:
        return self.declaration == other.declaration if isinstance(other, HandEvaluator) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.declaration)

    def _strength_of_throw(self, hand: Hand) -> int:
        """Return the strength of a throw of dice that differ."""
        cards = self.cards(hand)
        strength = self._strength_of_cards(cards)
        if not self.declaration.can_throw(cards):
            self._refuse_throw(cards)
        return strength

    def _refuse_throw(self, cards: Sequence[Card], where: str = "") -> NoReturn:
        """Raise `BadCard` for faces that the dice cannot show together."""
        text = self.deck.text_of(cards)
        raise BadCard(f"no throw of these dice shows {text}", text, where)

    @property
    def memory(self) -> int:
        """The size of all tables built so far, in bytes."""
        return sum(layout.memory for layout in self._layouts.values())

    # Strengths

    def value(self, strength: int) -> Value:
        """Return the index of a strength's category, and the values that its tie-breaks compare. Raises `BadCount`."""
        return self.compiled.values[self._checked(strength)]

    def _checked(self, strength: int) -> int:
        """Return a strength, which may be an integer of NumPy, as Python's. Raises `BadCount`."""
        if not isinstance(strength, int | np.integer) or not 0 <= strength < len(self):
            raise BadCount(f"strength {strength} is not a whole number from 0 to {len(self) - 1}", strength)
        return int(strength)

    def category_index(self, strength: int) -> int:
        """Return the place of a strength's category in the table, 0 for the strongest. Raises `BadCount`."""
        return int(self.compiled.line_of(self._checked(strength)))

    def category(self, strength: int) -> Category:
        """Return the category of a strength. Raises `BadCount`."""
        return self.categories[self.category_index(strength)]

    def describe(self, hand: int | Hand, words: Sequence[RankWords] | None = None) -> str:
        """Describe a strength, or the best hand among some cards: "full house, threes over fives".

        ``words`` replace the names of the ranks, for a skin that draws other ranks.
        """
        strength = hand if isinstance(hand, int | np.integer) else self.strength(hand)
        return describe(self.declaration, self.value(strength), words)

    def beats(self, strength: int) -> Fraction:
        """Return the share of all hands of exactly ``size`` cards (of dice: throws) that lose to this strength.

        Where hands are too many to be counted by strength (`Declaration.by_code`), it is the share of random ones.
        """
        strength = self._checked(strength)
        if self.declaration.by_code:
            return Fraction(int(np.searchsorted(self._typical, strength)), TYPICAL_HANDS_COUNT)
        return Fraction(self._weaker[strength], self._weaker[-1])

    def shares_beaten(self, strengths: Strengths) -> NDArray[np.float64]:
        """Return `beats` of an array of strengths."""
        if self.declaration.by_code:
            return np.searchsorted(self._typical, strengths) / TYPICAL_HANDS_COUNT
        return self._shares_beaten[strengths]

    @functools.cached_property
    def _shares_beaten(self) -> NDArray[np.float64]:
        counts = np.array(self.compiled.counts, np.float64)
        share: NDArray[np.float64] = (np.cumsum(counts) - counts) / counts.sum()
        return share

    @functools.cached_property
    def _typical(self) -> Strengths:
        """The strengths of random hands, the same in every process, in order."""
        order = np.random.default_rng(0).random((TYPICAL_HANDS_COUNT, self.deck.size), np.float32)
        cards = order.argpartition(self.size, axis=1)[:, : self.size].astype(np.uint8)
        return np.sort(self.strengths(cards, trusted=True))

    @functools.cached_property
    def _weaker(self) -> tuple[int, ...]:
        """The number of hands below each strength; last, the number of all hands."""
        return (0, *itertools.accumulate(self.compiled.counts))

    def best(self, hand: Hand) -> tuple[Card, ...]:
        """Return the cards of the best hand, in the order given (of equal hands, the one with the first cards)."""
        cards = self.cards(hand)
        strength = self.strength(cards)
        return next(hand for hand in itertools.combinations(cards, self.size) if self.strength(hand) == strength)

    # Many hands

    def strengths(self, hands: ArrayLike, threads: int = 1, trusted: bool = False) -> Strengths:
        """Return the strength of each row of an array (hand, card); ``uint8`` is used as it is, other types are copied.
        Strengths have 16 bits, or 32 if the ranking has more than 65,536 of them.

        Raises `BadCount` for a wrong number of cards, and `BadCard` with the row for a card that is not in the deck or
        a duplicate. With ``trusted`` these checks, a tenth of the time, are left out; the strength of a bad row is
        then undefined.
        """
        rows = self._rows(hands)
        tables = self.tables(rows.shape[1], len(rows))
        # The kernel's check is unrolled for up to nine cards.
        if not trusted and (self.declaration.each_die or rows.shape[1] > MAX_CARDS or not tables):
            self._check_rows(rows)
            trusted = True
        if not tables:
            assert self._one_by_one
            return self._one_by_one.strengths(rows)
        flat = rows.reshape(-1)
        elsewhere = _elsewhere(rows.shape[1])
        distinct = not self.declaration.dice
        strengths = np.empty(len(rows), self.compiled.dtype)

        def work(first: int, last: int) -> None:
            wrong = array_kernels.rows(tables, flat, strengths, first, last, elsewhere, distinct, trusted)
            if wrong < last:
                self.refuse(rows[wrong].tolist(), f"row {wrong}")

        _share(work, len(rows), threads)
        return strengths

    def strengths_with_hole(
        self, holes: ArrayLike, boards: ArrayLike, from_hole: int = 2, threads: int = 1, trusted: bool = False
    ) -> Strengths:
        """Return `strength_with_hole` of each row of holes (hand, card) with its row of boards, or with one board.

        With ``trusted`` cards are not checked for membership in the deck and for duplicates.
        """
        hole, board = self._rows(holes), self._rows(np.atleast_2d(np.asarray(boards)))
        if len(board) not in (1, len(hole)):
            raise BadCount(f"{len(hole)} hands need 1 board or {len(hole)}, not {len(board)}", len(board))
        number, in_hole = hole.shape
        on_board = board.shape[1]
        self.check_hole(in_hole, on_board, from_hole)
        if not trusted:
            self._check_rows(np.concatenate([hole, np.broadcast_to(board, (number, on_board))], axis=1))
        if self._one_by_one:
            return self._one_by_one.strengths_with_hole(hole, board, from_hole)
        tables = self.prepare(self.size)
        strengths = np.empty(number, np.int32)
        step = on_board if len(board) > 1 else 0

        def work(first: int, last: int) -> None:
            _kernels.rows_with_hole(
                tables, hole.reshape(-1), board.reshape(-1), strengths, first, last, in_hole, on_board, from_hole, step
            )

        _share(work, number, threads)
        return strengths.astype(self.compiled.dtype)

    def _rows(self, hands: ArrayLike) -> NDArray[np.uint8]:
        """Return hands as an array of two dimensions and of bytes."""
        array = np.asarray(hands)
        if array.ndim != 2:
            raise BadCount(f"hands must be an array of two dimensions, (hand, card), not {array.ndim}", array.ndim)
        if array.dtype == np.uint8:
            return np.ascontiguousarray(array)
        if array.size and array.dtype.kind not in "iu":
            raise BadCard(f"cards must be integers, not {array.dtype}", str(array.dtype))
        outside = (array < 0) | (array >= self.deck.size)
        if outside.any():
            row = int(outside.any(axis=1).argmax())
            self.refuse(array[row].tolist(), f"row {row}")
        return np.ascontiguousarray(array, np.uint8)

    def _check_rows(self, rows: NDArray[np.uint8]) -> None:
        """Raise `BadCard` for the first row with a card that is not in the deck, a duplicate, or no throw."""
        columns = np.ascontiguousarray(rows.T)  # comparing whole columns is much faster than sorting short rows
        wrong = (columns >= self.deck.size).any(axis=0)
        for one, other in () if self.declaration.dice else itertools.combinations(columns, 2):
            wrong |= one == other
        if wrong.any():
            self.refuse(rows[int(wrong.argmax())].tolist(), f"row {int(wrong.argmax())}")
        if self.declaration.each_die:
            self._check_throws(rows)

    def _check_throws(self, rows: NDArray[np.uint8]) -> None:
        distinct, of = np.unique(np.sort(rows, axis=1), axis=0, return_inverse=True)
        wrong = np.array([not self.declaration.can_throw(row) for row in distinct.tolist()], np.bool_)[of.reshape(-1)]
        if wrong.any():
            self._refuse_throw(rows[int(wrong.argmax())].tolist(), f"row {int(wrong.argmax())}")

    def check_odds(self) -> None:
        """Raise `BadDeclaration` if hands are too large for outs, equity and games."""
        if self.size > MAX_TABLE_SIZE and not self.declaration.by_card:
            why = f"hands of {self.size} cards are too large; at most {MAX_TABLE_SIZE}"
            raise BadDeclaration(f"outs and equity cannot be computed: {why}", str(self.size), self.name)

    def tables(self, cards: int, number: int) -> _kernels.Tables | None:
        """Return the kernel's tables for ``number`` rows of this many cards, None where it has none. Raises `BadCount`.

        Where the tables of the layout are slow, a walk's tables replace them once many rows were asked for.
        """
        if self._one_by_one:
            return self._one_by_one.tables(cards, number)
        layout = self.layout(cards)
        walked = self._deferred.tables(cards, number * layout.lookups) if layout.is_slow else None
        return walked or layout.tables


@functools.lru_cache(maxsize=16)
def _elsewhere(cards: int) -> NDArray[np.uint8]:
    """Return masks for the search for duplicates: for each distance 255 where two cards are in different rows of 64."""
    room = np.zeros(64 * cards * cards + 64, np.uint8)
    aligned = -room.ctypes.data % 64  # read in pieces of 64 bytes, none of which then crosses a cache line
    masks = room[aligned : aligned + 64 * cards * cards]
    for apart in range(1, cards):
        masks.reshape(cards, 64, cards)[apart, :, cards - apart :] = 255
    return masks


def _share(work: Callable[[int, int], None], rows: int, threads: int) -> None:
    """Work on rows 0 to ``rows``, shared among threads: the kernel releases Python's lock."""
    threads = max(1, min(whole_number(threads, "a number of threads"), rows // MIN_ROWS_PER_THREAD))
    if rows == 0:
        return
    if threads == 1:
        work(0, rows)
        return
    bounds = [rows * share // threads for share in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, bounds[:-1], bounds[1:]))
