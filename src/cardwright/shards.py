"""Long work in shards: run one after another or by an executor, and resumed from a file after it was stopped.

A shard is a tuple of arguments that names its work, such as (seed, first, count); its result is an array of integers
that follows from it alone. So a job gives the same result however it is cut, by any number of processes.
"""

import argparse
import asyncio
import base64
import logging
import os
import signal
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright import decoding
from cardwright.errors import BadOption, BadRecord, CardwrightError, WorkerDied
from cardwright.processes import create_pool, has_workers, kill
from cardwright.wording import error_line

Shard: TypeAlias = tuple[Any, ...]
Counts: TypeAlias = NDArray[np.int64]
Job: TypeAlias = Callable[..., Counts]
Progress: TypeAlias = Callable[[int, int], None]

logger = logging.getLogger("cardwright")

CLUSTER_TIMEOUT_S = 10.0
WORKERS_TIMEOUT_S = 3.0  # a missing worker is reported after this time
RESULT_LINE_START = b'{"job":'
MAX_PROCESSES = 64


class _Done(msgspec.Struct, frozen=True):
    """A line of a file of results: a shard and its array, compressed."""

    job: str
    shard: list[Any]
    shape: list[int]
    counts: str


def run_module(main: Callable[[], None]) -> None:
    """Run a module with long work as a program: a mistake, or Ctrl-C, ends it in one line, as it does a command."""
    try:
        main()
    except CardwrightError as error:
        message, code = error_line(error), 2
    except KeyboardInterrupt as stop:
        message, code = error_line(stop, "stopped"), 130
    else:
        return
    print(message, file=sys.stderr)
    raise SystemExit(code)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of long work to a parser: where it runs, and the file that it resumes from."""
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="processes to count in")
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help="count on the Dask cluster of this scheduler")
    parser.add_argument("--file", metavar="FILE", help="keep results here as they come; a later run goes on from them")


@contextmanager
def open_workers(parsed: argparse.Namespace) -> Iterator[Executor | None]:
    """Open the executor that `add_arguments` ask for. Raises `BadOption`."""
    if not 1 <= parsed.processes <= MAX_PROCESSES:
        raise BadOption("processes", parsed.processes, f"1 to {MAX_PROCESSES}")
    with workers(parsed.processes, parsed.cluster) as executor:
        yield executor


@contextmanager
def workers(processes: int = 1, cluster: str = "") -> Iterator[Executor | None]:
    """Open an executor: of the Dask cluster at an address, of a number of processes, or None for this process.

    Raises `BadOption` for a cluster that cannot be reached.
    """
    if cluster:
        with _cluster(cluster) as executor:
            yield executor
    elif processes > 1:
        with create_pool(processes) as pool:
            try:
                with _killed_by_interrupt(pool):
                    yield pool
            except BaseException:  # such as Ctrl-C: the shards under way are not waited for
                kill(pool, cancel=True)
                raise
    else:
        yield None


@contextmanager
def _killed_by_interrupt(pool: ProcessPoolExecutor) -> Iterator[None]:
    """Have Ctrl-C kill the workers, which ends the work with `KeyboardInterrupt`.

    Raised anywhere, that could leave a future locked, and the pool would wait for it forever. A second one is raised
    at once, and so is the first before there are workers.
    """
    interrupted = False

    def stop(number: int, frame: object) -> None:
        nonlocal interrupted
        if interrupted or not has_workers(pool):
            raise KeyboardInterrupt
        interrupted = True
        kill(pool)

    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, stop) if main else None
    try:
        yield
    except WorkerDied as died:
        if interrupted:
            stopped = KeyboardInterrupt()
            for note in getattr(died, "__notes__", ()):
                stopped.add_note(note)
            raise stopped from died
        raise
    finally:
        if main:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    from distributed import Client

    try:
        asyncio.run(_reach(address))
    except (OSError, ValueError) as problem:
        reachable = "the address of a Dask scheduler that answers: tcp://127.0.0.1:8786"
        raise BadOption("cluster", address, reachable) from problem
    with Client(address, timeout=CLUSTER_TIMEOUT_S) as client:  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=WORKERS_TIMEOUT_S)
        except TimeoutError:
            logger.warning("the cluster at %s has no workers: the work begins when one is there", address)
        yield client.get_executor()


async def _reach(address: str) -> None:
    """Connect to a Dask scheduler once: a client that cannot be made can block the next one when it is collected."""
    from distributed.comm.core import connect

    comm: Any = await connect(address, timeout=CLUSTER_TIMEOUT_S)  # type: ignore[no-untyped-call]
    await comm.close()


def run(
    job: Job,
    shards: Sequence[Shard],
    *,
    executor: Executor | None = None,
    file: Path | str | None = None,
    progress: Progress | None = None,
) -> list[Counts]:
    """Return the results of all shards, in their order.

    ``executor`` runs them in other processes, or on a cluster; ``file`` keeps each result as it comes, and results that
    it holds already are not computed again. Raises `BadRecord` if the file is of another job, and `WorkerDied`.
    """
    wanted = frozenset(shards)
    kept = _read(Path(file), job.__name__) if file is not None else {}
    counts_of = {shard: counts for shard, counts in kept.items() if shard in wanted}
    try:
        for shard, counts in _run_shards(job, [shard for shard in shards if shard not in counts_of], executor):
            counts_of[shard] = counts
            if file is not None:
                _append(Path(file), job.__name__, shard, counts)
            if progress is not None:
                progress(len(counts_of), len(shards))
    except (KeyboardInterrupt, WorkerDied) as stop:
        if file is not None:
            until_now = "has the results until now, and the same command goes on from them"
            stop.add_note(f"{file} {until_now if kept or counts_of else 'has no results yet'}")
        raise
    return [counts_of[shard] for shard in shards]


def _run_shards(job: Job, shards: Sequence[Shard], executor: Executor | None) -> Iterator[tuple[Shard, Counts]]:
    if executor is None:
        yield from ((shard, job(*shard)) for shard in shards)
        return
    futures: dict[Future[Counts], Shard] = {}
    try:
        for shard in shards:
            futures[executor.submit(job, *shard)] = shard
        for future in as_completed(futures):
            yield futures[future], future.result()
    except _worker_losses() as problem:  # which fails all futures, but not those that are cancelled
        futures.clear()
        raise WorkerDied("a worker process has ended: it was killed, such as for lack of memory") from problem
    except CancelledError as problem:
        raise WorkerDied("the cluster has ended, or has given up the work") from problem
    finally:
        for future in futures:
            future.cancel()


def _worker_losses() -> tuple[type[Exception], ...]:
    """Return the errors that executors raise when workers have ended: also that of Dask, if it is used."""
    dask = sys.modules.get("distributed")
    return (BrokenExecutor, dask.KilledWorker) if dask else (BrokenExecutor,)


def _append(path: Path, job: str, shard: Shard, counts: Counts) -> None:
    packed = base64.b85encode(zlib.compress(np.ascontiguousarray(counts, "<i8").tobytes())).decode()
    line = msgspec.json.encode(_Done(job, list(shard), list(counts.shape), packed))
    with path.open("ab") as out:
        out.write(line + b"\n")
        out.flush()
        os.fsync(out.fileno())


def _read(path: Path, job: str) -> dict[Shard, Counts]:
    """Return the results in a file. A last line that was cut off is removed from it."""
    path.touch()  # a file that cannot be written is refused before the work
    if not path.is_file():  # but a device, which may have no end
        raise BadRecord("results cannot be kept here: this is not a file", where=str(path))
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    results = dict(_result(line, job, str(path), number) for number, line in enumerate(lines, 1))
    if torn := data[len(whole) :]:
        if not torn.startswith(RESULT_LINE_START[: len(torn)]):  # the file is of something else: it stays as it is
            _result(torn, job, str(path), len(lines) + 1)
        path.write_bytes(whole)
    return results


def _result(line: bytes, job: str, path: str, number: int) -> tuple[Shard, Counts]:
    try:
        done = decoding.decode(line, _Done)
        packed = zlib.decompress(base64.b85decode(done.counts))
        counts = np.frombuffer(packed, "<i8").reshape(done.shape)
    except (msgspec.MsgspecError, ValueError, zlib.error) as problem:
        raise BadRecord(
            f"this is not a shard's result ({problem})", line[:80].decode(errors="replace"), path, number
        ) from problem
    if done.job != job:
        raise BadRecord(f"these are results of {done.job}, not of {job}", done.job, path, number)
    return tuple(done.shard), counts
