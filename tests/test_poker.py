"""The poker room: the rulings PK1 to PK13, options that are refused, and variants that cannot be played."""

import math
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings, strategies
from msgspec.structs import replace

from cardwright import ranking
from cardwright.answers import Budget
from cardwright.errors import BadAction, BadCount, BadDeclaration, BadOption, IllegalAction, UnknownName
from cardwright.game import CHANCE, SPECTATOR, Action, Automatic, Event, Pace, replace_item
from cardwright.games.poker import betting, variants
from cardwright.games.poker.actions import (
    BUY,
    BUY_AND_SIT_OUT,
    CALL,
    CHECK,
    FOLD,
    LEAVE,
    LEVELS,
    MUCK,
    REVEAL,
    SIT_OUT,
    STAY,
    Burn,
    Deal,
    Lot,
    Raise,
    RunOut,
    Shuffle,
    Wagers,
)
from cardwright.games.poker.bot import BasicBot, CallerBot
from cardwright.games.poker.events import Began, Common, Forced, Mucked, Out, Reshuffled, Showed, Won
from cardwright.games.poker.odds import evaluate
from cardwright.games.poker.odds.hands import deal_ranges
from cardwright.games.poker.odds.shares import Chances
from cardwright.games.poker.odds.words import Share, call_reason
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.setup import BET, DRAW
from cardwright.games.poker.show.rules import one_variant
from cardwright.games.poker.state import OVER, UNSEEN, PokerState, PokerView
from cardwright.play import hints, session
from cardwright.play.luck import Luck
from cardwright.play.record import Header, Record, Sitter
from cardwright.play.summary import summarise
from cardwright.play.table import Table
from cardwright.ranking import declaration, toml_writer
from cardwright.scenes import Chips, Fan, Row, Text
from cardwright.scenes.typed_moves import move_of
from support.playouts import after_chance, played_states, random_states
from support.poker_table import run

E = TypeVar("E", bound=Event)


def kinds(state: PokerState, kind: type[E]) -> list[E]:
    """The events of a kind in the last step, or of the showdown."""
    return [event for event in dict.fromkeys(state.ending + state.events) if isinstance(event, kind)]


def forced(state: PokerState) -> list[tuple[int, str, int]]:
    return [(event.player, event.what, event.amount) for event in state.events if type(event) is Forced]


# --- PK1: the button


def positions(state: PokerState) -> tuple[int, int, int]:
    return state.button, state.small, state.big


def call_or_first(game: Poker, state: PokerState) -> Action:
    """The first legal action, but a call in place of a fold."""
    action = game.legal_actions(state, state.turn)[0]
    return game.parse("call") if action == game.parse("fold") else action


def next_deal(game: Poker, state: PokerState) -> PokerState:
    """Everybody folds to the big blind, and the next deal begins."""
    while state.turn == CHANCE and state.step < len(game.plan):
        state = game.play(state, CHANCE, game.draw(state, Random(1)))
    while state.turn >= 0:
        state = game.play(state, state.turn, game.parse("fold"))
    return game.play(state, CHANCE, game.parse("shuffle"))


def test_pk1_the_button_moves_by_the_big_blind() -> None:
    game = Poker(players=4, button=4)
    state = game.initial_state()
    assert positions(state) == (3, 0, 1)
    for wanted in [(0, 1, 2), (1, 2, 3), (2, 3, 0)]:
        state = next_deal(game, state)
        assert positions(state) == wanted


def test_pk1_a_busted_big_blind_leaves_the_next_small_blind_dead() -> None:
    game = Poker(players=4, button=4, stacks="200/2/200/200", rise=0)
    cards = "As 2c Kc Ks Ad 7d Kd Kh Ac 9h 8s 4d 3c"  # dealt to seats 0 1 2 3, twice, then the board
    state = run(game, "fold; fold; call", cards)
    assert kinds(state, Out) == [Out(1, 4)]
    state = game.play(state, CHANCE, game.parse("shuffle"))
    assert positions(state) == (0, 1, 2)
    assert forced(state) == [(2, "big blind", 2)]  # seat 1 is empty, and posts nothing
    state = next_deal(game, state)
    assert positions(state) == (1, 2, 3)  # the button stands before the empty seat
    assert forced(state) == [(2, "small blind", 1), (3, "big blind", 2)]
    state = next_deal(game, state)
    assert positions(state) == (2, 3, 0)


def test_pk1_of_two_players_the_button_posts_the_small_blind() -> None:
    game = Poker(players=2, button=2)
    state = game.initial_state()
    assert forced(state) == [(1, "small blind", 1), (0, "big blind", 2)]
    state = next_deal(game, state)
    assert forced(state) == [(0, "small blind", 1), (1, "big blind", 2)]


def test_the_first_deal_follows_from_the_button_alone_and_is_not_changed_by_play() -> None:
    game = Poker(players=3, stacks="50/60/70", ante="1", deals=2)
    for button in (0, 1, 2, 1, 0):
        first = game.apply(game.initial_state(), CHANCE, Lot(button))
        assert first == Poker(players=3, stacks="50/60/70", ante="1", deals=2, button=button + 1).initial_state()
        assert (first.button, first.betting.stacks[(button + 2) % 3]) == (button, (50, 60, 70)[(button + 2) % 3] - 3)
        *_, state = random_states(game, Random(button), first)
        assert state.turn == OVER


def test_bets_are_a_sequence_of_a_few_actions_and_every_raise() -> None:
    bets = Wagers((FOLD, CALL), 4, 6)
    listed = [FOLD, CALL, Raise(4), Raise(5), Raise(6)]
    assert list(bets) == [bets[place] for place in range(5)] == bets[:] == listed
    assert [bets[place] for place in range(-5, 0)] == listed
    assert [each in bets for each in (*listed, CHECK, Raise(3), Raise(7))] == [True] * 5 + [False] * 3
    without = Wagers((CHECK,), 0, 0)
    assert (list(without), without[-1], Raise(0) in without) == ([CHECK], CHECK, False)
    for places, beyond in ((bets, 5), (bets, -6), (without, 1), (without, -2)):
        with pytest.raises(IndexError):
            places[beyond]


def test_antes_of_their_own_begin_left_of_the_button_in_every_deal_of_stud() -> None:
    game = Poker(variant="seven-card-stud", players=3, button=3, ante="3/2/1", blinds="2/4", deals=4)
    state = game.initial_state()
    for wanted in [(3, 2, 1), (1, 3, 2), (2, 1, 3), (3, 2, 1)]:
        antes = {seat: amount for seat, what, amount in forced(state) if what == "ante"}
        assert antes == dict(enumerate(wanted))
        if state.deal < 4:
            state = next_deal(game, run(game, "bring-in", state=state))


def test_of_two_who_run_out_of_chips_in_one_deal_who_had_more_takes_the_better_place() -> None:
    game = Poker(players=4, button=4, stacks="20/10/200/20", rise=0)
    cards = "2c 3c Kc 4s 2d 5d Kd 6h Ac 9h 8s Jd Th"  # the kings win
    state = run(game, "raise 200; call; call; call", cards)
    assert kinds(state, Out) == [Out(0, 2), Out(1, 4), Out(3, 2)]
    said = [line for line in build_scene(game, game.view(state, 0)).news if "out of chips" in line]
    places_said = ((0, "2 of 4, shared"), (1, "4 of 4"), (3, "2 of 4, shared"))
    assert said == [f"{{{seat}}}: out of chips, place {place}" for seat, place in places_said]
    result = "All 250 chips went to {2}"
    places = ". 2nd {0}, {3}; 4th {1}"
    assert build_scene(game, game.view(state, 2)).result == result + places
    assert build_scene(game, game.view(state, 1)).result == f"{result}. You took place 4 of 4{places}"
    assert build_scene(game, game.view(state, 3)).result == f"{result}. You took place 2 of 4, shared{places}"


