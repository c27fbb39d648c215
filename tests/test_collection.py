"""The collection of tables of other games: each against its printed counts and against the slow reference."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from cardwright.errors import UnknownName
from cardwright.ranking import declaration as declarations
from cardwright.ranking import lint
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.compile import Compiled
from cardwright.ranking.declaration import LIBRARY
from cardwright.ranking.model import NOTHING, Declaration
from cardwright.ranking.ranking import Ranking
from support import classify, reference
from support.reference import look

MAX_LINES = 30
FEW_READINGS = {"deuces-wild", "canasta-melds", "one-eyed-jacks", "joker-poker"}  # each wild card is tried as any card


def test_the_collection_has_over_forty_games() -> None:
    assert len(declarations.collection()) > 45
    assert not set(declarations.collection()) & set(declarations.names())


def test_files_are_short_and_name_their_sources() -> None:
    for name in declarations.collection():
        lines = (LIBRARY / "collection" / f"{name}.toml").read_text(encoding="utf-8").splitlines()
        assert len(lines) <= MAX_LINES, name
        assert lines[0].startswith("# "), name


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
    assert sum(taken) == number_of_hands(declared)


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


def number_of_hands(declared: Declaration) -> int:
    return math.prod(map(sum, declared.sides)) if declared.dice else math.comb(declared.deck.size, declared.size)


FEW_HANDS = [name for name in declarations.collection() if number_of_hands(declarations.load(name)) <= 10_000]


@pytest.mark.parametrize("name", [*FEW_HANDS, "pinochle-melds"])
def test_the_slow_reference_counts_every_hand_of_a_small_table(name: str) -> None:
    declared = declarations.load(name)
    assert reference.frequencies(declared) == tuple(line.printed for line in declared.categories)


def choices(copies: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the numbers of cards of each kind in a hand, and the number of such hands."""
    for numbers in itertools.product(*(range(min(number, size) + 1) for number in copies)):
        if sum(numbers) == size:
            yield numbers, math.prod(map(math.comb, copies, numbers))


def test_a_hand_of_pinochle_is_counted_by_its_kinds_of_cards() -> None:
    found: Counter[str] = Counter()
    for (nine, jack, queen, king, ten, ace, diamond, _), ways in choices((*[2] * 7, 34), 12):
        runs, pinochles, marriages = min(ace, ten, king, queen, jack), min(queen, diamond), min(king, queen)
        fits = {
            "Double run": runs == 2,
            "Double pinochle": pinochles == 2,
            "Run and pinochle": runs and pinochles,
            "Run": runs,
            "Two royal marriages": marriages == 2,
            "Pinochle": pinochles,
            "Royal marriage": marriages,
            "Dix": nine,
            "Nothing": True,
        }
        found[next(name for name, held in fits.items() if held)] += ways
    assert found == {line.name: line.printed for line in declarations.load("pinochle-hand").categories}


def test_the_hands_of_mus_are_counted_by_their_kinds_of_cards() -> None:
    """Threes and court cards are worth ten, and twos one; in pairs, threes are kings and twos aces."""
    juego: Counter[str] = Counter()
    for numbers, ways in choices((8, 4, 4, 4, 4, 16), 4):
        total = sum(map(math.prod, zip(numbers, (1, 4, 5, 6, 7, 10))))
        juego[{31: "Thirty-one", 32: "Thirty-two"}.get(total, "Juego" if total > 32 else "Punto")] += ways
    assert juego == {line.name: line.printed for line in declarations.load("mus-juego").categories}
    pares: Counter[str] = Counter()
    for numbers, ways in choices((8, 8, 4, 4, 4, 4, 4, 4), 4):
        groups = sorted(filter(None, numbers), reverse=True)
        pares["Duples" if groups in ([4], [2, 2]) else {3: "Medias", 2: "Par", 1: "No pares"}[groups[0]]] += ways
    assert pares == {line.name: line.printed for line in declarations.load("mus-pares").categories}


def test_a_hand_of_canasta_is_counted_by_its_wild_cards_and_its_longest_rank() -> None:
    found: Counter[str] = Counter()
    for wild, threes in itertools.product(range(12), range(9)):
        ways = math.comb(12, wild) * math.comb(8, threes)
        upto = [ways * _naturals(11 - wild - threes, most) for most in range(9)]
        needed = max(4, 7 - wild)  # cards of a rank that make a canasta with wild cards
        found["Canasta"] += upto[8] - upto[6]
        found["Mixed canasta"] += upto[6] - upto[needed - 1]
        found["Meld"] += upto[needed - 1] - upto[2]
        found["Mixed meld"] += (upto[2] - upto[1]) * (wild > 0)
        found["No meld"] += upto[1] if wild else upto[2]
    assert found == {line.name: line.printed for line in declarations.load("canasta-hand").categories}


def _naturals(number: int, most: int) -> int:
    """Return the number of sets of cards of eleven ranks of eight, at most ``most`` of a rank."""
    found = [1] + [0] * max(number, 0)
    for _ in range(11):
        found = [
            sum(found[size - held] * math.comb(8, held) for held in range(min(most, size) + 1))
            for size in range(len(found))
        ]
    return found[number] if number >= 0 else 0


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
