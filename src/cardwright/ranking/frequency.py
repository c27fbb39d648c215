"""Count the hands of each strength: exactly, and mostly without enumerating them.

A hand's strength depends on the ranks it holds in the whole deck and in each part that holds enough of its cards for a
hand. So hands are counted by their multisets of ranks inside and outside such parts: products of binomials, a few
hundred thousand of them instead of 133,784,560 hands, and no more for a deck twice as large.
`enumerate_by_strength` evaluates every hand; tests compare the two, and it is used where there are too many parts.
"""

import contextlib
import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.compile import cards_by_rank, innermost_bits, multisets, shape
from cardwright.ranking.evaluator import HandEvaluator
from cardwright.ranking.model import Counts
from cardwright.ranking.pay_table import average_pay, percent_returned
from cardwright.ranking.rows import beside, sets_of
from cardwright.ranking.survey import survey

MAX_FAMILIES = 100  # counting more is slower than evaluating every hand
MAX_INNERMOST_PARTS = 8  # of a family, which has a choice for each of their subsets
MAX_ONE_BY_ONE = 2 * 10**7  # hands within hands
MAX_HANDS_OF_KINDS = 10**8  # within the sets of ranks of more cards, where each hand is looked up: half a minute
MAX_WALKED_HANDS = 10**9  # ten seconds
MAX_ROWS_AT_ONCE = 4_000_000
MAX_LOOKUPS = 2 * 10**10  # of a part of a hand: a few minutes

Progress: TypeAlias = Callable[[int, int], None]
"""A function called with the number of steps done, and of all steps."""


class Frequencies(msgspec.Struct, frozen=True):
    """The number of hands of ``cards`` cards: by category, strongest first, and by strength, weakest first.

    ``strengths`` is empty where hands are too many to be counted by strength (`Declaration.by_code`). ``names`` are the
    names of the categories, ``pays`` the coins that each pays for one coin, () for a table without pays. Printed, it is
    a table.
    """

    ranking: str
    cards: int
    total: int
    names: tuple[str, ...]
    categories: tuple[int, ...]
    strengths: tuple[int, ...]
    pays: tuple[int, ...] = ()

    @property
    def value(self) -> Fraction:
        """The return: the coins that a hand pays on average, as dealt, for one coin."""
        return average_pay(self.pays, self.categories)

    def __repr__(self) -> str:
        return f"Frequencies({self.ranking!r}, {self.cards} cards, {self.total} hands)"

    def __str__(self) -> str:
        width, digits = max(map(len, self.names)), len(f"{self.total:,}")
        paid = [f"  pays {pay:,}" for pay in self.pays] or [""] * len(self.names)
        lines = [
            f"{name:{width}}  {count:{digits},}  {100 * count / self.total:7.3f} %{pays}"
            for name, count, pays in zip(self.names, self.categories, paid, strict=True)
        ]
        lines += [f"return {percent_returned(self.value)}"] if self.pays else []
        return "\n".join([f"{self.ranking}, {self.cards} cards: {self.total:,} hands", *lines])


def frequencies(
    ranking: HandEvaluator, cards: int, *, every_hand: bool, threads: int, progress: Progress | None
) -> Frequencies:
    """Count the hands of ``cards`` cards by the category and the strength of their best hand; of dice, the throws.

    With ``every_hand`` every hand is evaluated, shared among ``threads``; the result is the same. Raises `BadCount`.
    """
    declaration = ranking.declaration
    if declaration.dice and cards != ranking.size:
        raise BadCount(f"{cards} dice: a throw of {ranking.name} has {ranking.size}", cards)
    if declaration.by_code:
        return _by_category(ranking, cards)
    if not ranking.compiled.by_table:
        counts = ranking.compiled.counts if cards == ranking.size else _one_by_one(ranking, cards, threads, progress)
    elif every_hand:
        ranking.layout(cards)
        counts = enumerate_by_strength(ranking, cards, threads, progress)
    elif cards == ranking.size:
        counts = ranking.compiled.counts  # counted during compilation
    else:
        ranking.layout(cards)
        counts = _cheapest(ranking, cards, threads, progress)
    by_category = [0] * len(ranking.categories)
    line_of = ranking.compiled.line_of(np.arange(len(counts)))
    for line, count in zip(line_of.tolist(), counts, strict=True):
        by_category[line] += count
    names = tuple(category.name for category in ranking.categories)
    return Frequencies(ranking.name, cards, sum(counts), names, tuple(by_category), tuple(counts), declaration.pays)


