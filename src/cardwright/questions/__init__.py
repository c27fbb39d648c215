"""The questions of ``cardwright odds``: those that a game's package answers, and those about every game."""

import importlib
from typing import Any

import msgspec

from cardwright import games
from cardwright.errors import UnknownName
from cardwright.room import OddsCommand

POSITIONS = {name: room.position for name, room in games.GAMES.items() if room.position}  # one example of each game
ANY_GAME = {
    "position": OddsCommand(
        f"{__name__}.position",
        "any game: what to do in a position, whose moves you enter",
        next(iter(POSITIONS.items())),
        entered=("game", "moves", "seat", "score", "options"),
        more_examples=tuple(POSITIONS.items())[1:],
    )
}


def commands() -> dict[str, OddsCommand]:
    """Return the questions by name, with the full names of their modules."""
    return ANY_GAME | {
        name: msgspec.structs.replace(question, module=f"{room.package}.{question.module}")
        for room in games.GAMES.values()
        for name, question in room.questions.items()
    }


def of_game(name: str) -> tuple[str, ...]:
    """Return the names of the questions that a game answers. Raises `UnknownName`."""
    asked = games.room(name)
    own = [question for room in games.GAMES.values() if room.package == asked.package for question in room.questions]
    return (*own, *(ANY_GAME if asked.position else ()))


def module(question: str) -> Any:
    """Return a question's module: ``arguments(parser)`` and ``report(parsed, progress)``. Raises `UnknownName`."""
    if question not in commands():
        raise UnknownName("odds", question, commands())
    return importlib.import_module(commands()[question].module)
