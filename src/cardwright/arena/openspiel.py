"""Every game as a Python game of OpenSpiel, with chance nodes. Importing this module registers them.

    game = pyspiel.load_game("cardwright_poker", {"variant": "kuhn", "ranking": "kuhn", "players": 2, "deals": 1})

The parameters are the game's options, and ``actions``, the size of the action space. In the string of a game
OpenSpiel takes digits for a number, so a text that looks like one is in quotes: "cardwright_pyramid(board='9')". The
information state is all that a seat has seen, in order; its string is a digest. Of seats that choose at once, the
first chooses first, unseen.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import numpy as np

from cardwright import errors, games
from cardwright.arena.encoding import MAX_ACTIONS, layout, places
from cardwright.errors import BadCount
from cardwright.game import CHANCE, AnyGame, Player, State

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise errors.lacking(missing) from None

MAX_DRAW_OUTCOMES = 2048
MAX_SEATS = 20
MAX_RETURN_POINTS = 1e9
MAX_GAME_STEPS = 1_000_000
DIGEST_BYTES = 16
PREFIX = "cardwright_"
QUOTE = "'"
NUMBER_LIKE = re.compile(r"[-+.0-9]+")


def short_name(name: str) -> str:
    """Return a game's name in OpenSpiel.

    >>> short_name("dual-piecepacks")
    'cardwright_dual_piecepacks'
    """
    return PREFIX + name.replace("-", "_")


def _quote(value: Any) -> Any:
    """Return a parameter as the string of a game holds it: a text that OpenSpiel would take for a number in quotes."""
    return f"{QUOTE}{value}{QUOTE}" if isinstance(value, str) and NUMBER_LIKE.fullmatch(value) else value


def _game_type(name: str) -> pyspiel.GameType:
    zero_sum = games.game_type(name).zero_sum
    defaults = {option.name: _quote(option.default) for option in games.options(name)}
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=games.room(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "actions": MAX_ACTIONS},
    )


class _SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    name = ""
    kind: Any = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        quoted = {name: _quote(value) for name, value in (params or {}).items()}
        chosen = {name: value.strip(QUOTE) if isinstance(value, str) else value for name, value in quoted.items()}
        self.actions = int(chosen.pop("actions", MAX_ACTIONS))
        if self.actions < 2:
            raise BadCount(f"an action space holds 2 actions or more, not {self.actions}", self.actions)
        self.rules = games.create_offered(self.name, **chosen)
        bound = {"utility_sum": 0.0} if self.rules.zero_sum else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions,
            max_chance_outcomes=MAX_DRAW_OUTCOMES,
            num_players=self.rules.players,
            min_utility=-MAX_RETURN_POINTS,
            max_utility=MAX_RETURN_POINTS,
            max_game_length=MAX_GAME_STEPS,
            **bound,
        )
        super().__init__(self.kind, info, quoted)
        self.start = SpielMoment(self.rules, self.actions, self.rules.initial_state(), (b"",) * self.rules.players)

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled, and copied, by the name and the parameters."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """Return the state before anything has happened."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer of the view of one seat."""
        if params:
            raise ValueError(f"an observation has no parameters, and here are {params}")
        return SpielObserver(self, iig_obs_type)


class SpielMoment:
    """A position, with the view of each seat as JSON and a digest of all that it has seen. It never changes."""

    __slots__ = ("actions", "digests", "rules", "seen", "state")

    def __init__(self, rules: AnyGame, actions: int, state: State, before: tuple[bytes, ...]) -> None:
        self.rules, self.actions, self.state = rules, actions, state
        views = [rules.view(state, seat) for seat in range(rules.players)]
        self.seen = tuple(map(msgspec.json.encode, views))
        self.digests = tuple(map(_digest, before, self.seen))

    def __deepcopy__(self, memo: Any) -> "SpielMoment":
        """Return itself: OpenSpiel copies a state for each of its children."""
        return self