def test_a_player_who_is_out_of_a_tournament_keeps_the_place_in_sight() -> None:
    game = Poker(players=3, button=3, stacks="20/10/200", rise=0)
    state = next_deal(game, run(game, "raise 200; call; fold", "2c 3c Kc 2d 3d Kd 4s Ac 9h 8s Jd Th"))
    scene = build_scene(game, game.view(state, 0))
    assert scene.status.startswith("You are out, in place 3 of 3. ")
    assert (scene.seats[0].role, scene.seats[0].score, scene.seats[0].out) == ("out", "place 3", True)
    assert not build_scene(game, game.view(state, 1)).status.startswith("You are out")


def test_pk1_no_player_posts_the_big_blind_twice_when_three_become_two() -> None:
    game = Poker(players=3, button=3, stacks="2/200/200", rise=0)
    cards = "2c Ac Ks 7d Ad Kh As 9h 8s 4d 3c"
    state = run(game, "call; call; check;" + "check;" * 6, cards)
    assert kinds(state, Out) == [Out(0, 3)]
    assert state.big == 1
    state = game.play(state, CHANCE, game.parse("shuffle"))
    assert forced(state) == [(1, "small blind", 1), (2, "big blind", 2)]


# --- PK3: showing


BOARD = "8s 9h 4d 3c Tc"


