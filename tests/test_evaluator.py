"""The compiled tables against the slow twin: one hand and many, five cards to nine, with a hole and without."""

import itertools
import math
import pickle
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from cardwright import ranking
from cardwright.errors import BadCard, BadCount, UnknownName
from cardwright.ranking import _kernels, compile
from cardwright.ranking import declaration as declarations
from cardwright.ranking.example_hands import example
from cardwright.ranking.ranking import Ranking
from cardwright.wording import counted
from support import classify, reference
from support.kernels import run_uncompiled, uncompiled

BUILT_IN = declarations.names()
SMALL = {"ranks": "A 2 3 4 5 6", "suits": "c d h s"}
CARD_GAMES = tuple(name for name in BUILT_IN if not declarations.load(name).dice)


def draws(table: Ranking, cards: int, number: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Random hands."""
    rng = Random(seed)
    deck = range(table.deck.size)
    if table.declaration.dice:
        return [tuple(rng.choices(deck, k=cards)) for _ in range(number)]
    return [tuple(rng.sample(deck, cards)) for _ in range(number)]


def ordered_alike(table: Ranking, hands: Iterable[tuple[int, ...]]) -> None:
    """Strengths and the slow twin's keys put these hands in the same order, ties included."""
    keys: dict[int, tuple[int, ...]] = {}
    for hand in hands:
        key = reference.strength_key(table.declaration, hand)
        assert keys.setdefault(table.strength(hand), key) == key, table.deck.text_of(hand)
    in_order = [key for _, key in sorted(keys.items())]
    assert in_order == sorted(set(in_order))


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_strength_has_a_hand_and_the_slow_twin_orders_them_so(name: str) -> None:
    table = ranking.load(name)
    declaration = table.declaration
    hands = [example(declaration, *looks) for looks, _ in classify.hands(declaration)]
    assert {table.strength(hand) for hand in hands} == set(range(len(table)))
    if not table.deck.jokers:
        ordered_alike(table, hands)


@pytest.mark.parametrize(("name", "cards"), [(name, cards) for name in CARD_GAMES for cards in (5, 6, 7, 8, 9)])
def test_the_best_of_more_cards_is_the_slow_twins(name: str, cards: int) -> None:
    table = ranking.load(name)
    ordered_alike(
        table, draws(table, cards, {5: 400, 6: 150, 7: 60, 8: 25, 9: 10}[cards] // (1 + 4 * bool(table.deck.jokers)))
    )


@pytest.mark.parametrize(("name", "cards"), [(name, cards) for name in CARD_GAMES for cards in (6, 7, 8, 9)])
def test_the_best_of_more_cards_is_the_best_hand_among_them(name: str, cards: int) -> None:
    table = ranking.load(name)
    for hand in draws(table, cards, 300, seed=2):
        assert table.strength(hand) == max(map(table.strength, itertools.combinations(hand, table.size)))


@pytest.mark.parametrize("name", CARD_GAMES)
def test_cards_of_few_suits_where_many_parts_are_full_at_once(name: str) -> None:
    table = ranking.load(name)
    rng = Random(3)
    for cards in (6, 7, 8, 9):
        for _ in range(150):
            suits = rng.sample(range(len(table.deck.suits)), min(2, len(table.deck.suits)))
            few = [card for card in range(table.deck.size) if table.deck.suit_of[card] in (-1, *suits)]
            hand = rng.sample(few, cards)
            assert table.strength(hand) == max(map(table.strength, itertools.combinations(hand, table.size)))


@pytest.mark.parametrize("name", BUILT_IN)
def test_arrays_give_what_single_hands_give_with_any_number_of_threads(name: str) -> None:
    table = ranking.load(name)
    for cards in [table.size] if table.declaration.dice else [5, 6, 7, 8]:
        hands = np.array(draws(table, cards, 2_000 + cards), np.uint8)
        many = table.strengths(hands)
        assert many.tolist() == [table.strength(hand) for hand in hands.tolist()]
        wide = np.tile(hands, (20, 1))
        for threads in (1, 2, 3):
            assert (table.strengths(wide, threads=threads) == np.tile(many, 20)).all()


@pytest.mark.parametrize("rows", [0, 1, 63, 64, 65, 66, 128, 129, 200])
def test_arrays_of_any_length(rows: int) -> None:
    table = ranking.load("standard")
    hands = np.array(draws(table, 7, rows), np.uint8).reshape(rows, 7)
    assert table.strengths(hands).tolist() == [table.strength(hand) for hand in hands.tolist()]


def test_arrays_of_any_kind() -> None:
    table = ranking.load("standard")
    hands = draws(table, 7, 100)
    expected = [table.strength(hand) for hand in hands]
    wide = np.zeros((100, 14), np.uint8)
    wide[:, ::2] = hands
    frozen = np.array(hands, np.uint8)
    frozen.flags.writeable = False
    for array in (hands, np.array(hands), np.array(hands, np.int8), np.asfortranarray(hands), wide[:, ::2], frozen):
        assert table.strengths(array).tolist() == expected


@pytest.mark.parametrize(
    "name", ["dual-piecepacks", "dual-piecepacks-inverted", "standard", "deuce-to-seven", "paigow-back"]
)
@pytest.mark.parametrize("from_hole", [0, 1, 2, 3, 4])
def test_a_fixed_number_of_cards_from_the_hole(name: str, from_hole: int) -> None:
    table = ranking.load(name)
    holes, boards, strengths = [], [], []
    for dealt in draws(table, 9, 100, seed=4):
        hole, board = dealt[:4], dealt[4:]
        best = max(
            table.strength(ours + theirs)
            for ours in itertools.combinations(hole, from_hole)
            for theirs in itertools.combinations(board, 5 - from_hole)
        )
        assert table.strength_with_hole(hole, board, from_hole) == best
        holes.append(hole)
        boards.append(board)
        strengths.append(best)
    assert table.strengths_with_hole(holes, boards, from_hole).tolist() == strengths
    wide_holes, wide_boards = np.tile(holes, (400, 1)), np.tile(boards, (400, 1))  # two threads and more
    found = table.strengths_with_hole(wide_holes, wide_boards, from_hole, threads=2)
    assert (found == np.tile(strengths, 400)).all()
    free = [card for card in range(table.deck.size) if card not in boards[0]]
    same_board = np.array(free[: len(free) // 4 * 4]).reshape(-1, 4)
    assert table.strengths_with_hole(same_board, boards[0], from_hole).tolist() == [
        table.strength_with_hole(hole, boards[0], from_hole) for hole in same_board.tolist()
    ]


def test_a_card_that_is_misspelt_is_refused_with_the_nearest() -> None:
    deck = ranking.load("paigow-back").deck
    for written, meant in (("A", "'A"), ("Joke", "'Jo'")):
        with pytest.raises(BadCard, match=f"'{written}' is not a card of the .* deck; did you mean {meant}"):
            deck.parse(written)
    with pytest.raises(BadCard, match=r"deck$"):
        deck.parse("5x")


def test_cards_are_read_as_telephones_write_them() -> None:
    deck = ranking.load("paigow-back").deck
    assert deck.parse_cards("A♥️ 10♦️, K♠️Q♣️ ♣️J") == deck.parse_cards("Ah Td Ks Qc Jc")
    assert deck.parse("5♥️") == deck.parse("5h")
    assert deck.parse("joker") == deck.parse("JOKER") == deck.parse("Jo")
    both = {"ranks": "1 2", "suits": "☀️ ☾", "jokers": [{"text": "J1"}, {"text": "J2"}]}
    table = declarations.from_table(
        {"name": "Signs", "size": 2, "wild": "any", "deck": both, "category": [{"name": "All"}]}
    )
    assert [table.deck.parse(text) for text in table.deck.texts] == list(range(6))
    assert table.deck.parse("1☀") == table.deck.parse("1☀️")
    with pytest.raises(BadCard, match="'joker' is not a card"):
        table.deck.parse("joker")


@pytest.mark.parametrize("wrong", [None, 3, ["Ah"], b"Ah"], ids=repr)
def test_what_is_no_text_of_a_card_is_refused(wrong: Any) -> None:
    deck = ranking.load("standard").deck
    with pytest.raises(BadCard, match="read from text"):
        deck.parse(wrong)
    with pytest.raises(BadCard, match="read from text"):
        deck.parse_cards(wrong)


@pytest.mark.parametrize("wrong", [None, "Ah", 1.5, [1]], ids=repr)
def test_what_is_no_number_of_a_card_is_refused(wrong: Any) -> None:
    deck = ranking.load("standard").deck
    for call in (deck.text, deck.name, deck.face):
        with pytest.raises(BadCard, match="a card is a whole number"):
            call(wrong)
    for table in (ranking.load("standard"), ranking.load("badugi")):
        hand = [*range(table.size - 1), wrong]
        with pytest.raises(BadCard, match="cards are whole numbers, or all in one text"):
            table.strength(hand)
        with pytest.raises(BadCard, match="cards are whole numbers, or all in one text"):
            table.strength_with_hole(hand[-2:], hand[:-2])


def test_what_names_no_ranking_is_refused() -> None:
    wrong: Any
    for wrong in (None, 3, b"standard", ["standard"], {"name": "Table"}):
        with pytest.raises(UnknownName, match="no ranking named"):
            ranking.load(wrong)
        with pytest.raises(UnknownName, match="no ranking named"):
            declarations.load(wrong)


def test_a_duplicate_of_two_packs_is_refused_with_how_the_other_is_written() -> None:
    deck = {"ranks": "1 2 3", "suits": "r b", "packs": 2}
    table = declarations.from_table({"name": "Two", "deck": deck, "category": [{"name": "All"}]})
    with pytest.raises(BadCard, match=r"duplicate card: 1r; the card of the second pack is 1r'$"):
        table.parse_hand("1r 1r 2b 2b 3b")
    with pytest.raises(BadCard, match=r"duplicate card: 1r'$"):
        table.parse_hand("1r 1r' 1r' 2b 3b")


def test_the_flop_and_a_larger_hole() -> None:
    table = ranking.load("standard")
    parse = table.deck.parse_cards
    assert (
        table.describe(table.strength_with_hole(parse("As Ks 2c 3c"), parse("Qs Js Ts"))) == "straight flush to the ace"
    )
    hole, board = parse("As Ah Ad Ac 2h 3h"), parse("Kh Qh Jh 4c 5s")
    assert table.category(table.strength_with_hole(hole, board)).name == "Flush"
    assert table.category(table.strength_with_hole(hole[:4], board)).name == "One pair"


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_best_cards_are_as_strong_as_all(name: str) -> None:
    table = ranking.load(name)
    for hand in draws(table, table.size if table.declaration.dice else 7, 50):
        best = table.best(hand)
        assert len(best) == table.size
        assert table.strength(best) == table.strength(hand)
        assert table.declaration.dice or reference.best(table.declaration, hand) == best or table.deck.jokers


def test_strengths_have_categories_worths_and_words() -> None:
    table = ranking.load("dual-piecepacks")
    hand = table.deck.parse_cards("wS3 wH3 wD3 wC3 wDA")
    strength = table.strength(hand)
    assert table.category(strength).name == "Group-flush four of a kind"
    assert table.categories[table.category_index(strength)] is table.category(strength)
    assert table.describe(hand) == table.describe(strength)
    for strength in range(len(table)):
        assert table.value(strength) in table.compiled.values
    (of_array,) = table.strengths([hand])
    assert table.describe(of_array) == table.describe(hand)
    wrong: Any
    for wrong in (-1, len(table), 5.5):
        with pytest.raises(BadCount, match=str(wrong)):
            table.value(wrong)
        with pytest.raises(BadCount):
            table.beats(wrong)
        with pytest.raises(BadCount):
            table.category(wrong)


@pytest.mark.parametrize("cards", [(), (0,), range(4), range(10)])
def test_a_number_of_cards_that_cannot_be(cards: Sequence[int]) -> None:
    table = ranking.load("standard")
    with pytest.raises(BadCount, match=f"^{counted(len(cards), 'card')}: "):
        table.strength(cards)
    with pytest.raises(BadCount):
        table.strengths(np.array([cards], np.uint8).reshape(1, len(cards)))


@pytest.mark.parametrize("wrong", [-1, 52, 255, 256, 10_000, 1 << 80])
def test_cards_that_are_not_of_the_deck(wrong: Any) -> None:
    table = ranking.load("standard")
    with pytest.raises(BadCard, match=f"no card {wrong}"):
        table.strength([0, 1, 2, 3, wrong])
    with pytest.raises(BadCard, match=f"no card {wrong}"):
        table.strength_with_hole([0, 1, 2, wrong], [5, 6, 7, 8, 9])
    if wrong == 1 << 80:  # no number of an array
        return
    hands = np.array(draws(table, 5, 300))
    hands[217, 3] = wrong
    with pytest.raises(BadCard, match=f"row 217: there is no card {wrong}"):
        table.strengths(hands)
    if wrong == 255:
        with pytest.raises(BadCard, match="row 217"):
            table.strengths(hands.astype(np.uint8))


@pytest.mark.parametrize(("row", "cards"), [(0, 7), (63, 8), (64, 9), (150, 9), (299, 8), (10, 5), (5, 6)])
@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, -1), (-2, -1), (2, 4)])
def test_cards_that_stand_twice(row: int, cards: int, one: int, other: int) -> None:
    table = ranking.load("standard")
    hands = np.array(draws(table, cards, 300), np.uint8)
    hands[row, one] = hands[row, other]
    text = table.deck.text(int(hands[row, one]))
    with pytest.raises(BadCard, match=f"row {row}: duplicate card: {text}"):
        table.strengths(hands)
    with pytest.raises(BadCard, match=f"duplicate card: {text}"):
        table.strength(hands[row].tolist())
    with pytest.raises(BadCard, match="duplicate card"):
        table.strengths_with_hole(hands[:, :2], hands[:, 2:])


def test_dice_may_show_the_same_face_twice() -> None:
    table = ranking.load("flexdeck")
    assert table.category(table.strength([7] * 5)).name == "Five of a kind"
    assert table.strengths(np.full((100, 5), 7, np.uint8)).tolist() == [table.strength([7] * 5)] * 100
    with pytest.raises(BadCard, match="no card 10"):
        table.strength([7, 7, 7, 7, 10])


def test_what_is_not_an_array_of_hands() -> None:
    table = ranking.load("standard")
    for hands in (3, [1, 2, 3, 4, 5], np.zeros((2, 2, 5), np.uint8)):
        with pytest.raises(BadCount, match="two dimensions"):
            table.strengths(hands)
    for rows in ([[0.5] * 5], [["As", "Ks", "Qs", "Js", "Ts"]]):
        with pytest.raises(BadCard, match="integers"):
            table.strengths(rows)


@pytest.mark.parametrize(
    ("hole", "board", "from_hole"), [(1, 5, 2), (4, 2, 2), (4, 5, 6), (4, 5, -1), (10, 5, 2), (4, 10, 2)]
)
def test_holes_and_boards_of_which_no_hand_can_be_made(hole: int, board: int, from_hole: int) -> None:
    table = ranking.load("standard")
    cards = list(range(20))
    with pytest.raises(BadCount):
        table.strength_with_hole(cards[:hole], cards[hole : hole + board], from_hole)
    with pytest.raises(BadCount):
        table.strengths_with_hole([cards[:hole]], [cards[hole : hole + board]], from_hole)


def test_boards_that_do_not_go_with_the_holes() -> None:
    table = ranking.load("standard")
    with pytest.raises(BadCount, match="3 hands need 1 board or 3, not 2"):
        table.strengths_with_hole(np.zeros((3, 4), np.uint8), np.zeros((2, 5), np.uint8))


@pytest.mark.parametrize("name", BUILT_IN)
def test_tables_are_small(name: str) -> None:
    table = Ranking(declarations.load(name))
    if table.declaration.dice:
        assert 0 < table.layout(table.size).memory < 50_000
        return
    assert sum(table.layout(cards).memory for cards in range(table.size, 8)) == table.memory < 2_000_000
    assert max(table.layout(8).memory, table.layout(9).memory) < 2_000_000


@pytest.mark.parametrize("name", [*BUILT_IN, "badugi", "big-two"])
def test_trusted_arrays_read_the_same_and_nothing_outside_the_tables(name: str) -> None:
    table = ranking.load(name)
    rng = np.random.default_rng(1)
    for cards in [table.size] if table.declaration.dice else [5, 6, 7, 8, 9]:
        hands = np.array(draws(table, cards, 300), np.uint8)
        assert (table.strengths(hands, trusted=True) == table.strengths(hands)).all()
        nonsense = [rng.integers(0, 256, (5_000, cards)), rng.integers(0, table.deck.size, (5_000, cards))]
        nonsense += [np.full((1, cards), card) for card in range(256)]
        for array in nonsense:
            assert (table.strengths(array.astype(np.uint8), trusted=True) < len(table)).all()


def test_a_ranking_can_be_sent_to_another_process() -> None:
    table = ranking.load("dual-piecepacks")
    hand = table.deck.parse_cards("wS3 wH3 wD3 wC3 wDA")
    assert pickle.loads(pickle.dumps(table)).strength(hand) == table.strength(hand)


def test_the_kernels_run_uncompiled_and_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = uncompiled(_kernels)
    assert not plain.compiled
    # All that compiled kernels find is found first: they cannot read the tables of the others.
    fast = [ranking.load(name) for name in BUILT_IN]
    chosen = [(table, [5] if table.declaration.dice else [5, 7]) for table in fast]
    dealt = [[draws(table, cards, 100) for cards in numbers] for table, numbers in chosen]
    found = [[[table.strength(hand) for hand in hands] for hands in each] for table, each in zip(fast, dealt)]
    overlapping = ("dual-piecepacks", "dual-piecepacks-inverted")
    known = {name: ranking.load(name).frequencies(6) for name in overlapping}
    by_card = {name: ranking.load(name) for name in ("big-two", "badugi", "set")}
    drawn = {name: draws(table, cards, 40) for name, table in by_card.items() for cards in [table.size + 2]}
    strengths = {name: by_card[name].strengths(hands).tolist() for name, hands in drawn.items()}
    run_uncompiled(monkeypatch, "tables", "evaluator", "frequency", "one_by_one")
    for table, each, strengths_of_each in zip(fast, dealt, found, strict=True):
        slow = Ranking(table.declaration)
        assert type(slow.prepare(table.size)) is plain.Tables
        for hands, expected in zip(each, strengths_of_each, strict=True):
            assert [slow.strength(hand) for hand in hands] == expected
            assert slow.strengths(hands).tolist() == expected
    for name in overlapping:
        slow = Ranking(declarations.load(name))
        nine = draws(slow, 9, 10)
        holes, boards = [hand[:4] for hand in nine], [hand[4:] for hand in nine]
        expected = [ranking.load(name).strength_with_hole(hand[:4], hand[4:]) for hand in nine]
        assert [slow.strength_with_hole(hole, board) for hole, board in zip(holes, boards)] == expected
        assert slow.strengths_with_hole(holes, boards).tolist() == expected
        assert slow.frequencies(6) == known[name]
    for name, hands in drawn.items():
        assert Ranking(declarations.load(name)).strengths(hands).tolist() == strengths[name]
    small = Ranking(declarations.from_table(declarations.table("pyramid") | {"deck": SMALL, "order": "A 2 3 4 5 6"}))
    assert small.frequencies(6) == small.frequencies(6, every_hand=True)


@pytest.mark.parametrize(
    "declared",
    [
        {"deck": {"ranks": "7 8 9 T J Q K A", "suits": "c d h s"}, "size": 8},
        {
            "deck": {"ranks": "9 T J Q K", "suits": "c d h s", "jokers": 1},
            "size": 9,
            "wild": "any",
            "upside_down": True,
        },
        {"deck": {"ranks": "1 2 3 4 5 6"}, "size": 10, "dice": True},
    ],
)
def test_hands_of_more_than_seven_have_tables_by_ranks(declared: dict[str, Any]) -> None:
    """By other means they are classified one by one (`Compiled.strengths_by_rank`), and by the slow twin."""
    some = "4 5 6" if declared.get("dice") else "9 T J"
    lines = [{"name": "Run", "run": 5}, {"name": "Four", "holds": f"4 of {some}"}, {"name": "Rest"}]
    table = Ranking(declarations.from_table({"name": "Large", "category": lines} | declared))
    assert table.compiled.parts
    for more in (0, 2):
        hands = draws(table, table.size + more, 60)
        found = table.strengths(hands).tolist()
        choices = [np.array(list(itertools.combinations(hand, table.size)), np.uint8) for hand in hands]
        each = [int(table.compiled.strengths_by_rank(rows).max()) for rows in choices]
        assert (found, [table.strength(hand) for hand in hands]) == (each, each)
        ordered_alike(table, hands[:6] if more else hands[:20])
    if not table.declaration.dice:
        with pytest.raises(BadCard, match="row 1"):
            table.strengths([range(table.size), [0] * table.size])


def large(size: int, lines: list[dict[str, Any]], upside_down: bool = False) -> Ranking:
    """A table of large hands of 36 cards, with a run first."""
    suits = [{"text": text, "name": text * 3, "colour": "red" if text in "dh" else "black"} for text in "cdhs"]
    every = [{"name": "Run", "run": 7}, *lines, {"name": "Rest"}]
    raw = {"name": "Large", "size": size, "deck": {"ranks": "6 7 8 9 T J Q K A", "suits": suits}, "category": every}
    return Ranking(declarations.from_table(raw | {"upside_down": upside_down}))


SUIT, COLOUR = {"name": "Suit", "same": "suit"}, {"name": "Colour", "same": "colour"}


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize(
    ("size", "lines", "more"),
    [(8, [SUIT], (0, 1, 5)), (8, [SUIT, COLOUR], (0, 2)), (11, [COLOUR], (0, 2, 4)), (13, [COLOUR], (0, 2))],
)
def test_large_hands_that_share_a_class_have_tables_too(
    size: int, lines: list[dict[str, Any]], more: tuple[int, ...], upside_down: bool
) -> None:
    """Upside down a hand is worse if it shares a class: then each choice is looked up."""
    table = large(size, lines, upside_down)
    assert len(table.compiled.parts) > 2
    assert table.compiled.overrules == upside_down
    classes = [sorted(part.cards) for part in table.compiled.parts[1:]]
    rng = Random(1)
    for cards in (size + each for each in more):
        hands = draws(table, cards, 15)
        for _ in range(30):
            some = rng.choice(classes)
            inside = rng.sample(some, min(len(some), rng.randint(size - 1, cards)))
            hands.append((*inside, *rng.sample(sorted(set(range(36)) - set(inside)), cards - len(inside))))
        assert table.tables(cards, 1) is not None
        choices = [np.array(list(itertools.combinations(hand, size)), np.uint8) for hand in hands]
        best = [int(table.compiled.strengths_by_rank(rows).max()) for rows in choices]
        assert (table.strengths(hands).tolist(), [table.strength(hand) for hand in hands]) == (best, best)
        if cards == size:
            assert {table.category_index(strength) for strength in best} == set(range(len(table.categories)))
            ordered_alike(table, hands)


def test_the_best_of_too_many_cards_for_a_table_is_looked_up_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    known = large(8, [SUIT])
    monkeypatch.setattr(compile, "MAX_NUMBERED", math.comb(16, 8))
    table = large(8, [SUIT])
    assert table.tables(8, 1) is not None
    assert table.tables(9, 1) is None
    hands = [*draws(table, 9, 30), tuple(range(0, 36, 4))]
    assert table.strengths(hands).tolist() == known.strengths(hands).tolist()
    assert table.strengths_with_hole([hands[-1][:4]], [hands[-1][4:]], 3) == known.strength(hands[-1])
