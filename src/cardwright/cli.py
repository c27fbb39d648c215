"""The command line. Each command imports its modules when it is called, so that ``--help`` answers at once.

Errors are one line on stderr and exit code 2. Cardwright uses argparse because it starts in a tenth of the time of
richer libraries.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from cardwright import __version__
from cardwright.errors import NEEDS, CardwrightError

if TYPE_CHECKING:
    from cardwright.game import Option

MAX_PACE_S = 60
PACE_HELP = "how long a bot seems to think; moments last in proportion; key: moments wait for a key"
BOT_HELP = "a bot of the game, module:Class, or 'cmd:COMMAND' for a program"
Command = Callable[[argparse.Namespace], int]


def one_line(text: str) -> str:
    """Escape what cannot be printed, so that an error that repeats the user's input is still one line."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class Parser(argparse.ArgumentParser):
    """An argparse parser that reports a mistake in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {one_line(message)} (try --help)", file=sys.stderr)
        raise SystemExit(2)


def rankings(arguments: argparse.Namespace) -> int:
    """List the rankings."""
    from cardwright.terminal import ranking_report

    return ranking_report.rankings(as_json=arguments.json)


def frequencies(arguments: argparse.Namespace) -> int:
    """Print a ranking's exact table."""
    from cardwright.terminal import ranking_report

    return ranking_report.frequencies(arguments.ranking, arguments.cards, as_json=arguments.json, why=arguments.why)


def rank(arguments: argparse.Namespace) -> int:
    """Print the rank of hands."""
    from cardwright.terminal import ranking_report

    return ranking_report.rank(arguments.ranking, arguments.hands, as_json=arguments.json)


def lint(arguments: argparse.Namespace) -> int:
    """Print the faults of a declaration."""
    from cardwright.terminal import ranking_report

    return ranking_report.lint(arguments.ranking, as_json=arguments.json)


def new(arguments: argparse.Namespace) -> int:
    """Write a declaration to start from."""
    from cardwright.terminal import declarations

    return declarations.new(arguments.name, arguments.like)


def show(arguments: argparse.Namespace) -> int:
    """Print a declaration."""
    from cardwright.terminal import declarations

    return declarations.show(arguments.ranking)


def fix(arguments: argparse.Namespace) -> int:
    """Order a table by rarity."""
    from cardwright.terminal import declarations

    return declarations.fix(arguments.ranking, arguments.cards, write=arguments.write, as_json=arguments.json)


def report(arguments: argparse.Namespace) -> int:
    """Print a table of hands as a page for a rule book."""
    from cardwright.terminal import declarations

    return declarations.report(arguments.ranking, arguments.format)


def variants(arguments: argparse.Namespace) -> int:
    """List the variants of poker."""
    from cardwright.terminal import declarations

    return declarations.variants(arguments.ranking, arguments.players, as_json=arguments.json)


def serve(arguments: argparse.Namespace) -> int:
    """Open the cardroom."""
    from cardwright.terminal.storage import cardroom
    from cardwright.web.server import serve as run

    database = arguments.database or str(cardroom())
    return run(
        arguments.host,
        arguments.port,
        database,
        arguments.bot_workers,
        open=arguments.open,
        host_names=arguments.host_name,
        trust_proxy=arguments.trust_proxy,
        metrics_from=arguments.metrics_from,
    )


def backup(arguments: argparse.Namespace) -> int:
    """Copy the cardroom's log to a file."""
    from cardwright.terminal import database

    return database.backup(arguments.database, arguments.file)


def restore(arguments: argparse.Namespace) -> int:
    """Make a backup the cardroom's log."""
    from cardwright.terminal import database

    return database.restore(arguments.file, arguments.database)


def check(arguments: argparse.Namespace) -> int:
    """Check the cardroom's log."""
    from cardwright.terminal import database

    return database.check(arguments.database, as_json=arguments.json)


def prune(arguments: argparse.Namespace) -> int:
    """Delete old tables."""
    from cardwright.terminal import database

    return database.prune(arguments.database, arguments.older)


def phh(arguments: argparse.Namespace) -> int:
    """Convert a record of poker to PHH, or PHH to a record."""
    from cardwright.formats.phh import convert
    from cardwright.terminal.progress import progress

    with progress("reading files") as tick:
        return convert(arguments.file, arguments.output, arguments.hand, as_json=arguments.json, progress=tick)


