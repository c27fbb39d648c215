"""The lines of a table that are held, possible, out of reach: worked examples, and the search against its slow twin."""

import importlib
import itertools
import random
from typing import Any

import numpy as np
import pytest

from cardwright import ranking
from cardwright.errors import BadCard, BadCount, CardwrightError
from cardwright.games.poker.low_hand import low_of, qualifying
from cardwright.ranking import Ranking
from cardwright.ranking import declaration as declarations
from cardwright.ranking.outs import reachable
from cardwright.ranking.outs.runouts import MAX_ENUMERATED_RUNOUTS
from support import reference

STANDARD = ranking.load("standard")
PIECEPACKS = ranking.load("dual-piecepacks")
LOW = ranking.load("standard-low")

SMALL = """
name = "Small"
size = 3
order = "1 2 3 4 5 1"
[deck]
ranks = "1 2 3 4 5"
suits = [
  { text = "a", group = "left" }, { text = "b", group = "left" },
  { text = "c", group = "right" }, { text = "d", group = "right" },
]
[[category]]
name = "Straight flush"
run = 3
same = "suit"
[[category]]
name = "Group three of a kind"
kinds = [2, 1]
same = "group"
[[category]]
name = "Three of a kind"
kinds = [3]
[[category]]
name = "Straight"
run = 3
[[category]]
name = "Flush"
same = "suit"
[[category]]
name = "Group flush"
same = "group"
[[category]]
name = "One pair"
kinds = [2, 1]
[[category]]
name = "High card"
kinds = [1, 1, 1]
"""


def made_and_possible(
    table: Ranking, own: str, board: str = "", out: str = "", **more: int
) -> tuple[str | None, list[str]]:
    """Names of the line held and of those possible."""
    parse = table.deck.parse_cards
    found = reachable(table, parse(own), parse(board), out=parse(out), **more)
    names = [line.name for line in table.categories]
    return None if found.held is None else names[found.held], [names[line] for line in sorted(found.possible)]


# Worked examples


def test_a_pair_in_the_hole_is_held_and_no_hand_below_it_can_be() -> None:
    held, possible = made_and_possible(STANDARD, "5h 5d", to_board=5)
    assert held == "One pair"
    assert possible == [line.name for line in STANDARD.categories if line.name != "High card"]


def test_two_cards_that_match_in_nothing_hold_a_high_card_and_may_become_anything() -> None:
    held, possible = made_and_possible(STANDARD, "As 7d", to_board=5)
    assert held == "High card"
    assert len(possible) == len(STANDARD.categories)


def test_quads_on_the_flop_can_only_lose_their_place_to_what_two_cards_can_bring() -> None:
    assert made_and_possible(STANDARD, "5h 5d", "5s 5c 2h", to_board=2) == ("Four of a kind", ["Four of a kind"])
    assert made_and_possible(STANDARD, "5h 5d", "5s 4h 3h", to_board=2) == (
        "Three of a kind",
        ["Straight flush", "Four of a kind", "Full house", "Flush", "Straight", "Three of a kind"],
    )


def test_a_card_seen_elsewhere_cannot_come() -> None:
    assert made_and_possible(STANDARD, "9h 8h", "7h 6h 2c Ks", to_board=1)[1] == [
        "Straight flush", "Flush", "Straight", "One pair", "High card",
    ]  # fmt: skip
    assert made_and_possible(STANDARD, "9h 8h", "7h 6h 2c Ks", out="Th 5h", to_board=1)[1] == [
        "Flush", "Straight", "One pair", "High card",
    ]  # fmt: skip


def test_on_the_river_a_hand_is_what_it_is() -> None:
    assert made_and_possible(STANDARD, "9h 8h", "7h 6h 2c Ks 5h") == ("Straight flush", ["Straight flush"])


