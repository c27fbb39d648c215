"""Every deal of two hands of seven: question and answer. For two house ways see `pairs`, for best play `best`."""

from collections.abc import Callable

import msgspec

BEST = "best"
Progress = Callable[[int, int], None]


class Match(msgspec.Struct, frozen=True):
    """A question: how one way fares against another's dealer, over all deals of a deck. The dealer wins copies.

    The deck has the ``ranks`` highest ranks in four suits, with a joker or without.
    """

    player: str
    dealer: str
    wheel: str = "second"
    ranks: int = 13
    joker: bool = True


class Outcome(msgspec.Struct, frozen=True):
    """How many deals the player wins, pushes and loses."""

    win: int
    push: int
    lose: int
