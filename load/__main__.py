"""A load test on loopback: 1,000 sockets at 500 tables, 100 moves a second for a minute. `make load` runs all kinds.

First one server on an SQLite file; then one with two workers, which share its port; then two servers on one PostgreSQL,
where the two seats of every table are at different servers, so that each move has to cross; then one server, and one
with two workers, on a PostgreSQL over a slow link; at the end boardgame.io beside one server, where Node is at hand.
Every move is timed from the moment it is sent to its first frame at the other seat, and to the frame after all moments
that it causes; and it is looked for at the end in the log. The client shares the machine with all of that. What it
starts it ends, and it ends by itself.
"""

import argparse
import asyncio
import contextlib
import datetime
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median_low
from typing import TypeAlias

import msgspec

from cardwright import store
from cardwright.cardroom.events import Moved, decode

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from load import beside
from load.crowd import Acknowledged, Crowd
from load.slow_link import delayed

from support import postgres
from support.cardroom import Cardroom, running

PAGE = Path(__file__).parent.parent / "benchmarks" / "README.md"
BEGIN, END = "<!-- what follows is written by make load -->\n", "<!-- until here -->\n"
SEATING_TIMEOUT_S = 180  # seconds that everybody has to sit down, and at the end to see the last frames
SEATED_PER_S = 50  # sockets, beyond that
ROUND_TRIP_MS = 5  # to the distant database and back
BESIDE, BESIDE_RUNS = "boardgame", 2
Servers: TypeAlias = tuple[str, list[Cardroom], list[int]]  # the database, the servers and processes besides
CLOCK_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Load(msgspec.Struct, frozen=True):
    """What the crowd does: tables, moves a second in all, seconds, and spectators of each table."""

    tables: int
    rate: int
    seconds: int
    watchers: int = 0
    in_step: bool = False


BESIDE_LOAD = Load(tables=30, rate=25, seconds=15)


class Used(msgspec.Struct, frozen=True):
    """The resources that a process has used: CPU seconds with its children, and MB of its own memory."""

    seconds: float
    megabytes: float

    @classmethod
    def by(cls, pid: int) -> "Used":
        """Return them, from /proc."""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
        return cls(
            sum(map(int, fields[11:15])) / CLOCK_TICKS_PER_S, int(status.partition("VmRSS:")[2].split()[0]) / 1024
        )


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def pids(room: Cardroom) -> list[int]:
    """Return the processes that serve a cardroom."""
    main = room.process.pid
    if room.workers == 1:
        return [main]
    return sorted(pid for pid in children(main) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())


def busy(pids: Sequence[int]) -> float:
    """Return the CPU seconds that all of these have used."""
    return sum(Used.by(pid).seconds for pid in pids)


class Result(msgspec.Struct):
    """The figures of one run."""

    crowd: Crowd
    took: float
    wrong: int  # acknowledged moves that are not in the log at their place, and others that are
    rest: list[float]  # of each server, MB
    end: list[float]
    cores: list[float]  # of each server, the part of a core
    database: float | None
    client: float
    load: float

    def lines(self) -> list[tuple[str, str]]:
        """Return each measure and its figure."""
        crowd = self.crowd
        median, high, longest = quantiles_ms(crowd.times)
        _, whole_high, whole_longest = quantiles_ms(crowd.whole_times)
        _, wait_high, wait_longest = quantiles_ms(crowd.waits or [0.0])
        return [
            ("tables, sockets", f"{len(crowd.pairs):,}, {crowd.sockets:,}"),
            ("moves sent, in", f"{crowd.sent:,}, {self.took:.0f} s"),
            ("acknowledged, refused", f"{len(crowd.acknowledged):,}, {crowd.refused}"),
            ("acknowledged a second", f"{len(crowd.acknowledged) / (crowd.answered - crowd.began):.0f}"),
            ("lost or doubled, frames that did not come", f"{self.wrong}, {crowd.late}"),
            ("move to the other seat's frame: median", f"{median:.1f} ms"),
            ("99th percentile", f"{high:.1f} ms"),
            ("longest", f"{longest:.0f} ms"),
            ("all frames of a move, moments included: 99th percentile", f"{whole_high:.1f} ms"),
            ("longest of these", f"{whole_longest:.0f} ms"),
            ("pages that have shown a moment wait for the next frame: 99th percentile", f"{wait_high:.0f} ms"),
            ("longest of these", f"{wait_longest:.0f} ms"),
            ("frames, median before deflation", f"{len(crowd.sizes):,}, {median_low(crowd.sizes) / 1000:.1f} kB"),
            ("memory of a server: at rest, at the end", f"{listed(self.rest, 0)} MB, {listed(self.end, 0)} MB"),
            ("CPU of a server", f"{listed(self.cores, 2)} of a core"),
            ("CPU of the database", "in the server" if self.database is None else f"{self.database:.2f} of a core"),
            ("CPU of the client", f"{self.client:.2f} of a core"),
            ("load average at the end", f"{self.load:.1f}"),
        ]


