"""A game being played. Its table alone holds the state: it checks and applies moves, and keeps versions and clocks.

It does no I/O, and its callers pass the time. The log is all that has to be kept of a game: a table that is rebuilt
from its log is the same table. Version n is the game after n steps, where a move that was taken back counts twice: a
version never means two positions.
"""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from cardwright import decoding
from cardwright.errors import GameOver, NotYourTurn, PlayError, StaleAction
from cardwright.game import CHANCE, Action, AnyGame, Automatic, JoinableGame, Pace, Player, State, View
from cardwright.play.clock import Clock, NextLevel, PlayTime
from cardwright.play.luck import Luck
from cardwright.play.step_log import Step as Step
from cardwright.play.step_log import StepLog

FORFEIT = "forfeit"  # in place of an action in the log: a player has lost by the clock
RESIGN = "resign"  # and: a player has given up
MAX_TAKEN_BACK = 1000  # moves in a row
LOSSES = (FORFEIT, RESIGN)
FINAL = f"that move stands: the clock made it, the game was away since, or {MAX_TAKEN_BACK} later ones were taken back"


def choose_late(
    game: AnyGame, state: State, player: Player, luck: Luck, version: int, *, of_all: bool = False
) -> Action:
    """Return the action for a player who is late after ``version`` steps: one of the game's `late_actions`.

    It is uniform at random. Before 2026-11-29 all legal actions were allowed (``of_all``) in every game.
    """
    choices = game.legal_actions(state, player) if of_all else game.late_actions(state, player)
    chosen: Action = choices[luck.stream(-1 - version).randrange(len(choices))]
    return chosen


def choose_by_chance(game: AnyGame, state: State, luck: Luck, draws: int, played: PlayTime) -> Action:
    """Return the action of chance after this number of ``draws``: decided by the time of play, or else by luck."""
    timed: Action | None = game.by_clock(state, played.level(game.level_ms)) if game.level_ms else None
    return timed or game.draw(state, luck.stream(game.draw_number(state, draws)))


def ending(game: AnyGame, state: State) -> Action | None:
    """Return the step of chance that ends a game whose players have agreed to it, None where it cannot end here."""
    return game.ending(state) if isinstance(game, JoinableGame) else None


def encode_state(state: State) -> msgspec.Raw:
    """Return a state as JSON."""
    return msgspec.Raw(msgspec.json.encode(state))


