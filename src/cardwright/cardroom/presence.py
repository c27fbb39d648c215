"""Presence: which players at a table have its page open, at this server or another, and who has gone away from it.

A person is handled as the only seat of a table, with an id of their own, whose page is any that counts for them.

Servers inform each other by signals, which the log passes on and does not keep: of two about a seat the later one
counts, and a server at which a player is here says so again when another says that they have gone.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable

import msgspec

from cardwright.cardroom.logs.people import PERSON_LOG
from cardwright.errors import StoreError
from cardwright.game import SPECTATOR, Player

GONE_AFTER_S = 4.0  # without an open page: a reload is not noticed
LONG_GONE_AFTER_S = 120.0  # more: the others need not wait any longer
SIGNAL_INTERVAL_S = 0.2  # each signal has all that has changed since the last one
SIGNAL_RETRY_S = 2.0
MAX_SEATS_IN_SIGNAL = 100
RENEW_S, EXPIRE_S = 60.0, 150.0  # people are reported again, and without that taken to be gone: their server has ended
PERSON_SEAT = 0  # the place of a person at their own id

Seat = tuple[str, Player]  # the id of a table, and a seat there


class Signal(msgspec.Struct, frozen=True):
    """The seats whose players have come to a server, and whose have gone; ``asks`` for all that are at the others."""

    server: str
    here: list[Seat] = []
    gone: list[Seat] = []
    asks: bool = False


_decode = msgspec.json.Decoder(Signal).decode


class OpenPage:
    """A page that counts at one seat while it is open, and may change it; a spectator's counts at none."""

    __slots__ = ("_presence", "_seat")

    def __init__(self, presence: "Presence", seat: Seat) -> None:
        self._presence, self._seat = presence, seat

    def __enter__(self) -> "OpenPage":
        if self._seat[1] != SPECTATOR:
            self._presence.open_page(self._seat)
        return self

    def __exit__(self, *problem: object) -> None:
        if self._seat[1] != SPECTATOR:
            self._presence.close_page(self._seat)

    def move(self, table: str = "", player: Player = SPECTATOR) -> None:
        """Have an open page count at another seat, or at none."""
        self.__exit__()
        self._seat = (table, player)
        self.__enter__()


