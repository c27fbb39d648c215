"""The values of positions with all cards known, for a game that has a module of luck: see `Room.luck`."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cardwright import games
from cardwright.bots import Bot
from cardwright.game import Action, AnyGame, Player, State


class KnownLuck(Protocol):
    """The luck of a game some of whose players' strategy is known: for each seat (row), in several ways."""

    def of_draw(self, before: State, after: State) -> NDArray[np.float64]:
        """Return what chance gained above the mean, where it acted between two states."""

    def of_move(self, state: State, action: Action, player: Player) -> NDArray[np.float64]:
        """Return what a move gained above the mean over all moves that its player might have made."""


def columns(game: AnyGame) -> int:
    """Return in how many ways `of_position` estimates a position; 0 for a game that does not."""
    module = _module(game)
    return module.columns(game) if module else 0


def of_position(game: AnyGame, state: State) -> Sequence[Sequence[float]]:
    """Return the value of a position to each seat, all cards known: a row for each, estimated in several ways."""
    return _module(game).values(game, state)


def expected(game: AnyGame, before: State, after: State) -> Sequence[Sequence[float]] | None:
    """Return the mean of `of_position` over all that could have been drawn between two states.

    None where the game does not know it, and for games without such values.
    """
    function = getattr(_module(game), "expected", None) if columns(game) else None
    return function(game, before, after) if function else None


def of_move(
    game: AnyGame, state: State, action: Action, player: Player, other: str, count: int, rng: Random
) -> Sequence[float] | None:
    """Return for each seat what a move gains from cards that its player does not see, above the mean over such cards.

    These are ``count`` or more hands that the other player may hold; ``other`` is the name of its bot, since some are
    known to play only certain hands so. The expectation is 0. None for a game without such values.
    """
    function = getattr(_module(game), "of_move", None)
    return function(game, state, action, player, other, count, rng) if function else None


def of_known(game: AnyGame, bots: Sequence[Bot]) -> KnownLuck | None:
    """Return the luck of a game that begins, if the strategy of some of these bots (by seat) is known; else None."""
    function = getattr(_module(game), "of_known", None)
    return function(game, bots) if function else None


def _module(game: AnyGame) -> Any:
    name = games.room(game.name).luck
    return games.part(game.name, name) if name else None
