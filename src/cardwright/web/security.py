"""Same-origin checks, security headers, and limits on the size, time and rate of requests.

A browser has a secret of 256 bits in an HttpOnly cookie, and from that follows the secret of its seat at each table;
the server keeps only the hash of that one. The personal link holds a seat's secret in its path, once: opening it sets
the cookie and forwards to the table, so it does not stay in view. It opens that seat and no other: a personal
link does not reveal the browser's own secret, nor its seats at other tables.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Iterable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from cardwright.web.app_state import state_of
from cardwright.web.budget import REQUEST_S, SOCKET_S, charged, network
from cardwright.web.hosts import HOST, is_own_host, same_origin
from cardwright.web.refused import Refused

# No inline script or style, nothing from elsewhere, no frames, forms only home.
CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
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
    "cache-control": "no-store",
}
CACHED_HEADERS = HEADERS | {"cache-control": "public, max-age=31536000, immutable"}

_FIXED, _CHANGING = (
    [(name.encode(), value.encode()) for name, value in headers.items()] for headers in (CACHED_HEADERS, HEADERS)
)

FORM_LIMIT_BYTES = 8 * 1024  # bytes of the largest form
LARGE_FORM_LIMIT_BYTES = 256 * 1024  # bytes of a form that holds a declaration
LARGE_FORMS = "/workbench"  # the addresses that take one
UPLOAD_LIMIT_BYTES = 1 << 20  # bytes of a form that holds a file
UPLOADS = "/games/upload"  # the address that takes one
OPENED = "cardwright.opened"  # in the scope of a socket that has been opened: the function that serves it
FORM_TIMEOUT_S = 10.0  # seconds that a form may take to arrive


class SecurityMiddleware:
    """The outermost middleware: security headers on every response, and no changes requested by other sites.

    Forms are limited to `FORM_LIMIT_BYTES`, some to more, and `FORM_TIMEOUT_S`. ``refuse`` answers refused requests.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self.app, self.refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._respond(scope, receive, send)
        elif scope["type"] == "websocket":
            # The client may be gone before the answer, or the server stop while a socket is being opened.
            with contextlib.suppress(OSError, asyncio.CancelledError):
                if not await self._admits(scope):
                    await WebSocket(scope, receive, send).close(1008)
                    return
                await self.app(scope, receive, send)
                # The routes and the other middleware would take 6 kB for as long as a socket is open.
                if serve := scope.pop(OPENED, None):
                    await serve()
        else:
            await self.app(scope, receive, send)

    @staticmethod
    async def _admits(scope: Scope) -> bool:
        """Return whether a socket may be opened: by a name of ours, and by an address that is not over its share."""
        socket = HTTPConnection(scope)
        state = state_of(socket)
        client = network(socket.client.host if socket.client else "")
        state.budget.charge(client, SOCKET_S)
        if state.limits and not await state.budget.admits(client):
            return False
        return is_own_host(socket.headers.get("host", ""), state.host_names)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        state = state_of(request)
        client = network(request.client.host if request.client else "")
        began, work_s, status, answered = time.monotonic(), 0.0, 500, False
        state.budget.charge(client, REQUEST_S)

        def charge(seconds: float) -> None:
            nonlocal work_s
            work_s += seconds
            state.budget.charge(client, seconds)

        async def guarded(message: Message) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], True
                message["headers"] = [*message.get("headers", ()), *_headers(scope, status, message.get("headers", ()))]
            await send(message)

        try:
            if state.limits and not await state.budget.admits(client):
                raise Refused(429, "too many requests from this address; wait a moment and try again")
            _check_host(request, state.host_names)
            receive = await self._checked_body(request, receive)
        except Refused as refused:
            answer = await self.refuse(request, refused)
            answer.headers["connection"] = "close"  # what else the client sends is not read
            await answer(scope, receive, guarded)
            state.metrics.answered("refused", status, time.monotonic() - began, 0)
            return
        try:
            await charged(self.app(scope, receive, guarded), charge)
        except asyncio.CancelledError:  # the server stops, and has waited for a while
            if not answered:
                answer = await self.refuse(request, Refused(503, "the server is stopping; try again in a moment"))
                await answer(scope, receive, guarded)
        finally:
            handler = getattr(scope.get("endpoint"), "__name__", "none")
            state.metrics.answered(handler, status, time.monotonic() - began, work_s)

    @staticmethod
    async def _checked_body(request: Request, receive: Receive) -> Receive:
        if request.method in ("GET", "HEAD"):
            if "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0":
                raise Refused(400, f"a {request.method} request has no body")
            return receive
        if not same_origin(request):
            raise Refused(403, "the request came from another site")
        return _replay_body(await _body(request, receive), receive)


def _check_host(request: Request, names: Collection[str] | None) -> None:
    host, *others = request.headers.getlist("host") or ["-"]
    if others:
        raise Refused(400, "a request names one host")
    if not HOST.fullmatch(host):
        raise Refused(400, f"not a valid host name: {host[:60]!r}")
    if not is_own_host(host, names):
        raise Refused(421, f"this cardroom is not at {host[:60]!r}; its owner can add that by --host-name")


def _headers(scope: Scope, status: int, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the security headers that a response lacks. Responses without cache-control get no-store."""
    sent = {name for name, _ in headers}
    # The address of a file changes with what it names; a refusal can end, such as that of a name of this server.
    fixed = scope["path"].startswith("/static/") and scope["query_string"] and status < 400
    return [header for header in (_FIXED if fixed else _CHANGING) if header[0] not in sent]


async def _body(request: Request, receive: Receive) -> bytes:
    """Return the body of a form. Raises `Refused` without a length, and for one that is too large or too slow."""
    length = request.headers.get("content-length", "0")
    if "transfer-encoding" in request.headers or not length.isascii() or not length.isdigit():
        raise Refused(411, "send the form in one piece, with a content-length")
    path: str = request.scope["path"]
    most = LARGE_FORM_LIMIT_BYTES if path.startswith(LARGE_FORMS) else FORM_LIMIT_BYTES
    most = UPLOAD_LIMIT_BYTES if path == UPLOADS else most
    if len(length) > 9 or int(length) > most:
        raise Refused(413, f"the form is larger than {most} bytes")
    body = b""
    try:
        async with asyncio.timeout(FORM_TIMEOUT_S):
            while True:
                message = await receive()
                body += bytes(message.get("body", b""))
                if message["type"] == "http.disconnect" or len(body) > most:
                    raise Refused(400, "the form cannot be read")
                if not message.get("more_body"):
                    return body
    except TimeoutError as late:
        raise Refused(408, f"the form took longer than {FORM_TIMEOUT_S:.0f} s") from late


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that replays a body which has been read."""
    messages: list[Message] = [{"type": "http.request", "body": body}]

    async def repeated() -> Message:
        return messages.pop() if messages else await receive()

    return repeated
