"""Games at this terminal; its screen under a pilot: its text, waiting, and moves by keys."""

import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from textual import events
from textual.pilot import Pilot

from cardwright import games
from cardwright.game import Pace
from cardwright.play.luck import Luck
from cardwright.play.table import Table
from cardwright.scenes import Move
from cardwright.terminal.local_game import LocalGame
from cardwright.terminal.screen.play_screen import PlayScreen
from cardwright.terminal.screen.stepper import Stepper
from cardwright.terminal.seat_names import seat_names

WAIT_S = 60.0


def sat(game: str, kinds: str, seed: int = 3, pace: Pace | None = None, **options: Any) -> LocalGame:
    """Return a game whose players, "you" or bots, sit at the table; "basic" gives the hints."""
    seats = kinds.split()
    table = Table(games.create(game, **options), Luck.numbered(seed), pace=pace)
    return LocalGame(table, seat_names(seats), seats, "basic", seed)


def seen(app: PlayScreen | Stepper) -> str:
    """Return the screen as text."""
    strips = app.screen._compositor.render_strips()  # Textual's own pictures are SVG, which a person cannot read
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


async def until(pilot: Pilot[int], met: Callable[[], bool]) -> None:
    """Wait for bots and drawing."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        await pilot.pause(0.01)
        if met():
            return
    raise AssertionError("it never came to that:\n" + seen(pilot.app))  # type: ignore[arg-type]


async def my_turn(pilot: Pilot[int], app: PlayScreen) -> None:
    """Wait until the player may move, or the game is over."""
    await until(pilot, lambda: bool(app.scene.moves) or app.local.over)


@contextlib.asynccontextmanager
async def at_turn(app: PlayScreen, size: tuple[int, int]) -> AsyncIterator[Pilot[int]]:
    """Run the screen, from when the player may move."""
    async with app.run_test(size=size) as pilot:
        await my_turn(pilot, app)
        yield pilot


async def make(pilot: Pilot[int], app: PlayScreen, move: Move) -> None:
    """Make a move with the keys that the screen shows for it: of its places, or of its button."""
    if move.places:
        key_of = {place: key for key, place in app.keys.places.items()}
        touches = [char for id in sorted(move.places) for char in key_of.get(id, "")]
        presses = (len(move.places) > 1) + move.confirm  # one place plays at once
        keys = ["escape", *touches, *["enter"] * presses]
    else:
        key = next(key for key, button in app.keys.buttons.items() if button.text == move.text)
        keys = [key, "enter"] if move.number else [key] * (2 if move.confirm else 1)
    version = app.local.table.version
    for key in keys:  # the pilot's own presses wait until the machine is idle, and these are hundreds
        app.post_message(events.Key(key, key if len(key) == 1 else None))
    await until(pilot, lambda: app.local.table.version > version)
