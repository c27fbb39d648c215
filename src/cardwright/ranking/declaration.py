"""Declarations, read: a deck and a table of hands from TOML, by name or from a file, checked key by key.

Whatever is wrong is one `BadDeclaration` that names the file and the key. docs/rankings.md explains every key.
"""

import functools
import math
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from cardwright.cards import Deck
from cardwright.errors import BadDeclaration, UnknownName
from cardwright.ranking import decks
from cardwright.ranking.classify import Category, Declaration, Kinds, claims, example, hands, worth
from cardwright.ranking.describe import FIELD, describe, fields
from cardwright.ranking.toml_reader import Keys, show, unknown

__all__ = [
    "Category",
    "Declaration",
    "claims",
    "describe",
    "example",
    "examples",
    "from_table",
    "hands",
    "load",
    "names",
    "parse",
    "table",
    "worth",
]

HOUSE = Path(__file__).parent / "library"
TIES = ("run", "ranks", "first", "total")
WILD = ("any", "bug")

# Limits: beyond them nothing would hang, but counting would take minutes and the tables would not fit a cache.
MOST_BYTES = 256 * 1024
MOST_CATEGORIES = 100
MOST_HANDS = 250_000  # that the table can tell apart before it has looked at them
MOST_READINGS = 1_000_000  # of wild cards, over all those hands


def names() -> tuple[str, ...]:
    """The rankings of the house."""
    return tuple(sorted(path.stem for path in HOUSE.glob("*.toml")))


def examples() -> tuple[str, ...]:
    """Declarations that teach: they load by name as well, but something is the matter with each."""
    return tuple(sorted(path.stem for path in (HOUSE / "examples").glob("*.toml")))


