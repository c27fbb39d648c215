"""The kernel's tables for hands that look at single cards, against the slow reference and the evaluation one by one."""

import functools
import itertools
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import BadCard
from cardwright.ranking import declaration as declarations
from cardwright.ranking import evaluator, lint, one_by_one
from cardwright.ranking.arrays import _kernels
from cardwright.ranking.by_card.hands import hands_by_card
from cardwright.ranking.ranking import Ranking
from cardwright.ranking.walks import lanes as card_lanes
from cardwright.ranking.walks import order as card_order
from cardwright.ranking.walks import walk as card_walk
from cardwright.ranking.walks.tables import CardTables
from support import reference
from support.card_declarations import by_card_tables
from support.hands import dealt
from support.kernels import run_uncompiled


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables from the first hand on."""
    monkeypatch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 0)


@functools.cache
def walked(name: str) -> Ranking:
    """A ranking that is walked from the first hand on where a walk is faster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluator, "LOOKUPS_PER_HAND", 0)
        return Ranking(declarations.load(name))


@functools.cache
def chosen(name: str) -> CardTables:
    ranking = Ranking(declarations.load(name))
    return CardTables(ranking.compiled, hands_by_card(ranking.declaration))


@settings(max_examples=40, deadline=None)
@given(
    by_card_tables(),
    st.sampled_from([0.0, 0.0, 0.5, 1.0]),
    st.booleans(),
    st.sampled_from([card_walk.MAX_CELLS, card_walk.MAX_CELLS, 200]),
    st.integers(0, 2),
    st.integers(),
)
def test_walks_find_what_the_reference_finds(
    raw: dict[str, Any], share: float, in_order: bool, most_cells: int, more: int, seed: int
) -> None:
    every = declarations.from_table(raw, "made-up")
    taken = lint.count(every).taken
    held = [line.name for index, line in enumerate(every.categories) if taken[index]]
    if not set(raw.get("wild_completes", [])) <= set(held):
        return
    declared = declarations.from_table(raw | {"category": [line for line in raw["category"] if line["name"] in held]})
    if not declared.by_card:
        return
    cards = min(declared.size + more, declared.deck.size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 0)
        patch.setattr(card_lanes, "MAX_WALKED_SHARE", share)
        patch.setattr(card_order, "MAX_VISITS", card_order.MAX_VISITS if in_order else 0)
        patch.setattr(card_walk, "MAX_CELLS", most_cells)
        ranking = Ranking(declared)
        rows = dealt(ranking, cards, 70, seed)
        found = ranking.strengths(rows)
        assert ranking.strengths(rows, trusted=True).tolist() == found.tolist()
    keys = [
        max(reference.strength_key(declared, hand) for hand in itertools.combinations(sorted(row), declared.size))
        for row in rows.tolist()
    ]
    order = sorted(range(len(rows)), key=keys.__getitem__)
    for one, other in itertools.pairwise(order):
        assert (keys[one] == keys[other]) == (found[one] == found[other])
        assert found[one] <= found[other]


def test_cards_that_jokers_may_stand_for_are_types_of_their_own() -> None:
    """With the ace of x two more aces of w can be had, with one of w only one: then both jokers are in no suit."""
    declared = declarations.parse("""
        name = "Some aces"
        size = 3
        order = "A B"
        wild = "any"
        wild_as = "w"
        category = [{ name = "Few", holds = "at most 1 of w x" }, { name = "Rest" }]
        [deck]
        ranks = "A B"
        suits = "w x"
        cards = ["A of w x", "A B of w"]
        jokers = ["J0", "J1"]
    """)
    ranking = Ranking(declared)
    hands = [ranking.deck.parse_cards(hand) for hand in ("Aw J0 J1", "Ax J0 J1")]
    assert [ranking.describe(hand) for hand in hands] == ["few, aces", "few, Bs, ace"]
    keys = [reference.strength_key(declared, hand) for hand in hands]
    assert (keys[0] > keys[1], ranking.strength(hands[0]) > ranking.strength(hands[1])) == (True, True)


