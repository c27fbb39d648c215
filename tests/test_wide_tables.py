"""Tables of hands with more than 65,536 strengths, which have 32 bits each; all others have 16."""

import functools
import itertools
import math
import pickle

import numpy as np
import pytest

from cardwright import games
from cardwright.cardroom.workbench import analysis
from cardwright.errors import BadCard, BadCount, BadDeclaration
from cardwright.ranking import Declaration, compile, load, tables
from cardwright.ranking import declaration as declarations
from cardwright.ranking.equity import equity
from cardwright.ranking.outs import reachable
from cardwright.ranking.ranking import Ranking
from support import reference
from support.hands import dealt
from support.kernels import run_uncompiled
from support.playouts import played_by_bots

RANKS_COUNT = 23
LETTERS = " ".join("ABCDEFGHIJKLMNOPQRSTUVW")
WIDE = f"""
name = "Wide"
[deck]
ranks = "{LETTERS}"
suits = "c d h s"
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Any"
"""
# Sets of five ranks, of at most four cards of each; a flush has five ranks.
ANY_COUNT, FLUSHES_COUNT = math.comb(RANKS_COUNT + 4, 5) - RANKS_COUNT, math.comb(RANKS_COUNT, 5)

LOOKS_AT_CARDS = {
    "name": "Last suits",
    "size": 4,
    "deck": {"ranks": " ".join(f"r{number}" for number in range(30)), "suits": "c d"},
    "category": [{"name": "Any", "tie": ["ranks", "suit"]}],
}


@functools.cache
def wide() -> Ranking:
    return load(WIDE)


@functools.cache
def by_card() -> Ranking:
    return Ranking(declarations.from_table(LOOKS_AT_CARDS))


def agree(ranking: Ranking, hands: np.ndarray) -> None:
    """Strengths order hands of exactly the hand size as the slow reference does, ties included."""
    rows = [tuple(hand) for hand in hands.tolist()]
    keys = [reference.strength_key(ranking.declaration, hand) for hand in rows]
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    strengths = ranking.strengths(hands)
    numbers = {strength: number for number, strength in enumerate(sorted(set(strengths.tolist())))}
    assert [numbers[strength] for strength in strengths.tolist()] == [place[key] for key in keys]


def test_a_table_has_as_many_strengths_as_multisets_of_ranks() -> None:
    assert len(wide()) == ANY_COUNT + FLUSHES_COUNT == 114_356
    counts = wide().frequencies(5)
    assert counts.total == math.comb(4 * RANKS_COUNT, 5)
    assert counts.categories == (4 * FLUSHES_COUNT, counts.total - 4 * FLUSHES_COUNT)
    assert counts.strengths[-FLUSHES_COUNT:] == (4,) * FLUSHES_COUNT
    assert counts == wide().frequencies(5, every_hand=True)


def test_strengths_are_in_the_order_of_the_reference() -> None:
    flushes = np.array(list(itertools.combinations(range(0, 4 * RANKS_COUNT, 4), 5)), np.uint8)
    agree(wide(), np.concatenate([dealt(wide(), 5, 3_000), flushes[::40]]))


@pytest.mark.parametrize("cards", [5, 6])
def test_many_hands_are_evaluated_as_one_by_one(cards: int) -> None:
    hands = dealt(wide(), cards, 500)
    found = wide().strengths(hands)
    assert found.dtype == np.uint32
    assert found.max() > 65_535
    assert found.tolist() == [wide().strength(hand) for hand in hands.tolist()]
    best = [max(map(wide().strength, itertools.combinations(hand, 5))) for hand in hands.tolist()]
    assert found.tolist() == wide().strengths(hands, trusted=True).tolist() == best


def test_hands_with_hole_cards_are_the_best_of_the_choices() -> None:
    hands = dealt(wide(), 9, 100)
    found = wide().strengths_with_hole(hands[:, :4], hands[:, 4:])
    assert found.dtype == np.uint32
    for hand, strength in zip(hands.tolist(), found.tolist()):
        holes, boards = itertools.combinations(hand[:4], 2), itertools.combinations(hand[4:], 3)
        assert strength == max(wide().strength(ours + theirs) for ours, theirs in itertools.product(holes, boards))
        assert strength == wide().strength_with_hole(hand[:4], hand[4:])


