"""Classify one hand at a time by its ranks and the facets that its cards share: the slow twin of `ranking.by_rank`.

A hand belongs to the first category that it fits. A wild card takes the value that gives the best category: any rank,
but where a category requires one class of a facet, a card of that class which the hand does not hold already.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.dice import throws
from cardwright.ranking.model import NOTHING, Category, Counts, Declaration, Kinds, Same, Value, ascending
from support.reference import meets_by_rank


def classify(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> Value | None:
    """Return the index of the category that takes a hand and its tie-break values (the larger tuple wins), or None.

    The hand has ``counts[rank]`` cards of each rank of the deck and some jokers; ``same`` are the facets in which all
    cards but the jokers share one class (all facets for a hand of jokers only).
    """
    if declaration.by_card:
        (place,), (code,) = hands_by_card(declaration).values(np.array([counts], np.uint8))
        line = hands_by_card(declaration).lines[place]
        return None if place < 0 else (line.index, line.key(int(code)))
    table = line_table(declaration)
    if not jokers:
        return table.take(counts, same)
    if declaration.wild == "any":
        return table.best_reading(counts, jokers, same)
    plain = table.take(with_cards(counts, (declaration.plain_rank,) * jokers), NOTHING, jokers)
    if not declaration.completed:
        return plain
    completed = completing(declaration).best_reading(counts, jokers, same)
    return max((found for found in (plain, completed) if found), key=ascending, default=None)


def matching_categories(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> frozenset[int]:
    """Return the indices of all categories that a hand fits, or can fit by its wild cards."""
    table = line_table(declaration)
    if not jokers:
        return table.taking(counts, same)
    if declaration.wild == "any":
        return table.all_readings(counts, jokers, same)
    plain = table.taking(with_cards(counts, (declaration.plain_rank,) * jokers), NOTHING, jokers)
    return plain | completing(declaration).all_readings(counts, jokers, same) if declaration.completed else plain


def hands(declaration: Declaration) -> Iterator[tuple[tuple[Counts, int, Same], int]]:
    """Yield every hand that `classify` can distinguish, with the number of real hands (of dice: throws) like it."""
    if declaration.by_card:
        rows, numbers = hands_by_card(declaration).counted
        for row, number in zip(rows.tolist(), numbers.tolist(), strict=True):
            yield (tuple(row), 0, NOTHING), number
        return
    if declaration.dice and not declaration.even:
        yield from _thrown(declaration)
        return
    size, copies = declaration.size, declaration.copies
    most = max(copies, default=0)
    by_kinds = functools.cache(lambda kinds, jokers: _ways(declaration, kinds, jokers))
    for jokers in range(min(size, len(declaration.wilds)) + 1):
        for picked in itertools.combinations_with_replacement(range(len(copies)), size - jokers):
            held = [0] * len(copies)
            for rank in picked:
                held[rank] += 1
            kinds = tuple(sorted(filter(None, held), reverse=True))
            if kinds and kinds[0] > most:
                continue
            if declaration.even:
                ways = by_kinds(kinds, jokers)
            elif all(held[rank] <= copies[rank] for rank in picked):
                ways = _ways_of(declaration, Counter(picked), jokers)
            else:
                continue
            counts = tuple(held)
            for same, number in ways.items():
                yield (counts, jokers, same), number


def _thrown(declaration: Declaration) -> Iterator[tuple[tuple[Counts, int, Same], int]]:
    """Yield the throws of dice that differ, by the ranks that they show."""
    ranks = range(len(declaration.deck.ranks))
    for shown, number in throws(declaration.sides, declaration.rank_of).items():
        held = Counter(shown)
        yield (tuple([held[rank] for rank in ranks]), held[-1], NOTHING), number


def _ways(declaration: Declaration, kinds: Kinds, jokers: int) -> Mapping[Same, int]:
    """Count the real hands with groups of these sizes, each of a given rank, by the exact set of facets they share."""
    if declaration.dice:
        return {NOTHING: math.factorial(declaration.size) // math.prod(map(math.factorial, kinds))}
    return _ways_of(declaration, dict(enumerate(kinds)), jokers)


def _ways_of(declaration: Declaration, held: Mapping[int, int], jokers: int) -> Mapping[Same, int]:
    """Count the real hands with this number of cards of each rank, by the exact set of facets they share."""
    with_jokers = math.comb(len(declaration.wilds), jokers)
    facets = sorted(declaration.facets)
    if not held:
        return {frozenset(facets): with_jokers}
    at_least = {
        same: sum(math.prod(math.comb(copies[rank], count) for rank, count in held.items()) for copies in parts)
        for same, parts in declaration.shared_copies.items()
    }
    if len(at_least) == 1:
        return {same: ways * with_jokers for same, ways in at_least.items() if ways}
    exactly = {
        same: sum((-1) ** len(more - same) * ways for more, ways in at_least.items() if more >= same)
        for same in at_least
    }
    return {same: ways * with_jokers for same, ways in exactly.items() if ways}


@functools.lru_cache(maxsize=64)
def line_table(declaration: Declaration) -> "LineTable":
    """Return all categories of a declaration."""
    return LineTable(declaration, range(len(declaration.categories)))


@functools.lru_cache(maxsize=64)
def completing(declaration: Declaration) -> "LineTable":
    """Return the categories that a wild card completes."""
    return LineTable(declaration, declaration.completed)


def with_cards(counts: Counts, extra: tuple[int, ...]) -> Counts:
    more = list(counts)
    for rank in extra:
        more[rank] += 1
    return tuple(more)


class LineMatcher:
    """A category prepared for matching: its conditions as bit masks, its runs highest first."""

    def __init__(self, declaration: Declaration, index: int, category: Category) -> None:
        self.index = index
        self.same = category.same
        self.outside = sum(1 << rank for rank in range(len(declaration.deck.ranks)) if rank not in category.ranks)
        self.runs = [(sum(1 << rank for rank in run), place) for place, run in enumerate(declaration.runs_of(category))]
        self.runs.reverse()
        self.category = category
        self.declaration = declaration
        self.run = category.run
        self.tie = category.tie
        self.kinds = {kinds: place for place, kinds in enumerate(sorted(category.kinds))}

    def place(self, held: int, same: Same, counts: Counts, wild: int) -> int | None:
        """Return the place of the highest run held (0 if none is required), or None if the hand does not fit."""
        if held & self.outside or (self.same and self.same not in same):
            return None
        line = self.category
        if line.wilds and not any(low <= wild <= high for low, high in line.wilds):
            return None
        if line.conditions and not self._meets(counts):
            return None
        if not self.run:
            return 0
        if line.each > 1:
            held = sum(1 << rank for rank, count in enumerate(counts) if count >= line.each)
        return next((place for run, place in self.runs if held & run == run), None)

    def _meets(self, counts: Counts) -> bool:
        """Return true if a hand meets the further conditions on its ranks."""
        ranks = [rank for rank in self.declaration.ladder for _ in range(counts[rank])]
        return all(meets_by_rank(self.declaration, ranks, condition) for condition in self.category.conditions)


class LineTable:
    """Categories of a declaration, looked up by the kinds of a hand."""

    def __init__(self, declaration: Declaration, indices: Sequence[int]) -> None:
        self.sign = -1 if declaration.low else 1
        self.standing = declaration.standing
        self.ladder = declaration.ladder
        self.declaration = declaration
        self.capacity = {name: copies[0] for name, copies in declaration.class_copies.items()}
        self.copies = declaration.by_printed_rank(range(declaration.deck.size))
        self.by_kinds: dict[Kinds, list[LineMatcher]] = {}
        self.taken: dict[tuple[Counts, str | None, int], Value | None] = {}  # by reading, shared facet, wild cards
        self.fitted: dict[tuple[Counts, str | None, int], frozenset[int]] = {}
        for index, category in declaration.lines:
            if index in indices:
                line = LineMatcher(declaration, index, category)
                for kinds in category.kinds:
                    self.by_kinds.setdefault(kinds, []).append(line)

    def take(self, counts: Counts, same: Same, wild: int = 0) -> Value | None:
        """Return the value of a hand as read, ``wild`` of whose cards are wild."""
        groups, kinds, held = self.groups(counts)
        for line in self.by_kinds.get(kinds, ()):
            place = line.place(held, same, counts, wild)
            if place is not None:
                return line.index, self.key(line, counts, groups, kinds, place)
        return None

    def taking(self, counts: Counts, same: Same, wild: int = 0) -> frozenset[int]:
        """Return the indices of all categories that a hand as read fits."""
        _, kinds, held = self.groups(counts)
        lines = self.by_kinds.get(kinds, ())
        return frozenset([line.index for line in lines if line.place(held, same, counts, wild) is not None])

    def groups(self, counts: Counts) -> tuple[list[int], Kinds, int]:
        """Return the groups, largest first, then highest (size << 8 | standing), their sizes, and the ranks as bits."""
        groups = sorted([count << 8 | self.standing[rank] for rank, count in enumerate(counts) if count], reverse=True)
        return groups, tuple([group >> 8 for group in groups]), sum([1 << self.ladder[group & 255] for group in groups])

    def key(self, line: LineMatcher, counts: Counts, groups: list[int], kinds: Kinds, place: int) -> tuple[int, ...]:
        key: list[int] = []
        for word in line.tie:
            if word == "run":
                key.append(place)
            elif word == "first":
                key.append(groups[0] & 255)
            elif word == "total":
                total = sum(map(int.__mul__, counts, self.declaration.values))
                key.append(total % self.declaration.modulo if self.declaration.modulo else total)
            else:
                if len(line.kinds) > 1:  # larger groups win before ranks are compared
                    key.append(line.kinds[kinds])
                key += [group & 255 for group in groups]
        return tuple([self.sign * part for part in key])

    def best_reading(self, counts: Counts, jokers: int, same: Same) -> Value | None:
        """Return the best value that wild cards can give."""
        best: Value | None = None
        for reading, facet in self.readings(counts, jokers, same):
            where = reading, facet, jokers
            if where not in self.taken:
                self.taken[where] = self.take(reading, NOTHING if facet is None else frozenset((facet,)), jokers)
            found = self.taken[where]
            if found and (best is None or found[0] < best[0] or (found[0] == best[0] and found[1] > best[1])):
                best = found
        return best

    def all_readings(self, counts: Counts, jokers: int, same: Same) -> frozenset[int]:
        """Return the indices of all categories that wild cards can make a hand fit."""
        found: set[int] = set()
        for reading, facet in self.readings(counts, jokers, same):
            where = reading, facet, jokers
            if where not in self.fitted:
                self.fitted[where] = self.taking(reading, NOTHING if facet is None else frozenset((facet,)), jokers)
            found |= self.fitted[where]
        return frozenset(found)

    def readings(self, counts: Counts, jokers: int, same: Same) -> Iterator[tuple[Counts, str | None]]:
        """Yield the readings of wild cards: each of any rank, and all of them in one shared facet or in none."""
        shared = sorted(same & self.capacity.keys())
        for facet in (None, *shared):
            for extra in itertools.combinations_with_replacement(self.declaration.readable, jokers):
                reading = with_cards(counts, extra)
                if facet is None:
                    possible = not self.declaration.upside_down or self._can_differ(reading, extra, shared)
                else:
                    possible = all(reading[rank] <= self.capacity[facet][rank] for rank in extra)
                if possible:
                    yield reading, facet

    def _can_differ(self, reading: Counts, extra: Counts, shared: list[str]) -> bool:
        """Return true if wild cards of these ranks need not be in the class that the other cards share.

        They need to where the deck has cards of these ranks that the hand does not hold, all in that class.
        """
        if any(reading[rank] > self.copies[rank] for rank in extra):
            return True  # not cards of the deck, in no class
        return all(any(self.copies[rank] > self.capacity[facet][rank] for rank in extra) for facet in shared)
