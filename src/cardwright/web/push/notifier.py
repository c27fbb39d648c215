"""Notices to players whose turn it is and who may not see the table, sent by threads with a time limit.

A player's browser names the address to send to, so it may be anything: only HTTPS at a public address is used, the
address that was checked is the one that is connected to, and no redirect is followed. What hangs there keeps the
threads of one domain busy, and neither the others nor the end of the server waits for them.
"""

import asyncio
import functools
import logging
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import msgspec

from cardwright.cardroom.kept_work import RunningTasks
from cardwright.cardroom.logs.people import person_log
from cardwright.cardroom.logs.subscriptions import Subscribed
from cardwright.cardroom.presence import PERSON_SEAT
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.cardroom.tables.settings import SLOW_CLOCK
from cardwright.errors import CardwrightError
from cardwright.game import Player
from cardwright.store.background import call_in
from cardwright.web.push.message import ServerKey, encrypt

logger = logging.getLogger("cardwright")

SEND_TIMEOUT_S = 8.0
NOTICE_LIFETIME_S = 24 * 3600  # while the browser is not running
MAX_NOTICES_UNDER_WAY = 200
MAX_SENDING, MAX_OF_DOMAIN = 64, 16  # messages on their way, each in a thread, and those to one domain
ENDED_STATUSES = (404, 410)  # answers for a subscription that has ended
PUBLIC_IPV6 = ip_network("2000::/3")
NAT64 = ip_network("64:ff9b::/96")  # the last 32 bits are the IPv4 address behind a gateway


class Notifier:
    """Sends notices for a cardroom. With ``allow_private`` it also sends to private addresses, and by HTTP."""

    def __init__(self, cardroom: Cardroom, key: ServerKey, *, allow_private: bool = False) -> None:
        self.cardroom, self.key, self.allow_private = cardroom, key, allow_private
        self.sending = RunningTasks()
        self.threads: Counter[str] = Counter()  # of each domain, until they have ended
        cardroom.turn_came = self.turn_came

    def turn_came(self, live: LiveTable, seats: Collection[Player]) -> None:
        """Send a notice to each of these players who has no page of the table open.

        Where a turn may take a day, also to the others, whose page may be open where no one looks: a browser that shows
        the table shows no notice.
        """
        slow = live.opened.clock == SLOW_CLOCK
        notice = {"title": f"{live.title}: your turn", "body": "The table waits.", "table": f"/t/{live.id}"}
        if live.table is None:  # it waits for what a page does by itself, or for a player to say that they are there
            notice |= {"title": f"{live.title}: all seats are taken", "body": "Open the table, and the game begins."}
        for seat in seats:
            if (slow or not self.cardroom.presence.has_page(live.id, seat)) and len(
                self.sending
            ) < MAX_NOTICES_UNDER_WAY:
                self.sending.start(self._tell(live, live.seats[seat].key, notice))

    def invited(self, live: LiveTable, mark: str, name: str, link: str) -> None:
        """Send a notice to a person who is invited by ``name`` and has no page open; ``link`` leads to the table."""
        if self.cardroom.presence.is_here(person_log(mark), PERSON_SEAT) or len(self.sending) >= MAX_NOTICES_UNDER_WAY:
            return
        notice = {"title": f"{name} invites you", "body": f"To a game of {live.title}.", "table": link}
        self.sending.start(self._tell(live, mark, notice))

    async def _tell(self, live: LiveTable, key: str, notice: dict[str, str]) -> None:
        text = msgspec.json.encode(notice)
        try:
            for subscription in await self.cardroom.subscriptions.list_for(key):
                if await self._send(subscription, text) in ENDED_STATUSES:
                    await self.cardroom.subscriptions.drop(key, subscription.endpoint)
        except CardwrightError as problem:
            logger.warning("no notice", extra={"table": live.id, "why": type(problem).__name__})

    async def _send(self, to: Subscribed, text: bytes) -> int:
        """Return the status that the push service answers, 0 if it cannot be reached."""
        loop, domain = asyncio.get_running_loop(), _domain(to.endpoint)
        if self.threads[domain] >= MAX_OF_DOMAIN or self.threads.total() >= MAX_SENDING:
            logger.warning("push failed", extra={"why": "too many are on their way"})
            return 0
        answered: asyncio.Future[int] = loop.create_future()

        def note(status: int, why: str) -> None:
            self.threads -= Counter((domain,))
            if why:
                logger.warning("push failed", extra={"why": why})
            if not answered.done():
                answered.set_result(status)

        def send() -> None:
            status, why = 0, ""
            try:
                status = deliver(to, text, self.key, allow_private=self.allow_private)
            except Exception as problem:
                why = type(problem).__name__
            call_in(loop, note, status, why)

        self.threads[domain] += 1
        threading.Thread(target=send, name="push", daemon=True).start()
        return await answered

    def close(self) -> None:
        """Stop sending."""
        self.sending.close()


def _domain(endpoint: str) -> str:
    """Return the last two labels of an endpoint's host: names below them cost their owner nothing."""
    return ".".join((urlsplit(endpoint).hostname or "").rsplit(".", 2)[-2:])


@functools.cache
def _secure() -> ssl.SSLContext:
    return ssl.create_default_context()


def deliver(to: Subscribed, text: bytes, key: ServerKey, *, allow_private: bool = False) -> int:
    """Send a message to a subscription and return the status of the answer, within `SEND_TIMEOUT_S` of finding it.

    Raises `OSError`, `TimeoutError`, or `ValueError` for an address or keys that are not allowed.
    """
    parts = urlsplit(to.endpoint)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    if parts.scheme != "https" and not allow_private:
        raise ValueError("a push service is reached by HTTPS")
    body = encrypt(text, to.p256dh, to.auth)
    headers = {
        "Host": parts.netloc,
        "Authorization": key.authorization(f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(len(body)),
        "TTL": str(NOTICE_LIFETIME_S),
        "Urgency": "high",
        "Connection": "close",
    }
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    address = _resolve_public(host, port, allow_private)
    message = "\r\n".join(lines).encode("ascii") + body
    return asyncio.run(_post(address, port, host if parts.scheme == "https" else "", message))


async def _post(address: str, port: int, secure_host: str, message: bytes) -> int:
    """Send a message to an address, by TLS if there is a name to check, and return the status of the answer."""
    secure = {"ssl": _secure(), "server_hostname": secure_host} if secure_host else {}
    async with asyncio.timeout(SEND_TIMEOUT_S):
        reader, writer = await asyncio.open_connection(address, port, **secure)  # type: ignore[arg-type]
        try:
            writer.write(message)
            await writer.drain()
            _, status, *_ = (await reader.readline()).split()
            return int(status)
        finally:
            writer.transport.abort()


def _resolve_public(host: str, port: int, allow_private: bool) -> str:
    """Return an address of a host. Raises `ValueError` if one is not public, unless that is allowed."""
    addresses = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not allow_private and not all(_is_public(address) for address in addresses):
        raise ValueError("a push service has a public address")
    return addresses[0]


def _is_public(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        translated = IPv4Address(int(address) & 0xFFFF_FFFF) if address in NAT64 else None
        address = address.ipv4_mapped or address.sixtofour or translated or address
    in_use = address.version == 4 or address in PUBLIC_IPV6
    return in_use and address.is_global and not address.is_multicast
