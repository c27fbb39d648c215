"""Floods from one address, and how an honest player fares: `python -m load.flood`, by hand.

A server as `cardwright serve` starts it, with all limits. From 127.0.0.2 come new tables, lobby requests, proofs of a
long game, readers that do not read and idle connections, all at once and as fast as they are answered. From 127.0.0.3
an honest player plays. The floods have a process of their own, so that the player's clock measures the server and not
the floods. What they start ends with them.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

import msgspec

STRANGER, HONEST = "127.0.0.2", "127.0.0.3"
LOOK_S = 0.15  # between the honest player's requests
LISTS_S = 1.5  # after which the lobby shows a new table
FIRST_SCREEN_S = 4.0  # of the floods beyond the player's time, while an honest table is looked for
FORM = "content-type: application/x-www-form-urlencoded\r\n"


async def asked(
    port: int, source: str, method: str, path: str, form: dict[str, str] | None = None, cookie: str = ""
) -> tuple[int, bytes]:
    """Send one request on a connection of its own; return the status and the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        body = urlencode(form or {}).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\nconnection: close\r\n"
        head += f"cookie: cardwright={cookie}\r\n" if cookie else ""
        head += f"{FORM}content-length: {len(body)}\r\n" if method == "POST" else ""
        writer.write(head.encode() + b"\r\n" + body)
        answer = await reader.read(-1)
        return int(answer[9:12] or 0), answer.partition(b"\r\n\r\n")[2]
    finally:
        writer.close()


class Flood:
    """The floods, and the number of answers that each has had by status."""

    def __init__(self, port: int, table: str) -> None:
        self.port, self.table = port, table
        self.answers: Counter[tuple[str, int]] = Counter()

    async def run(self, seconds: float) -> None:
        """Flood for some seconds."""
        tasks = self.begin()
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def repeat(self, what: str, method: str, path: str, form: dict[str, str] | None = None) -> None:
        """Send a request again and again."""
        while True:
            try:
                status, _ = await asked(self.port, STRANGER, method, path, form)
            except (OSError, ValueError):
                status = 0
                await asyncio.sleep(0.01)
            self.answers[what, status] += 1

    async def hold(self, what: str, sent: bytes) -> None:
        """Open a connection, send something, and read nothing, until the server closes it; and again."""
        while True:
            with contextlib.suppress(OSError), socket.socket() as line:
                line.setblocking(False)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                line.bind((STRANGER, 0))
                loop = asyncio.get_running_loop()
                await loop.sock_connect(line, ("127.0.0.1", self.port))
                await loop.sock_sendall(line, sent)
                self.answers[what, 0] += 1
                await asyncio.sleep(5)
            await asyncio.sleep(0.05)

    def begin(self) -> list[asyncio.Task[None]]:
        """Start all floods."""
        opened = {"game": "cribbage", "others": "open", "name": "Spam"}
        stalled = b"GET /static/cards.svg HTTP/1.1\r\nhost: x\r\n\r\n" * 20
        kinds = [
            *[self.repeat("tables", "POST", "/tables", opened) for _ in range(40)],
            *[self.repeat("lobby", "GET", "/") for _ in range(8)],
            *[self.repeat("fair", "GET", f"{self.table}/fair") for _ in range(8)],
            *[self.hold("stalled", stalled) for _ in range(60)],
            *[self.hold("idle", b"GET / HT") for _ in range(300)],
        ]
        return [asyncio.ensure_future(kind) for kind in kinds]


async def long_game(port: int, moves: int) -> str:
    """Play a table with a long log, as place and undo make it."""
    cookie = "h" * 43
    _, body = await asked(port, HONEST, "POST", "/tables", {"game": "patience"}, cookie)
    table = str(msgspec.json.decode(body)["goto"])
    for _ in range(moves):
        _, body = await asked(port, HONEST, "GET", f"{table}/view", cookie=cookie)
        seen = msgspec.json.decode(body)
        if seen["over"]:
            break
        form = {"version": str(seen["version"]), "move": seen["moves"][0]["text"]}
        await asked(port, HONEST, "POST", f"{table}/move", form, cookie)
    return table


