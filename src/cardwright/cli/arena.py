"""Commands for bots and agents."""

import argparse

from cardwright.cli.arguments import MAX_NUMBER, Commands, add_settings, within

BOT_HELP = "a bot of the game, module:Class, or 'cmd:COMMAND' for a program"


def add(to: Commands) -> None:
    """Add the commands of this module."""
    made = _contest(
        to.listing(
            match, "play bots against each other in duplicate deals: the same cards, seats exchanged", "markdown"
        )
    )
    made.add_argument("bots", metavar="BOT", nargs="+", help=BOT_HELP)
    made.add_argument("--stop", action="store_true", help="stop as soon as the match is decided")
    made.add_argument(
        "--luck", type=within(0, 1000), default=0, metavar="N", help="take luck out: compare each draw with N others"
    )

    made = _contest(to.listing(league, "rate bots: each plays each other, Elo with intervals", "markdown"))
    made.add_argument("bots", metavar="BOT", nargs="*", help=f"{BOT_HELP} (default: all bots of the game)")

    made = to.command(mcp, "serve tools for agents, over the Model Context Protocol on stdin and stdout")
    made.add_argument(
        "--seed", type=within(0, MAX_NUMBER), metavar="N", help="always deal the same games (default: no two alike)"
    )


def _contest(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the options that matches and leagues share."""
    made.add_argument("game", metavar="GAME", help="the game to play")
    made.add_argument(
        "--deals", type=within(1, 10_000_000), default=100, metavar="N", help="duplicate deals (default: 100)"
    )
    made.add_argument(
        "--seed", type=within(0, MAX_NUMBER), default=0, metavar="N", help="the same number deals the same cards"
    )
    add_settings(made, 'of the game: -o to=61, or "to=61 skunks=yes"; cardwright play GAME --help lists them')
    made.add_argument("--svg", metavar="FILE", default="", help="write a chart to this file")
    made.add_argument("--records", metavar="FOLDER", default="", help="keep the record of every game in this folder")
    made.add_argument("--file", metavar="FILE", help="keep results here as they come; a later run goes on from them")
    made.add_argument(
        "--processes", type=within(1, 64), default=1, metavar="N", help="processes to play in (default: 1)"
    )
    made.add_argument("--cluster", metavar="ADDRESS", default="", help="play on the Dask cluster of this scheduler")
    return made


def match(parsed: argparse.Namespace) -> int:
    """Play bots against each other."""
    from cardwright.terminal.arena_report import play_match

    return play_match(parsed)


def league(parsed: argparse.Namespace) -> int:
    """Rate bots by playing each against each other."""
    from cardwright.terminal.arena_report import play_league

    return play_league(parsed)


def mcp(parsed: argparse.Namespace) -> int:
    """Serve tools for agents."""
    from cardwright.agents import serve as run

    return run(parsed.seed)
