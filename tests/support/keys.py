"""The keys of each table of a declaration, recorded as the readers ask for them."""

import contextlib
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from cardwright.games.poker import variants
from cardwright.ranking import declaration as rankings
from cardwright.ranking.toml_reader import TableReader

Keys = dict[str, set[str]]  # by table: "" is the top of the file, "deck, ranks" the tables in that list

SOURCE = "declaration"
ENTRY = re.compile(r" \d+(?: \(.*\))?$")  # "category 3 (Flush)"
OF_FACETS = re.compile(r"deck, suits|.*, classes")  # tables whose keys are the names of facets
JOKERS = """name = "Jokers"
size = 1
wild = "any"
deck = { ranks = "1 2", jokers = [{ text = "J" }] }
category = [{ name = "Any" }]
"""


@contextlib.contextmanager
def _recorded() -> Iterator[Keys]:
    """Record the keys that declarations of the name `SOURCE` are asked for meanwhile, whether they have them or not."""
    found: Keys = defaultdict(set)
    take, contains = TableReader.take, TableReader.__contains__

    def record(reader: TableReader, key: str) -> None:
        table = reader.where.removeprefix(SOURCE).removeprefix(", ")
        if not OF_FACETS.fullmatch(table):
            found[ENTRY.sub("", table)].add(key)

    def recorded_take(reader: TableReader, key: str, default: object = None) -> object:
        record(reader, key)
        return take(reader, key, default)

    def recorded_contains(reader: TableReader, key: str) -> bool:
        record(reader, key)
        return contains(reader, key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableReader, "take", recorded_take)
        patch.setattr(TableReader, "__contains__", recorded_contains)
        yield found


def keys_of_rankings() -> Keys:
    """Return the keys that a ranking may have. A combination of [[points]] has those of a category too."""
    with _recorded() as found:
        for name in rankings.all_names():
            rankings.from_table(rankings.table(name), SOURCE)
        rankings.parse(JOKERS, SOURCE)
    found[""] -= {"street"}  # asked for to refuse a variant
    return dict(found)


def keys_of_variants() -> Keys:
    """Return the keys that a variant of poker may have."""
    with _recorded() as found:
        for name in variants.ALL_NAMES:
            variants.parse(variants.text_of(name), SOURCE)
    return dict(found)
