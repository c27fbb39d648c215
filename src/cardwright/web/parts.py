"""Named parts of a page, so that a socket sends only those that have changed.

A template marks where a part begins and ends; `split` finds the parts and `whole` removes the marks. They hold random
digits, so that no text of a player can be one. A part alternates between HTML and the names of parts that lie in it.
A part may be any text: an element, a few attributes, the name of a tag.
"""

import functools
import itertools
import re
import secrets
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from weakref import WeakValueDictionary

from markupsafe import escape

Part = tuple[str, ...]
Parts = Mapping[str, Part]
Named = tuple[str, Part, int]  # a part with its name and its hash, which is computed once for all who are sent it
Digest: TypeAlias = "tuple[tuple[str, ...], array[int]]"  # the names of parts, and a hash of each

ROOT = ""  # the name of the part that holds all others
CONSTANT = "@"  # begins the name of a part that is the same on every page, and so is sent to a client only once
# Between the frames of a message, the parts of a frame, and the pieces of a part.
FRAME_BREAK, PART_BREAK, PIECE_BREAK = "\x1d", "\x1e", "\x1f"

_MARK = f"\x02{secrets.token_hex(8)}"
_MARKS = re.compile(rf"{_MARK}([^\x03]*)\x03")
_BREAKS = FRAME_BREAK + PART_BREAK + PIECE_BREAK
_BREAK, _NO_BREAKS = re.compile(f"[{_BREAKS}]"), str.maketrans("", "", _BREAKS)
MAX_TEXTS = 16_384  # that are kept escaped
MAX_NAME_SETS = 16_384  # of constant parts that clients have
_KEPT = "="  # before the number of a fragment, in a mark

SHUT = f"{_MARK}\x03"  # the mark after a part


def open(name: str) -> str:
    """Return the mark before a part. Parts of the same name on a page must be equal."""
    return f"{_MARK}{name}\x03"


class Fragment:
    """HTML with the parts in it: what is drawn once and used often, and what is joined of others."""

    __slots__ = ("__weakref__", "_digest", "_number", "inner", "own")

    def __init__(self, own: Part, inner: Sequence[Named] = ()) -> None:
        self.own, self.inner = own, inner
        self._number = ""
        self._digest: Digest | None = None

    @property
    def digest(self) -> Digest:
        """The names and hashes of the parts, one object for all clients that are sent this."""
        if self._digest is None:
            hashes = {name: number for name, _, number in self.inner} | {ROOT: hash(self.own)}
            self._digest = tuple(hashes), array("q", hashes.values())
        return self._digest

    @property
    def parts(self) -> dict[str, Part]:
        """The parts by name, with the root."""
        return {name: own for name, own, _ in self.inner} | {ROOT: self.own}

    def __html__(self) -> str:
        if not self._number:
            self._number = str(next(_numbers))
            _fragments[self._number] = self
        return f"{_MARK}{_KEPT}{self._number}\x03"


_numbers = itertools.count()
_fragments: WeakValueDictionary[str, Fragment] = WeakValueDictionary()


def fragment(*pieces: str | Fragment) -> Fragment:
    """Return pieces of HTML as one. Texts in them are `escaped`."""
    return Fragment(*_together(pieces))


def _together(pieces: Iterable[str | Fragment]) -> tuple[Part, list[Named]]:
    own, text, inner = list[str](), "", list[Named]()
    for piece in pieces:
        if isinstance(piece, Fragment):
            first = piece.own
            if len(first) > 1:
                own.append(text + first[0])
                own += first[1:-1]
                text = first[-1]
            else:
                text += first[0]
            inner += piece.inner
        else:
            text += piece
    own.append(text)
    return tuple(own), inner


def part(name: str, *pieces: str | Fragment) -> Fragment:
    """Return pieces of HTML as a part. Parts of the same name on a page must be equal."""
    name = sys.intern(name)
    if len(pieces) == 1 and isinstance(content := pieces[0], str):  # most parts
        return Fragment(("", name, ""), (_named(name, (content,)),))
    own, inner = _together(pieces)
    inner.append(_named(name, own))
    return Fragment(("", name, ""), inner)


def _named(name: str, own: Part) -> Named:
    return name, own, hash(own)


def empty(name: str) -> Fragment:
    """Return the place of a part, which is `filled` later."""
    return Fragment(("", sys.intern(name), ""))


def filled(drawn: Fragment, contents: Mapping[str, str]) -> Fragment:
    """Return a fragment with the contents of parts that it has only the place of."""
    places = {name for _, own, _ in drawn.inner for name in own[1::2]}
    inner = [_named(name, (content,)) for name, content in contents.items() if name in places]
    return Fragment(drawn.own, [*drawn.inner, *inner])


@functools.lru_cache(maxsize=MAX_TEXTS)
def escaped(text: str) -> str:
    """Return a text as HTML that can lie in a part."""
    found = str(escape(text))
    return found.translate(_NO_BREAKS) if _BREAK.search(found) else found


def fragment_of(html: str) -> Fragment:
    """Return marked HTML as a fragment."""
    found = split(html)
    own = found.pop(ROOT)
    return Fragment(own, tuple(_named(*each) for each in found.items()))


def split(html: str) -> dict[str, Part]:
    """Return the parts of marked HTML by name."""
    if _BREAK.search(html):
        html = html.translate(_NO_BREAKS)
    first, *rest = _MARKS.split(html)
    found: dict[str, Part] = {}
    names, own = [ROOT], [first]
    outer: list[list[str]] = []
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        if name.startswith(_KEPT):
            kept = _fragments[name[1:]]
            found.update((inner, content) for inner, content, _ in kept.inner)
            own[-1] += kept.own[0]
            own += kept.own[1:]
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


_nothing: Digest = (), array("q")
_no_names: frozenset[str] = frozenset()


@functools.lru_cache(maxsize=MAX_NAME_SETS)
def _one_object(names: frozenset[str]) -> frozenset[str]:
    """Return a set of names, one object for all clients that have these."""
    return names


class Sender:
    """The messages for one client, which has the parts of the last frame, and all constant ones."""

    __slots__ = ("_constant", "_number", "_sent")

    def __init__(self) -> None:
        # Of the last frame; as a dictionary, it would be most of a socket's memory.
        self._sent = _nothing
        self._constant = _no_names
        self._number = 0

    def message(self, frame: Fragment) -> str:
        """Return the next message, "" if the client has all parts as they are.

        It holds its number and the parts that have changed since the message before; that of number 0 holds all.
        """
        (names, hashes), (old_names, old_hashes) = frame.digest, self._sent
        if names == old_names:
            changed = [name for name, now, before in zip(names, hashes, old_hashes, strict=True) if now != before]
        else:
            sent = dict(zip(old_names, old_hashes, strict=True)).get
            changed = [name for name, now in zip(names, hashes, strict=True) if sent(name) != now]
        changed = [name for name in changed if name not in self._constant]
        self._sent = frame.digest
        if constant := [name for name in changed if name.startswith(CONSTANT)]:
            self._constant = _one_object(self._constant.union(constant))
        if not changed:
            return ""
        parts = frame.parts
        lines = [PIECE_BREAK.join((name, *parts[name])) for name in changed]
        message = PART_BREAK.join((str(self._number), *lines))
        self._number += 1
        return message