def verify(arguments: argparse.Namespace) -> int:
    """Check the proofs in a record of the cardroom, of a whole game or of one seat."""
    from cardwright.terminal import verify

    return verify.verify(arguments.record, arguments.commitment)


def review(arguments: argparse.Namespace) -> int:
    """Review a finished game."""
    from cardwright.terminal import review as reviews

    return reviews.show(
        arguments.record,
        seat=arguments.seat,
        samples=arguments.samples,
        svg=arguments.svg,
        as_json=arguments.json,
    )


def drill(arguments: argparse.Namespace) -> int:
    """Ask for the best move in some positions."""
    from cardwright.terminal import drill as drills

    return drills.run(
        arguments.game,
        record=arguments.record,
        seed=arguments.seed,
        questions=arguments.questions,
        house_way=arguments.house_way,
    )


def match(arguments: argparse.Namespace) -> int:
    """Play bots against each other."""
    from cardwright.terminal.arena_report import play_match

    return play_match(arguments)


def mcp(arguments: argparse.Namespace) -> int:
    """Serve tools for agents."""
    from cardwright.agents import serve as run

    return run(arguments.seed)


def league(arguments: argparse.Namespace) -> int:
    """Rate bots by playing each against each other."""
    from cardwright.terminal.arena_report import play_league

    return play_league(arguments)


def solve(arguments: argparse.Namespace) -> int:
    """Solve a deal whose order is known."""
    from cardwright.terminal import solve as solver

    return solver.run(arguments.game or "", path=arguments.record, seed=arguments.seed, as_json=arguments.json)


def new_game(arguments: argparse.Namespace) -> int:
    """Write a small game that runs, as the start of a new one."""
    from pathlib import Path

    from cardwright import games
    from cardwright.new_game import write

    folder = Path(arguments.into) if arguments.into else Path(str(games.__file__)).parent
    package = write(arguments.name, folder)
    print(f"{package} is a game that runs, and is registered in {folder / '__init__.py'}.")
    print(f"Play it:  cardwright play {arguments.name}")
    both = " or ".join(dict.fromkeys((arguments.name, package.name)))
    print(f"Test it:  python -m pytest tests/test_games.py tests/test_docs.py -k '{both}'")
    print(f"Then all: python -m pytest -k '{both}'")
    return 0


def games(arguments: argparse.Namespace) -> int:
    """List the games that are kept on this machine, or delete one."""
    from cardwright.terminal import kept_games

    return kept_games.list_games(
        arguments.game, every=arguments.all, as_json=arguments.json, delete=arguments.delete or ""
    )


def statistics(arguments: argparse.Namespace) -> int:
    """Print the statistics of the games played on this machine."""
    from cardwright.terminal import kept_games

    return kept_games.print_statistics(arguments.game, as_json=arguments.json, as_csv=arguments.csv)


def doctor(arguments: argparse.Namespace) -> int:
    """Print the state of this installation."""
    from cardwright.terminal import doctor as clinic

    return clinic.report(as_json=arguments.json)


