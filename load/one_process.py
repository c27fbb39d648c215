"""The processor time of a move, in one process and without the network: `python -m load.one_process`.

The application is called as a web server would call it. Players at tables of cribbage move one after another at
random, each move after all frames of the one before. The time is that of the process, so it includes the threads that
write the log, and little of this client. The parts of a move are measured in a second half, as that costs time.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette

from cardwright.cardroom.service import open_cardroom
from cardwright.cardroom.tables import drafts
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.store.sqlite import SqliteStore
from cardwright.web.app import create_app
from cardwright.web.parts import FRAME_BREAK, PART_BREAK, PIECE_BREAK, Sender
from cardwright.web.server import tune_process
from cardwright.web.table_frame import Frames

SEATS = 2
WARM_UP = 0.2  # the share of moves before the first that counts
MAX_MOVES = 25  # that count, at each table: no game ends before twice as many
MANY = 5  # frames for each seat, at least, of a move that leads to a show
PARTS: tuple[tuple[str, Any, str], ...] = (
    ("drawing all frames", Frames, "drawn"),
    ("finding what has changed", Sender, "message"),
    ("the rules, and what chance does", drafts, "move"),
    ("writing the log, in its thread", SqliteStore, "append_several"),
)


class Client:
    """A browser at a table: its requests, and the frames that its socket was sent."""

    def __init__(self, app: Starlette, cookie: str) -> None:
        self.app, self.cookie = app, cookie
        self.frames, self.version = 0, -1

    def scope(self, kind: str, path: str, *headers: tuple[str, str]) -> dict[str, Any]:
        """Return what a web server says of a request."""
        given = (("host", "127.0.0.1"), ("accept", "application/json"), ("cookie", f"cardwright={self.cookie}"))
        return {
            "type": kind,
            "method": "POST",
            "path": path,
            "query_string": b"",
            "root_path": "",
            "scheme": "http" if kind == "http" else "ws",
            "headers": [(name.encode(), value.encode()) for name, value in (*given, *headers)],
            "client": ("127.0.0.1", 1),
        }

    async def post(self, path: str, form: dict[str, str]) -> Any:
        """Send a form; return the answer."""
        body, sent = urlencode(form).encode(), []
        kind = ("content-type", "application/x-www-form-urlencoded")

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(self.scope("http", path, kind, ("content-length", str(len(body)))), receive, send)
        assert sent[0]["status"] == 200, sent
        return json.loads(sent[1]["body"])

    async def listen(self, table: str) -> None:
        """Open a socket, and count the frames that it is sent."""
        messages = [{"type": "websocket.connect"}]

        async def receive() -> dict[str, str]:
            return messages.pop() if messages else await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            text = message.get("text", "")
            self.frames += text.count(FRAME_BREAK) + 1
            _, found, rest = text.rpartition(f"{PART_BREAK}v{PIECE_BREAK}")
            if found:
                self.version = int(rest.partition(PART_BREAK)[0])

        await self.app(self.scope("websocket", f"{table}/feed"), receive, send)


class Room:
    """Tables of two with their sockets."""

    def __init__(self, app: Starlette) -> None:
        self.app, self.rng = app, Random(1)
        self.tables: dict[str, list[Client]] = {}
        self.listening: list[asyncio.Task[None]] = []

    async def open(self, number: int, watchers: int) -> None:
        """Open a table, sit down at both seats, and open all sockets."""
        clients = [Client(self.app, f"{number:05}{seat:05}{'x' * 34}") for seat in range(SEATS + watchers)]
        form = {"game": "cribbage", "others": "open", "clock": "off", "name": "A"}
        table = (await clients[0].post("/tables", form))["goto"]
        await clients[1].post(f"{table}/sit", {"name": "B"})
        self.tables[table.removeprefix("/t/")] = clients
        self.listening += [asyncio.create_task(client.listen(table)) for client in clients]
        await self.shown(table.removeprefix("/t/"))

    def live(self, id: str) -> LiveTable:
        """Return a table as the cardroom has it."""
        live: LiveTable = self.app.state.cardroom.tables[id]
        return live

    async def shown(self, id: str) -> None:
        """Wait until all who look have the table as it is."""
        while not (version := self.live(id).version) or any(each.version != version for each in self.tables[id]):
            await asyncio.sleep(0)

    async def move(self) -> tuple[int, float]:
        """Make a move; return the frames that a seat was sent, and the processor time in ms."""
        id = self.rng.choice(list(self.tables))
        game, table, clients = self.live(id).game, self.live(id).table, self.tables[id]
        assert table is not None
        seat, before = table.to_act[0], clients[0].frames
        move = game.text(self.rng.choice(game.legal_actions(table.state, seat)))
        began = time.process_time()
        await clients[seat].post(f"/t/{id}/move", {"version": str(table.version), "move": move})
        await self.shown(id)
        return clients[0].frames - before, 1000 * (time.process_time() - began)


def timed(owner: Any, name: str, spent: list[float]) -> None:
    """Note the processor time of each call of a function, in ms."""
    call: Callable[..., Any] = getattr(owner, name)

    def measured(*given: Any, **more: Any) -> Any:
        began = time.thread_time()
        try:
            return call(*given, **more)
        finally:
            spent.append(1000 * (time.thread_time() - began))

    setattr(owner, name, measured)


async def measured(app: Starlette, tables: int, moves: int, watchers: int) -> None:
    """Play, and print the figures."""
    room = Room(app)
    for number in range(tables):
        await room.open(number, watchers)
    tune_process()
    for _ in range(int(moves * WARM_UP)):
        await room.move()
    took = [await room.move() for _ in range(moves)]
    groups = {
        "all moves": took,
        "one frame": [each for each in took if each[0] == 1],
        f"{MANY} frames or more": [each for each in took if each[0] >= MANY],
    }
    print("| moves | number | frames for each seat | processor time |\n|---|---:|---:|---:|")
    for name, group in groups.items():
        if group:
            frames, time_ms = (mean(column) for column in zip(*group, strict=True))
            print(f"| {name} | {len(group):,} | {frames:.1f} | {time_ms:.2f} ms |")
    spent = {what: list[float]() for what, _, _ in PARTS}
    for what, owner, name in PARTS:
        timed(owner, name, spent[what])
    whole = sum([(await room.move())[1] for _ in range(moves)])
    print(f"\n| part of a move of {whole / moves:.2f} ms | calls | processor time | share |\n|---|---:|---:|---:|")
    rows = {what: (len(times) / moves, sum(times)) for what, times in spent.items()}
    rows["all else: the request, the event loop, sending"] = (1, whole - sum(total for _, total in rows.values()))
    for what, (calls, total) in rows.items():
        print(f"| {what} | {calls:.1f} | {total / moves:.2f} ms | {100 * total / whole:.0f} % |")
    for task in room.listening:
        task.cancel()


async def served(folder: Path, given: argparse.Namespace) -> None:
    """Run the application."""
    with open_cardroom(str(folder / "room.db")) as cardroom:
        app = create_app(cardroom, limits=False)
        async with app.router.lifespan_context(app):
            await measured(app, given.tables, given.moves, given.watchers)


def main() -> int:
    """Measure it."""
    parser = argparse.ArgumentParser(prog="python -m load.one_process", description=__doc__)
    parser.add_argument("--tables", type=int, default=40, metavar="n", help="tables of two (40)")
    parser.add_argument("--moves", type=int, default=1000, metavar="n", help="that count, in each half (1000)")
    parser.add_argument("--watchers", type=int, default=0, metavar="n", help="spectators of each table (0)")
    given = parser.parse_args()
    if given.moves > MAX_MOVES * given.tables:
        parser.error(f"--moves is at most {MAX_MOVES} for each table")
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(served(Path(name), given))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
