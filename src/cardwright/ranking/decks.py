"""Read the deck of a declaration from its TOML: ranks, suits with their facets, jokers."""

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from cardwright.cards import FRENCH_SUITS, JOKER, Card, Deck, Printed, Rank, Suit, ranks
from cardwright.ranking import dice as dice_reader
from cardwright.ranking.dice import Die
from cardwright.ranking.toml_reader import TableReader, show
from cardwright.wording import plural_of

MAX_CARDS = 256
MAX_FACETS = 8
MAX_NOTATION_CHARACTERS = 16
INKS = ("black", "red", "blue", "green", "violet", "amber")
SUIT_LOOKS = {"text", "name", "symbol", "ink", "outlined"}  # keys of a suit that are not facets

_FRENCH = {suit.text: suit for suit in FRENCH_SUITS}
# The symbol and the ink of suits by their names, in the singular.
_DRAWN = {suit.name.removesuffix("s"): (suit.symbol, suit.ink) for suit in FRENCH_SUITS} | {
    "sun": ("☀", "red"),
    "moon": ("☾", "blue"),
    "star": ("☆", "black"),
    "crown": ("♛", "green"),
    "arm": ("⚜", "black"),
}
_INKS_OF_SIGNS = dict(_DRAWN.values())


class Cards(msgspec.Struct, frozen=True):
    """A deck, with the value of each rank in a total (None: not declared) and its name in the plural.

    ``counts_as`` is the rank that each rank counts as. ``each_die`` are dice that differ or are loaded.
    ``stand_for`` are the words for the cards that each joker may stand for; none for all.
    """

    deck: Deck
    values: tuple[int | None, ...]
    plurals: tuple[str, ...]
    counts_as: tuple[int, ...]
    each_die: tuple[Die, ...] = ()
    stand_for: tuple[tuple[str, ...], ...] = ()


def read(keys: TableReader, title: str, dice: bool) -> Cards:
    """Read the table ``deck`` of a declaration; for dice, the faces of one die, or of each."""
    if "deck" not in keys:
        raise keys.missing("deck", "a table, with ranks")
    deck = TableReader(keys.take("deck"), f"{keys.where}, deck")
    title = deck.text("title", title)
    listed = dice_reader.read_dice(deck)
    if listed and not dice:
        raise deck.error("dice", "these are dice: the file needs dice = true")
    if listed and "ranks" not in deck:
        deck.left["ranks"] = dice_reader.faces_of(listed)
    rank_list, values, plurals, counts_as = _ranks(deck, dice)
    suits = _suits(deck)
    jokers, stand_for = _jokers(deck)
    cards = _cards(deck, rank_list, suits)
    each_die = dice_reader.read(deck, listed, [rank.text for rank in rank_list])
    deck.done()
    if dice and (len(suits) > 1 or jokers):
        raise deck.error("suits" if len(suits) > 1 else "jokers", "dice have ranks only")
    if dice and cards:
        raise deck.error("cards" if "cards" in deck.known else "packs", "dice have ranks only")
    size = (len(cards) or len(rank_list) * len(suits)) + len(jokers)
    if size > MAX_CARDS:
        raise deck.error("", f"{size:,} cards are more than the {MAX_CARDS} a deck may have")
    texts = [card.text for card in cards] or [rank.text + suit.text for rank in rank_list for suit in suits]
    texts += [joker.text for joker in jokers]
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice:
        hint = "" if cards or jokers else ": let the ranks or the suits be letters"
        raise deck.error("", f"two cards have the notation {show(twice)}{hint}", twice)
    return Cards(Deck(title, rank_list, suits, jokers, cards), values, plurals, counts_as, each_die, stand_for)


def _entries(deck: TableReader, key: str) -> list[TableReader]:
    """Return the ranks, suits or jokers listed under a key: each a table, or a word, which is its text."""
    listed = deck.take(key)
    example = {"ranks": '"A 2 3"', "suits": '"c d h s"', "jokers": '"Jr Jb"'}[key]
    what = f"a list such as {example}, or of tables"
    if listed is None:
        raise deck.missing(key, what)
    if isinstance(listed, str):
        listed = listed.split()
    if listed == []:
        raise deck.error(key, f"is empty: it must be {what}", listed)
    if not isinstance(listed, list):
        raise deck.wrong(key, what, listed)
    if len(listed) > MAX_CARDS:
        raise deck.error(key, f"{len(listed):,} are more than the {MAX_CARDS} cards a deck may have")
    bare = next((entry for entry in listed if not isinstance(entry, str | dict)), None)
    if bare is not None:
        raise deck.error(key, f'must be {what}, not {show(listed)}: in quotes, "{show(bare)}"', listed)
    return [
        TableReader({"text": entry} if isinstance(entry, str) else entry, f"{deck.where}, {key} {place}")
        for place, entry in enumerate(listed, 1)
    ]


