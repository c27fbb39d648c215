"""Bots and hints, thought out in worker processes and never on the event loop.

What crosses to a worker is a view, as bytes: no worker ever sees a state.
"""

import functools
from random import Random
from typing import Any

import msgspec

from cardwright import bots, games
from cardwright.game import Game, View
from cardwright.scene import named


@functools.lru_cache(maxsize=64)
def _game(name: str, options: bytes) -> Game[Any, Any, Any]:
    return games.create(name, **msgspec.json.decode(options))


def advise(name: str, options: bytes, bot: str, view: bytes, seed: str) -> tuple[str, str]:
    """A bot's choice for a view, in the game's notation, and its reason. All that it is given crosses processes."""
    game = _game(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    advice = bots.create(bot, game, Random(seed)).advise(seen)
    return game.text(advice.action), advice.reason


def hint(name: str, options: bytes, view: bytes, names: tuple[str, ...]) -> str:
    """What the strongest bot would do, in a sentence for the player: the move's label, and why."""
    game = _game(name, options)
    seen: View = msgspec.json.decode(view, type=game.view_type)
    text, reason = advise(name, options, bots.names(name)[-1], view, "hint")
    label = next((move.label for move in games.scene(game, seen).moves if move.text == text), text)
    return named(f"{label}: {reason}" if reason else label, names)