async def play(port: int, seconds: float) -> tuple[list[float], Counter[int]]:
    """Play honestly for some seconds; return the time of each answer, and their statuses."""
    cookie, times = "p" * 43, []
    statuses: Counter[int] = Counter()
    table, end = "", time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        if not table:
            status, body = await asked(port, HONEST, "POST", "/tables", {"game": "patience"}, cookie)
            table = str(msgspec.json.decode(body).get("goto", "")) if status == 200 else ""
        else:
            status, body = await asked(port, HONEST, "GET", f"{table}/view", cookie=cookie)
            seen = msgspec.json.decode(body)
            times.append(time.perf_counter() - began)
            began = time.perf_counter()
            if status == 200 and seen["over"]:
                table = ""
            elif status == 200:
                form = {"version": str(seen["version"]), "move": seen["moves"][0]["text"]}
                status, _ = await asked(port, HONEST, "POST", f"{table}/move", form, cookie)
        times.append(time.perf_counter() - began)
        statuses[status] += 1
        await asyncio.sleep(LOOK_S)
    return times, statuses


async def first_screen(port: int) -> bool:
    """Open an honest table, and return whether it is among the first ten of the lobby."""
    _, body = await asked(
        port, HONEST, "POST", "/tables", {"game": "cribbage", "others": "open", "name": "Honest"}, "q" * 43
    )
    table = str(msgspec.json.decode(body).get("goto", "?"))
    await asyncio.sleep(LISTS_S)
    _, page = await asked(port, "127.0.0.4", "GET", "/", cookie="v" * 43)
    shown = list(dict.fromkeys(re.findall(r"/t/[\w-]{12}", page.decode())))
    return table in shown[:10]


async def measured(port: int, seconds: float) -> None:
    """Play without and with the floods, and print the figures."""
    table = await long_game(port, 40)
    for path in ("/", "/new/cribbage", f"{table}/fair"):  # the first of each compiles games
        await asked(port, HONEST, "GET", path)
    print_line("alone", *await play(port, seconds / 3))
    floods = multiprocessing.get_context("spawn").Process(target=flooded, args=(port, table, seconds + FIRST_SCREEN_S))
    floods.start()
    print_line("under floods", *await play(port, seconds))
    print("an honest new table is on the lobby's first screen:", await first_screen(port))
    await asyncio.to_thread(floods.join)


def flooded(port: int, table: str, seconds: float) -> None:
    """Flood for some seconds, and print the number of answers."""
    flood = Flood(port, table)
    asyncio.run(flood.run(seconds))
    for (what, status), count in sorted(flood.answers.items()):
        print(f"  {what}: {count} x {status or 'opened or dropped'}")


def print_line(what: str, times: list[float], statuses: Counter[int]) -> None:
    """Print the percentiles of an honest player."""
    ordered = sorted(1000 * each for each in times)
    median, high = (ordered[min(len(ordered) - 1, int(len(ordered) * at))] for at in (0.5, 0.99))
    print(
        f"{what}: median {median:.1f} ms, p99 {high:.1f} ms, longest {ordered[-1]:.0f} ms of {len(ordered)};"
        f" statuses {dict(statuses)}, load average {os.getloadavg()[0]:.1f}"
    )


def main() -> int:
    """Start a server, and measure."""
    parser = argparse.ArgumentParser(prog="python -m load.flood", description=__doc__)
    parser.add_argument("--seconds", type=int, default=30, metavar="n", help="of the floods (30)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardwright", "serve", "--port", "0", "--database", f"{folder}/room.db"]
        with (Path(folder) / "log").open("w") as log:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ))
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[5].rpartition(":")[2])
            asyncio.run(measured(port, given.seconds))
        finally:
            server.terminate()
            server.wait(30)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