def _notation(entry: TableReader) -> str:
    """Read the ``text`` of a rank, suit or joker: its notation."""
    text = entry.text("text")
    if len(text) > MAX_NOTATION_CHARACTERS or any(letter.isspace() or letter == "," for letter in text):
        raise entry.wrong("text", f"at most {MAX_NOTATION_CHARACTERS} characters without a space or comma", text)
    return text


def _refuse_duplicates(deck: TableReader, key: str, texts: list[str], hint: str = "") -> None:
    duplicate = next((text for text in texts if texts.count(text) > 1), None)
    if duplicate:
        raise deck.error(key, f"{show(duplicate)} is listed twice{hint}", duplicate)


def _ranks(
    deck: TableReader, dice: bool
) -> tuple[list[Rank], tuple[int | None, ...], tuple[str, ...], tuple[int, ...]]:
    rank_list, values, plurals, others = [], [], [], []
    for entry in _entries(deck, "ranks"):
        text = _notation(entry)
        usual = ranks(text)[0]
        name = entry.text("name", usual.name)
        rank = Rank(text, name, entry.text("corner", usual.corner if name == usual.name else ""))
        rank_list.append(rank)
        digits = int(text) if text.isascii() and text.isdigit() else None
        values.append(entry.number("value", 0, 1_000_000) if "value" in entry else digits)
        plurals.append(entry.text("plural", plural_of(rank.name)))
        others.append((entry, entry.text("as", text)))
        entry.done()
    texts = [rank.text for rank in rank_list]
    _refuse_duplicates(deck, "ranks", texts, ': the sides of each die are listed as dice = ["0 0 1"]' * dice)
    counts_as = tuple([entry.place_in_deck("as", "rank", other, texts) for entry, other in others])
    for (entry, other), place in zip(others, counts_as):
        if counts_as[place] != place:
            raise entry.error("as", f"{show(other)} counts as another rank itself", other)
    return rank_list, tuple(values), tuple(plurals), counts_as


def _suits(deck: TableReader) -> list[Suit]:
    if "suits" not in deck:
        deck.take("suits")  # a key that an unknown one may be meant for
        return [Suit("", "")]
    if isinstance(deck.left["suits"], dict):
        return _products(deck)
    read = [_suit(entry) for entry in _entries(deck, "suits")]
    facets = list(dict.fromkeys(facet for suit, _ in read for facet in suit.classes))
    if len(facets) > MAX_FACETS:
        raise deck.error("suits", f"{len(facets)} facets are more than the {MAX_FACETS} that suits may have")
    for suit, entry in read:
        for facet in facets:
            if facet not in suit.classes:
                raise entry.error(facet, "is missing: other suits have it, so it is a facet, and every suit needs it")
    _refuse_duplicates(deck, "suits", [suit.text for suit, _ in read])
    return _inked([suit for suit, _ in read])


def _products(deck: TableReader) -> list[Suit]:
    """Return a suit for every combination of one class of each facet."""
    facets = TableReader(deck.take("suits"), f"{deck.where}, suits")
    listed = {
        facet: facets.words(facet, 'the classes of a facet, such as "red green blue"') for facet in facets.left.copy()
    }
    for looks in sorted(listed.keys() & SUIT_LOOKS):
        raise facets.error(looks, "says how a suit is written or drawn: give the facet another name")
    if not listed or len(listed) > MAX_FACETS or not all(listed.values()):
        raise deck.error("suits", f"a table of suits has 1 to {MAX_FACETS} facets, each with its classes")
    if math.prod(map(len, listed.values())) > MAX_CARDS:
        raise deck.error("suits", f"the facets make more than the {MAX_CARDS} cards a deck may have")
    for facet, words in listed.items():
        _refuse_duplicates(facets, facet, words)
    entries = [dict(zip(listed, classes)) for classes in itertools.product(*listed.values())]
    texts = ["".join(letters) for letters in itertools.product(*map(_first_letters, listed.values()))]
    _refuse_duplicates(deck, "suits", texts)
    return _inked(
        _suit(TableReader({"text": text, "name": " ".join(entry.values())} | entry, facets.where))[0]
        for text, entry in zip(texts, entries)
    )