def test_omaha_plays_two_of_its_own() -> None:
    """Four hearts on the board are no flush for one heart in the hand, and four aces in the hand are two."""
    assert made_and_possible(STANDARD, "Ah Kc Qd Jd", "2h 5h 9h Th 7s", from_hole=2)[0] == "High card"
    held, possible = made_and_possible(STANDARD, "Ah Ac Ad As", to_board=5, from_hole=2)
    assert held == "One pair"
    assert possible == ["Full house", "Two pair", "One pair"]


def test_omaha_with_two_tiles_of_each_group_always_makes_a_group_flush() -> None:
    """Five tiles for all are three of one group, and two of one's own go with them."""
    held, possible = made_and_possible(PIECEPACKS, "AbS 3bH 2wD 4wC", to_board=5, from_hole=2)
    assert held == "No pairs"
    assert possible == [
        "Group-flush four of a kind", "Group-flush full house", "Group-flush three of a kind", "Group-flush no pairs",
        "Four of a kind", "Group-flush two pairs", "Full house", "Group-flush one pair",
    ]  # fmt: skip


def test_seven_tiles_of_six_ranks() -> None:
    held, possible = made_and_possible(PIECEPACKS, "AbS 3wH", to_board=5)
    assert held == "No pairs"
    never = {"Three of a kind", "One pair"}  # five of the seven tiles differ then, and that ranks above both
    assert possible == [line.name for line in PIECEPACKS.categories if line.name not in never]


def test_a_low_hand() -> None:
    assert made_and_possible(LOW, "Ah 2d 2s", to_own=4)[0] == "One pair"
    assert made_and_possible(LOW, "Ah 2d 2s", to_own=4)[1][:2] == ["No pair", "One pair"]
    assert made_and_possible(LOW, "Ah Ad As Ac Kh Kd", to_own=1) == ("Full house", ["Two pair", "Full house"])
    assert made_and_possible(LOW, "Ah 2d 3s", to_own=4)[0] == "No pair"


def test_a_low_hand_that_has_to_qualify() -> None:
    least = qualifying(LOW, "8")
    assert made_and_possible(LOW, "Ah 2d Ks Qs", "4h 5d Kd", to_board=2, from_hole=2, least=least) == (
        None,
        ["No pair"],
    )
    assert made_and_possible(LOW, "Ah 2d Ks Qs", "4h Td Kd", to_board=1, from_hole=2, least=least) == (None, [])
    assert made_and_possible(LOW, "Ah 2d Ks Qs", "4h 5d 8d", to_board=2, from_hole=2, least=least)[0] == "No pair"


def test_cards_may_be_exchanged_for_any_but_those_thrown_away() -> None:
    assert made_and_possible(STANDARD, "Ah Ad As 2c 3d", exchange=5)[1] == [line.name for line in STANDARD.categories]
    assert made_and_possible(STANDARD, "Ah Ad As 2c 3d", exchange=1) == (
        "Three of a kind",
        ["Four of a kind", "Full house", "Three of a kind", "Two pair", "One pair"],
    )
    assert "Four of a kind" not in made_and_possible(STANDARD, "Ah Ad As 2c 3d", out="Ac", exchange=1)[1]
    assert made_and_possible(STANDARD, "Ah Ad As 2c 3d") == ("Three of a kind", ["Three of a kind"])


# Against the twin


def brute(
    table: Ranking, own: list[int], board: list[int], out: list[int], to_own: int, to_board: int, from_hole: int | None,
    exchange: int = 0, least: int = 0,
) -> set[int]:  # fmt: skip
    """Every run, with the evaluator: for decks where the twin would take minutes."""
    found = set()
    unseen = sorted(set(range(table.deck.size)) - {*own, *board, *out})
    for thrown in range(exchange + 1):
        for kept in itertools.combinations(own, len(own) - thrown):
            for more in itertools.combinations(unseen, to_own + thrown):
                rest = [card for card in unseen if card not in more]
                for last in itertools.combinations(rest, to_board):
                    hole, table_cards = [*kept, *more], [*board, *last]
                    if from_hole is None:
                        strength = table.strength(hole + table_cards)
                    else:
                        strength = table.strength_with_hole(hole, table_cards, from_hole)
                    if strength >= least:
                        found.add(table.category_index(strength))
    return found


