"""A live game. The table is the only holder of its state: it checks, applies, numbers each version, keeps clocks.

It does no I/O and is told the time. What is to be kept of a game is its log: a table made anew from the log is the
same table. Version n is the game after n entries.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from cardwright.errors import GameOver, NotYourTurn, StaleAction
from cardwright.game import CHANCE, Action, Automatic, Game, Pace, Player, State, View
from cardwright.play.clock import Clock
from cardwright.play.luck import Luck

FORFEIT = "forfeit"  # what the log says in place of an action, where a player's time has run out and the game is lost


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened: who acted, the action's notation (or `FORFEIT`), and the time in milliseconds if it was told.

    ``late`` is set where the table chose, by its luck, for a player whose time had run out.
    """

    player: Player
    action: str
    at: int = 0
    late: bool = False


def chosen_late(game: Game[Any, Any, Any], state: State, player: Player, luck: Luck, version: int) -> Action:
    """What is played for a player who is late in this version of a game: any legal action, each as likely."""
    legal = game.legal_actions(state, player)
    chosen: Action = legal[luck.at(-1 - version).randrange(len(legal))]
    return chosen


class Table:
    """A game being played. ``log`` is what has happened already, and is checked as it is played again.

    With a ``pace`` there are clocks, from the time ``began``. Whatever raises a `PlayError` has changed nothing.
    """

    def __init__(
        self, game: Game[Any, Any, Any], luck: Luck, log: Iterable[Entry] = (), pace: Pace | None = None, began: int = 0
    ) -> None:
        self.game, self.luck = game, luck
        self.log: list[Entry] = []
        self.draws = 0  # how many of them chance drew: not its automatic steps
        self.state: State = game.initial_state()
        self.forfeited: Player | None = None
        self.clock = Clock.started(pace, game.players) if pace else None
        self._open: dict[Player, int] = {}
        self._turn(None, began)
        for entry in log:
            self.repeat(entry)

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def to_act(self) -> tuple[Player, ...]:
        """Who may act: chance, one player, several at once, or nobody when the game has ended."""
        return () if self.forfeited is not None else self.game.players_to_act(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    def view(self, seat: Player) -> View:
        """What a seat, or the spectator, may know."""
        view: View = self.game.view(self.state, seat)
        return view

    def play(self, player: Player, action: Action | str, version: int | None = None, now: int = 0) -> Entry:
        """A player's action, or its notation; ``version`` is the one of the game that it was meant for.

        Raises `StaleAction`, `GameOver`, `NotYourTurn`, `IllegalAction`, or `BadText` for what is no notation.
        An action is not stale for what others, who choose at the same time, have done since.
        """
        if version is not None and not self._open.get(player, self.version) <= version <= self.version:
            raise StaleAction(version, self.version)
        if not self.to_act:
            raise GameOver
        if player == CHANCE or player not in self.to_act:
            raise NotYourTurn(player, self.to_act)
        return self._play(player, self.game.parse(action) if isinstance(action, str) else action, now)

    def chance(self, now: int = 0) -> Entry:
        """Draw one outcome of chance, which must be the one to act."""
        if not self.to_act:
            raise GameOver
        if self.to_act != (CHANCE,):
            raise NotYourTurn(CHANCE, self.to_act)
        moment = self.game.draw_number(self.state, self.draws)
        return self._play(CHANCE, self.game.draw(self.state, self.luck.at(moment)), now)

    def settle(self, now: int = 0) -> list[Entry]:
        """Let chance act until it is somebody's turn, or the end."""
        drawn = []
        while self.to_act == (CHANCE,):
            drawn.append(self.chance(now))
        return drawn

    def expire(self, now: int) -> list[Entry]:
        """Do what the pace says to those whose time has run out, and let chance act; what has happened by that."""
        entries: list[Entry] = []
        # A player can be asked again in the turn whose time is over, so ask until nobody is late.
        while late := self._late(now):
            entries.append(self._enforce(late[0], now))
            entries += self.settle(now)
        return entries

    def _late(self, now: int) -> list[Player]:
        if self.clock is None or self.clock.pace.spent == "nothing":
            return []
        return [player for player in self.clock.spent(now) if player in self.to_act]

    def _enforce(self, player: Player, now: int) -> Entry:
        if self.clock and self.clock.pace.spent == FORFEIT:
            return self._forfeit(Entry(player, FORFEIT, now))
        return self._play(player, chosen_late(self.game, self.state, player, self.luck, self.version), now, late=True)

    def _forfeit(self, entry: Entry) -> Entry:
        if not self.to_act:
            raise GameOver
        if entry.player == CHANCE or entry.player not in self.to_act:
            raise NotYourTurn(entry.player, self.to_act)
        self.forfeited = entry.player
        self.log.append(entry)
        self._turn(entry.player, entry.at)
        return entry

    def repeat(self, entry: Entry) -> None:
        """Take an entry of a log, as another table of the same game has made it. Raises as `play` does."""
        if entry.action == FORFEIT:
            self._forfeit(entry)
        else:
            self._play(entry.player, self.game.parse(entry.action), entry.at, late=entry.late)

    def back(self, outage: int) -> None:
        """After an outage of so many milliseconds, which nobody is to lose by."""
        self.clock = self.clock and self.clock.later(outage)

    def _play(self, player: Player, action: Action, now: int, *, late: bool = False) -> Entry:
        if self.forfeited is not None:
            raise GameOver
        before = self.state
        self.state = self.game.play(before, player, action)
        entry = Entry(player, self.game.text(action), now, late)
        self.log.append(entry)
        self.draws += player == CHANCE and not isinstance(action, Automatic)
        self._open.pop(player, None)
        self._turn(None if self.game.same_turn(before, self.state) else player, now)
        return entry

    def _turn(self, acted: Player | None, now: int) -> None:
        """Note since which version each may act, and whose clocks run; ``acted`` has ended a turn."""
        to_act = self.to_act
        seats = () if to_act == (CHANCE,) else to_act
        self._open = {seat: self._open.get(seat, self.version) for seat in seats}
        if self.clock:
            # Chance takes no time: a turn in which it acts goes on.
            running = self.clock.running if to_act == (CHANCE,) else seats
            self.clock = self.clock.turned(running, now, acted)
