"""A crowd on loopback: 1,000 sockets at 500 tables, 100 moves a second for a minute. `make load` runs it.

Every move is timed from the moment it is sent to the frame of it at the other seat, and is looked for at the end in
the log. The client is another process than the server, on the same machine; it shares the machine with it.
"""

import argparse
import asyncio
import html
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from cardwright import store
from cardwright.web.log import Moved, decode

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from cardroom import HOST, Cardroom, running

JSON = {"accept": "application/json"}


class Crowd:
    """What all tables together have seen."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.sent = self.refused = 0
        self.acknowledged: list[tuple[str, int, int, str]] = []
        self.frames = self.bytes = 0


VERSION = re.compile(r'data-version="(\d+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')


def read(frame: str) -> dict[str, Any]:
    """What a page would find in a frame: the version, and the moves."""
    version = VERSION.search(frame)
    return {"version": int(version[1]) if version else 0, "moves": MOVE.findall(frame)}


class Pair:
    """Two seats at one table, each with a socket; they move in turn, at random."""

    def __init__(self, crowd: Crowd, http: httpx2.AsyncClient, number: int) -> None:
        self.crowd, self.http, self.rng = crowd, http, Random(number)
        self.cookies = [f"cardwright=load{number:05}{'x' * 34}{seat}" for seat in (0, 1)]
        self.table = ""
        self.sockets: list[ClientConnection] = []
        self.seen: list[dict[str, Any]] = [{}, {}]
        self.arrived = [asyncio.Event(), asyncio.Event()]
        self.turn = asyncio.Lock()
        self.listening: list[asyncio.Task[None]] = []

    async def sit(self, port: int, feed: str) -> None:
        form = {"game": "cribbage", "others": "open", "clock": "off", "name": "A"}
        told = await self.post(0, "/tables", form)
        self.table = told.json()["goto"]
        await self.post(1, f"{self.table}/sit", {"name": "B"})
        for seat in (0, 1):
            address = f"ws://{HOST}:{port}{self.table}/{feed}"
            socket = await connect(address, additional_headers={"cookie": self.cookies[seat]}, open_timeout=60)
            self.sockets.append(socket)
            self.listening.append(asyncio.create_task(self.listen(seat)))

    async def post(self, seat: int, path: str, form: dict[str, str]) -> httpx2.Response:
        return await self.http.post(path, data=form, headers={**JSON, "cookie": self.cookies[seat]})

    async def listen(self, seat: int) -> None:
        async for frame in self.sockets[seat]:
            self.crowd.frames += 1
            self.crowd.bytes += len(frame)
            if frame:
                self.seen[seat] = read(str(frame))
                self.arrived[seat].set()

    async def move(self) -> None:
        """One move, after the one before, and the wait until the other seat has its frame."""
        async with self.turn:
            await self._move()

    async def _move(self) -> None:
        mover = next((seat for seat in (0, 1) if self.seen[seat].get("moves")), None)
        if mover is None:
            return
        seen, other = self.seen[mover], 1 - mover
        text = html.unescape(self.rng.choice(seen["moves"]))
        self.arrived[other].clear()
        began = time.perf_counter()
        self.crowd.sent += 1
        form = {"version": str(seen["version"]), "move": text}
        answer = asyncio.create_task(self.post(mover, f"{self.table}/move", form))
        while True:
            await asyncio.wait_for(self.arrived[other].wait(), 30)
            if self.seen[other]["version"] > seen["version"]:
                break
            self.arrived[other].clear()
        self.crowd.times.append(time.perf_counter() - began)
        if (await answer).status_code == 200:
            self.crowd.acknowledged.append((self.table.removeprefix("/t/"), seen["version"], mover, text))
        else:
            self.crowd.refused += 1


async def press(room: Cardroom, tables: int, rate: int, seconds: int) -> tuple[Crowd, float]:
    """Seat everybody, play for so long, and tell what happened."""
    crowd = Crowd()
    limits = httpx2.Limits(max_connections=100)
    async with httpx2.AsyncClient(base_url=f"http://{HOST}:{room.port}", limits=limits, timeout=60) as http:
        pairs = [Pair(crowd, http, number) for number in range(tables)]
        gate = asyncio.Semaphore(20)

        async def sit(pair: Pair) -> None:
            async with gate:
                await pair.sit(room.port, "feed")

        await asyncio.gather(*map(sit, pairs))
        await asyncio.sleep(1)
        loop, playing = asyncio.get_running_loop(), []
        began = loop.time()
        for number in range(rate * seconds):
            await asyncio.sleep(max(0.0, began + number / rate - loop.time()))
            playing.append(asyncio.create_task(pairs[number % tables].move()))
        await asyncio.gather(*playing)
        took = loop.time() - began
        for pair in pairs:
            for task in pair.listening:
                task.cancel()
            for socket in pair.sockets:
                socket.transport.abort()
    return crowd, took


def memory(pid: int) -> float:
    """A process's resident memory, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def lost(database: str, crowd: Crowd) -> int:
    """How many acknowledged moves are not in the log."""
    log, missing = store.connect(database), 0
    steps: dict[str, list[tuple[int, str]]] = {}
    for table, version, seat, text in crowd.acknowledged:
        if table not in steps:
            entries = [decode(event.body) for event in log.read(table)]
            steps[table] = [step for entry in entries if isinstance(entry, Moved) for step in entry.steps]
        missing += (seat, text) not in steps[table][version : version + 2]
    log.close()
    return missing


def main() -> int:
    """Run it, print the figures, and fail if a move was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--database", default="", help="postgresql://... (a fresh SQLite file)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or str(Path(folder) / "room.db")
        with running(database, Path(folder) / "server.log") as room:
            before = memory(room.process.pid)
            crowd, took = asyncio.run(press(room, arguments.tables, arguments.rate, arguments.seconds))
            after = memory(room.process.pid)
        missing = lost(database, crowd)
    times = sorted(crowd.times)
    at = [1000 * times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99, 1)]
    print(f"{arguments.tables} tables, {2 * arguments.tables} sockets, {crowd.sent} moves in {took:.1f} s")
    print(f"refused {crowd.refused}, acknowledged {len(crowd.acknowledged)}, lost {missing}")
    mean = crowd.bytes / crowd.frames / 1000
    print(f"{crowd.frames} frames of {mean:.1f} kB before deflation")
    print(f"move to the other seat's frame: median {at[0]:.1f} ms, p99 {at[1]:.1f} ms, longest {at[2]:.1f} ms")
    print(f"server memory: {before:.0f} MB at rest, {after:.0f} MB at the end; load average {os.getloadavg()[0]:.1f}")
    return 1 if missing or crowd.refused else 0


if __name__ == "__main__":
    raise SystemExit(main())
