"""Classify hands by a declaration: find the category that takes a hand, and its tie-breaks.

A hand is described by all that a table of hands looks at: see `model`. `classify` finds the category of such a hand;
`hands` counts all of them; `matching_categories` and `example` explain faults of a table.
"""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

from cardwright.cards import Card
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.dice import shown_by, throws
from cardwright.ranking.line_table import completing, line_table, with_cards
from cardwright.ranking.model import NOTHING, Counts, Declaration, Kinds, Same, Value, ascending, common_cards


def classify(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> Value | None:
    """Return the index of the category that takes a hand and its tie-break values (the larger tuple wins), or None.

    The hand has ``counts[rank]`` cards of each rank of the deck and some jokers; ``same`` are the facets in which all
    cards but the jokers share one class (all facets for a hand of jokers only).
    """
    if declaration.by_card:
        return hands_by_card(declaration).value(counts)
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
    if declaration.by_card:
        return hands_by_card(declaration).fitting(counts)
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
        yield from (((cards, 0, NOTHING), number) for cards, number in hands_by_card(declaration).hands())
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


def example(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> tuple[Card, ...]:
    """Return one real hand of this description (as yielded by `hands`), highest groups first."""
    if declaration.by_card:
        return hands_by_card(declaration).example(counts)
    held = [rank for rank in declaration.ladder[::-1] if counts[rank]]
    held.sort(key=lambda rank: -counts[rank])
    if declaration.dice:
        shown = [rank for rank in held for _ in range(counts[rank])] + [-1] * jokers
        return shown_by(declaration.sides, declaration.rank_of, shown)
    classes = {name: declaration.cards_of(name) for name in declaration.facets}
    for within in common_cards(declaration, tuple(sorted(same))):
        of_rank = [sorted(card for card in within if declaration.rank_of[card] == rank) for rank in held]
        for picked in _choices([(cards, counts[rank]) for cards, rank in zip(of_rank, held)]):
            used = frozenset(picked)
            if {name for name, parts in classes.items() if any(used <= cards for cards in parts)} == same:
                return picked + declaration.wilds[:jokers]
    raise AssertionError("every description has a hand")


def _choices(groups: list[tuple[list[Card], int]]) -> Iterator[tuple[Card, ...]]:
    """Yield the ways to take a number of cards from each group; the first groups change slowest.

    Otherwise a hand that must not share a suit is found late.
    """
    if not groups:
        yield ()
        return
    cards, number = groups[0]
    for first in itertools.combinations(cards, number):
        for rest in _choices(groups[1:]):
            yield first + rest
