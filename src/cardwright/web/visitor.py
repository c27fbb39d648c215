"""A browser at a table: all about it that its page depends on."""

from typing import NamedTuple

from cardwright.cardroom.logs.people import NoticeKind
from cardwright.cardroom.seat_keys import hashed

MUTE_MARK_CHARS = 8  # a mark is the beginning of a name's hash


class ShownNotice(NamedTuple):
    """A notice of an invitation on a page. ``name`` is the other person's, ``title`` the game's."""

    kind: NoticeKind
    name: str
    title: str
    table: str
    link: str


class Visitor(NamedTuple):
    """A browser as far as a frame depends on it: how it has come to the table, and its cookies."""

    keys: tuple[str, ...]
    base: str
    invitation: str
    watches: bool
    called: str
    muted: frozenset[str]
    notices: tuple[ShownNotice, ...] = ()


def mute_mark(name: str) -> str:
    """Return a short text for a name at a table. It is the same when seats are closed, and in a rematch."""
    return hashed(name)[:MUTE_MARK_CHARS]
