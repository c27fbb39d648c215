"""Po& Poker Patience: the source's examples, every ruling, the status windows, whole games.

"Source, Demands" and the like name the part of Paal Olstad's pages (rules, hints, interface) that an example is from.
"""

import itertools
import os
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import games
from cardwright.errors import BadOption, IllegalAction, NotYourTurn, UnknownName
from cardwright.game import CHANCE, SPECTATOR
from cardwright.games import create, scene
from cardwright.games.patience.actions import (
    COUNT,
    DIRECTIONS,
    Count,
    Finish,
    PatienceAction,
    PlaceCard,
    Shift,
    Turn,
    Undo,
)
from cardwright.games.patience.events import Ended
from cardwright.games.patience.prospects import line_cards, prospects, why_lost
from cardwright.games.patience.rules import Patience
from cardwright.games.patience.scoring import (
    CATEGORIES,
    CELL_NAMES,
    CELLS,
    DECK,
    EMPTY,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    LINE_NAMES,
    LINES,
    LINES_THROUGH,
    NOTHING,
    PAIR,
    STRAIGHT,
    THREE,
    TWO_PAIRS,
    complete,
    read_line,
    standing,
    unmet,
)
from cardwright.games.patience.state import PatienceState
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.ranking.matching import find_matching
from cardwright.scenes import BACK, Grid, Text, lamps_of, places_of
from support.playouts import played_states, random_states, with_reasons

cards = DECK.parse_cards

# two layouts that meet every demand, row by row
WON = (
    "4s 5s 3s 6s 7s  7d 5c 3c 4h 6h  4d 5h 3h 6c 3d  Ah 7c As 4c 7h  Kd 5d 2d 6d Td",
    "Ts Js 8s 9s Qs  Qh Jd Th Ks Qd  8c Ac Tc Kc Qc  8h Jc 2s 9h 8d  Ad Jh 2c Kh 2h",
)


def layout(text: str) -> tuple[int, ...]:
    """Twenty-five cells, a dot for an empty one."""
    return tuple(EMPTY if word == "." else DECK.parse(word) for word in text.split())


def made(text: str) -> str:
    found = read_line(cards(text)).category
    return "" if found == NOTHING else CATEGORIES[found]


def active(text: str) -> set[str]:
    return {DECK.text(card) for card in read_line(cards(text)).active}


def after(game: Patience, script: str, state: PatienceState | None = None) -> PatienceState:
    """The state after these moves, separated by semicolons, and the count at the end; every one checked."""
    state = state or game.initial_state()
    for text in script.split(";"):
        state = game.play(state, game.players_to_act(state)[0], game.parse(text.strip()))
    return game.play(state, CHANCE, COUNT) if game.is_moment(state) else state


def legal(game: Patience, state: PatienceState) -> set[str]:
    return {game.text(action) for action in game.legal_actions(state, 0)}


def play_out(game: Patience, rng: Random) -> PatienceState:
    """Random play to the end."""
    *_, last = random_states(game, rng)
    return last


def placing(*layouts: tuple[int, ...]) -> str:
    """A game that places these layouts cell by cell, from the top left."""
    return ";".join(
        f"turn {DECK.text(card)}; place {index + 1} {CELL_NAMES[cell]}"
        for index, cells in enumerate(layouts)
        for cell, card in enumerate(cells)
    )


# What a line makes


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("3h 4h 5h 6h 7h", "straight flush"),
        ("9c 9d 9h 9s 2c", "four of a kind"),
        ("9c 9d 9h 2s 2c", "full house"),
        ("2h 4h 5h 6h 7h", "flush"),
        ("3h 4h 5h 6h 7c", "straight"),
        ("9c 9d 9h 2s 3c", "three of a kind"),
        ("9c 9d 2h 2s 3c", "two pairs"),
        ("9c 9d 2h 4s 3c", "one pair"),
        ("9c 7d 2h 4s 3c", ""),
    ],
)
def test_the_eight_classes(line: str, name: str) -> None:
    """Source, Basis and the eight definitions."""
    assert made(line) == name
    assert read_line(cards(line)).final


def test_po4_a_straight_is_five_cards() -> None:
    """Source, Straight: its example 3, 4, 5, 6, 7, 8 has a card too many; any five of its run are a straight."""
    assert made("3h 4c 5d 6s 7h") == made("4c 5d 6s 7h 8d") == "straight"
    assert made("3h 4c 5d 6s") == made("4c 5d 6s 7h") == ""


