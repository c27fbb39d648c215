"""The options and the score of a match as arguments of a command."""

import argparse

from cardwright.errors import BadOption
from cardwright.games.cribbage.options import MAX_GAMES
from cardwright.games.cribbage.rules import Cribbage


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the arguments to a parser."""
    parser.add_argument("--to", type=int, choices=(121, 61), default=121, help="the score that wins")
    parser.add_argument("--skunks", action="store_true", help="a win by 31 counts two games, by 61 four")
    parser.add_argument("--games", type=int, metavar="N", default=1, help="games that win the match")
    parser.add_argument("--won", type=int, nargs=2, metavar=("YOURS", "OTHER"), default=(0, 0), help="games won so far")
    parser.add_argument(
        "--next-deal", choices=("alternates", "loser"), default="alternates", help="who deals first in the next game"
    )


def alternates(game: Cribbage) -> bool:
    """Return true if the chance to win a match depends on who dealt first in this game."""
    return bool(game.settings["games"] > 1 and game.settings["next_deal"] == "alternates")


def asked_game(given: argparse.Namespace) -> Cribbage:
    """Return the match asked for. Raises `BadOption` for games that cannot be."""
    if not 1 <= given.games <= MAX_GAMES:
        raise BadOption("games", given.games, f"1 to {MAX_GAMES}")
    for won in given.won:
        if not 0 <= won < given.games:
            raise BadOption("won", won, f"0 to {given.games - 1}")
    chosen = {"next_deal": given.next_deal} if given.games > 1 else {}
    return Cribbage(to=given.to, skunks=given.skunks, games=given.games, **chosen)
