"""boardgame.io beside Cardwright: the same number of tables and moves a second, by turns, on this machine.

Its game is simpler than cribbage; its log is in memory, and a state goes to the clients as JSON, which they draw.
`load/boardgame` has the programs. They need Node and npm, which installs the package into `build/boardgame`.
"""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from support.cardroom import free_port

PROGRAMS = Path(__file__).parent / "boardgame"
BUILD = Path(__file__).parent.parent / "build" / "boardgame"
INSTALL = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
INSTALL_TIMEOUT_S = 180
STOP_TIMEOUT_S = 10


class Unavailable(Exception):
    """boardgame.io cannot be measured here; the message says why."""


class Summary(msgspec.Struct):
    """The last line of the client: its moves, and the median, 99th percentile and longest time in milliseconds."""

    sent: int
    times: int
    took: float
    quantiles: tuple[float, float, float]


class Beside(msgspec.Struct, frozen=True):
    """The figures of a run: processor time of the server for a move, and the times of moves, in milliseconds."""

    server_ms: float
    median_ms: float
    high_ms: float


def installed() -> Path:
    """Return the folder of the programs with their package, which is installed first. Raises `Unavailable`."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise Unavailable(f"there is no {program} on this machine")
    BUILD.mkdir(parents=True, exist_ok=True)
    for file in PROGRAMS.iterdir():
        shutil.copy(file, BUILD)
    if not (BUILD / "node_modules" / "boardgame.io").is_dir():
        try:
            subprocess.run(INSTALL, cwd=BUILD, check=True, timeout=INSTALL_TIMEOUT_S, capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            raise Unavailable(f"npm did not install the package within {INSTALL_TIMEOUT_S} s") from None
        except subprocess.CalledProcessError as problem:
            said = (problem.stderr.strip().splitlines() or ["no reason"])[0]
            raise Unavailable(f"npm could not install the package: {said}") from problem
    return BUILD


@contextlib.contextmanager
def program(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Run one of the programs in a block, and end it."""
    process = subprocess.Popen(
        ["node", *words],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout
    finally:
        process.terminate()
        process.wait(STOP_TIMEOUT_S)


def wait_for(lines: IO[str], word: str) -> None:
    """Read until a line has this word. Raises `Unavailable`."""
    for line in lines:
        if word in line:
            return
    raise Unavailable(f"a program of boardgame.io ended before it was {word}")


def boardgame(tables: int, rate: int, seconds: int, busy: Callable[[list[int]], float]) -> Beside:
    """Return the figures of boardgame.io; ``busy`` returns the processor time of processes. Raises `Unavailable`."""
    folder, port = installed(), str(free_port())
    with program(folder, "server.js", port) as (server, said):
        wait_for(said, "ready")
        with program(folder, "client.js", port, str(tables), str(rate), str(seconds)) as (client, lines):
            wait_for(lines, "seated")
            before = busy([server.pid])
            assert client.stdin is not None
            client.stdin.write("go\n")
            client.stdin.flush()
            summary = msgspec.json.decode(lines.readline(), type=Summary)
            used = busy([server.pid]) - before
    return Beside(1000 * used / summary.sent, *summary.quantiles[:2])


def table(runs: dict[str, list[Beside]]) -> str:
    """Return the runs of both as a Markdown table."""
    rows = {
        "processor time of the server for a move": "server_ms",
        "move to the other seat: median": "median_ms",
        "99th percentile": "high_ms",
    }
    lines = [f"| | {' | '.join(runs)} |", f"|---|{'---|' * len(runs)}"]
    for title, name in rows.items():
        cells = (" and ".join(f"{getattr(run, name):.1f}" for run in each) for each in runs.values())
        lines.append(f"| {title} | {' | '.join(f'{cell} ms' for cell in cells)} |")
    return "\n".join(lines) + "\n"
