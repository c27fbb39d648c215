"""A link to a PostgreSQL server that takes time: a socket in a folder of its own, which passes on every byte late."""

import asyncio
import contextlib
import multiprocessing
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
READY_TIMEOUT_S = 10


@contextlib.contextmanager
def delayed(server: Path, folder: Path, round_trip_ms: float) -> Iterator[None]:
    """Listen in ``folder`` as PostgreSQL would, and pass on to the server in another folder, from a process."""
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(
        target=_run, args=(server / SOCKET, folder / SOCKET, round_trip_ms / 2000, ready), daemon=True
    )
    process.start()
    try:
        if not ready.wait(READY_TIMEOUT_S):
            raise RuntimeError("the slow link did not start")
        yield
    finally:
        process.terminate()
        process.join()


def _run(server: Path, path: Path, delay_s: float, ready: Event) -> None:
    async def serve() -> None:
        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            there_reader, there_writer = await asyncio.open_unix_connection(server)
            await asyncio.gather(_pass_on(reader, there_writer, delay_s), _pass_on(there_reader, writer, delay_s))

        async with await asyncio.start_unix_server(connected, path) as listener:
            ready.set()
            await listener.serve_forever()

    asyncio.run(serve())


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay_s: float) -> None:
    """Write what is read, each part after the delay, in order: parts that are on their way do not wait for others."""
    loop = asyncio.get_running_loop()
    while part := await reader.read(1 << 16):
        loop.call_later(delay_s, writer.write, part)
    loop.call_later(delay_s, writer.close)