def quantiles_ms(times: Sequence[float]) -> list[float]:
    """Return the median, the 99th percentile and the longest of times in seconds, in milliseconds."""
    ordered = sorted(times)
    return [1000 * ordered[min(len(ordered) - 1, int(len(ordered) * at))] for at in (0.5, 0.99, 1)]


def listed(figures: Sequence[float], digits: int) -> str:
    """Return one figure for each server."""
    return " and ".join(f"{each:.{digits}f}" for each in figures)


@contextlib.asynccontextmanager
async def seated(crowd: Crowd, seconds: int) -> AsyncIterator[None]:
    """Seat all players, who leave after work of so many seconds. Raises `TimeoutError` if it takes much longer."""
    async with asyncio.timeout(seconds + SEATING_TIMEOUT_S + crowd.sockets / SEATED_PER_S):
        try:
            await crowd.sit()
            gc.collect()
            gc.freeze()  # so that the client does not stop to look through all its sockets, and count that as a delay
            yield
        finally:
            crowd.leave()


async def press(ports: Sequence[int], load: Load, servers: Sequence[int], database: Sequence[int]) -> Result:
    """Seat all players, play, and return the figures of these processes of the servers and of the database."""
    crowd = Crowd(ports, load.tables, load.watchers)
    rest = [Used.by(pid).megabytes for pid in servers]
    async with seated(crowd, load.seconds):
        before = [busy([pid]) for pid in servers], busy(database), time.process_time()
        took = await crowd.play(load.rate, load.seconds, in_step=load.in_step)
        after = [busy([pid]) for pid in servers], busy(database), time.process_time()
    return Result(
        crowd,
        took,
        wrong=0,
        rest=rest,
        end=[Used.by(pid).megabytes for pid in servers],
        cores=[(now - then) / took for then, now in zip(before[0], after[0], strict=True)],
        database=(after[1] - before[1]) / took if database else None,
        client=(after[2] - before[2]) / took,
        load=os.getloadavg()[0],
    )


def wrong(database: str, acknowledged: Sequence[Acknowledged]) -> int:
    """Return the number of acknowledged moves that are not in the log at their place, plus surplus ones."""
    log, count = store.connect(database), 0
    tables: dict[str, list[Acknowledged]] = {}
    for move in acknowledged:
        tables.setdefault(move.table, []).append(move)
    for table, moves in tables.items():
        entries = [decode(event.body) for event in log.read(table)]
        steps = [step for entry in entries if isinstance(entry, Moved) for step in entry.steps]
        # Where both lay away at once, the other's may have come between.
        count += sum((move.seat, move.text) not in steps[move.version : move.version + 2] for move in moves)
        count += abs(sum(seat >= 0 for seat, _ in steps) - len(moves))
    log.close()
    return count


@contextlib.contextmanager
def sqlite(folder: Path, workers: int = 1) -> Iterator[Servers]:
    """Run one server on a file."""
    database = str(folder / "room.db")
    with running(database, folder / "server.log", workers=workers) as room:
        yield database, [room], []


@contextlib.contextmanager
def postgresql(folder: Path, servers: int = 2, workers: int = 1) -> Iterator[Servers]:
    """Run servers on one database, which writes to the disk as in production."""
    with postgres.running(fsync=True) as server, contextlib.ExitStack() as opened:
        database, main = server.address, server.process.pid
        logs = [folder / f"{number}.log" for number in range(servers)]
        rooms = [opened.enter_context(running(database, log, workers=workers)) for log in logs]
        yield database, rooms, [main, *children(main)]


@contextlib.contextmanager
def distant(folder: Path, workers: int = 1) -> Iterator[Servers]:
    """Run one server on a database from which every answer takes 5 ms longer."""
    link = folder / "link"
    link.mkdir()
    with postgres.running(fsync=True) as server, delayed(server.folder, link, ROUND_TRIP_MS):
        main = server.process.pid
        database = server.address.replace(str(server.folder), str(link))
        with running(database, folder / "server.log", workers=workers) as room:
            yield server.address, [room], [main, *children(main)]


