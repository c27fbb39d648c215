"""The vocabulary of the source: docstrings and comments in plain technical English, and numeric constants with units.

A constant carries the limit that it sets as a prefix (``MAX_TABLES``, ``MIN_ROWS_PER_THREAD``), or its unit or kind as
the last word (``HEAD_TIMEOUT_S``, ``BAR_CELLS``, ``TURN_COUNT``). Values that are no quantity are listed in `CODES`.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright

SOURCE = Path(cardwright.__file__).parent
IDIOMS = re.compile(
    r"\b(so many|told|tells?|whoever|as likely|no matter what|anew|of the house|(that|which) is no|(is|are|be) no name"
    r"|stands? twice|lately|is to be|nobody|somebody|reckon\w*|no other word|as it were|shall)\b",
    re.IGNORECASE,
)
COMMENT = re.compile(r"(?:^|\s)# (.*)$", re.MULTILINE)
OPENING = re.compile(r"(What|Whether|Who|Whose|Whom|Where|Which)\b")
UNITS = (
    "S|MS|BYTES|BITS|CHARS|DIGITS|ROWS|COLUMNS|CELLS|LINES|COUNT|STATUS|FACTOR|DIVISOR|PROBABILITY|RANKS?"
    "|CARDS|DEALS|GAMES|STEPS|VERSION|HOLES|INKS|MOMENTS|ROUNDS|RUNOUTS|SEATS?|SHARDS|POINTS|SHARE|PX"
)
UNIT = re.compile(rf"_?((MAX|MIN)_\w+|\w+_({UNITS})|\w+_PER_\w+)")
CODES = {  # players, seats, cards and masks that stand for something else than a quantity
    "CHANCE", "SPECTATOR", "NO_SEAT", "OVER", "WAITS", "EMPTY", "NOTHING", "UNSEEN", "NO_CARD", "FACE_DOWN", "EACH_BIT",
    "LEARNER_SEAT", "NO_RULE", "NO_LINE",
}  # fmt: skip


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""


def idioms(tree: ast.Module) -> list[tuple[int, str]]:
    """Return the line and words of every idiom in a docstring. Code in backquotes is not read."""
    found = []
    for line, text in docstrings(tree):
        prose = re.sub(r"``.*?``|`.*?`", "", text, flags=re.DOTALL)
        found += [(line, match[0]) for match in (*IDIOMS.finditer(prose), OPENING.match(prose)) if match]
    return found


def idioms_of_comments(text: str) -> list[str]:
    """Return the comments with an idiom."""
    return list(filter(IDIOMS.search, COMMENT.findall(text)))


def is_number(node: ast.expr | None) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) in (int, float)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
    return False


def numbers(tree: ast.Module) -> Iterator[str]:
    """Yield the names of numeric constants at the top level of a module."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_number(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def unnamed(tree: ast.Module) -> list[str]:
    return [name for name in numbers(tree) if name not in CODES and not UNIT.fullmatch(name)]


@functools.cache
def sources() -> dict[str, ast.Module]:
    files = sorted(SOURCE.rglob("*.py"))
    return {str(file.relative_to(SOURCE)): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def test_docstrings_are_plain_english() -> None:
    assert {path: found for path, tree in sources().items() if (found := idioms(tree))} == {}


def test_comments_are_plain_english() -> None:
    found = {path: idioms_of_comments((SOURCE / path).read_text(encoding="utf-8")) for path in sources()}
    assert {path: each for path, each in found.items() if each} == {}
    assert idioms_of_comments("x = 1  # nobody plays\n# it tells so\ny = NOBODY  # or NOBODY\n# or two") == [
        "nobody plays",
        "it tells so",
        "or NOBODY",
    ]


def test_numeric_constants_carry_their_unit() -> None:
    assert {path: found for path, tree in sources().items() if (found := unnamed(tree))} == {}


def test_every_listed_code_exists() -> None:
    assert {name for tree in sources().values() for name in numbers(tree)} >= CODES


@pytest.mark.parametrize(
    "text",
    [
        "A number, each as likely.",
        "Cards for whoever plays.",
        "Whether it is over.",
        "What lies.",
        "A name that is no host.",
    ],
)
def test_an_idiom_is_reported(text: str) -> None:
    assert idioms(ast.parse(f'def f():\n    """{text}"""'))


@pytest.mark.parametrize("line", ["HEAD = 10", "WAIT: float = 0.5", "SIZE = 4 << 10", "FIRST = -3"])
def test_a_constant_without_unit_is_reported(line: str) -> None:
    assert unnamed(ast.parse(line))
    assert not unnamed(ast.parse("HEAD_TIMEOUT_S = 10\nMAX_SIZE = 4 << 10\nNO_SEAT = -1\nNAME = 'x'\nON = True"))
