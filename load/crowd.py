"""The crowd: pairs of seats at tables of cribbage, each with an open socket, who move in turn and at random."""

import asyncio
import html
import re
import time
from collections.abc import Sequence
from random import Random

import msgspec
from load.posts import HOST, Answer, Posts
from websockets.asyncio.client import ClientConnection, connect

from cardwright.web.parts import PART_BREAK, PIECE_BREAK, Parts, joined
from support.feed import frames, read

FRAME_TIMEOUT_S = 30.0  # for a frame to arrive
MAX_SEATINGS = 20  # at once
SEATING_TIMEOUT_S = 60
OK, BUSY = 200, 503  # statuses of answers
MOMENT = re.compile(r'data-hold="(\d+)"')  # in the state of a frame that is held, with its milliseconds
STAMP = re.compile(rf"{PART_BREAK}st{PIECE_BREAK}(\w*)")
MOVE = re.compile(r'name="move" value="([^"]+)"')


class Acknowledged(msgspec.Struct, frozen=True):
    """A move that a server has acknowledged."""

    table: str
    version: int
    seat: int
    text: str


class Seen(msgspec.Struct, frozen=True):
    """A table as far as the test needs it, and when that frame and the first of its moments arrived."""

    version: int = -1
    moves: tuple[str, ...] = ()
    first_at: float = 0.0
    at: float = 0.0

    @classmethod
    def of(cls, parts: Parts, first_at: float) -> "Seen":
        """Return the content of a frame that has just arrived."""
        moves = tuple(MOVE.findall(joined(parts, "moves"))) if "moves" in parts else ()
        return cls(int(parts["v"]) if "v" in parts else 0, moves, first_at, time.perf_counter())


class Crowd:
    """All pairs, and what they have seen. With two servers, each pair uses both, and so do those who watch it."""

    def __init__(self, ports: Sequence[int], tables: int, watchers: int = 0) -> None:
        self.ports, self.watchers = ports, watchers  # spectators of each table
        self.times: list[float] = []  # of each move to its first frame at the other seat
        self.whole_times: list[float] = []  # and to the frame after all moments
        self.waits: list[float] = []  # of pages for a frame that follows a moment, when that has been shown
        self.sent = self.refused = self.late = 0
        self.began = self.answered = 0.0  # when the first move was sent, and the last answered
        self.acknowledged: list[Acknowledged] = []
        self.sizes: list[int] = []  # of the frames, in bytes before deflation
        self.pairs = [Pair(self, number) for number in range(tables)]
        self.posts = Posts()

    async def sit(self) -> None:
        """Open all tables and all sockets."""
        gate = asyncio.Semaphore(MAX_SEATINGS)

        async def one(pair: "Pair") -> None:
            async with gate:
                await pair.sit()

        await asyncio.gather(*map(one, self.pairs))

    async def play(self, rate: int, seconds: int, *, in_step: bool = False) -> float:
        """Make ``rate`` moves a second, whether or not earlier ones have arrived, and return how long it took.

        Each is at a table chosen at random, as people at different tables do not wait for each other; or all tables
        move in turn, ``in_step``, and so come to the show of their first deal together.
        """
        loop, playing, rng = asyncio.get_running_loop(), [], Random(rate)
        self.began = loop.time()
        for number in range(rate * seconds):
            await asyncio.sleep(max(0.0, self.began + number / rate - loop.time()))
            pair = self.pairs[number % len(self.pairs)] if in_step else rng.choice(self.pairs)
            playing.append(asyncio.create_task(pair.move()))
        await asyncio.gather(*playing)
        return loop.time() - self.began

    def note_answer(self, answer: asyncio.Task[Answer]) -> None:
        """Note that a move has been answered."""
        self.answered = answer.get_loop().time()

    @property
    def sockets(self) -> int:
        """The number of sockets of all."""
        return len(self.pairs) * (2 + self.watchers)

    def leave(self) -> None:
        """Close all connections."""
        self.posts.close()
        for pair in self.pairs:
            pair.leave()


