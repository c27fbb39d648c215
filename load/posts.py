"""Forms that are posted over connections which stay open, as those of browsers do.

A whole HTTP client took two thirds of the processor time of a load's clients, which share the machine with the servers.
"""

import asyncio
import itertools
import re
from collections import defaultdict
from typing import NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
MAX_CONNECTIONS = 100
IDLE_S = 2.0  # for which a connection is kept: a server closes those that are idle for longer
TIMEOUT_S = 60.0
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")


class Answer(NamedTuple):
    """The answer to a form."""

    status: int
    body: bytes


class Connection(NamedTuple):
    """An open connection, and when its last answer came."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    at: float


class Posts:
    """Posts forms, and keeps the connections."""

    def __init__(self) -> None:
        self._idle: defaultdict[int, list[Connection]] = defaultdict(list)  # by port, the last used last
        self._gate = asyncio.Semaphore(MAX_CONNECTIONS)

    async def post(self, port: int, path: str, form: dict[str, str], cookie: str) -> Answer:
        """Send a form to a server; return the answer as JSON. Raises `OSError`, `EOFError` or `TimeoutError`."""
        body = urlencode(form)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\naccept: application/json\r\ncookie: {cookie}\r\n"
            f"content-type: application/x-www-form-urlencoded\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        async with self._gate, asyncio.timeout(TIMEOUT_S):
            reader, writer = await self._connected(port)
            kept = False
            try:
                writer.write((head + body).encode())
                answered = await reader.readuntil(b"\r\n\r\n")
                length = LENGTH.search(answered)
                assert length is not None, answered
                answer = Answer(int(answered[9:12]), await reader.readexactly(int(length[1])))
                kept = b"\r\nconnection: close\r\n" not in answered
                return answer
            finally:
                if kept:
                    self._idle[port].append(Connection(reader, writer, asyncio.get_running_loop().time()))
                else:
                    writer.close()

    async def _connected(self, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection to a server, one that was used a moment ago if there is one."""
        while self._idle[port]:
            reader, writer, at = self._idle[port].pop()
            if asyncio.get_running_loop().time() - at < IDLE_S and not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(HOST, port)

    def close(self) -> None:
        """Close all connections."""
        for each in itertools.chain.from_iterable(self._idle.values()):
            each.writer.close()