def _first_letters(words: list[str]) -> list[str]:
    """Return the shortest prefixes that distinguish different words."""
    longest = max(map(len, words))
    number = next(n for n in range(1, longest + 1) if len({word[:n] for word in words}) == len(words))
    return [word[:number] for word in words]


def _inked(suits: Iterable[Suit]) -> list[Suit]:
    """Return suits with an ink each; those drawn as letters have one that no other suit has, while any is left.

    An ink that begins with these letters is taken first: "g" is green.
    """
    inked = list(suits)
    free: list[str] = [ink for ink in INKS if all(suit.ink != ink for suit in inked)]
    for place, suit in enumerate(inked):
        if suit.ink:
            continue
        ink, drawn = "black", suit.symbol or suit.text
        if drawn.isalpha():
            free = free or list(INKS)
            ink = next((ink for ink in reversed(free) if ink.startswith(drawn.casefold())), free[0])
            free.remove(ink)
        inked[place] = msgspec.structs.replace(suit, ink=ink)
    return inked


def _suit(entry: TableReader) -> tuple[Suit, TableReader]:
    """Return a suit, without an ink if neither its table nor its name says one."""
    text = _notation(entry)
    name = entry.text("name", _FRENCH[text].name if text in _FRENCH else text)
    usual = _usual(text, name)
    symbol = entry.text("symbol", usual.symbol)
    has_ink = "ink" in entry or bool(usual.ink)
    ink = entry.choice("ink", INKS, usual.ink or INKS[0])
    outlined = entry.flag("outlined")
    return Suit(text, name, symbol, ink if has_ink else "", outlined, _facets(entry)), entry


def _usual(text: str, name: str) -> Suit:
    """Return a suit as it looks where only its text and its name are known: "red" and ♥ are red, and a sun a sun."""
    colour = next((word for word in name.casefold().split() if word in INKS), _INKS_OF_SIGNS.get(text, ""))
    symbol, ink = _DRAWN.get(name.casefold().removesuffix("s"), ("", colour))
    return Suit(text, name, symbol, ink)


def _facets(entry: TableReader) -> dict[str, str]:
    """Return all remaining keys of a suit or a card, which are facets."""
    classes: dict[str, Any] = dict(entry.left)
    for facet, value in classes.items():
        if facet in ("suit", "rank", "card") or len(facet) > MAX_NOTATION_CHARACTERS or not facet.isidentifier():
            problem = f"{show(facet)} is not a valid facet name: it must be a word other than suit, rank and card"
            raise entry.error("", problem, facet)
        entry.check_text(facet, value)
    return classes


def _jokers(deck: TableReader) -> tuple[list[Rank], tuple[tuple[str, ...], ...]]:
    """Return the jokers, and the words for the cards that each may stand for."""
    if not isinstance(number := deck.left.get("jokers", 0), str | list):
        deck.take("jokers")
        if type(number) is not int or not 0 <= number <= MAX_CARDS:
            raise deck.wrong("jokers", f'a whole number from 0 to {MAX_CARDS}, or a list such as "Jr Jb"', number)
        jokers = [JOKER] if number == 1 else [Rank(f"Jo{n}", f"joker {n}", "JOKER") for n in range(1, number + 1)]
        return jokers, ((),) * number
    joker_ranks, stand_for = [], []
    for entry in _entries(deck, "jokers"):
        text = _notation(entry)
        joker_ranks.append(Rank(text, entry.text("name", "joker"), entry.text("corner", text)))
        stand_for.append(tuple(entry.words("as", 'cards, such as "Qs" or "hearts"', "")))
        entry.done()
    return joker_ranks, tuple(stand_for)


# A deck as a list of cards


def _cards(deck: TableReader, rank_list: list[Rank], suits: list[Suit]) -> list[Printed]:
    """Return the cards, one by one, of a deck that has not just one of each rank and suit."""
    packs = deck.number("packs", 1, MAX_CARDS, 1)
    if "cards" not in deck:
        deck.take("cards")
        grid = [(rank, suit) for rank in range(len(rank_list)) for suit in range(len(suits))]
        printed = [_name_card(rank_list, suits, rank, suit) for rank, suit in grid] if packs > 1 else []
    else:
        entries = enumerate(_read_entries(deck), 1)
        printed = [card for place, entry in entries for card in entry(place, rank_list, suits)]
    if len(printed) * packs > MAX_CARDS:
        raise deck.error("", f"{len(printed) * packs:,} cards are more than the {MAX_CARDS} a deck may have")
    _check_classes(deck, printed)
    return apart(printed * packs)