def test_po5_the_ace_is_low_or_high_and_never_between() -> None:
    """Source, Basis: the ace may count as low in a straight or straight flush."""
    assert made("Ah 2c 3d 4s 5h") == "straight"
    assert made("Th Jc Qd Ks Ah") == "straight"
    assert made("Ah 2h 3h 4h 5h") == made("Th Jh Qh Kh Ah") == "straight flush"
    assert made("Qh Kc Ad 2s 3h") == made("Jh Qc Kd As 2h") == ""
    assert made("Kh Ah 2h 3h 4h") == "flush"


def test_po7_exact_class_only() -> None:
    """Source, Demands: another full house in the layout does not make one of them a three of a kind."""
    text = "9c 9d 9h 2s 2c  4c 4d 4h 8s 8c  . . . . .  . . . . .  . . . . ."
    found = standing(layout(text))
    assert FULL_HOUSE in found.made
    assert THREE not in found.made
    assert TWO_PAIRS not in found.made
    assert THREE in found.missing


def test_po8_active_parts() -> None:
    for line in ("3h 4h 5h 6h 7h", "9c 9d 9h 2s 2c", "2h 4h 5h 6h 9h", "3h 4h 5h 6h 7c"):
        assert active(line) == set(line.split())
    assert active("9c 9d 9h 9s 2c") == {"9c", "9d", "9h", "9s"}
    assert active("9c 9d 9h 2s 3c") == {"9c", "9d", "9h"}
    assert active("9c 9d 2h 2s 3c") == {"9c", "9d", "2h", "2s"}
    assert active("9c 9d 2h 4s 3c") == {"9c", "9d"}
    assert active("9c 7d 2h 4s 3c") == set()


def test_po8_the_idle_card_of_the_rules() -> None:
    """Source, Demands: unmatched in a four of a kind one way, unmatched in a one pair the other way: not active."""
    text = """9c 9d 2h 9h 9s
              .  .  5c .  .
              .  .  5d .  .
              .  .  7s .  .
              .  .  Ks .  ."""
    found = standing(layout(text))
    assert found.lines[0].category == FOUR
    assert found.lines[5 + 2].category == PAIR
    assert {DECK.text(card) for card in found.idle} == {"2h", "7s", "Ks"}


def test_po8_one_line_is_enough_and_diagonals_count() -> None:
    text = """9c . . . .
              .  9d . . .
              .  . 2h . .
              .  . . 2s .
              .  . 5h . 3c"""
    assert {DECK.text(card) for card in standing(layout(text)).idle} == {"5h", "3c"}


def test_po9_unfinished_lines_are_provisional_but_for_four_of_a_kind() -> None:
    """Source, Status: blue for the three lowest classes when made of fewer than five cards."""
    for line, name in [("9c 9d", PAIR), ("9c 9d 2h 2s", TWO_PAIRS), ("9c 9d 9h 2s", THREE)]:
        found = read_line(cards(line))
        assert (found.category, found.final) == (name, False)
    found = read_line(cards("9c 9d 9h 9s"))
    assert (found.category, found.final) == (FOUR, True)
    for line in ("3h 4h 5h 6h", "9c 7d 2h", "9c", ""):
        assert read_line(cards(line)).category == NOTHING


@given(st.lists(st.sampled_from(range(DECK.size)), max_size=5, unique=True))
@settings(max_examples=400, deadline=None)
def test_a_line_against_the_definitions_read_one_by_one(line: list[int]) -> None:
    """The slow twin: every definition is asked by itself, and the highest that holds is the class."""
    ranks = [DECK.rank_of[card] for card in line]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    full = len(line) == 5
    flush = full and len({DECK.suit_of[card] for card in line}) == 1
    straight = full and any(
        set(ranks) == {(low + step) % 13 for step in range(5)}
        for low in range(10)  # ten runs, the last T to A
    )
    holds = [
        flush and straight,
        counts[:1] == [4],
        counts == [3, 2],
        flush,
        straight,
        counts[:1] == [3],
        counts[:2] == [2, 2],
        counts[:1] == [2],
    ]
    expected = holds.index(True) if True in holds else NOTHING
    assert read_line(tuple(line)).category == expected


def test_lines_are_five_rows_five_columns_two_diagonals() -> None:
    assert len(LINES) == len(LINE_NAMES) == 12
    assert [CELL_NAMES[cell] for cell in LINES[1]] == ["a2", "b2", "c2", "d2", "e2"]
    assert [CELL_NAMES[cell] for cell in LINES[6]] == ["b1", "b2", "b3", "b4", "b5"]
    assert [CELL_NAMES[cell] for cell in LINES[10]] == ["a1", "b2", "c3", "d4", "e5"]
    assert [CELL_NAMES[cell] for cell in LINES[11]] == ["e1", "d2", "c3", "b4", "a5"]
    assert sum(map(len, LINES_THROUGH)) == 60
    assert len(LINES_THROUGH[CELL_NAMES.index("c3")]) == 4


