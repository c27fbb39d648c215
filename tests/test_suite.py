"""The suite itself: nothing is skipped, what is missing is said, and what test modules share lives in tests/support."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.scenes import Fan, Scene, Text
from support.scenes import zone_of

TESTS = Path(__file__).parent
ROOT = TESTS.parent
SKIPPING = {"skip", "skipif", "importorskip", "xfail", "skipTest", "skipUnless"}


def modules(pattern: str) -> dict[str, ast.Module]:
    """Return the modules of the tests in whose text this is found, parsed."""
    texts = {str(path.relative_to(TESTS)): path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")}
    return {name: ast.parse(text) for name, text in texts.items() if re.search(pattern, text, re.MULTILINE)}


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_nothing_is_skipped() -> None:
    named = {
        name: {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for name, tree in modules("|".join(SKIPPING)).items()
    }
    assert {name: found for name, attributes in named.items() if (found := attributes & SKIPPING)} == {}


def test_no_module_imports_a_test_module() -> None:
    loose = {path.stem for path in TESTS.glob("*.py")}
    importing = modules(r"^\s*(from|import)\b.*\btest_")
    named = {name: {module.partition(".")[0] for module in imported(tree)} for name, tree in importing.items()}
    assert {name: found for name, first in named.items() if (found := first & loose)} == {}


def test_what_a_page_is_waited_for_is_a_function() -> None:
    """Any other text is evaluated again with each frame, which the pages' content policy forbids."""
    waits = [
        (name, ast.unparse(node.args[0]))
        for name, tree in modules(r"\bwait_for_function\b").items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "wait_for_function"
        if not isinstance(node.args[0], ast.Name)
    ]
    assert [wait for wait in waits if not re.match(r"f?['\"]+\(\w*\) =>", wait[1])] == []
    assert len(waits) > 8


def test_an_assertion_of_what_tests_share_shows_its_values() -> None:
    scene = Scene(game="", title="", player=0, status="", seats=(), zones=(Text(id="note", title=""),))
    with pytest.raises(AssertionError, match="isinstance"):
        zone_of(scene, Fan, "note")


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


@pytest.mark.parametrize(
    "program",
    [
        ("-m", "cardwright.games.cribbage.odds.board_making"),
        ("-m", "cardwright.ranking.equity.heads_up"),
        (str(TESTS / "pictures.py"),),
    ],
)
def test_programs_of_developers_explain_themselves(program: tuple[str, ...], tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, *program, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("usage:")
    assert found.stderr == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("deals", ["0", "500000"])
def test_a_board_needs_deals_for_a_standard_error(deals: str, tmp_path: Path) -> None:
    """No deals ended in a traceback, and those of one shard in a table with an error that is no number."""
    command = [sys.executable, "-m", "cardwright.games.cribbage.odds.board_making", "--deals", deals]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr.endswith(f"'{deals}' is not a whole number from 1,000,000 to 999,999,999\n")
    assert not list(tmp_path.iterdir())


def test_a_table_of_starting_hands_is_refused_in_one_line() -> None:
    command = [sys.executable, "-m", "cardwright.ranking.equity.heads_up", "no-such-table"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "no ranking named 'no-such-table'" in found.stderr.splitlines()[-1]
    assert "Traceback" not in found.stderr