def test_pk3_the_last_to_bet_shows_first_and_beaten_hands_go_unseen() -> None:
    game = Poker(players=3, button=3, deals=1)
    hands = "As Ks 2h Ad Kd 7h"  # aces at seat 0, kings at seat 1, nothing at seat 2
    checks = "check; check; check; " * 2
    state = run(game, f"call; call; check; {checks} check; raise 10; call; call", f"{hands} {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [1, 0]
    assert kinds(state, Mucked) == [Mucked(2)]
    view = game.view(state, 0)
    assert view.down[1] == state.down[1]
    assert set(view.down[2]) == {-1}
    state = run(game, f"call; call; check; {checks} check; check; check", f"{hands} {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [0]  # the first to act
    game = Poker(players=3, button=3, deals=1, showdown="show")
    state = run(game, f"call; call; check; {checks} check; check; check", f"{hands} {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [0, 1, 2]


def test_pk3_a_hand_that_ties_the_best_is_shown() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, f"call; call; check; {'check; ' * 9}", f"As Ah 2h Kd Kc 7h {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [0, 1]
    assert kinds(state, Mucked) == [Mucked(2)]


def test_pk3_a_hand_that_may_win_a_pot_is_shown_and_one_beaten_in_every_pot_is_not() -> None:
    game = Poker(players=3, button=3, deals=1, stacks="10/50/50")  # seat 0 is all-in for the main pot
    actions = f"raise 20; call; call; {'check; ' * 6}"
    state = run(game, actions, f"As Ks 2h Ad Kd 7h {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [1, 0]
    assert kinds(state, Mucked) == [Mucked(2)]
    state = run(game, actions, f"Ks 2h As Kd 7h Ad {BOARD}")
    assert [event.player for event in kinds(state, Showed)] == [1, 2]  # seat 1 has yet nothing to beat
    assert kinds(state, Mucked) == [Mucked(0)]
    state = run(game, actions, f"2h As Ah 7h Kd Kc {BOARD}")  # a tie for the side pot
    assert [event.player for event in kinds(state, Showed)] == [1, 2]
    assert kinds(state, Mucked) == [Mucked(0)]


def test_pk3_hands_lie_open_when_no_more_can_be_bet() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = game.initial_state()
    for _ in range(4):
        state = game.play(state, CHANCE, game.draw(state, Random(5)))
    state = game.play(state, 1, game.parse("raise 200"))
    state = game.play(state, 0, game.parse("call"))
    assert state.shown == 0b11
    assert -1 not in game.view(state, 1).down[0]


def test_pk3_a_hand_without_a_showdown_stays_hidden() -> None:
    state = run(game := Poker(players=2, button=2, deals=1), "fold")
    assert state.turn == OVER
    assert kinds(state, Won)[0].showdown is False
    assert set(game.view(state, 0).down[1]) == {-1}


# --- PK23: no time left


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ({"deals": 4, "showdown": "ask"}, {"fold", "check", "muck"}),
        ({"variant": "five-card-draw", "deals": 4}, {"fold", "check"}),
        ({"variant": "seven-card-stud", "deals": 4}, {"fold", "bring-in"}),
        ({"deals": 3, "sit_out": True}, {"fold", "check", "stay", "sit-out"}),
    ],
)
def test_pk23_who_is_late_risks_no_chips(options: dict[str, Any], made: set[str]) -> None:
    table = Table(Poker(players=3, **options), Luck(b"late"), pace=Pace(turn=1, reserve=0), began=0)
    table.settle(0)
    while not table.over:
        table.expire((len(table.log) + 1) * 60_000)
    assert {step.action for step in table.log if step.late} <= made


# --- PK11: show or muck


def test_pk11_players_whose_hands_were_not_seen_show_or_muck_them() -> None:
    game = Poker(players=3, button=3, deals=1, showdown="ask")
    hands = "As Ks 2h Ad Kd 7h"
    checks = "check; check; check; " * 3
    beaten = run(game, f"call; call; check; {checks}", f"{hands} {BOARD}")  # aces are shown, the others are not
    assert (beaten.turn, game.legal_actions(beaten, 1)) == (1, (MUCK, REVEAL))
    assert game.returns(beaten) == (4, -2, -2)
    assert "show your hand" in game.why_illegal(game.view(beaten, 1), CHECK)
    after = run(game, "reveal; muck", state=beaten)
    assert after.turn == OVER
    ended = [zone for zone in build_scene(game, game.view(after, 0)).zones if isinstance(zone, Text)]
    lines = [line for zone in ended for line in zone.lines if zone.id == "ending"]
    assert [line for line in lines if "not shown" in line] == ["{2}: beaten, and not shown"]
    assert game.returns(after) == game.returns(beaten)
    seen = game.view(after, 0)
    assert seen.down[1] == after.down[1]
    assert set(seen.down[2]) == {UNSEEN}


def test_pk11_a_winner_without_a_showdown_is_asked_and_folded_hands_are_not() -> None:
    game = Poker(players=2, button=2, deals=2, showdown="ask")
    won = run(game, "fold")
    assert won.turn == 0
    assert set(game.view(won, 1).down[0]) == {UNSEEN}
    shown = game.play(won, 0, REVEAL)
    assert shown.turn == CHANCE  # the next deal follows
    assert game.view(shown, 1).down[0] == shown.down[0]
    for bot in (CallerBot, BasicBot):
        assert bot(game, Random(1)).advise(game.view(won, 0)).action == MUCK
    scene = build_scene(game, game.view(won, 0))
    assert [move.label for move in scene.moves] == ["Muck", "Show your hand"]
    assert any("showed" in line for line in build_scene(game, game.view(shown, 1)).news)


# --- PK12: chips bought between deals


def cash_game(deals: int = 3) -> Poker:
    return Poker(players=2, button=2, deals=deals, stacks="20", rebuy=True, showdown="show")


ALL_IN = "raise 20; call"


def test_pk12_a_player_short_of_chips_buys_up_to_the_first_stack() -> None:
    broke = run(game := cash_game(), ALL_IN, f"As Ks Ad Kd {BOARD}")
    assert game.returns(broke) in ((20, -20), (-20, 20))
    loser = broke.turn
    assert game.legal_actions(broke, loser) == (BUY, LEAVE)
    assert "buy in again" in game.why_illegal(game.view(broke, loser), STAY)
    assert BasicBot(game, Random(1)).advise(game.view(broke, loser)).action == BUY
    after = run(game, "buy", state=broke)
    assert after.betting.stacks[loser] == 20
    assert game.returns(after) == game.returns(broke)  # chips bought are no winnings
    assert after.turn == CHANCE
    scene = build_scene(game, game.view(broke, loser))
    assert [move.label for move in scene.moves] == ["Buy 20 chips", "Leave the game"]


def test_the_result_of_several_deals_begins_with_the_viewers_own() -> None:
    game = Poker(players=3, stacks="100", deals=1)
    over = run(game, "fold; fold")
    gained = game.returns(over)
    loser, even = gained.index(-1), gained.index(0)
    assert build_scene(game, game.view(over, loser)).result.startswith(f"{{{loser}}} -1. Won: ")
    assert build_scene(game, game.view(over, even)).result.startswith(f"{{{even}}} 0. Won: ")
    assert build_scene(game, game.view(over, SPECTATOR)).result.startswith("Won: ")


def test_pk12_one_who_leaves_keeps_the_chips_and_ends_a_game_of_two() -> None:
    broke = run(game := cash_game(), ALL_IN, f"As Ks Ad Kd {BOARD}")
    over = run(game, "leave", state=broke)
    assert over.turn == OVER
    assert sum(game.returns(over)) == 0
    state = run(cash_game(), "raise 12; call; bet 2; fold")
    short = game.play(state, state.turn, STAY)
    assert short.turn == CHANCE
    gone = game.play(state, state.turn, LEAVE)
    assert game.returns(gone) == game.returns(state)
    assert gone.before[state.turn] == 0
    seat = build_scene(game, game.view(gone, 1 - state.turn)).seats[state.turn]
    assert (seat.role.rpartition(", ")[2], seat.score) == ("left", "-12")
    ended = build_scene(game, game.view(gone, SPECTATOR)).result
    assert ended.endswith(" -12. Too few players are left for another deal")


def test_a_cash_game_says_from_the_second_deal_on_what_its_player_has_won() -> None:
    first = run(game := cash_game(), "raise 12; call; bet 2; fold")
    loser = first.turn
    second = run(game, "stay; call", state=first)
    results = {seat: build_scene(game, game.view(second, seat)).progress.split("; ")[1] for seat in (0, 1)}
    assert results == {loser: "you: -12", 1 - loser: "you: +12"}
    assert "you" not in build_scene(game, game.view(first, loser)).progress
    assert "you" not in build_scene(game, game.view(second, SPECTATOR)).progress


def test_pk12_nothing_is_bought_after_the_last_deal_and_there_is_a_last_deal() -> None:
    assert run(cash_game(deals=1), ALL_IN, f"As Ks Ad Kd {BOARD}").turn == OVER
    with pytest.raises(BadOption, match="such as 60: a game with rebuys"):
        Poker(players=2, rebuy=True)


def test_ones_own_hand_says_what_it_makes_until_the_hands_are_compared() -> None:
    def notes(words: str, game: Poker, cards: str, player: int = 0) -> list[str]:
        scene = build_scene(game, game.view(run(game, words, cards), player))
        return [zone.note for zone in scene.zones if isinstance(zone, Fan | Row) and zone.owner is not None]

    game = Poker(players=2, button=2, deals=1)
    cards = "9s Ad 8s 7d 9h 8d 2c"
    assert sorted(notes("", game, cards)) == ["bet 1", "bet 2"]
    assert sorted(notes("call; check", game, cards)) == ["", "two pair, nines and eights, two"]
    assert sorted(notes("call; check", game, cards, player=1)) == ["", "ace-high, nine-eight-seven-two"]
    assert "bet 2; two pair, nines and eights, two" in notes("call; check; raise 2", game, cards)
    assert sorted(notes("call; check", game, cards, player=SPECTATOR)) == ["", ""]
    boards = Poker(players=2, button=2, deals=1, variant="double-board-holdem")
    both = "two pair, nines and eights, two on the first board; pair of kings, nine-eight-three on the second"
    assert sorted(notes("call; check", boards, f"{cards} Ks Kd 3s")) == ["", both]


def test_a_bet_may_be_typed_as_its_button_and_the_hint_say_it() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "", "9s 8s Ad 7d")
    view = game.view(state, state.turn)
    scene = build_scene(game, view)
    for typed in ("Raise to 12", "raise to 12", "raise 12", "b12"):
        assert move_of(scene, typed) == "raise 12"
    with pytest.raises(BadAction, match="from 4"):
        move_of(scene, "raise to")
    hint = hints.hint(game, BasicBot(game, Random(1)), view, ("Ann", "Bob"))
    assert move_of(scene, hint.label) == hint.move
    assert hint.text.startswith(f"Hint: {hint.label}: {hint.reason}. Next best: ")


# --- PK13: sitting out


def sit_out_game(players: int = 3, **more: object) -> tuple[Poker, PokerState]:
    """Return a game after its first deal, in which all folded to the big blind, seat 1; the next is seat 2."""
    game = Poker(players=players, button=2, deals=9, stacks="40", sit_out=True, **more)
    return game, run(game, " ".join(["fold;"] * (players - 1)).removesuffix(";"))


def test_pk13_a_player_is_asked_before_the_big_blind_and_may_sit_out() -> None:
    game, asked = sit_out_game(4)
    big = asked.big
    assert asked.turn == (big + 1) % 4
    assert game.legal_actions(asked, asked.turn) == (STAY, SIT_OUT, LEAVE)
    assert "whole buy-in" in game.why_illegal(game.view(asked, asked.turn), BUY)
    assert BasicBot(game, Random(1)).advise(game.view(asked, asked.turn)).action == STAY
    scene = build_scene(game, game.view(asked, asked.turn))
    assert [move.label for move in scene.moves] == ["Play on with 40", "Sit out", "Leave the game"]
    out = asked.turn
    after = game.play(asked, out, SIT_OUT)
    assert after.turn == (out + 1) % 4  # the big blind comes to the next
    dealt = run(game, "stay; fold", state=after)
    assert (dealt.deal, dealt.big) == (2, (out + 1) % 4)
    assert not dealt.down[out]
    assert dealt.betting.stacks[out] == 40
    scene = build_scene(game, game.view(dealt, out))
    assert scene.seats[out].role.endswith("sits out")
    assert scene.status.startswith("You sit out until the big blind comes to you. ")
    assert not build_scene(game, game.view(dealt, dealt.big)).status.startswith("You")
    again = dealt
    while again.turn != out:  # until the big blind comes to them again
        again = run(game, "stay" if STAY in game.legal_actions(again, again.turn) else "fold", state=again)
    back = game.play(again, out, STAY)
    assert [build_scene(game, game.view(state, big)).seats[out].role for state in (again, back)] == ["sits out", ""]
    left = run(game, "stay; fold", state=game.play(asked, out, LEAVE))
    assert build_scene(game, game.view(left, out)).status.startswith("You have left the game: even. ")


@pytest.mark.parametrize("action", [SIT_OUT, LEAVE])
def test_pk13_the_folded_cards_of_who_sits_out_or_leaves_are_noted_as_their_plate_says(action: Action) -> None:
    """The plate said "sits out" and the cards "folded": two words, and the cards were not grey until the next deal."""
    game, asked = sit_out_game(4)
    scene = build_scene(game, game.view(game.play(asked, asked.turn, action), asked.big))
    (folded,) = (zone for zone in scene.zones if zone.id == f"seat-{asked.turn + 1}")
    assert folded.note == scene.seats[asked.turn].role == ("sits out" if action == SIT_OUT else "left")


def test_pk13_without_blinds_the_button_is_named() -> None:
    game = Poker(players=3, variant="seven-card-stud", deals=9, stacks="40", sit_out=True, button=1)
    asked = run(game, "bring-in; fold; fold")
    assert build_scene(game, game.view(asked, asked.turn)).status.endswith("before the button comes to you")


@pytest.mark.parametrize(
    ("players", "more"),
    [(2, {}), (3, {}), (6, {}), (4, {"blinds": "2"}), (2, {"blinds": "2"}), (3, {"variant": "razz"})],
)
def test_pk22_the_game_that_goes_on_gives_the_turn_to_the_first_seat(players: int, more: dict[str, str]) -> None:
    chosen: dict[str, Any] = {
        "players": players,
        "deals": 9,
        "rise": 0,
        "rebuy": True,
        "stacks": "40",
        "buy_in": 40,
        **more,
    }
    game = Poker(**chosen)
    for first in range(players):
        seated = Poker(**{**chosen, **game.options_seated([25] + [0] * (players - 1), first)})
        state = seated.initial_state()
        assert (state.big if seated.setup.by_blinds else state.button) == first
        assert state.before == (25, *[40] * (players - 1))


def test_pk13_who_sits_out_is_asked_again_with_the_big_blind_and_can_top_up() -> None:
    game, asked = sit_out_game(4)
    out, state = asked.turn, game.play(asked, asked.turn, SIT_OUT)
    while not (state.turn == out and state.step > len(game.plan)):
        assert state.deal == 1 or not state.down[out]
        state = run(game, "stay" if state.step > len(game.plan) else "fold", state=state)
    assert state.deal > 2
    scene = build_scene(game, game.view(state, out))
    assert scene.status == "Your turn: come back, stay out, or leave, before the big blind comes to you"
    assert [move.label for move in scene.moves] == ["Come back with 40", "Stay out", "Leave the game"]
    short = replace(state, before=replace_item(state.before, out, 30))
    assert build_scene(game, game.view(short, out)).moves[1].label == "Buy 10 chips and come back"
    away = BasicBot(game, Random(1)).advise(game.view(state, out)).action  # for a player who is not there
    assert away == SIT_OUT
    back = game.play(state, out, STAY)
    # "You is back in the game", in the terminal
    assert build_scene(game, game.view(back, out)).news[0] == f"{{{out}}} came back"
    stays_out = game.play(state, out, SIT_OUT)
    assert not build_scene(game, game.view(stays_out, out)).news
    assert run(game, "fold", state=back).big == out


def test_pk13_two_must_be_left_in_and_a_short_stack_tops_up() -> None:
    game, asked = sit_out_game(2)
    assert SIT_OUT not in game.legal_actions(asked, asked.turn)
    assert "two players" in game.why_illegal(game.view(asked, asked.turn), SIT_OUT)
    status = build_scene(game, game.view(asked, asked.turn)).status
    assert status == "Your turn: play on, buy chips, or leave, before the big blind comes to you"
    assert build_scene(game, game.view(asked, 1 - asked.turn)).status == f"{{{asked.turn}}} to play on or not"
    short = next(seat for seat, has in enumerate(asked.before) if has < 40)
    while asked.turn != short:
        asked = run(game, "stay" if asked.step > len(game.plan) else "fold", state=asked)
    assert BUY in game.legal_actions(asked, short)
    bought = game.play(asked, short, BUY)
    assert bought.before[short] == 40
    assert sum(game.returns(bought)) == 0
    with pytest.raises(BadOption, match="such as 60: a game in which players sit out"):
        Poker(players=2, sit_out=True)


@pytest.mark.parametrize("action", [BUY, BUY_AND_SIT_OUT])
def test_pk13_one_who_buys_and_has_the_big_blind_next_is_asked_once(action: Action) -> None:
    game = Poker(players=3, button=2, deals=9, stacks="20", rebuy=True, sit_out=True)
    broke = run(game, f"{ALL_IN}; fold", f"As Ks 2d Ad Kd 2c {BOARD}")
    next_big = broke.turn
    assert next_big == (broke.big + 1) % 3
    assert game.legal_actions(broke, next_big) == (BUY, BUY_AND_SIT_OUT, LEAVE)
    scene = build_scene(game, game.view(broke, next_big))
    assert [move.label for move in scene.moves] == ["Buy 20 chips", "Buy 20 chips and sit out", "Leave the game"]
    assert scene.status == "Your turn: buy chips, buy and sit out, or leave, before the big blind comes to you"
    assert BasicBot(game, Random(1)).advise(game.view(broke, next_big)).action == BUY
    decided = game.play(broke, next_big, action)
    assert decided.before[next_big] == 20
    sits = action == BUY_AND_SIT_OUT
    assert decided.turn == ((next_big + 1) % 3 if sits else CHANCE)  # who is next, if the big blind passes to them
    assert decided.sitting == sits << next_big
    assert game.version == 3  # records of before ask twice


def test_pk13_who_has_the_big_blind_next_buys_after_the_others() -> None:
    game = Poker(players=4, button=2, deals=9, stacks="20", rebuy=True, sit_out=True, showdown="show")
    state = run(game, "raise 20; call; call; call", f"As 3s 5s 2s Ac 6d 7d 2d {BOARD}")
    asked, next_big = [], (state.big + 1) % 4
    while state.turn >= 0:
        asked.append(state.turn)
        state = game.play(state, state.turn, BUY)
    assert asked == [3, 1, next_big]


# --- PK4: stud


def stud(cards: str, name: str = "seven-card-stud") -> tuple[Poker, PokerState]:
    game = Poker(variant=name, players=3, button=3, ante="0", deals=1, burns=False)
    return game, run(game, "", cards)


def test_pk4_the_lowest_card_brings_it_in_by_rank_and_then_suit() -> None:
    down = "As Ks Qs Ad Kd Qd"
    assert stud(f"{down} 2d 2c 3c")[1].turn == 1
    assert stud(f"{down} Ac 2h 3c")[1].turn == 1  # aces are high
    assert stud(f"{down} Ac 2h Kh", "razz")[1].turn == 2  # the highest, and aces are low
    assert stud(f"{down} Kc 2h Kh", "razz")[1].turn == 2


def test_a_player_sees_which_own_cards_of_stud_are_face_down() -> None:
    game, state = stud("As Ks Qs Ad Kd Qd 2d 2c 3c")
    captions = {place.id: place.caption for place in build_scene(game, game.view(state, 1)).places}
    assert [captions[f"seat-2-{card}"] for card in ("1", "2", "up-1")] == ["down", "down", ""]
    assert not captions["seat-1-1"]


@pytest.mark.parametrize(
    ("up", "first"),
    [
        ("Kc 2c 3c Ah 2d Kh", 1),  # a pair before high cards
        ("Kc 2c 3c Kh 2d 4c", 0),
        ("Kc 2c Kh Qc 4d Qh", 0),  # equal: the first left of the button
    ],
)
def test_pk4_the_best_cards_face_up_act_first(up: str, first: int) -> None:
    game = Poker(variant="seven-card-stud", players=3, button=3, ante="0", deals=1, burns=False)
    state = run(game, "bring-in; call; call", f"As Js Ts Ad Jd Td {up}")
    assert state.turn == first


def test_pk4_two_pairs_are_better_than_one_higher_pair() -> None:
    game = Poker(variant="seven-card-stud", players=2, button=2, ante="0", deals=1, burns=False)
    passing = "bring-in; call; check; check; check; check;"
    state = run(game, passing, "As Js Ad Jd Kc 2c Kh 3c 5c 3d 6c 2d")
    assert state.turn == 1


# --- PK5 and PK6: the cards run out


def test_pk5_the_last_card_of_stud_may_be_one_for_all() -> None:
    game = Poker(variant="seven-card-stud", players=8, button=8, deals=1, limit="no-limit")
    common = []
    for state in played_states(game, Random(4), lambda state, seat: call_or_first(game, state)):
        common += kinds(state, Common)
    assert common == [Common()]
    assert len(state.board) == 1
    assert {len(down) + len(up) for down, up in zip(state.down, state.up)} == {6}


def test_pk6_discards_are_dealt_again_and_never_to_their_own_player() -> None:
    game = Poker(variant="deuce-to-seven-triple-draw", players=6, button=6, deals=1, stacks="500")
    rng, state, again = Random(2), game.initial_state(), 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            action = game.draw(state, rng)
            if state.seat >= 0 and game.plan[state.step].kind == DRAW:
                assert action.card not in state.thrown[state.seat]  # type: ignore[attr-defined]
        elif game.plan[state.step].kind == BET:
            action = call_or_first(game, state)
        else:
            action = game.legal_actions(state, state.turn)[-1]  # as many as may be
        state = game.play(state, state.turn, action)
        again += len(kinds(state, Reshuffled))
        cards = [*state.stock, *state.burnt, *state.board]
        for hands in (state.down, state.up, state.thrown):
            cards += [card for hand in hands for card in hand]
        assert sorted(cards) == list(range(52))
    assert again


# --- PK8 and the length of a game


def test_pk8_forced_bets_rise() -> None:
    game = Poker(players=2, button=2, rise=1, stacks="1000")
    state = game.initial_state()
    seen = [state.events[0]]
    for _ in range(4):
        state = next_deal(game, state)
        seen.append(state.events[0])
    deals = [(event.deal, LEVELS[event.level - 1]) for event in seen if isinstance(event, Began)]
    assert deals == list(enumerate([1, 2, 3, 4, 6], 1))
    assert [amount for _, _, amount in forced(state)] == [6, 12]


def test_a_number_of_deals_ends_the_game() -> None:
    game = Poker(players=3, button=3, deals=2)
    state = next_deal(game, game.initial_state())
    state = run(game, "fold; fold", state=state)
    assert state.turn == OVER
    assert game.returns(state) == (-1, 0, 1)


def test_a_low_hand_of_eight_or_better_must_qualify() -> None:
    game = Poker(variant="omaha-hilo-8", players=2, button=2, deals=1, limit="no-limit")
    hands = "Ac Kc 2c Kd 3d Qs 4d Qh"  # seat 0: A 2 3 4; seat 1: K K Q Q
    state = run(game, "raise 200; call", f"{hands} 5h 7h 9s Js Ts")
    assert [event.award.half for event in kinds(state, Won)] == [""]  # three low cards are on no board
    state = run(game, "raise 200; call", f"{hands} 5h 7h 8s Js Kh")
    assert [(event.award.half, event.award.seat, event.award.amount) for event in kinds(state, Won)] == [
        ("high", 1, 200),
        ("low", 0, 200),
    ]
    state = run(game, "raise 200; call", "6c Kc Jc Kd 4d Qs Jd Qh 5h 7h 8s Ts Kh")  # 8 7 6 5 4, the worst that does
    assert [event.award.half for event in kinds(state, Won)] == ["high", "low"]


# --- options and declarations


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"ranking": "nonsense"}, UnknownName),
        ({"variant": "nonsense"}, UnknownName),
        ({"variant": "none.toml"}, BadDeclaration),
        ({"ranking": "flexdeck"}, BadOption),
        ({"stacks": "5/6"}, BadOption),
        ({"stacks": "0"}, BadOption),
        ({"stacks": "x"}, BadOption),
        ({"blinds": "0"}, BadOption),
        ({"blinds": "3/2"}, BadOption),
        ({"blinds": "1/2/3"}, BadOption),
        ({"blinds": "1/2/4", "players": 2}, BadOption),
        ({"ante": "1/2"}, BadOption),
        ({"button": 5}, BadOption),
        ({"variant": "razz", "bring_in": 2}, BadOption),
        ({"skin": "rainbow"}, BadOption),
        ({"variant": "omaha-hilo-8", "low": "table_inverted"}, BadOption),
        ({"players": 20, "variant": "omaha"}, BadCount),
        ({"players": 21}, BadOption),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        Poker(**options)


