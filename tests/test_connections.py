"""Connections and sockets: how many, how slow, what their clients may send, and what they keep in memory."""

import asyncio
import gc
import logging
import socket
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import pairwise
from types import CoroutineType
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cardwright.cardroom.small_event import SmallEvent
from cardwright.web import requests, server, slow_clients, sockets
from cardwright.web.security import SecurityMiddleware
from support.cardroom import BUSY_S
from support.served import Served
from support.visitors import Room, open_table
from support.waiting import wait_for

STRANGER = "127.0.0.2"  # an address of this machine that is not a proxy
HEALTH = b"GET /health/live HTTP/1.1\r\nhost: x\r\n"  # without the end of the head


@pytest.mark.parametrize("path", ["/lobby/feed", "{}/feed", "{}/views"])
def test_a_client_gone_before_its_socket_is_accepted_leaves_nothing_behind(
    client: TestClient, room: Room, path: str
) -> None:
    async def broken_line(scope: Scope, receive: Receive, send: Send) -> None:
        async def gone(message: Message) -> None:
            ended.append(message["type"])
            raise OSError

        await room.app(scope, receive, gone)
        await send({"type": "websocket.close", "code": 1006})

    ended: list[str] = []
    path = path.format(open_table(client, "patience"))
    stranger = TestClient(broken_line, cookies=dict(client.cookies))
    stranger.portal = client.portal
    with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(path):
        pass
    gc.collect()  # a coroutine that was never run is an error here
    assert ended == ["websocket.accept"]
    assert not room.app.state.sockets


@pytest.fixture
def serving(room: Room) -> Iterator[Served]:
    with Served(room.app) as found:
        yield found


