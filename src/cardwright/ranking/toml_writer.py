"""Write a declaration's table as TOML, in the order of docs/rankings.md, and reorder the lines of a text.

The writer knows no key: numbers, text, flags, lists and tables are written as they are.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.errors import BadDeclaration
from cardwright.ranking.declaration import parse_toml

_LINE = re.compile(r"^[ \t]*\[\[[ \t]*category[ \t]*\]\]", re.MULTILINE)
_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def write(table: Mapping[str, Any]) -> str:
    """Return a table as TOML: plain keys first, then tables, then arrays of tables."""
    parts = [_lines({key: item for key, item in table.items() if not _is_table(item)})]
    for key, item in table.items():
        if isinstance(item, Mapping):
            parts.append(f"[{_key(key)}]\n" + _lines(item))
        elif _is_table(item):
            parts += [f"[[{_key(key)}]]\n" + _lines(entry) for entry in item]
    return "\n".join(part for part in parts if part)


def _is_table(value: object) -> bool:
    """Return true for a table, and for a list of tables at the top, which is written line by line."""
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(entry, Mapping) for entry in value)
    )


def _lines(table: Mapping[str, Any]) -> str:
    """Return the keys of a table, a line each, and of a list with tables a line for each entry."""
    lines = []
    for key, item in table.items():
        if isinstance(item, list) and any(isinstance(entry, Mapping) for entry in item):
            lines.append(f"{_key(key)} = [\n" + "".join(f"    {value(entry)},\n" for entry in item) + "]\n")
        else:
            lines.append(f"{assignment(key, item)}\n")
    return "".join(lines)


def assignment(key: str, item: object) -> str:
    """Return a key and its value as one line of TOML, without its end."""
    return f"{_key(key)} = {value(item)}"


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    escaped = (_ESCAPES.get(letter, letter if letter.isprintable() else f"\\U{ord(letter):08x}") for letter in text)
    return f'"{"".join(escaped)}"'


def value(item: object) -> str:
    """Return a value as TOML, in one line."""
    match item:
        case str():
            return _text(item)
        case bool():
            return "true" if item else "false"
        case Mapping():
            return "{" + ", ".join(assignment(key, each) for key, each in item.items()) + "}"
        case list() | tuple():
            return f"[{', '.join(map(value, item))}]"
    return str(item)


def reorder(text: str, order: Sequence[int]) -> str:
    """Return the text of a declaration with its lines in another order, and with their comments where that is possible.

    Raises `BadDeclaration` for a text without a table of its own.
    """
    table = parse_toml(text, "declaration")
    lines = table.get("category")
    if not isinstance(lines, list) or len(lines) != len(order):
        raise BadDeclaration("has no [[category]] of its own to reorder", "", "declaration")
    wanted = {**table, "category": [lines[index] for index in order]}
    moved = _move_blocks(text, order)
    return moved if moved is not None and parse_toml(moved, "declaration") == wanted else write(wanted)


def _move_blocks(text: str, order: Sequence[int]) -> str | None:
    """Move each [[category]] with its lines and the comments just above it; None if that cannot be read so."""
    starts = [match.start() for match in _LINE.finditer(text)]
    if len(starts) != len(order):
        return None
    starts = [start if place == 0 else _with_comments(text, start) for place, start in enumerate(starts)]
    blocks = [text[start:end].strip("\n") for start, end in zip(starts, [*starts[1:], len(text)])]
    try:
        return text[: starts[0]] + "\n\n".join(blocks[index] for index in order) + "\n"
    except IndexError:
        return None


def _with_comments(text: str, start: int) -> int:
    match = _COMMENTS.search(text[:start])
    return match.start() if match else start