def _name_card(rank_list: list[Rank], suits: list[Suit], rank: int, suit: int) -> Printed:
    name = rank_list[rank].name + (f" of {suits[suit].name}" if suits[suit].name else "")
    return Printed(rank, suit, rank_list[rank].text + suits[suit].text, name)


def apart(cards: list[Printed]) -> list[Printed]:
    """Give the second card of one face, and all after it, a mark in notation: "Ah'"."""
    seen: Counter[str] = Counter()
    marked = []
    for card in cards:
        marked.append(msgspec.structs.replace(card, text=card.text + "'" * seen[card.text]))
        seen[card.text] += 1
    return marked


_Entry: TypeAlias = Callable[[int, list[Rank], list[Suit]], list[Printed]]


def _read_entries(deck: TableReader) -> list[_Entry]:
    listed = deck.take("cards")
    what = 'a list of entries such as "A 2 3 of c d h s" and of tables'
    if not isinstance(listed, list) or not listed or len(listed) > MAX_CARDS:
        raise deck.wrong("cards", what, listed)
    for entry in listed:
        if not isinstance(entry, str | dict):
            raise deck.wrong("cards", what, entry)
    return [
        functools.partial(_product, deck, entry) if isinstance(entry, str) else functools.partial(_one, deck, entry)
        for entry in listed
    ]


def _product(deck: TableReader, entry: str, place: int, rank_list: list[Rank], suits: list[Suit]) -> list[Printed]:
    """Read "A 2 3 of c d": each of these ranks in each of these suits."""
    key = f"cards {place}"
    words, _, of = entry.partition(" of ")
    rank_texts, suit_texts = [rank.text for rank in rank_list], [suit.text for suit in suits]
    ranks_read = [deck.place_in_deck(key, "rank", word, rank_texts) for word in words.split()]
    suits_read = [deck.place_in_deck(key, "suit", word, suit_texts) for word in of.split()]
    if not suits_read and len(suits) == 1:
        suits_read = [0]
    if not ranks_read or not suits_read:
        raise deck.wrong(key, 'such as "A 2 3 of c d"', entry)
    return [_name_card(rank_list, suits, rank, suit) for rank in ranks_read for suit in suits_read]


def _one(deck: TableReader, entry: dict[str, Any], place: int, ranks_: list[Rank], suits: list[Suit]) -> list[Printed]:
    """Read the table of one card, or of several alike; keys of its own are facets."""
    card = TableReader(entry, f"{deck.where}, cards {place}")
    rank = card.place_in_deck("rank", "rank", card.text("rank"), [rank.text for rank in ranks_])
    suit = card.place_in_deck("suit", "suit", card.text("suit", suits[0].text), [suit.text for suit in suits])
    usual = _name_card(ranks_, suits, rank, suit)
    text = _notation(card) if "text" in card else usual.text
    name = card.text("name", usual.name if text == usual.text else text)
    copies = card.number("copies", 1, MAX_CARDS, 1)
    return [Printed(rank, suit, text, name, _facets(card))] * copies


def _check_classes(deck: TableReader, cards: list[Printed]) -> None:
    """Raise `BadDeclaration` unless all cards have the same facets."""
    facets = list(dict.fromkeys(facet for card in cards for facet in card.classes))
    if len(facets) > MAX_FACETS:
        raise deck.error("cards", f"{len(facets)} facets are more than the {MAX_FACETS} that cards may have")
    for card in cards:
        for facet in facets:
            if facet not in card.classes:
                problem = (
                    f"{show(card.text)} has no {facet}: other cards have it, so it is a facet, and every card needs it"
                )
                raise deck.error("cards", problem, card.text)


def cards_named(deck: Deck, word: str) -> frozenset[Card]:
    """Return the cards that a word means: the cards of a rank, one card, or the cards of a class in any facet."""
    ranks = [rank.text for rank in deck.ranks]
    if word in ranks:
        return frozenset(card for card, rank in enumerate(deck.rank_of) if rank == ranks.index(word))
    if word in deck.texts:
        return frozenset(card for card, name in enumerate(deck.names) if name == deck.names[deck.texts.index(word)])
    suits = [suit.text for suit in deck.suits]
    if word in suits:
        return frozenset(card for card, suit in enumerate(deck.suit_of) if suit == suits.index(word))
    return frozenset(
        card
        for facet in deck.facets
        if word in facet.classes
        for card, cls in enumerate(facet.of)
        if cls == facet.classes.index(word)
    )
