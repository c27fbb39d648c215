"""Rank hands card by card: for tables that look at more than ranks and one facet that all cards share.

Cards that no line of a table distinguishes are of one *type*, and a hand is a sorted row of types. What a line asks of
ranks is looked up by the multiset of ranks; what it asks of classes and single cards is computed for all rows at once.
Where a table treats all suits alike, hands that differ only in the names of their suits are counted once.
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

from cardwright.cards import Card
from cardwright.ranking.card_types import faces_of, facets_asked, suit_changes_count, suits_are_alike, types_of
from cardwright.ranking.classify import Category, Counts, Declaration, Kinds, LineMatcher, LineTable, Value
from cardwright.ranking.dice import shown_by, throws
from cardwright.ranking.wild_readings import NO_TYPE, WildReadings

Rows: TypeAlias = NDArray[np.uint8]
Strength: TypeAlias = np.uint16 | np.uint32
ReadRows: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
MAX_ROWS_AT_ONCE = 500_000


@functools.lru_cache(maxsize=64)
def hands_by_card(declaration: Declaration) -> "HandsByCard":
    """Return the hands of a declaration, ready to be counted and ranked."""
    return HandsByCard(declaration)


class HandsByCard:
    """The hands of a declaration as rows of types, in the order of the types: rank by rank."""

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
        self.lines_alike = suits_are_alike(declaration)
        self.alike = self.lines_alike and not declaration.limits
        self._readings = WildReadings(self, types, faces) if declaration.wilds else None

    # Values

    def values(self, rows: Rows) -> tuple[NDArray[np.int16], Ints]:
        """Return for each row the place of its line in `lines` (-1 for none), and its code, the larger wins."""
        every = range(len(self.lines))
        if not self._readings:
            return self.plain_values(rows, every)
        line = np.full(len(rows), -1, np.int16)
        code = np.zeros(len(rows), np.int64)
        for wild, here in self._by_wilds(rows):
            line[here], code[here] = (
                self._readings.best(rows[here], wild) if wild else self.plain_values(rows[here], every)
            )
        return line, code

    def _by_wilds(self, rows: Rows) -> Iterator[tuple[int, Ints]]:
        """Yield the places of the rows with each number of wild cards."""
        wilds = (rows >= self.plain_count).sum(axis=1)
        for number in range(self.size + 1):
            here = np.flatnonzero(wilds == number)
            if len(here):
                yield number, here

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

    # Counting

    @functools.cached_property
    def counted(self) -> tuple[Rows, Ints]:
        """All hands, or one of each kind that differs only in the names of suits, and the number of hands of each."""
        return self._alike(len(self.declaration.wilds)) if self.alike else self._every()

    @functools.cached_property
    def _counted_values(self) -> tuple[NDArray[np.int16], Ints]:
        return self._valued(self.counted[0])

    def _valued(self, rows: Rows) -> tuple[NDArray[np.int16], Ints]:
        starts = range(0, max(len(rows), 1), MAX_ROWS_AT_ONCE)
        parts = [self.values(rows[start : start + MAX_ROWS_AT_ONCE]) for start in starts]
        return np.concatenate([line for line, _ in parts]), np.concatenate([code for _, code in parts])

    def numbers(self) -> tuple[dict[Value, int], Counts]:
        """Return the number of hands of each value, and one hand without a value (or ())."""
        rows, ways = self.counted
        line, code = self._counted_values
        missing = np.flatnonzero(line < 0)
        found: dict[Value, int] = {}
        for place, matcher in enumerate(self.lines):
            here = line == place
            codes, where = np.unique(code[here], return_inverse=True)
            sums = np.zeros(len(codes), np.int64)
            np.add.at(sums, where, ways[here])
            for each, number in zip(codes.tolist(), sums.tolist()):
                found[matcher.index, matcher.key(each)] = number
        return found, tuple(rows[missing[0]].tolist()) if len(missing) else ()

    def hands(self) -> Iterator[tuple[Counts, int]]:
        """Yield each counted row and the number of hands like it."""
        rows, ways = self.counted
        yield from zip(map(tuple, rows.tolist()), ways.tolist())

    def value(self, types: Counts) -> Value | None:
        """Return the value of a row."""
        line, code = self.values(np.array([types], np.uint8))
        return None if line[0] < 0 else self.decoded(int(line[0]), int(code[0]))

    @functools.cached_property
    def fits(self) -> list[Bools]:
        """For each line, the counted rows that fit it."""
        rows = self.counted[0]
        starts = range(0, max(len(rows), 1), MAX_ROWS_AT_ONCE)
        parts = [rows[start : start + MAX_ROWS_AT_ONCE] for start in starts]
        return list(np.concatenate([self._fit(part) for part in parts], axis=1))

    def _fit(self, rows: Rows) -> Bools:
        """Return which rows fit each line (line, row), by some reading of their wild cards."""
        if not self._readings:
            return np.array([line.codes(rows) >= 0 for line in self.lines])
        found = np.zeros((len(self.lines), len(rows)), np.bool_)
        for wild, here in self._by_wilds(rows):
            plain = np.array([line.codes(rows[here]) >= 0 for line in self.lines]) if not wild else None
            found[:, here] = self._readings.fits(rows[here], wild) if plain is None else plain
        return found

    def fitting(self, types: Counts) -> frozenset[int]:
        """Return the indices of all categories that a row fits."""
        fits = self._fit(np.array([types], np.uint8))[:, 0]
        return frozenset(line.index for line, fit in zip(self.lines, fits, strict=True) if fit)

    def overlaps(self) -> Iterator[tuple[int, int, int, Counts]]:
        """Yield pairs of lines, the first of which takes hands that fit the second: the hands, and one of them."""
        rows, ways = self.counted
        taken = self._counted_values[0]
        for place, matcher in enumerate(self.lines):
            here = taken == place
            for other, fits in zip(self.lines[place:], self.fits[place:]):
                both = np.flatnonzero(here & fits)
                if len(both):
                    yield matcher.index, other.index, int(ways[both].sum()), tuple(rows[both[0]].tolist())

    def kinds(self) -> Iterator[tuple[frozenset[int], int, int, Counts]]:
        """Yield each set of lines that hands fit, the line that takes them (or -1), their number, and the last one."""
        rows, ways = self.counted
        bits = np.ascontiguousarray(np.packbits(np.array(self.fits), axis=0).T[::-1])
        _, last, of = np.unique(bits.view(f"V{bits.shape[1]}").reshape(-1), return_index=True, return_inverse=True)
        sums = np.zeros(len(last), np.int64)
        np.add.at(sums, of, ways[::-1])
        for reversed_place, number in zip(last.tolist(), sums.tolist()):
            place = len(rows) - 1 - reversed_place
            taker = int(self._counted_values[0][place])
            fitting = frozenset(line.index for line, fits in zip(self.lines, self.fits) if fits[place])
            yield fitting, self.lines[taker].index if taker >= 0 else -1, number, tuple(rows[place].tolist())

    def best(self) -> dict[int, Counts]:
        """Return the strongest row of each category that takes one."""
        rows = self.counted[0]
        taken, codes = self._counted_values
        found = {}
        for place, matcher in enumerate(self.lines):
            here = np.flatnonzero(taken == place)
            if len(here):
                found[matcher.index] = tuple(rows[here[codes[here].argmax()]].tolist())
        return found

    def example(self, types: Counts) -> tuple[Card, ...]:
        """Return one hand of these types, the highest rank first."""
        standing = self.declaration.standing
        of_deck = [self.cards[each][n] for each, n in _numbered(types)] if not self.declaration.dice else []
        cards = of_deck or self._shown(types)
        held = Counter(self.declaration.rank_of[card] for card in cards)
        return tuple(sorted(cards, key=lambda card: (-held[of := self.declaration.rank_of[card]], -standing[of], card)))

    def _shown(self, types: Counts) -> Sequence[Card]:
        """Return faces of these types, one of each die."""
        return shown_by(self.declaration.sides, self.type_of.tolist(), types)

    def row(self, cards: Sequence[Card]) -> Counts:
        """Return the row of types of some cards."""
        return tuple(sorted(int(self.type_of[card]) for card in cards))

    def plain_rows(self) -> Rows:
        """Return all hands without a wild card, or those from which `with_all_suits` makes all."""
        return self._alike(0)[0] if self._all_changes else self._every(self.plain_count)[0]

    @property
    def _all_changes(self) -> bool:
        """True if the permutations of the suits that are tried make all hands from those that are counted."""
        return self.lines_alike and len(self._suit_changes) == math.factorial(len(self.declaration.deck.suits))

    def _every(self, types: int | None = None) -> tuple[Rows, Ints]:
        """Return all multisets that the copies allow, of the first types or of all, in lexical order."""
        if self.declaration.dice and not self.declaration.even:
            thrown = throws(self.declaration.sides, self.type_of.tolist())
            return np.array(list(thrown), np.uint8), np.array(list(thrown.values()), np.int64)
        types = len(self.copies) if types is None else types
        rows = np.arange(types, dtype=np.uint8)[:, None]
        ways, held = self.copies[:types].copy(), np.ones(types, np.int64)  # held: the cards of the last type
        if self.declaration.dice:
            ways = np.ones(types, np.int64)
        for number in range(2, self.size + 1):
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

    def _alike(self, jokers: int) -> tuple[Rows, Ints]:
        """Return hands of some jokers in which suits appear in order: each rank brings the next ones that are new."""
        suits, ranks = len(self.declaration.deck.suits), len(self.declaration.deck.ranks)
        found = [(np.zeros((1, 0), np.uint8), np.ones(1, np.int64), np.zeros(1, np.int64))]
        by_held = {0: found}
        for rank in range(ranks):
            grown: dict[int, list[tuple[Rows, Ints, Ints]]] = {}
            for held, groups in by_held.items():
                for rows, ways, used in groups:
                    _grow(grown, held, rows, ways, used, (suits, rank, ranks, self.size, self.size - jokers))
            by_held = {held: [_joined(groups)] for held, groups in grown.items()}
        parts = [self._with_jokers(_joined(by_held[self.size - n]), n) for n in range(min(jokers, self.size - 1) + 1)]
        if jokers >= self.size:
            parts.append(
                (np.full((1, self.size), self.plain_count, np.uint8), np.array([math.comb(jokers, self.size)]))
            )
        return np.concatenate([rows for rows, _ in parts]), np.concatenate([ways for _, ways in parts])

    def _with_jokers(self, found: tuple[Rows, Ints, Ints], number: int) -> tuple[Rows, Ints]:
        """Add a number of jokers to hands."""
        rows, ways, _ = found
        jokers = np.full((len(rows), number), self.plain_count, np.uint8)
        return np.column_stack([rows, jokers]), ways * math.comb(len(self.declaration.wilds), number)

    # A table of strengths

    @functools.cached_property
    def _places(self) -> Ints:
        """The number that each type adds to the place of a row, by its place in the row."""
        types = len(self.cards)
        return np.array([[math.comb(each + n, n + 1) for each in range(types)] for n in range(self.size)], np.int64)

    def table(self, values: Sequence[Value], dtype: type[Strength]) -> NDArray[Strength]:
        """Return the strength of every hand of ``size`` cards by the place of its row, from all values in order."""
        strength = {value: number for number, value in enumerate(values)}
        table = np.zeros(math.comb(len(self.cards) + self.size - 1, self.size), dtype)
        rows = self.counted[0]
        line, code = self._counted_values
        if self.alike and not self._all_changes:
            rows = self._every()[0]
            line, code = self._valued(rows)
        found = np.zeros(len(line), dtype)
        for number, matcher in enumerate(self.lines):
            here = line == number
            codes, where = np.unique(code[here], return_inverse=True)
            known = [strength[matcher.index, matcher.key(each)] for each in codes.tolist()]
            found[here] = np.array(known, dtype)[where] if known else 0
        for changed in self.with_all_suits(rows) if self.alike and self._all_changes else (rows,):
            table[self.places(changed)] = found
        return table

    def some_of_line(self, index: int, most: int) -> tuple[Rows, bool]:
        """Return about ``most`` rows of those that a category takes, and whether they are all."""
        places = [place for place, matcher in enumerate(self.lines) if matcher.index == index]
        rows = self.counted[0][np.isin(self._counted_values[0], places)]
        some = rows[:: max(len(rows) * len(self._suit_changes) // most, 1)]
        whole = len(some) == len(rows)
        if not self.alike:
            return some, whole
        return np.concatenate(list(self.with_all_suits(some))), whole and self._all_changes

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

    def places(self, rows: Rows) -> Ints:
        """Return the places of sorted rows in a table of all of them."""
        place = np.zeros(len(rows), np.int64)
        for number in range(self.size):
            place += self._places[number][rows[:, number]]
        return place


def _numbered(types: Counts) -> Iterator[tuple[int, int]]:
    """Yield each type of a row with the number of cards of that type before it."""
    for each, group in itertools.groupby(types):
        yield from ((each, number) for number, _ in enumerate(group))


def _joined(groups: list[tuple[Rows, Ints, Ints]]) -> tuple[Rows, Ints, Ints]:
    rows, ways, used = (np.concatenate(parts) for parts in zip(*groups))
    return rows, ways, used


def _grow(
    grown: dict[int, list[tuple[Rows, Ints, Ints]]],
    held: int,
    rows: Rows,
    ways: Ints,
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


class CardMatcher:
    """A line of the table, prepared to match rows."""

    def __init__(self, hands: HandsByCard, index: int, category: Category) -> None:
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
