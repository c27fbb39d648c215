"""The moves that players have chosen for always: each is made by itself until they want to be asked again."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from cardwright.game import Player
from cardwright.scenes import Always, Move, Scene


class AutoMoves:
    """The moves of the players at one screen that are made by themselves, one for each question of a seat."""

    def __init__(self) -> None:
        self._labels: dict[tuple[Player, str], str] = {}

    def choose(self, seat: Player, always: Always) -> None:
        """Have a move made by itself from now on."""
        self._labels[seat, always.asks] = always.label

    def ask_again(self, seat: Player) -> str:
        """Forget the moves of a seat; return in words which they were."""
        labels = [self._labels.pop(key) for key in list(self._labels) if key[0] == seat]
        return f"you are asked again: no more {' and '.join(labels)}" if labels else "no move was chosen for always"

    def has_any(self, seat: Player) -> bool:
        """Return whether a move of a seat is made by itself."""
        return any(key[0] == seat for key in self._labels)

    def move(self, scene: Scene) -> Move | None:
        """Return the move that the player of a scene has chosen for always, None if they are asked."""
        chosen = {asks: label for (seat, asks), label in self._labels.items() if seat == scene.player}
        return next((move for move, always in _offered(scene) if chosen.get(always.asks) == always.label), None)


def with_always(scene: Scene) -> Scene:
    """Return a scene in which a move that can be chosen for always has a second button, with that label."""
    pairs = ([move] if move.always is None else [move, _second(move, move.always)] for move in scene.moves)
    return msgspec.structs.replace(scene, moves=tuple(chain.from_iterable(pairs)))


def is_for_always(move: Move) -> bool:
    """Return whether a move is the second button of one: see `with_always`."""
    return move.always is not None and move.label == move.always.label


def find_always(scene: Scene) -> tuple[Move, Always] | None:
    """Return the move that the player of a scene can choose for always, None if there is none."""
    return next(_offered(scene), None)


def _second(move: Move, always: Always) -> Move:
    return msgspec.structs.replace(move, label=always.label, key="A")


def _offered(scene: Scene) -> Iterator[tuple[Move, Always]]:
    return ((move, move.always) for move in scene.moves if move.always is not None)
