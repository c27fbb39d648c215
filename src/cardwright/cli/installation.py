"""Commands about this installation."""

from argparse import ArgumentParser
from pathlib import Path

from cardwright.cli.arguments import command
from cardwright.errors import BadOption

FIRST_TESTS = " ".join(f"tests/test_{name}.py" for name in ("games", "rooms", "guide", "docs"))


@command("cli.installation:write_game")
def new_game(parser: ArgumentParser) -> None:
    """Write a small game that runs, as the start of your own."""
    parser.add_argument("name", metavar="NAME", help='the name of the game: "crazy-eights"')
    parser.add_argument("--into", metavar="FOLDER", help="the folder of games to write to (default: this checkout's)")


def write_game(name: str, into: str | None) -> int:
    """Write a small game that runs, as the start of a new one."""
    from cardwright.new_game import write

    folder = Path(into) if into else _games_of_checkout()
    package = write(name, folder)
    print(f"{_shown(package)} is a game that runs, and is registered in {_shown(folder / '__init__.py')}.")
    print(f"Play it:  cardwright play {name}")
    both = " or ".join(dict.fromkeys((name, package.name)))
    print(f"Test it:  python -m pytest {FIRST_TESTS} -k '{both}'")
    print(f"Then all: python -m pytest -k '{both}'")
    return 0


def _games_of_checkout() -> Path:
    """Return the folder of games that is run. Raises `BadOption` where it is not part of a checkout."""
    from cardwright import games

    folder = Path(str(games.__file__)).parent
    if not (folder.parents[2] / "pyproject.toml").is_file():  # above src/cardwright/games
        wanted = "src/cardwright/games of a checkout (make play there runs it)"
        why = "Cardwright is installed there without its checkout, and the next installation would remove the game"
        raise BadOption("--into", str(folder), f"{wanted}: {why}")
    return folder


def _shown(path: Path) -> Path:
    """Return a path as seen from the working folder, if it is below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


@command("terminal.reports.doctor:report", "json")
def doctor(parser: ArgumentParser) -> None:
    """Check this installation: compiled or not, and where games are kept."""
