"""Rankings: a deck and a table of hands, declared in TOML, checked for completeness, counted exactly, evaluated fast.

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
    from cardwright.ranking.declaration import examples, names, parse
    from cardwright.ranking.model import Category, Declaration
    from cardwright.ranking.ranking import Ranking

__all__ = ["Category", "Declaration", "Ranking", "examples", "load", "names", "parse"]

# The module of each name: NumPy and the kernels are imported only when a hand is ranked.
_MODULES = {
    "Category": "model",
    "Declaration": "model",
    "Ranking": "ranking",
    "examples": "declaration",
    "names": "declaration",
    "parse": "declaration",
}


def load(ranking: str | os.PathLike[str]) -> "Ranking":
    """Return a ranking by its name, or from a TOML file or the text of one, ready to evaluate hands.

    A built-in ranking is compiled once, and so are the last few that were given as text. Raises `UnknownName`,
    `BadDeclaration` (file and key), or `RankingError` for a table that leaves a hand out or has an empty category.
    """
    from cardwright.ranking import declaration

    name = os.fspath(ranking)
    if name in declaration.names():
        return _built_in(name)
    return _from_text(name) if declaration.is_text(name) else _compiled(name)


def _compiled(ranking: str) -> "Ranking":
    from cardwright.ranking import declaration
    from cardwright.ranking.ranking import Ranking

    return Ranking(declaration.load(ranking))


_built_in = functools.cache(_compiled)
_from_text = functools.lru_cache(maxsize=16)(_compiled)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
