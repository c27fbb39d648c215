"""The course of a game on the screen: whose turn it is, moments, the guide, and bots that think in the background."""

import asyncio
import contextlib
import functools
from collections.abc import Callable, Coroutine

import msgspec
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.worker import Worker

from cardwright.errors import BadText, PlayError
from cardwright.game import SPECTATOR
from cardwright.play.clock import wall_clock
from cardwright.play.session import Frame
from cardwright.scenes import Move, Scene
from cardwright.scenes.auto_moves import is_for_always, with_always
from cardwright.scenes.touch import only_move
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.local_game import BOT_PACE_S, MOMENT_HOLD_S, LocalGame, time_left_text
from cardwright.terminal.screen.amount import Amount
from cardwright.terminal.screen.background import in_thread
from cardwright.terminal.screen.bubble import BubbleBox
from cardwright.terminal.screen.controls import TableControls
from cardwright.terminal.screen.modals import Curtain
from cardwright.wording import isolated

MIN_TIMER_S = 0.01  # a timer of the screen takes some time


class GameCourse(TableControls):
    """Shows the events of a game, lets bots move, and makes the moves of the people here.

    ``pace`` is the seconds that a bot seems to think; moments are shown in proportion. With None, moments wait for a
    key; with 0 nothing waits.
    """

    def __init__(self, local: LocalGame, look: Look, pace: float | None) -> None:
        super().__init__(look, local.names)
        self.local, self.pace = local, pace
        self.viewer = local.people[0] if len(local.people) == 1 else SPECTATOR
        self.undone = False  # the viewer has just taken a move back
        self.frames: list[Frame] = []  # steps that have happened and are not shown yet
        self.held_since = 0  # milliseconds, while a moment is shown
        self.looks_back = False  # while that moment is the end of the last deal, for which no clock stands still
        self.timer: Timer | None = None
        self.skip = asyncio.Event()  # set while the bots hurry to the viewer's turn
        self.plays_forced = True  # the only move there is plays itself, for a person alone with bots
        self.guided = True  # as long as the person wants the guide

    def compose_extra(self) -> ComposeResult:
        """The number field, and the bubbles of a guided first game."""
        yield Amount()
        yield BubbleBox()

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size, and a bubble at its place there."""
        super().on_resize(event)
        self.call_after_refresh(self.draw_bubble)

    def on_mount(self) -> None:
        """Begin, or go on."""
        self.tell([self.local.introduction])
        if self.local.is_timed:
            self.set_interval(1.0, self.tick)
        self.go_on()

    def tick(self) -> None:
        """Check the clocks, every second."""
        if self.holding:
            return
        if self.local.expire():
            self.notice = ""
            self.go_on()
        elif self.is_laid:
            self.redraw_head()

    def levels(self) -> list[Text]:
        return [Text(self.local.next_level, self.look.ink("note"))] if self.local.next_level else []

    def clock_text(self, seat: int) -> str:
        left = self.local.time_left(seat)
        return time_left_text(left) if left else ""

    # ------------------------------------------------------------------------------------- whose turn it is

    def go_on(self) -> None:
        """Show the events since, moment by moment, then the table, and let the next player act."""
        self.local.settle()
        lines, self.frames = self.local.take()
        self.tell(lines)
        self.next_frame()

    def next_frame(self) -> None:
        """Print the news of the next steps; hold the first moment among them, or else go on with the game."""
        while self.frames:
            frame = self.frames.pop(0)
            self.tell(frame.news(self.names, self.viewer))
            if frame.is_moment and self.pace != 0 and not self.skip.is_set():
                self.hold(frame)
                return
        self.turn()

    def hold(self, frame: Frame) -> None:
        """Show a moment until its time is over or a key is pressed."""
        self._show_moment(frame)
        self.explain(self.local.table.version - len(self.frames))
        if self.pace is not None and not self.bubbles.unread:
            self.timer = self.set_timer(MOMENT_HOLD_S * self.pace / BOT_PACE_S, self.release)

    def _show_moment(self, frame: Frame) -> None:
        self.held_since = wall_clock()
        self.show(msgspec.structs.replace(frame.scene(self.viewer), moves=()))

    @property
    def holding(self) -> bool:
        """True while a moment is shown."""
        return self.held_since > 0

    def release(self) -> None:
        """Go on after a moment. The clocks of the game stood still."""
        if self.timer is not None:
            self.timer.stop()
        if not self.looks_back:
            self.local.pause(wall_clock() - self.held_since)
        self.timer, self.held_since, self.looks_back = None, 0, False
        if self.is_laid:
            self.next_frame()

    def turn(self) -> None:
        """Let the next player act."""
        actor = self.local.actor
        if actor is not None and actor in self.local.people and actor != self.viewer:
            self.redraw()
            self.push_screen(self._create_curtain(actor), lambda _: self.look_as(actor))
            return
        self._show_table()
        if actor is None or actor in self.local.people:
            self.skip.clear()
            self._play_forced()
        else:
            self.start(functools.partial(self._play_bot, actor, self.local.thinker(actor)), "bot")

    def _play_forced(self) -> None:
        """Play the only move there is, or one that was chosen for always, once the table before it has been seen."""
        move, auto = only_move(self.scene), self.local.auto_moves.move(self.scene)
        guided = self.local.tour is not None and self.guided  # who learns a game plays every move
        if self.undone or guided or (auto is None and (not self.plays_forced or len(self.local.people) > 1)):
            return
        if (chosen := auto or move) is None:
            return
        version = self.local.table.version
        why = "As you chose, until F8" if auto else "The only move, played for you"

        def play() -> None:
            if self.local.table.version == version and self.is_laid:
                self.tell([f"{why}: {self.scene_text(chosen.label)}"])
                self.play(chosen.text)

        self.set_timer(BOT_PACE_S if self.pace is None else max(self.pace, MIN_TIMER_S), play)

    def hurry(self) -> None:
        """Skip ahead to the viewer's turn: bots move without pauses, and no moment is held."""
        if not self.local.over and not self.my_turn and len(self.local.people) == 1:
            self.skip.set()

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Start work beside the screen, in place of earlier work of its group."""
        _: Worker[None] = self.run_worker(work, exclusive=True, group=group)

    def _create_curtain(self, actor: int) -> Curtain:
        name = isolated(self.names[actor])
        return Curtain(
            f"Pass the screen to {name}.",
            Text(self.look.text("\n".join(self.local.latest_news(self.viewer)))),
            f"{name}: press Enter to see your cards.",
        )

    def look_as(self, seat: int) -> None:
        """See the table from another seat."""
        self.viewer = seat
        self._show_table()

    def _show_table(self) -> None:
        self.show(with_always(self.local.scene(self.viewer)))
        self.explain(self.local.table.version)

    # ------------------------------------------------------------------------------- the guide of a first game

    @property
    def bubbles(self) -> BubbleBox:
        """The bubbles that are to be read now."""
        return self.table_screen.query_one(BubbleBox)

    def explain(self, version: int) -> None:
        """Show the bubbles that are due in a version of the game, one after another."""
        self.bubbles.put(self.local.bubbles(version) if self.guided else ())
        self.call_after_refresh(self.draw_bubble)

    def draw_bubble(self) -> None:
        """Show the first of the bubbles, at its place."""
        if self.is_laid:
            self.bubbles.draw(self.look)

    def next_bubble(self) -> None:
        """Put a bubble that was read away; the last one of a moment takes the game on."""
        self.bubbles.put_read()
        self.draw_bubble()
        if self.holding and not self.bubbles.unread:
            self.release()

    def show(self, scene: Scene) -> None:
        """Show a scene, with no choice begun."""
        self.pending = self.armed = ""
        self.amount.close()
        self.table_screen.set_focus(None)
        super().show(scene)

    async def _play_bot(self, seat: int, work: Callable[[], str]) -> None:
        """One bot's move, no sooner than the pace allows."""
        loop = asyncio.get_running_loop()
        since, version = loop.time(), self.local.table.version
        text = await in_thread(work)
        pause = max(0.0, (BOT_PACE_S if self.pace is None else self.pace) - (loop.time() - since))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.skip.wait(), pause)
        # Meanwhile its time may have run out, or the screen may have been left.
        if self.local.table.version == version and self.is_laid:
            self.local.act(seat, text)
            self.go_on()

    @property
    def my_turn(self) -> bool:
        """True if the person at the screen can act now, even if a bot that chooses at the same time has not."""
        return not self.holding and self.viewer in self.local.people and self.viewer in self.local.table.to_act

    def press_move(self, move: Move) -> None:
        """Do a move, from now on by itself if that is what its button says."""
        if self.my_turn and move.always is not None and is_for_always(move):
            self.local.auto_moves.choose(self.viewer, move.always)
        super().press_move(move)

    def play(self, text: str) -> None:
        if not self.my_turn:
            return
        if self.local.expire():
            self.go_on()
            return
        try:
            self.local.act(self.viewer, text)
        except (BadText, PlayError) as error:
            self.say(str(error))
            return
        self.notice = ""
        self.undone = False
        self.go_on()
