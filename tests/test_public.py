"""The public interface: the names of `cardwright`, the tree of errors, and one meaning for each noun."""

import ast
import functools
import importlib
import pickle
import pkgutil
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright import errors
from cardwright.arena import vector
from cardwright.errors import BadCount, BadDeclaration, BadRecord, BadText, CardwrightError
from cardwright.ranking.equity import ranges
from cardwright.ranking.lint import lint
from cardwright.scenes import glossary

STANDARD = cardwright.load_ranking("standard")
TEXT: Any = "8"  # of a wrong kind, where a type checker looks
NONE: Any = None

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(cardwright.__path__, "cardwright.")
    if not module.name.endswith(("_kernels", "_cyutility", "__main__"))
)


def tree(error: type[Exception], indent: int = 0) -> list[str]:
    """The names of an error and its kinds, each with its depth."""
    lines = [f"{indent} {error.__name__}"]
    for kind in error.__subclasses__():
        lines += tree(kind, indent + 1)
    return lines


def drawn() -> list[str]:
    """The tree that the docstring of errors.py draws, in the same form."""
    lines = re.findall(r"^    ([│ ├└─]*)(\w+)(?:  .*)?$", errors.__doc__ or "", re.MULTILINE)
    return [f"{len(branch) // 4} {name}" for branch, name in lines]


def test_every_error_is_in_the_drawn_tree() -> None:
    for name in MODULES:
        importlib.import_module(name)
    assert sorted(drawn()) == sorted(tree(CardwrightError))


def test_every_error_is_defined_in_one_file_and_is_public() -> None:
    names = [line.split()[1] for line in drawn()]
    assert all(getattr(errors, name).__module__ == "cardwright.errors" for name in names)
    assert set(names) <= set(cardwright.__all__)


@pytest.mark.parametrize(
    "error",
    [
        errors.UnknownName("game", "chess", ["poker"]),
        errors.BadText("unreadable", "5x", "a hand"),
        errors.BadCount("too many", 7),
        errors.NotYourTurn(0, (1, 2)),
        errors.IllegalAction("play 5h", 1, "the count is over 31"),
        errors.GameOver(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_from_another_process(error: CardwrightError) -> None:
    error.add_note("a note")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_refused_turn_names_who_is_to_act() -> None:
    assert str(errors.NotYourTurn(0, (1, 2))) == "it is not player 1's turn (waiting for player 2 or player 3)"
    assert str(errors.NotYourTurn(0, (cardwright.CHANCE,))) == "it is not player 1's turn (waiting for chance)"
    assert "waiting for players to sit down" in str(errors.NotYourTurn(0, ()))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: STANDARD.frequencies(TEXT), BadCount, "a number of cards is a whole number, not '8'"),
        (lambda: STANDARD.frequencies(6, threads=TEXT), BadCount, "a number of threads is a whole number, not '8'"),
        (
            lambda: STANDARD.strengths([range(5)], threads=TEXT),
            BadCount,
            "a number of threads is a whole number, not '8'",
        ),
        (lambda: vector.create("cribbage", TEXT), BadCount, "a number of games is a whole number, not '8'"),
        (lambda: vector.create("cribbage", 10**12), BadCount, "1 to 10,000,000 games at once, not 1,000,000,000,000"),
        (lambda: vector.create("cribbage", 8, seed=NONE), BadCount, "a seed is a whole number, not None"),
        (lambda: lint(TEXT), BadDeclaration, "lint takes what .* returns, not '8'"),
        (lambda: ranges.parse(NONE, STANDARD.declaration, 2), BadText, "a range is read from text, not None"),
        (lambda: cardwright.load_record(""), BadRecord, "a record is read from the path of a file, not ''"),
        (lambda: cardwright.load_record(NONE), BadRecord, "a record is read from the path of a file, not None"),
    ],
)
def test_an_argument_of_a_wrong_kind_is_refused(
    call: Callable[[], Any], kind: type[CardwrightError], message: str
) -> None:
    with pytest.raises(kind, match=message) as refused:
        call()
    assert refused.type is kind


