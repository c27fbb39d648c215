"""Match the lines of a table of hands with rows of card types, all rows at once.

Cards that no line of a table distinguishes are of one *type*, and a hand is a sorted row of types. What a line asks of
ranks is looked up by the multiset of ranks; what it asks of classes and single cards is computed.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.card_types import faces_of, facets_asked, types_of
from cardwright.ranking.line_table import LineMatcher, LineTable
from cardwright.ranking.model import Category, Counts, Declaration, Kinds, Value

Rows: TypeAlias = NDArray[np.uint8]
ReadRows: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
Ints: TypeAlias = NDArray[np.int64]

MAX_TYPES = 2048  # above all types of cards and of readings
NO_TYPE = MAX_TYPES - 1


class LinesByCard:
    """The lines of a declaration, for rows of types that are no wild cards or are read as others."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.size = declaration.size
        types, faces = types_of(declaration), faces_of(declaration)
        self.cards = list(types.values())
        self.plain_count = sum(each.rank >= 0 for each in types)
        self.copies = np.array([declaration.size if declaration.dice else len(cards) for cards in self.cards], np.int64)
        self.type_of = np.zeros(declaration.deck.size, np.uint8)
        for number, cards in enumerate(self.cards):
            self.type_of[cards] = number
        # Behind the types of cards are those of wild cards that are read as a face, then as a rank without classes.
        self.read_from = len(types) if declaration.wilds else NO_TYPE
        read = {**dict.fromkeys(faces)} if declaration.wilds else {}
        bare = range(len(declaration.deck.ranks)) if declaration.wilds else range(0)
        first = [cards[0] for cards in self.cards] + [faces[each][0] for each in read] + [-1] * len(bare)
        self.first = np.array(first, np.intp)
        self.rank = np.array([each.rank for each in (*types, *read)] + list(bare), np.int64)
        self.facets = {
            name: np.array([of[card] if card >= 0 else -1 for card in first], np.int64)
            for name, of in facets_asked(declaration).items()
        }
        self.lines = [CardMatcher(self, index, line) for index, line in declaration.lines]
        scoring = declaration.combinations
        self.combinations = [(each, [CardMatcher(self, -1, form) for form in each.forms]) for each in scoring]
        forms = [(each.scores, form.cards or self.size) for each in scoring for form in each.forms]
        self.most_points = sum(scores * math.comb(self.size, cards) for scores, cards in forms)

    def plain_values(self, rows: ReadRows, lines: Iterable[int]) -> tuple[NDArray[np.int16], Ints]:
        """Return the values of rows in which each wild card is read as another, under some lines by their places."""
        line = np.full(len(rows), -1, np.int16)
        code = np.zeros(len(rows), np.int64)
        left = np.arange(len(rows))
        for place in lines:
            found = self.lines[place].codes(rows[left])
            fits = found >= 0
            line[left[fits]] = place
            code[left[fits]] = found[fits]
            left = left[~fits]
        return line, code

    def decoded(self, line: int, code: int) -> Value:
        """Return a value from its line and code."""
        return self.lines[line].index, self.lines[line].key(code)

    def points(self, rows: ReadRows) -> Ints:
        """Return the points that each row scores."""
        held = {each.name: sum(form.number(rows) for form in forms) for each, forms in self.combinations}
        total = np.zeros(len(rows), np.int64)
        for each, _ in self.combinations:
            good = np.all([held[other] == 0 for other in each.unless], axis=0)
            total += np.where(good, held[each.name], 0) * each.scores
        return total