# Placing and moving


def test_po1_eight_neighbours_or_four() -> None:
    """Source, Play: any subsequent card must be placed adjacently to another card."""
    script = "turn 5h; place 1 c3; turn 6h"
    eight = {text for text in legal(Patience(), after(Patience(), script)) if text.startswith("place 1")}
    assert eight == {f"place 1 {cell}" for cell in ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]}
    game = Patience(adjacency=4)
    four = {text for text in legal(game, after(game, script)) if text.startswith("place 1")}
    assert four == {f"place 1 {cell}" for cell in ["c2", "b3", "d3", "c4"]}


def test_po1_edges_do_not_touch() -> None:
    game = Patience()
    state = after(game, "turn 5h; place 1 e2; turn 6h")
    assert {text for text in legal(game, state) if text.startswith("place 1")} == {
        f"place 1 {cell}" for cell in ["d1", "e1", "d2", "d3", "e3"]
    }
    with pytest.raises(IllegalAction, match="place 1 a3"):
        game.play(state, 0, game.parse("place 1 a3"))


def test_po2_the_first_card_of_each_layout_goes_anywhere() -> None:
    game = Patience()
    assert legal(game, after(game, "turn 5h")) == {f"place {n} {cell}" for n in (1, 2) for cell in CELL_NAMES}
    second = {text for text in legal(game, after(game, "turn 5h; place 1 a1; turn 6h")) if text.startswith("place 2")}
    assert len(second) == CELLS


def test_po3_bounded_shifts_need_the_edge_empty() -> None:
    """Source, Play (interface): an arrow moves all cards of a layout one step, and other cards are on the diagonals."""
    game = Patience()
    state = after(game, "turn 5h; place 1 b1; turn 6h; place 1 b2; turn 7h")
    assert {text for text in legal(game, state) if text.startswith("shift")} == {
        "shift 1 left", "shift 1 right", "shift 1 down",
    }  # fmt: skip
    moved = after(game, "shift 1 down; shift 1 left", state)
    assert DECK.text_of(card for card in moved.layouts[0] if card != EMPTY) == "5h 6h"
    assert moved.layouts[0][CELL_NAMES.index("a2")] == cards("5h")[0]
    assert moved.card == state.card
    assert {text for text in legal(game, moved) if text.startswith("shift")} == {
        "shift 1 right", "shift 1 up", "shift 1 down",
    }  # fmt: skip


def test_po3_the_question_says_that_a_layout_can_be_shifted() -> None:
    for shifts, said in (("bounded", True), ("none", False)):
        game = Patience(shifts=shifts)
        for script, possible in (("turn 5h", False), ("turn 5h; place 1 b1; turn 6h", said)):
            status = scene(game, game.view(after(game, script), 0)).status
            assert status.endswith(" in either layout" + ", or shift a layout by one cell" * possible)


def test_po3_an_empty_layout_does_not_move() -> None:
    for shifts in ("bounded", "cyclic"):
        game = Patience(shifts=shifts)
        assert not [text for text in legal(game, after(game, "turn 5h")) if text.startswith("shift")]


def test_po3_cyclic_shifts_go_round() -> None:
    game = Patience(shifts="cyclic")
    state = after(game, "turn 5h; place 1 a1; turn 6h; place 1 b2; turn 7h; shift 1 left")
    assert state.layouts[0][CELL_NAMES.index("e1")] == cards("5h")[0]
    assert state.layouts[0][CELL_NAMES.index("a2")] == cards("6h")[0]
    for direction in DIRECTIONS:
        moved = state
        for _ in range(5):
            moved = after(game, f"shift 1 {direction}", moved)
        assert moved.layouts == state.layouts


def test_po3_cyclic_shifts_also_after_the_last_card() -> None:
    """The won layouts, moved so that they are lost, can be moved back."""
    game = Patience(shifts="cyclic")
    rows = [WON[1].split()[row * 5 : row * 5 + 5] for row in range(5)]
    round_the_edge = layout(" ".join(" ".join([*row[1:], row[0]]) for row in rows))
    state = after(game, placing(layout(WON[0]), round_the_edge))
    assert game.players_to_act(state) == (0,)
    assert legal(game, state) == {"finish"} | {f"shift {n} {way}" for n in (1, 2) for way in DIRECTIONS}
    assert game.returns(after(game, "finish", state)) == (0,)
    assert after(game, "finish", state).events == (Ended(False),)
    won = after(game, "shift 2 right", state)
    assert game.players_to_act(won) == ()
    assert game.returns(won) == (1,)


