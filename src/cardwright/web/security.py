"""What keeps strangers out: seat secrets, same-origin checks, headers, and limits on how much and how often.

A browser has a secret of 256 bits in an HttpOnly cookie, and from that follows the secret of its seat at each table;
the server keeps only the hash of that one. The personal link holds a seat's secret in its path, once: opening it sets
the cookie and forwards to the table, so it does not stay in view. It opens that seat and no other: whoever is given a
link learns nothing of the browser's own secret, nor of the seats that it takes at other tables.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# No inline script or style, nothing from elsewhere, no frames, forms only home.
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",  # for browsers that do not know frame-ancestors
    # Pages of other sites learn no address of ours. Ours may: without it, browsers hide where a form comes from.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


FORM_LIMIT_BYTES = 8 * 1024  # bytes of the largest form
FORM_TIMEOUT_S = 10.0  # seconds that a form may take to arrive
HOST = re.compile(r"[A-Za-z0-9._-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


def same_origin(request: HTTPConnection) -> bool:
    """Whether a request that changes something comes from a page of ours.

    Browsers say so in Sec-Fetch-Site, older ones in Origin. A client that sends neither, such as curl, is no
    browser, and carries no cookie that someone else's page could abuse.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # such as an address in half a pair of brackets
        return False


class Refused(Exception):
    """A request that is not served; ``status`` is the HTTP answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class SecurityMiddleware:
    """Outermost: security headers on every answer, and no change that strangers ask for.

    No form is larger than `BODY`, or slower than `SLOW`. What does not get through is answered by ``refuse``.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_headers(scope, message.get("headers", ()))]
            await send(message)

        try:
            if not HOST.fullmatch(request.headers.get("host", "-")):
                raise Refused(400, "that is no name of a host")
            if request.method not in ("GET", "HEAD"):
                if not same_origin(request):
                    raise Refused(403, "that came from another site")
                receive = _repeated(await _body(request, receive), receive)
        except Refused as refused:
            await (await self.refuse(request, refused))(scope, receive, guarded)
            return
        await self.app(scope, receive, guarded)


def _headers(scope: Scope, given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers that an answer lacks. What has no other word about it is kept by nobody."""
    known = {name for name, _ in given}
    fixed = scope["path"].startswith("/static/") and scope["query_string"]  # the address changes with what it names
    wanted = HEADERS | {"cache-control": "public, max-age=31536000, immutable" if fixed else "no-store"}
    return [(name.encode(), value.encode()) for name, value in wanted.items() if name.encode() not in known]


async def _body(request: Request, receive: Receive) -> bytes:
    """All of a form. Raises `Refused` for one that does not say its length, or is too large or too slow."""
    length = request.headers.get("content-length", "0")
    if "transfer-encoding" in request.headers or not length.isascii() or not length.isdigit():
        raise Refused(411, "send the form in one piece, with its length")
    if len(length) > 9 or int(length) > FORM_LIMIT_BYTES:
        raise Refused(413, "that form is too large")
    body = b""
    try:
        async with asyncio.timeout(FORM_TIMEOUT_S):
            while True:
                message = await receive()
                body += bytes(message.get("body", b""))
                if message["type"] == "http.disconnect" or len(body) > FORM_LIMIT_BYTES:
                    raise Refused(400, "that form cannot be read")
                if not message.get("more_body"):
                    return body
    except TimeoutError as late:
        raise Refused(408, "that form took too long") from late


def _repeated(body: bytes, receive: Receive) -> Receive:
    """What an application receives when its form is here already."""
    messages: list[Message] = [{"type": "http.request", "body": body}]

    async def repeated() -> Message:
        return messages.pop() if messages else await receive()

    return repeated


MAX_CLIENTS = 10_000  # that a limiter remembers


class Limiter:
    """So many of each kind of act, for each client: a bucket that holds ``burst`` and refills at ``rate`` a second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._levels: dict[str, tuple[float, float]] = {}

    def allows(self, client: str) -> bool:
        """Take one from the client's bucket, if it holds one."""
        now = self.clock()
        level, since = self._levels.pop(client, (float(self.burst), now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= 1
        self._levels[client] = (level - allowed, now)
        if len(self._levels) > MAX_CLIENTS:  # forget the one that has asked for nothing the longest
            del self._levels[next(iter(self._levels))]
        return allowed
