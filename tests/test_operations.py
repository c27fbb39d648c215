"""Running a cardroom: health, figures, options, hosts, limits of what one address takes, and bots that die."""

import asyncio
import socket
import sqlite3
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cardwright import cli
from cardwright.cardroom.bots import bot_workers
from cardwright.cardroom.bots.bot_workers import BotWorkers
from cardwright.errors import BotUnavailable, StoreError
from cardwright.store import backup, sqlite
from cardwright.web import budget, server, slow_clients
from cardwright.web.budget import WorkBudget, charged, in_thread, network
from support.visitors import JSON, Room, look, open_table, other

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
    def fail(since: object) -> None:
        raise StoreError("no connection")

    # A server at which no clock runs finds that out by its next heartbeat only, half a minute later.
    for owner, name, value in (
        (type(room.cardroom.uptime), "lapsed", True),
        (room.cardroom.store, "read_several", fail),
    ):
        with monkeypatch.context() as without:
            without.setattr(owner, name, value)
            assert client.get("/health/live").status_code == 200
            answer = client.get("/health/ready")
            assert (answer.status_code, answer.json()) == (503, {"ready": False})
    assert client.get("/health/ready").status_code == 200


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
    with pytest.raises(StoreError, match=r"room.db: the file, or the folder that it is in, cannot be written$"):
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