def test_po3_none() -> None:
    game = Patience(shifts="none")
    state = after(game, "turn 5h; place 1 c3; turn 6h")
    assert not [text for text in legal(game, state) if text.startswith("shift")]


def test_shifts_do_not_wait_for_the_turned_card_but_need_one() -> None:
    game = Patience()
    state = after(game, "turn 5h; place 1 c3")
    assert game.players_to_act(state) == (CHANCE,)
    with pytest.raises(NotYourTurn):
        game.play(state, 0, Shift(0, 0))


# The end


def test_all_demands_met_wins() -> None:
    """Source, Demands, and Status: everything in black and every lamp lit in both layouts is a game won."""
    for text in WON:
        found = standing(layout(text))
        assert complete(layout(text))
        assert found.made == set(range(len(CATEGORIES)))
        assert not found.dead
        assert not found.idle
        assert unmet(layout(text)) == ()
    game = Patience()
    state = after(game, placing(*map(layout, WON)))
    assert game.players_to_act(state) == ()
    assert game.returns(state) == (1,)
    assert state.events[-1] == Ended(True)
    look = scene(game, game.view(state, 0))
    assert (look.result, look.outcome) == ("Both layouts meet every demand", "won")
    assert {lamp.state for zone in look.zones for lamp in lamps_of(zone)} == {"lit"}
    assert all("active" in place.marks for zone in look.zones if isinstance(zone, Grid) for place in zone.places)


def test_po11_fifty_cards_are_placed_and_the_last_two_stay_down() -> None:
    """Source, Play: play goes on until both layouts are full; the last two cards are not used."""
    game = Patience()
    state = play_out(game, Random(3))
    assert sum(card != EMPTY for layout in state.layouts for card in layout) == 50
    assert len(state.unseen) == 2
    left = set(DECK.texts) - {DECK.text(card) for layout in state.layouts for card in layout}
    assert len(left) == 2
    assert not [text for text in left if text in repr(scene(game, game.view(state, 0)))]


def test_po11_the_list_of_cards_not_yet_turned() -> None:
    script = "turn 5h; place 1 c3; turn 6h"
    game = Patience()
    zones: dict[str, Any] = {zone.id: zone for zone in scene(game, game.view(after(game, script), 0)).zones}
    assert zones["unseen"].note == "50 cards; 2 are never turned"
    assert zones["unseen"].lines[4:6] == ("5 ♠·♦♣ Q ♠♥♦♣", "6 ♠·♦♣ K ♠♥♦♣")
    game = Patience(unseen=False)
    assert "unseen" not in {zone.id for zone in scene(game, game.view(after(game, script), 0)).zones}


def test_po12_a_lost_game_says_what_is_unmet() -> None:
    """The first won layout with its corner cards 4s and Td changed over."""
    first = layout(WON[0].replace("4s", "x", 1).replace("Td", "4s").replace("x", "Td"))
    assert not complete(first)
    assert unmet(first) == (
        "no straight flush, no flush",
        "nothing made in row 1, row 5, column a",
        "idle: 10♦ 4♦ K♦ 2♦",
    )


@pytest.mark.parametrize(
    ("one", "other", "lack"),
    [("4h", "6h", "no full house"), ("As", "7h", "nothing made in column e"), ("7d", "3d", "idle: 6♥")],
)
def test_each_of_the_three_demands_loses_the_game_by_itself(one: str, other: str, lack: str) -> None:
    """Source, Demands: all classes, every line, every card. Two cards of the first won layout are exchanged."""
    first = layout(WON[0].replace(one, "x").replace(other, one).replace("x", other))
    assert unmet(first) == (lack,)
    game = Patience()
    for layouts in ((first, layout(WON[1])), (layout(WON[1]), first)):
        state = after(game, placing(*layouts))
        assert game.returns(state) == (0,)
        assert state.events[-1] == Ended(False)


def test_po12_in_the_scene() -> None:
    game = Patience()
    state = play_out(game, Random(3))
    look = scene(game, game.view(state, 0))
    zone: Any = next(zone for zone in look.zones if zone.id == "unmet")
    assert re.fullmatch(r"\d+ of 16 combinations, \d+ cards? idle", look.result)
    for index, cells in enumerate(state.layouts):
        for lack in unmet(cells):
            assert f"Layout {index + 1}: {lack}" in zone.lines
    assert game.returns(state) == (0,)


# Practice