KINDS: dict[str, tuple[str, Callable[[Path], contextlib.AbstractContextManager[Servers]]]] = {
    "sqlite": ("one server, SQLite", sqlite),
    "workers": ("two workers, SQLite", partial(sqlite, workers=2)),
    "postgres": ("two servers, PostgreSQL", postgresql),
    "distant": (f"one server, PostgreSQL {ROUND_TRIP_MS} ms away", distant),
    "distant-workers": (f"two workers, PostgreSQL {ROUND_TRIP_MS} ms away", partial(distant, workers=2)),
}


def measured(kind: str, load: Load) -> Result:
    """Return the figures of one run."""
    with tempfile.TemporaryDirectory() as name, KINDS[kind][1](Path(name)) as (database, rooms, processes):
        servers = [pid for room in rooms for pid in pids(room)]
        result = asyncio.run(press([room.port for room in rooms], load, servers, processes))
        result.wrong = wrong(database, result.crowd.acknowledged)
    return result


def side_by_side() -> str:
    """Return the figures of Cardwright and boardgame.io, by turns, or why they cannot be measured here."""
    runs: dict[str, list[beside.Beside]] = {"Cardwright, SQLite": [], "boardgame.io, in memory": []}
    own, other = runs.values()
    load = BESIDE_LOAD
    try:
        beside.installed()
        for _ in range(BESIDE_RUNS):
            result = measured("sqlite", load)
            server_ms = 1000 * result.cores[0] * result.took / result.crowd.sent
            median, high, _ = quantiles_ms(result.crowd.times)
            own.append(beside.Beside(server_ms, median, high))
            other.append(beside.boardgame(load.tables, load.rate, load.seconds, busy))
    except beside.Unavailable as problem:
        return f"boardgame.io was not measured: {problem}.\n"
    title = f"{load.rate} moves a second at {load.tables} tables for {load.seconds} s, {BESIDE_RUNS} runs by turns:"
    return f"{title}\n\n{beside.table(runs)}"


def table(results: dict[str, Result]) -> str:
    """Return all runs as a Markdown table."""
    heads = [KINDS[kind][0] for kind in results]
    rows = zip(*(result.lines() for result in results.values()), strict=True)
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}"]
    lines += [f"| {row[0][0]} | {' | '.join(figure for _, figure in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def keep(text: str) -> None:
    """Write the table into the page of benchmarks, between its marks."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{datetime.date.today()}, {os.cpu_count()} cores.\n\n{text}\n{END}{after}")


def allow_sockets() -> None:
    """Raise the limit of open files to what the system allows, here and in all servers: a socket is a file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> int:
    """Run it, print the figures, and fail if a move was lost, doubled or refused, or a frame did not come."""
    parser = argparse.ArgumentParser(prog="python -m load", description=__doc__)
    every = [*KINDS, BESIDE]
    parser.add_argument("kinds", nargs="*", metavar="kind", help=f"{' or '.join(every)} (all)")
    parser.add_argument("--tables", type=int, default=500, metavar="n", help="up to 5000 (500)")
    parser.add_argument("--rate", type=int, default=100, metavar="n", help="moves a second, up to 1000 (100)")
    parser.add_argument("--seconds", type=int, default=60, metavar="n", help="up to 600 (60)")
    parser.add_argument("--watchers", type=int, default=0, metavar="n", help="spectators of each table, up to 100 (0)")
    parser.add_argument(
        "--in-step", action="store_true", help="tables move in turn, not at random: all shows come at once"
    )
    parser.add_argument("--keep", action="store_true", help="write the table to benchmarks/README.md as well")
    given = parser.parse_args()
    for name, least, most in (("tables", 1, 5000), ("rate", 1, 1000), ("seconds", 1, 600), ("watchers", 0, 100)):
        if not least <= getattr(given, name) <= most:
            parser.error(f"--{name} is from {least} to {most}, not {getattr(given, name)}")
    for kind in given.kinds:
        if kind not in every:
            parser.error(f"no kind {kind!r}: it is {' or '.join(every)}")
    allow_sockets()
    kinds = given.kinds or every
    load = Load(given.tables, given.rate, given.seconds, given.watchers, given.in_step)
    results = {kind: measured(kind, load) for kind in kinds if kind in KINDS}
    tables = [table(results)] if results else []
    if BESIDE in kinds:
        tables.append(side_by_side())
    printed = "\n".join(tables)
    print(printed)
    if given.keep:
        keep(printed)
    return int(any(each.wrong or each.crowd.refused or each.crowd.late for each in results.values()))


if __name__ == "__main__":
    raise SystemExit(main())