def test_dp10_refusals_show_the_arithmetic() -> None:
    Poker(ranking="dual-piecepacks", players=20)
    with pytest.raises(BadCount, match=r"11 x 4 \+ 5 \+ 3 = 52 cards, and the dual piecepacks deck has 48: at most 10"):
        Poker(ranking="dual-piecepacks", variant="omaha", players=11)


GOOD = (Path(variants.__file__).parent / "texas-holdem.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('hand = "any"', 'hand = "some"'),
        ('hand = "any"', 'hand = "all"'),
        ('wins = "high"', 'wins = "high"\nqualifier = "8"'),
        ('["down", "down"]', "[]"),
        ('["down", "down"]', '["up", "sideways"]'),
        ("board = 3", "board = -3"),
        ("board = 3", "boards = 3"),
        ("board = 3", "burn = true"),
        ('limit = "no-limit"', 'limit = "sky"'),
        ('limit = "no-limit"', 'limit = "no-limit"\nopen = "bring-in"'),
        ("title", "[title"),
    ],
)
def test_variants_that_cannot_be_played_are_refused(old: str, new: str) -> None:
    assert old in GOOD
    with pytest.raises(BadDeclaration, match=r"mine\.toml"):
        variants.parse(GOOD.replace(old, new), "mine.toml")


