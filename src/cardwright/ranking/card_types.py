"""The types of cards that a table of hands distinguishes."""

import math
from typing import NamedTuple

from cardwright.cards import Card
from cardwright.ranking.classify import Declaration
from cardwright.ranking.toml_reader import TableReader

MAX_HANDS = 8_000_000  # multisets of types: a table of them takes 16 MB and some seconds


def check_number_of_hands(keys: TableReader, declaration: Declaration) -> None:
    """Raise `BadDeclaration` if there are too many hands to look at each."""
    types = len(types_of(declaration))
    hands = math.comb(types + declaration.size - 1, declaration.size)
    if hands > MAX_HANDS:
        name = next(category.name for category in declaration.categories if category.by_card)
        looks = f"{name!r} looks at single cards, and {declaration.size} of {types} make {hands} hands"
        raise keys.error("size", f"{looks}; at most {MAX_HANDS}")


class CardType(NamedTuple):
    """All that the table of hands sees of a card."""

    rank: int
    marks: tuple[int, ...]


def _marks(declaration: Declaration) -> list[tuple[int, ...]]:
    """Return what distinguishes cards of equal rank: their classes in the facets asked for, sets they are in, suits."""
    facets = facets_asked(declaration)
    lines = declaration.all_lines
    sets = {holds.cards for line in lines for holds in line.holds if holds.ranks is None}
    if any("suit" in line.tie for line in lines):
        facets["suit"] = declaration.deck.suit_of
    found: list[tuple[int, ...]] = list(facets.values())
    return found + [tuple(card in cards for card in range(declaration.deck.size)) for cards in sorted(sets, key=sorted)]


def facets_asked(declaration: Declaration) -> dict[str, tuple[int, ...]]:
    """Return the class of each card in every facet that a line asks for."""
    deck, lines = declaration.deck, declaration.all_lines
    asked = {line.same for line in lines if line.same} | {facet for line in lines for facet, _ in line.classes}
    known = {facet.name: facet.of for facet in deck.facets} if not declaration.dice else {}
    known["card"] = tuple(deck.names.index(name) for name in deck.names)
    return {facet: known[facet] for facet in sorted(asked)}


def types_of(declaration: Declaration) -> dict[CardType, list[Card]]:
    """Return the cards of each type, in the order of ranks."""
    marks = _marks(declaration)
    found: dict[CardType, list[Card]] = {}
    for card in sorted(range(declaration.deck.size), key=lambda card: (declaration.rank_of[card], card)):
        found.setdefault(CardType(declaration.rank_of[card], tuple(mark[card] for mark in marks)), []).append(card)
    return found
