"""Read declarations: a deck and a table of hands in TOML, by name, from a file or from text, checked key by key.

Every fault is a `BadDeclaration` that names the file and the key. docs/rankings.md explains every key.
"""

import difflib
import functools
import math
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cardwright.cards import Card, Deck
from cardwright.errors import BadDeclaration, UnknownName
from cardwright.ranking import decks
from cardwright.ranking.card_types import check_number_of_hands
from cardwright.ranking.classify import (
    Category,
    Declaration,
    Holds,
    Kinds,
    Ranges,
    classify,
    example,
    hands,
    matching_categories,
)
from cardwright.ranking.describe import FIELD, describe, fields
from cardwright.ranking.toml_reader import TableReader, show, unknown

__all__ = [
    "Category",
    "Declaration",
    "classify",
    "collection",
    "describe",
    "example",
    "examples",
    "from_table",
    "hands",
    "load",
    "matching_categories",
    "names",
    "parse",
    "table",
]

LIBRARY = Path(__file__).parent / "library"
TIES = ("run", "ranks", "first", "total", "rest", "suit")
WILD = ("any", "bug")

# Limits: a larger declaration would work, but counting would take minutes and its tables would not fit in a cache.
MAX_FILE_BYTES = 256 * 1024
MAX_PATH_CHARACTERS = 1000
MAX_NAME_CHARS = 60  # of a new file
MAX_SIZE = 13  # cards in a hand
MAX_CATEGORIES = 100
MAX_HAND_CLASSES = 500_000  # hands that differ in their ranks or in the facets they share
MAX_WILD_READINGS = 1_000_000  # ways to read the wild cards, over all those hands


@functools.cache
def names() -> tuple[str, ...]:
    """Return the names of the built-in rankings."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.toml")))


@functools.cache
def examples() -> tuple[str, ...]:
    """Return the names of the built-in examples: declarations that load by name, each with a deliberate fault."""
    return tuple(sorted(path.stem for path in (LIBRARY / "examples").glob("*.toml")))


@functools.cache
def collection() -> tuple[str, ...]:
    """Return the names of the collection: declarations of other games, which load by name."""
    return tuple(sorted(path.stem for path in (LIBRARY / "collection").glob("*.toml")))


def load(ranking: str | os.PathLike[str]) -> Declaration:
    """Return a declaration: a built-in one by its name, or one from a file or from TOML text.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    name = os.fspath(ranking)
    if _library_path(name):
        return _built_in(name)
    if is_text(name):
        return parse(name)
    return parse(_text_of_file(name), name)


