"""Classify hands by a declaration: find the category that takes a hand, and its tie-breaks.

A hand is described here by all that a table of hands looks at: its number of cards of each rank, its number of jokers,
and the facets in which its cards all share one class. `classify` finds the category of such a hand; `hands` counts all
of them; `matching_categories` and `example` explain faults of a table.

A hand belongs to the first category that it fits. A wild card takes the value that gives the best category: any rank,
but where a category requires one class of a facet, a card of that class which the hand does not hold already.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from cardwright.cards import Card, Deck, Facet

Counts: TypeAlias = tuple[int, ...]
Kinds: TypeAlias = tuple[int, ...]
Same: TypeAlias = frozenset[str]
Value: TypeAlias = tuple[int, tuple[int, ...]]

NOTHING: Same = frozenset()


class Category(msgspec.Struct, frozen=True):
    """One line of the table: the conditions that a hand must meet, and its tie-breaks.

    ``kinds`` are the allowed sizes of the groups of equal rank, largest first: ((3, 2),) is a full house. ``run`` is
    the number of consecutive ranks required (0: none), ``same`` the facet in which all cards share a class, ``ranks``
    the ranks allowed. ``tie`` lists the tie-breaks, in order: "run" compares the top of the run; "ranks" all ranks,
    largest group first, then highest first; "first" the rank of the largest group only; "total" the sum of the values.
    ``printed`` is the count in the rule book, ``misprint`` the reason why it is wrong, and ``says`` the pattern that
    describes such a hand, if it is not the name.
    """

    name: str
    kinds: tuple[Kinds, ...]
    run: int
    same: str | None
    ranks: frozenset[int]
    tie: tuple[str, ...]
    printed: int | None = None
    misprint: str = ""
    says: str = ""


class Declaration(msgspec.Struct, frozen=True, dict=True, eq=False, kw_only=True):
    """A deck and a table of hands, checked and ready to be compiled.

    Two are equal if they declare the same: ``name`` and ``source``, which come from the file name, do not count.

    ``categories`` are listed strongest first. With ``dice`` a hand is ``size`` throws of one die, and the deck is its
    faces. ``order`` is the ranks from low to high; a rank listed twice is both low and high. With ``low`` the lower
    ranks win; with ``upside_down`` a hand is named by the table of high hands, read from its end, and the last name
    wins. ``wild`` is the meaning of jokers: "any", "bug" (completes a run or a category of one class, else the best
    rank), "rank" (always ``wild_rank``, of no suit), or None if there are none. With ``wheel`` "second" the lowest run
    ranks just below the highest. ``values`` are added up for a total, by rank; ``plurals`` are the names of the ranks.
    """

    name: str
    title: str
    about: str
    source: str
    deck: Deck
    dice: bool
    size: int
    order: tuple[int, ...]
    low: bool
    upside_down: bool
    wild: str | None
    wild_rank: int
    wheel: str
    categories: tuple[Category, ...]
    values: tuple[int, ...]
    plurals: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Declaration({self.name!r}, {len(self.categories)} categories)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Declaration):
            return NotImplemented
        return self is other or self._contents == other._contents

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _contents(self) -> tuple[object, ...]:
        fields = set(self.__struct_fields__) - {"name", "source"}
        return tuple(getattr(self, field) for field in sorted(fields))

    @functools.cached_property
    def _hash(self) -> int:
        return hash(self._contents)

    def text_of(self, cards: tuple[Card, ...]) -> str:
        """Return a hand in notation; the inverse of `parse_hand`."""
        return self.deck.text_of(cards)

    def parse_hand(self, text: str) -> tuple[Card, ...]:
        """Return cards from their notation; dice may show a face more than once. Raises `BadCard`."""
        return self.deck.parse_cards(text, repeats=self.dice)

    @functools.cached_property
    def ladder(self) -> tuple[int, ...]:
        """Each rank once, lowest first; a rank that is both low and high is at the end that wins."""
        order = self.order if self.low else self.order[::-1]
        once = tuple(dict.fromkeys(order))
        return once if self.low else once[::-1]

    @functools.cached_property
    def standing(self) -> tuple[int, ...]:
        """The place of each rank on the ladder, 0 for the lowest."""
        return tuple(self.ladder.index(rank) for rank in range(len(self.deck.ranks)))

    @functools.cached_property
    def lines(self) -> tuple[tuple[int, Category], ...]:
        """The categories with their indices, in the order in which a hand is matched against them."""
        numbered = tuple(enumerate(self.categories))
        return numbered[::-1] if self.upside_down else numbered

    @functools.cached_property
    def facets(self) -> dict[str, Facet]:
        """The facets that the categories refer to, by name."""
        asked = {category.same for category in self.categories}
        return {facet.name: facet for facet in self.deck.facets if facet.name in asked}

    @functools.cached_property
    def class_sizes(self) -> dict[str, tuple[int, ...]]:
        """The number of suits in each class of each facet that the categories refer to."""
        return {name: tuple(len(suits) for suits in self.suits_of(name)) for name in self.facets}

    def suits_of(self, facet: str) -> tuple[frozenset[int], ...]:
        """Return the suits of each class of a facet."""
        found = self.facets[facet]
        of_suit = found.of[: len(self.deck.suits)]  # the cards of rank 0, one of each suit
        return tuple(
            frozenset(suit for suit, cls in enumerate(of_suit) if cls == index) for index in range(len(found.classes))
        )

    def runs(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return every run of this length, lowest first, each from low to high; runs do not wrap around."""
        windows = [self.order[start : start + length] for start in range(len(self.order) - length + 1)]
        found = [window for window in windows if len(set(window)) == length]
        if self.wheel == "second" and len(found) > 1:
            found.insert(-1, found.pop(0))
        return tuple(found)

    @property
    def best_rank(self) -> int:
        """The rank that beats all others."""
        return self.ladder[0 if self.low else -1]

    @functools.cached_property
    def _table(self) -> "_Table":
        return _Table(self, range(len(self.categories)))

    @functools.cached_property
    def _completing(self) -> "_Table":
        """The categories that a bug may complete."""
        return _Table(self, [index for index, line in self.lines if line.run or line.same])


