"""The hash chain of the log, which names every entry that has changed since it was written.

The link of an entry is a hash of the entry and of the link before it in the same table. The databases compute it when
they insert an entry. Entries that are older than the chain have no link; they are counted.
"""

import hashlib
from collections.abc import Iterable
from typing import TypeAlias

import msgspec

MAX_DAMAGES = 100  # that a report names

Row: TypeAlias = tuple[bytes | str, int, int, bytes | str, bytes | None]  # game, seq, at, body, link


def link(previous: bytes | None, game: bytes | str, seq: int, at: int, body: bytes | str) -> bytes:
    """Return the link of an entry after the one with the link ``previous``."""
    return hashlib.sha256(b"%b%b %d %d %b" % (previous or b"", _bytes(game), seq, at, _bytes(body))).digest()


def _bytes(text: bytes | str) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


class LogReport(msgspec.Struct):
    """Findings of a check: the size of the log, its entries without a link, and a line for each damage."""

    tables: int = 0
    entries: int = 0
    unchained: int = 0
    damage: list[str] = []

    def note(self, damage: str) -> None:
        """Add a line, up to a limit."""
        if len(self.damage) < MAX_DAMAGES:
            self.damage.append(damage)

    def read(self, rows: Iterable[Row]) -> None:
        """Check rows, which are in the order of their tables and entries."""
        table, expected, previous = None, 0, None
        for game, seq, at, body, stored_link in rows:
            if game != table:
                table, expected, previous = game, 0, None
                self.tables += 1
            self.entries += 1
            self.unchained += stored_link is None
            if seq != expected:
                self.note(f"{_place(game, seq)}: entry {expected} should come here")
            elif stored_link is None and previous is not None:
                self.note(f"{_place(game, seq)}: its link is missing")
            elif stored_link is not None and stored_link != link(previous, game, seq, at, body):
                self.note(f"{_place(game, seq)}: changed since it was written")
            expected, previous = seq + 1, stored_link


def _place(game: bytes | str, seq: int) -> str:
    return f"table {_bytes(game).decode(errors='backslashreplace')}, entry {seq}"
