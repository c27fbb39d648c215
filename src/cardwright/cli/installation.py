"""Commands about this installation."""

import argparse

from cardwright.cli.arguments import Commands


def add(to: Commands) -> None:
    """Add the commands of this module."""
    made = to.command(new_game, "write a small game that runs, as the start of your own")
    made.add_argument("name", metavar="NAME", help='the name of the game: "crazy-eights"')
    made.add_argument("--into", metavar="FOLDER", help="the folder of games to write to (default: this installation's)")

    to.listing(doctor, "check this installation: compiled or not, and where games are kept")


def new_game(parsed: argparse.Namespace) -> int:
    """Write a small game that runs, as the start of a new one."""
    from pathlib import Path

    from cardwright import games
    from cardwright.new_game import write

    folder = Path(parsed.into) if parsed.into else Path(str(games.__file__)).parent
    package = write(parsed.name, folder)
    print(f"{package} is a game that runs, and is registered in {folder / '__init__.py'}.")
    print(f"Play it:  cardwright play {parsed.name}")
    both = " or ".join(dict.fromkeys((parsed.name, package.name)))
    print(f"Test it:  python -m pytest tests/test_games.py tests/test_docs.py -k '{both}'")
    print(f"Then all: python -m pytest -k '{both}'")
    return 0


def doctor(parsed: argparse.Namespace) -> int:
    """Print the state of this installation."""
    from cardwright.terminal.reports import doctor as clinic

    return clinic.report(as_json=parsed.json)
