"""A deck and a table of hands as they were declared: the types that all of `cardwright.ranking` works on.

`declaration` reads one from TOML. A hand is described by its number of cards of each rank, its number of wild cards,
and the facets in which its cards all share one class.
"""

import functools
import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TypeAlias

import msgspec

from cardwright.cards import Card, Deck, Facet
from cardwright.ranking.conditions import Ranges, RankCondition, Totals
from cardwright.ranking.dice import Die, shown_by

Counts: TypeAlias = tuple[int, ...]
Kinds: TypeAlias = tuple[int, ...]
Same: TypeAlias = frozenset[str]
Value: TypeAlias = tuple[int, tuple[int, ...]]

Hand: TypeAlias = Sequence[Card] | str
"""Cards by their numbers, or as text: "Ah Kh Qh"."""

CountedHand: TypeAlias = tuple[Counts, int, Same]
"""A hand by its cards of each rank, its jokers, and the facets in which all others share a class."""

NOTHING: Same = frozenset()

MAX_HAND_CLASSES = 1_000_000
"""The most hands that differ in their ranks or in the facets they share, for each of them to be listed."""


class CardsHeld(msgspec.Struct, frozen=True):
    """A number of cards, ``low`` to ``high``, that a hand must hold of some which are not whole ranks."""

    cards: frozenset[Card]
    low: int
    high: int


