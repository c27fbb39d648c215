"""Tables that look at single cards, classes and some of a hand's cards, against the slow reference."""

import itertools
import math
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import games
from cardwright.errors import BadCount, BadDeclaration, EmptyCategory
from cardwright.games.cribbage import scoring as cribbage
from cardwright.ranking import declaration as declarations
from cardwright.ranking import frequency, lint, load
from cardwright.ranking.by_card import card_types
from cardwright.ranking.by_card import hands as by_card
from cardwright.ranking.by_card import lines as line_by_card
from cardwright.ranking.by_card.hands import HandsByCard, hands_by_card
from cardwright.ranking.model import Declaration
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.survey import survey
from support import classify, reference
from support.card_declarations import by_card_tables
from support.playouts import played_by_bots
from support.reference import look


@settings(max_examples=45, deadline=None)
@given(by_card_tables(), st.randoms(use_true_random=False))
def test_on_any_table_that_looks_at_single_cards_the_two_readings_agree(raw: dict[str, Any], rng: Random) -> None:
    declared = declarations.from_table(raw, "made-up")
    counts = lint.count(declared)
    every = list(itertools.combinations(range(declared.deck.size), declared.size))
    assert counts.total == len(every)
    keys = {hand: reference.strength_key(declared, hand) for hand in every}
    last = len(declared.categories) - 1
    for index in range(last + 1):
        assert counts.taken[index] == sum(key[0] == last - index for key in keys.values())
    used = {last - key[0] for key in keys.values()}
    names = [line.name for index, line in enumerate(declared.categories) if index in used]
    if not set(raw.get("wild_completes", [])) <= set(names):
        return
    ranking = Ranking(declarations.from_table(raw | {"category": [c for c in raw["category"] if c["name"] in names]}))
    some = rng.sample(every, min(len(every), 40))
    strengths = {hand: ranking.strength(hand) for hand in some}
    for one, other in itertools.pairwise(sorted(some, key=keys.__getitem__)):
        assert (keys[one] == keys[other]) == (strengths[one] == strengths[other])
        assert strengths[one] <= strengths[other]
    for strength in strengths.values():
        assert ranking.describe(strength)
    if declared.deck.size > declared.size:
        more = tuple(rng.sample(range(declared.deck.size), declared.size + 1))
        best = max(keys[tuple(sorted(hand))] for hand in itertools.combinations(more, declared.size))
        assert ranking.category(ranking.strength(more)).name == declared.categories[last - best[0]].name


def test_a_joker_completes_a_badugi_of_three_cards() -> None:
    """A joker is the fourth suit, whatever its rank: there are as many badugis with it as hands of three such cards."""
    table = declarations.table("badugi")
    table |= {"wild": "any", "deck": table["deck"] | {"jokers": 1}}
    plain = Ranking(declarations.load("badugi")).frequencies().categories
    with_joker = Ranking(declarations.from_table(table)).frequencies().categories
    assert with_joker[0] == plain[0] + 13 * 12 * 11 * 4
    assert sum(with_joker) == 53 * 52 * 51 * 50 // 24


def test_a_joker_for_one_card_is_that_card_and_no_other() -> None:
    table = declarations.table("standard")
    deck = {"ranks": "9 T J Q K A", "suits": "c d h s", "jokers": [{"text": "Jo", "as": "Qs"}]}
    table |= {"wild": "any", "order": deck["ranks"], "deck": deck}
    table["category"] = [{"name": "Five queens", "kinds": [5]}, *table["category"]]
    ranking = Ranking(declarations.from_table(table))
    counts = dict(zip((line.name for line in ranking.categories), ranking.frequencies().categories, strict=True))
    assert counts["Straight flush"] == 8 + 2  # those of spades, with the joker in the place of the queen
    assert counts["Flush"] + counts["Straight flush"] == 4 * 6 + 5
    assert counts["Five queens"] == 1
    assert counts["Four of a kind"] == 6 * 20 + 4 * 20 + 5  # three queens and another card, or four others
    assert ranking.describe("As Ks Ts Js Jo") == "straight flush to the ace"
    assert ranking.describe("Ah Kh Th Jh Jo") == "straight to the ace"


