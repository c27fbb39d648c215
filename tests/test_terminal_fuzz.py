"""Random bursts of keys over every screen and sheet of every game: none may end in an error.

``CARDWRIGHT_KEY_BURSTS`` is the number of bursts of each game and screen; ``make fuzz`` sets it.
"""

import os
from pathlib import Path
from random import Random

import pytest
from textual import events

from cardwright import games
from cardwright.game import SPECTATOR
from cardwright.play import record
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.terminal import storage
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.recorded_game import RecordedGame
from cardwright.terminal.screen.play_screen import PlayScreen
from cardwright.terminal.screen.stepper import Stepper
from cardwright.terminal.seat_names import seat_names

BURSTS = int(os.environ.get("CARDWRIGHT_KEY_BURSTS", "8"))
NAMED = {"question_mark": "?", "space": " ", "enter": "\r", "tab": "\t"}
SHEETS = ["question_mark", "f1", "n", "r", "g", "X", "y", "h", "enter", "escape"]
MOVES = ["up", "down", "left", "right", "space", "tab", "shift+tab", "enter", *"1234567890abcdefu", "backspace"]
OTHERS = ["pageup", "pagedown", "shift+up", "shift+down", "home", "end", "f2", "f3", "s", "q", "ctrl+c"]
WEIGHTS = [5] * len(SHEETS) + [3] * len(MOVES) + [2] * 9 + [0.05] * 2


def key(name: str) -> events.Key:
    return events.Key(name, NAMED.get(name, name if len(name) == 1 else None))


def local_game(name: str, people: int, rng: Random, folder: Path) -> LocalGame:
    game = games.create(name)
    kinds = (["you"] * people + ["random"] * game.players)[: game.players]
    table = Table(game, Luck.numbered(rng.randrange(1000)), pace=game.pace())
    local = LocalGame(table, seat_names(kinds), kinds, "random", rng.randrange(1000))
    local.pad = storage.Pad(folder / "game.jsonl")
    return local


def story(name: str, rng: Random, folder: Path) -> RecordedGame:
    local = local_game(name, 0, rng, folder)
    for _ in range(60):
        local.settle()
        if local.actor is None:
            break
        local.act(local.actor, local.thinker(local.actor)())
    header = record.Header.of(local.game, [record.Sitter(player) for player in local.names])
    return RecordedGame(record.parse(record.dump(header, local.table.log)))


def opened(name: str, screen: str, rng: Random, folder: Path) -> PlayScreen | Stepper:
    if screen == "replay":
        return Stepper(story(name, rng, folder), 0, SPECTATOR, Look())
    people = 2 if screen == "two people" else 1
    return PlayScreen(local_game(name, people, rng, folder), Look(), pace=rng.choice((0.0, 0.01, None)))


@pytest.mark.parametrize("screen", ["one person", "two people", "replay"])
@pytest.mark.parametrize("game", games.GAMES)
async def test_no_burst_of_keys_ends_in_an_error(game: str, screen: str, tmp_path: Path) -> None:
    rng = Random(f"{game} {screen} {BURSTS}")
    left = BURSTS
    while left > 0:
        app = opened(game, screen, rng, tmp_path)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            while left > 0 and app.return_value is None:
                for name in rng.choices([*SHEETS, *MOVES, *OTHERS], WEIGHTS, k=rng.randint(1, 8)):
                    app.post_message(key(name))
                await pilot.pause(0.001)
                left -= 1


@pytest.mark.parametrize(
    "keys", ["? z", "? z z", "? enter enter", "n escape", "n escape escape escape", "r z z", "X z z"]
)
async def test_two_quick_keys_close_a_sheet_once(keys: str, tmp_path: Path) -> None:
    app = opened("cribbage", "one person", Random(1), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for name in keys.split():
            app.post_message(key({"?": "question_mark"}.get(name, name)))
        for _ in range(50):
            await pilot.pause(0.01)
        assert len(app.screen_stack) == 1
        assert app.return_value is None
