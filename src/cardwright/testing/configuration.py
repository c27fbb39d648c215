"""Configuration of the laws for a registered game, from the module ``laws`` of its package.

SHORT     options that keep a game short
TABLES    sets of options to try, beside those that `tables` derives
secrets   the function that says what a seat may not know, or None where everyone sees the same
public    the function that says which cards are public now, for a game whose news does not name them (may be missing)
"""

import importlib
import importlib.util
from types import ModuleType
from typing import Any, cast

from cardwright import games
from cardwright.errors import CardwrightError
from cardwright.game import Option
from cardwright.play import guide
from cardwright.scenes import glossary
from cardwright.testing.position import Public, Secrets

Options = dict[str, Any]
Choice = tuple[str, object]  # an option and its value

PARTS = ("rules", "scene", "bot", "laws")
LAW_NAMES = ("SHORT", "TABLES", "secrets")
MIN_PAGE_WORDS = 60


def laws_of(name: str) -> ModuleType:
    """Return the module ``laws`` of a game's package."""
    return importlib.import_module(f"{games.room(name).package}.laws")


def short(name: str) -> Options:
    """Return options that keep a game short."""
    return dict(laws_of(name).SHORT)


def secrets_of(name: str) -> Secrets | None:
    """Return the function that says what a seat may not know."""
    return cast("Secrets | None", laws_of(name).secrets)


def public_of(name: str) -> Public | None:
    """Return the function that says which cards the rules make public, or None where news and scenes name them all."""
    return cast("Public | None", getattr(laws_of(name), "public", None))


def tables(name: str) -> list[Options]:
    """Return sets of options that together try every choice of every option, and the game's own ``TABLES``."""
    return [*_derive_tables(name)[0], *laws_of(name).TABLES]


def untried_choices(name: str) -> list[Choice]:
    """Return the choices that no set of `tables` tries, because the game refuses them beside the others."""
    tables: list[Options] = laws_of(name).TABLES
    ranges = {option.name for option in games.options(name) if not option.choices}
    left = [choice for choice in _derive_tables(name)[1] if choice[0] not in ranges]
    return [choice for choice in left if not any(choice in table.items() for table in tables)]


def _derive_tables(name: str) -> tuple[list[Options], list[Choice]]:
    """Pack every choice of every option into few sets that the game accepts; also return the choices left over."""
    usual = {option.name: option.default for option in games.options(name)} | short(name)
    left = [(option.name, value) for option in games.options(name) for value in _values(option, short(name))]
    option_sets: list[Options] = []
    while True:
        added = _pack_choices(name, left)
        if option_sets and not added:
            return option_sets, left
        option_sets.append(short(name) | added)
        left = [(option, value) for option, value in left if (usual | added)[option] != value]


def _pack_choices(name: str, left: list[Choice]) -> Options:
    """Return the first choice left of every option that the game accepts together with the others."""
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


def unfinished(name: str) -> list[str]:
    """Return the missing parts of a registered game, one line for each that says what to write."""
    room, lines = games.room(name), []
    folder = room.package.replace(".", "/")
    if not _has_page(name):
        what = f"a heading and at least {MIN_PAGE_WORDS} words, the rules for the player"
        lines.append(f"{name}: no rules page: write {folder}/{room.page}, with {what}")
    if not (room.title and room.about and room.aim):
        lines.append(f"{name}: no title, about or aim: write them in ROOMS of {folder}/__init__.py")
    if _has_page(name) and not any(f" {term} " in games.rules_page(name) for term in glossary.terms()):
        lines.append(f"{name}: no term of the glossary on its page: add its words to cardwright/scenes/glossary.md")
    lines += [f"{name}: no module {part}: write {folder}/{part}.py" for part in PARTS if not _has(room.package, part)]
    if lines:
        return lines
    lines += [
        f"{name}: no {what} in {folder}/laws.py: define it" for what in LAW_NAMES if not hasattr(laws_of(name), what)
    ]
    lines += _missing_guide(name)
    if not room.bots:
        lines.append(f"{name}: no bot: write a class in {folder}/bot.py and name it in ROOMS of {folder}/__init__.py")
    lines += [
        f"{name}: option {option.name} has no help: write its help in the options of {folder}/rules.py"
        for option in games.options(name)
        if not option.help
    ]
    if not lines:
        lines += [
            f"{name}: no law is checked with {option}={value}: add options that hold it to TABLES of {folder}/laws.py"
            for option, value in untried_choices(name)
        ]
    return lines


def _missing_guide(name: str) -> list[str]:
    """Return the missing parts for newcomers: see `cardwright.play.guide`."""
    room = games.room(name)
    file = f"{room.package.replace('.', '/')}/{room.guide}"
    try:
        known = guide.load(name)
    except CardwrightError as problem:
        return [f"{name}: no guided first game: write {file} as docs/adding-a-game.md says ({problem})"]
    missing = [bot for bot in room.bots if bot not in known.bots]
    unknown = [bot for bot in known.bots if bot not in room.bots]
    return [
        *(f"{name}: the bot {bot} has no name and strength: write [bots.{bot}] in {file}" for bot in missing),
        *(f"{name}: there is no bot {bot}: remove [bots.{bot}] from {file}" for bot in unknown),
    ]


def _has(package: str, module: str) -> bool:
    return importlib.util.find_spec(f"{package}.{module}") is not None


def _has_page(name: str) -> bool:
    try:
        return len(games.rules_page(name).split()) >= MIN_PAGE_WORDS
    except OSError:
        return False
