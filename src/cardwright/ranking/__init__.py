"""Rankings: a deck and a table of hands, declared in TOML, proved complete, counted exactly, and fast to ask.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> poker.describe(poker.deck.parse_cards("Ah Kd Kh 7s 7c 2d Kc"))
'full house, kings over sevens'
"""

import functools
import importlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.ranking.declaration import Category, Declaration, examples, names, parse
    from cardwright.ranking.evaluator import Ranking

__all__ = ["Category", "Declaration", "Ranking", "examples", "load", "names", "parse"]

# where each name lives: NumPy and the kernels are loaded when something is to be ranked, not before
_HOMES = dict.fromkeys(("Category", "Declaration", "examples", "names", "parse"), "declaration") | {
    "Ranking": "evaluator"
}


def load(name_or_path: str | os.PathLike[str]) -> "Ranking":
    """A ranking by name, or from a TOML file, ready to be asked; those of the house are compiled once.

    Raises `UnknownName`, `BadDeclaration` (file and key), or `RankingError` for a table that leaves a hand out or
    has a line that no hand falls into.
    """
    from cardwright.ranking import declaration

    name = os.fspath(name_or_path)
    if name in declaration.names():
        return _of_the_house(name)
    from cardwright.ranking.evaluator import Ranking

    return Ranking(declaration.load(name))


@functools.cache
def _of_the_house(name: str) -> "Ranking":
    from cardwright.ranking import declaration
    from cardwright.ranking.evaluator import Ranking

    return Ranking(declaration.load(name))


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
