"""The poker room: the rulings PK1 to PK23, and options that are refused."""

import re
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from cardwright import games, ranking
from cardwright.errors import BadCount, BadDeclaration, BadOption, IllegalAction, UnknownName
from cardwright.game import CHANCE, SPECTATOR, Action, Event, Pace, Player, replace_item
from cardwright.games.poker.actions import (
    BUY,
    BUY_AND_SIT_OUT,
    CALL,
    CHECK,
    END,
    FOLD,
    LEAVE,
    LEVELS,
    MUCK,
    REVEAL,
    SIT_IN,
    SIT_OUT,
    STAY,
    Lot,
    Raise,
    Wagers,
)
from cardwright.games.poker.bot import BasicBot, CallerBot
from cardwright.games.poker.events import Began, Common, Forced, Mucked, Out, Reshuffled, Showed, Won
from cardwright.games.poker.rules import Poker
from cardwright.games.poker.scene import build_scene
from cardwright.games.poker.setup import BET, DRAW
from cardwright.games.poker.state import OVER, UNSEEN, PokerState
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.scenes import Text
from support.playouts import played_states, random_states
from support.poker_table import BOARD, CHECKED_DOWN, THREE_HANDS, run

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


def test_pk3_the_last_to_bet_shows_first_and_beaten_hands_go_unseen() -> None:
    game = Poker(players=3, button=3, deals=1)
    checks, cards = "check; check; check; " * 2, f"{THREE_HANDS} {BOARD}"
    state = run(game, f"call; call; check; {checks} check; raise 10; call; call", cards)
    assert [event.player for event in kinds(state, Showed)] == [1, 0]
    assert kinds(state, Mucked) == [Mucked(2)]
    view = game.view(state, 0)
    assert view.down[1] == state.down[1]
    assert set(view.down[2]) == {-1}
    state = run(game, CHECKED_DOWN, cards)
    assert [event.player for event in kinds(state, Showed)] == [0]  # the first to act
    game = Poker(players=3, button=3, deals=1, showdown="show")
    state = run(game, CHECKED_DOWN, cards)
    assert [event.player for event in kinds(state, Showed)] == [0, 1, 2]


def test_pk3_a_hand_that_ties_the_best_is_shown() -> None:
    game = Poker(players=3, button=3, deals=1)
    state = run(game, CHECKED_DOWN, f"As Ah 2h Kd Kc 7h {BOARD}")
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
    while not (table.over or table.game.waits(table.state)):
        table.expire((len(table.log) + 1) * 60_000)
    assert {step.action for step in table.log if step.late} <= made
    assert table.over == ("sit_out" not in options)  # where all sit out, no clock runs
    assert table.clock is not None
    assert table.clock.deadline is None


# --- PK11: show or muck


def test_pk11_players_whose_hands_were_not_seen_show_or_muck_them() -> None:
    game = Poker(players=3, button=3, deals=1, showdown="ask")
    beaten = run(game, CHECKED_DOWN, f"{THREE_HANDS} {BOARD}")  # aces are shown, the others are not
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


def cash_game(deals: int = 3, **more: Any) -> Poker:
    return Poker(players=2, button=2, deals=deals, stacks="20", rebuy=True, **{"showdown": "show", **more})


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


def test_pk12_nothing_is_bought_after_the_last_deal_and_there_is_a_last_deal() -> None:
    assert run(cash_game(deals=1), ALL_IN, f"As Ks Ad Kd {BOARD}").turn == OVER
    with pytest.raises(BadOption, match="such as 60: a game with rebuys"):
        Poker(players=2, rebuy=True)


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
    chosen: dict[str, Any] = {"deals": 9, "rise": 0, "rebuy": True, "stacks": "40", "buy_in": 40, **more}
    chosen["players"] = players
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


def labels(game: Poker, state: PokerState, seat: Player) -> list[str]:
    """Return the buttons of a seat."""
    return [move.label for move in build_scene(game, game.view(state, seat)).moves]


