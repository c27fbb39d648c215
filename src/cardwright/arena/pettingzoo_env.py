"""All seats of any game as an environment of PettingZoo, one seat after another or all at once.

    env = TurnEnv("poker", options={"players": 2, "deals": 1})      # AEC
    env = TogetherEnv("flexdeck")                                   # parallel

In the parallel form each seat acts in every step; one that is not to act has only action 0, which does nothing.
Rewards come at the end: each seat's returns. An action that is not legal ends the game, and costs its seat 1.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from cardwright import errors
from cardwright.arena.encoding import MAX_ACTIONS, Episode
from cardwright.arena.gymnasium_env import (
    DEAL_NUMBER_BITS,
    ILLEGAL_REWARD_POINTS,
    RESET_FIRST,
    Observation,
    observation_space,
)
from cardwright.game import Player

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as missing:
    raise errors.lacking(missing) from None


class _Seats:
    """The part that both forms share: agents "seat_0", "seat_1" ..., their spaces, and the deals."""

    def _open(self, game: str, options: Mapping[str, object] | None, actions: int) -> None:
        self.episode = Episode.of(game, actions, options or {})
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.game.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space, acts = observation_space(self.episode), spaces.Discrete(actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, acts)
        self.rng = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.episode.deal(int(self.rng.integers(1 << DEAL_NUMBER_BITS)))

    def _rewards(self, loser: Player | None) -> dict[str, float]:
        """Return the rewards of a game that has ended, by a seat's illegal action or by itself."""
        if loser is not None:
            return {agent: ILLEGAL_REWARD_POINTS if seat == loser else 0.0 for agent, seat in self.seat_of.items()}
        returns = self.episode.game.returns(self.episode.state)
        return {agent: float(returns[seat]) for agent, seat in self.seat_of.items()}


class TurnEnv(_Seats, AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The game of one seat after another. Of seats that choose at once, the first chooses first, unseen."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "cardwright", "is_parallelizable": False}

    def __init__(self, game: str, *, options: Mapping[str, object] | None = None, actions: int = MAX_ACTIONS) -> None:
        super().__init__()
        self._open(game, options, actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def _turn(self) -> None:
        self.infos = {agent: self.episode.info(self.seat_of[agent]) for agent in self.agents}
        if self.episode.to_act:
            self.agent_selection = self.possible_agents[self.episode.to_act[0]]

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation."""
        return self.episode.observation(self.seat_of[agent])

    def step(self, action: Any) -> None:
        """Play the action of the agent that is to act."""
        if not self.agents:
            raise ResetNeeded(RESET_FIRST)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.seat_of[agent]
        legal = self.episode.play(seat, action)
        if not legal or not self.episode.to_act:
            self.rewards = self._rewards(None if legal else seat)
            self.terminations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()
        if not legal or not self.episode.to_act:
            self._deads_step_first()


class TogetherEnv(_Seats, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """The game of all seats at once."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "cardwright"}

    def __init__(self, game: str, *, options: Mapping[str, object] | None = None, actions: int = MAX_ACTIONS) -> None:
        self._open(game, options, actions)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        return self._observe_all()

    def _observe_all(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        seen = {agent: self.episode.observation(seat) for agent, seat in self.seat_of.items()}
        for agent, seat in self.seat_of.items():
            if seat not in self.episode.to_act:
                seen[agent]["action_mask"][0] = 1  # the action of waiting
        return seen, {agent: self.episode.info(seat) for agent, seat in self.seat_of.items()}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of the seats that are to act."""
        if not self.agents:
            raise ResetNeeded(RESET_FIRST)
        loser = None
        if missing := {self.possible_agents[seat] for seat in self.episode.to_act} - actions.keys():
            raise errors.BadCount(f"no action of {' and '.join(sorted(missing))}, to act now", len(missing))
        for seat in self.episode.to_act:
            if loser is None and not self.episode.play(seat, actions[self.possible_agents[seat]]):
                loser = seat
        over = loser is not None or not self.episode.to_act
        rewards = self._rewards(loser) if over else dict.fromkeys(self.possible_agents, 0.0)
        seen, infos = self._observe_all()
        self.agents = [] if over else list(self.possible_agents)
        ended = dict.fromkeys(self.possible_agents, over)
        return seen, rewards, ended, dict.fromkeys(self.possible_agents, False), infos
