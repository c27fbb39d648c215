"""Published declarations: each has a log of its own in the store, with a numbered version in every entry.

A version never changes, and its number stays: only the browser that published the first one can add another. One more
log lists the declarations of the store.
"""

import hashlib
from collections.abc import Callable

import msgspec

from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.events import TableEvent
from cardwright.errors import LostRace, PlayError, UnknownName
from cardwright.store.background import BackgroundStore

LIST_LOG = "~designs"  # the log of the list
MAX_VERSIONS = 100  # of a declaration
MAX_LISTED = 200  # declarations in the list, those with the latest versions
MAX_TRIES = 8  # attempts at a write that loses races
MAX_NOTE_CHARS = 200
MAX_TITLE_CHARS = 80
DIGEST_CHARS = 16  # of a hash that are shown


class Published(TableEvent, frozen=True, omit_defaults=True):
    """A version of a declaration. ``key`` is the hash of the secret that may publish the next one."""

    text: str
    title: str
    key: str
    by: str = ""
    note: str = ""


class Listed(TableEvent, frozen=True, omit_defaults=True):
    """A version of a declaration was put on the list."""

    design: str
    version: int
    title: str
    by: str = ""


class Version(msgspec.Struct, frozen=True):
    """A published version, with its number from 1 and its time in milliseconds since 1970."""

    number: int
    at: int
    text: str
    title: str
    by: str
    note: str

    @property
    def digest(self) -> str:
        """The beginning of the SHA-256 of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:DIGEST_CHARS]


class Design(msgspec.Struct, frozen=True):
    """A published declaration with all its versions, the first one first. ``key`` is that of its designer."""

    id: str
    key: str
    versions: tuple[Version, ...]

    def version(self, number: int) -> Version:
        """Return a version by its number. Raises `UnknownName`."""
        if not 1 <= number <= len(self.versions):
            raise UnknownName("version", str(number), ())
        return self.versions[number - 1]


class ListItem(msgspec.Struct, frozen=True):
    """A declaration in the list, with its latest version."""

    design: str
    version: int
    title: str
    by: str
    at: int


_decode = msgspec.json.Decoder(Published).decode
_decode_listed = msgspec.json.Decoder(Listed).decode


def _log(design: str) -> str:
    return f"~design {design}"


def _encoded(entry: TableEvent) -> str:
    return msgspec.json.encode(entry).decode()


class Designs:
    """The published declarations of a store. All methods may raise `StoreError`."""

    def __init__(self, store: BackgroundStore, wall: Callable[[], int]) -> None:
        self.store, self.wall = store, wall
        self._listed: dict[str, ListItem] = {}  # the latest version last
        self._list_seq = 0

    async def find(self, id: str) -> Design | None:
        """Return a declaration with all versions, None where nothing is published."""
        rows = await self.store.read(_log(id)) if TABLE_ID.fullmatch(id) else []
        if not rows:
            return None
        entries = [(row, _decode(row.body)) for row in rows]
        versions = tuple(
            Version(row.seq + 1, row.at, entry.text, entry.title, entry.by, entry.note) for row, entry in entries
        )
        return Design(id, entries[0][1].key, versions)

    async def publish(self, id: str, entry: Published, *, listed: bool) -> Version:
        """Add a version, and return it; the text of the latest one adds none.

        Raises `PlayError` for a declaration of another browser, or one with too many versions.
        """
        version = await self._append(id, entry)
        if listed:
            await self._list(Listed(id, version.number, version.title, version.by))
        return version

    async def _append(self, id: str, entry: Published) -> Version:
        for _ in range(MAX_TRIES):
            there = await self.find(id)
            seq = len(there.versions) if there else 0
            if there and there.key != entry.key:
                raise PlayError("another browser published this declaration: publish yours as a new one")
            if there and there.versions[-1].text == entry.text:
                return there.versions[-1]
            if seq >= MAX_VERSIONS:
                raise PlayError(f"a declaration has at most {MAX_VERSIONS} versions: publish it as a new one")
            at = self.wall()
            try:
                await self.store.append(_log(id), seq, at, [_encoded(entry)])
            except LostRace:
                continue
            return Version(seq + 1, at, entry.text, entry.title, entry.by, entry.note)
        raise PlayError("this declaration is being published elsewhere; try again")

    async def _list(self, entry: Listed) -> None:
        for _ in range(MAX_TRIES):
            if any(item.design == entry.design and item.version >= entry.version for item in await self.listed()):
                return
            try:
                await self.store.append(LIST_LOG, self._list_seq, self.wall(), [_encoded(entry)])
                return
            except LostRace:
                continue
        raise PlayError("the list is too busy just now; publish it once more")

    async def listed(self) -> list[ListItem]:
        """Return the listed declarations, those with the latest versions first."""
        for row in await self.store.read(LIST_LOG, self._list_seq):
            if row.seq == self._list_seq:  # else another request has read it meanwhile
                entry = _decode_listed(row.body)
                self._listed.pop(entry.design, None)
                self._listed[entry.design] = ListItem(entry.design, entry.version, entry.title, entry.by, row.at)
                self._list_seq += 1
        while len(self._listed) > MAX_LISTED:
            del self._listed[next(iter(self._listed))]
        return list(reversed(self._listed.values()))
