"""Choosing a move by touching places, in any face: which keys stand for what, and what is left to choose.

A move is a set of places. Moves that do not hold all that is touched are out; where what is touched is exactly one
move, it can be confirmed. Moves without places are buttons, each with a letter.
"""

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

import msgspec

from cardwright.scenes import Grid, Move, Place, PyramidZone, Scene

DIGITS = "1234567890"
COMMANDS = "hnqu"  # kept for hint, notes, leaving and undo
CODED = 9  # a grid with more places than this is keyed by coordinates
COORDINATES = re.compile(r"(?<![a-zA-Z0-9])[a-zA-Z][0-9]$")


class Keys(msgspec.Struct, frozen=True):
    """The keys of one scene: of places (one key, or a letter and a digit), and of buttons."""

    places: dict[str, str]  # key -> place id
    buttons: dict[str, Move]  # key -> move; where letters run out, the last are left to the arrows and the mouse

    def of_place(self, id: str) -> str:
        """A place's key, or ""."""
        return next((key for key, place in self.places.items() if place == id), "")


class Choice(msgspec.Struct, frozen=True):
    """What has been touched in a scene, and the moves that are left."""

    scene: Scene
    touched: frozenset[str] = frozenset()

    @property
    def alive(self) -> tuple[Move, ...]:
        """The moves that hold all that is touched."""
        return tuple(move for move in self.scene.moves if self.touched <= move.places)

    @property
    def exact(self) -> tuple[Move, ...]:
        """The moves that what is touched says in full; none while nothing is touched."""
        return tuple(move for move in self.scene.moves if self.touched == move.places) if self.touched else ()

    @property
    def reachable(self) -> frozenset[str]:
        """The places that some move left to choose holds."""
        return frozenset().union(*(move.places for move in self.alive))

    @property
    def confirmed(self) -> Move | None:
        """The one move that Enter stands for now: what is touched, or the only move there is."""
        if self.touched:
            return self.exact[0] if len(self.exact) == 1 else None
        return self.scene.moves[0] if len(self.scene.moves) == 1 and not self.scene.moves[0].places else None

    def touch(self, id: str) -> "Choice":
        """Touch a place, or let go of it. Where one place at a time is chosen, the next takes the last one's turn;
        else a place that no move left holds changes nothing.
        """
        if id in self.touched:
            return Choice(self.scene, self.touched - {id})
        for wish in (self.touched | {id}, frozenset({id})):
            one_by_one = len(self.touched) <= 1 or len(wish) > 1
            if one_by_one and any(wish <= move.places for move in self.scene.moves):
                return Choice(self.scene, wish)
        return self


def keys(scene: Scene) -> Keys:
    """Give every place that a move holds, and every button, its key.

    Large grids are keyed by coordinates, "b3", so that a cell's key stays the same from turn to turn; all else is
    counted 1 to 9, 0, then letters.
    """
    wanted = frozenset().union(*(move.places for move in scene.moves))
    grids = [zone for zone in scene.zones if isinstance(zone, Grid | PyramidZone) and len(zone.places) > CODED]
    coded = {key: id for key, id in _codes(grids).items() if id in wanted}
    inside = {place.id for zone in grids for place in zone.places}
    plain = [place.id for place in scene.places if place.id in wanted and place.id not in inside]
    taken = {key[0] for key in coded}
    buttons = _button_keys([move for move in scene.moves if not move.places], taken)
    free = [letter for letter in ascii_lowercase if letter not in taken | set(buttons) | set(COMMANDS)]
    singles = [*(digit for digit in DIGITS if digit not in taken), *free]
    if len(plain) > len(singles):
        singles = [letter + digit for letter in free for digit in DIGITS]
    return Keys(dict(zip(singles, plain, strict=False)) | coded, buttons)


def _codes(grids: Sequence[Grid | PyramidZone]) -> dict[str, str]:
    """The places of grids by code: the coordinates that end their ids, or else their column and row.

    Where two grids would share codes, each begins with the number of its grid: "2b3".
    """
    codes = [{code(place): place.id for place in zone.places} for zone in grids]
    if len(frozenset().union(*codes)) == sum(map(len, codes)):
        return {key: id for each in codes for key, id in each.items()}
    return {f"{number}{key}": id for number, each in enumerate(codes, 1) for key, id in each.items()}


def code(place: Place) -> str:
    """A grid's place by its coordinates: those that end its id, or else its column and row."""
    named = COORDINATES.search(place.id)
    return named[0].lower() if named else f"{ascii_lowercase[place.column % 26]}{place.row + 1}"


def offers(moves: Iterable[Move]) -> dict[str, Move]:
    """Letters for moves to choose among: those that touch the very same places."""
    return _button_keys(moves, set())


def _button_keys(moves: Iterable[Move], taken: set[str]) -> dict[str, Move]:
    """A letter for each move: its own, or else one of its label."""
    found: dict[str, Move] = {}
    for move in moves:
        if move.key and move.key.lower() not in found:
            found[move.key.lower()] = move
    for move in moves:
        if move not in found.values():
            wished = [char for char in move.label.lower() if char in ascii_lowercase]
            barred = {*found, *taken, *COMMANDS}
            key = next((char for char in [*wished, *ascii_lowercase] if char not in barred), None)
            if key is not None:
                found[key] = move
    return found
