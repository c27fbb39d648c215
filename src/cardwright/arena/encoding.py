"""Views as arrays and actions as numbers, for every game, and an episode of a game played by numbers.

An action's number is its place among the legal actions of its view, which the game lists in a fixed order. Where more
are legal than the action space holds (no-limit bets), the first and the last are in it and the others in growing
steps: `places`.

A view becomes one number for each of its parts: an int or a bool is itself, a text is 1 in the column "field=text", a
tuple has its length in "field.#" and its items in "field[0]", "field[1]", and so on. The columns are found in random
games dealt from fixed numbers, so that the same game has the same columns everywhere. A part that never occurred there
is left out.
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, SupportsIndex

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import games
from cardwright.errors import BadCount
from cardwright.game import CHANCE, Action, AnyGame, Automatic, Player, State, View
from cardwright.play.luck import Luck

MAX_ACTIONS = 64  # in an action space, by default
MAX_TUPLE_ITEMS = 64
LAYOUT_GAMES_COUNT = 6  # played at random to find the columns
MAX_LAYOUT_GAME_STEPS = 600
_layouts: dict[str, "Columns"] = {}


def places(count: int, most: int = MAX_ACTIONS) -> Sequence[int]:
    """Return the places of the actions in the space, if ``count`` are legal.

    >>> places(3), places(100, 8)
    (range(0, 3), [0, 1, 3, 6, 13, 26, 51, 99])
    """
    if count <= most:
        return range(count)
    return sorted({0, 1, *(int(each) - 1 for each in np.geomspace(1, count, most).round())})


def parts(view: View) -> list[tuple[str, float]]:
    """Return the parts of a view, each with its column."""
    listed: list[tuple[str, float]] = []
    _list_parts(view, "", listed)
    return listed


def _list_parts(value: object, path: str, listed: list[tuple[str, float]]) -> None:
    """Add the parts of a value at this place of a view."""
    match value:
        case bool() | int() | float():
            listed.append((path, float(value)))
        case str():
            listed.append((f"{path}={value}", 1.0))
        case msgspec.Struct():
            if path:
                listed.append((f"{path}={type(value).__name__}", 1.0))
            for name in value.__struct_fields__:
                _list_parts(getattr(value, name), f"{path}.{name}" if path else name, listed)
        case bytes() | tuple() | list() | frozenset():
            items = sorted(value) if isinstance(value, frozenset) else value
            listed.append((f"{path}.#", float(len(items))))
            for place, item in enumerate(items[:MAX_TUPLE_ITEMS]):
                _list_parts(item, f"{path}[{place}]", listed)
        case Mapping():
            for key, item in value.items():
                _list_parts(item, f"{path}[{key}]", listed)


class Columns:
    """The columns of a game's observations."""

    def __init__(self, game: AnyGame) -> None:
        self.names = tuple(sorted({name for view in _random_views(game) for name, _ in parts(view)}))
        self._place = {name: place for place, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def array(self, view: View) -> NDArray[np.float32]:
        """Return a view as an array."""
        values = [0.0] * len(self.names)
        for name, value in parts(view):
            place = self._place.get(name)
            if place is not None:
                values[place] = value
        return np.array(values, np.float32)


def layout(game: AnyGame) -> Columns:
    """Return the columns of a game with its options."""
    key = msgspec.json.encode((game.name, game.version, sorted(game.settings.items()))).decode()
    if key not in _layouts:
        _layouts[key] = Columns(game)
    return _layouts[key]


def _random_views(game: AnyGame) -> Iterator[View]:
    for number in range(LAYOUT_GAMES_COUNT):
        rng, state = Random(number), game.initial_state()
        for _ in range(MAX_LAYOUT_GAME_STEPS):
            to_act = game.players_to_act(state)
            if to_act != (CHANCE,):
                yield from (game.view(state, seat) for seat in range(game.players))
            if not to_act:
                break
            chance = to_act == (CHANCE,)
            action = game.draw(state, rng) if chance else rng.choice(game.legal_actions(state, to_act[0]))
            state = game.apply(state, to_act[0], action)


class Episode:
    """One game after another, played by numbers; chance acts by itself. ``deal`` begins a game."""

    def __init__(self, game: AnyGame, actions: int = MAX_ACTIONS) -> None:
        if actions < 2:
            raise BadCount(f"an action space holds 2 actions or more, not {actions}", actions)
        self.game, self.actions, self.layout = game, actions, layout(game)
        self.deal(0)

    @classmethod
    def of(cls, name: str, actions: int, options: Mapping[str, object]) -> "Episode":
        """Return the first episode of a game by its name. Raises `UnknownName`, `BadOption` or `BadCount`."""
        return cls(games.create_offered(name, **options), actions)

    def deal(self, number: int) -> None:
        """Begin the game that a number deals."""
        self.luck, self.draws = Luck.numbered(number), 0
        self.state: State = self.game.initial_state()
        self._settle()

    @property
    def to_act(self) -> tuple[Player, ...]:
        """The seats to act, () at the end."""
        return self.game.players_to_act(self.state)

    def legal(self, seat: Player) -> list[Action]:
        """Return the actions of a seat in the order of their numbers; [] if it is not to act."""
        if seat not in self.to_act:
            return []
        legal = self.game.legal_actions(self.state, seat)
        return [legal[place] for place in places(len(legal), self.actions)]

    def mask(self, seat: Player) -> NDArray[np.int8]:
        """Return 1 for each number that a seat may play, 0 for the others."""
        allowed = np.zeros(self.actions, np.int8)
        allowed[: len(self.legal(seat))] = 1
        return allowed

    def observation(self, seat: Player) -> dict[str, NDArray[Any]]:
        """Return a seat's view and its legal actions, encoded."""
        return {
            "observation": self.layout.array(self.game.view(self.state, seat)),
            "action_mask": self.mask(seat),
        }

    def info(self, seat: Player) -> dict[str, Any]:
        """Return a seat's view, and the notation of its actions."""
        texts = [self.game.text(action) for action in self.legal(seat)]
        return {"view": self.game.view(self.state, seat), "actions": texts}

    def play(self, seat: Player, number: SupportsIndex) -> bool:
        """Play the action of a number; return False, and change nothing, if there is none.

        Raises `TypeError` unless it is a whole number.
        """
        legal, number = self.legal(seat), operator.index(number)
        if not 0 <= number < len(legal):
            return False
        self.apply(seat, legal[number])
        return True

    def apply(self, seat: Player, action: Action) -> None:
        """Play a legal action and the chance actions after it."""
        self.state = self.game.apply(self.state, seat, action)
        self._settle()

    def _settle(self) -> None:
        game = self.game
        while game.players_to_act(self.state) == (CHANCE,):
            drawn = game.draw(self.state, self.luck.stream(game.draw_number(self.state, self.draws)))
            self.draws += not isinstance(drawn, Automatic)
            self.state = game.apply(self.state, CHANCE, drawn)