def _by_category(ranking: HandEvaluator, cards: int) -> Frequencies:
    """Count the hands of a ranking whose strengths are codes: by category only, and of its own size."""
    if cards != ranking.size:
        hands, most = math.comb(ranking.deck.size, cards), ranking.size
        raise BadCount(
            f"with this number of ranks only hands of {most} cards are counted, not the {hands:,} of {cards}", cards
        )
    counts = survey(ranking.declaration).taken()
    names = tuple(category.name for category in ranking.categories)
    return Frequencies(ranking.name, cards, sum(counts), names, counts, (), ranking.declaration.pays)


def _cheapest(ranking: HandEvaluator, cards: int, threads: int, progress: Progress | None) -> tuple[int, ...]:
    """Count by products, unless evaluating every hand is faster because many parts can hold a hand at once."""
    hands, parts = math.comb(ranking.deck.size, cards), len(ranking.compiled.parts)
    if ranking.layout(cards).by_hands:
        kinds = math.comb(len(ranking.deck.ranks) + cards - 1, cards)
        if kinds * math.comb(cards, ranking.size) > MAX_HANDS_OF_KINDS:
            raise BadCount(f"the {hands:,} hands of {cards} cards have too many sets of ranks: {kinds:,}", cards)
    if parts <= MAX_FAMILIES and hands << MAX_INNERMOST_PARTS < 1 << 63:
        families = list(itertools.islice(_families(ranking, cards, (0,)), MAX_FAMILIES + 1))
        if len(families) <= MAX_FAMILIES and max(max(family.bits) for family in families) < 1 << MAX_INNERMOST_PARTS:
            return _count_families(ranking, cards, families, progress)
    if hands * parts > MAX_LOOKUPS:
        raise BadCount(
            f"the {hands:,} hands of {cards} cards are too many for a deck with {parts} overlapping classes", cards
        )
    return enumerate_by_strength(ranking, cards, threads, progress)


# Counting


class Atom(NamedTuple):
    """The cards that are in the same parts of a family: ``inside`` has the places of these parts in the family.

    ``cards`` are listed by rank, jokers last.
    """

    inside: frozenset[int]
    cards: tuple[tuple[Card, ...], ...]

    @property
    def copies(self) -> Counts:
        """The number of cards of each rank."""
        return tuple(map(len, self.cards))


class HandFamily(NamedTuple):
    """A family of parts: some that can all hold enough of a hand's cards, each with all the parts around it.

    The whole deck comes first. ``bits`` are as in `_kernels.blend`, ``atoms`` are the deck's cards grouped by these
    parts, and ``shares`` the ways to distribute a hand's cards over the atoms so that every part holds enough.
    """

    parts: tuple[int, ...]
    bits: tuple[int, ...]
    atoms: tuple[Atom, ...]
    shares: tuple[tuple[int, ...], ...]


class Holding(NamedTuple):
    """Ways to hold some cards: the number of hands of each, its keys (part of the family, way), and the cards (way,
    card) of one such hand.
    """

    ways: NDArray[np.int64]
    keys: NDArray[np.uint64]
    cards: NDArray[np.uint8]


def _count_families(
    ranking: HandEvaluator, cards: int, families: list[HandFamily], progress: Progress | None
) -> tuple[int, ...]:
    """Count the hands of this many cards by strength, with products of binomials.

    A hand counts for every family of parts that all hold enough of its cards; `_kernels.blend` explains why the sum
    counts each hand once. Equivalent families, such as the four suits, are counted once and multiplied.
    """
    parts = ranking.compiled.parts
    alike: dict[object, list[HandFamily]] = {}
    for family in families:
        signature = (
            tuple(shape(parts[part]) for part in family.parts),
            frozenset(Counter((atom.inside, atom.copies) for atom in family.atoms).items()),
        )
        alike.setdefault(signature, []).append(family)
    total = np.zeros(len(ranking), np.int64)
    for done, families_alike in enumerate(alike.values()):
        if progress:
            progress(done, len(alike))
        total += len(families_alike) * _count(ranking, cards, families_alike[0])
    return tuple(total.tolist())