@pytest.mark.parametrize(
    "name",
    [
        "soko",
        "big-bobtail",
        "dead-mans-hand",
        "flash",
        "big-two",
        "cribbage-crib",
        "badugi",
        "decktet",
        "set",
        "primero",
        "pinochle-melds",
        "tarot-bouts",
    ],
)
def test_tables_of_the_collection_find_what_is_found_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 1 << 60)
    looked_up = Ranking(declarations.load(name))
    monkeypatch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 0)
    ranking = Ranking(declarations.load(name))
    # Nine cards have too many classes for flash, as `test_walks_find_what_the_reference_finds` has them in small decks.
    for cards in (ranking.size, ranking.size + 2, *(() if name == "flash" else (9,))):
        rows = dealt(ranking, cards, 3000)
        expected = looked_up.strengths(rows)
        for threads, trusted in itertools.product((1, 2), (False, True)):
            assert ranking.strengths(rows, threads, trusted).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("tarot-four", 6),
        ("tarot-four", 7),
        ("brag", 5),
        ("deuce-to-seven", 7),
        ("dual-piecepacks-inverted", 7),
    ],
)
def test_where_tables_by_ranks_are_slow_many_hands_are_walked(name: str, cards: int) -> None:
    by_ranks, always_walked = Ranking(declarations.load(name)), walked(name)
    rows = dealt(by_ranks, cards, 3000)
    expected = by_ranks.strengths(rows).tolist()
    for trusted in (False, True):
        assert always_walked.strengths(rows, trusted=trusted).tolist() == expected
    assert by_ranks.tables(cards, 0) is by_ranks.prepare(cards)  # few hands were asked for
    assert always_walked.tables(cards, 0) is not always_walked.prepare(cards)
    rows[130, 2] = rows[130, 3]
    with pytest.raises(BadCard, match="row 130: duplicate card"):
        always_walked.strengths(rows)


def test_tables_by_ranks_that_are_fast_and_those_of_wild_cards_and_dice_stay() -> None:
    """The best of nine would need walks of all 126 choices, which are slower."""
    stay = ("standard", 7), ("deuce-to-seven", 5), ("deuces-wild", 7), ("yahtzee", 5), ("tarot-four", 9)
    for name, cards in stay:
        assert walked(name).tables(cards, 1000) is walked(name).prepare(cards), name


def test_lanes_hold_the_hands_that_are_worth_more_than_their_ranks() -> None:
    """Four of a suit for soko, five for a crib, the black aces and eights; all cards for straights with a suit."""
    found = {
        name: [(int(lane.inside.sum()), lane.least) for lane in chosen(name).worth.lanes]
        for name in ("soko", "cribbage-crib", "dead-mans-hand", "big-two")
    }
    assert chosen("big-two").worth.unsure.strengths.sum() == 9
    assert chosen("badugi").worth.walks_all
    assert found == {
        "soko": [(13, 4)] * 4,
        "cribbage-crib": [(13, 5)] * 4,
        "dead-mans-hand": [(4, 4)],
        "big-two": [(13, 5)] * 4 + [(52, 5)],
    }