def embedded(ranking: str) -> str:
    """Return a value for `load` that needs no file: the name of a built-in ranking, or the text of a declaration.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if _library_path(ranking) or is_text(ranking):
        return ranking
    text = _text_of_file(ranking)
    parse(text, ranking)  # here an error can still name the file
    return text


def text_of(ranking: str) -> str:
    """Return the text of a declaration, by its name or from a file. Raises `UnknownName` or `BadDeclaration`."""
    path = _library_path(ranking)
    return read_file(path) if path else _text_of_file(ranking)


def is_text(ranking: str) -> bool:
    """Return true for TOML text, which has several lines, and false for a name or a path."""
    return "\n" in ranking


def parse(text: str, source: str = "declaration") -> Declaration:
    """Return a declaration from TOML text; errors refer to it as ``source``. Raises `BadDeclaration`."""
    return from_table(parse_toml(text, source), source)


def table(name: str) -> dict[str, Any]:
    """Return the TOML table of a built-in ranking, with ``like`` resolved, to be changed and read again.

    Raises `UnknownName`.
    """
    path = _library_path(name)
    if path is None:
        raise UnknownName("ranking", name, _known(name))
    own = parse_toml(read_file(path), str(path))
    base = table(own.pop("like")) if "like" in own else {}
    return base | own


def from_table(raw: dict[str, Any], source: str = "declaration") -> Declaration:
    """Return a declaration from its TOML table. Raises `BadDeclaration`."""
    keys = TableReader(raw, _shown(source))
    shared: Deck | None = None
    if "like" in keys:
        like = keys.text("like")
        if _library_path(like) is None:
            raise keys.error("like", f"no ranking named {show(like)}; {unknown(like, names())}", like)
        if "deck" not in keys:
            shared = _built_in(like).deck
        keys.left = table(like) | keys.left
    return _declaration(keys, source, shared)


@functools.cache
def _built_in(name: str) -> Declaration:
    path = _library_path(name)
    assert path is not None
    return from_table(parse_toml(read_file(path), path.name), path.name)


def _library_path(name: str) -> Path | None:
    """Return the path of the built-in declaration of this name, if there is one."""
    if name in names():
        return LIBRARY / f"{name}.toml"
    for folder, found in (("examples", examples()), ("collection", collection())):
        if name in found:
            return LIBRARY / folder / f"{name}.toml"
    return None


def _known(name: str) -> tuple[str, ...]:
    """Return the names that an error lists: of the collection, which is long, only those like this name."""
    return names() + examples() + tuple(difflib.get_close_matches(name[:MAX_NAME_CHARS], collection()))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _text_of_file(name: str) -> str:
    path = Path(name)
    if path.suffix != ".toml" and path.name == name and not _exists(path):
        raise UnknownName("ranking", name, _known(name))
    return read_file(path)


def _shown(path: str) -> str:
    """Return a path as one line of a message."""
    return path if path.isprintable() and len(path) <= MAX_PATH_CHARACTERS else show(path)


def read_file(path: Path) -> str:
    """Return the text of a declaration's file. Raises `BadDeclaration`."""
    where = _shown(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadDeclaration(f"cannot be read: {why}", str(path), where) from None
    if len(content) > MAX_FILE_BYTES:
        raise BadDeclaration(f"is longer than {MAX_FILE_BYTES // 1024} kB", str(path), where)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDeclaration(f"is not UTF-8 text (byte {error.start})", str(path), where) from None


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the table that TOML text holds. Raises `BadDeclaration`."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadDeclaration("is not TOML: nested too deeply", "", _shown(source)) from None
    except ValueError as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number is too long"
        raise BadDeclaration(f"is not TOML: {show(why)[1:-1]}", "", _shown(source)) from None


# A whole declaration


def _declaration(keys: TableReader, source: str, shared: Deck | None) -> Declaration:
    title = keys.text("name")
    dice = keys.flag("dice")
    cards = decks.read(keys, title, dice)
    deck = shared or cards.deck
    size = keys.number("size", 1, MAX_SIZE, 5)
    if not dice and size > deck.size:
        raise keys.error("size", f"a hand of {size} cannot be dealt from {deck.size} cards")
    order = _order(keys, deck)
    upside_down = keys.flag("upside_down")
    if upside_down and not keys.of_type("low", bool, "true or false", True):
        raise keys.error("low", "cannot be false: upside_down makes the lower ranks win")
    low = upside_down or keys.flag("low")
    wheel = keys.choice("wheel", ("lowest", "second"), "lowest")
    if wheel == "second" and len(order) == len(deck.ranks):
        raise keys.error("wheel", "no rank is listed twice in the order, so no run is a wheel")
    rank_of = _rank_of(keys, deck, cards.counts_as)
    wild, wild_rank = _wild(keys, deck, upside_down, not dice and min(rank_of) < 0)
    declared = Declaration(
        name=title if source == "declaration" else Path(source).stem,
        title=title,
        about=keys.text("about", ""),
        source=source,
        deck=deck,
        dice=dice,
        size=size,
        order=order,
        low=low,
        upside_down=upside_down,
        wild=wild,
        wild_rank=wild_rank,
        wheel=wheel,
        categories=(),
        values=tuple(value or 0 for value in cards.values),
        plurals=cards.plurals,
        rank_of=rank_of,
        modulo=keys.number("modulo", 2, 1_000_000, 0),
    )
    categories = tuple(_categories(keys, declared, cards.values))
    keys.done()
    whole = msgspec.structs.replace(declared, categories=categories[::-1] if upside_down else categories)
    _within_limits(keys, whole)
    return whole


def _order(keys: TableReader, deck: Deck) -> tuple[int, ...]:
    """Return the ranks from low to high; by default in the order of the deck."""
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    words = keys.words("order", "ranks from low to high", " ".join(numbers))
    for word in words:
        if word not in numbers:
            raise keys.error("order", f"no rank {show(word)} in the deck; {unknown(word, numbers)}", word)
        if words.count(word) > 2:
            raise keys.error("order", f"{show(word)} is listed more than twice: a rank is low, high or both", word)
    for word in numbers:
        if word not in words:
            raise keys.error("order", f"the rank {show(word)} of the deck is missing", word)
    return tuple(numbers[word] for word in words)


def _rank_of(keys: TableReader, deck: Deck, counts_as: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rank that each card counts as, -1 for a wild one."""
    wild: set[Card] = set()
    for word in keys.words("wild_cards", 'ranks or cards, such as "2" or "Js Jh"', ""):
        cards = _cards_named(deck, word)
        if not cards:
            raise keys.error("wild_cards", f"no rank and no card {show(word)} in the deck", word)
        wild |= cards
    if len(wild) == deck.size - len(deck.jokers) > 0:
        raise keys.error("wild_cards", "at least one card must not be wild")
    return tuple(-1 if rank < 0 or card in wild else counts_as[rank] for card, rank in enumerate(deck.rank_of))


def _cards_named(deck: Deck, word: str) -> frozenset[Card]:
    """Return the cards that a word means: those of a rank, one card, or those of a class in any facet."""
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


def _wild(keys: TableReader, deck: Deck, upside_down: bool, any_wild: bool) -> tuple[str | None, int]:
    """Return the meaning of jokers, and the rank they have if it is fixed (else -1)."""
    texts = [rank.text for rank in deck.ranks]
    if not any_wild:
        if "wild" in keys:
            raise keys.error("wild", "the deck has no jokers", keys.take("wild"))
        keys.take("wild")
        return None, -1
    wild = keys.of_type("wild", str, 'what jokers are: "any", "bug" or a rank', None)
    if wild == "bug" and upside_down:
        raise keys.error("wild", "a bug completes hands that an upside-down table avoids: use any, or a rank", wild)
    if wild in WILD:
        return wild, -1
    if wild not in texts:
        raise keys.error("wild", f'must be "any", "bug" or a rank, not {show(wild)}', wild)
    return "rank", texts.index(wild)


def _within_limits(keys: TableReader, whole: Declaration) -> None:
    """Raise `BadDeclaration` for a declaration that would take too long to count."""
    for name, sizes in whole.class_sizes.items():
        if whole.wild in WILD and min(sizes) < max(sizes):
            differ = f"those of {name!r} have {min(sizes)} to {max(sizes)} suits"
            raise keys.error("wild", f"a wild card needs classes of one size, and {differ}")
        if whole.wild in WILD and len(set(whole.class_copies[name])) > 1:
            raise keys.error("wild", f"a wild card needs classes of the same ranks, and those of {name!r} differ")
    if whole.by_card:
        if whole.wilds:
            names = [category.name for category in whole.categories if category.by_card]
            raise keys.error("wild", f"{names[0]!r} looks at single cards, which a wild card cannot complete")
        check_number_of_hands(keys, whole)
        return
    ranks, size, jokers = sum(map(bool, whole.copies)), whole.size, len(whole.wilds)
    number = hands = readings = 0
    for number in range(min(size, jokers) + 1):
        plain = math.comb(ranks + size - number - 1, size - number) << len(whole.facets)
        hands += plain
        readings += plain * math.comb(ranks + number - 1, number) if number and whole.wild in WILD else 0
    if hands > MAX_HAND_CLASSES:
        raise keys.error(
            "size", f"{size} cards of {ranks} ranks make {hands} classes of hands; at most {MAX_HAND_CLASSES}"
        )
    if readings > MAX_WILD_READINGS:
        raise keys.error("wild", f"the jokers can be read in {readings} ways; at most {MAX_WILD_READINGS}")


# The table of hands


def _categories(keys: TableReader, declared: Declaration, values: tuple[int | None, ...]) -> Iterator[Category]:
    listed = keys.take("category")
    if not isinstance(listed, list) or not listed:
        raise keys.error("category", "there must be at least one [[category]]")
    if len(listed) > MAX_CATEGORIES:
        raise keys.error("category", f"{len(listed)} lines are more than the {MAX_CATEGORIES} a table may have")
    seen: set[str] = set()
    for place, entry in enumerate(listed, 1):
        line = TableReader(entry, f"{keys.where}, category {place}")
        name = line.text("name")
        line.where += f" ({name})"
        if name.casefold() in seen:
            raise line.error("name", f"duplicate category name: {show(name)}", name)
        seen.add(name.casefold())
        yield _category(line, name, declared, values)


def _category(line: TableReader, name: str, declared: Declaration, values: tuple[int | None, ...]) -> Category:
    cards = line.number("cards", 1, declared.size - 1, 0) if "cards" in line else line.number("cards", 0, 0, 0)
    size = cards or declared.size
    run = line.number("run", 2, size, 0)
    each = line.number("each", 2, size, 1)
    step = line.number("step", 2, len(declared.order), 1)
    corner = line.flag("corner")
    for key, chosen in (("each", each > 1), ("step", step > 1), ("corner", corner)):
        if chosen and not run:
            raise line.error(key, "needs a run in the same category")
    if run * each > size:
        raise line.error(
            "each", f"a run of {run} with {each} cards of each rank has {run * each}, and there are {size}"
        )
    same, classes = _classes(line, declared, size)
    allowed = _allowed(line, declared.deck)
    shape = line.left.get("kinds")
    kinds = (
        _kinds(line, size) if shape is not None else _any_kinds(line, declared, (size, run, each), same, len(allowed))
    )
    of = _of(line, declared.deck, kinds) if shape is not None else line.take("of", ())
    if shape is None and of:
        raise line.error("of", "needs kinds in the same category: it names the ranks of each group", of)
    totals = _ranges(line, "total", 10**9)
    tie = _tie(line, run)
    if "rest" in tie and not cards:
        raise line.error("tie", "the rest is of a category that looks at some cards: give cards", "rest")
    if "suit" in tie and (tie[-1] != "suit" or len(declared.deck.suits) < 2):
        said = "must be the last tie-break" if len(declared.deck.suits) > 1 else "the deck has one suit"
        raise line.error("tie", f"suit: {said}", "suit")
    if ("total" in tie or totals) and any(values[rank] is None for rank in allowed):
        bare = next(declared.deck.ranks[rank].text for rank in sorted(allowed) if values[rank] is None)
        key = "tie" if "total" in tie else "total"
        raise line.error(key, f"a total needs the value of each rank, and {show(bare)} has none: give it in the deck")
    printed = line.number("printed", 0, 10**15) if "printed" in line else line.take("printed")
    misprint = line.text("misprint", "")
    if misprint and printed is None:
        raise line.error("misprint", "explains a printed count, and there is none: give printed as well", misprint)
    category = Category(
        name,
        kinds,
        run,
        same,
        allowed,
        tie,
        printed,
        misprint,
        line.text("says", ""),
        of=of,
        holds=_holds(line, declared, size),
        lowest=_allowed(line, declared.deck, "lowest") if "lowest" in line else line.take("lowest"),
        highest=_allowed(line, declared.deck, "highest") if "highest" in line else line.take("highest"),
        totals=totals,
        wilds=_ranges(line, "wilds", size),
        each=each,
        step=step,
        corner=corner,
        cards=cards,
        classes=classes,
    )
    if category.wilds and not declared.wilds:
        raise line.error("wilds", "the deck has no wild cards")
    line.done()
    most = fields(declared, category)
    for place, _ in FIELD.findall(category.says):
        if not 1 <= int(place) <= most:
            raise line.error("says", f"{{{place}}} has no value: the tie-breaks of this category give {most}", place)
    return category


def _classes(
    line: TableReader, declared: Declaration, size: int
) -> tuple[str | None, tuple[tuple[str, tuple[Kinds, ...]], ...]]:
    """Return the facet that all cards share, and the sizes of the groups of one class in further facets."""
    same: str | None = None
    found: dict[str, tuple[Kinds, ...]] = {}
    if isinstance(line.left.get("same"), str):
        same = _same(line, declared)
    else:
        for facet in line.words("same", "a facet of the suits, or several", ""):
            found[_facet(line, declared, "same", facet)] = ((size,),)
    for facet in line.words("different", "a facet of the suits, or several", ""):
        found[_facet(line, declared, "different", facet)] = ((1,) * size,)
    table = TableReader(line.take("classes", {}), f"{line.where}, classes")
    for facet in list(table.left):
        _facet(table, declared, "", facet)
        found[facet] = _kinds(table, size, facet)
    return same, tuple(sorted(found.items()))


def _facet(line: TableReader, declared: Declaration, key: str, facet: str) -> str:
    known = () if declared.dice else (*(facet.name for facet in declared.deck.facets), "card")
    if facet not in known:
        raise line.error(key, f"no facet {show(facet)} in the deck; {unknown(facet, known)}", facet)
    return facet


_HOLDS = re.compile(r"(?:(at most |exactly )?(\d+)(?: to (\d+))? of )?(.+)")


def _holds(line: TableReader, declared: Declaration, size: int) -> tuple[Holds, ...]:
    """Read what a hand must hold, "2 5 9" or ["3 of J Q K", "exactly 2 of hearts"], and must not (``without``)."""
    found = []
    written = line.take("holds", [])
    entries = [written] if isinstance(written, str) else written
    what = 'cards, such as "2 5 9", or a list such as ["3 of J Q K"]'
    if not isinstance(entries, list) or not all(isinstance(entry, str) and entry.strip() for entry in entries):
        raise line.error("holds", f"must be {what}, not {show(written)}", written)
    for entry in entries:
        match = _HOLDS.fullmatch(entry.strip())
        assert match is not None
        how, number, last, words = match.groups()
        if number is None:
            for word, times in Counter(words.split()).items():
                found.append(_held(line, declared, "holds", [word], times, size))
            continue
        low, high = int(number), int(last or number) if how or last else size
        if not low <= high <= size:
            raise line.error("holds", f"{entry!r}: the numbers must be from 0 to {size} and in order", entry)
        found.append(_held(line, declared, "holds", words.split(), 0 if how == "at most " else low, high))
    if words := line.words("without", 'cards, such as "2" or "hearts"', ""):
        found.append(_held(line, declared, "without", words, 0, 0))
    return tuple(found)


def _held(line: TableReader, declared: Declaration, key: str, words: list[str], low: int, high: int) -> Holds:
    """Return the condition to hold ``low`` to ``high`` of some cards: words for ranks, cards, suits and classes."""
    deck = declared.deck
    cards: set[Card] = set()
    ranks: set[int] | None = set()
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    for word in words:
        meant = _cards_named(deck, word)
        if not meant:
            known = [*numbers, *(cls for facet in deck.facets for cls in facet.classes)]
            raise line.error(key, f"no card {show(word)} in the deck; {unknown(word, known)}", word)
        if any(declared.rank_of[card] < 0 for card in meant):
            raise line.error(key, f"{show(word)} is wild: use wilds for the number of wild cards", word)
        cards |= meant
        whole = {card for card, rank in enumerate(declared.rank_of) if rank == numbers.get(word)}
        ranks = ranks | {numbers[word]} if ranks is not None and word in numbers and whole == meant else None
    return Holds(frozenset(cards), None if ranks is None else frozenset(ranks), low, high)


def _of(line: TableReader, deck: Deck, kinds: tuple[Kinds, ...]) -> tuple[frozenset[int], ...]:
    """Read the ranks of each group, in the order of the kinds."""
    written = line.take("of", [])
    listed = [written] if isinstance(written, str) else written
    if not isinstance(listed, list) or not all(isinstance(words, str) for words in listed):
        raise line.error("of", f'must be ranks for each group, such as ["A", "2 3 4"], not {show(written)}', written)
    if len(listed) > min(map(len, kinds)):
        raise line.error("of", f"{len(listed)} groups are more than the kinds have", written)
    groups = [TableReader({"of": words}, line.where) for words in listed]
    return tuple(_allowed(group, deck, "of") for group in groups)


def _ranges(line: TableReader, key: str, most: int) -> Ranges:
    """Read a number, a list of numbers, or "17-21"."""
    if key not in line:
        line.take(key)
        return ()
    written = line.take(key)
    what = f'a number from 0 to {most}, several, or from one to another, "2-4"'
    found = []
    for entry in written if isinstance(written, list) else [written]:
        low, _, high = str(entry).partition("-")
        numbers = [low, high or low]
        if type(entry) not in (int, str) or not all(word.isascii() and word.isdigit() for word in numbers):
            raise line.error(key, f"must be {what}, not {show(written)}", written)
        if len(low) > 12 or len(high) > 12 or not int(low) <= int(numbers[1]) <= most:
            raise line.error(key, f"must be {what}, not {show(written)}", written)
        found.append((int(low), int(numbers[1])))
    if not found:
        raise line.error(key, f"must be {what}, not {show(written)}", written)
    return tuple(found)


def _same(line: TableReader, declared: Declaration) -> str:
    known = () if declared.dice else tuple(facet.name for facet in declared.deck.facets)
    same = line.of_type("same", str, "a facet of the suits", None)
    if same not in known:
        raise line.error("same", f"no facet {show(same)} in the deck; {unknown(same, known)}", same)
    if declared.size == 1:
        raise line.error("same", "one card always shares its classes: it needs a hand of two cards or more", same)
    return same


def _allowed(line: TableReader, deck: Deck, key: str = "ranks") -> frozenset[int]:
    """Return the ranks that such a hand may hold."""
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    words = line.words(key, "the ranks allowed", " ".join(numbers))
    for word in words:
        if word not in numbers:
            raise line.error(key, f"no rank {show(word)} in the deck; {unknown(word, numbers)}", word)
    if not words:
        raise line.error(key, "must name at least one rank")
    return frozenset(numbers[word] for word in words)


def _kinds(line: TableReader, cards: int, key: str = "kinds") -> tuple[Kinds, ...]:
    """Return the kinds as written, one or a list of them, each with the largest group first."""
    what = "the sizes of the groups of equal rank, such as [3, 2], or a list of such lists"
    if key != "kinds":
        what = what.replace("equal rank", "one class")
    written = line.of_type(key, list, what, None)
    ways = written if written and all(isinstance(way, list) for way in written) else [written]
    found = set()
    for way in ways:
        if not way or not all(type(size) is int and size > 0 for size in way):
            raise line.error(key, f"must be {what}, not {show(written)}", written)
        if sum(way) != cards:
            of = "it looks at" if "cards" in line.known and line.left.get("cards") else "a hand has"
            raise line.error(key, f"{show(way)} adds up to {show(sum(way))}, and {of} {cards} cards", way)
        found.add(tuple(sorted(way, reverse=True)))
    return tuple(sorted(found, reverse=True))


def _any_kinds(
    line: TableReader, declared: Declaration, form: tuple[int, int, int], same: str | None, ranks: int
) -> tuple[Kinds, ...]:
    """Return all kinds that such hands can have, for a category that names none.

    ``form`` is the number of cards, and of ranks in a run with the cards of each.
    """
    line.take("kinds")
    deck, (size, run, each) = declared.deck, form
    most = size
    if same:
        classes = next(facet for facet in deck.facets if facet.name == same).of
        held = Counter((classes[card], rank) for card, rank in enumerate(declared.rank_of) if rank >= 0)
        most = max(held.values())
        if declared.wild == "any" and not declared.even:
            most += len(declared.wilds)
    elif not declared.dice:
        most = max(declared.copies) + len(declared.wilds)
    ways = [way for groups in range(max(run, 1), ranks + 1) for way in _partitions(size, groups, most)]
    return tuple(sorted((way for way in ways if sum(held >= each for held in way) >= run), reverse=True))


def _partitions(total: int, groups: int, most: int) -> list[Kinds]:
    """Return the ways to split ``total`` cards into ``groups`` groups of at most ``most``, largest first."""
    if groups > total:
        return []
    if groups == 0:
        return [()] if total == 0 else []
    return [
        (first, *rest)
        for first in range(min(most, total), 0, -1)
        for rest in _partitions(total - first, groups - 1, first)
    ]


def _tie(line: TableReader, run: int) -> tuple[str, ...]:
    words = line.words("tie", f"some of {', '.join(TIES)}, or none", "run" if run else "ranks")
    if words == ["none"]:
        return ()
    for word in words:
        if word not in TIES:
            raise line.error("tie", f"unknown tie-break {show(word)}; {unknown(word, (*TIES, 'none'))}", word)
        if words.count(word) > 1:
            raise line.error("tie", f"duplicate {show(word)}", word)
    if "run" in words and not run:
        raise line.error("tie", "needs a run in the same category", "run")
    return tuple(words)
