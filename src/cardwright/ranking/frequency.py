"""How many hands have each strength: exact, and mostly without looking at the hands.

What a hand is worth depends on the ranks it holds in the whole deck and in each part that holds enough of its cards
for a hand. So hands are counted by the multisets of ranks they hold in and out of such parts: products of binomials,
a few hundred thousand of them where there are 133,784,560 hands, and no more for a deck twice as large. `enumerated`
is the twin that looks at every hand; it also serves where a hand may be worse for lying in a part.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.cards import Card
from cardwright.errors import BadCount
from cardwright.ranking import _kernels
from cardwright.ranking.compile import copies, multisets, shape
from cardwright.ranking.evaluator import Ranking
from cardwright.ranking.worth import Counts

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many hands are done, and how many there are."""


class Frequencies(msgspec.Struct, frozen=True):
    """The numbers of hands of so many ``cards``: by category, strongest first, and by strength, weakest first."""

    ranking: str
    cards: int
    total: int
    categories: tuple[int, ...]
    strengths: tuple[int, ...]


def frequencies(
    ranking: Ranking, cards: int, *, every_hand: bool = False, threads: int = 1, progress: Progress | None = None
) -> Frequencies:
    """How often each category and each strength is the best of ``cards`` cards; of dice, how many throws have it.

    With ``every_hand`` all hands are looked at, shared among ``threads``; the answer is the same. Raises `BadCount`.
    """
    declaration = ranking.declaration
    if declaration.dice and cards != ranking.size:
        raise BadCount(f"{cards} dice: a throw of {ranking.name} is of {ranking.size}", cards)
    ranking.layout(cards)
    if every_hand or (ranking.compiled.overrules and cards > ranking.size):
        counts = enumerated(ranking, cards, threads, progress)
    elif cards == ranking.size:
        counts = ranking.compiled.counts  # compiling has counted them
    else:
        counts = counted(ranking, cards, progress)
    by_category = [0] * len(ranking.categories)
    for strength, count in enumerate(counts):
        by_category[ranking.compiled.worths[strength][0]] += count
    return Frequencies(ranking.name, cards, sum(counts), tuple(by_category), tuple(counts))


# Counting


class Atom(NamedTuple):
    """The cards that lie in the same parts of a family: ``inside`` are those parts' places in the family."""

    inside: frozenset[int]
    copies: Counts


class Family(NamedTuple):
    """Parts that can all hold enough of a hand's cards, the whole deck first, and the deck's cards sorted by them.

    ``shares`` are the ways in which a hand's cards can fall to the atoms so that every part does hold enough.
    """

    parts: tuple[int, ...]
    atoms: tuple[Atom, ...]
    shares: tuple[tuple[int, ...], ...]


class Holding(NamedTuple):
    """Ways to hold some cards: how many hands each stands for, and its keys, (part of the family, way)."""

    ways: NDArray[np.int64]
    keys: NDArray[np.uint64]


def counted(ranking: Ranking, cards: int, progress: Progress | None = None) -> tuple[int, ...]:
    """By strength, how many hands of so many cards there are, by products of binomials.

    A hand counts for every family of parts that all hold enough of its cards: how that adds up to once a hand is
    told at `_kernels.blend`. Families that look alike, as the four suits do, are counted once.
    """
    parts = ranking.compiled.parts
    alike: dict[object, list[Family]] = {}
    for family in _families(ranking, cards, (0,)):
        looks = tuple(shape(parts[part]) for part in family.parts), frozenset(Counter(family.atoms).items())
        alike.setdefault(looks, []).append(family)
    most = math.comb(ranking.deck.size, cards) << max(len(found[0].parts) for found in alike.values())
    if most >= 1 << 63:
        raise BadCount(f"hands of {cards} out of {ranking.deck.size} cards are too many to be counted", cards)
    total = np.zeros(len(ranking), np.int64)
    for done, found in enumerate(alike.values()):
        if progress:
            progress(done, len(alike))
        total += len(found) * _count(ranking, cards, found[0])
    return tuple(total.tolist())


def _families(ranking: Ranking, cards: int, parts: tuple[int, ...]) -> Iterator[Family]:
    """The family of these parts, if a hand can be in them all, and those with more parts."""
    within = [ranking.compiled.parts[part].cards for part in parts]
    sorted_by: dict[frozenset[int], list[Card]] = {}
    for card in range(ranking.deck.size):
        inside = frozenset(place for place, cards_of in enumerate(within) if card in cards_of)
        sorted_by.setdefault(inside, []).append(card)
    atoms = tuple(Atom(inside, copies(ranking.declaration, held)) for inside, held in sorted_by.items())
    shares = tuple(
        share
        for share in _shares([sum(atom.copies) for atom in atoms], cards)
        if all(
            sum(number for number, atom in zip(share, atoms) if place in atom.inside) >= ranking.size
            for place in range(len(parts))
        )
    )
    if shares:
        yield Family(parts, atoms, shares)
        for more in range(parts[-1] + 1, len(ranking.compiled.parts)):
            yield from _families(ranking, cards, (*parts, more))