class Category(msgspec.Struct, frozen=True):
    """One line of the table: the conditions that a hand must meet, and its tie-breaks.

    ``kinds`` are the allowed sizes of the groups of equal rank, largest first: ((3, 2),) is a full house. ``run`` is
    the number of consecutive ranks required (0: none), ``same`` the facet in which all cards share a class, ``ranks``
    the ranks allowed. ``tie`` lists the tie-breaks, in order: "run" compares the top of the run; "ranks" all ranks,
    largest group first, then highest first; "first" the rank of the largest group only; "total" the sum of the values.
    ``printed`` is the count in the rule book, ``misprint`` the reason why it is wrong, and ``says`` the pattern that
    describes such a hand, if it is not the name.

    ``conditions`` are further ones on its ranks, ``holds`` are single cards that it must hold, and ``wilds`` the number
    of its wild cards. Each rank of a run has ``each`` cards or more, and the next is ``step`` ranks away; with
    ``corner`` the run may go on from the highest rank to the lowest.

    With ``cards`` all conditions and tie-breaks are about the best choice of this number of cards (0: the whole hand).
    ``classes`` are the allowed sizes of the groups of one class, by facet. ``by_card`` is true if it looks at more than
    the ranks of a hand and one facet that all cards share: then every hand has to be looked at.

    ``pays`` is the number of coins that it pays for one coin. ``points`` are the points that its hands score, by the
    combinations of the declaration; the tie-break "points" compares them.
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
    conditions: tuple[RankCondition, ...] = ()
    holds: tuple[CardsHeld, ...] = ()
    wilds: Ranges = ()
    each: int = 1
    step: int = 1
    corner: bool = False
    cards: int = 0
    classes: tuple[tuple[str, tuple[Kinds, ...]], ...] = ()
    pays: int = 0
    points: Ranges = ()

    @property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        """All sets of ranks that its conditions name: ranks that lie in the same of them are alike to it."""
        return (self.ranks, *(ranks for condition in self.conditions for ranks in condition.rank_sets))

    @property
    def compares_totals(self) -> bool:
        """True if the total of a hand matters to it."""
        return "total" in self.tie or any(isinstance(condition, Totals) for condition in self.conditions)

    @property
    def by_card(self) -> bool:
        """True if every hand has to be looked at, card by card."""
        return bool(
            self.cards or self.classes or self.holds or self.points or {"suit", "rest", "points"} & set(self.tie)
        )


class Combination(msgspec.Struct, frozen=True):
    """Cards of a hand that score points, such as a pair in cribbage: every choice of cards that fits scores.

    ``forms`` are its conditions, one for each number of cards. It does not score in a hand that holds one of the
    combinations in ``unless``.
    """

    name: str
    forms: tuple[Category, ...]
    scores: int
    unless: frozenset[str] = frozenset()


class Declaration(msgspec.Struct, frozen=True, dict=True, eq=False, kw_only=True):
    """A deck and a table of hands, checked and ready to be compiled.

    Two are equal if they declare the same: ``name`` and ``source``, which come from the file name, do not count.

    ``categories`` are listed strongest first. With ``dice`` a hand is ``size`` throws of one die, and the deck is its
    faces. ``order`` is the ranks from low to high; a rank listed twice is both low and high. With ``low`` the lower
    ranks win; with ``upside_down`` a hand is named by the table of high hands, read from its end, and the last name
    wins. ``wild`` is the meaning of jokers: "any", "bug" (the best rank, or what completes a category), "rank"
    (``wild_rank``, of no suit), or None if there are none. ``wild_completes`` are the names of the categories that such
    a joker completes; by default a bug completes a run and a category of one class, a rank nothing. ``wild_as`` are the
    ranks that jokers may have where they can have several; none means all. With ``wheel`` "second" the lowest run ranks
    just below the highest. ``values`` are added up for a total, by rank; if ``modulo`` is not 0, the remainder counts.
    ``plurals`` are the names of the ranks. ``rank_of`` is the rank that each card counts as, -1 for a joker and for
    another wild card. ``combinations`` score points. ``each_die`` are the dice if they differ or are loaded; if it is
    empty, each has one side for every face. ``limits`` are the cards that a wild card may stand for, if not any.
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
    rank_of: tuple[int, ...]
    modulo: int = 0
    wild_as: frozenset[int] = frozenset()
    wild_completes: frozenset[str] = frozenset()
    combinations: tuple[Combination, ...] = ()
    each_die: tuple[Die, ...] = ()
    limits: dict[Card, frozenset[Card]] = {}

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
        return tuple(getattr(self, field) for field in sorted(fields - {"limits"})), tuple(sorted(self.limits.items()))

    @functools.cached_property
    def _hash(self) -> int:
        return hash(self._contents)

    @functools.cached_property
    def digest(self) -> str:
        """The SHA-256 of what is compared of two declarations, in hexadecimal digits: equal ones have the same."""
        encoder = msgspec.json.Encoder(enc_hook=lambda deck: deck.contents, order="deterministic")
        return hashlib.sha256(encoder.encode(self._contents)).hexdigest()

    def text_of(self, cards: tuple[Card, ...]) -> str:
        """Return a hand in notation; the inverse of `parse_hand`."""
        return self.deck.text_of(cards)

    def parse_hand(self, text: str) -> tuple[Card, ...]:
        """Return cards from their notation; dice may show a face more than once. Raises `BadCard`."""
        return self.deck.parse_cards(text, dice=self.dice)

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

    @property
    def all_lines(self) -> tuple[Category, ...]:
        """The categories, and the forms of the combinations that score points."""
        return self.categories + tuple(form for each in self.combinations for form in each.forms)

    @functools.cached_property
    def facets(self) -> dict[str, Facet]:
        """The facets that the categories refer to, by name."""
        asked = {category.same for category in self.categories}
        return {facet.name: facet for facet in self.deck.facets if facet.name in asked}

    @functools.cached_property
    def class_sizes(self) -> dict[str, tuple[int, ...]]:
        """The number of suits in each class of each facet that the categories refer to."""
        return {name: tuple(map(max, copies)) for name, copies in self.class_copies.items()}

    @functools.cached_property
    def class_copies(self) -> dict[str, tuple[Counts, ...]]:
        """The cards of each rank in each class of each facet used, a wild card by its own rank."""
        return {name: tuple(map(self.by_printed_rank, self._classes_of(name))) for name in self.facets}

    def _classes_of(self, facet: str) -> Iterator[list[Card]]:
        sorting = self.facets[facet]
        for index in range(len(sorting.classes)):
            yield [card for card, cls in enumerate(sorting.of) if cls == index]

    def by_printed_rank(self, cards: Iterable[Card]) -> Counts:
        held = Counter(self.printed_rank(card) for card in cards)
        return tuple(held[rank] for rank in range(len(self.deck.ranks)))

    def printed_rank(self, card: Card) -> int:
        """Return the rank that a card counts as, of a wild card the rank on it, -1 for a joker."""
        return self.rank_of[card] if self.rank_of[card] >= 0 else self._counts_as[self.deck.rank_of[card]]

    @functools.cached_property
    def _counts_as(self) -> dict[int, int]:
        """The rank that cards of each rank count as if they are not wild; -1 for jokers."""
        every = {rank: rank for rank in self.deck.rank_of}
        return every | {self.deck.rank_of[card]: rank for card, rank in enumerate(self.rank_of) if rank >= 0}

    @functools.cached_property
    def readable(self) -> tuple[int, ...]:
        """The ranks that a wild card may have: all, or the declared ones, but not those that count as another."""
        used = set(map(self.printed_rank, range(self.deck.size)))
        allowed = used & self.wild_as if self.wild_as else used
        return tuple(rank for rank in range(len(self.deck.ranks)) if rank in allowed)

    @property
    def is_ambiguous(self) -> bool:
        """True if jokers are any card and the table, read from its end, refers to two facets.

        Then the name of a hand depends on whether a joker shares the one facet with the other cards but not the other.
        """
        return self.upside_down and self.wild == "any" and len(self.facets) > 1

    @functools.cached_property
    def by_card(self) -> bool:
        """True if hands are ranked card by card, not by their ranks and the facets that they share.

        One of these is enough: a category looks at more than that; wild cards stand for some cards only; or the classes
        that a wild card may be of differ in their ranks or their number of suits.
        """
        differ = any(len(set(copies)) > 1 for copies in self.class_copies.values())
        return bool(self.limits or (self.completed and differ)) or any(line.by_card for line in self.categories)

    @functools.cached_property
    def by_code(self) -> bool:
        """True if hands are too many to be listed: a strength is then the code of a hand, not its place among all."""
        return not (self.by_card or self.dice or self.wilds) and self.classes_count > MAX_HAND_CLASSES

    @functools.cached_property
    def classes_count(self) -> int:
        """The number of hands that differ in their ranks, their jokers or the facets they share, at most."""
        ranks, size = sum(map(bool, self.copies)), self.size
        numbers = range(min(size, len(self.wilds)) + 1)
        return sum(math.comb(ranks + size - number - 1, size - number) << len(self.facets) for number in numbers)

    def stands_for(self, wild: Card) -> frozenset[Card]:
        """Return the cards that a wild card may be read as, besides other cards of their ranks that are in no class."""
        cards = (card for card in range(self.deck.size) if self.printed_rank(card) in self.readable)
        return self.limits.get(wild) or frozenset(cards)

    @property
    def pays(self) -> tuple[int, ...]:
        """The coins that each category pays for one coin; () if none pays."""
        pays = tuple(category.pays for category in self.categories)
        return pays if any(pays) else ()

    @functools.cached_property
    def wilds(self) -> tuple[Card, ...]:
        """The wild cards: jokers, and other cards that are declared wild; of dice, the wild faces of each die."""
        wild = tuple(card for card, rank in enumerate(self.rank_of) if rank < 0)
        return wild * self.size if self.dice else wild

    @functools.cached_property
    def even(self) -> bool:
        """True for one card of each rank and suit of which only jokers are wild, and for fair dice that are alike."""
        return self.deck.even and self.rank_of == self.deck.rank_of and not self.each_die

    @functools.cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The number of sides of each die that show each face."""
        return tuple(die.sides for die in self.each_die) or ((1,) * self.deck.size,) * self.size

    def roll(self, rng: Random) -> list[Card]:
        """Return a random throw, a face of each die."""
        faces = range(self.deck.size)
        return [rng.choices(faces, sides)[0] for sides in self.sides]

    def can_throw(self, faces: Sequence[Card]) -> bool:
        """Return true if one throw of the dice shows these faces, in any order."""
        return bool(shown_by(self.sides, range(self.deck.size), faces))

    @functools.cached_property
    def copies(self) -> Counts:
        """The number of cards that count as each rank; a face of a die can be thrown with every die."""
        held = Counter(self.rank_of)
        return tuple(self.size * (held[rank] > 0) if self.dice else held[rank] for rank in range(len(self.deck.ranks)))

    def cards_of(self, facet: str) -> tuple[frozenset[Card], ...]:
        """Return the cards of each class of a facet, without the wild ones."""
        sorting = self.facets[facet]
        return tuple(
            frozenset(card for card, cls in enumerate(sorting.of) if cls == index and self.rank_of[card] >= 0)
            for index in range(len(sorting.classes))
        )

    def runs(self, length: int, step: int, corner: bool) -> tuple[tuple[int, ...], ...]:
        """Return every run of this length, lowest first, each from low to high.

        Ranks of a run are ``step`` apart in the order. With ``corner`` runs from the highest ranks on to the lowest are
        there too, below all others.
        """
        width = (length - 1) * step + 1
        windows = [self.order[start : start + width : step] for start in range(len(self.order) - width + 1)]
        runs = [window for window in windows if len(set(window)) == length]
        if self.wheel == "second" and len(runs) > 1:
            runs.insert(-1, runs.pop(0))
        return tuple((self._around(length, step, runs) if corner else []) + runs)

    def _around(self, length: int, step: int, straight: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return the runs round the corner that are none otherwise, lowest start first."""
        ring = self.ladder
        known = {frozenset(run) for run in straight}
        every = [tuple(ring[(start + step * n) % len(ring)] for n in range(length)) for start in range(len(ring))]
        return [run for run in every if len(set(run)) == length and frozenset(run) not in known]

    def runs_of(self, category: Category) -> tuple[tuple[int, ...], ...]:
        """Return every run that a category allows, lowest first."""
        return self.runs(category.run, category.step, category.corner) if category.run else ()

    @functools.cached_property
    def shared_copies(self) -> dict[Same, list[Counts]]:
        """For each set of facets, the cards of each rank in every part of the deck that shares a class in them all."""
        facets = sorted(self.facets)
        every = [of for number in range(len(facets) + 1) for of in itertools.combinations(facets, number)]
        return {frozenset(of): [self._copies_in(cards) for cards in common_cards(self, of)] for of in every}

    def _copies_in(self, cards: frozenset[Card]) -> Counts:
        held = Counter(self.rank_of[card] for card in cards)
        return tuple(held[rank] for rank in range(len(self.deck.ranks)))

    @property
    def plain_rank(self) -> int:
        """The rank of a wild card that completes nothing: for a bug the one that beats all others."""
        return self.wild_rank if self.wild == "rank" else self.ladder[0 if self.low else -1]

    @functools.cached_property
    def completed(self) -> tuple[int, ...]:
        """The indices of the categories that a wild card completes."""
        if self.wild == "any":
            return tuple(range(len(self.categories)))
        if self.wild_completes:
            return tuple(index for index, line in self.lines if line.name in self.wild_completes)
        return tuple(index for index, line in self.lines if self.wild == "bug" and (line.run or line.same))


def common_cards(declaration: Declaration, facets: tuple[str, ...]) -> list[frozenset[Card]]:
    """Return the sets of cards that share one class in each of these facets."""
    shared = [frozenset(card for card, rank in enumerate(declaration.rank_of) if rank >= 0)]
    for facet in facets:
        shared = [cards & more for cards in shared for more in declaration.cards_of(facet) if cards & more]
    return shared


def ascending(value: Value) -> tuple[int, tuple[int, ...]]:
    """Return the sort key of a hand's value, weakest first."""
    return -value[0], value[1]
