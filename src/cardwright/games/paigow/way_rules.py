"""The rules of a house way, read from TOML: which hands each applies to, and the cards that it puts in front."""

import enum
import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from cardwright.errors import BadDeclaration
from cardwright.games.paigow.hands import FIVE_CARD_CATEGORIES
from cardwright.ranking.toml_reader import TableReader

Shape: TypeAlias = tuple[int, ...]
Pair: TypeAlias = tuple[int, int]

SHAPES: dict[str, Shape] = {  # the numbers of equal cards, the most first
    "no pair": (1, 1, 1, 1, 1, 1, 1),
    "one pair": (2, 1, 1, 1, 1, 1),
    "two pair": (2, 2, 1, 1, 1),
    "three pair": (2, 2, 2, 1),
    "three of a kind": (3, 1, 1, 1, 1),
    "full house": (3, 2, 1, 1),
    "full house and a pair": (3, 2, 2),
    "two threes": (3, 3, 1),
    "four of a kind": (4, 1, 1, 1),
    "four and a pair": (4, 2, 1),
    "four and three": (4, 3),
    "five aces": (5, 1, 1),
    "five aces and a pair": (5, 2),
}
SINGLES = ("highest_card", "second_card", "third_card", "fourth_card", "fifth_card", "sixth_card", "seventh_card")
GROUPS_BY_SIZE: dict[int, tuple[str, ...]] = {  # the names of the groups of equal cards, from the highest
    5: ("five",),
    4: ("four",),
    3: ("three", "second_three"),
    2: ("pair", "second_pair", "third_pair"),
    1: SINGLES,
}
GROUPS = tuple(itertools.chain(*GROUPS_BY_SIZE.values()))
BACKS: dict[str, tuple[str, ...]] = {
    "straight or flush": FIVE_CARD_CATEGORIES,
    "straight": ("straight",),
    "flush": ("flush",),
    "straight flush": ("straight flush", "royal flush"),
}
RANKS = {
    text: rank for rank, text in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], 2)
} | {"T": 10}
CATEGORY_BITS = {"straight": 1 << 4, "flush": 1 << 5, "straight flush": 1 << 8, "royal flush": 1 << 9}
MIN_RANK = 2
FRONT_HELP = '"two of the pair", "the highest card and the second card", "best", "best pair" or "best with A"'


class Front(enum.IntEnum):
    """The kinds of fronts, as the kernel numbers them."""

    ANY = 0
    GROUPS = 1
    PAIR = 2
    WITH = 3


class WayFile(msgspec.Struct, frozen=True):
    """The title of a way, and where it comes from."""

    title: str
    source: str


class Rule(msgspec.Struct, frozen=True):
    """A rule. ``ranks`` are the heights allowed in each group; ``kind`` and ``pair`` select the cards for the front.

    ``pair`` are two groups, or for `Front.WITH` one height. ``back`` are the categories of the back, () for any, and
    ``at_least`` two groups that the front must not be below, or a rank for its higher card (a pair is above all).
    """

    shapes: tuple[Shape, ...]
    ranks: Mapping[str, frozenset[int]]
    kind: Front
    pair: tuple[str, ...]
    rank: int
    back: tuple[str, ...]
    at_least: tuple[str, ...]
    reason: str

    def fits(self, shape: Shape, heights: Mapping[str, int]) -> bool:
        """Return True if the rule is for a hand of this shape, with these heights of its groups."""
        return shape in self.shapes and all(heights.get(name) in ranks for name, ranks in self.ranks.items())

    def fronts(self, pairs: Sequence[Pair], heights: Mapping[str, int]) -> Sequence[Pair]:
        """Return which of a hand's pairs of heights may go in front, each with the higher first."""
        allowed = pairs
        if self.kind == Front.GROUPS:
            allowed = [_high_first(heights[self.pair[0]], heights[self.pair[1]])]
        elif self.kind == Front.PAIR:
            allowed = [(high, low) for high, low in pairs if high == low]
        elif self.kind == Front.WITH:
            allowed = [pair for pair in pairs if self.rank in pair]
        if len(self.at_least) == 1:
            rank = RANKS[self.at_least[0]]
            allowed = [(high, low) for high, low in allowed if high == low or high >= rank]
        elif self.at_least:
            lowest = _front_order(_high_first(heights[self.at_least[0]], heights[self.at_least[1]]))
            allowed = [pair for pair in allowed if _front_order(pair) >= lowest]
        return allowed

    @property
    def row(self) -> list[int]:
        """The rule as the kernel reads it: shapes, ranks of each group, front, back, and the lowest front."""
        shapes = sum(1 << number for number, shape in enumerate(SHAPES.values()) if shape in self.shapes)
        ranks = [
            sum(1 << rank - MIN_RANK for rank in self.ranks[name]) if name in self.ranks else -1 for name in GROUPS
        ]
        front = [*map(GROUPS.index, self.pair)] if self.kind == Front.GROUPS else [self.rank - MIN_RANK, -1]
        return [shapes, *ranks, self.kind, *front, sum(CATEGORY_BITS[name] for name in self.back), *self._least]

    @property
    def _least(self) -> list[int]:
        """The lowest front as the kernel reads it: two groups, a height and -1, or -1 twice."""
        if len(self.at_least) == 1:
            return [RANKS[self.at_least[0]] - MIN_RANK, -1]
        return [*map(GROUPS.index, self.at_least)] or [-1, -1]


