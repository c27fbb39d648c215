"""The screen, driven by its pilot: keys and mouse, whole games, and pictures of it as text."""

import os
import re
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cardwright import games
from cardwright.game import SPECTATOR, Pace
from cardwright.play import record
from cardwright.play.hints import Hint
from cardwright.scenes import BACK
from cardwright.scenes.touch import only_move
from cardwright.terminal import local_game, storage
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.play import deal_game, start_rematch
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.screen.amount import Field
from cardwright.terminal.screen.modals import Curtain, Sheet
from cardwright.terminal.screen.play_screen import PlayScreen
from cardwright.terminal.screen.stepper import Stepper
from cardwright.terminal.screen.widgets import News, TableView
from cardwright.testing import short
from support.terminal import WAIT_S, at_turn, make, my_turn, sat, seen, until

SMALL, LARGE = (80, 24), (120, 40)


SECOND_DEAL = 30  # a version of the game in which the first deal has been played


def screen(local: LocalGame, look: Look | None = None) -> PlayScreen:
    app = PlayScreen(local, look or Look(), pace=0.0)
    app.plays_forced = False
    return app


@pytest.mark.parametrize(
    ("picture", "size", "look"),
    [
        ("cribbage-80x24", SMALL, Look()),
        ("cribbage-120x40", LARGE, Look("light", four=True)),
        ("cribbage-80x24-ascii", SMALL, Look("mono", ascii=True)),
    ],
)
async def test_the_screen_looks_as_in_the_approved_pictures(picture: str, size: tuple[int, int], look: Look) -> None:
    """After an intended change, CARDWRIGHT_PICTURES=1 draws the pictures again: look at them, then keep them."""
    app = screen(sat("cribbage", "you random"), look)
    async with at_turn(app, size) as pilot:
        while app.local.table.version < SECOND_DEAL or len(app.scene.moves[0].places) < 2:
            await make(pilot, app, app.scene.moves[0])
            await my_turn(pilot, app)
        await pilot.press("1")
        path = Path(__file__).with_name("screens") / f"{picture}.txt"
        if os.environ.get("CARDWRIGHT_PICTURES"):
            path.write_text(seen(app) + "\n")
        await until(pilot, lambda: seen(app) + "\n" == path.read_text())  # the news scrolls once all is laid out


async def test_a_touched_move_is_confirmed_and_a_third_card_releases_the_first() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("1")
        await until(pilot, lambda: "touch more: 5 moves left" in seen(app))
        await pilot.press("enter")
        await until(pilot, lambda: "not a complete move yet" in seen(app))
        await pilot.press("2", "3")
        assert app.choice.touched == {"hand0-1", "hand0-2"}
        assert len(app.choice.touched) == 2
        await pilot.press("escape")
        assert not app.choice.touched
        await pilot.press("z")
        await until(pilot, lambda: "z does nothing now" in seen(app))
        assert app.local.table.log[-1].player == 1  # nothing was played by any of it


async def test_a_key_that_no_place_of_a_grid_has_is_answered_with_one_that_has_two() -> None:
    app = screen(sat("patience", "you"))
    async with at_turn(app, SMALL) as pilot:
        assert "1a1 touch" in seen(app)
        await pilot.press("9")
        await until(pilot, lambda: "9 does nothing now; the keys of a place are such as 1a1" in seen(app))


async def test_arrows_and_space_and_enter() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("right", "space", "right", "right", "enter")
        assert len(app.choice.touched) == 2
        await pilot.press("enter")
        await my_turn(pilot, app)
        assert any(entry.player == 0 for entry in app.local.table.log)


async def test_a_single_place_plays_at_once_and_the_end_asks_twice() -> None:
    app = screen(sat("patience", "you"))
    async with at_turn(app, LARGE) as pilot:
        before = app.local.table.version
        await pilot.press("1", "h")
        await until(pilot, lambda: "Hint: Place" in seen(app))
        assert "1 ..." not in seen(app)
        await pilot.press("1", "c", "3")
        await until(pilot, lambda: app.local.table.version > before)
        assert app.local.table.log[before].action == "place 1 c3"
    app = screen(sat("paigow", "you random"))
    async with at_turn(app, LARGE) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: "Press again, or Enter: Leave the table: color up" in seen(app))
        app.tell([app.asked])
        app.redraw()
        await pilot.pause()
        assert seen(app).count(app.asked) == 1  # the news leaves out what the status says
        await pilot.press("escape", "c")
        assert not any(entry.player == 0 for entry in app.local.table.log)
        await pilot.press("enter")
        await until(pilot, lambda: any(entry.player == 0 for entry in app.local.table.log))


