"""Read which cards of a declaration are wild, and which cards they may stand for."""

from collections.abc import Sequence

import msgspec

from cardwright.cards import Card, Deck
from cardwright.ranking import decks
from cardwright.ranking.decks import Cards
from cardwright.ranking.toml_reader import TableReader, show, unknown

COMPLETING = ("any", "bug")


class Wild(msgspec.Struct, frozen=True):
    """The wild cards of a deck, in the terms of `Declaration`: its ``wild``, ``wild_rank``, ``wild_as`` and so on."""

    meaning: str | None
    rank: int
    rank_of: tuple[int, ...]
    completes: frozenset[str]
    ranks: frozenset[int]
    limits: dict[Card, frozenset[Card]]


def read(keys: TableReader, cards: Cards, upside_down: bool) -> Wild:
    """Return the wild cards of a declaration. Raises `BadDeclaration`."""
    rank_of = _rank_of(keys, cards)
    meaning, rank = _meaning(keys, cards.deck, upside_down, min(rank_of) < 0)
    completes = _completes(keys, meaning, upside_down)
    several = bool(completes) or meaning in COMPLETING
    ranks, all_as = _wild_as(keys, cards, several)
    limits = {card: all_as for card, rank in enumerate(rank_of) if rank < 0 and all_as}
    return Wild(meaning, rank, rank_of, completes, ranks, limits | _joker_limits(keys, cards, several))


def _rank_of(keys: TableReader, cards: Cards) -> tuple[int, ...]:
    """Return the rank that each card counts as, -1 for a wild one."""
    deck = cards.deck
    wild: set[Card] = set()
    for word in keys.words("wild_cards", 'ranks or cards, such as "2" or "Js Jh"', ""):
        named = decks.cards_named(deck, word)
        if not named:
            raise keys.error("wild_cards", f"no rank and no card {show(word)} in the deck", word)
        wild |= named
    if len(wild) == deck.size - len(deck.jokers) > 0:
        raise keys.error("wild_cards", "at least one card must not be wild")
    return tuple(-1 if rank < 0 or card in wild else cards.counts_as[rank] for card, rank in enumerate(deck.rank_of))


def _meaning(keys: TableReader, deck: Deck, upside_down: bool, any_wild: bool) -> tuple[str | None, int]:
    """Return the meaning of jokers, and the rank they have if it is fixed (else -1)."""
    texts = [rank.text for rank in deck.ranks]
    if not any_wild:
        if (written := keys.take("wild")) is not None:
            raise keys.error("wild", "the deck has no jokers", written)
        return None, -1
    wild = keys.of_type("wild", str, 'what jokers and wild cards are: "any", "bug" or a rank', None)
    if wild == "bug" and upside_down:
        raise keys.error("wild", "a bug completes hands that an upside-down table avoids: use any, or a rank", wild)
    if wild in COMPLETING:
        return wild, -1
    if wild not in texts:
        raise keys.wrong("wild", '"any", "bug" or a rank', wild)
    return "rank", texts.index(wild)


def _completes(keys: TableReader, wild: str | None, upside_down: bool) -> frozenset[str]:
    """Return the names of the categories that wild cards complete; none by default."""
    written = keys.take("wild_completes")
    if written is None:
        return frozenset()
    names = [written] if isinstance(written, str) else written
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        what = 'names of categories, such as ["Straight", "Flush"]'
        raise keys.wrong("wild_completes", what, written)
    if wild is None:
        raise keys.error("wild_completes", "the deck has no jokers", names[0])
    if wild == "any":
        message = "a joker that is any card completes every category: wild must be bug, or a rank"
        raise keys.error("wild_completes", message, names[0])
    if upside_down:
        raise keys.error("wild_completes", "an upside-down table avoids what a joker completes", names[0])
    return frozenset(names)


def _wild_as(keys: TableReader, cards: Cards, several: bool) -> tuple[frozenset[int], frozenset[Card]]:
    """Return the ranks that wild cards may have, or the cards that they may stand for; none for all."""
    if "wild_as" not in keys:
        keys.take("wild_as")
        return frozenset(), frozenset()
    numbers = {rank.text: number for number, rank in enumerate(cards.deck.ranks)}
    words = keys.words("wild_as", 'ranks or cards, such as "J Q K A" or "hearts"')
    for word in words:
        if word in numbers and cards.counts_as[numbers[word]] != numbers[word]:
            raise keys.error("wild_as", f"{show(word)} counts as another rank: name that one", word)
    if not words:
        raise keys.error("wild_as", "must name at least one rank")
    if not several:
        raise keys.error("wild_as", "no wild card may have several ranks: wild must be any or bug", words[0])
    if all(word in numbers for word in words):
        return frozenset(numbers[word] for word in words), frozenset()
    return frozenset(), _cards_meant(keys, "wild_as", cards.deck, words)


def _cards_meant(keys: TableReader, key: str, deck: Deck, words: Sequence[str]) -> frozenset[Card]:
    """Return the cards that some words mean: ranks, cards, suits and classes."""
    cards_meant: set[Card] = set()
    for word in words:
        meant = decks.cards_named(deck, word) - {card for card, rank in enumerate(deck.rank_of) if rank < 0}
        if not meant:
            known = [rank.text for rank in deck.ranks] + [cls for facet in deck.facets for cls in facet.classes]
            raise keys.error(key, f"no rank and no card {show(word)} in the deck; {unknown(word, known)}", word)
        cards_meant |= meant
    return frozenset(cards_meant)


def _joker_limits(keys: TableReader, cards: Cards, several: bool) -> dict[Card, frozenset[Card]]:
    """Return the cards that each joker with a list of its own may stand for."""
    deck, limits = cards.deck, {}
    for joker, words in zip(range(deck.size - len(deck.jokers), deck.size), cards.stand_for, strict=True):
        if words and not several:
            raise keys.error("deck, jokers", "a joker stands for some cards if wild is any or bug", words[0])
        if words:
            limits[joker] = _cards_meant(keys, "deck, jokers", deck, words)
    return limits
