"""Commands for bots and agents."""

from argparse import ArgumentParser
from collections.abc import Sequence

from cardwright.argument_types import MAX_NUMBER, output_file
from cardwright.cli.arguments import (
    Command,
    Parser,
    add_forms,
    add_number,
    command,
    reads_own_options,
    sentence,
)
from cardwright.cli.play import add_options, chosen_options, named_game

BOT_HELP = "a bot of the game, module:Class, or 'cmd:COMMAND' for a program"


def _contest_parser(contest: Command) -> Parser:
    """Return a parser with the options that matches and leagues share."""
    parser = Parser(prog=f"cardwright {contest.name}", description=sentence(contest.help))
    add_forms(parser, "json", "markdown")
    parser.add_argument("game", metavar="GAME", help="the game to play")
    add_number(parser, "--deals", 1, 10_000_000, "duplicate deals", default=100)
    add_number(parser, "--seed", 0, MAX_NUMBER, "the same number deals the same cards", default=0)
    parser.add_argument("--svg", type=output_file, metavar="FILE", default="", help="write a chart to this file")
    parser.add_argument("--records", metavar="FOLDER", default="", help="keep the record of every game in this folder")
    parser.add_argument("--file", metavar="FILE", help="keep results here as they come; a later run goes on from them")
    add_number(parser, "--processes", 1, 64, "processes to play in", default=1)
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help="play on the Dask cluster of this scheduler")
    return parser


@reads_own_options
def match(words: Sequence[str]) -> int:
    """Play bots against each other in duplicate deals: the same cards, seats exchanged."""
    parser = _contest_parser(match)
    parser.add_argument("bots", metavar="BOT", nargs="+", help=BOT_HELP)
    parser.add_argument("--stop", action="store_true", help="stop as soon as the match is decided")
    add_number(parser, "--luck", 0, 1000, "take luck out: compare each draw with N others", default=0)
    add_options(parser, named_game(words))
    parsed = parser.parse_args(words)

    from cardwright.terminal.reports.arena_report import play_match

    return play_match(parsed, chosen_options(parsed))


def league_parser(game: str | None) -> Parser:
    """Return the parser of ``cardwright league``, with the options of a game."""
    parser = _contest_parser(league)
    parser.add_argument(
        "bots", metavar="BOT", nargs="*", default=[], help=f"{BOT_HELP} (default: all bots of the game)"
    )
    add_options(parser, game)
    return parser


@reads_own_options
def league(words: Sequence[str]) -> int:
    """Rate bots: each plays each other, Elo with intervals."""
    parsed = league_parser(named_game(words)).parse_args(words)

    from cardwright.terminal.reports.arena_report import play_league

    return play_league(parsed, chosen_options(parsed))


@command("agents:serve")
def mcp(parser: ArgumentParser) -> None:
    """Serve tools for agents, over the Model Context Protocol on stdin and stdout."""
    add_number(parser, "--seed", 0, MAX_NUMBER, "always deal the same games (default: no two alike)")