def load(name_or_path: str | os.PathLike[str]) -> Declaration:
    """A declaration by the name of one of the house, or else from a file.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    name = os.fspath(name_or_path)
    path = _house_path(name)
    if path:
        return _house(name)
    path = Path(name)
    if path.suffix != ".toml" and path.name == name and not _exists(path):
        raise UnknownName("ranking", name, names() + examples())
    return from_table(_read_file(path), name)


def parse(text: str, source: str = "declaration") -> Declaration:
    """A declaration from TOML text; ``source`` is what its errors call it. Raises `BadDeclaration`."""
    return from_table(_read_text(text, source), source)


def table(name: str) -> dict[str, Any]:
    """A ranking of the house as the plain table that its TOML holds, ``like`` resolved: to change and read again.

    Raises `UnknownName`.
    """
    path = _house_path(name)
    if path is None:
        raise UnknownName("ranking", name, names() + examples())
    own = _read_file(path)
    base = table(own.pop("like")) if "like" in own else {}
    return base | own


def from_table(raw: dict[str, Any], source: str = "declaration") -> Declaration:
    """A declaration from the table that its TOML would hold. Raises `BadDeclaration`."""
    keys = Keys(raw, _shown(source))
    shared: Deck | None = None
    if "like" in keys:
        like = keys.text("like")
        if _house_path(like) is None:
            raise keys.error("like", f"no ranking named {show(like)}; {unknown(like, names())}", like)
        if "deck" not in keys:
            shared = _house(like).deck
        keys.left = table(like) | keys.left
    return _declaration(keys, source, shared)


@functools.cache
def _house(name: str) -> Declaration:
    path = _house_path(name)
    assert path is not None
    return from_table(_read_file(path), path.name)


def _house_path(name: str) -> Path | None:
    """Where a declaration of the house is, if there is one of this name."""
    if name in names():
        return HOUSE / f"{name}.toml"
    return HOUSE / "examples" / f"{name}.toml" if name in examples() else None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _shown(path: str) -> str:
    """A path as a message may show it: on one line."""
    return path if path.isprintable() and len(path) <= 1000 else show(path)


def _read_file(path: Path) -> dict[str, Any]:
    where = _shown(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadDeclaration(f"cannot be read: {why}", str(path), where) from None
    if len(content) > MOST_BYTES:
        raise BadDeclaration(f"is longer than {MOST_BYTES // 1024} kB: no table of hands is", str(path), where)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDeclaration(f"is not UTF-8 text (byte {error.start})", str(path), where) from None
    return _read_text(text, str(path))


def _read_text(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadDeclaration("is not TOML: nested too deeply", "", _shown(source)) from None
    except ValueError as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number is too long"
        raise BadDeclaration(f"is not TOML: {show(why)[1:-1]}", "", _shown(source)) from None


# A whole declaration


def _declaration(keys: Keys, source: str, shared: Deck | None) -> Declaration:
    title = keys.text("name")
    dice = keys.flag("dice")
    cards = decks.read(keys, title, dice)
    deck = shared or cards.deck
    size = keys.number("size", 2, 7, 5)
    if not dice and size > deck.size:
        raise keys.error("size", f"a hand of {size} cannot be dealt from {deck.size} cards")
    order = _order(keys, deck)
    upside_down = keys.flag("upside_down")
    if upside_down and not keys.of_type("low", bool, "true or false", True):
        raise keys.error("low", "cannot be false: upside_down makes the lower ranks win")
    low = upside_down or keys.flag("low")
    wheel = keys.choice("wheel", ("lowest", "second"), "lowest")
    if wheel == "second" and len(order) == len(deck.ranks):
        raise keys.error("wheel", "no rank stands twice in the order, so no run is a wheel")
    wild, wild_rank = _wild(keys, deck, upside_down)
    declared = Declaration(
        name=Path(source).stem,
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
    )
    categories = tuple(_categories(keys, declared, cards.values))
    keys.done()
    whole = msgspec.structs.replace(declared, categories=categories[::-1] if upside_down else categories)
    _within_limits(keys, whole)
    return whole


def _order(keys: Keys, deck: Deck) -> tuple[int, ...]:
    """The ranks from low to high; as the deck lists them where nothing is said."""
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    words = keys.words("order", "ranks from low to high", " ".join(numbers))
    for word in words:
        if word not in numbers:
            raise keys.error("order", f"no rank {show(word)} in the deck; {unknown(word, numbers)}", word)
        if words.count(word) > 2:
            raise keys.error("order", f"{show(word)} stands more than twice: a rank is low, high or both", word)
    for word in numbers:
        if word not in words:
            raise keys.error("order", f"the rank {show(word)} of the deck is missing", word)
    return tuple(numbers[word] for word in words)


def _wild(keys: Keys, deck: Deck, upside_down: bool) -> tuple[str | None, int]:
    """What jokers are, and the rank they are if it is always the same."""
    texts = [rank.text for rank in deck.ranks]
    if not deck.jokers:
        if "wild" in keys:
            raise keys.error("wild", "the deck has no jokers", keys.take("wild"))
        keys.take("wild")
        return None, -1
    wild = keys.of_type("wild", str, 'what jokers are: "any", "bug" or a rank', None)
    if wild == "bug" and upside_down:
        raise keys.error("wild", "a bug completes what an upside-down table does not want: say any, or a rank", wild)
    if wild in WILD:
        return wild, -1
    if wild not in texts:
        raise keys.error("wild", f'must be "any", "bug" or a rank, not {show(wild)}', wild)
    return "rank", texts.index(wild)


def _within_limits(keys: Keys, whole: Declaration) -> None:
    """Refuse what could be counted, but not while anyone waits."""
    for name, sizes in whole.class_sizes.items():
        if whole.wild in WILD and min(sizes) < max(sizes):
            differ = f"those of {name!r} have {min(sizes)} to {max(sizes)} suits"
            raise keys.error("wild", f"a wild card needs classes of one size, and {differ}")
    ranks, size, jokers = len(whole.deck.ranks), whole.size, len(whole.deck.jokers)
    number = hands = readings = 0
    for number in range(min(size, jokers) + 1):
        plain = math.comb(ranks + size - number - 1, size - number) << len(whole.facets)
        hands += plain
        readings += plain * math.comb(ranks + number - 1, number) if number and whole.wild in WILD else 0
    if hands > MOST_HANDS:
        raise keys.error("size", f"{size} cards of {ranks} ranks make {hands} kinds of hands; at most {MOST_HANDS}")
    if readings > MOST_READINGS:
        raise keys.error("wild", f"the jokers could be read in {readings} ways; at most {MOST_READINGS}")


# The table of hands


def _categories(keys: Keys, declared: Declaration, values: tuple[int | None, ...]) -> Iterator[Category]:
    listed = keys.take("category")
    if not isinstance(listed, list) or not listed:
        raise keys.error("category", "there must be at least one [[category]]")
    if len(listed) > MOST_CATEGORIES:
        raise keys.error("category", f"{len(listed)} lines are more than the {MOST_CATEGORIES} a table may have")
    seen: set[str] = set()
    for place, entry in enumerate(listed, 1):
        line = Keys(entry, f"{keys.where}, category {place}")
        name = line.text("name")
        line.where += f" ({name})"
        if name.casefold() in seen:
            raise line.error("name", f"two categories are called {show(name)}", name)
        seen.add(name.casefold())
        yield _category(line, name, declared, values)


def _category(line: Keys, name: str, declared: Declaration, values: tuple[int | None, ...]) -> Category:
    run = line.number("run", 2, declared.size, 0)
    same = _same(line, declared) if "same" in line else line.take("same")
    allowed = _allowed(line, declared.deck)
    kinds = _kinds(line, declared) if "kinds" in line else _any_kinds(line, declared, run, same, len(allowed))
    tie = _tie(line, run)
    if "total" in tie and any(values[rank] is None for rank in allowed):
        bare = next(declared.deck.ranks[rank].text for rank in sorted(allowed) if values[rank] is None)
        raise line.error("tie", f"a total needs the value of each rank, and {show(bare)} has none: give it in the deck")
    printed = line.number("printed", 0, 10**15) if "printed" in line else line.take("printed")
    category = Category(name, kinds, run, same, allowed, tie, printed, line.text("says", ""))
    line.done()
    most = fields(declared, category)
    for place, _ in FIELD.findall(category.says):
        if not 1 <= int(place) <= most:
            raise line.error("says", f"{{{place}}} cannot be filled: the tie-breaks tell {most} things apart", place)
    return category


def _same(line: Keys, declared: Declaration) -> str:
    known = () if declared.dice else tuple(facet.name for facet in declared.deck.facets)
    same = line.of_type("same", str, "a facet of the suits", None)
    if same not in known:
        raise line.error("same", f"no facet {show(same)} in the deck; {unknown(same, known)}", same)
    return same


def _allowed(line: Keys, deck: Deck) -> frozenset[int]:
    """The ranks that such a hand may hold."""
    numbers = {rank.text: number for number, rank in enumerate(deck.ranks)}
    words = line.words("ranks", "the ranks allowed", " ".join(numbers))
    for word in words:
        if word not in numbers:
            raise line.error("ranks", f"no rank {show(word)} in the deck; {unknown(word, numbers)}", word)
    if not words:
        raise line.error("ranks", "must name a rank at least")
    return frozenset(numbers[word] for word in words)


def _kinds(line: Keys, declared: Declaration) -> tuple[Kinds, ...]:
    """The kinds as written, one way or a list of ways, each largest first."""
    what = "the sizes of the groups of equal rank, such as [3, 2], or a list of such lists"
    written = line.of_type("kinds", list, what, None)
    ways = written if written and all(isinstance(way, list) for way in written) else [written]
    found = set()
    for way in ways:
        if not way or not all(type(size) is int and size > 0 for size in way):
            raise line.error("kinds", f"must be {what}, not {show(written)}", written)
        if sum(way) != declared.size:
            said = f"{show(way)} adds up to {show(sum(way))}, and a hand has {declared.size} cards"
            raise line.error("kinds", said, way)
        found.add(tuple(sorted(way, reverse=True)))
    return tuple(sorted(found, reverse=True))


def _any_kinds(line: Keys, declared: Declaration, run: int, same: str | None, ranks: int) -> tuple[Kinds, ...]:
    """All kinds that such hands can have, for a category that names none."""
    line.take("kinds")
    deck = declared.deck
    most = declared.size
    if same:
        facet = next(facet for facet in deck.facets if facet.name == same)
        classes = facet.of[: len(deck.suits)]
        most = max(classes.count(cls) for cls in classes)
    elif not declared.dice:
        most = len(deck.suits) + len(deck.jokers)
    ways = [way for groups in range(max(run, 1), ranks + 1) for way in _partitions(declared.size, groups, most)]
    return tuple(sorted(ways, reverse=True))


def _partitions(total: int, groups: int, most: int) -> list[Kinds]:
    """The ways to part a number of cards into so many groups, each of at most ``most``, largest first."""
    if groups > total:
        return []
    if groups == 0:
        return [()] if total == 0 else []
    return [
        (first, *rest)
        for first in range(min(most, total), 0, -1)
        for rest in _partitions(total - first, groups - 1, first)
    ]


def _tie(line: Keys, run: int) -> tuple[str, ...]:
    words = line.words("tie", f"some of {', '.join(TIES)}, or none", "run" if run else "ranks")
    if words == ["none"]:
        return ()
    for word in words:
        if word not in TIES:
            raise line.error("tie", f"there is no tie-break {show(word)}; {unknown(word, (*TIES, 'none'))}", word)
        if words.count(word) > 1:
            raise line.error("tie", f"{show(word)} stands twice", word)
    if "run" in words and not run:
        raise line.error("tie", "without a run there is no top of it", "run")
    return tuple(words)
