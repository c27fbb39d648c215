"""Find a real hand of a description by ranks and facets, to show it as an example."""

import itertools
from collections.abc import Iterator

from cardwright.cards import Card
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.dice import shown_by
from cardwright.ranking.model import Counts, Declaration, Same, common_cards


def example(declaration: Declaration, counts: Counts, jokers: int, same: Same) -> tuple[Card, ...]:
    """Return one real hand, highest groups first.

    It has ``counts[rank]`` cards of each rank of the deck and some jokers; ``same`` are the facets in which all cards
    but the jokers share one class. For a declaration that looks at single cards, ``counts`` is its row of types.
    """
    if declaration.by_card:
        return hands_by_card(declaration).example(counts)
    held = [rank for rank in declaration.ladder[::-1] if counts[rank]]
    held.sort(key=lambda rank: -counts[rank])
    if declaration.dice:
        ranks = [rank for rank in held for _ in range(counts[rank])] + [-1] * jokers
        return shown_by(declaration.sides, declaration.rank_of, ranks)
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