PIECES = [
    "hand",
    "=",
    '"any"',
    "[[street]]",
    "hole",
    "[",
    "]",
    '"down"',
    "board",
    "3",
    "-1",
    "1e999",
    "9" * 5000,
    "title",
]


@settings(max_examples=200, deadline=None)
@given(
    strategies.integers(0, len(GOOD)),
    strategies.text(max_size=8) | strategies.lists(strategies.sampled_from(PIECES), max_size=6).map(" ".join),
    strategies.integers(0, 60),
)
@example(0, '"a\\nb" = 1\n', 0)
@example(0, "a = " + "[" * 5000, 0)
def test_any_declaration_is_read_or_refused_in_one_line(place: int, piece: str, cut: int) -> None:
    try:
        declared = variants.parse(GOOD[:place] + piece + GOOD[place + cut :], "fuzz")
    except BadDeclaration as refusal:
        told = str(refusal)
    else:
        told = declared.needs(2, burns=True)[1] + declared.needs(20, burns=True)[1]
    assert len(told.splitlines()) == 1


def test_a_variant_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "pineapple.toml"
    path.write_text(GOOD.replace('["down", "down"]', '["down", "down", "down"]').replace("Texas", "Pineapple"))
    game = Poker(variant=str(path), deals=1, button=1)
    assert game.variant.title == "Pineapple hold'em"


