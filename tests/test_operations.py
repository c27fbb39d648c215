"""Running a cardroom: health, figures, options, limits of what one address takes, and bots that hang or die."""

import asyncio
import gc
import socket
import sqlite3
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, suppress
from pathlib import Path
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

from cardwright import cli
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.bot_workers import BotWorkers
from cardwright.cardroom.small_event import SmallEvent
from cardwright.errors import BotUnavailable, StoreError
from cardwright.store import backup, sqlite
from cardwright.web import budget, server, slow_clients, sockets
from cardwright.web.budget import WorkBudget, charged, in_thread, network
from cardwright.web.security import SecurityMiddleware
from support.cardroom import BUSY_S
from support.served import Served
from support.visitors import JSON, Room, look, open_table, other

STRANGER = "127.0.0.2"  # an address of this machine that is not a proxy


# Health and figures


def test_health_and_figures(client: TestClient, room: Room) -> None:
    here = other(client, "127.0.0.1")
    table = open_table(client, "patience")
    look(client, table)
    assert here.get("/health/live").json() == {"live": True}
    assert here.get("/health/ready").json() == {"ready": True}
    answer = here.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'cardwright_requests_total{handler="open_table",status="303"} 1.0' in answer.text
    assert "cardwright_tables 1.0" in answer.text
    assert "cardwright_ready 1.0" in answer.text
    for secret in (table.removeprefix("/t/"), client.cookies["cardwright"], "Ann", "testclient"):
        assert secret not in answer.text


def test_a_server_without_its_log_is_not_ready(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(room.cardroom.uptime), "lapsed", True)
    assert client.get("/health/live").status_code == 200
    assert (client.get("/health/ready").status_code, client.get("/health/ready").json()) == (503, {"ready": False})