def test_po10_nothing_is_taken_back_in_a_counted_game() -> None:
    game = Patience()
    state = after(game, "turn 5h; place 1 c3; turn 6h; shift 1 up")
    assert state.past == ()
    assert "undo" not in legal(game, state)
    with pytest.raises(IllegalAction):
        game.play(state, 0, Undo())


def test_po10_practice_takes_back_and_the_same_card_comes_again() -> None:
    game = Patience(practice=True)
    first = after(game, "turn 5h")
    second = after(game, "place 1 c3; turn 6h", first)
    third = after(game, "shift 1 up; place 1 c3; turn 7h", second)
    back = after(game, "undo", third)
    assert back.card == cards("6h")[0]
    assert back.known == cards("7h")
    assert after(game, "undo", back).layouts == second.layouts
    start = after(game, "undo; undo", back)
    assert start.layouts == first.layouts
    assert start.card == first.card
    assert start.known == cards("6h 7h")
    assert "undo" not in legal(game, start)
    again = after(game, "place 2 a1", start)
    assert list(game.chance_outcomes(again)) == [(Turn(cards("6h")[0]), 1)]
    assert game.draw(again, Random(0)) == Turn(cards("6h")[0])
    redone = after(game, "turn 6h; place 2 a2; turn 7h", again)
    assert redone.known == ()
    assert redone.unseen == third.unseen


def test_po10_practice_goes_back_from_the_full_layouts() -> None:
    game = Patience(practice=True)
    state = game.initial_state()
    rng = Random(5)
    while len(state.unseen) > 2 or state.card != EMPTY:
        (player,) = game.players_to_act(state)
        options = [action for action in game.legal_actions(state, 0) if isinstance(action, PlaceCard)]
        state = game.apply(state, player, game.draw(state, rng) if player == CHANCE else rng.choice(options))
    assert legal(game, state) == {"undo", "finish"}
    back = after(game, "undo", state)
    assert back.card != EMPTY
    assert back.known == ()
    assert game.players_to_act(after(game, "finish", state)) == ()


# What lines may still become, and games that are lost