def test_every_public_name_is_there_and_sorted() -> None:
    assert all(getattr(cardwright, name) is not None for name in cardwright.__all__)
    assert dir(cardwright) == sorted(cardwright.__all__)
    assert len(set(cardwright.__all__)) == len(cardwright.__all__)


def test_every_public_name_is_described() -> None:
    """A class or function says what it is; a constant or an alias is explained where it is defined."""
    described = [
        getattr(cardwright, name) for name in cardwright.__all__ if isinstance(getattr(cardwright, name), type)
    ]
    assert [each.__name__ for each in described if not each.__doc__] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = cardwright.nothing  # type: ignore[attr-defined]


def test_importing_cardwright_loads_no_other_module() -> None:
    script = "import sys, cardwright; print([name for name in sys.modules if name.startswith('cardwright.')])"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


# One meaning for each noun

WORDS = Path(__file__).parent.parent / "docs" / "python.md"
SOURCE = Path(str(cardwright.__file__)).parent


def words() -> dict[str, str]:
    """The table of nouns in docs/python.md: each with the public name that has this meaning."""
    return dict(re.findall(r"^\| ([a-z ]+) \| .+ \| `(\w+)` \|$", WORDS.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_public_noun_has_one_meaning() -> None:
    """Every public class or type, except errors, is in the table of nouns, once, and nothing else is."""
    nouns = {name for name in cardwright.__all__ if name[0].isupper() and not name.isupper()}
    kinds = {name for name in nouns if not hasattr(errors, name)}
    assert sorted(words().values()) == sorted(kinds)
    text = WORDS.read_text(encoding="utf-8")
    assert all(text.count(f"\n| {noun} | ") == 1 for noun in words())


@functools.cache
def classes() -> dict[str, list[str]]:
    """The files in which each public class name is defined."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in re.findall(r"^class ([A-Za-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found[name].append(path.relative_to(SOURCE).as_posix())
    return found


def in_a_room(file: str) -> bool:
    """A room has a vocabulary of its own, that of its rules; so has the template of a room."""
    return file.startswith(("games/", "new_game/")) and file.count("/") > 1


def test_a_class_name_has_one_meaning() -> None:
    """Outside the rooms each class name is unique, and no room gives another meaning to a public name."""
    for name, files in classes().items():
        outside = [file for file in files if not in_a_room(file)]
        assert len(outside) <= 1, f"{name} has several meanings: {files}"
        assert name not in cardwright.__all__ or len(files) == 1, f"a room uses the public name {name}: {files}"


def test_the_glossary_gives_the_nouns_of_the_interface_one_meaning() -> None:
    """A term with a second meaning says "also"; no noun of the interface, and none that once had two, may do so."""
    once_ambiguous = {"draw", "table", "house", "face", "run", "entry", "event", "seat"}
    found = {noun: glossary.terms()[noun] for noun in {*words(), *once_ambiguous} if noun in glossary.terms()}
    assert {noun: meaning for noun, meaning in found.items() if re.search(r"\balso\b", meaning)} == {}


def test_the_ambiguous_names_are_gone() -> None:
    """`Entry` named two things, and "house" the server as well as the casino."""
    assert "Entry" not in classes()
    named = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if mentions(path, "house")}
    assert {path for path in named if not path.startswith("games/paigow")} == set()


def mentions(path: Path, name: str) -> bool:
    """Return True if a file uses a name for a variable, a parameter or an attribute."""
    text = path.read_text(encoding="utf-8")
    if name not in text:  # most files need not be parsed
        return False
    tree = ast.walk(ast.parse(text))
    return any(name in (getattr(node, "id", ""), getattr(node, "arg", ""), getattr(node, "attr", "")) for node in tree)
