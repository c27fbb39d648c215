"""Playing and looking at games: play and odds, whose options depend on a game, and replay."""

import contextlib
import shlex
from argparse import ArgumentError, ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardwright.argument_types import output_file
from cardwright.cli.arguments import (
    RECORD_HELP,
    Parser,
    YesOrNo,
    add_forms,
    add_number,
    command,
    pace,
    reads_own_options,
    record_file,
    sentence,
)
from cardwright.errors import BadOption
from cardwright.wording import one_of

if TYPE_CHECKING:
    from cardwright.game import Option

PACE_HELP = "how long a bot seems to think; moments last in proportion; key: moments wait for a key"


def play_parser(game: str | None) -> Parser:
    """Return the parser of ``cardwright play``, with the options of a game."""
    from cardwright.terminal.local_game import BOT_PACE_S

    parser = Parser(
        prog="cardwright play",
        usage="cardwright play GAME [options]\n       cardwright play --resume [RECORD]",
        description="Play a game. You can leave at any time: the game is kept, and --resume continues it.",
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="the game to play")
    same = "deal from this number; the same number deals the same cards"
    parser.add_argument("--seed", type=int, metavar="N", help=same)
    guide = "a short game with a guide that explains each thing when it matters"
    parser.add_argument("--first-game", dest="guided", action="store_true", help=guide)
    parser.add_argument("--plain", action="store_true", help="play in lines of text, for screen readers and pipes")
    _add_players(parser)
    parser.add_argument("--pace", type=pace, default=BOT_PACE_S, metavar="SECONDS", help=PACE_HELP)
    parser.add_argument("--daily", action="store_true", help="today's deal, the same everywhere (the date is in UTC)")
    parser.add_argument("--again", action="store_true", help="deal the game that ended last once more")
    fork = "with --resume: a new game from step N of that one"
    add_number(parser, "--at", 0, 999_999, fork)
    kept = "continue the last game, or this record: a file, or a name in cardwright games"
    parser.add_argument("--resume", nargs="?", const="", type=record_file, metavar="RECORD", help=kept)
    add_drawing(parser)
    add_options(parser, game)
    return parser


def _add_players(parser: ArgumentParser) -> None:
    """Add the options that say who plays."""
    parser.add_argument(
        "--people", type=int, metavar="N", help="the number of people who share this screen (default: 1)"
    )
    bot = "the bot that plays the other seats (default: the last that the game lists)"
    parser.add_argument("--bot", metavar="NAME", help=bot)
    kinds = 'who plays each seat: "you" or the name of a bot'
    parser.add_argument("--seats", type=words_of, default=(), metavar="A,B,...", help=kinds)
    parser.add_argument("--names", type=words_of, default=(), metavar="A,B,...", help="the names of the people")


def words_of(text: str) -> tuple[str, ...]:
    """Return the words between commas; a word may be empty."""
    return tuple(text.split(",")) if text else ()


def add_drawing(parser: ArgumentParser) -> None:
    """Add the options of everything that is drawn in the terminal."""
    parser.add_argument("--ascii", action="store_true", help="draw with letters only")
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help="the terminal's background")
    parser.add_argument("--four-colours", dest="four", action="store_true", help="clubs green and diamonds blue")


def named_game(words: Sequence[str]) -> str | None:
    """Return the first of these words that is the name of a game."""
    from cardwright.games import GAMES

    return next((word for word in words if word in GAMES), None)


def add_options(parser: Parser, game: str | None) -> None:
    """Add the options that a game declares, and ``--option``, which sets each of them: see `games.read_options`.

    The help ends with the bots of the game, or without one with all games.
    """
    from cardwright import games

    setting = 'the same as --NAME VALUE of the game\'s own options: -o to=61, or "to=61 skunks=yes"'
    parser.add_argument("--option", "-o", "--options", action="append", default=[], metavar="NAME=VALUE", help=setting)
    if game is None:
        parser.epilog = (
            f"games: {', '.join(games.GAMES)}. {parser.prog} GAME --help lists a game's own options and bots."
        )
        return
    parser.epilog = f"bots of {game}: {', '.join(games.bot_names(game))}"
    group = parser.add_argument_group(f"options of {game}")
    for option in games.options(game):
        flag = "--" + option.name.replace("_", "-")
        only = f"; only with {option.condition}" if option.condition else ""
        number = isinstance(option.default, int)
        how: dict[str, Any] = {"type": int if number else str, "metavar": "N" if number else "NAME"}
        help = f"{option.help}: {_describe_choices(option)} (default {option.default}){only}"
        if isinstance(option.default, bool):
            how, help = {"action": YesOrNo}, option.help + only
        with contextlib.suppress(ArgumentError):  # the command has an option of this name
            group.add_argument(flag, dest=f"o_{option.name}", help=help.replace("%", "%%"), **how)


