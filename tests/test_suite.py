"""The suite itself: nothing is skipped, what is missing is said, and what test modules share lives in tests/support."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
MODULES = sorted(TESTS.rglob("*.py"))
SKIPPING = {"skip", "skipif", "importorskip", "xfail", "skipTest", "skipUnless"}


def imported(module: Path) -> Iterator[str]:
    """Yield the names of the modules that a module imports."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_nothing_is_skipped(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    found = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in SKIPPING]
    assert found == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_no_module_imports_a_test_module(module: Path) -> None:
    loose = {path.stem for path in TESTS.glob("*.py")}
    assert loose.isdisjoint(name.partition(".")[0] for name in imported(module))


@pytest.mark.parametrize(
    ("hidden", "package"), [({"CHROMIUM": "/none"}, "chromium-headless-shell"), ({"INITDB": "/none"}, "postgresql")]
)
def test_make_fails_with_one_line_where_a_service_is_missing(hidden: dict[str, str], package: str) -> None:
    variables = [f"{name}={value}" for name, value in hidden.items()]
    env = {name: value for name, value in os.environ.items() if name not in ("CI", "MAKEFLAGS", "MAKELEVEL")}
    command = ["make", "--silent", "services", "INSTALL=no", *variables]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode != 0
    first, *rest = done.stderr.splitlines()
    assert first == f"make: the tests need {package} installed (on Debian: apt-get install {package})"
    assert all(line.startswith("make: ***") for line in rest)


@pytest.mark.parametrize(
    ("variable", "test", "message"),
    [
        ("CHROMIUM", "tests/test_touch.py", "no chromium at /none: install it"),
        ("INITDB", "tests/test_store.py", "no PostgreSQL server"),
    ],
)
def test_the_tests_fail_where_a_service_is_missing(variable: str, test: str, message: str) -> None:
    """Also without make, and whether or not CI is set."""
    env = {name: value for name, value in os.environ.items() if name != "CI"} | {variable: "/none"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", test]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert message in done.stdout
    assert "skipped" not in done.stdout


def test_make_test_asks_for_the_services() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (needed,) = [line for line in makefile.splitlines() if line.startswith("test:")]
    assert "services" in needed.split()
