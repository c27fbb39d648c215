"""Read declarations: a deck and a table of hands in TOML, by name, from a file or from text, checked key by key.

Every fault is a `BadDeclaration` that names the file and the key. docs/rankings.md explains every key.
"""

import difflib
import functools
import math
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cardwright.cards import Card, Deck
from cardwright.errors import BadDeclaration, UnknownName
from cardwright.ranking import category_reader, decks
from cardwright.ranking.card_types import check_number_of_hands
from cardwright.ranking.model import MAX_HAND_CLASSES, Declaration
from cardwright.ranking.toml_reader import TableReader, show, unknown

LIBRARY = Path(__file__).parent / "library"
COMPLETING = ("any", "bug")

# Limits: a larger declaration would work, but counting would take minutes and its tables would not fit in a cache.
MAX_FILE_BYTES = 256 * 1024
MAX_PATH_CHARACTERS = 1000
MAX_NAME_CHARS = 60  # of a new file
MAX_SIZE = 13  # cards in a hand
MAX_WILD_READINGS = 20_000_000  # ways to read the wild cards, over all those hands


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


def text_of(name: str) -> str:
    """Return the text of a built-in ranking's declaration. Raises `UnknownName`."""
    return read_file(_path_of(name))


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
    path = _path_of(name)
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


def _path_of(name: str) -> Path:
    """Return the path of a built-in declaration. Raises `UnknownName`."""
    path = _library_path(name)
    if path is None:
        raise UnknownName("ranking", name, _known(name))
    return path


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
    if not name or (path.suffix != ".toml" and path.name == name and not _exists(path)):
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
    size = keys.number("size", 1, MAX_SIZE, len(cards.each_die) or 5)
    if cards.each_die and size != len(cards.each_die):
        raise keys.error("size", f"a throw of {len(cards.each_die)} dice has {len(cards.each_die)} faces, not {size}")
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
    any_wild = min(rank_of) < 0
    wild, wild_rank = _wild(keys, deck, upside_down, any_wild)
    wild_completes = _wild_completes(keys, wild, upside_down)
    several = bool(wild_completes) or wild in COMPLETING
    wild_as, all_as = _wild_as(keys, deck, cards.counts_as, several)
    limits = {card: all_as for card, rank in enumerate(rank_of) if rank < 0 and all_as}
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
        wild_as=wild_as,
        limits=_limits(keys, deck, cards.stand_for, limits, several),
        wild_completes=frozenset(wild_completes),
        each_die=cards.each_die,
    )
    combinations = tuple(category_reader.combinations(keys, declared, cards.values))
    declared = msgspec.structs.replace(declared, combinations=combinations)
    categories = tuple(category_reader.categories(keys, declared, cards.values))
    names = [category.name for category in categories]
    for name in wild_completes:
        if name not in names:
            raise keys.error("wild_completes", f"no category is named {show(name)}; {unknown(name, names)}", name)
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
        cards = decks.cards_named(deck, word)
        if not cards:
            raise keys.error("wild_cards", f"no rank and no card {show(word)} in the deck", word)
        wild |= cards
    if len(wild) == deck.size - len(deck.jokers) > 0:
        raise keys.error("wild_cards", "at least one card must not be wild")
    return tuple(-1 if rank < 0 or card in wild else counts_as[rank] for card, rank in enumerate(deck.rank_of))


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
    if wild in COMPLETING:
        return wild, -1
    if wild not in texts:
        raise keys.error("wild", f'must be "any", "bug" or a rank, not {show(wild)}', wild)
    return "rank", texts.index(wild)


def _wild_completes(keys: TableReader, wild: str | None, upside_down: bool) -> list[str]:
    """Return the names of the categories that wild cards complete, [] by default."""
    if "wild_completes" not in keys:
        keys.take("wild_completes")
        return []
    written = keys.take("wild_completes")
    names = [written] if isinstance(written, str) else written
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        what = 'names of categories, such as ["Straight", "Flush"]'
        raise keys.error("wild_completes", f"must be {what}, not {show(written)}", written)
    if wild is None:
        raise keys.error("wild_completes", "the deck has no jokers", names[0])
    if wild == "any":
        message = "a joker that is any card completes every category: wild must be bug, or a rank"
        raise keys.error("wild_completes", message, names[0])
    if upside_down:
        raise keys.error("wild_completes", "an upside-down table avoids what a joker completes", names[0])
    return names