def _shares(sizes: Sequence[int], cards: int) -> Iterator[tuple[int, ...]]:
    """The ways in which so many cards can fall to sets of these sizes."""
    if len(sizes) == 1:
        if cards <= sizes[0]:
            yield (cards,)
        return
    for first in range(min(sizes[0], cards) + 1):
        for rest in _shares(sizes[1:], cards - first):
            yield (first, *rest)


def _count(ranking: Ranking, cards: int, family: Family) -> NDArray[np.int64]:
    """What a family adds to the number of hands of each strength."""
    layout = ranking.layout(cards)
    counts = np.zeros(len(ranking), np.int64)
    numbers = len(ranking.deck.ranks) + 1
    by_rank = np.array([[layout.nodes[part].key(rank) for rank in range(numbers)] for part in family.parts], np.uint64)
    holdings = functools.cache(lambda atom, number: _holding(family.atoms[atom], number, by_rank))
    for share in family.shares:
        *some, last = (holdings(atom, number) for atom, number in enumerate(share))
        first = functools.reduce(_both, some, Holding(np.ones(1, np.int64), np.zeros((len(by_rank), 1), np.uint64)))
        nodes = np.array(family.parts, np.int32)
        _kernels.blend(layout.tables, nodes, first.ways, first.keys, last.ways, last.keys, counts)
    return counts


def _holding(atom: Atom, number: int, by_rank: NDArray[np.uint64]) -> Holding:
    """The ways to hold so many cards of an atom."""
    counts = multisets(atom.copies, number)
    ways = np.ones(len(counts), np.int64)
    for rank, there in enumerate(atom.copies):
        ways *= np.array([math.comb(there, held) for held in range(number + 1)])[counts[:, rank]]
    keys = by_rank @ counts.T.astype(np.uint64)
    for place in range(len(by_rank)):
        if place not in atom.inside:
            keys[place] = 0
    return Holding(ways, keys)


def _both(one: Holding, other: Holding) -> Holding:
    """The ways to hold the cards of two atoms."""
    ways = (one.ways[:, None] * other.ways).reshape(-1)
    return Holding(ways, (one.keys[:, :, None] + other.keys[:, None, :]).reshape(len(one.keys), -1))


# Looking at every hand


def enumerated(
    ranking: Ranking, cards: int, threads: int = 1, progress: Progress | None = None
) -> tuple[int, ...]:
    """By strength, how many hands of so many cards there are, by evaluating each of them."""
    deck = ranking.deck.size
    if ranking.declaration.dice:
        return _thrown(ranking)
    if cards == 2:
        pairs = np.array(list(itertools.combinations(range(deck), 2)), np.uint8)
        return tuple(np.bincount(ranking.strengths(pairs), minlength=len(ranking)).tolist())
    layout = ranking.layout(cards)
    # The kernel finds the pairs above any card at the beginning of the list.
    pairs = np.array([(low, high) for low in range(deck - 2, -1, -1) for high in range(low + 1, deck)], np.uint8).T.copy()
    sums = (layout.constants[:, pairs[0]] + layout.constants[:, pairs[1]]).reshape(-1)
    ends = [math.comb(deck - first, cards) for first in range(deck - cards + 2)]

    def tally(first: int) -> NDArray[np.uint64]:
        counts = np.zeros((2, len(ranking)), np.uint64)
        room = np.zeros(cards * len(layout.nodes), np.uint64)
        _kernels.tally(layout.tables, first, sums, pairs, room, counts[0], counts[1])
        return counts[0] + counts[1]

    total = np.zeros(len(ranking), np.uint64)
    with ThreadPoolExecutor(threads) as pool:
        for first, counts in enumerate(pool.map(tally, range(deck - cards + 1))):
            total += counts
            if progress:
                progress(ends[0] - ends[first + 1], ends[0])
    return tuple(total.tolist())


def _thrown(ranking: Ranking) -> tuple[int, ...]:
    """By strength, how many throws of the dice there are."""
    faces = ranking.deck.size
    rest = np.indices((faces,) * (ranking.size - 1), np.uint8).reshape(ranking.size - 1, -1).T
    total = np.zeros(len(ranking), np.int64)
    for first in range(faces):
        throws = np.column_stack([np.full(len(rest), first, np.uint8), rest])
        total += np.bincount(ranking.strengths(throws), minlength=len(ranking))
    return tuple(total.tolist())