class CardMatcher:
    """A line of the table, prepared to match rows."""

    def __init__(self, hands: LinesByCard, index: int, category: Category) -> None:
        self.index = index
        self.hands = hands
        self.category = category
        self.cards = category.cards or hands.size
        self.low = -1 if hands.declaration.low else 1
        # How many of the cards are wild is seen by their types, not by their ranks.
        ranked = msgspec.structs.replace(category, wilds=())
        self.ids, self.keys = _rank_table(hands.declaration, ranked, self.cards)
        rest = hands.size - self.cards if "rest" in category.tie else 0
        self.rest_ids, self.rest_keys = _rest_table(hands.declaration, rest)
        self.suits = len(hands.declaration.deck.suits) if "suit" in category.tie else 1
        self.sets = [
            (np.array([card in holds.cards for card in hands.first]), holds.low, holds.high)
            for holds in category.holds
            if holds.ranks is None
        ]
        self.is_wild = np.arange(len(hands.first)) >= hands.read_from
        self.signatures = [(hands.facets[facet], _signatures(kinds)) for facet, kinds in category.classes]
        standing = np.array([*hands.declaration.standing])
        self.height = standing[hands.rank] * self.suits
        if self.suits > 1:
            suit_of = hands.declaration.deck.suit_of
            self.height += np.array([suit_of[card] if card >= 0 else 0 for card in hands.first])
        self.codes_count = max(len(self.keys), 1) * len(self.rest_keys) * self.suits

    @property
    def code_limit(self) -> int:
        """A number above all codes."""
        return self.codes_count * (self.hands.most_points + 1 if "points" in self.category.tie else 1)

    def key(self, code: int) -> tuple[int, ...]:
        """Return the tie-break values that a code stands for."""
        if "points" not in self.category.tie:
            return self._key(code)
        points, code = divmod(code, self.codes_count)
        return (self.low * (points if self.low > 0 else self.hands.most_points - points), *self._key(code))

    def _key(self, code: int) -> tuple[int, ...]:
        code, suit = divmod(code, self.suits)
        number, rest = divmod(code, len(self.rest_keys))
        last = (self.low * (suit if self.low > 0 else self.suits - 1 - suit),) if self.suits > 1 else ()
        return self.keys[number] + self.rest_keys[rest] + last

    def codes(self, rows: ReadRows) -> Ints:
        """Return the code of each row, -1 where it does not fit: the best that some choice of its cards gives."""
        best = np.full(len(rows), -1, np.int64)
        for chosen in itertools.combinations(range(rows.shape[1]), self.cards):
            np.maximum(best, self._codes_of(rows, chosen), out=best)
        return self._with_points(rows, best) if self.category.points or "points" in self.category.tie else best

    def _with_points(self, rows: ReadRows, codes: Ints) -> Ints:
        """Return the codes of rows that score the points asked for, with the points where they break ties."""
        points = self.hands.points(rows)
        if self.category.points:
            within = np.any([(points >= low) & (points <= high) for low, high in self.category.points], axis=0)
            codes = np.where(within, codes, -1)
        if "points" not in self.category.tie:
            return codes
        first = points if self.low > 0 else self.hands.most_points - points
        return np.where(codes < 0, -1, first * self.codes_count + codes)

    def number(self, rows: ReadRows) -> Ints:
        """Return the number of choices of cards of each row that fit."""
        every = itertools.combinations(range(rows.shape[1]), self.cards)
        fits = ((self._codes_of(rows, chosen) >= 0).astype(np.int64) for chosen in every)
        return sum(fits, np.zeros(len(rows), np.int64))

    def _codes_of(self, rows: ReadRows, chosen: tuple[int, ...]) -> Ints:
        columns = [rows[:, place] for place in chosen]
        ranks = self.hands.rank
        code = self.ids[_place(self.hands.declaration, [ranks[column] for column in columns])]
        fits = np.flatnonzero(code >= 0)
        columns = [column[fits] for column in columns]
        good = np.ones(len(fits), np.bool_)
        if self.category.same:
            of = self.hands.facets[self.category.same]
            good &= of[columns[0]] >= 0
            for column in columns[1:]:
                good &= of[column] == of[columns[0]]
        if self.category.wilds:
            wild = sum((self.is_wild[column].astype(np.int64) for column in columns), np.zeros(len(fits), np.int64))
            good &= np.any([(wild >= low) & (wild <= high) for low, high in self.category.wilds], axis=0)
        for inside, low, high in self.sets:
            number = sum((inside[column].astype(np.int64) for column in columns), np.zeros(len(fits), np.int64))
            good &= (number >= low) & (number <= high)
        for of, signatures in self.signatures:
            for column in columns:
                good &= of[column] >= 0
            good &= np.isin(_signature([of[column] for column in columns]), signatures)
        found = np.full(len(rows), -1, np.int64)
        found[fits[good]] = code[fits[good]]
        if len(self.rest_keys) > 1:
            rest = [ranks[rows[:, place]] for place in range(rows.shape[1]) if place not in chosen]
            found = np.where(
                found < 0, -1, found * len(self.rest_keys) + self.rest_ids[_place(self.hands.declaration, rest)]
            )
        if self.suits > 1:
            highest = np.max([self.height[rows[:, place]] for place in chosen], axis=0) % self.suits
            found = np.where(
                found < 0, -1, found * self.suits + (highest if self.low > 0 else self.suits - 1 - highest)
            )
        return found


