"""What the laws need to know of a registered game, from the module ``laws`` of its package.

SHORT     options that keep a game short
TABLES    sets of options to try, beside those that `tables` derives
secrets   the function that says what a seat may not know, or None where everyone sees the same
"""

import importlib
from types import ModuleType
from typing import cast

from cardwright import games
from cardwright.errors import CardwrightError
from cardwright.game import Option
from cardwright.testing.position import Secrets

Options = dict[str, object]
Choice = tuple[str, object]  # an option and its value


def laws_of(name: str) -> ModuleType:
    """Return the module ``laws`` of a game's package."""
    return importlib.import_module(f"{games.room(name).package}.laws")


def short(name: str) -> Options:
    """Return options that keep a game short."""
    return dict(laws_of(name).SHORT)


def secrets_of(name: str) -> Secrets | None:
    """Return the function that says what a seat may not know."""
    return cast("Secrets | None", laws_of(name).secrets)


def tables(name: str) -> list[Options]:
    """Return sets of options that together try every choice of every option, and the game's own ``TABLES``."""
    return [*_derived(name)[0], *laws_of(name).TABLES]


def untried(name: str) -> list[Choice]:
    """Return the choices that no set of `tables` tries, because the game refuses them beside the others."""
    own: list[Options] = laws_of(name).TABLES
    return [choice for choice in _derived(name)[1] if not any(choice in table.items() for table in own)]


def _derived(name: str) -> tuple[list[Options], list[Choice]]:
    """Pack every choice of every option into few sets that the game accepts; also return the choices left over."""
    usual = {option.name: option.default for option in games.options(name)} | short(name)
    left = [(option.name, value) for option in games.options(name) for value in _values(option, short(name))]
    found: list[Options] = []
    while True:
        added = _packed(name, left)
        if found and not added:
            return found, left
        found.append(short(name) | added)
        left = [(option, value) for option, value in left if (usual | added)[option] != value]


def _packed(name: str, left: list[Choice]) -> Options:
    """Return the first choice left of every option, as far as the game accepts them together."""
    added: Options = {}
    for option, value in left:
        if option not in added and _accepts(name, short(name) | added | {option: value}):
            added[option] = value
    return added


def _accepts(name: str, options: Options) -> bool:
    try:
        games.create(name, **options)
    except CardwrightError:
        return False
    return True


def _values(option: Option, fixed: Options) -> tuple[object, ...]:
    """Return the choices to try of one option: all, or of a range that a short game does not fix, two numbers."""
    if option.choices:
        return option.choices
    if option.free or option.name in fixed:
        return ()
    return option.low, min(option.high, max(option.low + 2, int(option.default)))