class Presence:
    """Counts the open pages of each seat. ``changed`` is called with the id of a table whose player goes or comes back.

    ``send`` sends a signal to the other servers; from theirs this one takes those about tables that it ``knows``;
    ``server`` is its name.
    """

    def __init__(
        self,
        changed: Callable[[str], None],
        send: Callable[[str], Awaitable[None]],
        server: str,
        knows: Callable[[str], bool],
    ) -> None:
        self.changed, self.send, self.server, self.knows = changed, send, server, knows
        self.gone_after_s, self.long_gone_after_s = GONE_AFTER_S, LONG_GONE_AFTER_S
        self._pages: Counter[Seat] = Counter()
        self._leaving: dict[Seat, asyncio.TimerHandle] = {}
        self._gone: set[Seat] = set()
        self._away_timers: dict[Seat, asyncio.TimerHandle] = {}  # for seats that are gone, until they are gone for long
        self._long_gone: set[Seat] = set()
        self._elsewhere: dict[Seat, float] = {}  # whose players are at another server, and when it last said so
        self._unsent: dict[Seat, bool] = {}  # whether their players are here
        self._sending: asyncio.Task[None] | None = None
        self._renewal: asyncio.TimerHandle | None = None

    def page(self, table: str = "", player: Player = SPECTATOR) -> "OpenPage":
        """Return a page that counts at a seat while it is open."""
        return OpenPage(self, (table, player))

    def open_page(self, seat: Seat) -> None:
        """Count a page more at a seat."""
        self._pages[seat] += 1
        if self._pages[seat] == 1 and seat not in self._leaving:
            self._tell(seat, here=True)
            self._person_came(seat)
        self.arrive(*seat)

    def close_page(self, seat: Seat) -> None:
        """Count a page less at a seat."""
        self._pages[seat] -= 1
        if not self._pages[seat]:
            del self._pages[seat]
            self._leaving[seat] = asyncio.get_running_loop().call_later(self.gone_after_s, self._leave, seat)

    def is_here(self, table: str, player: Player) -> bool:
        """Return whether a player has a page of a table open, at any server, or had a moment ago."""
        return (table, player) in self._leaving or self.has_page(table, player)

    def has_page(self, table: str, player: Player) -> bool:
        """Return whether a player has a page of a table open now, at any server."""
        seat = (table, player)
        return seat in self._pages or (seat in self._elsewhere and not self._has_expired(seat))

    def _has_expired(self, seat: Seat) -> bool:
        return _is_person(seat) and time.monotonic() - self._elsewhere[seat] > EXPIRE_S

    def _person_came(self, seat: Seat) -> None:
        if _is_person(seat):
            self._renew_later()
            self.changed(seat[0])

    def arrive(self, table: str, player: Player) -> None:
        """Note that a player is here: they have opened a page, or have made a move."""
        seat = (table, player)
        leaving = self._leaving.pop(seat, None)
        if leaving is not None:
            leaving.cancel()
        if seat in self._gone:
            self._tell(seat, here=True)
            self._set_present(seat)

    def _set_present(self, seat: Seat) -> None:
        if seat in self._gone:
            self._gone.discard(seat)
            self._forget_absence(seat)
            self.changed(seat[0])

    def _forget_absence(self, seat: Seat) -> None:
        self._long_gone.discard(seat)
        if timer := self._away_timers.pop(seat, None):
            timer.cancel()

    def _leave(self, seat: Seat) -> None:
        del self._leaving[seat]
        self._tell(seat, here=False)
        self._set_gone(seat)

    def _set_gone(self, seat: Seat) -> None:
        self._elsewhere.pop(seat, None)
        if _is_person(seat):
            self.changed(seat[0])
        elif seat not in self._gone:
            self._gone.add(seat)
            later = asyncio.get_running_loop().call_later
            self._away_timers[seat] = later(self.long_gone_after_s, self._set_long_gone, seat)
            self.changed(seat[0])

    def _set_long_gone(self, seat: Seat) -> None:
        del self._away_timers[seat]
        self._long_gone.add(seat)
        self.changed(seat[0])

    def list_absent(self, table: str, players: int) -> list[Player]:
        """Return the players of a table who have closed its page."""
        return [player for player in range(players) if (table, player) in self._gone]

    def is_long_gone(self, table: str, player: Player) -> bool:
        """Return whether a player has closed the page of a table so long ago that the others need not wait."""
        return (table, player) in self._long_gone

    def forget(self, table: str, players: int) -> None:
        """Drop all data of a table that has left the memory."""
        seats = {(table, player) for player in range(players)}
        self._gone -= seats
        for seat in seats:
            self._elsewhere.pop(seat, None)
            self._forget_absence(seat)

    # Signals

    def receive(self, body: str) -> None:
        """Note a message of another server."""
        with contextlib.suppress(msgspec.MsgspecError):  # of another version
            signal = _decode(body)
            if signal.server != self.server:
                self._note(signal)

    def _known(self, seats: list[Seat]) -> list[Seat]:
        return [seat for seat in seats if self.knows(seat[0])]

    def _note(self, signal: Signal) -> None:
        for seat in self._known(signal.here):
            was_here = self.is_here(*seat)
            self._elsewhere[seat] = time.monotonic()
            self._set_present(seat)
            if not was_here:
                self._person_came(seat)
        for seat in self._known(signal.gone):
            self._elsewhere.pop(seat, None)
            if self.is_here(*seat):
                self._tell(seat, here=True)
            else:
                self._set_gone(seat)
        if signal.asks:
            for seat in self._pages:
                self._tell(seat, here=True)

    def _renew_later(self) -> None:
        if self._renewal is None:
            self._renewal = asyncio.get_running_loop().call_later(RENEW_S, self._renew)

    def _renew(self) -> None:
        """Report the people here again, and forget those elsewhere whose server has ended."""
        self._renewal = None
        for seat in [seat for seat in self._elsewhere if self._has_expired(seat)]:
            del self._elsewhere[seat]
        people = [seat for seat in self._pages if _is_person(seat)]
        for seat in people:
            self._tell(seat, here=True)
        if people or self._elsewhere:
            self._renew_later()

    async def ask(self) -> None:
        """Ask the other servers who is there; without an answer, that is known only as people come and go."""
        with contextlib.suppress(StoreError):
            await self._send(Signal(self.server, asks=True))

    async def _send(self, signal: Signal) -> None:
        await self.send(msgspec.json.encode(signal).decode())

    def _tell(self, seat: Seat, *, here: bool) -> None:
        self._unsent.pop(seat, None)
        self._unsent[seat] = here
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        """Send the changes, a part at a time; if that fails, they are sent later."""
        while self._unsent:
            await asyncio.sleep(SIGNAL_INTERVAL_S)
            part = {seat: self._unsent.pop(seat) for seat in list(self._unsent)[:MAX_SEATS_IN_SIGNAL]}
            here, gone = ([seat for seat in part if part[seat] is each] for each in (True, False))
            try:
                await self._send(Signal(self.server, here, gone))
            except StoreError:
                self._unsent = part | self._unsent
                await asyncio.sleep(SIGNAL_RETRY_S)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in (*self._leaving.values(), *self._away_timers.values()):
            timer.cancel()
        if self._sending is not None:
            self._sending.cancel()
        if self._renewal is not None:
            self._renewal.cancel()


def _is_person(seat: Seat) -> bool:
    return seat[0].startswith(PERSON_LOG)
