"""Pai gow's events: what everyone sees happen; and the hands, bets and side bets that they report."""

from typing import TypeAlias

import msgspec

from cardwright.cards import Card
from cardwright.game import Event, Player
from cardwright.games.paigow.chips import Rack


class Hand(msgspec.Struct, frozen=True):
    """A hand turned up. ``seat`` is None for the dealer's; ``dragon`` if it is the seat's second hand.

    ``reason`` says why the house way sets it so; it is "" for a hand that a player set.
    """

    seat: Player | None
    front: tuple[Card, ...]
    back: tuple[Card, ...]
    foul: bool = False
    dragon: bool = False
    reason: str = ""


class Result(msgspec.Struct, frozen=True):
    """The result of a bet: each hand "win", "copy" or "lose", the bet "win", "push", "lose" or "foul".

    ``gained`` is the gain of the bet, without commission; ``seat`` is None where the dealer bets against a player.
    """

    seat: Player | None
    bet: int
    front: str
    back: str
    outcome: str
    gained: int
    dragon: bool = False


class Bonus(msgspec.Struct, frozen=True):
    """The result of a Fortune bet: on the seat's own hand, by the ``line`` of the pay table, and in envy bonuses."""

    seat: Player
    bet: int
    line: str
    gained: int
    envy: int


class Showdown(Event, frozen=True):
    """A casino round's end. ``gained`` is each seat's total gain, ``commission`` the part of it that was collected."""

    round: int
    bank: Player | None
    hands: tuple[Hand, ...]
    results: tuple[Result, ...]
    bonuses: tuple[Bonus, ...]
    gained: tuple[int, ...]
    commission: tuple[int, ...]


class HomeShowdown(Event, frozen=True):
    """A home round's end: who has the best front and the best back alone, if anyone, and who takes the pot."""

    round: int
    hands: tuple[Hand, ...]
    front: Player | None
    back: Player | None
    pot: int
    winner: Player | None


class BankSettled(Event, frozen=True):
    """The bank is settled: ``seat`` is None when the player it was offered to passed."""

    offered: Player
    seat: Player | None


class BetsTurnedUp(Event, frozen=True):
    """All bets are on the table; 0 for a seat that makes none. ``side`` for the Fortune bets."""

    bets: tuple[int, ...]
    side: bool


class Left(Event, frozen=True):
    """A seat left the table, its chips ``before`` changed into ``after``; ``broke`` if it could not go on."""

    seat: Player
    before: Rack
    after: Rack
    broke: bool = False


class Picked(Event, frozen=True):
    """The dealer picked the player who throws the dice."""

    seat: Player


class Rolled(Event, frozen=True):
    """Three dice, and the table position (0 the dealer, then the seats) that gets the first hand."""

    dice: tuple[int, ...]
    first: int


class DragonSettled(Event, frozen=True):
    """A seat took the dragon hand or passed it on."""

    seat: Player
    taken: bool


class TurnedUp(Event, frozen=True):
    """Hands were turned up: the bank's, which has no ``result``, then one after the other; at home all together."""

    hands: tuple[Hand, ...]
    result: Result | None = None


class PotLeft(Event, frozen=True):
    """At home: the pot was shared by the last players at the table."""

    shares: tuple[int, ...]


PaiGowEvent: TypeAlias = (
    BankSettled | BetsTurnedUp | Left | Picked | Rolled | DragonSettled | TurnedUp | PotLeft | Showdown | HomeShowdown
)