async def test_a_hint_in_a_small_window_leaves_the_own_hand_in_sight() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, (60, 20)) as pilot:
        assert "Your hand" in seen(app)
        await pilot.press("h")
        await until(pilot, lambda: "Hint: " in seen(app))
        await until(pilot, lambda: "Your hand" in seen(app))
        assert "Q leave" in seen(app)


async def test_the_brick_to_place_is_named_where_it_is_out_of_sight() -> None:
    app = screen(sat("pyramid", "you basic", priority="off"))
    async with at_turn(app, SMALL) as pilot:
        await until(pilot, lambda: "Your turn: place the " in seen(app))


async def test_a_key_hurries_the_bots() -> None:
    app = PlayScreen(sat("flexdeck", "you basic"), Look(), pace=600.0)
    app.plays_forced = False
    async with app.run_test(size=LARGE) as pilot:
        for _ in range(3):
            await pilot.press("escape")  # a moment, or a bot that thinks
            await until(pilot, lambda: app.my_turn)
            await make(pilot, app, app.scene.moves[0])


async def test_the_only_move_plays_itself() -> None:
    app = PlayScreen(sat("cribbage", "you basic"), Look(), pace=0.0)
    async with app.run_test(size=LARGE) as pilot:
        while "only move" not in seen(app):
            assert not app.local.over
            await until(pilot, lambda: "only move" in seen(app) or (app.my_turn and not only_move(app.scene)))
            if app.my_turn and only_move(app.scene) is None:
                await make(pilot, app, app.scene.moves[0])
        await pilot.press("f5", "f6")
        assert "yours to play" in app.notice


async def test_a_move_that_is_chosen_for_always_is_made_until_f8() -> None:
    local = sat("poker", "you caller", players=2, stacks="200", deals=60, rise=0, showdown="ask")
    app = screen(local)

    def asked() -> bool:
        if app.my_turn and (texts := [move.text for move in app.scene.moves]):
            if "muck" in texts:
                return local.auto_moves.move(app.scene) is None
            app.play("check" if "check" in texts else "call")
        return False

    def made() -> bool:
        return asked() or sum(step.player == 0 and step.action == "muck" for step in local.table.log) > 2

    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, asked)
        assert "Always muck" in seen(app)
        await pilot.press("a")
        assert local.auto_moves.has_any(0)
        await until(pilot, made)
        assert "As you chose, until F8: Muck" in seen(app)
        await pilot.press("f8")
        assert "no more Always muck" in app.notice
        await until(pilot, asked)
        assert [move.label for move in app.scene.moves] == ["Muck", "Always muck", "Show your hand"]


async def test_the_mouse() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, LARGE) as pilot:
        spots = app.query_one(TableView).canvas.spots
        for id in list(app.keys.places.values())[:2]:
            await pilot.click("#table", offset=(spots[id].x + 1, spots[id].y + 1))
        assert len(app.choice.touched) == 2
        await pilot.click("#moves", offset=(4, 0))
        await my_turn(pilot, app)
        assert any(entry.player == 0 for entry in app.local.table.log)


async def test_a_hint_and_the_help_page() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: "Hint: Lay away" in seen(app))
        await pilot.press("question_mark")
        assert isinstance(app.screen, Sheet)
        assert "touch the place with that key" in seen(app)
        assert "Home and End scroll" in seen(app)
        await pilot.press("end")
        assert "touch the place with that key" not in seen(app)
        await pilot.press("home")
        await until(pilot, lambda: "touch the place with that key" in seen(app))
        await pilot.press("pagedown", "x")
        assert not isinstance(app.screen, Sheet)
        await pilot.press("r")
        assert isinstance(app.screen, Sheet)


