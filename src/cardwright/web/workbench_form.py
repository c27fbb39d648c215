"""The form of a declaration: its fields from a TOML table, and the table that its fields make.

Keys that the form does not show stay as they are: the whole table goes with the form, and fields replace their keys.
"""

import contextlib
import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cardwright.cards import FRENCH_SUITS
from cardwright.errors import BadDeclaration
from cardwright.ranking import declaration as declarations
from cardwright.ranking import dice, toml_writer
from cardwright.ranking.decks import SUIT_LOOKS
from cardwright.ranking.declaration_reader import MAX_HAND_CARDS
from cardwright.ranking.partitions import partitions
from cardwright.ranking.toml_reader import TableReader
from cardwright.web.requests import count
from cardwright.wording import NUMBER_WORDS, one_of

DIFFERENT = "different "  # before a facet
_SOME = re.compile(r"([0-9]+) of (.+)")  # a number of cards of one class of a facet
MAX_LINES = 100
ANY_HAND = "any hand"  # what a line asks that asks for nothing
MAX_RANGE_RANKS = 64  # from one to another that are listed
LONG_RANK_CHARS = 2  # a rank of more is perhaps several, written without spaces
FORM_FIELDS = ("name", "size", "dice", "ranks", "suits", "copies", "jokers", "wild", "runs", "base")
LINE_FIELDS = ("name", "kinds", "run", "same", "ranks", "total", "tie", "pays", "base")
DASHES = str.maketrans("\u2013\u2014\u2212", "---")  # as people and telephones type them
_TOTAL_SPACES = re.compile(r"(?<=[0-9]) *(-) *(?=[0-9])| *(\+)")
_RANGE = re.compile(r"([0-9]{1,3}) ?(?:-|–|\.\.+|…) ?([0-9]{1,3})")
_FRENCH = {suit.text for suit in FRENCH_SUITS}
_LETTER = re.compile(r"\w")
TIES = {
    "": "by rank, or by the top of the run",
    "first": "by the largest group only",
    "total": "by the sum of the cards",
    "none": "not at all",
}
RUNS = {
    "": "the lowest",
    "both": "the lowest, and the highest too",
    "high": "the highest only",
    "own": "as the text says",
}
# Keys that the form shows or that lines need only for their words; others are named below it.
_SHOWN = ("name", "about", "size", "dice", "deck", "wild", "order", "category")
_SHOWN_OF_DECK = ("title", "ranks", "suits", "packs", "jokers")
_SHOWN_OF_LINE = ("name", "kinds", "run", "same", "ranks", "total", "tie", "pays", "says", "printed", "misprint")
_WORDS = {(2,): "one pair", (2, 2): "two pairs", (3, 2): "full house", (3, 3): "two threes"}

BLANK = """name = "My game"
size = 5
order = "A 2 3 4 5 6 7 8 9 T J Q K A"

[deck]
ranks = "A 2 3 4 5 6 7 8 9 T J Q K"
suits = "c d h s"

[[category]]
name = "A pair or better"
kinds = [[5], [4, 1], [3, 2], [3, 1, 1], [2, 2, 1], [2, 1, 1, 1]]

[[category]]
name = "Nothing"
"""


class LineForm(msgspec.Struct, frozen=True):
    """The fields of a line; ``base`` is its place in the table that the form started from, "" for a new line.

    ``unshown`` are its conditions that no field shows, as in the text.
    """

    name: str = ""
    kinds: str = ""
    run: str = ""
    same: str = ""
    ranks: str = ""
    total: str = ""
    tie: str = ""
    pays: str = ""
    base: str = ""
    unshown: str = ""


