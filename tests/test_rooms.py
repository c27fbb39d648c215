"""A registered game is finished; a half-made one is reported, with what to write. No module keeps a list of games."""

import ast
import re
from pathlib import Path

import pytest

from cardwright import games
from cardwright.game import Option
from cardwright.games.cribbage.rules import Cribbage
from cardwright.room import Room
from cardwright.testing import unfinished

ROOT = Path(__file__).parent.parent
REGISTRY = ROOT / "src" / "cardwright" / "games" / "__init__.py"
MODULES = [
    path
    for folder in ("src", "tests", "load", "benchmarks", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if path != REGISTRY
]


@pytest.mark.parametrize("name", games.GAMES)
def test_a_game_is_finished(name: str) -> None:
    assert unfinished(name) == []


def half_made(monkeypatch: pytest.MonkeyPatch, package: str, **more: str) -> None:
    made = Room(package=package, game="Half", title="Half", about="a test", **more)  # type: ignore[arg-type]
    monkeypatch.setitem(games.GAMES, "half", made)


def test_a_half_made_game_says_what_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "half_made"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    half_made(monkeypatch, "half_made")
    assert unfinished("half") == [
        "half: no rules page: write half_made/rules.md, with a heading and at least 60 words, the rules for the player",
        "half: no title, about or aim: write them in ROOMS of half_made/__init__.py",
        "half: no module scene: write half_made/scene.py",
        "half: no module bot: write half_made/bot.py",
        "half: no module laws: write half_made/laws.py",
    ]


def test_a_page_without_a_term_of_the_glossary_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "rules_page", lambda _name: "Roll and move. " * 60)
    assert unfinished("cribbage") == [
        "cribbage: no term of the glossary on its page: add its words to cardwright/scenes/glossary.md"
    ]


def test_an_option_without_help_and_a_choice_without_laws_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Cribbage.options
    monkeypatch.setattr(Cribbage, "options", (*options, Option("speed", "slow", "", ("slow", "fast"))))
    assert unfinished("cribbage") == [
        "cribbage: option speed has no help: write its help in the options of cardwright/games/cribbage/rules.py"
    ]
    monkeypatch.setattr(Cribbage, "options", (*options, Option("speed", "slow", "the speed", ("slow", "fast"))))
    monkeypatch.setattr(games, "create", refusing("fast"))
    assert unfinished("cribbage") == [
        "cribbage: no law is checked with speed=fast: "
        "add options that hold it to TABLES of cardwright/games/cribbage/laws.py"
    ]


def refusing(choice: str) -> object:
    from cardwright.errors import BadOption

    def create(name: str, **options: object) -> None:
        if choice in options.values():
            raise BadOption("speed", choice, "slow")

    return create


def lists_of_games(code: str) -> list[int]:
    """Return the lines of the literals that name more than three games: the next game is missing from them."""
    if len(set(re.findall(r"(?<=[\"'])[a-z-]+(?=[\"'])", code)) & set(games.GAMES)) <= 3:  # most need not be parsed
        return []
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict)
        and len({part.value for part in ast.walk(node) if isinstance(part, ast.Constant)} & set(games.GAMES)) > 3
    ]


def test_no_module_keeps_a_list_of_games() -> None:
    found = {str(path): lists_of_games(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert lists_of_games(f"\nGAMES = {[*games.GAMES]}") == [2]


def test_no_template_counts_or_names_games() -> None:
    words = [f"{count} games" for count in ("five", "six", "seven", "eight")]
    words += [room.title.casefold() for room in games.GAMES.values() if room.title != "Poker"]
    pages = {path.name: path.read_text(encoding="utf-8").casefold() for path in (ROOT / "src").rglob("*.html")}
    assert len(pages) > 40
    assert [(name, word) for name, text in pages.items() for word in words if word in text] == []