@pytest.mark.parametrize("mine", [False, True], ids=["the other moves", "both move"])
async def test_a_hint_comes_though_another_has_chosen_at_the_same_time(
    mine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was lost, and the screen went on to say that it was thinking."""
    local = sat("cribbage", "you basic", first_deal="fixed")
    app = screen(local)
    app.pace = 3600.0  # the bot does not move by itself
    asked, answer = local.adviser, threading.Event()

    def held(seat: int) -> Callable[[], Hint]:
        work = asked(seat)
        return lambda: work() if answer.wait(WAIT_S) else pytest.fail("no answer")

    monkeypatch.setattr(local, "adviser", held)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.my_turn)
        await pilot.press("h")
        await until(pilot, lambda: "thinking ..." in seen(app))
        for seat in (1, 0) if mine else (1,):
            local.act(seat, local.game.text(local.game.legal_actions(local.table.state, seat)[0]))
            app.go_on()
        answer.set()
        if mine:
            await until(pilot, lambda: "cut" in seen(app).lower())
            await pilot.pause(0.3)
            assert "Hint: Lay away" not in seen(app)
        else:
            await until(pilot, lambda: "Hint: Lay away" in seen(app))
            local.act(0, local.game.text(local.game.legal_actions(local.table.state, 0)[0]))
            app.go_on()
            await until(pilot, lambda: app.holding)  # the starter
            await pilot.press("space")
            await until(pilot, lambda: not app.holding)
            await pilot.press("h")
            await until(pilot, lambda: "a hint is given in your turn" in seen(app))
            local.act(1, local.game.text(local.game.legal_actions(local.table.state, 1)[0]))
            app.go_on()
            await until(pilot, lambda: app.my_turn)
            await until(pilot, lambda: "a hint is given in your turn" not in seen(app))


async def test_a_long_hint_is_shown_whole_and_in_turn_with_the_ranking() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, (40, 20)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: "touch a place first" in seen(app))
        assert "button" not in seen(app)
        await pilot.press("h")
        await until(pilot, lambda: "H again ranks the moves" in " ".join(seen(app).split()))
        assert "Hint: Lay away" in seen(app)
        await pilot.press("h")
        await until(pilot, lambda: "1. Lay away" in seen(app))
        await pilot.press("h")
        await until(pilot, lambda: "Hint: Lay away" in seen(app))


async def test_the_keys_keep_their_column_in_a_small_window() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, (40, 30)) as pilot:
        await pilot.press("question_mark")
        text = "touch the place\n│                  with that key;"
        assert text in re.sub(" *│?\n", "\n", seen(app))
        await pilot.press("escape", "question_mark")
        await pilot.resize_terminal(60, 30)
        await until(pilot, lambda: "touch the place with that key; again:\n" in re.sub(" *│?\n", "\n", seen(app)))


async def test_control_z_goes_back_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    app = screen(sat("cribbage", "you basic"))
    sent: list[int] = []
    async with at_turn(app, SMALL) as pilot:
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        monkeypatch.setattr("os.kill", lambda process, number: sent.append(number))
        await pilot.press("ctrl+z")
    assert sent == [signal.SIGTSTP]


async def test_a_table_that_is_too_tall_stays_where_it_is_and_shows_the_place_of_a_hint() -> None:
    app = screen(sat("patience", "you"))
    async with at_turn(app, (40, 20)) as pilot:
        assert "1a1" in seen(app)
        await pilot.press("1", "a", "1")
        await my_turn(pilot, app)
        assert "Layout 1" in seen(app)
        await pilot.press("h")
        await until(pilot, lambda: app.hinted is not None)
        view = app.query_one(TableView)
        (place,) = app.choice.touched
        spot = view.canvas.spots[place]
        await until(pilot, lambda: 0 <= spot.y - view.scroll_offset.y <= view.size.height - spot.height)


async def test_the_number_of_a_hint_is_in_the_field() -> None:
    app = screen(sat("poker", "you basic", players=2))
    async with at_turn(app, SMALL) as pilot:
        key = next(move.key for move in app.scene.moves if move.number).lower()
        await pilot.press("h")
        await until(pilot, lambda: app.hinted is not None)
        assert app.hinted is not None
        app.hinted = Hint("Hint: Raise to 17", "raise 17")
        await pilot.press(key, "enter")
        await until(pilot, lambda: any(step.action == "raise 17" for step in app.local.table.log))


async def test_enter_plays_a_hint_that_is_a_button() -> None:
    app = screen(sat("paigow", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: "Hint: Bet" in seen(app))
        assert app.cursor == "move:0"
        await pilot.press("enter")
        assert app.amount.is_open


async def test_the_game_goes_on_behind_a_sheet() -> None:
    app = PlayScreen(sat("cribbage", "you basic", pace=Pace(60, 60)), Look(), pace=0.3)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: not app.holding)
        await pilot.press("question_mark")  # while the bot lays away
        app.tick()
        await until(pilot, lambda: app.local.table.log[-1].player == 1)
        assert isinstance(app.screen, Sheet)
        await pilot.press("escape")
        await until(pilot, lambda: "two laid away" in seen(app))


async def test_a_person_does_not_wait_for_a_bot_that_chooses_at_the_same_time() -> None:
    app = PlayScreen(sat("cribbage", "you basic", first_deal="fixed"), Look(), pace=600.0)
    async with at_turn(app, SMALL) as pilot:
        await make(pilot, app, app.scene.moves[0])
        assert [entry.player for entry in app.local.table.log if entry.player >= 0] == [0]
        app.hurry()
        await until(pilot, lambda: app.local.table.log[-1].player == 1)


async def test_a_number_is_asked_for() -> None:
    app = screen(sat("poker", "you basic", players=2))
    async with app.run_test(size=SMALL) as pilot:
        while not any(move.number for move in app.scene.moves):
            await my_turn(pilot, app)
            await make(pilot, app, app.scene.moves[0])
            await my_turn(pilot, app)
        before = app.local.table.version
        key = next(move.key for move in app.scene.moves if move.number).lower()
        await pilot.press(key, "escape")
        assert not app.amount.is_open
        await pilot.press(key, "9", "9", "9", "enter")
        await until(pilot, lambda: "999 is not possible: from" in seen(app))
        await pilot.press("escape")
        assert "999 is not possible" not in seen(app)
        await pilot.press(key, "9", "9", "9", "enter", "2", "1")
        assert app.query_one(Field).value == "21"
        assert app.local.table.version == before
        await pilot.press("backspace", "backspace", "backspace", "2", "2", "up", "up", "down", "enter")
        await my_turn(pilot, app)
        assert app.local.table.log[before].action.endswith(" 23")


async def test_a_number_is_sent_once_also_where_the_same_player_is_to_act_again() -> None:
    app = screen(sat("paigow", "you", players=1))
    async with at_turn(app, (54, 24)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: "M minimum   A maximum" in seen(app))  # without their values they have room
        await pilot.press("enter")
        await until(pilot, lambda: "Enter Throw the dice" in seen(app))
        await pilot.pause()
        assert not app.notice


async def test_two_people_pass_the_screen_behind_a_curtain() -> None:
    app = screen(sat("cribbage", "you you", first_deal="fixed"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        assert "Pass the screen to Player 1." in seen(app)
        await pilot.press("1", "space", "escape")
        assert isinstance(app.screen, Curtain)  # a stray key shows no hand
        await pilot.press("enter", "1", "2")
        mine = set(re.findall(r"\w\w?[♠♥♦♣]", seen(app)))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        assert not mine & set(re.findall(r"\w\w?[♠♥♦♣]", seen(app)))
        await pilot.press("enter")
        assert app.viewer == 1
        assert app.scene.player == 1


async def test_looks_and_sizes() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("f2", "f3")
        assert (app.look.palette, app.look.four, app.theme) == ("light", True, "light")
        for size in (LARGE, (200, 60), (40, 12), (20, 6), SMALL):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert len(seen(app).splitlines()) == size[1]
        assert "Your hand" in seen(app)


async def test_letters_only_and_no_colour() -> None:
    app = screen(sat("cribbage", "you basic"), Look("mono", ascii=True))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("question_mark")
        assert seen(app).isascii()
        await pilot.press("escape", "1")
        assert seen(app).isascii()
        assert "##1##" in seen(app)


async def test_watching_bots() -> None:
    app = screen(sat("cribbage", "basic random", to=61))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "V   review the game" in seen(app))
        assert app.scene.player == SPECTATOR
        assert "The game goes to" in seen(app)
        await pilot.press("v")
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await until(pilot, lambda: "accuracy" in seen(app))


async def test_clocks_are_shown_and_enforced(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000]
    monkeypatch.setattr(local_game, "wall_clock", lambda: now[0])
    app = screen(sat("cribbage", "you basic", pace=Pace(10, 5)))
    async with at_turn(app, SMALL) as pilot:
        assert "0:10 + 0:05" in seen(app)
        now[0] += 15_000
        app.tick()
        await my_turn(pilot, app)
        assert "You: out of time" in app.table_screen.query_one(News).lines
        assert any(entry.player == 0 for entry in app.local.table.log)


async def test_every_move_is_on_the_disk_before_it_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    local, writer = deal_game(games.create("cribbage"), ["you", "basic"], [], 3)
    with writer:
        app = screen(local)
        async with at_turn(app, SMALL) as pilot:
            await make(pilot, app, app.scene.moves[0])
            await my_turn(pilot, app)
            assert record.read(writer.path).log == tuple(local.table.log)
            await pilot.press("n", "o", "h", "question_mark", "escape")
            assert storage.Pad(writer.path).read(0) == "oh?"
            await pilot.press("ctrl+c")
    assert app.return_value == 0


async def test_after_a_patience_is_given_up_a_new_deal_is_offered_and_only_keys_that_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = screen(sat("patience", "you"))
    async with at_turn(app, LARGE) as pilot:
        assert "1a1 touch" in seen(app)
        await pilot.press("m")
        await until(pilot, lambda: "a new deal follows a game that is over" in seen(app))
        await pilot.press("X", "y")
        await until(pilot, lambda: "M   new deal" in seen(app))
        assert "1a1 touch" not in seen(app)
        assert "rematch" not in seen(app)


async def test_a_rematch_deals_the_next_number_to_the_same_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    local, first = deal_game(games.create("cribbage", to=61), ["you", "random"], ["Ann"], 3)
    app = screen(local)
    with first:
        async with at_turn(app, SMALL) as pilot:
            await pilot.press("m")
            assert "a rematch follows a game that is over" in seen(app)
            await pilot.press("x")
            box = app.screen.query_one(".sheet").region
            assert abs(box.y - (SMALL[1] - box.bottom)) <= 1  # in the middle, where the eye is
            await pilot.press("y")
            assert "M   rematch" in seen(app)
            await pilot.press("m")
    assert (app.return_value, app.rematch_wanted) == (0, True)
    again, second = start_rematch(local)
    with second:
        again.settle()
    kept = record.read(second.path)
    assert kept.header.notes == {record.SEED_NOTE: 4}
    assert kept.header.options == record.read(first.path).header.options
    assert [(each.name, each.kind) for each in kept.header.players] == [("Ann", "you"), ("Blaise", "random")]


async def test_replay_steps_and_changes_seats() -> None:
    local = sat("cribbage", "basic random", to=61)
    while not local.over:
        local.settle()
        if local.actor is not None:
            local.act(local.actor, local.thinker(local.actor)())
    header = record.Header.of(local.game, [record.Sitter(name) for name in local.names])
    story = RecordedGame(record.parse(record.dump(header, local.table.log)))
    app = Stepper(story, story.last, SPECTATOR, Look())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert f"Step {story.last} of {story.last}, as the spectator saw it" in seen(app)
        await pilot.press("right", "left", "left", "s")
        assert f"Step {story.last - 2} of {story.last}" in seen(app)
        assert "as Ada saw it" in seen(app)
        await pilot.press("home", "pagedown", "pagedown", "s")
        assert f"Step 20 of {story.last}, as Blaise saw it" in seen(app)
        assert "Your hand" in seen(app)
        await pilot.press("m")
        assert f"Step {story.moment_near(20, 1)} of {story.last} (a moment), as Blaise saw it" in seen(app)
        await pilot.press("q")
    assert app.return_value == 0


@pytest.mark.parametrize("game", games.GAMES)
async def test_every_room_is_played_to_its_end_by_keyboard(game: str) -> None:
    seats = games.create(game, **short(game)).players
    app = screen(sat(game, " ".join(["you"] + ["random"] * (seats - 1)), **short(game)))
    async with app.run_test(size=SMALL) as pilot:
        while not app.local.over:
            await my_turn(pilot, app)
            moves = app.scene.moves
            if moves:
                assert all(move.places <= set(app.query_one(TableView).canvas.spots) for move in moves)
                await make(pilot, app, moves[len(moves) // 2])
        await pilot.pause()
        assert "Enter   leave the table" in seen(app)
        await pilot.press("enter")
    assert app.return_value == 0


# Moments: the states that every screen holds until they have been seen.


def to_a_showdown() -> LocalGame:
    """A game of poker in which the next move ends with cards face up."""
    local = sat("poker", "you random", seed=5, players=2, deals=1)
    local.settle()
    local.take()
    return local


async def call_to_the_end(pilot: Pilot[int], app: PlayScreen) -> None:
    """Check or call until a moment is held, or the game is over."""

    def check() -> bool:
        if app.my_turn:
            texts = [move.text for move in app.scene.moves]
            app.play(next(text for text in ("check", "call") if text in texts))
        return app.holding or app.local.over

    await until(pilot, check)


async def test_a_moment_is_held_until_a_key() -> None:
    app = PlayScreen(to_a_showdown(), Look(), pace=None)
    held = 0
    async with app.run_test(size=LARGE) as pilot:
        while not app.local.over or app.holding:
            await call_to_the_end(pilot, app)
            if not app.holding:
                continue
            held += 1
            await pilot.pause()
            assert not app.scene.moves
            assert "Any key   go on" in seen(app)
            await pilot.press("space")
    assert held >= 2


async def test_a_moment_goes_by_itself() -> None:
    app = PlayScreen(to_a_showdown(), Look(), pace=0.01)
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, lambda: not app.holding)
        while not app.local.over or app.holding or app.frames:
            await call_to_the_end(pilot, app)
            await pilot.pause(0.05)
        assert app.scene.result


async def test_every_card_of_a_showdown_is_shown_before_the_table_is_cleared() -> None:
    app = PlayScreen(to_a_showdown(), Look(), pace=None)
    faces: set[str] = set()
    async with app.run_test(size=LARGE) as pilot:
        while not app.local.over or app.holding:
            await call_to_the_end(pilot, app)
            faces |= {place.face.text for place in app.scene.places if place.face not in (None, BACK) and place.face}
            if app.holding:
                await pilot.press("space")
    shown = {card for zone in app.local.scene(SPECTATOR).places for card in ([zone.face.text] if zone.face else [])}
    assert shown - {BACK.text} <= faces
    assert len(faces) >= 9  # two hands and the board


async def test_the_last_deal_is_shown_again_until_a_key() -> None:
    app = screen(sat("poker", "you caller", players=2, deals=2))
    async with at_turn(app, LARGE) as pilot:
        await pilot.press("f7")
        await until(pilot, lambda: "no deal of this game has ended before this one" in seen(app))
        assert not app.holding
        while not app.scene.status.startswith("Your turn") or "Deal 2" not in app.scene.progress:
            await make(pilot, app, next(move for move in app.scene.moves if move.text in ("check", "call")))
            await my_turn(pilot, app)
        now = app.scene
        await pilot.press("f7")
        assert app.scene.status.startswith("Deal 1 is over")
        assert not app.scene.moves
        shown = [place for place in app.scene.places if place.face not in (None, BACK)]
        assert len(shown) >= 7  # the board, and a hand at least
        await pilot.press("1")
        assert app.scene == now
        assert app.my_turn


# Giving up.


async def test_giving_up_asks_and_then_loses_the_game() -> None:
    app = screen(sat("cribbage", "you basic"))
    async with at_turn(app, SMALL) as pilot:
        await pilot.press("X", "n")
        assert not app.local.over
        await pilot.press("X", "y")
        assert app.local.table.resigned
        assert "You gave up, and lost the game" in seen(app)


async def test_who_has_left_a_cash_game_buys_in_again_by_a_key() -> None:
    local = sat("poker", "you you caller", players=3, rebuy=True, sit_out=True, deals=9, rise=0, stacks="40")
    local.settle()
    local.resign(0)
    while not local.may_sit_in():
        seat = local.actor
        assert seat is not None
        local.act(seat, local.game.text(local.game.legal_actions(local.table.state, seat)[0]))
    app = screen(local)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        await pilot.press("enter")
        assert "I buy in again" in seen(app)
        await pilot.press("I", "n")
        assert local.may_sit_in() == [0]
        await pilot.press("I", "y")
        assert local.may_sit_in() == []


async def test_who_is_out_of_a_tournament_is_not_asked_to_give_up() -> None:
    local = sat("poker", "you caller caller", stacks="4/200/200", players=3)
    local.settle()
    while not local.scene(0).seats[0].out:
        actor = local.actor
        assert actor is not None
        local.act(actor, local.scene(actor).moves[1].text if actor == 0 else local.thinker(actor)())
    app = PlayScreen(local, Look(), pace=600.0)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.is_laid)
        while app.holding:
            await pilot.press("space")
        await pilot.press("X")
        await until(pilot, lambda: "only a player who is in the game can give it up" in seen(app))
        assert len(app.screen_stack) == 1
