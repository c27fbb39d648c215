"""``cardwright serve``: the cardroom in one process or several, until a signal stops it."""

import contextlib
import errno
import functools
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn
from starlette.types import ASGIApp

from cardwright.cardroom.service import Cardroom, open_cardroom
from cardwright.errors import CardwrightError, PortUnavailable, StoreError
from cardwright.store import connect
from cardwright.web.app import create_app
from cardwright.web.slow_clients import LOOPBACK, HeadTimeoutProtocol, StallTimeoutProtocol, is_trusted
from cardwright.web.workers import STOP_SIGNALS, Beat, supervise

if TYPE_CHECKING:
    from cardwright.web.push.message import ServerKey
    from cardwright.web.push.notifier import Notifier

logger = logging.getLogger("cardwright")

MAX_CONNECTIONS = 14_000  # fewer of them may be sockets, so that there is room for forms
MAX_WAITING_CONNECTIONS = 2048  # to be accepted
MAX_ACCEPTS_AT_ONCE = 16  # as many as asyncio accepts before it serves the requests that wait
SHUTDOWN_TIMEOUT_S = 0.5  # for open sockets to close
BEAT_INTERVAL_S = 1  # between two signs of a worker that its event loop runs
LOST_TIMEOUT_S = 10  # a client that acknowledges nothing for this long counts as gone
# Nearly all objects are freed by reference counts, and a collection holds up all requests: a small one, of new objects,
# for 1 to 3 ms; one of older objects for 40 to 200 ms with a thousand sockets. So a small one comes after 1,000 new
# objects, one that includes those which outlived a small one after 10,000 small ones, and a full one after 10 of these.
GC_THRESHOLD = (1_000, 10_000, 10)
SWITCH_INTERVAL_S = 0.001  # longest time that a thread with a long task holds the interpreter
# These begin messages that are not logged. With those about what a client has sent, a stranger could fill the log; a
# request that is cancelled at the end is answered, and no fault.
UNLOGGED = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade", "Cancel %s running task(s)")
REPEAT_S = 1.0  # between equal messages of asyncio
FIRST_PORT, PORT_TRIES = 8000, 20  # the default port, and the number of ports to try from there
WILDCARD_HOSTS = ("", "0.0.0.0", "::")  # hosts that a browser cannot open


class JsonFormatter(logging.Formatter):
    """One JSON object a line. Cards, actions and secrets are never logged."""

    FIELDS = ("table", "seat", "why")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
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
        """Return a library's message without its arguments: one may be an error that names a card."""
        lines = str(record.msg).strip().splitlines() or [""]
        if lines[0].startswith("Traceback"):  # the type of the error, at the beginning of the last line
            return f"{record.name}: {lines[-1].partition(':')[0]}"
        return f"{record.name}: {lines[0]}"


class RepeatFilter(logging.Filter):
    """Drops a message of asyncio that is the same as its last one, and comes within a second of it.

    Where no more files can be opened, it logs thousands of them in a second, until connections are closed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last, self._at_s = "", 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        if record.name != "asyncio":
            return True
        message, now_s = str(record.msg), monotonic()
        if message == self._last and now_s - self._at_s < REPEAT_S:
            return False
        self._last, self._at_s = message, now_s
        return True


def start_log() -> None:
    """Log to stderr, in lines. Paths of requests are omitted: they hold the secrets of seats."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RepeatFilter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # below that, it logs the paths of sockets
    logging.getLogger("uvicorn.error").addFilter(lambda record: not str(record.msg).startswith(UNLOGGED))


def listen(host: str, port: int | None) -> list[socket.socket]:
    """Return sockets that listen at a port, by default at the first that is free. Raises `PortUnavailable`."""
    problem: OSError | None = None
    for wanted in (port,) if port is not None else range(FIRST_PORT, FIRST_PORT + PORT_TRIES):
        try:
            return _bound(host, wanted)
        except OSError as refused:
            problem = refused
            if refused.errno != errno.EADDRINUSE:
                break
        except UnicodeError as refused:  # a part of a name is empty, or has more than 63 letters
            raise PortUnavailable(f"cannot listen at {host!r:.80}: this is not the name of a host") from refused
    if problem is not None and problem.errno == errno.EADDRINUSE:
        asked = f"port {port} is" if port is not None else f"ports {FIRST_PORT} to {FIRST_PORT + PORT_TRIES - 1} are"
        raise PortUnavailable(f"{asked} taken at {host}; choose another with --port") from problem
    raise PortUnavailable(f"cannot listen at {host}: {problem.strerror if problem else 'no address'}") from problem