def _high_first(first: int, second: int) -> Pair:
    return (first, second) if first >= second else (second, first)


def _front_order(pair: Pair) -> tuple[bool, Pair]:
    return pair[0] == pair[1], pair


def read(text: str, where: str) -> tuple[WayFile, tuple[Rule, ...]]:
    """Read a house way. Raises `BadDeclaration` with the rule and the key of a mistake."""
    try:
        reader = TableReader(tomllib.loads(text), where)
    except tomllib.TOMLDecodeError as problem:
        raise BadDeclaration(f"this is not TOML: {problem}", "", where) from problem
    file = WayFile(reader.of_type("title", str, "a text", None), reader.of_type("source", str, "a text", ""))
    tables = reader.of_type("rule", list, "one or more [[rule]]", None)
    reader.done()
    return file, tuple(_rule(TableReader(table, f"{where}, rule {n}")) for n, table in enumerate(tables, 1))


def _rule(reader: TableReader) -> Rule:
    hand_names = reader.take("hand")
    shape_names = [hand_names] if isinstance(hand_names, str) else hand_names if isinstance(hand_names, list) else []
    if not shape_names or any(name not in SHAPES for name in shape_names):
        raise reader.wrong("hand", f"one or more of {', '.join(SHAPES)}", hand_names)
    shapes = tuple(SHAPES[name] for name in shape_names)
    groups = _groups(shapes)
    ranks = {name: _ranks(reader, name) for name in GROUPS if name in reader}
    kind, pair, rank = _front(reader)
    back = reader.of_type("back", str, "a text", "")
    if back and back not in BACKS:
        raise reader.wrong("back", f"one of {', '.join(BACKS)}", back)
    least = _least(reader) if "at_least" in reader else ()
    reason = reader.of_type("reason", str, "a text", "")
    reader.done()
    for name in (*ranks, *pair, *(least if len(least) > 1 else ())):
        if name not in groups:
            raise reader.error("", f"not every {' or '.join(shape_names)} has a {name.replace('_', ' ')}", name)
    _check_reason(reader, reason, groups)
    return Rule(shapes, ranks, kind, pair, rank, BACKS.get(back, ()), least, reason)


def _least(reader: TableReader) -> tuple[str, ...]:
    """Read the lowest front: a rank, or two groups."""
    text = reader.of_type("at_least", str, "a rank or two groups", "")
    groups = (text,) if text in RANKS else _pair(text)
    if not groups:
        raise reader.error("at_least", 'must be a rank, or two groups: "the highest card and the second card"')
    return groups


def _groups(shapes: Sequence[Shape]) -> set[str]:
    """Return the groups that hands of all these shapes have."""
    groups_by_shape = [
        {name for size, names in GROUPS_BY_SIZE.items() for name in names[: shape.count(size)]} for shape in shapes
    ]
    return set.intersection(*groups_by_shape)


def _ranks(reader: TableReader, name: str) -> frozenset[int]:
    """Read ranks: "2-6", "A", "9 J-K"."""
    text = reader.of_type(name, str, "ranks", None)
    ranks: set[int] = set()
    for part in text.split():
        low, _, high = part.partition("-")
        if low not in RANKS or (high or low) not in RANKS or RANKS[low] > RANKS[high or low]:
            raise reader.wrong(name, 'ranks such as "2-6" or "9 J-A"', text)
        ranks.update(range(RANKS[low], RANKS[high or low] + 1))
    return frozenset(ranks)


def _front(reader: TableReader) -> tuple[Front, tuple[str, ...], int]:
    """Read the front: its kind, its two groups, and for "best with A" the rank."""
    text = reader.of_type("front", str, FRONT_HELP, None)
    if text in ("best", "best pair"):
        return (Front.ANY if text == "best" else Front.PAIR), (), 0
    if text.startswith("best with ") and text.removeprefix("best with ") in RANKS:
        return Front.WITH, (), RANKS[text.removeprefix("best with ")]
    pair = _pair(text)
    if not pair:
        raise reader.wrong("front", FRONT_HELP, text)
    return Front.GROUPS, pair, 0


def _pair(text: str) -> tuple[str, ...]:
    """Read two groups: "two of the pair", "one of the three and the highest card"; () if it is no pair."""
    if one_group := re.fullmatch(r"two of the ([a-z ]+)", text):
        names = [one_group[1], one_group[1]]
    elif two_groups := re.fullmatch(r"(?:one of )?the ([a-z ]+) and (?:one of )?the ([a-z ]+)", text):
        names = [two_groups[1], two_groups[2]]
    else:
        return ()
    groups = tuple(name.replace(" ", "_") for name in names)
    return groups if all(name in GROUPS for name in groups) else ()


def _check_reason(reader: TableReader, reason: str, groups: set[str]) -> None:
    try:
        reason.format(back="", **dict.fromkeys(groups, ""))
    except (KeyError, IndexError, ValueError, AttributeError) as problem:
        known = ", ".join(f"{{{name}}}" for name in ("back", *sorted(groups)))
        raise reader.error("reason", f"may name {known}", reason) from problem
