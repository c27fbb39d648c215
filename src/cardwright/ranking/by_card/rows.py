"""All hands as rows of card types, with the number of hands that each stands for.

Where a table treats all suits alike, hands that differ only in the names of their suits are counted once.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.ranking.by_card.card_types import suit_changes_count, suits_are_alike
from cardwright.ranking.by_card.lines import LinesByCard
from cardwright.ranking.by_rank.rows import exact_type
from cardwright.ranking.dice import shown_by, throws
from cardwright.ranking.model import Counts, Declaration
from cardwright.ranking.rows import Ints, Number, Rows

Ways: TypeAlias = NDArray[Any]
"""Numbers of hands, of a type that holds the number of all (`exact_type`)."""


class CardRows(LinesByCard):
    """The hands of a declaration as rows of types, in the order of the types: rank by rank."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__(declaration)
        self.lines_alike = suits_are_alike(declaration)
        self.alike = self.lines_alike and not declaration.limits

    @functools.cached_property
    def counted(self) -> tuple[Rows, Ways]:
        """All hands, or one of each kind that differs only in the names of suits, and the number of hands of each."""
        return self._alike(len(self.declaration.wilds)) if self.alike else self._every()

    def example(self, types: Counts) -> tuple[Card, ...]:
        """Return one hand of these types, the highest rank first."""
        standing = self.declaration.standing
        of_deck = [self.cards[each][n] for each, n in _copy_numbers(types)] if not self.declaration.dice else []
        cards = of_deck or shown_by(self.declaration.sides, self.type_of.tolist(), types)
        held = Counter(self.declaration.rank_of[card] for card in cards)
        return tuple(sorted(cards, key=lambda card: (-held[of := self.declaration.rank_of[card]], -standing[of], card)))

    def part(self, index: int, hand: Sequence[Card]) -> frozenset[Card]:
        """Return the cards that make a hand without wild cards fit a category that looks at some of its cards."""
        (line,) = (line for line in self.lines if line.index == index)
        cards = sorted(hand, key=lambda card: int(self.type_of[card]))
        return frozenset(cards[column] for column in line.part(np.array([self.row(hand)], np.uint8)))

    def row(self, cards: Sequence[Card]) -> Counts:
        """Return the row of types of some cards."""
        return tuple(sorted(int(self.type_of[card]) for card in cards))

    def plain_rows(self) -> Rows:
        """Return all hands without a wild card, or those from which `with_all_suits` makes all."""
        return self._alike(0)[0] if self.all_changes else self._every(self.plain_count)[0]

    @property
    def all_changes(self) -> bool:
        """True if the permutations of suits that are tried turn the counted hands into all hands."""
        return self.lines_alike and len(self._suit_changes) == math.factorial(len(self.declaration.deck.suits))

    @functools.cached_property
    def _ways_type(self) -> np.dtype[Any]:
        """The type of numbers of hands, large enough for their product with a number of cards."""
        deck, size = self.declaration.deck.size, self.size
        return exact_type(size * (deck**size if self.declaration.dice else math.comb(deck, size)))

    def _every(self, types: int | None = None) -> tuple[Rows, Ways]:
        """Return all hands of the first types or of all, in lexical order, and the number of hands of each."""
        if self.declaration.dice and not self.declaration.even:
            thrown = throws(self.declaration.sides, self.type_of.tolist())
            return np.array(list(thrown), np.uint8), np.array(list(thrown.values()), np.int64)
        return self.multisets(self.size, len(self.copies) if types is None else types)

    def multisets(self, size: int, types: int) -> tuple[Rows, Ways]:
        """Return all multisets of ``size`` cards of the first types, and the number of hands of each."""
        if not size:
            return np.zeros((1, 0), np.uint8), np.ones(1, self._ways_type)
        rows = np.arange(types, dtype=np.uint8)[:, None]
        held = np.ones(types, np.int64)  # the cards of the last type
        ways = (held if self.declaration.dice else self.copies[:types]).astype(self._ways_type)
        for number in range(2, size + 1):
            last = rows[:, -1].astype(np.int64)
            start = last + (held >= self.copies[last])
            more = types - start
            from_ = np.repeat(np.arange(len(rows)), more)
            new = np.arange(len(from_)) - np.repeat(np.cumsum(more) - more, more) + start[from_]
            again = new == last[from_]
            held = np.where(again, held[from_] + 1, 1)
            if self.declaration.dice:
                ways = ways[from_] * number // held
            else:
                ways = ways[from_] * (self.copies[new] - held + 1) // held
            rows = np.column_stack([rows[from_], new.astype(np.uint8)])
        return rows, ways

    def _alike(self, jokers: int) -> tuple[Rows, Ways]:
        """Return hands of some jokers in which suits appear in order: each rank brings the next ones that are new."""
        suits, ranks = len(self.declaration.deck.suits), len(self.declaration.deck.ranks)
        empty = [(np.zeros((1, 0), np.uint8), np.ones(1, self._ways_type), np.zeros(1, np.int64))]
        by_held = {0: empty}
        for rank in range(ranks):
            grown: dict[int, list[tuple[Rows, Ways, Ints]]] = {}
            for held, groups in by_held.items():
                for rows, ways, used in groups:
                    _grow(grown, held, rows, ways, used, (suits, rank, ranks, self.size, self.size - jokers))
            by_held = {held: [_join_groups(groups)] for held, groups in grown.items()}
        parts = [
            self._with_jokers(_join_groups(by_held[self.size - n]), n) for n in range(min(jokers, self.size - 1) + 1)
        ]
        if jokers >= self.size:
            parts.append(
                (np.full((1, self.size), self.plain_count, np.uint8), np.array([math.comb(jokers, self.size)]))
            )
        return np.concatenate([rows for rows, _ in parts]), np.concatenate([ways for _, ways in parts])

    def _with_jokers(self, hands: tuple[Rows, Ways, Ints], number: int) -> tuple[Rows, Ways]:
        """Add a number of jokers to hands."""
        rows, ways, _ = hands
        jokers = np.full((len(rows), number), self.plain_count, np.uint8)
        return np.column_stack([rows, jokers]), ways * math.comb(len(self.declaration.wilds), number)

    @functools.cached_property
    def _places(self) -> Ints:
        """The number that each type adds to the place of a row, by its place in the row."""
        types = len(self.cards)
        return np.array([[math.comb(each + n, n + 1) for each in range(types)] for n in range(self.size)], np.int64)

    @functools.cached_property
    def _suit_changes(self) -> list[tuple[int, ...]]:
        """The permutations of the suits that are alike; only the first where there are too many."""
        every = itertools.permutations(range(len(self.declaration.deck.suits)))
        return list(itertools.islice(every, suit_changes_count(self.declaration)))

    def with_all_suits(self, rows: Rows) -> Iterator[Rows]:
        """Yield rows with the names of their suits changed in every way, or as they are if suits are not alike."""
        suits = len(self.declaration.deck.suits)
        rank, suit, joker = rows // suits * suits, rows % suits, rows >= self.plain_count
        for change in self._suit_changes:
            yield np.sort(np.where(joker, rows, rank + np.array(change, np.uint8)[suit]), axis=1)

    @functools.cached_property
    def adds(self) -> NDArray[np.int32]:
        """The number that a card of each type adds to the place of a hand, by its place in the hand (place, type)."""
        return self._places.astype(np.int32)

    def places_count(self, cards: int) -> int:
        """Return the number of places of rows of this many cards."""
        return math.comb(len(self.cards) + cards - 1, cards)

    def table(self, rows: Rows, values: NDArray[Number]) -> NDArray[Number]:
        """Return the values of sorted rows by their places, 0 elsewhere."""
        by_place = np.zeros(self.places_count(rows.shape[1]), values.dtype)
        by_place[self.places(rows)] = values
        return by_place

    def places(self, rows: Rows) -> Ints:
        """Return the places of sorted rows in a table of all of their size."""
        place = np.zeros(len(rows), np.int64)
        for number in range(rows.shape[1]):
            place += self._places[number][rows[:, number]]
        return place

    def places_with(self, rows: Rows) -> NDArray[np.int32]:
        """Return the place of each sorted row with one more card of each type (type, row)."""
        held, number = rows.shape[1], len(rows)
        columns = np.ascontiguousarray(rows.T)
        others = np.zeros((held + 1, number), np.int32)  # by the number of cards below the new one
        for place, column in enumerate(columns):
            others[place + 1 :] += self.adds[place][column]
            others[: place + 1] += self.adds[place + 1][column]
        flat, row_indices = others.reshape(-1), np.arange(number)
        places = np.empty((len(self.cards), number), np.int32)
        for type_ in range(len(self.cards)):
            below = sum(((column <= type_).astype(np.intp) for column in columns), np.zeros(number, np.intp))
            places[type_] = flat[below * number + row_indices] + self.adds[:, type_][below]
        return places

    def left(self, rows: Rows) -> NDArray[np.bool_]:
        """Return whether a card of each type is left beside each row (type, row)."""
        columns = np.ascontiguousarray(rows.T)
        is_left = np.empty((len(self.cards), len(rows)), np.bool_)
        for type_, copies in enumerate(self.copies.tolist()):
            held = sum(((column == type_).astype(np.uint8) for column in columns), np.zeros(len(rows), np.uint8))
            is_left[type_] = held < copies
        return is_left