def test_pk13_of_two_players_one_may_sit_out_and_the_table_waits() -> None:
    """Two must be left in, so that of two friends none could fetch a drink."""
    game, asked = sit_out_game(2)
    out, other = asked.turn, 1 - asked.turn
    waits = game.play(asked, out, SIT_OUT)
    assert game.waits(waits)
    assert (game.players_to_act(waits), waits.deal, waits.before) == ((out,), 1, asked.before)
    assert labels(game, waits, out) == ["Sit in with 39", "Leave the game"]
    assert labels(game, waits, other) == []
    statuses = [build_scene(game, game.view(waits, seat)).status for seat in (out, other)]
    assert statuses == ["You sit out, and no deal begins until you sit in", f"No deal begins until {{{out}}} sits in"]
    back = game.play(waits, out, STAY)
    assert back.turn == CHANCE
    assert run(game, "call", state=back).big == out  # who sits in has the blind that was due
    over = game.play(waits, other, LEAVE)  # the one who waits may go too
    assert (over.turn, over.before[other], game.returns(over)) == (OVER, 0, game.returns(asked))


def test_pk13_where_all_sit_out_two_must_come_back() -> None:
    game, state = sit_out_game(3)
    last_big = state.big
    state = game.play(game.play(state, state.turn, SIT_OUT), (last_big + 2) % 3, SIT_OUT)
    assert game.players_to_act(state) == tuple(sorted({0, 1, 2} - {last_big}))
    waits = replace(state, sitting=7, due=7)  # as when the third was away
    assert "All sit out" in build_scene(game, game.view(waits, SPECTATOR)).status
    one = game.play(waits, 0, STAY)
    assert game.players_to_act(one) == (1, 2)
    two = game.play(one, 2, STAY)
    assert (two.turn, run(game, "call", state=two).betting.inside) == (CHANCE, 0b101)


def test_pk13_before_version_7_two_had_to_be_left_in() -> None:
    game, asked = sit_out_game(2)
    older = game.by_version(2)
    assert (game.version, older.version, game.by_version(3)) == (8, 2, game)
    assert SIT_OUT not in older.legal_actions(asked, asked.turn)
    mixed = games.create("poker", players=3, deals=9, rotation="horse", sit_out=True, rebuy=True)
    assert [mixed.by_version(version).version for version in (2, 3, 7, 8)] == [8, 3, 7, 8]


# --- PK25: leaving a cash game


def test_pk25_a_player_leaves_during_a_deal_and_has_the_chips_at_its_end() -> None:
    """Who gave up was played on by a bot to the last deal, or lost the game for two."""
    game = Poker(players=3, button=3, deals=9, stacks="40", rise=0, rebuy=True)
    table = Table(game, Luck(b"leave"))
    table.settle()
    first = table.to_act[0]
    leaver = (first + 1) % 3
    table.resign(leaver)
    assert table.settle() == []
    state = table.state
    assert isinstance(state, PokerState)
    assert table.to_act == (first,)
    assert build_scene(game, game.view(state, leaver)).seats[leaver].role.endswith("leaving")
    assert [step.action for step in (table.play(first, "call"), *table.settle())] == ["call", "fold"]
    after = table.state
    while isinstance(after, PokerState) and after.deal == 1:
        table.play(table.to_act[0], "check")
        table.settle()
        after = table.state
    assert isinstance(after, PokerState)
    assert (after.before[leaver], sum(game.returns(after)), game.returns(after)[leaver]) == (0, 0, -1)
    assert game.way_out(after, leaver) is None
    assert build_scene(game, game.view(after, leaver)).status.startswith("You have left the game")


def test_pk25_a_player_who_is_all_in_and_leaves_takes_the_pot_and_is_asked_nothing() -> None:
    game = cash_game(showdown="ask", sit_out=True)
    all_in = run(game, "raise 20", "Ks As Kd Ad")
    over = run(game, "call", BOARD, state=game.play(all_in, 1, LEAVE))
    assert (over.turn, over.before, over.bought, game.returns(over)) == (OVER, (0, 0), (0, -40), (-20, 20))


