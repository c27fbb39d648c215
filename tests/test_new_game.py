"""``cardwright new-game``: its template is a game like the others, and what it writes plays everywhere at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright.cli import main
from cardwright.errors import BadOption, BadText
from cardwright.new_game import high_card, write
from cardwright.new_game.high_card import laws, scene
from cardwright.new_game.high_card.rules import HighCard
from cardwright.testing import check_game

SOURCE = Path(cardwright.__file__).parent
ROOT = SOURCE.parent.parent
NOT_CODE = shutil.ignore_patterns("__pycache__", "*.c")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the source and the tests that a game is added to."""
    shutil.copytree(SOURCE, tmp_path / "src" / "cardwright", ignore=NOT_CODE)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=NOT_CODE)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def run(tree: Path, *command: str, typed: str = "") -> str:
    """Run Python in a copy of the tree, and return all it prints."""
    env = os.environ | {"PYTHONPATH": str(tree / "src"), "XDG_DATA_HOME": str(tree / "data"), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *command], cwd=tree, env=env, input=typed, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def added(path: Path, before: str) -> list[str]:
    """The lines that a file has gained."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line not in before.splitlines()]


def test_the_template_obeys_the_laws() -> None:
    for options in ({}, laws.SHORT, *laws.TABLES):
        check_game(HighCard(**options), 20, secrets=laws.secrets, draw=scene.draw)
    assert high_card.ROOMS["high-card"].package == high_card.__name__


def test_a_new_game_is_one_folder_and_one_line(tree: Path) -> None:
    """It is registered, obeys the laws, has a page of rules, and is played in words and at the line server."""
    registry = tree / "src" / "cardwright" / "games" / "__init__.py"
    before, files = registry.read_text(encoding="utf-8"), {*tree.rglob("*")}
    run(tree, "-m", "cardwright", "new-game", "red-dog", "--into", str(registry.parent))
    folder = registry.parent / "red_dog"
    new = {path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts} - files
    assert new == {*folder.glob("*.py"), folder / "rules.md"}
    assert added(registry, before) == ['    "red_dog",']
    assert not [path for path in new if "igh" in path.read_text(encoding="utf-8") and "High Card" in path.read_text()]
    said = run(tree, "-m", "pytest", "-q", "tests/test_games.py", "tests/test_docs.py", "-k", "red-dog or red_dog")
    assert " passed" in said
    played = run(tree, "-m", "cardwright", "play", "red-dog", "--plain", "--seed", "1", typed="1\n" * 5)
    assert "Red Dog" in played
    assert "takes the trick" in played


def test_what_is_refused(tmp_path: Path, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tree / "src" / "cardwright" / "games"
    for name in ("Crazy", "crazy_eights", "8s", "", "../x"):
        with pytest.raises(BadText, match="is not a name for a game"):
            write(name, games)
    with pytest.raises(BadOption, match="folder of games"):
        write("red-dog", tmp_path / "nowhere")
    with pytest.raises(BadOption, match="not taken"):
        write("cribbage", games)
    assert main(["new-game", "cribbage", "--into", str(games)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