def test_hands_in_arrays_are_checked() -> None:
    hands = dealt(wide(), 5, 200)
    hands[150, 1] = hands[150, 4]
    with pytest.raises(BadCard, match="duplicate") as refused:
        wide().strengths(hands)
    assert refused.value.where == "row 150"


def test_a_ranking_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(wide()))
    hands = dealt(wide(), 5, 50)
    assert again.strengths(hands).tolist() == wide().strengths(hands).tolist()


def test_equity_is_that_of_every_board() -> None:
    hands = [wide().cards("Wc Wd"), wide().cards("Ah Bh")]
    board = wide().cards("Ch Dh Wh")
    rest = [card for card in range(wide().deck.size) if card not in {*hands[0], *hands[1], *board}]
    won = 0.0
    for come in itertools.combinations(rest, 1):
        one, other = (wide().strength((*hand, *board, *come)) for hand in hands)
        won += (one > other) + (one == other) / 2
    found = equity(wide(), hands, board, to_board=1)
    assert found.deals == len(rest)
    assert float(found.hands[0].share) == won / len(rest)


def test_outs_are_the_lines_that_may_come() -> None:
    def lines(hand: str) -> set[str]:
        found = reachable(wide(), wide().cards(hand), wide().cards("Ch Dh Wc"), to_board=1)
        return {wide().categories[line].name for line in found.possible}

    assert lines("Ah Bh") == {"Flush", "Any"}
    assert lines("Ah Bd") == {"Any"}


@pytest.mark.parametrize("variant", ["five-card-draw", "courchevel", "chinese"])
def test_a_deal_is_played_to_the_showdown(variant: str) -> None:
    poker = {"variant": variant, "limit": "fixed-limit"}
    options = {"ranking": WIDE, "players": 2, "deals": 1, **(poker if variant != "chinese" else {})}
    game = games.create("chinese" if variant == "chinese" else "poker", **options)
    state = played_by_bots(game, "basic", 3)
    assert sum(game.returns(state)) == 0
    assert any(game.returns(state))


def test_where_tables_of_seven_would_be_too_large_each_hand_is_looked_up() -> None:
    assert wide().layout(7).by_hands
    rows = dealt(wide(), 7, 400)
    best = [max(map(wide().strength, itertools.combinations(hand, 5))) for hand in rows.tolist()]
    assert wide().strengths(rows).tolist() == best
    assert list(map(wide().strength, rows.tolist())) == best


@pytest.mark.parametrize("name", ["standard", "deuce-to-seven", "dual-piecepacks"])
def test_looking_up_each_hand_answers_as_tables_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_table, by_hands = load(name), Ranking(declarations.load(name))
    size, nodes = by_hands.size, tables.Layout._nodes

    def nodes_by_hands(layout: tables.Layout) -> list[tables.Node]:
        if layout.cards > size and not layout.by_hands:
            raise BadCount("too large", layout.cards)
        return nodes(layout)

    by_table.layout(size + 1), by_table.layout(size + 2)
    monkeypatch.setattr(tables.Layout, "_nodes", nodes_by_hands)
    assert by_hands.layout(size + 1).by_hands
    assert not by_table.layout(size + 1).by_hands
    assert by_hands.frequencies(size + 1) == by_table.frequencies(size + 1)
    cards = dealt(by_table, 12, 1)[0].tolist()
    hands, board = [tuple(cards[:2]), tuple(cards[2:4])], tuple(cards[4 : size + 2])
    assert equity(by_hands, hands, board[1:], to_board=1) == equity(by_table, hands, board[1:], to_board=1)
    assert equity(by_hands, hands, board[2:], to_board=2) == equity(by_table, hands, board[2:], to_board=2)
    own, some = hands[0], board[:2]
    assert reachable(by_hands, own, some, to_board=size - 2) == reachable(by_table, own, some, to_board=size - 2)


def test_sets_of_ranks_that_are_too_many_to_look_at_are_refused() -> None:
    with pytest.raises(BadCount, match="too many sets of ranks"):
        wide().frequencies(9)


