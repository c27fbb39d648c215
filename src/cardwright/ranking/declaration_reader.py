"""Read the TOML table of a whole declaration, key by key."""

import math
from pathlib import Path

import msgspec

from cardwright.cards import Deck
from cardwright.ranking import category_reader, decks, wild_reader
from cardwright.ranking.by_card.card_types import check_number_of_hands
from cardwright.ranking.decks import Cards
from cardwright.ranking.model import MAX_HAND_CLASSES, Declaration
from cardwright.ranking.toml_reader import TableReader, show, unknown

# Limits: a larger declaration would work, but counting would take minutes and its tables would not fit in a cache.
MAX_HAND_CARDS = 13
MAX_WILD_READINGS = 20_000_000  # ways to read the wild cards, over all those hands


def read(keys: TableReader, source: str, shared: Deck | None) -> Declaration:
    """Return a declaration from its table; one without a deck has the ``shared`` one. Raises `BadDeclaration`."""
    declared, values = _without_lines(keys, source, shared)
    if "category" in keys:
        keys.done("points", "category")  # before the lines, which a misspelt size would seem to make wrong
    combinations = tuple(category_reader.combinations(keys, declared, values))
    declared = msgspec.structs.replace(declared, combinations=combinations)
    categories = tuple(category_reader.categories(keys, declared, values))
    names = [category.name for category in categories]
    for name in sorted(declared.wild_completes):
        if name not in names:
            raise keys.error("wild_completes", f"no category is named {show(name)}; {unknown(name, names)}", name)
    whole = msgspec.structs.replace(declared, categories=categories[::-1] if declared.upside_down else categories)
    _check_limits(keys, whole)
    return whole


def _without_lines(keys: TableReader, source: str, shared: Deck | None) -> tuple[Declaration, tuple[int | None, ...]]:
    """Return the declaration without its categories and combinations, and the value of each rank."""
    title = keys.text("name")
    dice = keys.flag("dice")
    cards = decks.read(keys, title, dice)
    if shared:
        cards = msgspec.structs.replace(cards, deck=shared)
    size = _size(keys, cards, dice)
    order = _order(keys, cards.deck)
    upside_down = keys.flag("upside_down")
    if upside_down and not keys.of_type("low", bool, "true or false", True):
        raise keys.error("low", "cannot be false: upside_down makes the lower ranks win")
    low = upside_down or keys.flag("low")
    wheel = keys.choice("wheel", ("lowest", "second"), "lowest")
    if wheel == "second" and len(order) == len(cards.deck.ranks):
        raise keys.error("wheel", "no rank is listed twice in the order, so no run is a wheel")
    wild = wild_reader.read(keys, cards, upside_down)
    declared = Declaration(
        name=title if source == "declaration" else Path(source).stem,
        title=title,
        about=keys.text("about", ""),
        source=source,
        deck=cards.deck,
        dice=dice,
        size=size,
        order=order,
        low=low,
        upside_down=upside_down,
        wild=wild.meaning,
        wild_rank=wild.rank,
        wheel=wheel,
        categories=(),
        values=tuple(value or 0 for value in cards.values),
        plurals=cards.plurals,
        rank_of=wild.rank_of,
        modulo=keys.number("modulo", 2, 1_000_000, 0),
        wild_as=wild.ranks,
        limits=wild.limits,
        wild_completes=wild.completes,
        each_die=cards.each_die,
    )
    return declared, cards.values


def _size(keys: TableReader, cards: Cards, dice: bool) -> int:
    """Return the number of cards in a hand."""
    thrown = len(cards.each_die)
    size = keys.number("size", 1, MAX_HAND_CARDS, thrown or 5)
    if thrown and size != thrown:
        raise keys.error("size", f"a throw of {thrown} dice has {thrown} faces, not {size}")
    if not dice and size > cards.deck.size:
        raise keys.error("size", f"a hand of {size} cannot be dealt from {cards.deck.size} cards")
    return size


def _order(keys: TableReader, deck: Deck) -> tuple[int, ...]:
    """Return the ranks from low to high; by default in the order of the deck."""
    texts = [rank.text for rank in deck.ranks]
    words = keys.words("order", "ranks from low to high", " ".join(texts))
    order = []
    for word in words:
        order.append(keys.place_in_deck("order", "rank", word, texts))
        if words.count(word) > 2:
            raise keys.error("order", f"{show(word)} is listed more than twice: a rank is low, high or both", word)
    for word in texts:
        if word not in words:
            raise keys.error("order", f"the rank {show(word)} of the deck is missing", word)
    return tuple(order)


def _check_limits(keys: TableReader, whole: Declaration) -> None:
    """Raise `BadDeclaration` for a declaration that would take too long to count."""
    if whole.by_card:
        check_number_of_hands(keys, whole)
        return
    if whole.is_ambiguous:
        shared = " and ".join(sorted(whole.facets))
        raise keys.error("wild", f"in an upside-down table a wild card cannot share one of {shared} without the other")
    if whole.by_code:
        from cardwright.ranking.by_rank import blocks  # with NumPy, which smaller declarations are read without

        blocks.check_number_of_hands(keys, whole)
        return
    ranks, size, jokers = sum(map(bool, whole.copies)), whole.size, len(whole.wilds)
    if whole.classes_count > MAX_HAND_CLASSES:
        what = f"{size} {'dice' if whole.dice else 'cards'} of {ranks} ranks{' with jokers' if jokers else ''}"
        raise keys.error("size", f"{what} make {whole.classes_count:,} classes of hands; at most {MAX_HAND_CLASSES:,}")
    readings = 0
    for number in range(1, min(size, jokers) + 1 if whole.completed else 0):
        plain = math.comb(ranks + size - number - 1, size - number) << len(whole.facets)
        readings += plain * math.comb(len(whole.readable) + number - 1, number)
    if readings > MAX_WILD_READINGS:
        few = "take fewer wild cards, or let wild_as name fewer ranks"
        raise keys.error("wild", f"wild cards can be read in {readings:,} ways, at most {MAX_WILD_READINGS:,}: {few}")
