"""Named parts of a page, so that a socket sends only those that have changed.

A template marks where a part begins and ends; `split` finds the parts and `whole` removes the marks. They hold random
digits, so that no text of a player can be one. A part alternates between HTML and the names of parts that lie in it.
A part may be any text: an element, a few attributes, the name of a tag.
"""

import itertools
import re
import secrets
import sys
from collections.abc import Mapping
from weakref import WeakValueDictionary

Part = tuple[str, ...]
Parts = Mapping[str, Part]

ROOT = ""  # the name of the part that holds all others
CONSTANT = "@"  # begins the name of a part that is the same on every page, and so is sent to a client only once
PART_BREAK, PIECE_BREAK = "\x1e", "\x1f"  # between the parts of a message, and within a part

_MARK = f"\x02{secrets.token_hex(8)}"
_MARKS = re.compile(rf"{_MARK}([^\x03]*)\x03")
_NO_BREAKS = str.maketrans("", "", PART_BREAK + PIECE_BREAK)
_KEPT = "="  # before the number of a fragment, in a mark

SHUT = f"{_MARK}\x03"  # the mark after a part


def open(name: str) -> str:
    """Return the mark before a part. Parts of the same name on a page must be equal."""
    return f"{_MARK}{name}\x03"


class Fragment:
    """A piece of a page that is drawn once and used often, with the parts in it."""

    def __init__(self, html: str) -> None:
        self.parts = split(html)
        self.own = self.parts.pop(ROOT)
        self._number = str(next(_numbers))
        _fragments[self._number] = self

    def __html__(self) -> str:
        return f"{_MARK}{_KEPT}{self._number}\x03"


_numbers = itertools.count()
_fragments: WeakValueDictionary[str, Fragment] = WeakValueDictionary()


def split(html: str) -> dict[str, Part]:
    """Return the parts of marked HTML by name."""
    if PART_BREAK in html or PIECE_BREAK in html:
        html = html.translate(_NO_BREAKS)
    first, *rest = _MARKS.split(html)
    found: dict[str, Part] = {}
    names, own = [ROOT], [first]
    outer: list[list[str]] = []
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        if name.startswith(_KEPT):
            fragment = _fragments[name[1:]]
            found |= fragment.parts
            own[-1] += fragment.own[0]
            own += fragment.own[1:]
            own[-1] += text
        elif name:
            names.append(sys.intern(name))
            own.append(names[-1])
            outer.append(own)
            own = [text]
        else:
            found[names.pop()] = tuple(own)
            own = outer.pop()
            own.append(text)
    found[ROOT] = tuple(own)
    return found


def joined(parts: Parts, name: str = ROOT) -> str:
    """Return the HTML of a part with all that lies in it."""
    return "".join([joined(parts, piece) if at % 2 else piece for at, piece in enumerate(parts[name])])


def whole(html: str) -> str:
    """Return HTML without marks."""
    return joined(split(html)) if _MARK in html else html


class Sender:
    """The messages for one client, which has the parts of the last frame, and all constant ones."""

    def __init__(self) -> None:
        self._sent: dict[str, int] = {}  # a hash of each part of the last frame
        self._constant: set[str] = set()
        self._number = 0

    def message(self, parts: Parts) -> str:
        """Return the next message, "" if the client has all parts as they are.

        It holds its number and the parts that have changed since the message before; that of number 0 holds all.
        """
        sent, self._sent = self._sent, {name: hash(own) for name, own in parts.items()}
        changed = [name for name, value in self._sent.items() if sent.get(name) != value and name not in self._constant]
        self._constant.update(name for name in changed if name.startswith(CONSTANT))
        if not changed:
            return ""
        lines = [PIECE_BREAK.join((name, *parts[name])) for name in changed]
        message = PART_BREAK.join((str(self._number), *lines))
        self._number += 1
        return message
