"""The table in a session, and what a seat sees of it."""

from cardwright.cards import Card
from cardwright.game import Player, Public, State, View
from cardwright.games.paigow.actions import Choice
from cardwright.games.paigow.chips import Rack
from cardwright.games.paigow.events import Hand, HomeShowdown, PaiGowEvent, Result, Showdown


class PaiGowPublic(Public, frozen=True, kw_only=True):
    """All that lies open on a session's table.

    ``phase`` is "bank", "bet", "fortune", "ante", "deal", "throw", "dice", "set", "dragon", "reveal", "paid" or "over";
    ``roller`` who throws the dice; ``offered`` the seats that the dragon hand is still to be offered to; ``turned_up``
    the number of hands that lie face up; ``spared`` the half-winners of a pot that stayed, who need not ante; ``last``
    the last showdown that was paid.
    """

    phase: str
    round: int
    racks: tuple[Rack, ...]
    seated: tuple[bool, ...]
    owed: tuple[int, ...]
    bank: Player | None = None
    bets: tuple[int, ...] = ()
    fortunes: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    roller: Player | None = None
    offered: tuple[Player, ...] = ()
    dragon: Player | None = None
    turned_up: int = 0
    pot: int = 0
    spared: tuple[Player, ...] = ()
    last: Showdown | HomeShowdown | None = None
    events: tuple[PaiGowEvent, ...] = ()


class PaiGowState(PaiGowPublic, State, frozen=True, kw_only=True):
    """``chosen`` holds the hidden choices of seats while others still choose."""

    chosen: tuple[Choice | None, ...] = ()
    dealt: tuple[Card, ...] = ()
    fronts: tuple[tuple[Card, ...], ...] = ()


class PaiGowView(PaiGowPublic, View, frozen=True, kw_only=True):
    """All that lies open, and a seat's own: its cards, its front once set, and its own choice while others choose.

    ``to_act`` are those still to choose; ``dealt`` counts cards; ``hand`` is empty until the hands are handed out;
    ``shown`` are the hands turned up, the bank's first, and ``results`` the results of the others' bets.
    """

    player: Player
    to_act: tuple[Player, ...]
    mine: Choice | None
    dealt: int
    hand: tuple[Card, ...]
    front: tuple[Card, ...]
    shown: tuple[Hand, ...]
    results: tuple[Result, ...]
