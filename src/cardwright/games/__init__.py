"""The rooms, by name. A room is loaded when it is asked for."""

import importlib
from collections.abc import Mapping
from typing import Any

import msgspec

from cardwright.errors import UnknownName
from cardwright.game import Game, Option, View
from cardwright.scene import Scene


class Room(msgspec.Struct, frozen=True):
    """Where a game lives: package ``module`` holds ``rules`` (with the class ``game``) and ``scene.draw``.

    One game may be offered under several names: ``defaults`` are the options that such a name stands for.
    """

    module: str
    game: str
    title: str
    about: str
    defaults: Mapping[str, bool | int | str] = {}


GAMES: dict[str, Room] = {
    "cribbage": Room("cardwright.games.cribbage", "Cribbage", "Cribbage", "two players, a crib and a pegging board"),
    "flexdeck": Room(
        "cardwright.games.flexdeck",
        "Flexdeck",
        "Flexdeck Dice Poker",
        "two players, dominoes as ten-sided dice",
    ),
    "patience": Room(
        "cardwright.games.patience", "Patience", "Po& Poker Patience", "alone, fifty cards into two layouts"
    ),
    "paigow": Room(
        "cardwright.games.paigow", "PaiGow", "Pai Gow Poker", "seven cards into two hands, against the house"
    ),
    "pyramid": Room(
        "cardwright.games.pyramid",
        "Pyramid",
        "Pyramid Poker",
        "two players, a hidden pyramid and three hands",
    ),
    "dual-piecepacks": Room(
        "cardwright.games.poker",
        "Poker",
        "Dual Piecepacks Poker",
        "48 tiles, 17 kinds of hands, high and low",
        {"ranking": "dual-piecepacks", "variant": "omaha-hilo"},
    ),
    "poker": Room("cardwright.games.poker", "Poker", "Poker", "any table of hands by any variant, 2 to 20 players"),
}


def room(name: str) -> Room:
    """A room by its name. Raises `UnknownName`."""
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    return GAMES[name]


def game_type(name: str) -> type[Game[Any, Any, Any]]:
    """A game's class, for its options and version. Raises `UnknownName`."""
    found = room(name)
    rules = importlib.import_module(f"{found.module}.rules")
    return getattr(rules, found.game)  # type: ignore[no-any-return]


def options(name: str) -> tuple[Option, ...]:
    """A game's options, with the defaults that go with this name of it. Raises `UnknownName`."""
    defaults = room(name).defaults
    return tuple(
        msgspec.structs.replace(option, default=defaults.get(option.name, option.default))
        for option in game_type(name).options
    )


def create(name: str, **options: object) -> Game[Any, Any, Any]:
    """A game with its options settled. Raises `UnknownName` or `BadOption`."""
    return game_type(name)(**{**room(name).defaults, **options})


def scene(game: Game[Any, Any, Any], view: View) -> Scene:
    """How this view of this game looks."""
    draw = importlib.import_module(f"{room(game.name).module}.scene").draw
    return draw(game, view)  # type: ignore[no-any-return]
