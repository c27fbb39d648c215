"""Commands about games that were played: their records, results, reviews and solutions."""

import argparse

from cardwright.cli.arguments import MAX_NUMBER, RECORD_HELP, Commands, record_file, within


def add(to: Commands) -> None:
    """Add the commands of this module."""
    made = to.listing(games, "list the games that are kept on this machine, the last played first")
    made.add_argument("game", metavar="GAME", nargs="?", help="only this game")
    made.add_argument("--all", action="store_true", help="all of them, not the latest 20")
    made.add_argument("--delete", metavar="RECORD", help="delete this game's record, by the name in the list")

    made = to.listing(statistics, "print your results: games won, streaks, and each game's own figures", "csv")
    made.add_argument("game", metavar="GAME", nargs="?", help="only this game")

    made = to.listing(
        phh, "convert a record of poker to PHH, the poker hand history format, or back; read hand histories"
    )
    of_hands = "a record, a .phh or .phhs file, a text of hands, or a folder or zip"
    made.add_argument("file", type=record_file, metavar="FILE", help=of_hands)
    made.add_argument(
        "--output", "-o", metavar="FILE", default="", help="the file to write, of a corpus the folder (default: print)"
    )
    made.add_argument(
        "--hand", type=within(1, 999_999), default=0, metavar="N", help="convert only hand or deal number N"
    )

    made = to.command(verify, "check that a game of the cardroom was dealt as the server committed to")
    made.add_argument("record", type=record_file, metavar="RECORD", help="a record that was downloaded after the game")
    made.add_argument(
        "--commitment",
        default="",
        metavar="HEX",
        help="the fingerprint of the contract that the table's page showed before the game",
    )

    made = to.listing(review, "review a finished game: the mistakes, what they cost, and the luck apart from them")
    made.add_argument("record", type=record_file, metavar="RECORD", help=RECORD_HELP)
    made.add_argument("--as", dest="seat", metavar="SEAT", help="only a seat's number or its player's name")
    made.add_argument(
        "--samples",
        type=within(1, 1_000_000),
        default=0,
        metavar="N",
        help="samples for each decision (default: the game's own)",
    )
    made.add_argument("--svg", metavar="FILE", default="", help="write the graph to this file")

    made = to.command(drill, "decide positions of a game, and see what each answer is worth")
    made.add_argument("game", metavar="GAME", nargs="?", help="ask about positions of games between bots")
    made.add_argument(
        "--record", type=record_file, metavar="RECORD", default="", help="ask about the mistakes in this game instead"
    )
    made.add_argument("--seed", type=int, metavar="N", help="the same number asks the same questions")
    made.add_argument("--kind", metavar="KIND", default="", help="only one kind of decision: discards, settings ...")
    way = "pai gow for dealers: set each hand by this house way, whatever it is worth"
    made.add_argument("--house-way", metavar="WAY", default="", help=way)
    made.add_argument(
        "--questions", type=within(1, 1000), default=5, metavar="N", help="at most this many questions (default: 5)"
    )

    made = to.listing(solve, "find moves that win a patience whose order is known; exit code 1 if none were found")
    made.add_argument("game", metavar="GAME", nargs="?", help="the game of a numbered deal")
    made.add_argument("--seed", type=within(0, MAX_NUMBER), metavar="N", help="the number of the deal")
    made.add_argument(
        "--record", type=record_file, metavar="RECORD", default="", help="instead: the record of a finished game"
    )
    made.add_argument("--plain", action="store_true", help="print the moves, and do not step through them")


def games(parsed: argparse.Namespace) -> int:
    """List the games that are kept on this machine, or delete one."""
    from cardwright.terminal.reports import kept_games

    return kept_games.list_games(parsed.game, every=parsed.all, as_json=parsed.json, delete=parsed.delete or "")


def statistics(parsed: argparse.Namespace) -> int:
    """Print the statistics of the games played on this machine."""
    from cardwright.terminal.reports import kept_games

    return kept_games.print_statistics(parsed.game, as_json=parsed.json, as_csv=parsed.csv)


def phh(parsed: argparse.Namespace) -> int:
    """Convert a record of poker to PHH, or PHH to a record."""
    from cardwright.formats.phh import convert
    from cardwright.terminal.reports.progress import progress

    with progress("reading files") as tick:
        return convert(parsed.file, parsed.output, parsed.hand, as_json=parsed.json, progress=tick)


def verify(parsed: argparse.Namespace) -> int:
    """Check the proofs in a record of the cardroom, of a whole game or of one seat."""
    from cardwright.terminal.reports import verify

    return verify.verify(parsed.record, parsed.commitment)


def review(parsed: argparse.Namespace) -> int:
    """Review a finished game."""
    from cardwright.terminal.reports import review as reviews

    return reviews.show(
        parsed.record,
        seat=parsed.seat,
        samples=parsed.samples,
        svg=parsed.svg,
        as_json=parsed.json,
    )


def drill(parsed: argparse.Namespace) -> int:
    """Ask for the best move in some positions."""
    from cardwright.terminal import drill as drills

    return drills.run(
        parsed.game,
        record=parsed.record,
        seed=parsed.seed,
        questions=parsed.questions,
        kind=parsed.kind,
        house_way=parsed.house_way,
    )


def solve(parsed: argparse.Namespace) -> int:
    """Solve a deal whose order is known."""
    from cardwright.terminal import solve as solver

    return solver.run(parsed.game or "", path=parsed.record, seed=parsed.seed, as_json=parsed.json, plain=parsed.plain)