@pytest.mark.parametrize("variant", ["texas-holdem", "seven-card-stud-hilo", "double-board-omaha", "big-o"])
def test_games_whose_tables_would_be_too_large_are_played(variant: str) -> None:
    game = games.create("poker", ranking=WIDE, variant=variant, players=2, deals=1)
    state = played_by_bots(game, "fast", 1)
    assert sum(game.returns(state)) == 0


def test_equity_and_outs_where_tables_would_be_too_large() -> None:
    hands, board = ["Ah Bh", "Cs Cd"], "Ch Dh Vs Ws"
    found = equity(wide(), hands, board, to_board=1)
    assert found.exact
    seen = set(map(wide().deck.parse, " ".join([*hands, board]).split()))
    won = []
    for card in set(range(wide().deck.size)) - seen:
        ours, theirs = (wide().strength([*map(wide().deck.parse, f"{hand} {board}".split()), card]) for hand in hands)
        won.append((1 + (ours > theirs) - (ours < theirs)) / 2)
    assert float(found.hands[0].share) == pytest.approx(sum(won) / len(won))
    assert equity(wide(), hands, "", to_board=5, samples=2_000).deals == 2_000
    own, flop = wide().cards("Ah Bh"), wide().cards("Ch Dh")
    assert reachable(wide(), own, flop, to_board=3).possible == {0, 1}


def test_tables_that_look_at_single_cards_have_32_bits_too() -> None:
    hands = dealt(by_card(), 4, 2_000)
    found = by_card().strengths(hands)
    assert found.dtype == np.uint32
    assert found.max() > 65_535
    assert found.tolist() == [by_card().strength(hand) for hand in hands.tolist()]
    agree(by_card(), hands)
    five = dealt(by_card(), 5, 50)
    best = [max(map(by_card().strength, itertools.combinations(hand, 4))) for hand in five.tolist()]
    assert by_card().strengths(five).tolist() == best


# Every table with 32 bits


def _small(name: str) -> Declaration:
    """A built-in ranking with fewer ranks, so that also uncompiled code can count its hands."""
    raw = declarations.table(name)
    ranks = raw["deck"]["ranks"]
    raw["deck"]["ranks"] = ranks if name == "dual-piecepacks" else "2 3 4 5 6 7 A"
    raw["order"] = raw["order"] if name == "dual-piecepacks" else "A 2 3 4 5 6 7 A"
    return declarations.from_table(raw)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("name", ["standard", "deuce-to-seven", "dual-piecepacks"])
def test_the_width_of_strengths_changes_no_result(name: str, compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow = Ranking(_small(name))
    if not compiled:
        run_uncompiled(monkeypatch, "tables", "evaluator", "frequency", "equity.counting")
    monkeypatch.setattr(compile, "MAX_NARROW_STRENGTHS", 0)
    same = Ranking(_small(name))
    assert same.strengths(dealt(same, 5, 1)).dtype == np.uint32
    for cards in (5, 6, 7):
        hands = dealt(narrow, cards, 100)
        assert narrow.strengths(hands).dtype == np.uint16
        assert same.strengths(hands).tolist() == narrow.strengths(hands).tolist()
        assert [same.strength(hand) for hand in hands.tolist()] == narrow.strengths(hands).tolist()
    hands = dealt(narrow, 9, 20)
    with_hole = [ranking.strengths_with_hole(hands[:, :4], hands[:, 4:]).tolist() for ranking in (same, narrow)]
    assert with_hole[0] == with_hole[1]
    if name != "dual-piecepacks" or compiled:
        assert same.frequencies(6) == narrow.frequencies(6)
        assert same.frequencies(6, every_hand=compiled) == narrow.frequencies(6)
    one, other, board = [0, 5], [9, 14], [1, 6, 20]
    assert equity(same, [one, other], board, to_board=2) == equity(narrow, [one, other], board, to_board=2)


# The bound


def test_a_table_with_too_many_strengths_is_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "MAX_STRENGTHS", 1_000)
    with pytest.raises(BadDeclaration, match="7,462 distinct strengths are more than 1,000"):
        Ranking(declarations.load("standard"))


def test_the_workbench_does_not_count_what_takes_half_a_minute() -> None:
    found = analysis.more(WIDE, 1)
    assert not found.refused
    titles = ["best 5 of 7", "Omaha: 2 of 4, 3 of 5"]
    assert [(each.title, each.exact) for each in found.counted] == [(title, False) for title in titles]