class DeclarationForm(msgspec.Struct, frozen=True):
    """The fields of a declaration as text; ``base`` is the table that the form started from, as JSON.

    ``unshown`` are the keys that no field shows.
    """

    name: str
    size: str
    dice: str
    ranks: str
    suits: str
    copies: str
    jokers: str
    wild: str
    runs: str
    lines: tuple[LineForm, ...]
    base: str
    facets: tuple[str, ...] = ("suit",)
    unshown: str = ""

    @property
    def kinds(self) -> dict[str, str]:
        """The choices of equal ranks, each in words."""
        size = count(self.size, 2)
        own_kinds = dict.fromkeys(line.kinds for line in self.lines if line.kinds)
        cards = min(5 if size is None else size, 7)
        ways = [" ".join(map(str, way)) for way in partitions(cards, cards, cards)]
        return {"": "any", **{way: in_words(way) for way in (*ways, *own_kinds)}}

    @property
    def apart(self) -> str:
        """A question where the only rank or the only suit is perhaps several, without spaces between; else ""."""
        ranks, suits = self.ranks.split(), self.suits.split()
        if _RANGE.fullmatch(self.ranks.strip()) or (len(ranks) == 1 and len(ranks[0]) > LONG_RANK_CHARS):
            return _meant("rank", self.ranks.strip())
        if len(suits) == 1 and len(suits[0]) > 1 and (set(suits[0]) <= _FRENCH or not _LETTER.search(suits[0])):
            return _meant("suit", suits[0])
        return ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The conditions of each line, in words."""
        classes = self.classes
        return tuple(_asks(line, classes.get(line.same, line.same)) for line in self.lines)

    @property
    def takes_all(self) -> str:
        """The name of the first line that leaves nothing for those below it, as a new one does; "" without one."""
        return next((line.name for line, asks in zip(self.lines[:-1], self.asks) if asks == ANY_HAND), "")

    @property
    def classes(self) -> dict[str, str]:
        """The choices of suits and other facets, each in words."""
        size = count(self.size, 2)
        fewer = range((5 if size is None else min(size, MAX_HAND_CARDS)) - 1, 1, -1)
        same = {facet: f"all of one {facet}" for facet in self.facets}
        same |= {f"{some} of {facet}": f"at least {some} of one {facet}" for facet in self.facets for some in fewer}
        own = [line.same for line in self.lines if line.same not in same and not line.same.startswith(DIFFERENT)]
        same |= {words: _same_in_words(words) for words in own if words}
        return {"": "any", **same, **{f"{DIFFERENT}{facet}": f"different {facet}s" for facet in self.facets}}


def _meant(kind: str, written: str) -> str:
    """Return the question whether one rank or suit is meant as several: a range as its numbers, else each character."""
    several = list(written)
    if span := _RANGE.fullmatch(written):
        first, last = sorted(map(int, span.groups()))
        several = [str(each) for each in range(first, min(last, first + MAX_RANGE_RANKS) + 1)]
    return f"{written} is {f'one {kind}' if ' ' not in written else 'no list'}: did you mean {' '.join(several)}?"


def _same_in_words(same: str) -> str:
    some = _SOME.fullmatch(same)
    facets = " and one ".join((some[2] if some else same).split())
    return f"{f'at least {some[1]}' if some else 'all'} of one {facets}"


def _asks(line: LineForm, same: str) -> str:
    run, some = line.run and f"{line.run} in a row", _SOME.fullmatch(line.same)
    if some and some[1] == line.run:  # all conditions are about the same cards
        run, same = f"{run} of one {some[2]}", ""
    asked = (
        line.kinds and in_words(line.kinds),
        run,
        line.same and same,
        line.ranks and f"only of {line.ranks}",
        line.total and f"sum {line.total}",
        line.unshown,
    )
    return ", ".join(filter(None, asked)) or ANY_HAND


def in_words(kinds: str) -> str:
    """Return groups of equal rank in words: "full house"."""
    if "," in kinds:
        return one_of(map(in_words, kinds.split(",")))
    sizes = [count(size, 2) for size in kinds.split()]
    if None in sizes:  # a crafted request; it is shown as it is, beside what is wrong with it
        return kinds
    groups = tuple(size for size in sizes if size is not None and size > 1)
    if not groups:
        return "all different"
    if len(groups) == 1 and groups[0] > 2:
        return f"{NUMBER_WORDS[min(groups[0], 7)]} of a kind"
    return _WORDS.get(groups, "groups of " + " and ".join(map(str, groups)))


# From a table


def form_of(text: str) -> DeclarationForm:
    """Return the fields for the text of a declaration. Raises `BadDeclaration`."""
    return form_of_table(declarations.parse_toml(text, "declaration"))


def form_of_table(table: dict[str, Any]) -> DeclarationForm:
    """Return the fields for the TOML table of a declaration. Raises `BadDeclaration`."""
    like = table.pop("like", None)
    if isinstance(like, str):
        table = declarations.table(like) | table
    deck = table.get("deck")
    deck = deck if isinstance(deck, dict) else {}
    listed = deck.get("suits", "")
    suits = _entries(listed)
    lines = table.get("category")
    ranks = " ".join(_texts(_entries(deck.get("ranks", ""))))
    facets = {key for suit in suits if isinstance(suit, dict) for key in suit if key not in SUIT_LOOKS}
    by_facets = isinstance(listed, dict)
    facets.update(listed if by_facets else ())
    return DeclarationForm(
        name=str(table.get("name", "")),
        size=str(table.get("size", _dice_count(deck) or 5)),
        dice="yes" if table.get("dice") else "no",
        ranks=ranks,
        suits=" ".join(_texts(suits)),
        copies=str(deck.get("packs", 1)),
        jokers=str(deck["jokers"]) if type(deck.get("jokers")) is int else "own" if "jokers" in deck else "0",
        wild=str(table.get("wild", "")),
        runs=_runs(table.get("order"), ranks.split()),
        lines=tuple(_line(place, line) for place, line in enumerate(lines if isinstance(lines, list) else [])),
        base=json.dumps(table),
        facets=("suit", *sorted(facets)),
        unshown=", ".join(
            [key for key in table if key not in _SHOWN]
            + [f"deck.{key}" for key in deck if key not in _SHOWN_OF_DECK or (key == "suits" and by_facets)]
        ),
    )


def _dice_count(deck: dict[str, Any]) -> int:
    """Return the number of dice that a deck lists one by one, 0 for none."""
    with contextlib.suppress(BadDeclaration):
        return len(dice.read_dice(TableReader(deck, "deck")))
    return 0


def _entries(listed: object) -> list[Any]:
    return listed.split() if isinstance(listed, str) else listed if isinstance(listed, list) else []


def _texts(entries: Sequence[Any]) -> list[str]:
    return [str(entry.get("text", "")) if isinstance(entry, dict) else str(entry) for entry in entries]


def _orders(ranks: list[str]) -> dict[str, list[str]]:
    """Return the order of the ranks in runs by the kind of the first one, as `RUNS` names it."""
    return {"": ranks, "both": [*ranks, *ranks[:1]], "high": [*ranks[1:], *ranks[:1]]}


def _runs(order: object, ranks: list[str]) -> str:
    listed = _entries(order) if order is not None else ranks
    return next((name for name, way in _orders(ranks).items() if way == listed), "own")


def _line(place: int, line: object) -> LineForm:
    line = line if isinstance(line, dict) else {}
    kinds, tie, total = line.get("kinds", []), line.get("tie", ""), line.get("total", "")
    ways = kinds if isinstance(kinds, list) and kinds and isinstance(kinds[0], list) else [kinds]
    return LineForm(
        name=str(line.get("name", "")),
        kinds=", ".join(" ".join(map(str, way)) for way in ways if isinstance(way, list)),
        run=str(line.get("run", "")),
        same=_classes(line),
        ranks=" ".join(_texts(_entries(line.get("ranks", "")))),
        total=", ".join(map(str, total if isinstance(total, list) else [total])),
        tie=" ".join(tie) if isinstance(tie, list) and all(isinstance(word, str) for word in tie) else str(tie),
        pays=str(line.get("pays", "")),
        base=str(place),
        unshown=_unshown(line),
    )


def _unshown(line: dict[str, Any]) -> str:
    """Return the conditions of a line that no field shows, as in the text."""
    rest = {key: value for key, value in line.items() if key not in _SHOWN_OF_LINE}
    if _SOME.fullmatch(_classes(line)):
        rest.pop("cards", None)
    if isinstance(rest.get("different"), str) and "same" not in line:
        rest.pop("different")
    return ", ".join(toml_writer.write({"category": [rest]}).splitlines()[1:])


def _classes(line: dict[str, Any]) -> str:
    """Return the condition of a line on facets: "suit link", which all cards share, "3 of suit", "different suit"."""
    different = line.get("different", "")
    if different and isinstance(different, str) and "same" not in line:
        return f"{DIFFERENT}{different}"
    same, cards = " ".join(_texts(_entries(line.get("same", "")))), line.get("cards")
    return f"{cards} of {same}" if same and type(cards) is int else same


# To a table


def read(fields: Sequence[tuple[str, str]]) -> DeclarationForm:
    """Return the form that was sent: each line in the order of its fields. Raises `BadDeclaration`."""
    entries = dict(fields)
    columns = {name: [value for key, value in fields if key == f"line-{name}"] for name in LINE_FIELDS}
    if len({len(column) for column in columns.values()}) > 1 or len(columns["name"]) > MAX_LINES:
        raise BadDeclaration("the form is incomplete, or has too many lines", "", "form")
    lines = tuple(LineForm(*values) for values in zip(*columns.values(), strict=True))
    values: dict[str, Any] = {name: entries.get(name, "").strip() for name in FORM_FIELDS}
    for name in ("ranks", "suits"):
        values[name] = values[name].replace(",", " ")
    return DeclarationForm(**values, lines=lines)


def base_of(form: DeclarationForm) -> dict[str, Any]:
    """Return the table that a form started from. Raises `BadDeclaration`."""
    try:
        table = json.loads(form.base or "{}")
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, dict):
        raise BadDeclaration("the form cannot be read", "", "form")
    return table


def table_of(form: DeclarationForm) -> dict[str, Any]:
    """Return the table that a form declares. Values that cannot be read stay as text, for the declaration to refuse."""
    table = base_of(form)
    deck: dict[str, Any] = table["deck"] if isinstance(table.get("deck"), dict) else {}
    table |= {"name": form.name, "size": number(form.size)}
    _put(table, "dice", form.dice == "yes" or None)
    if form.dice == "yes":
        form = msgspec.structs.replace(form, suits="", copies="1", jokers="0")
    ranks = form.ranks.split()
    runs = "" if _has_new_first_rank(ranks, deck, table.get("order"), form.runs) else form.runs
    _put_deck(form, deck)
    if form.dice != "yes":
        deck.pop("dice", None)
    elif "dice" in deck:
        del table["size"]
    if deck.get("jokers") or table.get("wild_cards"):
        table["wild"] = form.wild or "any"
    else:
        for key in ("wild", "wild_as", "wild_completes"):
            table.pop(key, None)
    if runs != "own":
        _put(table, "order", " ".join(_orders(ranks).get(runs, [])) if runs else None)
    base = table.pop("category", [])
    table |= {"deck": deck, "category": [_table_of_line(line, base) for line in form.lines]}
    return table


def _put_deck(form: DeclarationForm, deck: dict[str, Any]) -> None:
    """Set the ranks, suits, copies and jokers of a deck."""
    ranks = form.ranks.split()
    if ranks or "dice" not in deck:  # a list of dice need not name the ranks
        deck |= {"ranks": _keep_tables(ranks, deck.get("ranks"))}
    copies = number(form.copies or "1")
    _put(deck, "packs", copies if copies != 1 else None)
    if form.suits or form.dice == "yes" or not isinstance(deck.get("suits"), dict):  # no field shows those by facets
        _put(deck, "suits", _keep_tables(form.suits.split(), deck.get("suits")))
    if form.jokers != "own":
        _put(deck, "jokers", _jokers(form.jokers or "0"))


def _jokers(text: str) -> float | str | None:
    """Return the number of jokers that a field holds, or their names. A number that is none is left to be refused."""
    if text in NUMBER_WORDS:
        return NUMBER_WORDS.index(text) or None
    with contextlib.suppress(ValueError):
        return int(text) or None
    with contextlib.suppress(ValueError):
        return float(text)
    return text


def _has_new_first_rank(ranks: list[str], deck: dict[str, Any], order: object, runs: str) -> bool:
    """Return True if another rank has come first in place of an ace, and the form still says what the ace is.

    The blank page says that. With any other first rank it was a choice, which stays.
    """
    before = _texts(_entries(deck.get("ranks", "")))
    return bool(ranks) and before[:1] == ["A"] != ranks[:1] and runs == _runs(order, before) != "own"


def _put(table: dict[str, Any], key: str, value: object) -> None:
    """Set a key, or remove it for None or nothing."""
    if value in (None, "", []):
        table.pop(key, None)
    else:
        table[key] = value


def number(text: str) -> int | str:
    """Return the number that a field holds, or else its text."""
    value = count(text)
    return text if value is None else value


def _keep_tables(words: Sequence[str], before: object) -> str | list[object]:
    """Return the words, with the tables that some of them had; plain text if none had one."""
    tables = {text: entry for entry in _entries(before) for text in _texts([entry]) if isinstance(entry, dict)}
    if not any(word in tables for word in words):
        return " ".join(words)
    return [tables.get(word, {"text": word}) for word in words]


def _table_of_line(line: LineForm, base: object) -> dict[str, Any]:
    place = count(line.base, 3)
    base_line = base[place] if isinstance(base, list) and place is not None and place < len(base) else {}
    table: dict[str, Any] = dict(base_line) if isinstance(base_line, dict) else {}
    table["name"] = line.name.strip()
    ways = [[number(size) for size in way.split()] for way in line.kinds.split(",") if way.strip()]
    _put(table, "kinds", ways[0] if len(ways) == 1 else ways)
    _put(table, "run", number(line.run.strip()) if line.run.strip() not in ("", "0") else None)
    facet = line.same.removeprefix(DIFFERENT)
    differ = line.same.startswith(DIFFERENT)
    some = _SOME.fullmatch(line.same)
    if some or _SOME.fullmatch(_classes(table)):  # else it is for other conditions
        _put(table, "cards", number(some[1]) if some else None)
    if some:
        facet = some[2]
    if differ or isinstance(table.get("different", ""), str):
        _put(table, "different", facet if differ else None)
    _put(table, "same", None if differ else facet if len(facet.split()) < 2 else facet.split())
    _put(table, "ranks", " ".join(line.ranks.replace(",", " ").split()))
    plain = _TOTAL_SPACES.sub(r"\1\2", line.total.translate(DASHES))
    totals = [number(each) for each in plain.replace(",", " ").split()]
    _put(table, "total", totals[0] if len(totals) == 1 else totals)
    _put(table, "tie", line.tie if len(line.tie.split()) < 2 else line.tie.split())
    _put(table, "pays", number(line.pays.strip()))
    if table.get("says") and base_line.get("tie") != table.get("tie"):
        table.pop("says")  # it refers to what was compared
    return table


def start(name: str) -> str:
    """Return the declaration that a page starts from: a ranking's, or the smallest one. Raises `UnknownName`."""
    known = (*declarations.names(), *declarations.collection())
    return declarations.text_of(name) if name in known else BLANK
