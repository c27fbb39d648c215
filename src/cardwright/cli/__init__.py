"""The command line. Each command imports its modules when it is called, so that ``--help`` answers at once.

Errors are one line on stderr and exit code 2. Cardwright uses argparse because it starts in a tenth of the time of
richer libraries.
"""

import io
import os
import sys
from collections.abc import Sequence

from cardwright import __version__
from cardwright.cli import arena, cardroom, installation, play, rankings, records
from cardwright.cli.arguments import Commands, Parser, one_line
from cardwright.errors import NEEDS, CardwrightError

OWN_PARSERS = {"play": play.play, "odds": play.odds, "replay": play.replay}  # commands that read their own options


def parser() -> Parser:
    """Return the parser of every command except those whose options depend on a game: see `play.play_parser`."""
    top = Parser(
        prog="cardwright",
        description="Card and dice games: play them, count them exactly, declare your own tables of hands.",
        epilog="cardwright COMMAND --help explains each command.",
    )
    top.add_argument("--version", action="version", version=f"cardwright {__version__}")
    under = top.add_subparsers(metavar="COMMAND", required=True)
    under.add_parser("play", help="play a game against bots or people", add_help=False)
    under.add_parser("odds", help="print exact odds of a game: the best move and what it is worth", add_help=False)
    under.add_parser("replay", help="show any step of a recorded game, from any seat", add_help=False)
    for topic in (records, rankings, arena, cardroom, installation):
        topic.add(Commands(under))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal with a small character set still gets an answer
        sys.stdout.reconfigure(errors="replace")
    try:
        if words[:1] and words[0] in OWN_PARSERS:
            code = OWN_PARSERS[words[0]](words[1:])
        else:
            arguments = parser().parse_args(words)
            code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has closed the pipe: write nothing more, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except CardwrightError as error:
        print(f"cardwright: {one_line(str(error))}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDS:
            raise
        print(f"cardwright: {NEEDS[missing.name]}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