# --- moments: nothing is cleared unseen


def moments(game: Poker, state: PokerState) -> list[PokerState]:
    """Play on while chance is to act, and return the moments on the way, the first and the last state among them."""
    found = [state]
    while state.turn == CHANCE:
        action = game.draw(state, Random(3))
        if isinstance(action, Shuffle):
            break
        if isinstance(action, Automatic):
            state = game.play(state, CHANCE, action)
            found.append(state)
        else:
            state = game.play(state, CHANCE, action)
            found[-1] = state
    return found


def all_in(players: int = 2, **options: object) -> tuple[Poker, list[PokerState]]:
    game = Poker(players=players, button=players, deals=1, **options)
    return game, all_in_of(game)


def run_to_bet(game: Poker) -> PokerState:
    return after_chance(game, game.initial_state(), Random(5))


def test_every_street_of_an_all_in_is_a_moment() -> None:
    game, seen = all_in()
    # the hands lie open, then the flop, the turn, the river, and the pot is paid
    assert [len(state.board) for state in seen] == [0, 3, 4, 5, 5]
    game = Poker(players=2, button=2, deals=1)
    state = game.play(run_to_bet(game), 1, game.parse("raise 200"))
    state = game.play(state, 0, game.parse("call"))
    assert state.shown == 0b11
    assert game.is_moment(state)  # the hands lie open before the flop comes
    assert isinstance(game.chance_outcomes(state)[0][0], RunOut)


def test_every_hand_shown_and_every_pot_paid_is_a_moment() -> None:
    game = Poker(players=3, button=3, deals=2, showdown="show")
    checks = "check; check; check; " * 3
    state = run(game, f"call; call; check; {checks}", "As Ks 2h Ad Kd 7h 8s 9h 4d 3c Tc")
    seen = [event for event in state.ending if isinstance(event, Showed)]
    assert [event.player for event in seen] == [0, 1, 2]
    state = game.initial_state()
    steps = replayed(game, f"call; call; check; {checks}", "As Ks 2h Ad Kd 7h 8s 9h 4d 3c Tc")
    shown = [
        (step.shown.bit_count(), betting.pot(step.betting), len(step.board))
        for step in steps
        if game.is_moment(step) and step.shown
    ]
    assert shown == [(1, 6, 5), (2, 6, 5), (3, 6, 5), (3, 0, 5)]


def replayed(game: Poker, words: str, cards: str) -> list[PokerState]:
    """Every state of a deal, as `run` plays it."""
    decisions = [word.strip() for word in words.split(";") if word.strip()]
    dealt, state = list(game.deck.parse_cards(cards)), game.initial_state()
    states = [state]
    while state.turn != OVER:
        action = game.draw(state, Random(1)) if state.turn == CHANCE else game.parse(decisions.pop(0))
        if isinstance(action, Shuffle):
            break
        if isinstance(action, Deal):
            action = Deal(dealt.pop(0))
        elif isinstance(action, Burn):
            action = Burn(max(set(state.stock) - set(dealt)))
        state = game.play(state, state.turn, action)
        states.append(state)
    return states


def test_each_half_of_a_pot_is_paid_in_a_step_of_its_own() -> None:
    game = Poker(variant="omaha-hilo", ranking="dual-piecepacks", players=2, button=2, deals=1)
    paid = [state for state in all_in_of(game) if any(isinstance(event, Won) for event in state.events)]
    assert [betting.pot(state.betting) for state in paid] == [200, 0]
    for state in paid:
        halves = {event.award.half for event in state.events if isinstance(event, Won)}
        assert len(halves) == 1
        assert sum(state.betting.stacks) + betting.pot(state.betting) == 400


def all_in_of(game: Poker) -> list[PokerState]:
    state = run_to_bet(game)
    while state.turn >= 0:
        to = game.wagers(state.betting).high
        word = f"raise {to}" if to else "call"
        state = game.play(state, state.turn, game.parse(word))
    return moments(game, state)


def test_the_table_lies_until_the_next_deal_begins() -> None:
    game = Poker(players=2, button=2)
    state = run(game, "call; check;" + "check;" * 6)
    assert game.is_moment(state)
    assert len(state.board) == 5
    assert any(state.down)
    assert isinstance(game.chance_outcomes(state)[0][0], Shuffle)
    state = game.play(state, CHANCE, Shuffle())
    assert (state.deal, state.board, state.ending) == (2, (), ())


def test_side_pots_and_winnings_are_named_as_they_are_paid() -> None:
    game = Poker(players=3, button=3, deals=2, stacks="50/90/200")
    state = run_to_bet(game)
    while state.turn >= 0:
        to = game.wagers(state.betting).high
        state = game.play(state, state.turn, game.parse(f"raise {to}" if to else "call"))
    scenes = [build_scene(game, game.view(each, 0)) for each in moments(game, state)]
    pots = [(zone.amount, zone.note) for scene in scenes for zone in scene.zones if isinstance(zone, Chips)]
    # the hands lie open, three streets, and the main and the side pot are paid
    assert pots == [(230, "main 150, side 80")] * 4 + [(80, ""), (0, "")]
    assert scenes[3].status == "Showdown: the best hand wins the pot"
    assert [scene.status.partition(": ")[0] for scene in scenes[4:]] == ["Showdown", "Deal 1 is over"]
    paid = [sum(int(amount) for amount in re.findall(r"(?:won|}) (\d+)", scene.status)) for scene in scenes[4:]]
    assert paid == [150, 230]
    # the share of all hands that one's own beats says nothing once the hand is compared
    assert [any(zone.id == "worth" for zone in scene.zones) for scene in scenes] == [False, True, True] + [False] * 3


def winners(game: Poker, state: PokerState) -> set[str]:
    scene = build_scene(game, game.view(state, 0))
    return {place.face.text for place in scene.places if "winner" in place.marks and place.face}


@pytest.mark.parametrize(
    ("name", "won"),
    [
        ("One pair", "with one pair, aces"),
        ("Ember", "with an ember, aces"),
        ("Euchre", "with a euchre, aces"),
        ("Union", "with a union, aces"),
        ("All trumps", "with all trumps, aces"),
        ("Anything", "with anything, aces"),
    ],
)
def test_a_hand_of_any_name_has_the_article_that_english_wants(name: str, won: str) -> None:
    plain = declaration.table("standard")
    plain["category"] = [{key: line[key] for key in line if key != "says"} for line in plain["category"]]
    plain["category"][-2]["name"] = name
    game = Poker(players=2, deals=1, ranking=toml_writer.write(plain))
    state = run(game, f"call; check; {'check; check; ' * 3}", f"As Ks Ad 2h {BOARD}")
    assert won in " ".join(build_scene(game, game.view(state, 0)).news)


def test_a_low_of_eight_has_its_article() -> None:
    game = Poker(variant="omaha-hilo-8", players=2, button=2, deals=1)
    cards = "As Qs 2s Jd Kh Js Kd Qd 8h 7d 3c Tc Td"
    state = run(game, f"call; check; {'check; check; ' * 3}", cards)
    assert "with an eight-seven low" in " ".join(line for line in build_scene(game, game.view(state, 0)).news)