class Before(msgspec.Struct, frozen=True):
    """A game before a move that may be taken back."""

    state: State
    clock: Clock | None
    since: dict[Player, int]


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table after ``steps`` steps, from which a table of the same game goes on. Only the ``last`` steps are kept."""

    steps: int
    last: tuple[Step, ...]
    moves: dict[Player, int]
    draws: int
    played: PlayTime
    state: msgspec.Raw
    forfeited: Player | None
    clock: Clock | None
    since: dict[Player, int]
    before: tuple[tuple[msgspec.Raw, Clock | None, dict[Player, int]], ...]
    taken_back: int


class Table:
    """A game being played. ``log`` are the steps so far; it is checked while it is replayed.

    With a ``pace`` there are clocks, from the time ``began``. A method that raises a `PlayError` has changed nothing.
    """

    def __init__(
        self, game: AnyGame, luck: Luck, log: Iterable[Step] = (), pace: Pace | None = None, began: int = 0
    ) -> None:
        self.game, self.luck = game, luck
        self.hold_ms = 0  # how long each moment is shown, in which no clock runs
        self.ends_next = False  # the players have agreed to end the game: see `JoinableGame`
        self.log = StepLog()
        self._moves: Counter[Player] = Counter()  # steps of each player in the log
        self.draws = 0  # draws of chance in the log, without automatic steps
        self.played = PlayTime()
        self.state: State = game.initial_state()
        self._acting: tuple[State | None, tuple[Player, ...]] = (None, ())  # a state, and who is to act there
        self.forfeited: Player | None = None
        self.clock = Clock.full(pace, game.players) if pace else None
        self._since: dict[Player, int] = {}  # of each player who is to act, the version since which they may
        self._back: list[Before] = []  # before each of the last moves, all of one player
        self._taken_back = 0
        self._turn(None, began)
        for step in log:
            self.repeat(step)
        self._back = []

    def fork(self) -> "Table":
        """Return an independent copy."""
        fork = copy.copy(self)
        fork.log, fork._moves = self.log.fork(), self._moves.copy()
        fork._since, fork._back = self._since.copy(), self._back.copy()
        return fork

    def moves_of(self, player: Player) -> int:
        """Return the number of a player's steps that stand."""
        return self._moves[player]

    @property
    def version(self) -> int:
        """The number of steps that were made or taken back."""
        return len(self.log) + 2 * self._taken_back

    def snapshot(self) -> TableSnapshot:
        """Return a snapshot for `resume`: the size of a few states, however long the log is."""
        before = [(encode_state(each.state), each.clock, dict(sorted(each.since.items()))) for each in self._back]
        return TableSnapshot(
            steps=len(self.log),
            last=tuple(self.log.last(len(before) + 1)),  # a move that is taken back uncovers the one before it
            moves=dict(sorted((+self._moves).items())),
            draws=self.draws,
            played=self.played,
            state=encode_state(self.state),
            forfeited=self.forfeited,
            clock=self.clock,
            since=dict(sorted(self._since.items())),
            before=tuple(before),
            taken_back=self._taken_back,
        )

    def resume(self, kept: TableSnapshot) -> None:
        """Go on from a snapshot of a table of the same game with the same luck."""
        self.log, self._moves = StepLog(kept.last, kept.steps - len(kept.last)), Counter(kept.moves)
        self.draws, self.played, self.forfeited, self.clock = kept.draws, kept.played, kept.forfeited, kept.clock
        self.state, self._since, self._taken_back = self._decode_state(kept.state), dict(kept.since), kept.taken_back
        self._back = [Before(self._decode_state(state), clock, since) for state, clock, since in kept.before]

    def _decode_state(self, state: msgspec.Raw) -> State:
        return decoding.decode(state, self.game.state_type)

    @property
    def to_act(self) -> tuple[Player, ...]:
        """Chance, one player, several at once, or () when the game has ended."""
        if self.forfeited is not None:
            return ()
        if self._acting[0] is not self.state:  # it is asked many times for each frame
            self._acting = self.state, self.game.players_to_act(self.state)
        return self._acting[1]

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return not self.to_act

    @property
    def waits(self) -> bool:
        """True while the game stands still until a player wants to go on: see `Game.waits`."""
        return not self.over and self.game.waits(self.state)

    def since(self, player: Player) -> int:
        """Return the version since which a player who is to act may do so."""
        return self._since[player]

    def view(self, seat: Player) -> View:
        """Return what a seat, or the spectator, may know."""
        view: View = self.game.view(self.state, seat)
        return view

    def play(self, player: Player, action: Action | str, version: int | None = None, now: int = 0) -> Step:
        """Play an action, or its notation; ``version`` is the version of the game that it was meant for.

        Raises `StaleAction`, `GameOver`, `NotYourTurn`, `IllegalAction`, or `BadText` for malformed notation. Moves
        since then by players who choose at the same time do not make an action stale.
        """
        if version is not None and not self._since.get(player, self.version) <= version <= self.version:
            raise StaleAction(version, self.version)
        if not self.to_act:
            raise GameOver
        is_seat = player in range(self.game.players)
        if not is_seat or (player not in self.to_act and not self.game.out_of_turn(self.state, player)):
            raise NotYourTurn(player, self.to_act)
        return self._play(player, self.game.parse(action) if isinstance(action, str) else action, now)

    def chance(self, now: int = 0) -> Step:
        """Draw one outcome of chance, which must be the one to act; or take what time or the players decide."""
        if not self.to_act:
            raise GameOver
        end = self._ending
        if self.to_act != (CHANCE,) and end is None:
            raise NotYourTurn(CHANCE, self.to_act)
        return self._play(
            CHANCE, end or choose_by_chance(self.game, self.state, self.luck, self.draws, self.played.until(now)), now
        )

    def settle(self, now: int = 0) -> list[Step]:
        """Let chance act, and play for players who have left, until a player can act or the game ends."""
        return list(self.iter_settle(now))

    def iter_settle(self, now: int) -> Iterator[Step]:
        """Yield the steps of `settle`, each made when it is asked for; each moment on the way takes ``hold_ms``."""
        while True:
            if self.to_act == (CHANCE,) or self._ending is not None:
                now += self.hold_ms * self.game.is_moment(self.state)
                yield self.chance(now)
            elif (parting := self._parting()) is not None:
                yield self._play(*parting, now)
            else:
                return

    @property
    def _ending(self) -> Action | None:
        """The step that ends the game here, as its players have agreed; None if they have not, or it goes on."""
        return ending(self.game, self.state) if self.ends_next and self.to_act else None

    def _parting(self) -> tuple[Player, Action] | None:
        """Return a player to act who has left, and what is played for them."""
        actions = ((player, self.game.parting_action(self.state, player)) for player in self.to_act)
        return next(((player, action) for player, action in actions if action is not None), None)

    def expire(self, now: int) -> list[Step]:
        """Apply the pace to players whose time has run out, and let chance act; return the steps."""
        return list(self.iter_expire(now))

    def iter_expire(self, now: int) -> Iterator[Step]:
        """Yield the steps of `expire`, each made when it is asked for."""
        # A player can be asked again in the turn whose time is over, so ask until no player is late.
        while late := self._late_players(now):
            yield self._enforce(late[0], now)
            yield from self.iter_settle(now)

    def _late_players(self, now: int) -> list[Player]:
        if self.clock is None or self.clock.pace.spent == "nothing":
            return []
        return [player for player in self.clock.late_players(now) if player in self.to_act]

    def _enforce(self, player: Player, now: int) -> Step:
        if self.clock and self.clock.pace.spent == FORFEIT:
            return self._forfeit(Step(player, FORFEIT, now))
        return self._play(player, choose_late(self.game, self.state, player, self.luck, len(self.log)), now, late=True)

    def _forfeit(self, step: Step) -> Step:
        if not self.to_act:
            raise GameOver
        # A player gives up at any time, and loses by the clock in their turn only.
        able = range(self.game.players) if step.action == RESIGN else self.to_act
        if step.player == CHANCE or step.player not in able:
            raise NotYourTurn(step.player, self.to_act)
        self.forfeited = step.player
        self._note(step)
        self._turn(step.player, step.at)
        return step

    def repeat(self, step: Step) -> None:
        """Take a step of a log that another table of the same game has made. Raises as `play` does."""
        if step.action in LOSSES:
            self._forfeit(step)
        else:
            self._play(step.player, self.game.parse(step.action), step.at, late=step.late)

    def resign(self, player: Player, now: int = 0) -> Step:
        """Give up the game for a player: they leave by the game's `way_out`, or else lose it. Raises `GameOver`."""
        way_out = self.game.way_out(self.state, player) if self.to_act else None
        return self._forfeit(Step(player, RESIGN, now)) if way_out is None else self._play(player, way_out, now)

    @property
    def resigned(self) -> bool:
        """True if the game has ended because a player gave up."""
        return bool(self.log) and self.log[-1].action == RESIGN

    def after_outage(self, outage: int) -> None:
        """Set the clocks back after an outage of ``outage`` milliseconds, so that no player loses time by it."""
        self.clock = self.clock and self.clock.shift(outage)
        self._back = []  # their clocks are those of before the outage

    # Taking back

    @property
    def before(self) -> State | None:
        """The state before the last move, if that may be taken back; see `why_final`."""
        return self._back[-1].state if self._back else None

    def why_final(self, player: Player) -> str:
        """Return why a player's last move is final, "" if they may take it back.

        They may until anything follows it: a draw of chance, a step of the rules, another player's move. So no seal
        of a provable deal is opened twice, and no draw is repeated with other cards left.
        """
        if self.game.binding:
            return "in this game a move stands once it is made"
        if self.over:
            return "the game has ended"
        last = self.log[-1] if self.log else None
        if last is None or not self._moves[player]:
            return "you have not moved yet"
        if last.player == CHANCE:
            step = self.game.parse(last.action)
            what = "the game has gone on" if isinstance(step, Automatic) else "new cards or dice have come"
            return f"{what} since your last move"
        if last.player != player:
            return "another player has moved since"
        return "" if self._back else FINAL

    def take_back(self, player: Player) -> Step:
        """Take a player's last move out of the log; return it. Their clock has run on meanwhile. Raises `PlayError`."""
        if why := self.why_final(player):
            raise PlayError(why)
        before, step = self._back.pop(), self.log.pop()
        self._moves[player] -= 1
        self._taken_back += 1
        self.state, self.clock = before.state, before.clock
        self._since = before.since | {player: self.version}
        return step

    def _play(self, player: Player, action: Action, now: int, *, late: bool = False) -> Step:
        if self.forfeited is not None:
            raise GameOver
        before = self.state
        self.state = self.game.play(before, player, action)
        step = Step(player, self.game.text(action), now, late)
        self._note_before(before, step)
        self._note(step)
        self.draws += player == CHANCE and not isinstance(action, Automatic)
        self._since.pop(player, None)
        self._turn(None if self.game.same_turn(before, self.state) else player, now)
        return step

    def next_level(self, now: int) -> NextLevel | None:
        """Return the next level by the clock, None if there is none."""
        if self.over or not self.game.level_ms:
            return None
        level, highest = self.game.level(self.state), self.game.max_level
        return self.played.next_level(self.game.level_ms, level, now, highest) if level < highest else None

    def _note(self, step: Step) -> None:
        self.played = self.played.until(step.at)
        self.log.append(step)
        self._moves[step.player] += 1

    def _note_before(self, state: State, step: Step) -> None:
        if step.player == CHANCE or step.late:
            self._back = []
            return
        if self.log and self.log[-1].player != step.player:
            self._back = []
        self._back.append(Before(state, self.clock, dict(self._since)))
        del self._back[:-MAX_TAKEN_BACK]

    def _turn(self, acted: Player | None, now: int) -> None:
        """Update since which version each player may act, and their clocks; ``acted`` has ended a turn."""
        to_act = self.to_act
        seats = () if to_act == (CHANCE,) else to_act
        self._since = {seat: self._since.get(seat, self.version) for seat in seats}
        if self.waits:
            seats = ()
        if self.clock:
            # Chance takes no time, so a turn in which it acts goes on. While a moment is shown, all clocks stand still.
            goes_on = to_act == (CHANCE,) and not self.game.is_moment(self.state)
            self.clock = self.clock.after_action(self.clock.running if goes_on else seats, now, acted)
