"""Faults that lint finds: in the built-in tables, in each kind of fault planted, and none where nothing is wrong."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from cardwright.ranking import Declaration
from cardwright.ranking import declaration as declarations
from cardwright.ranking.lint import FAULT, NOTE, Finding, lint
from cardwright.ranking.rarity import fix


def found(declaration: Declaration, *, kind: str | None = None, severity: str | None = None) -> list[Finding]:
    """The findings of a kind, or of a severity."""
    return [one for one in lint(declaration) if kind in (None, one.kind) and severity in (None, one.severity)]


def faults(name: str) -> list[tuple[str, str, str, int, int]]:
    wrong = found(declarations.load(name), severity=FAULT)
    return [(one.kind, one.category, one.other, one.count, one.against) for one in wrong]


# Our own sources


def test_the_four_wrong_counts_of_the_piecepacks_table() -> None:
    assert faults("dual-piecepacks") == [
        ("printed", "Link-flush no pairs", "", 720, 768),
        ("printed", "Group-flush one pair", "", 46080, 63360),
        ("printed", "No pairs", "", 183600, 183552),
        ("printed", "One pair", "", 812160, 794880),
    ]
    first, *_ = lint(declarations.load("dual-piecepacks"))
    assert first.message.startswith(
        "Link-flush no pairs: 768 printed, 720 exact: 48 too many; the 48 suit-flushes, which"
    )


def test_the_wrong_counts_cancel_and_lint_says_so() -> None:
    (note,) = found(declarations.load("dual-piecepacks"), kind="printed", severity=NOTE)
    assert note.count == note.against == math.comb(48, 5)
    assert "the errors cancel" in note.message


def test_the_hand_that_the_flexdeck_table_forgets() -> None:
    first, *rest = found(declarations.load("flexdeck-as-printed"), severity=FAULT)
    assert first == Finding(
        kind="uncovered",
        severity=FAULT,
        message="no category takes 450 throws of 100,000, such as 0 0 0 0 1",
        count=450,
        hand="0 0 0 0 1",
    )
    assert {one.kind for one in rest} == {"rarity"}


def test_with_four_of_a_kind_the_flexdeck_table_is_whole_but_not_by_rarity() -> None:
    assert faults("flexdeck") == [
        ("rarity", "Two pair", "Straight-4", 10800, 3600),
        ("rarity", "Two pair", "Three of a kind", 10800, 7200),
        ("rarity", "One pair", "Garbage", 50400, 25920),
    ]


def test_the_common_full_house_of_forty_cards() -> None:
    assert ("rarity", "Full house", "Flush", 2160, 984) in faults("pyramid")
    assert faults("pyramid") == [
        ("rarity", "Full house", "Flush", 2160, 984),
        ("rarity", "One pair", "High card", 322560, 250920),
    ]
    assert faults("pyramid-by-rarity") == []


@pytest.mark.parametrize("name", ["standard", "standard-low", "deuce-to-seven", "dual-piecepacks-low", "paigow-front"])
def test_nothing_is_wrong_with_these(name: str) -> None:
    assert faults(name) == []


def test_a_table_upside_down_is_held_against_the_table_as_written() -> None:
    assert [one[0] for one in faults("dual-piecepacks-inverted")] == ["printed"] * 4


def test_faults_come_first() -> None:
    severities = [one.severity for one in lint(declarations.load("dual-piecepacks"))]
    assert severities == sorted(severities)
    assert set(severities) == {FAULT, NOTE}


# What it reports besides


def test_overlaps_where_order_decides() -> None:
    overlaps = {(one.category, one.other): one.count for one in found(declarations.load("standard"), kind="overlap")}
    assert overlaps == {
        ("Straight flush", "Flush"): 40,
        ("Straight flush", "Straight"): 40,
        ("Straight flush", "High card"): 40,
        ("Flush", "High card"): 5108,
        ("Straight", "High card"): 10200,
    }
    shown = {one.category: one.hand for one in found(declarations.load("standard"), kind="overlap")}
    assert shown["Straight flush"] == "Ac 5c 4c 3c 2c"


def test_overlaps_see_what_a_wild_card_could_have_been() -> None:
    overlaps = {(one.category, one.other): one.count for one in found(declarations.load("paigow-back"), kind="overlap")}
    assert overlaps["Straight", "One pair"] > 0  # 2-3-4-A and the bug: a straight, or a pair of aces
    assert ("Five aces", "Four of a kind") not in overlaps


def test_ties_are_reported_by_category() -> None:
    ties = {one.category: (one.against, one.count) for one in found(declarations.load("standard"), kind="ties")}
    assert ties["Straight flush"] == (10, 40)
    assert ties["Four of a kind"] == (156, 624)
    assert ties["Flush"] == (1277, 5108)
    assert sum(strengths for strengths, _ in ties.values()) == 7462
    messages = [one.message for one in found(declarations.load("paigow-back"), kind="ties")]
    assert messages[:3] == [
        "Five aces: 1 strength among 1 hand",
        "Royal flush: 1 strength among 24 hands; two of them always tie",
        "Straight flush: 9 strengths among 180 hands; two of them tie once in 9.3",
    ]


def test_two_hands_are_different_cards_and_two_throws_may_be_alike() -> None:
    """A hand was counted beside itself: two of Kuhn's three cards "tie once in 3"."""
    (kuhn,) = found(declarations.load("kuhn"), kind="ties")
    assert kuhn.message == "High card: 3 strengths among 3 hands; two of them never tie"
    # Of six pairs of a rank three have spades, two hearts and one diamonds: 8 of 78 x 77 / 13 are equal.
    pairs, _ = found(declarations.load("big-two-pairs"), kind="ties")
    assert pairs.message == "Pair: 39 strengths among 78 hands; two of them tie once in 57.8"
    (yahtzee, *_) = found(declarations.load("yahtzee"), kind="ties")
    assert yahtzee.message == "Yahtzee: 6 strengths among 6 throws; two of them tie once in 6"


