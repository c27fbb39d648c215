"""``cardwright new-game``: its template is a game like the others, and what it writes plays everywhere at once."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright import games
from cardwright.cli import main
from cardwright.errors import BadOption, BadText
from cardwright.new_game import high_card, write
from cardwright.new_game.high_card import laws, scene
from cardwright.new_game.high_card.rules import HighCard
from cardwright.testing import check_game

SOURCE = Path(cardwright.__file__).parent
ROOT = SOURCE.parent.parent
# Tests of all games in which a new one differs: it has no values of moves, no deals, and ends with all cards shown.
MORE = ("tests/test_answers.py", "tests/test_last_deal.py", "tests/test_seat_record.py")
NOT_CODE = shutil.ignore_patterns("*.c")  # compiled modules are copied: each command would compile them again


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
    env["HYPOTHESIS_STORAGE_DIRECTORY"] = str(ROOT / ".hypothesis")  # its tables of characters take 2 s to make
    done = subprocess.run([sys.executable, *command], cwd=tree, env=env, input=typed, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def added(path: Path, before: str) -> list[str]:
    """The lines that a file has gained."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line not in before.splitlines()]


def test_the_template_obeys_the_laws() -> None:
    for options in ({}, laws.SHORT, *laws.TABLES):
        check_game(HighCard(**options), 6, secrets=laws.secrets, build_scene=scene.build_scene)
    assert high_card.ROOMS["high-card"].package == high_card.__name__


def test_a_new_game_is_one_folder_and_one_line(tree: Path) -> None:
    """It is registered, obeys the laws, has a page of rules, and is played in words and at the line server."""
    registry = tree / "src" / "cardwright" / "games" / "__init__.py"
    before, files = registry.read_text(encoding="utf-8"), {*tree.rglob("*")}
    said = run(tree, "-m", "cardwright", "new-game", "red-dog", "--into", str(registry.parent))
    folder = registry.parent / "red_dog"
    new = {path for path in tree.rglob("*") if path.is_file() and "__pycache__" not in path.parts} - files
    assert new == {*folder.glob("*.py"), folder / "rules.md", folder / "guide.toml"}
    assert added(registry, before) == ['    "red_dog",']
    written = os.path.join("src", "cardwright", "games", "")
    assert said.startswith(f"{written}red_dog is a game that runs, and is registered in {written}__init__.py.")
    assert not [path for path in new if "igh" in path.read_text(encoding="utf-8") and "High Card" in path.read_text()]
    (advice,) = re.findall(r"Test it:  python (-m pytest .*)", said)
    assert " passed" in run(tree, *shlex.split(advice), *MORE)
    played = run(tree, "-m", "cardwright", "play", "red-dog", "--plain", "--seed", "1", typed="1\n" * 5)
    assert "Red Dog" in played
    assert "took the trick" in played


def test_what_is_refused(tmp_path: Path, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tree / "src" / "cardwright" / "games"
    for name in ("Crazy", "crazy_eights", "8s", "", "../x"):
        with pytest.raises(BadText, match="is not a name for a game"):
            write(name, folder)
    with pytest.raises(BadText, match=r"a small letter first, .* between them; did you mean 'tide-race-2'"):
        write("Tide Race 2", folder)
    for name in ("class", "deal", "game"):
        with pytest.raises(BadText, match="is a word of Python or of the code"):
            write(name, folder)
    with pytest.raises(BadOption, match="folder of games"):
        write("red-dog", tmp_path / "nowhere")
    with pytest.raises(BadText, match="is taken: "):
        write("cribbage", folder)
    assert main(["new-game", "cribbage", "--into", str(folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_game_is_not_written_into_an_installed_package(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was, without a word, and the next installation removed it."""
    installed = tree / "lib" / "site-packages" / "cardwright" / "games" / "__init__.py"
    shutil.copytree(tree / "src" / "cardwright" / "games", installed.parent)
    monkeypatch.setattr(games, "__file__", str(installed))
    assert main(["new-game", "red-dog"]) == 2
    said = capsys.readouterr().err
    assert "installed there without its checkout" in said
    assert "--into" in said
    assert said.count("\n") == 1
    assert not (installed.parent / "red_dog").exists()
    assert main(["new-game", "red-dog", "--into", str(installed.parent)]) == 0


def test_the_page_on_adding_a_game_shows_parts_of_the_template() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    template = Path(str(high_card.__file__)).parent
    shown = re.findall(r"^### (\S+)\n\n(?:\[The file][^\n]*\n\n)?```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(shown) >= 8
    for name, text in shown:
        kept = (template / name).read_text(encoding="utf-8").split()
        assert all(" ".join(part.split()) in " ".join(kept) for part in text.split("\n\n"))


def test_the_page_on_adding_a_game_plays_and_tests_the_game_that_it_writes() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (name,) = re.findall(r"\$ cardwright new-game (\S+)", page)
    assert set(re.findall(r"cardwright play ([a-z-]+)", page)) == {name}
    assert all(chosen in name for chosen in re.findall(r"pytest .*-k '?([a-z-]+)", page))


# Crazy Eights, which was written from that page

EIGHTS = ROOT / "examples" / "crazy-eights"

PLAY_BOTS = """
import asyncio, sys
from concurrent.futures import ThreadPoolExecutor
from cardwright.cardroom import commands
from cardwright.cardroom.service import Cardroom
from cardwright.scenes.typed_moves import move_of
from cardwright.store import connect

async def play():
    cardroom = Cardroom(connect("log.db"), ThreadPoolExecutor(1), bot_pace_s=0)
    await cardroom.start()
    live = await cardroom.open("crazy-eights", {}, ("basic",))
    seat = await commands.sit(cardroom, live, "Ann", "secret" * 8)
    while not live.over:
        changed = cardroom.observers.next_change(live.id)
        if scene := live.table and live.scene(seat):
            if scene.moves:
                await commands.move(cardroom, live, seat, scene.moves[0].text, live.table.version)
                continue
        await asyncio.wait_for(changed.wait(), 60)
    print((await cardroom.scheduler.hint(live, seat)).text if not live.over else live.scene(seat).result)
    await cardroom.close()
    cardroom.store.close()

asyncio.run(play())
"""


@pytest.fixture
def eights(tree: Path) -> Path:
    """A copy of the tree with Crazy Eights: one folder and one line."""
    games = tree / "src" / "cardwright" / "games"
    shutil.copytree(EIGHTS / "crazy_eights", games / "crazy_eights")
    (line,) = re.findall(
        r'^```text\n(    ".*",\n)```', (EIGHTS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    registry = games / "__init__.py"
    registry.write_text(registry.read_text(encoding="utf-8").replace('    "poker",\n', f'    "poker",\n{line}'))
    return tree


def test_crazy_eights_obeys_the_laws(eights: Path) -> None:
    names = "crazy-eights or crazy_eights"
    assert " passed" in run(eights, "-m", "pytest", "-q", "tests/test_games.py", "tests/test_docs.py", "-k", names)


def test_crazy_eights_is_played_in_words(eights: Path) -> None:
    said = run(eights, "-m", "cardwright", "play", "crazy-eights", "--plain", "--seed", "3", typed="1\n" * 120)
    assert "Crazy Eights" in said
    assert " points" in said


def test_crazy_eights_is_played_in_the_cardroom(eights: Path) -> None:
    assert "points" in run(eights, "-c", PLAY_BOTS)
