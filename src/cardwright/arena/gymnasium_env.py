"""A seat of any game as an environment of Gymnasium; bots play the other seats.

    env = SeatEnv("cribbage", bots="basic", options={"to": 61})
    observation, info = env.reset(seed=1)

The reward is 0 until the game ends, and then the seat's returns. An action that is not legal ends the game with a
reward of -1; ``action_mask`` in the observation says which are. ``info`` has the view and the actions' notation.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardwright import errors, games
from cardwright.arena import bots as own_bots
from cardwright.arena.encoding import MAX_ACTIONS, Episode
from cardwright.errors import BadCount, BotError
from cardwright.game import Player

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise errors.lacking(missing) from None

Observation = dict[str, NDArray[Any]]
ILLEGAL_REWARD_POINTS = -1.0
DEAL_NUMBER_BITS = 62
RESET_FIRST = "reset deals a game: call it before step, and again after the end"


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game against bots: ``bots`` names one for all other seats, or one for each."""

    def __init__(
        self,
        game: str,
        *,
        seat: Player = 0,
        bots: str | Sequence[str] = "random",
        options: Mapping[str, object] | None = None,
        actions: int = MAX_ACTIONS,
    ) -> None:
        self.episode = Episode.of(game, actions, options or {})
        players = self.episode.game.players
        self.seat = seat
        self.bot_names = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
        if not 0 <= seat < players:
            raise BadCount(f"this game has seats 0 to {players - 1}, and no seat {seat}", seat)
        if len(self.bot_names) != players - 1:
            raise BadCount(f"{len(self.bot_names)} bots for {players - 1} other seats", len(self.bot_names))
        for name in self.bot_names:
            own_bots.check(name, game)
            if name.startswith(own_bots.PROGRAM):
                raise BotError(f"{name}: programs play in matches and leagues, not in environments")
        self.is_dealt = False
        self.action_space = spaces.Discrete(actions)
        self.observation_space = observation_space(self.episode)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and play it to the seat's first decision."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << DEAL_NUMBER_BITS))
        self.episode.deal(deal)
        self.is_dealt = True
        others = [seat for seat in range(self.episode.game.players) if seat != self.seat]
        self.others = {
            seat: own_bots.create(name, self.episode.game, Random(f"{deal}/{seat}"))
            for seat, name in zip(others, self.bot_names, strict=True)
        }
        self._wait()
        return self._observe()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' until the seat is to act again."""
        if not self.is_dealt:
            raise gymnasium.error.ResetNeeded(RESET_FIRST)
        if not self.episode.play(self.seat, action):
            self.is_dealt = False
            observation, info = self._observe()
            return observation, ILLEGAL_REWARD_POINTS, True, False, info | {"illegal": True}
        self._wait()
        over = not self.episode.to_act
        self.is_dealt = not over
        reward = float(self.episode.game.returns(self.episode.state)[self.seat]) if over else 0.0
        observation, info = self._observe()
        return observation, reward, over, False, info

    def _wait(self) -> None:
        """Let the others act until the seat is to act, or the game ends."""
        while (to_act := self.episode.to_act) and self.seat not in to_act:
            view = self.episode.game.view(self.episode.state, to_act[0])
            self.episode.apply(to_act[0], self.others[to_act[0]].advise(view).action)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        return self.episode.observation(self.seat), self.episode.info(self.seat)


def observation_space(episode: Episode) -> Any:
    """Return the space of `Episode.observation`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (len(episode.layout),), np.float32),
            "action_mask": spaces.Box(0, 1, (episode.actions,), np.int8),
        }
    )


def register() -> None:
    """Register every game with Gymnasium: ``gymnasium.make("cardwright/cribbage-v0")``."""
    for name in games.GAMES:
        gymnasium.register(f"cardwright/{name}-v0", "cardwright.arena.gymnasium_env:SeatEnv", kwargs={"game": name})