def _copy_numbers(types: Counts) -> Iterator[tuple[int, int]]:
    """Yield each type of a row with the number of cards of that type before it."""
    for each, group in itertools.groupby(types):
        yield from ((each, number) for number, _ in enumerate(group))


def _join_groups(groups: list[tuple[Rows, Ways, Ints]]) -> tuple[Rows, Ways, Ints]:
    rows, ways, used = (np.concatenate(parts) for parts in zip(*groups))
    return rows, ways, used


def _grow(
    grown: dict[int, list[tuple[Rows, Ways, Ints]]],
    held: int,
    rows: Rows,
    ways: Ways,
    used: Ints,
    form: tuple[int, int, int, int, int],
) -> None:
    """Add to rows of ``held`` cards all choices of cards of one rank: suits used before, and the next new ones."""
    suits, rank, ranks, size, least = form
    for before in np.unique(used).tolist():
        of = used == before
        for number in range(min(size - held, suits) + 1):
            if held + number + (ranks - rank - 1) * suits < least:
                continue
            for new in range(max(number - before, 0), min(number, suits - before) + 1):
                for old in itertools.combinations(range(before), number - new):
                    cards = [rank * suits + suit for suit in (*old, *range(before, before + new))]
                    more = np.broadcast_to(np.array(cards, np.uint8), (int(of.sum()), number))
                    ways_now = ways[of] * math.comb(suits - before, new)
                    grown.setdefault(held + number, []).append(
                        (np.column_stack([rows[of], more]), ways_now, np.full(len(more), before + new, np.int64))
                    )
