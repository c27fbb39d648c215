"""`cardwright serve` as a process: where it listens, what it says, which browser it opens, how it ends."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.errors import PortUnavailable
from cardwright.ranking import declaration
from cardwright.web import server
from support.waiting import wait_for

WAIT_S = 60.0


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def closed(sockets: list[socket.socket]) -> int:
    """The port that they listened at."""
    port = sockets[0].getsockname()[1]
    for each in sockets:
        each.close()
    return int(port)


def test_a_port_that_is_taken_is_said_so(taken: int) -> None:
    with pytest.raises(PortUnavailable, match=rf"port {taken} is taken at 127.0.0.1; choose another with --port"):
        server.listen("127.0.0.1", taken)


def test_the_next_free_port_where_none_is_asked_for(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "FIRST_PORT", taken)
    assert taken < closed(server.listen("127.0.0.1", None)) < taken + server.PORT_TRIES
    monkeypatch.setattr(server, "PORT_TRIES", 1)
    with pytest.raises(PortUnavailable, match="are taken"):
        server.listen("127.0.0.1", None)


def test_both_addresses_of_a_host_at_one_port() -> None:
    sockets = server.listen("localhost", 0)
    assert len({each.getsockname()[1] for each in sockets}) == 1
    closed(sockets)


def test_small_answers_are_sent_at_once() -> None:
    """Otherwise each waits for the client to acknowledge the one before, which may take 40 ms."""
    (listener,) = server.listen("127.0.0.1", 0)
    with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    closed([listener])


def test_a_client_that_acknowledges_nothing_is_soon_taken_to_be_gone() -> None:
    """Otherwise the system goes on sending for minutes to a telephone that is off."""
    (listener,) = server.listen("127.0.0.1", 0)
    with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * server.LOST_TIMEOUT_S
    closed([listener])


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "cards..example", "x" * 64])
def test_a_host_that_is_not_here(host: str) -> None:
    with pytest.raises(PortUnavailable, match=f"cannot listen at '?{host}"):
        server.listen(host, 0)


def test_no_browser_is_looked_for_without_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("webbrowser.get", lambda: pytest.fail("there is nothing to show it on"))
    assert not server.show("http://127.0.0.1:1")


@contextlib.contextmanager
def serving(folder: Path, *words: str, **more: str) -> Iterator["subprocess.Popen[str]"]:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "cardwright", "serve", "--database", str(folder / "room.db"), *words]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment | {"BROWSER": ""} | more,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup has a suite ignore it
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def started(pid: int) -> bytes:
    """The commands of the processes that a process, in any thread, has started."""
    found = b""
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread or a process that has ended
            found += b"".join(Path(f"/proc/{each}/cmdline").read_bytes() for each in children.read_text().split())
    return found


def address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("The cardroom is open at http://127.0.0.1:"), line
    return line.split()[5]


def is_refused(at: str) -> bool:
    try:
        urllib.request.urlopen(at, timeout=WAIT_S).close()
    except OSError:
        return True
    return False


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_page_is_opened_and_a_signal_closes_the_room(tmp_path: Path, end: signal.Signals) -> None:
    """As from a terminal, to all its processes; a second one changes nothing: the log is one file afterwards."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/asked.new && mv {tmp_path}/asked.new {tmp_path}/asked\n')
    browser.chmod(0o755)
    with serving(tmp_path, "--port", "0", "--open", BROWSER=str(browser)) as process:
        at = address(process)
        with urllib.request.urlopen(at, timeout=WAIT_S) as page:
            assert b"The cardroom" in page.read()
        wait_for((tmp_path / "asked").exists)
        assert (tmp_path / "asked").read_text().strip() == at
        os.killpg(process.pid, end)
        wait_for(lambda: is_refused(at))
        os.killpg(process.pid, end)
        said, problems = process.communicate(timeout=WAIT_S)
        assert (process.returncode, said, problems) == (0, "", "")
        assert [each.name for each in tmp_path.glob("room.db*")] == ["room.db"]


def test_a_count_under_way_holds_up_no_end_and_is_refused(tmp_path: Path) -> None:
    form = urllib.parse.urlencode({"toml": declaration.text_of("big-two")}).encode()
    headers, answers = {"accept": "application/json"}, []

    def ask(at: str) -> None:
        try:
            urllib.request.urlopen(urllib.request.Request(f"{at}workbench/more", form, headers), timeout=WAIT_S)
        except urllib.error.HTTPError as refused:
            answers.append((refused.code, refused.read()))

    with serving(tmp_path, "--port", "0") as process:
        at = f"{address(process)}/"
        waiting = threading.Thread(target=ask, args=(at,))
        waiting.start()
        wait_for(lambda: b"spawn_main" in started(process.pid))  # the process that counts
        process.send_signal(signal.SIGTERM)
        _, problems = process.communicate(timeout=WAIT_S)
        waiting.join()
    assert (process.returncode, problems) == (0, "")
    assert answers == [(503, b'{"error":"the server is stopping; try again in a moment"}')]


def test_without_a_browser_the_address_is_said(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0", "--open") as process:
        address(process)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("No browser was found")