@pytest.mark.parametrize("low", [None, "ace_to_five", "table_inverted"])
@pytest.mark.parametrize("seed", range(6))
def test_small_decks_against_the_reference(low: str | None, seed: int) -> None:
    table = Ranking(declarations.parse(SMALL, "small"))
    table = low_of(table, low) if low else table
    rng = random.Random(seed)
    cards = rng.sample(range(20), 8)
    for own, board, to_own, to_board, from_hole, exchange in (
        (2, 0, 0, 3, None, 0), (1, 1, 1, 1, None, 0), (3, 0, 0, 3, 2, 0), (2, 1, 1, 2, 2, 0), (3, 0, 0, 0, None, 2),
        (2, 1, 0, 2, 1, 0), (4, 1, 0, 1, 3, 0), (2, 2, 0, 0, 1, 1),
    ):  # fmt: skip
        hand, common, out = cards[:own], cards[own : own + board], cards[own + board :][:3]
        found = reachable(
            table, hand, common, to_own=to_own, to_board=to_board, from_hole=from_hole, exchange=exchange, out=out
        )
        assert found.possible == reference.reachable(
            table.declaration, hand, common, to_own, to_board, from_hole, exchange, out
        )


def hard(monkeypatch: pytest.MonkeyPatch, drawn: int) -> None:
    """Make the search do its work: no looking at everything, and little luck."""
    monkeypatch.setattr("cardwright.ranking.outs.runouts.MAX_ENUMERATED_RUNOUTS", 0)
    monkeypatch.setattr("cardwright.ranking.outs.runouts.SAMPLED_RUNOUTS", drawn)
    for where, each in (("outs", "_reachable"), ("outs.runouts", "draw_sample")):
        getattr(importlib.import_module(f"cardwright.ranking.{where}"), each).cache_clear()


@pytest.mark.parametrize(
    "name",
    ["standard", "standard-low", "deuce-to-seven", "dual-piecepacks", "dual-piecepacks-low", "dual-piecepacks-inverted",
     "paigow-back", "pyramid"],
)  # fmt: skip
def test_the_search_agrees_with_looking_at_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few cards to come both can be done."""
    table = ranking.load(name)
    rng = random.Random(name)
    cases = []
    for number, (own, board, to_board, from_hole) in enumerate(
        [(2, 3, 2, None), (2, 4, 1, None), (5, 0, 2, None), (4, 3, 2, 2), (4, 4, 1, 2), (3, 0, 2, None)] * 4
        + [(5, 3, 2, 3), (2, 4, 1, 1), (5, 2, 2, 4)]
    ):
        cards = rng.sample(range(table.deck.size), own + board + 12)
        if number % 3 == 0:
            cards.sort()  # near one another
        kwargs: dict[str, Any] = {"to_board": to_board, "from_hole": from_hole, "out": cards[own + board :]}
        cases.append((cards[:own], cards[own : own + board], kwargs))
    plain = [reachable(table, own, board, **kwargs) for own, board, kwargs in cases]
    hard(monkeypatch, 2)
    assert [reachable(table, own, board, **kwargs) for own, board, kwargs in cases] == plain
    hard(monkeypatch, 1)
    for held, seen, kwargs in cases[::8]:
        found = reachable(table, held, seen, **kwargs)
        assert found.possible == brute(table, held, seen, kwargs["out"], 0, kwargs["to_board"], kwargs["from_hole"])


@pytest.mark.parametrize("low", [None, "table_inverted"])
def test_the_search_over_many_cards_to_come(low: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short deck, so that five cards to come can be looked at; the search once more without luck."""
    table = ranking.load("dual-piecepacks")
    table = low_of(table, low) if low else table
    rng = random.Random(5)
    cases: list[tuple[list[int], dict[str, Any]]] = []
    for own, to_board, from_hole in ((2, 5, None), (4, 5, 2), (3, 4, None), (4, 4, 2), (5, 4, 3), (2, 5, 1)):
        for _ in range(3):
            cards = rng.sample(range(48), 34)
            cases.append((cards[:own], {"to_board": to_board, "from_hole": from_hole, "out": cards[own:]}))
    plain = [reachable(table, own, **kwargs) for own, kwargs in cases]
    hard(monkeypatch, 2)
    assert [reachable(table, own, **kwargs) for own, kwargs in cases] == plain


