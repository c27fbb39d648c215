"""Presence: which players at a table have its page open at this server, and who has gone away from it."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator

from cardwright.game import SPECTATOR, Player

GONE_AFTER_S = 4.0  # without an open page: a reload is not noticed

Seat = tuple[str, Player]  # the id of a table, and a seat there


class Presence:
    """Counts the open pages of each seat. ``changed`` is called with the id of a table whose player goes or comes back.

    Players who have not opened the page at this server are neither here nor gone: they may be at another server.
    """

    def __init__(self, changed: Callable[[str], None]) -> None:
        self.changed, self.gone_after_s = changed, GONE_AFTER_S
        self._pages: Counter[Seat] = Counter()
        self._leaving: dict[Seat, asyncio.TimerHandle] = {}
        self._gone: set[Seat] = set()

    @contextlib.contextmanager
    def page(self, table: str, player: Player) -> Iterator[None]:
        """Count a page while it is open."""
        seat = (table, player)
        if player == SPECTATOR:
            yield
            return
        self._pages[seat] += 1
        self.came(table, player)
        try:
            yield
        finally:
            self._pages[seat] -= 1
            if not self._pages[seat]:
                del self._pages[seat]
                self._leaving[seat] = asyncio.get_running_loop().call_later(self.gone_after_s, self._went, seat)

    def is_here(self, table: str, player: Player) -> bool:
        """Return whether a player has a page of a table open at this server, or had a moment ago."""
        return (table, player) in self._pages or (table, player) in self._leaving

    def came(self, table: str, player: Player) -> None:
        """Note that a player is here: they have opened a page, or have made a move."""
        seat = (table, player)
        leaving = self._leaving.pop(seat, None)
        if leaving is not None:
            leaving.cancel()
        if seat in self._gone:
            self._gone.discard(seat)
            self.changed(table)

    def _went(self, seat: Seat) -> None:
        del self._leaving[seat]
        self._gone.add(seat)
        self.changed(seat[0])

    def gone(self, table: str, players: int) -> list[Player]:
        """Return the players of a table who have closed its page."""
        return [player for player in range(players) if (table, player) in self._gone]

    def forget(self, table: str, players: int) -> None:
        """Drop all data of a table that has left the memory."""
        self._gone.difference_update((table, player) for player in range(players))

    def close(self) -> None:
        """Cancel all timers."""
        for leaving in self._leaving.values():
            leaving.cancel()
