"""Requests for a seat in the game that goes on from a running one, and the answers of its players."""

import functools
from collections.abc import Collection

import msgspec

from cardwright.cardroom.events import SeatAnswered, SeatAsked, SeatAskedNoMore


class Joining(msgspec.Struct, frozen=True):
    """The people who ask for a seat: names by the hashes of their secrets. ``agreed`` are the seats that let them in.

    A player may also agree before anyone has asked, to make room. ``refused`` cannot ask again at this table.
    """

    asked: dict[str, str] = {}
    agreed: tuple[int, ...] = ()
    refused: tuple[str, ...] = ()

    def apply(self, entry: SeatAsked | SeatAskedNoMore | SeatAnswered) -> "Joining":
        """Return the requests after an entry of the log."""
        change = functools.partial(msgspec.structs.replace, self)
        match entry:
            case SeatAsked(name, key):
                return change(asked={**self.asked, key: name})
            case SeatAskedNoMore(key):
                left = {each: name for each, name in self.asked.items() if each != key}
                return change(asked=left, agreed=self.agreed if left else ())
            case SeatAnswered(seat, True):
                return change(agreed=(*self.agreed, seat))
            case SeatAnswered():
                return change(asked={}, agreed=(), refused=(*self.refused, *self.asked))

    @property
    def is_open(self) -> bool:
        """Return whether there is something to answer."""
        return bool(self.asked or self.agreed)

    def asker(self, keys: Collection[str]) -> str:
        """Return which of these keys has asked for a seat, "" for none."""
        return next((key for key in keys if key in self.asked), "")

    def has_refused(self, keys: Collection[str]) -> bool:
        """Return whether a person with these keys was refused, and no player makes room now."""
        return not self.is_open and any(key in self.refused for key in keys)

    def agree(self, players: Collection[int]) -> bool:
        """Return whether more than half of these players have agreed; one who refuses ends the request."""
        return 2 * len(set(players) & set(self.agreed)) > len(players)