def _wild_as(
    keys: TableReader, deck: Deck, counts_as: tuple[int, ...], several: bool
) -> tuple[frozenset[int], frozenset[Card]]:
    """Return the ranks that wild cards may have, or the cards that they may stand for; none for all."""
    if "wild_as" not in keys:
        keys.take("wild_as")
        return frozenset(), frozenset()
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    words = keys.words("wild_as", 'ranks or cards, such as "J Q K A" or "hearts"')
    for word in words:
        if word in numbers and counts_as[numbers[word]] != numbers[word]:
            raise keys.error("wild_as", f"{show(word)} counts as another rank: name that one", word)
    if not words:
        raise keys.error("wild_as", "must name at least one rank")
    if not several:
        raise keys.error("wild_as", "no wild card may have several ranks: wild must be any or bug", words[0])
    if all(word in numbers for word in words):
        return frozenset(numbers[word] for word in words), frozenset()
    return frozenset(), _cards_meant(keys, "wild_as", deck, words)


def _cards_meant(keys: TableReader, key: str, deck: Deck, words: Sequence[str]) -> frozenset[Card]:
    """Return the cards that some words mean: ranks, cards, suits and classes."""
    found: set[Card] = set()
    for word in words:
        meant = decks.cards_named(deck, word) - {card for card, rank in enumerate(deck.rank_of) if rank < 0}
        if not meant:
            known = [rank.text for rank in deck.ranks] + [cls for facet in deck.facets for cls in facet.classes]
            raise keys.error(key, f"no rank and no card {show(word)} in the deck; {unknown(word, known)}", word)
        found |= meant
    return frozenset(found)


def _limits(
    keys: TableReader,
    deck: Deck,
    stand_for: tuple[tuple[str, ...], ...],
    all_as: dict[Card, frozenset[Card]],
    several: bool,
) -> dict[Card, frozenset[Card]]:
    """Return the cards that each wild card may stand for, where it is not any card."""
    jokers = range(deck.size - len(deck.jokers), deck.size)
    found = all_as.copy()
    for joker, words in zip(jokers, stand_for, strict=True):
        if words and not several:
            raise keys.error("deck, jokers", "a joker stands for some cards if wild is any or bug", words[0])
        if words:
            found[joker] = _cards_meant(keys, "deck, jokers", deck, words)
    return found


def _within_limits(keys: TableReader, whole: Declaration) -> None:
    """Raise `BadDeclaration` for a declaration that would take too long to count."""
    if whole.by_card:
        check_number_of_hands(keys, whole)
        return
    if whole.is_ambiguous:
        shared = " and ".join(sorted(whole.facets))
        raise keys.error("wild", f"in an upside-down table a wild card cannot share one of {shared} without the other")
    if whole.by_code:
        from cardwright.ranking import by_block  # with NumPy, which smaller declarations are read without

        by_block.check_number_of_hands(keys, whole)
        return
    ranks, size, jokers = sum(map(bool, whole.copies)), whole.size, len(whole.wilds)
    if whole.classes_count > MAX_HAND_CLASSES:
        what = f"{size} {'dice' if whole.dice else 'cards'} of {ranks} ranks{' with jokers' if jokers else ''}"
        raise keys.error("size", f"{what} make {whole.classes_count} classes of hands; at most {MAX_HAND_CLASSES}")
    readings = 0
    for number in range(1, min(size, jokers) + 1 if whole.completed else 0):
        plain = math.comb(ranks + size - number - 1, size - number) << len(whole.facets)
        readings += plain * math.comb(len(whole.readable) + number - 1, number)
    if readings > MAX_WILD_READINGS:
        few = "take fewer wild cards, or let wild_as name fewer ranks"
        raise keys.error("wild", f"wild cards can be read in {readings:,} ways, at most {MAX_WILD_READINGS:,}: {few}")