def closed(line: socket.socket) -> bool:
    """Return whether the server closes a connection, and says nothing before."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_an_address_has_a_bounded_number_of_connections(serving: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "MAX_CONNECTIONS_PER_ADDRESS", 3)
    with ExitStack() as lines:
        held = [lines.enter_context(closing(serving.connect(STRANGER))) for _ in range(3)]
        for line in held:
            line.sendall(HEALTH + b"\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
        assert closed(lines.enter_context(closing(serving.connect(STRANGER))))
        held[0].close()
        wait_for(lambda: slow_clients.HeadTimeoutProtocol.open[STRANGER] <= 2)
        again = lines.enter_context(closing(serving.connect(STRANGER)))
        again.sendall(HEALTH + b"\r\n")
        assert again.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("length", [b"transfer-encoding: chunked", b"content-length: 99999999999"])
def test_the_body_of_a_get_is_not_read(serving: Served, length: bytes) -> None:
    chunk, sent = b"10000\r\n" + bytes(0x10000) + b"\r\n", 0
    with closing(serving.connect(STRANGER)) as line:
        line.sendall(HEALTH + length + b"\r\n\r\n")
        with suppress(ConnectionError):
            while sent < 100_000_000:
                line.sendall(chunk)
                sent += len(chunk)
    assert sent < 50_000_000  # what the system's buffers hold


@pytest.mark.parametrize("kind", [0x89, 0x8A, 0x00], ids=["ping", "pong", "piece of a message"])
def test_a_socket_that_sends_many_frames_is_dropped_before_they_are_read(serving: Served, kind: int) -> None:
    """Its client only answers pings; a megabyte of empty frames would hold up all others for seconds."""
    with connect(f"ws://{serving.address[0]}:{serving.address[1]}/lobby/feed", compression=None) as feed:
        assert feed.recv(BUSY_S)
        first, flood = bytes([0x02, 0x80, *bytes(4)]) * (kind == 0), bytes([kind, 0x80, *bytes(4)]) * 1000
        feed.socket.sendall(first + flood)
        with pytest.raises(ConnectionClosed) as ended:
            [feed.recv(BUSY_S) for _ in range(3)]
        assert ended.value.rcvd is None  # no close frame: the connection has ended
        with closing(serving.connect(STRANGER)) as other:
            other.sendall(HEALTH + b"\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"


def test_a_socket_may_send_a_few_pings(serving: Served) -> None:
    with connect(f"ws://{serving.address[0]}:{serving.address[1]}/lobby/feed") as feed:
        for _ in range(20):
            assert feed.ping().wait(BUSY_S)


def test_a_head_of_many_short_lines_is_refused(serving: Served) -> None:
    lines = b"a:\r\n" * 200
    assert serving.say(HEALTH + lines + b"\r\n").startswith(b"HTTP/1.1 400")


def test_a_reader_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "STALL_TIMEOUT_S", 0.2)
    ended = threading.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await asyncio.wait_for(_disconnected(receive), None)) is None:
            await send({"type": "http.response.body", "body": bytes(100_000), "more_body": True})
        ended.set()

    async def _disconnected(receive: Receive) -> bool | None:
        asked = asyncio.ensure_future(receive())
        done, _ = await asyncio.wait({asked}, timeout=0)
        if not done:
            asked.cancel()
        return True if done and asked.result()["type"] == "http.disconnect" else None

    with Served(endless) as served, closing(served.connect(STRANGER)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert ended.wait(60)


async def test_a_queue_of_messages_gives_them_in_order_to_one_who_waits() -> None:
    queue = slow_clients.MessageQueue()
    waiting = asyncio.ensure_future(queue.get())
    await asyncio.sleep(0)
    assert not waiting.done()
    for number in range(3):
        queue.put_nowait(number)
    assert [await waiting, await queue.get(), queue.empty(), await queue.get(), queue.empty()] == [0, 1, False, 2, True]
    given_up = asyncio.ensure_future(queue.get())
    await asyncio.sleep(0)
    given_up.cancel()
    queue.put_nowait(3)
    assert await queue.get() == 3


def test_an_open_socket_forgets_the_head_of_its_request() -> None:
    async def nothing(*_: Any) -> Any:
        raise AssertionError

    head = {"headers": [(b"host", b"here"), (b"cookie", b"name=secret")], "query_string": b"seen=3", "path": "/"}
    socket = WebSocket({"type": "websocket", "app": nothing, **head}, nothing, nothing)
    assert (socket.cookies["name"], socket.query_params["seen"], socket.url.path) == ("secret", "3", "/")
    sockets._forget_head(socket)
    assert "secret" not in f"{socket.scope} {vars(socket)}"
    assert socket.app is nothing


@pytest.mark.parametrize("path", ["/lobby/feed", "{}/feed", "{}/views"])
def test_routes_and_middleware_hold_no_memory_while_a_socket_is_open(client: TestClient, room: Room, path: str) -> None:
    """Ten waiting coroutines with what they refer to would take 6 kB of each socket."""
    names = [f"{each}.__call__" for each in ("SecurityMiddleware", "LinkedBrowserMiddleware", "ExceptionMiddleware")]

    def waiting() -> Counter[str]:
        found = Counter(each.__qualname__ for each in gc.get_objects() if type(each) is CoroutineType)
        return Counter({name: found[name] for name in names})

    path = path.format(open_table(client, "patience"))
    gc.collect()
    before = waiting()
    with client.websocket_connect(path) as feed:
        feed.receive_text()
        assert waiting() - before == {names[0]: 1}
        assert room.app.state.sockets.total() == 1
    assert not room.app.state.sockets


def test_a_client_that_says_anything_is_refused(client: TestClient, room: Room) -> None:
    with client.websocket_connect("/lobby/feed") as feed:
        feed.receive_text()
        feed.send_text("hello")
        assert feed.receive() == {"type": "websocket.close", "code": 1008, "reason": ""}
    assert not room.app.state.sockets


async def test_sockets_that_open_at_one_moment_do_not_pass_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin() -> Any:
        await looked_up.wait()
        return AsyncMock()

    monkeypatch.setattr(sockets, "MAX_SOCKETS_PER_ADDRESS", 2)
    monkeypatch.setattr(sockets, "same_origin", lambda socket: True)
    monkeypatch.setattr(requests, "limit", Mock())
    looked_up, state = asyncio.Event(), Mock(limits=True, sockets=Counter[str]())
    monkeypatch.setattr(sockets, "state_of", lambda socket: state)
    opened = [AsyncMock(scope={}, client=Mock(host="here")) for _ in range(3)]
    async with asyncio.TaskGroup() as opening:
        for socket in opened:
            opening.create_task(sockets._serve(socket, begin))
        await asyncio.sleep(0)
        looked_up.set()
    assert [socket.accept.await_count for socket in opened] == [1, 1, 0]
    assert state.sockets.total() == 2


async def test_a_server_that_stops_ends_what_a_socket_is_sent() -> None:
    """What has been opened is closed, and the task that waits for the client ends as well."""

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send() -> None:
        sending.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("sending")

    sending, ended, count = asyncio.Event(), list[str](), Counter({"here": 1})
    socket = Mock(receive=receive)
    serving = asyncio.create_task(sockets._serve_open(socket, send, count, "here"))
    await sending.wait()
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    await asyncio.sleep(0)
    assert (ended, count) == (["sending"], {})
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_small_event_wakes_all_who_wait_and_lets_none_wait_too_long() -> None:
    event = SmallEvent()
    await event.wait(0)
    assert not event.is_set()
    given_up, *waiting = [asyncio.create_task(event.wait(longest_s)) for longest_s in (None, None, 3600)]
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.sleep(0)
    event.set()
    await asyncio.gather(*waiting)
    assert event.is_set()
    assert given_up.cancelled()
    await event.wait()


HANDSHAKE = "\r\n".join(
    (
        *("GET / HTTP/1.1", "host: here", "Upgrade: websocket", "Connection: Upgrade", "Cookie: name=secret"),
        *("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""),
    )
).encode()


def asking(app: Any, head: bytes = HANDSHAKE) -> tuple[slow_clients.StallTimeoutProtocol, Mock]:
    """Return the connection of a client that has asked an application for a socket, and the line to the client."""
    config = uvicorn.Config(app, ws_ping_interval=None, log_config=None)
    line = Mock(**{"is_closing.return_value": False})
    protocol = slow_clients.StallTimeoutProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    protocol.connection_made(line)
    protocol.data_received(head)
    return protocol, line


async def until_done(protocol: slow_clients.StallTimeoutProtocol) -> None:
    while protocol.tasks:
        await asyncio.sleep(0)


async def test_nothing_of_a_connection_keeps_the_head_of_its_request() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["headers"] = []
        await send({"type": "websocket.accept"})
        await receive()

    protocol, line = asking(app)
    while not line.write.called:
        await asyncio.sleep(0)
    assert b"101 Switching" in line.write.call_args[0][0]
    assert not [each for each in gc.get_objects() if type(each) is Headers and each.get("cookie") == "name=secret"]
    assert sys.getsizeof(vars(protocol)) == sys.getsizeof(dict(vars(protocol)))  # without room for as much again
    protocol.connection_lost(None)
    await until_done(protocol)


async def test_a_client_that_sends_frames_before_its_handshake_is_answered_is_dropped() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    protocol, line = asking(app)
    protocol.data_received(bytes([0xFF] * 12))  # no frame: uvicorn would fail
    assert line.abort.called
    protocol.connection_lost(None)
    await until_done(protocol)


@pytest.mark.parametrize("moment", ["accept", "send"])
async def test_a_connection_that_is_closing_takes_no_message_and_is_no_fault(
    moment: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The client may be gone, or refused for a frame, before the application knows of it."""
    caplog.set_level(logging.WARNING, "uvicorn.error")  # other tests leave other levels

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if moment == "send":
            await send({"type": "websocket.accept"})
            protocol.data_received(bytes([0xFF] * 12))
        else:
            line.is_closing.return_value = True
            await send({"type": "websocket.accept"})
        try:
            await send({"type": "websocket.send", "text": "a frame"})
        finally:
            ended.append(moment)

    caplog.set_level("WARNING")  # a server of another test may have set a lower level
    ended: list[str] = []
    protocol, line = asking(app)
    await until_done(protocol)
    protocol.connection_lost(None)
    assert not caplog.records
    assert ended == ["send"] * (moment == "send")  # one that is not open is not sent to


