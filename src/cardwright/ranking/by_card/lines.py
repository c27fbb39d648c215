"""Match the lines of a table of hands with rows of card types, all rows at once.

Cards that no line of a table distinguishes are of one *type*, and a hand is a sorted row of types. The conditions of a
line on ranks are looked up by the multiset of ranks; its conditions on classes and single cards are computed.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.ranking.by_card.card_types import faces_of, facets_asked, types_of
from cardwright.ranking.by_rank.lines import LineByRank
from cardwright.ranking.by_rank.rows import RankRows, multisets_of
from cardwright.ranking.conditions import Ranges
from cardwright.ranking.model import Category, Declaration, Kinds
from cardwright.ranking.rows import Ints

ReadRows: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]

MAX_CARD_TYPES = 2048  # above all types of cards and of readings
NO_TYPE = MAX_CARD_TYPES - 1
MAX_RANK_ROWS = 500_000  # multisets of ranks that a line is matched with before any row


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
        # After the types of cards come wild cards that are read as a face, then as a rank without classes.
        self.read_from = len(types) if declaration.wilds else NO_TYPE
        read = {**dict.fromkeys(faces)} if declaration.wilds else {}
        bare = range(len(declaration.deck.ranks)) if declaration.wilds else range(0)
        first = [cards[0] for cards in self.cards] + [faces[each][0] for each in read] + [-1] * len(bare)
        self.first = np.array(first, np.intp)
        self.rank = np.array([each.rank for each in (*types, *read)] + list(bare), np.int64)
        ranks = range(len(declaration.deck.ranks))
        adds = [[math.comb(rank + column, column + 1) for rank in ranks] for column in range(self.size)]
        self._rank_adds = np.array(adds, np.int64)[:, self.rank]
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
        left, ranks = np.arange(len(rows)), self.ranks_of(rows)
        for place in lines:
            some = self.lines[place].candidates(ranks)
            codes = self.lines[place].codes(rows[left[some]], ranks[some])
            some, codes = some[codes >= 0], codes[codes >= 0]
            line[left[some]], code[left[some]] = place, codes
            rest = np.ones(len(left), np.bool_)
            rest[some] = False
            left, ranks = left[rest], ranks[rest]
        return line, code

    @functools.cached_property
    def every_ranks(self) -> ReadRows:
        """A row for each multiset of ranks, in the order of their places."""
        ranks, plain = len(self.declaration.deck.ranks), np.flatnonzero(self.rank >= 0)
        type_of = np.zeros(ranks, np.uint16)  # a rank without a card is in no hand
        type_of[self.rank[plain]] = plain
        return type_of[multisets_of(ranks, self.size)]

    def ranks_of(self, rows: ReadRows) -> Ints:
        """Return the place of the ranks of each row among all multisets of ranks."""
        return self.ranks_at(rows, range(self.size))

    def ranks_at(self, rows: ReadRows, chosen: Iterable[int]) -> Ints:
        """Return the place of the ranks of some columns of each row among all multisets of this size."""
        place = np.zeros(len(rows), np.int64)
        for column, adds in zip(chosen, self._rank_adds):
            place += adds[rows[:, column]]
        return place

    def plain_fits(self, rows: ReadRows, lines: Iterable[int]) -> NDArray[np.bool_]:
        """Return which rows, in which each wild card is read as another, fit each of some lines (line, row)."""
        ranks = self.ranks_of(rows)
        fits: NDArray[np.bool_] = np.zeros((len(self.lines), len(rows)), np.bool_)
        for place in lines:
            fits[place] = self.lines[place].fits(rows, ranks)
        return fits

    def points(self, rows: ReadRows) -> Ints:
        """Return the points that each row scores."""
        ranks = self.ranks_of(rows)
        held = {
            combination.name: sum(form.number(rows, ranks) for form in forms)
            for combination, forms in self.combinations
        }
        total = np.zeros(len(rows), np.int64)
        for combination, _ in self.combinations:
            good = np.all([held[other] == 0 for other in combination.unless], axis=0)
            total += np.where(good, held[combination.name], 0) * combination.scores
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
        words = tuple(word for word in category.tie if word not in ("rest", "suit", "points"))
        rows, by_height = _rank_rows(hands.declaration, self.cards)
        by_rank = LineByRank(rows, index, msgspec.structs.replace(category, wilds=(), tie=words))
        self.numbers, self.keys = _key_numbers(by_rank, by_height)
        self._rank_key = functools.cache(lambda number: by_rank.key(int(self.keys[number])))
        self.rest = hands.size - self.cards if "rest" in category.tie else 0
        self.rest_numbers = _rank_rows(hands.declaration, self.rest)[1]
        self.suits = len(hands.declaration.deck.suits) if "suit" in category.tie else 1
        self.sets = [
            (np.array([card in holds.cards for card in hands.first]), holds.low, holds.high) for holds in category.holds
        ]
        self.is_wild = np.arange(len(hands.first)) >= hands.read_from
        self.signatures = [(hands.facets[facet], _signatures(kinds)) for facet, kinds in category.classes]
        standing = np.array([*hands.declaration.standing])
        self.height = standing[hands.rank] * self.suits
        if self.suits > 1:
            suit_of = hands.declaration.deck.suit_of
            self.height += np.array([suit_of[card] if card >= 0 else 0 for card in hands.first])
        self.codes_count = max(len(self.keys), 1) * len(self.rest_numbers) * self.suits
        self.ranks_only = not (category.same or category.wilds or self.sets or self.signatures or self.suits > 1)
        ranks = len(hands.declaration.deck.ranks)
        self.by_ranks = self.ranks_only and math.comb(ranks + hands.size - 1, hands.size) <= MAX_RANK_ROWS

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
        number, rest = divmod(code, len(self.rest_numbers))
        last = (self.low * (suit if self.low > 0 else self.suits - 1 - suit),) if self.suits > 1 else ()
        return self._rank_key(number) + self._rest_key(rest) + last

    def _rest_key(self, number: int) -> tuple[int, ...]:
        """Return the tie-break key of the cards that the line does not look at: from the highest down."""
        place = number if self.low > 0 else len(self.rest_numbers) - 1 - number
        heights = multisets_of(len(self.hands.declaration.deck.ranks), self.rest)[place]
        return tuple(self.low * height for height in reversed(heights.tolist()))

    def candidates(self, ranks: Ints) -> NDArray[np.intp]:
        """Return which rows may fit, by the places of their ranks (`LinesByCard.ranks_of`)."""
        if self.by_ranks:
            return np.flatnonzero(self._best_of_ranks[ranks] >= 0)
        return np.flatnonzero(self.numbers[ranks] >= 0) if self.cards == self.hands.size else np.arange(len(ranks))

    def codes(self, rows: ReadRows, ranks: Ints | None = None) -> Ints:
        """Return the code of each row, -1 where it does not fit: the best that some choice of its cards gives.

        ``ranks`` is `LinesByCard.ranks_of`, if it is known.
        """
        ranks = self.hands.ranks_of(rows) if ranks is None else ranks
        best = self._best_of_ranks[ranks] if self.by_ranks else self._best(rows, ranks)
        return self._with_points(rows, best) if self.category.points or "points" in self.category.tie else best

    @functools.cached_property
    def _best_of_ranks(self) -> Ints:
        """The code of each multiset of ranks, for a line that looks at nothing else."""
        if self.cards == self.hands.size:
            return self.numbers
        return self._best(self.hands.every_ranks, np.arange(len(self.hands.every_ranks)))

    def _best(self, rows: ReadRows, ranks: Ints) -> Ints:
        choices = math.comb(self.hands.size, self.cards)
        if self.ranks_only and not self.rest and np.count_nonzero(self.numbers >= 0) < choices:
            return self._best_held(rows)
        best = np.full(len(rows), -1, np.int64)
        for chosen, places in self._choices(rows, ranks):
            np.maximum(best, self._codes_of(rows, chosen, places), out=best)
        return best

    def _best_held(self, rows: ReadRows) -> Ints:
        """Return the code of each row, for a line that looks at ranks only and that few multisets of ranks fit.

        They are looked for in all rows, the strongest last.
        """
        ranks_count, rank_of = len(self.hands.declaration.deck.ranks), self.hands.rank.astype(np.uint8)
        columns = [rank_of[column] for column in rows.T]
        held = [np.sum([column == rank for column in columns], axis=0, dtype=np.uint8) for rank in range(ranks_count)]
        fitting = np.flatnonzero(self.numbers >= 0)
        codes = np.full(len(rows), -1, np.int64)
        for place in fitting[np.argsort(self.numbers[fitting])]:
            asked = Counter(multisets_of(ranks_count, self.cards)[place].tolist())
            codes[np.all([held[rank] >= number for rank, number in asked.items()], axis=0)] = self.numbers[place]
        return codes

    def _choices(self, rows: ReadRows, ranks: Ints) -> Iterator[tuple[Sequence[int], Ints]]:
        """Yield the columns of each choice of cards, and the places of their ranks."""
        for chosen in itertools.combinations(range(self.hands.size), self.cards):
            yield chosen, ranks if len(chosen) == self.hands.size else self.hands.ranks_at(rows, chosen)

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

    def fits(self, rows: ReadRows, ranks: Ints) -> NDArray[np.bool_]:
        """Return which rows fit, by the rows and the places of their ranks."""
        if self.by_ranks or self.category.points:
            return self.codes(rows, ranks) >= 0
        fits = np.zeros(len(rows), np.bool_)
        for chosen, places in self._choices(rows, ranks):
            fits[self._fitting(rows, chosen, np.where(fits, -1, self.numbers[places]))] = True
        return fits

    def number(self, rows: ReadRows, ranks: Ints) -> Ints:
        """Return the number of choices of cards of each row that fit, by the row and the place of its ranks."""
        return self._numbers_of_ranks[ranks] if self.by_ranks else self._number(rows, ranks)

    @functools.cached_property
    def _numbers_of_ranks(self) -> Ints:
        """The number of choices of each multiset of ranks that fit, for a line that looks at nothing else."""
        return self._number(self.hands.every_ranks, np.arange(len(self.hands.every_ranks)))

    def _number(self, rows: ReadRows, ranks: Ints) -> Ints:
        fits = ((self._codes_of(rows, *each) >= 0).astype(np.int64) for each in self._choices(rows, ranks))
        return sum(fits, np.zeros(len(rows), np.int64))

    def _codes_of(self, rows: ReadRows, chosen: Sequence[int], ranks: Ints) -> Ints:
        """Return the code of each row by the cards in some columns, whose ranks have these places."""
        code = self.numbers[ranks]
        fits = self._fitting(rows, chosen, code)
        codes = np.full(len(rows), -1, np.int64)
        some, code = rows[fits], code[fits]
        if self.rest:
            others = [column for column in range(rows.shape[1]) if column not in chosen]
            rest = self.rest_numbers[self.hands.ranks_at(some, others)]
            code = code * len(self.rest_numbers) + (rest if self.low > 0 else len(self.rest_numbers) - 1 - rest)
        if self.suits > 1:
            highest = self.height[some[:, list(chosen)]].max(axis=1) % self.suits
            code = code * self.suits + (highest if self.low > 0 else self.suits - 1 - highest)
        codes[fits] = code
        return codes

    def part(self, row: ReadRows) -> Sequence[int]:
        """Return the columns of the first choice of cards that makes a single row fit, () for none."""
        choices = self._choices(row, self.hands.ranks_of(row))
        return next((chosen for chosen, places in choices if len(self._fitting(row, chosen, self.numbers[places]))), ())

    def _fitting(self, rows: ReadRows, chosen: Sequence[int], number: Ints) -> NDArray[np.intp]:
        """Return the places of the rows that fit by the cards in some columns, whose ranks have these numbers or -1."""
        fits = np.flatnonzero(number >= 0)
        return fits[self._meets([rows[fits, column] for column in chosen])]

    def _meets(self, columns: Sequence[ReadRows]) -> NDArray[np.bool_]:
        """Return which choices of cards meet the line's conditions on classes, single cards and wild cards."""
        good = np.ones(len(columns[0]), np.bool_)
        if self.category.same:
            of = self.hands.facets[self.category.same]
            good &= of[columns[0]] >= 0
            for column in columns[1:]:
                good &= of[column] == of[columns[0]]
        if self.category.wilds:
            good &= _is_within(self.is_wild, columns, self.category.wilds)
        for inside, low, high in self.sets:
            good &= _is_within(inside, columns, ((low, high),))
        for of, signatures in self.signatures:
            for column in columns:
                good &= of[column] >= 0
            good &= np.isin(_signature([of[column] for column in columns]), signatures)
        return good