def test_cards_that_count_alike_are_one_group_where_these_are_fewer_than_ranks(
    at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that counts bouts has two groups, the bouts and all others, and no hand is walked."""
    tarot = chosen("tarot-bouts")
    assert np.bincount(tarot.worth.group[tarot.hands.type_of]).tolist() == [3, 75]
    assert not tarot.worth.lanes
    bouts = Ranking(declarations.load("tarot-bouts"))
    rows = dealt(bouts, 5, 300)
    found = bouts.strengths(rows).tolist()
    # Types that differ in hands which are not looked at are in one group. Then ranks are read, and some hands walked.
    monkeypatch.setattr(card_lanes, "MAX_SAMPLE_HANDS", 1)
    mistaken = CardTables(bouts.compiled, hands_by_card(bouts.declaration))
    assert [(int(lane.inside.sum()), lane.least) for lane in mistaken.worth.lanes] == [(3, 1)]
    tables, again = mistaken.tables(5), np.zeros(len(rows), bouts.compiled.dtype)
    assert tables
    _kernels.rows(tables, rows.reshape(-1), again, 0, len(rows), np.zeros(1, np.uint8), False, True)
    assert again.tolist() == found


def test_hands_from_hole_cards_are_walked_too(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    soko = Ranking(declarations.load("soko"))
    rows = dealt(soko, 9, 300)
    found = soko.strengths_with_hole(rows[:, :4], rows[:, 4:])
    monkeypatch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 1 << 60)
    soko = Ranking(declarations.load("soko"))
    assert soko.strengths_with_hole(rows[:, :4], rows[:, 4:]).tolist() == found.tolist()


def test_checked_rows_are_refused_and_trusted_ones_read_nothing_outside(at_once: None) -> None:
    soko = Ranking(declarations.load("soko"))
    rows = dealt(soko, 7, 200)
    rows[130, 2] = rows[130, 5]
    with pytest.raises(BadCard, match="row 130: duplicate card"):
        soko.strengths(rows)
    rows[130, 2] = 60
    with pytest.raises(BadCard, match="row 130: there is no card 60"):
        soko.strengths(rows)
    any_bytes = np.frombuffer(Random(3).randbytes(9000), np.uint8).reshape(-1, 9)
    one_card = np.repeat(np.arange(256, dtype=np.uint8), 9).reshape(-1, 9)
    # Tables of flash for eight cards take seconds to build, and differ from those for seven in their size only.
    for name, most in (("soko", 9), ("big-two", 9), ("flash", 7), ("badugi", 7), ("decktet", 9)):
        ranking = Ranking(declarations.load(name))
        every = chosen(name)
        for rows, cards in itertools.product((any_bytes, one_card), range(ranking.size, most + 1)):
            tables = every.tables(cards)
            if tables is not None:
                found = np.empty(len(rows), np.uint16)
                few = np.ascontiguousarray(rows[:, :cards])
                assert _kernels.rows(tables, few.reshape(-1), found, 0, len(rows), few[0], True, True) == len(rows)
                assert int(found.max()) < len(ranking)


def test_tables_that_are_too_large_are_not_built(at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best hand of more cards is then looked up one by one, and exactly a hand where suits are not alike."""
    every = chosen("badugi").hands
    all_cards = card_walk.every_card(every)
    assert card_walk.has_room(every, all_cards)
    monkeypatch.setattr(card_walk, "MAX_CELLS", 22_100 * 52 - 1)
    assert not card_walk.has_room(every, all_cards)
    badugi = Ranking(declarations.load("badugi"))
    monkeypatch.setattr(card_walk.Walk, "__init__", None)
    assert badugi.tables(6, 1) is None
    assert badugi.strengths(dealt(badugi, 6, 50)).dtype == np.uint16
    assert badugi.tables(4, 1) is not None
    monkeypatch.setattr(card_order, "MAX_CELLS", 1_000)
    assert Ranking(declarations.load("badugi")).tables(4, 1) is None


@st.composite
def alike_tables(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a declaration in which suits are alike."""
    size, ranks = draw(st.integers(3, 5)), "ABCD"[: draw(st.integers(2, 4))]
    suits = "vwxyz"[: draw(st.integers(-(-size // len(ranks)) + 1, 5))]
    some = st.integers(2, size)
    lines = st.one_of(
        some.map(lambda cards: {"cards": cards, "same": "suit"}),
        some.map(lambda cards: {"cards": cards, "different": "suit"}),
        some.map(lambda cards: {"cards": cards, "run": 2, "same": "suit"}),
        st.integers(1, size - 1).map(lambda most: {"classes": {"suit": [most, *[1] * (size - most)]}}),
        st.just({"holds": "2 of A"}),
    )
    category = [{"name": name, **draw(lines)} for name in ("Apple", "Pear", "Plum")]
    deck: dict[str, Any] = {"ranks": list(ranks), "suits": list(suits)}
    wild = {"wild": "any"} if (jokers := draw(st.integers(0, 2))) else {}
    deck |= {"jokers": jokers} if jokers else {"packs": draw(st.integers(1, 2))}
    return wild | {"name": "Alike", "size": size, "low": draw(st.booleans()), "deck": deck, "category": category}


@settings(max_examples=40, deadline=None)
@given(alike_tables(), st.integers())
def test_exactly_a_hand_is_walked_in_order_where_a_walk_of_all_has_no_room(raw: dict[str, Any], seed: int) -> None:
    every = [*raw["category"], {"name": "Rest"}]
    taken = lint.count(declarations.from_table(raw | {"category": every}, "made-up")).taken
    lines = [line for index, line in enumerate(every) if taken[index]]
    declared = declarations.from_table(raw | {"category": lines}, "made-up")
    if not declared.by_card or not hands_by_card(declared).alike:
        return
    rows = dealt(Ranking(declared), declared.size, 100, seed)
    expected = Ranking(declared).strengths(rows).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 0)
        patch.setattr(card_lanes, "MAX_WALKED_SHARE", 0.0)
        patch.setattr(card_walk, "MAX_CELLS", 0)
        ranking = Ranking(declared)
        tables = ranking.tables(declared.size, 1)
        assert tables is not None or len(ranking) == 1
        assert ranking.strengths(rows).tolist() == expected
        repeated = rows[:, [0] * declared.size]
        assert int(ranking.strengths(repeated, trusted=True).max()) < len(ranking)


def test_where_sorted_cards_have_too_many_classes_each_choice_is_walked(
    at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    badugi = chosen("badugi")
    assert card_order.tables(badugi.hands, badugi.walk, card_order.all_slots(badugi.hands), 6) is not None
    rows = dealt(Ranking(declarations.load("badugi")), 6, 300)
    expected = Ranking(declarations.load("badugi")).strengths(rows).tolist()
    for name in ("MAX_CLASSES", "MAX_VISITS", "MAX_HANDS"):
        with monkeypatch.context() as patch:
            patch.setattr(card_order, name, 1000)
            assert card_order.tables(badugi.hands, badugi.walk, card_order.all_slots(badugi.hands), 6) is None
            assert Ranking(declarations.load("badugi")).strengths(rows).tolist() == expected


def test_ranks_that_win_are_walked_first_and_slots_are_computed_from_cards_where_they_can() -> None:
    every = [chosen(name).hands for name in ("badugi", "primero", "decktet")]
    badugi, primero, decktet = (card_order.slots_of_cards(hands, card_order.all_slots(hands)) for hands in every)
    assert badugi[0][:52].tolist() == list(range(52))
    assert primero[0][:40].tolist() == list(range(39, -1, -1))
    assert [formula[0] for _, formula in (badugi, primero, decktet)] == [True, True, False]
    named = next(iter(chosen("set")._slots()))
    assert (named.number, named.suits, named.unused, len(named.used)) == (108, 3, 1, 81)
    assert card_order.slots_of_cards(chosen("set").hands, named)[1][0]


@pytest.mark.parametrize(("suits", "ranks"), [("c d h", 14), ("c d h s a", 11), ("c d h s a", 13), ("c d h s a b", 9)])
def test_slots_that_no_card_has_are_left_out(suits: str, ranks: int, at_once: None) -> None:
    """Of five suits by 13 ranks slots are looked up, as a product of eight bits does not divide them exactly."""
    names = " ".join("23456789TJQKAX"[:ranks])
    declared = declarations.parse(f"""
        name = "All different"
        size = 3
        deck = {{ ranks = "{names}", suits = "{suits}" }}
        category = [{{ name = "Suits", different = "suit" }}, {{ name = "Flush", same = "suit" }}, {{ name = "Rest" }}]
    """)
    ranking = Ranking(declared)
    named = card_order.all_slots(hands_by_card(declared))
    assert len(named.used) == len(declared.deck.names) < named.number
    rows = dealt(ranking, 5, 40)
    best = [max(map(ranking.strength, itertools.combinations(row, 3))) for row in rows.tolist()]
    tables = CardTables(ranking.compiled, hands_by_card(declared))
    in_order = card_order.tables(tables.hands, tables.walk, named, 5)
    assert in_order is not None
    found = np.empty(len(rows), ranking.compiled.dtype)
    _kernels.rows(in_order, rows.reshape(-1), found, 0, len(rows), np.zeros(1, np.uint8), False, True)
    assert found.tolist() == best


def test_types_that_a_lane_does_not_distinguish_have_one_slot_and_suits_that_are_alike_are_named() -> None:
    """Four of a suit: with each other rank of any suit; five: with anything. A flash: a joker, and four suits."""
    slots = {name: [each for _, each in chosen(name).lane_walks] for name in ("soko", "big-two", "flash")}
    assert [each.number for each in slots["soko"]] == [26]
    assert [each.number for each in slots["big-two"]] == [14, 14, 14, 14, 52]
    (flash,) = slots["flash"]
    assert (flash.mask, flash.plain, flash.number) == (3, 52, 56)
    assert not any(each.mask for each in (*slots["soko"], *slots["big-two"]))


def test_one_deck_with_strengths_of_32_bits_and_an_uncompiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    four_flush = """
        name = "Four-flush"
        deck = { ranks = "2 3 4 5 6 7", suits = "c d h" }
        category = [{ name = "Four-flush", cards = 4, same = "suit", tie = ["ranks", "rest"] }, { name = "Rest" }]
    """
    last_suit = four_flush.replace('tie = ["ranks", "rest"]', 'tie = ["ranks", "suit"]')
    all_walked = four_flush.replace('cards = 4, same = "suit"', 'cards = 3, different = "suit"')
    for text in (four_flush, last_suit, all_walked):
        narrow = Ranking(declarations.parse(text))
        rows = {cards: dealt(narrow, cards, 90) for cards in (5, 7)}
        expected = {cards: narrow.strengths(rows[cards]).tolist() for cards in rows}
        with monkeypatch.context() as patch:
            patch.setattr(one_by_one, "MIN_HANDS_OF_TABLES", 0)
            for compiled, narrow_count in itertools.product((True, False), (1 << 16, 0)):
                patch.setattr("cardwright.ranking.compile.MAX_NARROW_STRENGTHS", narrow_count)
                if not compiled:
                    run_uncompiled(patch, "evaluator", "one_by_one", "walks.order", "walks.tables", "tables")
                ranking = Ranking(declarations.parse(text))
                for cards in rows:
                    assert ranking.strengths(rows[cards]).tolist() == expected[cards]
                    assert (ranking.strengths(rows[cards]).dtype == np.uint16) == (narrow_count > 0)


def test_classes_of_a_facet_that_may_change_places_are_named() -> None:
    """Of six suits the three elements may change places in both moons, but no line treats two single suits alike."""
    declared = declarations.parse("""
        name = "Elements"
        size = 3
        [deck]
        ranks = "1 2 3 4"
        suits = { element = "fire water earth", moon = "new old" }
        [[category]]
        name = "One element in two moons"
        same = "element"
        classes = { moon = [2, 1] }
        [[category]]
        name = "New moon"
        holds = "2 of new"
        [[category]]
        name = "Rest"
    """)
    ranking = Ranking(declared)
    tables = CardTables(ranking.compiled, hands_by_card(declared))
    element, rank = tables._alike
    assert [set(element.tolist()), len(set(rank.tolist()))] == [{0, 1, 2}, 8]
    named, plain = tables._slots()
    assert (named.mask, plain.mask) == (3, 0)
    rows = dealt(ranking, 5, 200)
    expected = ranking.strengths(rows)
    found = np.empty(len(rows), ranking.compiled.dtype)
    in_order = card_order.tables(tables.hands, tables.walk, named, 5)
    assert in_order is not None
    _kernels.rows(in_order, rows.reshape(-1), found, 0, len(rows), np.zeros(1, np.uint8), False, True)
    assert found.tolist() == expected.tolist()


def test_single_classes_of_a_facet_with_many_are_not_tried_as_lanes() -> None:
    """Building the tables of two packs that count identical cards took half a minute, for 52 of them."""
    declared = declarations.parse("""
        name = "Identical"
        size = 3
        deck = { ranks = "1 2 3 4 5 6", suits = "c d h", packs = 2 }
        category = [{ name = "Identical", classes = { card = [2, 1] } }, { name = "Rest" }]
    """)
    ranking = Ranking(declared)
    tables = CardTables(ranking.compiled, hands_by_card(declared))
    lanes = [lane for each in tables.worth._candidates() for lane in each.lanes]
    assert [int(lane.inside.sum()) for lane in lanes if lane.inside.sum() < 2] == []
