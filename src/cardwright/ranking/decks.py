"""Read the deck of a declaration from its TOML: ranks, suits with their facets, jokers."""

from typing import Any

import msgspec

from cardwright.cards import FRENCH_SUITS, JOKER, Deck, Rank, Suit, ranks
from cardwright.ranking.toml_reader import TableReader, show

MAX_CARDS = 128
MAX_FACETS = 8
MAX_NOTATION_CHARACTERS = 16
INKS = ("black", "red", "blue", "green")

_FRENCH = {suit.text: suit for suit in FRENCH_SUITS}


class Cards(msgspec.Struct, frozen=True):
    """A deck, with the value of each rank in a total (None: not declared) and its name in the plural."""

    deck: Deck
    values: tuple[int | None, ...]
    plurals: tuple[str, ...]


def read(keys: TableReader, title: str, dice: bool) -> Cards:
    """Read the table ``deck`` of a declaration; for dice, the faces of one die."""
    deck = TableReader(keys.take("deck", {}), f"{keys.where}, deck")
    title = deck.text("title", title)
    rank_list, values, plurals = _ranks(deck)
    suits = _suits(deck)
    jokers = _jokers(deck)
    deck.done()
    if dice and (len(suits) > 1 or jokers):
        raise deck.error("suits" if len(suits) > 1 else "jokers", "dice have ranks only")
    size = len(rank_list) * len(suits) + len(jokers)
    if size > MAX_CARDS:
        raise deck.error("", f"{size} cards are more than the {MAX_CARDS} a deck may have")
    texts = [rank.text + suit.text for rank in rank_list for suit in suits] + [joker.text for joker in jokers]
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice:
        raise deck.error("", f"two cards have the notation {show(twice)}", twice)
    return Cards(Deck(title, rank_list, suits, jokers), values, plurals)


def _entries(deck: TableReader, key: str) -> list[TableReader]:
    """Return the ranks, suits or jokers listed under a key: each a table, or a word, which is its text."""
    listed = deck.take(key)
    example = {"ranks": '"A 2 3"', "suits": '"c d h s"', "jokers": "1"}[key]
    what = f"a list such as {example}, or of tables"
    if listed is None:
        raise deck.missing(key, what)
    if isinstance(listed, str):
        listed = listed.split()
    if not isinstance(listed, list) or not listed:
        raise deck.error(key, f"must be {what}, not {show(listed)}", listed)
    if len(listed) > MAX_CARDS:
        raise deck.error(key, f"{len(listed)} are more than the {MAX_CARDS} cards a deck may have")
    return [
        TableReader({"text": entry} if isinstance(entry, str) else entry, f"{deck.where}, {key} {place}")
        for place, entry in enumerate(listed, 1)
    ]


def _notation(entry: TableReader) -> str:
    """Read the ``text`` of a rank, suit or joker: its notation."""
    text = entry.text("text")
    if len(text) > MAX_NOTATION_CHARACTERS or any(letter.isspace() or letter == "," for letter in text):
        said = f"must be at most {MAX_NOTATION_CHARACTERS} characters without a space or comma, not {show(text)}"
        raise entry.error("text", said, text)
    return text


def _refuse_duplicates(deck: TableReader, key: str, texts: list[str]) -> None:
    duplicate = next((text for text in texts if texts.count(text) > 1), None)
    if duplicate:
        raise deck.error(key, f"duplicate {show(duplicate)}", duplicate)


def _ranks(deck: TableReader) -> tuple[list[Rank], tuple[int | None, ...], tuple[str, ...]]:
    found, values, plurals = [], [], []
    for entry in _entries(deck, "ranks"):
        text = _notation(entry)
        usual = ranks(text)[0]
        rank = Rank(text, entry.text("name", usual.name), entry.text("corner", usual.corner))
        found.append(rank)
        digits = int(text) if text.isascii() and text.isdigit() else None
        values.append(entry.number("value", 0, 1_000_000) if "value" in entry else digits)
        plurals.append(entry.text("plural", rank.name + ("es" if rank.name[-1] in "xsz" else "s")))
        entry.done()
    _refuse_duplicates(deck, "ranks", [rank.text for rank in found])
    return found, tuple(values), tuple(plurals)


def _suits(deck: TableReader) -> list[Suit]:
    if "suits" not in deck:
        return [Suit("", "")]
    read = [_suit(entry) for entry in _entries(deck, "suits")]
    facets = list(dict.fromkeys(facet for suit, _ in read for facet in suit.classes))
    if len(facets) > MAX_FACETS:
        raise deck.error("suits", f"{len(facets)} facets are more than the {MAX_FACETS} that suits may have")
    for suit, entry in read:
        for facet in facets:
            if facet not in suit.classes:
                raise entry.error(facet, "is missing: other suits have it, so it is a facet, and every suit needs it")
    _refuse_duplicates(deck, "suits", [suit.text for suit, _ in read])
    return [suit for suit, _ in read]


def _suit(entry: TableReader) -> tuple[Suit, TableReader]:
    text = _notation(entry)
    usual = _FRENCH.get(text, Suit(text, text))
    name = entry.text("name", usual.name)
    symbol = entry.text("symbol", usual.symbol)
    ink = entry.choice("ink", INKS, usual.ink)
    outlined = entry.flag("outlined")
    classes: dict[str, Any] = dict(entry.left)  # all remaining keys are facets
    for facet, value in classes.items():
        if facet in ("suit", "rank") or len(facet) > MAX_NOTATION_CHARACTERS or not facet.isidentifier():
            raise entry.error(
                "", f"{show(facet)} is not a valid facet name: it must be a word other than suit and rank", facet
            )
        entry.check_text(facet, value)
    return Suit(text, name, symbol, ink, outlined, classes), entry


def _jokers(deck: TableReader) -> list[Rank]:
    if type(number := deck.left.get("jokers", 0)) is int:
        deck.take("jokers")
        if not 0 <= number <= MAX_CARDS:
            raise deck.error("jokers", f"must be a number from 0 to {MAX_CARDS} or a list, not {show(number)}")
        return [JOKER] if number == 1 else [Rank(f"Jo{n}", f"joker {n}", "JOKER") for n in range(1, number + 1)]
    found = []
    for entry in _entries(deck, "jokers"):
        text = _notation(entry)
        found.append(Rank(text, entry.text("name", "joker"), entry.text("corner", text)))
        entry.done()
    return found