def test_the_five_that_win_are_marked_and_named_with_those_they_beat() -> None:
    game = Poker(players=3, button=3, deals=1)
    hands = "As Ks 2h Ad Kd 7h"  # aces at seat 0, kings at seat 1, nothing at seat 2
    checks = "check; check; check; " * 3
    state = run(game, f"call; call; check; {checks}", f"{hands} {BOARD}")
    assert winners(game, state) == {"As", "Ad", "9h", "8s", "Tc"}
    scene = build_scene(game, game.view(state, 2))
    assert "{0} won 6 with a pair of aces, ten-nine-eight, over {1} and {2}, not shown" in scene.news
    game = Poker(players=3, button=3, deals=1, showdown="show")
    state = run(game, f"call; call; check; {checks}", f"{hands} {BOARD}")
    scene = build_scene(game, game.view(state, 2))
    told = "{0} won 6 with a pair of aces, ten-nine-eight, over {1}'s pair of kings, ten-nine-eight"
    assert told in scene.news
    lines = [zone.lines for zone in scene.zones if isinstance(zone, Text) and zone.id == "ending"]
    assert told in lines[0]


def test_a_hand_thrown_away_stays_hidden_at_every_moment() -> None:
    game = Poker(players=3, button=3, deals=1)
    checks = "check; check; check; " * 3
    for state in replayed(game, f"call; call; check; {checks}", f"As Ks 2h Ad Kd 7h {BOARD}"):
        assert not any(card >= 0 for card in game.view(state, 0).down[2])


@pytest.mark.parametrize("name", variants.NAMES)
def test_every_card_that_becomes_public_lies_face_up_at_a_moment(name: str) -> None:
    """Every hand in the news lay on the table, seen by all, in a state that every interface shows."""
    for seed in range(12):
        game = one_variant(variant=name, players=4, deals=3, stacks="30", blinds="1/2")
        rng, state = Random(f"{name} {seed}"), game.initial_state()
        up: set[int] = set()
        while state.turn != OVER:
            if game.is_moment(state) or state.turn >= 0:
                view = game.view(state, SPECTATOR)
                up |= {card for hand in (*view.down, *view.up, view.board) for card in hand if card >= 0}
                told = {card for event in state.ending if isinstance(event, Showed) for card in event.cards}
                assert told <= up
                assert set(state.board) <= up
            legal = game.legal_actions(state, state.turn) if state.turn >= 0 else ()
            action = legal[min(rng.randrange(4), len(legal) - 1)] if legal else game.draw(state, rng)
            up = set() if isinstance(action, Shuffle) else up
            state = game.play(state, state.turn, action)


# --- PK9: the odd chip of stud


def test_pk9_the_odd_chip_of_stud_goes_to_the_highest_card_by_suit() -> None:
    game = Poker(variant="seven-card-stud", players=2, button=2, deals=1, ante="0/1", burns=False, showdown="show")
    passing = "bring-in; call;" + "check;" * 8
    cards = "2c 3c 3d 2d 7h 7d Kc Ks Qh Qc Jd Jh 9h 9s"  # in turn: both have K Q J 9 7
    state = run(game, passing, cards)
    awards = [event.award for event in state.ending if isinstance(event, Won)]
    assert {award.seat: award.amount for award in awards} == {1: 2, 0: 1}  # the king of spades is at seat 1
    swapped = cards.replace("Kc Ks", "Ks Kc")
    state = run(game, passing, swapped)
    awards = [event.award for event in state.ending if isinstance(event, Won)]
    assert {award.seat: award.amount for award in awards} == {0: 2, 1: 1}


# --- hints


def test_the_same_question_gets_the_same_answer() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, "call", "As Ks 2h Ad Kd 7h")
    view = game.view(state, state.turn)
    said = {BasicBot(game, Random(seed)).advise(view) for seed in range(5)}
    assert len(said) == 1


def test_a_hint_says_what_its_share_is_of_and_how_far_it_is_known() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "", "As Ks Ad 7d")
    reason = BasicBot(game, Random(1)).advise(game.view(state, state.turn)).reason
    assert re.search(r"you win \d+ % \(± \d\) of the pot", reason)
    checks = "check; check; check; check"
    state = run(game, f"call; check; {checks}", f"As Ks Ad 7d {BOARD}")
    found = Chances(game, game.view(state, state.turn)).share()
    assert found.error == 0  # on the river every hand of one rival is counted
    sampled = Chances(game, game.view(run(game, "call", f"As Ks Ad 7d {BOARD}"), 1)).share()
    assert 0 < sampled.error < 0.02


def test_the_share_counted_on_the_river_is_exact() -> None:
    game = Poker(players=2, button=2, deals=1)
    state = run(game, "call; check; check; check; check; check", f"As Ks Ad 7d {BOARD}")
    view = game.view(state, state.turn)
    mine = game.ranking.strength(view.down[view.player] + view.board)
    unseen = [card for card in range(52) if card not in view.board + view.down[view.player]]
    others = [game.ranking.strength(hand + view.board) for hand in combinations(unseen, 2)]
    exact = sum(1 if mine > other else 0.5 if mine == other else 0 for other in others) / len(others)
    chances = Chances(game, view)
    assert chances.share().mean == pytest.approx(exact, abs=1e-6)
    assert chances.share().error == 0
    evenly = deal_ranges(game, view, Budget(), blind=True)
    assert evenly.share() == pytest.approx((exact, 0))
    assert evaluate(game, view, Budget()) == evaluate(game, view, Budget())


def test_rivals_of_whom_as_much_is_known_share_one_table_of_hands() -> None:
    """At a table of twenty it is counted once, not nineteen times; who raised has other weights."""
    game = Poker(players=20, button=1, deals=1)
    state = run(game, "raise 6; call; fold")
    ranges = Chances(game, game.view(state, state.turn)).rival_ranges
    assert len(ranges) == 18
    assert len({id(each.hands) for each in ranges}) == 1
    assert len({id(each) for each in ranges}) == 3  # the one who raised, the one who called, and the others
    drawn = Chances(game, game.view(state, state.turn), samples=50).rival_ranges
    assert len({id(each.hands) for each in drawn}) == 18  # random hands are drawn for each


def test_a_rival_who_raises_holds_better_hands() -> None:
    """The same hand before the flop is worth less against a raise, and less still against a larger one."""
    game = Poker(players=2, button=2, deals=1)
    shares = []
    for words in ("call", "raise 6", "raise 40"):
        state = run(game, words, "9s 8s Ad 7d")
        shares.append(Chances(game, game.view(state, state.turn), samples=3000).share())
    called, raised, shoved = shares
    assert called.mean > raised.mean - 3 * math.hypot(called.error, raised.error)
    assert raised.mean > shoved.mean + 3 * math.hypot(raised.error, shoved.error)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"variant": "omaha-hilo-8"}, "call; call; check; check"),
        ({"variant": "razz"}, "bring-in"),
        ({"variant": "five-card-draw"}, "call; call; check"),
        ({"ranking": "dual-piecepacks"}, "raise 6; call"),
    ],
)
def test_every_variant_values_its_moves(options: dict[str, object], words: str) -> None:
    game = Poker(players=3, button=3, deals=1, **options)
    state = run(game, words)
    view = game.view(state, state.turn)
    lines = evaluate(game, view, Budget())
    assert lines
    assert all(line.action in game.choices(view) for line in lines)
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)
    assert lines == evaluate(game, game.view(state, state.turn), Budget())