# Faults planted one at a time


def standard(change: Callable[[dict[str, Any], list[dict[str, Any]]], object]) -> Declaration:
    table = declarations.table("standard")
    change({line["name"]: line for line in table["category"]}, table["category"])
    return declarations.from_table(table, "planted")


def test_a_line_left_out_leaves_its_hands_out() -> None:
    declaration = standard(lambda line, lines: lines.remove(line["Two pair"]))
    (fault,) = found(declaration, severity=FAULT)
    assert (fault.kind, fault.count) == ("uncovered", 123552)
    assert declarations.load("standard").parse_hand(fault.hand)
    assert fault.message.endswith(f"of 2,598,960, such as {fault.hand}")


def test_a_line_that_nothing_fits() -> None:
    declaration = standard(lambda line, lines: lines.insert(0, {"name": "Five of a kind", "kinds": [5]}))
    (fault,) = found(declaration, severity=FAULT)
    assert (fault.kind, fault.category, fault.against) == ("empty", "Five of a kind", 0)
    assert fault.message == "Five of a kind: no hand falls into it: none fits it"


def test_a_line_whose_hands_all_go_to_stronger_lines() -> None:
    declaration = standard(lambda line, lines: lines.append({"name": "Steel wheel", "run": 5, "same": "suit"}))
    (fault,) = found(declaration, severity=FAULT)
    assert fault.message == "Steel wheel: no hand falls into it: the 40 hands that fit go to Straight flush"


def test_a_line_whose_hands_go_to_several_lines() -> None:
    (fault,) = found(standard(lambda line, lines: lines.append({"name": "Last"})), severity=FAULT)
    assert "go to Straight flush, Four of a kind, Full house, Flush, " in fault.message
    assert fault.message.endswith("One pair and High card")


def test_lines_in_the_wrong_order() -> None:
    declaration = standard(lambda line, lines: lines.insert(0, lines.pop(lines.index(line["Flush"]))))
    kinds = [(one.kind, one.category, one.other) for one in found(declaration, severity=FAULT)]
    assert ("empty", "Straight flush", "") in kinds
    assert ("rarity", "Flush", "Four of a kind") in kinds
    assert ("rarity", "Flush", "Full house") in kinds


def test_a_line_for_the_rest_overlaps_with_all_and_is_not_said_to() -> None:
    declaration = standard(lambda line, lines: lines.__setitem__(-1, {"name": "The rest"}))
    assert found(declaration, severity=FAULT) == []
    overlaps = {(one.category, one.other) for one in found(declaration, kind="overlap")}
    assert overlaps == {("Straight flush", "Flush"), ("Straight flush", "Straight")}


def test_a_misprint() -> None:
    declaration = standard(lambda line, lines: line["Flush"].update(printed=5118))
    (fault,) = found(declaration, severity=FAULT)
    assert (fault.kind, fault.category, fault.count, fault.against) == ("printed", "Flush", 5108, 5118)
    right = standard(lambda line, lines: line["Flush"].update(printed=5108))
    assert found(right, severity=FAULT) == []


def test_one_hand_is_one_hand() -> None:
    raw = {"name": "n", "size": 2, "deck": {"ranks": "1 2"}, "category": [{"name": "pair", "kinds": [2]}]}
    messages = [one.message for one in lint(declarations.from_table(raw, "n"))]
    assert messages == [
        "no category takes 1 hand of 1, such as 2 1",
        "pair: no hand falls into it: none fits it",
    ]


def test_names_from_right_to_left_do_not_move_the_numbers_beside_them() -> None:
    deck = {"ranks": "1 2 3 4", "suits": "a b c d"}
    lines = [{"name": "זוג", "kinds": [[2, 1], [3]]}, {"name": "סדרה", "run": 3}, {"name": "Rest"}]
    declared = declarations.from_table({"name": "Short", "size": 3, "deck": deck, "category": lines})
    assert str(lint(declared)[0].message) == (
        "\u2068זוג\u2069 (304) ranks above \u2068סדרה\u2069 (128), which is rarer"
    )
    assert str(fix(declared).moves[0]).startswith("\u2068סדרה\u2069 goes above \u2068זוג\u2069: 128 against ")
