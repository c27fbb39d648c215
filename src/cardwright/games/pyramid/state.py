"""The state of Pyramid Poker, the view of it that a seat has, and what can be read from either."""

import itertools
from random import Random
from typing import TypeAlias

from cardwright.game import Player, Public, State, View, public_fields
from cardwright.games.pyramid.actions import DECK, HANDS
from cardwright.games.pyramid.events import PyramidEvent

PYRAMID_CARDS = 30  # bricks that go into the pyramid; the other ten are never seen
EMPTY, HIDDEN = -1, -2  # in place of a brick
Hands: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]  # hands[player][hand]


class PyramidPublic(Public, frozen=True):
    """``placer[space]`` is who placed the brick there, or -1.

    ``taken`` is the brick in the hand of the player to act, announced and not yet put away, or -1. ``down`` says that
    the built pyramid has been shown, and is taken down; ``compared`` is the number of hands that have met, -1 before
    all are complete.
    """

    placer: tuple[int, ...]
    hands: Hands = (((),) * HANDS,) * 2
    priority: int = -1
    first: int = -1
    turn: int = -1
    placed: int = 0
    taken: int = -1
    down: bool = False
    compared: int = -1
    events: tuple[PyramidEvent, ...] = ()


class PyramidState(PyramidPublic, State, frozen=True, kw_only=True):
    """``bricks[space]`` is a brick or EMPTY; ``held[player]`` bricks not yet placed: the one drawn, or those left of
    fifteen.
    """

    bricks: tuple[int, ...]
    held: tuple[tuple[int, ...], ...] = ((), ())


class PyramidView(PyramidPublic, View, frozen=True, kw_only=True):
    """A state as a seat knows it: HIDDEN stands for a brick that this seat may not see."""

    player: Player
    bricks: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]


def view(state: PyramidState, player: Player, memory: bool) -> PyramidView:
    """Return what a seat, or the spectator, may know. Placed bricks are hidden, except the viewer's own: with
    ``memory`` always, without it while the built pyramid is shown.
    """
    keeps = memory or is_built(state)
    return PyramidView(
        player=player,
        bricks=tuple(
            brick if brick < 0 or (keeps and placer == player) else HIDDEN
            for brick, placer in zip(state.bricks, state.placer, strict=True)
        ),
        held=tuple(held if seat == player else (HIDDEN,) * len(held) for seat, held in enumerate(state.held)),
        **public_fields(PyramidPublic, state),
    )


def sample(view: PyramidView, rng: Random) -> PyramidState:
    """Return a uniform random state among all that the view allows."""
    unseen = unseen_bricks(view)
    rng.shuffle(unseen)
    return PyramidState(
        bricks=tuple(brick if brick != HIDDEN else unseen.pop() for brick in view.bricks),
        held=tuple(tuple(unseen.pop() if brick == HIDDEN else brick for brick in held) for held in view.held),
        **public_fields(PyramidPublic, view),
    )


def is_built(seen: PyramidPublic) -> bool:
    """True in the moment between the phases, when the built pyramid is shown."""
    return seen.placed == PYRAMID_CARDS and not seen.down


def unseen_bricks(view: PyramidView) -> list[int]:
    """The bricks that this seat does not see, in order: in the pyramid, in the other's hand, or never drawn."""
    in_hands = (brick for mine in view.hands for hand in mine for brick in hand)
    return DECK.without({*view.bricks, *itertools.chain(*view.held), *in_hands, view.taken})
