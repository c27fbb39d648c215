"""Pages that come back after kill -9: `python -m load.comeback`.

Sockets at tables of two and their spectators; the server is killed and started again at once, and every page connects
as `feed.js` does, until it has a frame or the server answers that it has the last one.
"""

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random

from load.__main__ import Used, allow_sockets
from load.crowd import Crowd, Pair
from load.posts import HOST
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from support.cardroom import Cardroom, running

FIRST_WAIT_S, MAX_WAIT_S = 0.25, 1.5  # as in feed.js
PAGES_TIMEOUT_S = 120


async def page(pair: Pair, number: int, rng: Random) -> tuple[float, bool]:
    """Connect again and again, as a page does, until `Crowd.leave`; return when it is back, and whether a frame had to
    be drawn."""
    wait = FIRST_WAIT_S
    seat = number % 2
    cookie = pair.cookies[seat] if number < 2 else f"{pair.cookies[0]}watcher{number}"
    version = max(seen.version for seen in pair.seen)
    shown = f"seen={version}&stamp={pair.stamps[number]}"
    address = f"ws://{HOST}:{pair.ports[seat]}{pair.table}/feed?{shown}"
    while True:
        await asyncio.sleep(wait * rng.uniform(0.5, 1.5))
        try:
            socket = await connect(address, additional_headers={"cookie": cookie}, open_timeout=60)
            pair.sockets.append(socket)
            drawn = bool(await socket.recv())
            return time.monotonic(), drawn
        except (OSError, WebSocketException):
            wait = min(2 * wait, MAX_WAIT_S)


async def measured(room: Cardroom, tables: int, watchers: int) -> None:
    """Seat all, kill the server, and print when the pages are back."""
    crowd = Crowd([room.port], tables, watchers)
    await crowd.sit()
    killed = time.monotonic()
    room.kill()
    crowd.leave()
    back = asyncio.gather(*(page(pair, number, pair.rng) for pair in crowd.pairs for number in range(2 + watchers)))
    await asyncio.to_thread(room.restart)
    up = time.monotonic() - killed
    async with asyncio.timeout(PAGES_TIMEOUT_S):
        pages = await back
    crowd.leave()
    times = sorted(at - killed for at, _ in pages)
    drawn, used = sum(drawn for _, drawn in pages), Used.by(room.process.pid).seconds
    shares = (f"{share:.0%} after {times[int(share * (len(times) - 1))]:.1f} s" for share in (0.5, 0.9, 0.99, 1))
    print(f"{len(times):,} pages at {tables:,} tables; the server answers {up:.1f} s after the kill")
    print(f"pages back: {', '.join(shares)}; load average {os.getloadavg()[0]:.1f}")
    print(f"frames drawn: {drawn:,}; processor of the server, with its start: {used:.1f} s")


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m load.comeback", description=__doc__)
    parser.add_argument("--tables", type=int, default=500, metavar="n", help="tables of two (500)")
    parser.add_argument("--watchers", type=int, default=1, metavar="n", help="spectators of each (1)")
    given = parser.parse_args()
    allow_sockets()
    with tempfile.TemporaryDirectory() as name, running(f"{name}/room.db", Path(name) / "server.log") as room:
        asyncio.run(measured(room, given.tables, given.watchers))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
