"""The contract of bots: a view in, an action out, and the reason for it. A bot sees its seat's view.

A game's bots live in its ``bot.py``; `cardwright.games` knows them by name.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from cardwright.answers import Line, generator, misjudge
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

    misjudgement_factor: ClassVar[float] = 0.0

    def __init__(self, game: G, rng: Random) -> None:
        self.game, self.rng = game, rng

    def choose_line(self, view: View, lines: Sequence[Line]) -> Advice:
        """Return the line that looks best to this bot, by its ``misjudgement_factor``: always the same for a view."""
        best = misjudge(lines, generator(self.game, view), self.misjudgement_factor)
        return Advice(best.action, best.reason)


class RandomBot(GameBot[AnyGame]):
    """A bot that chooses uniformly among the legal actions. Every game has it."""

    def advise(self, view: View) -> Advice:
        """Return any legal action."""
        return Advice(self.rng.choice(self.game.choices(view)))