def made_up(line: dict[str, Any], jokers: int, **keys: Any) -> Declaration:
    """A declaration of hands of two cards of two ranks and two suits, with jokers."""
    deck = {"ranks": ["A", "B"], "suits": [{"text": "w"}, {"text": "x"}], "jokers": jokers}
    lines = [{"name": "Apple"} | line, {"name": "Rest"}]
    table = {"name": "Made up", "size": 2, "order": ["A", "B"], "deck": deck, "category": lines}
    return declarations.from_table(table | keys, "made-up")


def test_cards_that_are_read_alike_are_two_cards() -> None:
    """The reference took two jokers that were read as the same card for one: there was no rest of the hand."""
    line = {"cards": 1, "holds": ["at most 1 of w"], "tie": ["ranks", "rest"]}
    declared = made_up(line, 2, wild="A")
    jokers, aces = (declared.parse_hand(text) for text in ("Jo1 Jo2", "Aw Ax"))
    assert reference.strength_key(declared, jokers) == reference.strength_key(declared, aces)


def test_a_deck_in_which_one_card_is_not_wild_is_read() -> None:
    """The number of its readings could not be computed."""
    with pytest.raises(EmptyCategory, match="no hand is ever 'Rest'"):
        Ranking(made_up({"classes": {"suit": [2]}, "tie": "none"}, 1, wild="any", wild_cards="Aw Ax Bw"))


@pytest.mark.parametrize(
    "deck",
    [
        'ranks = "1 2"\nsuits = [{text = "a", g = "x"}, {text = "b", g = "x"}, {text = "c", g = "y"}]\njokers = 2',
        'ranks = "1 2 3 4"\nsuits = { g = "x y" }\ncards = ["1 2 3 of x", "2 4 of y"]\njokers = 2',
    ],
)
@pytest.mark.parametrize("wild", ["any", "bug"])
def test_a_joker_may_be_of_classes_that_differ_in_their_ranks(deck: str, wild: str) -> None:
    lines = '{name = "Flush", same = "g"}, {name = "Pair", kinds = [2, 1]}, {name = "Rest"}'
    text = f'name = "n"\nsize = 3\nwild = "{wild}"\ncategory = [{lines}]\n[deck]\n{deck}'
    declared = declarations.parse(text)
    assert declared.by_card
    ranking = Ranking(declared)
    hands = list(itertools.combinations(range(declared.deck.size), 3))
    keys = {hand: reference.strength_key(declared, hand) for hand in hands}
    hands.sort(key=keys.__getitem__)
    for one, other in itertools.pairwise(hands):
        assert (keys[one] == keys[other]) == (ranking.strength(one) == ranking.strength(other))
        assert ranking.strength(one) <= ranking.strength(other)


def test_gee_joon_counts_as_three_or_as_six() -> None:
    tiles = Ranking(declarations.load("pai-gow-tiles"))
    found = {hand: tiles.describe(hand) for hand in ("3a 5a", "6a 5a", "6a 9b", "3a 6a")}
    assert list(found.values()) == ["points, 8 in all", "points, 8 in all", "points, 5 in all", "gee joon"]


def test_a_bug_is_an_ace_that_completes_straights_and_flushes() -> None:
    table = declarations.table("paigow-back")
    names = ["Royal flush", "Straight flush", "Flush", "Straight"]
    listed = declarations.from_table(table | {"wild": "A", "wild_completes": names})
    bug = declarations.load("paigow-back")
    assert listed != bug
    rng = Random(5)
    for hand in ((*rng.sample(range(52), 4), 52) for _ in range(400)):
        assert classify.classify(listed, *look(listed, hand)) == classify.classify(bug, *look(bug, hand))
    flushes = declarations.from_table(table | {"wild_completes": ["Flush"]})
    assert Ranking(flushes).describe("Kc Qd Jh 9s Jo") == "ace-high, king-queen-jack-nine"
    assert Ranking(flushes).describe("Kc Qc Jc 9c Jo") == "flush, ace-king-queen-jack-nine"


