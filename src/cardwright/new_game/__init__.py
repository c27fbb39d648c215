"""``cardwright new-game``: write the package of a small game that runs, as the start of a new game.

The package beside this file, High Card, is the template: a whole game, held to the same tests as the others. A new game
is a copy of it under another name, and one line in the list `PACKAGES` of the games.
"""

import keyword
import re
from importlib import resources
from pathlib import Path

from cardwright.errors import BadOption, BadText

TEMPLATE = "high_card"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PACKAGES_END = re.compile(r"^PACKAGES = \((?:.*\n)*?(?=\))", re.MULTILINE)


def write(name: str, folder: Path) -> Path:
    """Write the package of a new game into a folder of games, register it there, and return the package's folder.

    Raises `BadText` for a name that is not one or is taken, and `BadOption` for a folder that holds no games.
    """
    if not NAME.fullmatch(name):
        wanted = "a small letter first, then small letters, digits and hyphens between them"
        near = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
        hint = f"; did you mean {near!r}?" if NAME.fullmatch(near) else ""
        raise BadText(f"{name!r} is not a name for a game: {wanted}{hint}", name)
    package = name.replace("-", "_")
    target, registry = folder / package, folder / "__init__.py"
    if not registry.is_file() or not PACKAGES_END.search(registry.read_text(encoding="utf-8")):
        raise BadOption("--into", str(folder), "a folder of games: src/cardwright/games of a checkout")
    if target.exists():
        raise BadText(f"the name {name!r} is taken: {target} exists", name)
    texts = {
        file.name: file.read_text(encoding="utf-8")
        for file in resources.files(__package__).joinpath(TEMPLATE).iterdir()
        if file.name.endswith((".py", ".md", ".toml"))
    }
    code = "\n".join(text for file, text in texts.items() if file.endswith(".py"))
    if keyword.iskeyword(package) or class_name(name) in re.findall(r"\w+", code):
        raise BadText(f"{name!r} is a word of Python or of the code of the first game: choose another name", name)
    target.mkdir()
    for file, text in texts.items():
        (target / file).write_text(fill_template(text, name), encoding="utf-8")
    _register(registry, package)
    return target


def fill_template(text: str, name: str) -> str:
    """Return a file of the template as it is written for a game of this name."""
    title = name.replace("-", " ").title()
    for old, new in {
        "cardwright.new_game": "cardwright.games",
        "high_card": name.replace("-", "_"),
        "high-card": name,
        "High Card": title,
        "HighCard": class_name(name),
    }.items():
        text = text.replace(old, new)
    return text


def class_name(name: str) -> str:
    """Return the name of the class of a game: "HighCard"."""
    return name.replace("-", " ").title().replace(" ", "")


def _register(registry: Path, package: str) -> None:
    """Add a line to the list of packages, at its end."""
    text = registry.read_text(encoding="utf-8")
    registry.write_text(
        PACKAGES_END.sub(lambda found: f'{found[0]}    "{package}",\n', text, count=1), encoding="utf-8"
    )
