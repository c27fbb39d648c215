"""The keyboard: a key for every place that can be touched, and a letter for every button."""

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

import msgspec

from cardwright.scenes import Grid, Move, Place, PyramidZone, Scene

DIGITS = "1234567890"
COMMANDS = "hnqu"  # reserved for hint, notes, leave and undo
MAX_PLAIN_CELLS = 13  # a grid with more places than this is a board, keyed by coordinates
COORDINATES = re.compile(r"(?<![a-zA-Z0-9])[a-zA-Z][0-9]$")


class Keys(msgspec.Struct, frozen=True):
    """The keys of one scene: for places (one key, or a letter and a digit), and for buttons."""

    places: dict[str, str]  # key -> place id
    buttons: dict[str, Move]  # key -> move; buttons beyond the letters have none


def keys(scene: Scene) -> Keys:
    """Assign a key to every place that a move holds, and to every button.

    Large grids are keyed by coordinates ("b3"), so that a cell keeps its key from turn to turn; other places are
    numbered 1 to 9, 0, then lettered.
    """
    wanted = frozenset().union(*(move.places for move in scene.moves))
    grids = [zone for zone in scene.zones if isinstance(zone, Grid | PyramidZone)]
    grids = [zone for zone in grids if len(zone.places) > MAX_PLAIN_CELLS]
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
    """Return the places of grids by their `code`.

    Where two grids would share codes, each begins with the number of its grid: "2b3".
    """
    codes = [{code(place): place.id for place in zone.places} for zone in grids]
    if len(frozenset().union(*codes)) == sum(map(len, codes)):
        return {key: id for each in codes for key, id in each.items()}
    return {f"{number}{key}": id for number, each in enumerate(codes, 1) for key, id in each.items()}


def code(place: Place) -> str:
    """Return the coordinates of a place: those at the end of its id, or else its column and row."""
    named = COORDINATES.search(place.id)
    return named[0].lower() if named else f"{ascii_lowercase[place.column % 26]}{place.row + 1}"


def offers(moves: Iterable[Move]) -> dict[str, Move]:
    """Assign letters to moves that touch the same places."""
    return _button_keys(moves, set())


def _button_keys(moves: Iterable[Move], taken: set[str]) -> dict[str, Move]:
    """Assign each move its own letter, or else one of its label."""
    by_key: dict[str, Move] = {}
    for move in moves:
        if move.key and move.key.lower() not in by_key:
            by_key[move.key.lower()] = move
    for move in moves:
        if move not in by_key.values():
            wished = [char for char in move.label.lower() if char in ascii_lowercase]
            barred = {*by_key, *taken, *COMMANDS}
            key = next((char for char in [*wished, *ascii_lowercase] if char not in barred), None)
            if key is not None:
                by_key[key] = move
    return by_key