def _families(ranking: HandEvaluator, cards: int, parts: tuple[int, ...]) -> Iterator[HandFamily]:
    """Yield the family of these parts, if a hand can be in them all, and the families with more parts."""
    compiled = ranking.compiled.parts
    within = [compiled[part].cards for part in parts]
    sorted_by: dict[frozenset[int], list[Card]] = {}
    for card in range(ranking.deck.size):
        inside = frozenset([place for place, cards_of in enumerate(within) if card in cards_of])
        sorted_by.setdefault(inside, []).append(card)
    sets = tuple((inside, len(sorted_by[inside])) for inside in sorted(sorted_by, key=sorted))
    shares = _shares(sets, len(parts), ranking.size, cards)
    if not shares:
        return
    bits = tuple(innermost_bits(compiled, parts))
    atoms = tuple(Atom(inside, cards_by_rank(ranking.declaration, sorted_by[inside])) for inside, _ in sets)
    yield HandFamily(parts, bits, atoms, shares)
    for more in range(parts[-1] + 1, len(compiled)):
        another = compiled[more].cards
        around = [part for part in range(more) if compiled[part].cards > another]
        # Two parts need enough cards for what they do not share.
        room = all(2 * ranking.size - len(another & known) <= cards for known in within)
        if room and set(around) <= set(parts):
            yield from _families(ranking, cards, (*parts, more))


@functools.lru_cache
def _shares(
    sets: tuple[tuple[frozenset[int], int], ...], parts: int, size: int, cards: int
) -> tuple[tuple[int, ...], ...]:
    """Return the ways to distribute cards over sets so that every part has ``size`` cards.

    A set is given as the parts it is in and its number of cards.
    """
    return tuple(
        share
        for share in _splits([number for _, number in sets], cards)
        if all(sum(held for held, (inside, _) in zip(share, sets) if part in inside) >= size for part in range(parts))
    )


