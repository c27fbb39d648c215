"""The exact numbers of every ranking, found by looking at every hand, and by counting, which does not."""

import math
from fractions import Fraction
from typing import Any

import pytest

from cardwright import ranking
from cardwright.errors import BadCount
from cardwright.ranking import declaration as declarations
from cardwright.ranking.ranking import Ranking

# By category as declared, strongest first. Those of pai gow and of 52 cards are published; see the rankings' pages.
PUBLISHED = {
    ("dual-piecepacks", 5): [
        48, 240, 336, 480, 720, 1_440, 1_920, 7_680, 12_240, 16_560, 17_280, 45_600, 46_080, 183_600, 207_360,
        358_560, 812_160,
    ],
    ("standard", 5): [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    ("standard", 7): [
        41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460,
    ],
    ("pyramid", 5): [24, 360, 2_160, 984, 6_120, 23_040, 51_840, 322_560, 250_920],
    ("paigow-back", 7): [
        1_128, 26_132, 184_832, 307_472, 4_188_528, 6_172_088, 11_236_028, 7_470_676, 35_553_816, 64_221_960,
        24_780_420,
    ],
}  # fmt: skip

# Computed here, by both ways; no publication of them is known.
OURS = {
    ("dual-piecepacks", 7): [
        41_664, 134_640, 239_088, 359_040, 521_760, 1_116_480, 1_209_600, 2_841_360, 5_893_200, 3_053_040, 7_257_600,
        15_912_960, 9_097_920, 20_003_520, 0, 5_947_200, 0,
    ],
    ("paigow-back", 5): [
        1, 24, 180, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964,
    ],
    ("pyramid", 7): [13_600, 71_400, 1_042_560, 450_560, 1_679_040, 1_244_760, 6_305_040, 6_593_400, 1_243_200],
    ("deuce-to-seven", 5): [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36],
    ("standard-low", 5): [1_317_888, 1_098_240, 123_552, 54_912, 3_744, 624],
    ("dual-piecepacks-inverted", 5): PUBLISHED["dual-piecepacks", 5][::-1],
    ("dual-piecepacks-low", 5): [196_608, 860_160, 376_320, 215_040, 47_040, 16_800, 336],
    ("pyramid-by-rarity", 5): [24, 360, 984, 2_160, 6_120, 23_040, 51_840, 250_920, 322_560],
    ("paigow-front", 2): [82, 1_296],
}  # fmt: skip

BUILT_IN = declarations.names()
CHEAP = 25_000_000  # rankings with at most this many hands are enumerated


@pytest.mark.parametrize(("name", "cards"), [*PUBLISHED, *OURS])
def test_every_hand_is_looked_at_and_the_counts_are_those_known(name: str, cards: int) -> None:
    found = ranking.load(name).frequencies(cards, every_hand=True)
    assert list(found.categories) == (PUBLISHED | OURS)[name, cards]
    assert found.total == math.comb(ranking.load(name).deck.size, cards)


def test_flexdeck_rolls() -> None:
    flexdeck = ranking.load("flexdeck")
    found = flexdeck.frequencies(every_hand=True)
    counts = dict(zip((category.name for category in flexdeck.categories), found.categories))
    assert found.total == 100_000
    assert counts == {
        "Five of a kind": 10,
        "Four of a kind": 450,
        "Straight-5": 720,
        "Full house": 900,
        "Two pair": 10_800,
        "Straight-4": 3_600,
        "Three of a kind": 7_200,
        "One pair": 48_720 + 1_680,  # FD2: a run of four with a pair is one pair
        "Garbage": 25_920,
    }


def test_numbers_of_strengths() -> None:
    assert len(ranking.load("dual-piecepacks")) == 630
    assert len(ranking.load("standard")) == 7_462
    assert len(ranking.load("standard-low")) == 6_175
    assert len(ranking.load("paigow-front")) == 91  # 13 pairs, 78 others


@pytest.mark.parametrize("name", BUILT_IN)
def test_counting_agrees_with_looking_at_every_hand_strength_by_strength(name: str) -> None:
    table = ranking.load(name)
    assert table.frequencies() == table.frequencies(every_hand=True)
    for cards in range(table.size + 1, 8 if not table.declaration.dice else 0):
        if math.comb(table.deck.size, cards) > CHEAP or (table.compiled.overrules and cards > 6):
            break
        assert table.frequencies(cards) == table.frequencies(cards, every_hand=True)


@pytest.mark.parametrize("name", ["standard", "paigow-back", "dual-piecepacks"])
def test_counting_agrees_on_seven_cards(name: str) -> None:
    table = ranking.load(name)
    assert table.frequencies(7) == table.frequencies(7, every_hand=True, threads=2)


def packs(number: int, ranks: str = "A 2 3 4 5 6 7 8 9 T J Q K", order: str | None = None) -> Ranking:
    """Packs of cards shuffled together: as many suits of each kind, and a flush is of a kind."""
    single = declarations.table("standard")
    suits = [
        {"name": f"{kind} of pack {pack}", "text": f"{kind[0]}{pack}", "kind": kind}
        for pack in range(number)
        for kind in ("clubs", "diamonds", "hearts", "spades")
    ]
    lines = [line | ({"same": "kind"} if "same" in line else {}) for line in single["category"]]
    lines.insert(1, {"name": "Five of a kind", "kinds": [5]})
    deck = {"ranks": ranks, "suits": suits}
    return Ranking(
        declarations.from_table(
            single | {"name": f"{number} packs", "deck": deck, "category": lines, "order": order or ranks}
        )
    )


def test_seven_cards_of_two_packs_without_looking_at_the_hands() -> None:
    two = packs(2, order="A 2 3 4 5 6 7 8 9 T J Q K A")
    found = two.frequencies(7)
    assert found.total == math.comb(104, 7) == 21_243_342_120
    counts = dict(zip((category.name for category in two.categories), found.categories))
    # No straight flush has five of a rank, so these are all that do.
    fives = math.comb(8, 5) * math.comb(96, 2) + math.comb(8, 6) * 96 + math.comb(8, 7)
    assert counts["Five of a kind"] == 13 * fives
    # Every way to hold five to seven of a kind with a run among their ranks, and any others; two runs share four ranks.
    assert counts["Straight flush"] == straight_flushes()


def straight_flushes() -> int:
    """Seven cards of two packs with a straight flush: sets of ranks in one kind, each rank once or twice."""
    runs = [frozenset((first + step) % 13 for step in range(5)) for first in range(10)]
    of_a_kind = [0] * 8  # ways to hold this number of cards of one kind with a run among them
    for ranks in range(1 << 13):
        held = frozenset(rank for rank in range(13) if ranks >> rank & 1)
        if 5 <= len(held) <= 7 and any(run <= held for run in runs):
            for doubled in range(7 - len(held) + 1):
                of_a_kind[len(held) + doubled] += math.comb(len(held), doubled) * 2 ** (len(held) - doubled)
    return 4 * sum(ways * math.comb(78, 7 - number) for number, ways in enumerate(of_a_kind))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_two_small_packs_are_counted_as_when_every_hand_is_looked_at(cards: int) -> None:
    two = packs(2, "A 2 3 4 5 6")
    assert two.frequencies(cards) == two.frequencies(cards, every_hand=True)


# Odd tables: parts that overlap, hands so small that several parts are full at once, jokers that are anything


SUITS = [
    {"text": text, "name": text, "shape": shape, "size": size}
    for text, shape, size in [
        ("a", "round", "large"), ("b", "round", "small"), ("c", "round", "small"),
        ("d", "square", "large"), ("e", "square", "large"), ("f", "square", "small"),
    ]
]  # fmt: skip


def odd(lines: list[dict[str, Any]], **more: Any) -> Ranking:
    return Ranking(
        declarations.from_table(
            {
                "name": "Odd",
                "size": 3,
                "deck": {"ranks": "1 2 3 4", "suits": SUITS} | more.pop("deck", {}),
                "category": [{"name": str(place), **line} for place, line in enumerate(lines)],
            }
            | more
        )
    )


ODD = {
    "two facets": odd([{"same": "shape", "run": 3}, {"same": "size", "kinds": [2, 1]}, {"same": "suit"}, {}]),
    "both at once": odd([{"same": "suit"}, {"same": "size"}, {"run": 3}, {"same": "shape"}, {}]),
    "two cards": odd([{"kinds": [2]}, {"same": "shape"}, {}], size=2),
    "jokers": odd([{"same": "shape", "run": 3}, {"kinds": [3]}, {"same": "shape"}, {}], deck={"jokers": 2}, wild="any"),
    "upside down": odd(
        [{"same": "suit"}, {"run": 3}, {"same": "shape"}, {"kinds": [3]}, {"same": "size"}, {}], upside_down=True
    ),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("cards", range(2, 7))
def test_odd_tables_are_counted_as_when_every_hand_is_looked_at(name: str, cards: int) -> None:
    table = ODD[name]
    if cards >= table.size:
        assert table.frequencies(cards) == table.frequencies(cards, every_hand=True)


def test_progress_is_reported_and_ends_at_all_hands() -> None:
    reported = []
    ranking.load("pyramid").frequencies(6, every_hand=True, progress=lambda *seen: reported.append(seen))
    assert reported[-1] == (math.comb(40, 6), math.comb(40, 6))
    assert reported == sorted(reported)


def test_beats_is_the_share_of_weaker_hands() -> None:
    poker = ranking.load("standard")
    assert poker.beats(0) == 0
    assert poker.beats(7_461) == 1 - Fraction(4, 2_598_960)
    by_strength = poker.frequencies().strengths
    assert poker.beats(1_277) == Fraction(sum(by_strength[:1_277]), 2_598_960) == Fraction(1_302_540, 2_598_960)


@pytest.mark.parametrize(("name", "cards"), [("standard", 4), ("standard", 10), ("flexdeck", 6), ("pyramid", 41)])
def test_numbers_of_cards_that_cannot_be(name: str, cards: int) -> None:
    with pytest.raises(BadCount, match=str(cards)):
        ranking.load(name).frequencies(cards)


def test_hands_that_are_too_many_to_look_at_are_refused_before_anyone_waits() -> None:
    suits = [
        {"text": f"s{suit}", "name": f"s{suit}"} | {f"f{facet}": str(suit >> facet & 1) for facet in range(5)}
        for suit in range(32)
    ]
    lines = [{"name": str(facet), "same": f"f{facet}"} for facet in range(5)]
    deck = {"ranks": "1 2 3 4", "suits": suits}
    wild = Ranking(declarations.from_table({"name": "Many", "deck": deck, "category": [*lines, {"name": "none"}]}))
    assert wild.frequencies(5).total == math.comb(128, 5)
    with pytest.raises(BadCount, match="hands of 7 cards are too many"):
        wild.frequencies(7)
