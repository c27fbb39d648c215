"""Run all benchmarks, in comparison with other packages: ``python -m benchmarks [MODULE ...]``.

A module in this folder defines ``measures() -> {name: (work, unit)}``, where ``work()`` does some work and returns
the amount done, or ``facts() -> {title: rows}``, tables with the head in the first row, or both.
``peers() -> {name: {peer: work}}`` adds the work of other packages to a measure. Cardwright and its peers take turns,
so that other load on the machine slows both; the median is reported. A run of all modules is written to README.md.
"""

import importlib
import inspect
import os
import platform
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import distributions
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from cardwright.shards import run_module

HERE = Path(__file__).parent
MARK = "<!-- what follows is written by python -m benchmarks -->\n"
ROUNDS = 11
LONG_ROUND_S = 3.0  # work that takes longer has one round

Row = tuple[str, ...]


def main() -> None:
    """Measure and print; write a complete run to README.md."""
    modules = {name: loaded(name) for name in sys.argv[1:] or parts()}
    text = "\n".join(f"- {what}: {which}" for what, which in environment()) + "\n"
    print(text)
    for name, module in modules.items():
        part = f"\n## {name.capitalize().replace('_', ' ')}\n\n{inspect.getdoc(module)}\n\n"
        print(part, end="", flush=True)
        for line in lines(module):
            print(line, flush=True)
            part += line + "\n"
        text += part
    if not sys.argv[1:]:
        readme = HERE / "README.md"
        readme.write_text(readme.read_text().split(MARK)[0] + MARK + "\n" + text)


def parts() -> list[str]:
    """Return the names of the modules that measure something."""
    return sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def packages() -> list[str]:
    """Return the names of the packages to compare with."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())
    return list(project["dependency-groups"]["bench"])


def loaded(name: str) -> Any:
    """Return a module of this folder; end with a message where there is none, or where a peer is not installed."""
    if name not in parts():
        sys.exit(f"there is no benchmark {name}, only {', '.join(parts())}")
    try:
        return importlib.import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as problem:
        sys.exit(f"benchmark {name} compares with {problem.name}, which is not installed: `make bench` installs it")


def lines(module: Any) -> Iterator[str]:
    """Yield the tables of a module, line by line."""
    facts = module.facts() if hasattr(module, "facts") else {}  # first: the work below keeps tables that were compiled
    measures = module.measures() if hasattr(module, "measures") else {}
    peers = module.peers() if hasattr(module, "peers") else {}
    if measures:
        yield from table(("measure", "Cardwright, a second", "", "peers (and how many times as fast Cardwright is)"))
    for name, (work, unit) in measures.items():
        ours, *theirs = rates(work, *peers.get(name, {}).values())
        beside = [f"{peer} {shown(rate)} ({ours / rate:,.1f})" for peer, rate in zip(peers.get(name, {}), theirs)]
        yield row(name, shown(ours), unit, ", ".join(beside))
    for title, rows in facts.items():
        yield f"\n### {title}\n"
        yield from table(*rows)


def rates(*works: Callable[[], int]) -> list[float]:
    """Return the work done per second: the median of some rounds, in which the works take turns."""
    rounds: list[list[tuple[int, float]]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, timed in zip(works, rounds):
            if timed and timed[0][1] > LONG_ROUND_S:
                continue
            start = perf_counter()
            done = work()
            timed.append((done, perf_counter() - start))
    return [median(done / seconds for done, seconds in timed) for timed in rounds]


def shown(rate: float) -> str:
    """Return a rate with three significant figures."""
    rounded = float(f"{rate:.3g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"


def row(*cells: str) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(cells) + " |"


def table(head: Row, *rows: Row) -> Iterator[str]:
    """Yield the lines of a table; numbers are aligned right."""
    yield row(*head)
    yield row(*("---:" if rows and rows[0][place][:1].isdigit() else "---" for place in range(len(head))))
    for cells in rows:
        yield row(*cells)


def environment() -> list[Row]:
    """Return the machine and the versions used."""
    cpuinfo = Path("/proc/cpuinfo")
    models = [line.split(":")[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    installed = {each.name.lower(): each.version for each in distributions()}
    versions = ", ".join(f"{name} {installed[name]}" for name in ("numpy", "cython", *packages()) if name in installed)
    return [
        ("machine", f"{os.cpu_count()} cores of {models[0] if models else platform.processor()}"),
        ("date", f"{date.today()}, load {os.getloadavg()[0]:.1f} at the start"),
        ("Python", f"{platform.python_version()} on {platform.system()}"),
        ("compiler", compiler[0] if compiler else "none"),
        ("packages", versions),
    ]


if __name__ == "__main__":
    run_module(main)