def _splits(sizes: Sequence[int], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to distribute cards over sets of these sizes."""
    if len(sizes) == 1:
        if cards <= sizes[0]:
            yield (cards,)
        return
    for first in range(min(sizes[0], cards) + 1):
        for rest in _splits(sizes[1:], cards - first):
            yield (first, *rest)


def _count(ranking: HandEvaluator, cards: int, family: HandFamily) -> NDArray[np.int64]:
    """Return the hands that a family adds to the count of each strength."""
    layout = ranking.layout(cards)
    before = max(layout.plain, 0)  # nodes that belong to no part
    nodes = np.array([part + before for part in family.parts], np.int32)
    bits = np.array(family.bits, np.int32)
    by_rank = np.array([layout.nodes[node].by_rank(len(ranking.deck.ranks)) for node in nodes], np.uint64)
    kernel = _kernels.blend if layout.takes_largest else _kernels.blend_overruled
    holdings = functools.cache(lambda atom, number: _holding(family.atoms[atom], number, by_rank))
    counts = np.zeros(len(ranking), np.int64)
    for share in family.shares:
        *some, last = (holdings(atom, number) for atom, number in enumerate(share))
        first = functools.reduce(_both, some, _holding(Atom(frozenset(), ((),) * by_rank.shape[1]), 0, by_rank))
        held = (first.keys, last.keys) if layout.takes_largest else (first.cards, last.cards)
        kernel(layout.tables, nodes, bits, first.ways, held[0], last.ways, held[1], counts)
    return counts


def _holding(atom: Atom, number: int, by_rank: NDArray[np.uint64]) -> Holding:
    """Return the ways to hold this many cards of an atom."""
    counts = multisets(atom.copies, number)
    ways = np.ones(len(counts), np.int64)
    for rank, there in enumerate(atom.copies):
        ways *= np.array([math.comb(there, held) for held in range(number + 1)])[counts[:, rank]]
    keys = by_rank @ counts.T.astype(np.uint64)
    for place in range(len(by_rank)):
        if place not in atom.inside:
            keys[place] = 0
    # One hand of each: the first cards of every rank.
    listed = [(card, rank, index) for rank, there in enumerate(atom.cards) for index, card in enumerate(there)]
    cards, ranks, places = np.array(listed, np.intp).reshape(-1, 3).T
    taken = counts[:, ranks] > places
    return Holding(ways, keys, np.broadcast_to(cards, taken.shape)[taken].astype(np.uint8).reshape(len(counts), number))


def _both(one: Holding, other: Holding) -> Holding:
    """Combine the ways to hold the cards of two atoms."""
    ways = (one.ways[:, None] * other.ways).reshape(-1)
    keys = (one.keys[:, :, None] + other.keys[:, None, :]).reshape(len(one.keys), -1)
    first, second = np.divmod(np.arange(len(ways)), len(other.ways))
    return Holding(ways, keys, np.concatenate([one.cards[first], other.cards[second]], axis=1))


# Enumeration


def enumerate_by_strength(
    ranking: HandEvaluator, cards: int, threads: int = 1, progress: Progress | None = None
) -> tuple[int, ...]:
    """Count the hands of this many cards by strength, by evaluating each of them."""
    deck = ranking.deck.size
    if ranking.declaration.dice:
        return _thrown(ranking)
    if cards < 3:
        (every,) = _every_hand(deck, cards)
        return tuple(np.bincount(ranking.strengths(every), minlength=len(ranking)).tolist())
    layout = ranking.layout(cards)
    # The kernel finds the pairs above a card at the beginning of the list.
    pairs = np.array(
        [(low, high) for low in range(deck - 2, -1, -1) for high in range(low + 1, deck)], np.uint8
    ).T.copy()
    sums = (layout.constants[:, pairs[0]] + layout.constants[:, pairs[1]]).reshape(-1)
    ends = [math.comb(deck - first, cards) for first in range(deck - cards + 2)]

    def tally(first: int) -> NDArray[np.uint64]:
        counts = np.zeros((2, len(ranking)), np.uint64)
        room = np.zeros(cards * len(layout.nodes), np.uint64)
        _kernels.tally(layout.tables, first, sums, pairs, room, counts[0], counts[1])
        both: NDArray[np.uint64] = counts[0] + counts[1]
        return both

    total = np.zeros(len(ranking), np.uint64)
    with contextlib.ExitStack() as stack:
        run = map if threads == 1 else stack.enter_context(ThreadPoolExecutor(threads)).map
        for first, counts in enumerate(run(tally, range(deck - cards + 1))):
            total += counts
            if progress:
                progress(ends[0] - ends[first + 1], ends[0])
    return tuple(total.tolist())


def _one_by_one(ranking: HandEvaluator, cards: int, threads: int, progress: Progress | None) -> tuple[int, ...]:
    """Count the hands of more cards than the ranking's by evaluating each, where there are no tables by ranks."""
    ranking.check_number(cards)
    hands = math.comb(ranking.deck.size, cards)
    walked = hands <= MAX_WALKED_HANDS and ranking.tables(cards, hands) is not None
    if not walked and hands * math.comb(cards, ranking.size) > MAX_ONE_BY_ONE:
        choices = math.comb(cards, ranking.size)
        looks = f"{choices:,} choices of {ranking.size} cards in each of the {hands:,} hands of {cards} are too many"
        raise BadCount(f"{looks} to be looked at one by one: at most {MAX_ONE_BY_ONE:,} in all", cards)
    total, done = np.zeros(len(ranking), np.int64), 0
    for rows in _every_hand(ranking.deck.size, cards):
        if progress:
            progress(done, hands)
        total += np.bincount(ranking.strengths(rows, threads, trusted=True), minlength=len(ranking))
        done += len(rows)
    return tuple(total.tolist())


def _every_hand(deck: int, cards: int) -> Iterator[NDArray[np.uint8]]:
    """Yield all hands of some cards, in arrays of at most `MAX_ROWS_AT_ONCE` rows (hand, card)."""
    low = next(number for number in range(cards, -1, -1) if math.comb(deck, number) <= MAX_ROWS_AT_ONCE)
    below = sets_of(deck, low)
    for high in itertools.combinations(range(deck), cards - low):
        rows = below[: math.comb(high[0], low)] if high else below
        if len(rows):
            yield beside(high, rows)


def _thrown(ranking: HandEvaluator) -> tuple[int, ...]:
    """Count the throws of the dice by strength, one by one."""
    sides = [np.array(die) for die in ranking.declaration.sides]
    faces = [np.flatnonzero(die).astype(np.uint8) for die in sides]
    total = np.zeros(len(ranking), np.int64)
    for first in faces[0]:
        throws = np.stack(np.meshgrid([first], *faces[1:], indexing="ij"), axis=-1).reshape(-1, ranking.size)
        ways = np.prod([die[column] for die, column in zip(sides, throws.T, strict=True)], axis=0)
        np.add.at(total, ranking.strengths(throws), ways)
    return tuple(total.tolist())