def _signatures(kinds: tuple[Kinds, ...]) -> Ints:
    return np.array([sum(size << 4 * (size - 1) for size in way) for way in kinds], np.int64)


def _signature(classes: list[Ints]) -> Ints:
    """Return a number for the sizes of the groups of equal classes: a digit for the cards in groups of each size."""
    found = np.zeros(len(classes[0]), np.int64)
    for one in classes:
        equal = sum(((one == other).astype(np.int64) for other in classes), np.zeros(len(one), np.int64))
        found += np.left_shift(1, 4 * (equal - 1))
    return found


def _place(declaration: Declaration, ranks: list[Ints]) -> Ints:
    """Return the place of a multiset of ranks, given in order, among all of its size."""
    place = np.zeros(len(ranks[0]) if ranks else 1, np.int64)
    for number, of in enumerate(ranks):
        adds = np.array([math.comb(rank + number, number + 1) for rank in range(len(declaration.deck.ranks))], np.int64)
        place += adds[of]
    return place


@functools.lru_cache(maxsize=256)
def _multisets(declaration: Declaration, cards: int) -> tuple[tuple[int, Counts], ...]:
    """Return the multisets of ranks that the deck can deal, each with its place."""
    ranks, copies, wilds = len(declaration.deck.ranks), declaration.copies, len(declaration.wilds)
    found = []
    for picked in itertools.combinations_with_replacement(range(ranks), cards):
        held = Counter(picked)
        if all(number <= copies[rank] + wilds for rank, number in held.items()):
            place = sum(math.comb(rank + number, number + 1) for number, rank in enumerate(picked))
            found.append((place, tuple(held[rank] for rank in range(ranks))))
    return tuple(found)


@functools.lru_cache(maxsize=256)
def _grouped(declaration: Declaration, cards: int) -> dict[Kinds, list[tuple[int, Counts, list[int], int]]]:
    """Return the multisets of ranks by their kinds: place, counts, groups, and ranks as bits."""
    table = LineTable(declaration, [])
    found: dict[Kinds, list[tuple[int, Counts, list[int], int]]] = {}
    for place, counts in _multisets(declaration, cards):
        groups, kinds, held = table.groups(counts)
        found.setdefault(kinds, []).append((place, counts, groups, held))
    return found


def _rank_table(declaration: Declaration, category: Category, cards: int) -> tuple[Ints, list[tuple[int, ...]]]:
    """Return for every multiset of ranks the number of its key under a line, -1 if it does not fit; and the keys."""
    line, table = LineMatcher(declaration, -1, category), LineTable(declaration, [])
    line.tie = tuple(word for word in category.tie if word not in ("rest", "suit", "points"))
    same = frozenset((category.same,)) if category.same else frozenset[str]()
    keys: dict[int, tuple[int, ...]] = {}
    grouped = _grouped(declaration, cards)
    for kinds in category.kinds:
        for place, counts, groups, held in grouped.get(kinds, ()):
            run = line.place(held, same, counts, 0)
            if run is not None:
                keys[place] = table.key(line, counts, groups, kinds, run)
    return _numbered_keys(declaration, cards, keys)


def _rest_table(declaration: Declaration, cards: int) -> tuple[Ints, list[tuple[int, ...]]]:
    """Return the same for the cards that a line does not look at: they are compared from the highest down."""
    sign = -1 if declaration.low else 1
    keys = {}
    for place, counts in _multisets(declaration, cards):
        held = [rank for rank in declaration.ladder for _ in range(counts[rank])]
        keys[place] = tuple(sign * declaration.standing[rank] for rank in reversed(held))
    return _numbered_keys(declaration, cards, keys)


def _numbered_keys(
    declaration: Declaration, cards: int, keys: dict[int, tuple[int, ...]]
) -> tuple[Ints, list[tuple[int, ...]]]:
    ordered = sorted(set(keys.values()))
    number = {key: place for place, key in enumerate(ordered)}
    ids = np.full(math.comb(len(declaration.deck.ranks) + cards - 1, cards), -1, np.int64)
    ids[list(keys)] = [number[key] for key in keys.values()]
    return ids, ordered
