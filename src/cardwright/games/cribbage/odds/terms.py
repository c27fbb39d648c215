"""The options and the score of a match as arguments of a command."""

import argparse

from cardwright.errors import BadOption
from cardwright.games.cribbage.options import OPTIONS
from cardwright.games.cribbage.rules import Cribbage

MATCH_TERMS = ("to", "skunks", "games", "next_deal")  # options that change the chance to win the match


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the arguments to a parser."""
    for option in (option for option in OPTIONS if option.name in MATCH_TERMS):
        argument, kind = f"--{option.name.replace('_', '-')}", type(option.default)
        if kind is bool:
            parser.add_argument(argument, action="store_true", help=option.help)
        elif option.choices:
            parser.add_argument(argument, type=kind, choices=option.choices, default=option.default, help=option.help)
        else:
            parser.add_argument(argument, type=kind, metavar="N", default=option.default, help=option.help)
    parser.add_argument("--won", type=int, nargs=2, metavar=("YOURS", "OTHER"), default=(0, 0), help="games won so far")


def alternates(game: Cribbage) -> bool:
    """Return true if the chance to win a match depends on who dealt first in this game."""
    return bool(game.settings["games"] > 1 and game.settings["next_deal"] == "alternates")


def asked_game(parsed: argparse.Namespace) -> Cribbage:
    """Return the match asked for. Raises `BadOption` for games that cannot be."""
    game = Cribbage(**{name: getattr(parsed, name) for name in MATCH_TERMS if name != "next_deal" or parsed.games > 1})
    for won in parsed.won:
        if not 0 <= won < parsed.games:
            raise BadOption("won", won, f"0 to {parsed.games - 1}")
    return game
