"""A game at this screen: its seats, its bots, its clock, and the record that keeps it."""

from collections.abc import Callable, Sequence
from random import Random

from cardwright import games
from cardwright.errors import PlayError
from cardwright.game import CHANCE, AnyGame
from cardwright.play import hints, review, session, solved
from cardwright.play.clock import minutes, wall_clock
from cardwright.play.guide import Shown, Tour
from cardwright.play.hints import Hint
from cardwright.play.record import PERSON, Header, Record, Writer
from cardwright.play.session import Frame
from cardwright.play.table import Table
from cardwright.scenes import Scene
from cardwright.scenes.auto_moves import AutoMoves
from cardwright.terminal.drawing.theme import Look
from cardwright.terminal.seat_names import sitters
from cardwright.terminal.storage import Pad
from cardwright.wording import isolated

BOT_PACE_S = 0.8
MOMENT_HOLD_S = 1.5  # at the pace BOT_PACE_S


class LocalGame:
    """A table at this screen, its seats and its bots. Bots and hints see views and nothing else.

    ``kinds`` says who sits in each seat: `PERSON`, or the name of a bot. ``adviser`` is the bot that gives hints, and
    ``seed`` seeds the bots' own luck. The ``writer`` of its record receives every step before its result is shown;
    beside it is the ``pad`` with the players' own notes. ``tour`` has the bubbles of a guided first game.
    """

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        kinds: Sequence[str],
        adviser: str,
        seed: int = 0,
        writer: Writer | None = None,
    ) -> None:
        self.table, self.names, self.kinds = table, list(names), tuple(kinds)
        self.game: AnyGame = table.game
        self.people = tuple(seat for seat, kind in enumerate(kinds) if kind == PERSON)
        self.seed, self.writer = seed, writer
        self.tour: Tour | None = None
        self.auto_moves = AutoMoves()
        self.pad = Pad(writer.path) if writer else None
        self._luck = [Random() for _ in kinds]
        self._bots = {
            seat: games.create_bot(kind, self.game, self._luck[seat])
            for seat, kind in enumerate(kinds)
            if kind != PERSON
        }
        self._adviser = games.create_bot(adviser, self.game, Random(0))
        # A game that was left takes no time: its clock goes on from its last move.
        self._away = wall_clock() - table.log[-1].at if table.log else 0
        self._frames: list[Frame] = []
        self._latest: list[Frame] = []
        self._lines: list[str] = []

    def now(self) -> int:
        """The time by the clock of this game; 0 without clocks, so that the record does not hold the hour."""
        return wall_clock() - self._away if self.is_timed else 0

    @property
    def is_timed(self) -> bool:
        """True if anything in this game goes by the time."""
        return bool(self.table.clock or self.game.level_ms)

    @property
    def next_level(self) -> str:
        """The time of the next level, in words; "" in a game without levels by the clock."""
        level = self.table.next_level(self.now())
        if level is None:
            return ""
        return f"{level.text} {minutes(level.left)}" if level.left else level.text

    def pause(self, milliseconds: int) -> None:
        """Take back the time in which the players could not act, such as during a moment on the screen."""
        self._away += milliseconds

    @property
    def introduction(self) -> str:
        """The name of the game, and how it is won."""
        room = games.room(games.room_name(self.game))
        return f"{room.title}: {room.aim or room.about}"

    @property
    def rules(self) -> str:
        """The page of rules, in Markdown."""
        return games.rules_page(games.room_name(self.game), self.game)

    @property
    def actor(self) -> int | None:
        """The seat that acts next: of several that choose at once, a bot first; None at the end."""
        waiting = [seat for seat in self.table.to_act if seat != CHANCE]
        return min(waiting, key=lambda seat: (seat in self.people, seat), default=None)

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.table.over

    def scene(self, seat: int) -> Scene:
        """Return the table as a seat sees it."""
        return session.look(self.table, seat)

    def settle(self) -> None:
        """Let chance act until a player can."""
        self._add_frames(session.settle(self.table, self.now()))

    def act(self, seat: int, text: str) -> None:
        """Play a move, in the game's notation. Raises `BadText` or `PlayError`, and then nothing has changed."""
        frames = session.play(self.table, seat, text, now=self.now())
        self._latest = []
        self._add_frames(frames)

    def take_back(self, seat: int) -> None:
        """Take a player's last move back. Raises `PlayError` if it is final."""
        step = session.take_back(self.table, seat)
        if self.writer:
            self.writer.take_back()
        self._lines.append(session.take_back_news(step, self.names))

    def may_take_back(self, seat: int) -> bool:
        """Return whether a player's last move can be taken back."""
        return not session.why_final(self.table, seat)

    def may_give_up(self, seat: int) -> bool:
        """Return whether this is the seat of a person who is still in the game."""
        return seat in self.people and not self.over and not self.scene(seat).seats[seat].out

    def question_before_giving_up(self, seat: int) -> str:
        """Return what a player is asked before they give up."""
        if self.table.game.way_out(self.table.state, seat) is None:
            return "Give up this game? It is lost then."
        return "Leave this game with your chips? You check or fold until the deal is over."

    def resign(self, seat: int) -> None:
        """Give up the game for a player, as `Table.resign` does; if no other person plays, it ends after the deal.

        Raises `GameOver`.
        """
        self._latest = []
        game, state = self.table.game, self.table.state
        self.table.ends_next = all(game.way_out(state, other) is None for other in self.people if other != seat)
        self._add_frames(session.resign(self.table, seat, self.now()))

    def may_sit_in(self) -> list[int]:
        """Return the seats of people who have left a cash game and may buy in again."""
        way_in, state = self.game.way_in, self.table.state
        return [seat for seat in self.people if not self.over and way_in(state, seat) is not None]

    def question_before_sitting_in(self, seat: int) -> str:
        """Return what a player who has left is asked before they buy in."""
        return f"{isolated(self.names[seat])}: buy in again, and wait for the big blind?"

    def sit_in(self, seat: int) -> None:
        """Have a player of `may_sit_in` buy in again."""
        self.act(seat, self.game.text(self.game.way_in(self.table.state, seat)))

    def expire(self) -> bool:
        """Apply the game's pace to players whose time has run out; return whether there were any."""
        clock, now = self.table.clock, self.now()
        late = [f"{isolated(self.names[seat])}: out of time" for seat in clock.late_players(now)] if clock else []
        frames = session.expire(self.table, now)
        if frames and self.table.forfeited is None:  # else the news says so
            self._lines += late
        self._add_frames(frames)
        return bool(frames)

    def time_left(self, seat: int) -> tuple[int, int] | None:
        """Return the milliseconds that a seat has left, of the turn and of the reserve; None without clocks."""
        clock = self.table.clock
        return clock.time_left(seat, self.now()) if clock else None

    def take(self) -> tuple[list[str], list[Frame]]:
        """Return, once, the frames since the last call: lines that come first, then the frames of all steps."""
        lines, frames = self._lines, self._frames
        self._lines, self._frames = [], []
        return lines, frames

    def latest_news(self, viewer: int) -> list[str]:
        """Return the news of the last move of any player, as a seat sees it."""
        return [line for frame in self._latest for line in frame.news(self.names, viewer)]

    def recall(self, lines: Sequence[str]) -> None:
        """Put lines before all news: what happened before the game was left."""
        self._lines = [*lines, *self._lines]

    def last_deal(self) -> Frame:
        """Return the game at the end of the deal before this one. Raises `PlayError` in the first deal."""
        record = self._record()
        steps = zip(reversed(record.log), reversed(record.states), strict=False)
        ends = (Frame(step, self.game, state) for step, state in steps if self.game.ends_deal(state))
        if (frame := next(ends, None)) is None:
            raise PlayError("no deal of this game has ended before this one")
        return frame

    def bubbles(self, version: int) -> tuple[Shown, ...]:
        """Return the bubbles of a guided first game that are due in this version of the game."""
        return self.tour.due(version) if self.tour else ()

    def _add_frames(self, frames: Sequence[Frame]) -> None:
        if self.tour:
            self.tour.follow(self.table.version - len(frames), frames)
        if self.writer:
            for frame in frames:
                self.writer.append(frame.step)
        self._frames += frames
        self._latest += frames

    def thinker(self, seat: int) -> Callable[[], str]:
        """Return the work of choosing for a bot: called in any thread, it returns the move's notation."""
        bot, view = self._bots[seat], self.table.view(seat)
        # The same luck in the same turn, so that a numbered deal is the same game every time and everywhere.
        self._luck[seat].seed(session.bot_seed(self.seed, seat, self.table))
        return lambda: self.game.text(bot.advise(view).action)

    def adviser(self, seat: int) -> Callable[[], Hint]:
        """Return the work of giving a hint, as `thinker`."""
        view = self.table.view(seat)
        return lambda: hints.hint(self.game, self._adviser, view, self.names)

    @property
    def next_game_name(self) -> str:
        """The name of the next game: alone it is no rematch."""
        return "new deal" if self.game.players == 1 else "rematch"

    @property
    def has_review(self) -> bool:
        """True once the game is over, if the game has values of moves."""
        return self.over and games.has_answers(self.game.name)

    def reviewer(self, width: int, look: Look) -> Callable[[], list[str]]:
        """Return the work of reviewing the game, as `thinker`; it returns lines of at most this width.

        A lost game that could have been won is followed by a way to win it.
        """
        # A game starts in half the time without these.
        from cardwright.terminal.reports.kept_games import keep_review
        from cardwright.terminal.reports.review import report, solution

        record = self._record()

        def write_review() -> list[str]:
            reviews = review.review_record(record)
            if self.writer:
                keep_review(self.writer.path, reviews)
            lines = report(record, reviews, games.unit(self.game), width, look, drawn=True)
            won = solved.find_win(record) if solved.is_solvable(record) else None
            return [*lines, *(solution(won) if won else ())]

        return write_review

    def _record(self) -> Record:
        """Return the game so far."""
        return Record.of(Header.of(self.game, sitters(self.names, self.kinds)), self.game, self.table.log)


def time_left_text(left: tuple[int, int]) -> str:
    """Return the time left of a turn and of the reserve: "0:42 + 5:00"."""
    return " + ".join(map(minutes, left))
