"""An application at a port of this machine, for tests that send it bytes."""

import socket
import threading
import time
from contextlib import closing
from typing import Any

import httpx2

from cardwright.web import server
from support.cardroom import BUSY_S


class Served:
    """An application that a thread serves as long as the context is open."""

    def __init__(self, app: Any) -> None:
        (self.socket,) = server.listen("127.0.0.1", 0)
        self.address: tuple[str, int] = self.socket.getsockname()
        self.server = server.server(app)
        self.server.config.timeout_graceful_shutdown = 1
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    def __enter__(self) -> "Served":
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(BUSY_S)
        self.socket.close()

    def client(self) -> httpx2.Client:
        """Return a browser at the port. A `TestClient` would run the application in a second event loop."""
        return httpx2.Client(base_url=f"http://127.0.0.1:{self.address[1]}", timeout=BUSY_S)

    def connect(self, source: str) -> socket.socket:
        """Return a connection from an address of this machine."""
        return socket.create_connection(self.address, BUSY_S, (source, 0))

    def say(self, *parts: bytes, wait: float = 0) -> bytes:
        """Send bytes, with a pause after each part, and read until the server closes."""
        with closing(socket.create_connection(self.address, BUSY_S)) as line:
            heard = b""
            try:
                for part in parts:
                    line.sendall(part)
                    time.sleep(wait)
                line.settimeout(BUSY_S)
                while got := line.recv(65536):
                    heard += got
            except (TimeoutError, ConnectionError):
                return heard + b"(open)"
            return heard
