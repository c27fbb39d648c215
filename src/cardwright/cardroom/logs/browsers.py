"""The browsers that play as one player: each is linked by a link that another of them shows, once.

A player is known by the secret of their first browser. A linked browser has a key of its own in place of that secret,
and the log keeps the secret encrypted by that key: the log alone reveals neither, and a browser can be closed.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from cardwright.cardroom.events import TableEvent
from cardwright.cardroom.logs.folded_logs import FoldedLogs, LogState
from cardwright.cardroom.seat_keys import hashed, seat_secret
from cardwright.errors import PlayError

MARK_CHARS = 32  # 128 bits
LINK_MINUTES_COUNT = 10
LINK_LIFETIME_MS = LINK_MINUTES_COUNT * 60 * 1000
MAX_BROWSERS_PER_PLAYER = 8


class LinkMade(TableEvent, frozen=True):
    """A browser showed a link, which ends every earlier one. ``key`` is the hash of its key, ``name`` the player's.

    ``sealed`` are the secrets of that browser, encrypted by the link's key.
    """

    key: str
    sealed: str
    name: str


class BrowserLinked(TableEvent, frozen=True):
    """A browser plays as the player. ``key`` is the hash of its key, ``sealed`` the player's secret by that key.

    ``link`` is the link that it opened, "" for the browser that showed the first one; ``was`` its name before.
    """

    key: str
    sealed: str
    link: str = ""
    was: str = ""


class BrowserLeft(TableEvent, frozen=True):
    """A browser no longer plays as the player, by its own choice."""

    key: str


class OthersClosed(TableEvent, frozen=True):
    """All browsers but this one no longer play as the player, and no earlier link can be opened."""

    key: str


BrowserEntry = LinkMade | BrowserLinked | BrowserLeft | OthersClosed


class Browsers(LogState):
    """The browsers of a player after ``seq`` entries of their log, by the hashes of their keys.

    ``closed`` are the browsers that another one closed. ``link`` can be opened once, within `LINK_LIFETIME_MS`.
    """

    def __init__(self) -> None:
        self.name = ""
        self.link: LinkMade | None = None
        self.link_at = 0
        self.open: dict[str, BrowserLinked] = {}
        self.closed: dict[str, BrowserLinked] = {}

    def apply(self, entry: BrowserEntry, at: int) -> None:
        match entry:
            case LinkMade(name=name):
                self.link, self.link_at, self.name = entry, at, name
            case BrowserLinked(key, link=link):
                self.open[key] = entry
                if self.link is not None and link == self.link.key:
                    self.link = None
            case BrowserLeft(key):
                self.open.pop(key, None)
                self.closed.pop(key, None)
            case OthersClosed(key):
                self.link = None
                self.closed |= {other: each for other, each in self.open.items() if other != key}
                self.open = {key: self.open[key]} if key in self.open else {}

    def opened_by(self, key: str, now: int) -> LinkMade:
        """Return the link with this key. Raises `PlayError` if it cannot be opened now."""
        if self.link is None or self.link.key != hashed(key) or now - self.link_at >= LINK_LIFETIME_MS:
            raise PlayError(f"this link has been used, or is older than {LINK_MINUTES_COUNT} minutes: make a new one")
        if len(self.open) >= MAX_BROWSERS_PER_PLAYER:
            raise PlayError(
                f"{MAX_BROWSERS_PER_PLAYER} browsers play as {self.name} already: close the others in one of them"
            )
        return self.link


class BrowserLogs(FoldedLogs[Browsers]):
    """The browsers of all players of a store, by the marks of the players. All methods may raise `StoreError`."""

    prefix, create, decoder = "~browsers ", Browsers, msgspec.json.Decoder(BrowserEntry)

    async def make_link(self, secrets: Sequence[str], name: str, key: str, browser: str) -> None:
        """Keep a new link with this key to the player of a browser with these secrets.

        ``browser`` is the key of that browser, which becomes the first one if no other is linked.
        """
        sealed = LinkMade(hashed(key), seal(".".join(secrets), key), name)

        def entries(browsers: Browsers) -> list[BrowserEntry]:
            known = hashed(browser) in browsers.open
            first = [] if known else [BrowserLinked(hashed(browser), seal(secrets[0], browser), was=name)]
            return [*first, sealed]

        await self.append(player_mark(secrets[0]), entries)

    async def open_link(self, player: str, key: str, browser: str, was: str) -> list[str]:
        """Link a browser, which then has the key ``browser``, by the key of a link, and return the secrets.

        Raises `PlayError`.
        """
        secrets: list[str] = []

        def entries(browsers: Browsers) -> list[BrowserEntry]:
            link = browsers.opened_by(key, self.wall())
            secrets[:] = unseal(link.sealed, key).split(".")
            return [BrowserLinked(hashed(browser), seal(secrets[0], browser), link.key, was)]

        await self.append(player, entries)
        return secrets

    async def leave(self, player: str, browser: str) -> None:
        """Take a browser off the list."""

        def entries(browsers: Browsers) -> list[BrowserEntry]:
            known = hashed(browser) in {**browsers.open, **browsers.closed}
            return [BrowserLeft(hashed(browser))] if known else []

        await self.append(player, entries)

    async def close_others(self, player: str, browser: str) -> None:
        """Close all browsers of a player but this one, and their link."""

        def entries(browsers: Browsers) -> list[BrowserEntry]:
            others = browsers.link is not None or len(browsers.open) > 1
            return [OthersClosed(hashed(browser))] if others and hashed(browser) in browsers.open else []

        await self.append(player, entries)


def player_mark(secret: str) -> str:
    """Return the mark of the player with this secret, which names the log of their browsers."""
    return hashed(seat_secret(secret, "browsers"))[:MARK_CHARS]


def seal(text: str, key: str) -> str:
    """Return an ASCII text encrypted by a random key of 256 bits, which encrypts nothing else."""
    return _combine(text.encode("ascii"), key).hex()


def unseal(sealed: str, key: str) -> str:
    """Return the text that `seal` encrypted by this key."""
    return _combine(bytes.fromhex(sealed), key).decode("ascii")


def _combine(text: bytes, key: str) -> bytes:
    stream = hashlib.shake_256(f"seal {key}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))