def test_a_server_whose_disk_is_full_is_not_ready_until_an_entry_fits(
    client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heartbeats may still fit, since each takes the place of the last."""

    def fail(appends: object) -> set[str]:
        raise StoreError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(room.cardroom.store, "append_several", fail)
        refused = client.post("/tables", data={"game": "patience"})
        assert refused.status_code == 503
        assert "disk" not in refused.text  # that is for the operator
        assert client.get("/health/ready").status_code == 503
    open_table(client, "patience")
    assert client.get("/health/ready").status_code == 200


def test_a_table_that_is_pruned_while_it_is_served_is_gone_at_the_next_move(client: TestClient, room: Room) -> None:
    table = open_table(client, "patience")
    seen = look(client, table)
    pruned = backup.prune(room.store.path, int(time.time() * 1000) + 1000, lambda game: table.endswith(game))
    assert pruned[0] == 1
    form = {"version": seen["version"], "move": seen["moves"][0]["text"]}
    for _ in range(2):
        assert client.post(f"{table}/move", data=form, headers=JSON).status_code == 404
    assert client.get(f"{table}/view").status_code == 404


@pytest.mark.parametrize(
    ("whence", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 200), ("192.0.3.7", 404), ("x", 404)]
)
def test_figures_are_for_the_operator(tmp_path: Path, whence: str, status: int) -> None:
    room = Room(tmp_path / "room.db", metrics_from=("192.0.2.0/24",))
    assert TestClient(room.app, client=(whence, 5)).get("/metrics").status_code == status
    room.close()


# Options


def test_options_are_environment_variables_too(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "CARDWRIGHT_HOST": "0.0.0.0",
        "CARDWRIGHT_PORT": "81",
        "CARDWRIGHT_DATABASE": "/x/y.db",
        "CARDWRIGHT_BOT_WORKERS": "3",
        "CARDWRIGHT_HOST_NAME": "a.example, b.example",
        "CARDWRIGHT_TRUST_PROXY": "10.0.0.0/8",
        "CARDWRIGHT_METRICS_FROM": "10.1.1.1",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    found = cli.parser().parse_args(["serve", "--port", "82"])
    assert (found.host, found.port, found.database, found.bot_workers) == ("0.0.0.0", 82, "/x/y.db", 3)
    assert (found.host_names, found.trust_proxy) == (("a.example", "b.example"), ("10.0.0.0/8",))
    assert found.metrics_from == ("10.1.1.1",)


@pytest.mark.parametrize(
    ("option", "value", "problem"),
    [
        ("--trust-proxy", "nginx", "is not an address or a network"),
        ("--host-name", "https://cards.example", "is not the name of a host, such as cards.example.org"),
        ("--host-name", "cards.example:8000", "is not the name of a host, such as cards.example.org"),
        ("--push-contact", "me", "is not an address such as mailto:you@example.org or https://..."),
    ],
)
def test_a_wrong_setting_is_named_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str, value: str, problem: str
) -> None:
    monkeypatch.setenv(f"CARDWRIGHT_{option.strip('-').replace('-', '_').upper()}", value)
    monkeypatch.setattr(server, "serve", lambda *given, **more: 0)
    assert cli.main(["serve"]) == 2
    assert capsys.readouterr().err == f"cardwright serve: argument {option}: '{value}' {problem} (try --help)\n"


def test_a_port_that_is_taken_is_named_before_anything_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--port", str(port), "--database", str(tmp_path / "room.db")]) == 2
    assert capsys.readouterr().err == f"cardwright: port {port} is taken at 127.0.0.1; choose another with --port\n"
    assert not list(tmp_path.iterdir())


def test_a_log_that_cannot_be_written_is_named_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that is read-only: the file is there, and nothing can be written to it."""
    sqlite.SqliteStore(tmp_path / "room.db").close()
    connect: Any = sqlite3.connect

    def read_only(path: str, **more: Any) -> Any:
        return connect(f"file:{path}?mode=ro", uri=True, **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(StoreError, match=r"room.db: attempt to write a readonly database"):
        sqlite.SqliteStore(tmp_path / "room.db")


# Hosts and origins


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("cards.example", 200),
        ("CARDS.example:8000", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.0.2.1", 200),
        ("evil.example", 421),
        ("cards.example.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
    ],
)
def test_only_its_own_names_are_answered_to(tmp_path: Path, host: str, status: int) -> None:
    """A page of another site can give its own name our address, and then read our pages as if they were its own."""
    room = Room(tmp_path / "room.db", host_names={"cards.example"})
    with TestClient(room.app) as client:
        answer = client.get("/health/live", headers={"host": host})
        assert answer.status_code == status
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        if status == 421:
            assert "--host-name" in answer.text
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/t/x/feed", headers={"host": host}):
                pass
    room.close()


def test_a_page_of_https_is_another_site_unless_a_proxy_says_so(client: TestClient) -> None:
    form = {"game": "patience"}
    assert client.post("/tables", data=form, headers={"origin": "https://testserver"}).status_code == 403
    assert client.post("/tables", data=form, headers={"origin": "http://testserver"}).status_code == 303


def test_proxies_are_trusted_by_address(room: Room) -> None:
    assert server.server(room.app, ("10.0.0.0/8",)).config.forwarded_allow_ips == ["127.0.0.1", "::1", "10.0.0.0/8"]
    assert slow_clients.is_trusted("10.2.3.4", ("::1", "10.0.0.0/8"))
    assert not slow_clients.is_trusted("11.2.3.4", ("::1", "10.0.0.0/8"))
    assert not slow_clients.is_trusted("", ("10.0.0.0/8",))


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


# What one address takes


def test_addresses_are_counted_by_household() -> None:
    assert network("192.0.2.1") == network("::ffff:192.0.2.1") == "192.0.2.1"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1%eth0") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::4") != network("2001:db8:1:2::4")
    assert network("testclient") == "testclient"


def test_a_request_is_charged_for_the_loop_and_for_its_threads() -> None:
    spent: list[float] = []

    def work() -> None:
        end = time.thread_time() + 0.03
        while time.thread_time() < end:
            pass

    async def request() -> str:
        work()
        await asyncio.sleep(0.2)  # waiting costs nothing
        await in_thread(work)
        return "done"

    async def run() -> str:
        return await charged(request(), spent.append)

    assert asyncio.run(run()) == "done"
    assert 0.06 <= sum(spent) < 0.2


async def test_a_charged_request_can_be_cancelled() -> None:
    ended = asyncio.Event()

    async def request() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    async def run() -> None:
        await charged(request(), lambda seconds: None)

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_an_address_in_debt_waits_and_is_then_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [0.0], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(budget, "MAX_WAIT_S", 1.0)
    monkeypatch.setattr(budget.asyncio, "sleep", sleep)  # type: ignore[attr-defined]
    account = WorkBudget(lambda: now[0])
    assert await account.admits("greedy")
    account.charge("greedy", budget.BURST_S + 0.1)
    assert await account.admits("other")
    assert await account.admits("greedy")  # after half a second
    assert slept == [pytest.approx(0.5)]
    account.charge("greedy", 10)
    assert not await account.admits("greedy")
    assert slept[1:] == [budget.MAX_WAIT_S]
    now[0] += 1000
    assert account.left("greedy") == budget.BURST_S


def test_costly_requests_are_refused_with_the_usual_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_WAIT_S", 0.01)
    room = Room(tmp_path / "room.db", limits=True)
    with TestClient(room.app) as client:
        honest, seen = other(client, "192.0.2.1"), []
        for _ in range(50):
            room.app.state.budget.charge("testclient", 1.0)  # as a page that costs a second
            seen.append(client.get("/health/live"))
            if seen[-1].status_code == 429:
                break
        assert seen[-1].status_code == 429
        assert "default-src 'none'" in seen[-1].headers["content-security-policy"]
        assert seen[-1].headers["connection"] == "close"
        assert honest.get("/health/live").status_code == 200
    room.close()


# Connections


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
            line.sendall(b"GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
        assert closed(lines.enter_context(closing(serving.connect(STRANGER))))
        held[0].close()
        end = time.monotonic() + 60
        while slow_clients.HeadTimeoutProtocol.open[STRANGER] > 2 and time.monotonic() < end:
            time.sleep(0.01)
        again = lines.enter_context(closing(serving.connect(STRANGER)))
        again.sendall(b"GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n")
        assert again.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("length", [b"transfer-encoding: chunked", b"content-length: 99999999999"])
def test_the_body_of_a_get_is_not_read(serving: Served, length: bytes) -> None:
    chunk, sent = b"10000\r\n" + bytes(0x10000) + b"\r\n", 0
    with closing(serving.connect(STRANGER)) as line:
        line.sendall(b"GET /health/live HTTP/1.1\r\nhost: x\r\n" + length + b"\r\n\r\n")
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
            other.sendall(b"GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n")
            assert other.recv(12) == b"HTTP/1.1 200"


def test_a_socket_may_send_a_few_pings(serving: Served) -> None:
    with connect(f"ws://{serving.address[0]}:{serving.address[1]}/lobby/feed") as feed:
        for _ in range(20):
            assert feed.ping().wait(BUSY_S)


def test_a_head_of_many_short_lines_is_refused(serving: Served) -> None:
    lines = b"a:\r\n" * 200
    assert serving.say(b"GET /health/live HTTP/1.1\r\nhost: x\r\n" + lines + b"\r\n").startswith(b"HTTP/1.1 400")


def test_sockets_and_requests_to_another_name_are_charged_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MAX_WAIT_S", 0.01)
    room = Room(tmp_path / "room.db", limits=True)
    room.app.state.host_names = set()
    local = {"host": "localhost"}
    with TestClient(room.app) as client:
        account = room.app.state.budget
        monkeypatch.setattr(budget, "MAX_CORE_SHARE", 1e-9)  # what is used is not given back
        before = account.left("testclient")
        with client.websocket_connect("/lobby/feed", headers=local) as feed:
            assert feed.receive_text()
        assert account.left("testclient") < before
        account.charge("testclient", 10.0)
        assert client.get("/", headers={"host": "elsewhere"}).status_code == 429
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/lobby/feed", headers=local):
            pass
    room.close()


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


# Bots


def test_a_worker_that_hangs_is_replaced() -> None:
    with BotWorkers(1) as workers:
        assert workers.submit(abs, -1).result(60) == 1
        workers.timeout_s = 0.1
        with pytest.raises(BrokenProcessPool):
            workers.submit(time.sleep, 600).result(60)
        workers.timeout_s = 60
        assert workers.submit(abs, -2).result(60) == 2


async def test_calls_fail_with_their_worker_also_where_others_were_cancelled() -> None:
    with BotWorkers(1) as workers:
        waiting = [asyncio.create_task(bot_workers.call(workers, time.sleep, 600)) for _ in range(6)]
        await asyncio.sleep(0)  # so that all are submitted: two to the worker, the others to the queue
        waiting.pop(3).cancel()
        workers.timeout_s = 0.1
        async with asyncio.timeout(60):
            failed = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(problem) for problem in failed] == [BotUnavailable] * 5


def test_a_hint_of_a_bot_that_has_died_says_so(client: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table(client, "patience")

    def died(*_: object, **more: object) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_exception(BrokenProcessPool("a worker was killed"))
        return found

    with monkeypatch.context() as patch:
        patch.setattr(room.workers, "submit", died)
        answer = client.post(f"{table}/hint", headers=JSON)
    assert answer.status_code == 503
    assert answer.json() == {"error": "the bot has failed and is being restarted; ask again in a moment"}
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert client.post(f"{table}/hint", headers=JSON).status_code == 200


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

    sending, ended, count = asyncio.Event(), list[str](), Counter[str]()
    socket = Mock(receive=receive)
    serving = asyncio.create_task(sockets._serve_open(socket, send, count, "here"))
    await sending.wait()
    assert count == {"here": 1}
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
    config, line = (
        uvicorn.Config(app, ws_ping_interval=None, log_config=None),
        Mock(**{"is_closing.return_value": False}),
    )
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

    ended: list[str] = []
    protocol, line = asking(app)
    await until_done(protocol)
    protocol.connection_lost(None)
    assert not caplog.records
    assert ended == ["send"] * (moment == "send")  # one that is not open is not sent to


async def test_a_server_that_stops_while_a_socket_is_being_opened_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def waits(scope: Any, receive: Any, send: Any) -> None:
        opening.set()
        await asyncio.Event().wait()

    opening = asyncio.Event()
    state = Mock(limits=False, host_names={"here"})
    secured = SecurityMiddleware(waits, AsyncMock())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await secured({**scope, "app": Mock(state=state)}, receive, send)

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
