"""Published declarations: each has a log of its own in the store, with a numbered version in every entry.

A version never changes, and its number stays: only the browser that published the first one can add another. One more
log lists the declarations of the store.
"""

import hashlib
from collections.abc import Callable

import msgspec

from cardwright.cardroom.bounded_dict import BoundedDict
from cardwright.cardroom.commitments import TABLE_ID
from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.errors import PlayError, UnknownName
from cardwright.store.background import BackgroundStore

LIST_LOG = "~designs"  # the log of the list
MAX_VERSIONS_OF_DESIGN = 100
MAX_LISTED_DESIGNS = 200  # those with the latest versions
MAX_DESIGNS_IN_MEMORY = 16  # each with the texts of all versions
MAX_NOTE_CHARS = 200
MAX_TITLE_CHARS = 80
SHOWN_DIGEST_CHARS = 16


class Published(TableEvent, frozen=True, omit_defaults=True):
    """A version of a declaration, and perhaps of a variant to play it by, as texts.

    ``key`` is the hash of the secret that may publish the next one.
    """

    text: str
    title: str
    key: str
    by: str = ""
    note: str = ""
    variant: str = ""


class Listed(TableEvent, frozen=True, omit_defaults=True):
    """A version of a declaration was put on the list."""

    design: str
    version: int
    title: str
    by: str = ""


class Hidden(TableEvent, frozen=True, omit_defaults=True):
    """An operator took a declaration off the list, or put it back."""

    design: str
    back: bool = False


class Version(msgspec.Struct, frozen=True):
    """A published version, with its number from 1 and its time in milliseconds since 1970."""

    number: int
    at: int
    text: str
    title: str
    by: str
    note: str
    variant: str

    @property
    def digest(self) -> str:
        """The beginning of the SHA-256 of both texts, the declaration's and the variant's."""
        return hashlib.sha256((self.text + self.variant).encode()).hexdigest()[:SHOWN_DIGEST_CHARS]


class Design(msgspec.Struct, frozen=True):
    """A published declaration with all its versions, the first one first. ``key`` is its designer's."""

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


class _Versions(LogState):
    """A log's versions, and the key of the first one."""

    def __init__(self) -> None:
        self.key = ""
        self.versions: list[Version] = []

    def apply(self, entry: Published, at: int) -> None:
        self.key = self.key or entry.key
        number = self.seq + 1
        self.versions.append(Version(number, at, entry.text, entry.title, entry.by, entry.note, entry.variant))


class _Listing(LogState):
    """The listed declarations, the latest version last, and the declarations that an operator took off the list."""

    def __init__(self) -> None:
        self.items = BoundedDict[str, ListItem](MAX_LISTED_DESIGNS)
        self.hidden: dict[str, ListItem] = {}

    def apply(self, entry: Listed | Hidden, at: int) -> None:
        known = self.items.pop(entry.design, None) or self.hidden.get(entry.design)
        if isinstance(entry, Hidden):
            self._put(known, hidden=not entry.back)
            return
        item = ListItem(entry.design, entry.version, entry.title, entry.by, at)
        self._put(item, hidden=entry.design in self.hidden)

    def _put(self, item: ListItem | None, *, hidden: bool) -> None:
        if item is None:  # it left the list when newer ones came
            return
        self.hidden.pop(item.design, None)
        (self.hidden if hidden else self.items)[item.design] = item


class _VersionLogs(FoldedLogs[_Versions]):
    prefix, create, decoder = "~design ", _Versions, msgspec.json.Decoder(Published)
    max_kept = MAX_DESIGNS_IN_MEMORY
    busy = "this declaration is being published elsewhere; try again"


class _ListLogs(FoldedLogs[_Listing]):
    create, decoder = _Listing, msgspec.json.Decoder(Listed | Hidden)
    busy = "the list is too busy just now; publish it once more"


class Designs:
    """The published declarations of a store. All methods may raise `StoreError`."""

    def __init__(self, store: BackgroundStore, wall: Callable[[], int]) -> None:
        self._logs, self._list = _VersionLogs(store, wall), _ListLogs(store, wall)

    async def find(self, id: str) -> Design | None:
        """Return a declaration with all versions, None where nothing is published."""
        log = await self._logs.read(id) if TABLE_ID.fullmatch(id) else _Versions()
        return Design(id, log.key, tuple(log.versions)) if log.versions else None

    async def publish(self, id: str, entry: Published, *, listed: bool, number: int | None = None) -> Version:
        """Add a version, and return it; the text of the latest one adds none. ``number`` is the one it should get.

        Raises `PlayError` for a declaration of another browser, one with too many versions, one that is unchanged and
        should get the next number, and where another page has published the version of this number.
        """

        def versions(there: _Versions) -> tuple[Published, ...]:
            if there.versions and there.key != entry.key:
                raise PlayError("another browser published this declaration: publish yours as a new one")
            latest = len(there.versions)
            if there.versions and (there.versions[-1].text, there.versions[-1].variant) == (entry.text, entry.variant):
                if number == latest + 1:
                    raise PlayError(f"nothing has changed since version {latest}: there is no version {number} yet")
                return ()
            if number is not None and number <= latest:
                raise PlayError(
                    f"another page has published version {latest}, and this one would undo its changes: look at "
                    f"version {latest}, and publish yours as version {latest + 1}"
                )
            if there.seq >= MAX_VERSIONS_OF_DESIGN:
                raise PlayError(f"a declaration has at most {MAX_VERSIONS_OF_DESIGN} versions: publish it as a new one")
            return (entry,)

        added = await self._logs.append(id, versions)
        version = (await self._logs.read(id)).versions[added - 1]
        if listed:
            await self._put_on_list(Listed(id, version.number, version.title, version.by))
        return version

    async def _put_on_list(self, entry: Listed) -> None:
        def missing(there: _Listing) -> tuple[Listed, ...]:
            item = there.items.get(entry.design) or there.hidden.get(entry.design)
            return () if item and item.version >= entry.version else (entry,)

        await self._list.append(LIST_LOG, missing)

    async def listed(self) -> list[ListItem]:
        """Return the listed declarations, those with the latest versions first."""
        return list(reversed((await self._list.read(LIST_LOG)).items.values()))

    async def hidden(self) -> list[ListItem]:
        """Return the declarations that an operator took off the list, the last one first."""
        return list(reversed((await self._list.read(LIST_LOG)).hidden.values()))

    async def hide(self, id: str, *, back: bool) -> ListItem:
        """Take a declaration off the list for good, or put it ``back``. Its pages and its games stay.

        Raises `PlayError` for one that is not on the list, or not off it.
        """

        def entries(there: _Listing) -> tuple[Hidden, ...]:
            known = there.hidden if back else there.items
            if id not in known:
                raise PlayError(f"{id!r:.80} is not {'hidden' if back else 'on the list'}")
            return (Hidden(id, back),)

        await self._list.append(LIST_LOG, entries)
        listing = await self._list.read(LIST_LOG)
        return (listing.items if back else listing.hidden)[id]
