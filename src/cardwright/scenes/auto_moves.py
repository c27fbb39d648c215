"""The moves that players have chosen for always: each is made by itself until they want to be asked again."""

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

    def ask_again(self, seat: Player) -> list[str]:
        """Forget the moves of a seat; return their labels."""
        return [self._labels.pop(key) for key in list(self._labels) if key[0] == seat]

    def has_any(self, seat: Player) -> bool:
        """Return whether a move of a seat is made by itself."""
        return any(key[0] == seat for key in self._labels)

    def move(self, scene: Scene) -> Move | None:
        """Return the move that the player of a scene has chosen for always, None if they are asked."""
        return next(
            (move for move in _offered(scene) if self._labels.get(_question(scene, move)) == _label(move)), None
        )


def with_always(scene: Scene) -> Scene:
    """Return a scene in which a move that can be chosen for always has a second button, with that label."""
    pairs = ([move] if move.always is None else [move, _second(move, move.always)] for move in scene.moves)
    return msgspec.structs.replace(scene, moves=tuple(chain.from_iterable(pairs)))


def is_for_always(move: Move) -> bool:
    """Return whether a move is the second button of one: see `with_always`."""
    return move.always is not None and move.label == move.always.label


def find_always(scene: Scene) -> Move | None:
    """Return the move that the player of a scene can choose for always, None if there is none."""
    return next(iter(_offered(scene)), None)


def _second(move: Move, always: Always) -> Move:
    return msgspec.structs.replace(move, label=always.label, key="A")


def _offered(scene: Scene) -> list[Move]:
    return [move for move in scene.moves if move.always is not None]


def _label(move: Move) -> str:
    return move.always.label if move.always else ""


def _question(scene: Scene, move: Move) -> tuple[Player, str]:
    return scene.player, move.always.asks if move.always else ""