def classify(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> Value | None:
    """Return the index of the category that takes a hand and its tie-break values (the larger tuple wins), or None.

    The hand has ``counts[rank]`` cards of each rank of the deck and some jokers; ``same`` are the facets in which all
    cards but the jokers share one class (all facets for a hand of jokers only).
    """
    table = declaration._table
    if not jokers:
        return table.take(counts, same)
    if declaration.wild == "rank":
        return table.take(_with(counts, (declaration.wild_rank,) * jokers), NOTHING)
    if declaration.wild == "any":
        return table.best_reading(counts, jokers, same)
    plain = table.take(_with(counts, (declaration.best_rank,) * jokers), NOTHING)
    completed = declaration._completing.best_reading(counts, jokers, same)
    return max((found for found in (plain, completed) if found), key=ascending, default=None)


def matching_categories(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> frozenset[int]:
    """Return the indices of all categories that a hand fits, or can fit by its wild cards."""
    table = declaration._table
    if not jokers:
        return table.taking(counts, same)
    if declaration.wild == "rank":
        return table.taking(_with(counts, (declaration.wild_rank,) * jokers), NOTHING)
    if declaration.wild == "any":
        return table.all_readings(counts, jokers, same)
    plain = table.taking(_with(counts, (declaration.best_rank,) * jokers), NOTHING)
    return plain | declaration._completing.all_readings(counts, jokers, same)


def ascending(found: Value) -> tuple[int, tuple[int, ...]]:
    """Return the sort key of a hand's value, weakest first."""
    return -found[0], found[1]


def _with(counts: Counts, extra: tuple[int, ...]) -> Counts:
    more = list(counts)
    for rank in extra:
        more[rank] += 1
    return tuple(more)


class _Line:
    """A category prepared for matching: its conditions as bit masks, its runs highest first."""

    def __init__(self, declaration: Declaration, index: int, category: Category) -> None:
        self.index = index
        self.same = category.same
        self.outside = sum(1 << rank for rank in range(len(declaration.deck.ranks)) if rank not in category.ranks)
        runs = enumerate(declaration.runs(category.run)) if category.run else ()
        self.runs = [(sum(1 << rank for rank in run), place) for place, run in runs][::-1]
        self.run = category.run
        self.tie = category.tie
        self.kinds = {kinds: place for place, kinds in enumerate(sorted(category.kinds))}

    def place(self, held: int, same: Same) -> int | None:
        """Return the place of the highest run held (0 if none is required), or None if the hand does not fit."""
        if held & self.outside or (self.same and self.same not in same):
            return None
        if not self.run:
            return 0
        return next((place for run, place in self.runs if held & run == run), None)


class _Table:
    """Categories of a declaration, looked up by the kinds of a hand."""

    def __init__(self, declaration: Declaration, indices: range | list[int]) -> None:
        self.sign = -1 if declaration.low else 1
        self.standing = declaration.standing
        self.ladder = declaration.ladder
        self.values = declaration.values
        self.capacity = {name: sizes[0] for name, sizes in declaration.class_sizes.items()}
        self.by_kinds: dict[Kinds, list[_Line]] = {}
        self.taken: dict[tuple[Counts, str | None], Value | None] = {}  # by reading and the facet it shares
        self.fitted: dict[tuple[Counts, str | None], frozenset[int]] = {}
        for index, category in declaration.lines:
            if index in indices:
                line = _Line(declaration, index, category)
                for kinds in category.kinds:
                    self.by_kinds.setdefault(kinds, []).append(line)

    def take(self, counts: Counts, same: Same) -> Value | None:
        """Return the value of a hand without wild cards."""
        groups, kinds, held = self.groups(counts)
        for line in self.by_kinds.get(kinds, ()):
            place = line.place(held, same)
            if place is not None:
                return line.index, self.key(line, counts, groups, kinds, place)
        return None

    def taking(self, counts: Counts, same: Same) -> frozenset[int]:
        """Return the indices of all categories that a hand without wild cards fits."""
        _, kinds, held = self.groups(counts)
        return frozenset([line.index for line in self.by_kinds.get(kinds, ()) if line.place(held, same) is not None])

    def groups(self, counts: Counts) -> tuple[list[int], Kinds, int]:
        """Return the groups, largest first, then highest (size << 8 | standing), their sizes, and the ranks as bits."""
        groups = sorted([count << 8 | self.standing[rank] for rank, count in enumerate(counts) if count], reverse=True)
        return groups, tuple([group >> 8 for group in groups]), sum([1 << self.ladder[group & 255] for group in groups])

    def key(self, line: _Line, counts: Counts, groups: list[int], kinds: Kinds, place: int) -> tuple[int, ...]:
        key: list[int] = []
        for word in line.tie:
            if word == "run":
                key.append(place)
            elif word == "first":
                key.append(groups[0] & 255)
            elif word == "total":
                key.append(sum(map(int.__mul__, counts, self.values)))
            else:
                if len(line.kinds) > 1:  # larger groups win before ranks are compared
                    key.append(line.kinds[kinds])
                key += [group & 255 for group in groups]
        return tuple([self.sign * part for part in key])

    def best_reading(self, counts: Counts, jokers: int, same: Same) -> Value | None:
        """Return the best value that wild cards can give."""
        best: Value | None = None
        for reading, facet in self.readings(counts, jokers, same):
            where = reading, facet
            if where not in self.taken:
                self.taken[where] = self.take(reading, NOTHING if facet is None else frozenset((facet,)))
            found = self.taken[where]
            if found and (best is None or found[0] < best[0] or (found[0] == best[0] and found[1] > best[1])):
                best = found
        return best

    def all_readings(self, counts: Counts, jokers: int, same: Same) -> frozenset[int]:
        """Return the indices of all categories that wild cards can make a hand fit."""
        found: set[int] = set()
        for where in self.readings(counts, jokers, same):
            if where not in self.fitted:
                self.fitted[where] = self.taking(where[0], NOTHING if where[1] is None else frozenset((where[1],)))
            found |= self.fitted[where]
        return frozenset(found)

    def readings(self, counts: Counts, jokers: int, same: Same) -> Iterator[tuple[Counts, str | None]]:
        """Yield the readings of wild cards: each of any rank, and all of them in one shared facet or in none."""
        for facet in (None, *sorted(same & self.capacity.keys())):
            most = math.inf if facet is None else self.capacity[facet]
            for extra in itertools.combinations_with_replacement(range(len(counts)), jokers):
                reading = _with(counts, extra)
                if most == math.inf or all(reading[rank] <= most for rank in extra):
                    yield reading, facet


def hands(declaration: Declaration) -> Iterator[tuple[tuple[Counts, int, Same], int]]:
    """Yield every hand that `classify` can distinguish, with the number of real hands (of dice: throws) like it."""
    deck, size = declaration.deck, declaration.size
    most = size if declaration.dice else len(deck.suits)
    ways = functools.cache(lambda kinds, jokers: _ways(declaration, kinds, jokers))
    for jokers in range(min(size, len(deck.jokers)) + 1):
        for picked in itertools.combinations_with_replacement(range(len(deck.ranks)), size - jokers):
            held = Counter(picked)
            kinds = tuple(sorted(held.values(), reverse=True))
            if kinds and kinds[0] > most:
                continue
            counts = tuple([held[rank] for rank in range(len(deck.ranks))])
            for same, number in ways(kinds, jokers).items():
                yield (counts, jokers, same), number


def _ways(declaration: Declaration, kinds: Kinds, jokers: int) -> Mapping[Same, int]:
    """Count the real hands with groups of these sizes, each of a given rank, by the exact set of facets they share."""
    if declaration.dice:
        return {NOTHING: math.factorial(declaration.size) // math.prod(map(math.factorial, kinds))}
    with_jokers = math.comb(len(declaration.deck.jokers), jokers)
    facets = sorted(declaration.facets)
    if not kinds:
        return {frozenset(facets): with_jokers}
    at_least = {
        frozenset(shared): sum(
            math.prod(math.comb(len(suits), count) for count in kinds) for suits in _common_suits(declaration, shared)
        )
        for number in range(len(facets) + 1)
        for shared in itertools.combinations(facets, number)
    }
    exactly = {
        same: sum((-1) ** len(more - same) * ways for more, ways in at_least.items() if more >= same)
        for same in at_least
    }
    return {same: ways * with_jokers for same, ways in exactly.items() if ways}


def _common_suits(declaration: Declaration, facets: tuple[str, ...]) -> list[frozenset[int]]:
    """Return the sets of suits that share one class in each of these facets."""
    found = [frozenset(range(len(declaration.deck.suits)))]
    for facet in facets:
        found = [suits & more for suits in found for more in declaration.suits_of(facet) if suits & more]
    return found


def example(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> tuple[Card, ...]:
    """Return one real hand of this description (as yielded by `hands`), highest groups first."""
    deck = declaration.deck
    held = [rank for rank in declaration.ladder[::-1] if counts[rank]]
    held.sort(key=lambda rank: -counts[rank])
    wild = tuple(range(deck.size - len(deck.jokers), deck.size))[:jokers]
    if declaration.dice:
        return tuple(rank for rank in held for _ in range(counts[rank]))
    for within in _common_suits(declaration, tuple(sorted(same))):
        choices = [list(itertools.combinations(sorted(within), counts[rank])) for rank in held]
        # The first groups change slowest: otherwise a hand that must not share a suit is found late.
        for suits in itertools.product(*choices):
            used = frozenset(itertools.chain.from_iterable(suits))
            if {name for name in declaration.facets if any(used <= cls for cls in declaration.suits_of(name))} == same:
                return tuple(rank * len(deck.suits) + s for rank, of in zip(held, suits) for s in of) + wild
    raise AssertionError("every description has a hand")
