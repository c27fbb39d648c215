"""Commands about this installation."""

from argparse import ArgumentParser
from pathlib import Path

from cardwright.cli.arguments import command


@command("cli.installation:write_game")
def new_game(made: ArgumentParser) -> None:
    """Write a small game that runs, as the start of your own."""
    made.add_argument("name", metavar="NAME", help='the name of the game: "crazy-eights"')
    made.add_argument("--into", metavar="FOLDER", help="the folder of games to write to (default: this installation's)")


def write_game(name: str, into: str | None) -> int:
    """Write a small game that runs, as the start of a new one."""
    from cardwright import games
    from cardwright.new_game import write

    folder = Path(into) if into else Path(str(games.__file__)).parent
    package = write(name, folder)
    print(f"{_shown(package)} is a game that runs, and is registered in {_shown(folder / '__init__.py')}.")
    print(f"Play it:  cardwright play {name}")
    both = " or ".join(dict.fromkeys((name, package.name)))
    print(f"Test it:  python -m pytest tests/test_games.py tests/test_docs.py -k '{both}'")
    print(f"Then all: python -m pytest -k '{both}'")
    return 0


def _shown(path: Path) -> Path:
    """Return a path as seen from the working folder, if it is below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


@command("terminal.reports.doctor:report", "json")
def doctor(made: ArgumentParser) -> None:
    """Check this installation: compiled or not, and where games are kept."""
