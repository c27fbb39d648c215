"""Named parts of a page, so that a socket sends only those that have changed.

A template marks where a part begins and ends; `split` finds the parts and `whole` removes the marks. They hold random
digits, so that no text of a player can be one. A part is HTML in which the name of each part that lies in it stands
between breaks, as it is sent. It may be any text: an element, a few attributes, the name of a tag.
"""

import functools
import hashlib
import itertools
import operator
import re
import secrets
import sys
from array import array
from collections.abc import Iterable, Mapping
from weakref import WeakValueDictionary

from markupsafe import escape

Parts = Mapping[str, str]  # each part by its name

ROOT = ""  # the name of the part that holds all others
CONSTANT = "@"  # begins the name of a part that never changes on a page, and so is sent to a client only once
CONSTANT_NAME_BYTES = 5  # of the hash that names one
# Between the frames of a message, the parts of a frame, and in a part before and after each name.
FRAME_BREAK, PART_BREAK, PIECE_BREAK = "\x1d", "\x1e", "\x1f"

_MARK = f"\x02{secrets.token_hex(8)}"
_MARKS = re.compile(rf"{_MARK}([^\x03]*)\x03")
_BREAKS = FRAME_BREAK + PART_BREAK + PIECE_BREAK
_BREAK, _NO_BREAKS = re.compile(f"[{_BREAKS}]"), str.maketrans("", "", _BREAKS)
MAX_ESCAPED_TEXTS = 16_384  # short ones are kept as parts too
MAX_SHORT_CHARS = 40
MAX_KEPT_CHANGES = 64  # from one frame to the next, for the next spectator
_KEPT = "="  # before the number of a fragment, in a mark

END = f"{_MARK}\x03"  # the mark after a part


def begin(name: str) -> str:
    """Return the mark before a part. Parts of the same name on a page must be equal."""
    return f"{_MARK}{name}\x03"


class Fragment:
    """HTML with the parts in it: drawn once and used often, or joined from others."""

    __slots__ = ("__weakref__", "_hashed", "_lacking", "_number", "inner", "own")

    def __init__(self, own: str, inner: dict[str, str]) -> None:
        self.own, self.inner = own, inner
        self._number = ""
        self._lacking: frozenset[str] | None = None
        self._hashed: Hashed | None = None

    @property
    def parts(self) -> dict[str, str]:
        """The parts by name, with the root."""
        return self.inner | {ROOT: self.own}

    @property
    def lacking(self) -> frozenset[str]:
        """The names of the parts that it has only the place of."""
        if self._lacking is None:
            places = (own.split(PIECE_BREAK)[1::2] for own in self.inner.values())
            self._lacking = frozenset(itertools.chain.from_iterable(places)).difference(self.inner)
        return self._lacking

    @property
    def hashed(self) -> "Hashed":
        """Its hashes, one object for all clients that were sent this."""
        if self._hashed is None:
            self._hashed = Hashed({name: hash(text) for name, text in self.parts.items()})
        return self._hashed

    def differing(self, frame: "Fragment") -> Iterable[str]:
        """Return the names of the parts of a frame that this lacks, or has not as they are."""
        inner = frame.inner
        names = [*itertools.compress(inner, map(operator.ne, inner.values(), map(self.inner.get, inner)))]
        return names if frame.own == self.own else [*names, ROOT]

    def __html__(self) -> str:
        if not self._number:
            self._number = str(next(_numbers))
            _fragments[self._number] = self
        return f"{_MARK}{_KEPT}{self._number}\x03"


class Hashed:
    """The names of a frame's parts and a hash of each: enough to find later what has changed, in little memory."""

    __slots__ = ("_hashes", "_names")

    def __init__(self, hashes: Mapping[str, int]) -> None:
        self._names, self._hashes = tuple(hashes), array("q", hashes.values())

    @property
    def hashed(self) -> "Hashed":
        """This."""
        return self

    @property
    def _known(self) -> dict[str, int]:
        return dict(zip(self._names, self._hashes, strict=True))

    def differing(self, frame: Fragment) -> Iterable[str]:
        """Return the names of the parts of a frame that this lacks, or has not as they are."""
        known = self._known.get
        return [name for name, text in frame.parts.items() if known(name) != hash(text)]

    def updated(self, parts: Parts) -> tuple["Hashed", dict[str, str]]:
        """Return this with the parts that differ from its own, and those parts; parts that it lacks are left."""
        known = self._known if parts else {}  # most tables have no clock, and nothing to look up
        changed = {name: text for name, text in parts.items() if known.get(name, hash(text)) != hash(text)}
        updated = Hashed(known | {name: hash(text) for name, text in changed.items()}) if changed else self
        return updated, changed


_numbers = itertools.count()
_fragments: WeakValueDictionary[str, Fragment] = WeakValueDictionary()


class Builder:
    """A fragment that is being drawn: the parts of all its pieces go into one dictionary, each copied once."""

    __slots__ = ("inner",)

    def __init__(self) -> None:
        self.inner: dict[str, str] = {}

    def part(self, name: str, *pieces: str | Fragment) -> str:
        """Add pieces of HTML as a part; return its placeholder."""
        only = pieces[0] if len(pieces) == 1 else None  # most parts are a text
        self.inner[sys.intern(name)] = only if isinstance(only, str) else self.joined(pieces)
        return _place(name)

    def fragment(self, *pieces: str | Fragment) -> Fragment:
        """Return pieces of HTML as one, with all parts. Nothing can be added then."""
        return Fragment(self.joined(pieces), self.inner)

    def fill(self, drawn: Fragment, contents: Mapping[str, str]) -> None:
        """Add contents to the empty parts of a fragment, from these."""
        lacking = drawn.lacking
        self.inner |= {name: content for name, content in contents.items() if name in lacking}

    def joined(self, pieces: Iterable[str | Fragment]) -> str:
        """Add the parts of pieces of HTML; return the text around them."""
        texts: list[str] = []
        for piece in pieces:
            if isinstance(piece, str):
                texts.append(piece)
            else:
                texts.append(piece.own)
                self.inner |= piece.inner
        return "".join(texts)