# --- skins in words


def test_dp13_a_skin_changes_words_too_and_has_a_legend() -> None:
    game = Poker(ranking="dual-piecepacks", players=2, button=2, deals=1, skin="rainbow")
    state = run(game, "call; check;" + "check;" * 6, "NbS 2bS NwH 3wH NbD 4bD 4wC 2wD 3bC")
    scene = build_scene(game, game.view(state, 0))
    text = " ".join(scene.news)
    assert "null" not in text
    assert "a full house, kings over fours" in text
    legends = [zone.lines for zone in scene.zones if isinstance(zone, Text) and zone.id == "legend"]
    assert "K = N (null), J = A (ace), 2 to 5 as printed" in legends[0]


# --- refused bets name the rule


@pytest.mark.parametrize(
    ("options", "words", "action", "why"),
    [
        ({}, "", "raise 3", "a raise must be to 4 at least: the bet of 2 and as much again as the last bet or raise"),
        ({}, "", "raise 300", "you have 200 chips in all to raise with"),
        ({}, "", "check", "there is a bet: 2 to call"),
        ({}, "", "bring-in", "the bring-in is posted once"),
        ({}, "", "pat", "cards are exchanged between the rounds of betting"),
        ({}, "raise 100", "raise 150", "a raise must be to 198 at least: the bet of 100"),
        ({}, "call; call", "fold", "a player who can check cannot fold"),
        ({}, "call; call", "call", "there is no bet to call: check instead"),
        ({}, "call; call; check", "raise 1", "the least bet is 2"),
        ({}, "raise 200", "raise 200", "calling takes the 199 you have left"),
        ({"limit": "pot-limit"}, "", "raise 20", "in pot limit the most is the pot after calling: raise to 7"),
        ({"limit": "fixed-limit"}, "", "raise 5", "the limit fixes the amount: raise to 4"),
        ({"limit": "fixed-limit", "cap": 2}, "raise 4", "raise 6", "this round has had its 2 bets and raises"),
        ({"variant": "razz"}, "", "call", "the deal must be brought in: post the 1, or complete the bet"),
        ({"variant": "five-card-draw"}, "call; call; check", "check", "cards are exchanged now, before the next bets"),
        ({"stacks": "9/9/200"}, "call; raise 9; call", "raise 50", "no other player has chips left to call a raise"),
    ],
)
def test_a_refused_bet_names_its_rule(options: dict[str, object], words: str, action: str, why: str) -> None:
    game = Poker(players=3, button=3, deals=1, **options)
    state = run(game, words)
    with pytest.raises(IllegalAction, match=re.escape(why)):
        game.play(state, state.turn, game.parse(action))


# --- options


def test_every_choice_is_explained_in_a_sentence_and_dice_are_not_offered() -> None:
    for option in Poker.options:
        if option.choices:
            assert len(option.meanings) == len(option.choices), option.name
    rankings = next(option for option in Poker.options if option.name == "ranking")
    assert "flexdeck" not in rankings.choices
    for name in rankings.choices[1:]:
        assert not ranking.load(str(name)).declaration.dice


def test_who_gains_nothing_while_others_win_has_no_draw() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, "fold; fold")  # the button, then the small blind
    verdicts = [build_scene(game, game.view(state, seat)).verdict for seat in range(3)]
    assert verdicts == ["You lost", "You won", "You broke even"]
    table = Table(game, Luck.numbered(1))
    while not table.over:
        session.settle(table)
        if table.to_act:
            session.play(table, table.to_act[0], "fold")
    players = [Sitter(name, "basic") for name in "ABC"]
    assert summarise(Record.of(Header.of(game, players), game, table.log), 2).counted == "drawn"


def test_once_the_deal_is_over_the_winners_of_all_pots_stand_out() -> None:
    game = Poker(players=3, button=3, deals=1, stacks="20/60/60")
    state = run(game, "raise 60; call; call", "As Ks Qs Ah Kd Qd 2c 7d 9h 3s 4c")
    places = build_scene(game, game.view(state, 0)).places
    winning = {place.id for place in places if "winner" in place.marks}
    assert {"seat-1-1", "seat-1-2", "seat-2-1", "seat-2-2"} <= winning
    assert not {"seat-3-1", "seat-3-2"} & winning

    game = Poker(players=3, button=3, deals=9, stacks="20/60/60", rebuy=True, sit_out=True)
    asked = run(game, "raise 60; call; call", "As Ks Qs Ah Kd Qd 2c 7d 9h 3s 4c")
    assert asked.turn >= 0
    answered = game.play(asked, asked.turn, BUY)
    for state in (asked, answered):
        places = build_scene(game, game.view(state, 0)).places
        assert {place.id for place in places if "winner" in place.marks} == winning


def test_a_crowded_table_draws_only_the_hands_that_are_seen() -> None:
    game = Poker(ranking="dual-piecepacks", players=20, button=20, deals=1)
    state = run_to_bet(game)
    scene = build_scene(game, game.view(state, 3))
    assert [zone.id for zone in scene.zones if zone.id.startswith("seat-")] == ["seat-4"]
    assert (scene.seats[1].score, scene.seats[1].chips) == ("198, bet 2", 198)
    assert (
        len([zone for zone in build_scene(Poker(players=9), view_of_nine()).zones if zone.id.startswith("seat-")]) == 9
    )


def view_of_nine() -> PokerView:
    game = Poker(players=9, button=9)
    return game.view(run_to_bet(game), 0)


def test_every_street_is_news_also_for_those_who_have_folded() -> None:
    table = Table(Poker(players=2, deals=1), Luck.numbered(5))
    frames = session.settle(table)
    while table.to_act:
        calls = {table.game.text(action) for action in table.game.legal_actions(table.state, table.to_act[0])}
        frames += session.play(table, table.to_act[0], "check" if "check" in calls else "call")
    told = [line for frame in frames for line in frame.news(["Ann", "Ben"]) if line.startswith("Board: ")]
    assert [len(line.split()) - 1 for line in told] == [3, 1, 1]


def test_a_hint_does_not_contradict_its_reason() -> None:
    """ "You win 42 %, and a call needs 40 %" was the reason for a fold."""
    words = "a call of 2 for a pot of 5 needs 40 %"
    assert call_reason(Share(0.42, 0), 3, 2, call_value=0.1).endswith(words)
    assert call_reason(Share(0.38, 0), 3, 2, call_value=-0.1).endswith(words)
    assert call_reason(Share(0.42, 0), 3, 2, call_value=-0.1).endswith(
        f"{words}, but later bets cost more than that gains"
    )
    assert call_reason(Share(0.38, 0), 3, 2, call_value=0.1).endswith(
        f"{words}, but later bets win more than that costs"
    )


def test_one_chip_is_one_chip() -> None:
    game = Poker(players=4, button=2, deals=9, stacks="40", sit_out=True)
    state = run(game, "fold; fold; call; check; check; check; check; check; check; check")
    while not (state.step > len(game.plan) and state.before[state.turn] == 39):
        state = run(game, "stay" if state.step > len(game.plan) else "fold", state=state)
    moves = build_scene(game, game.view(state, state.turn)).moves
    assert "Buy 1 chip" in [move.label for move in moves]
    bought = run(game, "buy", state=state)
    assert any(line.endswith("bought 1 chip") for line in build_scene(game, game.view(bought, 0)).news)
