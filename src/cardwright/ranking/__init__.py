"""Rankings: a deck and a table of hands, declared in TOML, checked for completeness, counted exactly, evaluated fast.

>>> from cardwright import ranking
>>> poker = ranking.load("standard")
>>> poker.describe(poker.deck.parse_cards("Ah Kd Kh 7s 7c 2d Kc"))
'full house, kings over sevens'

From a declaration to a strength, and the modules that do it:

1. **Read.** `declaration` reads TOML with `toml_reader`, `decks` (the deck) and `category_reader` (the lines of the
   table) into a `model.Declaration`, which all other modules work on; `conditions` has the conditions on ranks that a
   line may state. `toml_writer` writes it again.
2. **List and match.** `by_rank`, or `by_card` where some line looks at single cards (`Declaration.by_card`), lists all
   hands that the table may rank differently, as arrays, and matches its lines with them. `example_hands` finds a real
   hand for their lines.
3. **Number.** `compile` sorts the values of hands: the place of a value among all is its strength.
4. **Look up.** `evaluator` chooses how: by `tables` of ranks, by `walks`, or `one_by_one`. `_kernels` evaluates one
   hand, `arrays` millions. `frequency` counts the hands of each strength, and `ranking` joins it with `evaluator`.

On top of this: `equity`, `outs` and `solver`; `lint`, `rarity`, `survey`, `derivation` and `rule_book` for designers of
tables; `video_poker` and `pay_table`.

The words: a *line* of the table is a category. A *value* is the line of a hand with the ranks that its tie-breaks
compare, a *code* the same as one integer. *Standing* and *height* are the place of a rank from the lowest. A *type* is
cards that all lines take for equal; a *part* is the cards of the deck that share a class of a facet, such as a suit. A
*row* is a hand in an array, and a *place* an index in a table.
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

    name = declaration.name_of(ranking)
    if name in declaration.names():
        return _built_in(name)
    return _from_text(name) if declaration.is_text(name) else _load(name)


def _load(ranking: str) -> "Ranking":
    from cardwright.ranking import declaration
    from cardwright.ranking.ranking import Ranking

    return Ranking(declaration.load(ranking))


_built_in = functools.cache(_load)
_from_text = functools.lru_cache(maxsize=16)(_load)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