@pytest.mark.parametrize(
    ("own", "to_board", "from_hole"),
    [("4bD NbS 3bS 5bC", 5, 2), ("NbC 3wD 2wC 4wS", 5, 2), ("AbD 5wH 4wC", 4, None)],
)
def test_the_table_upside_down_with_a_whole_deck(own: str, to_board: int, from_hole: int | None) -> None:
    """Most lines are out of reach then, which no example shows; here every run is looked at, in arrays."""
    table = low_of(PIECEPACKS, "table_inverted")
    cards = table.deck.parse_cards(own)
    unseen = [card for card in range(48) if card not in cards]
    runs = np.array(list(itertools.combinations(unseen, to_board)), np.uint8)
    holes = np.broadcast_to(np.array(cards, np.uint8), (len(runs), len(cards)))
    if from_hole:
        strengths = table.strengths_with_hole(holes, runs, from_hole, trusted=True)
    else:
        strengths = table.strengths(np.column_stack([holes, runs]), trusted=True)
    ends = {table.category_index(strength) for strength in np.unique(strengths).tolist()}
    assert reachable(table, cards, to_board=to_board, from_hole=from_hole).possible == ends


def test_two_packs() -> None:
    plain = declarations.table("standard")
    deck = {"ranks": "A 2 3 4 5 6 7 8 9 T J Q K", "suits": "c d h s C D H S"}
    lines = [{"name": "Five of a kind", "kinds": [5]}, *plain["category"]]
    table = Ranking(declarations.from_table(plain | {"deck": deck, "category": lines}, "two-packs"))
    assert len(table.deck) == 104
    held, possible = made_and_possible(table, "5h 5d", to_board=5)
    assert held == "One pair"
    assert possible == [line.name for line in table.categories if line.name != "High card"]
    assert "Five of a kind" not in made_and_possible(table, "5h 5d 5s 5c 9c", out="5C 5D 5H 5S", to_board=2)[1]
    assert len(made_and_possible(table, "5h 4d", "3s", to_board=4)[1]) == len(table.categories)


def test_nothing_is_possible_where_no_hand_can_be_made() -> None:
    assert made_and_possible(STANDARD, "5h 5d", to_board=2) == ("One pair", [])
    assert made_and_possible(STANDARD, "", to_board=5)[0] is None
    assert MAX_ENUMERATED_RUNOUTS > 17_296  # the flops of the dual piecepacks


@pytest.mark.parametrize(
    ("own", "more", "error"),
    [
        ("5h 5h", {}, BadCard),
        ("5h 5x", {}, BadCard),
        ((0, 99), {}, BadCard),
        ((0, -1), {}, BadCard),
        ((0, 1.5), {}, BadCard),
        ((1, 1), {}, BadCard),
        ("5h 5d", {"board": "5d 6d 7d"}, BadCard),
        ("5h 5d", {"out": (52,)}, BadCard),
        ("5h 5d", {"to_board": -1}, BadCount),
        ("5h 5d", {"to_own": -1}, BadCount),
        ("5h 5d", {"from_hole": -1}, BadCount),
    ],
)
def test_cards_that_cannot_be_are_refused(own: Any, more: dict[str, Any], error: type[CardwrightError]) -> None:
    with pytest.raises(error):
        reachable(STANDARD, own, **{"to_board": 5, **more})


def test_cards_may_be_given_as_text() -> None:
    parse = STANDARD.deck.parse_cards
    assert reachable(STANDARD, "5h 5d", "5s 4h 3h", to_board=2, out="5c") == reachable(
        STANDARD, parse("5h 5d"), parse("5s 4h 3h"), to_board=2, out=parse("5c")
    )
