"""Bots: a view in, an action out. They see what their seat sees, and nothing else."""

import importlib
from random import Random
from typing import Any, Protocol

import msgspec

from cardwright.errors import UnknownName
from cardwright.game import Action, Game, View


class Advice(msgspec.Struct, frozen=True):
    """What a bot would do, and why, in a sentence a learner can use ("" where it has no reason)."""

    action: Action
    reason: str = ""


class Bot(Protocol):
    """Anything that chooses. ``advise`` is asked only for a view whose seat is to act."""

    def advise(self, view: Any) -> Advice:
        """One action of `Game.choices(view)`, and the reason for it."""


class RandomBot:
    """Chooses among the legal actions, each as likely."""

    def __init__(self, game: Game[Any, Any, Any], rng: Random) -> None:
        self.game, self.rng = game, rng

    def advise(self, view: View) -> Advice:
        """Any legal action."""
        return Advice(self.rng.choice(self.game.choices(view)))


_POKER = {"caller": "cardwright.bots.poker:CallerBot", "basic": "cardwright.bots.poker:BasicBot"}

# bots by game, then by name: "module:class", a class of (game, rng)
BOTS: dict[str, dict[str, str]] = {
    "cribbage": {"basic": "cardwright.bots.cribbage:BasicBot"},
    "flexdeck": {"basic": "cardwright.bots.flexdeck:BasicBot"},
    "patience": {"basic": "cardwright.bots.patience:BasicBot"},
    "paigow": {"basic": "cardwright.bots.paigow:BasicBot"},
    "pyramid": {"basic": "cardwright.bots.pyramid:BasicBot"},
    "dual-piecepacks": _POKER,
    "poker": _POKER,
}


def names(game: str) -> tuple[str, ...]:
    """The bots that play this game, weakest first."""
    return ("random", *BOTS.get(game, {}))


def create(name: str, game: Game[Any, Any, Any], rng: Random) -> Bot:
    """A bot by its name. Raises `UnknownName`."""
    if name == "random":
        return RandomBot(game, rng)
    known = BOTS.get(game.name, {})
    if name not in known:
        raise UnknownName(f"bot for {game.name}", name, names(game.name))
    module, _, cls = known[name].partition(":")
    return getattr(importlib.import_module(module), cls)(game, rng)  # type: ignore[no-any-return]
