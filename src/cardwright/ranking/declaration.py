"""Read declarations: a deck and a table of hands in TOML, by name, from a file or from text, checked key by key.

Every fault is a `BadDeclaration` that names the file and the key. docs/rankings.md explains every key.
"""

import functools
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from cardwright.cards import Deck, plain_signs
from cardwright.errors import BadDeclaration, UnknownName, near_names
from cardwright.ranking import declaration_reader
from cardwright.ranking.model import Declaration
from cardwright.ranking.toml_reader import TableReader, show, unknown
from cardwright.wording import one_line

LIBRARY = Path(__file__).parent / "library"

MAX_FILE_BYTES = 256 * 1024
MAX_PATH_CHARACTERS = 1000
MAX_DOTS_IN_LINE = 100  # the reader of TOML takes time by the square of the parts of a dotted key
MAX_FILE_NAME_CHARS = 60
OF_COLLECTION = "and those of other games, which cardwright rankings --collection lists"
WITH_ENDING = "or a TOML file, with its ending .toml"  # in place of a name
_TWICE = "this is there already; what may be there several times is in double brackets, such as [[category]]"
# What to write, by how a message of the parser begins.
HINTS = {
    "Invalid statement": "a line is a key, = and its value; leave out all others, such as ```",
    "Invalid value": 'text is in quotes, "any", and a list in brackets, [2, 1]',
    "Illegal character '\\n'": "the quotes are not closed in this line",
    "Unclosed array": "a list has brackets and commas, [2, 1]",
    "Expected '='": "a line is a key, = and its value",
    "Expected ']' at the end of a table declaration": "a table is in brackets, [deck]",
    "Expected ']]'": "a line of the table of hands begins with [[category]]",
    "Cannot overwrite": _TWICE,
    "Cannot declare": _TWICE,
}
# What a word processor writes, and what TOML has in its place.
PASTED = {
    "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u00ab\u00bb": 'the quotes are curly: write straight ones, "',
    "\u00a0\u2009\u200b\u202f\u3000\ufeff": "a space is unseen or non-breaking: write plain ones",
}
MAX_PARSER_MESSAGE_CHARS = 200


@functools.cache
def _library(folder: str) -> dict[str, Path]:
    """Return the paths of the declarations in a folder of the library by their names, in order."""
    return {path.stem: path for path in sorted((LIBRARY / folder).glob("*.toml"), key=lambda path: path.stem)}


def names() -> tuple[str, ...]:
    """Return the names of the built-in rankings."""
    return tuple(_library(""))


def examples() -> tuple[str, ...]:
    """Return the names of the built-in examples: declarations that load by name, each with a deliberate fault."""
    return tuple(_library("examples"))


def collection() -> tuple[str, ...]:
    """Return the names of the collection: declarations of other games, which load by name."""
    return tuple(_library("collection"))


def all_names() -> tuple[str, ...]:
    """Return the names of all declarations that load without a file."""
    return names() + examples() + collection()


def load(ranking: str | os.PathLike[str]) -> Declaration:
    """Return a declaration: a built-in one by its name, or one from a file or from TOML text.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    name = name_of(ranking)
    if _library_path(name):
        return _built_in(name)
    if is_text(name):
        return parse(name)
    return parse(_text_of_file(name), name)


def name_of(ranking: str | os.PathLike[str]) -> str:
    """Return a name, a path or a text as text. Raises `UnknownName` for what is none of them."""
    if not isinstance(ranking, str | os.PathLike):
        raise UnknownName("ranking", ranking, names())
    return os.fspath(ranking)


def embed(ranking: str) -> str:
    """Return a value for `load` that needs no file: the name of a built-in ranking, or the text of a declaration.

    Raises `UnknownName`, or `BadDeclaration` with the file and the key.
    """
    if _library_path(ranking) or is_text(ranking):
        return ranking
    text = _text_of_file(ranking)
    parse(text, ranking)  # here an error can still name the file
    return text


def text_of(name: str) -> str:
    """Return the text of a built-in ranking's declaration. Raises `UnknownName`."""
    return read_file(_path_of(name))


def is_text(ranking: str) -> bool:
    """Return true for TOML text, which has several lines, and false for a name or a path."""
    return "\n" in ranking


def parse(text: str, source: str = "declaration") -> Declaration:
    """Return a declaration from TOML text; errors refer to it as ``source``. Raises `BadDeclaration`."""
    return from_table(parse_toml(text, source), source)


def table(name: str) -> dict[str, Any]:
    """Return the TOML table of a built-in ranking, with ``like`` resolved, to be changed and read again.

    Raises `UnknownName`.
    """
    path = _path_of(name)
    changes = parse_toml(read_file(path), str(path))
    base = table(changes.pop("like")) if "like" in changes else {}
    return base | changes


