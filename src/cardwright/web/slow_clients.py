"""Limits on useless connections: idle ones, too many of one address, and clients that do not read."""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, ClassVar

from httptools import HttpParserError
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from cardwright.web.budget import network

HEAD_LIMIT_BYTES = 16 * 1024
MAX_HEADERS = 100  # of a request: a thousand short ones would take as long as a page
HEADER_OVERHEAD_BYTES = 4
LOOPBACK = ("127.0.0.0/8", "::1")
HEAD_TIMEOUT_S = 10.0
STALL_TIMEOUT_S = 20.0  # a client may leave what waits for it unread for this long
MAX_CONNECTIONS_PER_ADDRESS = 200  # that are no sockets; proxies may have more
RECEIVED_BURST_BYTES, RECEIVED_BYTES_S = 1024, 64  # of the client of a socket, which only answers pings, or sends a few


@lru_cache
def is_trusted(host: str, trusted: tuple[str, ...]) -> bool:
    """Return whether an address is one of these or in one of these networks; False for any other text."""
    try:
        return any(ip_address(host) in ip_network(each, strict=False) for each in trusted)
    except ValueError:
        return False


class TimeLimit:
    """A time limit that can be lifted before it is over."""

    __slots__ = ("_timer",)

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop, seconds: float, over: Callable[[], None]) -> None:
        """Call ``over`` when the time is over. A limit that runs already stays as it is."""
        if self._timer is None:
            self._timer = loop.call_later(seconds, self._end, over)

    def _end(self, over: Callable[[], None]) -> None:
        self._timer = None
        over()

    def lift(self) -> None:
        """Stop the time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HeadTimeoutProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits that it lacks.

    They are a size and a timeout for the head of a request, a timeout for the reader of a response, and a number of
    connections for each address.
    """

    open: ClassVar[Counter[str]] = Counter()  # connections of each address, except proxies

    _address: str = ""
    _in_head = True
    _head_bytes = 0  # so far

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._head_limit, self._read_limit = TimeLimit(), TimeLimit()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""  # a client that is gone already has no address
        if host and not is_trusted(host, tuple(self.config.forwarded_allow_ips or ())):
            self._address = network(host)
            self.open[self._address] += 1
            if self.open[self._address] > MAX_CONNECTIONS_PER_ADDRESS:
                transport.abort()
                return
        self._watch()

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_LIMIT_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")
        self._watch()

    def on_headers_complete(self) -> None:
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) + HEADER_OVERHEAD_BYTES for name, value in self.headers)
        if size > HEAD_LIMIT_BYTES or len(self.headers) > MAX_HEADERS:
            raise HttpParserError("the head is too large")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head_bytes = True, 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._head_limit.lift()
        self._read_limit.lift()
        self._uncount()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_limit.lift()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait_for_reader()

    def _uncount(self) -> None:
        if self._address:
            self.open[self._address] -= 1
            if not self.open[self._address]:
                del self.open[self._address]
            self._address = ""

    def _watch(self) -> None:
        """Start the timeout, unless a request is being served or the connection has become a socket."""
        served = self.cycle is not None and not self.cycle.response_complete
        if self.transport.get_protocol() is not self:  # sockets have limits of their own
            self._uncount()
            self._read_limit.lift()
            # It refers to this object, which is freed at once without it.
            self.parser = None  # type: ignore[assignment]
        if served or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._head_limit.lift()
        else:
            self._head_limit.start(self.loop, HEAD_TIMEOUT_S, self.transport.close)

    def _wait_for_reader(self) -> None:
        """Drop the connection unless the client soon reads the data sent."""
        if self.transport.get_write_buffer_size():
            self._read_limit.start(self.loop, STALL_TIMEOUT_S, self._drop)

    def _drop(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()


# Each message is compressed by itself: a compressor for each socket, which has seen the messages before, takes 45 kB.
COMPRESSION = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True,
    client_no_context_takeover=True,
    server_max_window_bits=12,
    compress_settings={"memLevel": 5},
)


class MessageQueue:
    """The messages for one task, in place of an `asyncio.Queue`, which takes 3 kB."""

    __slots__ = ("_messages", "_waiting")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        """Return whether no message waits."""
        return not self._messages

    async def get(self) -> Any:
        """Take the first message, or wait for one."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._messages.pop(0)


def _always() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


WRITABLE = _always()  # for all sockets whose clients read


class StallTimeoutProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol of sockets with limits that it lacks, and little memory for each.

    They are a timeout for a client that does not read, and a number of bytes that one may send, none before the answer
    to its handshake: a megabyte of pings or of pieces of a message takes seconds to read.
    """

    if TYPE_CHECKING:
        request: Any
        response: Any

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn.available_extensions = [COMPRESSION]
        self.queue = MessageQueue()  # type: ignore[assignment]
        self.writable = WRITABLE
        self._read_limit = TimeLimit()
        self._received_bytes, self._received_at = 0.0, self.loop.time()  # what is not yet forgotten

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            if not self.handshake_complete:  # uvicorn fails at a frame that it cannot read
                self.transport.abort()
                return
            now = self.loop.time()
            forgotten = (now - self._received_at) * RECEIVED_BYTES_S
            self._received_bytes, self._received_at = max(0.0, self._received_bytes - forgotten) + len(data), now
            if self._received_bytes > RECEIVED_BURST_BYTES:
                self.transport.abort()
                return
        super().data_received(data)

    def start_keepalive(self) -> None:
        super().start_keepalive()
        # The handshake is complete. The parser refers to the request as long as the connection lasts.
        self.request.headers.clear()
        del self.request, self.response
        self.__dict__ = dict(self.__dict__)  # one that has grown by single attributes takes twice as much

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message, unless the connection is closing, which uvicorn takes for a fault of the application.

        Raises `ClientDisconnected`.
        """
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()
        self._read_limit.start(self.loop, STALL_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writable = WRITABLE
        self._read_limit.lift()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._read_limit.lift()
        # An error of the client refers to where it was found, and from there to itself; so does the parser of frames.
        error: BaseException | None = self.conn.handshake_exc
        while error is not None:
            error.__traceback__, error = None, error.__cause__
        vars(self.conn).clear()