def test_pk25_where_no_player_may_buy_chips_or_sit_out_there_is_no_way_out() -> None:
    game = Poker(players=3, stacks="40")
    state = run(game, "")
    assert game.way_out(state, 0) is None
    rising = Poker(players=3, stacks="40", deals=9, rise=3, sit_out=True)
    assert rising.way_out(run(rising, ""), 0) == LEAVE


# --- PK26: sitting in again


def test_pk26_who_has_left_sits_in_again_and_waits_for_the_big_blind() -> None:
    """Who had left could play on only in the next game, which the others had to begin."""
    game, asked = sit_out_game(4, rebuy=True)
    leaver = asked.turn
    assert game.way_in(asked, leaver) is None  # who has chips is there
    left = game.play(asked, leaver, LEAVE)
    assert game.way_in(left, leaver) is None  # not before the next deal: others are still asked
    dealt = run(game, "", state=run(game, "stay", state=left))
    bet = run(game, "raise 6", state=dealt)
    back = game.play(bet, leaver, SIT_IN)
    assert (back.betting.stacks[leaver], back.turn) == (40, bet.turn)
    assert [back.betting.stacks[seat] for seat in range(4) if seat != leaver] == [
        bet.betting.stacks[seat] for seat in range(4) if seat != leaver
    ]
    assert (game.returns(back), game.way_in(back, leaver)) == (game.returns(bet), None)
    scene = build_scene(game, game.view(back, leaver))
    assert scene.status.startswith("You sit out until the big blind comes to you. ")
    assert scene.news == (f"{{{leaver}}} came back", f"{{{leaver}}} bought 40 chips")
    assert game.way_out(back, leaver) == LEAVE
    while not (back.turn == leaver and back.step > len(game.plan)):
        assert not back.down[leaver]
        back = run(game, "stay" if back.step > len(game.plan) else "fold", state=back)
    assert run(game, "stay; fold", state=back).big == leaver
    older = game.by_version(7)
    assert (older.version, older.way_in(bet, leaver), older.setup.waits) == (7, None, True)


def test_pk26_who_sits_in_where_the_table_waits_is_dealt_in_and_the_players_may_end_the_game() -> None:
    """Players agreed to end a game that waited, and nothing happened until somebody sat in."""
    game, asked = sit_out_game(3, rebuy=True, rise=0)
    left = game.play(asked, asked.turn, LEAVE)
    waits = game.play(left, left.turn, SIT_OUT)
    assert (game.waits(waits), game.ending(waits)) == (True, END)
    assert game.play(waits, CHANCE, END).turn == OVER
    assert game.by_version(7).ending(waits) is None
    back = game.play(waits, asked.turn, SIT_IN)
    assert (back.turn, run(game, "call", state=back).betting.inside.bit_count()) == (CHANCE, 2)
    last = replace(waits, deal=9)
    assert game.way_in(last, asked.turn) is None
    for each in (Poker(players=3, deals=9, rise=0, sit_out=True), Poker(players=3, deals=9, rise=0, rebuy=True)):
        assert each.way_in(replace(waits, turn=0), asked.turn) is None


def test_pk13_a_short_stack_tops_up() -> None:
    game, asked = sit_out_game(2)
    status = build_scene(game, game.view(asked, asked.turn)).status
    assert status == "Your turn: play on, buy chips, sit out, or leave, before the big blind comes to you"
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
    assert game.earlier_version == 3  # records of before ask twice


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


# --- moments: nothing is cleared unseen


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


# --- skins in words


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


def test_one_chip_is_one_chip() -> None:
    game = Poker(players=4, button=2, deals=9, stacks="40", sit_out=True)
    state = run(game, "fold; fold; call; check; check; check; check; check; check; check")
    while not (state.step > len(game.plan) and state.before[state.turn] == 39):
        state = run(game, "stay" if state.step > len(game.plan) else "fold", state=state)
    moves = build_scene(game, game.view(state, state.turn)).moves
    assert "Buy 1 chip" in [move.label for move in moves]
    bought = run(game, "buy", state=state)
    assert any(line.endswith("bought 1 chip") for line in build_scene(game, game.view(bought, 0)).news)
