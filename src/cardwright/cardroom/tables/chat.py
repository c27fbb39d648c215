"""The chat of a table: of its players, and of the people who watch."""

from collections.abc import Mapping, Sequence

import msgspec

from cardwright.cardroom.events import Said, WatcherSaid, WatchersSilenced
from cardwright.cardroom.tables.news import MAX_KEPT_LINES
from cardwright.game import Player

PHRASES = ("Hello", "Good luck", "Nice hand", "Sorry", "Another game?")
# By one touch: faces, which more fonts have than other signs.
REACTIONS = ("😎 Well played", "😍 Bravo", "😂 Haha", "😖 Ouch", "😶 Thinking…", "😊 Thank you")
MAX_TALKING_WATCHERS = 200
MAX_WATCHER_LINES, WATCHER_LINES_MS = 10, 30_000  # that all watchers together may say within this time


class Chat(msgspec.Struct, frozen=True):
    """The last lines, each with its speaker, oldest first.

    A speaker is a seat, or for a person who watches the number of seats and more, in the order in which they first
    talked. ``watchers`` are the names of these people by the hash of their secret, ``watcher_times`` when they last
    wrote. If ``is_silent``, they may not talk.
    """

    seats: int
    is_silent: bool = False
    lines: tuple[tuple[int, str], ...] = ()
    watchers: Mapping[str, str] = {}
    watcher_times: tuple[int, ...] = ()

    @property
    def speakers(self) -> int:
        """Return how many people may be in the chat: the seats, and the people who watch and have talked."""
        return self.seats + len(self.watchers)

    def speaker(self, key: str) -> int:
        """Return the number of a person who watches; they may not have talked yet."""
        known = list(self.watchers)
        return self.seats + (known.index(key) if key in self.watchers else len(known))

    def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """Return the name of each speaker."""
        return (*players, *self.watchers.values())

    def refuses_watcher(self, key: str, now: int) -> str:
        """Return why a person who watches cannot talk now, "" if they can."""
        if self.is_silent:
            return "at this table only the players talk"
        recent = [at for at in self.watcher_times if now - at < WATCHER_LINES_MS]
        if len(recent) >= MAX_WATCHER_LINES:
            return "the people who watch have just said much; wait a moment and try again"
        if key not in self.watchers and len(self.watchers) >= MAX_TALKING_WATCHERS:
            return "too many people who watch have talked at this table"
        return ""

    def ends_with(self, speaker: int, text: str) -> bool:
        """Return whether this is the last line."""
        return self.lines[-1:] == ((speaker, text),)

    def with_line(self, speaker: int, text: str) -> "Chat":
        """Return the chat with one more line. Lines of spectators never displace lines of players."""
        lines = [*self.lines, (speaker, text)]
        alike = [line for line in lines if (line[0] >= self.seats) == (speaker >= self.seats)]
        if len(alike) > MAX_KEPT_LINES:
            lines.remove(alike[0])
        return msgspec.structs.replace(self, lines=tuple(lines))

    def without(self, seat: Player) -> "Chat":
        """Return the chat without the talk of a player who has left: the seat may become another's."""
        return msgspec.structs.replace(self, lines=tuple(line for line in self.lines if line[0] != seat))

    def with_seats(self, kept: Sequence[Player]) -> "Chat":
        """Return the chat of a table that has these seats left, in this order, without the talk at the others."""
        speakers = [*kept, *range(self.seats, self.speakers)]
        lines = tuple((speakers.index(who), text) for who, text in self.lines if who in speakers)
        return msgspec.structs.replace(self, seats=len(kept), lines=lines)

    def apply(self, entry: Said | WatcherSaid | WatchersSilenced, at: int) -> "Chat":
        """Return the chat after an entry of the log."""
        match entry:
            case Said(seat, text):
                return self.with_line(seat, text)
            case WatcherSaid(name, key, text):
                made = self.with_line(self.speaker(key), text)
                times = (*self.watcher_times, at)[-MAX_WATCHER_LINES:]
                return msgspec.structs.replace(made, watchers={**self.watchers, key: name}, watcher_times=times)
            case WatchersSilenced(silent):
                return msgspec.structs.replace(self, is_silent=silent)
