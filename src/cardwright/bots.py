"""The contract of bots: a view in, an action out, and the reason for it. A bot sees its seat's view.

A game's bots live in its ``bot.py``; `cardwright.games` knows them by name.
"""

from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from cardwright.game import Action, AnyGame, View

G = TypeVar("G", bound=AnyGame)


class Advice(msgspec.Struct, frozen=True):
    """A bot's choice, and the reason for it in a sentence a learner can use ("" if it has none)."""

    action: Action
    reason: str = ""


class Bot(Protocol):
    """Anything that chooses. ``advise`` is called only with a view whose seat is to act."""

    def advise(self, view: Any) -> Advice:
        """Return one action of `Game.choices(view)`, and the reason for it."""


class GameBot(Generic[G]):
    """The base of a bot of one game, with a source of luck."""

    def __init__(self, game: G, rng: Random) -> None:
        self.game, self.rng = game, rng


class RandomBot(GameBot[AnyGame]):
    """A bot that chooses uniformly among the legal actions. Every game has it."""

    def advise(self, view: View) -> Advice:
        """Return any legal action."""
        return Advice(self.rng.choice(self.game.choices(view)))
