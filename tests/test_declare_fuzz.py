"""Damaged declarations: always refused with an error of ours, on one line, that names the file."""

import copy
import datetime
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.errors import BadDeclaration, CardwrightError, RankingError, UnknownName
from cardwright.ranking import Declaration
from cardwright.ranking import declaration as declarations
from cardwright.ranking.lint import lint
from cardwright.ranking.ranking import Ranking
from support import reference

BUILT_IN = declarations.names() + declarations.examples()
SOURCE = "some/file.toml"

KEYS = """
name about like size dice order low upside_down wild wheel deck category ranks suits jokers text symbol ink outlined
group value plural kinds run same tie printed says
"""
VALUES = "A 2 K T bS c any bug second total first none suit red standard flexdeck"
ODD = ["", " ", "\n", "\0", "{1}", "{9s}", "A A A", "A 2 3", "x" * 999]

texts = st.sampled_from(KEYS.split() + VALUES.split() + ODD) | st.text(max_size=12)
numbers = (
    st.integers(-3, 9)
    | st.sampled_from([10**9, 2**63, -(10**400), 129])
    | st.floats()
    | st.booleans()
    | st.just(datetime.date(2026, 11, 21))
)
garbage = st.recursive(
    texts | numbers,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a nested table, as the way that leads to it."""
    steps = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for step, inner in steps:
        yield (*path, step)
        yield from places(inner, (*path, step))


@st.composite
def damaged_tables(draw: st.DrawFn) -> dict[str, Any]:
    table = copy.deepcopy(declarations.table(draw(st.sampled_from(BUILT_IN))))
    for _ in range(draw(st.integers(1, 3))):
        *into, last = draw(st.sampled_from(list(places(table)) or [("name",)]))
        part = table
        for step in into:
            part = part[step]
        spoil = draw(st.sampled_from(["replace", "remove", "repeat", "rename", "swap"]))
        if spoil == "replace" or not table:
            part[last] = draw(garbage)
        elif spoil == "remove":
            del part[last]
        elif isinstance(part, list):
            part.insert(last, copy.deepcopy(part[last] if spoil == "repeat" else draw(st.sampled_from(part))))
        else:
            part[draw(texts)] = copy.deepcopy(part[last]) if spoil == "repeat" else part.pop(last)
    return table


def read(make: Callable[[], Declaration], source: str = SOURCE) -> Declaration | None:
    """A declaration, or None if it is refused in one line that names the file."""
    try:
        return make()
    except BadDeclaration as error:
        message = str(error)
    assert message.startswith(source)
    assert message.isprintable()
    assert len(message) < 1000
    return None


def compiled(declaration: Declaration) -> Ranking | None:
    """A ranking, or None if it is refused in one line."""
    try:
        return Ranking(declaration)
    except RankingError as error:
        message = str(error)
    assert message.isprintable()
    return None


def try_out(declaration: Declaration) -> None:
    """Lint, the compiler and the slow twin are of one mind."""
    faults = {finding.kind for finding in lint(declaration)}
    ranking = compiled(declaration)
    assert (ranking is None) == bool(faults & {"uncovered", "empty"})
    if ranking:
        hand = tuple(range(declaration.size))
        place = reference.strength_key(declaration, hand)[0]
        assert ranking.category(ranking.strength(hand)) == declaration.categories[::-1][place]


def try_table(raw: dict[str, Any]) -> None:
    declaration = read(lambda: declarations.from_table(raw, SOURCE))
    if declaration and math.comb(len(declaration.deck.ranks) + declaration.size, declaration.size) < 2500:
        try_out(declaration)


@settings(max_examples=250, deadline=None)
@given(damaged_tables())
def test_built_in_tables_damaged(raw: dict[str, Any]) -> None:
    try_table(raw)


@settings(max_examples=120, deadline=None)
@given(st.dictionaries(texts, garbage, max_size=8))
def test_tables_of_garbage(raw: dict[str, Any]) -> None:
    try_table(raw)


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from([name for name in BUILT_IN if name != "flexdeck-as-printed"]))
    text = (declarations.LIBRARY / f"{name}.toml").read_text("utf-8")
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        patch = draw(texts | st.sampled_from(["[", "]]", '"', "=", "\n", "#", "0x" + "f" * 4000]))
        text = text[:start] + patch + text[end:]
    return text


@settings(max_examples=120, deadline=None)
@given(damaged_texts())
def test_built_in_texts_damaged(text: str) -> None:
    read(lambda: declarations.parse(text, SOURCE))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_files_of_garbage(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "garbage.toml"
    path.write_bytes(content)
    assert read(lambda: declarations.load(path), str(path)) is None


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30))
def test_names_of_garbage(name: str) -> None:
    if Path("/").joinpath(name.replace("\0", "")).is_file() or name in BUILT_IN + declarations.collection():
        return
    with pytest.raises((UnknownName, BadDeclaration)) as refused:
        declarations.load(name)
    assert isinstance(refused.value, CardwrightError)
    assert str(refused.value).isprintable()