def test_the_suit_of_the_highest_card_is_not_said_as_that_of_the_last_rank() -> None:
    """It was "fives, one-gold" for a one of tin."""
    suits = [{"text": name[0], "name": name} for name in ("tin", "brass", "gold")]
    lanterns = Ranking(
        declarations.from_table(
            {
                "name": "Lanterns",
                "size": 4,
                "wild": "any",
                "deck": {"ranks": "1 2 3 4 5 6", "suits": suits, "jokers": 2},
                "category": [
                    {"name": "Triplet", "kinds": [3, 1], "tie": ["ranks", "suit"]},
                    {"name": "Street", "run": 4, "tie": ["run", "suit"]},
                    {"name": "Loose", "kinds": [1, 1, 1, 1], "tie": ["ranks", "suit"], "says": "{1} of {5}"},
                    {"name": "Rest"},
                ],
            }
        )
    )
    assert lanterns.describe("Jo1 Jo2 1t 5b") == "triplet, fives, one, gold"
    assert lanterns.describe("5t 4t 3t 2t") == "street to the five, tin"
    assert lanterns.describe("6t 4t 3b 1g") == "six of tin, four-three-one"


def test_a_crib_is_counted_as_the_cribbage_room_counts_it() -> None:
    every = itertools.combinations(range(52), 5)
    hands = np.fromiter(itertools.chain.from_iterable(every), np.uint8).reshape(-1, 5)
    # With a jack as the starter, where there is one, no hand has his nobs.
    rank = np.array(cribbage.RANK)[hands]
    starter = np.argmax(rank == cribbage.JACK_RANK, axis=1)
    rows = np.arange(len(hands))
    hands[rows, starter], hands[rows, 4] = hands[rows, 4], hands[rows, starter]
    counted = np.bincount(cribbage.scores(hands, crib=True))
    crib = Ranking(declarations.load("cribbage-crib"))
    found = {key[0] if key else 0: number for (_, key), number in zip(crib.compiled.values, crib.compiled.counts)}
    assert found == {points: number for points, number in enumerate(counted.tolist()) if number}
    assert crib.describe("5c 5d 5h 5s Jc") == "a crib of 28"
    assert crib.describe("2c 3c 4c 5c 6c") == "a crib of 14"


# A hand of four cards, and the starter as a card of another role.
SHOW = """
name = "Cribbage show"
size = 5
category = [
    { name = "Hand and starter", classes = { role = [4, 1] }, holds = ["1 of starter"], tie = "points" },
    { name = "No hand", tie = "none" },
]
points = [
    { name = "Fifteen", total = 15, scores = 2 },
    { name = "Pair", kinds = [2], scores = 2 },
    { name = "Run of five", run = 5, scores = 5 },
    { name = "Run of four", run = 4, unless = "Run of five", scores = 4 },
    { name = "Run of three", run = 3, unless = "Run of four", scores = 3 },
    { name = "Flush of five", same = "link", cards = 5, scores = 5 },
    { name = "Flush", same = ["link", "role"], cards = 4, unless = "Flush of five", scores = 4 },
    { name = "His nobs", cards = 2, same = "link", holds = ["1 of Jc Jd Jh Js", "1 of starter"], scores = 1 },
]
[deck]
suits = [
    { text = "c", role = "hand", link = "clubs" }, { text = "d", role = "hand", link = "diamonds" },
    { text = "h", role = "hand", link = "hearts" }, { text = "s", role = "hand", link = "spades" },
    { text = "c*", role = "starter", link = "clubs" }, { text = "d*", role = "starter", link = "diamonds" },
    { text = "h*", role = "starter", link = "hearts" }, { text = "s*", role = "starter", link = "spades" },
]
"""


def show(ranks: str) -> Declaration:
    values = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    listed = (f'{{ text = "{rank}", value = {values.get(rank) or rank} }}' for rank in ranks.split())
    return declarations.parse(f"{SHOW}ranks = [{', '.join(listed)}]")


