"""What a law is told: a moment of a game. And the book that laws are entered in."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardwright.game import CHANCE, SPECTATOR, Action, Game, Player, State
from cardwright.scenes import Scene

AnyGame = Game[Any, Any, Any]
Secrets = Callable[[AnyGame, Any, Player], Iterable[Sequence[str]]]
Draw = Callable[[AnyGame, Any], Scene]
Law = Callable[["Moment"], None]

LAWS: dict[str, Law] = {}

encode = msgspec.json.Encoder(order="deterministic").encode


class Broken(AssertionError):
    """A law that does not hold; ``law`` is its name."""

    def __init__(self, law: str, message: str) -> None:
        super().__init__(f"{law}: {message}")
        self.law = law


class Step(NamedTuple):
    """One action of a game, and the state in which it was taken."""

    state: State
    player: Player
    action: Action


class Moment:
    """A state under examination, and how it came about."""

    def __init__(
        self,
        game: AnyGame,
        state: State,
        history: list[Step],
        rng: Random,
        secrets: Secrets | None,
        draw: Draw,
        tally: Counter[str],
    ) -> None:
        self.game, self.state, self.history, self.rng = game, state, history, rng
        self.secrets, self.draw, self.tally = secrets, draw, tally
        self.to_act: tuple[Player, ...] = game.players_to_act(state)
        self.law = ""

    @property
    def seats(self) -> tuple[Player, ...]:
        """The seats to act."""
        return tuple(player for player in self.to_act if player != CHANCE)

    def viewers(self, most: int = 4) -> list[Player]:
        """Who looks: every seat and the spectator; in large games some of the seats."""
        seats = list(range(self.game.players))
        if len(seats) >= most:
            seats = sorted(set(self.rng.sample(seats, most - 2)) | set(self.seats[:1]))
        return [*seats, SPECTATOR]

    def demand(self, holds: bool, message: str) -> None:
        """Raise `Broken` unless it holds."""
        self.tally[self.law] += 1
        if not holds:
            raise Broken(self.law, message)


def law(check: Law) -> Law:
    """Enter a law in `LAWS` under its own name."""
    LAWS[check.__name__] = check
    return check


def lines(game: AnyGame, history: Iterable[Step]) -> Iterator[str]:
    for step in history:
        yield f"{step.player}: {game.text(step.action)}"


def possible(moment: Moment) -> list[tuple[Player, Action]]:
    """All that could happen next."""
    game, state = moment.game, moment.state
    if moment.to_act == (CHANCE,):
        return [(CHANCE, outcome) for outcome, _ in game.chance_outcomes(state)]
    return [(seat, action) for seat in moment.to_act for action in game.legal_actions(state, seat)]
