"""Cribbage's events: what everyone sees happen."""

from typing import TypeAlias

from cardwright.cards import Card
from cardwright.game import Event, Player
from cardwright.games.cribbage.counting import Call, Cards, Show
from cardwright.games.cribbage.scoring import Part, Score

Pair: TypeAlias = tuple[int, int]  # a number of each player


class CutCard(Event, frozen=True):
    """A player cut this card for the deal."""

    player: Player
    card: Card


class CutTied(Event, frozen=True):
    """Both cut the same rank, and cut again."""


class FirstDealer(Event, frozen=True):
    """The first dealer of this game."""

    player: Player


class LaidAway(Event, frozen=True):
    """A player has laid two cards away; the other has not, yet."""

    player: Player


class CribFull(Event, frozen=True):
    """Both have laid away."""


class Starter(Event, frozen=True):
    """The starter was turned up."""

    card: Card


class Heels(Event, frozen=True):
    """The starter is a jack, for two to the dealer."""

    player: Player


class Played(Event, frozen=True):
    """A card was played, to this count, and made this; ``pegged`` of its points, where the last hole came first."""

    player: Player
    card: Card
    count: int
    score: Score
    pegged: int


class Go(Event, frozen=True):
    """A player holds cards and can play none of them."""

    player: Player


class LastCard(Event, frozen=True):
    """A player played last in a count below 31, for one; ``all_out`` when it was the last card of the deal."""

    player: Player
    all_out: bool


class Called(Event, frozen=True):
    """A combination of a hand or crib was called; ``show`` is the count of it so far."""

    show: Show
    call: Call


class Nothing(Event, frozen=True):
    """A hand or crib counts nothing."""

    show: Show


class Refused(Event, frozen=True):
    """A player called cards that make nothing, or nothing more."""

    player: Player
    show: Show
    cards: Cards


class Counted(Event, frozen=True):
    """A hand or crib has been counted by hand. ``missed`` are the combinations that were not called.

    ``made_up`` says that they were pegged for the player after all, where counting is an exercise.
    """

    show: Show
    missed: tuple[Part, ...]
    made_up: bool


class Won(Event, frozen=True):
    """A game was won: its last scores, and for how many games it counts."""

    player: Player
    scores: Pair
    games: int


CribbageEvent: TypeAlias = (
    CutCard | CutTied | FirstDealer | LaidAway | CribFull | Starter | Heels
    | Played | Go | LastCard | Called | Nothing | Refused | Counted | Won
)  # fmt: skip