def from_table(raw: dict[str, Any], source: str = "declaration") -> Declaration:
    """Return a declaration from its TOML table. Raises `BadDeclaration`."""
    keys = TableReader(raw, _printable_path(source))
    if "street" in keys and "category" not in keys:
        where = "cardwright play poker --variant FILE plays it, and Change the variant in the workbench takes it"
        raise keys.error("", f"declares a variant of poker, not a deck and a table of hands: {where}")
    shared: Deck | None = None
    if "like" in keys:
        like = keys.text("like")
        if _library_path(like) is None:
            raise keys.error("like", f"no ranking named {show(like)}; {unknown(like, names())}", like)
        if "deck" not in keys:
            shared = _built_in(like).deck
        keys.left = table(like) | keys.left
    return declaration_reader.read(keys, source, shared)


@functools.cache
def _built_in(name: str) -> Declaration:
    path = _path_of(name)
    return from_table(parse_toml(read_file(path), path.name), path.name)


def _library_path(name: str) -> Path | None:
    """Return the path of the built-in declaration of this name, if there is one."""
    libraries = map(_library, ("", "examples", "collection"))
    return next((library[name] for library in libraries if name in library), None)


def _path_of(name: str) -> Path:
    """Return the path of a built-in declaration. Raises `UnknownName`."""
    path = _library_path(name) if isinstance(name, str) else None
    if path is None:
        raise UnknownName("ranking", name, _suggested_names(name), OF_COLLECTION)
    return path


def _suggested_names(name: str) -> tuple[str, ...]:
    """Return the names that an error lists: of the collection, which is long, only those like this name."""
    return (*names(), *examples(), *near_names(str(name)[:MAX_FILE_NAME_CHARS], collection()), *with_ending(name))


def with_ending(name: str) -> list[str]:
    """Return the file that a name without its ending is meant for, if there is one."""
    return [file for file in [f"{name}.toml"] if name and _exists(Path(file))]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _text_of_file(name: str) -> str:
    path = Path(name)
    if not name or (path.suffix != ".toml" and path.name == name and not _exists(path)):
        raise UnknownName("ranking", name, _suggested_names(name), f"{OF_COLLECTION}, {WITH_ENDING}")
    return read_file(path)


def _printable_path(path: str) -> str:
    """Return a path as one line of a message."""
    return path if path.isprintable() and len(path) <= MAX_PATH_CHARACTERS else show(path)


def read_file(path: Path) -> str:
    """Return the text of a declaration's file. Raises `BadDeclaration`."""
    where = _printable_path(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadDeclaration(f"cannot be read: {why}", str(path), where) from None
    if len(content) > MAX_FILE_BYTES:
        raise BadDeclaration(f"is longer than {MAX_FILE_BYTES // 1024} kB", str(path), where)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDeclaration(f"is not UTF-8 text (byte {error.start}): save it as UTF-8", str(path), where) from None
    if (null := text.find("\0")) >= 0:  # as UTF-16 has for every other byte
        raise BadDeclaration(f"is not UTF-8 text (character {null}): save it as UTF-8", str(path), where)
    return text


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the table that TOML text holds. Raises `BadDeclaration`."""
    if not isinstance(text, str):
        raise BadDeclaration(f"is read from text, not {text!r:.80}", str(text), _printable_path(source))
    if max(line.count(".") for line in text.split("\n")) > MAX_DOTS_IN_LINE:
        raise BadDeclaration(f"has more than {MAX_DOTS_IN_LINE} dots in a line", "", _printable_path(source))
    try:
        return tomllib.loads(plain_signs(text))
    except RecursionError:
        raise BadDeclaration("is not TOML: nested too deeply", "", _printable_path(source)) from None
    except tomllib.TOMLDecodeError as error:
        why = one_line(str(error))[:MAX_PARSER_MESSAGE_CHARS] + _help(str(error), text)
    except ValueError:
        why = "a number is too long"
    raise BadDeclaration(f"is not TOML: {why}", "", _printable_path(source))


def _help(why: str, text: str) -> str:
    """Return the line that is not TOML and what to write instead, if the parser's message says them."""
    at, lines = re.search(r"at line (\d+)", why), text.rstrip().split("\n")
    line = lines[min(int(at[1]), len(lines)) - 1] if at else lines[-1]
    pasted = [hint for characters, hint in PASTED.items() if set(characters) & set(line)]
    hints_for_error = [hint for begin, hint in HINTS.items() if why.startswith(begin)]
    hints = [*pasted, *hints_for_error] if why.startswith(("Invalid", "Unclosed", "Expected")) else hints_for_error
    return "; ".join((f": {show(line.strip())}", *hints[:1]))
