"""Import contracts report what breaks them: violations are planted in a copy of the source and must be found."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]

# A file of the package, a line to add to it, and the contract that forbids the line.
PLANTED = [
    ("terminal/session.py", "from cardwright.games.cribbage import rules", "only the formats of hand histories"),
    ("web/render.py", "from cardwright.games.pyramid import scene", "only the formats of hand histories"),
    ("cardroom/service.py", "from cardwright.games.poker import variant", "only the formats of hand histories"),
    ("cli/records.py", "from cardwright.games.paigow import rules", "only the formats of hand histories"),
    ("formats/phh.py", "from cardwright.games.cribbage import rules", "only the formats of hand histories"),
    ("games/cribbage/bot.py", "from cardwright.games.poker import betting", "games do not know each other"),
    ("play/table.py", "import starlette", "HTTP stays in the web package"),
    ("cardroom/service.py", "from starlette.responses import Response", "HTTP stays in the web package"),
    ("cardroom/events.py", "from http import HTTPStatus", "HTTP stays in the web package"),
    ("terminal/drawing/theme.py", "import uvicorn", "HTTP stays in the web package"),
    ("cards.py", "import cython", "Cython stays in the kernels"),
    ("ranking/tables.py", "import cython", "Cython stays in the kernels"),
    ("arena/match.py", "import gymnasium", "libraries of agents"),
    ("play/table.py", "import distributed", "libraries of agents"),
    ("play/table.py", "from cardwright.arena import match", "imports point down only"),
    ("web/render.py", "import textual", "Textual and Rich stay in the terminal"),
    ("cli/records.py", "import rich", "Textual and Rich stay in the terminal"),
    ("cardroom/service.py", "import sqlite3", "databases stay in the store"),
    ("play/proof.py", "from cardwright.cardroom import events", "imports point down only"),
    ("store/sqlite.py", "from cardwright.cardroom import events", "imports point down only"),
    ("terminal/drawing/theme.py", "from cardwright.web import render", "imports point down only"),
    ("scenes/__init__.py", "from cardwright import games", "imports point down only"),
    ("errors.py", "from cardwright import cards", "imports point down only"),
    ("web/render.py", "from cardwright.testing import check_game", "imports point down only"),
    ("lounge.py", "from cardwright import cli, terminal, web", "imports point down only"),  # a new, unlisted module
    ("parlour/__init__.py", "", "imports point down only"),  # a new, unlisted package
    ("ranking/model.py", "from cardwright.ranking import example_hands", "no package has a circle of imports"),
    (
        "games/poker/rules.py",
        "from cardwright.games.poker.composed import rotation",
        "no package has a circle of imports",
    ),
    ("testing/playouts.py", "from cardwright.cardroom import service", "the laws know no interface"),
]
NEW = ("cardwright.lounge", "cardwright.parlour")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's modules and of the contracts."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for module in (ROOT / "src").rglob("*.py"):
        target = folder / module.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)
    return folder


def report(tree: Path) -> str:
    """Return what lint-imports prints of the copy."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    env = os.environ | {"PYTHONPATH": str(tree / "src"), "COLUMNS": "400"}
    return subprocess.run([*command, "--no-cache"], cwd=tree, env=env, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def planted(tree: Path) -> dict[str, str]:
    """Return the report of each broken contract, in a copy with all lines added: each is reported by itself."""
    copy = tree.with_name("planted")
    shutil.copytree(tree, copy)
    for name, line, _ in PLANTED:
        file = copy / "src" / "cardwright" / name
        file.parent.mkdir(exist_ok=True)
        with file.open("a", encoding="utf-8") as module:
            module.write(f"\n{line}\n")
    _, *found = re.split(r"\n(\S.*)\n-{3,}\n", report(copy))
    return dict(zip(found[::2], found[1::2], strict=True))


def reported(file: str, contract: str) -> str:
    """How a line that was added to a file is reported."""
    module = f"cardwright.{file.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}"
    if contract.startswith("no package has a circle"):
        return f"No cycles are allowed in {module.rpartition('.')[0]}."
    return f"- {module}\n" if module in NEW else f" {module} -> "


def test_every_contract_holds_as_it_is(tree: Path) -> None:
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in report(tree)


@pytest.mark.parametrize(("file", "line", "contract"), PLANTED)
def test_a_planted_violation_is_reported(planted: dict[str, str], file: str, line: str, contract: str) -> None:
    said = next((said for name, said in planted.items() if name.startswith(contract)), "")
    assert reported(file, contract) in said, line


def test_every_contract_has_a_violation() -> None:
    """So a contract that can no longer fail is noticed."""
    for name in CONTRACTS:
        assert any(name.startswith(contract) for _, _, contract in PLANTED), name
