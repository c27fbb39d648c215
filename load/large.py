"""Large logs: one table of 1,000,000 entries, opened from its snapshot, and a server that starts on 100,000 tables.

`python -m load.large --entries 10000 --tables 1000` is a small run. The table is one of cribbage at which a player lays
two cards away and takes them back; its entries are written into the file directly, and folded once for its snapshot.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from cardwright.cardroom import commands
from cardwright.cardroom.commitments import new_id
from cardwright.cardroom.events import Moved, TakenBack, decode, encode
from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.tables import snapshots
from cardwright.cardroom.tables.table_log import fold
from cardwright.store import backup, connect
from cardwright.store.integrity import link

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from load.__main__ import Used

from support import postgres
from support.cardroom import Browser, running

OPENINGS = 5  # of the large table, each by a new cardroom
COPIED_ENTRIES = 8  # of each of many tables


async def begun(cardroom: Cardroom) -> str:
    """Return a table of two players that has been dealt."""
    live = await cardroom.open("cribbage", {}, ("",))
    for name in ("Ann", "Bob"):
        await commands.sit(cardroom, live, name, name * 20)
    while not cardroom.tables[live.id].version:
        await asyncio.sleep(0.01)
    return live.id


def back_and_forth(cardroom: Cardroom, id: str, entries: int) -> Iterator[tuple[str, int, int, str]]:
    """Yield rows after those of a table, in which a player makes the first move there is and takes it back."""
    live = cardroom.tables[id]
    bodies = encode(Moved(((0, live.scene(0).moves[0].text),))), encode(TakenBack(0))
    for seq in range(live.seq, entries):
        yield id, seq, live.at, bodies[(seq - live.seq) % 2]


def insert(path: str, rows: Iterator[tuple[str, int, int, str]]) -> None:
    """Write rows into a log, each with its link in the hash chain."""
    with sqlite3.connect(path) as database:
        database.create_function("chained", 5, link, deterministic=True)
        database.executemany("insert into event (game, seq, at, body) values (?, ?, ?, ?)", rows)
    database.close()


async def opened(path: str, id: str) -> float:
    """Return the milliseconds in which a new cardroom opens a table."""
    store = connect(path)
    cardroom = Cardroom(store, ThreadPoolExecutor(1), bot_pace_s=0)
    began = time.perf_counter()
    await cardroom.table(id)
    took = time.perf_counter() - began
    await cardroom.close()
    store.close()
    return 1000 * took


async def one_table(folder: Path, entries: int) -> str:
    """Return how long a table of that many entries takes to open, first without and then with its snapshot."""
    path = str(folder / "one.db")
    store = connect(path)
    cardroom = Cardroom(store, ThreadPoolExecutor(1), bot_pace_s=0)
    id = await begun(cardroom)
    rows = list(back_and_forth(cardroom, id, entries))
    await cardroom.close()
    store.close()
    insert(path, iter(rows))
    took = folded(path, id)
    again = sorted([await opened(path, id) for _ in range(OPENINGS)])
    return (
        f"a table of {entries:,} entries: {took:.0f} s by its whole log, {median(again):.1f} ms from its snapshot"
        f" ({again[0]:.1f} to {again[-1]:.1f})"
    )


def folded(path: str, id: str) -> float:
    """Write the snapshot that a table has when it grows by play; return the seconds that its whole log takes."""
    store = connect(path)
    began = time.perf_counter()
    live = fold(id, [(row.at, decode(row.body)) for row in store.read(id)])
    took = time.perf_counter() - began
    store.keep_snapshot(id, live.seq, snapshots.capture(live)())
    store.close()
    return took


async def many_tables(folder: Path, tables: int) -> list[str]:
    """Return how long a server takes to start on a log of many tables, of either kind, beside an empty one."""
    path, empty = str(folder / "many.db"), str(folder / "empty.db")
    store = connect(path)
    cardroom = Cardroom(store, ThreadPoolExecutor(1), bot_pace_s=0)
    id = await begun(cardroom)
    first = store.read(id)[:COPIED_ENTRIES]
    await cardroom.close()
    store.close()
    names = [new_id() for _ in range(tables)]
    now, week = first[-1].at, 7 * 24 * 3600 * 1000
    ages = [week * number // tables for number in range(tables)]
    insert(path, ((name, row.seq, now - age, row.body) for name, age in zip(names, ages, strict=True) for row in first))
    title = f"{tables:,} tables, {tables * len(first):,} entries"
    with postgres.running() as server:
        backup.restore(path, server.address)
        logs = {"an empty log": empty, f"SQLite, {title}": path, f"PostgreSQL, {title}": server.address}
        return [f"{name}: {started(where, folder, names[-1])}" for name, where in logs.items()]


def started(where: str, folder: Path, table: str) -> str:
    """Return how long a server takes until it answers, and then to show a table."""
    began = time.perf_counter()
    with running(where, folder / "server.log") as room:
        first, used = time.perf_counter() - began, Used.by(room.process.pid).seconds
        browser = Browser(room.port)
        began = time.perf_counter()
        browser.ask("GET", f"/t/{table}/view")
        look = 1000 * (time.perf_counter() - began)
        browser.close()
    return f"the server answers after {first:.1f} s ({used:.2f} s of processor), and shows a table in {look:.0f} ms"


def main() -> int:
    """Build the logs, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m load.large", description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000, metavar="n", help="of the one table (1000000)")
    parser.add_argument("--tables", type=int, default=100_000, metavar="n", help="of the other log (100000)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print("\n".join(asyncio.run(many_tables(Path(name), given.tables))), flush=True)
        print(asyncio.run(one_table(Path(name), given.entries)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