def fragment(*pieces: str | Fragment) -> Fragment:
    """Return pieces of HTML as one. Texts in them are `escaped`."""
    return Builder().fragment(*pieces)


def part(name: str, *pieces: str | Fragment) -> Fragment:
    """Return pieces of HTML as a part. Parts of the same name on a page must be equal."""
    if len(pieces) == 1 and isinstance(content := pieces[0], str):  # most parts
        return _short_part(name, content) if len(content) <= MAX_SHORT_CHARS else _text_part(name, content)
    builder = Builder()
    return Fragment(builder.part(name, *pieces), builder.inner)


def _text_part(name: str, content: str) -> Fragment:
    return Fragment(_place(name), {sys.intern(name): content})


_short_part = functools.lru_cache(maxsize=MAX_ESCAPED_TEXTS)(_text_part)  # the same in many frames


@functools.lru_cache(maxsize=MAX_ESCAPED_TEXTS)
def _place(name: str) -> str:
    """Return the placeholder of a part."""
    return f"{PIECE_BREAK}{name}{PIECE_BREAK}"


@functools.lru_cache(maxsize=MAX_ESCAPED_TEXTS)
def constant(*pieces: str | Fragment) -> Fragment:
    """Return pieces of HTML as a part that a client is sent once, named by its hash."""
    builder = Builder()
    own = builder.joined(pieces)
    name = CONSTANT + hashlib.blake2b(own.encode(), digest_size=CONSTANT_NAME_BYTES).hexdigest()
    return Fragment(builder.part(name, own), builder.inner)


def empty(name: str) -> Fragment:
    """Return the place of a part, which is filled in later: see `Builder.fill`."""
    return Fragment(_place(name), {})


@functools.lru_cache(maxsize=MAX_ESCAPED_TEXTS)
def escaped(text: str) -> str:
    """Return a text as HTML that can lie in a part."""
    html = str(escape(text))
    return html.translate(_NO_BREAKS) if _BREAK.search(html) else html


def fragment_of(html: str) -> Fragment:
    """Return marked HTML as a fragment."""
    html_of = split(html)
    return Fragment(html_of.pop(ROOT), html_of)


def split(html: str) -> dict[str, str]:
    """Return the parts of marked HTML by name."""
    if _BREAK.search(html):
        html = html.translate(_NO_BREAKS)
    first, *rest = _MARKS.split(html)
    html_of: dict[str, str] = {}
    names, texts = [ROOT], [first]
    outer: list[list[str]] = []
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        if name.startswith(_KEPT):
            kept = _fragments[name[1:]]
            html_of |= kept.inner
            texts += (kept.own, text)
        elif name:
            names.append(sys.intern(name))
            texts.append(_place(name))
            outer.append(texts)
            texts = [text]
        else:
            html_of[names.pop()] = "".join(texts)
            texts = outer.pop()
            texts.append(text)
    html_of[ROOT] = "".join(texts)
    return html_of


def joined(parts: Parts, name: str = ROOT) -> str:
    """Return the HTML of a part with all that lies in it."""
    pieces = parts[name].split(PIECE_BREAK)
    return "".join([joined(parts, piece) if at % 2 else piece for at, piece in enumerate(pieces)])


def whole(html: str) -> str:
    """Return HTML without marks."""
    return joined(split(html)) if _MARK in html else html


_NOTHING = Fragment("", {})


@functools.lru_cache(maxsize=MAX_KEPT_CHANGES)
def _changes(before: Fragment | Hashed, frame: Fragment, constant: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the parts that differ between two frames, as they are sent, and the constant parts that a client then has.

    All spectators of a table are sent the same.
    """
    text, known = frame.inner.get, set(constant)
    changed = {name: text(name, frame.own) for name in before.differing(frame) if name not in known}
    added = [name for name in changed if name.startswith(CONSTANT)]
    return _as_sent(changed), (*constant, *added) if added else constant


def _as_sent(changed: Parts) -> str:
    return PART_BREAK.join(map(PIECE_BREAK.join, changed.items()))


class Sender:
    """The messages for one client, which has the parts of the last frame, and all constant ones."""

    __slots__ = ("_constant", "_number", "_sent")

    def __init__(self) -> None:
        self._sent: Fragment | Hashed = _NOTHING  # the last frame, one object for all clients that were sent it
        self._constant: tuple[str, ...] = ()  # a tuple takes a tenth of a set's memory
        self._number = 0

    def message(self, frame: Fragment) -> str:
        """Return the next message, "" if the client has all parts as they are.

        It holds its number and the parts that have changed since the message before; the message of number 0 holds all.
        """
        changes, self._constant = _changes(self._sent, frame, self._constant)
        self._sent = frame
        return self._numbered(changes)

    def quiet_message(self, parts: Parts) -> str:
        """Return the next message of a page on which at most these of its parts have changed, "" if none has.

        Of such a page only hashes are kept, since the next move may be far away.
        """
        self._sent, changed = self._sent.hashed.updated(parts)
        return self._numbered(_as_sent(changed))

    def _numbered(self, changes: str) -> str:
        if not changes:
            return ""
        message = f"{self._number}{PART_BREAK}{changes}"
        self._number += 1
        return message