def _digest(before: bytes, seen: bytes) -> bytes:
    """Return the digest of a view and all before it: of the last two digests, if the view has not changed since."""
    view = hashlib.blake2b(seen, digest_size=DIGEST_BYTES).digest()
    return before if before.endswith(view) else hashlib.blake2b(before + view, digest_size=DIGEST_BYTES).digest() + view


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.now: SpielMoment = game.start

    def current_player(self) -> Any:
        """Return the seat to act, chance, or the end."""
        to_act = self.now.rules.players_to_act(self.now.state)
        if not to_act:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if to_act[0] == CHANCE else to_act[0]

    def _legal_actions(self, player: Player) -> list[int]:
        """Return the numbers of a seat's actions."""
        return list(range(len(self._places(player))))

    def _places(self, player: Player) -> Any:
        return places(len(self.now.rules.legal_actions(self.now.state, player)), self.now.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes of chance, with their probabilities."""
        weights = [weight for _, weight in self.now.rules.chance_outcomes(self.now.state)]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _action(self, player: Player, number: int) -> Any:
        if player == pyspiel.PlayerId.TERMINAL:
            raise BadCount("the game is over: no action is legal", number)
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.now.rules.chance_outcomes(self.now.state)
            _check(number, len(outcomes))
            return outcomes[number][0]
        numbered = self._places(player)
        _check(number, len(numbered))
        return self.now.rules.legal_actions(self.now.state, player)[numbered[number]]

    def _apply_action(self, number: int) -> None:
        player = self.current_player()
        action = self._action(player, number)
        seat, now = CHANCE if player == pyspiel.PlayerId.CHANCE else player, self.now
        self.now = SpielMoment(now.rules, now.actions, now.rules.apply(now.state, seat, action), now.digests)

    def _action_to_string(self, player: Player, number: int) -> str:
        return str(self.now.rules.text(self._action(player, number)))

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return not self.now.rules.players_to_act(self.now.state)

    def returns(self) -> list[float]:
        """Return each seat's gain; 0 until the end."""
        if not self.is_terminal():
            return [0.0] * self.now.rules.players
        return [float(each) for each in self.now.rules.returns(self.now.state)]

    def resample_from_infostate(self, player: Player, sampler: Callable[[], float]) -> "SpielState":
        """Return a state with the same information state of this player, and random hidden cards, as ISMCTS needs it.

        ``sampler`` returns random numbers from 0 to 1. The other seats' information states begin here, and say nothing
        of what these seats have really seen; `history` is still the real one.
        """
        rules, digest = self.now.rules, self.now.digests[player]
        sampled = rules.sample_state(rules.view(self.now.state, player), Random(sampler()))
        again: SpielState = self.clone()
        again.now = SpielMoment(rules, self.now.actions, sampled, (digest,) * rules.players)
        return again

    def __str__(self) -> str:
        """Return the view of each seat, a line of JSON each."""
        return "\n".join(seen.decode() for seen in self.now.seen)


def _check(number: int, count: int) -> None:
    if not 0 <= number < count:
        raise BadCount(f"{number} is not a legal action: there are 0 to {count - 1}", number)


class SpielObserver:
    """An observer of one seat: ``tensor`` has the columns of `Columns`.

    With perfect recall its string is a digest of all that the seat has seen, else the view as JSON.
    """

    def __init__(self, game: Any, kind: Any = None) -> None:
        self.layout = layout(game.rules)
        self.tensor = np.zeros(len(self.layout), np.float32)
        self.dict = {"view": self.tensor}
        self.recall = kind is not None and kind.perfect_recall

    def set_from(self, state: Any, player: Player) -> None:
        """Set the tensor to a player's view."""
        self.tensor[:] = self.layout.array(state.now.rules.view(state.now.state, player))

    def string_from(self, state: Any, player: Player) -> str:
        """Return all that a player has seen, or only the present view."""
        return str(state.now.digests[player].hex() if self.recall else state.now.seen[player].decode())


def _register(name: str) -> None:
    kind = _game_type(name)
    pyspiel.register_game(kind, type("_SpielGame", (_SpielGame,), {"name": name, "kind": kind}))


for _name in games.GAMES:
    _register(_name)