def _bound(host: str, port: int) -> list[socket.socket]:
    """Return a socket for each address of a host, such as both of localhost, all at one port."""
    listeners: list[socket.socket] = []
    problem: OSError | None = None
    for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
        at = (address[0], listeners[0].getsockname()[1] if listeners else port)
        try:
            listener = socket.create_server(at, family=family, backlog=MAX_WAITING_CONNECTIONS)
            # Connections inherit it: without it, a small answer waits 40 ms for the client's acknowledgement.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # in Linux: a telephone that is off acknowledges nothing
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * LOST_TIMEOUT_S)
            listeners.append(listener)
        except OSError as refused:
            problem = refused
            if refused.errno == errno.EADDRINUSE:
                break
    # An address of a kind that this machine does not have is no loss while another works.
    if problem is not None and (not listeners or problem.errno == errno.EADDRINUSE):
        for each in listeners:
            each.close()
        raise problem
    return listeners


def show(address: str) -> bool:
    """Open a page in the user's browser, where there is one with a window of its own; return whether that was tried."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    ):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # A browser in the terminal would take it from the server, unless that is what the user asked for.
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return False
    threading.Thread(target=browser.open, args=(address,), daemon=True).start()
    return True


def tune_process() -> None:
    """Set how this process, which does nothing but serve, collects garbage and switches threads."""
    gc.enable()
    gc.freeze()  # modules and templates are never garbage
    gc.set_threshold(*GC_THRESHOLD)
    sys.setswitchinterval(SWITCH_INTERVAL_S)


class Server(uvicorn.Server):
    """An HTTP server that ends in good order after any number of signals: uvicorn skips the end at a second Ctrl-C."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, with a long queue of connections of which only some are accepted between other requests."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(MAX_WAITING_CONNECTIONS)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, at a signal."""
        self.should_exit = True


def on_stop(act: Callable[[int, FrameType | None], object]) -> None:
    """Act at each of `STOP_SIGNALS`, but not at those that nohup or a shell has this process ignore."""
    for each in STOP_SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, act)


def server(app: ASGIApp, trust_proxy: Sequence[str] = (), beat: Beat = lambda: None) -> Server:
    """Return the HTTP server of an application, whose event loop calls ``beat`` while it runs.

    The proxies that it trusts are addresses or networks.
    """

    async def notify() -> None:
        beat()

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,  # type: ignore[arg-type]
        ws_max_size=4096,
        ws_ping_interval=20,
        ws_ping_timeout=LOST_TIMEOUT_S,
        server_header=False,
        # A web server on this machine may say who asks, and that they ask by HTTPS; others only if they are trusted.
        proxy_headers=True,
        forwarded_allow_ips=["127.0.0.1", "::1", *trust_proxy],
        http=HeadTimeoutProtocol,
        ws=StallTimeoutProtocol,
        limit_concurrency=MAX_CONNECTIONS,
        backlog=MAX_ACCEPTS_AT_ONCE,
        callback_notify=notify,
        timeout_notify=BEAT_INTERVAL_S,
    )
    return Server(config)


class Settings(msgspec.Struct, frozen=True):
    """The settings of a process of the cardroom.

    Without ``host_names`` it answers to every name, but on a loopback address to none.
    """

    host: str
    database: str
    bot_workers: int = 1
    host_names: Sequence[str] = ()
    trust_proxy: Sequence[str] = ()
    metrics_from: Sequence[str] = ()
    push: str = ""  # the file of the key for Web Push
    push_contact: str = ""

    @property
    def names(self) -> set[str] | None:
        """The names to answer to, None for all."""
        if self.host_names or self.host == "localhost" or is_trusted(self.host, LOOPBACK):
            return {name.lower() for name in self.host_names}
        return None


def push_key(settings: Settings) -> "ServerKey | None":
    """Return the key for Web Push, None without one. Raises `CardwrightError`."""
    if not settings.push:
        return None
    try:
        from cardwright.web.push.message import server_key
    except ImportError as problem:
        raise CardwrightError(f"Web Push needs cryptography: install cardwright[push] ({problem})") from problem
    try:
        return server_key(Path(settings.push), settings.push_contact)
    except OSError as problem:
        raise CardwrightError(f"{settings.push}: {problem.strerror}") from problem


def push_notifier(settings: Settings, cardroom: Cardroom) -> "Notifier | None":
    """Return the sender of notices, None without a key for Web Push. Raises `CardwrightError`."""
    key = push_key(settings)
    if key is None:
        return None
    from cardwright.web.push.notifier import Notifier

    return Notifier(cardroom, key)


def serve(settings: Settings, port: int | None, workers: int = 1, *, open: bool = False) -> int:
    """Serve the cardroom until one of `STOP_SIGNALS`; everything is in the log by then.

    Without a port it takes the first that is free. ``open`` shows the page in the user's browser. Raises
    `PortUnavailable`, `StoreError`, or another `CardwrightError` for the key of Web Push.
    """
    start_log()
    _allow_files()
    push_key(settings)  # what is wrong with it is said once, and a new one is made by one process
    on_stop(lambda *_: sys.exit(0))
    sockets = listen(settings.host, port)
    if workers == 1:
        with open_cardroom(settings.database, settings.bot_workers) as cardroom:
            announce(settings.host, port, sockets, open=open)
            run(settings, cardroom, sockets)
        return 0
    connect(settings.database).close()  # what is wrong with it is said once
    announce(settings.host, port, sockets, open=open)
    supervise(functools.partial(work, settings), workers, sockets)
    return 0


def _allow_files() -> None:
    """Raise the soft limit of open files, since each socket is one: 1,024 is usual."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # on Windows there is none
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MAX_CONNECTIONS if hard == resource.RLIM_INFINITY else min(2 * MAX_CONNECTIONS, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def work(settings: Settings, number: int, sockets: Sequence[socket.socket], beat: Beat) -> None:
    """Serve as one of several processes, until one of `STOP_SIGNALS`."""
    start_log()
    on_stop(lambda *_: sys.exit(0))
    try:
        with open_cardroom(settings.database, settings.bot_workers) as cardroom:
            run(settings, cardroom, sockets, number, beat)
    except StoreError as problem:  # the supervisor starts it again; the message is for the operator
        logger.error("worker not started", extra={"why": type(problem.__cause__ or problem).__name__})
        sys.exit(1)


def run(
    settings: Settings,
    cardroom: Cardroom,
    sockets: Sequence[socket.socket],
    worker: int = 0,
    beat: Beat = lambda: None,
) -> None:
    """Serve a cardroom in this process. Raises `StoreError`."""
    app = create_app(
        cardroom,
        host_names=settings.names,
        metrics_from=settings.metrics_from,
        worker=worker,
        push=push_notifier(settings, cardroom),
    )
    tune_process()
    uvicorn_server = server(app, settings.trust_proxy, beat)
    on_stop(uvicorn_server.handle_exit)  # for good: no later signal may interrupt what the caller does at the end
    uvicorn_server.run(list(sockets))
    # uvicorn logs no more than that it could not start.
    if not uvicorn_server.started and not cardroom.heartbeats.is_ready:
        raise StoreError(
            f"{settings.database}: the log of games cannot be written: is the disk full, or the folder another user's?"
        )


def announce(host: str, port: int | None, sockets: Sequence[socket.socket], *, open: bool) -> None:
    """Print where the cardroom is, and show it if asked to."""
    got = sockets[0].getsockname()[1]
    address = _address(host, got)
    if port is None and got != FIRST_PORT:
        print(f"Port {FIRST_PORT} is taken, so this cardroom is at {got}.")
    print(f"The cardroom is open at {address} (Ctrl-C closes it; every game is kept)", flush=True)
    if host in WILDCARD_HOSTS:
        network = network_address()
        reached = f"http://{network}:{got}" if network else f"this machine's address, port {got}"
        print(f"Others in your network reach it at {reached}; open it there to invite them.", flush=True)
    if open and not show(address):
        print("No browser was found: open that address in one.", flush=True)


def network_address() -> str:
    """Return the address of this machine in its network, "" if it is in none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))  # nothing is sent: the routes give the address
        return str(probe.getsockname()[0])
    return ""


def _address(host: str, port: int) -> str:
    """Return the address to open in a browser on this machine."""
    named = "127.0.0.1" if host in WILDCARD_HOSTS else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}"
