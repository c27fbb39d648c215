"""``cardwright doctor``: the state of an installation, and its slow or missing parts."""

import importlib.util
import pkgutil
import platform
import sys
from collections.abc import Iterator, Mapping

import cardwright
from cardwright import errors

FIRST_COLUMN_CELLS = 12
SLOW = "cardwright: the kernels are not compiled, so this will take long (cardwright doctor explains)"


def kernels() -> dict[str, bool]:
    """Map the name of each kernel module to True if it runs compiled. None is imported: that may need Cython."""
    is_compiled = {}
    for module in pkgutil.walk_packages(cardwright.__path__, "cardwright."):
        if module.name.endswith("._kernels"):
            spec = importlib.util.find_spec(module.name)
            is_compiled[module.name] = spec is not None and not str(spec.origin).endswith(".py")
    return is_compiled


def warn_if_slow() -> None:
    """Warn on stderr, before a long computation, if the kernels of rankings are not compiled."""
    from cardwright.ranking import _kernels

    if str(_kernels.__file__).endswith(".py"):
        print(SLOW, file=sys.stderr)


def report(as_json: bool) -> int:
    """Print the state of this installation. Return 0 if it has no problems, else 1."""
    from cardwright.terminal.reports.printing import print_json, print_wrapped  # after warnings, which need no Rich
    from cardwright.terminal.storage import cardroom, find_problem, folder

    compiled, unwritable = kernels(), find_problem()
    facts = {
        "cardwright": cardwright.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "kernels": compiled,
        "games": str(folder()),
        "cardroom": str(cardroom()),
        "problem": unwritable,
    }
    if as_json:
        print_json(facts)
        return int(bool(unwritable) or not all(compiled.values()))
    facts["python"] = f"{facts['python']} on {platform.system()} {facts['machine']}"
    rows = [(label, facts[label]) for label in ("cardwright", "python", "games", "cardroom")]
    for module, fast in compiled.items():
        name = module.removeprefix("cardwright.").removeprefix("games.").removesuffix("._kernels")
        rows.append(("kernel", f"{name}: {'compiled' if fast else 'NOT COMPILED'}"))
    for label, value in rows:
        print_wrapped(f"{label:<{FIRST_COLUMN_CELLS}}{value}", later=" " * FIRST_COLUMN_CELLS)
    problems = list(_problems(compiled, unwritable))
    for line in problems or ["No problems found."]:
        print_wrapped(line)
    return int(bool(problems))


def _problems(compiled: Mapping[str, bool], unwritable: str) -> Iterator[str]:
    """Yield each problem, and what to do about it."""
    if unwritable:
        yield f"No game can be kept: {unwritable}. Set XDG_DATA_HOME to a folder that you can write to."
    if all(compiled.values()):
        return
    if importlib.util.find_spec("cython") is None:
        yield f"Nothing that needs them can run: {errors.NEEDS_CYTHON}"
    yield "Uncompiled kernels give the same answers, a hundred times slower or more."
    yield "Install a C compiler (Debian: apt-get install gcc python3-dev), then install Cardwright again."
