"""The knee: the rate of moves from which a cardroom is late. `python -m load.knee [KIND] [--tables N]`

All players sit down once, wait until the server has drawn all first frames, and then move at one rate after another.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from load.__main__ import KINDS, Servers, Used, allow_sockets, busy, listed, pids, postgresql, quantiles_ms, seated
from load.crowd import Crowd

RATES = (25, 50, 100, 150, 200, 250, 300)
SET_UPS: dict[str, Callable[[Path], AbstractContextManager[Servers]]] = {
    **{kind: KINDS[kind][1] for kind in ("sqlite", "workers")},
    "postgres": partial(postgresql, servers=1),
    "postgres-workers": partial(postgresql, servers=1, workers=2),
}
BAR_MS = 50  # for 99 of 100 moves
IDLE_CORES = 0.3  # less is what 10,000 open sockets need
IDLE_CHECK_S = 2


async def idle(servers: Sequence[int]) -> None:
    """Wait until the servers have nothing left to do."""
    before = busy(servers)
    while True:
        await asyncio.sleep(IDLE_CHECK_S)
        if (now := busy(servers)) - before < IDLE_CORES * IDLE_CHECK_S:
            return
        before = now


async def draw(ports: Sequence[int], servers: Sequence[int], given: argparse.Namespace) -> None:
    """Print the times at each rate, until the server is late by ten times the bar."""
    crowd = Crowd(ports, given.tables, given.watchers)
    rates = given.rates or RATES
    async with seated(crowd, given.seconds * len(rates)):
        await idle(servers)
        print(f"{crowd.sockets:,} sockets, {given.kind}\n")
        print("| moves a second | median | 99th percentile | servers | load average |")
        print("|---|---|---|---|---|")
        for rate in rates:
            crowd.times.clear()
            before = busy(servers)
            took = await crowd.play(rate, given.seconds)
            median, high, _ = quantiles_ms(crowd.times)
            cores = (busy(servers) - before) / took
            load = os.getloadavg()[0]
            print(f"| {rate} | {median:.1f} ms | {high:.1f} ms | {cores:.2f} of a core | {load:.1f} |", flush=True)
            if high > 10 * BAR_MS:
                break
        memory = listed([Used.by(pid).megabytes for pid in servers], 0)
    print(f"frames that did not come: {crowd.late}, moves refused: {crowd.refused}, memory: {memory} MB\n", flush=True)


def main() -> int:
    """Draw it for one set-up."""
    parser = argparse.ArgumentParser(prog="python -m load.knee", description=__doc__)
    parser.add_argument("kind", nargs="?", choices=SET_UPS, default="sqlite", help="the set-up (sqlite)")
    parser.add_argument("--tables", type=int, default=200, metavar="n", help="tables of two (200)")
    parser.add_argument("--watchers", type=int, default=0, metavar="n", help="spectators of each table (0)")
    parser.add_argument("--seconds", type=int, default=15, metavar="n", help="for each rate (15)")
    parser.add_argument("--rates", type=int, nargs="+", metavar="n", help="moves a second (25 to 300)")
    given = parser.parse_args()
    allow_sockets()
    with tempfile.TemporaryDirectory() as name, SET_UPS[given.kind](Path(name)) as (_, rooms, _):
        ports, servers = [room.port for room in rooms], [pid for room in rooms for pid in pids(room)]
        asyncio.run(draw(ports, servers, given))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
