"""A third interface to the cardroom: every game over TCP, one line at a time.

    python examples/line_server.py [PORT] [DATABASE]        then: nc 127.0.0.1 PORT

It imports the cardroom, the scenes and the errors, and neither the web server nor the terminal program: what they do
beyond drawing is in those packages. A client sends

    open GAME [NAME=VALUE ...]    open a table against bots and sit down; bot=NAME chooses the bot, people=N leaves
                                  seats free for N - 1 others
    sit TABLE [NAME]              take a free seat at a table, or watch if there is none
    NUMBER, CARDS or a move       play: all that `cardwright play --plain` understands
    look, hint, leave, quit

and receives, whenever something has changed, the news (``*``), the table in words (``|``), the moves (``+``: the
notation, and for a move with a number its lowest, highest and step) and last one of ``ask`` (it is your turn),
``wait`` and ``over``. A line that begins with ``!`` says why a command was refused.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

from cardwright.cardroom import commands
from cardwright.cardroom.seat_keys import new_secret, seat_secret
from cardwright.cardroom.service import Cardroom, open_cardroom
from cardwright.cardroom.tables.live_table import LiveTable
from cardwright.errors import CardwrightError
from cardwright.scenes import Scene, named, typed_moves, words

HOST, PORT = "127.0.0.1", 7777
MAX_LINE_BYTES = 4096
MAX_SEATS = 32  # more than any game has


class Session:
    """One connection: a client, the table it sits or watches at, and what it was last shown."""

    def __init__(self, cardroom: Cardroom, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.cardroom, self.reader, self.writer = cardroom, reader, writer
        self.secret = new_secret()
        self.table = ""
        self.shown: list[str] = []
        self.watching: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answer the client's lines until it leaves."""
        try:
            while line := await self.reader.readline():
                words = line.decode("utf-8", "replace").split()
                if words[:1] == ["quit"]:
                    return
                if words:
                    await self.answer(words)
        except (ConnectionError, ValueError):  # a client that has gone, or a line without an end
            pass
        finally:
            self.stop_watching()
            self.writer.close()
            with contextlib.suppress(ConnectionError):
                await self.writer.wait_closed()

    async def answer(self, words: list[str]) -> None:
        """Carry out one command; a refusal is one line and changes nothing."""
        try:
            match words:
                case ["open", game, *settings]:
                    await self.open(game, *settings)
                case ["sit", table, *name]:
                    await self.sit(table, " ".join(name))
                case [("look" | "hint" | "leave") as command] if self.table:
                    await getattr(self, command)()
                case _ if self.table:
                    await self.play(" ".join(words))
                case _:
                    self.send("! first: open GAME, or sit TABLE")
        except CardwrightError as refusal:
            self.send(f"! {' '.join(str(refusal).split())}")
        await self.writer.drain()

    # Commands

    async def open(self, game: str, *settings: str) -> None:
        """Open a table and take its first seat."""
        options = dict(pair.partition("=")[::2] for pair in settings)
        people, bot = typed(options.pop("people", "1")), options.pop("bot", "basic")
        if not isinstance(people, int):
            raise CardwrightError("people=N says how many people sit down, you among them")
        others = ["" if seat < people else bot for seat in range(1, MAX_SEATS)]
        live = await self.cardroom.open(game, {name: typed(value) for name, value in options.items()}, others)
        await self.sit(live.id, "")

    async def sit(self, table: str, name: str) -> None:
        """Take a free seat, if there is one, and watch what happens."""
        live = await self.cardroom.table(table)
        if live.seats.free:
            await commands.sit(self.cardroom, live, name, seat_secret(self.secret, table))
        self.stop_watching()
        self.table, self.shown = table, []
        self.send(f"table {table}")
        self.watching = asyncio.get_running_loop().create_task(self.watch())

    async def play(self, text: str) -> None:
        """Make the move that the client's words mean."""
        live, seat = await self.here()
        assert live.table is not None
        move = typed_moves.move_of(live.scene(seat), text, "look")
        await commands.move(self.cardroom, live, seat, move, live.table.version)

    async def look(self) -> None:
        """Send the whole table again."""
        self.shown = []
        await self.update()

    async def hint(self) -> None:
        """Send what the strongest bot would do."""
        live, seat = await self.here()
        self.send(f"* {(await self.cardroom.scheduler.hint(live, seat)).text}")

    async def leave(self) -> None:
        """Give up the seat; a bot plays on."""
        live, seat = await self.here()
        await commands.leave(self.cardroom, live, seat)

    # What the client is shown

    async def here(self) -> tuple[LiveTable, int]:
        """The client's table as it is now, and its seat there."""
        live = await self.cardroom.table(self.table)
        return live, live.seats.of_secret(seat_secret(self.secret, self.table))

    async def watch(self) -> None:
        """Send the table whenever it has changed."""
        with contextlib.suppress(ConnectionError):
            while True:
                changed = self.cardroom.observers.next_change(self.table)
                await self.update()
                await self.writer.drain()
                await changed.wait()

    def stop_watching(self) -> None:
        """Look at no table any more."""
        if self.watching is not None:
            self.watching.cancel()

    async def update(self) -> None:
        """Send the table, unless it looks as it did the last time."""
        live, seat = await self.here()
        lines = list(picture(live, seat))
        if lines != self.shown:
            self.shown = lines
            self.send(*lines)

    def send(self, *lines: str) -> None:
        """Send some lines."""
        self.writer.write("".join(f"{line}\n" for line in lines).encode())


def typed(text: str) -> Any:
    """An option's value: a number, true, false, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def picture(live: LiveTable, seat: int) -> Iterator[str]:
    """A table as lines."""
    if live.table is None:
        yield f"| waiting for {len(live.seats.free)} more; they join with: sit {live.id}"
        yield "wait"
        return
    scene = live.scene(seat)
    yield from (f"* {line}" for line in live.news)
    yield from (f"| {line}" for line in words.table(scene, live.names))
    yield from (f"+ {line}" for line in offers(scene))
    yield f"over {named(scene.result, live.names)}" if live.over else "ask" if scene.moves else "wait"


def offers(scene: Scene) -> Iterator[str]:
    """Each move in notation; {} stands for its number, whose limits follow."""
    for move in scene.moves:
        number = move.number
        yield move.text + (f" {number.low} {number.high} {number.step}" if number else "")


@contextlib.asynccontextmanager
async def serving(database: str, port: int = 0, **more: Any) -> AsyncIterator[int]:
    """Serve a database, and yield the port; ``more`` goes to the cardroom."""
    with open_cardroom(database, **more) as cardroom:
        await cardroom.start()
        connections: set[asyncio.Task[None]] = set()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            session = asyncio.get_running_loop().create_task(Session(cardroom, reader, writer).run())
            connections.add(session)
            session.add_done_callback(connections.discard)

        server = await asyncio.start_server(connected, HOST, port, limit=MAX_LINE_BYTES)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            server.close()
            for session in connections:
                session.cancel()
            await asyncio.gather(*connections, return_exceptions=True)
            await cardroom.close()


async def main(port: int = PORT, database: str = "cardroom.db") -> None:
    """Serve until Ctrl-C."""
    async with serving(database, port) as at:
        print(f"The cardroom listens at {HOST}, port {at}.", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else PORT, *sys.argv[2:3]))