def parser() -> Parser:
    """Return the parser of every command except those whose options depend on a game: see `play_parser`."""
    top = Parser(
        prog="cardwright",
        description="Card and dice games: play them, count them exactly, declare your own tables of hands.",
        epilog="cardwright COMMAND --help explains each command.",
    )
    top.add_argument("--version", action="version", version=f"cardwright {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def command(run: Command, help: str, **more: Any) -> argparse.ArgumentParser:
        made = commands.add_parser(run.__name__.replace("_", "-"), help=help, description=help, **more)
        made.set_defaults(run=run)
        return made

    def listing(run: Command, help: str) -> argparse.ArgumentParser:
        made = command(run, help)
        made.add_argument("--json", action="store_true", help="print JSON")
        return made

    commands.add_parser("play", help="play a game against bots or people", add_help=False)
    commands.add_parser("odds", help="print exact odds of a game: the best move and what it is worth", add_help=False)
    commands.add_parser("replay", help="show any step of a recorded game, from any seat", add_help=False)
    listing(rankings, "list the rankings that come with Cardwright")

    made = listing(games, "list the games that are kept on this machine, the last played first")
    made.add_argument("game", metavar="GAME", nargs="?", help="only this game")
    made.add_argument("--all", action="store_true", help="all of them, not the latest 20")
    made.add_argument("--delete", metavar="FILE", help="delete this game's record, by the name in the list")

    made = listing(statistics, "print your results: games won, streaks, and each game's own figures")
    made.add_argument("game", metavar="GAME", nargs="?", help="only this game")
    made.add_argument("--csv", action="store_true", help="print CSV, a line for each game")

    made = listing(frequencies, "print the exact count of each category of a ranking")
    made.add_argument("ranking", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")
    made.add_argument("--cards", type=int, metavar="N", help="the best hand of N cards, up to 9 (default: the hand)")
    made.add_argument("--why", action="store_true", help="derive each count: ranks x suits, less what others take")

    made = listing(rank, "rank hands: the category of each, and which is best")
    made.add_argument("ranking", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")
    made.add_argument("hands", metavar="CARDS", nargs="+", help='a hand in quotes: "Ah Kh Qh Jh Th"; several compare')

    made = listing(lint, "check a table of hands for faults; exit code 1 if there are any")
    made.add_argument("ranking", metavar="FILE", help="a TOML file that declares a ranking, or a ranking's name")

    made = command(new, "write a declaration of a deck and a table of hands, to start your own from")
    made.add_argument("name", metavar="NAME", help='its title; the file is named after it: "Six suits", six-suits.toml')
    made.add_argument("--like", metavar="RANKING", default="standard", help="the ranking to copy (default: standard)")

    made = command(show, "print the declaration of a ranking that comes with Cardwright")
    made.add_argument("ranking", metavar="NAME", help="a ranking's name: cardwright rankings lists them")

    made = listing(fix, "order a table of hands by rarity, with as few moves as possible")
    made.add_argument("ranking", metavar="FILE", help="a TOML file that declares a ranking, or a ranking's name")
    made.add_argument("--cards", type=int, metavar="N", help="by rarity among the best hands of N cards")
    made.add_argument("--write", action="store_true", help="write the new order to the file")

    made = command(report, "print a table of hands as a page for a rule book, with the derivation of each count")
    made.add_argument("ranking", metavar="NAME-OR-FILE", help="a ranking's name, or a TOML file that declares one")
    made.add_argument("--format", choices=("md", "html", "csv", "svg"), default="md", help="default: md, Markdown")

    made = listing(variants, "list the variants of poker, and how many can play each with a ranking")
    made.add_argument("ranking", metavar="NAME-OR-FILE", nargs="?", default="standard", help="default: standard")
    made.add_argument("--players", type=int, default=4, metavar="N", help="the number of players (default: 4)")

    made = command(serve, "open the cardroom: live tables in the browser")
    _setting(made, "--host", "127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)")
    _setting(made, "--port", None, type=_port, help="the port to listen on (default: 8000, or the next free one)")
    made.add_argument("--open", action="store_true", help="open the page in your browser, where there is one")
    _database(made)
    _setting(made, "--bot-workers", "1", type=_workers, metavar="N", help="the number of processes for bots")
    _setting(made, "--host-name", "", type=_list, metavar="NAME,...", help="answer to these names only")
    _setting(made, "--trust-proxy", "", type=_networks, metavar="ADDRESS,...", help="proxies that name the client")
    _setting(made, "--metrics-from", "", type=_networks, metavar="ADDRESS,...", help="who may read /metrics")

    made = command(backup, "copy the cardroom's log to a new file, also while it is open")
    made.add_argument("file", metavar="FILE", help="the file to write: an SQLite database, from PostgreSQL too")
    _database(made)

    made = command(restore, "make a backup the log of a new or empty database")
    made.add_argument("file", metavar="FILE", help="a file that cardwright backup wrote")
    _database(made)

    made = listing(check, "read the cardroom's whole log and name what has changed; exit code 1 if anything has")
    _database(made)

    made = command(prune, "delete the tables without a move for some days; lists of games keep their results")
    made.add_argument("--older", type=_days, required=True, metavar="DAYS", help="the days without a move, 1 or more")
    _database(made)

    made = listing(phh, "convert a record of poker to PHH, the poker hand history format, or back; read corpora")
    made.add_argument("file", metavar="FILE", help="a record, a .phh or .phhs file, or a folder or zip file of them")
    made.add_argument(
        "--output", "-o", metavar="FILE", default="", help="the file to write, of a corpus the folder (default: print)"
    )
    made.add_argument("--hand", type=_hand, default=0, metavar="N", help="convert only hand or deal number N")

    made = command(verify, "check that a game of the cardroom was dealt as the server committed to")
    made.add_argument("record", metavar="RECORD", help="a record that was downloaded after the game")
    made.add_argument(
        "--commitment",
        default="",
        metavar="HEX",
        help="the fingerprint of the contract that the table's page showed before the game",
    )

    made = listing(review, "review a finished game: the mistakes, what they cost, and the luck apart from them")
    made.add_argument("record", metavar="RECORD", help="the record of a whole game")
    made.add_argument("--as", dest="seat", metavar="SEAT", help="only a seat's number or its player's name")
    made.add_argument("--samples", type=_samples, default=0, metavar="N", help="of each decision (default: the game's)")
    made.add_argument("--svg", metavar="FILE", default="", help="write the graph to this file")

    made = command(drill, "decide positions of a game, and see what each answer is worth")
    made.add_argument("game", metavar="GAME", nargs="?", help="positions of games between bots")
    made.add_argument("--record", metavar="RECORD", default="", help="instead: the mistakes in a finished game")
    made.add_argument("--seed", type=int, metavar="N", help="the same number asks the same questions")
    way = "pai gow for dealers: set each hand by this house way, whatever it is worth"
    made.add_argument("--house-way", metavar="WAY", default="", help=way)
    made.add_argument("--questions", type=_questions, default=5, metavar="N", help="their number at most (default: 5)")

    made = _contest(listing(match, "play bots against each other in duplicate deals: the same cards, seats exchanged"))
    made.add_argument("bots", metavar="BOT", nargs="+", help=BOT_HELP)
    made.add_argument("--stop", action="store_true", help="stop as soon as the match is decided")
    made.add_argument(
        "--luck", type=_alternatives, default=0, metavar="N", help="take luck out: compare each draw with N others"
    )

    made = _contest(listing(league, "rate bots: each plays each other, Elo with intervals"))
    made.add_argument("bots", metavar="BOT", nargs="*", help=f"{BOT_HELP} (default: all bots of the game)")

    made = command(mcp, "serve tools for agents, over the Model Context Protocol on stdin and stdout")
    made.add_argument("--seed", type=_seed, metavar="N", help="always deal the same games (default: no two alike)")

    made = listing(solve, "find moves that win a patience whose order is known; exit code 1 if none were found")
    made.add_argument("game", metavar="GAME", nargs="?", help="the game of a numbered deal")
    made.add_argument("--seed", type=_deal, metavar="N", help="the number of the deal")
    made.add_argument("--record", metavar="FILE", default="", help="instead: the record of a finished game")

    made = command(new_game, "write a small game that runs, as the start of your own")
    made.add_argument("name", metavar="NAME", help='the name of the game: "crazy-eights"')
    made.add_argument("--into", metavar="FOLDER", help="the folder of games to write to (default: this installation's)")

    listing(doctor, "check this installation: compiled or not, and where games are kept")
    return top


def _database(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--database",
        metavar="FILE-OR-ADDRESS",
        default=os.environ.get("CARDWRIGHT_DATABASE", ""),
        help="an SQLite file, or postgresql://... (default: $CARDWRIGHT_DATABASE, or a file in your data folder)",
    )


def _setting(made: argparse.ArgumentParser, option: str, default: str | None, **more: Any) -> None:
    """Add an option that an environment variable sets too: --bot-workers is CARDWRIGHT_BOT_WORKERS."""
    variable = f"CARDWRIGHT_{option.strip('-').replace('-', '_').upper()}"
    made.add_argument(option, default=os.environ.get(variable) or default, **more)


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _networks(text: str) -> tuple[str, ...]:
    """Return the addresses and networks in a list."""
    from ipaddress import ip_network

    for part in _list(text):
        try:
            ip_network(part, strict=False)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(f"{part!r} is not an address or a network") from problem
    return _list(text)


def _days(text: str) -> int:
    return _within(text, 1, 36500)


def _contest(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the options that matches and leagues share."""
    made.add_argument("game", metavar="GAME", help="the game to play")
    made.add_argument("--deals", type=_deals, default=100, metavar="N", help="duplicate deals (default: 100)")
    made.add_argument("--seed", type=_seed, default=0, metavar="S", help="the same number deals the same cards")
    made.add_argument("--option", "-o", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    made.add_argument("--markdown", action="store_true", help="print Markdown")
    made.add_argument("--svg", metavar="FILE", default="", help="write a chart to this file")
    made.add_argument("--records", metavar="FOLDER", default="", help="keep the record of every game in this folder")
    made.add_argument("--file", metavar="FILE", help="keep results here as they come; a later run goes on from them")
    made.add_argument("--processes", type=_workers, default=1, metavar="N", help="processes to play in (default: 1)")
    made.add_argument("--cluster", metavar="ADDRESS", default="", help="play on the Dask cluster of this scheduler")
    return made


def _deals(text: str) -> int:
    return _within(text, 1, 10_000_000)


def _alternatives(text: str) -> int:
    return _within(text, 0, 1000)


def _seed(text: str) -> int:
    return _within(text, 0, 999_999_999)


def _port(text: str) -> int:
    return _within(text, 0, 65535)


def _workers(text: str) -> int:
    return _within(text, 1, 64)


def _samples(text: str) -> int:
    return _within(text, 1, 1_000_000)


def _step(text: str) -> int:
    return _within(text, 0, 999_999)


def _questions(text: str) -> int:
    return _within(text, 1, 1000)


def _deal(text: str) -> int:
    return _within(text, 0, 999_999_999)


def _hand(text: str) -> int:
    return _within(text, 1, 999_999)


def _pace(text: str) -> float | None:
    """Return a pace in seconds, or None for "key"."""
    if text == "key":
        return None
    with contextlib.suppress(ValueError):
        if 0 <= float(text) <= MAX_PACE_S:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither key nor a number of seconds from 0 to {MAX_PACE_S}")


def _within(text: str, low: int, high: int) -> int:
    """Return the whole number that a text says, from low to high."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


def play_parser(game: str | None) -> Parser:
    """Return the parser of ``cardwright play``, with the options of a game."""
    from cardwright.games import GAMES
    from cardwright.terminal.local_game import PACE_S

    made = Parser(
        prog="cardwright play",
        usage="cardwright play GAME [options]\n       cardwright play --resume [FILE]",
        description="Play a game. You can leave at any time: the game is kept, and --resume continues it.",
        epilog=f"games: {', '.join(GAMES)}. cardwright play GAME --help lists a game's own options.",
    )
    made.add_argument("game", metavar="GAME", nargs="?", help="the game to play")
    made.add_argument(
        "--seed", type=int, metavar="N", help="deal from this number; the same number deals the same cards"
    )
    made.add_argument(
        "--first-game", action="store_true", help="a short game with a guide that explains each thing when it matters"
    )
    made.add_argument("--plain", action="store_true", help="play in lines of text, for screen readers and pipes")
    made.add_argument("--people", type=int, metavar="N", help="the number of people who share this screen (default: 1)")
    made.add_argument("--bot", metavar="NAME", help="the bot that plays the other seats (default: the strongest)")
    made.add_argument("--seats", metavar="A,B,...", help='who plays each seat: "you" or the name of a bot')
    made.add_argument("--names", metavar="A,B,...", help="the names of the people")
    made.add_argument("--pace", type=_pace, default=PACE_S, metavar="SECONDS", help=PACE_HELP)
    made.add_argument("--daily", action="store_true", help="today's deal, the same everywhere (the date is in UTC)")
    made.add_argument("--again", action="store_true", help="deal the game that ended last once more")
    made.add_argument("--at", type=_step, metavar="N", help="with --resume: a new game from step N of that one")
    made.add_argument("--resume", nargs="?", const="", metavar="FILE", help="continue the last game, or this record")
    drawing(made)
    if game is not None:
        add_options(made, game)
    return made


def drawing(made: Parser) -> None:
    """Add the options of everything that is drawn in the terminal."""
    made.add_argument("--ascii", action="store_true", help="draw with letters only")
    made.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the terminal's background")
    made.add_argument("--four-colours", action="store_true", help="clubs green and diamonds blue")


def add_options(made: Parser, game: str) -> None:
    """Add the options that a game declares. Raises `UnknownName`."""
    from cardwright import games

    own = made.add_argument_group(f"options of {game}")
    for option in games.options(game):
        flag = "--" + option.name.replace("_", "-")
        only = f"; only with {option.condition}" if option.condition else ""
        if isinstance(option.default, bool):
            switch = argparse.BooleanOptionalAction
            own.add_argument(flag, dest=f"o_{option.name}", action=switch, help=(option.help + only).replace("%", "%%"))
            continue
        number = isinstance(option.default, int)
        own.add_argument(
            flag,
            dest=f"o_{option.name}",
            type=int if number else str,
            metavar="N" if number else "NAME",
            help=f"{option.help}: {_choices(option)} (default {option.default}){only}".replace("%", "%%"),
        )


def _choices(option: "Option") -> str:
    """Return what an option accepts, each choice with its sentence where it has one."""
    if not option.meanings:
        return option.wanted
    return "; ".join(f"{choice}: {option.meaning(choice)}" for choice in option.choices)


def chosen(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the game's own options that are given on the command line."""
    given = {name.removeprefix("o_"): value for name, value in vars(arguments).items() if name.startswith("o_")}
    return {name: value for name, value in given.items() if value is not None}


def play(words: Sequence[str]) -> int:
    """Run ``cardwright play``. Its options depend on the game, so the game is looked for first."""
    from cardwright import games

    game = next((word for word in words if word in games.GAMES), None)
    arguments = play_parser(game).parse_args(words)
    if arguments.game is None and arguments.resume is None and not arguments.again:
        play_parser(None).error(f"no game named: choose one of {', '.join(games.GAMES)}")
    if arguments.game is not None:
        games.room(arguments.game)
    if arguments.first_game:
        _first_game_only(arguments)

    from cardwright.terminal.play import play as begin

    return begin(
        arguments.game,
        chosen(arguments),
        seed=arguments.seed,
        plain=arguments.plain,
        ascii=arguments.ascii,
        theme=arguments.theme,
        four=arguments.four_colours,
        people=arguments.people,
        bot=arguments.bot,
        seats=(arguments.seats or "").split(",") if arguments.seats else (),
        names=(arguments.names or "").split(",") if arguments.names else (),
        pace=arguments.pace,
        resume=arguments.resume,
        guided=arguments.first_game,
        at=arguments.at,
        daily=arguments.daily,
        again=arguments.again,
    )


def _first_game_only(arguments: argparse.Namespace) -> None:
    """Refuse what a guided first game decides itself."""
    given = [
        f"--{name}" for name in ("resume", "seed", "bot", "seats", "people") if getattr(arguments, name) is not None
    ]
    given += [f"--{name.replace('_', '-')}" for name in chosen(arguments)]
    if given:
        play_parser(arguments.game).error(f"--first-game has its own deal and options: leave out {', '.join(given)}")
    if arguments.game is None:
        play_parser(None).error("--first-game needs the name of a game")


def replay(words: Sequence[str]) -> int:
    """Run ``cardwright replay``: show any step of a record, from any seat."""
    made = Parser(prog="cardwright replay", description="Show a recorded game: any step, from any seat.")
    made.add_argument("file", metavar="FILE", help="the record of a game")
    made.add_argument("--at", type=int, metavar="N", help="step N, 0 is the start and -1 the end (default: the end)")
    made.add_argument(
        "--as", dest="seat", metavar="SEAT", help="a seat's number or its player's name (default: a spectator)"
    )
    made.add_argument("--plain", action="store_true", help="in words, for screen readers and pipes")
    made.add_argument("--json", action="store_true", help="print JSON")
    drawing(made)
    arguments = made.parse_args(words)

    from cardwright.terminal.replay import replay as show

    return show(
        arguments.file,
        at=arguments.at,
        seat=arguments.seat,
        plain=arguments.plain,
        as_json=arguments.json,
        ascii=arguments.ascii,
        theme=arguments.theme,
        four=arguments.four_colours,
    )


def odds(words: Sequence[str]) -> int:
    """Run ``cardwright odds QUESTION``: each game has its own questions."""
    from cardwright import games

    made = Parser(prog="cardwright odds", description="Exact odds: the best move and what it is worth.")
    questions = tuple(games.odds_commands())
    made.add_argument("question", metavar="QUESTION", choices=questions, help=", ".join(questions))
    made.add_argument("--json", action="store_true", help="print JSON")
    made.add_argument("--csv", action="store_true", help="print CSV")
    if words and words[0] in questions:
        games.odds_command(words[0]).arguments(made)
    arguments = made.parse_args(words)

    from cardwright.terminal.odds_report import odds as show

    return show(arguments)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal with a small character set still gets an answer
        sys.stdout.reconfigure(errors="replace")
    try:
        if words[:1] == ["play"]:
            code = play(words[1:])
        elif words[:1] == ["odds"]:
            code = odds(words[1:])
        elif words[:1] == ["replay"]:
            code = replay(words[1:])
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


if __name__ == "__main__":
    raise SystemExit(main())