def winnable(rng: Random, game: Patience) -> tuple[PatienceState, str]:
    """A position on the way to the won layouts, in some of their reflections, with suits exchanged and shifted."""
    suits = rng.sample(range(4), 4)
    layouts = [[card // 4 * 4 + suits[card % 4] for card in layout(text)] for text in rng.sample(WON, 2)]
    layouts = [reflected(cells, rng) for cells in layouts]
    left = [grown(rng) for _ in layouts]
    placed = [[EMPTY] * CELLS, [EMPTY] * CELLS]
    count = rng.randrange(50)
    for _ in range(count):
        index = rng.choice([index for index in (0, 1) if left[index]])
        cell = left[index].pop(0)
        placed[index][cell] = layouts[index][cell]
    to_come = [layouts[index][cell] for index in (0, 1) for cell in left[index]]
    turned = rng.choice([layouts[index][left[index][0]] for index in (0, 1) if left[index]])
    unseen = tuple(sorted(set(range(DECK.size)) - {turned} - {card for cells in placed for card in cells}))
    assert set(to_come) <= {turned, *unseen}
    state = PatienceState((tuple(placed[0]), tuple(placed[1])), turned, unseen)
    for _ in range(rng.randrange(4)):  # each shift can be taken back by its opposite
        shifts = [action for action in game.legal_actions(state, 0) if isinstance(action, Shift)]
        state = game.apply(state, 0, rng.choice(shifts)) if shifts else state
    return state, f"{count} placed"


def reflected(cells: list[int], rng: Random) -> list[int]:
    rows = [cells[row * 5 : row * 5 + 5] for row in range(5)]
    if rng.random() < 0.5:
        rows.reverse()
    if rng.random() < 0.5:
        rows = [row[::-1] for row in rows]
    if rng.random() < 0.5:
        rows = [list(column) for column in zip(*rows, strict=True)]
    return [card for row in rows for card in row]


def grown(rng: Random) -> list[int]:
    """The cells of a layout in an order in which each touches one before it."""
    order = [rng.randrange(CELLS)]
    while len(order) < CELLS:
        order.append(rng.choice([cell for cell in range(CELLS) if cell not in order and touches(cell, order)]))
    return order


def touches(cell: int, cells: list[int]) -> bool:
    return any(max(abs(cell // 5 - other // 5), abs(cell % 5 - other % 5)) == 1 for other in cells)


def lost(game: Patience, state: PatienceState) -> tuple[str, ...]:
    return why_lost(state.layouts, state.card, frozenset((*state.unseen, state.card)) - {EMPTY}, game.shifts)


@pytest.mark.parametrize("shifts", ["bounded", "cyclic", "none"])
def test_no_winnable_position_is_called_lost(shifts: str) -> None:
    """Positions from which the won layouts can be reached; CARDWRIGHT_POSITIONS of each kind, 400 if it is not set."""
    game = Patience(shifts=shifts)
    rng = Random(6)
    for _ in range(int(os.environ.get("CARDWRIGHT_POSITIONS", 400))):
        state, about = winnable(rng, game)
        assert lost(game, state) == (), about


def after_won(changes: dict[str, str], empty: str = "") -> PatienceState:
    """The won layouts with some cards exchanged, and these cells of layout 1 emptied; one of their cards is turned."""
    text = " | ".join(WON)
    for one, other in changes.items():
        text = text.replace(one, "x").replace(other, one).replace("x", other)
    first, second = (list(layout(part)) for part in text.split(" | "))
    free = set(range(DECK.size)) - {*first, *second}
    for name in empty.split():
        free.add(first[CELL_NAMES.index(name)])
        first[CELL_NAMES.index(name)] = EMPTY
    card = min(free)
    return PatienceState((tuple(first), tuple(second)), card, tuple(sorted(free - {card})))


def test_a_full_line_that_makes_nothing_is_dead_and_the_game_is_lost() -> None:
    state = after_won({"4s": "Td"}, "c3")
    game = Patience()
    assert "layout 1: row 1 is full and makes nothing" in lost(game, state)
    look = scene(game, game.view(state, 0))
    assert look.progress == "49 of 50, cannot be won"
    zones: dict[str, Any] = {zone.id: zone for zone in look.zones}
    assert isinstance(zones["layout1"], Grid)
    assert zones["layout1"].lamps[0].state == "dead"
    assert isinstance(zones["unwinnable"], Text)
    assert zones["unwinnable"].lines[0] == "layout 1: row 1 is full and makes nothing"
    assert look.moves


@pytest.mark.parametrize(
    ("practice", "unless"), [(False, "; you may play on"), (True, ", unless moves are taken back")]
)
def test_that_a_game_can_no_longer_be_won_is_news_once(practice: bool, unless: str) -> None:
    """The line that asks for each card said it again, to the end of the game."""
    game, rng = Patience(practice=practice), Random(4)
    state, told, looks = game.initial_state(), [], []
    for seat in (CHANCE, 0) * 50:
        places = [action for action in game.legal_actions(state, 0) if isinstance(action, PlaceCard)]
        state = game.play(state, seat, game.draw(state, rng) if seat == CHANCE else rng.choice(places))
        looks.append(scene(game, game.view(state, 0)))
        told += [line for line in looks[-1].news if "no longer" in line]
        assert "no longer" not in looks[-1].status
    assert len(looks) == 100
    assert told == [f"This game can no longer be won{unless}"]
    hopeless = ["cannot be won" in look.progress for look in looks[:-1]]
    assert hopeless == sorted(hopeless)
    assert games.news_and_scores(game, game.view(state, 0))[0] == looks[-1].news


def test_a_class_that_no_line_can_make_any_more_is_named() -> None:
    """The straight flush of layout 1 is broken, and no other line can make one."""
    state = after_won({"4s": "4c"}, "c3")
    assert "layout 1: no line can make a straight flush any more" in lost(Patience(), state)


def test_a_card_that_can_take_part_in_nothing_is_named() -> None:
    """Both lines of e2 are full, and 6h is an odd card in each; c4 is empty."""
    state = after_won({"7d": "3d"}, "c4")
    assert "layout 1: 6♥ at e2 can take part in no combination" in lost(Patience(), state)


def test_every_combination_needs_a_line_of_its_own() -> None:
    assert find_matching([[4, 7], [4], [7, 9]]) == [7, 4, 9]
    assert find_matching([[4, 7], [4], [7]]) is None


def test_near_the_end_every_way_to_go_on_is_tried() -> None:
    """One cell is empty: whether the card for it can still come decides."""
    state = after_won({}, "c3")
    assert lost(Patience(), state) == ()
    needed = layout(WON[0])[CELL_NAMES.index("c3")]
    others = [card for card in (*state.unseen, state.card) if card != needed]
    assert lost(Patience(), PatienceState(state.layouts, others[0], tuple(others[1:])))


@given(st.integers(0, 10**6), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_what_a_line_can_become_is_what_trying_every_completion_finds(seed: int, held: int) -> None:
    """The slow twin; a straight or a flush that could only be a straight flush may be claimed too."""
    rng = Random(seed)
    drawn = rng.sample(range(DECK.size), held + 9)
    line, free = tuple(drawn[:held]), frozenset(drawn[held:])
    cells = [EMPTY] * CELLS
    cells[:held] = line
    found = prospects(cells, free, "none")[0]
    slow: dict[int, set[int]] = {}
    for more in itertools.combinations(sorted(free), 5 - held):
        reading = read_line(line + more)
        if reading.category != NOTHING:
            slow.setdefault(reading.category, set()).update(reading.active & set(line))
    assert found is not None
    assert {made: active for made, active in found.items() if made in slow} == slow
    assert set(found) - set(slow) <= {FLUSH, STRAIGHT}
    assert line_cards(cells, 0) == line


def test_full_layouts_are_seen_before_the_game_ends() -> None:
    game = Patience()
    state = next(filter(game.is_moment, random_states(game, Random(3))))
    assert scene(game, game.view(state, 0)).status == "Both layouts are full"
    assert not state.ended
    ended = game.play(state, CHANCE, Count())
    look = scene(game, game.view(ended, 0))
    assert (look.outcome, scene(game, game.view(ended, SPECTATOR)).outcome) == ("lost", "")
    (left,) = (zone for zone in look.zones if zone.id == "turned")  # the place of the turned card is not empty
    assert (left.title, [place.face for place in places_of(left)]) == ("Never turned", [BACK, BACK])
    won = after(game, placing(*map(layout, WON)))
    assert scene(game, game.view(won, 0)).outcome == "won"


@pytest.mark.parametrize(
    ("script", "text", "why"),
    [
        ("turn 5h; place 1 a1; turn 6h", "place 1 c3", "c3 of layout 1 is not adjacent to a card: a card must touch"),
        ("turn 5h; place 1 a1; turn 6h", "place 1 a1", "a1 of layout 1 is filled already"),
        ("turn 5h; place 1 a1; turn 6h", "shift 1 up", "row 1 of layout 1 is not empty, so its cards cannot move up"),
        ("turn 5h; place 1 a1; turn 6h", "shift 2 up", "layout 2 is empty, so there is nothing to shift"),
        ("turn 5h; place 1 a1; turn 6h", "undo", "only in practice can a move be taken back"),
    ],
)
def test_a_refused_move_names_the_rule(script: str, text: str, why: str) -> None:
    """Source, Play (interface): a position that is not adjacent brings a warning."""
    game = Patience()
    state = after(game, script)
    with pytest.raises(IllegalAction, match=why):
        game.play(state, 0, game.parse(text))
    refusals = {place.id: place.refusal for place in scene(game, game.view(state, 0)).places}
    assert refusals["1.c3"].startswith("c3 of layout 1 is not adjacent")
    assert refusals["1.b2"] == refusals["2.c3"] == ""


@pytest.mark.parametrize(
    ("corner", "way", "edge"),
    [("a1", "left", "column a"), ("a1", "up", "row 1"), ("e5", "right", "column e"), ("e5", "down", "row 5")],
)
def test_po3_a_refused_shift_names_the_edge_that_is_not_empty(corner: str, way: str, edge: str) -> None:
    game = Patience()
    state = after(game, f"turn 5h; place 2 {corner}; turn 6h")
    with pytest.raises(IllegalAction, match=f"{edge} of layout 2 is not empty, so its cards cannot move {way}"):
        game.play(state, 0, game.parse(f"shift 2 {way}"))


def test_a_hint_to_shift_is_about_the_layout_that_it_shifts() -> None:
    """Every shift advised opens the cell that the hint names, in that layout, and the next hint is to use it."""
    shifts = 0
    for seed in range(2):
        game = Patience()
        bot: Any = games.create_bot("basic", game, Random(1))
        rng = Random(seed)
        state = game.initial_state()
        while to_act := game.players_to_act(state):
            if to_act == (CHANCE,):
                state = game.apply(state, CHANCE, game.draw(state, rng))
                continue
            advice = bot.advise(game.view(state, 0))
            assert isinstance(advice.action, PatienceAction)
            if isinstance(advice.action, Shift):
                shifts += 1
                number = advice.action.layout + 1
                found = re.match(rf"then \S+ goes to ([a-e][1-5]) of layout {number}, where ", advice.reason)
                assert found, advice.reason
                moved = game.apply(state, 0, advice.action)
                assert f"place {number} {found[1]}" in legal(game, moved)
            assert "in an empty layout every way is open" not in advice.reason
            state = game.apply(state, 0, advice.action)
    assert shifts


# Numbered deals


@pytest.mark.parametrize("options", [{}, {"shifts": "cyclic"}, {"practice": True, "adjacency": 4}])
def test_a_numbered_table_deals_the_same_whatever_is_done_there(options: dict[str, object]) -> None:
    """`--seed` names a table's luck; two people who play the same number can compare how they did."""
    deals = set()
    for seed in range(4):
        table: Any = Table(Patience(**options), Luck.numbered(12))
        moves = Random(seed)
        order: list[str] = []
        table.settle()
        while not table.over:
            if table.state.card != EMPTY and (card := DECK.text(table.state.card)) not in order:
                order.append(card)
            table.play(0, moves.choice(table.game.legal_actions(table.state, 0)))
            table.settle()
        deals.add(tuple(order))
    assert len(deals) == 1
    assert len(order) == 50


def test_drawing_is_drawing_by_weight() -> None:
    """The short way to draw is the way of every game."""
    game = Patience()
    state = after(game, "turn 5h; place 1 c3; turn Ac; place 1 c2")
    for seed in range(50):
        assert game.draw(state, Random(seed)) == super(Patience, game).draw(state, Random(seed))


# Notation, options, scene, bots


def test_notation() -> None:
    game = Patience()
    every: list[PatienceAction] = [
        *(Turn(card) for card in range(DECK.size)),
        *(PlaceCard(index, cell) for index in (0, 1) for cell in range(CELLS)),
        *(Shift(index, direction) for index in (0, 1) for direction in range(4)),
        Undo(),
        Finish(),
    ]
    assert len({game.text(action) for action in every}) == len(every)
    for action in every:
        assert game.parse(game.text(action)) == action
    assert game.parse("place 1 b3") == PlaceCard(0, 11)
    assert game.parse("SHIFT  2 Up") == Shift(1, 2)


def test_options() -> None:
    with pytest.raises(BadOption):
        Patience(adjacency=6)
    with pytest.raises(BadOption):
        Patience(shifts="wild")
    with pytest.raises(UnknownName):
        Patience(undo=True)


def test_the_scene_in_mid_game() -> None:
    """Source, Status: classes, lamps and active cards."""
    game = Patience(practice=True)
    state = after(game, "turn 5h; place 1 a1; turn 5s; place 1 b1; turn 9d; place 1 b2; turn Td")
    look = scene(game, game.view(state, 0))
    zones: dict[str, Any] = {zone.id: zone for zone in look.zones}
    lamps = {lamp.label.partition(":")[0]: lamp.state for lamp in zones["layout1"].lamps}
    assert lamps == {name.removeprefix("diagonal "): "half" if name == "row 1" else "off" for name in LINE_NAMES}
    classes = {lamp.label: lamp.state for lamp in zones["classes1"].lamps}
    assert classes == {name: "half" if name == "one pair" else "off" for name in CATEGORIES}
    marks = {place.id: place.marks for place in zones["layout1"].places if place.face}
    assert marks == {"1.a1": ("active",), "1.b1": ("active",), "1.b2": ("idle",)}
    assert zones["turned"].places[0].face == DECK.face(cards("Td")[0])
    assert zones["turned"].note == "46 to come"
    assert {move.text for move in look.moves} == legal(game, state)
    ids = {place.id for place in look.places}
    assert all(move.places <= ids for move in look.moves)
    assert {move.key for move in look.moves if move.text == "undo"} == {"U"}
    assert scene(game, game.view(state, SPECTATOR)).moves == ()


@pytest.mark.parametrize("options", [{}, {"adjacency": 4, "shifts": "none"}, {"shifts": "cyclic", "practice": True}])
def test_the_basic_bot_plays_whole_games_well(options: dict[str, object]) -> None:
    """It meets far more of the 16 classes than chance does (about 3 or 4), and gives its reasons."""
    game = create("patience", **options)
    *_, state = played_states(game, Random(11), with_reasons(game, games.create_bot("basic", game, Random(1))))
    assert sum(len(standing(cells).made) for cells in state.layouts) >= 9


def test_the_rules_page_has_a_legal_example_of_every_line_and_the_advice_of_the_source() -> None:
    page = games.rules_page("patience")
    assert ".py" not in page
    for number, name in enumerate(CATEGORIES):
        found = re.search(rf"^\| {name} \|[^|]*\| ([^|]+) \|", page, re.MULTILINE)
        assert found, name
        shown = cards(found[1].translate(str.maketrans("♠♥♦♣", "shdc")).replace("10", "T"))
        assert read_line(shown).category == number
    for word in ("diagonal", "8 to king", "exhausted", "keep several ways open", "number of open cells"):
        assert word in page
