"""The collection of tables of other games: each against its printed counts and against the slow reference."""

import itertools
import math
from pathlib import Path
from random import Random

import pytest

from cardwright.errors import UnknownName
from cardwright.ranking import classify, lint
from cardwright.ranking import declaration as declarations
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.compile import Compiled
from cardwright.ranking.declaration import LIBRARY
from cardwright.ranking.model import NOTHING, Declaration
from cardwright.ranking.ranking import Ranking
from support import reference
from support.reference import look

MAX_LINES = 30
FEW_READINGS = {"deuces-wild", "canasta-melds", "one-eyed-jacks", "joker-poker"}  # each wild card is tried as any card


def test_the_collection_has_over_forty_games() -> None:
    assert len(declarations.collection()) > 45
    assert not set(declarations.collection()) & set(declarations.names())


@pytest.mark.parametrize("name", declarations.collection())
def test_a_file_is_short_and_names_its_source(name: str) -> None:
    lines = (LIBRARY / "collection" / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_LINES
    assert lines[0].startswith("# ")


PAGE = (Path(__file__).parents[1] / "docs" / "collection.md").read_text(encoding="utf-8").splitlines()


def row_of(declared: Declaration, taken: list[int]) -> str:
    """Return the row of a table on the page of the collection."""
    first = [f"{line.name} {number:,}" for line, number in zip(declared.categories, taken)]
    counts = ", ".join(first[:4]) + " ..." * (len(first) > 4)
    return f"| `{declared.name}` | {declared.about} | {sum(taken):,} | {counts} |"


@pytest.mark.parametrize("name", declarations.collection())
def test_counts_are_those_printed_and_add_up(name: str) -> None:
    declared = declarations.load(name)
    compiled = Compiled(declared)
    taken = [0] * len(declared.categories)
    for (index, _), number in zip(compiled.values, compiled.counts):
        taken[index] += number
    for category, number in zip(declared.categories, taken):
        assert category.printed == number, category.name
    assert row_of(declared, taken) in PAGE
    throws = math.prod(map(sum, declared.sides))
    assert sum(taken) == (throws if declared.dice else math.comb(declared.deck.size, declared.size))


@pytest.mark.parametrize("name", declarations.collection())
def test_the_slow_reference_agrees_on_random_hands(name: str) -> None:
    declared, rng = declarations.load(name), Random(name)
    cards, size = range(declared.deck.size), declared.size
    number = 4 if name in FEW_READINGS else 12
    hands = [tuple(sorted(declared.roll(rng) if declared.dice else rng.sample(cards, size))) for _ in range(number)]
    values = [_value(declared, hand) for hand in hands]
    keys = [reference.strength_key(declared, hand) for hand in hands]
    ordered = sorted(range(number), key=lambda place: keys[place])
    for one, other in itertools.pairwise(ordered):
        assert (keys[one] == keys[other]) == (values[one] == values[other])
        assert values[one] <= values[other]


def _value(declared: Declaration, hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    row = hands_by_card(declared).row(hand) if declared.by_card else ()
    looked = (row, 0, NOTHING) if declared.by_card else look(declared, hand)
    found = classify.classify(declared, *looked)
    assert found is not None
    return -found[0], found[1]


def test_a_misspelt_name_leads_to_the_collection() -> None:
    with pytest.raises(UnknownName, match="badugi"):
        declarations.load("badugy")


def test_large_hands_and_single_cards_are_ranked_one_by_one() -> None:
    skat = Ranking(declarations.load("skat"))
    hand = skat.declaration.parse_hand("Jc Js Jh 7d 8d 9d Qd Kd Td Ad")
    assert skat.describe(hand) == "three jacks"
    assert skat.describe("Jc Js Jh Jd 7d 8d 9d Qd Kd Td Ad") == "four jacks"
    badugi = Ranking(declarations.load("badugi"))
    assert badugi.describe("Ac 2d 3h 4s") == "badugi, four-three-two-ace"
    assert badugi.describe("Ac 2d 3h 4h") == "three cards, three-two-ace"
    assert badugi.strength("Ac 2d 3h 4s") > badugi.strength("Ac 2d 3h 5s") > badugi.strength("Ac 2d 3h 3s")
    assert badugi.frequencies(4).categories == (17160, 154440, 96252, 2873)


def test_the_hands_of_a_table_by_cards_are_linted() -> None:
    kinds = {finding.kind for finding in lint.lint(declarations.load("soko"))}
    assert kinds == {"rarity", "overlap", "ties"}
