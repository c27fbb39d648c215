"""Match one hand with the lines of a table of hands, by its ranks and the facets that its cards share.

A hand belongs to the first category that it fits. A wild card takes the value that gives the best category: any rank,
but where a category requires one class of a facet, a card of that class which the hand does not hold already.
"""

import functools
import itertools
from collections.abc import Iterator, Sequence

from cardwright.ranking.conditions import RankHand, is_within
from cardwright.ranking.model import NOTHING, Category, Counts, Declaration, Kinds, Same, Value


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
        if line.wilds and not is_within(wild, line.wilds):
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
        declared = self.declaration
        hand = RankHand(counts, [rank for rank in declared.ladder if counts[rank]], declared.total(counts))
        return all(condition.fits(hand) for condition in self.category.conditions)


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
                key.append(self.declaration.total(counts))
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
