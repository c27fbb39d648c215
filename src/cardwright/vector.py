"""Many games of one kind at once, in arrays, for training by the million. The plain game is the slow twin.

A `Vector` holds ``count`` games; each is always at a decision of one player. `Vector.step` takes an action for every
game, plays them with all that chance does after them, and begins a game that ended again. The view of the player to act
is a row of `Vector.observe`; its columns are named by `Vector.columns` and show nothing that is hidden from them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import BadCount, BadOption, whole_number
from cardwright.game import AnyGame

Ints: TypeAlias = NDArray[np.int32]
Seen: TypeAlias = NDArray[np.signedinteger[Any]]
Cards: TypeAlias = NDArray[np.uint8]

MAX_GAMES_COUNT = 10_000_000

SEAT, CHOICES, STATUS = 0, 1, 2  # columns of every state: who acts, how many actions are legal, and one of these:
# the player acts; cards are to be dealt; the game has ended; hands are to be compared
GOES_ON, WAITS, OVER, SHOWDOWN = 0, 1, 2, 3


class Ended(NamedTuple):
    """The games that ended at a step, and the returns of their seats, 0 in the others."""

    done: NDArray[np.bool_]
    returns: Ints


def leads(scores: Ints) -> Ints:
    """Return for both seats of each game 1 if it has the higher score, -1 if the lower, 0 if they are equal."""
    ahead = np.sign(scores[:, 0] - scores[:, 1])
    return np.stack([ahead, -ahead], axis=1)


class Vector(ABC):
    """Games of one kind at once. ``options`` are the settings that the arrays need; `columns` name the observations."""

    options: ClassVar[Mapping[str, bool | int | str]]
    free: ClassVar[frozenset[str]] = frozenset()  # settings that may have any value
    columns: ClassVar[tuple[str, ...]]
    width: ClassVar[int]  # of a row of the state
    cards: int  # of the deck
    drawn: ClassVar[int]  # cards that a deal may need

    def __init__(self, game: AnyGame, count: int, seed: int = 0) -> None:
        count, seed = whole_number(count, "a number of games"), whole_number(seed, "a seed")
        if not 1 <= count <= MAX_GAMES_COUNT:
            raise BadCount(f"there are 1 to {MAX_GAMES_COUNT:,} games at once, not {count:,}", count)
        if seed < 0:
            raise BadCount(f"a seed is 0 or more, not {seed}", seed)
        for name, value in game.settings.items():
            fixed = self.options.get(name, next(each.default for each in game.options if each.name == name))
            if name not in self.free and value != fixed:
                raise BadOption(name, value, f"{fixed!r} where many games are played at once")
        self.game, self.count, self.rng = game, count, np.random.default_rng(seed)
        self.state = np.zeros((count, self.width), np.int32)
        self.dealt = np.zeros((count, self.drawn), np.uint8)  # the cards of each deal, in the order in which they come
        self._deck = np.arange(self.cards, dtype=np.uint8)
        self.state[:, STATUS] = OVER
        self._go_on()

    @property
    def seats(self) -> Ints:
        """The seat to act in each game."""
        return self.state[:, SEAT]

    @property
    def choices(self) -> Ints:
        """The number of legal actions of each game."""
        return self.state[:, CHOICES]

    def sample(self) -> Ints:
        """Return a random legal action for each game."""
        return (self.rng.random(self.count) * self.choices).astype(np.int32)

    def is_legal(self, actions: Ints) -> NDArray[np.bool_]:
        """Return which actions are legal: numbers of their places among the legal actions of the plain game."""
        return (actions >= 0) & (actions < self.choices)

    def step(self, actions: NDArray[np.integer[Any]]) -> Ended:
        """Play an action in every game. Raises `BadCount` for one that is not legal; then nothing has changed."""
        values = np.asarray(actions)
        if values.shape != (self.count,):
            raise BadCount(f"{self.count} games take as many actions, not {values.shape}", values.size)
        if values.dtype.kind not in "biuf" or (values.dtype.kind == "f" and not np.isfinite(values).all()):
            raise BadCount(f"actions are whole numbers, not {values.dtype} such as {values[0]!r}", values.size)
        played = np.ascontiguousarray(values, np.int32)
        legal = self.is_legal(played) & (played == values)  # no fraction, and nothing above 32 bits
        if not legal.all():
            first = int(np.flatnonzero(~legal)[0])
            raise BadCount(f"game {first}: {values[first]} is not a legal action", int(values[first]))
        self._play(played)
        done = self.state[:, STATUS] == OVER
        returns = np.where(done[:, None], self._returns(), 0).astype(np.int32)
        self._go_on()
        return Ended(done, returns)

    def _go_on(self) -> None:
        """Deal in all games that wait for cards or have ended."""
        rows = np.flatnonzero(self.state[:, STATUS])
        if len(rows):
            deck = np.broadcast_to(self._deck, (len(rows), self.cards))
            self.dealt[rows] = self.rng.permuted(deck, axis=1)[:, : self.drawn]
            self._deal(rows)

    @abstractmethod
    def observe(self) -> Seen:
        """Return the view of the player to act in each game, a row each."""

    @abstractmethod
    def _play(self, actions: Ints) -> None:
        """Play legal actions."""

    @abstractmethod
    def _deal(self, rows: NDArray[np.int64]) -> None:
        """Begin the next deal in these games, a new game where one is over."""

    @abstractmethod
    def _returns(self) -> Ints:
        """Return the returns of both seats in each game, as they are at its end."""