class Pair:
    """Two seats at one table."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd, self.rng = crowd, Random(number)
        self.cookies = [f"cardwright=load{number:05}{'x' * 34}{seat}" for seat in (0, 1)]
        # By turns, so that the servers have as much to do as each other.
        self.ports = [crowd.ports[(number + seat) % len(crowd.ports)] for seat in (0, 1)]
        self.table = ""
        self.seen = [Seen(), Seen()]
        self.arrived = [asyncio.Event(), asyncio.Event()]
        self.stamps = [""] * (2 + crowd.watchers)  # of the last frame of each socket
        self.turn = asyncio.Lock()
        self.sockets: list[ClientConnection] = []
        self.listening: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        """Open the table, sit down at both seats, and open their sockets."""
        form = {"game": "cribbage", "others": "open", "clock": "off", "name": "A"}
        self.table = msgspec.json.decode((await self.patiently(0, "/tables", form)).body)["goto"]
        seated = await self.patiently(1, f"{self.table}/sit", {"name": "B"})
        assert seated.status == OK, seated
        for seat in (0, 1):
            await self.connect(seat, self.cookies[seat])
            self.listening.append(asyncio.create_task(self.listen(seat)))
        for number in range(self.crowd.watchers):
            await self.connect(number % 2, f"{self.cookies[0]}watcher{number}")
            self.listening.append(asyncio.create_task(self.watch(2 + number)))
        await asyncio.wait_for(asyncio.gather(*(arrived.wait() for arrived in self.arrived)), FRAME_TIMEOUT_S)

    async def connect(self, seat: int, cookie: str) -> None:
        """Open a socket at the server of a seat."""
        address = f"ws://{HOST}:{self.ports[seat]}{self.table}/feed"
        # The server pings: pings of thousands of clients in one process would count as its load, and come late.
        opened = connect(address, additional_headers={"cookie": cookie}, open_timeout=60, ping_interval=None)
        self.sockets.append(await opened)

    async def watch(self, number: int) -> None:
        """Receive the frames of a spectator."""
        async for message in self.sockets[number]:
            self.note(number, str(message))

    def note(self, number: int, message: str) -> None:
        """Remember the stamp of the last frame of a socket."""
        self.stamps[number] = [self.stamps[number], *STAMP.findall(message)][-1]

    async def patiently(self, seat: int, path: str, form: dict[str, str]) -> Answer:
        """Send a form until a server that is too busy takes it."""
        async with asyncio.timeout(SEATING_TIMEOUT_S):
            while (answer := await self.post(seat, path, form)).status == BUSY:
                await asyncio.sleep(1)
        return answer

    async def post(self, seat: int, path: str, form: dict[str, str]) -> Answer:
        """Send a form to the server of a seat."""
        return await self.crowd.posts.post(self.ports[seat], path, form, self.cookies[seat])

    async def listen(self, seat: int) -> None:
        """Receive the frames of a socket."""
        parts: Parts = {}
        first_at = shown_until = 0.0  # of the first frame of a move, and of the moment before
        async for message in self.sockets[seat]:
            self.note(seat, str(message))
            for frame in filter(None, frames(str(message))):
                now = time.perf_counter()
                if shown_until:
                    self.crowd.waits.append(max(0.0, now - shown_until))
                first_at = first_at or now
                self.crowd.sizes.append(len(frame))
                parts = read(frame, parts)
                if "state" not in parts:  # a game has not begun while seats are open
                    continue
                if held := MOMENT.search(joined(parts, "state")):
                    shown_until = max(now, shown_until) + int(held[1]) / 1000
                else:  # the frame after all moments has the moves
                    self.seen[seat] = Seen.of(parts, first_at)
                    self.arrived[seat].set()
                    first_at = shown_until = 0.0

    async def move(self) -> None:
        """Make a move after the previous one, timed from sending it to its frame at the other seat."""
        async with self.turn:
            mover = next((seat for seat in (0, 1) if self.seen[seat].moves), None)
            if mover is not None:
                await self._move(mover, 1 - mover, self.seen[mover])

    async def _move(self, mover: int, other: int, seen: Seen) -> None:
        text = html.unescape(self.rng.choice(seen.moves))
        self.crowd.sent += 1
        began = time.perf_counter()
        form = {"version": str(seen.version), "move": text}
        answer = asyncio.create_task(self.post(mover, f"{self.table}/move", form))
        answer.add_done_callback(self.crowd.note_answer)
        try:
            for seat in (other, mover):  # the next move is found in what both have seen of this one
                await asyncio.wait_for(self._beyond(seat, seen.version), FRAME_TIMEOUT_S)
            self.crowd.times.append(self.seen[other].first_at - began)
            self.crowd.whole_times.append(self.seen[other].at - began)
        except TimeoutError:
            self.crowd.late += 1
        if (await answer).status == OK:
            table = self.table.removeprefix("/t/")
            self.crowd.acknowledged.append(Acknowledged(table, seen.version, mover, text))
        else:
            self.crowd.refused += 1

    async def _beyond(self, seat: int, version: int) -> None:
        while self.seen[seat].version <= version:
            self.arrived[seat].clear()
            await self.arrived[seat].wait()

    def leave(self) -> None:
        """Close both sockets. Raises what reading them has raised."""
        for task in self.listening:
            if not task.cancel() and not task.cancelled():
                task.result()
        for socket in self.sockets:
            socket.transport.abort()
