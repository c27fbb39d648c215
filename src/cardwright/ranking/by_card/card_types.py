"""The types of cards that a table of hands distinguishes."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from cardwright.cards import Card
from cardwright.ranking.model import Declaration
from cardwright.ranking.toml_reader import TableReader

MAX_READINGS_OF_ALL_HANDS = 40_000_000
MAX_LOOK_UPS = 80_000_000  # to find the best of these ways by looking up each: two seconds
MIN_LOOK_UPS_OF_WAY = 1_000  # the least cost of a way to read wild cards as ranks, in look-ups
MAX_TABLE_HANDS = 8_000_000
MAX_TABLE_LINES = 62  # bits of an integer
MAX_HANDS = 8_000_000  # without those that differ only in the names of suits: half a minute
MAX_STRENGTH_PLACES = 40_000_000  # a table of 80 MB
MAX_SUIT_CHANGES = 120


def check_number_of_hands(keys: TableReader, declaration: Declaration) -> None:
    """Raise `BadDeclaration` if there are too many hands to look at each."""
    types, size = types_of(declaration), declaration.size
    hands = hands_count([size if declaration.dice else len(cards) for cards in types.values()], size)
    changes = 1 if declaration.limits else suit_changes_count(declaration)
    places = math.comb(len(types) + size - 1, size)
    if hands > MAX_HANDS * changes or places > MAX_STRENGTH_PLACES:
        name = next((category.name for category in declaration.categories if category.by_card), "a wild card")
        looks = f"{name!r} looks at single cards, and {size} of {len(types)} different cards make"
        few = "take a smaller hand, or fewer cards"
        if hands > MAX_HANDS * changes:
            raise keys.error("size", f"{looks} {hands:,} hands; at most {MAX_HANDS * changes:,}: {few}")
        raise keys.error("size", f"{looks} {places:,} places of a table; at most {MAX_STRENGTH_PLACES:,}: {few}")
    if (readings := _number_of_readings(declaration)) > MAX_READINGS_OF_ALL_HANDS:
        if looks_up_readings(declaration) and _number_of_look_ups(declaration) <= MAX_LOOK_UPS:
            return
        few = "take fewer wild cards, or let wild_as name fewer ranks"
        raise keys.error(
            "wild", f"wild cards can be read in {readings:,} ways, at most {MAX_READINGS_OF_ALL_HANDS:,}: {few}"
        )


def hands_count(copies: Sequence[int], size: int) -> int:
    """Return the number of hands of this size, from how many cards of each type there are."""
    counts = [1] + [0] * size  # by the number of cards
    for most in copies:
        counts = [sum(counts[max(held - most, 0) : held + 1]) for held in range(size + 1)]
    return counts[size]


def looks_up_readings(declaration: Declaration) -> bool:
    """Return true if hands with wild cards are looked up, as read, in a table of all hands without them.

    A card and a wild card that is read as it must count alike. With one joker among suits that are alike, the readings
    of few hands are matched faster than the table is made.
    """
    one = suits_are_alike(declaration) and not declaration.limits and len(declaration.wilds) == 1
    faces, size = len(faces_of(declaration)), declaration.size
    return (
        not declaration.dice
        and not one
        and not any(line.wilds for line in declaration.categories)
        and math.comb(faces + size - 1, size) <= MAX_TABLE_HANDS
        and len(declaration.categories) <= MAX_TABLE_LINES
    )


def _number_of_look_ups(declaration: Declaration) -> int:
    """Return the number of look-ups that find the best readings of all hands, about."""
    size, faces, ranks = declaration.size, len(faces_of(declaration)), len(declaration.readable)
    groups = [1]  # sets of wild cards that differ in what they may stand for, by the number of cards
    for alike in (len(cards) for each, cards in types_of(declaration).items() if each.rank < 0):
        numbers = range(min(len(groups) + alike, size + 1))
        groups = [sum(groups[max(number - alike, 0) : number + 1]) for number in numbers]
    cards = max(len(declaration.stands_for(wild)) for wild in set(declaration.wilds))
    look_ups = 0
    for number, sets in enumerate(groups[1:], 1):
        others = math.comb(faces + size - number - 1, size - number)
        look_ups += sets * (others * cards + math.comb(ranks + number - 1, number) * max(others, MIN_LOOK_UPS_OF_WAY))
    return look_ups


def _number_of_readings(declaration: Declaration) -> int:
    """Return the number of readings of the wild cards of all hands."""
    wilds, size = declaration.wilds, declaration.size
    types = sum(each.rank >= 0 for each in types_of(declaration))
    cards = [len(declaration.stands_for(card)) for card in set(wilds)]
    readings, ranks = 0, len(declaration.readable)
    for number in range(1, min(size, len(wilds)) + 1):
        choices = math.comb(max(cards) + number - 1, number) + math.comb(ranks + number - 1, number)
        readings += math.comb(max(types + size - number - 1, 0), size - number) * choices
    return readings // (
        math.factorial(len(declaration.deck.suits)) if suits_are_alike(declaration) and not declaration.limits else 1
    )


class CardType(NamedTuple):
    """All that the table of hands sees of a card."""

    rank: int
    marks: tuple[int, ...]


def _marks(declaration: Declaration) -> list[tuple[int, ...]]:
    """Return the features that distinguish cards of equal rank: classes in the facets asked for, sets, suits.

    A set is one that a line names, or the cards that some wild cards may stand for.
    """
    facets = facets_asked(declaration)
    lines = declaration.all_lines
    sets = {holds.cards for line in lines for holds in line.holds}
    sets |= {frozenset(cards) for cards in declaration.limits.values()}
    if any("suit" in line.tie for line in lines):
        facets["suit"] = declaration.deck.suit_of
    marks: list[tuple[int, ...]] = list(facets.values())
    return marks + [tuple(card in cards for card in range(declaration.deck.size)) for cards in sorted(sets, key=sorted)]


def facets_asked(declaration: Declaration) -> dict[str, tuple[int, ...]]:
    """Return the class of each card in every facet that a line asks for."""
    deck, lines = declaration.deck, declaration.all_lines
    asked = {line.same for line in lines if line.same} | {facet for line in lines for facet, _ in line.classes}
    known = {facet.name: facet.of for facet in deck.facets} if not declaration.dice else {}
    known["card"] = tuple(deck.names.index(name) for name in deck.names)
    return {facet: known[facet] for facet in sorted(asked)}


def types_of(declaration: Declaration) -> dict[CardType, list[Card]]:
    """Return the cards of each type, in the order of ranks; last wild cards, by the cards that they may stand for."""
    marks = _marks(declaration)
    cards_of: dict[CardType, list[Card]] = {}
    for card in sorted(range(declaration.deck.size), key=lambda card: (declaration.rank_of[card], card)):
        if declaration.rank_of[card] >= 0:
            of = CardType(declaration.rank_of[card], tuple(mark[card] for mark in marks))
            cards_of.setdefault(of, []).append(card)
    limits = [frozenset(), *dict.fromkeys(declaration.limits.values())]
    for card in sorted(set(declaration.wilds)):
        cards_of.setdefault(CardType(-1, (limits.index(declaration.limits.get(card, limits[0])),)), []).append(card)
    return cards_of


def faces_of(declaration: Declaration) -> dict[CardType, list[Card]]:
    """Return the cards that wild cards may be read as by their type, a wild card by its printed rank; not jokers."""
    marks = _marks(declaration)
    cards_of: dict[CardType, list[Card]] = {}
    for card in range(declaration.deck.size):
        if (rank := declaration.printed_rank(card)) >= 0:
            cards_of.setdefault(CardType(rank, tuple(mark[card] for mark in marks)), []).append(card)
    return cards_of


def suits_are_alike(declaration: Declaration) -> bool:
    """Return true if the lines give hands one value that differ only in the names of their suits."""
    lines = declaration.all_lines
    named = any("suit" in line.tie or line.holds for line in lines)
    return declaration.even and not named and set(facets_asked(declaration)) == {"suit"}


def suit_changes_count(declaration: Declaration) -> int:
    """Return the number of permutations of the suits if they are alike and not too many to be tried, else 1."""
    changes = math.factorial(len(declaration.deck.suits))
    return changes if suits_are_alike(declaration) and changes <= MAX_SUIT_CHANGES else 1
