"""Everything measured in one run, side by side with its peers: ``python -m benchmarks [MODULE ...]``.

A module of this folder takes part by offering ``measures() -> {name: (work, unit)}``, where ``work()`` does
something and returns how much of it was done. ``peers() -> {name: {peer: work}}`` puts others beside a measure of
that name, and ``facts() -> {title: rows}`` adds tables, the first row their head. Ours and theirs take turns, so that
a machine that is busy for a while slows both; what is shown is the median. A run of all modules is written into
README.md.
"""

import importlib
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

HERE = Path(__file__).parent
MARK = "<!-- what follows is written by python -m benchmarks -->\n"
ROUNDS = 11
LONG = 3.0  # seconds; of work that takes longer one round will do

Row = tuple[str, ...]


def main() -> None:
    """Measure, print as it goes, and write down a whole run."""
    chosen = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    text = "\n".join(f"- {what}: {which}" for what, which in machine()) + "\n"
    print(text)
    for name in chosen:
        module = importlib.import_module(f"benchmarks.{name}")
        part = f"\n## {name.capitalize()}\n\n{module.__doc__.strip()}\n\n"
        print(part, end="", flush=True)
        for line in lines(module):
            print(line, flush=True)
            part += line + "\n"
        text += part
    if not sys.argv[1:]:
        readme = HERE / "README.md"
        readme.write_text(readme.read_text().split(MARK)[0] + MARK + "\n" + text)


def lines(module: Any) -> Iterator[str]:
    """A module's tables, line by line."""
    measures = module.measures()
    peers = module.peers() if hasattr(module, "peers") else {}
    yield from told(("measure", "Cardwright", "", "peers (and how many times as fast Cardwright is)"))
    for name, (work, unit) in measures.items():
        ours, *theirs = rates(work, *peers.get(name, {}).values())
        beside = [f"{peer} {shown(rate)} ({ours / rate:,.1f})" for peer, rate in zip(peers.get(name, {}), theirs)]
        yield row(name, shown(ours), f"{unit} a second", ", ".join(beside))
    for title, rows in module.facts().items() if hasattr(module, "facts") else ():
        yield f"\n### {title}\n"
        yield from told(*rows)


def rates(*works: Callable[[], int]) -> list[float]:
    """How much each gets done in a second: the median of some rounds, in which they take turns."""
    rounds: list[list[tuple[int, float]]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, timed in zip(works, rounds):
            if timed and timed[0][1] > LONG:
                continue
            start = perf_counter()
            done = work()
            timed.append((done, perf_counter() - start))
    return [median(done / seconds for done, seconds in timed) for timed in rounds]


def shown(rate: float) -> str:
    """A rate to three figures."""
    return f"{float(f'{rate:.3g}'):,.0f}"


def row(*cells: str) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


def told(head: Row, *rows: Row) -> Iterator[str]:
    """A table; what is a number stands to the right."""
    yield row(*head)
    yield row(*("---:" if rows and rows[0][place][:1].isdigit() else "---" for place in range(len(head))))
    for cells in rows:
        yield row(*cells)


def machine() -> list[Row]:
    """What this was measured on, and with."""
    cpuinfo = Path("/proc/cpuinfo")
    models = [line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    lines_of = (HERE / "requirements.in").read_text().splitlines()
    peers = [line.split("=")[0].strip() for line in lines_of if line[:1].isalnum()]
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "cython", *peers))
    return [
        ("machine", f"{os.cpu_count()} cores of {models[0] if models else platform.processor()}"),
        ("date", f"{date.today()}, load {os.getloadavg()[0]:.1f} at the start"),
        ("Python", f"{platform.python_version()} on {platform.system()}"),
        ("compiler", compiler[0] if compiler else "none"),
        ("packages", packages),
    ]


if __name__ == "__main__":
    main()