def test_a_hand_with_its_starter_is_counted_as_the_cribbage_room_counts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random hands of the whole deck, whose table of all hands would be too large to compile."""
    monkeypatch.setattr(card_types, "MAX_HANDS", 10**12)
    monkeypatch.setattr(card_types, "MAX_STRENGTH_PLACES", 10**12)
    counter = hands_by_card(show("A 2 3 4 5 6 7 8 9 T J Q K"))
    dealt = np.random.default_rng(1).random((6000, 52)).argsort(axis=1)[:, :5].astype(np.uint8)
    dealt[0] = [16, 17, 18, 43, 19]  # three fives and the jack of the suit of the starter, a five
    ours = dealt // 4 * 8 + dealt % 4 + np.array([0, 0, 0, 0, 4], np.uint8)
    found = counter.points(np.sort(counter.type_of[ours], axis=1))
    assert found[0] == 29
    assert (found == cribbage.scores(dealt, crib=False)).all()


def test_all_hands_of_a_short_deck_with_a_starter() -> None:
    """Every hand of tens, jacks and queens with every starter: 495 by 8."""
    ranking, whole = Ranking(show("T J Q")), cribbage.DECK
    cards = whole.parse_cards("Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs")
    every = [(*hand, starter) for hand in itertools.combinations(cards, 4) for starter in cards if starter not in hand]
    texts = (f"{whole.text_of(hand[:4])} {whole.text(hand[4])}*" for hand in every)
    found = [ranking.value(ranking.strength(text))[1][0] for text in texts]
    assert len(found) == 495 * 8
    assert found == cribbage.scores(np.array(every, np.uint8), crib=False).tolist()


STANDARD = 'like = "standard"\nname = "T"\n'


def scored(conditions: str) -> str:
    return f'{STANDARD}[[points]]\nname = "Y"\n{conditions}\n'


JOKER = 'name = "T"\ndeck = { ranks = "A 2 3 4 5 6", suits = "c d h s", jokers = 1 }\n'
WILD = 'name = "T"\nwild = "any"\nwild_cards = "2"\ndeck = { ranks = "A 2 3 4 5 6", suits = "c d h s" }\n'


@pytest.mark.parametrize(
    ("top", "line", "why"),
    [
        (STANDARD, 'of = ["A"]', "category 1 (X), of: needs kinds in the same category"),
        (STANDARD, 'kinds = [4, 1]\nof = ["A", "K", "Q"]', "category 1 (X), of: 3 groups are more than the kinds have"),
        (STANDARD, 'kinds = [4, 1]\nof = ["Z"]', "category 1 (X), of: no rank 'Z' in the deck"),
        (STANDARD, 'holds = "Zz"', "category 1 (X), holds: no card 'Zz' in the deck"),
        (STANDARD, 'holds = ["7 of hearts"]', "category 1 (X), holds: '7 of hearts': the numbers must be from 0 to 5"),
        (STANDARD, "holds = 3", "category 1 (X), holds: must be cards, such as"),
        (STANDARD, "step = 2", "category 1 (X), step: needs a run in the same category"),
        (
            STANDARD,
            "run = 3\neach = 2",
            "category 1 (X), each: a run of 3 with 2 cards of each rank has 6, and there are 5",
        ),
        (STANDARD, "total = 21", "category 1 (X), total: a total needs the value of each rank"),
        (STANDARD, 'total = "4-2"', "category 1 (X), total: must be a number from 0"),
        (STANDARD, 'total = "4-"', "category 1 (X), total: must be a number from 0"),
        (STANDARD, 'total = "2-4+"', "category 1 (X), total: must be a number from 0"),
        (STANDARD, "wilds = 1", "category 1 (X), wilds: the deck has no wild cards"),
        (STANDARD, "cards = 6", "category 1 (X), cards: must be a whole number from 1 to 5, not 6"),
        (STANDARD, "classes = { suit = [3, 1] }", "classes, suit: [3, 1] adds up to 4, and a hand has 5 cards"),
        (STANDARD, "classes = { color = [5] }", "classes: no facet 'color' in the deck"),
        (STANDARD, 'tie = "rest"', "category 1 (X), tie: the rest is of a category that looks at some cards"),
        (STANDARD, 'tie = ["suit", "ranks"]', "category 1 (X), tie: suit: must be the last tie-break"),
        (
            WILD.replace("5 6", "5 6 7 8 9 T J Q K"),
            'different = "suit"\nwilds = "0-3"',
            "wild: wild cards can be read in 91,198,484 ways",
        ),
        (
            'name = "T"\nwild = "any"\n[deck]\nranks = "1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S"\n'
            'suits = "c d"\njokers = 8\n',
            'different = "suit"\ncards = 2',
            "wild: wild cards can be read in 94,321,108 ways",
        ),
        (WILD, 'holds = "2"', "category 1 (X), holds: '2' is wild: use wilds"),
        (WILD, 'holds = "spades"', "category 1 (X), holds: 'spades' has wild cards (2s): use wilds"),
        (WILD + 'wild_as = "A Z"\n', "", "wild_as: no rank and no card 'Z' in the deck"),
        (WILD + "wild_as = []\n", "", "wild_as: must name at least one rank"),
        (JOKER + 'wild = "A"\nwild_as = "A 2"\n', "", "wild_as: no wild card may have several ranks: wild must be any"),
        (WILD + 'wild_completes = ["X"]\n', "", "wild_completes: a joker that is any card completes every category"),
        (JOKER + 'wild = "A"\nwild_completes = 3\n', "", "wild_completes: must be names of categories, such as"),
        (
            JOKER + 'wild = "bug"\nwild_completes = ["Y"]\n',
            "",
            "wild_completes: no category is named 'Y'; there are: X",
        ),
        (
            JOKER + 'wild = "A"\nupside_down = true\nwild_completes = ["X"]\n',
            "",
            "wild_completes: an upside-down table avoids what a joker completes",
        ),
        (STANDARD + 'wild_completes = "X"\n', "", "wild_completes: the deck has no jokers"),
        (STANDARD, "points = 3", "category 1 (X), points: no combination scores points: list them as [[points]]"),
        (STANDARD, 'tie = "points"', "category 1 (X), tie: no combination scores points"),
        (
            scored("kinds = [2]\nscores = 2"),
            'tie = ["ranks", "points"]',
            "tie: points must be the first tie-break",
        ),
        (
            scored("kinds = [2]\nscores = 0"),
            "",
            "points 1 (Y), scores: must be a whole number from 1",
        ),
        (scored("kinds = [2]"), "", "points 1 (Y), scores: is missing"),
        (
            scored('same = "suit"\nscores = 2'),
            "",
            "points 1 (Y), cards: is missing: it must be the number",
        ),
        (scored('cards = "0-2"\nscores = 2'), "", "points 1 (Y), cards: must be from 1 to 5"),
        (scored("kinds = [6]\nscores = 2"), "", "points 1 (Y), cards: must be from 1 to 5"),
        (
            scored('kinds = [2]\nscores = 2\nunless = "Z"'),
            "",
            "points 1 (Y), unless: no combination 'Z'",
        ),
        (
            scored("kinds = [2]\nscores = 2\npays = 2"),
            "",
            "points 1 (Y), pays: is a key of a category",
        ),
        (
            scored("kinds = [2]\nscores = 2\nsteps = 2"),
            "",
            "points 1 (Y): unknown key 'steps'; did you",
        ),
        (STANDARD + 'wild_cards = "Zz"\n', "", "wild_cards: no rank and no card 'Zz' in the deck"),
        ('name = "T"\ndeck = { ranks = "A B", cards = ["A of x"] }\nsize = 2\n', "", "deck, cards 1: no suit 'x'"),
        ('name = "T"\ndeck = { ranks = [{ text = "A", as = "Z" }] }\nsize = 2\n', "", "ranks 1, as: no rank 'Z'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(top: str, line: str, why: str) -> None:
    with pytest.raises(BadDeclaration) as refused:
        declarations.parse(f'{top}[[category]]\nname = "X"\n{line}\n', "t.toml")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


# Hands of six cards

SIX = """
name = "Five of six"
size = 6
like = "standard"
[[category]]
name = "Six-flush"
same = "suit"
[[category]]
name = "Five-flush"
cards = 5
same = "suit"
tie = ["ranks", "rest"]
[[category]]
name = "Four-flush"
cards = 4
same = "suit"
[[category]]
name = "Rest"
"""


def test_five_of_a_suit_out_of_six_cards_are_counted_and_ranked() -> None:
    ranking = load(SIX)
    counts = ranking.frequencies(6)
    total = math.comb(52, 6)
    flushes = [4 * math.comb(13, 6), 4 * math.comb(13, 5) * 39, 4 * math.comb(13, 4) * math.comb(39, 2)]
    assert counts.categories == (*flushes, total - sum(flushes))
    rng = Random(1)
    hands = [rng.sample(range(52), 6) for _ in range(600)]
    hands += [[*rng.sample(range(0, 52, 4), 5), rng.choice(range(1, 52, 4))] for _ in range(300)]
    rng.shuffle(hands)
    found = ranking.strengths(np.array(hands, np.uint8)).tolist()
    assert found == [ranking.strength(hand) for hand in hands]
    keys = [reference.strength_key(ranking.declaration, tuple(hand)) for hand in hands]
    assert len(set(zip(found, keys))) == len(set(found)) == len(set(keys))
    assert sorted(range(900), key=lambda hand: found[hand]) == sorted(range(900), key=lambda hand: keys[hand])


def test_a_deal_with_hands_of_six_cards_is_played_to_the_showdown() -> None:
    game = games.create("poker", ranking=SIX, variant="texas-holdem", players=2, deals=1, limit="fixed-limit")
    assert sum(game.returns(played_by_bots(game, "basic", 3))) == 0


@pytest.mark.parametrize(
    ("size", "suits", "made"),
    [
        (7, 4, "300,674,088 places of a table; at most 40,000,000: take a smaller hand, or fewer cards"),
        (7, 2, "133,784,560 hands; at most 16,000,000"),
        (6, 6, "12,271,512 hands; at most 8,000,000"),
    ],
)
def test_more_hands_than_are_looked_at_are_refused_with_the_bound(size: int, suits: int, made: str) -> None:
    ranks = " ".join(f"r{number}" for number in range(52 // suits))
    deck = {"ranks": ranks, "suits": " ".join("abcdef"[:suits])}
    line = {"name": "Four of a suit", "cards": 4, "same": "suit"}
    with pytest.raises(BadDeclaration, match=f"looks at single cards, and {size} of .* different cards make {made}"):
        declarations.from_table({"name": "Large", "size": size, "deck": deck, "category": [line, {"name": "Rest"}]})


def test_hands_are_few_enough_where_only_choices_with_a_card_twice_are_too_many() -> None:
    """Sixty cards and a joker of two suits: 5,949,147 hands, and 8,259,888 if each card could be held again."""
    joker = {"text": "Jo", "as": "c d"}
    deck = {"ranks": " ".join("A23456789TEJQKZ"), "suits": "c d h s", "jokers": [joker]}
    line = {"name": "Four of a suit", "cards": 4, "same": "suit"}
    raw = {"name": "Sixty", "wild": "any", "deck": deck, "category": [line, {"name": "Rest"}]}
    copies = [len(cards) for cards in card_types.types_of(declarations.from_table(raw)).values()]
    assert card_types.hands_count(copies, 5) == math.comb(61, 5) == 5_949_147
    assert card_types.hands_count([2, 1, 3], 4) == len(hands_by_card(declarations.from_table(TWICE)).counted[0])


TWICE = {
    "name": "Six cards of three types",
    "size": 4,
    "deck": {"ranks": "1 2 3", "suits": "a", "cards": ["1 1 2 3 3 3 of a"]},
    "category": [{"name": "Alike", "classes": {"card": [3, 1]}}, {"name": "Rest"}],
}

LAGOON = """name = "Lagoon"
wild = "any"
wild_cards = "P"
deck = { ranks = "1 2 3 4 5 P", suits = "r e o k g t b m" }
category = [
    { name = "Five of a kind", kinds = [5] },
    { name = "Tide", run = 5, same = "suit" },
    { name = "Rainbow run", run = 5, different = "suit" },
    { name = "Four of a kind", kinds = [4, 1] },
    { name = "Full nest", kinds = [3, 2] },
    { name = "Run", run = 5 },
    { name = "Rainbow", different = "suit" },
    { name = "Three of a kind", kinds = [3, 1, 1] },
    { name = "Anything" },
]
"""


def test_many_wild_cards_are_read_where_each_reading_is_one_look_up() -> None:
    """Eight wild cards among eight suits: 49,123,872 readings. The counts are of a loop over all hands."""
    counts = lint.count(declarations.parse(LAGOON))
    expected = (21616, 7048, 199360, 208320, 94080, 169400, 352800, 302400, 357280)
    assert tuple(counts.taken[index] for index in range(9)) == expected


def test_an_upside_down_table_with_jokers_counts_what_hands_are_called() -> None:
    declared = declarations.parse(
        LAGOON.replace("4 5 P", "P").replace("suits", "jokers = 0, suits") + "upside_down = true"
    )
    assert survey(declared).taken() == tuple(lint.count(declared).taken[index] for index in range(9))


@pytest.mark.parametrize("name", ["soko", "cribbage-crib"])
def test_lines_are_matched_alike_by_ranks_and_row_by_row(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = declarations.load(name)
    by_ranks, (rows, _) = HandsByCard(declared), HandsByCard(declared).counted
    monkeypatch.setattr(line_by_card, "MAX_RANK_ROWS", 0)
    by_row = HandsByCard(declared)
    assert any(line.by_ranks for line in by_ranks.lines)
    assert not any(line.by_ranks for line in by_row.lines)
    (lines, codes), (other_lines, other_codes) = by_ranks.values(rows), by_row.values(rows)
    assert np.array_equal(lines, other_lines)
    assert np.array_equal(codes, other_codes)


def test_all_cards_of_a_hand_may_be_asked_for_by_their_number() -> None:
    crib = declarations.table("badugi")
    crib["category"][0]["cards"] = 4
    assert declarations.from_table(crib).categories == declarations.load("badugi").categories


def test_hands_are_counted_exactly_past_64_bits() -> None:
    table = declarations.from_table(
        {
            "name": "Many packs",
            "size": 12,
            "deck": {"ranks": "0 1 2 3", "packs": 64},
            "category": [{"name": "Four", "cards": 4, "kinds": [4]}, {"name": "Rest"}],
        }
    )
    every = math.comb(256, 12)
    assert every > 1 << 63
    assert table.by_card
    assert survey(table).total == lint.count(table).total == Ranking(table).frequencies().total == every


def test_codes_are_numbered_alike_where_too_many_to_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = by_card.HandsByCard(declarations.load("soko")).numbers()
    monkeypatch.setattr(by_card, "MAX_MARKED_CODES", 0)
    assert by_card.HandsByCard(declarations.load("soko")).numbers() == marked


def test_the_best_of_seven_is_counted_where_lines_look_at_single_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines above its own are those of the table without them, which is counted by products."""
    short: dict[str, Any] = {"size": 5, "deck": {"ranks": "8 9 T J Q K A", "suits": "c d h s"}}
    plain: dict[str, Any] = {**short, "name": "Plain", "category": [
        {"name": "Flush", "same": "suit"}, {"name": "Straight", "run": 5},
        {"name": "Triplet", "kinds": [[3, 2], [3, 1, 1], [4, 1]]}, {"name": "Rest"},
    ]}  # fmt: skip
    above, (*_, rest) = plain["category"][:-1], plain["category"]
    mixed = {**plain, "name": "Mixed", "category": [*above, {"name": "Four-flush", "cards": 4, "same": "suit"}, rest]}
    monkeypatch.setattr(frequency, "MAX_ONE_BY_ONE", 0)
    with pytest.raises(BadCount, match="252 choices of 5 cards in each of the 13,123,110 hands of 10 are too many"):
        Ranking(declarations.from_table(mixed)).frequencies(10)
    for cards in (4, 17, 28, 29):  # tables for the best of all cards of the deck, or more, were built
        with pytest.raises(BadCount, match=f"{cards} cards: hands of .ixed are chosen from 5 to 16"):
            Ranking(declarations.from_table(mixed)).frequencies(cards)
    monkeypatch.setattr(frequency, "MAX_ROWS_AT_ONCE", 100_000)
    steps: list[tuple[int, int]] = []
    found = Ranking(declarations.from_table(mixed)).frequencies(7, progress=lambda *step: steps.append(step))
    counted = Ranking(declarations.from_table(plain)).frequencies(7)
    assert found.categories[:3] == counted.categories[:3]
    assert found.total == counted.total == math.comb(28, 7)
    assert 0 < found.categories[3] < counted.categories[3]
    assert sum(step[0] == 0 for step in steps) == 1 < len(steps)
