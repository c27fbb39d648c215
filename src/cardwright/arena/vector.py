"""Many games at once in arrays, where it pays, and the data that a policy collects by playing them."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardwright import games
from cardwright.errors import BadCount
from cardwright.vector import Ints, Vector

Policy: TypeAlias = Callable[[Vector], NDArray[np.integer[Any]]]


class Rollout(NamedTuple):
    """The decisions of a rollout by step and game: who acted, on what and how; which games ended, and their returns."""

    seats: Ints
    observations: NDArray[np.integer[Any]]
    choices: Ints
    actions: Ints
    done: NDArray[np.bool_]
    returns: Ints


def create(name: str, count: int, seed: int = 0, **options: object) -> Vector:
    """Create ``count`` games of cribbage, flexdeck or poker for two, played at once.

    Raises `UnknownName`, `BadCount`, or `BadOption` for an option that the arrays do not support.
    """
    vector_type = games.vector_type(name)
    return vector_type(games.create_offered(name, **{**vector_type.options, **options}), count, seed)


def rollout(vector: Vector, steps: int, policy: Policy = Vector.sample) -> Rollout:
    """Play steps by a policy, at random by default: it is called with the games, and returns an action for each.

    Games that end begin again; a later rollout goes on from where this one ends. Raises `BadCount`.
    """
    if steps < 1:
        raise BadCount(f"a rollout has one step or more, not {steps}", steps)
    shape = (steps, vector.count)
    seen = vector.observe()
    observations = np.empty((*shape, seen.shape[1]), seen.dtype)
    seats, choices, actions = (np.empty(shape, np.int32) for _ in range(3))
    done, returns = np.empty(shape, np.bool_), np.empty((*shape, 2), np.int32)
    for step in range(steps):
        observations[step], seats[step], choices[step] = vector.observe(), vector.seats, vector.choices
        chosen = np.array(policy(vector))  # as it is, for `step` to check
        done[step], returns[step] = vector.step(chosen)
        actions[step] = chosen
    return Rollout(seats, observations, choices, actions, done, returns)
