"""Commands about games that were played: their records, results, reviews and solutions."""

from argparse import ArgumentParser

from cardwright.argument_types import MAX_NUMBER, output_file
from cardwright.cli.arguments import RECORD_HELP, add_number, command, record_file


@command("terminal.reports.kept_games:list_games", "json")
def games(parser: ArgumentParser) -> None:
    """List the games that are kept on this machine, the last played first."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="only this game")
    parser.add_argument("--all", dest="every", action="store_true", help="all of them, not the latest 20")
    parser.add_argument(
        "--delete", metavar="RECORD", default="", help="delete this game's record, by the name in the list"
    )


@command("terminal.reports.kept_games:print_statistics", "json", "csv")
def statistics(parser: ArgumentParser) -> None:
    """Print your results: games won, streaks, and each game's own figures."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="only this game")


@command("cli.records:convert_hands", "json")
def phh(parser: ArgumentParser) -> None:
    """Convert a record of poker to PHH, the poker hand history format, or back; read hand histories.

    The exit code is 1 if a hand of several was refused.
    """
    of_hands = "a record, a .phh or .phhs file, a text of hands, or a folder or zip"
    parser.add_argument("file", type=record_file, metavar="FILE", help=of_hands)
    parser.add_argument(
        "--output", "-o", metavar="FILE", default="", help="the file to write, of a corpus the folder (default: print)"
    )
    add_number(parser, "--hand", 1, 999_999, "convert only hand or deal number N (default: all)", default=0)


def convert_hands(file: str, output: str, hand: int, as_json: bool) -> int:
    """Convert a record of poker to PHH, or PHH to a record; return 1 if a hand of several was refused."""
    from cardwright.formats.phh import convert, corpus
    from cardwright.terminal.reports.printing import print_json
    from cardwright.terminal.reports.progress import progress

    with progress("reading files") as tick:
        converted = convert(file, output, hand, as_json=as_json, progress=tick)
    if as_json:
        print_json(converted)
    else:
        print(converted if isinstance(converted, str) else corpus.text(converted), end="")
    return int(isinstance(converted, corpus.CorpusReport) and converted.read < converted.hands)


@command("terminal.reports.verify:verify")
def verify(parser: ArgumentParser) -> None:
    """Check that a game of the cardroom was dealt as the server committed to."""
    parser.add_argument("path", type=record_file, metavar="RECORD", help="a record that was downloaded after the game")
    parser.add_argument(
        "--commitment",
        dest="expected",
        default="",
        metavar="HEX",
        help="the fingerprint of the contract that the table's page showed before the game",
    )


@command("terminal.reports.review:show", "json", "csv")
def review(parser: ArgumentParser) -> None:
    """Review a finished game: the mistakes, what they cost, and the luck apart from them."""
    parser.add_argument("path", type=record_file, metavar="RECORD", help=RECORD_HELP)
    parser.add_argument("--as", dest="seat", metavar="SEAT", help="only a seat's number or its player's name")
    add_number(parser, "--samples", 1, 1_000_000, "samples for each decision (default: the game's own)", default=0)
    parser.add_argument("--svg", type=output_file, metavar="FILE", default="", help="write the graph to this file")


@command("terminal.drill:run")
def drill(parser: ArgumentParser) -> None:
    """Decide positions of a game, and see what each answer is worth."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="ask about positions of games between bots")
    parser.add_argument(
        "--record", type=record_file, metavar="RECORD", default="", help="ask about the mistakes in this game instead"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same number asks the same questions")
    parser.add_argument("--kind", metavar="KIND", default="", help="only one kind of decision: discards, settings ...")
    way = "pai gow for dealers: set each hand by this house way, whatever it is worth"
    parser.add_argument("--house-way", metavar="WAY", default="", help=way)
    add_number(parser, "--questions", 1, 1000, "at most this many questions", default=5)


@command("terminal.solve:run", "json")
def solve(parser: ArgumentParser) -> None:
    """Find moves that win a patience whose order is known; exit code 1 if none were found."""
    parser.add_argument("name", metavar="GAME", nargs="?", default="", help="the game of a numbered deal")
    add_number(parser, "--seed", 0, MAX_NUMBER, "the number of the deal")
    parser.add_argument(
        "--record", dest="path", type=record_file, metavar="RECORD", default="",
        help="instead: the record of a finished game",
    )  # fmt: skip
    parser.add_argument("--plain", action="store_true", help="print the moves, and do not step through them")