def _is_within(inside: NDArray[np.bool_], columns: Sequence[ReadRows], ranges: Ranges) -> NDArray[np.bool_]:
    """Return the choices for which the number of cards inside is in one of some ranges, as a mask."""
    number = sum((inside[column].astype(np.int64) for column in columns), np.zeros(len(columns[0]), np.int64))
    is_within: NDArray[np.bool_] = np.any([(number >= low) & (number <= high) for low, high in ranges], axis=0)
    return is_within


def _signatures(kinds: tuple[Kinds, ...]) -> Ints:
    return np.array([sum(size << 4 * (size - 1) for size in way) for way in kinds], np.int64)


def _signature(classes: list[Ints]) -> Ints:
    """Return a number for the sizes of the groups of equal classes: a digit for the cards in groups of each size."""
    signature = np.zeros(len(classes[0]), np.int64)
    for one in classes:
        equal = sum(((one == other).astype(np.int64) for other in classes), np.zeros(len(one), np.int64))
        signature += np.left_shift(1, 4 * (equal - 1))
    return signature


@functools.lru_cache(maxsize=256)
def _rank_rows(declaration: Declaration, cards: int) -> tuple[RankRows, Ints]:
    """Return the multisets of ranks of this many cards, and the place by heights of each in the order of ranks."""
    rows = RankRows(msgspec.structs.replace(declaration, size=cards))
    heights = np.array(declaration.standing, np.uint8)[multisets_of(rows.ranks, cards)]
    return rows, rows.places(np.sort(heights, axis=1))


def _key_numbers(line: LineByRank, by_height: Ints) -> tuple[Ints, Ints]:
    """Return for every multiset of ranks the number of its key under a line, -1 if it does not fit; and the keys."""
    declared, rows = line.hands.declaration, line.hands
    keys = np.full(len(by_height), -1, np.int64)
    for fits, numbers in line.matches(0):
        keys[fits] = numbers
    # Multisets that the deck cannot deal would only make codes larger.
    copies = np.array(declared.copies)[list(declared.ladder)] + len(declared.wilds)
    keys[(rows.held > copies).any(axis=1)] = -1
    distinct = np.unique(keys[keys >= 0])
    return np.where(keys < 0, -1, np.searchsorted(distinct, keys))[by_height], distinct