def _describe_choices(option: "Option") -> str:
    """Return the values that an option accepts, each choice with its sentence where it has one."""
    if not option.meanings:
        return option.wanted
    return "; ".join(f"{choice}: {option.meaning(choice)}" for choice in option.choices)


def chosen_options(parsed: Namespace) -> dict[str, object]:
    """Return the game's own options that are given on the command line, as --NAME VALUE or as -o NAME=VALUE.

    Raises `BadOption` for an option with two values.
    """
    from cardwright import games

    options: dict[str, object] = dict(games.read_options(parsed.game, parsed.option) if parsed.option else {})
    for option, value in vars(parsed).items():
        name = option.removeprefix("o_")
        if name == option or value is None:
            continue
        if options.setdefault(name, value) != value:
            flag = f"--{'no-' if value is False else ''}{name.replace('_', '-')}"
            raise BadOption(name, options[name], f"one value, and {flag} is given too")
    return options


@reads_own_options
def play(words: Sequence[str]) -> int:
    """Play a game against bots or people: cardwright play cribbage."""
    from cardwright import games

    # The options depend on the game, so the game is looked for first.
    parsed = play_parser(named_game(words)).parse_args(words)
    if parsed.game is None and parsed.resume is None and not parsed.again:
        play_parser(None).error(f"no game named: choose one of {', '.join(games.GAMES)}")
    if parsed.game is not None:
        games.room(parsed.game)
    elif parsed.option:
        play_parser(None).error("--option needs the name of a game")
    if parsed.guided:
        _first_game_only(parsed)

    import msgspec

    from cardwright.terminal.play import PlayRequest
    from cardwright.terminal.play import play as begin

    return begin(parsed.game, chosen_options(parsed), msgspec.convert(vars(parsed), PlayRequest))


def _first_game_only(parsed: Namespace) -> None:
    """Refuse options that a guided first game decides itself."""
    terms = ("resume", "at", "seed", "bot", "seats", "people")
    refused = [f"--{name}" for name in terms if getattr(parsed, name) not in (None, ())]
    refused += [f"--{name}" for name in ("daily", "again") if getattr(parsed, name)]
    if parsed.game is None:
        play_parser(None).error("--first-game needs the name of a game")
    from cardwright import games

    room, chosen = games.room(parsed.game), chosen_options(parsed)
    if chosen.get(room.renamed_by) in room.variant_guides:
        del chosen[room.renamed_by]
    refused += [f"--{name.replace('_', '-')}" for name in chosen]
    if refused:
        but = f", but for --{room.renamed_by} {one_of(room.variant_guides)}" if room.variant_guides else ""
        play_parser(parsed.game).error(
            f"--first-game has its own deal and options{but}: leave out {', '.join(refused)}"
        )


@reads_own_options
def odds(words: Sequence[str]) -> int:
    """Print exact odds of a game: the best move and what it is worth."""
    from cardwright import games, questions

    parser = Parser(
        prog="cardwright odds",
        description="Exact odds: the best move and what it is worth.",
        epilog="cardwright odds QUESTION --help explains each.",
    )
    under = parser.add_subparsers(dest="question", metavar="QUESTION", required=True)
    for name, question in questions.commands().items():
        asked = under.add_parser(
            name,
            help=question.help,
            description=sentence(question.help),
            epilog=f"example:\n  {shlex.join(('cardwright', 'odds', name, *question.example))}",
        )
        add_forms(asked, "json", "csv")
        asked.add_argument(
            "--svg", type=output_file, metavar="FILE", default="", help="draw the chart as a picture too"
        )
        if words[:1] == [name]:
            questions.module(name).arguments(asked)
    first = words[0] if words else ""
    if first in games.GAMES and first not in questions.commands():
        parser.error(f"{first} is a game: its questions are {', '.join(questions.of_game(first))}")
    parsed = parser.parse_args(words)

    from cardwright.terminal.reports.odds_report import odds as show

    return show(parsed)


@command("terminal.replay:replay", "json")
def replay(parser: ArgumentParser) -> None:
    """Show any step of a recorded game, from any seat."""
    parser.add_argument("path", type=record_file, metavar="RECORD", help=RECORD_HELP)
    first = "the first decision with a card on the table; printed in words or as data, the end"
    parser.add_argument("--at", type=int, metavar="N", help=f"step N, 0 is the start and -1 the end (default: {first})")
    own = "yours, or in a game of others a spectator's"
    parser.add_argument(
        "--as", dest="seat", metavar="SEAT", help=f"a seat's number or its player's name (default: {own})"
    )
    parser.add_argument("--plain", action="store_true", help="in words, for screen readers and pipes")
    add_drawing(parser)
