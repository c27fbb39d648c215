"""The position that a law examines: one state of a game and the steps that led to it. And the register of laws."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from cardwright.game import CHANCE, SPECTATOR, Action, AnyGame, Player, State, View
from cardwright.scenes import Scene

Secrets = Callable[[Any, Any, Player], Iterable[Sequence[str]]]
Public = Callable[[Any, Any], Iterable[str]]
SceneBuilder = Callable[[Any, Any], Scene]
Law = Callable[["Position"], None]

LAWS: dict[str, Law] = {}
MAX_CHECKED_VIEWERS = 4

encode = msgspec.json.Encoder(order="deterministic").encode


class LawBroken(AssertionError):
    """A game breaks a law; ``law`` is the law's name."""

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"{law}: {message}")
        self.law = law


class TakenStep:
    """One action of a game, and the state in which it was taken."""

    def __init__(self, game: AnyGame, state: State, player: Player, action: Action) -> None:
        self.game, self.state, self.player, self.action = game, state, player, action

    @cached_property
    def words(self) -> list[str]:
        """The words of the action's text."""
        return self.game.text(self.action).split()

    @cached_property
    def to_act(self) -> tuple[Player, ...]:
        """The players who were to act."""
        return self.game.players_to_act(self.state)

    @cached_property
    def could_come(self) -> set[str]:
        """The words of everything that chance could have brought here; empty where a player acted."""
        return could_come(self.game, self.state)


class Position:
    """A state under examination, with the steps from the start of the game to it."""

    def __init__(
        self,
        game: AnyGame,
        state: State,
        history: list[TakenStep],
        rng: Random,
        secrets: Secrets | None,
        build_scene: SceneBuilder,
        tally: Counter[str],
        public: Public | None = None,
    ) -> None:
        self.game, self.state, self.history, self.rng = game, state, history, rng
        self.secrets, self.build_scene, self.tally = secrets, build_scene, tally
        self.public = public
        self.to_act: tuple[Player, ...] = game.players_to_act(state)
        self.law = ""
        self._views: dict[Player, View] = {}
        self._scenes: dict[Player, Scene] = {}

    @cached_property
    def could_come(self) -> set[str]:
        """The words of everything that chance could bring now."""
        return could_come(self.game, self.state)

    @cached_property
    def written(self) -> set[str]:
        """The words of all actions until now."""
        return set().union(*(step.words for step in self.history))

    def view(self, viewer: Player) -> View:
        """Return a viewer's view, built once for all laws."""
        if viewer not in self._views:
            self._views[viewer] = self.game.view(self.state, viewer)
        return self._views[viewer]

    def scene(self, viewer: Player) -> Scene:
        """Return how that looks, built once for all laws."""
        if viewer not in self._scenes:
            self._scenes[viewer] = self.build_scene(self.game, self.view(viewer))
        return self._scenes[viewer]

    @property
    def seats(self) -> tuple[Player, ...]:
        """The seats to act."""
        return tuple(player for player in self.to_act if player != CHANCE)

    @property
    def choosing(self) -> tuple[Player, ...]:
        """The seats that choose at once; none where the game waits, as the first of them can end that."""
        return () if self.game.waits(self.state) else self.seats

    def viewers(self) -> list[Player]:
        """Return every seat and the spectator; in large games, a sample of the seats and the spectator."""
        seats = list(range(self.game.players))
        if len(seats) >= MAX_CHECKED_VIEWERS:
            seats = sorted(set(self.rng.sample(seats, MAX_CHECKED_VIEWERS - 2)) | set(self.seats[:1]))
        return [*seats, SPECTATOR]

    def demand(self, holds: bool, message: str) -> None:
        """Raise `LawBroken` unless it holds."""
        self.tally[self.law] += 1
        if not holds:
            raise LawBroken(self.law, message)


def law(check: Law) -> Law:
    """Register a law in `LAWS` under its own name."""
    LAWS[check.__name__] = check
    return check


def could_come(game: AnyGame, state: State) -> set[str]:
    """Return the words of everything that chance could bring now; empty where chance is not to act."""
    if game.players_to_act(state) != (CHANCE,):
        return set()
    return {word for outcome, _ in game.chance_outcomes(state) for word in game.text(outcome).split()}


def lines(history: Iterable[TakenStep]) -> Iterator[str]:
    """Yield the record of a game, one line a step."""
    for step in history:
        yield f"{step.player}: {' '.join(step.words)}"


def possible(position: Position) -> list[tuple[Player, Action]]:
    """Return every action that could be taken next, with its player."""
    game, state = position.game, position.state
    offered: list[tuple[Player, Action]]
    if position.to_act == (CHANCE,):
        offered = [(CHANCE, outcome) for outcome, _ in game.chance_outcomes(state)]
    else:
        offered = [(seat, action) for seat in position.to_act for action in game.legal_actions(state, seat)]
    return offered + [each for each in out_of_turn(position) if each not in offered]


def out_of_turn(position: Position) -> list[tuple[Player, Action]]:
    """Return the actions that may be taken also while others are to act: to leave, to come back, to end the game."""
    game, state = position.game, position.state
    able = (CHANCE, *range(game.players)) if position.to_act else ()
    return [(player, action) for player in able for action in game.out_of_turn(state, player)]