async def test_a_server_that_stops_while_a_socket_is_being_opened_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")

    async def waits(scope: Any, receive: Any, send: Any) -> None:
        opening.set()
        await asyncio.Event().wait()

    opening = asyncio.Event()
    state = Mock(limits=False, host_names={"here"})
    secured = SecurityMiddleware(waits, AsyncMock())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await secured({**scope, "app": Mock(state=state)}, receive, send)

    caplog.set_level("WARNING")
    protocol, _ = asking(app)
    await opening.wait()
    protocol.shutdown()
    protocol.connection_lost(None)
    for task in protocol.tasks:
        task.cancel()
    await until_done(protocol)
    assert not caplog.records


async def test_a_client_gone_before_its_connection_is_made_is_not_counted() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    config = uvicorn.Config(app, log_config=None)
    protocol = slow_clients.HeadTimeoutProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    gone = Mock(**{"get_extra_info.return_value": None, "is_closing.return_value": True})
    protocol.connection_made(gone)
    protocol.connection_lost(None)
    assert "" not in slow_clients.HeadTimeoutProtocol.open


async def test_of_a_burst_of_connections_few_are_accepted_before_other_requests_are_served() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    (listener,) = server.listen("127.0.0.1", 0)
    serving = server.server(app)
    serving.config.load()
    serving.lifespan = serving.config.lifespan_class(serving.config)
    await serving.startup([listener])
    counts = [0]
    with ExitStack() as burst:
        for _ in range(4 * server.MAX_ACCEPTS_AT_ONCE):  # a shorter queue would let some of them wait for a second
            burst.enter_context(socket.create_connection(listener.getsockname(), timeout=BUSY_S))
        while counts[-1] < 4 * server.MAX_ACCEPTS_AT_ONCE:
            await asyncio.sleep(0)
            counts.append(len(serving.server_state.connections))
    await serving.shutdown([listener])
    assert max(now - before for before, now in pairwise(counts)) <= server.MAX_ACCEPTS_AT_ONCE


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Let no object be freed but by its references."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("said", [b"", bytes([0xFF] * 12), None], ids=["nothing", "no frame", "no handshake"])
async def test_a_socket_s_connection_is_freed_at_once(uncollected: None, said: bytes | None) -> None:
    """The collector of garbage comes after ten million objects, and a stranger may open as many connections."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await receive()

    protocol, line = asking(app, HANDSHAKE if said is not None else HANDSHAKE.replace(b"AAAA", b"A?", 1))
    while not line.write.called:
        await asyncio.sleep(0)
    if said:
        protocol.data_received(said)
    connection = weakref.ref(protocol.conn)
    protocol.connection_lost(None)
    await until_done(protocol)
    del protocol
    assert connection() is None
