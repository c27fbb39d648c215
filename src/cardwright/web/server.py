"""``cardwright serve``: one process of the cardroom, until it is told to stop."""

import asyncio
import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from typing import Any

import msgspec
import uvicorn
from starlette.types import ASGIApp

from cardwright.cardroom.service import opened
from cardwright.errors import PortUnavailable
from cardwright.web.app import create_app
from cardwright.web.slow_clients import HeadTimeoutProtocol

HEAD_LIMIT_BYTES = 16 * 1024  # bytes of a request's head that may wait for their end
MAX_CONNECTIONS = 8000  # and no more; sockets are fewer, and leave room for the forms of those who hold them
SHUTDOWN_TIMEOUT_S = 0.5  # seconds that open sockets have to end
# Python's collector looks through all that lives after so many objects more, again and again; with a thousand sockets
# each look takes a tenth of a second, in which nobody is served. Nearly everything here is freed without it.
GC_THRESHOLD = (10_000, 10, 50)
SWITCH_INTERVAL_S = 0.001  # longest time that a thread with a long task holds the interpreter
FIRST_PORT, PORT_TRIES = 8000, 20  # the port to listen at where none is asked for, and how many to try from there
WILDCARD_HOSTS = ("", "0.0.0.0", "::")  # hosts that are no address to go to


class JsonFormatter(logging.Formatter):
    """One JSON object a line: when, what, where. A card is never logged, nor an action, nor a secret."""

    FIELDS = ("table", "seat", "why")

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line: dict[str, Any] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "what": record.getMessage() if record.name == "cardwright" else self._foreign(record),
        }
        line |= {name: getattr(record, name) for name in self.FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return msgspec.json.encode(line).decode()

    @staticmethod
    def _foreign(record: logging.LogRecord) -> str:
        """What a library says, without what it says it of: that may be an error of ours, with a card in its message."""
        return f"{record.name}: {str(record.msg).partition(chr(10))[0]}"


def start_log() -> None:
    """Log to stderr, in lines. The paths of requests are left out: they hold the secrets of seats."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # below, it tells the paths of sockets


def listen(host: str, port: int | None) -> list[socket.socket]:
    """Sockets that listen at a port; where none is asked for, at the first that is free. Raises `PortUnavailable`."""
    problem: OSError | None = None
    for wanted in (port,) if port is not None else range(FIRST_PORT, FIRST_PORT + PORT_TRIES):
        try:
            return _bound(host, wanted)
        except OSError as refused:
            problem = refused
            if refused.errno != errno.EADDRINUSE:
                break
    if problem is not None and problem.errno == errno.EADDRINUSE:
        asked = f"port {port} is" if port is not None else f"ports {FIRST_PORT} to {FIRST_PORT + PORT_TRIES - 1} are"
        raise PortUnavailable(f"{asked} taken at {host}; choose another with --port") from problem
    raise PortUnavailable(f"cannot listen at {host}: {problem.strerror if problem else 'no address'}") from problem


def _bound(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of a host, such as both of localhost, all at one port."""
    found: list[socket.socket] = []
    problem: OSError | None = None
    for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
        at = (address[0], found[0].getsockname()[1] if found else port)
        try:
            found.append(socket.create_server(at, family=family, backlog=2048))
        except OSError as refused:
            problem = refused
            if refused.errno == errno.EADDRINUSE:
                break
    # An address of a kind that this machine does not have is no loss while another works.
    if problem is not None and (not found or problem.errno == errno.EADDRINUSE):
        for each in found:
            each.close()
        raise problem
    return found


def show(address: str) -> bool:
    """Open a page in the user's browser, where there is one with a window of its own; whether that was tried."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    ):
        return False
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    # A browser in the terminal would take it from the server, unless that is what the user asked for.
    if type(found) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return False
    threading.Thread(target=found.open, args=(address,), daemon=True).start()
    return True


def server(app: ASGIApp) -> uvicorn.Server:
    """What answers at sockets that listen."""
    gc.set_threshold(*GC_THRESHOLD)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,  # type: ignore[arg-type]
        ws_max_size=4096,
        h11_max_incomplete_event_size=HEAD_LIMIT_BYTES,
        ws_ping_interval=20,
        server_header=False,
        # A web server on this machine may say who asks, and that they ask by HTTPS; nobody else is believed.
        proxy_headers=True,
        forwarded_allow_ips=["127.0.0.1", "::1"],
        http=HeadTimeoutProtocol,
        limit_concurrency=MAX_CONNECTIONS,
    )
    return uvicorn.Server(config)


def serve(host: str, port: int | None, database: str, bot_workers: int, *, open: bool = False) -> int:
    """Serve the cardroom until SIGINT or SIGTERM; everything is in the log by then.

    Without a port it takes the first that is free. ``open`` shows the page in the user's browser. Raises
    `PortUnavailable` or `StoreError`.
    """
    start_log()
    # uvicorn stops in good order, and then sends the signal again: that must not keep us from clearing up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with opened(database, bot_workers) as cardroom:
        sockets = listen(host, port)
        made = server(create_app(cardroom))
        got = sockets[0].getsockname()[1]
        address = _address(host, got)
        if port is None and got != FIRST_PORT:
            print(f"Port {FIRST_PORT} is taken, so this cardroom is at {got}.")
        print(f"The cardroom is open at {address} (Ctrl-C closes it; every game is kept)", flush=True)
        if host in WILDCARD_HOSTS:
            print(f"Others in your network reach it at this machine's address, port {got}.", flush=True)
        if open and not show(address):
            print("There is no browser to open here: go to that address in one.", flush=True)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            made.run(sockets)
    return 0


def _address(host: str, port: int) -> str:
    """Where to go in a browser on this machine."""
    named = "127.0.0.1" if host in WILDCARD_HOSTS else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"
