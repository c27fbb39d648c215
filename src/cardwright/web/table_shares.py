"""The bounded share of the lobby that one address has, and the order of the lobby's tables.

The addresses are in memory only, so each server has its own count.
"""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.web.refused import Refused

MAX_WAITING_TABLES = 4  # of the lobby at which people of one address wait for others
MAX_SHARED_TABLES = 16  # of the lobby, waiting and running, at which people of one address sit


def is_shared(live: LiveTable) -> bool:
    """Return whether strangers meet at a table: people may sit down from the lobby, and it has not ended."""
    return live.opened.listed and live.opened.people > 1 and not live.over and live.seats.called_off is None


class TableShares:
    """The tables of the lobby at which each address has a seat."""

    def __init__(self) -> None:
        self._tables: defaultdict[str, set[str]] = defaultdict(set)
        self._begun: Counter[tuple[str, bool]] = Counter()  # requests that open a table, or sit down at one

    @contextlib.contextmanager
    def admit(self, address: str, tables: Mapping[str, LiveTable], *, opens: bool) -> Iterator[None]:
        """Count a request that sits down at a table, or ``opens`` one, until it has done so.

        Raises `Refused` if the address has its share: of all tables, or for a new one, of the tables that wait.
        """
        self._check(address, tables, opens=opens)
        self._begun[address, opens] += 1
        try:
            yield
        finally:
            self._begun[address, opens] -= 1
            if not self._begun[address, opens]:
                del self._begun[address, opens]

    def _check(self, address: str, tables: Mapping[str, LiveTable], *, opens: bool) -> None:
        there = [tables[id] for id in self._tables.pop(address, ()) if id in tables]
        shared = [live for live in there if is_shared(live) and not live.seats.deserted]
        if shared:
            self._tables[address] = {live.id for live in shared}
        begun = self._begun[address, opens]  # without these, requests sent all at once would all be admitted
        if opens and sum(bool(live.seats.free) for live in shared) + begun >= MAX_WAITING_TABLES:
            raise Refused(429, f"people of your address wait at {MAX_WAITING_TABLES} tables of the lobby already")
        if len(shared) + begun >= MAX_SHARED_TABLES:
            raise Refused(429, f"people of your address sit at {MAX_SHARED_TABLES} tables of the lobby already")

    def note(self, address: str, live: LiveTable) -> None:
        """Count a table at which a person of an address has sat down."""
        if is_shared(live):
            self._tables[address].add(live.id)


def place_in_lobby(live: LiveTable, watched: bool) -> tuple[bool, bool, int, int]:
    """Return the sort key of the lobby: the fullest table first, and the one that has waited longest.

    First come those whose page is open, and after them the running ones, the latest move first.
    """
    waits = bool(live.seats.free)
    return not waits, not watched, len(live.seats.free), live.at if waits else -live.at
